"""The hypotheses: each says which plies were played, what it costs that hands did so, and which events they leave unexplained.

Each number of a hypothesis `h` stands in an array of its own: `hyps.cost[h]`. An event is a square that stands otherwise than in
the position of `h`, or did for a while; it is open as long as that lasts. `for e in range(hyps.first[h], hyps.end[h])` goes
through those of `h`, the oldest first. All times are ms of the recognizer's clock. After construction nothing allocates.
"""

from array import array

from shared_rules.codes import const
from shared_rules.recognition.costs import EVER, ROW
from shared_rules.recognition.tables import PRICES, STARTS

ROOM = const(28)  # hypotheses, new ones included
EVENTS = const(10)  # of each
STEPS = const(3)  # plies of which the times are known: the last ones
STEP = const(28)  # ROOM: so much further on in `left` to `pace`, the same of the ply before
NO_EVENT = const(0)
OPEN = const(-1)  # when an event ended that is open
MOST_TIME = const(0x3FFFFFFF)

# Facts of an event.
OCCUPIED = const(1)  # its square is occupied in the position: a piece is off
GONE = const(2)  # a piece that a ply took stands yet; with OCCUPIED: its second piece has not come there yet
REST = const(4)  # the rest of a stack, its card has been put elsewhere
FREE = const(8)  # as the players like
OLD = const(16)  # nothing followed for a while
RED = const(32)  # it was refused
UNDO = const(64)  # of a ply that is being put back
DUE = const(128)  # a stack of such a ply, which is to be lifted yet

# Bits further up in `pace`: how much the ply's piece arrived before it left,
LEADS = const(0)
SWIFTS = const(7)  # how long what it took or covered was open,
APARTS = const(14)  # how long between one stack and the other,
HASTES = const(21)  # how soon after the ply before
PACE_BITS = const(7)

NO_ROW = const(0)
_ROWS = array("H", PRICES)


# The table of costs: its rows are numbered from 1; 0 is not a row, and costs nothing.


def find(event: int, ms: int, circumstances: int) -> int:
    """The first row of `event` that is for more than `ms` and asks for none but these circumstances."""
    rows = _ROWS
    other = ~circumstances
    i = STARTS[event]
    while rows[i + 1] & other or rows[i] <= ms and rows[i] != EVER:
        i += ROW
    return i // ROW + 1


def cost(row: int) -> int:
    """What that row costs."""
    return _ROWS[row * ROW - 1] if row else 0


def price(event: int, ms: int, circumstances: int) -> int:
    """What a gesture costs."""
    return cost(find(event, ms, circumstances))


def cheaper(row: int, other: int) -> int:
    """The row that costs less; `row` if both cost the same."""
    return other if cost(other) < cost(row) else row


def cost_of_pace(pace: int) -> int:
    """What the rows cost that are packed in a `pace`."""
    total = 0
    while pace:
        total += cost(pace & 0x7F)
        pace >>= PACE_BITS
    return total


def earlier(time: int, ms: int) -> int:
    """That time, `ms` earlier, but 1 at least; what is not a time, 0 or -1, stays so."""
    return max(1, time - ms) if time > 0 else time


def _numbers(count: int):
    return array("i", [0] * count)


