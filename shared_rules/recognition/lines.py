"""The lines: each a guess at what was played, what it costs that the hands did so, and the touches that none of its plies explains.

A line is a row of numbers. A touch is three of them: square, whether that is occupied in the line's position, which gesture it is
and its facts, packed; when it began; and when it ended, -1 while it lasts. So lasting touches are where the sensors differ from
the line's position. After construction nothing allocates.
"""

from array import array

from shared_rules.codes import const

ROOM = const(40)  # lines, new ones included
TOUCHES = const(10)  # of a line
STEPS = const(3)  # plies of which the times are known: the last ones

NODE = const(0)  # its position
COST = const(1)
TOTAL = const(2)  # with what it costs how all stands now
LOOSE = const(3)  # so many touches last that the players do not like so
BACK_FROM = const(4)  # the last position of a turn that is being put back, its squares free of charge; 255: none
BACK_AT = const(5)  # when all of it stood as before
COUNT = const(6)  # touches
KNOWN = const(7)  # plies of which the times are known, at most STEPS
HALF = const(8)  # what is loose is a stack that is off for the card of another, which is back

UNDID = const(9)  # the position after that turn's first ply; also of a turn that was put back, and is told yet
UNDID_AT = const(10)  # when its piece was lifted again, else when it began to be put back
FEE = const(11)  # the row of what was charged for that

# TOTAL if all pieces in a hand were put back now; MOST_COST if anything else is loose, or there are no stacks.
HOPE = const(12)

LIFTS = const(13)  # a number for the pieces lifted and put back (likeness.py)
TODO = const(14)  # what it is yet to be looked at for (candidates.py)

LEFT = const(15)  # of its last ply: when its piece left,
ARRIVED = const(16)  # and arrived,
BEGUN = const(17)  # when its first edge came,
DONE = const(18)  # its last,
ORDER = const(19)  # what their order and pace cost,
PACE = const(20)  # and the rows for that: four, PACE_BITS each
STEP = const(6)  # so much further on: the same of the ply before
LAST_KNOWN = const(27)  # LEFT + (STEPS - 1) * STEP
TOUCH = const(33)  # LEFT + STEPS * STEP
LEADS = const(0)  # bits further up in PACE: how much its piece arrived before it left,
SWIFTS = const(7)  # how long what it took or covered was open,
APARTS = const(14)  # how long between one stack and the other,
HASTES = const(21)  # how soon after the ply before
PACE_BITS = const(7)

SINCE = const(1)
UNTIL = const(2)
SIZE = const(3)
WIDTH = const(63)  # TOUCH + TOUCHES * SIZE

# Of the first of them: the square, and
OCCUPIED = const(0x100)
GONE = const(0x200)  # a piece that a ply took stands yet
REST = const(0x400)  # the rest of a stack, its card has been put elsewhere
FREE = const(0x800)  # as the players like
OLD = const(0x1000)  # nothing followed for a while
RED = const(0x2000)  # it was refused
UNDO = const(0x8000)  # of a ply that is being put back
DUE = const(0x10000)  # a stack of such a ply, which is to be lifted yet
# It has been paid for that it stood like that; if it has ended, that costs so much whatever follows.
PAID = const(0x20000)
CHARGE = const(18)  # bits further up: the row of the table of gestures that it costs
FACTS = const(0x3FFFF)  # the bits below that


class Lines:
    """Rows of numbers; `rank[0:count]` are where those in use begin, the cheapest first once they are sorted."""

    def __init__(self) -> None:
        self.row = array("i", [0] * (ROOM * WIDTH))
        self.rank = array("H", [0] * ROOM)
        self.count = 0
        self.vacant = ROOM  # rows that are free
        self._free = bytearray(ROOM)

    def clear(self) -> None:
        """There are none."""
        self.count = 0
        self.vacant = ROOM
        for i in range(ROOM):
            self._free[i] = 1

    def new(self) -> int:
        """A row for another line: where it begins in `row`; -1 if there is no room."""
        for i in range(ROOM):
            if self._free[i]:
                self._free[i] = 0
                self.vacant -= 1
                return i * WIDTH
        return -1

    def drop(self, line: int) -> None:
        """The row is free. If the line was in use, `close` is to follow."""
        self._free[line // WIDTH] = 1
        self.vacant += 1

    def close(self) -> None:
        """Of those in use, some have been dropped: the others stay in their order."""
        count = self.count
        self.count = 0
        for i in range(count):
            line = self.rank[i]
            if not self._free[line // WIDTH]:
                self.rank[self.count] = line
                self.count += 1

    def turn_back(self, ms: int) -> None:
        """All times are to be `ms` less, 1 at least."""
        row = self.row
        for i in range(self.count):
            line = self.rank[i]
            for j in range(line + LEFT, line + TOUCH, STEP):
                for k in range(j, j + DONE - LEFT + 1):
                    row[k] = earlier(row[k], ms)
            for j in range(line + TOUCH, line + TOUCH + row[line + COUNT] * SIZE, SIZE):
                row[j + SINCE] = earlier(row[j + SINCE], ms)
                row[j + UNTIL] = earlier(row[j + UNTIL], ms)
            row[line + UNDID_AT] = earlier(row[line + UNDID_AT], ms)
            row[line + BACK_AT] = earlier(row[line + BACK_AT], ms)


def earlier(time: int, ms: int) -> int:
    """That time, `ms` earlier, but 1 at least; what is no time, 0 or -1, stays so."""
    return max(1, time - ms) if time > 0 else time
