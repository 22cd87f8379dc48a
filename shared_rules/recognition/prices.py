"""What gestures cost: the table of gestures.py looked up, and what happened on a square that no ply made.

After construction nothing allocates.
"""

from array import array

from shared_rules.recognition.gestures import (
    BACK,
    EVER,
    EXTRA,
    HAND,
    HELD,
    LIFT,
    MOST,
    NUDGE_MS,
    PASSING_MS,
    PAST,
    REFUSED,
    ROW,
    SHADE,
    STANDS,
)
from shared_rules.recognition.tables import PRICES, STARTS
from shared_rules.recognition.touch_log import NEVER, NONE, TouchLog


class Prices:
    """Prices at the time `clock`; `change_in` is in how many ms some of them will have changed."""

    def __init__(self, log: TouchLog, size: int) -> None:
        self.log = log
        self.clock = 0
        self.change_in = EVER
        self.looked = 0  # how often the table was looked up: a measure of work
        self.told_on = bytearray(size)  # squares of what was told
        self.refused_from = self.refused_to = -1  # the squares of what was refused since the anchor,
        self.refused_at = 0  # at this time
        self._nothing = bytearray(size)
        self.back = self._nothing  # those that the line being priced puts back,
        self.contradicts = False
        self.again_from = NEVER  # when the piece of the line's second ply was lifted last
        self.back_until = 0  # the last of them at this time
        self._rows = array("H", PRICES)

    def begin(self, clock: int) -> None:
        """What is priced from now on is priced at this time."""
        self.clock = clock
        self.change_in = EVER

    def contradict(self, contradicts: bool) -> None:
        """Whether the line priced next puts back what was told."""
        self.contradicts = contradicts
        self.back = self.told_on if contradicts else self._nothing

    def refuse(self, frm: int, to: int, clock: int) -> None:
        """What was lifted from `frm` and put on `to` was refused: from `clock` on it is put right."""
        self.refused_from = frm
        self.refused_to = to
        self.refused_at = clock

    def turn_back(self, ms: int) -> None:
        """Times are to be `ms` less."""
        self.refused_at = max(0, self.refused_at - ms)

    def is_refused(self, square: int, until: int) -> bool:
        """Whether what happened on `square` until then puts right what was refused."""
        return (square == self.refused_from or square == self.refused_to) and until > self.refused_at

    def of(self, event: int, ms: int, circumstances: int) -> int:
        """What the first row of `event` costs that is for more than `ms` and asks for none but these circumstances."""
        rows = self._rows
        self.looked += 1
        i = STARTS[event]
        while rows[i] <= ms and rows[i] != EVER or rows[i + 1] & ~circumstances:
            i += ROW
        if (event == HELD or event == EXTRA) and rows[i] != EVER:
            left = rows[i] - ms
            if left < self.change_in:
                self.change_in = left
        return rows[i + 2]

    def least(self, event: int, ms: int, circumstances: int) -> int:
        """What the cheapest row of `event` costs that is for more than `ms` and asks for none but these circumstances."""
        rows = self._rows
        self.looked += 1
        i = STARTS[event]
        cost = MOST
        while i < STARTS[event + 1]:
            if (rows[i] > ms or rows[i] == EVER) and not rows[i + 1] & ~circumstances and rows[i + 2] < cost:
                cost = rows[i + 2]
            i += ROW
        return cost

    def touch(self, occupied: int, i: int, circumstances: int) -> int:
        """What it costs that a square changed with the entry `i`, being `occupied` before, and changed back if it has."""
        log = self.log
        j = log.next[i]
        if log.past[i] and occupied:
            return self.of(PAST, 0, 0)
        if j == NONE:
            return self.of(HELD if occupied else EXTRA, self.clock - log.time[i], circumstances)
        return self.of(LIFT if occupied else SHADE, log.time[j] - log.time[i], circumstances)

    def pairs(self, i: int, stop: int, occupied: int, circumstances: int, since: int) -> int:
        """What the entries of one square from `i` to before `stop` cost, none of which a ply made.

        The square is `occupied` before them, by a piece that arrived at `since` if it STANDS; or a piece was in a hand that
        arrived elsewhere at `since`.
        """
        if i >= stop:
            return 0
        log = self.log
        time = log.time
        if log.closed[i] == occupied:
            return MOST  # not how it stood
        square = log.square[i]
        back = self.back[square]
        cost = 0
        while i < stop:
            if back:
                circumstances = BACK if occupied and time[i] <= self.back_until < NEVER else circumstances & ~STANDS
            elif circumstances & STANDS and time[i] > since + NUDGE_MS:
                circumstances = 0
            j = log.next[i]
            if circumstances & HAND and time[i] < self.again_from:
                if (self.clock if j == NONE else time[j]) > since + PASSING_MS:
                    circumstances = 0
            if j >= stop and stop != NONE:
                return MOST
            if j == NONE:
                return cost + self.touch(occupied, i, circumstances)
            refused = REFUSED if self.is_refused(square, time[j]) else 0
            cost += self.touch(occupied, i, circumstances | refused)
            if occupied:
                since = time[j]
            i = log.next[j]
        return cost
