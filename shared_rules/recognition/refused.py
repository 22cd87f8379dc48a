"""What is refused, and why: nothing explains the squares as they stand. It is over when all is put right.

After construction nothing allocates.
"""

from shared_rules.codes import NOWHERE, WHY_FINE, WHY_NOT_YOURS, WHY_OPPONENTS, WHY_UNEXPLAINED, const
from shared_rules.protocol.signals import EV_CLEAR, EV_REFUSED
from shared_rules.recognition.beam import Beam
from shared_rules.recognition.clock import Clock
from shared_rules.recognition.committed import Committed
from shared_rules.recognition.events import Events
from shared_rules.recognition.hypotheses import OCCUPIED
from shared_rules.recognition.positions import NOTHING

NOBODY = const(2)  # in the place of a side


class Refused:
    """`open` while something is refused, and the squares of what was refused last: `refused_from`, `refused_to`, -1 for none."""

    def __init__(self, events: Events, clock: Clock, beam: Beam, committed: Committed) -> None:
        self.game = beam.game
        self.events = events
        self.clock = clock
        self.beam = beam
        self.positions = beam.positions
        self.hyps = beam.hyps
        self.committed = committed
        self._wrong = bytearray(3)  # squares, one for each side and NOBODY
        self._count = 0  # of all squares that stand otherwise
        self.begin()

    def begin(self) -> None:
        """There is none."""
        self.open = False
        self.refused_from = self.refused_to = NOTHING
        self.refused_at = 0

    def is_told(self) -> bool:
        """Whether what stands now has been refused."""
        return self.open and self.clock.edge_at <= self.refused_at

    def _swapped(self, h: int) -> int:
        """The square that was lifted and closed last since a piece came off that is off yet; NOWHERE if there is none."""
        hyps = self.hyps
        square = NOWHERE
        closed = hyps.first_lifted(h)
        for e in range(hyps.first[h], hyps.end[h]):
            if hyps.facts[e] & OCCUPIED and hyps.until[e] > closed and self._may_be_taken(hyps.square[e]):
                square = hyps.square[e]
                closed = hyps.until[e]
        return square

    def _may_be_taken(self, square: int) -> bool:
        """Whether whoever is to play may think that what stands on `square` can be captured or covered."""
        return self.beam.match.stacks or self.game.piece_side(square) != self.game.side

    def report(self, best: int) -> None:
        """Find the wish behind what stands, and why it is refused."""
        if self.is_told():
            return
        self.committed.settle()
        game = self.game
        side = game.side
        if not self._find_wrong():
            return
        frm = self._wrong[side]
        theirs = frm == NOWHERE
        if theirs:
            frm = self._wrong[1 - side]
        to = self._wrong[NOBODY]
        if to == NOWHERE:
            to = self._swapped(best)
        elif frm == NOWHERE:
            frm = self.beam.weighing.lifted_stack(best, self.beam.asked.at)
        self.positions.go(self.positions.committed)
        why = game.why_not(frm, to)
        if self._is_begun(side, to):
            return
        if why == WHY_FINE and self.positions.moves_two:
            pair = self._other(side, frm)
            if pair >= 0:
                frm = pair & 255
                to = pair >> 8
                why = game.why_not(frm, to)
        if why == WHY_FINE:
            why = WHY_OPPONENTS if self.beam.legal.is_held(side) else WHY_UNEXPLAINED
        if to == NOWHERE and frm != NOWHERE and theirs:
            why = WHY_NOT_YOURS
        self.refuse(frm, to, why)

    def _other(self, side: int, frm: int) -> int:
        """Where a second piece of the side came from, and << 8 where it may stand, though no ply leads there; -1: there is none."""
        base = self.committed.base
        now = self.beam.now
        for square in self.beam.squares:
            if square != frm and base[square] and not now[square] and self.game.piece_side(square) == side:
                for to in self.beam.squares:
                    if now[to] and not base[to] and self.game.why_not(square, to) != WHY_FINE:
                        return square | to << 8
        return -1

    def _is_begun(self, side: int, to: int) -> bool:
        """Whether all that is wrong is that the second piece of a ply stands on `to`: the first is to follow, or in a hand."""
        positions = self.positions
        if not positions.moves_two or self._count > 3 or to == NOWHERE or self._wrong[1 - side] != NOWHERE:
            return False
        free = not self.beam.legal.is_held(side)
        at = positions.committed
        for square in self.beam.squares:
            lifted = self.committed.base[square] and not self.beam.now[square]
            if lifted and (free or positions.is_lit(at, square) and positions.is_lit(at, to)):
                if self.game.why_not(square, to) == WHY_FINE:
                    return True
        return False

    def report_mess(self) -> None:
        """Refuse how the squares stand, without saying whose attempt that is: nobody's."""
        if self._find_wrong():
            self.refuse(NOWHERE, NOWHERE, WHY_UNEXPLAINED)

    def _find_wrong(self) -> bool:
        """Find the squares that changed last of those from which a piece of each side is missing, and where something stands.

        False if the committed position stands.
        """
        self._count = 0
        base = self.committed.base
        now = self.beam.now
        changed = self.committed.changed
        wrong = self._wrong
        for whose in range(3):
            wrong[whose] = NOWHERE
        for square in self.beam.squares:
            if now[square] != base[square]:
                self._count += 1
                whose = self.game.piece_side(square) if base[square] else NOBODY
                if 0 <= whose <= NOBODY and (wrong[whose] == NOWHERE or changed[square] >= changed[wrong[whose]]):
                    wrong[whose] = square
        return self._count > 0

    def refuse(self, frm: int, to: int, why: int) -> None:
        """Refuse what was lifted from `frm` and stands on `to`, unless it has been refused."""
        again = frm == self.refused_from and to == self.refused_to
        if self.is_told() or self.open and again:
            return
        self.refused_at = self.clock.edge_at
        self.open = True
        self.refused_from = frm
        self.refused_to = to
        self.events.tell(EV_REFUSED, NOTHING, frm | to << 8, why, 0)

    def clear(self) -> None:
        """All is put right, if anything was refused."""
        if self.open:
            self.open = False
            self.refused_from = self.refused_to = NOTHING
            self.events.tell(EV_CLEAR, 0, 0, 0, 0)
