"""How the pieces of Charing Cross move: which plies there are, what they do, when they end the game.

The lower half of game.py, whose class adds texts and refusals. `__init__` allocates all memory, and nothing else
here allocates. No legality is checked in `push`: the caller guarantees it.

A ply is  origin | landing << 8 | kind << 16.  A placement has its home square as origin and landing,
a pass NOWHERE. Board values are 1 to 8 (two each of N, R, n, r), so that a piece is found from
its square and its square from the piece.

A win is known at once. Whether the side to move is stuck is computed only when asked for (`plies`, `result`) and from
the position alone, so a ply that is only tried costs nothing for it.
"""

from array import array

from shared_rules.arrays import cells, table, words
from shared_rules.base import Game
from shared_rules.charing_cross import tables
from shared_rules.charing_cross.codes import END_GOAL
from shared_rules.codes import DRAWN, END_NO_MOVES, END_NONE, NOWHERE, ONGOING, SECOND_WON, const

FORWARD_MOVE = const(0)
JUMP = const(1)
PLACE = const(2)
PASS = const(3)
THE_PASS = const(0x3FFFF)  # NOWHERE | NOWHERE << 8 | PASS << 16
WON = const(0x800000)  # in the undo ring: the ply ended the game

FORWARD = table(tables.FORWARD)
JUMPS = table(tables.JUMPS)
GOAL = table(tables.GOAL)
HOMES = table(tables.HOMES)


