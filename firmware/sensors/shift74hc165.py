"""Sensors on a chain of 74HC165 shift registers, read by SPI.

A low pulse on the latch line takes all inputs over at once; then eight clocks a chip bring them out, input H (pin 6)
of the chip next to the board first. A chip shifts when its clock rises; the bus reads when it falls (mode 2), half a
clock away from any change. An input has a pull-up and a switch to ground, so a closed switch reads 0; no diodes are
needed. Memory is taken at construction.
"""

from machine import SPI, Pin


class Driver:
    """Sensor 8 * chip + input, chip 0 next to the board, input A = 0 to H = 7; `scan` allocates nothing."""

    def __init__(self, settings):
        self._latch = Pin(settings["latch"], Pin.OUT, value=1)
        self._bus = SPI(
            settings["spi"],
            baudrate=settings["baud"],
            polarity=1,
            phase=0,
            sck=Pin(settings["sck"]),
            mosi=Pin(settings["mosi"]),
            miso=Pin(settings["miso"]),
        )
        self.count = 8 * settings["chips"]
        self._bytes = bytearray(settings["chips"])
        self._before = bytearray(settings["chips"])
        self._raw = None

    def scan(self, raw):
        """Read every sensor once."""
        self._latch.value(0)
        self._latch.value(1)
        self._bus.readinto(self._bytes)
        now = self._bytes
        before = self._before
        afresh = raw is not self._raw
        self._raw = raw
        for chip in range(len(now)):
            bits = now[chip]
            if afresh or bits != before[chip]:
                before[chip] = bits
                i = 8 * chip
                for _ in range(8):
                    raw[i] = 1 - (bits & 1)
                    bits >>= 1
                    i += 1
