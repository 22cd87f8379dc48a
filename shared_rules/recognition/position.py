"""Where the game stands: at the anchor, after what is told, or after what is shown.

The game object is always in the position shown, but while the explainer looks from the anchor (`go_back`, `return_`). After
construction nothing allocates.
"""

from shared_rules.codes import HOLE
from shared_rules.recognition.explain import must_pass
from shared_rules.recognition.placement import NOTHING


class Position:
    """From the anchor a ply may be told, and a pass after it; from there, or in its place, one may be shown.

    `base` and `told_base` are the occupancy of what is shown and of what is told, `anchor_base` that of the anchor.
    """

    def __init__(self, game, anchor_base: bytearray, scratch) -> None:
        self.game = game
        size = game.columns * game.rows
        self.base = bytearray(size)
        self.told_base = bytearray(size)
        self.anchor_base = anchor_base
        self.told = NOTHING
        self.passed = False  # and then the only ply was a pass, which is told too
        self.standing = False  # what is told is shown
        self.shown = NOTHING  # after that, or in its place
        self.turn_base = bytearray(size)  # occupancy before the turn's first ply, while its player goes on;
        self.turn_begun = NOTHING  # this is that ply, no placement, and the anchor the position after it
        self._plies = scratch
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
        game.push(self.told)
        self.turn_begun = self.told if game.side == side and self.told & 255 != game.destination(self.told) else NOTHING
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
