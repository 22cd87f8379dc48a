"""A simulated chain of 74HC165 (overlay/_chips.py says what a simulated chip is)."""

import _board

_switch_bits = _board.switch_bits
_cut = _board.cut


class Chip:
    """A chain of chips: while the latch is low they take their inputs over, each clock brings out the next bit.

    Input H of the chip next to the board comes first. A chip shifts when its clock rises, so a bus that reads when the
    clock falls for the second time (mode 1) loses the first bit.
    """

    def __init__(self, wiring):
        self.pins = (wiring["sck"], wiring["mosi"], wiring["miso"])
        self.listens = (wiring["latch"],)
        self._bits = bytearray(wiring["chips"])
        self._at = 0

    def level(self, pin, high):
        """The latch line changes."""
        if high and not _cut(pin):
            self._at = 0
            for chip in range(len(self._bits)):
                self._bits[chip] = 255 - _switch_bits(8 * chip)

    def clock(self, byte, mode):
        """Eight clocks; the byte that comes out. What is behind the last chip reads 0."""
        if _cut(self.pins[2]) or _cut(self.pins[0]):
            return 0
        at = self._at
        self._at = at + 1
        bits = self._bits
        now = bits[at] if at < len(bits) else 0
        if mode != 1:
            return now
        following = bits[at + 1] if at + 1 < len(bits) else 0
        return (now << 1 | following >> 7) & 255
