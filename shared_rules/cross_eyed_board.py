"""Cross-Eyed Chess: the board as it is looked up, who attacks what, and why a piece can't go somewhere.

Works on the arrays of a game (`board`, `at`, `kinds`: see cross_eyed.py). Nothing here allocates after import.
"""

from shared_rules import cross_eyed_tables as tables
from shared_rules.arrays import table
from shared_rules.codes import (
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

# Kinds of pieces.
KING = const(0)
KNIGHT = const(1)
CAMEL = const(2)
ROOK = const(3)
BISHOP = const(4)
NAHBI = const(5)
PAWN = const(6)


EAST = table(tables.EAST)
NORTH_EAST = table(tables.NORTH_EAST)
NORTH = table(tables.NORTH)
NORTH_WEST = table(tables.NORTH_WEST)
WEST = table(tables.WEST)
SOUTH_WEST = table(tables.SOUTH_WEST)
SOUTH = table(tables.SOUTH)
SOUTH_EAST = table(tables.SOUTH_EAST)
NEXT = (EAST, NORTH_EAST, NORTH, NORTH_WEST, WEST, SOUTH_WEST, SOUTH, SOUTH_EAST)
ORTHOGONAL = (EAST, NORTH, WEST, SOUTH)
DIAGONAL = (NORTH_EAST, NORTH_WEST, SOUTH_WEST, SOUTH_EAST)
LINES = ((), (), (), ORTHOGONAL, DIAGONAL)  # by kind: of rook and bishop
TOWARDS = (b"\x05\x06\x07", b"\x04\x00\x00", b"\x03\x02\x01")  # the direction by the signs of rows and columns
# By kind, of knight and camel: their leaps, and for each square the bits of those that stay on the board.
LEAPS = ((), (-25, -23, -14, -10, 10, 14, 23, 25), (-37, -35, -15, -9, 9, 15, 35, 37))
STAYING = (b"", table(tables.KNIGHT_LEAPS), table(tables.CAMEL_LEAPS))
HIT = table(tables.HIT)
WAY = table(tables.WAY)
WAYS = (table(tables.WHITE_WAY), table(tables.BLACK_WAY))  # by side
# By side, for each board value: 1 for an enemy piece, else 0.
FOES = (
    table(bytes([0] * 25 + [1] * 24 + [0] * 207)),
    table(bytes([0] + [1] * 24 + [0] * 231)),
)


class Attacks:
    """Who attacks what on the board of one game."""

    def __init__(self, board, at, kinds):  # seldom
        self.board = board
        self.at = at
        self.kinds = kinds
        self.ends = [0, 0]  # by side: where its places in the piece list end
        self.count()

    def count(self):
        """Find the ends of the piece list, after a position was set: no piece is ever added later."""
        for side in (0, 1):
            end = side * 24 + 25
            while end > side * 24 + 1 and not self.at[end - 1]:
                end -= 1
            self.ends[side] = end

    def clear(self, kind, side, frm, to):
        """Whether a piece of `kind` and `side` on `frm` could capture on `to`, an occupied square; HIT has said that it might."""
        board = self.board
        if 2 < kind < 5:
            step = WAY[to - frm + 143]
            step = NEXT[step & 15 if kind < 4 else step >> 4]
            frm = step[frm]
            while not board[frm]:
                frm = step[frm]
            return frm == to
        if not -4 < frm % 12 - to % 12 < 4:
            return False  # the other meaning of the difference
        if kind > 4:
            if kind < 6:
                step = NEXT[WAY[to - frm + 143] >> 4]
                frm = step[frm]
                return not board[frm] and not board[step[frm]]
            way = WAYS[side][frm] & 15
            if way != 8:
                way = (WAY[to - frm + 143] >> 4) - way & 7
                return way == 1 or way == 7
        return True

    def attacker(self, square, side):
        """The board value of a piece of `side` that could capture on `square`, 0 if there is none."""
        at = self.at
        kinds = self.kinds
        hit = HIT
        base = square + 143
        for value in range(side * 24 + 1, self.ends[side]):
            frm = at[value]
            hits = hit[base - frm]
            if hits and hits >> kinds[value] & 1 and frm and self.clear(kinds[value], side, frm, square):
                return value
        return 0

    def why_not(self, value, frm, to):
        """WHY_FINE if the piece `value` on `frm` can go to the square `to`, another one, else what is wrong first."""
        kind = self.kinds[value]
        right = to % 12 - frm % 12
        up = to // 12 - frm // 12
        wide = max(abs(right), abs(up))
        near = min(abs(right), abs(up))
        way = TOWARDS[(up > 0) - (up < 0) + 1][(right > 0) - (right < 0) + 1]
        side = 1 if value > 24 else 0
        target = self.board[to]
        if kind == PAWN:
            return self._why_not_pawn(side, frm, target, wide, way)
        if kind == NAHBI and wide == 2 and near == 0:
            if not self.board[(frm + to) >> 1]:
                return WHY_NOTHING_TO_JUMP
            return WHY_FINE if not target else WHY_NO_CAPTURE if FOES[side][target] else WHY_OWN_PIECE
        between = 0
        if kind == ROOK and near == 0 or kind == BISHOP and near == wide:
            between = wide - 1
        elif kind == NAHBI and near == wide - 1 and 1 < wide < 4:
            between = 2
        elif kind == KING and wide != 1 or kind > KING and (kind > CAMEL or near != 1 or wide != kind + 1):
            return WHY_NO_SUCH_MOVE
        for _ in range(between):
            frm = NEXT[way][frm]
            if self.board[frm]:
                return WHY_BLOCKED if frm else WHY_HOLE
        return WHY_FINE if not target or FOES[side][target] else WHY_OWN_PIECE

    def _why_not_pawn(self, side, frm, target, wide, way):
        forward = WAYS[side][frm] & 15
        turn = 0 if forward == 8 else way - forward & 7
        if wide > 1 or turn == 2 or turn == 6:
            return WHY_NO_SUCH_MOVE
        if 2 < turn < 6:
            return WHY_BACKWARD
        if way & 1:
            return WHY_CAPTURE_ONLY if not target else WHY_FINE if FOES[side][target] else WHY_OWN_PIECE
        return WHY_FINE if not target else WHY_NO_CAPTURE if FOES[side][target] else WHY_OWN_PIECE
