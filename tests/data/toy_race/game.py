"""Toy Race: runners step forward; the first in the last column wins (RULES.md).

Promises the game interface of shared_rules/README.md. Memory is taken when the game is made.
"""

from array import array

from shared_rules.base import Alternating
from shared_rules.codes import (
    ARRIVE,
    DRAWN,
    END_NO_MOVES,
    KIND_MOVE,
    KIND_PASS,
    LEAVE,
    NOWHERE,
    WHY_BACKWARD,
    WHY_FINE,
    WHY_NO_SUCH_MOVE,
    WHY_OCCUPIED,
    const,
)
from shared_rules.errors import PlyError, PositionError
from shared_rules.notation import read_square
from shared_rules.reading import find_ply, read_board
from shared_rules.writing import mix, write_square

from .codes import END_ACROSS, END_STRAIGHT, WHY_TOO_FAR

NAME = "toy-race"
THE_PASS = const(0xFFFF)
PASS = b"pass"


class ToyRace(Alternating):
    """A position of Toy Race and the way back from it."""

    name = NAME
    columns = 4
    rows = 3
    start = NAME + " Z2z/4/Z2z w"
    letters = " Zz"
    max_plies = 6
    max_footprint = 2
    claims = (END_STRAIGHT,)
    look_back = 4

    def __init__(self, variant: str = "", history: int = 256) -> None:
        super().__init__(history)
        self.board = bytearray(12)
        self._undo = array("i", [0] * history)
        self._runs = bytearray(history)  # `_straight` before each ply
        self.reset(variant)

    def set_text(self, text: str) -> None:
        """Take over a position text; PositionError, and nothing changes, if it is wrong."""
        board, side = read_board(self, text)
        if _across(board, 0) and _across(board, 1):
            raise PositionError("placement", 0, "both sides have won")
        self.board[:] = board
        self._begin(side)
        self._straight = 0  # plies in a row that went straight, 4 at most

    def recall(self, game: "ToyRace") -> None:
        """Take over what another object has of the past, at the same position."""
        self._straight = game._straight

    def claim(self) -> int:
        """What the side may claim a draw for, 0 for nothing."""
        return END_STRAIGHT if self._straight == 4 and not self.result else 0

    def may_win(self, ply: int) -> bool:
        """Whether the ply comes to the last column."""
        return ply != THE_PASS and ply >> 8 & 3 == (0 if self.side else 3)

    def _steps(self, side: int, square: int, out: "array[int] | None", n: int) -> int:
        board = self.board
        if board[square] != side + 1:
            return n
        column = (square & 3) + (-1 if side else 1)
        if not 0 <= column < 4:
            return n
        for row in range((square >> 2) - 1, (square >> 2) + 2):
            if 0 <= row < 3 and not board[row * 4 + column]:
                if out is not None:
                    out[n] = square | (row * 4 + column) << 8
                n += 1
        return n

    def _count(self, side: int) -> int:
        n = 0
        for square in range(12):
            n = self._steps(side, square, None, n)
        return n

    @property
    def result(self) -> int:
        """0 while the game goes on."""
        if _across(self.board, 0):
            return 1
        if _across(self.board, 1):
            return 2
        return 0 if self._count(0) or self._count(1) else DRAWN

    @property
    def reason(self) -> int:
        """Why the game is over."""
        result = self.result
        return 0 if not result else END_NO_MOVES if result == DRAWN else END_ACROSS

    def plies(self, out: "array[int]", n: int) -> int:
        """Write every legal ply from index `n`; the index after the last."""
        if self.result:
            return n
        first = n
        for square in range(12):
            n = self._steps(self.side, square, out, n)
        if n == first:
            out[n] = THE_PASS
            n += 1
        return n

    def plies_from(self, square: int, out: "array[int]", n: int) -> int:
        """As `plies`, only those whose low byte is `square`."""
        if self.result:
            return n
        if square == NOWHERE:
            if not self._count(self.side):
                out[n] = THE_PASS
                n += 1
            return n
        return self._steps(self.side, square, out, n) if square < 12 else n

    def push(self, ply: int) -> None:
        """Play a legal ply."""
        self._undo[self._depth % self.history] = ply
        self._runs[self._depth % self.history] = self._straight
        if ply == THE_PASS or ply >> 10 != (ply & 255) >> 2:
            self._straight = 0
        elif self._straight < 4:
            self._straight += 1
        if self._depth == self._full:
            self._full += 1
        self._depth += 1
        if ply != THE_PASS:
            self.board[ply >> 8] = self.board[ply & 255]
            self.board[ply & 255] = 0

    def pop(self) -> None:
        """Take the last ply back."""
        self._depth -= 1
        ply = self._undo[self._depth % self.history]
        self._straight = self._runs[self._depth % self.history]
        if ply != THE_PASS:
            self.board[ply & 255] = self.board[ply >> 8]
            self.board[ply >> 8] = 0

    def piece_side(self, square: int) -> int:
        """The side of the piece on a square, -1 if none stands there."""
        return self.board[square] - 1

    def kind(self, ply: int) -> int:
        """KIND_MOVE or KIND_PASS."""
        return KIND_PASS if ply == THE_PASS else KIND_MOVE

    def footprint(self, ply: int, out: bytearray, n: int) -> int:
        """Pairs (square, effect) from index `n`."""
        if ply == THE_PASS:
            return n
        out[n] = ply & 255
        out[n + 1] = LEAVE
        out[n + 2] = ply >> 8
        out[n + 3] = ARRIVE
        return n + 4

    def rank(self, ply: int) -> int:
        """By where it begins, then where it ends."""
        return (ply & 255) << 8 | ply >> 8 & 255

    def _must_pass(self) -> bool:
        """Whether a pass is the only ply."""
        return not self._count(self.side)

    def _why_not(self, frm: int, to: int) -> int:
        if to == NOWHERE:
            return WHY_NO_SUCH_MOVE
        ahead = (to & 3) - (frm & 3)
        if (ahead < 0) != (self.side == 1) and ahead:
            return WHY_BACKWARD
        if abs(ahead) > 1 or abs((to >> 2) - (frm >> 2)) > 1:
            return WHY_TOO_FAR
        if not ahead:
            return WHY_NO_SUCH_MOVE
        return WHY_OCCUPIED if self.board[to] else WHY_FINE

    def digest(self) -> int:
        """A number below 2**24 that equal positions share."""
        return mix(self.board, 12, self.side + 1)

    def write_ply(self, ply: int, out: bytearray, at: int = 0) -> int:
        """Put a ply's text as ASCII into `out`; the index after it."""
        if ply == THE_PASS:
            for i in range(4):
                out[at + i] = PASS[i]
            return at + 4
        at = write_square(ply & 255, 4, out, at)
        out[at] = 45  # -
        return write_square(ply >> 8, 4, out, at + 1)

    def parse_ply(self, text: str) -> int:
        """The legal ply that `text` names; PlyError or IllegalPlyError if there is none."""
        if text == "pass":
            return find_ply(self, text, (NOWHERE, NOWHERE))
        frm, dash, to = text.partition("-")
        if not dash:
            raise PlyError("'%s' can't be read as a ply" % text)
        return find_ply(self, text, (read_square(frm, 4, 3), read_square(to, 4, 3)))


def _across(board: bytearray, side: int) -> bool:
    column = 0 if side else 3
    for row in range(3):
        if board[row * 4 + column] == side + 1:
            return True
    return False
