"""Explaining the touch log: which lines of nought to two plies from the anchor cost least.

A line's plies make some of the edges (placement.py); every other edge has to be a gesture of the table (gestures.py), and the sum
of their costs (prices.py) is the line's. Nothing here decides: what is told, asked or withdrawn comes from the recognizer.
After construction nothing allocates; `step` does a bounded slice.
"""

from array import array

from shared_rules.codes import ARRIVE, KIND_PASS, LEAVE, NOWHERE, STACK, SWAP, TAKEN, const
from shared_rules.recognition.aftermath import Aftermath
from shared_rules.recognition.besides import Besides
from shared_rules.recognition.gestures import (
    BACK,
    BACKWARD,
    HASTE,
    LAST_MS,
    LIMIT_ASKED,
    MARGIN,
    MOST,
    PASSING_MS,
    PLAYER,
    STACKED,
    STANDS,
)
from shared_rules.recognition.lines import (
    ADJUSTED,
    BEFORE,
    COST,
    EARLY,
    FIRST,
    LOOSE,
    PLY,
    SECOND,
    STRANGE,
    STRAY_AT,
    UNSETTLED,
    Lines,
)
from shared_rules.recognition.placement import NOTHING, Placement
from shared_rules.recognition.prices import Prices
from shared_rules.recognition.told import Told
from shared_rules.recognition.touch_log import AGAIN, CLOSED, NEVER, NONE, OPENED, TouchLog

FIRSTS = const(40)
PLAIN = const(5)  # what is explained for so little by one ply or none needs no second

# What the next slice does.
DONE = const(0)
GATHER_FIRST = const(1)
PRICE_FIRST = const(2)
GATHER_SECOND = const(3)
PRICE_SECOND = const(4)
BEGIN = const(5)
PLACE = const(6)
BESIDES = const(7)
TAKE_BACK = const(8)

# How much work a slice is, by App's measure: 0.8 ms or so of a Pico each.
MUCH = const(10)  # what may judge a position takes so much,
LISTS = const(6)  # what lists plies so much at most,
LISTED = const(2)  # one more for so many plies that are listed
CHECKED = const(4)  # or checked whether they may have been played
JUDGED = const(24)  # half a judgement is like listing so many
LOOKED = const(3)  # or for two more looks up so many prices
BOTH = const(2)  # a line of two plies takes so much to set up, as does the line without any
SMALL = const(3)  # so many entries of the log are one more,
MOST_SMALL = const(4)  # up to so many,
MANY = const(32)  # and each so many another
PLIES = const(8)  # a slice lists a few more than so many plies
CHECKS = const(12)  # or checks so many that are listed
SQUARES = const(3)  # a slice looks at so many squares that are none of the line's


