"""Trouble: nothing explains the squares as they stand. That is told with its reason; it is over when all is put right.

After construction nothing allocates.
"""

from shared_rules.codes import NOWHERE, WHY_FINE, WHY_NOT_YOURS, WHY_OPPONENTS, WHY_UNEXPLAINED, const
from shared_rules.protocol.signals import EV_CLEAR, EV_REFUSED
from shared_rules.recognition.beam import Beam
from shared_rules.recognition.clock import Clock
from shared_rules.recognition.costs import (
    CARD_MS,
    LIMIT,
    ODD_MS,
    OFF,
    TROUBLE_MS,
    WHOLE_MARGIN,
)
from shared_rules.recognition.events import Events
from shared_rules.recognition.hypotheses import FREE, GONE, OCCUPIED, cost
from shared_rules.recognition.positions import NOTHING
from shared_rules.recognition.told import Told

NOBODY = const(2)  # in the place of a side


class Trouble:
    """Whether there is trouble, and the squares of what was refused last: `refused_from`, `refused_to`, -1 for none."""

    def __init__(self, events: Events, clock: Clock, beam: Beam, told: Told) -> None:
        self.game = beam.game
        self.events = events
        self.clock = clock
        self.beam = beam
        self.positions = beam.positions
        self.hyps = beam.hyps
        self.told = told
        self._wrong = bytearray(3)  # squares, one for each side and NOBODY
        self.begin()

    def begin(self) -> None:
        """There is none."""
        self.open = False
        self.refused_from = self.refused_to = NOTHING
        self.refused_at = 0

    def is_told(self) -> bool:
        """Whether it has been told how the squares stand."""
        return self.open and self.clock.edge_at <= self.refused_at

    def worry(self, since: int) -> None:
        """Nothing explains the squares as they stand: after a while that is told."""
        best = self.hyps.rank[0]
        if not self.hyps.unexplained[best] or self.told.over:
            return
        if self.clock.now - since < TROUBLE_MS:
            self.clock.wait(since + TROUBLE_MS)
            return
        wait = self._patience(best)
        if self.clock.now - since < wait:
            self.clock.wait(since + wait)
        elif not self._is_held():
            self.report(best)

    def _patience(self, best: int) -> int:
        """For how many ms all has to rest before trouble is told: longer where that may be a part of a ply."""
        hyps = self.hyps
        for i in range(self.hyps.count):
            h = self.hyps.rank[i]
            if hyps.total[h] < hyps.total[best] + WHOLE_MARGIN and not self._is_strange(h):
                return CARD_MS if self.explains(h) else ODD_MS
        return TROUBLE_MS

    def explains(self, h: int) -> bool:
        """Whether the hypothesis is worth thinking of: with a ply more than is told, what is loose costs no more than LIMIT.

        What a ply took may be left standing as long as the players like, and pieces be in hands: too many are for restoring.py.
        """
        hyps = self.hyps
        if self.positions.has(self.positions.committed, hyps.node[h]):
            return True
        total = i = 0
        lifted = self.beam.hyps.first_lifted(h)
        while i := self.beam.hyps.next_open(h, i, FREE | GONE):
            price = cost(self.beam.weighing.gesture(h, i, self.clock.now, lifted))
            if price > OFF or not hyps.facts[i] & OCCUPIED:
                total += price
        return total <= LIMIT

    def _is_held(self) -> bool:
        """Whether nothing but pieces is missing which may be in the hand of who plays next for long, or are what was told last."""
        hyps = self.hyps
        for n in range(hyps.count):
            h = hyps.rank[n]
            if self.hyps.node[h] == self.positions.committed:
                return self._are_held(h) and self._swapped(h) == NOWHERE
        return False

    def _are_held(self, h: int) -> bool:
        """The same of the pieces alone; the hypothesis leads to what is told."""
        hyps = self.hyps
        positions = self.positions
        positions.go(positions.committed)
        side = self.game.side
        i = 0
        while i := self.beam.hyps.next_open(h, i, FREE):
            square = hyps.square[i]
            if not hyps.facts[i] & OCCUPIED:
                return False
            if not positions.effect(positions.committed, square) and self.game.piece_side(square) != side:
                return False
        return True

    def _swapped(self, h: int) -> int:
        """The square that was lifted and closed last since a piece came off that is off yet; NOWHERE if there is none."""
        hyps = self.hyps
        square = NOWHERE
        closed = -1
        for i in range(hyps.end[h] - 1, hyps.first[h] - 1, -1):
            if hyps.until[i] < 0 and hyps.facts[i] & OCCUPIED:
                return square if closed > hyps.since[i] else NOWHERE
            if hyps.facts[i] & OCCUPIED and hyps.until[i] > closed and self._may_be_taken(hyps.square[i]):
                square = hyps.square[i]
                closed = hyps.until[i]
        return NOWHERE

    def _may_be_taken(self, square: int) -> bool:
        """Whether whoever is to play may think that what stands on `square` can be captured or covered."""
        return self.beam.match.stacks or self.game.piece_side(square) != self.game.side

    def _is_strange(self, h: int) -> bool:
        """Whether something stands where none of its plies puts it."""
        hyps = self.beam.hyps
        e = 0
        while e := hyps.next_open(h, e, OCCUPIED | FREE | GONE):
            if not self.beam.weighing.may_rest(h, hyps.square[e]):
                return True
        return False

    def report(self, best: int) -> None:
        """Find the wish behind what stands, and why it is refused."""
        if self.is_told():
            return
        self.told.settle()
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
        if why == WHY_FINE:
            why = WHY_OPPONENTS if self.beam.legal.is_held(side) else WHY_UNEXPLAINED
        if to == NOWHERE and frm != NOWHERE and theirs:
            why = WHY_NOT_YOURS
        self.refuse(frm, to, why)

    def report_mess(self) -> None:
        """Refuse how the squares stand, without saying whose attempt that is: nobody's."""
        if self._find_wrong():
            self.refuse(NOWHERE, NOWHERE, WHY_UNEXPLAINED)

    def _find_wrong(self) -> bool:
        """Find the squares that changed last of those from which a piece of each side is missing, and where something stands.

        False if all stands as after what is told.
        """
        found = False
        base = self.told.base
        now = self.beam.now
        changed = self.told.changed
        wrong = self._wrong
        for whose in range(3):
            wrong[whose] = NOWHERE
        for square in self.beam.squares:
            if now[square] != base[square]:
                found = True
                whose = self.game.piece_side(square) if base[square] else NOBODY
                if 0 <= whose <= NOBODY and (wrong[whose] == NOWHERE or changed[square] >= changed[wrong[whose]]):
                    wrong[whose] = square
        return found

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
        """The trouble is over, if there was any."""
        if self.open:
            self.open = False
            self.refused_from = self.refused_to = NOTHING
            self.events.tell(EV_CLEAR, 0, 0, 0, 0)
