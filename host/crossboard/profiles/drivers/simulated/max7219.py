"""A simulated chain of MAX7219 (overlay/_chips.py says what a simulated chip is)."""

import _board

_light = _board.light
_show = _board.show_lights
_cut = _board.cut


class Chip:
    """A chain of chips: the last 16 bits that each has seen are taken over when the select line rises."""

    def __init__(self, wiring):
        self.pins = (wiring["sck"], wiring["mosi"], wiring["miso"])
        self.listens = (wiring["cs"],)
        self._count = wiring["chips"]
        self._shift = bytearray(2 * self._count)
        self._registers = bytearray(16 * self._count)
        self._wrong = False

    def clock(self, byte, mode):
        """Eight clocks."""
        if mode == 1 or mode == 2:
            # Data changes just when the chip takes it.
            self._wrong = True
        if _cut(self.pins[0]):
            return 0
        shift = self._shift
        last = len(shift) - 1
        for i in range(last):
            shift[i] = shift[i + 1]
        shift[last] = 0 if _cut(self.pins[1]) else byte
        return 0

    def level(self, pin, high):
        """The select line changes."""
        if not high or _cut(pin):
            return
        if self._wrong:
            _board.complain("a MAX7219 needs SPI mode 0 or 3")
            return
        changed = False
        for chip in range(self._count):
            at = 2 * (self._count - 1 - chip)
            register = self._shift[at] & 15
            if register and self._registers[16 * chip + register] != self._shift[at + 1]:
                self._registers[16 * chip + register] = self._shift[at + 1]
                changed = True
        if changed:
            self._shine()

    def _shine(self):
        for chip in range(self._count):
            base = 16 * chip
            registers = self._registers
            test = registers[base + 15] & 1
            on = registers[base + 12] & 1
            level = 255 if test else 17 * (registers[base + 10] & 15) // 2 + 127
            for digit in range(8):
                segments = registers[base + 1 + digit] if on and digit <= registers[base + 11] & 7 else 0
                if segments and registers[base + 9] >> digit & 1:
                    _board.complain("a MAX7219 that decodes digits shows no single lights")
                for segment in range(8):
                    lit = test or segments >> segment & 1
                    _light(64 * chip + 8 * digit + segment, level if lit else 0, 0, 0)
        _show()
