"""Whether the touches of a line are those of one more ply, and what the line with it costs.

After construction nothing allocates.
"""

from shared_rules.codes import ARRIVE, LEAVE, MAYBE, PATH, STACK, SWAP, TAKEN, const
from shared_rules.recognition.gestures import (
    APART,
    BACKWARD,
    BRIEF_MS,
    CARRY,
    COVERED,
    EXTRA,
    FIRST_MS,
    HAND,
    HASTE,
    LATE,
    LEAD,
    LIFT,
    LIFTED_MS,
    NEAR,
    OWN,
    PASSED,
    PASSING_MS,
    PAST,
    PLAYER,
    SHADE,
    STACKED,
    STANDS,
    SWIFT,
    SWOOP_MS,
)
from shared_rules.recognition.legal import Legal
from shared_rules.recognition.lines import (
    APARTS,
    ARRIVED,
    BACK_AT,
    BACK_FROM,
    BEGUN,
    CHARGE,
    COST,
    COUNT,
    DONE,
    DUE,
    FACTS,
    FEE,
    FREE,
    GONE,
    HASTES,
    KNOWN,
    LAST_KNOWN,
    LEADS,
    LEFT,
    NODE,
    OCCUPIED,
    OLD,
    ORDER,
    PACE,
    PACE_BITS,
    PAID,
    REST,
    SINCE,
    SIZE,
    STEP,
    STEPS,
    SWIFTS,
    TOUCH,
    TOUCHES,
    UNDID,
    UNDID_AT,
    UNDO,
    UNTIL,
    Lines,
)
from shared_rules.recognition.positions import NONE, effect_in
from shared_rules.recognition.positions import PASS as PASSES
from shared_rules.recognition.prices import cheaper, cost, find, price
from shared_rules.recognition.touching import Touching

NEVER = const(-1)

# What becomes of a touch.
KEPT = const(0)
MADE = const(1)  # the ply made it
HALF_MADE = const(2)  # the ply lifted a stack, of which the rest is not back
LEFT_FREE = const(3)


def cost_of_pace(pace: int) -> int:
    """What the rows cost that are packed in a PACE."""
    total = 0
    while pace:
        total += cost(pace & 0x7F)
        pace >>= PACE_BITS
    return total


