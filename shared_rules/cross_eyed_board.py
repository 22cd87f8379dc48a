"""Cross-Eyed Chess: the board as it is looked up, who attacks what, and why a piece can't go somewhere.

Works on the arrays of a game (`board`, `at`, `kinds`: see cross_eyed.py). Nothing here allocates after import.
"""

from shared_rules import cross_eyed_tables as tables
from shared_rules.arrays import table
from shared_rules.codes import (
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

# Kinds of pieces.
KING = const(0)
KNIGHT = const(1)
CAMEL = const(2)
ROOK = const(3)
BISHOP = const(4)
NAHBI = const(5)
PAWN = const(6)

LOOK = const(0x20000)  # in a ply: the game may be over after it


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
TOWARDS = (b"\x05\x06\x07", b"\x04\x00\x00", b"\x03\x02\x01")  # the direction by the signs of rows and columns
HIT = table(tables.HIT)
WAY = table(tables.WAY)
WAYS = (table(tables.WHITE_WAY), table(tables.BLACK_WAY))  # by side
# By side, for each board value: 0, or what its capture adds to a ply from bit 16: 1 for an enemy piece, 3 for a king.
FOES = (
    table(bytes([0] * 25 + [3] * 2 + [1] * 22 + [0] * 207)),
    table(bytes([0] + [3] * 2 + [1] * 22 + [0] * 231)),
)


class Attacks:
    """Who attacks what on the board of one game."""

    def __init__(self, board, at, kinds):
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

    def blocker(self, kind, side, frm, to):
        """What keeps a piece of `kind` and `side` on `frm` from capturing on `to`, HIT having said that it might.

        0 if nothing does, the square of the one piece in its way, NOWHERE if it can't be or more than one are.
        """
        board = self.board
        away = to - frm + 143
        if kind == ROOK or kind == BISHOP:
            step = NEXT[WAY[away] & 15 if kind == ROOK else WAY[away] >> 4]
            found = 0
            frm = step[frm]
            while frm != to:
                if board[frm]:
                    if found or not frm:
                        return NOWHERE
                    found = frm
                frm = step[frm]
            return found
        if not -4 < frm % 12 - to % 12 < 4:
            return NOWHERE  # the other meaning of the difference
        if kind == NAHBI:
            step = NEXT[WAY[away] >> 4]
            frm = step[frm]
            to = step[frm]
            if not to or (board[frm] and board[to]):
                return NOWHERE
            return frm if board[frm] else to if board[to] else 0
        if kind == PAWN:
            way = WAYS[side][frm] & 15
            if way != 8 and (WAY[away] >> 4) - way & 7 != 1 and way - (WAY[away] >> 4) & 7 != 1:
                return NOWHERE
        return 0

    def attacker(self, square, side, opens=None, after=0):
        """The board value of a piece of `side` that could capture on `square`, the first after `after`, 0 for none.

        If there is none, `opens` has LOOK for each piece of `side` that alone hinders another from capturing there.
        """
        at = self.at
        kinds = self.kinds
        hit = HIT
        first = side * 24 + 1
        base = square + 143
        for value in range(after + 1 if after else first, self.ends[side]):
            hits = hit[base - at[value]]
            if hits and hits >> kinds[value] & 1 and at[value]:
                by = self.blocker(kinds[value], side, at[value], square)
                if not by:
                    return value
                if opens and by != 255:
                    by = self.board[by]
                    if first <= by < first + 24:
                        opens[by] = LOOK
                        opens[0] = 1
        return 0

    def goes(self, value, to):
        """Whether the piece `value` could go to `to` if it were its turn, no own piece being there."""
        kind = self.kinds[value]
        frm = self.at[value]
        side = 1 if value > 24 else 0
        if not self.board[to]:
            if kind == PAWN:
                way = WAYS[side][frm] & 15
                if way != 8:
                    return NEXT[way][frm] == to
            if kind == PAWN or kind == NAHBI:
                for step in ORTHOGONAL:
                    over = step[frm]
                    if kind == PAWN and over == to or kind == NAHBI and step[over] == to and self.board[over]:
                        return True
                if kind == PAWN:
                    return False
        return HIT[to - frm + 143] >> kind & 1 and not self.blocker(kind, side, frm, to)

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
