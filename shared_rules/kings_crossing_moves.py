"""How the pieces of King's Crossing move: which plies there are, what they do, when they end the game.

The lower half of kings_crossing.py, whose class adds texts, refusals and what Stealth hides. All memory is taken in
`__init__`; nothing else here allocates. No legality is checked in `push`: the caller guarantees it.

Board values: 4 a white man, 5 the white king, 8 and 9 the black ones; 4 << side is set in every piece of a side, 1 in
a king. Plies: see kings_crossing_ply.py.

A capture or a win ends the game in `push`. Whether the side to move is stuck is worked out only when asked for
(`plies` and the `result` of kings_crossing.py) and from the position alone, so that plies which are only tried cost
nothing for it.
"""

from array import array

from shared_rules import kings_crossing_tables as tables
from shared_rules.arrays import cells, flags, table
from shared_rules.codes import END_BACK_ROW, END_HOME, END_KING_CAPTURED, FIRST_WON, NOWHERE, const
from shared_rules.kings_crossing_ply import STEPS, cut_at

JUMP = const(0x20000000)  # kinds of plies, as in kings_crossing_ply.py: no slide is as big as these
TRAP = const(0x8000)
THE_PASS = const(0x100FF)
WAY = const(0x7FFFF)

# What plies tell besides in the undo ring, in bits that they have no use for themselves:
CALM = const(0x100)  # after this ply no two enemies were side by side (`plies` found out)
AHEAD = const(0x200)  # of what is not a mere slide: a piece ended in a column further forward
COUNTS = const(0x20000)  # a slide that a back-row count has to do with, for which it is no mere one

# The back-row counts are kept in one number: white's | black's << 4. Each is 0 while the king is elsewhere, 1 to 11 for
# 0 to 10, and 12 while the king is there and it has not begun.
WAITING = const(12)
REACHED = const(11)

JUMPS = table(tables.JUMPS)
OUTER = table(tables.OUTER)
SLIDES = table(tables.SLIDES)
NORTH = table(tables.NORTH)
SOUTH = table(tables.SOUTH)
EAST = table(tables.EAST)
WEST = table(tables.WEST)
FORWARD = (EAST, WEST)  # by side
# For each board value, as tables because CPython is quicker with them than with bits:
ROYAL = flags(b"\0\0\0\0\0\1\0\0\0\1")  # whether it is a king,
FOES = (flags(b"\0\0\0\0\0\0\0\0\1\1"), flags(b"\0\0\0\0\1\1\0\0\0\0"))  # by side whether it is an enemy
FOES_OF = (0, 0, 0, 0, FOES[0], 0, 0, 0, FOES[1])  # the same by the side's bit
AHEAD_UP_DOWN = ((0, 16, 20), (8, 16, 20))  # by side, where these rays begin in a block of SLIDES


