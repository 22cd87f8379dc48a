"""The referee: debounced sensor changes in, plies out. One for all games, by footprints alone.

It holds the last ply loosely. `slot` is the ply that leads from the position `before` to the position `here`; it is
shown at once, final when it has stood long enough, and still replaced or put back while the opponent has touched
nothing. A ply is only ever found by the squares standing as it leaves them and the touched squares agreeing; where
two would do, a question is asked; where none does, trouble is reported until the squares fit again.

Work is done in slices of `work` plies a step, so that no step is long on a slow board. After construction nothing here
allocates. Times given are ms modulo 2**30; inside, `_clock` runs on without wrapping.
"""

from array import array

from shared_rules.codes import (
    ARRIVE,
    KIND_PASS,
    MAYBE,
    NOWHERE,
    STACK,
    SWAP,
    TAKEN,
    WHY_FINE,
    WHY_NOT_YOURS,
    WHY_UNEXPLAINED,
    WHY_WITHDRAWN,
    const,
)
from shared_rules.debounce import WRAP
from shared_rules.seen import NO, WEAK, Seen
from shared_rules.signals import (
    BUTTON_BACK,
    BUTTON_NEXT,
    BUTTON_OK,
    EV_ASK,
    EV_CLEAR,
    EV_NONE,
    EV_OVER,
    EV_PLY,
    EV_REFUSED,
    EV_SHOWN,
    EV_TAKEBACK,
    EV_UNASKED,
)

ONLY_MS = const(150)  # a ply is final after this where nothing else is possible
GOING_ON_MS = const(350)  # and after this where the same piece could go on: passing over takes up to 250
WEAK_MS = const(1500)  # a stack handled in an order that hands hardly manage
TROUBLE_MS = const(700)  # what no ply explains is reported after this long without a change
QUIET_MS = const(2500)  # all in place and nothing touched for this long: what was touched meant nothing
MAX_OFFERS = const(16)
EVENTS = const(32)
NOTHING = const(-1)


