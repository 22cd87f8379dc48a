"""The board's clock: ms since this start, and the wall clock that a PC has told. A Pico has no clock that outlasts a reset.

`tick` and `sooner` allocate nothing; the texts do, and so does `set`.
"""

from firmware.noise import noise
from shared_rules.codes import const
from shared_rules.protocol.channel import WRAP

SECOND = const(1000)


def sooner(a, b):
    """The sooner of two waits in ms, of which either may be -1 (never)."""
    if a < 0 or 0 <= b < a:
        return b
    return a


class BoardClock:
    """`boot` names this start of the board: a number below 2**24 that no two starts are likely to share."""

    def __init__(self):
        found = noise(3)
        self.boot = found[0] << 16 | found[1] << 8 | found[2]
        self.known = False  # whether a PC has told the wall clock since this start
        self._seconds = 0
        self._ms = 0
        self._now = -1
        self._start = 0  # wall clock at 0 of ours, ms since 1970

    def tick(self, now):
        """Let time pass; to be called at least every few days."""
        if self._now >= 0:
            passed = (now - self._now) & WRAP
            if passed < 1 << 29:
                ms = self._ms + passed
                self._seconds += ms // SECOND
                self._ms = ms % SECOND
        self._now = now

    def up(self):
        """Ms since this start."""
        return self._seconds * SECOND + self._ms

    def set(self, wall):
        """A PC says that it is `wall` ms since 1970."""
        self._start = wall - self.up()
        self.known = True

    def text(self):
        """`boot up wall`; wall is `-` as long as nobody has told it."""
        up = self.up()
        return "%06x %d %s" % (self.boot, up, str(self._start + up) if self.known else "-")