class Matching:
    """Makes of a line of `lines` one with another ply."""

    def __init__(self, legal: Legal, lines: Lines, touching: Touching) -> None:
        self.legal = legal
        self.positions = legal.positions
        self.lines = lines
        self.row = lines.row
        self.touching = touching
        self.use = bytearray(TOUCHES)
        self.late = bytearray(legal.positions.width)  # squares of which a piece is yet to be taken off
        self.lates = 0
        self.halves = 0  # stacks from which a card came without their being lifted, to put back what was covered,
        self.laid = 0  # and on which one was laid
        self.left = self.arrived = self.opened = self.rested = NEVER
        self.begun = self.done = self.order = self.pace = 0
        self.undoes = False
        self.to = 0

    def match(self, line: int, ply: int, foot: bytearray, edge: int) -> int:
        """The row of a line with `ply`, of the footprint `foot`, too, if the touches of `line` are those of the ply; else -1.

        Not if what it would take on `edge` came back just now. `go_on` makes it lead to the position after the ply.
        """
        self.to = self.positions.game.destination(ply)
        if not self._fits(line, foot, edge):
            return -1
        self._pace(line, foot)
        haste = self._price_haste(line, foot)
        made = self.lines.new() if haste >= 0 else -1
        if made >= 0:
            self._write(line, made, foot)
            self.row[made + COST] += haste
        return made

    def go_on(self, line: int, made: int, ply: int, foot: bytearray) -> int:
        """Let `made`, which `match` gave, lead on with the ply; gives its row, -1 if there is no room for its position."""
        node = self.positions.child(self.row[line], ply, foot)
        if node == NONE:
            self.lines.drop(made)
            return -1
        self._step(line, made, node)
        passed = self.positions.passed(node)
        if passed != node:
            self.step_on(made, passed)
        return made

    # Whether it fits

    def _fits(self, line: int, foot: bytearray, edge: int) -> bool:
        for i in range(self.row[line + COUNT]):
            self.use[i] = KEPT
        self.lates = self.halves = self.laid = 0
        self.left = self.arrived = self.opened = self.rested = self.begun = NEVER
        self.done = 0
        self.undoes = False  # its piece is one that is being put back
        n = 0
        while foot[n + 1]:
            if not self._has(line, foot, n, edge):
                return False
            n += 2
        i = line + TOUCH
        for j in range(self.row[line + COUNT]):
            if self.row[i] & DUE and self.use[j] == KEPT:
                self.use[j] = MADE  # a card comes off a stack, or is laid on it, without a sensor
                self.halves += 1
            i += SIZE
        return not self._is_led(line) or self._is_since(foot)

    def _is_led(self, line: int) -> bool:
        """Whether a ply that comes after those of the line is the one to which hands are led."""
        return self.legal.is_held(self.positions.side[self.row[line]])

    def _is_since(self, foot: bytearray) -> bool:
        """Whether the ply, if no square stands otherwise after it, was made since hands are led to it."""
        if self.rested < 0 or foot[3] != SWAP and foot[3] != STACK:
            return True
        return self.legal.is_led_by(min(self.rested, self.arrived))

    def _has(self, line: int, foot: bytearray, n: int, edge: int) -> bool:
        """Whether the line has the n-th square of the footprint touched as its effect says."""
        row = self.row
        square = foot[n]
        effect = foot[n + 1]
        touch = row[line + COUNT] - 1
        i = line + TOUCH + touch * SIZE
        while touch >= 0 and row[i] & 255 != square:
            touch -= 1
            i -= SIZE
        lasts = touch >= 0 and row[i + UNTIL] < 0
        if lasts and row[i] & DUE and effect != STACK:
            return False
        if effect == PATH:
            if lasts and row[i] & GONE:
                return True  # what a ply took there stands yet: this landing was skipped
            return not lasts
        if effect == MAYBE:
            if lasts:
                self.use[touch] = LEFT_FREE
            return True
        if effect == TAKEN:
            if lasts:
                self._make(line, touch, False)
            else:
                self.late[self.lates] = square
                self.lates += 1
            return lasts or square != edge
        if self._is_over(line, i, n == 0):
            return False
        return self._is_made(line, touch, effect, n == 0)

    def _is_over(self, line: int, i: int, first: bool) -> bool:
        """Whether the touch at `i` in `row` is of what was put back, and no card that was in a hand then may lie there."""
        row = self.row
        until = row[i + UNTIL]
        if not row[i] & UNDO or until < 0:
            return False
        if first:
            return not self._is_laid_on(line, row[i + SINCE])
        return self.undoes or self.left > until

    def _is_laid_on(self, line: int, lifted: int) -> bool:
        """Whether the card may have been laid back on its stack, which was lifted, at `lifted`, for this ply only."""
        row = self.row
        if not self.touching.stacks:
            return False
        if self.to == self.positions.to[row[line + UNDID]] and lifted <= row[line + UNDID_AT]:
            return False  # to the same square it goes only once it was laid back
        self.laid += 1
        return True

    def _make(self, line: int, touch: int, ended: bool) -> None:
        """The ply made this touch: its beginning, or the end, too."""
        row = self.row
        i = line + TOUCH + touch * SIZE
        since = row[i + SINCE]
        self.use[touch] = MADE
        self.done = max(self.done, row[i + UNTIL] if ended else since)
        if self.begun < 0 or since < self.begun:
            self.begun = since

    def _is_made(self, line: int, touch: int, effect: int, first: bool) -> bool:
        """Whether the ply may have made the touch of a square that its piece leaves or comes to."""
        row = self.row
        i = line + TOUCH + touch * SIZE
        what = row[i]
        since = row[i + SINCE]
        until = row[i + UNTIL]
        if effect == ARRIVE:
            self.arrived = since
            if first and self.touching.lasts(line, GONE, GONE):
                return False  # what is placed may still be on the board
        elif what & REST:
            return False  # what stands there is in the hand of who has just played from there
        elif effect == STACK and first:
            if what & DUE:
                self.rested = until = since
            elif until >= 0:
                self.rested = until
        elif effect != LEAVE:  # captured, covered, or jumped round to where it began
            self.opened = since
            self.arrived = until
        if first:
            self.left = since
            self.undoes = what & UNDO != 0
        self._make(line, touch, row[i + UNTIL] >= 0)
        if effect == STACK and until < 0:
            self.use[touch] = HALF_MADE
        return True

    # What it costs

    def _pace(self, line: int, foot: bytearray) -> None:
        """The order and the pace of its own edges: hands that are led have any."""
        row = self.row
        self.pace = 0
        early = False
        if foot[3]:
            start = foot[0]
            if self.undoes and self.arrived < row[line + UNDID_AT]:
                self.left = row[line + UNDID_AT]  # it went on from where it was told
                start = self.positions.to[row[line + UNDID]]
            if self.left > self.arrived:
                near = self.touching.are_near(start, foot[2]) and not self.touching.came_from(line, foot[2])
                bits = NEAR if near else 0
                if foot[1] == STACK:
                    bits |= STACKED
                early = foot[3] == STACK
                self.pace |= find(COVERED if early else LEAD, self.left - self.arrived, bits) << LEADS
            if foot[3] == SWAP or foot[3] == STACK:
                slid = self.left > self.arrived and not early
                self.pace |= find(SWIFT, self.arrived - self.opened, NEAR if slid else 0) << SWIFTS
                if self.rested >= 0:
                    bits = HAND if self.undoes or self._is_carried(line) else 0
                    since = max(self.rested, row[line + UNDID_AT]) if self.undoes else self.rested
                    self.pace |= find(APART, self.opened - since, bits) << APARTS
            elif not self.undoes and 0 <= self.rested < self.left + BRIEF_MS:
                self.pace |= find(CARRY, self.arrived - self.rested, 0) << APARTS
        if self._is_led(line):
            self.pace = 0
        self.order = cost_of_pace(self.pace) + self.laid * price(EXTRA, 0, LATE)  # asked
        if early:
            self.arrived = self.left

    def _is_carried(self, line: int) -> bool:
        """Whether something passed over an empty square between one stack and the other."""
        row = self.row
        i = line + TOUCH
        for _ in range(row[line + COUNT]):
            if not row[i] & OCCUPIED and row[i + SINCE] < self.opened:
                until = row[i + UNTIL] if row[i + UNTIL] >= 0 else self.opened + 1
                if self.rested < until <= self.opened + PASSING_MS:
                    return True
            i += SIZE
        return False

    def _write(self, line: int, made: int, foot: bytearray) -> None:
        """Write into the row `made` what the line costs with the ply, and the touches that are left."""
        row = self.row
        touching = self.touching
        total = row[line + COST]
        i = line + TOUCH
        to = made + TOUCH
        for j in range(row[line + COUNT]):
            what = row[i]
            use = self.use[j]
            if use == KEPT:
                if row[i + UNTIL] >= 0:
                    gesture = self._seen_again(line, i, foot)
                    total += cost(gesture) - cost(what >> CHARGE)
                    what = what & FACTS | gesture << CHARGE
                what &= ~UNDO
            else:
                if use != LEFT_FREE:
                    total -= cost(what >> CHARGE)
                what = what & 255 | OCCUPIED | (REST if use == HALF_MADE else FREE)
            if use != MADE:
                row[to] = what
                row[to + SINCE] = row[i + SINCE]
                row[to + UNTIL] = row[i + UNTIL]
                to += SIZE
            i += SIZE
        row[made + COUNT] = (to - made - TOUCH) // SIZE
        for j in range(self.lates):
            touching.add(made, self.late[j] | GONE, self.done, -1)
        row[made + COST] = total + self.order + self.halves * price(EXTRA, 0, LATE)
        row[made + BACK_FROM] = NONE
        undid = row[line + UNDID]
        kept = undid != NONE and self.positions.has(self.positions.told, undid)
        row[made + UNDID] = undid if kept else NONE
        row[made + UNDID_AT] = row[line + UNDID_AT] if kept else 0
        row[made + FEE] = row[line + FEE] if kept else 0
        row[made + BACK_AT] = row[line + BACK_AT] if kept else 0

    def _seen_again(self, line: int, i: int, foot: bytearray) -> int:
        """Which gesture a touch that has ended, and begins in `row` at `i`, is beside the ply.

        It may be on a square of its own, touched before, or its piece may have passed over there.
        """
        row = self.row
        square = row[i] & 255
        gesture = row[i] >> CHARGE
        since = row[i + SINCE]
        until = row[i + UNTIL]
        to = self.to
        if row[i] & PAID:
            return gesture
        if row[i] & OCCUPIED:
            if since >= self.arrived or row[line + KNOWN] and since < row[line + ARRIVED]:
                return gesture  # after the ply, or before the last one was done
            if square == foot[0] or square == to:
                twice = foot[1] == foot[3] == STACK
                own = find(LIFT, until - since, OWN | STACKED if twice else OWN)
                if row[i] & OLD and square == foot[0]:
                    own = find(PAST, cost(own), 0)
                gesture = cheaper(gesture, own)
                if twice:
                    self.order += cost(gesture)
                return gesture
            if self.left - PASSING_MS <= until and effect_in(foot, 0, square) == TAKEN:
                # It had been taken off, and the ply's piece passed over there.
                return cheaper(gesture, find(SHADE, 0, HAND))
            if self.left < until and gesture == find(LIFT, until - since, 0):
                return find(LIFT, until - since, HAND)
        elif self._left_before(since, until, square, foot[0]) and until <= self.arrived + PASSING_MS:
            near = abs(self.arrived - until) <= PASSING_MS and self.touching.are_near(square, to)
            return cheaper(gesture, find(SHADE, until - since, HAND | NEAR if near else HAND))
        return gesture

    def _left_before(self, since: int, until: int, square: int, origin: int) -> bool:
        """Whether the ply's piece may have been over `square` between these times: it rests there only once it is lifted."""
        if until - since > PASSING_MS and not self.touching.are_near(square, origin):
            return self.left <= since
        return self.left - PASSING_MS <= since

    def _price_haste(self, line: int, foot: bytearray) -> int:
        """What it costs how soon it came after the ply before it; -1 if it can't have come after that."""
        row = self.row
        positions = self.positions
        node = row[line]
        if not row[line + KNOWN]:
            return 0
        step = line
        bits = 0
        if positions.facts[node] & PASSES:
            bits = PASSED
            node = positions.parent[node]
            step += STEP
        arrived = row[step + ARRIVED]
        if self.begun < arrived - LIFTED_MS or self.arrived < arrived - FIRST_MS:
            return -1
        if self.done < row[step + BEGUN]:
            return -1  # nobody played this after that
        if self._is_led(line):
            return 0  # the lights ask for it
        if positions.side[row[line]] == positions.side[positions.parent[node]]:
            bits |= PLAYER
        elif foot[3] and positions.covers(node, foot):
            bits |= STACKED
        if foot[0] == positions.to[node]:
            bits |= STANDS
        haste = find(HASTE, self.begun - arrived, bits)
        self.pace |= haste << HASTES
        backward = price(BACKWARD, 0, 0) if self._is_before(step, arrived, foot) else 0
        if self._is_unlikely(node, foot, arrived):
            self.order += cost(haste)  # asked
            return backward
        return cost(haste) + backward

    def _is_before(self, step: int, arrived: int, foot: bytearray) -> bool:
        """Whether it ended before the ply of `step`, or was begun before that, and no stack was just put straight then."""
        if self.arrived < arrived:
            return True
        if self.touching.stacks:
            return foot[1] == LEAVE and self.left < self.row[step + BEGUN]
        return self.begun < self.row[step + BEGUN]

    def _is_unlikely(self, node: int, foot: bytearray, arrived: int) -> bool:
        """Whether it is hardly the reply to the ply to `node`, whose piece arrived at `arrived`.

        Stacks that were touched before that may have been put straight, and so may what was captured by then; and a piece
        that was captured at once may only have passed over there.
        """
        if self.begun < arrived and (foot[1] == STACK or foot[3] == STACK):
            return True
        takes = foot[3] == SWAP or foot[3] == STACK
        at_once = foot[2] == self.positions.to[node] and self.opened < arrived + SWOOP_MS
        return takes and (at_once or self.arrived < arrived)

    def _step(self, line: int, made: int, node: int) -> None:
        """The ply that leads to `node` is the last one of `made`: when it was played; before it, those of `line`."""
        row = self.row
        row[made + NODE] = node
        row[made + KNOWN] = min(row[line + KNOWN] + 1, STEPS)
        for i in range(LEFT, LAST_KNOWN):
            row[made + i + STEP] = row[line + i]
        row[made + LEFT] = self.left
        row[made + ARRIVED] = self.arrived
        row[made + BEGUN] = self.begun
        row[made + DONE] = self.done
        row[made + ORDER] = self.order
        row[made + PACE] = self.pace

    def step_on(self, line: int, node: int) -> None:
        """The line goes on with a pass, to `node`, at the same time as its last ply."""
        row = self.row
        for i in range(LAST_KNOWN - 1, LEFT - 1, -1):
            row[line + i + STEP] = row[line + i]
        row[line + ORDER] = row[line + PACE] = 0
        row[line + NODE] = node
        row[line + KNOWN] = min(row[line + KNOWN] + 1, STEPS)
