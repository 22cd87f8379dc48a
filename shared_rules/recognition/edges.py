"""Edges that wait to be taken in, the oldest first. After construction nothing allocates."""

from array import array

from shared_rules.codes import const
from shared_rules.recognition.hypotheses import earlier

ROOM = const(32)


class Edges:
    """`count` debounced changes of sensors, for a frame of `size` squares: the first is the one reported first."""

    def __init__(self, size: int) -> None:
        self.count = 0
        self.time = array("i", [0] * ROOM)
        self.known_at = array("i", [0] * ROOM)
        self.square = bytearray(ROOM)
        self.closed = bytearray(ROOM)
        self.changes = bytearray(size)  # whether each square is to change by them

    def is_full(self) -> bool:
        """Whether there is no room for one more."""
        return self.count == ROOM

    def add(self, square: int, closed: int, time: int, known_at: int) -> None:
        """The sensor under `square` changed at `time`, which is known since `known_at`."""
        self.changes[square] ^= 1
        self.time[self.count] = time
        self.known_at[self.count] = known_at
        self.square[self.count] = square
        self.closed[self.count] = closed
        self.count += 1

    def drop_first(self) -> None:
        """The oldest has been taken in."""
        self.count -= 1
        for i in range(self.count):
            self.time[i] = self.time[i + 1]
            self.known_at[i] = self.known_at[i + 1]
            self.square[i] = self.square[i + 1]
            self.closed[i] = self.closed[i + 1]

    def forget(self, kept: int) -> None:
        """None waits but the first `kept`, which are being taken in."""
        for i in range(kept, self.count):
            self.changes[self.square[i]] = 0
        self.count = min(self.count, kept)

    def turn_back(self, ms: int) -> None:
        """All times are to be `ms` less."""
        for i in range(self.count):
            self.time[i] = earlier(self.time[i], ms)
            self.known_at[i] = earlier(self.known_at[i], ms)
