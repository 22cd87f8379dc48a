"""Cross-Eyed Chess: who attacks what, which plies may end the game, and mate.

Works on the arrays of a game (`board`, `at`, `kinds`: see cross_eyed.py), tries plies on them and leaves them as they
were. Everything is taken when a `Judge` is made; nothing here allocates afterwards.

Kings may stand in attack, so every ply would have to be judged. Instead `survey` looks once at a position and finds
which plies of the side to move could bring the other side into mate or stalemate; the game marks those plies (LOOK)
and judges only them. A ply is safe without its mark because it leaves one of two things as they were:
- An enemy king that nothing attacks (`watched`). It is attacked after a ply only by the piece that moved (`strikes`) or
  by one that just this piece had hindered (`opens`), and one king out of attack is enough against every mate. Against
  stalemate there are two steps of the enemy that no single ply can spoil (`steady`).
- If all enemy kings are attacked, an empty square (`watched`) that one of them could flee to. That fails only
  if the ply attacks this square, goes to it, or captures a king.
Where neither is found, every ply is marked. The mark depends on nothing but the position.
"""

from array import array

from shared_rules.codes import END_BOTH_MATED, END_CAPTURED_AND_MATED, END_KINGS_CAPTURED, END_NONE, NOWHERE
from shared_rules.cross_eyed_board import (
    BISHOP,
    DIAGONAL,
    FOES,
    HIT,
    KING,
    LOOK,
    NAHBI,
    NEXT,
    ORTHOGONAL,
    PAWN,
    ROOK,
    WAY,
    WAYS,
    Attacks,
)


