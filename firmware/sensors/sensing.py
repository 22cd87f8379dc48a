"""The board's sensors as they are felt: scanned and debounced in each round. Allocates nothing after construction."""

from firmware.memory import heap_lock, heap_unlock
from shared_rules.codes import const
from shared_rules.recognition.debounce import Debounce

MANY = const(8)  # sensors that are not yet debounced: the board is swept or bumped


class Sensing:
    """`sensors` is a driver; `settings` are the profile's for debouncing."""

    def __init__(self, sensors, settings):
        self.sensors = sensors
        self.raw = bytearray(sensors.count)
        self.debounce = Debounce(sensors.count, settings["close_ms"], settings["open_ms"])
        self.settled = False  # whether the sensors have been taken as they stand
        self.swept = False  # whether many of them change at once

    def restart(self):
        """Begin the next round as if just switched on."""
        self.settled = False

    def settle(self):
        """Take the sensors as they stand."""
        self.settled = True
        self.sensors.scan(self.raw)
        for sensor in range(len(self.raw)):
            self.debounce.preset(sensor, self.raw[sensor])

    def hide(self, yes):
        """Whether a PC must not learn which have changed from now on."""
        self.debounce.counting = not yes

    def scan(self, now):
        """Look at all of them."""
        debounce = self.debounce
        heap_lock()
        try:
            self.sensors.scan(self.raw)
            debounce.scan(self.raw, now)
        finally:
            heap_unlock()
        self.swept = debounce.unstable > MANY
