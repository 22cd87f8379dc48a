"""WS2812 lights in a chain, driven by `machine.bitstream`: 24 bits a light, green, red, blue, or as
the profile says.

Sending blocks for 30 us a light (2 ms for 64), so it is done only when something changed. Timing from the WS2812B
datasheet: a 0 is 0.4 us high and 0.85 us low, a 1 is 0.8 us high and 0.45 us low. A frame that would take more
than `limit_ma` is sent with every light dimmed by the same factor, so that it does not.
"""

from machine import Pin, bitstream

TIMING = (400, 850, 800, 450)  # ns


class Driver:
    """`put` and `show` allocate nothing.

    Current is estimated as `idle_ma` for each light and `channel_ma` for each colour of a light at 255.
    """

    def __init__(self, settings):
        self.count = settings["count"]
        self._bits = bytearray(3 * self.count)
        self._dimmed = bytearray(3 * self.count)
        channel = settings.get("channel_ma", 20)
        left = settings.get("limit_ma", 400) - self.count * settings.get("idle_ma", 1)
        self._most = left * 255 // channel if left > 0 else 0  # the sum of all colours of a frame
        colours = settings.get("colours", "grb")  # the order in which a light takes them
        self._red = colours.find("r")
        self._green = colours.find("g")
        self._blue = colours.find("b")
        self._pin = Pin(settings["pin"], Pin.OUT, value=0)

    def put(self, light, red, green, blue):
        """Set one light for the next `show`; 0 to 255 each."""
        at = 3 * light
        bits = self._bits
        bits[at + self._red] = red
        bits[at + self._green] = green
        bits[at + self._blue] = blue

    def show(self):
        """Send what was put."""
        bits = self._bits
        total = sum(bits)
        if total > self._most:
            share = self._most * 4096 // total  # 12 bits: a frame of 255 lights stays far below 2**30
            dimmed = self._dimmed
            for i in range(len(bits)):
                dimmed[i] = bits[i] * share >> 12
            bits = dimmed
        bitstream(self._pin, 0, TIMING, bits)
