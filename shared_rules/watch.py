"""Watching a position: what the sensors show, the legal plies, and which of them fit.

The lower half of the referee (resolver.py has the upper): time and edges come in, and in slices the legal plies are
listed, compared with the squares, and so are the alternatives to the last ply. Nothing here decides. After
construction nothing allocates.
"""

from array import array

from shared_rules.alternatives import BESIDE_MS, PLAIN, Alternatives
from shared_rules.codes import ARRIVE, HOLE, KIND_PASS, NOWHERE, STACK, SWAP, WHY_FINE, const
from shared_rules.debounce import WRAP
from shared_rules.events import Events
from shared_rules.seen import WEAK, Seen

MAX_OFFERS = const(16)
NOTHING = const(-1)

# What the next step does.
IDLE = const(0)  # nothing, but for what is due
LISTING = const(1)  # list the legal plies of the position, a few squares a step
COMPARING = const(2)  # compare the squares with them, a few plies a step
LOOKING = const(3)  # compare them with what the last piece could have done instead
DECIDING = const(4)
GOING_ON_MS = const(350)  # after so long a piece has arrived: passing over takes up to 250
REST_MS = const(380)  # a piece stands for 400 before the opponent's first action, and edges bounce
SOONEST_MS = const(375)  # with the bounce of the one edge and a flicker at the other
LIST_WORK = const(8)  # listing the plies of one square counts like comparing this many
ONE_ASTRAY = const(64)  # in the score of a ply that fits, a square touched that it does not explain
HIT_WORK = const(4)  # and so does weighing one that fits
WHOLE = const(100)  # work for a step of somebody who has no need of short ones
RIVALS = const(16)  # kept plies that the search for a rival looks at for the price of comparing one