class Moves:
    """A position without its text, and the way back from it."""

    def __init__(self, history):  # seldom
        self.board = cells(32)
        self._first = 0  # the side to move at depth 0
        self.history = history
        # The ring of plies played, two longer than what can be taken back: `plies` looks at two more.
        self._plies = [0] * (history + 2)
        self._backs_before = bytearray(history + 2)  # _backs before each ply that is no mere slide
        self._depth = 0  # plies played since the ring began anew; below 0 those that it still has from before
        self._full = history  # the depth at which the next ply takes the place of the oldest
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
        self._through = False  # whether jumps go on past the enemy king
        self._wished = array("i", [0] * 22)  # no piece has more plies (KINGS_CROSSING.md, "How long can it get")

    # How the game stands

    @property
    def side(self):
        """The side to move."""
        return self._depth + self._first & 1

    def _dead(self):
        """Whether neither side has a ply and no back-row count runs: then the game is drawn."""
        return not (self._can_move(self.side) or self._can_move(self.side ^ 1) or self._counting())

    def _counting(self):
        if self.hidden:
            return True  # a count may be running
        white = self._backs & 15
        black = self._backs >> 4 & 15
        return 0 < white < WAITING or 0 < black < WAITING

    def _win(self, side, reason):
        self._end = FIRST_WON + side | reason << 2

    # Plies

    def plies(self, out, n):
        """Write every legal ply into the array `out` from index `n`; give the index after the last."""
        if self._end:
            return n
        board = self.board
        slides = SLIDES
        north = NORTH
        south = SOUTH
        side = self._depth + self._first & 1
        fore = FORWARD[side]
        back = FORWARD[side ^ 1]
        own = 4 << side
        foes = FOES[side]
        mine = FOES[side ^ 1]
        start = n
        # Where no two enemies are side by side, there are only slides.
        played = self._plies
        last = played[self._depth - 1]
        calm = last & CALM
        if not calm and last < TRAP:
            n = self._after_slide(last, own, out, n)
            if n > start:
                return n
            calm = played[self._depth - 1] & CALM
        near = calm
        for frm in range(32):
            if not mine[board[frm]]:
                continue
            ahead = board[fore[frm]]
            up = board[north[frm]]
            down = board[south[frm]]
            if not calm:
                behind = board[back[frm]]
                if foes[ahead] or foes[up] or foes[down] or foes[behind]:
                    near = True
                    if (ahead and behind or foes[up] or foes[down]) and self._trapped(frm, own):
                        continue
                    i = frm * 24
                    to = i + side * 8
                    if (
                        (foes[ahead] and not board[slides[to + 1]])
                        or (foes[up] and not board[slides[i + 17]])
                        or (foes[down] and not board[slides[i + 21]])
                        or (foes[behind] and not board[slides[i + i + 9 - to]])
                    ):
                        return self._all_jumps(own, foes, out, start)
                    n = self._traps(frm, own, out, n)
                elif ahead:
                    if up and down:
                        continue
                    # No enemy is near: only a piece in the middle of a line of five or more can be trapped.
                    if behind and board[fore[fore[frm]]] and board[back[back[frm]]] and self._trapped(frm, own):
                        continue
            if not ahead:
                i = frm * 24 + side * 8
                to = fore[frm]
                while not board[to]:
                    out[n] = frm + to * 1024
                    n += 1
                    i += 1
                    to = slides[i]
            if not up:
                i = frm * 24 + 16
                to = north[frm]
                while not board[to]:
                    out[n] = frm + to * 1024
                    n += 1
                    i += 1
                    to = slides[i]
            if not down:
                i = frm * 24 + 20
                to = south[frm]
                while not board[to]:
                    out[n] = frm + to * 1024
                    n += 1
                    i += 1
                    to = slides[i]
        if not near:
            played[self._depth - 1] = last + CALM
        if n == start and self._must_pass():
            out[n] = THE_PASS
            n += 1
        return n

    def _after_slide(self, last, own, out, n):
        """The jumps of the side with the bit `own`, if the piece that slid here as `last` tells, can be jumped.

        What it can't tell is left to `plies`; but where nobody touches anybody, it says so with CALM.
        """
        board = self.board
        mine = FOES_OF[12 - own]
        to = last >> 10
        east = board[EAST[to]]
        west = board[WEST[to]]
        up = board[NORTH[to]]
        down = board[SOUTH[to]]
        i = self._depth - 1
        calm = self._plies[i - 1] & CALM  # then nobody is trapped, and nobody else can be jumped
        if not (mine[east] or mine[west] or mine[up] or mine[down]):
            if calm:
                self._plies[i] = last + CALM
        elif not (east and west and up and down):
            if not calm:
                return self._all_jumps(own, FOES_OF[own], out, n)
            # In the order of their squares, as in _all_jumps.
            if not up and mine[down]:
                n = self._jumps(to - 8, own, out, n)
            if not east and mine[west]:
                n = self._jumps(to - 1, own, out, n)
            if not west and mine[east]:
                n = self._jumps(to + 1, own, out, n)
            if not down and mine[up]:
                n = self._jumps(to + 8, own, out, n)
        return n

    def plies_from(self, square, out, n):
        """As `plies`, only those whose low byte is `square` (NOWHERE for a pass)."""
        if self._end:
            return n
        own = 4 << self.side
        if square == NOWHERE:
            if self._must_pass():
                out[n] = THE_PASS
                n += 1
        elif self.board[square] & own:
            if not self._must_jump(own):
                return self._steps(square, self.side, out, n)
            if self._can_jump(square, own):
                return self._jumps(square, own, out, n)
        return n

    def _must_pass(self):
        """Whether the side to move has no ply and the game goes on."""
        return not self._can_move(self.side) and (self._can_move(self.side ^ 1) or self._counting())

    def _can_move(self, side):
        """Whether `side` would have a ply if it were to move."""
        board = self.board
        own = 4 << side
        for frm in range(32):
            if board[frm] & own and (self._steps(frm, side, self._wished, 0) or self._can_jump(frm, own)):
                return True
        return False

    def _trapped(self, square, own):
        """Whether a piece of the side with the bit `own` is trapped on `square` (it need not stand there yet)."""
        board = self.board
        foes = FOES_OF[own]
        # In its column: a line that reaches row 1 or 4 ends at the edge, so it is row 2, row 3 or both of them.
        outer = OUTER[square]
        if outer != square and foes[board[outer]]:
            inner = square + square - outer
            if board[inner] & own:
                inner += square - outer
            if foes[board[inner]]:
                return True
        mine = FOES_OF[12 - own]
        at = square - 1
        edge = square & 24
        while at >= edge and mine[board[at]]:
            at -= 1
        if at < edge or not foes[board[at]]:
            return False
        at = square + 1
        edge += 7
        while at <= edge and mine[board[at]]:
            at += 1
        return at <= edge and foes[board[at]] != 0

    # Jump captures

    def _must_jump(self, own):
        """Whether an untrapped piece of the side with the bit `own` has a jump capture."""
        board = self.board
        for frm in range(32):
            if board[frm] & own and self._can_jump(frm, own):
                return True
        return False

    def _can_jump(self, frm, own):
        """Whether the piece on `frm` is untrapped and has a jump capture."""
        board = self.board
        jumps = JUMPS
        enemy = own ^ 12
        i = frm * 10
        over = jumps[i]
        while over != 255:
            if board[over] & enemy and not board[jumps[i + 1]]:
                return not self._trapped(frm, own)
            i += 3
            over = jumps[i]
        return False

    def _all_jumps(self, own, foes, out, n):
        """The jump sequences of all pieces of the side with the bit `own`; `foes` is its table."""
        board = self.board
        east = EAST
        north = NORTH
        west = WEST
        south = SOUTH
        mine = FOES_OF[12 - own]
        for frm in range(32):
            if mine[board[frm]]:
                right = board[east[frm]]
                left = board[west[frm]]
                up = board[north[frm]]
                down = board[south[frm]]
                if foes[right] or foes[left] or foes[up] or foes[down]:
                    if not ((right and left or foes[up] or foes[down]) and self._trapped(frm, own)):
                        n = self._jumps(frm, own, out, n)
        return n

    def _jumps(self, frm, own, out, n):
        """The jump sequences of an untrapped piece of the side with the bit `own`."""
        board = self.board
        value = board[frm]
        board[frm] = 0
        n = self._jumps_on(frm, frm | JUMP, 10, own, out, n)
        board[frm] = value
        return n

    def _jumps_on(self, square, ply, shift, own, out, n):
        """Every way to end a jump sequence that has come to `square`, its directions so far below bit `shift`."""
        board = self.board
        jumps = JUMPS
        foes = FOES_OF[own]
        start = n
        i = square * 10
        over = jumps[i]
        while over != 255:
            value = board[over]
            if foes[value]:
                to = jumps[i + 1]
                if not board[to]:
                    longer = ply | jumps[i + 2] << shift
                    board[over] = 0
                    right = board[EAST[to]]
                    left = board[WEST[to]]
                    column = foes[board[NORTH[to]]] + foes[board[SOUTH[to]]]
                    if (
                        not (column or foes[right] or foes[left])  # it can't be trapped then, nor jump
                        or (ROYAL[value] and not self._through)
                        or ((column or right and left) and self._trapped(to, own))
                    ):
                        out[n] = longer | 4 << shift
                        n += 1
                    else:
                        n = self._jumps_on(to, longer, shift + 2, own, out, n)
                    board[over] = value
            i += 3
            over = jumps[i]
        if n == start and shift > 10:
            out[n] = ply | 1 << shift
            n += 1
        return n

    # Slides and trap captures

    def _steps(self, frm, side, out, n):
        """The slides and trap captures of a piece of `side`, none if it is trapped."""
        board = self.board
        own = 4 << side
        if self._trapped(frm, own):
            return n
        for ray in AHEAD_UP_DOWN[side]:
            i = frm * 24 + ray
            to = SLIDES[i]
            while not board[to]:
                out[n] = frm | to << 10
                n += 1
                i += 1
                to = SLIDES[i]
        return self._traps(frm, own, out, n)

    def _traps(self, frm, own, out, n):
        """The trap captures of an untrapped piece of the side with the bit `own`."""
        board = self.board
        foes = FOES[own >> 3]
        first = frm * 24
        for ray in AHEAD_UP_DOWN[own >> 3]:
            to = SLIDES[first + ray]
            if foes[board[to]] and self._pins(frm, first + ray, own):
                out[n] = frm | TRAP | to << 10
                n += 1
        if self._backwards:
            first += 0 if own > 4 else 8
            to = SLIDES[first]
            if foes[board[to]] and self._pins(frm, first, own):
                out[n] = frm | TRAP | to << 10
                n += 1
        return n

    def _pins(self, frm, i, own):
        """Whether the ray from `frm` at SLIDES[i], an enemy first, goes over enemies alone to another own piece."""
        board = self.board
        enemy = own ^ 12
        to = SLIDES[i]
        while board[to] & enemy:
            i += 1
            to = SLIDES[i]
        return to != frm and board[to] & own != 0

    # Playing

    def push(self, ply):
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

    def _forget(self, depth):
        """Make room for another ply at `depth`: the oldest can't be taken back any more. Gives the depth as it is then."""
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

    def _ahead(self, depth):
        """Whether the ply that was played at `depth` brought a piece forward."""
        ply = self._plies[depth]
        return ply & AHEAD if ply >= TRAP else (ply >> 10 ^ ply) & 7  # who slides to another column slides ahead

    def _push_other(self, ply, i):
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

    def _count_backs(self, side):
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

    def _back(self, side, mover):
        """The back-row count of a side, as it is kept, at the end of a turn of `mover`."""
        square = self._kings[side]
        if square == NOWHERE or square & 7 != (0 if side else 7):
            return 0
        count = self._backs >> (side << 2) & 15
        if count == 0 or count == WAITING:
            return WAITING if square == self._goals[side] else 1
        return count if side == mover else count + 1

    def pop(self):
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

    def _pop_other(self, ply):
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
