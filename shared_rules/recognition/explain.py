"""Explaining the touch log: which lines of nought to two plies from the anchor cost least.

A line's plies make some of the edges (their footprints say which squares do what); every other edge has to be a gesture of
the table (gestures.py), and the sum of their costs is the line's. Nothing here decides and nothing is remembered: what is
told, asked or withdrawn comes from the recognizer. After construction nothing allocates; `step` does a bounded slice.
"""

from array import array

from shared_rules.codes import ARRIVE, KIND_PASS, LEAVE, NOWHERE, PATH, STACK, SWAP, TAKEN, const
from shared_rules.recognition import gestures
from shared_rules.recognition.gestures import (
    ANSWERED,
    APART,
    BACK,
    ELSEWHERE,
    EXTRA,
    HAND,
    HASTE,
    HELD,
    LANDING,
    LEAD,
    LIFT,
    LOCKED,
    MOST,
    NEAR,
    NUDGE_MS,
    OWN,
    PASSING_MS,
    PLAYER,
    RENAMED,
    ROW,
    SAME,
    SHADE,
    STACKED,
    STANDS,
    STOOD,
    SWIFT,
    SWIFT_MS,
    UNTOLD,
)
from shared_rules.recognition.touch_log import AGAIN, CLOSED, NONE, OPENED, TouchLog

NOTHING = const(-1)
LINES = const(16)
FIRSTS = const(40)
NEVER = const(0x20000000)
WITHDRAWN = const(16)
PLAIN = const(5)  # what is explained for so little by one ply or none needs no second
CARRIED_MS = const(3000)  # for so long a piece is carried off the board

# What the next slice does.
DONE = const(0)
GATHERING = const(1)
FIRST_PLIES = const(2)
SECOND_PLIES = const(3)