class Watch(Events):
    """The squares and the plies of one game; memory is taken for that game's frame and bounds.

    `slot` is the ply that leads from the position `before` to the position `here` (NOTHING: none), `final` is the
    one that was told, `plies[0:count]` are legal from `here`.
    """

    def __init__(self, game):  # seldom
        super().__init__()
        self.game = game
        size = game.columns * game.rows
        self.judge = getattr(game, "judge", None)  # what to ask first where telling the result takes long
        self.now = bytearray(size)  # 1 = closed, debounced
        self.squares = bytes([square for square in range(size) if game.board[square] != HOLE])
        apart = getattr(game, "apart", size)
        times = memoryview(array("i", [0] * (size + 3 * apart)))
        self.here = Seen(size, self.squares, game.columns, times, apart)
        self.before = Seen(size, self.squares, game.columns, times[2 * apart :], apart)
        self.plies = array("i", [0] * game.max_plies)  # legal from `here`
        self.count = 0
        self.lists = 0  # goes up (modulo 2**16) whenever they are listed anew
        self.foot = bytearray(2 * game.max_footprint)
        self.offers = array("i", [0] * MAX_OFFERS)
        self.offer_count = 0
        self.offered = 0
        self._alternatives = Alternatives(game)  # to the slot's ply
        self._candidates = Alternatives(game)  # to whatever is played from `here`
        self._found = array("i", [0] * MAX_OFFERS)
        self._older = bytearray(size)  # occupancy one ply further back, if `_older_ply` can still be put back
        # The stack that was lifted last and is back, its top card perhaps in a hand (or a piece back from a round trip).
        self.card = NOWHERE
        self._card_at = 0
        self._clock = 0
        self._last = 0
        self._score = self._differs_before = 0  # an attribute born in play could make its table grow

    # Time

    def _time(self, now):
        passed = (now - self._last) & WRAP
        if passed < 0x20000000:
            self._last = now
            self._clock += passed
            return self._clock
        return self._clock - ((self._last - now) & WRAP)

    def deadline(self, now):
        """Milliseconds until a step is wanted although no sensor changes: 0 at once, -1 never."""
        if self._phase != IDLE:
            return 0
        if not self._due_at:
            return -1
        return max(0, self._due_at - self._clock - ((now - self._last) & WRAP))

    def resting(self):
        """Whether all has been looked at: `plies` are complete, and the game is in the position `here`."""
        return self._phase == IDLE

    def can_go_back(self):
        """Whether the slot's ply may still be put back as it was."""
        return self.slot != NOTHING and not self._locked

    # Looking for what was played

    def _restart(self):
        """Look at all plies again from the first."""
        self.changes = (self.changes + 1) & 0xFFFF
        if self._phase != LISTING:
            self._phase = COMPARING
            self._at = 0
        self._hits = 0
        self.under_way = self.rivalled = self.carried = self._again = False
        self._differs = NOTHING

    def _list(self, work):
        """List the legal plies, square by square; a pass only if there is nothing else."""
        game = self.game
        if self._at < 0:
            if work < WHOLE and self.judge and self.judge():
                return
            self._at = 0
            if game.result or work < WHOLE:
                return  # `result` is known from now on: that was enough for this step
        while self._at < len(self.squares):
            if work <= 0:
                return
            square = self.squares[self._at]
            self._at += 1
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
            self.card = NOWHERE
            self._card_at = 0
            if self._differs == 0 and not here.touched:
                self._at = self.count
            return
        now = self.now
        foot = candidates.foot
        game = self.game
        differs = self._differs
        most = work
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
            if now[square] != here.base[square] or here.opened[square] > 0 or foot[start + 1] == ARRIVE:
                candidates.add(ply, end)
                effect = foot[start + 1]
                if (effect == STACK or effect == SWAP) and now[square] and here.opened[square] > self._card_at:
                    self.card = square
                    self._card_at = here.opened[square]
                sure = here.complete(now, differs, foot, start, end)
                if sure:
                    self._hit(ply, sure, start, end)
                    work -= HIT_WORK
                    continue
            elif end - start > PLAIN and here.taken(now, foot, start, end):
                self.carried = True
            if differs and not self.under_way and here.under_way(now, differs, foot, start, end):
                self.under_way = True
        if self._hits == 1 and self.slot == self.final:
            if work < most and work * RIVALS < candidates.kept():
                return  # in the next step, which has nothing else to do
            rival = candidates.rival(here, now, self._found[0])
            if rival != NOTHING:
                self._found[1] = rival
                self._hits = 2
                self.rivalled = True
        self._phase = LOOKING
        self._alternatives.look_anew()

    def _look(self):
        """Could the last ply's piece have gone on instead?"""
        if self.slot != NOTHING and not self._locked:
            if not self._alternatives.look(
                self.before, self.now, self._differs_before, self.here, self.final, self._relaid
            ):
                return
        self._phase = DECIDING

    def _hit(self, ply, sure, start, end):
        """One more ply that fits, its footprint among the candidates'; those that leave the least unexplained are kept."""
        if ply == self._passed:
            self._again = True
        foot = self._candidates.foot
        stray = self.here.stray(foot, start, end)
        score = stray * ONE_ASTRAY - self.here.landings(foot, start, end)
        if stray and foot[start + 1] == STACK:
            sure = WEAK  # a stack that was put straight before something else was lifted
        if self._hits and score > self._score:
            return
        if not self._hits or score < self._score:
            self._hits = 0
            self._score = score
            self._sure = sure
        self._sure = max(self._sure, sure)
        if self._hits < MAX_OFFERS:
            self._found[self._hits] = ply
            self._hits += 1

    def _is_opponents(self, square):
        """Whether lifting from `square` shows that the opponent has begun: no ply of the slot's piece touches it."""
        game = self.game
        if not self.here.base[square] or game.piece_side(square) != game.side:
            return False
        if self._passes_after(square):
            return False
        return not self._alternatives.touch(square)

    def _older_to(self):
        """Where the ply before the slot's ended, if it can still be put back."""
        return self.game.destination(self._older_ply)

    def _passes_after(self, square):
        """Whether the ply that ended on `square` was followed by a pass, which is the slot's ply."""
        return self.slot & 255 == NOWHERE and self._older_ply != NOTHING and self._older_to() == square

    def _is_doubtful(self, ply):
        """Whether `ply`, the only one that fits, is no more than likely."""
        if self._again and ply != self._passed:
            return True  # what was shown before fits as well
        origin = ply & 255
        here = self.here
        end = self.game.footprint(ply, self.foot, 0)
        if here.stray(self.foot, 0, end, 1) > 3 or self._ignored and here.crossed(self._rested_at, here.opened[origin]):
            return True  # much was touched; or while a question was left open, which is about two squares
        if self.slot != NOTHING and origin != NOWHERE and self.game.side != self._mover:
            lifted = self.here.opened[origin]
            if 0 < lifted < self._arrived_at + SOONEST_MS and self._alternatives.owns(origin):
                return True  # so soon it may as well be the last ply's piece
        return self._is_contested(ply)

    def _is_contested(self, ply):
        """Whether a square that was touched besides, while `ply` was made, is one where its piece could have gone."""
        if self._score <= 1:
            return False
        end = self.game.footprint(ply, self.foot, 0)
        here = self.here
        if not here.stray(self.foot, 0, end):
            return False
        other = here.strayed
        if 0 < here.closed[other] < here.opened[ply & 255] and self.game.piece_side(other) != self.game.side:
            return True  # the opponent's, back before this one was lifted: all but a ply of theirs
        # What closed an empty square before the other was lifted, and stands there, came first.
        to = self.game.destination(ply)
        if to != NOWHERE and not here.base[to] and here.opened[other] >= here.closed[to]:
            return False
        return self._candidates.reach(ply & 255, other)

    def _is_overtaken(self):
        """Whether, before the slot's ply was final, its side has lifted another piece than that ply's."""
        if self.slot == NOTHING or self.final != NOTHING or self._mover == self.game.side:
            return False
        here = self.here
        rested = self._alternatives.arrived(self.before) + REST_MS  # from then on the opponent may capture
        for square in self.squares:
            if 0 < here.opened[square] < rested and here.base[square] and self.game.piece_side(square) == self._mover:
                if not self._alternatives.owns(square):
                    return True
        return False

    def _is_ghost(self, square):
        """Whether the empty `square`, closed until now, was so although nobody had a piece in hand."""
        here = self.here
        closed = here.closed[square]
        alternatives = self._alternatives
        if here.base[square] or not closed or self.card != NOWHERE or self._phase == LISTING or not self.count:
            return False
        if self.slot != NOTHING:
            if alternatives.holds(here) or not here.far(
                square, alternatives.to, alternatives.arrived(self.before), closed
            ):
                return False
        if self.game.destination(self.plies[0]) == self.plies[0] & 255:
            return False  # there are pieces to be placed
        for other in self.squares:
            if here.base[other]:
                if (
                    not self.now[other]
                    or here.opened[other] > closed
                    or not here.far(square, other, here.closed[other], closed)
                ):
                    return False
        return True

    def _has_stranger(self):
        """Whether, before the slot's ply is final, a piece has come to stand where none should, and none is missing."""
        if self.slot == NOTHING or self.slot == self.final or self._trying or self._hits or not self._differs:
            return False
        here = self.here
        arrived = self._alternatives.arrived(self.before) + BESIDE_MS
        for square in self.squares:
            if self.now[square] != here.base[square] and (here.base[square] or here.closed[square] <= arrived):
                return False
        return True

    def _touched_amiss(self):
        """A square that was touched as no hands within the limits do, NOWHERE if none was.

        Of two stacks that were in the hands at once it is one, the other is `here.strayed`; a piece that the last ply's piece
        could have captured was lifted too soon; an empty square was closed while no piece was in anybody's hand.
        """
        here = self.here
        if self._passed != NOTHING and self.slot != NOTHING and self._passed & 255 == self.slot & 255 != NOWHERE:
            self._ghost = self._alternatives.to  # its piece had stood elsewhere since, and is back
        if self._ghost != NOWHERE:
            here.strayed = NOWHERE
            return self._ghost
        if getattr(self.game, "stacks", False):
            other = here.lifted_together()
            if other != NOWHERE:
                return other
        if self.slot == NOTHING:
            return NOWHERE
        rested = self._alternatives.arrived(self.before) + REST_MS
        for square in self.squares:
            if here.base[square] and 0 < here.opened[square] < rested and self._alternatives.touch(square):
                if not self._alternatives.owns(square):
                    here.strayed = NOWHERE
                    return square
        return NOWHERE

    def _is_put_back(self):
        """Whether everything stands as it did before the slot's ply, and what it took or covered was lifted again.

        Not while it can also be the next ply's beginning: a piece just placed is lifted to be moved.
        """
        if self.slot == NOTHING or self._locked or self._differs_before:
            return False
        alternatives = self._alternatives
        if self.under_way or self._differs == 0:
            if not alternatives.stacked_back(self.here):
                return False
            if self._candidates.has(self.slot & 255, alternatives.to) and self._clock < self._edge_at + GOING_ON_MS:
                return False  # the opponent may have lifted both squares to go the same way
        return (self._relaid or alternatives.put_back(self.here)) and not alternatives.is_other(self.here)

    def _is_back_alone(self):
        """Whether everything stands as it did before the slot's ply, for a piece has come to where it began and nothing was lifted.

        Then what closed the square it captured on was the captured piece, put back, or that was only put straight.
        """
        if self.slot == NOTHING or self._locked or self._differs_before or self._alternatives.from_hand:
            return False
        here = self.here
        for square in self.squares:
            if here.base[square] and here.opened[square] > 0:
                return False
        origin = self.slot & 255
        return origin != NOWHERE and here.closed[origin] > 0

    def _back_since(self):
        """Since when, the final ply being put back, its squares have stood as before it: 0 if they don't.

        Not if that put a piece from hand on the board, which may well be put elsewhere.
        """
        if self.slot != NOTHING or self.final == NOTHING:
            return 0
        end = self.game.footprint(self.final, self.foot, 0)
        return 0 if self.foot[1] == ARRIVE else self.here.undone(self.now, self.foot, 0, end, self._final_at)

    def _may_be_back(self):
        """Whether the last ply may have been put back and its side has gone on: nothing explains the squares from after it."""
        if self.slot == NOTHING or self._passed != NOTHING or self._locked or self._hits or self.under_way:
            return False
        alternatives = self._alternatives
        if (
            self._backed_at == self._edge_at
            or alternatives.from_hand
            or not alternatives.undone(self.before, self.now, self._final_at)
        ):
            return False
        return self.here.closed[self.slot & 255] > 0 and alternatives.put_back(self.here)

    def _went_on(self):
        """Whether the piece that moved before the slot's pass went on to where it could have moved at once."""
        older = self._older_to()
        if self.slot == NOTHING or self._locked or self.under_way or not self._passes_after(older):
            return False
        base = self.here.base
        now = self.now
        to = NOWHERE
        for square in self.squares:
            if now[square] != base[square] and square != older:
                if base[square] or to != NOWHERE:
                    return False
                to = square
        if to == NOWHERE or now[older]:
            return False
        game = self.game
        game.pop()
        game.pop()
        why = game.why_not(self._older_ply & 255, to)
        game.push(self._older_ply)
        game.push(self.slot)
        return why == WHY_FINE

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
