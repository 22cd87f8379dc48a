"""The touch log: every debounced edge since the position that may still change. It remembers; it judges nothing.

Entries are in the order in which they came; those of one square form a chain, and along it the sensor opens and closes by
turns. All memory is taken at construction. Times are ms of the recognizer's own clock.
"""

from array import array

from shared_rules.codes import NOWHERE, const

NONE = const(255)  # no entry
NEVER = const(0x20000000)  # later than any time
OPENED = const(1)  # in `did`: the square was lifted from,
CLOSED = const(2)  # something closed it,
AGAIN = const(4)  # and that after it had opened
DROPPED = const(8)  # so many pairs of edges are dropped at a time
ROOM = const(64)


class TouchLog:
    """Room for `room` edges (254 at most) of a frame of `size` squares."""

    def __init__(self, size: int, room: int = ROOM) -> None:
        self.room = room
        self.count = 0
        self.time = array("i", [0] * room)
        self.square = bytearray(room)
        self.closed = bytearray(room)
        self.next = bytearray(room)  # the same square's next entry
        self.kept = bytearray(room)  # scratch: 1 for what `keep` is to keep
        self.past = bytearray(room)  # 1 for what meant nothing by itself, but may have been a ply's beginning
        self.base = bytearray(size)  # how the squares stood before, 1 where a piece was,
        self.now = bytearray(size)  # and how they stand now
        self.first = bytearray(b"\xff" * size)
        self.last = bytearray(b"\xff" * size)
        self.did = bytearray(size)
        self.touched = bytearray(size)  # the squares touched, `touches` of them, in the order of their first entry
        self.touches = 0
        self.lost = 0  # edges that were dropped because the log was full

    def clear(self) -> None:
        """Forget everything."""
        first = self.first
        last = self.last
        did = self.did
        touched = self.touched
        for i in range(self.touches):
            square = touched[i]
            first[square] = last[square] = NONE
            did[square] = 0
        self.count = self.touches = 0

    def add(self, square: int, closed: int, time: int, since: int = -1) -> None:
        """One more edge. A full log first drops the oldest pairs of a square that cancel out, if it can of those after `since`."""
        if self.count == self.room:
            self._make_room(since)
        i = self.count
        self.count = i + 1
        self.time[i] = time
        self.square[i] = square
        self.closed[i] = closed
        self.past[i] = 0
        self._link(i)
        self.now[square] = closed

    def _link(self, i: int) -> None:
        square = self.square[i]
        self.next[i] = NONE
        if self.first[square] == NONE:
            self.first[square] = i
            self.touched[self.touches] = square
            self.touches += 1
        else:
            self.next[self.last[square]] = i
        self.last[square] = i
        if not self.closed[i]:
            self.did[square] |= OPENED
        else:
            self.did[square] |= CLOSED | AGAIN if self.did[square] & OPENED else CLOSED

    def keep(self) -> None:
        """Forget all entries but those with `kept[i]`; the caller sees to it that along each square they still alternate."""
        kept = self.kept
        count = self.count
        self.clear()
        time = self.time
        squares = self.square
        closed = self.closed
        following = self.next
        first = self.first
        last = self.last
        did = self.did
        past = self.past
        touched = self.touched
        touches = j = 0
        for i in range(count):  # as `_link` does, without a call for each
            if kept[i]:
                square = squares[i]
                close = closed[i]
                time[j] = time[i]
                squares[j] = square
                closed[j] = close
                past[j] = past[i]
                following[j] = NONE
                if first[square] == NONE:
                    first[square] = j
                    touched[touches] = square
                    touches += 1
                    did[square] = CLOSED if close else OPENED
                else:
                    following[last[square]] = j
                    did[square] |= CLOSED | AGAIN if close and did[square] & OPENED else CLOSED if close else OPENED
                last[square] = j
                j += 1
        self.count = j
        self.touches = touches

    def keep_none(self) -> None:
        """Mark nothing in `kept`."""
        for i in range(self.count):
            self.kept[i] = 0

    def keep_marked(self) -> None:
        """Forget all entries but those marked in `kept`, and those without which a square would stand otherwise."""
        for n in range(self.touches):
            self._alternate(self.touched[n])
        self.keep()

    def _alternate(self, square: int) -> None:
        """See to it that what is marked in `kept` of a square leads from `base` to how it stands now."""
        kept = self.kept
        stands = self.base[square]
        marked = False
        before = after = NONE
        i = self.first[square]
        while i != NONE:
            if kept[i]:
                if self.closed[i] == stands and before != NONE:
                    kept[before] = 1
                stands = self.closed[i]
                marked = True
                after = NONE
            elif after == NONE or not marked:
                after = i
            before = i
            i = self.next[i]
        if after != NONE and stands != self.closed[self.last[square]]:
            kept[after] = 1

    def changed_first(self, square: int, closed: int, since: int) -> int:
        """When `square` (NOWHERE: none) first `closed` (1) or opened (0) after that time; NEVER if it has not."""
        i = NONE if square == NOWHERE else self.first[square]
        while i != NONE and (self.closed[i] != closed or self.time[i] <= since):
            i = self.next[i]
        return NEVER if i == NONE else self.time[i]

    def changed_last(self, square: int, closed: int) -> int:
        """When the touched `square` last `closed` (1) or opened (0); 0 if it has not."""
        time = 0
        i = self.first[square]
        while i != NONE:
            if self.closed[i] == closed:
                time = self.time[i]
            i = self.next[i]
        return time

    def did_after(self, square: int, time: int) -> int:
        """OPENED, CLOSED and AGAIN for what `square` did after `time`."""
        did = 0
        i = self.first[square]
        while i != NONE:
            if self.time[i] > time:
                if not self.closed[i]:
                    did |= OPENED
                else:
                    did |= CLOSED | AGAIN if did & OPENED else CLOSED
            i = self.next[i]
        return did

    def turn_back(self, ms: int) -> None:
        """Times are to be `ms` less; what is older than that was at the beginning."""
        for i in range(self.count):
            self.time[i] = max(0, self.time[i] - ms)

    def _make_room(self, since: int) -> None:
        kept = self.kept
        for i in range(self.room):
            kept[i] = 1
        if not self._drop(since) and not self._drop(-1):
            kept[0] = 0
        self.lost += 1
        self.keep()

    def _drop(self, since: int) -> int:
        """Unmark some pairs in `kept` that came after `since`; gives how many."""
        kept = self.kept
        i = dropped = 0
        while i < self.room and dropped < DROPPED:
            j = self.next[i]
            if j != NONE and kept[i] and self.time[i] > since:
                kept[i] = kept[j] = 0
                dropped += 1
            i += 1
        return dropped


