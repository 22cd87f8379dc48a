"""The referee: debounced sensor changes in, plies out. One for all games, by footprints alone.

It holds the last ply loosely. `slot` is the ply that leads from the position `before` to the position `here`; it is
shown at once, final (`slot == final`) when its squares have stood long enough, and still replaced or put back while the
opponent has touched nothing. A ply is only ever found by the squares standing as it leaves them and the touched squares
agreeing; where two would do, a question is asked; where none does, trouble is reported until the squares fit again.

Work is done in slices of `work` plies a step, so that no step is long on a slow board. After construction nothing here
allocates. Times given are ms modulo 2**30; inside, `_clock` runs on without wrapping.
"""

from array import array

from shared_rules.alternatives import Alternatives
from shared_rules.codes import (
    ARRIVE,
    HOLE,
    KIND_PASS,
    NOWHERE,
    WHY_FINE,
    WHY_NOT_YOURS,
    WHY_UNEXPLAINED,
    WHY_WITHDRAWN,
    const,
)
from shared_rules.debounce import WRAP
from shared_rules.events import Events
from shared_rules.seen import WEAK, Seen
from shared_rules.signals import (
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

ONLY_MS = const(150)  # a ply is final after this where nothing else is possible
GOING_ON_MS = const(350)  # and after this where the same piece could go on: passing over takes up to 250
DOUBT_MS = const(1000)  # the piece went on, or the opponent is about to capture it: wait and see
WEAK_MS = const(1500)  # a stack handled in an order that hands hardly manage
TROUBLE_MS = const(700)  # a piece where none belongs is reported after this long without a change
LIFTED_MS = const(3000)  # pieces lifted and none put anywhere: perhaps adjusting
QUIET_MS = const(550)  # all in place and nothing touched for this long: what was touched was only adjusted
MAX_OFFERS = const(16)
NOTHING = const(-1)

# What the next step does.
IDLE = const(0)  # nothing, but for what is due
LISTING = const(1)  # list the legal plies of the position, a few squares a step
COMPARING = const(2)  # compare the squares with them, a few plies a step
LOOKING = const(3)  # compare them with what the last piece could have done instead
DECIDING = const(4)
LIST_WORK = const(8)  # listing the plies of one square counts like comparing this many


class Referee(Events):
    """Watches one game; memory is taken for that game's frame and bounds."""

    def __init__(self, game):
        super().__init__()
        self.game = game
        self.size = game.columns * game.rows
        self.now = bytearray(self.size)  # 1 = closed, debounced
        self.squares = bytes([square for square in range(self.size) if game.board[square] != HOLE])
        self.here = Seen(self.size, self.squares)
        self.before = Seen(self.size, self.squares)
        self.plies = array("i", [0] * game.max_plies)  # legal from `here`
        self.count = 0
        self.foot = bytearray(2 * game.max_footprint)
        self.offers = array("i", [0] * MAX_OFFERS)
        self.offer_count = 0
        self.offered = 0
        self._alternatives = Alternatives(game)  # to the slot's ply
        self._candidates = Alternatives(game)  # to whatever is played from `here`
        self._found = array("i", [0] * MAX_OFFERS)
        self._older = bytearray(self.size)  # occupancy one ply further back, if `_older_ply` can still be put back
        self._clock = 1
        self.begin(0)

    def begin(self, now):
        """The game's position is the one to play from; `now[]` says how the sensors stand. Events are forgotten."""
        self._last = now
        self.slot = self.final = self._older_ply = self._passed = self.last_ply = NOTHING
        self._locked = False
        self._mover = 0
        self._digest_before = self._older_digest = 0
        self._phase = IDLE
        self.trouble = self.asking = self._withdrawn = False
        self.over = self.game.result != 0
        self._told_from = self._told_to = NOTHING
        self._due_at = 0
        self._edge_at = self._final_at = self._clock
        self._digest = self.game.digest()
        self._alternatives.clear()
        self.forget_events()
        self._stand()

    # Input

    def _time(self, now):
        passed = (now - self._last) & WRAP
        if passed < 0x20000000:
            self._last = now
            self._clock += passed
            return self._clock
        return self._clock - ((self._last - now) & WRAP)

    def edge(self, square, closed, now):
        """A debounced change at `now` of the sensor under `square` of the game's frame."""
        time = self._time(now)
        if self.now[square] == closed:
            return
        self.now[square] = closed
        self.here.edge(square, closed, time)
        if self.slot != NOTHING:
            self.before.edge(square, closed, time)
            if not closed and not self._locked and self.slot == self.final and self._is_opponents(square):
                self._locked = True
        self._edge_at = max(self._edge_at, time)
        self._restart()

    def button(self, button, now):
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
            self._unask()
            self._withdrawn = True
            ply = self.offers[self.offered]
            self._refuse(ply & 255, self.game.destination(ply), WHY_WITHDRAWN)

    def answer(self, index):
        """Take the answer offers[index] of the open question."""
        if self.asking and 0 <= index < self.offer_count:
            self._unask()
            self._next_slot(self.offers[index])
            self._push(self.offers[index], True)
            self._settle()

    # Time

    def step(self, now, work):
        """Let time pass to `now`, looking at no more than `work` plies."""
        self._time(now)
        if self._phase == LISTING:
            self._list(work)
        elif self._phase == COMPARING:
            self._compare(work)
        elif self._phase == LOOKING:
            self._look()
        elif self._phase == DECIDING:
            self._phase = IDLE
            self._decide()
        elif self._due_at and self._clock >= self._due_at:
            self._due_at = 0
            self._due()

    def deadline(self, now):
        """Milliseconds until a step is wanted although no sensor changes: 0 at once, -1 never."""
        if self._phase != IDLE:
            return 0
        if not self._due_at:
            return -1
        return max(0, self._due_at - self._clock - ((now - self._last) & WRAP))

    # Looking for what was played

    def _restart(self):
        """Look at all plies again from the first."""
        self.changes = (self.changes + 1) & 0xFFFF
        if self._phase != LISTING:
            self._phase = COMPARING
        self._at = 0
        self._hits = 0
        self._weak = self.under_way = False
        self._differs = NOTHING

    def _list(self, work):
        """List the legal plies, square by square; a pass only if there is nothing else."""
        game = self.game
        while self._list_at < self.size:
            if work <= 0:
                return
            square = self._list_at
            self._list_at += 1
            side = game.piece_side(square)
            if side == game.side or side < 0:
                count = game.plies_from(square, self.plies, self.count)
                work -= LIST_WORK if count != self.count or side >= 0 else 1
                self.count = count
        if not self.count:
            self.count = game.plies_from(NOWHERE, self.plies, 0)
        self._phase = COMPARING
        self._restart()

    def _measure(self):
        self._differs = self.here.differing(self.now)
        self._differs_before = self.before.differing(self.now) if self.slot != NOTHING else 0

    def _compare(self, work):
        """Compare the squares with the footprints of the legal plies."""
        here = self.here
        candidates = self._candidates
        if self._differs < 0:
            self._measure()
            candidates.clear()
            if self._differs == 0 and not here.touched:
                self._at = self.count
            return
        now = self.now
        foot = candidates.foot
        game = self.game
        differs = self._differs
        while self._at < self.count:
            if work <= 0:
                return
            work -= 1
            ply = self.plies[self._at]
            self._at += 1
            if game.kind(ply) == KIND_PASS:
                continue
            square = ply & 255
            start = candidates.top
            end = game.footprint(ply, foot, start)
            if now[square] != here.base[square] or here.opened[square] or foot[start + 1] == ARRIVE:
                candidates.add(ply, end)
                sure = here.complete(now, differs, foot, start, end)
                if sure:
                    self._hit(ply, sure, start, end)
                    work -= 4
                    continue
            if differs and not self.under_way and here.under_way(now, differs, foot, start, end):
                self.under_way = True
        self._phase = LOOKING

    def _look(self):
        """Could the last ply's piece have gone on instead?"""
        self._phase = DECIDING
        self._alternatives.hits = 0
        self._alternatives.going_on = False
        if self.slot != NOTHING and not self._locked:
            to = self.game.destination(self.slot)
            lifted = to != NOWHERE and self.here.opened[to] > 0
            self._alternatives.look(self.before, self.now, self._differs_before, lifted)

    def _hit(self, ply, sure, start, end):
        """One more ply that fits, its footprint among the candidates'; those that leave the least unexplained are kept."""
        foot = self._candidates.foot
        score = self.here.stray(foot, start, end) * 64 - self.here.landings(foot, start, end)
        if self._hits and score > self._score:
            return
        if not self._hits or score < self._score:
            self._hits = 0
            self._score = score
            self._weak = True
        if sure != WEAK:
            self._weak = False
        if self._hits < MAX_OFFERS:
            self._found[self._hits] = ply
            self._hits += 1

    def _is_opponents(self, square):
        """Whether lifting from `square` shows that the opponent has begun: no ply of the slot's piece touches it."""
        game = self.game
        if not self.here.base[square] or game.piece_side(square) != game.side:
            return False
        return not self._alternatives.touch(square)

    def _is_put_back(self):
        """Whether everything stands as it did before the slot's ply.

        Not while it can also be the next ply's beginning: a piece just placed is lifted to be moved.
        """
        if self.slot == NOTHING or self._locked or self._differs_before or self._differs == 0 or self.under_way:
            return False
        return self._alternatives.put_back(self.here)

    def _is_older_put_back(self):
        """Whether everything stands as it did a ply further back, no piece being just lifted to go elsewhere."""
        if self._older_ply == NOTHING or self._differs == 0 or self._locked:
            return False
        if self.under_way or self._alternatives.going_on:
            return False
        for square in self.squares:
            if self._older[square] != self.now[square]:
                return False
        return True

    # Deciding

    def _decide(self):
        """All plies have been looked at: what do the squares say?"""
        self._due_at = 0
        if self.asking and not self._is_same_question():
            self._unask()
        if self._differs == 0:
            self._withdrawn = False
        if self.slot != NOTHING and self.slot != self.final:
            self._decide_shown()
        elif self._must_pass():
            self._pass()
        elif self._hits and not self._withdrawn:
            self._decide_hits()
        elif self._differs == 0:
            self._fits()
        elif self._alternatives.hits:
            self._replace()
        elif self._is_put_back():
            if self._alternatives.from_hand:
                self._due_at = self._edge_at + LIFTED_MS
            else:
                self._take_back()
        elif self.slot != self.final:
            self._return()
        elif self._is_older_put_back():
            self._due_at = self._edge_at + GOING_ON_MS
        elif self._passed != NOTHING and not self.under_way:
            self._try_passed()
        elif not self.over:
            self._due_at = self._edge_at + (TROUBLE_MS if self._has_extra() else LIFTED_MS)

    def _decide_shown(self):
        """The slot's ply is not yet final: it stands, gives way to another, or was only passed through."""
        if self._differs and self._alternatives.hits:
            self._replace()
        elif self._is_put_back():
            self._take_back()
        elif self._alternatives.stands(self.now):
            if self._differs and self.final != NOTHING and not self._trying:
                # Something else moved: perhaps the final ply had not gone on after all.
                self._passed = self.slot
                self._return()
            else:
                self._set_due()
        elif self._trying and self._hits:
            self._due_at = self._edge_at + GOING_ON_MS
        elif self._trying or not self.under_way or self._hits:
            self._passed = NOTHING if self._trying else self.slot
            self._return()

    def _decide_hits(self):
        if self._hits > 1:
            if not self.asking:
                self._ask()
        elif self._weak:
            self._due_at = self._edge_at + WEAK_MS
        else:
            self._accept(self._found[0])

    def _accept(self, ply):
        self._next_slot(ply)
        self._push(ply, True)
        self._show()

    def _show(self):
        self._clear()
        self.tell(EV_SHOWN, self.slot, 0, 0, 0)
        self._set_due()

    def _set_due(self):
        """When the slot's ply will have stood long enough."""
        since = max(self._stood_from, self._alternatives.since(self.before))
        self._due_at = max(self._clock, since + self._standing_time())

    def _standing_time(self):
        if self._doubtful:
            return DOUBT_MS
        return GOING_ON_MS if self._alternatives.may_go_on() else ONLY_MS

    def _fits(self):
        """The squares stand as the position has them."""
        self._clear()
        if self.slot != self.final:
            self._due_at = self._edge_at + GOING_ON_MS
        elif self.here.touched:
            self._due_at = self._edge_at + QUIET_MS

    def _due(self):
        """The squares have stood unchanged for the time that was set."""
        if self.slot != NOTHING and self.slot != self.final:
            hits = self._hits
            found = self._found[0]
            self._settle()
            if self._trying and hits == 1 and self.slot == self.final:
                self._trying = False
                self._accept(found)
            elif self._differs or self._must_pass():
                self._restart()
        elif self._weak and self._hits and not self._withdrawn and not self.asking:
            if self._hits > 1:
                self._ask()
            else:
                self._accept(self._found[0])
                self._settle()
        elif self._is_put_back():
            self._take_back()
        elif self._is_older_put_back():
            self._take_back_older()
        elif self._differs == 0:
            if self.slot != self.final:
                self._settle()
            self._passed = NOTHING
            self._forget()
        elif not (self.under_way or self._alternatives.going_on):
            self._report()

    def _settle(self):
        """The slot's ply (or its being put back) is final."""
        if self.final != NOTHING and self.final != self.slot:
            self.tell(EV_TAKEBACK, self.final, 0, 0, self._digest_before)
        self._passed = NOTHING
        if self._differs < 0:
            self._measure()
        if self.slot == NOTHING:
            self.final = self._older_ply = NOTHING
            self._digest = self._digest_before
        elif self.final != self.slot:
            self.final = self.last_ply = self.slot
            self._final_at = self._edge_at
            if self._differs == 0:
                self._forget()
            self._digest = self.game.digest()
            self.tell(EV_PLY, self.slot, 0, 0, self._digest)
            if self.game.result:
                self.over = True
                self.tell(EV_OVER, self.slot, 0, 0, 0)

    def _forget(self):
        """All stands as it should: what was touched besides the slot's ply meant nothing."""
        self.here.forget()
        if self.slot != NOTHING:
            self._alternatives.forget_others(self.before)

    def _must_pass(self):
        return self._phase != LISTING and self.count == 1 and self.game.kind(self.plies[0]) == KIND_PASS

    def _pass(self):
        """The only ply is to pass: it is final by itself."""
        ply = self.plies[0]
        self._next_slot(ply)
        self._push(ply, True)
        self._settle()

    # Moving between positions

    def _stand(self):
        """The game's position is `here`, with nothing touched."""
        self.here.stand(self.game.board)
        self._trying = self._doubtful = False
        self._stood_from = 0
        self._list_anew()

    def _list_anew(self):
        """The position has changed: its plies are to be listed, and the squares compared with them."""
        self.count = self._list_at = 0
        self._phase = LISTING
        self._restart()

    def _push(self, ply, fresh):
        """Play `ply` from `here`, which becomes `before`; the slot holds the ply.

        `fresh` if it was found among the candidates from here, not among the alternatives to what was here before.
        """
        game = self.game
        self._mover = game.side
        if fresh:
            self._digest_before = self._digest
            candidates = self._alternatives
            self._alternatives = self._candidates
            self._candidates = candidates
        self._alternatives.choose(ply)
        seen = self.before
        self.before = self.here
        self.here = seen
        game.push(ply)
        self.slot = ply
        self._locked = False
        self._stand()
        self._alternatives.loosen(self.here, self.now)

    def _pop(self):
        """Undo the slot's ply: `before` is `here` again, with all that was touched since it stood."""
        self.game.pop()
        seen = self.before
        self.before = self.here
        self.here = seen
        self.slot = NOTHING
        self.over = False
        self._list_anew()

    def _next_slot(self, ply):
        """The final ply in the slot gives way to `ply`.

        It can still be put back together with that, if that touches no piece of the opponent's: a ply of the same
        side, a pass, or a placement (which looks just like putting back a piece that was taken off).
        """
        if self.slot == NOTHING:
            return
        game = self.game
        self._older_ply = NOTHING
        passes = game.kind(ply) == KIND_PASS
        if not passes:
            game.footprint(ply, self.foot, 0)
        if passes or self._mover == game.side or self.foot[1] == ARRIVE:
            self._older_ply = self.slot
            self._older_digest = self._digest_before
            for square in self.squares:
                self._older[square] = self.before.base[square]
        self.slot = self.final = NOTHING

    def _replace(self):
        """The piece of the slot went on to another ply from `before`; of several, `_decide` asks."""
        ply = self._alternatives.hit
        hits = self._alternatives.hits
        doubtful = self.under_way and self.slot == self.final
        self._pop()
        if hits == 1:
            self._push(ply, False)
            self._doubtful = doubtful
            self._stood_from = self._edge_at
            self._show()

    def _return(self):
        """What was shown was only passed through: back to the last final ply, or to the position before any."""
        if self.slot != NOTHING:
            self._pop()
        if self.final != NOTHING:
            self._push(self.final, False)
            self.here.recall(self.before, self._final_at)
        self._restart()

    def _try_passed(self):
        """Nothing else explains the squares: did the ply that was shown last stand, and the opponent reply?"""
        ply = self._passed
        if self.slot != NOTHING:
            self._pop()
        self._push(ply, False)
        self.here.recall(self.before, self._alternatives.since(self.before))
        self._restart()
        self._trying = True

    def _take_back(self):
        self._pop()
        if self.final != NOTHING:
            self.here.forget()
            self._clear()

    def _take_back_older(self):
        if self.final != NOTHING:
            self.tell(EV_TAKEBACK, self.final, 0, 0, self._digest_before)
        if self.slot != NOTHING:
            self.game.pop()
        self.game.pop()
        self._digest = self._older_digest
        self.tell(EV_TAKEBACK, self._older_ply, 0, 0, self._digest)
        self.slot = self.final = self._older_ply = NOTHING
        self.over = False
        self._clear()
        self._stand()

    # Questions and trouble

    def _ask(self):
        """Open a question: the plies found, in the order in which they are offered."""
        game = self.game
        for i in range(self._hits):
            ply = self._found[i]
            j = i
            while j > 0 and game.rank(self.offers[j - 1]) > game.rank(ply):
                self.offers[j] = self.offers[j - 1]
                j -= 1
            self.offers[j] = ply
        self.offer_count = self._hits
        self.offered = 0
        self.asking = True
        self._clear()
        self.tell(EV_ASK, self.offers[0], 0, 0, 0)

    def _is_same_question(self):
        """Whether what fits now is what is being asked, or nothing yet fits better."""
        if self._hits == 0:
            return self.under_way
        if self._hits != self.offer_count:
            return False
        for i in range(self._hits):
            j = 0
            while j < self.offer_count and self.offers[j] != self._found[i]:
                j += 1
            if j == self.offer_count:
                return False
        return True

    def _unask(self):
        self.asking = False
        self.tell(EV_UNASKED, self.offers[self.offered], 0, 0, 0)

    def _clear(self):
        if self.trouble:
            self.trouble = False
            self._told_from = self._told_to = NOTHING
            self.here.forget()
            self.tell(EV_CLEAR, 0, 0, 0, 0)

    def _has_extra(self):
        """Whether a piece stands where the position has none."""
        base = self.here.base
        for square in self.squares:
            if self.now[square] and not base[square]:
                return True
        return False

    def _report(self):
        """Nothing explains the squares: find the wish behind them and why it is refused."""
        game = self.game
        base = self.here.base
        frm = to = NOWHERE
        latest = 0
        for square in self.squares:
            if self.now[square] and not base[square] and self.here.closed[square] >= latest:
                to = square
                latest = self.here.closed[square]
        latest = 0
        mine = False
        for square in self.squares:
            if base[square] and not self.now[square]:
                own = game.piece_side(square) == game.side
                if (own and not mine) or (own == mine and self.here.opened[square] >= latest):
                    frm = square
                    latest = self.here.opened[square]
                    mine = own
        why = game.why_not(frm, to)
        if why == WHY_FINE:
            why = WHY_UNEXPLAINED
        if to == NOWHERE and frm != NOWHERE and not mine:
            why = WHY_NOT_YOURS
        self._refuse(frm, to, why)

    def _refuse(self, frm, to, why):
        if self.trouble and frm == self._told_from and to == self._told_to:
            return
        self.trouble = True
        self._told_from = frm
        self._told_to = to
        self.tell(EV_REFUSED, NOTHING, frm | to << 8, why, 0)
