"""Explaining the touch log: which lines of nought to two plies from the anchor cost least.

A line's plies make some of the edges (placement.py); every other edge has to be a gesture of the table (gestures.py), and the sum
of their costs (prices.py) is the line's. Nothing here decides: what is told, asked or withdrawn comes from the recognizer.
After construction nothing allocates; `step` does a bounded slice.
"""

from array import array

from shared_rules.codes import ARRIVE, KIND_PASS, LEAVE, NOWHERE, STACK, SWAP, TAKEN, const
from shared_rules.recognition.gestures import (
    ANSWERED,
    BACK,
    BACKWARD,
    ELSEWHERE,
    HAND,
    HASTE,
    INSTEAD,
    LOCKED,
    MOST,
    NEAR,
    NUDGE_MS,
    PASSING_MS,
    PLAYER,
    REFUSED,
    REJECTED,
    RENAMED,
    SAME,
    STACKED,
    STANDS,
    STOOD,
    SWIFT_MS,
    UNTOLD,
)
from shared_rules.recognition.lines import ADJUSTED, BEFORE, COST, FIRST, LOOSE, PLY, SECOND, STRAY_AT, UNSETTLED, Lines
from shared_rules.recognition.placement import CARRIED_MS, NOTHING, Placement
from shared_rules.recognition.prices import Prices
from shared_rules.recognition.question import MAX_OFFERS, Question
from shared_rules.recognition.touch_log import AGAIN, CLOSED, NEVER, NONE, OPENED, TouchLog

FIRSTS = const(40)
WITHDRAWN = const(16)
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

# How much work a slice is, by App's measure: 0.8 ms or so of a Pico each.
MUCH = const(10)  # what may judge a position takes so much,
LISTS = const(6)  # what lists plies so much at most,
LISTED = const(2)  # one more for so many plies that are listed
CHECKED = const(4)  # or checked whether they may have been played
JUDGED = const(24)  # half a judgement is like listing so many
BOTH = const(2)  # a line of two plies takes so much to set up, as does the line without any
SMALL = const(3)  # so many entries of the log are one more,
MOST_SMALL = const(4)  # up to so many,
MANY = const(32)  # and each so many another
PLIES = const(8)  # a slice lists a few more than so many plies
CHECKS = const(12)  # or checks so many that are listed
SQUARES = const(3)  # a slice looks at so many squares that are none of the line's