class Explainer:
    """The cheapest lines from `game`'s position, which is the anchor whenever `step` is called."""

    def __init__(self, game, log: TouchLog, told: Told) -> None:
        size = game.columns * game.rows
        self.game = game
        self._judge = getattr(game, "judge", None)
        self.log = log
        self.told = told
        self.prices = Prices(log, size)
        self.lines = Lines()
        self.one = Placement(game, log, self.prices)
        self.two = Placement(game, log, self.prices)
        self.aftermath = Aftermath(game, log, told, self.prices, self.one, self.two)
        self.besides = Besides(self.aftermath)
        self.plies = array("i", [0] * game.max_plies)  # scratch
        self._foot = bytearray(2 * game.max_footprint + 2)
        self.phase = DONE
        self.back = False  # that nothing was played is explained by a ply that was put back
        self._at = self._square = self._count = 0
        self._firsts = array("i", [0] * FIRSTS)
        self._first_count = 0
        self._seconds = array("i", [0] * FIRSTS)
        # The line that is being priced: what it costs so far, and where the next slice goes on.
        self._then = DONE
        self._cost = self.limit = self._lowest = 0
        self._entry = self._cut = 0

    # The slices

    def begin(self, clock: int) -> None:
        """Explain the log anew."""
        self.prices.begin(clock)
        self.lines.count = 0
        self.back = False
        self.phase = BEGIN

    def _begin(self) -> None:
        """Price that nothing was played."""
        self.aftermath.find()
        self._square = self._first_count = self._at = 0
        self.one.take(NOTHING)
        self.two.take(NOTHING)
        self._price(GATHER_FIRST)

    def step(self) -> int:
        """A slice; gives how much work it was. The game has to stand at the anchor, and does so afterwards."""
        phase = self.phase
        if phase == GATHER_FIRST:
            return 1 + self._gather_first() // CHECKED
        if phase == GATHER_SECOND:
            return 4 + self._gather_second() // LISTED
        work = self.least()
        self.prices.looked = 0
        if phase == PLACE:
            if self._place_more():
                self._judge_place()
        elif phase == BESIDES:
            if self.besides.look(self.limit - self._cost, SQUARES):
                self._finish()
        elif phase == PRICE_SECOND:
            self._price_second()
        elif phase == PRICE_FIRST:
            self._price_first()
        elif phase == TAKE_BACK:
            self._take_back()
        elif phase == BEGIN:
            self._begin()
        if phase == PLACE or phase == BESIDES:
            work = max(work, 1 + 2 * self.prices.looked // LOOKED)
        return work

    def least(self) -> int:
        """How much work must be left for one more slice."""
        phase = self.phase
        if phase == PLACE or phase == BESIDES:
            count = self.log.count
            work = 3 + min(MOST_SMALL, count // SMALL) + count // MANY
            return (work + 1) // 2 if phase == PLACE and self.two.ply != NOTHING else work
        if phase == GATHER_FIRST or phase == GATHER_SECOND:
            return MUCH if self._judge else LISTS
        return BOTH if phase == PRICE_SECOND or phase == TAKE_BACK or phase == BEGIN else 1

    def _gather_first(self) -> int:
        """First plies of the next touched square, or some of them; gives how many were listed or checked.

        While nothing has happened on the told ply's squares since, only that one; or what seemed to be covered was left, or
        its piece is still in the hand and what seemed to be captured was put back.
        """
        log = self.log
        told = self.told.ply
        only = told != NOTHING and self.aftermath.stood_until == NEVER and not self.aftermath.stack_to_stack
        if not (self._square or self._at) and self.besides.least(2) > LIMIT_ASKED:
            self._square = log.touches  # no line of two plies explains so much, but what is told there is always
            if told != NOTHING and self._may_be(told):
                self._firsts[0] = told
                self._first_count = 1
        if self._square >= log.touches:
            self._at = 0
            self.phase = PRICE_FIRST
            return 0
        square = log.touched[self._square]
        plies = self.plies
        looked = 0
        if not self._at:
            self._count = looked = self.game.plies_from(square, plies, 0)
        stop = min(self._count, self._at + CHECKS)
        while self._at < stop:
            ply = plies[self._at]
            self._at += 1
            looked += 1
            if (
                only
                and ply != told
                and square != self.aftermath.target
                and not (self.aftermath.took and square == told & 255)
            ):
                continue
            if ply != told and not self._is_allowed(ply, told == NOTHING):
                continue
            if self._first_count < FIRSTS and self._may_be(ply):
                self._firsts[self._first_count] = ply
                self._first_count += 1
        if self._at == self._count:
            self._at = 0
            self._square += 1
        return looked

    def _may_be(self, ply: int) -> bool:
        """Whether the squares that `ply`, legal now, needs were touched as it does."""
        game = self.game
        if game.kind(ply) == KIND_PASS:
            return False
        foot = self._foot
        did = self.log.did
        for i in range(0, game.footprint(ply, foot, 0), 2):
            effect = foot[i + 1]
            seen = did[foot[i]]
            if effect == ARRIVE:
                if not seen & CLOSED:
                    return False
            elif effect == LEAVE or effect == TAKEN:
                if not seen & OPENED:
                    return False
            elif effect == STACK and not i:
                if not seen & OPENED:
                    return False
            elif effect == STACK and seen & OPENED and not self.log.now[foot[i]]:
                pass  # it is yet to be covered
            elif effect == SWAP or effect == STACK:
                if not seen & AGAIN and (self.log.base[foot[i]] or seen & (CLOSED | OPENED) != CLOSED | OPENED):
                    return False
        return True

    def _is_allowed(self, ply: int, follows: bool) -> bool:
        """Whether the side to move may play `ply`, which `follows` what is told or not."""
        told = self.told
        if told.withdrawals and told.is_withdrawn(ply):
            last = self.log.last[ply & 255]
            if last == NONE or self.log.time[last] <= told.withdrawn_at:
                return False
        return not told.held >> self.game.side & 1 or (follows and ply == told.expected)

    def _price_first(self) -> None:
        """Price the next first ply alone."""
        if self._at >= self._first_count:
            self._at = 0
            lines = self.lines
            plain = lines.get(0, COST) <= PLAIN and not lines.get(0, LOOSE)
            self._square = 0
            self.phase = DONE if plain else TAKE_BACK
            return
        self.one.take(self._firsts[self._at])
        self._at += 1
        self._price(PRICE_FIRST)

    def _take_back(self) -> None:
        """Price that the next first ply was played and put back: another explanation that nothing was."""
        lines = self.lines
        stop = min(self._first_count, self._at + SQUARES)  # a few plies at a time
        while self._at < stop:
            ply = self._firsts[self._at]
            self._at += 1
            if self._is_back(ply):
                self.one.take(ply)
                self.two.take(ply, True)
                self._price(TAKE_BACK)
                i = lines.find(NOTHING)
                if i < lines.count and self.phase == PLACE:
                    self.limit = lines.get(i, COST)
                return
        if self._at == self._first_count:
            self._at = 0
            self.phase = GATHER_SECOND

    def _is_back(self, ply: int) -> bool:
        """Whether the squares where `ply` begins and ends were touched so often, and stand as before it."""
        log = self.log
        foot = self._foot
        if ply != self.told.ply != NOTHING:
            return False
        if self.game.footprint(ply, foot, 0) != 4 or foot[3] == LEAVE or foot[3] == TAKEN:
            return False
        for i in range(0, 4, 2):
            square = foot[i]
            if log.now[square] != log.base[square]:
                return False
            # A stack is lifted and put back twice.
            count = 4 if foot[i + 1] == STACK or foot[i + 1] == SWAP else 2
            at = log.first[square]
            while at != NONE:
                count -= 1
                at = log.next[at]
            if count > 0:
                return False
        return True

    def _gather_second(self) -> int:
        """What the pieces on the next touched squares may do after the first ply; gives how many plies were listed."""
        log = self.log
        if self._at >= self._first_count:
            self.phase = DONE
            return 0
        first = self._firsts[self._at]
        if not self._square:
            self.one.take(first)
            if self.besides.least(1) >= min(self.lines.limit(), LIMIT_ASKED + 1):
                self._square = log.touches
        if self._square >= log.touches:
            self._square = 0
            self._at += 1
            return 0
        target = self.game.destination(first)
        passed = self._push(first)
        if self._judge and self._judge():  # whether the game is over is half found out: the rest in the next slice
            self._pop(passed)
            return JUDGED
        follows = first == self.told.ply
        count = listed = 0
        while self._square < log.touches and listed < PLIES:
            square = log.touched[self._square]
            self._square += 1
            if log.base[square] or log.closed[log.last[square]] or square == target:
                found = self.game.plies_from(square, self.plies, 0)
                listed += found + 1
                for i in range(found):
                    ply = self.plies[i]
                    if count < FIRSTS and self._may_be(ply) and self._is_allowed(ply, follows):
                        self._seconds[count] = ply
                        count += 1
        self._pop(passed)
        self._count = count
        if count:
            self.one.take(first)
            self.phase = PRICE_SECOND
        return listed

    def _price_second(self) -> None:
        """Price one of them."""
        if not self._count:
            self.two.take(NOTHING)
            self.phase = GATHER_SECOND
            return
        self._count -= 1
        passed = self._push(self.one.ply)
        self.two.take(self._seconds[self._count])
        self._pop(passed)
        self._price(PRICE_SECOND)

    def _push(self, first: int) -> bool:
        """Play the line's first ply; gives whether a pass had to follow, which is played too."""
        game = self.game
        game.push(first)
        if not must_pass(game, self.plies):
            return False
        game.push(self.plies[0])
        return True

    def _pop(self, passed: bool) -> None:
        if passed:
            self.game.pop()
        self.game.pop()

    # The price of a line

    def _price(self, phase: int) -> None:
        """The next slices price the line of the plies that `one` and `two` have taken, and note it among the cheapest."""
        told = self.told
        first = self.one.ply
        self.prices.contradict(
            (told.ply != NOTHING and told.ply != first) or (told.undone != NOTHING and told.undone != first)
        )
        back_until = self.aftermath.back_until
        if told.ply == first != NOTHING and back_until != NEVER:
            back_until = min(back_until, told.at)  # what was told first was put back before that
        self.prices.back_until = back_until
        self._bind()
        self._then = phase
        self.phase = PLACE
        self.limit = self.lines.limit()
        if first == NOTHING:
            self.limit = NEVER  # there is always this line,
        elif first == told.ply and self.two.ply == NOTHING:
            self.limit = MOST  # and if it can be, this one
        elif self.besides.least(0) >= min(self.limit, LIMIT_ASKED + 1):
            self.phase = phase
        self._entry = 0
        self._cut = NONE
        self._lowest = MOST
        self._cost = -1  # its first ply is yet to be placed

    def _judge_place(self) -> None:
        """The plies' own squares cost `_cost`."""
        if self.has_been_told() and self._cost < MOST:
            self._cost -= self.one.order
        if self._cost >= self.limit:
            self.phase = self._then
            return
        self.besides.begin()
        self.phase = BESIDES

    def has_been_told(self) -> bool:
        """Whether the line's first ply is what was told all the same, in an order and at a pace no worse than then."""
        told = self.told
        return told.ply != NOTHING and told.ply == self.one.ply and self.one.order <= told.order

    def _finish(self) -> None:
        """All squares are priced."""
        self.phase = self._then
        lines = self.lines
        rows = lines.rows
        self._cost += self.besides.cost + self.aftermath.price(self.besides.locked)
        if self.one.ply == NOTHING:
            self._cost = min(self._cost, MOST - 1)
        if self._cost >= self.limit:
            return
        i = lines.find(NOTHING) if self.two.back else lines.count
        at = lines.replace(i, self._cost) if i < lines.count else lines.add(self._cost)
        rows[at + STRAY_AT] = self.besides.stray_at
        rows[at + ADJUSTED] = self.besides.adjusted
        rows[at + EARLY] = self.besides.early
        if self.two.back:
            self.back = True
            self.one.take(NOTHING)
            self.two.take(NOTHING)
        rows[at + FIRST] = self.one.ply
        rows[at + SECOND] = self.two.ply
        self.one.note(rows, at)
        self.two.note(rows, at + PLY)
        self._count_loose(rows, at)

    def _count_loose(self, rows: "array[int]", at: int) -> None:
        """Count the squares that are not as the line has them, and those of its last ply."""
        log = self.log
        one = self.one
        two = self.two
        loose = unsettled = before = strange = 0
        for i in range(log.touches):
            square = log.touched[i]
            now = log.closed[log.last[square]]
            if two.on[square]:
                differs = two.stands(square) == 1 - now
                unsettled += differs
            elif one.on[square]:
                differs = one.stands(square) == 1 - now
                unsettled += differs and two.ply == NOTHING
                before += differs
            else:
                differs = now != log.base[square]
            loose += differs
            strange += differs and now
        rows[at + UNSETTLED] = unsettled
        rows[at + LOOSE] = loose
        rows[at + BEFORE] = before
        rows[at + STRANGE] = strange

    def _bind(self) -> None:
        """When the second ply's piece was lifted, and between which times the first one's has arrived, as far as that is known."""
        told = self.told
        one = self.one
        two = self.two
        self.prices.again_from = 0 if one.picks_up else NEVER
        if two.ply != NOTHING:
            self.prices.again_from = 0 if two.is_from_hand() else self.log.changed_last(two.ply & 255, 0)
        one.until = NEVER
        if one.ply != NOTHING and one.ply == told.ply:
            one.until = told.at
        if one.ply != NOTHING and two.ply != NOTHING and two.is_from_hand():
            last = self.log.last[two.ply & 255]
            put = self.log.time[last] if last != NONE and self.log.closed[last] else 0
            if self.log.changed_first(self.game.destination(one.ply), 1, -1) < put:
                one.until = min(one.until, put)  # the piece jumped over is put down after the jump
        one.after = told.undone_at if one.ply != NOTHING and one.ply == told.again else -1
        if told.ply != NOTHING and one.ply != NOTHING and one.ply != told.ply and one.ply & 255 == told.ply & 255:
            target = self.game.destination(one.ply)
            if told.at < self.aftermath.left_at < NEVER and target != self.aftermath.target and one.on[target] != STACK:
                one.after = self.aftermath.left_at - PASSING_MS  # its piece stood until then where the told ply ended

    def _place_more(self) -> bool:
        """Place one more ply; gives whether `_cost` is what the plies' own squares cost.

        Where both have a square, one of its entries is the first that the second ply may have made: the best is chosen.
        """
        one = self.one
        two = self.two
        if two.ply == NOTHING:
            self._cost = 0 if one.ply == NOTHING else one.place(two.on, 0, NONE)
            return True
        log = self.log
        i = self._entry
        placed = self._cost >= 0  # the first one is
        while not placed and i < log.count and not self._may_begin(i):
            i += 1
        at = i if i < log.count else NONE if i == log.count else self._cut
        cost = self._place_second(at) if placed else one.place(two.on, 0, at)
        self._entry = i
        self._cost = cost
        if not placed and cost < MOST:
            return False
        if i > log.count or i == log.count and cost <= self._lowest:
            return True
        if cost < self._lowest:
            self._lowest = cost
            self._cut = i
        self._entry = i + 1
        self._cost = -1
        return False

    def _may_begin(self, i: int) -> bool:
        """Whether the second ply's entries may begin with the i-th on squares that both have."""
        one = self.one
        square = self.log.square[i]
        return one.on[square] > 0 < self.two.on[square] and self.log.closed[i] != one.stands(square)

    def _place_second(self, at: int) -> int:
        """What the plies' own squares cost if on those that both have the second's entries begin with the entry `at`."""
        one = self.one
        two = self.two
        two.after = one.arrived - 1 if two.is_from_hand() else -1
        cost = self._cost + two.place(one.on, at, NONE)
        if cost >= MOST:
            return MOST
        if not two.back:
            return cost + self._haste()
        stood = two.left - one.arrived
        done = (
            max(one.done, self.told.at) if self.told.answered else one.done
        )  # what stood then was not put back before
        if two.begun <= done or two.order > MARGIN or stood < (PASSING_MS if one.foot[3] == ARRIVE else LAST_MS):
            return MOST
        return cost

    def _haste(self) -> int:
        """What it costs that the second ply followed the first so soon."""
        one = self.one
        two = self.two
        prices = self.prices
        from_hand = two.is_from_hand()
        gap = (two.arrived if from_hand else two.begun) - one.arrived
        if two.done < one.begun:
            return MOST
        cost = 0
        if two.arrived < one.arrived:
            cost = prices.of(BACKWARD, 0, 0)
            two.order += cost
        player = PLAYER if one.side == two.side or from_hand else 0
        if two.ply & 255 == self.game.destination(one.ply) and not from_hand:
            player |= STANDS
            if self.game.destination(two.ply) == one.ply & 255:
                player |= BACK
        if one.stacked and two.end > 2 and one.on[two.foot[0]] and one.on[two.foot[2]]:
            player |= STACKED  # or the first is put back: that is asked
        haste = prices.of(HASTE, gap + 1 if gap >= 0 else -1, player)
        if player & STACKED:
            two.order += haste
        return cost + haste

    # A line in particular

    def mark(self, ply: int) -> None:
        """Mark in log.kept which entries `ply` made, the only one of a line; `one` is placed."""
        self.log.keep_none()
        self.aftermath.find_put_back()  # what is told may be told only now
        self._place_line(ply, NOTHING)
        self.one.mark()

    def _place_line(self, first: int, second: int, back: bool = False) -> None:
        """Place these two plies, or the first one and that it was put `back`."""
        self.one.take(first)
        self.two.take(first if back else NOTHING, back)
        if second != NOTHING:
            passed = self._push(first)
            self.two.take(second)
            self._pop(passed)
        self._price(DONE)
        while not self._place_more():
            pass
        self.phase = DONE


def must_pass(game, plies: "array[int]") -> bool:
    """Whether the only legal ply is a pass, which is then plies[0]."""
    return game.plies_from(NOWHERE, plies, 0) == 1