class Judge(Attacks):
    """Mates on the board of one game."""

    def __init__(self, board, at, kinds):
        super().__init__(board, at, kinds)
        self.side = 0  # of the last survey
        self.watched = 0  # a square that an enemy king stands on or can flee to, not attacked; 0 for none
        self.fleeing = 0  # the square of the king that can flee, 0 if the one on `watched` has no need to
        self.spare = 0  # another enemy king that is not attacked, 0 for none, NOWHERE if that was not asked yet
        # By value: LOOK if the piece opens an attack on `watched`, or on `spare`, when it leaves; in [0] 1 if any does.
        self.opens = [0] * 49
        self.opens_spare = [0] * 49
        self.escaped = False  # whether the last verdict has found that an attacked king can be saved
        self.room = array("i", [0] * 22)  # for the plies of one piece

    def blind(self):
        """Watch nothing."""
        self.watched = self.fleeing = self.spare = 0

    def survey(self, side):
        """Look which plies of `side`, to move, may end the game; gives LOOK if all may, else 0.

        Leaves in `watched` and `fleeing` the squares that matter, in `opens` the pieces all of whose plies may.
        """
        self.side = side
        self.watched = self.fleeing = 0
        self.spare = NOWHERE
        foe = 25 - side * 24
        low = self.at[foe]
        high = self.at[foe + 1]
        if low > high:
            low, high = high, low
        if self._unattacked(high) or (low and self._unattacked(low)):
            if self.steady(side ^ 1):
                return 0
        elif self._flees(high) or (low and self._flees(low)):
            return 0
        self.blind()
        return LOOK

    def _unattacked(self, square):
        """Whether a square is not attacked; watch it then."""
        if self.opens[0]:
            self._forget(self.opens)
        if self.attacker(square, self.side, self.opens):
            return False
        self.watched = square
        return True

    def _forget(self, opens):
        for value in range(49):
            opens[value] = 0

    def _flees(self, king):
        """Whether the enemy king there can step to an empty square that is not attacked; watch that one then.

        Two squares are tried.
        """
        board = self.board
        value = board[king]
        board[king] = 0
        left = 2
        for step in NEXT:
            to = step[king]
            if not board[to]:
                if self._unattacked(to):
                    self.fleeing = king
                    break
                left -= 1
                if not left:
                    break
        board[king] = value
        return self.fleeing

    def strikes(self, kind, frm, to):
        """LOOK if a piece of `kind` that goes from `frm` to `to` may end the game by that, else 0.

        HIT has said that from there it might capture on the watched square.
        """
        if to == self.watched:
            return LOOK
        board = self.board
        king = self.fleeing
        if king:
            value = board[king]
            board[king] = 0
            by = self.blocker(kind, self.side, to, self.watched)
            board[king] = value
            return LOOK if not by or by == frm else 0
        by = self.blocker(kind, self.side, to, self.watched)
        return 0 if by and by != frm else self._forks(kind, frm, to)

    def _forks(self, kind, frm, to):
        """The same, now that the watched king is attacked from `to`: is there another king out of attack?"""
        side = self.side
        if self.spare == NOWHERE:
            foe = 25 - side * 24
            king = self.at[foe] ^ self.at[foe + 1] ^ self.watched
            if self.opens_spare[0]:
                self._forget(self.opens_spare)
            self.spare = 0 if not king or self.attacker(king, side, self.opens_spare) else king
        if not self.spare or self.opens_spare[self.board[frm]]:
            return LOOK
        if HIT[self.spare - to + 143] >> kind & 1:
            by = self.blocker(kind, side, to, self.spare)
            return LOOK if not by or by == frm else 0
        return 0

    def steady(self, side):
        """Whether `side` has two steps to empty squares that no single ply of the other side can spoil.

        Two different pieces must have one each, to different squares, or a king both: its capture is judged anyway.
        Kings, rooks, bishops and pawns are looked at, and the answer is the same in whatever order that is done.
        """
        board = self.board
        at = self.at
        ways = WAYS[side]
        movers = 0
        seen = 0
        two = False
        for value in range(self.ends[side] - 1, side * 24, -1):
            frm = at[value]
            if not frm:
                continue
            kind = self.kinds[value]
            moves = 0
            if kind == PAWN and ways[frm] != 8:
                to = NEXT[ways[frm] & 15][frm]
                if not board[to]:
                    moves = 1
                    two = two or seen and to != seen
                    seen = to
            elif kind == PAWN or kind == ROOK or kind == BISHOP or kind == KING:
                for step in NEXT if kind == KING else DIAGONAL if kind == BISHOP else ORTHOGONAL:
                    to = step[frm]
                    if not board[to]:
                        moves += 1
                        two = two or seen and to != seen
                        seen = to
            if moves:
                movers += 1
                if two and movers > 1 or moves > 1 and kind == KING:
                    return True
        return False

    def verdict(self, side):
        """The END_ code by which `side`, to move, has lost, END_NONE if it has not."""
        self.escaped = False
        at = self.at
        value = side * 24 + 1
        low = at[value]
        high = at[value + 1]
        if low > high:
            low, high = high, low
        if not high:
            return END_KINGS_CAPTURED
        foe = side ^ 1
        if not self.attacker(high, foe) or low and not self.attacker(low, foe):
            return END_NONE
        self.escaped = self._escapes(value, side) or self._escapes(value + 1, side)
        if self.escaped or self._wins(side):
            return END_NONE
        return END_CAPTURED_AND_MATED if not low else END_BOTH_MATED

    def _wins(self, side):
        """Whether `side` could capture the last enemy king at once."""
        foe = 25 - side * 24
        low = self.at[foe]
        high = self.at[foe + 1]
        if (low and high) or not (low or high):
            return 0
        return self.attacker(low or high, side)

    def _escapes(self, king, side):
        """Whether some ply of `side` leaves its attacked king, the board value `king`, out of attack."""
        square = self.at[king]
        if not square:
            return False
        board = self.board
        foes = FOES[side]
        for step in NEXT:
            to = step[square]
            if (not board[to] or foes[board[to]]) and self._saves(king, to, king, side):
                return True
        value = self.attacker(square, side ^ 1)
        several = self.attacker(square, side ^ 1, None, value)
        kind = self.kinds[value]
        to = self.at[value]
        if self._answered(to, king, side, several):
            return True
        if kind != ROOK and kind != BISHOP and kind != NAHBI:
            return False
        away = square - to + 143
        step = NEXT[WAY[away] & 15 if kind == ROOK else WAY[away] >> 4]
        for _ in range(2 if kind == NAHBI else 12):
            to = step[to]
            if to == square:
                return False
            if self._answered(to, king, side, several):
                return True
        return False

    def _answered(self, to, king, side, several):
        """Whether another piece of `side` than its king `king` can go to `to` and so take that king out of attack."""
        at = self.at
        if several and not self._helps(to, king, side):
            return False
        kinds = self.kinds
        base = to + 143
        for value in range(side * 24 + 1, self.ends[side]):
            hits = HIT[base - at[value]]
            if hits and (hits > 127 or hits >> kinds[value] & 1) and at[value] and value != king:
                if self.goes(value, to) and self._saves(value, to, king, side):
                    return True
        return False

    def _helps(self, to, king, side):
        """Whether a piece of `side` on `to`, wherever it came from, would take its king `king` out of attack."""
        board = self.board
        at = self.at
        lost = board[to]
        board[to] = king
        at[lost] = 0
        helps = not self.attacker(at[king], side ^ 1)
        board[to] = lost
        if lost:
            at[lost] = to
        return helps

    def _saves(self, value, to, king, side):
        """Whether king `king` of `side` is out of attack after its own side's piece `value` has gone to `to`."""
        board = self.board
        at = self.at
        frm = at[value]
        lost = board[to]
        board[frm] = 0
        board[to] = value
        at[lost] = 0  # at[0] stays as it is
        at[value] = to
        safe = not self.attacker(at[king], side ^ 1)
        board[frm] = value
        board[to] = lost
        at[value] = frm
        if lost:
            at[lost] = to
        return safe
