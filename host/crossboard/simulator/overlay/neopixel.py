"""`neopixel` as in stock firmware: a chain of WS2812 lights on one pin."""

from machine import Pin, bitstream


class NeoPixel:
    """`bpp` bytes for each of `n` lights; colours are tuples of red, green, blue (and white)."""

    ORDER = (1, 0, 2, 3)

    def __init__(self, pin, n, bpp=3, timing=1):
        self.pin = pin
        self.n = n
        self.bpp = bpp
        self.buf = bytearray(n * bpp)
        self.pin.init(Pin.OUT)
        if isinstance(timing, int):
            timing = (400, 850, 800, 450) if timing else (800, 1700, 1600, 900)
        self.timing = timing

    def __len__(self):
        return self.n

    def __setitem__(self, i, colour):
        for part in range(self.bpp):
            self.buf[i * self.bpp + self.ORDER[part]] = colour[part]

    def __getitem__(self, i):
        return tuple([self.buf[i * self.bpp + self.ORDER[part]] for part in range(self.bpp)])

    def fill(self, colour):
        for i in range(self.n):
            self[i] = colour

    def write(self):
        bitstream(self.pin, 0, self.timing, self.buf)
