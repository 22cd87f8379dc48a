"""English draughts, as the World Checkers Draughts Federation plays it (RULES.md).

Promises the game interface of README.md beside this folder. The constructor allocates all memory; afterwards only methods that take
or return text allocate. reading.py reads positions from text, formats.py those of other programs.

Board values: 2 and 3 the first side's man and king, 4 and 5 the second's: value >> 1 is the side + 1, value & 1 whether it is a
king. A ply is  origin | directions << 8  (two bits each, the first in the lowest, a 1 behind the last), and JUMP for a jump, which
has up to nine of them.
"""

from array import array

from shared_rules.arrays import cells, table, words
from shared_rules.base import Alternating
from shared_rules.codes import (
    ARRIVE,
    END_NONE,
    KIND_CAPTURE,
    KIND_MOVE,
    LEAVE,
    NOWHERE,
    ONGOING,
    PATH,
    SECOND_WON,
    SWAP,
    TAKEN,
    WHY_BACKWARD,
    WHY_FINE,
    WHY_MUST_JUMP,
    WHY_NO_SUCH_MOVE,
    WHY_NOTHING_TO_JUMP,
    WHY_OCCUPIED,
    const,
)
from shared_rules.draughts import tables
from shared_rules.draughts.codes import END_FORTY, END_REPETITION, END_STUCK
from shared_rules.writing import mix, write_square

FORTY = const(80)  # plies: forty turns of each side

JUMP = const(0x8000000)
WAY = const(0x7FFFF)  # mask of the directions, once a ply is shifted down
CROWNED = const(0x10000000)  # in the ring of plies: the man became a king

# The directions, in the order of the names of the squares they lead to: south-west, north-west, south-east, north-east.
STEPS = (-9, 7, -7, 9)
SQUARES = table(tables.DARK)
NEXT = (table(tables.SOUTH_WEST), table(tables.NORTH_WEST), table(tables.SOUTH_EAST), table(tables.NORTH_EAST))
WAYS = (b"", b"", b"\x01\x03", b"\x00\x01\x02\x03", b"\x00\x02", b"\x00\x01\x02\x03")  # of each board value