class Moves(Game):
    """A position without its text, and the way back from it (the last `history` plies, a power of two)."""

    def __init__(self, history: int) -> None:
        super().__init__(history)
        self.board = cells(64)
        self.at = cells(9)  # square of each board value, NOWHERE if off the board
        self.side = 0
        self.due = 0  # the board value of the piece to be placed, 0 if none is
        self.due_next = 0  # the side whose turn it is once that is done
        # Of each ply: itself | what it took off or, for a placement, what was due << 18 | due_next << 22 | WON.
        self._undo = words(history)
        self._mask = history - 1
        self._end = 0  # result | reason << 2, once a side has won

    # Plies

    def plies(self, out: "array[int]", n: int) -> int:
        """Write every legal ply into the array `out` from index `n`; return the index after the last."""
        if self._end:
            return n
        if self.due:
            board = self.board
            i = (self.due - 1) >> 1 << 1
            home = HOMES[i]
            if not board[home]:
                out[n] = home | home << 8 | 0x20000
                n += 1
            home = HOMES[i + 1]
            if not board[home]:
                out[n] = home | home << 8 | 0x20000
                n += 1
            return n
        value = self.side * 4 + 1
        end = self._list(value, value + 4, out, n)
        if end == n and self._must_pass():
            out[n] = THE_PASS
            end += 1
        return end

    def _list(self, value: int, last: int, out: "array[int]", n: int) -> int:
        """Write the plies of the pieces from `value` to below `last`, no placement being due."""
        board = self.board
        at = self.at
        ways = FORWARD
        jumps = JUMPS
        for value in range(value, last):
            frm = at[value]
            if frm == 255:
                continue
            i = ((value - 1 >> 1 << 6) + frm) * 3
            to = ways[i]
            if to != 255:
                if not board[to]:
                    out[n] = frm | to << 8
                    n += 1
                to = ways[i + 1]
                if to != 255:
                    if not board[to]:
                        out[n] = frm | to << 8
                        n += 1
                    to = ways[i + 2]
                    if to != 255 and not board[to]:
                        out[n] = frm | to << 8
                        n += 1
            i = frm * 17
            to = jumps[i]
            while to != 255:
                if board[to]:
                    to = jumps[i + 1]
                    if not board[to]:
                        out[n] = frm | to << 8 | 0x10000
                        n += 1
                i += 2
                to = jumps[i]
        return n

    def plies_from(self, square: int, out: "array[int]", n: int) -> int:
        """As `plies`, but only those whose low byte is `square` (an origin, a home square to place on, NOWHERE for a pass)."""
        if self.due or self._end:
            end = self.plies(out, n)
            for i in range(n, end):
                if out[i] & 255 == square:
                    out[n] = out[i]
                    n += 1
        elif square == NOWHERE:
            if self._must_pass():
                out[n] = THE_PASS
                n += 1
        elif self.board[square] and self.board[square] - 1 >> 2 == self.side:
            return self._list(self.board[square], self.board[square] + 1, out, n)
        return n

    def push(self, ply: int) -> None:
        """Play a legal ply; the caller guarantees that it is legal."""
        i = self._depth
        self._depth = i + 1
        if i == self._full:
            self._full = i + 1
        i &= self._mask
        board = self.board
        if ply > 0x1FFFF:
            self._undo[i] = ply | self.due << 18 | self.due_next << 22
            self._push_other(ply)
            return
        frm = ply & 255
        to = ply >> 8 & 255
        value = board[frm]
        board[frm] = 0
        board[to] = value
        self.at[value] = to
        self.side = side = self.side ^ 1
        won = GOAL[to]
        if won and won >> (value - 1 >> 1) & 1:
            self._end = SECOND_WON - side | END_GOAL << 2
            self._undo[i] = ply | WON
        elif ply < 0x10000:
            self._undo[i] = ply
        else:
            to = (frm + to) >> 1
            value = board[to]
            board[to] = 0
            self.at[value] = 255
            self._undo[i] = ply | value << 18
            home = (value - 1) >> 1 << 1
            if not (board[HOMES[home]] and board[HOMES[home + 1]]):
                self.due = value
                self.due_next = side
                self.side = (value - 1) >> 2

    def _push_other(self, ply: int) -> None:
        """Play a placement or a pass."""
        if ply == THE_PASS:
            self.side ^= 1
            return
        to = ply & 255
        self.board[to] = self.due
        self.at[self.due] = to
        self.side = self.due_next
        self.due = self.due_next = 0

    def pop(self) -> None:
        """Take back the last ply: every byte is as before it. The caller keeps to `undoable`."""
        i = self._depth - 1
        self._depth = i
        ply = self._undo[i & self._mask]
        if ply & 0x20000:
            self._pop_other(ply)
            return
        board = self.board
        frm = ply & 255
        to = ply >> 8 & 255
        value = board[to]
        board[to] = 0
        board[frm] = value
        self.at[value] = frm
        self.side = (value - 1) >> 2
        if ply > 0x1FFFF:
            if ply & WON:
                self._end = 0
                return
            self.due = self.due_next = 0
            value = ply >> 18
            to = (frm + to) >> 1
            board[to] = value
            self.at[value] = to

    def _pop_other(self, ply: int) -> None:
        """Take back a placement or a pass."""
        if ply == THE_PASS:
            self.side ^= 1
            return
        value = ply >> 18 & 15
        self.due = value
        self.due_next = ply >> 22
        self.side = (value - 1) >> 2
        self.board[ply & 255] = 0
        self.at[value] = 255

    def _must_pass(self) -> bool:
        """Whether the side to move has no ply and the game goes on."""
        return not (self.due or self._can_move(self.side)) and self._can_move(self.side ^ 1)

    def _can_move(self, side: int) -> bool:
        """Whether `side` would have a ply if it were to move and no placement were due."""
        board = self.board
        for value in range(side * 4 + 1, side * 4 + 5):
            frm = self.at[value]
            if frm == 255:
                continue
            i = ((value - 1 >> 1 << 6) + frm) * 3
            for i in range(i, i + 3):
                if FORWARD[i] != 255 and not board[FORWARD[i]]:
                    return True
            i = frm * 17
            while JUMPS[i] != 255:
                if board[JUMPS[i]] and not board[JUMPS[i + 1]]:
                    return True
                i += 2
        return False

    # How the game stands

    @property
    def result(self) -> int:
        """ONGOING, FIRST_WON, SECOND_WON or DRAWN."""
        return self._end & 3 or (DRAWN if self._dead() else ONGOING)

    @property
    def reason(self) -> int:
        """Why it is over (END_ codes), END_NONE while it is not."""
        return self._end >> 2 or (END_NO_MOVES if self._dead() else END_NONE)

    def _dead(self) -> bool:
        """Whether neither side has a ply: then the game is drawn."""
        return not (self.due or self._can_move(self.side) or self._can_move(self.side ^ 1))
