"""Escort: a leader and a guard may move together, in one ply (RULES.md).

Promises the game interface of shared_rules/README.md. Memory is taken when the game is made.
"""

from array import array

from shared_rules.base import Alternating
from shared_rules.codes import (
    ARRIVE,
    DRAWN,
    END_NONE,
    END_STALEMATE,
    FIRST_WON,
    KIND_CAPTURE,
    KIND_MOVE,
    LEAVE,
    PLACED,
    SECOND_WON,
    SWAP,
    TAKEN,
    WHY_FINE,
    WHY_NO_SUCH_MOVE,
    const,
)
from shared_rules.errors import PlyError, PositionError
from shared_rules.notation import read_square
from shared_rules.reading import find_ply, read_board
from shared_rules.writing import mix, write_square

from .codes import END_LEADER_CAPTURED

NAME = "escort"
SIZE = const(32)
LEADER = const(0)  # kinds of pieces: the value on the board is 1 more, of the second side 4 more
GUARD = const(1)
SENTRY = const(2)

# A ply: from, to << 8, what it is << 16, where the second piece stands << 19, and where that ends << 24.
CAPTURE = const(1)
TOGETHER = const(2)
PROMOTED = const(3)


class Escort(Alternating):
    """A position of Escort and the way back from it."""

    name = NAME
    columns = 8
    rows = 4
    start = NAME + " g3l2g/8/8/G3L2G w"
    letters = " LGSlgs"
    max_plies = 48  # eight of the leader, ten of each guard, three escorts each
    max_footprint = 4
    moves_two = True

    def __init__(self, variant: str = "", history: int = 256) -> None:
        super().__init__(history)
        self.board = bytearray(SIZE)
        self._plies = array("i", [0] * self.max_plies)
        self._undo = array("i", [0] * history)
        self._taken = bytearray(history)
        self.reset(variant)

    def set_text(self, text: str) -> None:
        """Take over a position text; PositionError, and nothing changes, if it is wrong."""
        board, side = read_board(self, text)
        for first in (1, 4):
            if _count(board, first) > 1 or _count(board, first + GUARD) + _count(board, first + SENTRY) > 2:
                raise PositionError("placement", 0, "a side has a leader and two guards at most")
        if not _count(board, 1) and not _count(board, 4):
            raise PositionError("placement", 0, "both leaders are missing")
        self.board[:] = board
        self._begin(side)

    def _leaderless(self) -> int:
        """The side without a leader, -1 if both have one."""
        first = _count(self.board, 1)
        return -1 if first and _count(self.board, 4) else 1 if first else 0

    def _can_move(self) -> bool:
        for square in range(SIZE):
            if self.plies_from(square, self._plies, 0):
                return True
        return False

    @property
    def result(self) -> int:
        """0 while the game goes on."""
        lost = self._leaderless()
        if lost >= 0:
            return FIRST_WON if lost else SECOND_WON
        return 0 if self._can_move() else DRAWN

    @property
    def reason(self) -> int:
        """Why the game is over."""
        if self._leaderless() >= 0:
            return END_LEADER_CAPTURED
        return END_NONE if self._can_move() else END_STALEMATE

    def plies(self, out: "array[int]", n: int) -> int:
        """Write every legal ply from index `n`; the index after the last."""
        for square in range(SIZE):
            n = self.plies_from(square, out, n)
        return n

    def plies_from(self, square: int, out: "array[int]", n: int) -> int:
        """As `plies`, only those whose low byte is `square`."""
        if square >= SIZE or self.piece_side(square) != self.side or self._leaderless() >= 0:
            return n
        piece = (self.board[square] - 1) % 3
        for down in range(-1, 2):
            for right in range(-1, 2):
                if (down or right) and (piece != GUARD or not down or not right):
                    n = self._go(square, down, right, 7 if piece == GUARD else 1, out, n)
        return self._go_together(square, piece, out, n) if piece != SENTRY else n

    def _go(self, square: int, down: int, right: int, steps: int, out: "array[int]", n: int) -> int:
        column = square & 7
        row = square >> 3
        for _ in range(steps):
            column += right
            row += down
            if not (0 <= column < 8 and 0 <= row < 4):
                break
            to = row << 3 | column
            owner = self.piece_side(to)
            if owner == self.side:
                break
            out[n] = square | to << 8 | (CAPTURE << 16 if owner >= 0 else 0)
            n += 1
            if owner >= 0:
                break
        return n

    def _go_together(self, square: int, piece: int, out: "array[int]", n: int) -> int:
        """The escorts of which the piece on `square` is the ply's own: the leader, or a guard whose leader stays."""
        home = 24 if self.side else 0
        if square & 24 != home:
            return n
        for other in range(home, home + 8):
            if self.board[other] == 1 + 3 * self.side + (GUARD if piece == LEADER else LEADER):
                leader = square if piece == LEADER else other
                guard = other if piece == LEADER else square
                right = guard > leader
                ends = home + (6 if right else 2)
                guards = home + (5 if right else 3)
                if (leader == ends) != (piece == GUARD) or leader == ends and guard == guards:
                    continue
                if not self._is_free(leader, guard, ends, guards):
                    continue
                if piece == LEADER:
                    ply = leader | ends << 8 | guard << 19 | guards << 24
                else:
                    ply = guard | guards << 8 | leader << 19 | leader << 24
                out[n] = ply | TOGETHER << 16
                n += 1
                if not right and guard != guards:
                    out[n] = ply | PROMOTED << 16
                    n += 1
        return n

    def _is_free(self, leader: int, guard: int, ends: int, guards: int) -> bool:
        for square in range(min(leader, guard, ends, guards), max(leader, guard, ends, guards) + 1):
            if self.board[square] and square != leader and square != guard:
                return False
        return True

    def push(self, ply: int) -> None:
        """Play a legal ply."""
        board = self.board
        at = self._depth % self.history
        frm = ply & 255
        to = ply >> 8 & 255
        self._undo[at] = ply
        self._taken[at] = board[to]
        if self._depth == self._full:
            self._full += 1
        self._depth += 1
        piece = board[frm]
        if ply >> 16 & 7 < TOGETHER:
            board[frm] = 0
            board[to] = piece
        else:
            second = board[ply >> 19 & 31]
            board[frm] = board[ply >> 19 & 31] = 0
            board[to] = self._become(piece, ply)
            board[ply >> 24] = self._become(second, ply)

    def _become(self, piece: int, ply: int) -> int:
        guard = (piece - 1) % 3 == GUARD
        return piece + 1 if guard and ply >> 16 & 7 == PROMOTED else piece

    def pop(self) -> None:
        """Take the last ply back."""
        board = self.board
        self._depth -= 1
        at = self._depth % self.history
        ply = self._undo[at]
        frm = ply & 255
        to = ply >> 8 & 255
        piece = board[to]
        if ply >> 16 & 7 < TOGETHER:
            board[to] = self._taken[at]
            board[frm] = piece
        else:
            second = board[ply >> 24]
            board[to] = board[ply >> 24] = 0
            promoted = ply >> 16 & 7 == PROMOTED
            board[frm] = piece - 1 if promoted and (piece - 1) % 3 == SENTRY else piece
            board[ply >> 19 & 31] = second - 1 if promoted and (second - 1) % 3 == SENTRY else second

    def piece_side(self, square: int) -> int:
        """The side of the piece on a square, -1 if none stands there."""
        value = self.board[square]
        return (value - 1) // 3 if value else -1

    def kind(self, ply: int) -> int:
        """KIND_MOVE or KIND_CAPTURE."""
        return KIND_CAPTURE if ply >> 16 & 7 == CAPTURE else KIND_MOVE

    def footprint(self, ply: int, out: bytearray, n: int) -> int:
        """Pairs (square, effect) from index `n`."""
        frm = ply & 255
        to = ply >> 8 & 255
        kind = ply >> 16 & 7
        second = ply >> 19 & 31
        ends = ply >> 24
        moves = kind >= TOGETHER and second != ends
        out[n] = frm
        out[n + 1] = SWAP if moves and ends == frm else LEAVE
        out[n + 2] = to
        out[n + 3] = SWAP if kind == CAPTURE or moves and second == to else ARRIVE
        n += 4
        if moves and second != to:
            out[n] = second
            out[n + 1] = TAKEN
            n += 2
        if moves and ends != frm:
            out[n] = ends
            out[n + 1] = PLACED
            n += 2
        return n

    def rank(self, ply: int) -> int:
        """By where it begins, then what it is, then where it ends."""
        return (ply & 7) << 13 | (ply >> 3 & 3) << 11 | (ply >> 16 & 7) << 8 | ply >> 8 & 31

    def _why_not(self, frm: int, to: int) -> int:
        n = self.plies_from(frm, self._plies, 0)
        for square in range(frm & 24, (frm & 24) + 8):
            if (
                self.board[square] == 1 + 3 * self.side and square != frm
            ):  # the leader, whose escort may be what stands on `frm`
                n = self.plies_from(square, self._plies, n)
        for i in range(n):
            ply = self._plies[i]
            if ply & 255 == frm and ply >> 8 & 255 == to:
                return WHY_FINE
            if ply >> 16 & 7 >= TOGETHER and ply >> 19 & 31 == frm and ply >> 24 == to != frm:
                return WHY_FINE
        return WHY_NO_SUCH_MOVE

    def digest(self) -> int:
        """A number below 2**24 that equal positions share."""
        return mix(self.board, SIZE, self.side + 1)

    def write_ply(self, ply: int, out: bytearray, at: int = 0) -> int:
        """Put a ply's text as ASCII into `out`; the index after it."""
        kind = ply >> 16 & 7
        frm = ply & 255
        to = ply >> 8 & 255
        if kind >= TOGETHER:
            to = ply >> 19 & 31
            if to == ply >> 24 and to & 7 in (2, 6):  # the leader stays
                frm, to = to, frm
        at = write_square(frm, 8, out, at)
        out[at] = ord("-x&&"[kind])
        at = write_square(to, 8, out, at + 1)
        if kind == PROMOTED:
            out[at] = 61
            out[at + 1] = 83
            at += 2
        return at

    def parse_ply(self, text: str) -> int:
        """The legal ply that `text` names; PlyError or IllegalPlyError if there is none."""
        if len(text) not in (5, 7) or text[2] not in "-x&":
            raise PlyError("'%s' can't be read as a ply" % text)
        return find_ply(self, text, (read_square(text[:2], 8, 4), read_square(text[3:5], 8, 4)))


def _count(board: bytearray, piece: int) -> int:
    count = 0
    for value in board:
        count += value == piece
    return count
