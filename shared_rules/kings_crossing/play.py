"""Plies of King's Crossing: what they do to the pieces, how they are taken back, and when they end the game.

The base of moves.py, which knows which plies there are, and of game.py. `__init__` allocates all
memory, and nothing else here allocates. No legality is checked: the caller guarantees it.

Board values: 4 a white man, 5 the white king, 8 and 9 the black ones; 4 << side is set in every piece of a side, 1 in
a king. Plies: see ply.py.

A capture or a win ends the game in `push`; only moves.py finds out that a side is stuck.
"""

from array import array

from shared_rules.arrays import cells, flags, words
from shared_rules.base import Alternating
from shared_rules.codes import FIRST_WON, NOWHERE, const
from shared_rules.kings_crossing.codes import END_BACK_ROW, END_HOME, END_KING_CAPTURED
from shared_rules.kings_crossing.ply import JUMP, STEPS, THE_PASS, TRAP, WAY, cut_at

# What plies tell besides in the undo ring, in bits that they have no use for themselves:
CALM = const(0x100)  # after this ply no two enemies were side by side (`plies` found out)
AHEAD = const(0x200)  # of what is not a mere slide: a piece ended in a column further forward
COUNTS = const(0x20000)  # a slide that a back-row count has to do with, so that it is not a mere one

# The back-row counts are kept in one number: white's | black's << 4. Each is 0 while the king is elsewhere, 1 to 11 for
# 0 to 10, and 12 while the king is there and it has not begun.
WAITING = const(12)
REACHED = const(11)

ROYAL = flags(b"\0\0\0\0\0\1\0\0\0\1")  # by board value, whether it is a king; CPython is quicker so than with bits


