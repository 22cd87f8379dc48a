"""Tiny Race: runners step forward; the first on the far row wins (RULES.md).

It keeps the contract of shared_rules/README.md, "A game"; what is not here comes from shared_rules/base.py. The same file runs on
the PC and under MicroPython on a board: all memory is taken when the game is made, and nothing in play makes an object (no slices,
f-strings, generators or tuples, no int of 2**30 or more). Modules of this package are imported by relative imports (`from .codes
import ...`): on a board it has another place.
"""

from array import array

from shared_rules.base import Alternating
from shared_rules.codes import (
    ARRIVE,
    END_NONE,
    END_STALEMATE,
    FIRST_WON,
    KIND_CAPTURE,
    KIND_MOVE,
    LEAVE,
    NOWHERE,
    ONGOING,
    SECOND_WON,
    SWAP,
    WHY_BACKWARD,
    WHY_CAPTURE_ONLY,
    WHY_FINE,
    WHY_NO_CAPTURE,
    WHY_NO_SUCH_MOVE,
    WHY_OWN_PIECE,
    const,
)
from shared_rules.errors import PositionError
from shared_rules.writing import mix, write_square

from .codes import END_ACROSS, WHY_ONE_STEP

NAME = "tiny-race"
START = NAME + " rrrrr/5/5/RRRRR w"

COLUMNS = const(5)
ROWS = const(4)
SIZE = const(20)

# A ply is an int: the square left (its low byte; its sensor changes first), the square reached << 8, CAPTURE.
CAPTURE = const(1 << 16)


