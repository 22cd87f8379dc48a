"""Where the game stands: at the anchor, after what is told, or after what is shown; and whether the squares stand so.

The game object is always in the position shown, but while the explainer looks from the anchor (`go_back`, `return_`). After
construction nothing allocates.
"""

from shared_rules.codes import ARRIVE, HOLE, MAYBE, NOWHERE, PATH, STACK, SWAP, TAKEN, const
from shared_rules.recognition.explain import must_pass
from shared_rules.recognition.placement import NOTHING
from shared_rules.recognition.touch_log import NONE, TouchLog

NOBODY = const(-1)  # no side


class Position:
    """From the anchor a ply may be told, and a pass after it; from there, or in its place, one may be shown.

    `base` and `told_base` are the occupancy of what is shown and of what is told, `anchor_base` that of the anchor.
    """

    def __init__(self, game, log: TouchLog, plies) -> None:
        self.game = game
        self.log = log
        size = game.columns * game.rows
        self.base = bytearray(size)
        self.told_base = bytearray(size)
        self.anchor_base = log.base
        self.told = NOTHING
        self.passed = False  # and then the only ply was a pass, which is told too
        self.standing = False  # what is told is shown
        self.shown = NOTHING  # after that, or in its place
        self.turn_base = bytearray(size)  # occupancy before the turn's first ply, while its player goes on;
        self.turn_begun = NOTHING  # this is that ply, no placement, and the anchor the position after it
        self._plies = plies  # scratch
        self._foot = bytearray(2 * game.max_footprint + 2)

    def begin(self) -> None:
        """The game's position is the anchor."""
        self.told = self.shown = self.turn_begun = NOTHING
        self.passed = self.standing = False
        board = self.game.board
        base = self.base
        told_base = self.told_base
        anchor_base = self.anchor_base
        for square in range(len(base)):
            piece = board[square]
            base[square] = told_base[square] = anchor_base[square] = 1 if piece and piece != HOLE else 0

    def is_told(self) -> bool:
        """Whether what is told is shown, and nothing else."""
        return self.shown == NOTHING and self.standing == (self.told != NOTHING)

    # For a moment

    def go_back(self) -> None:
        """The game goes back to the anchor."""
        game = self.game
        if self.shown != NOTHING:
            game.pop()
        if self.standing:
            if self.passed:
                game.pop()
            game.pop()

    def return_(self) -> None:
        """And forward again to what is shown."""
        game = self.game
        if self.standing:
            game.push(self.told)
            if self.passed:
                self._push_pass()
        if self.shown != NOTHING:
            game.push(self.shown)

    def _push_pass(self) -> None:
        if must_pass(self.game, self._plies):
            self.game.push(self._plies[0])

    # For good

    def show(self, standing: bool, ply: int) -> None:
        """Show `ply` (NOTHING: none), after what is told if that is `standing`, else in its place."""
        if standing == self.standing and ply == self.shown:
            return
        if self.shown != NOTHING:
            self._undo(self.shown)
            self.shown = NOTHING
        if standing != self.standing:
            if standing:
                self._play(self.told)
                if self.passed:
                    self._push_pass()
            else:
                if self.passed:
                    self.game.pop()
                self._undo(self.told)
            self.standing = standing
        if ply != NOTHING:
            self._play(ply)
            self.shown = ply

    def tell(self, ply: int) -> None:
        """`ply` is told: nothing was since the anchor."""
        self.show(False, ply)
        self.shown = NOTHING
        self.told = ply
        self.standing = True
        for i in range(0, self._footprint_before(ply), 2):
            square = self._foot[i]
            self.told_base[square] = self.base[square]

    def tell_pass(self, ply: int) -> None:
        """The pass after what is told and shown; without that the position after it is the anchor."""
        self.game.push(ply)
        self.passed = self.told != NOTHING

    def untell_pass(self) -> None:
        """Take back the pass that followed what is told and shown."""
        self.game.pop()
        self.passed = False

    def untell(self) -> None:
        """Take back what is told and shown."""
        ply = self.told
        self._undo(ply)
        self.told = NOTHING
        self.standing = False
        end = self.game.footprint(ply, self._foot, 0)
        for i in range(0, end, 2):
            square = self._foot[i]
            self.told_base[square] = self.anchor_base[square]

    def advance(self) -> None:
        """The position after what is told (and shown) is the anchor now."""
        game = self.game
        self.go_back()
        side = game.side
        told = self.told
        foot = self._foot
        end = game.footprint(told, foot, 0)
        game.push(told)
        goes_on = game.side == side
        for i in range(2, end, 2):
            if foot[i + 1] == TAKEN and game.plies_from(foot[i], self._plies, 0):
                goes_on = True  # what is put back there first seems to be placed by its owner
        self.turn_begun = told if goes_on and not self.is_from_hand(told) else NOTHING
        game.pop()
        self.return_()
        if self.turn_begun != NOTHING:
            for square in range(len(self.turn_base)):
                self.turn_base[square] = self.anchor_base[square]
        for i in range(0, self._footprint_before(self.told), 2):
            square = self._foot[i]
            self.anchor_base[square] = self.told_base[square]
        self.told = NOTHING
        self.standing = self.passed = False

    def go_back_a_turn(self) -> None:
        """The position before the ply `turn_begun` is the anchor again; nothing is told."""
        self.game.pop()
        self.begin()

    def write_told(self, foot: bytearray) -> int:
        """Write the footprint of the told ply; gives its length."""
        self.go_back()
        end = self.game.footprint(self.told, foot, 0)
        self.return_()
        return end

    def _footprint_before(self, ply: int) -> int:
        """Write the footprint of `ply`, which is told and shown; gives its length."""
        self.go_back()
        end = self.game.footprint(ply, self._foot, 0)
        self.return_()
        return end

    def _play(self, ply: int) -> None:
        game = self.game
        end = game.footprint(ply, self._foot, 0)
        game.push(ply)
        self._renew(end)

    def _undo(self, ply: int) -> None:
        game = self.game
        game.pop()
        self._renew(game.footprint(ply, self._foot, 0))

    def _renew(self, end: int) -> None:
        board = self.game.board
        for i in range(0, end, 2):
            square = self._foot[i]
            self.base[square] = 1 if board[square] else 0

    # Whether the squares stand so

    def differs(self) -> bool:
        """Whether the squares stand otherwise than after what is told."""
        return self.log.now != self.told_base

    def is_turn_back(self) -> bool:
        """Whether they stand as before the turn of which one player makes two plies, and has made the first."""
        return self.turn_begun != NOTHING and self.log.now == self.turn_base

    def changed_last(self, side: int) -> int:
        """The square that changed last of those where a piece of `side` (NOBODY: none) belongs but that stand otherwise."""
        log = self.log
        base = self.told_base
        now = log.now
        for i in range(log.count - 1, -1, -1):
            square = log.square[i]
            if log.next[i] == NONE and now[square] != base[square]:
                if not base[square]:
                    if side == NOBODY:
                        return square
                elif side != NOBODY and self.game.piece_side(square) == side:
                    return square
        return NOWHERE

    def stands_as(self, foot: bytearray, end: int, since: int) -> bool:
        """Whether the squares stand, and were lifted from since then, as a ply of the footprint foot[0:end] from here has it."""
        base = self.base
        now = self.log.now
        differing = 0
        for i in range(0, end, 2):
            square = foot[i]
            effect = foot[i + 1]
            stands = effect == ARRIVE or effect == SWAP or effect == STACK
            if now[square] != stands and effect != MAYBE:
                return False
            if not self.log.did_after(square, since) and effect != PATH and effect != MAYBE:
                return False
            differing += now[square] != base[square]
        for square in range(len(base)):
            differing -= now[square] != base[square]
        return differing == 0

    # What plies may do

    def takes(self, ply: int, base: bytearray) -> bool:
        """Whether `ply` ends where a piece was before it, by the occupancy `base`."""
        square = self.game.destination(ply)
        return square != NOWHERE and base[square] == 1

    def is_from_hand(self, ply: int) -> bool:
        """Whether `ply` puts a piece on the board."""
        return ply & 255 == self.game.destination(ply)

    def may_be_moved(self, ply: int) -> bool:
        """Whether who put down a piece with `ply`, from the anchor, may move it next."""
        game = self.game
        self.go_back()
        side = game.side
        game.push(ply)
        found = game.side == side and game.plies_from(game.destination(ply), self._plies, 0) > 0
        game.pop()
        self.return_()
        return found

    def could_have_taken(self, square: int) -> bool:
        """Whether the piece of what is told could have captured the one on `square` instead."""
        told = self.told
        if told == NOTHING:
            return False
        self.go_back()
        found = self.could_take(told, square)
        self.return_()
        return found

    def could_take(self, ply: int, square: int) -> bool:
        """Whether the piece that plays `ply` could capture or cover the one on `square` instead."""
        game = self.game
        plies = self._plies
        for i in range(game.plies_from(ply & 255, plies, 0)):
            for j in range(2, game.footprint(plies[i], self._foot, 0), 2):
                if self._foot[j] == square and self._foot[j + 1] != ARRIVE:
                    return True
        return False
