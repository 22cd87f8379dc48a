"""How the pieces of King's Crossing move: which plies there are.

The base of game.py, whose class adds texts, refusals and what Stealth hides; what plies do is in
play.py. Nothing here allocates.

Whether the side to move is stuck is computed only when asked for (`plies` and the `result` of game.py) and
from the position alone, so a ply that is only tried costs nothing for it.
"""

from array import array

from shared_rules.arrays import flags, table
from shared_rules.codes import NOWHERE
from shared_rules.kings_crossing import tables
from shared_rules.kings_crossing.play import CALM, ROYAL, Play
from shared_rules.kings_crossing.ply import JUMP, THE_PASS, TRAP

OUTER = table(tables.OUTER)
NORTH = table(tables.NORTH)
SOUTH = table(tables.SOUTH)
EAST = table(tables.EAST)
WEST = table(tables.WEST)
NEXT = (EAST, NORTH, WEST, SOUTH)  # by direction
FORWARD = (EAST, WEST)  # by side
AHEAD_UP_DOWN = ((EAST, NORTH, SOUTH), (WEST, NORTH, SOUTH))
FOES = (flags(b"\0\0\0\0\0\0\0\0\1\1"), flags(b"\0\0\0\0\1\1\0\0\0\0"))  # by side, board values of enemies
FOES_OF = (b"", b"", b"", b"", FOES[0], b"", b"", b"", FOES[1])  # the same by the side's bit


class Moves(Play):
    """A position and its plies, without its text."""

    def plies(self, out: "array[int]", n: int) -> int:
        """Write every legal ply into the array `out` from index `n`; return the index after the last."""
        if self._end:
            return n
        board = self.board
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
                    if (
                        (foes[ahead] and not board[fore[fore[frm]]])
                        or (foes[up] and not board[north[north[frm]]])
                        or (foes[down] and not board[south[south[frm]]])
                        or (foes[behind] and not board[back[back[frm]]])
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
                to = fore[frm]
                while not board[to]:
                    out[n] = frm + to * 1024
                    n += 1
                    at = to
                    to = fore[at]
                    if to == at:
                        break
            if not up:
                to = north[frm]
                while not board[to]:
                    out[n] = frm + to * 1024
                    n += 1
                    at = to
                    to = north[at]
                    if to == at:
                        break
            if not down:
                to = south[frm]
                while not board[to]:
                    out[n] = frm + to * 1024
                    n += 1
                    at = to
                    to = south[at]
                    if to == at:
                        break
        if not near:
            played[self._depth - 1] = last + CALM
        if n == start and self._must_pass():
            out[n] = THE_PASS
            n += 1
        return n

    def _after_slide(self, last: int, own: int, out: "array[int]", n: int) -> int:
        """The jumps of the side with the bit `own`, if the piece that slid here as `last` tells, can be jumped.

        What it can't tell it leaves to `plies`; it returns CALM where no enemies touch.
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

    def plies_from(self, square: int, out: "array[int]", n: int) -> int:
        """As `plies`, but only those whose low byte is `square` (NOWHERE for a pass)."""
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

    def _dead(self) -> bool:
        """Whether neither side has a ply and no back-row count runs: then the game is drawn."""
        return not (self._can_move(self.side) or self._can_move(self.side ^ 1) or self._counting())

    def _must_pass(self) -> int:
        """Whether the side to move has no ply and the game goes on."""
        return not self._can_move(self.side) and (self._can_move(self.side ^ 1) or self._counting())

    def _can_move(self, side: int) -> bool:
        """Whether `side` would have a ply if it were to move."""
        board = self.board
        own = 4 << side
        for frm in range(32):
            if board[frm] & own and (self._steps(frm, side, self._wished, 0) or self._can_jump(frm, own)):
                return True
        return False

    def _trapped(self, square: int, own: int) -> bool:
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

    def _must_jump(self, own: int) -> bool:
        """Whether an untrapped piece of the side with the bit `own` has a jump capture."""
        board = self.board
        for frm in range(32):
            if board[frm] & own and self._can_jump(frm, own):
                return True
        return False

    def _can_jump(self, frm: int, own: int) -> bool:
        """Whether the piece on `frm` is untrapped and has a jump capture."""
        board = self.board
        foes = FOES_OF[own]
        for way in NEXT:
            over = way[frm]
            if foes[board[over]] and not board[way[over]]:
                return not self._trapped(frm, own)
        return False

    def _all_jumps(self, own: int, foes: bytes, out: "array[int]", n: int) -> int:
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

    def _jumps(self, frm: int, own: int, out: "array[int]", n: int) -> int:
        """The jump sequences of an untrapped piece of the side with the bit `own`."""
        board = self.board
        value = board[frm]
        board[frm] = 0
        n = self._jumps_on(frm, frm | JUMP, 10, own, out, n)
        board[frm] = value
        return n

    def _jumps_on(self, square: int, ply: int, shift: int, own: int, out: "array[int]", n: int) -> int:
        """Every way to end a jump sequence that has come to `square`, the directions so far being below bit `shift`."""
        board = self.board
        foes = FOES_OF[own]
        start = n
        for direction in range(4):
            way = NEXT[direction]
            over = way[square]
            value = board[over]
            if foes[value]:
                to = way[over]
                if not board[to]:
                    longer = ply | direction << shift
                    board[over] = 0
                    right = board[EAST[to]]
                    left = board[WEST[to]]
                    column = foes[board[NORTH[to]]] + foes[board[SOUTH[to]]]
                    if (
                        not (column or foes[right] or foes[left])  # it can't be trapped then, nor jump
                        or ROYAL[value]
                        or ((column or right and left) and self._trapped(to, own))
                    ):
                        out[n] = longer | 4 << shift
                        n += 1
                    else:
                        n = self._jumps_on(to, longer, shift + 2, own, out, n)
                    board[over] = value
        if n == start and shift > 10:
            out[n] = ply | 1 << shift
            n += 1
        return n

    # Slides and trap captures

    def _steps(self, frm: int, side: int, out: "array[int]", n: int) -> int:
        """The slides and trap captures of a piece of `side`, none if it is trapped."""
        board = self.board
        own = 4 << side
        if self._trapped(frm, own):
            return n
        for way in AHEAD_UP_DOWN[side]:
            to = way[frm]
            while not board[to]:
                out[n] = frm | to << 10
                n += 1
                at = to
                to = way[at]
                if to == at:
                    break
        return self._traps(frm, own, out, n)

    def _traps(self, frm: int, own: int, out: "array[int]", n: int) -> int:
        """The trap captures of an untrapped piece of the side with the bit `own`."""
        board = self.board
        foes = FOES_OF[own]
        for way in AHEAD_UP_DOWN[own >> 3]:
            to = way[frm]
            if foes[board[to]] and self._pins(frm, way, own):
                out[n] = frm | TRAP | to << 10
                n += 1
        if self._backwards:
            way = FORWARD[own >> 2 & 1]
            to = way[frm]
            if foes[board[to]] and self._pins(frm, way, own):
                out[n] = frm | TRAP | to << 10
                n += 1
        return n

    def _pins(self, frm: int, way: bytes, own: int) -> bool:
        """Whether from `frm`, with an enemy next that way, it goes over enemies alone to another own piece."""
        board = self.board
        foes = FOES_OF[own]
        to = way[frm]
        while foes[board[to]]:
            frm = to
            to = way[frm]
            if to == frm:
                return False
        return board[to] & own != 0
