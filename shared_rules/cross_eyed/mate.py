"""Cross-Eyed Chess: mate.

A part of game.py, which says what `board`, `at` and `kinds` hold; they are left as they were. Nothing here allocates
once a game is made.

A side that has a king which nothing attacks is not mated, so the first king is looked at first. If it is attacked, no list of
plies is made and tried: squares that matter are marked, and one pass over the pieces of a side finds which of them reach marks.
The enemy's pass says which squares beside the kings are attacked, and what attacks the kings; if no king has a step, the
pass of the side to move says which of its pieces can take that or stand in between.
"""

from array import array

from shared_rules.codes import END_NONE, const
from shared_rules.cross_eyed.board import (
    BISHOP,
    CENTRE,
    DIAGONAL,
    FOES,
    HIT,
    LANDINGS,
    LEAPS,
    LINES,
    NAHBI,
    NEXT,
    ORTHOGONAL,
    PAWNS,
    ROOK,
    WAY,
)
from shared_rules.cross_eyed.codes import END_BOTH_MATED, END_CAPTURED_AND_MATED, END_KINGS_CAPTURED
from shared_rules.cross_eyed.plies import Plies

CHECK = const(0x10000)  # the mark of the square of a side's first king, in the enemy's pass; of the second, twice that
CHECKS = const(0x30000)
# A step along a row or column is where HIT has of these bits, king's, rook's and bishop's, those of king and rook alone.
BESIDE = const(25)
STRAIGHT = const(9)