class TinyRace(Alternating):
    """A position of Tiny Race and the way back from it."""

    name = NAME
    columns = COLUMNS
    rows = ROWS
    start = START
    letters = " Rr"  # of the values on the board: empty, the first side's runner, the second's
    max_plies = 15  # five runners, each a step and two captures
    max_footprint = 2  # a ply changes two squares

    def __init__(self, variant: str = "", history: int = 256) -> None:
        super().__init__(history)
        self.board = bytearray(SIZE)
        self._played = array("i", [0] * history)  # a ring: the last `history` plies
        self._captured = bytearray(history)  # what stood where each of them ended
        self._out = array("i", [0] * self.max_plies)  # for plies that only this class looks at
        self.reset(variant)

    # A board loads what reads texts for this only, so that it is imported here.

    def set_text(self, text: str) -> None:
        """Take over a position text; PositionError, and nothing changes, if it is wrong."""
        from shared_rules.reading import read_board

        board, side = read_board(self, text)
        if _count(board, 1) > COLUMNS or _count(board, 2) > COLUMNS:
            raise PositionError("placement", 0, "a side has five runners at most")
        if _across(board, 0) and _across(board, 1):
            raise PositionError("placement", 0, "both sides have won")
        self.board[:] = board
        self._begin(side)

    # Plies

    def plies(self, out: "array[int]", n: int) -> int:
        """Write every legal ply into `out` from index `n`; the index after the last."""
        for square in range(SIZE):
            n = self.plies_from(square, out, n)
        return n

    def plies_from(self, square: int, out: "array[int]", n: int) -> int:
        """As `plies`, only those whose low byte is `square`."""
        board = self.board
        if square >= SIZE or board[square] != self.side + 1 or self._won():
            return n
        ahead = square - COLUMNS if self.side else square + COLUMNS  # on the board, as nobody has got across
        if not board[ahead]:
            out[n] = square | ahead << 8
            n += 1
        column = square % COLUMNS
        enemy = 2 - self.side
        if column > 0 and board[ahead - 1] == enemy:
            out[n] = square | (ahead - 1) << 8 | CAPTURE
            n += 1
        if column < COLUMNS - 1 and board[ahead + 1] == enemy:
            out[n] = square | (ahead + 1) << 8 | CAPTURE
            n += 1
        return n

    def push(self, ply: int) -> None:
        """Play a legal ply."""
        board = self.board
        at = self._depth % self.history
        to = ply >> 8 & 255
        self._played[at] = ply
        self._captured[at] = board[to]
        board[to] = board[ply & 255]
        board[ply & 255] = 0
        if self._depth == self._full:
            self._full += 1
        self._depth += 1

    def pop(self) -> None:
        """Take the last ply back: every byte is as before it."""
        board = self.board
        self._depth -= 1
        at = self._depth % self.history
        ply = self._played[at]
        to = ply >> 8 & 255
        board[ply & 255] = board[to]
        board[to] = self._captured[at]

    # The end

    def _won(self) -> int:
        """Who has a runner across."""
        if _across(self.board, 0):
            return FIRST_WON
        if _across(self.board, 1):
            return SECOND_WON
        return ONGOING

    def _can_move(self) -> bool:
        """Whether the side has a ply."""
        return self.plies(self._out, 0) > 0

    @property
    def result(self) -> int:
        """ONGOING, or who has won."""
        won = self._won()
        if won or self._can_move():
            return won
        return FIRST_WON if self.side else SECOND_WON  # who has no move loses

    @property
    def reason(self) -> int:
        """Why the game is over."""
        if self._won():
            return END_ACROSS
        return END_NONE if self._can_move() else END_STALEMATE

    # What the board's lights and sensors need

    def piece_side(self, square: int) -> int:
        """The side of the piece on a square, -1 if none stands there."""
        return self.board[square] - 1

    def kind(self, ply: int) -> int:
        """KIND_MOVE or KIND_CAPTURE."""
        return KIND_CAPTURE if ply & CAPTURE else KIND_MOVE

    def footprint(self, ply: int, out: bytearray, n: int) -> int:
        """Pairs (square, what its sensor feels) from index `n`; the index after the last."""
        out[n] = ply & 255
        out[n + 1] = LEAVE
        out[n + 2] = ply >> 8 & 255
        out[n + 3] = SWAP if ply & CAPTURE else ARRIVE
        return n + 4

    def rank(self, ply: int) -> int:
        """The order in which plies are offered: by text."""
        square = ply & 255
        to = ply >> 8 & 255
        return ((square % COLUMNS * ROWS + square // COLUMNS) * 2 + (ply >> 16)) * COLUMNS + to % COLUMNS

    def _why_not(self, frm: int, to: int) -> int:
        """WHY_FINE if a legal ply leads from the side's runner on `frm` to `to`, else what is wrong first."""
        board = self.board
        if to == NOWHERE:
            return WHY_NO_SUCH_MOVE
        ahead = to // COLUMNS - frm // COLUMNS
        if self.side:
            ahead = -ahead
        aside = abs(to % COLUMNS - frm % COLUMNS)
        if ahead < 0:
            return WHY_BACKWARD
        if ahead > 1:
            return WHY_ONE_STEP
        if ahead == 0 or aside > 1:
            return WHY_NO_SUCH_MOVE
        if board[to] == self.side + 1:
            return WHY_OWN_PIECE
        if aside:
            return WHY_FINE if board[to] else WHY_CAPTURE_ONLY
        return WHY_NO_CAPTURE if board[to] else WHY_FINE

    def digest(self) -> int:
        """A number below 2**24, the same for equal positions."""
        return mix(self.board, SIZE, self.side + 1)

    def write_ply(self, ply: int, out: bytearray, at: int = 0) -> int:
        """Put a ply's text as ASCII into `out`; the index after it."""
        at = write_square(ply & 255, COLUMNS, out, at)
        out[at] = 120 if ply & CAPTURE else 45  # x -
        return write_square(ply >> 8 & 255, COLUMNS, out, at + 1)


def _count(board: bytearray, value: int) -> int:
    """How many squares hold that value (MicroPython's bytearray has no `count` for it)."""
    n = 0
    for one in board:
        if one == value:
            n += 1
    return n


def _across(board: bytearray, side: int) -> bool:
    """Whether a side has a runner on the other's home row."""
    home = 0 if side else SIZE - COLUMNS
    for square in range(home, home + COLUMNS):
        if board[square] == side + 1:
            return True
    return False
