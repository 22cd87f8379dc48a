"""Sensor drivers, a file each: its class `Driver` is made of the profile's settings, has `count` sensors, and `scan(raw)` sets
raw[sensor] to 1 (closed) or 0 for each, without allocating."""