class Hypotheses:
    """`rank[0:count]` are those in use, the cheapest first once they are sorted."""

    def __init__(self) -> None:
        self.rank = bytearray(ROOM)
        self.count = 0
        self.vacant = ROOM
        self._free = bytearray(ROOM)
        self.node = bytearray(ROOM)  # the position to which it leads
        self.cost = _numbers(ROOM)
        self.total = _numbers(ROOM)  # with what is open now
        self.unexplained = bytearray(ROOM)  # so many events are open that the players do not like so
        self.half = bytearray(ROOM)  # what is open is a stack that is off for the card of another, which is back
        self.lifts = _numbers(ROOM)  # a number for the pieces lifted and put back
        self.todo = bytearray(ROOM)  # what it is yet to be looked at for (candidates.py)
        # A turn that is being put back, or was put back and is committed yet:
        self.undid = bytearray(ROOM)  # the position after its first ply, NONE without one
        self.undid_at = _numbers(ROOM)  # when its piece was lifted again, else when it began to be put back
        self.back_from = bytearray(ROOM)  # the position after the turn while its squares are free of charge, else NONE
        self.back_at = _numbers(ROOM)  # when all of it stood as before
        self.fee = bytearray(ROOM)  # the row of what that costs
        # Of its last ply, and STEP further on of each before:
        self.known = bytearray(ROOM)  # plies of which the following is known, at most STEPS
        self.left = _numbers(ROOM * STEPS)  # when its piece left,
        self.arrived = _numbers(ROOM * STEPS)  # and arrived,
        self.begun = _numbers(ROOM * STEPS)  # when its first edge came,
        self.done = _numbers(ROOM * STEPS)  # its last,
        self.order = _numbers(ROOM * STEPS)  # what their order and pace cost,
        self.pace = _numbers(ROOM * STEPS)  # and the rows for that: four, PACE_BITS each
        # Events:
        self.first = array("H", [1 + h * EVENTS for h in range(ROOM)])
        self.end = array("H", self.first)
        self.square = bytearray(1 + ROOM * EVENTS)
        self.facts = array("H", [0] * (1 + ROOM * EVENTS))
        self.gesture = bytearray(1 + ROOM * EVENTS)  # the row of what one that is over costs
        self.since = _numbers(1 + ROOM * EVENTS)
        self.until = _numbers(1 + ROOM * EVENTS)

    # Hypotheses

    def clear(self) -> None:
        """There are none."""
        self.count = 0
        self.vacant = ROOM
        for h in range(ROOM):
            self._free[h] = 1

    def new(self) -> int:
        """One more; -1 if there is no room. It has no events; everything else is to be written."""
        for h in range(ROOM):
            if self._free[h]:
                self._free[h] = 0
                self.vacant -= 1
                self.end[h] = self.first[h]
                return h
        return -1

    def drop(self, h: int) -> None:
        """There is room for another. If it was in use, `close` is to follow."""
        self._free[h] = 1
        self.vacant += 1

    def close(self) -> None:
        """Of those in use, some have been dropped: the others stay in their order."""
        count = self.count
        self.count = 0
        for i in range(count):
            h = self.rank[i]
            if not self._free[h]:
                self.rank[self.count] = h
                self.count += 1

    def know(self, h: int, count: int, time: int) -> None:
        """The last `count` plies, STEPS at most, were all played at that time."""
        self.known[h] = count
        for step in range(h, h + STEPS * STEP, STEP):
            self.left[step] = self.arrived[step] = self.begun[step] = self.done[step] = time if count > 0 else 0
            self.order[step] = self.pace[step] = 0
            count -= 1

    def copy_step(self, step: int, to: int) -> None:
        """What is known of one ply is known of another."""
        self.left[to] = self.left[step]
        self.arrived[to] = self.arrived[step]
        self.begun[to] = self.begun[step]
        self.done[to] = self.done[step]
        self.order[to] = self.order[step]
        self.pace[to] = self.pace[step]

    def turn_back(self, ms: int) -> None:
        """All times are to be `ms` less, 1 at least."""
        for i in range(self.count):
            h = self.rank[i]
            for step in range(h, h + STEPS * STEP, STEP):
                self.left[step] = earlier(self.left[step], ms)
                self.arrived[step] = earlier(self.arrived[step], ms)
                self.begun[step] = earlier(self.begun[step], ms)
                self.done[step] = earlier(self.done[step], ms)
            for e in range(self.first[h], self.end[h]):
                self.since[e] = earlier(self.since[e], ms)
                self.until[e] = earlier(self.until[e], ms)
            self.undid_at[h] = earlier(self.undid_at[h], ms)
            self.back_at[h] = earlier(self.back_at[h], ms)

    # Events

    def next_open(self, h: int, e: int, mask: int = 0, facts: int = 0) -> int:
        """The next open event after `e` of which the facts in `mask` are these; after NO_EVENT the first. NO_EVENT: none."""
        until = self.until
        end = self.end[h]
        e = e + 1 if e else self.first[h]
        while e < end:
            if until[e] < 0 and self.facts[e] & mask == facts:
                return e
            e += 1
        return NO_EVENT

    def has_open(self, h: int, facts: int) -> bool:
        """Whether an event is open that has all these facts."""
        return self.next_open(h, NO_EVENT, facts, facts) != NO_EVENT

    def open_at(self, h: int, square: int) -> int:
        """The open event of `square`; NO_EVENT if there is none."""
        e = self.next_open(h, NO_EVENT)
        while e and self.square[e] != square:
            e = self.next_open(h, e)
        return e

    def count_open(self, h: int) -> int:
        """How many events are open."""
        count = e = 0
        while e := self.next_open(h, e):
            count += 1
        return count

    def first_lifted(self, h: int) -> int:
        """When the first of the pieces was lifted that are off their squares now; MOST_TIME if none is."""
        time = MOST_TIME
        e = NO_EVENT
        while e := self.next_open(h, e, OCCUPIED, OCCUPIED):
            time = min(time, self.since[e])
        return time

    def begin(self, h: int, square: int, facts: int, since: int) -> int:
        """One more event, which is open; returns it. If there is no room, the first one that is over is forgotten."""
        if self.end[h] - self.first[h] == EVENTS:
            e = self.first[h]
            while e < self.end[h] - 1 and self.until[e] < 0:
                e += 1
            self.remove(h, e)
        e = self.end[h]
        self.end[h] += 1
        self.square[e] = square
        self.facts[e] = facts
        self.gesture[e] = NO_ROW
        self.since[e] = since
        self.until[e] = OPEN
        return e

    def copy_event(self, e: int, to: int) -> None:
        """One event becomes like another."""
        self.square[to] = self.square[e]
        self.facts[to] = self.facts[e]
        self.gesture[to] = self.gesture[e]
        self.since[to] = self.since[e]
        self.until[to] = self.until[e]

    def remove(self, h: int, e: int) -> None:
        """Forget the event."""
        self.end[h] -= 1
        while e < self.end[h]:
            self.copy_event(e + 1, e)
            e += 1