class Referee:
    """Watches one game; memory is taken for that game's frame and bounds."""

    def __init__(self, game):
        self.game = game
        self.size = game.columns * game.rows
        size = self.size
        self.now = bytearray(size)  # 1 = closed, debounced
        self.here = Seen(size)
        self.before = Seen(size)
        self.older = bytearray(size)  # occupancy one ply further back, if `_older_ply` can still be put back
        self.plies = array("i", [0] * game.max_plies)  # legal from `here`
        self.count = 0
        self.offers = array("i", [0] * MAX_OFFERS)
        self.offer_count = 0
        self.offered = 0
        self.asking = False
        self.foot = bytearray(2 * game.max_footprint)
        self._alts = array("i", [0] * game.max_plies)  # plies from `before` with the piece of the slot
        self._alt_end = array("H", [0] * game.max_plies)
        self._alt_foot = bytearray(min(4096, 2 * game.max_footprint * game.max_plies))
        self._alt_count = 0
        self._found = array("i", [0] * MAX_OFFERS)
        self._ev = array("i", [0] * (EVENTS * 5))
        self._ev_in = self._ev_out = 0
        self.ev_ply = self.ev_a = self.ev_b = self.ev_why = self.ev_digest = 0
        self.changes = 0  # goes up whenever something changed that the lights may show
        self._clock = 1
        self._last = 0
        self.begin(0)

    def begin(self, now):
        """The game's position is the one to play from; `now[]` says how the sensors stand. Events are forgotten."""
        self._last = now
        self.slot = self.final = NOTHING
        self._locked = False
        self._older_ply = NOTHING
        self._mover = NOTHING
        self._alt_count = 0
        self._ev_in = self._ev_out = 0
        self.last_ply = NOTHING
        self.trouble = False
        self.over = self.game.result != 0
        self.asking = False
        self._told_from = self._told_to = -1
        self._withdrawn = False
        self._wait = 0
        self._edge_at = self._clock
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
            if not closed and not self._locked and self.slot == self.final and self._opponents(square):
                self._locked = True
        if time > self._edge_at:
            self._edge_at = time
        self._restart()

    def button(self, button, now):
        """A button was pressed; it means something only while a question is open."""
        self._time(now)
        if not self.asking:
            return
        if button == BUTTON_NEXT:
            self.offered = (self.offered + 1) % self.offer_count
            self._tell(EV_ASK, self.offers[self.offered], 0, 0, 0)
        elif button == BUTTON_OK:
            self.answer(self.offered)
        elif button == BUTTON_BACK:
            self._unask()
            self._withdrawn = True
            ply = self.offers[self.offered]
            self._refuse(ply & 255, self.game.destination(ply), WHY_WITHDRAWN)

    def answer(self, index):
        """Take the answer offers[index] of the open question."""
        if self.asking and index < self.offer_count:
            ply = self.offers[index]
            self._unask()
            if self.slot != NOTHING and self.slot == self.final:
                self._next_slot()
            self._push(ply)
            self._settle()

    # Time

    def step(self, now, work):
        """Let time pass to `now`, looking at no more than `work` plies."""
        self._time(now)
        if self._scanning:
            self._scan(work)
            if self._scanning:
                return
            self._decide()
        if self._wait and self._clock - self._edge_at >= self._wait:
            self._wait = 0
            self._due()

    def deadline(self, now):
        """Milliseconds until a step is wanted although no sensor changes: 0 at once, -1 never."""
        if self._scanning:
            return 0
        if not self._wait:
            return -1
        left = self._wait - (self._clock - self._edge_at) - ((now - self._last) & WRAP)
        return left if left > 0 else 0

    # Events

    def next_event(self):
        """The next EV_ code, EV_NONE if there is none; the ev_ fields hold for it."""
        if self._ev_out == self._ev_in:
            return EV_NONE
        i = self._ev_out % EVENTS * 5
        self._ev_out += 1
        ev = self._ev
        self.ev_ply = ev[i + 1]
        self.ev_a = ev[i + 2] & 255
        self.ev_b = ev[i + 2] >> 8
        self.ev_why = ev[i + 3]
        self.ev_digest = ev[i + 4]
        return ev[i]

    def _tell(self, event, ply, squares, why, digest):
        self.changes = (self.changes + 1) & 0xFFFF
        i = self._ev_in % EVENTS * 5
        self._ev_in += 1
        ev = self._ev
        ev[i] = event
        ev[i + 1] = ply
        ev[i + 2] = squares
        ev[i + 3] = why
        ev[i + 4] = digest

    # Looking for what was played

    def _restart(self):
        """Look at all plies again from the first."""
        self.changes = (self.changes + 1) & 0xFFFF
        self._scanning = True
        self._at = 0
        self._hits = 0
        self._alt_hit = NOTHING
        self._alt_hits = 0
        self.under_way = False
        self._going_on = False
        self._weak = False
        self._differs = -1

    def _scan(self, work):
        here = self.here
        if self._differs < 0:
            self._differs = here.differing(self.now)
            if self.slot != NOTHING:
                self._differs_before = self.before.differing(self.now)
        if self._differs == 0 and not here.touched:
            self._scanning = False
            return
        game = self.game
        foot = self.foot
        now = self.now
        differs = self._differs
        while self._at < self.count and work > 0:
            ply = self.plies[self._at]
            self._at += 1
            work -= 1
            if game.kind(ply) == KIND_PASS:
                continue
            square = ply & 255
            end = game.footprint(ply, foot, 0)
            if now[square] != here.base[square] or here.opened[square]:
                sure = here.complete(now, differs, foot, 0, end)
                if sure:
                    self._hit(ply, sure)
                    continue
            if not self.under_way and differs and here.under_way(now, differs, foot, 0, end):
                self.under_way = True
        if self._at >= self.count:
            self._scanning = False
            if self.slot != NOTHING and not self._locked:
                self._scan_alternatives()

    def _hit(self, ply, sure):
        """One more ply that fits; of those that leave fewer lifted pieces unexplained only the best are kept."""
        foot = self.foot
        end = self.game.footprint(ply, foot, 0)
        score = self.here.stray(foot, 0, end) * 64 - self.here.landings(foot, 0, end)
        if sure == WEAK:
            score += 2048
        if self._hits and score > self._score:
            return
        if not self._hits or score < self._score:
            self._hits = 0
            self._score = score
            self._weak = sure == WEAK
        if self._hits < MAX_OFFERS:
            self._found[self._hits] = ply
            self._hits += 1

    def _scan_alternatives(self):
        """Could the piece of the slot have gone on to another ply, or everything been put back?"""
        before = self.before
        differs = self._differs_before
        start = 0
        for i in range(self._alt_count):
            end = self._alt_end[i]
            if before.complete(self.now, differs, self._alt_foot, start, end) != NO:
                if self._alts[i] != self.slot:
                    self._alt_hit = self._alts[i]
                    self._alt_hits += 1
            elif differs and not self._going_on and before.under_way(self.now, differs, self._alt_foot, start, end):
                self._going_on = True
            start = end

    def _put_back(self):
        """Whether everything stands as it did before the slot's ply.

        Not while it can also be the next ply's beginning: a piece just placed is lifted to be moved.
        """
        if self.slot == NOTHING or self._locked or self._differs_before or self.under_way:
            return False
        start = 0
        for i in range(self._alt_count):
            end = self._alt_end[i]
            if self._alts[i] == self.slot:
                foot = self._alt_foot
                while start < end:
                    if (foot[start + 1] == SWAP or foot[start + 1] == STACK) and not self.here.opened[foot[start]]:
                        return False
                    start += 2
                return True
            start = end
        return self._differs != 0

    def _older_stands(self):
        older = self.older
        now = self.now
        for square in range(self.size):
            if older[square] != now[square]:
                return False
        return True

    def _opponents(self, square):
        """Whether lifting from `square` shows that the opponent has begun: no ply of the slot's piece touches it."""
        game = self.game
        if not self.here.base[square] or game.piece_side(square) != game.side:
            return False
        start = 0
        for i in range(self._alt_count):
            end = self._alt_end[i]
            while start < end:
                if self._alt_foot[start] == square:
                    return False
                start += 2
        return True

    # Deciding

    def _decide(self):
        """All plies have been looked at: what do the squares say?"""
        self._wait = 0
        if self.asking and not self._same_question():
            self._unask()
        if self._differs == 0 and self._withdrawn:
            self._withdrawn = False
        if self._hits and not self._withdrawn:
            tentative = self.slot != NOTHING and self.slot != self.final
            if not (tentative and (self._alt_hits or self._put_back())):
                self._decide_hits(tentative)
                return
        if self.slot != NOTHING and self._differs:
            if self._alt_hits:
                self._replace()
                return
            if self._put_back():
                self._take_back()
                return
        if self._older_ply != NOTHING and self._differs and not self._locked and self._older_stands():
            self._wait = GOING_ON_MS
            return
        if self._differs == 0:
            self._fits()
        elif self.under_way and self.slot != self.final and not self._going_on:
            self._wait = GOING_ON_MS
        elif not self.over:
            self._wait = TROUBLE_MS

    def _decide_hits(self, tentative):
        if tentative:
            # A fast reply: the slot's ply becomes final and the reply follows when it has stood.
            self._wait = GOING_ON_MS
            return
        if self._hits > 1:
            if not self.asking:
                self._ask()
            return
        if self._weak:
            self._wait = WEAK_MS
            return
        self._accept(self._found[0])

    def _accept(self, ply):
        if self.slot != NOTHING:
            self._next_slot()
        self._push(ply)
        self._show()

    def _show(self):
        self._clear()
        self._tell(EV_SHOWN, self.slot, 0, 0, 0)
        self._wait = self._standing_time()

    def _fits(self):
        """The squares stand as the position has them."""
        self._clear()
        if self.slot != self.final:
            self._wait = self._standing_time() if self.slot != NOTHING else GOING_ON_MS
        elif self.here.touched:
            self._wait = QUIET_MS

    def _due(self):
        """The squares have stood unchanged for the time that was set."""
        if self._hits and not self._withdrawn and not self.asking and (self.slot != self.final or self._weak):
            if self.slot != NOTHING and self.slot != self.final:
                self._settle()
            if self._hits > 1:
                self._ask()
                return
            self._accept(self._found[0])
            if self._weak:
                self._settle()
            return
        if self._older_ply != NOTHING and self._differs and self._older_stands():
            self._take_back_older()
        elif self.slot != self.final and self._differs == 0:
            self._settle()
        elif self._differs == 0:
            self.here.forget()
        elif self.under_way:
            if self.slot != self.final and not self._going_on:
                self._settle()
                self._locked = True
        elif not self._going_on:
            self._report()

    def _settle(self):
        """The slot's ply (or its being put back) is final."""
        if self.final != NOTHING and self.final != self.slot:
            self._tell(EV_TAKEBACK, self.final, 0, 0, self._digest_before)
        if self.slot == NOTHING:
            self.final = NOTHING
            self._older_ply = NOTHING
            return
        if self.final != self.slot:
            self.final = self.last_ply = self.slot
            self._tell(EV_PLY, self.slot, 0, 0, self.game.digest())
            if self.game.result:
                self.over = True
                self._tell(EV_OVER, self.slot, 0, 0, 0)
            elif self._must_pass():
                self._next_slot()
                self._push(self.plies[0])
                self._settle()

    def _must_pass(self):
        return self.count == 1 and self.game.kind(self.plies[0]) == KIND_PASS

    def _standing_time(self):
        """How long the slot's ply must stand: can the same piece still go on to another?"""
        foot = self._alt_foot
        start = mine = mine_end = 0
        for i in range(self._alt_count):
            if self._alts[i] == self.slot:
                mine = start
                mine_end = self._alt_end[i]
            start = self._alt_end[i]
        start = 0
        for i in range(self._alt_count):
            end = self._alt_end[i]
            if self._alts[i] != self.slot and self._reaches(foot, mine, mine_end, start, end):
                return GOING_ON_MS
            start = end
        return ONLY_MS

    def _reaches(self, foot, mine, mine_end, start, end):
        """Whether the other footprint takes or covers all that the slot's has touched besides its own piece."""
        i = mine + 2
        while i < mine_end:
            effect = foot[i + 1]
            if effect == TAKEN or effect == SWAP or effect == STACK or effect == MAYBE:
                j = start
                while j < end and foot[j] != foot[i]:
                    j += 2
                if j >= end:
                    return False
            i += 2
        return True

    # Moving between positions

    def _stand(self):
        """The game's position is `here`, with nothing touched."""
        game = self.game
        self.here.stand(game.board)
        self.count = game.plies(self.plies, 0)
        self._restart()

    def _push(self, ply):
        """Play `ply` from `here`, which becomes `before`; the slot holds the ply."""
        game = self.game
        self._mover = game.side
        self._digest_before = game.digest()
        self._keep_alternatives(ply)
        seen = self.before
        self.before = self.here
        self.here = seen
        game.push(ply)
        self.slot = ply
        self._locked = False
        self._stand()
        self._differs = self.here.differing(self.now)
        self._differs_before = self.before.differing(self.now)
        self._scanning = self._differs != 0

    def _pop(self):
        """Undo the slot's ply: `before` is `here` again, with all that was touched since it stood."""
        self.game.pop()
        seen = self.before
        self.before = self.here
        self.here = seen
        self.slot = NOTHING
        self.over = False
        self.count = self.game.plies(self.plies, 0)
        self._differs = self.here.differing(self.now)

    def _next_slot(self):
        """The slot's final ply gives way to the next; it can be put back only together with one of the same side."""
        self._older_ply = NOTHING
        if self.slot == self.final and (self._mover == self.game.side or self._must_pass()):
            self._older_ply = self.slot
            for square in range(self.size):
                self.older[square] = self.before.base[square]
            self._older_digest = self._digest_before
        self.slot = self.final = NOTHING

    def _replace(self):
        """The piece of the slot went on: another ply from `before`."""
        ply = self._alt_hit
        hits = self._alt_hits
        self._pop()
        if hits == 1:
            self._push(ply)
            self._show()
        else:
            self._restart()
            self._wait = 0

    def _take_back(self):
        self._pop()
        self.here.forget()
        self._clear()
        self._wait = GOING_ON_MS if self.final != NOTHING else 0

    def _take_back_older(self):
        if self.slot != NOTHING:
            self._tell(EV_TAKEBACK, self.slot, 0, 0, self._digest_before)
            self.game.pop()
        self.game.pop()
        self._tell(EV_TAKEBACK, self._older_ply, 0, 0, self._older_digest)
        self.slot = self.final = self._older_ply = NOTHING
        self.over = False
        self._clear()
        self._stand()

    def _keep_alternatives(self, ply):
        """Keep what the piece of `ply` could do instead, with footprints, while the game is at that position."""
        game = self.game
        foot = self._alt_foot
        origin = ply & 255
        game.footprint(ply, self.foot, 0)
        from_hand = self.foot[1] == ARRIVE
        count = end = 0
        for i in range(self.count):
            other = self.plies[i]
            if game.kind(other) == KIND_PASS or end + len(self.foot) > len(foot):
                continue
            if from_hand or other & 255 == origin:
                after = game.footprint(other, foot, end)
                if from_hand == (foot[end + 1] == ARRIVE):
                    end = after
                    self._alts[count] = other
                    self._alt_end[count] = end
                    count += 1
        self._alt_count = count

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
        self._tell(EV_ASK, self.offers[0], 0, 0, 0)

    def _same_question(self):
        """Whether what fits now is what is being asked, or nothing yet fits better."""
        if self._hits == 0:
            return self.under_way or self._going_on
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
        self._tell(EV_UNASKED, self.offers[self.offered], 0, 0, 0)

    def _clear(self):
        if self.trouble:
            self.trouble = False
            self._told_from = self._told_to = -1
            self.here.forget()
            self._tell(EV_CLEAR, 0, 0, 0, 0)

    def _report(self):
        """Nothing explains the squares: find the wish behind them and why it is refused."""
        game = self.game
        base = self.here.base
        frm = to = NOWHERE
        latest = 0
        for square in range(self.size):
            if self.now[square] and not base[square] and self.here.closed[square] >= latest:
                to = square
                latest = self.here.closed[square]
        latest = 0
        mine = False
        for square in range(self.size):
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
        self._tell(EV_REFUSED, NOTHING, frm | to << 8, why, 0)
