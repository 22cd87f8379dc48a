"""The recognizer: debounced edges in, plies out. One for all games, by footprints alone.

It keeps the edges since the anchor, the position that can no longer change (touch_log.py), has them explained at every change
(explain.py), shows the cheapest line, commits what all lines nearly as cheap agree on, and asks where they differ. That a ply
is put back, replaced, gone on with or answered at once are no cases of their own: another line is the cheapest then.

After construction nothing here allocates. Times given are ms modulo 2**30; inside, `_clock` runs on.
"""

from array import array

from shared_rules.codes import (
    ARRIVE,
    HOLE,
    NOWHERE,
    STACK,
    SWAP,
    WHY_FINE,
    WHY_NOT_YOURS,
    WHY_UNEXPLAINED,
    WHY_WITHDRAWN,
    const,
)
from shared_rules.protocol.signals import (
    BUTTON_BACK,
    BUTTON_NEXT,
    BUTTON_OK,
    EV_ASK,
    EV_CLEAR,
    EV_OVER,
    EV_PLY,
    EV_REFUSED,
    EV_SHOWN,
    EV_TAKEBACK,
    EV_UNASKED,
)
from shared_rules.recognition.debounce import WRAP
from shared_rules.recognition.events import Events
from shared_rules.recognition.explain import DONE, NOTHING, Explainer, must_pass
from shared_rules.recognition.gestures import (
    ASK_MS,
    CARD_MS,
    DOUBT,
    DOUBTFUL_MS,
    GOING_ON_MS,
    LAST_MS,
    LIFTED_MS,
    LIMIT,
    LIMIT_TOLD,
    MARGIN,
    MARGIN_TOLD,
    QUIET_MS,
    SWIFT_MS,
    TROUBLE_MS,
)
from shared_rules.recognition.touch_log import TouchLog

MAX_OFFERS = const(16)
START = const(1000)  # of the clock: a change is told a little after it was
MOST_TURNS = const(6)  # of telling after one edge: a few are many
MOST_MS = const(5000)
LATE = const(0x20000000)  # when the clock is turned back
WHOLE = const(100)  # work for a step of somebody who has no need of short ones

# The states.
IDLE = const(0)  # all stands as told
HANDS = const(1)  # something is in a hand, or not yet settled
SHOWN = const(2)  # the best line is complete, its last ply not yet committed
ASKING = const(3)
TROUBLE = const(4)
OVER = const(5)


