"""What games have in common: the base class of all; README.md beside this file describes the interface.

Code that calls only the methods of `Game` works for any game, and with compiled rules, too.

A game keeps what `pop` needs in a ring of `history` plies, at `_depth & history - 1`. Its `push` counts `_depth` up, and sets
`_full` to the same where the two were equal; no method here does, as one call more would make `push` a tenth slower.
"""

from array import array

from shared_rules.codes import (
    HOLE,
    NOWHERE,
    WHY_EMPTY,
    WHY_FINE,
    WHY_GAME_OVER,
    WHY_HOLE,
    WHY_MUST_PASS,
    WHY_NO_SUCH_MOVE,
    WHY_NOT_YOURS,
    WHY_NOTHING_TO_PLACE,
)

MOST_TEXT = 32  # bytes of a ply's text


class Game:
    """A position, its plies, and the way back from it."""

    start = ""  # the text of the start position, of a game that has one
    letters = (
        ""  # by board value, " " for an empty square: of a game whose text has the pieces and the side to move, no more
    )
    variants = ("",)

    def __init__(self, history: int) -> None:
        self.history = history
        self._begin(0)

    def _begin(self, side: int) -> None:
        """No ply has been played; `side` is to move."""
        self._first = side  # the side to move at depth 0
        self._depth = 0  # plies played
        self._full = self.history  # the depth at which the next ply takes the place of the oldest

    @property
    def undoable(self) -> int:
        """How many plies can be taken back."""
        return self._depth - self._full + self.history

    def reset(self, variant: str = "") -> None:
        """The start position; PositionError if there is no such variant."""
        if variant not in self.variants:
            from shared_rules.reading import no_variant

            raise no_variant(self.name, variant, self.variants)
        self.set_text(self.start)

    def plies(self, out: "array[int]", n: int) -> int:
        """Write every legal ply into the array `out` from index `n`; return the index after the last."""
        raise NotImplementedError

    def push(self, ply: int) -> None:
        """Play a legal ply; the caller guarantees that it is legal."""
        raise NotImplementedError

    def pop(self) -> None:
        """Take back the last ply: every byte is as before it. The caller keeps to `undoable`."""
        raise NotImplementedError

    def draw_allowed(self) -> bool:
        """Whether the players may agree on a draw now: always, unless the game says otherwise."""
        return True

    def destination(self, ply: int) -> int:
        """The square on which the ply's own piece ends, NOWHERE for a pass: its second byte, unless the game has it elsewhere."""
        return ply >> 8 & 255

    def ply_text(self, ply: int) -> str:
        """The ply as text, as `write_ply` writes it."""
        out = bytearray(MOST_TEXT)
        return bytes(out[: self.write_ply(ply, out)]).decode()

    def text(self) -> str:
        """The position as text, of a game that has `letters`."""
        from shared_rules.notation import placement_text

        placement = placement_text(self.board, self.columns, self.rows, self.letters)
        return "%s %s %s" % (self.name, placement, "wb"[self.side])

    def parse_ply(self, text: str) -> int:
        """The legal ply that `text` names, `a1-b2` or `a1xc3xe5`; PlyError or IllegalPlyError if there is none."""
        from shared_rules.reading import find_ply, read_ends

        return find_ply(self, text, read_ends(self, text))

    def why_not(self, frm: int, to: int) -> int:
        """WHY_FINE if a legal ply leads from `frm` to `to`, else the code of the first thing wrong.

        From NOWHERE: placing; both NOWHERE ask about a pass. A game with pieces to place looks at that first.
        """
        if self.result:
            return WHY_GAME_OVER
        if frm == NOWHERE:
            if to != NOWHERE:
                return WHY_NOTHING_TO_PLACE
            return WHY_FINE if self._must_pass() else WHY_NO_SUCH_MOVE
        value = self.board[frm]
        if not value:
            return WHY_EMPTY
        if value == HOLE:
            return WHY_HOLE
        if self.piece_side(frm) != self.side:
            return WHY_NOT_YOURS
        if self._must_pass():
            return WHY_MUST_PASS
        return self._why_not(frm, to)

    def _must_pass(self) -> bool:
        """Whether a pass is the only ply."""
        return False

    def _why_not(self, frm: int, to: int) -> int:
        """`why_not` for a piece of the side to move on `frm`, and any `to`."""
        raise NotImplementedError


class Alternating(Game):
    """A game whose sides take turns, ply by ply."""

    @property
    def side(self) -> int:
        """The side to move."""
        return self._depth + self._first & 1
