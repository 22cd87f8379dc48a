"""How all stands now: what that costs lines, the more the longer it lasts, and which ply may be under way.

After construction nothing allocates.
"""

from shared_rules.codes import ARRIVE, NOWHERE, PATH, STACK, const
from shared_rules.recognition.asked import Asked
from shared_rules.recognition.gestures import (
    BACK,
    CARRIED_MS,
    EXTRA,
    HAND,
    HELD,
    HELD_MS,
    LATE,
    LOCKED,
    MOST_COST,
    NEAR,
    ODD_MS,
    OWN,
    PASSING_MS,
    SAME,
)
from shared_rules.recognition.legal import Legal
from shared_rules.recognition.lines import (
    ARRIVED,
    COST,
    COUNT,
    DUE,
    FREE,
    GONE,
    HALF,
    HOPE,
    KNOWN,
    LEFT,
    LOOSE,
    OCCUPIED,
    OLD,
    PAID,
    REST,
    SINCE,
    SIZE,
    STEP,
    TOTAL,
    TOUCH,
    UNDO,
    UNTIL,
    Lines,
)
from shared_rules.recognition.positions import FROM_HAND, effect_in
from shared_rules.recognition.prices import cost, find
from shared_rules.recognition.touching import Touching
from shared_rules.recognition.work import LISTING

HANDS = const(2)  # so many pieces may be put back at once