class Unread:
    """`count` edges, the oldest first; each time that of the recognizer's clock."""

    def __init__(self) -> None:
        self.count = 0
        self.time = array("i", [0] * ROOM)
        self.square = bytearray(ROOM)
        self.closed = bytearray(ROOM)

    def stands(self, square: int, closed: int) -> int:
        """How `square`, which stands as `closed` before, stands after all of them."""
        for i in range(self.count):
            if self.square[i] == square:
                closed = self.closed[i]
        return closed

    def differs(self, base: bytearray) -> bool:
        """Whether a square of them stands otherwise than in `base` after all of them."""
        for i in range(self.count):
            square = self.square[i]
            if self.stands(square, 0) != base[square]:
                return True
        return False

    def add(self, square: int, closed: int, time: int) -> None:
        """One more. If there is no room, it cancels the last one of its square."""
        if self.count == ROOM:
            for i in range(ROOM - 1, -1, -1):
                if self.square[i] == square:
                    self.remove(i)
                    return
            self.remove(0)
        self.insert(self.count, square, closed, time)

    def take(self, log: TouchLog, since: int) -> None:
        """What came after the time `since` is taken from the log, to be read again."""
        for i in range(log.count - 1, -1, -1):
            again = log.time[i] > since and self.count < ROOM
            log.kept[i] = 0 if again else 1
            if again:
                self.insert(0, log.square[i], log.closed[i], log.time[i])
                log.now[log.square[i]] = 1 - log.closed[i]
        log.keep()

    def flush(self, log: TouchLog, edges: int, since: int = -1) -> None:
        """The oldest so many go into the log at once; `since` as in its `add`."""
        for _ in range(edges):
            log.add(self.square[0], self.closed[0], self.time[0], since)
            self.remove(0)

    def remove(self, at: int) -> None:
        """The `at`-th has been read, or need not be."""
        self.count -= 1
        for i in range(at, self.count):
            self.time[i] = self.time[i + 1]
            self.square[i] = self.square[i + 1]
            self.closed[i] = self.closed[i + 1]

    def turn_back(self, ms: int) -> None:
        """Times are to be `ms` less."""
        for i in range(self.count):
            self.time[i] = max(0, self.time[i] - ms)

    def insert(self, at: int, square: int, closed: int, time: int) -> None:
        """One more, before the `at`-th."""
        for i in range(self.count, at, -1):
            self.time[i] = self.time[i - 1]
            self.square[i] = self.square[i - 1]
            self.closed[i] = self.closed[i - 1]
        self.time[at] = time
        self.square[at] = square
        self.closed[at] = closed
        self.count += 1
