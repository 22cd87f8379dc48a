"""A simulated buzzer at a pin (overlay/_chips.py says what a simulated chip is)."""

import _board

_cut = _board.cut
_tone = _board.tone


class Chip:
    """A passive piezo: it is heard as it is driven."""

    def __init__(self, wiring):
        self.driven = (wiring["pin"],)

    def drive(self, pin, hz, duty):
        """What drives it is another from now on."""
        _tone(hz, 0 if _cut(pin) else duty)
