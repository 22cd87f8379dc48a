"""WS2812 lights in a chain, driven by `machine.bitstream`: 24 bits a light, green, red, blue.

Sending blocks for 30 us a light (2 ms for 64), so it is done only when something changed. Timing from the WS2812B
datasheet: a 0 is 0.4 us high and 0.85 us low, a 1 is 0.8 us high and 0.45 us low.
"""

from machine import Pin, bitstream

TIMING = (400, 850, 800, 450)  # ns


class Ws2812:
    """`put` and `show` allocate nothing."""

    def __init__(self, settings):
        self.count = settings["count"]
        self._pin = Pin(settings["pin"], Pin.OUT, value=0)
        self._bits = bytearray(3 * self.count)

    def put(self, light, red, green, blue):
        """Set one light for the next `show`; 0 to 255 each."""
        at = 3 * light
        bits = self._bits
        bits[at] = green
        bits[at + 1] = red
        bits[at + 2] = blue

    def show(self):
        """Send what was put."""
        bitstream(self._pin, 0, TIMING, self._bits)
