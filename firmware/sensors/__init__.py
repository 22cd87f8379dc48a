"""Sensor drivers: `count` sensors, `scan(raw)` sets raw[sensor] to 1 (closed) or 0 for each, without allocating."""
