"""Cross-Eyed Chess: mate.

Works on the arrays of a game (`board`, `at`, `kinds`: see cross_eyed.py), tries plies on them and leaves them as they
were. Everything is taken when a `Judge` is made; nothing here allocates afterwards.

A king that nothing attacks is enough against every mate, and that is asked first. For a king in attack no list of
plies is made and tried: looked at are the squares beside it, and those where another piece would take what attacks it
or stand in between.
"""

from array import array

from shared_rules import cross_eyed_tables as tables
from shared_rules.arrays import table
from shared_rules.codes import END_BOTH_MATED, END_CAPTURED_AND_MATED, END_KINGS_CAPTURED, END_NONE, const
from shared_rules.cross_eyed_board import (
    BISHOP,
    DIAGONAL,
    FOES,
    HIT,
    NAHBI,
    NEXT,
    ORTHOGONAL,
    ROOK,
    WAY,
    WAYS,
    Attacks,
)

CHECK = const(256)
ALL = const(511)

BESIDE = table(tables.BESIDE)
BESIDE_AT = (-91, 14, 119, 525, 812, 224, 329)  # where BESIDE has the difference -143 of a kind, or would have it


class Judge(Attacks):
    """Mates on the board of one game."""

    def __init__(self, board, at, kinds):  # seldom
        super().__init__(board, at, kinds)
        # The enemy pieces, as board values, that could capture the king if nothing stood in their way; those that
        # can come first.
        self._aims = bytearray(24)
        self._aiming = 0
        self._checking = 0
        # While a king is looked at, all bits but 1 << direction for the squares beside it, but CHECK for its own.
        self._keep = array("H", [ALL] * 144)

    def verdict(self, side):
        """The END_ code by which `side`, to move, has lost, END_NONE if it has not."""
        at = self.at
        king = side * 24 + 1
        one = at[king]
        other = at[king + 1]
        if not one and not other:
            return END_KINGS_CAPTURED
        if one and not self.attacker(one, side ^ 1) or other and not self.attacker(other, side ^ 1):
            return END_NONE
        if one and self._escapes(king, side) or other and self._escapes(king + 1, side) or self._wins(side):
            return END_NONE
        return END_BOTH_MATED if one and other else END_CAPTURED_AND_MATED

    def _wins(self, side):
        """Whether `side` could capture the last enemy king at once."""
        foe = 25 - side * 24
        one = self.at[foe]
        other = self.at[foe + 1]
        if one and other or not one and not other:
            return False
        return self.attacker(one or other, side) != 0

    def _escapes(self, king, side):
        """Whether some ply of `side` leaves its attacked king, the board value `king`, out of attack."""
        square = self.at[king]
        board = self.board
        foes = FOES[side]
        keep = self._keep
        free = 0
        bit = 1
        for step in NEXT:
            to = step[square]
            value = board[to]
            if not value or foes[value]:
                free |= bit
                keep[to] = ALL ^ bit
            bit += bit
        keep[square] = ALL ^ CHECK
        board[square] = 0  # lines go on through the square that it leaves
        free = self._beside(square, side ^ 1, free)
        board[square] = king
        keep[square] = ALL
        for step in NEXT:
            keep[step[square]] = ALL
        return free != 0 or self._helped(king, square, side)

    def _helped(self, king, square, side):
        """Whether another piece of `side` than its king `king` on `square` can take that out of attack."""
        checking = self._checking
        value = self._aims[0]
        kind = self.kinds[value]
        to = self.at[value]
        if checking == 1:
            if self._answered(to, king, side):
                return True
        else:  # taking one of them is in vain; only in a Nahbi's way there can be a square that is in another's too
            while kind != NAHBI:
                checking -= 1
                if not checking:
                    return False
                value = self._aims[checking]
                kind = self.kinds[value]
            to = self.at[value]
        if kind != ROOK and kind != BISHOP and kind != NAHBI:
            return False
        away = square - to + 143
        step = NEXT[WAY[away] & 15 if kind == ROOK else WAY[away] >> 4]
        for _ in range(2 if kind == NAHBI else 12):
            to = step[to]
            if to == square:
                return False
            if (self._checking == 1 or self._shields(to, square, side)) and self._answered(to, king, side):
                return True
        return False

    def _beside(self, square, side, free):
        """Which of the steps `free` of a king on `square` (their bits) the pieces of `side`, its enemies, leave safe.

        Finds at once those that aim at it. The king is off the board; a piece that it takes does not attack its own square.
        """
        board = self.board
        at = self.at
        kinds = self.kinds
        keep = self._keep
        hit = HIT
        aims = self._aims
        aiming = checking = 0
        free |= CHECK
        base = square + 143
        column = square % 12
        for value in range(side * 24 + 1, self.ends[side]):
            frm = at[value]
            if not frm:
                continue
            kind = kinds[value]
            away = base - frm
            if kind == 3 or kind == 4:
                ways = BESIDE[BESIDE_AT[kind] + away]
                if ways:
                    for step in ORTHOGONAL if kind == 3 else DIAGONAL:
                        if ways & 1:
                            to = step[frm]
                            while not board[to]:
                                free &= keep[to]
                                to = step[to]
                            free &= keep[to]
                        ways >>= 1
            elif 90 < away < 196:
                ways = BESIDE[BESIDE_AT[kind] + away]
                if kind == 5:
                    if ways:
                        for step in DIAGONAL:
                            if ways & 1:
                                to = step[frm]
                                if not board[to]:
                                    to = step[to]
                                    if not board[to]:
                                        for step in ORTHOGONAL:
                                            free &= keep[step[to]]
                            ways >>= 1
                elif kind == 6:
                    if ways:
                        way = WAYS[side][frm] & 15
                        if way == 8:
                            for step in DIAGONAL:
                                free &= keep[step[frm]]
                        else:
                            free &= keep[NEXT[way - 1][frm]] & keep[NEXT[way + 1][frm]]
                elif -5 < frm % 12 - column < 5:
                    free &= ~ways
                    if hit[away] >> kind & 1:
                        free &= 255
            if free < CHECK:
                free |= CHECK
                aims[aiming] = aims[checking]
                aims[checking] = value
                checking += 1
                aiming += 1
            elif hit[away] >> kind & 1:
                aims[aiming] = value
                aiming += 1
        self._aiming = aiming
        self._checking = checking
        return free ^ CHECK

    def _attacked(self, square, first, last, side):
        """Whether one of the pieces `first` to before `last` that aim at a king of `side` on `square` attacks it."""
        at = self.at
        side ^= 1
        for i in range(first, last):
            value = self._aims[i]
            if at[value] and self.clear(self.kinds[value], side, at[value], square):
                return True
        return False

    def _answered(self, to, king, side):
        """Whether another piece of `side` than its king `king` can go to `to` and so take that king out of attack."""
        at = self.at
        kinds = self.kinds
        hit = HIT
        empty = not self.board[to]
        base = to + 143
        for value in range(side * 24 + 1, self.ends[side]):
            frm = at[value]
            hits = hit[base - frm]
            if hits:
                kind = kinds[value]
                if hits >> kind & 1 and (kind != 6 or not empty):
                    if not frm or value == king or not self.clear(kind, side, frm, to):
                        continue
                elif hits < 128 or kind < 5 or not empty or not frm or not self.moves(kind, side, frm, to):
                    continue
                if self._saves(value, to, king, side):
                    return True
        return False

    def _shields(self, to, square, side):
        """Whether a piece on the empty square `to` would take a king of `side` on `square` out of every attack."""
        board = self.board
        board[to] = 1
        shields = not self._attacked(square, 0, self._checking, side)
        board[to] = 0
        return shields

    def _saves(self, value, to, king, side):
        """Whether king `king` of `side` is out of attack after its own side's piece `value` has gone to `to`.

        What attacks it now is taken or shut off on `to`; the piece may have stood in the way of others.
        """
        board = self.board
        at = self.at
        frm = at[value]
        lost = board[to]
        board[frm] = 0
        board[to] = value
        at[lost] = 0  # at[0] stays as it is
        at[value] = to
        safe = not self._attacked(at[king], self._checking, self._aiming, side)
        board[frm] = value
        board[to] = lost
        at[value] = frm
        if lost:
            at[lost] = to
        return safe
