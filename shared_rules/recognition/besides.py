"""What happened on the squares that no ply of a line has: pieces lifted and put back, and what passed over.

What that costs at least is known before a line is placed: in a mess most lines need not be.

After construction nothing allocates.
"""

from shared_rules.codes import ARRIVE, LEAVE, STACK
from shared_rules.recognition.aftermath import Aftermath
from shared_rules.recognition.gestures import (
    BACK,
    EXTRA,
    HAND,
    HELD,
    LIFT,
    NEAR,
    NUDGE_MS,
    PASSING_MS,
    REFUSED,
    SHADE,
    STACKED,
    STANDS,
    SWIFT_MS,
)
from shared_rules.recognition.placement import CARRIED_MS, NOTHING
from shared_rules.recognition.touch_log import NEVER, NONE


class Besides:
    """Of the line that is priced: what those squares `cost`, a few at a time."""

    def __init__(self, aftermath: Aftermath) -> None:
        self.aftermath = aftermath
        self.game = aftermath.game
        self.log = aftermath.log
        self.told = aftermath.told
        self.prices = aftermath.prices
        self.one = aftermath.one
        self.two = aftermath.two
        self._lowest = bytearray(len(self.log.base))  # what the squares cost at least (255: or more),
        self._most = bytearray(2 * self.game.max_footprint)  # the dearest first, as many as two plies may have,
        self._count = 0  # so many,
        self._whole = 0  # and all together
        self.begin()

    def begin(self) -> None:
        """Begin with the first square. The line without a ply comes first: with it, find out what the squares cost at least."""
        if self.one.ply == NOTHING and self._count:
            self._whole = self._count = 0
            for i in range(len(self._lowest)):
                self._lowest[i] = 0
        self._touch = 0
        self.cost = 0
        self.adjusted = 0  # of that, what lifts cost that were put back,
        self.early = 0  # and what passed over before the line's first ply began
        self.locked = False  # the opponent has touched a piece since what is told
        self.stray_at = 0  # when something passed over last while nothing was in a hand

    def _weigh(self, square: int) -> None:
        """Find what the square costs at least where no ply has it, in whatever circumstances that can have been."""
        log = self.log
        prices = self.prices
        occupied = log.base[square]
        circumstances = HAND if occupied else HAND | NEAR
        if prices.told_on[square]:
            circumstances |= BACK | STACKED | STANDS
        if prices.is_refused(square, prices.clock):
            circumstances |= REFUSED
        cost = 0
        i = log.first[square]
        while i != NONE:
            j = log.next[i]
            if j == NONE:
                # What arrived may have arrived with a ply that comes later.
                since = prices.clock - log.time[i] if occupied else 0
                cost += prices.least(HELD if occupied else EXTRA, since, circumstances)
            elif not (occupied and log.past[i]):
                cost += prices.least(LIFT if occupied else SHADE, log.time[j] - log.time[i], circumstances)
            i = NONE if j == NONE else log.next[j]
        self._whole += cost
        cost = min(255, cost)
        self._lowest[square] = cost
        most = self._most
        i = self._count
        if i < len(most):
            self._count = i + 1
        elif most[i - 1] >= cost:
            return
        else:
            i -= 1
        while i and most[i - 1] < cost:
            most[i] = most[i - 1]
            i -= 1
        most[i] = cost

    def least(self, count: int) -> int:
        """What a line of the plies `one`, `two` and so many more costs at least: above LIMIT_ASKED, not worth a look."""
        cost = self._whole
        for i in range(min(self._count, count * self.game.max_footprint)):
            cost -= self._most[i]
        one = self.one
        two = self.two
        for i in range(0, one.end, 2):
            cost -= self._lowest[one.foot[i]]
        for i in range(0, two.end, 2):
            if not one.on[two.foot[i]]:
                cost -= self._lowest[two.foot[i]]
        return cost

    def look(self, limit: int, squares: int) -> bool:
        """Add what so many more squares cost, up to the `limit`; gives whether that is all."""
        log = self.log
        one = self.one.on
        two = self.two.on
        while self._touch < log.touches and self.cost < limit:
            square = log.touched[self._touch]
            if not (one[square] or two[square]):
                if not squares:
                    return False
                squares -= 1
                self.cost += self._look_at(square)
                if self.one.ply == NOTHING:
                    self._weigh(square)
            self._touch += 1
        return True

    def _look_at(self, square: int) -> int:
        """What happened on a square that no ply of the line has."""
        log = self.log
        prices = self.prices
        occupied = log.base[square]
        cost = 0
        i = log.first[square]
        while i != NONE:
            j = log.next[i]
            until = prices.clock if j == NONE else log.time[j]
            bits = self._of_lifting(square, i, until) if occupied else self._of_shading(square, i, until)
            price = prices.touch(occupied, i, bits)
            cost += price
            if j != NONE:
                if occupied:
                    self.adjusted += price
                elif self.one.ply != NOTHING and until < self.one.begun:
                    self.early += price
            i = NONE if j == NONE else log.next[j]
        return cost

    def _of_lifting(self, square: int, i: int, until: int) -> int:
        """In which circumstances the piece on `square` was lifted with the entry `i`."""
        log = self.log
        prices = self.prices
        told = self.told
        aftermath = self.aftermath
        since = log.time[i]
        back = BACK if prices.back[square] else 0
        if back and aftermath.stack_to_stack and prices.back[log.square[log.count - 1]]:
            back |= STACKED  # it is being put back: nothing else was touched since
        if told.ply != NOTHING and not back and until - since >= SWIFT_MS and told.at < since < aftermath.stood_until:
            self.locked = self.locked or self.game.piece_side(square) == 1 - self.game.side
        # What is put back has been lifted from where it had come to stand.
        bits = 0 if aftermath.stands and since > told.at else back
        if back and since > prices.back_until:
            bits = STANDS if since <= prices.back_until + NUDGE_MS else 0
        elif not back and (self._may_have_arrived(since) if log.next[i] == NONE else self._is_busy(since, until)):
            bits = HAND
        return bits | REFUSED if prices.is_refused(square, until) else bits

    def _may_have_arrived(self, since: int) -> bool:
        """Whether a piece lifted then, and not put back, may be what is taken for a card off a stack."""
        one = self.one
        if one.ply == NOTHING or one.foot[1] != STACK or one.foot[3] != ARRIVE or one.is_unseen():
            return False
        return one.left < since < one.arrived

    def _is_busy(self, since: int, until: int) -> bool:
        """Whether a piece of the line was in a hand at some time between these."""
        one = self.one
        two = self.two
        if one.ply != NOTHING and one.left < until and since < one.arrived:
            return True
        return two.ply != NOTHING and two.left < until and since < two.arrived

    def _of_shading(self, square: int, i: int, until: int) -> int:
        """In which circumstances something closed the empty `square` with the entry `i`."""
        prices = self.prices
        still = self.log.next[i] == NONE
        if not still and prices.is_refused(square, until):
            return REFUSED
        back = prices.back[square]
        if not back and self._in_hand(i, until):
            return HAND if still or not self._goes_next(i) else HAND | NEAR
        self.stray_at = self.log.time[i]
        back_at = prices.back_until if self.one.ply == NOTHING else self.one.carried
        return BACK if back and until <= back_at + PASSING_MS else 0  # later it stood elsewhere already

    def _in_hand(self, at: int, until: int) -> bool:
        """Whether a piece was in a hand at some time from the log's entry `at`, a closing, to `until`, or just before or after."""
        one = self.one
        two = self.two
        prices = self.prices
        time = self.log.time
        since = time[at]
        back_until = prices.back_until
        if back_until == NEVER and one.ply != NOTHING:
            back_until = one.carried  # it was not put back, but went on
        if prices.contradicts and self.aftermath.left_at - PASSING_MS <= since and until <= back_until + PASSING_MS:
            return True
        if one.ply != NOTHING and one.left - PASSING_MS <= since and until <= one.carried + PASSING_MS:
            return True
        if two.ply != NOTHING and two.left - PASSING_MS <= since and until <= two.carried + PASSING_MS:
            return True
        i = at - 1
        while i >= 0 and time[i] >= since - CARRIED_MS:
            if not self.log.closed[i] and self._is_lifted(i, since):
                return True
            i -= 1
        i = at + 1
        while i < self.log.count and time[i] <= until + PASSING_MS:
            if not self.log.closed[i] and self._is_lifted(i, since):
                return True
            i += 1
        return False

    def _goes_next(self, at: int) -> bool:
        """Whether what closed a square with the entry `at`, and left it, closed the next square about then: it slides."""
        log = self.log
        square = log.square[at]
        left = log.time[log.next[at]]
        i = at + 1
        while i < log.count and log.time[i] <= left + PASSING_MS:
            if log.closed[i] and log.time[i] >= left - PASSING_MS and log.square[i] != square:
                if self.one.is_near(square, log.square[i]):
                    return True
            i += 1
        return False

    def _is_lifted(self, at: int, since: int) -> bool:
        """Whether with this opening a piece was lifted that no ply of the line moves, and not put back before `since`."""
        log = self.log
        j = log.next[at]
        if j != NONE and log.time[j] < since - PASSING_MS:
            return False
        square = log.square[at]
        one = self.one.on[square]
        two = self.two.on[square]
        if two == LEAVE or two == STACK or one == LEAVE or one == STACK:
            return False
        return log.base[square] == 1 or one == ARRIVE
