"""Cross-Eyed Chess: look-ups on the board, who attacks what, and why a piece can't go somewhere.

The base of game.py, which says what `board`, `at` and `kinds` hold. Nothing here allocates once a game is made.
"""

from shared_rules.arrays import cells, table, view
from shared_rules.base import Alternating
from shared_rules.codes import (
    HOLE,
    NOWHERE,
    WHY_BACKWARD,
    WHY_BLOCKED,
    WHY_CAPTURE_ONLY,
    WHY_FINE,
    WHY_HOLE,
    WHY_NO_CAPTURE,
    WHY_NO_SUCH_MOVE,
    WHY_NOTHING_TO_JUMP,
    WHY_OWN_PIECE,
    const,
)
from shared_rules.cross_eyed import tables

# Kinds of pieces.
KING = const(0)
KNIGHT = const(1)
CAMEL = const(2)
ROOK = const(3)
BISHOP = const(4)
NAHBI = const(5)
PAWN = const(6)

CAPTURE = const(0x10000)  # in a ply
CENTRE = const(8)  # where a pawn there goes: any way

# From a square to the next one in each direction: parts of one table, of its boards for steps to the east, to the west, and
# straight on.
SQUARES = view(tables.SQUARES)
TO_EAST = const(362)
TO_WEST = const(519)
STRAIGHT_ON = const(676)
NEXT = (
    SQUARES[TO_EAST + 1 :],  # east, then counter-clockwise
    SQUARES[TO_EAST + 13 :],
    SQUARES[STRAIGHT_ON + 12 :],
    SQUARES[TO_WEST + 11 :],
    SQUARES[TO_WEST - 1 :],
    SQUARES[TO_WEST - 13 :],
    SQUARES[STRAIGHT_ON - 12 :],
    SQUARES[TO_EAST - 11 :],
)
ORTHOGONAL = (NEXT[0], NEXT[2], NEXT[4], NEXT[6])
DIAGONAL = (NEXT[1], NEXT[3], NEXT[5], NEXT[7])
LINES = ((), (), (), ORTHOGONAL, DIAGONAL)  # by kind: of rook and bishop
# By kind, of king, knight and camel: their leaps; and for a leap from columns a to f and one from g to l, where the sum of
# origin and leap leads.
LEAPS = ((1, 13, 12, 11, -1, -13, -12, -11), (-25, -23, -14, -10, 10, 14, 23, 25), (-37, -35, -15, -9, 9, 15, 35, 37))
LANDINGS = (SQUARES[:181], SQUARES[181:TO_EAST])
HIT = table(tables.HIT)
WAY = table(tables.WAY)
PAWNS = table(tables.PAWNS)
# By side, for each board value: 1 for an enemy piece, else 0.
ENEMIES = view(bytes([0] * 25 + [1] * 24 + [0] * 25))
FOES = (ENEMIES[:50], ENEMIES[24:])


class Attacks(Alternating):
    """Pieces on a board, and who attacks what."""

    def __init__(self, history: int) -> None:
        super().__init__(history)
        self.board = cells(144)
        self.at = cells(49)  # by board value, 0 if off the board; at[0] stays so
        self.kinds = cells(49)
        self.ends = [0, 0]  # by side: where its places in the piece list end

    def _stand_so(self, board: bytearray | list[int], at: bytearray | list[int], kinds: bytearray | list[int]) -> None:
        """Set the pieces, and find where each side's list ends: no piece is ever added later."""
        self.board[:] = board
        self.at[:] = at
        self.kinds[:] = kinds
        for side in (0, 1):
            end = side * 24 + 25
            while end > side * 24 + 1 and not at[end - 1]:
                end -= 1
            self.ends[side] = end

    def _clear(self, kind: int, side: int, frm: int, to: int) -> bool:
        """Whether a piece of `kind` and `side` on `frm` could capture on `to`, an occupied square; HIT says that it might."""
        board = self.board
        if 2 < kind < 5:
            way = WAY[to - frm + 143]
            step = NEXT[way & 15 if kind < 4 else way >> 4]
            frm = step[frm]
            while not board[frm]:
                frm = step[frm]
            return frm == to
        if not LANDINGS[frm % 12 // 6][to]:
            return False  # the other meaning of the difference
        if kind > 4:
            if kind < 6:
                step = NEXT[WAY[to - frm + 143] >> 4]
                frm = step[frm]
                return not board[frm] and not board[step[frm]]
            way = PAWNS[frm] >> side * 4 & 15
            if way != CENTRE:
                way &= 6
                return NEXT[way - 1][frm] == to or NEXT[way + 1][frm] == to
        return True

    def attacker(self, square: int, side: int) -> int:
        """The board value of a piece of `side` that could capture on `square`, 0 if there is none."""
        at = self.at
        kinds = self.kinds
        hit = HIT
        base = square + 143
        for value in range(side * 24 + 1, self.ends[side]):
            frm = at[value]
            hits = hit[base - frm]
            if hits and hits >> kinds[value] & 1 and frm and self._clear(kinds[value], side, frm, square):
                return value
        return 0

    def _why_not(self, frm: int, to: int) -> int:
        """WHY_FINE if the piece on `frm` can go to `to`, else the code of the first thing wrong."""
        board = self.board
        if to == NOWHERE or to == frm:
            return WHY_NO_SUCH_MOVE
        target = board[to]
        if target == HOLE:
            return WHY_HOLE
        value = board[frm]
        kind = self.kinds[value]
        side = 1 if value > 24 else 0
        right = abs(to % 12 - frm % 12)
        up = abs(to // 12 - frm // 12)
        wide = max(right, up)
        near = min(right, up)
        way = WAY[to - frm + 143]
        quiet = False  # whether a capture is impossible
        if kind == PAWN:
            quiet = not near
            turn = PAWNS[frm] >> side * 4 & 15
            turn = 0 if turn == CENTRE else (way & 15 if quiet else way >> 4) - (turn & 6) & 7
            if wide > 1 or turn == 2 or turn == 6:
                return WHY_NO_SUCH_MOVE
            if 2 < turn < 6:
                return WHY_BACKWARD
            if near and not target:
                return WHY_CAPTURE_ONLY
        elif kind == NAHBI and wide == 2 and not near:
            if not board[(frm + to) >> 1]:
                return WHY_NOTHING_TO_JUMP
            quiet = True
        else:
            slides = kind == ROOK or kind == BISHOP
            if near != (0 if kind == ROOK else wide) if slides else right > 3 or not HIT[to - frm + 143] >> kind & 1:
                return WHY_NO_SUCH_MOVE
            step = NEXT[way & 15 if kind == ROOK else way >> 4]
            for _ in range(wide - 1 if slides else 2 if kind == NAHBI else 0):
                frm = step[frm]
                if board[frm]:
                    return WHY_BLOCKED if frm else WHY_HOLE
        if not target:
            return WHY_FINE
        if not FOES[side][target]:
            return WHY_OWN_PIECE
        return WHY_NO_CAPTURE if quiet else WHY_FINE
