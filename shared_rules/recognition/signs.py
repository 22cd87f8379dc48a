"""Signs: what the touched squares say of a ply that fits, and of the last one, besides that they fit.

Whether the opponent has begun, whether the last ply was put back or its piece went on, whether hands did what no hands
within the limits do. Above watch.py, below line.py; nothing here changes what the referee holds, and nothing allocates.
"""

from shared_rules.codes import ARRIVE, NOWHERE, STACK, SWAP, WHY_FINE, const
from shared_rules.recognition.alternatives import BESIDE_MS
from shared_rules.recognition.seen import PASSING_MS
from shared_rules.recognition.watch import LISTING, NOTHING, Watch

BACK_MS = const(1500)  # a stack looks put back, or the opponent has lifted it to go the same way
REST_MS = const(380)  # a piece stands for 400 before the opponent's first action, and edges bounce
SOONEST_MS = const(375)  # with the bounce of the one edge and a flicker at the other


class Signs(Watch):
    """Questions that the line of plies asks of what was seen."""

    def _is_opponents(self, square: int) -> bool:
        """Whether lifting from `square` shows that the opponent has begun: no ply of the slot's piece touches it."""
        game = self.game
        if not self.here.base[square] or game.piece_side(square) != game.side:
            return False
        to = self._alternatives.to
        if to != NOWHERE and not self.now[to]:
            return False  # the piece is in a hand: the other may be adjusted, or is to capture it
        if self._passes_after(square):
            return False
        return not self._alternatives.touch(square)

    def _has_opponent_begun(self) -> bool:
        """Whether, since the slot's ply stood, a square was lifted from that shows so."""
        for square in self.squares:
            if self.here.opened[square] > 0 and self._is_opponents(square):
                return True
        return False

    def _older_to(self) -> int:
        """Where the ply before the slot's ended, if it can still be put back."""
        return self.game.destination(self._older_ply)

    def _passes_after(self, square: int) -> bool:
        """Whether the ply that ended on `square` was followed by a pass, which is the slot's ply."""
        return self.slot & 255 == NOWHERE and self._older_ply != NOTHING and self._older_to() == square

    def _is_doubtful(self, ply: int) -> bool:
        """Whether `ply`, the only one that fits, is no more than likely."""
        if self._again and ply != self._passed:
            return True  # what was shown before fits as well
        origin = ply & 255
        here = self.here
        end = self.game.footprint(ply, self.foot, 0)
        if here.stray(self.foot, 0, end, 1) > 3:
            return True  # much was touched
        if self._ignored_at:  # a question was left open: what else was touched since may be what came of its answer
            if here.stray(self.foot, 0, end, self._ignored_at) or here.crossed(self._rested_at, here.opened[origin]):
                return True
        if self.slot != NOTHING and origin != NOWHERE and self.game.side != self._mover:
            lifted = self.here.opened[origin]
            if 0 < lifted < self._arrived_at + SOONEST_MS and self._alternatives.owns(origin):
                return True  # so soon it may as well be the last ply's piece
        return self._is_contested(ply)

    def _has_passed(self) -> bool:
        """Whether what fits goes on with the slot's piece, which had stood for no longer than one that only passes."""
        to = self._alternatives.to
        return self._found[0] & 255 == to and self.here.opened[to] - self.before.closed[to] <= PASSING_MS

    def _is_contested(self, ply: int) -> bool:
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

    def _is_rushed(self) -> bool:
        """Whether, the slot's ply taking the final one's place, the opponent lifted a piece too soon after its arrival.

        Then it is the opponent's piece that rests there, on its way to answer the final one.
        """
        to = self._alternatives.to
        if self.final == NOTHING or self.slot == self.final or self._trying or to == NOWHERE or self.before.base[to]:
            return False
        arrived = self._alternatives.arrived(self.before)
        return self._has_lifted(self.game.side, arrived, arrived + SOONEST_MS)

    def _is_hasty(self) -> bool:
        """Whether the last ply's piece was lifted too soon to answer the slot's: it may capture what only rests there."""
        if (
            self.slot == NOTHING
            or self.final != NOTHING
            or self.last_ply == NOTHING
            or self._trying
            or not self._carried
        ):
            return False
        to = self.game.destination(self.last_ply)
        return to != NOWHERE and 0 < self.here.opened[to] < self._alternatives.arrived(self.before) + SOONEST_MS

    def _is_overtaken(self) -> bool:
        """Whether, before the slot's ply was final, its side has lifted another piece than that ply's."""
        if self.slot == NOTHING or self.final != NOTHING or self._mover == self.game.side:
            return False
        # From REST_MS on the opponent may capture.
        return self._has_lifted(self._mover, 0, self._alternatives.arrived(self.before) + REST_MS)

    def _has_lifted(self, side: int, since: int, until: int) -> bool:
        """Whether a piece of `side`, none of the slot's ply, was lifted after the time `since` and before `until`."""
        here = self.here
        for square in self.squares:
            if since < here.opened[square] < until and here.base[square] and self.game.piece_side(square) == side:
                if not self._alternatives.owns(square):
                    return True
        return False

    def _is_ghost(self, square: int) -> bool:
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

    def _has_stranger(self) -> bool:
        """Whether, before the slot's ply is final, a piece has come to stand where none should, and none is missing."""
        if self.slot == NOTHING or self.slot == self.final or self._trying or self._hits or not self._differs:
            return False
        here = self.here
        arrived = self._alternatives.arrived(self.before) + BESIDE_MS
        for square in self.squares:
            if self.now[square] != here.base[square] and (here.base[square] or here.closed[square] <= arrived):
                return False
        return True

    def _touched_amiss(self) -> int:
        """A square that was touched as no hands within the limits do, NOWHERE if none was.

        Of two stacks that were in the hands at once it is one, the other is `here.strayed`; a piece that the last ply's piece
        could have captured was lifted too soon, after all had last stood as it should; an empty square was closed while no
        piece was in anybody's hand.
        """
        here = self.here
        if self._passed != NOTHING and self.slot != NOTHING and self._passed & 255 == self.slot & 255 != NOWHERE:
            to = self.game.destination(self._passed)
            passed = here.opened[to] if to != NOWHERE else 0
            if not passed or passed - here.closed[to] > PASSING_MS or passed > here.closed[self._alternatives.to]:
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
            if (
                here.base[square]
                and self._rested_at < here.opened[square] < rested
                and self._alternatives.touch(square)
            ):
                if not self._alternatives.owns(square):
                    here.strayed = NOWHERE
                    return square
        return NOWHERE

    def _is_put_back(self) -> int:
        """Whether everything stands as it did before the slot's ply, and what it took or covered was lifted again.

        Not while it can also be the next ply's beginning: a piece just placed is lifted to be moved.
        """
        if self.slot == NOTHING or self._locked or self._differs_before:
            return False
        alternatives = self._alternatives
        if self.under_way or self._differs == 0:
            if not alternatives.stacked_back(self.here):
                return False
            if self._candidates.has(self.slot & 255, alternatives.to) and self._clock < self._edge_at + BACK_MS:
                return False  # the opponent may have lifted both squares to go the same way
        return (self._relaid or alternatives.put_back(self.here)) and not alternatives.is_other(self.here)

    def _is_back_alone(self) -> bool:
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

    def _back_since(self) -> int:
        """Since when, the final ply being put back, its squares have stood as before it: 0 if they don't.

        Not if that put a piece from hand on the board, which may well be put elsewhere.
        """
        if self.slot != NOTHING or self.final == NOTHING or self._none:
            return 0
        end = self.game.footprint(self.final, self.foot, 0)
        return 0 if self.foot[1] == ARRIVE else self.here.undone(self.now, self.foot, 0, end, self._final_at)

    def _is_same_card(self) -> bool:
        """Whether what fits, the final ply being put back, is that ply again and its stack was not lifted anew for it.

        Then it was not put back: the opponent handled that stack, and what closed its square.
        """
        if self.slot != NOTHING or self.final == NOTHING or self._found[0] != self.final:
            return False
        here = self.here
        origin = self.final & 255
        return origin != NOWHERE and here.opened[origin] < here.closed[origin] and here.closed[origin] > self._final_at

    def _may_be_back(self) -> int:
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
        return (
            self.here.closed[self.slot & 255] > 0 and alternatives.put_back(self.here) and not self._is_captor_lifted()
        )

    def _may_be_none(self) -> int:
        """Whether the last ply covered or left a stack, which may only have been put straight: another may explain all."""
        if self.slot == NOTHING or self.slot != self.final or self._locked or self._backed_at == self._edge_at:
            return False
        return self._alternatives.covers()

    def _is_captor_lifted(self) -> bool:
        """Whether, before what closed the square where the slot's ply began, an opponent's piece was lifted and still is.

        Then that may be the captor, resting on its way.
        """
        here = self.here
        closed = here.closed[self.slot & 255]
        for square in self.squares:
            if here.base[square] and not self.now[square] and 0 < here.opened[square] < closed:
                if square != self._alternatives.to and self.game.piece_side(square) == self.game.side:
                    return True
        return False

    def _is_placed(self) -> bool:
        """Whether what fits puts a piece from hand where the slot's ply began: that one is made then."""
        return self._hits == 1 and self._found[0] & 255 == self.slot & 255 == self.game.destination(self._found[0])

    def _may_be_elsewhere(self) -> bool:
        """Whether the last ply, final before the opponent's was shown in vain, may have been another: its piece is gone."""
        if (
            self.slot != NOTHING
            or self.final != NOTHING
            or self.last_ply == NOTHING
            or self._backed_at == self._edge_at
        ):
            return False
        to = self.game.destination(self.last_ply)
        return to != NOWHERE and not self.now[to]

    def _went_on(self) -> bool:
        """Whether the piece that moved before the slot's pass went on to where it could have moved at once."""
        if (
            self.slot == NOTHING
            or self.slot & 255 != NOWHERE
            or self._older_ply == NOTHING
            or self._locked
            or self.under_way
        ):
            return False
        older = self._older_to()
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

    def _is_older_put_back(self) -> bool:
        """Whether everything stands as it did a ply further back, no piece being just lifted to go elsewhere."""
        if self._older_ply == NOTHING or self._differs == 0 or self._locked:
            return False
        kept = self._kept
        if kept and self.slot != NOTHING or not kept and (self.under_way or self._alternatives.going_on):
            return False
        for square in self.squares:
            if self._older[square] != self.now[square]:
                return False
        return not kept or self._is_kept_put_back()

    def _is_kept_put_back(self) -> bool:
        """Whether the stacks of the ply before the one that was only shown were lifted again: it stands as before that."""
        game = self.game
        game.pop()
        end = game.footprint(self._older_ply, self.foot, 0)
        game.push(self._older_ply)
        foot = self.foot
        here = self.here
        for i in range(0, end, 2):
            if (foot[i + 1] == STACK or foot[i + 1] == SWAP) and here.opened[foot[i]] <= 0:
                return False
        return not self.under_way or 0 < here.opened[self._older_to()] < here.closed[foot[0]]
