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

from shared_rules.codes import END_BACK_ROW, END_HOME, END_KING_CAPTURED, FIRST_WON, NOWHERE, const
from shared_rules.kings_crossing_ply import STEPS
from shared_rules.kings_crossing_tables import JUMPS, OUTER, SLIDES

KIND = const(0x300)  # of plies, as in kings_crossing_ply.py
JUMP = const(0x100)
TRAP = const(0x200)
THE_PASS = const(0x3FF)

# The counts are kept in one number: white's back-row count | black's << 4 | quiet count << 8. A back-row count is kept
# as 0 while the king is elsewhere, as 1 to 11 for 0 to 10, and as 12 while the king is there and it has not begun.
WAITING = const(12)
REACHED = const(11)
BACKS = const(0xFF)
QUIET = const(0x100)  # one turn of the quiet count
QUIET_FULL = const(0xF423F00)  # 999999 << 8: where the quiet count stops

AHEAD_UP_DOWN = (0, 8, 12)  # where these rays begin in a block of SLIDES
try:
    import micropython  # noqa: F401
except ImportError:  # CPython reads a tuple in half the time; a board has no room for that
    JUMPS, OUTER, SLIDES = tuple(JUMPS), tuple(OUTER), tuple(SLIDES)


class Moves:
    """A position without its text, and the way back from it."""

    def __init__(self, history):
        self.board = bytearray(32)
        self.side = 0
        self.history = history
        self._plies = [0] * history
        self._states = [0] * history  # the counts before each ply
        self._mask = history - 1
        self._depth = 0  # plies played
        self._full = history  # the depth at which the next ply takes the place of the oldest
        self._lost = bytearray(24)  # board values captured since the start, in order; no piece is captured twice
        self._losses = 0
        self._kings = bytearray(2)  # their squares, NOWHERE once captured
        self._goals = bytearray(2)  # the square where each side's king wins
        self._counts = 0
        self._end = 0  # result | reason << 2, once a side has won
        self._backwards = False
        self._through = False  # whether jumps go on past the enemy king
        self._wished = array("i", [0] * 22)  # no piece has more plies (KINGS_CROSSING.md, "How long can it get")

    # How the game stands

    def _dead(self):
        """Whether neither side has a ply and no back-row count runs: then the game is drawn."""
        return not (self._can_move(self.side) or self._can_move(self.side ^ 1) or self._counting())

    def _counting(self):
        white = self._counts & 15
        black = self._counts >> 4 & 15
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
        side = self.side << 9
        own = 4 << self.side
        enemy = own ^ 12
        jumping = False
        start = n
        frm = -1
        for value in board:
            frm += 1
            if not value & own:
                continue
            i = side | frm << 4
            ahead = board[slides[i]]
            up = board[slides[i + 8]]
            down = board[slides[i + 12]]
            behind = board[slides[i ^ 512]]
            if (ahead | up | down | behind) & enemy:
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
            elif jumping:
                pass
            elif not (ahead and up and down or ahead and behind and self._trapped(frm, own)):
                # No enemy is near: only a piece in the middle of its row can be trapped.
                if not ahead:
                    n = self._slide(frm, i, out, n)
                if not up:
                    n = self._slide(frm, i + 8, out, n)
                if not down:
                    n = self._slide(frm, i + 12, out, n)
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
        """Play a legal ply; the caller guarantees that it is legal."""
        depth = self._depth
        if depth == self._full:
            self._full += 1
        self._depth = depth + 1
        depth &= self._mask
        self._plies[depth] = ply
        self._states[depth] = counts = self._counts
        side = self.side
        self.side = side ^ 1
        frm = ply & 255
        if ply & KIND:
            self._push_other(ply, frm, side)
            return
        board = self.board
        to = ply >> 10
        value = board[frm]
        board[frm] = 0
        board[to] = value
        if value & 1:
            self._kings[side] = to
            self._end_turn(side, frm, to, True)
        elif counts & BACKS:
            self._end_turn(side, frm, to, False)
        elif (frm ^ to) & 7:  # a slide to another column goes ahead
            self._counts = 0
        elif counts < QUIET_FULL:
            self._counts = counts + QUIET

    def _push_other(self, ply, frm, side):
        """Play a capture or a pass."""
        if ply == THE_PASS:
            self._end_turn(side, 0, 0, False)
            return
        board = self.board
        value = board[frm]
        board[frm] = 0
        royal = value  # bit 1 set if a king moves or is taken
        rest = ply >> 10
        losses = self._losses
        if ply & KIND == TRAP:
            to = rest
            royal |= board[to]
            self._lost[losses] = board[to]
            losses += 1
        else:
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
        if self._lost[losses - 1] & 1:  # nothing is taken after the king
            self._kings[side ^ 1] = NOWHERE
        self._end_turn(side, frm, to, royal & 1)

    def _end_turn(self, side, frm, to, royal):
        """The counts after a turn of `side` with a piece from `frm` to `to`, and whether it ended the game.

        `royal` is true if a king moved or was taken.
        """
        counts = self._counts
        ahead = (frm & 7) - (to & 7) if side else (to & 7) - (frm & 7)
        if ahead > 0:
            self._counts = counts & BACKS
        elif counts < QUIET_FULL:
            self._counts = counts + QUIET
        if royal or counts & BACKS:
            self._count_backs(side)

    def _count_backs(self, side):
        """The back-row counts at the end of a turn of `side`, and who has won."""
        white = self._back(0, side)
        black = self._back(1, side)
        self._counts = self._counts & ~BACKS | black << 4 | white
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
        count = self._counts >> (side << 2) & 15
        if count == 0 or count == WAITING:
            return WAITING if square == self._goals[side] else 1
        return count if side == mover else count + 1

    def pop(self):
        """Take back the last ply: every byte is as before it. The caller keeps to `undoable`."""
        depth = self._depth - 1
        self._depth = depth
        depth &= self._mask
        ply = self._plies[depth]
        self._counts = self._states[depth]
        self._end = 0
        side = self.side ^ 1
        self.side = side
        if ply & KIND:
            self._pop_other(ply, side)
            return
        board = self.board
        frm = ply & 255
        to = ply >> 10
        value = board[to]
        board[to] = 0
        board[frm] = value
        if value & 1:
            self._kings[side] = frm

    def _pop_other(self, ply, side):
        """Take back a capture or a pass."""
        if ply == THE_PASS:
            return
        board = self.board
        lost = self._lost
        losses = self._losses
        frm = ply & 255
        rest = ply >> 10
        if ply & KIND == TRAP:
            losses -= 1
            value = board[rest]
            taken = rest
            board[taken] = lost[losses]
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
