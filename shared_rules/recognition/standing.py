"""What it costs lines how all stands now: what is missing, or stands where it should not, costs more the longer that lasts.

Nothing here allocates.
"""

from shared_rules.codes import ARRIVE, STACK, const
from shared_rules.recognition.gestures import (
    BACK,
    EXTRA,
    HAND,
    HELD,
    HELD_MS,
    LATE,
    MOST_COST,
    NEAR,
    OWN,
    PASSING_MS,
    SAME,
)
from shared_rules.recognition.lines import (
    AGAIN,
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
    REST,
    SINCE,
    SIZE,
    TOTAL,
    TOUCH,
    UNDO,
    UNTIL,
    Lines,
)
from shared_rules.recognition.positions import FROM_HAND, Positions
from shared_rules.recognition.prices import cost, find, limit
from shared_rules.recognition.touching import Touching

HANDS = const(2)  # so many pieces may be put back at once


class Standing:
    """Weighs the touches of `lines` that last."""

    def __init__(self, positions: Positions, lines: Lines, touching: Touching) -> None:
        self.positions = positions
        self.row = lines.row
        self.touching = touching
        self.steady = 0  # until then the lines cost what they do, if nothing happens

    def weigh(self, line: int, clock: int) -> None:
        """What it costs how all stands at `clock`, what it might, and how many touches are loose."""
        row = self.row
        total = row[line + COST]
        less = 0
        hopes = HANDS if self.touching.stacks else 0
        loose = 0
        lifted = self.touching.first_lifted(line)
        i = line + TOUCH
        for _ in range(row[line + COUNT]):
            if row[i + UNTIL] < 0 and not row[i] & FREE:
                loose += 1
                gesture = self.gesture(line, i, clock, lifted)
                total += cost(gesture)
                self.steady = min(self.steady, row[i + SINCE] + limit(gesture))
                if row[i] & (OCCUPIED | REST) == OCCUPIED and loose <= hopes:
                    less += cost(gesture) - cost(self.touching.lifted(line, i, clock))
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
            bits = OWN | LATE if row[line + HALF] else OWN if what & REST else 0
            if self._is_card(line, since):
                bits |= HAND
            elif self.positions.facts[row[line]] & FROM_HAND and since < row[line + ARRIVED]:
                bits |= HAND | SAME
            return find(HELD, clock - since, bits)
        if what & (GONE | AGAIN) or row[line + HALF]:
            return find(EXTRA, clock - since, LATE)
        if self._is_beside(line, what & 255, since):
            return find(EXTRA, clock - since, NEAR)
        return find(EXTRA, clock - since, HAND if self._is_held(line, what & 255, since, lifted) else 0)

    def _is_held(self, line: int, square: int, since: int, lifted: int) -> bool:
        """Whether what closed `square` at `since` may be in a hand, the first piece that is off having been lifted then."""
        touching = self.touching
        if lifted <= since or lifted <= since + PASSING_MS and touching.slides(line, square, since):
            return True
        return touching.may_hold_card(line, since) or touching.may_carry_off(line, square, since)

    def _is_beside(self, line: int, square: int, since: int) -> bool:
        """Whether `square` was closed just when the piece of the line's last ply arrived beside it."""
        row = self.row
        if not row[line + KNOWN] or abs(since - row[line + ARRIVED]) > HELD_MS:
            return False
        touching = self.touching
        to = self.positions.to[self.positions.played(row[line])]
        return touching.are_near(square, to) and not touching.came_from(line, square)

    def _is_card(self, line: int, since: int) -> bool:
        """Whether a piece lifted then may be what arrived, rather than the top card of the stack from which the last ply came."""
        positions = self.positions
        row = self.row
        i = row[line] * positions.width
        feet = positions.feet
        if not row[line + KNOWN] or feet[i + 1] != STACK or feet[i + 3] != ARRIVE or feet[i + 5]:
            return False
        return row[line + LEFT] < since < row[line + ARRIVED]
