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
from shared_rules.arrays import cells, table
from shared_rules.codes import END_BACK_ROW, END_HOME, END_KING_CAPTURED, FIRST_WON, NOWHERE, const
from shared_rules.kings_crossing_ply import STEPS, cut_at

KIND = const(0x300)  # of plies, as in kings_crossing_ply.py
JUMP = const(0x100)
TRAP = const(0x200)
THE_PASS = const(0x3FF)

COUNTS = const(0x20000000)  # in the undo ring: more than a slide, or one that a back-row count has to do with

# The back-row counts are kept in one number: white's | black's << 4. Each is 0 while the king is elsewhere, 1 to 11 for
# 0 to 10, and 12 while the king is there and it has not begun.
WAITING = const(12)
REACHED = const(11)

JUMPS = table(tables.JUMPS)
OUTER = table(tables.OUTER)
SLIDES = table(tables.SLIDES)
NORTH = table(tables.NORTH)
SOUTH = table(tables.SOUTH)
FORWARD = (table(tables.EAST), table(tables.WEST))  # by side
AHEAD_UP_DOWN = (0, 8, 12)  # where these rays begin in a block of SLIDES


class Moves:
    """A position without its text, and the way back from it."""

    def __init__(self, history):
        self.board = cells(32)
        self._first = 0  # the side to move at depth 0
        self.history = history
        self._plies = [0] * history
        self._since_before = [0] * history  # _since and _backs before each ply
        self._backs_before = bytearray(history)
        self._mask = history - 1
        self._depth = 0  # plies played
        self._full = history  # the depth at which the next ply takes the place of the oldest
        self._lost = bytearray(24)  # board values captured since the start, in order; no piece is captured twice
        self._losses = 0
        self._kings = bytearray(2)  # their squares, NOWHERE once captured
        self._goals = bytearray(2)  # the square where each side's king wins
        self._backs = 0  # the back-row counts
        self._since = 0  # the depth at which the quiet count began
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
        side = self.side
        fore = FORWARD[side]
        back = FORWARD[side ^ 1]
        own = 4 << side
        side <<= 9
        enemy = own ^ 12
        jumping = False
        start = n
        frm = -1
        for value in board:
            frm += 1
            if not value & own:
                continue
            ahead = board[fore[frm]]
            up = board[north[frm]]
            down = board[south[frm]]
            behind = board[back[frm]]
            if (ahead | up | down | behind) & enemy:
                i = side | frm << 4
                if (
                    (ahead & enemy and not board[slides[i + 1]])
                    or (up & enemy and not board[slides[i + 9]])
                    or (down & enemy and not board[slides[i + 13]])
                    or (behind & enemy and not board[slides[(i ^ 512) + 1]])
                ) and not self._trapped(frm, own):
                    if not jumping:
                        jumping = True
                        n = start
                    n = self._jumps(frm, out, n)
                elif not jumping:
                    n = self._steps(frm, self.side, out, n)
            elif (
                jumping
                or ahead
                and (
                    # No enemy is near: only a piece in the middle of a line of five or more can be trapped.
                    up
                    and down
                    or behind
                    and board[fore[fore[frm]]]
                    and board[back[back[frm]]]
                    and self._trapped(frm, own)
                )
            ):
                pass
            else:
                i = side | frm << 4
                to = fore[frm]
                while not board[to]:
                    out[n] = frm | to << 10
                    n += 1
                    i += 1
                    to = slides[i]
                i = side | frm << 4 | 8
                to = north[frm]
                while not board[to]:
                    out[n] = frm | to << 10
                    n += 1
                    i += 1
                    to = slides[i]
                i = side | frm << 4 | 12
                to = south[frm]
                while not board[to]:
                    out[n] = frm | to << 10
                    n += 1
                    i += 1
                    to = slides[i]
        if n == start and self._must_pass():
            out[n] = THE_PASS
            n += 1
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
                return self._jumps(square, out, n)
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
        enemy = own ^ 12
        # In its column: a line that reaches row 1 or 4 ends at the edge, so it is row 2, row 3 or both of them.
        outer = OUTER[square]
        if outer != square and board[outer] & enemy:
            inner = 2 * square - outer
            if board[inner] & own:
                inner += square - outer
            if board[inner] & enemy:
                return True
        at = square - 1
        edge = square & 24
        while at >= edge and board[at] & own:
            at -= 1
        if at < edge or not board[at] & enemy:
            return False
        at = square + 1
        edge = square | 7
        while at <= edge and board[at] & own:
            at += 1
        return at <= edge and board[at] & enemy != 0

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
        enemy = own ^ 12
        i = frm * 10
        over = JUMPS[i]
        while over != 255:
            if board[over] & enemy and not board[JUMPS[i + 1]]:
                return not self._trapped(frm, own)
            i += 3
            over = JUMPS[i]
        return False

    def _jumps(self, frm, out, n):
        """The jump sequences of a piece that can jump."""
        board = self.board
        value = board[frm]
        board[frm] = 0
        n = self._jumps_on(frm, frm | JUMP, 10, out, n)
        board[frm] = value
        return n

    def _jumps_on(self, square, ply, shift, out, n):
        """Every way to end a jump sequence that has come to `square`, its directions so far below bit `shift`."""
        board = self.board
        own = 4 << self.side
        enemy = own ^ 12
        start = n
        i = square * 10
        over = JUMPS[i]
        while over != 255:
            value = board[over]
            to = JUMPS[i + 1]
            if value & enemy and not board[to]:
                longer = ply | JUMPS[i + 2] << shift
                board[over] = 0
                if (value & 1 and not self._through) or self._trapped(to, own):
                    out[n] = longer | 4 << shift
                    n += 1
                else:
                    n = self._jumps_on(to, longer, shift + 2, out, n)
                board[over] = value
            i += 3
            over = JUMPS[i]
        if n == start:
            out[n] = ply | 1 << shift
            n += 1
        return n

    # Slides and trap captures

    def _steps(self, frm, side, out, n):
        """The slides and trap captures of a piece of `side`, none if it is trapped."""
        board = self.board
        own = 4 << side
        enemy = own ^ 12
        if self._trapped(frm, own):
            return n
        first = (side << 5 | frm) << 4
        for ray in AHEAD_UP_DOWN:
            i = first + ray
            to = SLIDES[i]
            if not board[to]:
                n = self._slide(frm, i, out, n)
            elif board[to] & enemy and self._pins(frm, i, own):
                out[n] = frm | TRAP | to << 10
                n += 1
        if self._backwards:
            i = first ^ 512
            to = SLIDES[i]
            if board[to] & enemy and self._pins(frm, i, own):
                out[n] = frm | TRAP | to << 10
                n += 1
        return n

    def _slide(self, frm, i, out, n):
        """The slides from `frm` along the ray at SLIDES[i]."""
        board = self.board
        to = SLIDES[i]
        while not board[to]:
            out[n] = frm | to << 10
            n += 1
            i += 1
            to = SLIDES[i]
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
            self._full = depth + 1
        i = depth & self._mask
        depth += 1
        self._depth = depth
        self._plies[i] = ply
        if ply & KIND or self._backs:
            self._push_other(ply, i)
            return
        board = self.board
        frm = ply & 255
        to = ply >> 10
        value = board[frm]
        board[frm] = 0
        board[to] = value
        if value & 1:
            self._kings[value >> 3] = to
        if (frm ^ to) & 7:  # a slide to another column goes ahead
            self._since_before[i] = self._since
            self._since = depth
            if value & 1 and to + 1 & 7 < 2:  # a king's arrival in column a or h may count
                self._plies[i] = ply | COUNTS
                self._backs_before[i] = 0
                self._count_backs(value >> 3)

    def _push_other(self, ply, i):
        """Play what is more than a slide, or one while a back-row count runs."""
        if self._stealth:
            ply = cut_at(ply, self._kings[self.side])  # the ply is counted already: this is the other side's king
        self._plies[i] = ply | COUNTS
        self._since_before[i] = self._since
        self._backs_before[i] = self._backs
        side = self.side ^ 1  # who plays it
        if ply == THE_PASS:
            self._end_turn(side, 0, 0, False)
            return
        frm = ply & 255
        board = self.board
        value = board[frm]
        board[frm] = 0
        royal = value  # bit 1 set if a king moves or is taken
        rest = ply >> 10
        losses = self._losses
        to = rest
        if ply & KIND == TRAP:
            royal |= board[to]
            self._lost[losses] = board[to]
            losses += 1
        elif ply & KIND:
            to = frm
            while rest > 1:
                step = STEPS[rest & 3]
                to += step
                royal |= board[to]
                self._lost[losses] = board[to]
                losses += 1
                board[to] = 0
                to += step
                rest >>= 2
        self._losses = losses
        board[to] = value
        if value & 1:
            self._kings[side] = to
        if ply & KIND and self._lost[losses - 1] & 1:  # nothing is taken after the king
            self._kings[side ^ 1] = NOWHERE
        self._end_turn(side, frm, to, royal & 1)

    def _end_turn(self, side, frm, to, royal):
        """The counts after a turn of `side` with a piece from `frm` to `to`, and whether it ended the game.

        `royal` is true if a king moved or was taken.
        """
        ahead = (frm & 7) - (to & 7) if side else (to & 7) - (frm & 7)
        if ahead > 0:
            self._since = self._depth
        if royal or self._backs:
            self._count_backs(side)

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
        depth &= self._mask
        ply = self._plies[depth]
        if ply & COUNTS:
            self._since = self._since_before[depth]
            self._backs = self._backs_before[depth]
            self._end = 0
            self._pop_other(ply ^ COUNTS)
            return
        board = self.board
        frm = ply & 255
        to = ply >> 10
        value = board[to]
        board[to] = 0
        board[frm] = value
        if value & 1:
            self._kings[value >> 3] = frm
        if (frm ^ to) & 7:
            self._since = self._since_before[depth]

    def _pop_other(self, ply):
        """Take back what is more than a slide, or one with a back-row count."""
        if ply == THE_PASS:
            return
        side = self.side
        board = self.board
        lost = self._lost
        losses = self._losses
        frm = ply & 255
        rest = ply >> 10
        taken = rest
        if ply & KIND == TRAP:
            losses -= 1
            value = board[rest]
            board[rest] = lost[losses]
        elif not ply & KIND:
            value = board[rest]
            board[rest] = 0
        else:
            to = frm
            while rest > 1:
                to += 2 * STEPS[rest & 3]
                rest >>= 2
                losses -= 1
            value = board[to]
            board[to] = 0
            to = frm
            rest = ply >> 10
            i = losses
            while rest > 1:
                taken = to + STEPS[rest & 3]
                board[taken] = lost[i]
                to += 2 * STEPS[rest & 3]
                rest >>= 2
                i += 1
        board[frm] = value
        if value & 1:
            self._kings[side] = frm
        if board[taken] & 1:  # the last one: nothing is taken after the king
            self._kings[side ^ 1] = taken
        while self._losses > losses:
            self._losses -= 1
            lost[self._losses] = 0