class Judge(Plies):
    """Pieces, and whether a side is mated."""

    def __init__(self, history: int) -> None:
        super().__init__(history)
        # By square the number of its mark; all 0 but during a pass; longer than the board, for leaps beyond its ends.
        self._marks = bytearray(181)
        self._masks = array("i", [0] * 24)  # by number, for what the square is marked, in bits; [0] is 0
        self._reached = 0  # the marks that any piece of a pass reaches
        self.safe = False  # what `escapes` returned
        self._checks = 0  # how many pieces `escapes` has found that attack a king
        self._finders = bytearray(24)  # the pieces that reach marks looked for, and which marks they reach
        self._found = array("i", [0] * 24)
        self._goals = bytearray(22)  # by bit: the squares where a king's attack ends if a piece comes there

    def verdict(self, side: int, begun: bool = False) -> int:
        """The END_ code by which `side`, to move, has lost, END_NONE if it has not.

        `begun`: `escapes` was called for it, and nothing else since.
        """
        at = self.at
        king = side * 24 + 1
        one = at[king]
        other = at[king + 1]
        if not one and not other:
            return END_KINGS_CAPTURED
        if not begun:
            self.safe = not self.attacked(side) or self.escapes(side)
        if self.safe or self._helped(king, side, self._checks):
            return END_NONE
        foe = 25 - side * 24
        if (at[foe] == 0) != (at[foe + 1] == 0) and self.attacked(side ^ 1):  # a ply captures the last enemy king
            return END_NONE
        return END_BOTH_MATED if one and other else END_CAPTURED_AND_MATED

    def attacked(self, side: int) -> bool:
        """Whether the first king of `side` is in attack, or the other if it was captured."""
        king = side * 24 + 1
        return self.attacker(self.at[king] or self.at[king + 1], side ^ 1) != 0

    def escapes(self, side: int) -> bool:
        """Whether the second king of `side` is not in attack, or a step takes one of them out of it."""
        king = side * 24 + 1
        board = self.board
        at = self.at
        marks = self._marks
        masks = self._masks
        foes = FOES[side]
        free = 0
        bit = 1
        n = 1
        for value in range(king, king + 2):
            square = at[value]
            for step in NEXT:
                to = step[square]
                if not board[to] or foes[board[to]]:
                    if not marks[to]:
                        marks[to] = n
                        masks[n] = 0
                        n += 1
                    masks[marks[to]] |= bit
                    free |= bit
                bit += bit
        marks[at[king]] = n
        masks[n] = CHECK
        marks[at[king + 1]] = n + 1
        masks[n + 1] = CHECK + CHECK
        marks[0] = 0
        self._reached = 0
        self._checks = checks = self._reach(25 - side * 24, side ^ 1, 0, CHECKS, 0)
        free &= ~self._reached
        for value in range(king, king + 2):
            square = at[value]
            marks[square] = 0
            for step in NEXT:
                marks[step[square]] = 0
        return (
            at[king + 1] != 0
            and not self._reached & CHECK + CHECK
            or free & 255
            and self._steps(at[king], free & 255, foes, CHECK, checks)
            or free > 255
            and self._steps(at[king + 1], free >> 8, foes, CHECK + CHECK, checks)
        )

    def _steps(self, square: int, free: int, foes: memoryview, check: int, checks: int) -> bool:
        """Whether one of the steps `free` (as bits) of the king on `square` leads out of attack.

        Pieces beyond it attack none of these squares while it stands where it is; what attacks over its own square is left.
        """
        board = self.board
        kinds = self.kinds
        for i in range(checks):
            value = self._finders[i]
            kind = kinds[value]
            if self._found[i] & check and (kind == 3 or kind == 4):
                way = WAY[square - self.at[value] + 143]
                free &= ~(1 << (way & 15 if kind == 3 else way >> 4))
        for i in range(1, 8, 2):  # the way to a Nahbi that the king stands in the way of
            frm = NEXT[i][square]
            value = board[frm]
            if not value:
                value = board[NEXT[i][frm]]
                if foes[value] and kinds[value] == 5:
                    free &= 0xAA
            elif foes[value] and kinds[value] == 5 and not board[NEXT[i ^ 4][square]]:
                free &= ~(0x505 << (i ^ 4) - 1 >> 8)
        return free != 0

    def _helped(self, king: int, side: int, checks: int) -> int:
        """Whether a ply other than a step of an attacked king takes one of the kings of `side` out of attack."""
        board = self.board
        at = self.at
        kinds = self.kinds
        marks = self._marks
        goals = self._goals
        ours = FOES[side ^ 1]
        n = self._mark(at[king], CHECK, side, checks, 0)
        split = n
        first = (1 << n) - 1  # the marks for the first king
        n = self._mark(at[king + 1], CHECK + CHECK, side, checks, n)
        quiet = 0
        near = 0  # the marks of squares where the ways of two that attack the king can meet
        helped = False
        for i in range(n):
            to = goals[i]
            if not board[to]:
                square = at[king if i < split else king + 1]
                hits = HIT[to - square + 143]
                quiet |= 1 << i
                if hits & 2 or hits & BESIDE == STRAIGHT:
                    near |= 1 << i
                for step in ORTHOGONAL:  # from where a Nahbi leaps to it
                    if board[step[to]]:
                        value = board[step[step[to]]]
                        if ours[value] and kinds[value] == NAHBI and not helped:
                            helped = self._saves(value, square, near & 1 << i, side)
        value = king - 1
        while not helped and n and self._reach(value + 1, side, quiet, (1 << n) - 1, n):
            value = self._finders[0]
            found = self._found[0]
            helped = (
                value != king
                and found & first
                and self._saves(value, at[king], found & first & near, side)
                or value != king + 1
                and found > first
                and self._saves(value, at[king + 1], found & near & ~first, side)
            )
        for i in range(n):
            marks[goals[i]] = 0
        return helped

    def _mark(self, square: int, check: int, side: int, checks: int, n: int) -> int:
        """Mark the squares where a piece would end the attack on a king, from mark `n` on; return the mark after the last.

        The king stands on `square`; its mark was `check`.
        """
        kinds = self.kinds
        first = 0  # one that attacks it, a Nahbi if there is one
        more = 0
        for i in range(checks):
            if self._found[i] & check:
                more += 1
                if not first or kinds[self._finders[i]] == NAHBI:
                    first = self._finders[i]
        kind = kinds[first]
        if not first or more > 1 and kind != NAHBI:
            return n  # only a Nahbi's way has squares that can be in another's too
        to = self.at[first]
        way = WAY[square - to + 143]
        step = NEXT[way & 15 if kind == ROOK else way >> 4]
        for i in range(3 if kind == NAHBI else 12 if kind == ROOK or kind == BISHOP else 1):
            if to == square:
                break
            if more == 1 or i and self._shields(to, square, check, side, checks):  # taking one of more is in vain
                if not self._marks[to]:
                    self._marks[to] = n + 1
                    self._masks[n + 1] = 0
                self._masks[self._marks[to]] |= 1 << n
                self._goals[n] = to
                n += 1
            to = step[to]
        return n

    def _shields(self, to: int, square: int, check: int, side: int, checks: int) -> int:
        """Whether a piece on the empty square `to` would shut off all that attacks the king on `square`, whose mark was `check`."""
        board = self.board
        board[to] = 1
        shields = True
        for i in range(checks):
            value = self._finders[i]
            if shields and self._found[i] & check:
                shields = not self._clear(self.kinds[value], side ^ 1, self.at[value], square)
        board[to] = 0
        return shields

    def _saves(self, value: int, square: int, near: int, side: int) -> int:
        """Whether a king of `side` on `square` is out of attack after its own side's piece `value` has gone to a mark.

        The piece may have stood in the way of others: then it must be one of the marks `near`, and in their way too.
        """
        board = self.board
        frm = self.at[value]
        board[frm] = 0
        kind = self._opened(frm, square, side)
        safe = not kind
        i = 0
        while near and not safe:
            if near & 1:
                to = self._goals[i]
                ways = WAY[to - square + 143] ^ WAY[frm - square + 143]
                if kind == NAHBI or not ways & (15 if kind == ROOK else 240):
                    board[to] = value
                    safe = not self._opened(frm, square, side)
                    board[to] = 0
            near >>= 1
            i += 1
        board[frm] = value
        return safe

    def _opened(self, frm: int, square: int, side: int) -> int:
        """The kind of an enemy of `side` that could capture on `square` over `frm`, an empty one; 0 if there is none."""
        board = self.board
        kinds = self.kinds
        foes = FOES[side]
        away = frm - square + 143
        hits = HIT[away]
        across = frm % 12 - square % 12
        if hits & 24:
            kind = ROOK if not across or across == frm - square else BISHOP
            way = WAY[away] & 15 if kind == ROOK else WAY[away] >> 4
            step = NEXT[way ^ 4]
            to = step[frm]
            while not board[to]:
                to = step[to]
            if to == square:
                step = NEXT[way]
                to = step[frm]
                while not board[to]:
                    to = step[to]
                if foes[board[to]] and kinds[board[to]] == kind:
                    return kind
        if not hits & 2 and hits & BESIDE != STRAIGHT or not -3 < across < 3:
            return 0
        for i in range(1, 8, 2):
            to = NEXT[i][frm]
            value = board[to]
            if value:
                last = NEXT[i ^ 4][frm]
                if (
                    foes[value]
                    and kinds[value] == 5
                    and not board[last]
                    and HIT[last - square + 143] & BESIDE == STRAIGHT
                ):
                    return NAHBI
            elif hits & BESIDE == STRAIGHT:
                value = board[NEXT[i][to]]
                if foes[value] and kinds[value] == 5:
                    return NAHBI
        return 0

    def _reach(self, value: int, side: int, quiet: int, stop: int, goals: int) -> int:
        """How many pieces of `side`, from `value` on, reach marks of `stop`; with `goals`, the number of these, the first is all.

        Which, and what they reach: `_finders` and `_found`. The marks that any reach are added to `_reached`. Marks of `quiet`
        are reached by going there without a capture, others by a capture.
        """
        board = self.board
        at = self.at
        kinds = self.kinds
        marks = self._marks
        masks = self._masks
        east, north, west, south = ORTHOGONAL
        pawns = PAWNS
        turned = side * 4
        reached = n = 0
        for value in range(value, self.ends[side]):
            frm = at[value]
            if not frm:
                continue
            kind = kinds[value]
            found = 0
            if kind > 2:
                if kind < 5:
                    for step in LINES[kind]:
                        to = step[frm]
                        while not board[to]:
                            if marks[to]:
                                found |= masks[marks[to]]
                            to = step[to]
                        if marks[to]:
                            found |= masks[marks[to]]
                elif kind < 6:
                    for step in DIAGONAL:
                        to = step[frm]
                        if not board[to]:
                            to = step[to]
                            if not board[to]:
                                if marks[east[to]] or marks[north[to]] or marks[west[to]] or marks[south[to]]:
                                    for step in ORTHOGONAL:
                                        found |= masks[marks[step[to]]]
                else:
                    way = pawns[frm] >> turned & 15
                    if way != CENTRE:
                        way &= 6
                        found = (masks[marks[NEXT[way - 1][frm]]] | masks[marks[NEXT[way + 1][frm]]]) & ~quiet
                        found |= masks[marks[NEXT[way][frm]]] & quiet
                    else:
                        for step in DIAGONAL:
                            found |= masks[marks[step[frm]]]
                        found &= ~quiet
                        if quiet:
                            for step in ORTHOGONAL:
                                found |= masks[marks[step[frm]]] & quiet
            else:
                for to in LEAPS[kind]:
                    if marks[frm + to] and LANDINGS[frm % 12 // 6][frm + to]:
                        found |= masks[marks[frm + to]]
            if found:
                reached |= found
                if found & stop:
                    self._finders[n] = value
                    self._found[n] = found
                    n += 1
                    if goals:
                        break
        self._reached |= reached
        return n
