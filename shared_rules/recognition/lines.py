"""The cheapest lines found, in the order of their costs. After construction nothing allocates."""

from array import array

from shared_rules.codes import const
from shared_rules.recognition.gestures import MOST

ROOM = const(10)

# What is known of a line; times are ms of the recognizer's clock.
FIRST = const(0)  # its plies, -1: none
SECOND = const(1)
COST = const(2)
LOOSE = const(3)  # squares that are not as the line has them now
UNSETTLED = const(4)  # of those, how many are the last ply's
STRAY_AT = const(5)  # when something passed over the board last while nothing was in a hand
BEFORE = const(16)  # of those, how many are the first ply's
ADJUSTED = const(17)  # of the cost, what pieces cost that were lifted and put back beside its plies
# Of the first ply, and PLY further on of the second:
ORDER = const(6)  # what its order and pace cost; from stack to stack what else happened on its squares, too
ARRIVED = const(7)  # when its piece arrived
LAST = const(8)  # when its last edge came
BEGUN = const(9)  # and its first
UNSEEN = const(10)  # whether it was put on a stack that was not lifted any more, so that nothing tells when
PLY = const(5)
STRANGE = const(18)  # of the loose squares, how many are closed
EARLY = const(19)  # of the cost, what passed over beside its plies before they began
FIELDS = const(20)


class Lines:
    """`count` of them, at most ROOM; `get(0, ...)` is of the cheapest."""

    def __init__(self) -> None:
        self.count = 0
        self.rows = array("i", [0] * (ROOM * FIELDS))
        self._order = bytearray(ROOM)  # the row of the i-th cheapest
        for i in range(ROOM):
            self._order[i] = i

    def get(self, i: int, what: int) -> int:
        """`what` is known of the i-th cheapest line."""
        return self.rows[FIELDS * self._order[i] + what]

    def find(self, first: int) -> int:
        """Which is the line of `first` alone; `count` if there is none."""
        i = 0
        while i < self.count and (self.get(i, FIRST) != first or self.get(i, SECOND) >= 0):
            i += 1
        return i

    def limit(self) -> int:
        """A line that costs as much or more is not wanted."""
        return self.get(ROOM - 1, COST) if self.count == ROOM else MOST

    def add(self, cost: int) -> int:
        """Make room for a line of less than `limit()`, which may be another's; gives where in `rows` it is to be written."""
        i = self.count
        if i == ROOM:
            i -= 1
        else:
            self.count = i + 1
        return self.replace(i, cost)

    def replace(self, i: int, cost: int) -> int:
        """The i-th line costs `cost`, no more than it did; gives where in `rows` it is."""
        order = self._order
        row = order[i]
        while i > 0 and self.rows[FIELDS * order[i - 1] + COST] > cost:
            order[i] = order[i - 1]
            i -= 1
        order[i] = row
        self.rows[FIELDS * row + COST] = cost
        return FIELDS * row
