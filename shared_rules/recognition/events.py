"""A short queue of what happened, from the recognizer to whoever logs and shows it. Allocates nothing after construction."""

from array import array

from shared_rules.codes import const
from shared_rules.protocol.signals import EV_NONE

ROOM = const(32)
LEFT_FREE = const(8)  # more than are queued at once
FIELDS = const(5)


class Events:
    """First in, first out; `next_event` moves one into the ev_ fields."""

    def __init__(self) -> None:
        self._ring = array("i", [0] * (ROOM * FIELDS))
        self._in = self._out = 0
        self.ev_ply = self.ev_a = self.ev_b = self.ev_why = self.ev_digest = 0
        self.changes = 0  # goes up (modulo 2**16) whenever something changed that the lights may show

    def waiting(self) -> bool:
        """Whether there is one."""
        return self._out != self._in

    def crowded(self) -> bool:
        """Whether some should be taken before anything else is queued."""
        return (self._in - self._out) % ROOM > ROOM - LEFT_FREE

    def next_event(self) -> int:
        """The next EV_ code, EV_NONE if there is none; the ev_ fields hold for it."""
        if self._out == self._in:
            return EV_NONE
        i = self._out * FIELDS
        self._out = (self._out + 1) % ROOM
        ring = self._ring
        self.ev_ply = ring[i + 1]
        self.ev_a = ring[i + 2] & 255
        self.ev_b = ring[i + 2] >> 8
        self.ev_why = ring[i + 3]
        self.ev_digest = ring[i + 4]
        return ring[i]

    def tell(self, event: int, ply: int, squares: int, why: int, digest: int) -> None:
        """Queue an event; `squares` is from | to << 8."""
        self.changes = (self.changes + 1) & 0xFFFF
        i = self._in * FIELDS
        self._in = (self._in + 1) % ROOM
        ring = self._ring
        ring[i] = event
        ring[i + 1] = ply
        ring[i + 2] = squares
        ring[i + 3] = why
        ring[i + 4] = digest

    def forget_events(self) -> None:
        """Empty the queue."""
        self._out = self._in