class Play(Alternating):
    """The pieces, what has been played, and the way back from it (the last `history` plies)."""

    def __init__(self, history: int) -> None:
        super().__init__(
            history
        )  # `_depth` begins anew with the ring, and is below 0 for those that it still has from before
        self.board = cells(32)
        # The ring of plies played, two longer than what can be taken back: `plies` looks at two more.
        self._plies = words(history + 2)
        self._backs_before = bytearray(history + 2)  # _backs before each ply that is not a mere slide
        self._lost = bytearray(24)  # board values captured since the start, in order; no piece is captured twice
        self._losses = 0
        self._kings = bytearray(2)  # their squares, NOWHERE once captured
        self._goals = bytearray(2)  # the square where each side's king wins
        self._backs = 0  # the back-row counts
        self._since = 0  # the depth at which the quiet count began, as far as the ring doesn't tell
        self._end = 0  # result | reason << 2, once a side has won
        self._backwards = False
        self._stealth = False
        self.hidden = False  # whether the kings are somewhere among the men: nobody wins then, as far as one can see
        self.revealed = False  # whether everybody knows the kings of `stealth`, though the game may go on
        self._wished = array("i", [0] * 22)  # no piece has more plies (RULES.md, "How long can it get")

    # The plies

    def push(self, ply: int) -> None:
        """Play a legal ply (with `stealth` also a public one); the caller guarantees that it is legal."""
        depth = self._depth
        if depth == self._full:
            depth = self._forget(depth)
        self._depth = depth + 1
        if ply >= TRAP or self._backs:
            self._push_other(ply, depth)
            return
        self._plies[depth] = ply
        board = self.board
        frm = ply & 255
        to = ply >> 10
        value = board[frm]
        board[frm] = 0
        board[to] = value
        if ROYAL[value]:
            self._kings[value >> 3] = to
            if to + 1 & 7 < 2 and (frm ^ to) & 7:  # a king's arrival in column a or h may count
                self._plies[depth] = ply | COUNTS | AHEAD
                self._backs_before[depth] = 0
                self._count_backs(value >> 3)

    def _push_other(self, ply: int, i: int) -> None:
        """Play what is more than a slide, or one while a back-row count runs."""
        self._backs_before[i] = self._backs
        self._plies[i] = ply
        if ply == THE_PASS:
            if self._backs:
                self._count_backs(self.side ^ 1)
            return
        frm = ply & 255
        board = self.board
        value = board[frm]
        board[frm] = 0
        taken = 0
        if ply >= JUMP:
            lost = self._lost
            losses = self._losses
            rest = ply >> 10 & WAY
            to = frm
            while rest > 1:
                step = STEPS[rest & 3]
                to += step
                taken = board[to]
                lost[losses] = taken
                losses += 1
                board[to] = 0
                to += step
                rest >>= 2
                if ROYAL[taken] and rest > 1:  # a public ply of `stealth`: nothing is taken after the king
                    ply = cut_at(ply, to - step)
                    break
            self._losses = losses
        else:
            to = ply >> 10 & 31
            taken = board[to]
            if taken:
                self._lost[self._losses] = taken
                self._losses += 1
        board[to] = value
        if frm & 7 > to & 7 if value > 7 else to & 7 > frm & 7:
            ply |= AHEAD
        self._plies[i] = ply if ply >= TRAP else ply | COUNTS
        if ROYAL[value] or ROYAL[taken] or self._backs:
            if ROYAL[value]:
                self._kings[value >> 3] = to
            if ROYAL[taken]:
                self._kings[taken >> 3] = NOWHERE
            self._count_backs(value >> 3)

    def pop(self) -> None:
        """Take back the last ply: every byte is as before it. The caller keeps to `undoable`."""
        depth = self._depth - 1
        self._depth = depth
        ply = self._plies[depth]
        if ply >= TRAP:
            self._backs = self._backs_before[depth]
            self._end = 0
            self._pop_other(ply)
            return
        board = self.board
        frm = ply & 255
        to = ply >> 10
        value = board[to]
        board[to] = 0
        board[frm] = value
        if ROYAL[value]:
            self._kings[value >> 3] = frm

    def _pop_other(self, ply: int) -> None:
        """Take back what is more than a slide, or one with a back-row count."""
        frm = ply & 255
        if frm == NOWHERE:
            return
        board = self.board
        rest = ply >> 10 & WAY
        if ply >= JUMP:
            lost = self._lost
            to = frm
            losses = self._losses
            while rest > 1:
                to += 2 * STEPS[rest & 3]
                rest >>= 2
                losses -= 1
            value = board[to]
            board[to] = 0
            self._losses = losses
            rest = ply >> 10 & WAY
            to = frm
            while rest > 1:
                step = STEPS[rest & 3]
                taken = to + step
                board[taken] = lost[losses]
                lost[losses] = 0
                losses += 1
                to = taken + step
                rest >>= 2
        else:
            taken = rest & 31
            value = board[taken]
            board[taken] = 0
            if ply & TRAP:
                losses = self._losses - 1
                board[taken] = self._lost[losses]
                self._lost[losses] = 0
                self._losses = losses
        board[frm] = value
        if ROYAL[value]:
            self._kings[value >> 3] = frm
        value = board[taken]
        if ROYAL[value]:  # the last one: nothing is taken after the king
            self._kings[value >> 3] = taken

    # The ring of undo

    def _forget(self, depth: int) -> int:
        """Make room for another ply at `depth`: the oldest can't be taken back any more. Returns the new depth."""
        oldest = depth - self.history
        if self._ahead(oldest):
            self._since = oldest + 1
        size = self.history + 2
        if depth == size:
            depth = 0
            self._since -= size
            self._first ^= size & 1
        self._full = depth + 1
        return depth

    def _ahead(self, depth: int) -> int:
        """Whether the ply that was played at `depth` brought a piece forward."""
        ply = self._plies[depth]
        return ply & AHEAD if ply >= TRAP else (ply >> 10 ^ ply) & 7  # who slides to another column slides ahead

    # The ends

    def _win(self, side: int, reason: int) -> None:
        self._end = FIRST_WON + side | reason << 2

    def _counting(self) -> bool:
        if self.hidden:
            return True  # a count may be running
        white = self._backs & 15
        black = self._backs >> 4 & 15
        return 0 < white < WAITING or 0 < black < WAITING

    def _count_backs(self, side: int) -> None:
        """The back-row counts at the end of a turn of `side`, and who has won."""
        white = self._back(0, side)
        black = self._back(1, side)
        self._backs = black << 4 | white
        kings = self._kings
        if kings[side ^ 1] == NOWHERE:
            self._win(side, END_KING_CAPTURED)
        elif kings[side] == self._goals[side]:
            self._win(side, END_HOME)
        elif (white if side else black) == REACHED:
            self._win(side ^ 1, END_BACK_ROW)

    def _back(self, side: int, mover: int) -> int:
        """The back-row count of a side, as it is kept, at the end of a turn of `mover`."""
        square = self._kings[side]
        if square == NOWHERE or square & 7 != (0 if side else 7):
            return 0
        count = self._backs >> (side << 2) & 15
        if count == 0 or count == WAITING:
            return WAITING if square == self._goals[side] else 1
        return count if side == mover else count + 1