class Recognizer(Events):
    """Reads one game; memory is taken for that game's frame and bounds."""

    def __init__(self, game) -> None:
        super().__init__()
        self.game = game
        size = game.columns * game.rows
        self.judge = getattr(game, "judge", None)
        self.now = bytearray(size)
        self.squares = bytes([square for square in range(size) if game.board[square] != HOLE])
        self.log = TouchLog(size)
        self.explainer = Explainer(game, self.log, size)
        self.base = bytearray(size)  # occupancy after what is told and shown
        self.told_base = bytearray(size)  # occupancy after what is told
        self.plies = array("i", [0] * game.max_plies)  # legal after what is told and shown
        self.count = 0
        self.lists = 0
        self.foot = bytearray(2 * game.max_footprint + 2)
        self.offers = array("i", [0] * MAX_OFFERS)
        self._found = array("i", [0] * MAX_OFFERS)
        self.begin(0)

    def begin(self, now: int) -> None:
        """The game's position is the one to play from; `now[]` says how the sensors stand. Events are forgotten."""
        self._last = now
        self._clock = self._edge_at = START
        self.pending = self.committed = NOTHING
        self.last_ply = NOTHING
        self.asking = self.trouble = False
        self.over = self.game.result != 0
        self.told_from = self.told_to = NOTHING
        self.offer_count = self.offered = 0
        self._due_at = 0
        self.card = NOWHERE
        self._card_opened = self._card_closed = self._card_square = 0
        self._told = self._turns = 0
        self._passed = False
        self._standing = 0
        self._listed = 0
        self._listing = True
        self._asked_index = self._asked_digest = 0
        self.log.clear()
        explainer = self.explainer
        explainer.told[0] = explainer.told[1] = explainer.undone = explainer.answered = NOTHING
        explainer.withdrawals = 0
        explainer.phase = DONE
        for square in range(len(self.now)):
            explainer.told_on[square] = 0
        self.forget_events()
        self._stand(explainer.base)
        self._stand(self.base)
        self._stand(self.told_base)
        self.lists = (self.lists + 1) & 0xFFFF
        self._explaining = False
        self.count = 0
        for square in self.squares:
            if self.now[square] != self.base[square]:
                self.log.add(square, self.now[square], START)
                self._explaining = True
        if self._explaining:
            explainer.begin(self._clock)
        if not self.over and must_pass(self.game, self.plies):
            self._commit_pass()
            self._drop_anchor_pass()

    def _drop_anchor_pass(self) -> None:
        """A pass at the anchor: the position after it is the anchor."""
        self._passed = False
        self._stand(self.explainer.base)

    def _stand(self, base: bytearray) -> None:
        board = self.game.board
        for square in self.squares:
            base[square] = 1 if board[square] else 0

    # Time

    def _time(self, now: int) -> int:
        passed = (now - self._last) & WRAP
        if passed < 0x20000000:
            self._last = now
            self._clock += passed
            return self._clock
        return self._clock - ((self._last - now) & WRAP)

    def _turn_back(self, ms: int) -> None:
        """Let all times be `ms` less, so that they stay small; what is older than that was at the beginning."""
        log = self.log
        explainer = self.explainer
        self._clock -= ms
        self._edge_at = max(0, self._edge_at - ms)
        explainer.told_at = max(0, explainer.told_at - ms)
        explainer.undone_at = max(0, explainer.undone_at - ms)
        if self._due_at:
            self._due_at = max(1, self._due_at - ms)
        if self._card_opened:
            self._card_closed = max(2, self._card_closed - ms)
            self._card_opened = max(1, self._card_opened - ms)
        for i in range(log.count):
            log.time[i] = max(0, log.time[i] - ms)

    def deadline(self, now: int) -> int:
        """Milliseconds until a step is wanted although no sensor changes: 0 at once, -1 never."""
        if self._explaining or self._listing:
            return 0
        if not self._due_at:
            return -1
        return max(0, self._due_at - self._clock - ((now - self._last) & WRAP))

    def resting(self) -> bool:
        """Whether all has been looked at: `plies` are complete."""
        return not (self._explaining or self._listing)

    # Input

    def edge(self, square: int, closed: int, now: int) -> None:
        """A debounced change at `now` of the sensor under `square` of the game's frame."""
        time = self._time(now)
        if self.now[square] == closed:
            return
        self.now[square] = closed
        self.log.add(square, closed, time)
        self._edge_at = max(self._edge_at, time)
        self._turns = 0
        self._again()

    def _again(self) -> None:
        """Have everything explained anew."""
        self.changes = (self.changes + 1) & 0xFFFF
        self._explaining = True
        self.explainer.begin(self._clock)

    def button(self, button: int, now: int) -> None:
        """A button was pressed; it means something only while a question is open."""
        self._time(now)
        if not self.asking:
            return
        if button == BUTTON_NEXT:
            self.offered = (self.offered + 1) % self.offer_count
            self.tell(EV_ASK, self.offers[self.offered], 0, 0, 0)
        elif button == BUTTON_OK:
            self.answer(self.offered)
        elif button == BUTTON_BACK:
            self._withdraw()

    def answer(self, index: int) -> None:
        """Take the answer offers[index] of the open question."""
        if not self.asking or not 0 <= index < self.offer_count:
            return
        ply = self.offers[index]
        self._unask()
        self._untell(self._asked_index)
        self._tell(ply)
        if not ply & 255 == self.game.destination(ply):
            self.offer_count = (
                0  # made anew, it is asked about from the first offer on; a piece from hand keeps its kind
            )
        self.explainer.answered = ply
        self._again()

    def _withdraw(self) -> None:
        explainer = self.explainer
        self._unask()
        for i in range(self.offer_count):
            if explainer.withdrawals < len(explainer.withdrawn):
                explainer.withdrawn[explainer.withdrawals] = self.offers[i]
                explainer.withdrawals += 1
        ply = self.offers[self.offered]
        self.offer_count = 0
        if self._differs(self.told_base):
            self._refuse(ply & 255, self.game.destination(ply), WHY_WITHDRAWN)
        else:
            self.card = NOWHERE
            self._card_opened = 0
            self._forget(NOWHERE)  # what can't be seen need not be put back
        self._again()

    def step(self, now: int, work: int) -> None:
        """Let time pass to `now`, doing a slice of what is to be done; all of it where `work` is much."""
        self._time(now)
        if self._clock > LATE:
            self._turn_back(LATE - START)
        if self._explaining:
            explainer = self.explainer
            self._go_back()
            while not explainer.step() and work >= WHOLE:
                pass
            self._return()
            if explainer.phase == DONE:
                self._explaining = False
                self._judge()
        elif self._listing:
            self._list(work)
        elif self._due_at and self._clock >= self._due_at:
            self._due_at = 0
            self._again()  # prices change as time goes by

    def _go_back(self) -> None:
        """The game goes back to the anchor."""
        game = self.game
        if self.pending != NOTHING:
            game.pop()
        if self._standing:
            if self._passed:
                game.pop()
            game.pop()

    def _return(self) -> None:
        """And forward again to what is shown."""
        game = self.game
        if self._standing:
            game.push(self.explainer.told[0])
            if self._passed:
                self._push_pass()
        if self.pending != NOTHING:
            game.push(self.pending)

    def _push_pass(self) -> None:
        game = self.game
        game.plies_from(NOWHERE, self.explainer._plies, 0)
        game.push(self.explainer._plies[0])

    def _list(self, work: int) -> None:
        """List the legal plies, square by square."""
        game = self.game
        while self._listed < len(self.squares):
            square = self.squares[self._listed]
            self._listed += 1
            side = game.piece_side(square)
            if side == game.side or side < 0:
                self.count = game.plies_from(square, self.plies, self.count)
                if work < WHOLE:
                    return
        self._listing = False
        self.changes = (self.changes + 1) & 0xFFFF

    def breakdown(self, first: int, second: int) -> bytearray:
        """How often each row of the table counts in a line: for people, as it takes long."""
        self._go_back()
        counts = self.explainer.breakdown(first, second)
        self._return()
        return counts

    # Deciding

    def _judge(self) -> None:
        """All lines are priced: what is to be told?"""
        explainer = self.explainer
        clock = self._clock
        still = clock - self._edge_at
        self._due_at = 0
        if not self.log.count:
            return
        told = explainer.told
        first = explainer.first[0]
        second = explainer.second[0]
        # How far the best line goes with what is told.
        at = 0
        if self._told and first == told[0]:
            at = 1
        more = NOTHING
        if at == 0 and first != NOTHING:
            more = first
        elif at == 1 and second != NOTHING:
            more = second
        wait = 0
        limit = explainer.cost[0] + (MARGIN if at == self._told else MARGIN_TOLD)
        if more != NOTHING or at < self._told:
            wait = self._weigh(at, more, limit, still)
            if self._explaining:
                return
        else:
            self._show(at, NOTHING)
            if explainer.loose[0] == 0:
                if self.asking:
                    self._unask()
                if self.trouble:
                    self._clear()
                    self._forget(self._last_opponents())
                    return
                wait = self._settle(still)
        if wait == 0 or still < TROUBLE_MS or explainer.loose[0]:
            wait = sooner(wait, self._worry(still))
        if explainer.change_in < MOST_MS:
            wait = sooner(wait, explainer.change_in)
        if wait:
            self._due_at = clock + wait

    def _weigh(self, at: int, more: int, limit: int, still: int) -> int:
        """The best line has `more` after the first `at` told plies, in place of any further: show, commit or ask.

        Gives in how many ms to look again, 0 for not before an edge.
        """
        explainer = self.explainer
        agreed = explainer.doubt[at] <= DOUBT and (at == self._told or explainer.cost[0] <= LIMIT_TOLD)
        if explainer.unsettled[0] or (explainer.cost[0] > LIMIT and at < self._told):
            self._show(self._told, NOTHING)
            return 0
        complete = True
        count = 0
        against = at < self._told
        i = 0
        while i < explainer.count and explainer.cost[i] < limit:
            ply = self._after(i, at)
            if against and ply == explainer.told[at]:
                against = False
            if explainer.unsettled[i]:
                i += 1
                continue
            if ply != more:
                agreed = False
            if explainer.loose[i]:
                complete = False
            if ply != NOTHING and ply >= 0:
                count = self._offer(count, ply)
            i += 1
        k = at
        arrived = explainer.arrived[k]
        done = explainer.done[k]
        loose = explainer.loose[0]
        if not loose:
            self._clear()
        if agreed:
            self._show(at, more)
            if self.asking:
                if more == NOTHING or not self._is_offered(more):
                    self._unask()
                else:
                    return (
                        0
                        if self.offer_count > 1 or at == 0 and explainer.second[0] == NOTHING or at == 1
                        else self._grant(at, more)
                    )
            if loose and at < self._told:
                return 0  # what is put back is not yet all back, or a reply proves what is told
            if at < self._told:
                due = (self._edge_at if more == NOTHING else done) + self._patience(at, more)
            else:
                doubtful = explainer.doubt[at] and (at or explainer.second[0] == NOTHING)
                due = (
                    done + DOUBTFUL_MS
                    if doubtful
                    else max(arrived + GOING_ON_MS, done + LAST_MS, explainer.stray_at[0] + GOING_ON_MS)
                )
            if self._clock >= due:
                if self._turns >= MOST_TURNS:
                    return 0
                self._turns += 1
                keeps = self._keeps_name(at, more)
                self._untell(at)
                if more != NOTHING:
                    self._tell(more)
                    if keeps:
                        explainer.answered = more
                self._again()
                return 0
            return due - self._clock
        if against and not loose:
            wait = self._patience(at, more)
            if still < wait:
                return wait - still
            if self._turns >= MOST_TURNS:
                return 0
            self._turns += 1
            self._untell(at)  # whatever was meant instead
            self._again()
            return 0
        if self.asking:
            if self._is_same(count):
                return 0
            if loose and still < ASK_MS:
                return ASK_MS - still
            if loose and self._offers_near(limit):
                return 0
            self._unask()
        if not complete and loose and still < ASK_MS:
            return ASK_MS - still
        if loose:
            return 0
        if count > 1 and complete and self._alike(at, limit):
            self._ask(at, count)
            return 0
        if at == self._told and explainer.doubt[at] <= DOUBT:
            self._show(at, more)
        wait = ASK_MS if explainer.doubt[at] <= DOUBT else TROUBLE_MS
        if still < wait:
            return wait - still
        if count:
            self._ask(at, count)
        return 0

    def _keeps_name(self, at: int, more: int) -> bool:
        """Whether `more` is the piece from hand that was told, put elsewhere: what it is was answered."""
        explainer = self.explainer
        if at >= self._told or more == NOTHING or explainer.answered != explainer.told[at]:
            return False
        return explainer.answered >> 16 == more >> 16 and more & 255 == self.game.destination(more)

    def _patience(self, at: int, more: int) -> int:
        """For how many ms all must have rested before `more` takes the place of what is told."""
        foot = self.foot
        told = self.explainer.told[at]
        self._go_back()
        self.game.footprint(told, foot, 0)
        first = foot[1]
        last = ARRIVE
        if more != NOTHING and self.game.footprint(more, foot, 0) > 2 and foot[1] != ARRIVE:
            last = foot[3]
        self._return()
        if more == NOTHING:
            if first == ARRIVE:
                return LIFTED_MS  # a piece from hand keeps its name while it is put straight
            return DOUBTFUL_MS if first == STACK else GOING_ON_MS  # or the card below is to cover it
        # Where it ends is occupied before and after: what is told may still be true, its piece in a hand.
        proved = at == 0 and self.explainer.second[0] != NOTHING
        return DOUBTFUL_MS if last != ARRIVE and not proved and self._may_be_true(told) else GOING_ON_MS

    def _may_be_true(self, told: int) -> bool:
        explainer = self.explainer
        for i in range(explainer.count):
            if explainer.first[i] == told:
                return explainer.cost[i] < explainer.cost[0] + LIMIT
        return False

    def _grant(self, at: int, more: int) -> int:
        """The question's one answer is proved by the reply."""
        self._unask()
        self._untell(at)
        self._tell(more)
        self._again()
        return 0

    def _after(self, i: int, at: int) -> int:
        """The ply of the i-th line after the first `at` told ones; NOTHING if it ends there, -2 if it has others before."""
        explainer = self.explainer
        if at == 0:
            return explainer.first[i]
        if explainer.first[i] != explainer.told[0]:
            return -2
        if at == 1:
            return explainer.second[i]
        return NOTHING

    def _offer(self, count: int, ply: int) -> int:
        """Note an answer in `_found`, in the order of offering; gives how many there are."""
        found = self._found
        for i in range(count):
            if found[i] == ply:
                return count
        if count == MAX_OFFERS:
            return count
        found[count] = ply
        return count + 1

    def _is_same(self, count: int) -> bool:
        if count != self.offer_count:
            return False
        for i in range(count):
            if not self._is_offered(self._found[i]):
                return False
        return True

    def _is_offered(self, ply: int) -> bool:
        for i in range(self.offer_count):
            if self.offers[i] == ply:
                return True
        return False

    def _offers_near(self, limit: int) -> bool:
        explainer = self.explainer
        i = 0
        while i < explainer.count and explainer.cost[i] < limit:
            if self._is_offered(self._after(i, self._asked_index)):
                return True
            i += 1
        return False

    def _alike(self, at: int, limit: int) -> bool:
        """Whether all that is near costs the same and is complete: no waiting will tell it apart."""
        explainer = self.explainer
        i = 0
        while i < explainer.count and explainer.cost[i] < limit:
            if explainer.cost[i] != explainer.cost[0]:
                return False
            i += 1
        return True

    def _ask(self, at: int, count: int) -> None:
        self._show(at, NOTHING)
        game = self.game
        digest = game.digest()
        if digest == self._asked_digest and self._is_same(count):
            self._asked_index = at
            self.asking = True
            self._clear()
            self.tell(EV_ASK, self.offers[self.offered], 0, 0, 0)
            return
        self._asked_digest = digest
        # The game stands after what is told; offers are ranked where they are legal.
        for i in range(count):
            ply = self._found[i]
            j = i
            while j > 0 and game.rank(self.offers[j - 1]) > game.rank(ply):
                self.offers[j] = self.offers[j - 1]
                j -= 1
            self.offers[j] = ply
        self.offer_count = count
        self.offered = 0
        self._asked_index = at
        self.asking = True
        self._clear()
        self.tell(EV_ASK, self.offers[0], 0, 0, 0)

    def _unask(self) -> None:
        self.asking = False
        self.tell(EV_UNASKED, self.offers[self.offered], 0, 0, 0)

    def _clear(self) -> None:
        if self.trouble:
            self.trouble = False
            self.explainer.withdrawals = 0
            self.told_from = self.told_to = NOTHING
            self.tell(EV_CLEAR, 0, 0, 0, 0)

    def _show(self, at: int, ply: int) -> None:
        """The position shown is that after the first `at` told plies and `ply`."""
        if at == self._standing and ply == self.pending:
            return
        self._stand_at(at, ply)
        if ply != NOTHING:
            self.tell(EV_SHOWN, ply, 0, 0, 0)
        self._stood()

    def _stand_at(self, at: int, ply: int) -> None:
        """The game goes to the position after the first `at` told plies and `ply`."""
        self._go_back()
        self._standing = at
        self.pending = ply
        self._return()

    def _stood(self) -> None:
        """The position shown has changed."""
        self._stand(self.base)
        self.over = self.game.result != 0 and self.pending == NOTHING and self._standing == self._told
        self.count = self._listed = 0
        self._listing = True
        self.lists = (self.lists + 1) & 0xFFFF

    # Telling

    def _tell(self, ply: int) -> None:
        """`ply` follows what is told: it is final."""
        explainer = self.explainer
        game = self.game
        if self._told:
            self._move_anchor(ply)
        elif self.pending != ply or self._standing:
            self._stand_at(0, ply)
        self.pending = NOTHING
        self._standing = self._told = 1
        explainer.told[0] = ply
        self._card_opened = 0
        explainer.locked = False
        self.committed = self.last_ply = ply
        explainer.told_at = self._clock
        self.tell(EV_PLY, ply, 0, 0, game.digest())
        if game.result:
            self.tell(EV_OVER, ply, 0, 0, 0)
        elif must_pass(game, self.plies):
            self._commit_pass()
        self._stand(self.told_base)
        self._stood()
        self._mark_told()

    def _commit_pass(self) -> None:
        ply = self.plies[0]
        self.game.push(ply)
        self._passed = True
        self.last_ply = ply
        self.tell(EV_PLY, ply, 0, 0, self.game.digest())
        self._stood()

    def _mark_told(self) -> None:
        explainer = self.explainer
        told_on = explainer.told_on
        if self._told:
            self._go_back()
            end = self.game.footprint(explainer.told[0], self.foot, 0)
            self._return()
            for i in range(0, end, 2):
                told_on[self.foot[i]] = 1

    def _untell(self, at: int) -> None:
        """Take back all but the first `at` told plies."""
        explainer = self.explainer
        if self._told <= at:
            return
        self._stand_at(1, NOTHING)
        game = self.game
        if self._passed:
            game.pop()
            self._passed = False
            self.tell(EV_TAKEBACK, self.last_ply, 0, 0, game.digest())
        game.pop()
        self._told = self._standing = 0
        self.tell(EV_TAKEBACK, explainer.told[0], 0, 0, game.digest())
        explainer.undone = explainer.told[0]
        explainer.undone_at = self._edge_at
        explainer.told[0] = explainer.answered = self.committed = self.last_ply = NOTHING
        explainer.locked = False
        self._stand(self.told_base)
        self._stood()

    def _move_anchor(self, ply: int) -> None:
        """What was told first can no longer change: the anchor is the position after it, `ply` is told next."""
        explainer = self.explainer
        log = self.log
        game = self.game
        self._go_back()
        explainer.mark(explainer.told[0], ply)
        begin = explainer.second_began()
        game.push(explainer.told[0])
        if self._passed:
            self._push_pass()
        self._passed = False
        self._standing = 0
        self.pending = ply
        self._stand(explainer.base)
        game.push(ply)
        for i in range(log.count):
            log.kept[i] = 1 if log.time[i] >= begin else 0
        for n in range(log.touches):
            self._alternate(log.touched[n], explainer.base)
        log.keep()
        explainer.undone = NOTHING
        for square in self.squares:
            explainer.told_on[square] = 0

    def _alternate(self, square: int, base: bytearray) -> None:
        """See to it that what is kept of a square leads from `base` to how it stands now."""
        log = self.log
        kept = 0
        i = log.first[square]
        first = before = 255
        while i != 255:
            if log.kept[i]:
                kept += 1
                if first == 255:
                    first = i
            elif not kept:
                before = i
            i = log.next[i]
        if (kept & 1) == (base[square] ^ self.now[square]):
            return
        if before != 255:
            log.kept[before] = 1
        elif first != 255:
            log.kept[first] = 0

    def _settle(self, still: int) -> int:
        """All stands as told: after a while what else was touched meant nothing. Gives in how many ms to look again."""
        self._mark()
        card = self._stack_lifted()
        if card != NOWHERE:
            self._keep_card(card)
        if still >= CARD_MS:
            card = NOWHERE
        if self.card != card:
            self.changes = (self.changes + 1) & 0xFFFF
        self.card = card
        if still < QUIET_MS:
            return QUIET_MS - still
        self._forget(card)
        return 0 if card == NOWHERE else CARD_MS - still

    def _mark(self) -> None:
        """Mark the entries that the told ply made."""
        self._go_back()
        self.explainer.mark(self.explainer.told[0], NOTHING)
        self._return()

    def _forget(self, but: int) -> None:
        """Forget what was touched besides the told ply, `but` not the last that happened on one square."""
        explainer = self.explainer
        log = self.log
        self._mark()
        if but != NOWHERE and but == self.card:
            since = self._card_opened
            for i in range(log.count):
                if log.time[i] >= since:
                    log.kept[i] = 1
        elif but != NOWHERE:
            i = log.first[but]
            while i != 255:
                if log.next[i] == 255 or log.next[log.next[i]] == 255:
                    log.kept[i] = 1
                i = log.next[i]
        explainer.withdrawals = 0
        explainer.undone = NOTHING
        for i in range(log.count):
            j = log.next[i]
            if j != 255 and not log.kept[i] and not log.closed[i] and log.time[i] > explainer.told_at:
                square = log.square[i]
                if log.time[j] - log.time[i] >= SWIFT_MS and not explainer.told_on[square]:
                    if self.game.piece_side(square) == self.game.side and not self._could_take(square):
                        explainer.locked = True
        for square in self.squares:
            explainer.told_on[square] = 0
        log.keep()
        self._mark_told()

    def _could_take(self, square: int) -> bool:
        """Whether the piece of the told ply could have captured the one on `square` instead."""
        told = self.explainer.told[0]
        if told == NOTHING:
            return False
        self._go_back()
        game = self.game
        plies = self.explainer._plies
        found = False
        for i in range(game.plies_from(told & 255, plies, 0)):
            end = game.footprint(plies[i], self.foot, 0)
            for j in range(2, end, 2):
                if self.foot[j] == square and self.foot[j + 1] != ARRIVE:
                    found = True
        self._return()
        return found

    def _last_opponents(self) -> int:
        """The square of the opponent's piece that was put back last: another may be pushed onto it at once.

        Or the stack that was lifted last: its card may be in a hand.
        """
        log = self.log
        last = log.count - 1
        self._mark()
        card = self._stack_lifted()
        if card != NOWHERE and card != log.square[last]:
            self._keep_card(card)
            self.card = card
            return card
        square = log.square[last]
        if log.closed[last] and self.told_base[square] and self.game.piece_side(square) == 1 - self.game.side:
            return square
        return NOWHERE

    def _stack_lifted(self) -> int:
        """The stack lifted last whose top card the side to move may have in the hand."""
        log = self.log
        game = self.game
        best = NOWHERE
        when = 0
        for i in range(self.count):
            ply = self.plies[i]
            square = ply & 255
            if square < NOWHERE and log.first[square] != 255 and square != best:
                game.footprint(ply, self.foot, 0)
                if (self.foot[1] == STACK or self.foot[1] == SWAP) and self.now[square]:
                    last = log.last[square]
                    if not log.kept[last] and log.time[last] > when:
                        best = square
                        when = log.time[last]
        return best

    def _keep_card(self, square: int) -> None:
        log = self.log
        self._card_square = square
        self._card_closed = log.time[log.last[square]]
        i = log.first[square]
        while log.next[i] != log.last[square]:
            i = log.next[i]
        self._card_opened = log.time[i]

    def _recall_card(self) -> bool:
        """Remember the stack that was lifted long ago: a card of it may have been in a hand since. Whether there was one."""
        if not self._card_opened:
            return False
        square = self._card_square
        opened = self._card_opened
        self._card_opened = 0
        log = self.log
        if not self.told_base[square] or (log.first[square] != 255 and log.time[log.first[square]] < self._card_closed):
            return False
        log.recall(square, opened, self._card_closed)
        self._again()
        return True

    # Trouble

    def _differs(self, base: bytearray) -> bool:
        for square in self.squares:
            if self.now[square] != base[square]:
                return True
        return False

    def _worry(self, still: int) -> int:
        """Nothing explains the squares as they stand: after a while that is told. Gives in how many ms to look again."""
        explainer = self.explainer
        if not explainer.loose[0] and explainer.cost[0] <= LIMIT or self.asking:
            return 0
        to = self._extra()
        if to != NOWHERE and still >= GOING_ON_MS and self._recall_card():
            return 0
        wait = TROUBLE_MS if to != NOWHERE or explainer.cost[0] > LIMIT else LIFTED_MS
        if still < wait:
            return wait - still
        if to == NOWHERE and explainer.cost[0] <= LIMIT and self._has_own_lifted():
            return 0
        if not self.explainer.withdrawals:
            self._report(to)
        return 0

    def _extra(self) -> int:
        """The square that closed last of those where no piece belongs."""
        log = self.log
        found = NOWHERE
        latest = -1
        for square in self.squares:
            if self.now[square] and not self.told_base[square]:
                time = log.time[log.last[square]] if log.last[square] != 255 else 0
                if time >= latest:
                    found = square
                    latest = time
        return found

    def _has_own_lifted(self) -> bool:
        game = self.game
        for square in self.squares:
            if self.told_base[square] and not self.now[square] and game.piece_side(square) == game.side:
                return True
        return False

    def _report(self, to: int) -> None:
        """Find the wish behind what stands, and why it is refused."""
        game = self.game
        log = self.log
        frm = NOWHERE
        latest = -1
        mine = False
        for square in self.squares:
            if self.told_base[square] and not self.now[square]:
                own = game.piece_side(square) == game.side
                time = log.time[log.last[square]] if log.last[square] != 255 else 0
                if (own and not mine) or (own == mine and time >= latest):
                    frm = square
                    latest = time
                    mine = own
        if frm == NOWHERE and to != NOWHERE:
            frm = self._lately_lifted()
        why = game.why_not(frm, to)
        if why == WHY_FINE:
            why = WHY_UNEXPLAINED
        if to == NOWHERE and frm != NOWHERE and not mine:
            why = WHY_NOT_YOURS
        self._refuse(frm, to, why)

    def _lately_lifted(self) -> int:
        """The stack whose card may be in the hand."""
        card = self._stack_lifted_any()
        return card

    def _stack_lifted_any(self) -> int:
        log = self.log
        for i in range(log.count):
            log.kept[i] = 0
        return self._stack_lifted()

    def _refuse(self, frm: int, to: int, why: int) -> None:
        if self.trouble and frm == self.told_from and to == self.told_to:
            return
        self.trouble = True
        self._show(self._told, NOTHING)
        self.told_from = frm
        self.told_to = to
        self.tell(EV_REFUSED, NOTHING, frm | to << 8, why, 0)


def sooner(one: int, other: int) -> int:
    """The smaller of two waits, of which 0 is none."""
    if not one or not other:
        return one or other
    return min(one, other)
