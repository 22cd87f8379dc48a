"""Sensors in a matrix of rows and columns on GPIO pins.

A row is driven low while its columns are read, the other rows float; a column has a pull-up, so a closed switch
reads 0. With a diode at every switch any set of squares can be closed at once; without them three closed corners of
a rectangle show the fourth as closed too (ghosting).

Where the chip has all its pins in one register of less than 31 bits, a row is one read of that register, and the
columns are only looked at one by one when some of them have changed. Memory is taken at construction.
"""

import sys
from time import sleep_us

import machine
from machine import Pin

# Address of the register with the level of every pin, by port. It is the same for RP2040 and RP2350 (datasheets, SIO: GPIO_IN).
# Of the RP2040 only bits 0 to 29 are pins; the RP2350's 30 and 31 are not pins of a Pico 2's package, and their inputs are off
# unless somebody switches them on, so the value is not a big integer. An ESP32-S3's has 32, and its flash uses the upper.
GPIO_IN = {"rp2": 0xD0000004}


class Driver:
    """Sensor row * columns + column; `scan` allocates nothing."""

    def __init__(self, settings):
        self._rows = [Pin(pin, Pin.OPEN_DRAIN, value=1) for pin in settings["rows"]]
        self._columns = [Pin(pin, Pin.IN, Pin.PULL_UP) for pin in settings["columns"]]
        self._settle = settings["settle_us"]
        self.count = len(self._rows) * len(self._columns)
        self._register = GPIO_IN.get(sys.platform)
        self._masks = [1 << pin for pin in settings["columns"]]
        self._mask = 0
        for mask in self._masks:
            self._mask |= mask
        self._before = [0] * len(self._rows)
        self._raw = None

    def scan(self, raw):
        """Read every sensor once."""
        if self._register is None:
            self._scan_pins(raw)
        else:
            self._scan_register(raw)

    def _scan_register(self, raw):
        if raw is not self._raw:
            self._raw = raw
            for row in range(len(self._rows)):
                self._before[row] = -1
        memory = machine.mem32
        register = self._register
        before = self._before
        mask = self._mask
        settle = self._settle
        r = 0
        for row in self._rows:
            row.value(0)
            sleep_us(settle)
            bits = memory[register] & mask
            row.value(1)
            if bits != before[r]:
                before[r] = bits
                i = r * len(self._masks)
                for column in self._masks:
                    raw[i] = 0 if bits & column else 1
                    i += 1
            r += 1

    def _scan_pins(self, raw):
        settle = self._settle
        i = 0
        for row in self._rows:
            row.value(0)
            sleep_us(settle)
            for column in self._columns:
                raw[i] = 1 - column.value()
                i += 1
            row.value(1)
