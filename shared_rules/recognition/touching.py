"""What an edge does to a line: it begins a touch, or ends one, and what that costs.

A touch is a square that stands otherwise than in the line's position, or did for a while, and that no ply of the line explains.
After construction nothing allocates.
"""

from array import array

from shared_rules.codes import LEAVE, STACK, const
from shared_rules.recognition.gestures import (
    BACK,
    GOING_ON_MS,
    HAND,
    LEAD,
    LIFT,
    LIFTED_MS,
    NEAR,
    NUDGE_MS,
    ODD_MS,
    PASSING_MS,
    REFUSED,
    SHADE,
    STACKED,
    STANDS,
    SWIFT,
)
from shared_rules.recognition.lines import (
    ARRIVED,
    BACK_AT,
    BACK_FROM,
    CHARGE,
    COST,
    COUNT,
    DONE,
    DUE,
    FACTS,
    FREE,
    GONE,
    KNOWN,
    LEFT,
    OCCUPIED,
    OLD,
    PAID,
    RED,
    REST,
    SINCE,
    SIZE,
    STEP,
    TOUCH,
    TOUCHES,
    UNDID,
    UNDO,
    UNTIL,
    Lines,
)
from shared_rules.recognition.positions import BETWEEN_STACKS, NONE, Positions
from shared_rules.recognition.prices import cost, find, price

MOST_TIME = const(0x3FFFFFFF)
TO_COME = const(8)  # a touch that lasts may come to cost so much more,
TO_PASS = const(20)  # more for one that has only passed over where its ply ends


def is_lift(what: int) -> bool:
    """Whether a touch, by the first of its numbers, is a piece lifted and put back lately, but for a ply that was put back."""
    return what & (OCCUPIED | OLD) == OCCUPIED and what > FACTS


