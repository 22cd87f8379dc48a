"""Lights of one colour on MAX7219 drivers, by SPI: up to 64 a chip.

Light 64 * chip + 8 * digit + segment: digit 0 is DIG 0; segment 0 is SEG G, 1 F, … 6 A, 7 DP, as the bits of a digit's
register. Chips are chained, chip 0 next to the board. A light is on or off, so meanings differ by blink pattern alone
(ONE_COLOUR in colours.py). Every `show` sends the set-up too: a chip that a spark has upset is right again with the
next frame. Memory is taken at construction.
"""

from machine import SPI, Pin

from shared_rules.codes import const

# Registers (data sheet, table 2); 1 to 8 are the digits.
NO_DECODE = const(0x09)
INTENSITY = const(0x0A)
SCAN_LIMIT = const(0x0B)
SHUTDOWN = const(0x0C)
DISPLAY_TEST = const(0x0F)
DIGITS = const(8)


class Driver:
    """`put` and `show` allocate nothing."""

    one_colour = True

    def __init__(self, settings):
        self.count = settings["count"]
        self._chips = settings["chips"]
        self._select = Pin(settings["cs"], Pin.OUT, value=1)
        self._bus = SPI(
            settings["spi"],
            baudrate=settings["baud"],
            polarity=0,
            phase=0,
            sck=Pin(settings["sck"]),
            mosi=Pin(settings["mosi"]),
            miso=Pin(settings["miso"]),
        )
        self._digits = bytearray(DIGITS * self._chips)
        self._words = bytearray(2 * self._chips)
        self._brightness = settings["brightness"]
        self._intensity = 0
        self.dim(100)
        self.show()

    def dim(self, percent):
        """Be so bright with the next `show`, in percent of the profile's brightness."""
        self._intensity = (self._brightness * percent * 15 + 5000) // 10000

    def put(self, light, red, green, blue):
        """Set one light for the next `show`: lit if it has any colour."""
        mask = 1 << (light & 7)
        if red or green or blue:
            self._digits[light >> 3] |= mask
        else:
            self._digits[light >> 3] &= 255 - mask

    def show(self):
        """Send what was put."""
        self._all(DISPLAY_TEST, 0)
        self._all(NO_DECODE, 0)
        self._all(SCAN_LIMIT, DIGITS - 1)
        self._all(INTENSITY, self._intensity)
        words = self._words
        for digit in range(DIGITS):
            i = 0
            chip = self._chips - 1
            while chip >= 0:  # the farthest chip's word goes first
                words[i] = digit + 1
                words[i + 1] = self._digits[DIGITS * chip + digit]
                i += 2
                chip -= 1
            self._send()
        self._all(SHUTDOWN, 1)

    def _all(self, register, value):
        """The same to every chip."""
        words = self._words
        for i in range(0, len(words), 2):
            words[i] = register
            words[i + 1] = value
        self._send()

    def _send(self):
        self._select.value(0)
        self._bus.write(self._words)
        self._select.value(1)  # every chip takes its word over
