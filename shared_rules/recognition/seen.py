"""What the sensors have shown since a position stood, and whether that is what a ply does.

A ply's footprint (codes.py) says what it does to each square; `complete` and `under_way` compare it with the
squares as they are and with what was touched. Pure, allocates nothing after construction.
"""

from array import array

from shared_rules.codes import ARRIVE, LEAVE, MAYBE, NOWHERE, PATH, STACK, SWAP, TAKEN, const

LIFT_MS = const(90)  # no hand lifts a piece and puts one down in less: a square open for less was not lifted from
# A piece that only passes over a sensor, or stands between two, closes it for 250; and edges bounce.
PASSING_MS = const(265)
OPENINGS = const(8)  # of squares touched before, which may yet prove to be none: those within LIFT_MS, so a few
FIELDS = const(4)  # of an opening: its square and time, and what `opened` and `closed` were before
NO = const(0)
WEAK = const(1)  # possible, but in an order that hands hardly manage: wait and see
LATE = const(2)  # a stack was lifted and put back before the card left its own square: it may yet go elsewhere
YES = const(3)


class Seen:
    """The occupancy of one position and every square's last opening and closing since (0: never).

    Times are ms of the referee's own clock, which never goes back; a negative one is hidden: it counts as 0 until it is
    recalled.
    """

    def __init__(self, size: int, squares: bytes, columns: int) -> None:
        self._columns = columns
        self._squares = squares  # those of the frame that are none of its holes
        self.base = bytearray(size)
        self.opened = array("i", [0] * size)
        self.closed = array("i", [0] * size)
        self._openings = array("i", [0] * (OPENINGS * FIELDS))  # a ring
        self._next = 0  # where in it
        self._loose = NOWHERE  # where a piece may stand or be gone
        self.touched = False
        self.strayed = 0

    def stand(self, board: bytearray | list[int]) -> None:
        """The position of `board` (a game's board values) stands, nothing is touched yet."""
        base = self.base
        for square in self._squares:
            base[square] = 1 if board[square] else 0
        self._loose = NOWHERE
        self.forget()

    def loosen(self, square: int, closed: int) -> None:
        """From now on the position has on `square`, and there alone, whatever its sensor says, now `closed`."""
        self._loose = square
        self.base[square] = closed

    def forget(self) -> None:
        """Nothing was touched."""
        if self.touched:
            for square in self._squares:
                self.opened[square] = self.closed[square] = 0
            self.touched = False

    def keep(self, kept) -> None:
        """Forget all but what was touched on the square `kept`; and, if nothing else was lifted, where a piece only passed."""
        alone = True
        for square in self._squares:
            if square != kept and self.base[square] and self.opened[square] > 0:
                alone = False
        for square in self._squares:
            if square != kept and (not alone or self.base[square] or self.opened[square] < self.closed[square]):
                self.opened[square] = self.closed[square] = 0

    def forget_but(self, foot: bytearray, start: int, end: int) -> None:
        """Forget what was touched besides the squares of the footprint foot[start:end]."""
        for square in self._squares:
            if self.opened[square] or self.closed[square]:
                i = start
                while i < end and foot[i] != square:
                    i += 2
                if i >= end:
                    self.opened[square] = self.closed[square] = 0

    def hide(self) -> None:
        """What was touched until now counts no more, as far as is known: it may be recalled."""
        for square in self._squares:
            if self.opened[square] > 0:
                self.opened[square] = -self.opened[square]
            if self.closed[square] > 0:
                self.closed[square] = -self.closed[square]
        openings = self._openings
        for i in range(0, OPENINGS * FIELDS, FIELDS):
            openings[i + 2] = -abs(openings[i + 2])
            openings[i + 3] = -abs(openings[i + 3])

    def recall(self, other, since: int) -> None:
        """Nothing being touched yet, take over from `other` what was after the time `since`, also what it hides."""
        for square in self._squares:
            time = abs(other.closed[square])
            if time > since:
                self.closed[square] = time
            time = abs(other.opened[square])
            if time > since:
                self.opened[square] = time
        openings = self._openings
        for i in range(0, OPENINGS * FIELDS, FIELDS):
            openings[i] = other._openings[i]
            openings[i + 1] = other._openings[i + 1]
            time = abs(other._openings[i + 2])
            openings[i + 2] = time if time > since else 0
            time = abs(other._openings[i + 3])
            openings[i + 3] = time if time > since else 0
        self._next = other._next
        self.touched = True

    def edge(self, square: int, closed: int, time: int) -> None:
        """A sensor closed (1) or opened (0)."""
        if square == self._loose:
            self.base[square] = closed
        self.touched = True
        if not closed:
            if self.opened[square] or self.closed[square]:
                self._keep_opening(square, time)
            # Where it was closed but for a while, a piece only passed: what stood there was lifted before.
            if not self.base[square] or not 0 < self.opened[square] < self.closed[square] >= time - PASSING_MS:
                self.opened[square] = time
        elif not self.base[square] or not self.opened[square] or not self._was_none(square, time):
            self.closed[square] = time

    def undone(self, now: bytearray, foot: bytearray, i: int, end: int, begun: int) -> int:
        """Since when the squares of the footprint foot[i:end] have stood as before it, 0 if they don't.

        Its piece was put back after the time `begun`, and may be lifted anew if it had stood for longer than one that only
        passes; so may what it took or covered, if that was put back too.
        """
        start = i
        since = 0
        if i < end and abs(self.closed[foot[i]]) > begun:
            while i < end:
                square = foot[i]
                opened = abs(self.opened[square])
                closed = abs(self.closed[square])
                if now[square] != self.base[square]:
                    if now[square] or closed <= begun or (i == start and opened - closed <= PASSING_MS):
                        return 0
                    opened = closed
                elif not self.base[square] and opened > abs(self.closed[foot[start]]) + PASSING_MS:
                    return 0  # what came before it was lifted is another piece
                if foot[i + 1] != PATH:
                    since = max(since, opened, closed)
                i += 2
        return since

    def _keep_opening(self, square: int, time: int) -> None:
        """A square that was touched before opens: keep what was."""
        openings = self._openings
        i = self._next
        self._next = (i + FIELDS) % (OPENINGS * FIELDS)
        openings[i] = square
        openings[i + 1] = time
        openings[i + 2] = self.opened[square]
        openings[i + 3] = self.closed[square]

    def _was_none(self, square: int, time: int) -> bool:
        """Whether the opening that ends at `time` was none: then the square is as it was before."""
        openings = self._openings
        for i in range(0, OPENINGS * FIELDS, FIELDS):
            if openings[i] == square and 0 <= time - openings[i + 1] < LIFT_MS and openings[i + 1]:
                self.opened[square] = openings[i + 2]
                self.closed[square] = openings[i + 3]
                return True
        if time - abs(self.opened[square]) < LIFT_MS:
            self.opened[square] = self.closed[square] = 0
            return True
        return False

    def differing(self, now: bytearray) -> int:
        """How many squares of `now` (1 = closed) are not as the position has them."""
        base = self.base
        count = 0
        for square in self._squares:
            if now[square] != base[square]:
                count += 1
        return count

    def complete(self, now: bytearray, differing: int, foot: bytearray, i: int, end: int) -> int:
        """Whether the footprint foot[i:end] has been performed from here: NO, WEAK, LATE or YES.

        `differing` is what `differing(now)` gives; everything that differs must belong to the footprint.
        """
        base = self.base
        verdict = YES
        start = i
        while i < end:
            square = foot[i]
            effect = foot[i + 1]
            i += 2
            if effect == LEAVE or effect == TAKEN:
                if now[square]:
                    return NO
                differing -= 1
            elif effect == ARRIVE:
                if not now[square]:
                    return NO
                if not base[square]:
                    differing -= 1
                if i > start + 2 and not self._arrives(foot[start], foot[start + 1], square):
                    verdict = WEAK
            elif effect == SWAP:
                # The capturing piece can't have arrived before it left its own square, unless it slid from beside.
                if not now[square] or self.opened[square] <= 0 or not self._may_have_come(foot[start], square, LEAVE):
                    return NO
            elif effect == STACK:
                if not now[square] or self.opened[square] <= 0:
                    return NO
                if i > start + 2 and verdict == YES and not self._may_have_come(foot[start], square, foot[start + 1]):
                    verdict = LATE
            elif effect == MAYBE:
                if now[square] != base[square]:
                    differing -= 1
            elif effect == PATH and now[square]:
                return NO
        return verdict if differing == 0 else NO

    def slid(self, now: bytearray, foot: bytearray, i: int, end: int) -> int:
        """The square beside to which a piece that the footprint foot[i:end] takes off is being pushed, as it closed before that
        of the piece opened: NOWHERE if there is none. It is empty, or the one where the footprint begins."""
        origin = foot[i]
        arrived = self.closed[foot[i + 2]]
        columns = self._columns
        while i < end:
            square = foot[i]
            if foot[i + 1] == TAKEN and not now[square]:
                opened = self.opened[square]
                for beside in range(9):
                    column = square % columns + beside % 3 - 1
                    other = square + (beside // 3 - 1) * columns + beside % 3 - 1
                    if 0 <= column < columns and 0 <= other < len(self.base) and now[other]:
                        closed = self.closed[other]
                        if (
                            not self.base[other] or other == origin
                        ) and arrived < closed < opened <= closed + PASSING_MS:
                            return other
            i += 2
        return NOWHERE

    def taken(self, now: bytearray, foot: bytearray, i: int, end: int) -> bool:
        """Whether a piece that the footprint foot[i:end] takes off is gone."""
        while i < end:
            if foot[i + 1] == TAKEN and not now[foot[i]]:
                return True
            i += 2
        return False

    def _may_have_come(self, origin: int, square: int, effect: int) -> bool:
        """Whether a piece from `origin` may be what closed `square`: for a while one piece closes two that are neighbours.

        Not one that is taken off a lifted stack."""
        early = self.opened[origin] - self.closed[square]
        if early <= 0 or early > PASSING_MS or effect == STACK:
            return early <= 0
        columns = self._columns
        return abs(origin % columns - square % columns) <= 1 and abs(origin // columns - square // columns) <= 1

    def _arrives(self, origin: int, effect: int, target: int) -> int:
        """Whether what stands on `target`, empty before, can be what left `origin`: it came no sooner than that left."""
        left = since = self.opened[origin]
        if effect == LEAVE:
            since -= (
                PASSING_MS  # one that slides may close the next sensor before its own opens; a card in the hand can't
            )
        if self.closed[target] < since:
            return False
        if self.opened[target] > left:  # touched twice: or stood there something all the time?
            openings = self._openings
            for i in range(0, OPENINGS * FIELDS, FIELDS):
                if openings[i] == target and openings[i + 1] == self.opened[target]:
                    passed = self.opened[target] - openings[i + 3] <= PASSING_MS
                    return openings[i + 3] >= since or (passed and self.closed[target] - self.opened[target] >= LIFT_MS)
        return True

    def far(self, square: int, other: int, closed: int, since: int) -> bool:
        """Whether what closed `other` at the time `closed` can't be what closed `square` at `since`."""
        if closed <= since - PASSING_MS:
            return True
        columns = self._columns
        near = abs(other % columns - square % columns) <= 1 and abs(other // columns - square // columns) <= 1
        return closed <= since and not near

    def crossed(self, since: int, until: int) -> bool:
        """Whether an empty square was closed after `since` and opened before `until`."""
        for square in self._squares:
            if not self.base[square] and since < self.closed[square] < self.opened[square] < until:
                return True
        return False

    def lifted_together(self) -> int:
        """A square that was open when the last one to be lifted from, `strayed`, was: NOWHERE if there is none."""
        last = NOWHERE
        for square in self._squares:
            if self.base[square] and self.opened[square] > (0 if last == NOWHERE else self.opened[last]):
                last = square
        if last != NOWHERE:
            self.strayed = last
            for square in self._squares:
                if self.base[square] and 0 < self.opened[square] < self.opened[last] < self.closed[square]:
                    return square
        return NOWHERE

    def under_way(self, now: bytearray, differing: int, foot: bytearray, i: int, end: int) -> bool:
        """Whether the squares as they are can lie on the way of the footprint foot[i:end]."""
        base = self.base
        origin = foot[i]
        effect = foot[i + 1]
        lifted = effect == ARRIVE or not now[origin] or (effect != LEAVE and self.opened[origin] > 0)
        while i < end and differing > 0:
            square = foot[i]
            if now[square] != base[square]:
                effect = foot[i + 1]
                if effect == ARRIVE or effect == PATH:
                    if lifted and now[square]:
                        differing -= 1
                elif not now[square]:
                    differing -= 1
            i += 2
        return differing == 0

    def stray(self, foot: bytearray, i: int, end: int, begun: int = 0) -> int:
        """How many other squares were lifted from, or put back on, after the footprint foot[i:end] had begun (0: as seen).

        `strayed` is one of them.
        """
        start = i
        if begun:
            i = end
        while i < end:
            square = foot[i]
            effect = foot[i + 1]
            time = self.closed[square] if effect == ARRIVE else self.opened[square]
            if time > 0 and effect != PATH and (not begun or time < begun):
                begun = time
            i += 2
        count = 0
        for square in self._squares:
            if self.base[square] and self.opened[square] > 0 and max(self.opened[square], self.closed[square]) > begun:
                i = start
                while i < end and foot[i] != square:
                    i += 2
                if i >= end:
                    count += 1
                    self.strayed = square
        return count

    def landings(self, foot: bytearray, i: int, end: int) -> int:
        """How well the landings on the way were seen: their number in the right order, -1 if out of order."""
        count = 0
        last = 0
        while i < end:
            if foot[i + 1] == PATH:
                time = self.closed[foot[i]]
                if time > 0:
                    if time < last:
                        return -1
                    last = time
                    count += 1
            i += 2
        return count