class Told:
    """What the recognizer has told since the anchor, and what must not be in a line."""

    def __init__(self) -> None:
        self.withdrawn = array("i", [NOTHING] * WITHDRAWN)
        self._offers = array("i", [NOTHING] * MAX_OFFERS)
        self._offer_count = 0
        self.held = 0  # sides of which only `expected` may be played after what is told, a bit each
        self.expected_ply = NOTHING
        self.expected_at = 0  # the digest of the position in which it is
        self.clear()

    def clear(self) -> None:
        """Nothing is told."""
        self.let_stand()
        self.withdrawals = 0
        self.expected = NOTHING

    def let_stand(self) -> None:
        """Nothing is told since the anchor, which is the position now."""
        self.ply = NOTHING
        self.at = 0
        self.done = 0  # when the last of its edges came
        self.order = 0  # what their order and pace cost
        self.locked = False  # the opponent has touched a piece since, and that is forgotten
        self.answered = False  # a player chose it
        self.undone = NOTHING  # it was told and taken back
        self.undone_at = 0

    def tell(self, ply: int, at: int, done: int, order: int) -> None:
        """`ply` is told; what comes after the time `at` comes after that.

        The last of its edges came at `done`; their order and pace cost `order`.
        """
        self.ply = ply
        self.at = at
        self.done = done
        self.order = order
        self.locked = self.answered = False
        self._offer_count = 0

    def make_again(self, done: int) -> None:
        """It may have been put back and made again: the last of its edges came at `done`."""
        self.at = max(self.at, done)
        self.done = max(self.done, done)

    def choose(self, question: Question) -> None:
        """It was chosen among these offers."""
        self.answered = True
        self.order = MOST
        self._offer_count = question.count
        for i in range(question.count):
            self._offers[i] = question.offers[i]

    def is_rejected(self, ply: int) -> bool:
        """Whether `ply` was offered beside what is told, and not chosen."""
        if self.answered:
            for i in range(self._offer_count):
                if self._offers[i] == ply:
                    return ply != self.ply
        return False

    def untell(self, at: int) -> None:
        """It is taken back."""
        self.undone = self.ply
        self.undone_at = at
        self.ply = NOTHING
        self.done = 0
        self.locked = self.answered = False

    def stand(self, digest: int) -> None:
        """The position after what is told has this digest: what is expected there?"""
        self.expected = self.expected_ply if digest == self.expected_at else NOTHING

    def turn_back(self, ms: int) -> None:
        """Times are to be `ms` less."""
        self.at = max(0, self.at - ms)
        self.done = max(0, self.done - ms)
        self.undone_at = max(0, self.undone_at - ms)

    def withdraw(self, ply: int) -> None:
        """`ply` is not to be in a line, until further notice."""
        if self.withdrawals < WITHDRAWN:
            self.withdrawn[self.withdrawals] = ply
            self.withdrawals += 1

    def is_withdrawn(self, ply: int) -> bool:
        """Whether `ply` must not be in a line."""
        for i in range(self.withdrawals):
            if self.withdrawn[i] == ply:
                return True
        return False


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
        self.plies = array("i", [0] * game.max_plies)  # scratch
        self._foot = bytearray(2 * game.max_footprint + 2)
        self.phase = DONE
        self._at = self._square = self._count = 0
        self._firsts = array("i", [0] * FIRSTS)
        self._first_count = 0
        self._seconds = array("i", [0] * FIRSTS)
        self._stands_on = NOWHERE
        self._stands = False
        self._stood_until = 0
        # When the piece of the ply told, or told and taken back, was lifted from where it had arrived, and when it was put back.
        self._left_at = self._back_at = NEVER
        self._stack_to_stack = False  # that ply goes from one stack to another,
        self._took = False  # or at least to an occupied square
        self._made_again = False  # its piece was lifted again where it was put back
        self._stays = False  # it left a stack, onto which nothing was put back
        self._lock = False
        self._stray_at = 0
        self._adjusted = 0  # what lifts cost that were put back on squares of no ply of the line
        # The line that is being priced: what it costs so far, and where the next slice goes on.
        self._then = DONE
        self._cost = self._limit = self._lowest = 0
        self._entry = self._cut = self._touch = 0

    # The slices

    def begin(self, clock: int) -> None:
        """Explain the log anew."""
        self.prices.begin(clock)
        self.lines.count = 0
        self.phase = BEGIN

    def _begin(self) -> None:
        """Price that nothing was played."""
        told = self.told.ply
        self._stands_on = self.game.destination(told) if told != NOTHING else NOWHERE
        last = self.log.last[self._stands_on] if self._stands_on != NOWHERE else NONE
        untouched = last == NONE or self.log.closed[last] == 1 and self.log.time[last] <= self.told.at
        self._stands = self._stands_on != NOWHERE and untouched
        self._stood_until = self._first_touch()
        self._square = self._first_count = self._at = 0
        self._find_put_back()
        self.one.take(NOTHING)
        self.two.take(NOTHING)
        self._price(GATHER_FIRST)

    def _first_touch(self) -> int:
        """When something happened first on the squares of the told ply after it was told."""
        log = self.log
        for i in range(log.count):
            if log.time[i] > self.told.at and self.prices.told_on[log.square[i]]:
                return log.time[i]
        return NEVER

    def is_told_untouched(self) -> bool:
        """Whether nothing has happened on the squares of the told ply since."""
        return self._stood_until == NEVER

    def touched_told(self) -> int:
        """When something happened last on the squares of the told ply after it was told; 0 if nothing has."""
        log = self.log
        i = log.count - 1
        while i >= 0 and log.time[i] > self.told.at:
            if self.prices.told_on[log.square[i]]:
                return log.time[i]
            i -= 1
        return 0

    def _find_put_back(self) -> None:
        """When the ply told, or told and taken back, was put back, if it was."""
        told = self.told
        undone = told.ply if told.ply != NOTHING else told.undone
        self._left_at = self._back_at = NEVER
        self._stack_to_stack = self._took = self._stays = self._made_again = False
        if undone != NOTHING:
            origin = undone & 255
            target = self.game.destination(undone)
            self.one.take(undone)
            # Where it ends there was a piece before, too: its own may have been in the hand all the time.
            covers = target == NOWHERE or self.one.on[target] != ARRIVE
            self._took = target != NOWHERE and covers
            self._left_at = told.at if covers else self._changed(target, 0, told.at)
            if origin != NOWHERE and origin != target and self._left_at != NEVER:
                on_stack = self.one.on[origin] == STACK
                self._back_at = self._changed(origin, 1, told.at if on_stack else self._left_at - PASSING_MS)
                self._made_again = self._back_at != NEVER and self._changed(origin, 0, self._back_at) != NEVER
                self._stack_to_stack = on_stack and covers
                self._stays = on_stack and self._back_at == NEVER
                if covers and self._changed(origin, 0, told.at) != NEVER:
                    self._stays = False  # it is in the hand, perhaps to be put back
        self.prices.back_until = self._back_at

    def _changed(self, square: int, closed: int, time: int) -> int:
        """When `square` opened or `closed` first after `time`; NEVER if it has not."""
        log = self.log
        i = NONE if square == NOWHERE else log.first[square]
        while i != NONE and (log.closed[i] != closed or log.time[i] <= time):
            i = log.next[i]
        return NEVER if i == NONE else log.time[i]

    def step(self) -> int:
        """A slice; gives how much work it was. The game has to stand at the anchor, and does so afterwards."""
        phase = self.phase
        if phase == GATHER_FIRST:
            return 1 + self._gather_first() // CHECKED
        if phase == GATHER_SECOND:
            return 3 + self._gather_second() // LISTED
        work = self.least()
        if phase == PLACE:
            if self._place_more():
                self._judge_place()
        elif phase == BESIDES:
            if self._look_besides(SQUARES):
                self._finish()
        elif phase == PRICE_SECOND:
            self._price_second()
        elif phase == PRICE_FIRST:
            self._price_first()
        elif phase == BEGIN:
            self._begin()
        return work

    def least(self) -> int:
        """How much work must be left for one more slice."""
        phase = self.phase
        if phase == PLACE or phase == BESIDES:
            count = self.log.count
            return 3 + min(MOST_SMALL, count // SMALL) + count // MANY
        if phase == GATHER_FIRST or phase == GATHER_SECOND:
            return MUCH if self._judge else LISTS
        return BOTH if phase == PRICE_SECOND or phase == BEGIN else 1

    def begun(self) -> int:
        """When the second ply of the line that was marked last began."""
        return self.two.begun

    def _gather_first(self) -> int:
        """First plies of the next touched square, or some of them; gives how many were listed or checked.

        While nothing has happened on the told ply's squares since, only that one; or what seemed to be covered was left, or
        its piece is still in the hand and what seemed to be captured was put back.
        """
        log = self.log
        told = self.told.ply
        only = told != NOTHING and self._stood_until == NEVER and not self._stack_to_stack
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
            if only and ply != told and square != self._stands_on and not (self._took and square == told & 255):
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
            elif effect == SWAP or effect == STACK:
                if not seen & AGAIN and (self.log.base[foot[i]] or seen & (CLOSED | OPENED) != CLOSED | OPENED):
                    return False
        return True

    def _is_allowed(self, ply: int, follows: bool) -> bool:
        """Whether the side to move may play `ply`, which `follows` what is told or not."""
        told = self.told
        if told.is_withdrawn(ply):
            return False
        return not told.held >> self.game.side & 1 or (follows and ply == told.expected)

    def _price_first(self) -> None:
        """Price the next first ply alone."""
        if self._at >= self._first_count:
            self._at = 0
            lines = self.lines
            plain = lines.get(0, COST) <= PLAIN and not lines.get(0, LOOSE)
            self._square = 0
            self.phase = DONE if plain else GATHER_SECOND
            return
        self.one.take(self._firsts[self._at])
        self._at += 1
        self._price(PRICE_FIRST)

    def _gather_second(self) -> int:
        """What the pieces on the next touched squares may do after the first ply; gives how many plies were listed."""
        log = self.log
        if self._at >= self._first_count:
            self.phase = DONE
            return 0
        if self._square >= log.touches:
            self._square = 0
            self._at += 1
            return 0
        first = self._firsts[self._at]
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
        self._bind()
        self._then = phase
        self._limit = self.lines.limit()
        self._entry = 0
        self._cut = NONE
        self._lowest = MOST
        self.phase = PLACE

    def _judge_place(self) -> None:
        """The plies' own squares cost `_cost`."""
        if self.has_been_told() and self._cost < MOST:
            self._cost -= self.one.order
        if self._cost >= self._limit:
            self.phase = self._then
            return
        self._touch = 0
        self._lock = False
        self._stray_at = self._adjusted = 0
        self.phase = BESIDES

    def has_been_told(self) -> bool:
        """Whether the line's first ply is what was told all the same, in an order and at a pace no worse than then."""
        told = self.told
        return told.ply != NOTHING and told.ply == self.one.ply and self.one.order <= told.order

    def _finish(self) -> None:
        """All squares are priced."""
        self.phase = self._then
        self._cost += self._contradict()
        if self.one.ply == NOTHING:
            self._cost = min(self._cost, MOST - 1)  # there is always this line
        if self._cost >= self._limit:
            return
        at = self.lines.add(self._cost)
        rows = self.lines.rows
        rows[at + FIRST] = self.one.ply
        rows[at + SECOND] = self.two.ply
        rows[at + COST] = self._cost
        rows[at + STRAY_AT] = self._stray_at
        rows[at + ADJUSTED] = self._adjusted
        self.one.note(rows, at)
        self.two.note(rows, at + PLY)
        self._count_loose(rows, at)

    def _count_loose(self, rows: "array[int]", at: int) -> None:
        """Count the squares that are not as the line has them, and those of its last ply."""
        log = self.log
        one = self.one
        two = self.two
        loose = unsettled = before = 0
        for i in range(log.touches):
            square = log.touched[i]
            now = log.closed[log.last[square]]
            if two.on[square]:
                differs = two.stands(square) == 1 - now
                loose += differs
                unsettled += differs
            elif one.on[square]:
                differs = one.stands(square) == 1 - now
                loose += differs
                unsettled += differs and two.ply == NOTHING
                before += differs
            elif now != log.base[square]:
                loose += 1
        rows[at + UNSETTLED] = unsettled
        rows[at + LOOSE] = loose
        rows[at + BEFORE] = before

    def _bind(self) -> None:
        """When the second ply's piece was lifted, and between which times the first one's has arrived, as far as that is known."""
        told = self.told
        one = self.one
        two = self.two
        self.prices.again_from = 0 if one.picks_up else NEVER
        if two.ply != NOTHING:
            self.prices.again_from = 0 if two.is_from_hand() else self.log.changed_last(two.ply & 255, 0)
        one.until = NEVER
        if one.ply != NOTHING and one.ply == told.ply and not self._made_again:
            one.until = told.at  # unless it was put back and is made again
        if one.ply != NOTHING and two.ply != NOTHING and two.is_from_hand():
            last = self.log.last[two.ply & 255]
            put = self.log.time[last] if last != NONE and self.log.closed[last] else 0
            if self._changed(self.game.destination(one.ply), 1, -1) < put:
                one.until = min(one.until, put)  # the piece jumped over is put down after the jump
        one.after = told.undone_at if one.ply != NOTHING and one.ply == told.undone else -1
        if told.ply != NOTHING and one.ply != NOTHING and one.ply != told.ply and one.ply & 255 == told.ply & 255:
            target = self.game.destination(one.ply)
            if told.at < self._left_at < NEVER and target != self._stands_on and one.on[target] != STACK:
                one.after = self._left_at - PASSING_MS  # its piece stood until then where the told ply ended

    def _place_more(self) -> bool:
        """Find in `_cost` what the plies' own squares cost; gives whether it is found.

        Where both have a square, one of its entries is the first that the second ply may have made: the best is chosen.
        """
        one = self.one
        two = self.two
        if two.ply == NOTHING:
            self._cost = 0 if one.ply == NOTHING else one.place(two.on, 0, NONE)
            return True
        log = self.log
        while self._entry < log.count:
            i = self._entry
            self._entry = i + 1
            square = log.square[i]
            if one.on[square] and two.on[square] and log.closed[i] != one.stands(square):
                cost = self._place_both(i)
                if cost < self._lowest:
                    self._lowest = cost
                    self._cut = i
                return False
        if self._entry == log.count:
            self._entry += 1
            self._cost = self._place_both(NONE)
            return self._cost <= self._lowest
        self._cost = self._place_both(self._cut)
        return True

    def _place_both(self, at: int) -> int:
        """What the plies' own squares cost if on those that both have the second's entries begin with the entry `at`."""
        one = self.one
        two = self.two
        cost = one.place(two.on, 0, at)
        if cost >= MOST:
            return MOST
        two.after = one.arrived - 1 if two.is_from_hand() else -1
        cost += two.place(one.on, at, NONE)
        if cost >= MOST:
            return MOST
        return cost + self._haste()

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

    def _contradict(self) -> int:
        """What it costs that the line's first ply happened in the place of what is told, or of what was told and taken back."""
        told = self.told
        first = self.one.ply
        if told.ply != NOTHING:
            return self._untold(first) if told.ply != first else 0
        if told.undone == NOTHING or first == NOTHING or first == told.undone or self.one.begun > told.undone_at:
            return 0
        return self.prices.of(INSTEAD, 0, 0)  # it had begun when that was taken back

    def _untold(self, ply: int) -> int:
        """What it costs that the told ply did not happen, but `ply` or nothing."""
        told = self.told
        game = self.game
        bits = LOCKED if self._lock or told.locked or self._was_replied() or self._has_begun_expected() else 0
        away = 0
        if ply == NOTHING and self._stays:
            bits |= STOOD
        if ply != NOTHING:
            bits |= ELSEWHERE
            if told.ply & 255 == game.destination(told.ply) and ply & 255 == game.destination(ply):
                bits |= SAME if told.ply >> 16 == ply >> 16 else RENAMED
                away = max(0, self.one.arrived - self._left_at)
        if told.answered:
            bits |= ANSWERED
        if told.is_rejected(ply):
            bits |= REJECTED
        if self._stood_still(ply) and not self.one.leaves(self._stands_on):
            bits |= STOOD
            if ply != NOTHING and self._took and ply & 255 == told.ply & 255:
                bits |= HAND  # it may never have been put down: where it seemed to arrive, what was lifted was put back
            elif not self._is_gone(told.ply):
                bits |= BACK
        if self._stood_meanwhile(ply):
            bits |= STOOD
        if self._stack_to_stack and told.expected == NOTHING and (ply == NOTHING or bits & STOOD):
            bits |= STACKED
        return self.prices.of(UNTOLD, away, bits)

    def _was_replied(self) -> bool:
        """Whether the line's second ply is a reply that began before the told ply's piece was lifted again, or put elsewhere."""
        two = self.two
        if two.ply == NOTHING or two.side == self.one.side or two.begun <= self.told.at:
            return False
        return two.begun < self._left_at or self.one.ply != NOTHING and two.begun < self.one.arrived

    def _has_begun_expected(self) -> bool:
        """Whether the piece of the ply that is expected after what is told has been lifted since."""
        expected = self.told.expected
        if expected == NOTHING or expected & 255 == self.game.destination(expected):
            return False
        return self.log.did_after(expected & 255, self.told.at) & OPENED != 0

    def _stood_still(self, ply: int) -> bool:
        """Whether nothing had happened where the told ply ends, at least until `ply` was made in its place."""
        if self._stands or ply == NOTHING or not self._took:
            return self._stands
        return self.told.at < self.one.arrived < self._changed(self._stands_on, 0, self.told.at)

    def _stood_meanwhile(self, ply: int) -> bool:
        """Whether the told ply's piece still stood where it had arrived when it should have been somewhere else."""
        told = self.told
        left = self._left_at - PASSING_MS
        origin = told.ply & 255
        if ply != NOTHING and self.one.arrived < left and not self.one.is_unseen():
            same = ply & 255 == origin and self.game.destination(ply) != self._stands_on
            if same or self.one.arrived > told.at:
                return True
        if origin == NOWHERE or origin == self._stands_on or ply != NOTHING and ply & 255 == origin:
            return False
        last = self.log.last[origin]
        return last != NONE and self.log.closed[last] == 1 and told.at < self.log.time[last] < left

    def _is_gone(self, told: int) -> bool:
        """Whether the square where the ply `told` began is not closed by a piece that was put back there."""
        origin = told & 255
        if origin == NOWHERE:
            return True
        last = self.log.last[origin]
        return last == NONE or not self.log.closed[last] or self.log.time[last] <= self.told.at

    # What was touched besides

    def _look_besides(self, squares: int) -> bool:
        """Add what so many of the touched squares that are none of the plies' cost; gives whether there are no more.

        Finds out, too, whether the opponent has touched something since.
        """
        log = self.log
        one = self.one.on
        two = self.two.on
        while self._touch < log.touches and self._cost < self._limit:
            square = log.touched[self._touch]
            if not (one[square] or two[square]):
                if not squares:
                    return False
                squares -= 1
                self._cost += self._look_at(square)
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
            if occupied and j != NONE:
                self._adjusted += price
            i = NONE if j == NONE else log.next[j]
        return cost

    def _of_lifting(self, square: int, i: int, until: int) -> int:
        """In which circumstances the piece on `square` was lifted with the entry `i`."""
        log = self.log
        prices = self.prices
        told = self.told
        since = log.time[i]
        back = BACK if prices.back[square] else 0
        if back and self._stack_to_stack and prices.back[log.square[log.count - 1]]:
            back |= STACKED  # it is being put back: nothing else was touched since
        if told.ply != NOTHING and not back and until - since >= SWIFT_MS and told.at < since < self._stood_until:
            self._lock = self._lock or self.game.piece_side(square) == 1 - self.game.side
        # What is put back has been lifted from where it had come to stand.
        bits = 0 if self._stands and since > told.at else back
        if back and since > self._back_at:
            bits = STANDS if since <= self._back_at + NUDGE_MS else 0
        elif not back and log.next[i] != NONE and self._is_busy(since, until):
            bits = HAND
        return bits | REFUSED if prices.is_refused(square, until) else bits

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
        self._stray_at = self.log.time[i]
        back_at = self._back_at if self.one.ply == NOTHING else self.one.carried
        return BACK if back and until <= back_at + PASSING_MS else 0  # later it stood elsewhere already

    def _in_hand(self, at: int, until: int) -> bool:
        """Whether a piece was in a hand at some time from the log's entry `at`, a closing, to `until`, or just before or after."""
        one = self.one
        two = self.two
        time = self.log.time
        since = time[at]
        if self.prices.contradicts and self._left_at - PASSING_MS <= since and until <= self._back_at + PASSING_MS:
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

    # A line in particular

    def mark(self, first: int, second: int) -> None:
        """Mark in log.kept which entries the plies of a line made; `one` and `two` are placed."""
        self.log.keep_none()
        self._find_put_back()  # what is told may be told only now
        self._place_line(first, second)
        self.one.mark()
        self.two.mark()

    def _place_line(self, first: int, second: int) -> None:
        self.one.take(first)
        self.two.take(NOTHING)
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
