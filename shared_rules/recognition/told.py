"""What is told and what is shown: the position that everybody outside knows, and the legal plies there.

After construction nothing allocates.
"""

from array import array

from shared_rules.codes import const
from shared_rules.protocol.signals import EV_OVER, EV_PLY, EV_SHOWN, EV_TAKEBACK
from shared_rules.recognition.beam import Beam
from shared_rules.recognition.clock import Clock
from shared_rules.recognition.events import Events
from shared_rules.recognition.gestures import RENAMED_MS
from shared_rules.recognition.lines import BEGUN, DONE
from shared_rules.recognition.positions import CHOSEN, GOES_ON, NAMED, NONE, NOTHING, PASS
from shared_rules.recognition.work import WHOLE

# How much work it is to list a square, in quarters of a unit.
QUARTERS = const(4)
LISTED = const(14)  # with a piece or plies


class Told:
    """`positions.told` is after all that is told, `positions.shown` what the board shows: that, or a ply more.

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
        self.base = bytearray(len(changed))  # occupancy in the position shown,
        self.anchor_base = bytearray(len(changed))  # and in the one before what is told
        self.deeds = bytearray(len(changed))  # what happened on each square after what is told
        self.judge = getattr(game, "judge", None)
        self.plies = array("i", [0] * game.max_plies)  # legal in the position shown
        self.count = self.lists = 0

    def begin(self) -> None:
        """The game's position is the one to play from."""
        self.is_shown = False
        self.over = self.game.result != 0
        self.shown_at = self.displaced_at = 0
        self.was_off = False  # where what is told ends stood open for so long that another piece may stand there
        self.last_ply = self.positions.ply[self.positions.told]
        self.turns = 0  # so often something was taken back since the last edge
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

    def note(self, square: int, time: int) -> None:
        """`square` has changed at `time`, which `changed` does not say yet."""
        if square == self.positions.to[self.positions.told] and self.beam.now[square]:
            self.was_off = self.was_off or time - self.changed[square] >= RENAMED_MS

    def forget_deeds(self) -> None:
        """What was only touched until now is to be touched again, if a ply is made of it."""
        for square in self.squares:
            if self.beam.now[square] == self.base[square]:
                self.deeds[square] = 0

    # Showing and telling

    def settle(self) -> None:
        """Show what is told, and nothing else: the game's position is to be the one after it."""
        self.show(self.positions.told, False)

    def show(self, node: int, untold: bool) -> None:
        """Show what leads to `node`, told or not."""
        positions = self.positions
        changed = node != positions.shown
        if self.is_shown and changed and not self.displaced_stands():
            positions.displaced = positions.shown
            self.displaced_at = self.shown_at
        if changed:
            self.shown_at = self.clock.edge_at
        positions.go(node)
        positions.shown = node
        if changed:
            self.list_again()
        if changed or untold != self.is_shown:
            self.is_shown = untold
            self.events.changes = (self.events.changes + 1) & 0xFFFF
            if untold:
                self.events.tell(EV_SHOWN, positions.ply[node], 0, 0, 0)
        self.over = not untold and self.game.result != 0

    def displaced_stands(self) -> bool:
        """Whether something was displaced, and none of its squares was touched since it was shown."""
        displaced = self.positions.displaced
        return displaced != NONE and self.beam.touching.stood(displaced, self.displaced_at)

    def tell(self, node: int) -> None:
        """The ply to `node` is told, and the pass that follows."""
        positions = self.positions
        self.show(node, False)
        positions.displaced = NONE
        if positions.withdrawn != NONE and positions.meet(positions.withdrawn, node) != positions.parent[node]:
            positions.withdrawn = NONE  # play went on after what came in its place
        positions.told = node
        self.beam.legal.expect(NOTHING, 0, 0)
        self.was_off = False
        self.beam.asked.forget_denied()
        self.last_ply = positions.ply[node]
        self.events.tell(EV_PLY, self.last_ply, 0, 0, self.game.digest())
        if self.game.result:
            self._note_times(node, NONE)
            self.events.tell(EV_OVER, self.last_ply, 0, 0, 0)
            return
        passed = positions.passed(node)
        if passed != node:
            self._note_times(node, NONE)
            self.tell(passed)
            return
        self._note_times(node, self._before(node))
        self._renew()

    def _before(self, node: int) -> int:
        """The position before the last turn, that of `node`."""
        positions = self.positions
        while positions.facts[node] & (PASS | GOES_ON):
            node = positions.parent[node]
        return positions.parent[node]

    def _note_times(self, node: int, before: int) -> None:
        """When the ply to `node` began and was done. What came before `before`, if not NONE, can no longer change."""
        positions = self.positions
        lines = self.beam.lines
        row = self.beam.row
        begun = self.clock.now
        done = 0
        for i in range(lines.count):
            line = lines.rank[i]
            if positions.has(row[line], node):
                step = self.beam.touching.step_of(line, node)
                begun = min(begun, row[step + BEGUN])
                done = max(done, row[step + DONE])
            elif before != NONE and not positions.has(row[line], before):
                lines.drop(line)
        lines.close()
        positions.begun_at[node] = begun
        positions.told_at[node] = done

    def _renew(self) -> None:
        """What is told has changed."""
        positions = self.positions
        told = positions.told
        told_at = positions.told_at[told]
        changed = self.changed
        deeds = self.deeds
        for square in self.squares:
            if deeds[square] and changed[square] <= told_at:
                deeds[square] = 0
        self._look_back()

    def _look_back(self) -> None:
        """Write the occupancy in the position before what is told."""
        positions = self.positions
        told = positions.told
        if positions.parent[told] != NONE:
            positions.go(positions.parent[told])
            self._look(self.anchor_base)
            positions.go(positions.shown)

    def forget(self) -> None:
        """What happened after what is told is forgotten, and what was told or shown in its place."""
        self.was_off = False
        self.beam.asked.forget_denied()
        self.positions.displaced = self.positions.withdrawn = NONE
        for square in self.squares:
            self.deeds[square] = 0

    def keep_costs(self, before: int) -> None:
        """With stacks a card that rests can have come from many squares: that it stood as in what is told is paid for."""
        positions = self.positions
        lost = positions.after(positions.told, before)
        lines = self.beam.lines
        for i in range(lines.count):
            if positions.has(self.beam.row[lines.rank[i]], lost):
                self.beam.standing.keep_cost(lines.rank[i], self.clock.now)

    def untell(self, before: int, instead: int) -> None:
        """Take back what is told after `before`; `instead`, if not NONE, is shown."""
        positions = self.positions
        if positions.told == before or not positions.has(positions.told, before):
            return
        self.turns += 1
        self.was_off = False
        positions.displaced = NONE
        positions.withdrawn = positions.told
        self.beam.legal.expect(NOTHING, 0, 0)
        while positions.told != before:
            told = positions.told
            positions.facts[told] &= ~(CHOSEN | NAMED)
            positions.told = positions.parent[told]
            positions.go(positions.told)
            self.events.tell(EV_TAKEBACK, positions.ply[told], 0, 0, self.game.digest())
        self.settle()
        self.last_ply = positions.ply[positions.told]
        self._renew()
        if instead != NONE:
            positions.shown = instead
            self.is_shown = True
            positions.go(instead)
            self.list_again()

    # Legal plies

    def judges(self, node: int) -> bool:
        """Whether a part of judging the position at `node` has been done."""
        if self.judge is None:
            return False
        self.positions.go(node)
        return self.judge()

    def list_again(self) -> None:
        """The position shown has changed."""
        self._look(self.base)
        self.count = self._listed = 0
        self.listing = True
        self.lists = (self.lists + 1) & 0xFFFF
        self.events.changes = (self.events.changes + 1) & 0xFFFF

    def list(self, work: int) -> int:
        """List the legal plies, square by square; gives how much work that was."""
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