class Touching:
    """The touches of `lines`, by the `positions` to which these lead."""

    def __init__(self, game, now: bytearray, changed: array, positions: Positions, lines: Lines) -> None:
        self.columns = game.columns
        self.now = now  # how each square stands,
        self.changed = changed  # and when that changed last
        self.stacks = getattr(game, "stacks", False)
        self.positions = positions
        self.lines = lines
        self.row = lines.row

    # What touches a line has

    def lasting(self, line: int, square: int) -> int:
        """Where in `row` the touch of `square` begins that lasts; 0 if there is none."""
        return self.next_lasting(line, 0, 255, square)

    def lasts(self, line: int, mask: int = 0, facts: int = 0) -> bool:
        """Whether any touch lasts of which the facts in `mask` are these."""
        return self.next_lasting(line, 0, mask, facts) != 0

    def next_lasting(self, line: int, i: int, mask: int = 0, facts: int = 0) -> int:
        """Where in `row` the next touch begins that lasts, of which the facts in `mask` are these; 0 if there is none.

        The next after that at `i`; 0: the first.
        """
        row = self.row
        end = line + TOUCH + row[line + COUNT] * SIZE
        i = i + SIZE if i else line + TOUCH
        while i < end:
            if row[i + UNTIL] < 0 and row[i] & mask == facts:
                return i
            i += SIZE
        return 0

    def stood(self, node: int, since: int) -> bool:
        """Whether none of the squares of the ply that leads to `node`, which is no pass, was touched after `since`."""
        positions = self.positions
        i = node * positions.width
        stood = positions.feet[i + 1] != 0
        while positions.feet[i + 1]:
            stood = stood and self.changed[positions.feet[i]] <= since
            i += 2
        return stood

    def stands(self, node: int) -> bool:
        """Whether a piece stands where the ply to `node`, which is no pass, ends."""
        return self.now[self.positions.to[node]] != 0

    def last_lifted(self, line: int) -> int:
        """When the last of the pieces was lifted that are off their squares now; 0 if none is."""
        last = i = 0
        while i := self.next_lasting(line, i, OCCUPIED, OCCUPIED):
            last = max(last, self.row[i + SINCE])
        return last

    def first_lifted(self, line: int) -> int:
        """When the first of the pieces was lifted that are off their squares now; MOST_TIME if none is."""
        first = MOST_TIME
        i = 0
        while i := self.next_lasting(line, i, OCCUPIED, OCCUPIED):
            first = min(first, self.row[i + SINCE])
        return first

    def may_carry_off(self, line: int, square: int, since: int) -> bool:
        """Whether what the last ply took may have been over `square` at `since`: none of its own, or its first."""
        row = self.row
        node = self.positions.played(row[line])
        if not row[line + KNOWN] or self.positions.effect(node, square) and square != self.positions.origin(node):
            return False
        return since < row[line + DONE] + ODD_MS and (self.positions.took(node) or self.positions.captures(node))

    def has_card(self, line: int, since: int) -> bool:
        """Whether the top card of a stack that was lifted and put back may have been in a hand at `since`."""
        row = self.row
        i = line + TOUCH
        for _ in range(row[line + COUNT] if self.stacks else 0):
            if is_lift(row[i]) and since - LIFTED_MS <= row[i + UNTIL] <= since:
                return True
            i += SIZE
        return False

    def _lays_card(self, line: int, since: int) -> bool:
        """Whether the card of the last ply may have been in the hand at `since`: what it covers was back before it left."""
        left = self.row[line + LEFT]
        return left <= since < left + ODD_MS and self.is_covered_early(self.row[line], line)

    def is_covered_early(self, node: int, step: int) -> bool:
        """Whether what the ply to `node`, whose times stand at `step`, covers was back before the card had left.

        So it may have been straightened.
        """
        positions = self.positions
        return positions.effect(node, positions.to[node]) == STACK and self.row[step + ARRIVED] == self.row[step + LEFT]

    def count_lasting(self, line: int) -> int:
        """How many touches last."""
        count = i = 0
        while i := self.next_lasting(line, i):
            count += 1
        return count

    def promise(self, line: int) -> int:
        """What the line costs, and may come to cost by how it stands."""
        row = self.row
        promised = row[line + COST]
        passed = row[line + ARRIVED] + PASSING_MS if row[line + KNOWN] else 0
        to = self.positions.to[row[line]]
        i = line + TOUCH
        for _ in range(row[line + COUNT]):  # of each line at each edge, several times: quicker than `next_lasting`
            if row[i + UNTIL] < 0 and not row[i] & FREE:
                if row[i] & 255 == to and row[i + SINCE] <= passed:
                    promised += TO_PASS
                promised += TO_COME
            i += SIZE
        return promised

    def remove(self, line: int, i: int) -> None:
        """Forget the touch that begins in `row` at `i`."""
        row = self.row
        row[line + COUNT] -= 1
        for j in range(i, line + TOUCH + row[line + COUNT] * SIZE):
            row[j] = row[j + SIZE]

    def add(self, line: int, what: int, since: int, until: int) -> None:
        """One more touch. If there is no room, one that has ended is forgotten."""
        row = self.row
        if row[line + COUNT] == TOUCHES:
            self.remove(line, self._least_wanted(line))
        i = line + TOUCH + row[line + COUNT] * SIZE
        row[line + COUNT] += 1
        row[i] = what
        row[i + SINCE] = since
        row[i + UNTIL] = until

    def _least_wanted(self, line: int) -> int:
        """Where in `row` the first touch begins that has ended, else the last."""
        row = self.row
        i = line + TOUCH
        for _ in range(TOUCHES):
            if row[i + UNTIL] >= 0:
                return i
            i += SIZE
        return i - SIZE

    def redden(self, base: bytearray) -> None:
        """What lasts was refused, where the squares stand otherwise than in `base`."""
        row = self.row
        now = self.now
        for n in range(self.lines.count):
            line = self.lines.rank[n]
            i = line + TOUCH
            end = i + row[line + COUNT] * SIZE
            while i < end:
                if row[i + UNTIL] < 0 and now[row[i] & 255] != base[row[i] & 255]:
                    row[i] |= RED
                i += SIZE

    def step_of(self, line: int, node: int) -> int:
        """Where the times of the ply that leads to `node`, on the line's way, stand: so far before LEFT as `line`."""
        parent = self.positions.parent
        at = self.row[line]
        known = self.row[line + KNOWN]
        while at != node and known > 1:
            at = parent[at]
            line += STEP
            known -= 1
        return line

    # An edge

    def take(self, line: int, square: int, closed: int, time: int) -> None:
        """The sensor under `square` changed at `time`."""
        row = self.row
        if row[line + BACK_AT] and time - row[line + BACK_AT] > NUDGE_MS and not self.lasts(line):
            row[line + BACK_FROM] = NONE
        i = self.lasting(line, square)
        if not i:
            self._begin(line, square, closed, time)
            return
        undoes = row[i] & UNDO
        self._end(line, i, time)
        if undoes and not self.lasts(line, UNDO, UNDO):
            row[line + BACK_AT] = time

    def _begin(self, line: int, square: int, closed: int, time: int) -> None:
        what = square
        if not closed:
            what |= OCCUPIED
        if not closed and self.is_put_back(line, square):
            what |= UNDO
        self.add(line, what, time, -1)

    def is_put_back(self, line: int, square: int) -> bool:
        """Whether `square` is one of a turn that is being put back."""
        row = self.row
        positions = self.positions
        at = row[line + BACK_FROM]
        while at != NONE and at != row[line]:
            if positions.effect(at, square):
                return True
            at = positions.parent[at]
        return False

    def _end(self, line: int, i: int, time: int) -> None:
        row = self.row
        what = row[i]
        if what & DUE:
            row[i] = what & ~DUE
            row[i + SINCE] = time
        elif what & UNDO and not row[line + BACK_AT]:
            self._put_back(line, i, time)
        elif what & (GONE | REST | FREE):
            if what & (GONE | REST):
                row[line + DONE] = max(row[line + DONE], time)
            self.remove(line, i)
        else:
            gesture = self.lifted(line, i, time) if what & OCCUPIED else self._shaded(line, i, time)
            row[line + COST] += cost(gesture)
            row[i] = what & FACTS & ~(UNDO | PAID) | gesture << CHARGE
            row[i + UNTIL] = time

    def _put_back(self, line: int, i: int, time: int) -> None:
        """A square of the turn that is being put back stands as before it."""
        row = self.row
        square = row[i] & 255
        if row[i] & OCCUPIED:
            row[line + COST] += price(SWIFT, time - row[i + SINCE], BACK)
            if self._was_put_back(line, i):
                row[line + COST] += price(LIFT, time - row[i + SINCE], 0)
            row[i + UNTIL] = time  # what came down may have a card on it, or be another piece that captures there
            return
        positions = self.positions
        undid = row[line + UNDID]
        origin = positions.origin(undid)
        if positions.leaving(undid) != LEAVE or square != positions.to[undid] or not self.now[origin]:
            self.remove(line, i)
            return
        # Its piece stood where it came from before it left.
        gesture = find(LEAD, time - self.changed[origin], NEAR if self.are_near(origin, square) else 0)
        row[line + COST] += cost(gesture)
        row[i] = square | PAID | gesture << CHARGE
        row[i + UNTIL] = time

    def _was_put_back(self, line: int, i: int) -> bool:
        """Whether the square of the touch that begins in `row` at `i` stood as before the turn that is put back already."""
        row = self.row
        j = line + TOUCH
        while j < i:
            if row[j] & UNDO and row[j] & 255 == row[i] & 255 and row[j + UNTIL] >= 0:
                return True
            j += SIZE
        return False

    # Which gesture it is

    def lifted(self, line: int, i: int, time: int) -> int:
        """Which gesture the touch is that begins in `row` at `i`, if the piece is put back at `time`."""
        row = self.row
        square = row[i] & 255
        node = row[line]
        if self.positions.is_lit(node, square):
            return find(LIFT, 0, 0)  # the lights ask for it
        bits = REFUSED if row[i] & RED else 0
        if square == self.positions.to[node] and row[i + SINCE] - row[line + ARRIVED] < NUDGE_MS:
            bits |= STANDS | STACKED if self.positions.facts[node] & BETWEEN_STACKS else STANDS
        if row[line + KNOWN] and row[line + LEFT] < row[i + SINCE] < row[line + ARRIVED]:
            bits |= HAND
        if self._was_lifted_before(line, i):
            return find(LIFT, time - row[i + SINCE], bits)
        other = self.next_lasting(line, 0, OCCUPIED | REST | FREE, OCCUPIED)
        if other == i:
            other = self.next_lasting(line, i, OCCUPIED | REST | FREE, OCCUPIED)
        return find(LIFT, time - row[i + SINCE], bits | HAND if other else bits)

    def _was_lifted_before(self, line: int, i: int) -> bool:
        """Whether the piece of the touch that begins in `row` at `i` had been lifted and put back just before."""
        row = self.row
        j = line + TOUCH
        while j < i:
            if row[j] & 255 == row[i] & 255 and is_lift(row[j]) and row[i + SINCE] - row[j + UNTIL] < GOING_ON_MS:
                return True
            j += SIZE
        return False

    def _shaded(self, line: int, i: int, time: int) -> int:
        row = self.row
        square = row[i] & 255
        since = row[i + SINCE]
        bits = REFUSED if row[i] & RED else 0
        if self._may_be_back(line, square, since, time):
            bits |= STANDS
        if self._is_in_hand(line, square, since, time):
            bits |= HAND
            j = line + TOUCH
            for _ in range(row[line + COUNT]):
                if (
                    not row[j] & OCCUPIED
                    and abs(row[j + SINCE] - time) <= PASSING_MS
                    and self.are_near(square, row[j] & 255)
                ):
                    bits |= NEAR
                j += SIZE
        return find(SHADE, time - since, bits)

    def came_from(self, line: int, square: int) -> bool:
        """Whether the piece of the line's last ply came from `square`: what comes down there may be that, put back."""
        return self.row[line + KNOWN] > 0 and self.positions.origin(self.positions.played(self.row[line])) == square

    def _may_be_back(self, line: int, square: int, since: int, time: int) -> bool:
        """Whether the piece of the last ply, which came from `square`, may have gone back there between these times."""
        row = self.row
        if since <= row[line + ARRIVED] or not self.came_from(line, square):
            return False
        node = self.positions.played(row[line])
        to = self.positions.to[node]
        if since - row[line + ARRIVED] < GOING_ON_MS:
            return True
        if time - since > PASSING_MS and self.positions.effect(node, to) == STACK:
            return True  # a card comes off a stack without a sensor
        i = line + TOUCH
        for _ in range(row[line + COUNT]):
            if row[i] & 255 == to and row[i + SINCE] < since:
                if row[i + UNTIL] < 0 or since <= row[i + UNTIL] + PASSING_MS:
                    return True
            i += SIZE
        return False

    def _is_in_hand(self, line: int, square: int, since: int, time: int) -> bool:
        """Whether a piece was in a hand between these times, or just before or after; or the top card of a stack may have been."""
        row = self.row
        arrived = row[line + ARRIVED]
        passes = time - since <= PASSING_MS
        if (
            self._lays_card(line, since)
            or self.may_carry_off(line, square, since)
            and (passes or not self.positions.captures(self.positions.played(row[line])))
        ):
            return True
        if row[line + KNOWN] and since <= arrived + PASSING_MS:
            if since >= arrived or time <= arrived + PASSING_MS:
                return True  # else what was there stayed when the ply's piece had arrived
        i = line + TOUCH
        for _ in range(row[line + COUNT]):
            if (
                row[i] & OCCUPIED
                and row[i + SINCE] <= since + PASSING_MS
                and self._was_lifted(row[i + UNTIL], since, time)
            ):
                return True
            i += SIZE
        return False

    def _was_lifted(self, until: int, since: int, time: int) -> bool:
        """Whether what was back on its square at `until`, or its stack's card, may have been in the hand between these times."""
        if until < 0 or self.stacks and until >= since - LIFTED_MS:
            return True
        return until >= since - PASSING_MS and time <= max(since, until) + PASSING_MS

    def are_near(self, one: int, other: int) -> bool:
        """Whether two squares touch."""
        columns = self.columns
        return (
            one != other and abs(one % columns - other % columns) <= 1 and abs(one // columns - other // columns) <= 1
        )
