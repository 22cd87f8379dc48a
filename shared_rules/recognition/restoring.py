"""Restoring: three pieces or more are off or strange, and no one or two plies explain them, as after a bump or a sweep.

Nothing is a ply then until the committed position stands again, square by square: no hypothesis is followed, no edge waits. What
the lights show follows from the sensors and that position alone (guide.py). Once all has stood for a while, play goes on.

After construction nothing here allocates.
"""

from shared_rules.codes import ARRIVE, LEAVE, PATH, PLACED, const
from shared_rules.recognition.beam import Beam
from shared_rules.recognition.clock import Clock
from shared_rules.recognition.committed import Committed
from shared_rules.recognition.costs import REFUSE_MS, STAYS_MS
from shared_rules.recognition.hypotheses import FREE, GONE, OCCUPIED, REST, UNDO
from shared_rules.recognition.positions import GOES_ON, NONE, PASS

MESS = const(3)  # so many pieces astray, and those of plies that are not committed; but the second one may be the reply


class Restoring:
    """`open` while the position is to be restored; `due` when that is to begin."""

    def __init__(self, clock: Clock, beam: Beam, committed: Committed) -> None:
        self.clock = clock
        self.hyps = beam.hyps
        self.squares = beam.squares
        self.now = beam.now
        self.match = beam.match
        self.positions = beam.positions
        self.legal = beam.legal
        self.asked = beam.asked
        self.game = beam.game
        self.committed = committed
        self._foot = bytearray(beam.positions.width)
        # 1 where the hypothesis that is looked at leaves it unexplained that a piece is off, on so many squares
        self._missing = bytearray(len(beam.now))
        self._off = 0
        self._node = 0  # where it leads
        self.begin()

    def begin(self) -> None:
        """All may be explained."""
        self.open = self.due = False
        self.begin_look()
        self.since = 0  # since when nothing has explained the squares; 0: something does

    def enter(self) -> None:
        """From now on nothing is a ply."""
        self.begin()
        self.open = True

    def is_over(self) -> bool:
        """Whether the committed position stands, and has for longer than anything that passes over."""
        self.clock.due = 0
        return self.now == self.committed.base and self.clock.wait_still(STAYS_MS)

    # Whether it is to begin

    def begin_look(self) -> None:
        """It is to be looked at whether any hypothesis explains the squares."""
        self._explained = False
        self._i = 0
        self._at = len(self.squares)

    def look(self) -> bool:
        """Look at the next hypothesis, or at the plies from one more square; returns whether there is more to look at."""
        hyps = self.hyps
        if self._at < len(self.squares):
            self._explained = self._is_under_way()
        elif self._i < hyps.count:
            self._at = len(self.squares)
            self._explained = self._explains(hyps.rank[self._i])
            self._i += 1
        else:
            return False
        return not self._explained

    def waits(self) -> bool:
        """Whether nothing explains the squares, so that nothing else is to be decided; if so for a while, it is to begin."""
        clock = self.clock
        self.since = 0 if self._explained else self.since or clock.edge_at
        if not self.since:
            return False
        self.due = clock.now >= self.since + REFUSE_MS
        clock.wait(self.since + REFUSE_MS)
        return True

    def _explains(self, h: int) -> bool:
        """Whether the hypothesis leaves few pieces unexplained; if not, and they may be of one ply, its squares are next."""
        hyps = self.hyps
        self._node = hyps.node[h]
        few = MESS - self._count_plies(hyps.node[h])
        if hyps.unexplained[h] < few:
            return True
        undoes = self.hyps.has_open(h, UNDO)
        missing = self._missing
        for square in self.squares:
            missing[square] = 0
        explained = GONE | FREE | UNDO
        if hyps.node[h] != self.positions.committed:
            explained |= REST  # else it was lifted again
        self._off = i = strange = 0
        while i := self.hyps.next_open(h, i, explained):
            if hyps.facts[i] & OCCUPIED:
                missing[hyps.square[i]] = 1
                self._off += 1
            else:
                strange += 1
        goes_on = few >= MESS - 1 and not undoes and self._has_seen_back(hyps.node[h])
        if goes_on and strange < 2 and self._off <= self.game.max_footprint:
            self._at = 0
        return max(self._off, strange) < (min(few, 1) if undoes else few)

    def _count_plies(self, node: int) -> int:
        """How many pieces fewer are a mess, as there are other plies on the way to `node` than are committed.

        One turn may be put back, and two plies be played; while a question is open play may have gone on.
        """
        positions = self.positions
        meet = positions.meet(positions.committed, node)
        more = positions.depth[node] - positions.depth[meet]
        turns = 0
        lost = positions.committed
        while lost != meet:
            turns += 0 if positions.facts[lost] & (PASS | GOES_ON) else 1
            lost = positions.parent[lost]
        if turns > 1:
            return MESS
        return max(0 if node == positions.committed else 1, more - 1 if self.asked.before == NONE else 0)

    def _has_seen_back(self, node: int) -> bool:
        """Whether what is committed is on the way to `node`, or its piece was seen to go back: a card on its stack is not."""
        positions = self.positions
        committed = positions.committed
        lost = positions.after(committed, positions.meet(committed, node))
        return lost == NONE or positions.leaving(lost) == LEAVE

    def _is_under_way(self) -> bool:
        """Whether all that is off may be of one ply more from the next square that has such plies."""
        game = self.game
        self.positions.go(self._node)
        while self._at < len(self.squares):
            square = self.squares[self._at]
            self._at += 1
            if game.piece_side(square) == game.side and (self._missing[square] or self.legal.lands):
                return self._is_of_one_ply(square)
        return False

    def _is_of_one_ply(self, square: int) -> bool:
        """Whether all that is off may be of one ply from there."""
        game = self.game
        missing = self._missing
        foot = self._foot
        plies = self.positions.plies
        for n in range(self.legal.plies_from(square, plies, 0)):
            if self.legal.wide or missing[game.destination(plies[n])]:
                off = 0
                for i in range(0, game.footprint(plies[n], foot, 0), 2):
                    if foot[i + 1] != ARRIVE and foot[i + 1] != PATH and foot[i + 1] != PLACED:
                        off += missing[foot[i]]
                if off == self._off:
                    return True
        return False