class Draughts(Alternating):
    """A position of draughts and the way back from it (the last `history` plies, a power of two)."""

    name = "draughts"
    columns = 8
    rows = 8
    start = "draughts 1m1m1m1m/m1m1m1m1/1m1m1m1m/8/8/M1M1M1M1/1M1M1M1M/M1M1M1M1 w"
    letters = "  MKmk"  # by board value
    side_names = ("Black", "White")
    max_plies = 48  # twelve kings with four steps each; jumps are fewer (RULES.md, "How long it can get")
    max_plies_from = 16
    max_footprint = 17  # nine pieces jumped, and the eight squares that a king can land on
    claims = (END_REPETITION, END_FORTY)
    look_back = FORTY

    def __init__(self, variant: str = "", history: int = 256) -> None:
        super().__init__(history)
        self.board = cells(64)
        self._size = history + FORTY
        self._plies = words(self._size)  # the ring of plies played
        self._calms = bytearray(self._size)  # _calm before each
        self._lost = bytearray(24)  # board values captured since the start, in order
        # Scratch of `_walk`, `claim`, and of `why_not` and `result`
        self._path = array("i", [0] * 10)
        self._there = array("i", [0] * 64)
        self._wished = array("i", [0] * self.max_plies_from)
        self.reset(variant)

    # Text

    def set_text(self, text: str) -> None:
        """Set the position from a text; PositionError, and the position stays as it was, if the text is malformed or impossible."""
        from shared_rules.draughts.reading import read_position

        board, side = read_position(self, text)
        self._begin(side)
        self.board[:] = board
        self._calm = 0  # plies in a row that were steps of kings (it stops at 255)
        self._lost[:] = bytes(24)
        self._losses = 0

    def write_ply(self, ply: int, out: bytearray, at: int = 0) -> int:
        """Put a ply's text as ASCII into the bytearray `out` from `at` (29 bytes at most); return the index after it."""
        at = write_square(ply & 255, 8, out, at)
        for i in range(1, self._walk(ply)):
            out[at] = 120 if ply & JUMP else 45  # x -
            at = write_square(self._path[i], 8, out, at + 1)
        return at

    # Plies

    def plies(self, out: "array[int]", n: int) -> int:
        """Write every legal ply into the array `out` from index `n`; return the index after the last."""
        board = self.board
        own = (self._depth + self._first & 1) + 1
        jumps = self._must_jump()
        for frm in SQUARES:
            if board[frm] >> 1 == own:
                n = self._jumps(frm, out, n) if jumps else self._steps(frm, out, n)
        return n

    def plies_from(self, square: int, out: "array[int]", n: int) -> int:
        """As `plies`, but only those whose low byte is `square`."""
        if square == NOWHERE or self.board[square] >> 1 != (self._depth + self._first & 1) + 1:
            return n
        return self._jumps(square, out, n) if self._must_jump() else self._steps(square, out, n)

    def _must_jump(self) -> bool:
        """Whether a piece of the side to move can jump."""
        board = self.board
        own = (self._depth + self._first & 1) + 1
        foe = 3 - own
        for frm in SQUARES:
            value = board[frm]
            if value >> 1 == own:
                ways = WAYS[value]
                for direction in ways:
                    way = NEXT[direction]
                    if board[way[frm]] >> 1 == foe and not board[way[way[frm]]]:
                        return True
        return False

    def _steps(self, frm: int, out: "array[int]", n: int) -> int:
        """Where the piece on `frm` can go without a jump."""
        board = self.board
        ways = WAYS[board[frm]]
        for direction in ways:
            way = NEXT[direction]
            if not board[way[frm]]:
                out[n] = frm | direction << 8 | 0x400
                n += 1
        return n

    def _jumps(self, frm: int, out: "array[int]", n: int) -> int:
        """The jumps of the piece on `frm`."""
        board = self.board
        value = board[frm]
        board[frm] = 0
        n = self._jumps_on(value, frm, frm | JUMP, 8, out, n)
        board[frm] = value
        return n

    def _jumps_on(self, value: int, square: int, ply: int, shift: int, out: "array[int]", n: int) -> int:
        """Every way to end a jump of the piece `value` that has come to `square`, its directions so far below bit `shift`.

        A man on its last row has no square before it, and so ends there.
        """
        board = self.board
        foe = 3 - (value >> 1)
        start = n
        ways = WAYS[value]
        for direction in ways:
            way = NEXT[direction]
            over = way[square]
            taken = board[over]
            if taken >> 1 == foe and not board[way[over]]:
                board[over] = 0
                n = self._jumps_on(value, way[over], ply | direction << shift, shift + 2, out, n)
                board[over] = taken
        if n == start and shift > 8:
            out[n] = ply | 1 << shift
            n += 1
        return n

    def _walk(self, ply: int) -> int:
        """Write where the ply begins, and every square it comes to, into `_path`; returns how many these are."""
        path = self._path
        square = path[0] = ply & 255
        rest = ply >> 8 & WAY
        n = 1
        while rest > 1:
            square += STEPS[rest & 3] * (2 if ply & JUMP else 1)
            path[n] = square
            n += 1
            rest >>= 2
        return n

    def push(self, ply: int) -> None:
        """Play a legal ply; the caller guarantees that it is legal."""
        depth = self._depth
        self._depth = depth + 1
        if depth == self._full:
            self._full = depth + 1
        depth %= self._size
        self._calms[depth] = self._calm
        board = self.board
        frm = ply & 255
        value = board[frm]
        board[frm] = 0
        if ply & JUMP:
            path = self._path
            last = self._walk(ply) - 1
            for i in range(last):
                over = path[i] + path[i + 1] >> 1
                self._lost[self._losses] = board[over]
                self._losses += 1
                board[over] = 0
            to = path[last]
        else:
            to = frm + STEPS[ply >> 8 & 3]
        self._calm = min(self._calm + 1, 255) if value & 1 and not ply & JUMP else 0
        if to > 55 and value == 2 or to < 8 and value == 4:
            value += 1
            ply |= CROWNED
        board[to] = value
        self._plies[depth] = ply

    def pop(self) -> None:
        """Take back the last ply: every byte is as before it. The caller keeps to `undoable`."""
        self._depth -= 1
        depth = self._depth % self._size
        self._calm = self._calms[depth]
        ply = self._plies[depth]
        board = self.board
        path = self._path
        i = self._walk(ply) - 1
        value = board[path[i]]
        board[path[i]] = 0
        board[path[0]] = value - 1 if ply & CROWNED else value
        while ply & JUMP and i:
            self._losses -= 1
            board[path[i] + path[i - 1] >> 1] = self._lost[self._losses]
            self._lost[self._losses] = 0
            i -= 1

    # How the game stands

    @property
    def result(self) -> int:
        """ONGOING, or who has won: the other side, where the one to move is stuck."""
        for frm in SQUARES:
            if self.board[frm] >> 1 == self.side + 1 and self._steps(frm, self._wished, 0):
                return ONGOING
        return ONGOING if self._must_jump() else SECOND_WON - self.side

    @property
    def reason(self) -> int:
        """END_STUCK once the game is over, END_NONE while it is not."""
        return END_STUCK if self.result else END_NONE

    def claim(self) -> int:
        """The END_ code for which the side to move may claim a draw now; END_NONE if it may not."""
        if self._calm >= FORTY:
            return END_FORTY
        if self._calm < 8:
            return END_NONE
        # Back through these plies, all steps of kings, counting the squares that stood otherwise than now.
        board = self.board
        there = self._there
        for i in range(64):
            there[i] = board[i]
        others = seen = 0
        for i in range(1, self._calm + 1):
            ply = self._plies[(self._depth - i) % self._size]
            frm = ply & 255
            to = frm + STEPS[ply >> 8 & 3]
            others -= (there[frm] != board[frm]) + (there[to] != board[to])
            there[frm] = there[to]
            there[to] = 0
            others += (there[frm] != board[frm]) + (there[to] != board[to])
            seen += not (others or i & 1)
            if seen == 2:
                return END_REPETITION
        return END_NONE

    def recall(self, game: "Draughts") -> None:
        """Take over the past of `game`, which is at the same position."""
        self._calm = game._calm
        for i in range(1, FORTY + 1):
            self._plies[(self._depth - i) % self._size] = game._plies[(game._depth - i) % game._size]

    def digest(self) -> int:
        """A number below 2**24, the same for equal positions."""
        return mix(self.board, 64, self.side)

    # For the board under the pieces

    def piece_side(self, square: int) -> int:
        """The side whose piece stands on `square`, -1 if none does."""
        return (self.board[square] >> 1) - 1

    def kind(self, ply: int) -> int:
        """KIND_MOVE or KIND_CAPTURE."""
        return KIND_CAPTURE if ply & JUMP else KIND_MOVE

    def destination(self, ply: int) -> int:
        """The square on which the piece ends."""
        return self._path[self._walk(ply) - 1]

    def rank(self, ply: int) -> int:
        """The order in which plies with the same footprint are offered: by text."""
        order = (ply & 7) << 3 | ply >> 3 & 7
        rest = ply >> 8 & WAY
        for _ in range(9):
            order <<= 2
            if rest > 1:
                order |= rest & 3
                rest >>= 2
        return order

    def footprint(self, ply: int, out: bytearray, n: int) -> int:
        """Write what the ply does to each square as pairs (square, effect) into the bytearray `out` from index `n`.

        Seventeen pairs at most, the moving piece's squares first; returns the index after the last. A square where the piece was
        before is not listed again.
        """
        path = self._path
        last = self._walk(ply) - 1
        start = n
        out[n] = path[0]
        out[n + 1] = LEAVE if path[0] != path[last] else SWAP
        n += 2
        if path[0] != path[last]:
            out[n] = path[last]
            out[n + 1] = ARRIVE
            n += 2
        for i in range(last if ply & JUMP else 0):
            out[n] = path[i] + path[i + 1] >> 1
            out[n + 1] = TAKEN
            n += 2
            k = start
            while k < n and out[k] != path[i + 1]:
                k += 2
            if k == n:
                out[n] = path[i + 1]
                out[n + 1] = PATH
                n += 2
        return n

    def _why_not(self, frm: int, to: int) -> int:
        """A jump leads to wherever it lands."""
        for i in range(self.plies_from(frm, self._wished, 0)):
            for k in range(1, self._walk(self._wished[i])):
                if self._path[k] == to:
                    return WHY_FINE
        if self._must_jump():
            return WHY_MUST_JUMP
        far = abs((to & 7) - (frm & 7))
        up = (to >> 3) - (frm >> 3)
        if to == NOWHERE or far != abs(up) or not 0 < far < 3:
            return WHY_NO_SUCH_MOVE
        if self.board[to]:
            return WHY_OCCUPIED
        value = self.board[frm]
        return WHY_BACKWARD if (up < 0) == (value == 2) and not value & 1 else WHY_NOTHING_TO_JUMP
