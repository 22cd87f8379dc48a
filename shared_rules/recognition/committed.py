"""What is committed and what is proposed: the position that everybody outside knows, and the legal plies there.

After construction nothing allocates.
"""

from array import array

from shared_rules.codes import const
from shared_rules.protocol.signals import EV_OVER, EV_PLY, EV_SHOWN, EV_TAKEBACK
from shared_rules.recognition.beam import Beam
from shared_rules.recognition.clock import Clock
from shared_rules.recognition.events import Events
from shared_rules.recognition.positions import CHOSEN, GOES_ON, NAMED, NONE, NOTHING, PASS
from shared_rules.recognition.work import JUDGING, WHOLE

# How much work it is to list a square, in quarters of a unit.
QUARTERS = const(4)
LISTED = const(14)  # with a piece or plies


class Committed:
    """`positions.committed` is after all plies committed, `positions.proposed` what the lights show: that, or a ply more.

    It is to `begin` before anything is asked of it.
    """

    def __init__(self, events: Events, clock: Clock, beam: Beam, changed: array) -> None:
        game = beam.game
        self.game = game
        self.events = events
        self.clock = clock
        self.beam = beam
        self.positions = beam.positions
        self.squares = beam.squares
        self.changed = changed  # when each square changed last
        self.base = bytearray(len(changed))  # occupancy in the position proposed,
        self.anchor_base = bytearray(len(changed))  # and in the one before the last ply committed
        self.deeds = bytearray(len(changed))  # what happened on each square since then
        self.judge = getattr(game, "judge", None)
        self.plies = array("i", [0] * game.max_plies)  # legal in the position proposed
        self.count = self.lists = self.judging = 0

    def begin(self) -> None:
        """The game's position is the one to play from."""
        self.is_proposed = False
        self.over = self.game.result != 0
        self.last_ply = self.positions.ply[self.positions.committed]
        self.retracted = 0  # so often something was retracted since the last edge
        deeds = self.deeds
        changed = self.changed
        for square in self.squares:
            deeds[square] = changed[square] = 0
        self._look_back()
        self.list_again()

    def _look(self, base: bytearray) -> None:
        """Write the occupancy of the game's position."""
        board = self.game.board
        for square in self.squares:
            base[square] = 1 if board[square] else 0

    def forget_deeds(self) -> None:
        """What was only touched until now is to be touched again, if a ply is made of it."""
        for square in self.squares:
            if self.beam.now[square] == self.base[square]:
                self.deeds[square] = 0

    # Proposing and committing

    def settle(self) -> None:
        """Propose nothing: the game's position is to be the committed one."""
        self.propose(self.positions.committed, False)

    def propose(self, node: int, proposes: bool) -> None:
        """Let the lights show what leads to `node`, committed or not."""
        positions = self.positions
        changed = node != positions.proposed
        positions.go(node)
        positions.proposed = node
        if changed:
            self.list_again()
        if changed or proposes != self.is_proposed:
            self.is_proposed = proposes
            self.events.changes = (self.events.changes + 1) & 0xFFFF
            if proposes:
                self.events.tell(EV_SHOWN, positions.ply[node], 0, 0, 0)
        self.over = not proposes and self.game.result != 0

    def commit(self, node: int) -> None:
        """The ply to `node` is committed, and the pass that follows. `note` is to follow."""
        positions = self.positions
        self.propose(node, False)
        if positions.retracted != NONE and positions.meet(positions.retracted, node) != positions.parent[node]:
            positions.retracted = NONE  # play went on after what came in its place
        positions.committed = node
        self.beam.legal.expect(NOTHING, 0, 0)
        self.beam.asked.forget_denied()
        self.last_ply = positions.ply[node]
        self.events.tell(EV_PLY, self.last_ply, 0, 0, self.game.digest())
        if self.game.result:
            self.events.tell(EV_OVER, self.last_ply, 0, 0, 0)
            return
        passed = positions.passed(node)
        if passed != node:
            self.commit(passed)

    def note(self) -> None:
        """Note when that was played, and that what came before its turn can no longer change: to be done after `commit`."""
        positions = self.positions
        node = positions.committed
        if positions.facts[node] & PASS:
            self._note_times(positions.parent[node], NONE)
        self._note_times(node, NONE if self.over else self._before(node))
        if not self.over:
            self._renew()

    def _before(self, node: int) -> int:
        """The position before the last turn, that of `node`."""
        positions = self.positions
        while positions.facts[node] & (PASS | GOES_ON):
            node = positions.parent[node]
        return positions.parent[node]

    def _note_times(self, node: int, before: int) -> None:
        """When the ply to `node` was done. What came before `before`, if not NONE, can no longer change."""
        positions = self.positions
        hyps = self.beam.hyps
        done = 0
        for i in range(hyps.count):
            h = hyps.rank[i]
            if positions.has(hyps.node[h], node):
                done = max(done, hyps.done[self.beam.match.step_of(h, node)])
            elif before != NONE and not positions.has(hyps.node[h], before):
                hyps.drop(h)
        hyps.close()
        positions.committed_at[node] = done

    def _renew(self) -> None:
        """What is committed has changed."""
        positions = self.positions
        committed = positions.committed
        done = positions.committed_at[committed]
        changed = self.changed
        deeds = self.deeds
        for square in self.squares:
            if deeds[square] and changed[square] <= done:
                deeds[square] = 0
        self._look_back()

    def _look_back(self) -> None:
        """Write the occupancy in the position before the last ply committed."""
        positions = self.positions
        committed = positions.committed
        if positions.parent[committed] != NONE:
            positions.go(positions.parent[committed])
            self._look(self.anchor_base)
            positions.go(positions.proposed)

    def forget(self) -> None:
        """What happened since the last ply committed is forgotten, and what was retracted."""
        self.beam.asked.forget_denied()
        self.positions.retracted = NONE
        for square in self.squares:
            self.deeds[square] = 0

    def retract(self, before: int, instead: int) -> None:
        """Retract what is committed after `before`; `instead`, if not NONE, is proposed."""
        positions = self.positions
        if positions.committed == before or not positions.has(positions.committed, before):
            return
        self.retracted += 1
        positions.retracted = positions.committed
        self.beam.legal.expect(NOTHING, 0, 0)
        while positions.committed != before:
            committed = positions.committed
            positions.facts[committed] &= ~(CHOSEN | NAMED)
            positions.committed = positions.parent[committed]
            positions.go(positions.committed)
            self.events.tell(EV_TAKEBACK, positions.ply[committed], 0, 0, self.game.digest())
        self.settle()
        self.last_ply = positions.ply[positions.committed]
        self._renew()
        if instead != NONE:
            positions.proposed = instead
            self.is_proposed = True
            positions.go(instead)
            self.list_again()

    # Legal plies

    def begin_judging(self) -> None:
        """A position is to be judged, where games do that: `judging` says whether there is more to do."""
        self.judging = JUDGING if self.judge else 0

    def judge_on(self, node: int) -> None:
        """Do a part of judging the position at `node`."""
        if self.judge is not None:
            self.positions.go(node)
            self.judging = self.judging - 1 if self.judge() else 0

    def list_again(self) -> None:
        """The position proposed has changed."""
        self._look(self.base)
        self.count = self._listed = 0
        self.listing = True
        self.lists = (self.lists + 1) & 0xFFFF
        self.events.changes = (self.events.changes + 1) & 0xFFFF

    def list(self, work: int) -> int:
        """List the legal plies, square by square; returns how much work that was."""
        game = self.game
        if not self._listed and work < WHOLE and self.judge and self.judge():
            return work
        done = 0
        while self._listed < len(self.squares) and done < QUARTERS * work:
            square = self.squares[self._listed]
            self._listed += 1
            side = game.piece_side(square)
            if side == game.side or side < 0:
                count = self.beam.legal.plies_from(square, self.plies, self.count)
                done += LISTED if count != self.count or side >= 0 else 1
                self.count = count
        if self._listed == len(self.squares):
            self.listing = False
            self.events.changes = (self.events.changes + 1) & 0xFFFF
        return max(1, done // QUARTERS)
