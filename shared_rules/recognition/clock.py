"""The recognizer's own time, up to the edge that is being taken in: so nothing depends on how fast a board is."""

from shared_rules.codes import const
from shared_rules.recognition.debounce import WRAP

START = const(1000)  # a change is told a little after it was
TURN_BACK_AT = const(0x8000000)  # 37 hours: by then times are turned back


class Clock:
    """`now` is the time of what is decided; `due` when to look again, 0 for not before an edge.

    `edge_at` is the time of the last edge, `closed_at` that of the last one that closed a square.
    """

    def __init__(self) -> None:
        self.begin(0)

    def begin(self, now: int) -> None:
        """Time begins; `now` in ms modulo 2**30."""
        self.last = now
        self.real = self.now = self.edge_at = self.closed_at = START
        self.due = 0

    def pass_to(self, now: int) -> int:
        """What the time is at `now`, ms modulo 2**30: it goes on to there, unless that has passed."""
        passed = (now - self.last) & WRAP
        if passed >= 0x20000000:
            return self.real - ((self.last - now) & WRAP)
        self.last = now
        self.real += passed
        return self.real

    def left(self, now: int) -> int:
        """In how many ms to look again, -1 for never."""
        if not self.due:
            return -1
        return max(0, self.due - self.real - ((now - self.last) & WRAP))

    def still(self) -> int:
        """For how many ms nothing has changed."""
        return self.now - self.edge_at

    def wait(self, time: int) -> bool:
        """Look again at that time, if not before. Returns False: not at once."""
        if time > self.now and (not self.due or time < self.due):
            self.due = time
        return False

    def wait_still(self, ms: int) -> bool:
        """Whether nothing has changed for `ms`; if not, look again then."""
        if self.still() >= ms:
            return True
        return self.wait(self.edge_at + ms)

    def turn_back(self) -> int:
        """It is late: make it earlier by so many ms as are given."""
        ms = self.real - TURN_BACK_AT // 2
        self.real -= ms
        self.now = max(1, self.now - ms)
        self.edge_at = max(1, self.edge_at - ms)
        self.closed_at = max(1, self.closed_at - ms)
        self.due = max(0, self.due - ms)
        return ms