class Explainer:
    """The cheapest lines from `game`'s position, which is the anchor whenever `step` is called."""

    def __init__(self, game, log: TouchLog, size: int) -> None:
        self.game = game
        self.log = log
        self.clock = 0
        self.base = bytearray(size)  # occupancy at the anchor
        # The lines, cheapest first: plies (NOTHING: none), costs, squares that are not as the line has them now, and of
        # each ply the time of its arrival and of its last edge.
        self.count = 0
        self.first = array("i", [0] * LINES)
        self.second = array("i", [0] * LINES)
        self.cost = array("h", [0] * LINES)
        self.loose = bytearray(LINES)
        self.unsettled = bytearray(LINES)  # of those, how many are the plies' own
        self.stray_at = array("i", [0] * LINES)  # when something passed over the board last while nothing was in a hand
        self.doubt = array("h", [0] * (2 * LINES))  # of each ply: what its order and pace cost
        self.arrived = array("i", [0] * (2 * LINES))
        self.done = array("i", [0] * (2 * LINES))
        # What the recognizer has told, and its squares; what may not be in a line.
        self.told = array("i", [NOTHING, NOTHING])
        self.told_at = 0
        self.told_on = bytearray(size)
        self.undone_at = 0
        self.undone = NOTHING  # told and taken back; its squares are in `told_on` too
        self.answered = NOTHING
        self.withdrawn = array("i", [NOTHING] * WITHDRAWN)
        self.withdrawals = 0
        self.phase = DONE
        self._at = 0
        self._firsts = array("i", [0] * FIRSTS)
        self._first_count = 0
        self._plies = array("i", [0] * game.max_plies)
        self._foot = bytearray(4 * game.max_footprint + 4)
        self._end = bytearray(3)  # the plies' footprints are _foot[_end[k]:_end[k + 1]]
        self._of = bytearray(size), bytearray(size)  # what the first and the second ply do to each square
        self._sides = bytearray(2)
        self._cut = NONE
        self._before = bytearray(2)
        self._arrive = array("i", [0, 0])
        self._leave = array("i", [0, 0])
        self._begin = array("i", [0, 0])
        self._finish = array("i", [0, 0])
        self._loose = self._unsettled = self._stray_at = 0
        self._since = -1  # and after this: it was told and taken back
        self._bound = NEVER  # the first ply's piece has arrived by then: it was told
        self._doubt = array("h", [0, 0])
        self._stands = False
        self._stands_on = NOWHERE
        self._stood_until = 0
        self.locked = False  # the opponent has touched a piece since the ply was told, and that is forgotten
        self._contradicts = False
        self._put_back_at = 0
        self._lock = False
        self._rows, self._starts = gestures.pack()
        self.change_in = 0  # in so many ms what is off its square, or too many, costs something else
        self.marking = False  # whether pricing marks the entries that the plies make, in log.kept
        self.tally = bytearray(
            len(self._rows) // ROW
        )  # how often each row of the table counted in the line priced last
        self._tallying = False

    # The slices

    def begin(self, clock: int) -> None:
        """Explain the log anew."""
        self.clock = clock
        self.change_in = gestures.EVER
        self.count = 0
        self._stands_on = self.game.destination(self.told[0]) if self.told[0] != NOTHING else NOWHERE
        self._stands = self._is_untouched(self._stands_on)
        self._stood_until = self._first_touch()
        self._at = 0
        self._first_count = 0
        self.phase = GATHERING
        self._end[0] = self._end[1] = self._end[2] = 0
        self._price_line(NOTHING, NOTHING, 0)

    def _first_touch(self) -> int:
        """When something happened first on the squares of the told ply after it was told."""
        log = self.log
        for i in range(log.count):
            if log.time[i] > self.told_at and self.told_on[log.square[i]]:
                return log.time[i]
        return NEVER

    def _is_untouched(self, square: int) -> bool:
        """Whether nothing has happened on `square` since the last ply was told."""
        log = self.log
        if square == NOWHERE:
            return False
        last = log.last[square]
        return last == NONE or (log.closed[last] == 1 and log.time[last] <= self.told_at)

    def step(self) -> bool:
        """A slice; gives whether all is explained. The game has to stand at the anchor, and does so afterwards."""
        if self.phase == GATHERING:
            self._gather()
        elif self.phase == FIRST_PLIES:
            self._try_first()
        elif self.phase == SECOND_PLIES:
            self._try_second()
        return self.phase == DONE

    def _gather(self) -> None:
        """First plies of the next touched square.

        While nothing has happened on the told ply's squares since, only that one; or what seemed to be covered was left.
        """
        log = self.log
        told = self.told[0]
        only = told != NOTHING and self._stood_until == NEVER
        if self._at >= log.touches:
            self._at = 0
            self.phase = FIRST_PLIES
            return
        square = log.touched[self._at]
        self._at += 1
        game = self.game
        plies = self._plies
        end = game.plies_from(square, plies, 0)
        for i in range(end):
            if only and plies[i] != told and square != self._stands_on:
                continue
            if self._first_count < FIRSTS and self._may_be(plies[i], 0):
                self._firsts[self._first_count] = plies[i]
                self._first_count += 1

    def _may_be(self, ply: int, at: int) -> bool:
        """Whether the squares that the ply needs were touched as it does, its footprint written from `at`."""
        foot = self._foot
        did = self.log.did
        if self.game.kind(ply) == KIND_PASS:
            return False
        end = self.game.footprint(ply, foot, at)
        for i in range(at, end, 2):
            effect = foot[i + 1]
            seen = did[foot[i]]
            if effect == LEAVE or effect == TAKEN:
                if not seen & OPENED:
                    return False
            elif effect == ARRIVE:
                if not seen & CLOSED:
                    return False
            elif effect == SWAP or effect == STACK:
                if not seen & AGAIN and not (self.base[foot[i]] == 0 and seen & CLOSED and seen & OPENED):
                    return False
        self._end[1 if at == 0 else 2] = end
        return True

    def _try_first(self) -> None:
        """Price the next first ply alone."""
        if self._at >= self._first_count:
            self._at = 0
            self.phase = DONE if self.cost[0] <= PLAIN and not self.loose[0] else SECOND_PLIES
            return
        ply = self._firsts[self._at]
        self._at += 1
        self._sides[0] = self.game.side
        self._end[1] = self.game.footprint(ply, self._foot, 0)
        self._price_line(ply, NOTHING, 1)

    def _try_second(self) -> None:
        """Price what may follow the next first ply."""
        if self._at >= self._first_count:
            self.phase = DONE
            return
        first = self._firsts[self._at]
        self._at += 1
        game = self.game
        log = self.log
        self._sides[0] = game.side
        foot = self._foot
        start = self._end[1] = game.footprint(first, foot, 0)
        game.push(first)
        passed = must_pass(game, self._plies)
        if passed:
            game.push(self._plies[0])
        self._sides[1] = game.side
        plies = self._plies
        for i in range(log.touches):
            end = game.plies_from(log.touched[i], plies, 0)
            for j in range(end):
                if self._may_be(plies[j], start):
                    self._price_line(first, plies[j], 2)
        if passed:
            game.pop()
        game.pop()

    # The lines

    def _price_line(self, first: int, second: int, plies: int) -> None:
        cost = self.price(first, second, plies)
        if cost >= MOST:
            return
        i = self.count
        if i < LINES:
            self.count = i + 1
        elif cost >= self.cost[i - 1]:
            return
        else:
            i -= 1
        while i > 0 and self.cost[i - 1] > cost:
            self._move(i - 1, i)
            i -= 1
        self.first[i] = first
        self.second[i] = second
        self.cost[i] = cost
        self.loose[i] = self._loose
        self.unsettled[i] = self._unsettled
        self.stray_at[i] = self._stray_at
        for k in range(2):
            self.arrived[2 * i + k] = self._arrive[k]
            self.done[2 * i + k] = self._finish[k]
            self.doubt[2 * i + k] = self._doubt[k]

    def _move(self, i: int, j: int) -> None:
        self.first[j] = self.first[i]
        self.second[j] = self.second[i]
        self.cost[j] = self.cost[i]
        self.loose[j] = self.loose[i]
        self.unsettled[j] = self.unsettled[i]
        self.stray_at[j] = self.stray_at[i]
        for k in range(2):
            self.arrived[2 * j + k] = self.arrived[2 * i + k]
            self.done[2 * j + k] = self.done[2 * i + k]
            self.doubt[2 * j + k] = self.doubt[2 * i + k]

    def price(self, first: int, second: int, plies: int) -> int:
        """What the line costs whose footprints are in `_foot`; MOST or more if it can't be."""
        for i in range(self.withdrawals):
            if self.withdrawn[i] == first or self.withdrawn[i] == second:
                return MOST
        told = self.told
        self._contradicts = (told[0] != NOTHING and told[0] != first) or (
            self.undone != NOTHING and self.undone != first
        )
        self._note(plies, 1)
        self._bind(first)
        best = self._best_cut(plies)
        self._unsettled = self._loose
        if best < MOST:
            best += self._strangers(plies)
            if told[0] != NOTHING:
                if told[0] != first:
                    best += self._untold(first, told[0])
                else:
                    best -= self._doubt[0]  # it was told all the same
        self._note(plies, 0)
        return best

    def _untold(self, ply: int, told: int) -> int:
        bits = LOCKED if self._lock or self.locked else 0
        if ply != NOTHING:
            bits |= ELSEWHERE
            if told & 255 == self.game.destination(told) and ply & 255 == self.game.destination(ply):
                bits |= SAME if told >> 16 == ply >> 16 else RENAMED
        if told == self.answered:
            bits |= ANSWERED
        if self._stands and self._is_gone(told) and not self._leaves(self._stands_on):
            bits |= STOOD
        return self.look_up(UNTOLD, 0, bits)

    def _is_gone(self, told: int) -> bool:
        """Whether the square where the ply `told` began is not closed by a piece that was put back there."""
        origin = told & 255
        if origin == NOWHERE:
            return True
        last = self.log.last[origin]
        return last == NONE or not self.log.closed[last] or self.log.time[last] <= self.told_at

    def _leaves(self, square: int) -> bool:
        """Whether the line's first ply begins on `square`: what seemed to arrive there was but the rest of its stack."""
        return self._end[1] > 0 and self._foot[0] == square and self._foot[1] == STACK

    def _note(self, plies: int, write: int) -> None:
        """Note the plies' effects by square, or wipe them out."""
        foot = self._foot
        for k in range(plies):
            of = self._of[k]
            for i in range(self._end[k], self._end[k + 1], 2):
                of[foot[i]] = foot[i + 1] if write else 0

    def _best_cut(self, plies: int) -> int:
        """The cost of the plies' own squares. Where both have a square, some entry is the second ply's first: the best one."""
        self._loose = 0
        self._cut = NONE
        if plies == 0:
            return 0
        if plies == 1:
            return self._place(0)
        log = self.log
        one, two = self._of
        best = MOST
        best_cut = NONE
        shared = False
        tallying = self._tallying
        self._tallying = False
        for i in range(log.count):
            square = log.square[i]
            if one[square] and two[square]:
                shared = True
                self._cut = i
                self._loose = 0
                cost = self._place_both()
                if cost < best:
                    best = cost
                    best_cut = i
        if shared:
            self._cut = NONE
            self._loose = 0
            cost = self._place_both()
            if cost < best:
                best = cost
                best_cut = NONE
        self._tallying = tallying
        if not shared:
            return self._place_both()
        if best < MOST:
            self._cut = best_cut
            self._loose = 0
            self._place_both()
        return best

    def _place_both(self) -> int:
        cost = self._place(0)
        if cost >= MOST:
            return MOST
        cost += self._place(1)
        if cost >= MOST:
            return MOST
        gap = self._begin[1] - self._arrive[0]
        if self._foot[self._end[1] + 1] == ARRIVE:
            gap = self._arrive[1] - self._arrive[0]  # put down from hand
            if gap < 0:
                return MOST
        if self._arrive[1] < self._arrive[0]:
            cost += 20
            self._doubt[1] += 20
        bits = PLAYER if self._sides[0] == self._sides[1] or self._foot[self._end[1] + 1] == ARRIVE else 0
        return cost + self.look_up(HASTE, gap + 1 if gap >= 0 else -1, bits)

    # A ply's own squares

    def _window(self, square: int, k: int) -> int:
        """The first entry on `square` that the k-th ply may have made."""
        log = self.log
        i = log.first[square]
        if k and self._of[0][square]:
            while i < self._cut:
                i = log.next[i]
        return i

    def _until(self, square: int, k: int) -> int:
        """The first entry on `square` that it can't have made any more; NONE if there is none."""
        if k or not self._of[1][square] or self._end[2] == 0:
            return NONE
        log = self.log
        i = log.first[square]
        while i < self._cut:
            i = log.next[i]
        return i

    def _place(self, k: int) -> int:
        """Choose which entries the k-th ply made; gives what the others on its squares cost."""
        foot = self._foot
        lo = self._end[k]
        hi = self._end[k + 1]
        self._finish[k] = self._doubt[k] = 0
        self._begin[k] = NEVER
        cost = self._mover(k, lo, hi)
        i = lo + (4 if hi - lo > 2 and foot[lo + 1] != ARRIVE and self._arrives(foot[lo + 3]) else 2)
        while i < hi and cost < MOST:
            square = foot[i]
            effect = foot[i + 1]
            start = self._window(square, k)
            stop = self._until(square, k)
            if effect == TAKEN:
                cost += self._taken(k, start, stop)
            elif effect == PATH:
                cost += self._pairs(start, stop, 0, LANDING)
            i += 2
        return cost

    def _arrives(self, effect: int) -> bool:
        return effect == ARRIVE or effect == SWAP or effect == STACK

    def _taken(self, k: int, start: int, stop: int) -> int:
        """A piece taken off: one of the openings, the best."""
        log = self.log
        best = MOST
        found = NONE
        i = start
        loose = self._loose
        tallying = self._tallying
        self._tallying = False
        while i < stop:
            if not log.closed[i]:
                self._loose = loose
                cost = self._pairs(start, i, 1, OWN) + self._pairs(log.next[i], stop, 0, HAND)
                if cost < best:
                    best = cost
                    found = i
            i = log.next[i]
        self._loose = loose
        self._tallying = tallying
        if found == NONE:
            return MOST
        self._pairs(log.next[found], stop, 0, HAND)
        self._made(k, found, True)
        return best

    def _made(self, k: int, i: int, begins: bool) -> None:
        """The k-th ply made the entry `i`."""
        time = self.log.time[i]
        if time > self._finish[k]:
            self._finish[k] = time
        if begins and time < self._begin[k]:
            self._begin[k] = time
        if self.marking:
            self.log.kept[i] = 1

    def _mover(self, k: int, lo: int, hi: int) -> int:
        """The squares where the ply's piece leaves and arrives."""
        foot = self._foot
        log = self.log
        origin = foot[lo]
        leaving = foot[lo + 1]
        start = self._window(origin, k)
        stop = self._until(origin, k)
        if leaving == ARRIVE:
            return self._put_down(k, start, stop)
        if hi - lo == 2 or not self._arrives(foot[lo + 3]):
            return self._round_trip(k, start, stop)
        to = foot[lo + 2]
        arriving = foot[lo + 3]
        to_start = self._window(to, k)
        to_stop = self._until(to, k)
        near = NEAR if self._is_near(origin, to) else 0
        loose = self._loose
        tallying = self._tallying
        self._tallying = False
        best = MOST
        best_left = best_open = best_arrived = NONE
        left = start
        while left < stop:
            if not log.closed[left] and (leaving == LEAVE or log.next[left] < stop):
                away = self._pairs(start, left, 1, OWN)
                if leaving == LEAVE:
                    away += self._pairs(log.next[left], stop, 0, HAND)
                else:
                    away += self._pairs(log.next[log.next[left]], stop, 1, STANDS)
                if away < best:
                    opened = to_start
                    while opened < to_stop:
                        if arriving == ARRIVE or not log.closed[opened]:
                            arrived = opened if arriving == ARRIVE else log.next[opened]
                            while arrived < to_stop:
                                if log.closed[arrived] and (k or self._since < log.time[arrived] <= self._bound):
                                    order = self._order(leaving, arriving, left, opened, arrived, near)
                                    cost = away + order
                                    if arriving == ARRIVE:
                                        cost += self._pairs(to_start, arrived, 0, HAND)
                                    else:
                                        cost += self._pairs(to_start, opened, 1, OWN)
                                        cost += self._pairs(log.next[opened], arrived, 0, HAND)
                                    cost += self._pairs(log.next[arrived], to_stop, 1, STANDS)
                                    if cost < best:
                                        best = cost
                                        self._doubt[k] = order
                                        best_left = left
                                        best_open = opened
                                        best_arrived = arrived
                                if arriving == ARRIVE:
                                    break
                                arrived = log.next[arrived]
                        opened = log.next[opened]
            left = log.next[left]
        self._loose = loose
        self._tallying = tallying
        if best_left == NONE:
            return MOST
        if tallying:
            self._order(leaving, arriving, best_left, best_open, best_arrived, near)
            self._pairs(start, best_left, 1, OWN)
            if arriving == ARRIVE:
                self._pairs(to_start, best_arrived, 0, HAND)
            else:
                self._pairs(to_start, best_open, 1, OWN)
                self._pairs(log.next[best_open], best_arrived, 0, HAND)
        # Once more, to count what is loose.
        if leaving == LEAVE:
            self._pairs(log.next[best_left], stop, 0, HAND)
        else:
            self._pairs(log.next[log.next[best_left]], stop, 1, STANDS)
            self._made(k, log.next[best_left], False)
        self._pairs(log.next[best_arrived], to_stop, 1, STANDS)
        self._made(k, best_left, True)
        if arriving != ARRIVE:
            self._made(k, best_open, True)
        self._made(k, best_arrived, False)
        self._leave[k] = log.time[best_left]
        self._arrive[k] = log.time[best_arrived]
        return best

    def _order(self, leaving: int, arriving: int, left: int, opened: int, arrived: int, near: int) -> int:
        """What the order and the pace of leaving, opening and arriving cost."""
        time = self.log.time
        cost = 0
        lead = time[left] - time[arrived]
        if lead > 0:
            cost = self.look_up(LEAD, lead, near | STACKED if arriving == STACK else near)
        if arriving != ARRIVE:
            cost += self.look_up(SWIFT, time[arrived] - time[opened], 0)
            if leaving == STACK:
                back = time[self.log.next[left]]
                cost += self.look_up(APART, time[opened] - back, self._crossed(back, time[opened]))
        return cost

    def _crossed(self, since: int, until: int) -> int:
        """HAND if something passed over an empty square between these times: what a hand carried."""
        log = self.log
        for i in range(log.count):
            if log.closed[i] and since < log.time[i] < until and not self.base[log.square[i]]:
                j = log.next[i]
                if j != NONE and log.time[j] < until + PASSING_MS:
                    return HAND
        return 0

    def _put_down(self, k: int, start: int, stop: int) -> int:
        """A piece from hand."""
        log = self.log
        best = MOST
        found = NONE
        loose = self._loose
        tallying = self._tallying
        self._tallying = False
        i = start
        while i < stop:
            if log.closed[i] and (k or self._since < log.time[i] <= self._bound):
                cost = self._pairs(start, i, 0, HAND) + self._pairs(log.next[i], stop, 1, STANDS)
                if cost < best:
                    best = cost
                    found = i
            i = log.next[i]
        self._loose = loose
        self._tallying = tallying
        if found == NONE:
            return MOST
        self._pairs(log.next[found], stop, 1, STANDS)
        self._made(k, found, True)
        self._arrive[k] = log.time[found]
        self._leave[k] = log.time[found] - CARRIED_MS
        return best

    def _round_trip(self, k: int, start: int, stop: int) -> int:
        """The piece ends where it began."""
        log = self.log
        best = MOST
        found = NONE
        loose = self._loose
        tallying = self._tallying
        self._tallying = False
        i = start
        while i < stop:
            if not log.closed[i] and log.next[i] < stop:
                back = log.next[i]
                cost = self._pairs(start, i, 1, OWN) + self._pairs(log.next[back], stop, 1, STANDS)
                if cost < best:
                    best = cost
                    found = i
            i = log.next[i]
        self._loose = loose
        self._tallying = tallying
        if found == NONE:
            return MOST
        back = log.next[found]
        self._pairs(log.next[back], stop, 1, STANDS)
        self._made(k, found, True)
        self._made(k, back, False)
        self._leave[k] = log.time[found]
        self._arrive[k] = log.time[back]
        return best

    def _is_near(self, one: int, other: int) -> bool:
        columns = self.game.columns
        return abs(one % columns - other % columns) <= 1 and abs(one // columns - other // columns) <= 1

    # What no ply made

    def _pairs(self, i: int, stop: int, occupied: int, bits: int) -> int:
        """What the entries of one square from `i` to before `stop` cost, none of which a ply made; `occupied` before them."""
        log = self.log
        time = log.time
        cost = 0
        since = 0
        if i < stop:
            if bits & STANDS:
                since = self._time_before(i)
            if self._contradicts and self.told_on[log.square[i]]:
                bits = BACK
        if i < stop and log.closed[i] == occupied:
            return MOST  # not how it stood
        while i < stop:
            j = log.next[i]
            if j >= stop:
                if stop != NONE:
                    return MOST
                self._loose += 1
                return cost + self.look_up(HELD if occupied else EXTRA, self.clock - time[i], bits)
            if bits & STANDS and time[i] > since + NUDGE_MS:
                bits = 0
            cost += self.look_up(LIFT if occupied else SHADE, time[j] - time[i], bits)
            i = log.next[j]
            since = time[j]
        return cost

    def _time_before(self, i: int) -> int:
        """The time of the entry before `i` on its square."""
        log = self.log
        j = log.first[log.square[i]]
        while log.next[j] < i:
            j = log.next[j]
        return log.time[j]

    def _strangers(self, plies: int) -> int:
        """What the touched squares that are none of the plies' cost; whether the opponent has touched something since."""
        log = self.log
        one, two = self._of
        cost = 0
        self._lock = False
        self._stray_at = 0
        told = self.told[0] != NOTHING
        self._put_back_at = self._arrive[0] if plies else self._back_at()
        for n in range(log.touches):
            square = log.touched[n]
            if one[square] or two[square]:
                continue
            occupied = self.base[square]
            bits = BACK if self._contradicts and self.told_on[square] else 0
            i = log.first[square]
            while i != NONE:
                j = log.next[i]
                till = self.clock if j == NONE else log.time[j]
                if occupied:
                    more = bits
                    if (
                        told
                        and not bits
                        and till - log.time[i] >= SWIFT_MS
                        and self.told_at < log.time[i] < self._stood_until
                    ):
                        self._lock = self._lock or self.game.piece_side(square) == 1 - self.game.side
                elif not bits and self._in_hand(log.time[i], till, plies):
                    more = HAND
                else:
                    more = bits
                    if bits and till > self._put_back_at + PASSING_MS:
                        more = 0  # it stood elsewhere already
                    self._stray_at = till if j != NONE else log.time[i]
                if j == NONE:
                    self._loose += 1
                    cost += self.look_up(HELD if occupied else EXTRA, till - log.time[i], more)
                    break
                cost += self.look_up(LIFT if occupied else SHADE, till - log.time[i], more)
                i = log.next[j]
        return cost

    def _back_at(self) -> int:
        """When the square where the told ply began was closed last; now, if it is open."""
        told = self.told[0] if self.told[0] != NOTHING else self.undone
        if told == NOTHING or told & 255 == NOWHERE or told & 255 == self.game.destination(told):
            return self.clock
        last = self.log.last[told & 255]
        if last == NONE or not self.log.closed[last]:
            return self.clock
        return self.log.time[last]

    def _in_hand(self, since: int, until: int, plies: int) -> bool:
        """Whether a piece was in a hand at some time from `since` to `until`, or just before or after."""
        for k in range(plies):
            if self._leave[k] - PASSING_MS <= until and since <= self._arrive[k] + PASSING_MS:
                return True
        log = self.log
        one, two = self._of
        for i in range(log.count):
            square = log.square[i]
            if (
                not log.closed[i]
                and (self.base[square] or one[square] == ARRIVE)
                and one[square] != LEAVE
                and two[square] != LEAVE
                and one[square] != STACK
                and two[square] != STACK
            ):
                time = log.time[i]
                if since - CARRIED_MS <= time <= until + PASSING_MS:
                    j = log.next[i]
                    if j == NONE or log.time[j] >= since - PASSING_MS:
                        return True
        return False

    def look_up(self, event: int, ms: int, bits: int) -> int:
        """What the first row of the event costs that has more than `ms` and whose circumstances are among `bits`."""
        rows = self._rows
        i = ROW * self._starts[event]
        while rows[i] <= ms and rows[i] != gestures.EVER or rows[i + 1] & ~bits:
            i += ROW
        if (event == HELD or event == EXTRA) and rows[i] != gestures.EVER:
            left = rows[i] - ms
            if left < self.change_in:
                self.change_in = left
        if self._tallying:
            self.tally[i // ROW] += 1
        return rows[i + 2]

    def second_began(self) -> int:
        """When the second ply of the line that was marked last began."""
        return min(self._begin[1], self._arrive[1])

    def mark(self, first: int, second: int) -> None:
        """Mark in log.kept which entries the plies of a line made, and leave its times in `_begin` and so on."""
        log = self.log
        for i in range(log.count):
            log.kept[i] = 0
        plies = self._write_line(first, second)
        self._note(plies, 1)
        self._bind(first)
        if plies == 1:
            self.marking = True
            self._place(0)
        elif plies == 2:
            self._best_cut(2)
            self.marking = True
            self._place_both()
        self.marking = False
        self._note(plies, 0)

    def breakdown(self, first: int, second: int) -> bytearray:
        """How often each row of the table counts in the line; the game stands at the anchor."""
        tally = self.tally
        for i in range(len(tally)):
            tally[i] = 0
        plies = self._write_line(first, second)
        self._tallying = True
        self.price(first, second, plies)
        self._tallying = False
        return tally

    def _write_line(self, first: int, second: int) -> int:
        """Write the footprints of a line's plies; gives how many they are."""
        game = self.game
        foot = self._foot
        self._end[0] = self._end[1] = self._end[2] = 0
        if first == NOTHING:
            return 0
        self._sides[0] = game.side
        self._end[1] = game.footprint(first, foot, 0)
        if second == NOTHING:
            return 1
        game.push(first)
        passed = must_pass(game, self._plies)
        if passed:
            game.push(self._plies[0])
        self._sides[1] = game.side
        self._end[2] = game.footprint(second, foot, self._end[1])
        if passed:
            game.pop()
        game.pop()
        return 2

    def _bind(self, first: int) -> None:
        """Between which times the first ply's piece has arrived, as far as that is known."""
        self._bound = self.told_at if first != NOTHING and first == self.told[0] else NEVER
        self._since = self.undone_at if first != NOTHING and first == self.undone else -1


def must_pass(game, plies: "array[int]") -> bool:
    """Whether the only legal ply is a pass, which is then plies[0]."""
    return game.plies_from(NOWHERE, plies, 0) == 1