class Standing:
    """Weighs the touches of `lines` that last: a piece may be missing, or stand where it should not, in a hand or on its way."""

    def __init__(self, legal: Legal, lines: Lines, touching: Touching, asked: Asked) -> None:
        self.legal = legal
        self.game = legal.game
        self.positions = legal.positions
        self.row = lines.row
        self.touching = touching
        self.asked = asked
        self._plies = self.positions.plies
        self._foot = bytearray(self.positions.width)

    # What it costs

    def weigh(self, line: int, clock: int) -> None:
        """What it costs how all stands at `clock`, what it might, and how many touches are loose."""
        row = self.row
        total = row[line + COST]
        less = 0
        hopes = HANDS if self.touching.stacks else 0
        loose = 0
        lifted = self.touching.first_lifted(line)
        i = line + TOUCH
        for _ in range(row[line + COUNT]):  # of each line again and again: quicker than `next_lasting`
            if row[i + UNTIL] < 0 and not row[i] & FREE:
                loose += 1
                gesture = self.gesture(line, i, clock, lifted)
                total += cost(gesture)
                if row[i] & OCCUPIED and loose <= hopes:
                    less += cost(gesture)
                    if not row[i] & (UNDO | REST):
                        less -= cost(self.touching.lifted(line, i, clock))
                else:
                    hopes = 0
            i += SIZE
        row[line + LOOSE] = loose
        row[line + TOTAL] = total
        row[line + HOPE] = total - less if hopes else MOST_COST

    def gesture(self, line: int, i: int, clock: int, lifted: int) -> int:
        """The row of the table of gestures for a touch of the line that lasts, and begins in `row` at `i`, at `clock`.

        `lifted` is what `first_lifted` gives of the line.
        """
        row = self.row
        what = row[i]
        since = row[i + SINCE]
        if what & UNDO:
            bits = BACK if what & (OCCUPIED | DUE) == OCCUPIED else LATE
            return find(HELD if bits == BACK else EXTRA, clock - since, bits)
        if what & OCCUPIED:
            if self.positions.lit[1] and self.positions.is_lit(row[line], what & 255):
                return find(HELD, 0, 0)  # the lights ask for it, and wait
            bits = OWN | LATE if row[line + HALF] else OWN if what & REST else 0
            if self._is_card(line, since):
                bits |= HAND
            elif self.positions.facts[row[line]] & FROM_HAND and since < row[line + ARRIVED]:
                bits |= HAND | SAME
            elif not bits and row[line + KNOWN] > 1 and since < row[line + STEP + ARRIVED]:
                bits = LOCKED
            return find(HELD, clock - since, bits)
        if what & GONE and self.legal.is_led(row[line]):
            return find(HELD, 0, 0)
        if what & GONE:
            return find(EXTRA, clock - since, LATE)
        if self._is_beside(line, what & 255, since):
            return find(EXTRA, clock - since, NEAR)
        return find(EXTRA, clock - since, HAND if self._is_held(line, what & 255, since, lifted) else 0)

    def keep_cost(self, line: int, clock: int) -> None:
        """If the line is right, the pieces have stood like that: what that costs is kept, but where a piece may be in a hand."""
        row = self.row
        lifted = self.touching.first_lifted(line)
        i = 0
        while i := self.touching.next_lasting(line, i, FREE | PAID):
            if not row[i] & OCCUPIED or clock - row[i + SINCE] >= ODD_MS:
                row[line + COST] += cost(self.gesture(line, i, clock, lifted))
                row[i] |= PAID

    def _is_held(self, line: int, square: int, since: int, lifted: int) -> bool:
        """Whether what closed `square` at `since` may be in a hand, the first piece that is off having been lifted then."""
        touching = self.touching
        return (
            lifted <= since + PASSING_MS
            or touching.may_carry_off(line, square, since)
            or touching.has_card(line, since)
        )

    def _is_beside(self, line: int, square: int, since: int) -> bool:
        """Whether `square` was closed just when the piece of the line's last ply arrived beside it."""
        row = self.row
        if not row[line + KNOWN] or abs(since - row[line + ARRIVED]) > HELD_MS:
            return False
        return self.touching.are_near(square, self.positions.to[self.positions.played(row[line])])

    def _is_card(self, line: int, since: int) -> bool:
        """Whether a piece lifted then may be what arrived, rather than the top card of the stack from which the last ply came."""
        positions = self.positions
        row = self.row
        i = row[line] * positions.width
        feet = positions.feet
        if not row[line + KNOWN] or feet[i + 1] != STACK or feet[i + 3] != ARRIVE:
            return False
        return row[line + LEFT] < since < row[line + ARRIVED]

    # A ply is under way

    def note_half(self, line: int) -> int:
        """Note whether all that is loose is a stack that is off for the card of another, which is back; gives the work."""
        row = self.row
        row[line + HALF] = 0
        if not self.touching.stacks:
            return 0
        off = self.touching.next_lasting(line, 0, FREE)
        if not off or self.touching.next_lasting(line, off, FREE) or row[off] & (OCCUPIED | REST) != OCCUPIED:
            return 0
        to = row[off] & 255
        since = max(0, row[off + SINCE] - CARRIED_MS)
        arrived = row[line + ARRIVED] if row[line + KNOWN] else 0
        work = 0
        i = line + TOUCH
        for _ in range(row[line + COUNT]):
            if row[i] & (OCCUPIED | OLD | UNDO) == OCCUPIED and row[i + UNTIL] >= since and row[i + SINCE] >= arrived:
                work += LISTING
                if row[i] & 255 != to and self.legal.may_go(row[line], row[i] & 255, to):
                    row[line + HALF] = 1
                    return work
            i += SIZE
        return work

    # One piece

    def may_rest(self, line: int, square: int) -> bool:
        """Whether a piece in a hand may rest on `square` on its way."""
        row = self.row
        i = 0
        while self.legal.lands and (i := self.touching.next_lasting(line, i, OCCUPIED, OCCUPIED)):
            self.positions.go(row[line])
            for n in range(self.game.plies_from(row[i] & 255, self._plies, 0)):
                self._foot[self.game.footprint(self._plies[n], self._foot, 0) + 1] = 0
                if effect_in(self._foot, 0, square) == PATH:
                    return True
        return False

    def may_take(self, line: int) -> bool:
        """Whether one square stands closed, and one open that the piece from another may take or cover: it may be at rest."""
        touching = self.touching
        row = self.row
        lasting = touching.count_lasting(line)
        i = line + TOUCH
        for _ in range(row[line + COUNT]):
            ended = 0 if row[i + UNTIL] < 0 else 1  # the rest of its stack is back
            if row[i] & (OCCUPIED | OLD) == OCCUPIED and lasting + ended == 3 and (not ended or touching.stacks):
                self.positions.go(row[line])
                for n in range(self.game.plies_from(row[i] & 255, self._plies, 0)):
                    j = touching.lasting(line, self.game.destination(self._plies[n]))
                    if j and j != i and row[j] & OCCUPIED:
                        return True
            i += SIZE
        return False

    def lifted_stack(self, line: int) -> int:
        """The stack lifted and put back last, by the line; NOWHERE if there is none."""
        row = self.row
        for n in range(row[line + COUNT] - 1, -1, -1):
            i = line + TOUCH + n * SIZE
            if row[i] & OCCUPIED and row[i + UNTIL] > self.asked.at and self.legal.is_stack(row[line], row[i] & 255):
                return row[i] & 255
        return NOWHERE
