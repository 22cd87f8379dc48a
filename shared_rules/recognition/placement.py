"""One ply of a line: which edges of the touch log it made, if the line is what happened.

Its footprint says what it does to each square. Of the entries there it made an opening, a closing, or both; which ones is chosen
so that all others cost least. After construction nothing allocates.
"""

from array import array

from shared_rules.codes import ARRIVE, LEAVE, MAYBE, PATH, STACK, SWAP, TAKEN, const
from shared_rules.recognition.gestures import (
    APART,
    COVERED,
    HAND,
    LANDING,
    LEAD,
    MOST,
    NEAR,
    OWN,
    PASSING_MS,
    STACKED,
    STANDS,
    SWIFT,
)
from shared_rules.recognition.lines import ARRIVED, BEGUN, LAST, ORDER, UNSEEN
from shared_rules.recognition.prices import Prices
from shared_rules.recognition.touch_log import NEVER, NONE, TouchLog

NOTHING = const(-1)  # no ply
CHOICES = const(48)
CARRIED_MS = const(3000)  # for so long a piece is carried off the board


class Placement:
    """A ply's footprint `foot[0:end]`, what it does by square (`on`), its entries and their times in ms."""

    def __init__(self, game, log: TouchLog, prices: Prices) -> None:
        self.game = game
        self.log = log
        self.prices = prices
        self.ply = NOTHING
        self.side = 0
        self.foot = bytearray(2 * game.max_footprint + 2)
        self.end = 0
        self.on = bytearray(game.columns * game.rows)
        self.after = -1  # its piece arrived after this
        self.until = NEVER  # and not after this
        self.left = self.arrived = self.begun = self.done = 0
        self.carried = 0  # it was in the hand until then at most
        self.back = False  # it is placed that the ply was put back
        self.picks_up = False  # another piece of its side is in the hand afterwards
        self.order = 0  # what the order and the pace of its edges cost
        self.stacked = 0  # STACKED if all stands afterwards as it did before: only edges tell that it was played
        self.touched = 0  # what the other edges on the squares where it begins and ends cost
        self._opened = bytearray(game.max_footprint + 1)  # the entries chosen, for each item of the footprint
        self._closed = bytearray(game.max_footprint + 1)
        # The choices for a square, of opening and closing, and what all other entries there cost.
        self._opening = bytearray(CHOICES)
        self._closing = bytearray(CHOICES)
        self._cost = array("h", [0] * CHOICES)
        # The entries between which the ply's are on squares that the other ply of the line has too.
        self.other = self.on
        self.low = 0
        self.high = NONE

    def take(self, ply: int, back: bool = False) -> None:
        """The ply, legal in the game's position, is the one to place; NOTHING for none. Or that it was put `back`."""
        on = self.on
        foot = self.foot
        for i in range(0, self.end, 2):
            on[foot[i]] = 0
        self.ply = ply
        self.back = back
        self.end = 0
        self.order = self.touched = self.stacked = 0
        self.picks_up = False
        if ply == NOTHING:
            return
        self.side = self.game.side
        self.end = self.game.footprint(ply, foot, 0)
        if back:
            # The piece goes from where it came to where it left; a stack is lifted and put back, there and here.
            origin = foot[0]
            arrives = ARRIVE if foot[1] == LEAVE else STACK
            foot[0] = foot[2]
            foot[1] = LEAVE if foot[3] == ARRIVE else STACK
            foot[2] = origin
            foot[3] = arrives
        for i in range(0, self.end, 2):
            on[foot[i]] = foot[i + 1]
            if foot[i + 1] == TAKEN and self.game.piece_side(foot[i]) == self.side:
                self.picks_up = True
        if foot[1] == STACK and self._goes() and foot[3] != ARRIVE:
            self.stacked = STACKED

    def is_from_hand(self) -> bool:
        """Whether a piece is put on the board."""
        return self.foot[1] == ARRIVE

    def leaves(self, square: int) -> bool:
        """Whether the top card of the stack on `square` goes away."""
        return self.end > 0 and self.foot[0] == square and self.foot[1] == STACK

    def stands(self, square: int) -> int:
        """Whether `square`, one of the ply's, is occupied after it; -1 if that is as the players like."""
        effect = self.on[square]
        if effect == MAYBE:
            return -1
        return 1 if effect == ARRIVE or effect == SWAP or effect == STACK else 0

    # Placing

    def place(self, other: bytearray, low: int, high: int) -> int:
        """Choose the ply's entries; gives what the others on its squares cost, MOST or more if it can't be.

        On squares that `other`, the other ply's effects, has too, they are from `low` to before `high`.
        """
        self.other = other
        self.low = low
        self.high = high
        self.done = self.order = self.touched = 0
        self.begun = NEVER
        foot = self.foot
        cost = self._place_piece()
        item = 2 if self._goes() else 1
        while 2 * item < self.end and cost < MOST:
            effect = foot[2 * item + 1]
            if effect == TAKEN:
                count = self._choices(item, 0)
                for i in range(count):
                    self._cost[i] += self._since(foot[2 * item], self._opening[i])
                best = self._cheapest(count)
                if best < 0:
                    return MOST
                cost += self._cost[best]
                self._choose(item, best)
            elif effect == PATH:
                square = foot[2 * item]
                cost += self.prices.pairs(self._start(square), self._stop(square), 0, LANDING, 0)
            item += 1
        return cost

    def _goes(self) -> bool:
        """Whether the piece goes from the footprint's first square to its second."""
        foot = self.foot
        if self.end < 4 or foot[1] == ARRIVE:
            return False
        return foot[3] == ARRIVE or foot[3] == SWAP or foot[3] == STACK

    def _place_piece(self) -> int:
        """The squares where the piece leaves and arrives."""
        time = self.log.time
        count = self._choices(0, 0)
        if not self._goes():
            best = self._cheapest(count)
            if best < 0:
                return MOST
            self._choose(0, best)
            self.arrived = time[self._closing[best]]
            opened = self._opening[best]
            self.left = self.arrived - CARRIED_MS if opened == NONE else time[opened]
            self.carried = self.arrived
            return self._cost[best]
        both = self._choices(1, count)
        lowest = MOST
        equal = 1 if self.foot[1] == STACK else 0  # a stack was lifted to play when it was lifted last
        left = arrived = -1
        covers = self.after >= 0 and self.foot[3] == STACK  # its card has to leave, or to arrive, after that
        for i in range(count):
            for j in range(count, both):
                cost = self._cost[i] + self._cost[j]
                if covers and max(time[self._opening[i]], self._time(self._closing[j])) <= self.after:
                    continue
                if cost < lowest and self.foot[1] == LEAVE:
                    self.arrived = self._time(self._closing[j])
                    cost += self._since(self.foot[0], self._opening[i])
                if cost < lowest + equal:
                    order = self._order(self._opening[i], self._closing[i], self._opening[j], self._closing[j])
                    cost += order
                    if cost < lowest + equal:
                        lowest = cost
                        self.order = order
                        self.touched = self._cost[i] + self._cost[j]
                        left = i
                        arrived = j
        if lowest >= MOST:
            return MOST
        self._choose(0, left)
        self._choose(1, arrived)
        self.left = time[self._opening[left]]
        self.arrived = self.carried = self._time(self._closing[arrived])
        if self.is_unseen():
            self.arrived = self.left
            self.carried = self.left + CARRIED_MS
        return lowest

    def _time(self, i: int) -> int:
        """When the entry came; if it is yet to come, now."""
        return self.prices.clock if i == NONE else self.log.time[i]

    def is_unseen(self) -> bool:
        """Whether a card was put on a stack that was not lifted any more, since it left: when is not to be seen."""
        return self.arrived <= self.left and self.end > 2 and self.foot[3] == STACK

    def _start(self, square: int) -> int:
        """The first entry on `square` that the ply may have made."""
        return self._cut(square, self.low) if self.low and self.other[square] else self.log.first[square]

    def _stop(self, square: int) -> int:
        """The first entry after that which it can't have made; NONE if there is none."""
        return NONE if self.high == NONE or not self.other[square] else self._cut(square, self.high)

    def _cut(self, square: int, at: int) -> int:
        """The first entry on `square`, which both plies have, that the second may have made: from `at` on.

        Where the first takes a piece and the second's arrives, that piece may go after the second has begun.
        """
        log = self.log
        i = log.first[square]
        if i >= at and log.base[square] and log.closed[log.last[square]]:
            one = self.on[square]
            two = self.other[square]
            if one == TAKEN and two == ARRIVE or one == ARRIVE and two == TAKEN:
                return log.last[square]
        while i < at:
            i = log.next[i]
        return i

    def _choices(self, item: int, n: int) -> int:
        """What the ply may have made of the entries of a square, from the n-th choice on; gives the number after the last."""
        log = self.log
        square = self.foot[2 * item]
        effect = self.foot[2 * item + 1]
        start = self._start(square)
        stop = self._stop(square)
        if effect == ARRIVE:
            return self._closings(NONE, start, stop, 0, n)
        i = start
        while i < stop:
            if not log.closed[i] and (effect == STACK or effect == SWAP and not item or not log.past[i]):
                cost = self.prices.pairs(start, i, 1, OWN | self.stacked, 0)
                after = log.next[i]
                if cost >= MOST:
                    break
                if effect == LEAVE or effect == TAKEN:
                    n = self._add(i, NONE, cost, n)
                elif item:
                    n = self._closings(i, after, stop, cost, n)
                    if after == NONE and effect == STACK and self.until == NEVER:  # it is yet to be covered
                        n = self._add(i, NONE, cost + self.prices.touch(1, i, LANDING), n)
                elif after == NONE and self._goes():  # the rest of a stack, still in the hand
                    n = self._add(i, NONE, cost + self.prices.touch(1, i, OWN), n)
                elif after < stop:  # or put back
                    n = self._closings(i, after, stop, cost, n, True)
            i = log.next[i]
        return n

    def _since(self, square: int, opened: int) -> int:
        """What it costs that something closed `square` after the piece there had left with the entry `opened`."""
        return self.prices.pairs(self.log.next[opened], self._stop(square), 0, HAND, self.arrived)

    def _closings(self, opened: int, start: int, stop: int, cost: int, n: int, rest: bool = False) -> int:
        """The closings with which the piece, or the `rest` of a stack, may have come: the square was open from `start` on."""
        log = self.log
        covers = opened != NONE and self.foot[3] == STACK
        j = start
        while j < stop:
            time = log.time[j]
            if log.closed[j] and (rest or covers or time > self.after) and (time <= self.until or rest and j == start):
                more = self.prices.pairs(start, j, 0, HAND, time)
                if more >= MOST:
                    break
                more += self.prices.pairs(log.next[j], stop, 1, STANDS | self.stacked, time)
                n = self._add(opened, j, cost + more, n)
            j = log.next[j]
        return n

    def _add(self, opened: int, closed: int, cost: int, n: int) -> int:
        if cost >= MOST or n == CHOICES:
            return n
        self._opening[n] = opened
        self._closing[n] = closed
        self._cost[n] = cost
        return n + 1

    def _cheapest(self, count: int) -> int:
        best = -1
        for i in range(count):
            if best < 0 or self._cost[i] < self._cost[best]:
                best = i
        return best

    def _choose(self, item: int, choice: int) -> None:
        time = self.log.time
        opened = self._opened[item] = self._opening[choice]
        closed = self._closed[item] = self._closing[choice]
        first = closed if opened == NONE else opened
        last = opened if closed == NONE else closed
        if time[last] > self.done:
            self.done = time[last]
        if time[first] < self.begun:
            self.begun = time[first]

    def _order(self, left: int, rest: int, opened: int, closed: int) -> int:
        """What the order and the pace cost: `left` and `rest` are the opening and the closing where the piece began, if any."""
        time = self.log.time
        foot = self.foot
        prices = self.prices
        leaving = time[left]
        arriving = self._time(closed)
        cost = 0
        if leaving > arriving:
            circumstances = NEAR if self.is_near(foot[0], foot[2]) else 0
            if foot[1] == STACK:
                circumstances |= STACKED
            cost = prices.of(COVERED if foot[3] == STACK else LEAD, leaving - arriving, circumstances)
        if foot[3] != ARRIVE:
            opening = time[opened]
            if closed != NONE:
                cost += prices.of(SWIFT, arriving - opening, 0)
            if rest != NONE:
                cost += prices.of(APART, opening - time[rest], self._carried(rest, opened))
        return cost

    def _carried(self, rest: int, opened: int) -> int:
        """HAND if something passed over an empty square between these entries: what a hand carried."""
        log = self.log
        time = log.time
        until = time[opened]
        j = rest + 1
        while j < log.count and time[j] < until + PASSING_MS:
            square = log.square[j]
            if not (log.closed[j] or log.base[square]) and time[j] > time[rest]:
                i = log.first[square]
                while log.next[i] != j:
                    i = log.next[i]
                if time[i] < until:
                    return HAND
            j += 1
        return 0

    def is_near(self, one: int, other: int) -> bool:
        """Whether two squares touch."""
        columns = self.game.columns
        return abs(one % columns - other % columns) <= 1 and abs(one // columns - other // columns) <= 1

    # What was chosen

    def note(self, rows: "array[int]", at: int) -> None:
        """Write order and times into a row of Lines."""
        rows[at + ORDER] = self.order + (self.touched if self.stacked else 0)
        rows[at + ARRIVED] = self.arrived
        rows[at + LAST] = self.done
        rows[at + BEGUN] = self.begun
        rows[at + UNSEEN] = self.is_unseen()

    def mark(self) -> None:
        """Mark the ply's entries in log.kept."""
        kept = self.log.kept
        for item in range(self.end // 2):
            effect = self.foot[2 * item + 1]
            if effect != PATH and effect != MAYBE:
                if self._opened[item] != NONE:
                    kept[self._opened[item]] = 1
                if self._closed[item] != NONE:
                    kept[self._closed[item]] = 1
