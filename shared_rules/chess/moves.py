"""How the pieces of chess move: which plies there are, what they do, and who attacks what.

The lower half of game.py, whose class adds texts, ends and refusals. `__init__` allocates all memory, and nothing else
here allocates. No legality is checked in `push`: the caller guarantees it.

A ply is  origin | destination << 8  with the marks below above them; of castling both are the king's, or the rook's if the king
stays where it is. Board values are places in
the piece list: 1 to 16 White's, 17 to 32 Black's, kings first and pawns last; `at` has the square of each (NOWHERE once it is
captured), `kinds` what it is.

The key of a position, in two halves below 2**29, is the sum of numbers for its pieces (keys.py) and the rights to castle and to
capture en passant. The keys before the last plies are kept, for as many as a repetition can go back.

Only legal plies are listed: `_look` finds who attacks the king and which pieces shield it, and `_sift` takes away the plies of
a piece that this forbids; for the king's own plies and for en passant the attack is tried on the board.
"""

from array import array

from shared_rules.arrays import cells, table, view, words
from shared_rules.base import Alternating
from shared_rules.chess import tables
from shared_rules.chess.codes import WHY_CHECK, WHY_NO_CASTLING
from shared_rules.codes import NOWHERE, WHY_BLOCKED, WHY_FINE, const
from shared_rules.keys import KINDS_A, KINDS_B, SQUARES_A, SQUARES_B

# Kinds of pieces; those from 1 to 4 are what pawns become, in the order of offering.
KING = const(0)
QUEEN = const(1)
ROOK = const(2)
BISHOP = const(3)
KNIGHT = const(4)
PAWN = const(5)  # White's; Black's are the next

# Marks in a ply.
CAPTURE = const(0x10000)
PAWN_STEP = const(0x20000)
DOUBLE = const(0x40000)  # a pawn's step over two squares
PASSANT = const(0x80000)
CASTLING = const(0x100000)
PROMOTION = const(21)  # from this bit on the kind that a pawn becomes

# What `_state` holds, all that a ply may lose: the plies since the last capture or pawn's step; from these bits on the
# rights to castle (White's king's side, queen's side, Black's), the square a pawn has just passed over if it can be captured
# there (0 for none), the number of pawns, rooks and queens; kept with each ply, also what it captured.
CLOCK = const(0xFF)
RIGHTS = const(8)
PASSED = const(12)
HEAVY = const(18)
LOST = const(23)
STATE = const(0x7FFFFF)
KEPT = const(0x7C0FFF)  # what no ply changes but by the squares it touches: not what has just been passed over
RESTARTED = const(0x7FFF00)
SPECIAL = const(0x3FF00)  # the rights to castle and to capture en passant
# In a key: its bits, and what the rights are multiplied with.
KEY = const(0x1FFFFFFF)
RIGHTS_A = const(0x5A3D1)
RIGHTS_B = const(0x67B2F)

STEPS = view(tables.NEXT)
NEXT = tuple([STEPS[way : way + 64] for way in range(0, 512, 64)])
LINES = ((), NEXT, NEXT[:4], NEXT[4:])  # by kind: of queen, rook, bishop
AHEAD = (NEXT[1], NEXT[3])  # by side
BESIDE = (NEXT[4:6], NEXT[6:])  # by side: where its pawns capture
KNIGHTS = table(tables.KNIGHT)
HIT = table(tables.HIT)
MAY = table(tables.MAY)
WAY = table(tables.WAY)
# By side, for each board value: 1 for an enemy piece, else 0.
ENEMIES = view(bytes([0] * 17 + [1] * 16 + [0] * 17))
FOES = (ENEMIES[:33], ENEMIES[16:49])
WEIGHTS = (0, 1 << HEAVY, 1 << HEAVY, 0, 0, 1 << HEAVY, 1 << HEAVY)  # by kind: what its capture takes off the state


class Moves(Alternating):
    """A position without its text, and the way back from it: the last `history` plies, a power of two.

    Of as many as `look_back` before any of these it knows whether the position has been the same.
    """

    def __init__(self, history: int, look_back: int) -> None:
        super().__init__(history)
        self.board = cells(64)
        self.at = cells(33)
        self.kinds = cells(33)
        self._numbers_a = words(33)  # of their kinds, for the key
        self._numbers_b = words(33)
        self._state = 0
        self._rooks = cells(4)  # by right to castle: the rook's square
        self._keep = words(64)  # by square: what of the state remains when a ply leaves it or arrives there
        self._plies = words(history)
        self._states = words(history)  # before each ply
        self._mask = history - 1
        ring = 1
        while ring < history + look_back:
            ring += ring
        self._ring = ring - 1
        self.key_a = 0
        self.key_b = 0
        self._keys_a = words(ring)  # before each ply
        self._keys_b = words(ring)
        self._since = 0  # the depth from which on they are known
        self._found_look = -1  # what `_look` has said of the position, -1 before it was asked

    def stand(self, side: int, board: bytearray, rooks: bytearray, passed: int, clock: int) -> None:
        """Set a position that reading.py has read. `board`: 0, or kind + 1 of a white piece, + 7 of a black one.

        `passed`: the square that a pawn has just passed over, 0 for none, whether it can be captured there or not.
        """
        self.board[:] = bytes(64)
        self.at[:] = b"\xff" * 33
        self.kinds[:] = bytes(33)
        free = bytearray((1, 17))
        heavy = 0
        self.key_a = self.key_b = 0
        for kind in range(6):
            for square in range(64):
                code = board[square]
                if code and (code - 1) % 6 == kind:
                    of = (code - 1) // 6
                    value = free[of]
                    free[of] = value + 1
                    self.board[square] = value
                    self.at[value] = square
                    self._set_kind(value, kind if kind < PAWN else PAWN + of)
                    heavy += WEIGHTS[kind]
                    self._add(value, square)
        rights = 0
        for square in range(64):
            self._keep[square] = KEPT
        for right in range(4):
            self._rooks[right] = rooks[right]
            if rooks[right] != NOWHERE:
                rights |= 1 << right
                self._keep[rooks[right]] &= ~(0x100 << right)
                self._keep[self.at[1 if right < 2 else 17]] &= ~(0x100 << right)
        if not self._can_pass(passed, side):
            passed = 0
        self._state = clock | rights << RIGHTS | passed << PASSED | heavy
        self._new_rights(0, self._state)
        self._begin(side)
        self._since = 0
        self._found_look = -1

    # Keys

    def _set_kind(self, value: int, kind: int) -> None:
        """What the piece `value` is from now on."""
        self.kinds[value] = kind
        kind += (value - 1 >> 4) * 7
        self._numbers_a[value] = KINDS_A[kind]
        self._numbers_b[value] = KINDS_B[kind]

    def _add(self, value: int, square: int) -> None:
        """Into the key: the piece `value` on `square`."""
        self.key_a = self.key_a + (self._numbers_a[value] * SQUARES_A[square] & KEY) & KEY
        self.key_b = self.key_b + (self._numbers_b[value] * SQUARES_B[square] & KEY) & KEY

    def _remove(self, value: int, square: int) -> None:
        """Out of the key."""
        self.key_a = self.key_a - self._numbers_a[value] * SQUARES_A[square] & KEY
        self.key_b = self.key_b - self._numbers_b[value] * SQUARES_B[square] & KEY

    def _new_rights(self, old: int, new: int) -> None:
        """Into the key: the rights of another state."""
        change = (new >> RIGHTS & 0x3FF) - (old >> RIGHTS & 0x3FF)
        self.key_a = self.key_a + change * RIGHTS_A & KEY
        self.key_b = self.key_b + change * RIGHTS_B & KEY

    def recall(self, game: "Moves") -> None:
        """Take over what `game`, at the same position, knows of those before it."""
        known = min(game._state & CLOCK, game._depth - game._since)
        for i in range(1, known + 1):
            self._keys_a[self._depth - i & self._ring] = game._keys_a[game._depth - i & game._ring]
            self._keys_b[self._depth - i & self._ring] = game._keys_b[game._depth - i & game._ring]
        self._since = self._depth - known

    def repeated(self) -> int:
        """How often the position has occurred before, as far as the past is known."""
        depth = self._depth
        ring = self._ring
        count = 0
        for i in range(4, min(self._state & CLOCK, depth - self._since) + 1, 2):
            if self._keys_a[depth - i & ring] == self.key_a and self._keys_b[depth - i & ring] == self.key_b:
                count += 1
        return count

    # Attacks

    def _reach(self, frm: int, to: int, way: int) -> int:
        """The first square that is not empty from `frm` that way, or `to`, which lies on it."""
        board = self.board
        step = NEXT[way]
        frm = step[frm]
        while frm != to and not board[frm]:
            frm = step[frm]
        return frm

    def attacker(self, square: int, side: int) -> int:
        """The board value of a piece of `side` that attacks `square`, 0 if there is none."""
        at = self.at
        kinds = self.kinds
        may = MAY
        near = square + 255
        for value in range(side * 16 + 1, side * 16 + 17):
            frm = at[value]
            if may[near - frm] and may[near - frm] >> kinds[value] & 1:
                far = square + (square & 56) - frm - (frm & 56) + 119
                if HIT[far] >> kinds[value] & 1:
                    if not 0 < kinds[value] < 4 or self._reach(frm, square, WAY[far]) == square:
                        return value
        return 0

    def _look(self, side: int) -> int:
        """How many pieces attack the king of `side` (2 for more) | the square of one of them << 2 | pinned pieces << 8.

        Of these, which must not leave their line to the king, each is a bit: 1 << board value - the king's.
        """
        at = self.at
        kinds = self.kinds
        may = MAY
        king = at[side * 16 + 1]
        near = king + 255
        checks = 0
        checker = 0
        pinned = 0
        for value in range(17 - side * 16, 33 - side * 16):
            frm = at[value]
            if may[near - frm] and may[near - frm] >> kinds[value] & 1:
                far = king + (king & 56) - frm - (frm & 56) + 119
                if HIT[far] >> kinds[value] & 1:
                    to = self._reach(frm, king, WAY[far]) if 0 < kinds[value] < 4 else king
                    if to == king:
                        checks += 1
                        checker = frm
                    elif self.board[to] - 1 >> 4 == side and self._reach(to, king, WAY[far]) == king:
                        pinned |= 1 << (self.board[to] - 1 & 15)
        return min(checks, 2) | checker << 2 | pinned << 8

    def _seen(self) -> int:
        """What `_look` says of the side to move, found once for the position."""
        if self._found_look < 0:
            self._found_look = self._look(self._depth + self._first & 1)
        return self._found_look

    def may_win(self, ply: int) -> bool:
        """Whether the ply may give check: it attacks the king, or leaves a line to it; castling and en passant always may."""
        frm = ply & 255
        to = ply >> 8 & 255
        value = self.board[frm]
        king = self.at[17 - (value - 1 & 16)]
        kind = ply >> PROMOTION or self.kinds[value]
        base = 119 + king + (king & 56)
        far = base - to - (to & 56)
        if HIT[far] >> kind & 1:
            if not 0 < kind < 4:
                return True
            stop = self._reach(to, king, WAY[far])
            if stop == king or stop == frm:
                return True
        far = base - frm - (frm & 56)
        return HIT[far] & 2 and self._reach(frm, king, WAY[far]) == king or ply & (CASTLING | PASSANT) != 0

    # Plies

    def _list(self, look: int, value: int, last: int, out: "array[int]", n: int) -> int:
        """Write the legal plies but castling of the pieces `value` to `last - 1` of one side; return the index after the last.

        `look` is what `_look` says of that side, as everywhere below.
        """
        at = self.at
        kinds = self.kinds
        side = value - 1 >> 4
        for value in range(value, last):
            frm = at[value]
            if frm == 255:
                continue
            kind = kinds[value]
            begun = n
            if not kind:
                n = self._king_plies(look, frm, side, out, n)
                continue
            if look & 2:
                return n  # two pieces attack the king, which alone can move
            if kind > 4:
                n = self._pawn_plies(frm, side, out, n)
            elif kind == 4:
                n = self._knight_plies(frm, side, out, n)
            else:
                n = self._line_plies(kind, frm, side, out, n)
            if look and n > begun and (look & 1 or look >> (value - 1 & 15) + 8 & 1):
                n = self._sift(look, value, out, begun, n)
        return n

    def _line_plies(self, kind: int, frm: int, side: int, out: "array[int]", n: int) -> int:
        board = self.board
        foes = FOES[side]
        for step in LINES[kind]:
            to = step[frm]
            while to != 255:
                foe = board[to]
                if foe:
                    if foes[foe]:
                        out[n] = frm | to << 8 | 0x10000
                        n += 1
                    break
                out[n] = frm | to << 8
                n += 1
                to = step[to]
        return n

    def _knight_plies(self, frm: int, side: int, out: "array[int]", n: int) -> int:
        board = self.board
        foes = FOES[side]
        i = frm * 9
        to = KNIGHTS[i]
        while to != 255:
            foe = board[to]
            if not foe:
                out[n] = frm | to << 8
                n += 1
            elif foes[foe]:
                out[n] = frm | to << 8 | 0x10000
                n += 1
            i += 1
            to = KNIGHTS[i]
        return n

    def _pawn_plies(self, frm: int, side: int, out: "array[int]", n: int) -> int:
        board = self.board
        foes = FOES[side]
        row = (frm >> 3) - 1 if side == 0 else 6 - (frm >> 3)  # from its first
        step = AHEAD[side]
        to = step[frm]
        begun = n
        if not board[to]:
            out[n] = frm | to << 8 | 0x20000
            n += 1
            if not row and not board[step[to]]:
                out[n] = frm | step[to] << 8 | 0x60000
                n += 1
        for step in BESIDE[side]:
            to = step[frm]
            if to != 255:
                if foes[board[to]]:
                    out[n] = frm | to << 8 | 0x10000
                    n += 1
                elif row == 3 and to == self._state >> 12 & 63 and self._passes(frm, to, side):
                    out[n] = frm | to << 8 | 0x90000
                    n += 1
        return self._promotions(out, begun, n) if row == 5 else n

    def _promotions(self, out: "array[int]", n: int, end: int) -> int:
        """Write each of the plies from `n` to `end` with all that the pawn may become; return the index after the last."""
        last = n + (end - n) * 4
        for i in range(last - 1, n - 1, -1):
            out[i] = out[n + (i - n >> 2)] | (i - n & 3) + 1 << PROMOTION
        return last

    def _sift(self, look: int, value: int, out: "array[int]", n: int, end: int) -> int:
        """Of the plies of `value` from `n` to `end`, keep those that leave the king unattacked; return the index after them."""
        king = self.at[(value - 1 & 16) + 1]
        base = 119 - king - (king & 56)
        frm = self.at[value]
        line = WAY[base + frm + (frm & 56)] if look >> (value - 1 & 15) + 8 & 1 else 255
        checker = (look >> 2 & 63) if look & 3 else 255
        way = WAY[base + checker + (checker & 56)] if look & 3 else 255
        step = checker - king if way == 255 else NEXT[way][king] - king  # of what a check can be blocked on
        for i in range(n, end):
            ply = out[i]
            to = ply >> 8 & 255
            if not ply & PASSANT:  # which has been tried
                if checker != 255 and to != checker:
                    if not (king < to < checker or checker < to < king) or (to - king) % step:
                        continue
                if line != 255 and WAY[base + to + (to & 56)] != line:
                    continue
            out[n] = ply
            n += 1
        return n

    def _passes(self, frm: int, to: int, side: int) -> bool:
        """Whether the pawn on `frm` may capture en passant on `to`: its king must not be attacked after it."""
        board = self.board
        victim_square = frm & 56 | to & 7
        victim = board[victim_square]
        board[to] = board[frm]
        board[frm] = board[victim_square] = 0
        self.at[victim] = 255
        safe = not self.attacker(self.at[side * 16 + 1], side ^ 1)
        self.at[victim] = victim_square
        board[victim_square] = victim
        board[frm] = board[to]
        board[to] = 0
        return safe

    def passed(self) -> int:
        """The square on which a pawn can be captured en passant now, 0 if there is none."""
        return self._state >> PASSED & 63

    def _can_pass(self, passed: int, side: int) -> bool:
        """Whether `side`, to move now, may capture a pawn that has just passed over the square `passed`, 0 for none."""
        if passed:
            for step in BESIDE[side ^ 1]:
                frm = step[passed]
                if frm != 255 and self.kinds[self.board[frm]] == PAWN + side and self._passes(frm, passed, side):
                    return True
        return False

    def _king_plies(self, look: int, king: int, side: int, out: "array[int]", n: int) -> int:
        """The plies of the king but for castling."""
        board = self.board
        foes = FOES[side]
        value = board[king]
        board[king] = 0  # it does not shield the squares behind it
        for step in NEXT:
            to = step[king]
            if to != 255:
                foe = board[to]
                if (not foe or foes[foe]) and not self.attacker(to, side ^ 1):
                    out[n] = king | to << 8 | (CAPTURE if foe else 0)
                    n += 1
        board[king] = value
        return n

    def _castlings(self, look: int, side: int, frm: int, out: "array[int]", n: int) -> int:
        """Castling, as far as the low byte of the ply is `frm` or that is NOWHERE."""
        if self._state >> RIGHTS >> side * 2 & 3 and not look & 3:
            king = self.at[side * 16 + 1]
            for right in range(side * 2, side * 2 + 2):
                if self._why_not_castle(look, right) == WHY_FINE:
                    end = side * 56 + 6 - (right & 1) * 4
                    origin = self._rooks[right] if king == end else king
                    if frm == NOWHERE or frm == origin:
                        goal = end - 1 + (right & 1) * 2
                        out[n] = origin | (goal if king == end else end) << 8 | CASTLING
                        n += 1
        return n

    def _why_not_castle(self, look: int, right: int) -> int:
        """WHY_FINE if the side that has that right to castle, or had it, may do so, else what is wrong first."""
        if not self._state >> RIGHTS >> right & 1:
            return WHY_NO_CASTLING
        board = self.board
        side = right >> 1
        king = self.at[side * 16 + 1]
        rook = self._rooks[right]
        to = side * 56 + 6 - (right & 1) * 4
        goal = to - 1 + (right & 1) * 2
        for square in range(min(king, rook, to, goal), max(king, rook, to, goal) + 1):
            if board[square] and square != king and square != rook:
                return WHY_BLOCKED
        if look & 3 or look >> (board[rook] - 1 & 15) + 8 & 1:
            return WHY_CHECK
        for square in range(min(king, to), max(king, to) + 1):
            if square != king and self.attacker(square, side ^ 1):
                return WHY_CHECK
        return WHY_FINE

    # Playing

    def push(self, ply: int) -> None:
        """Play a legal ply; the caller guarantees that it is legal."""
        i = self._depth
        self._depth = i + 1
        self._found_look = -1
        if i == self._full:
            self._full = i + 1
        self._keys_a[i & self._ring] = self.key_a
        self._keys_b[i & self._ring] = self.key_b
        i &= self._mask
        self._plies[i] = ply
        state = self._state
        if ply >= DOUBLE:
            self._push_other(ply, i)
        else:
            board = self.board
            frm = ply & 255
            to = ply >> 8 & 255
            value = board[frm]
            if ply < CAPTURE:
                self._states[i] = state
                self._state = (state & self._keep[frm] & self._keep[to]) + 1
            else:
                lost = board[to]
                self._states[i] = state | lost << LOST
                self._state = (state & self._keep[frm] & self._keep[to] & RESTARTED) - WEIGHTS[self.kinds[lost]]
                if lost:
                    self.at[lost] = 255
                    self._remove(lost, to)
            board[frm] = 0
            board[to] = value
            self.at[value] = to
            self.key_a = self.key_a + self._numbers_a[value] * (SQUARES_A[to] - SQUARES_A[frm]) & KEY
            self.key_b = self.key_b + self._numbers_b[value] * (SQUARES_B[to] - SQUARES_B[frm]) & KEY
        if (state ^ self._state) & SPECIAL:
            self._new_rights(state, self._state)

    def _arrive(self, value: int, frm: int, to: int) -> None:
        """Put the piece `value`, which has left `frm`, on `to`."""
        self.board[to] = value
        self.at[value] = to
        self.key_a = self.key_a + self._numbers_a[value] * (SQUARES_A[to] - SQUARES_A[frm]) & KEY
        self.key_b = self.key_b + self._numbers_b[value] * (SQUARES_B[to] - SQUARES_B[frm]) & KEY

    def _push_other(self, ply: int, i: int) -> None:
        """Play a double step, a capture en passant, a promotion or castling; `i` is its place in the undo arrays."""
        board = self.board
        frm = ply & 255
        to = ply >> 8 & 255
        state = self._state
        if ply & CASTLING:
            self._states[i] = state
            rook = self.rook_of(to)
            end = to & 56 | (6 if to & 4 else 2)
            king = end if frm == rook else frm
            self._state = (state & self._keep[king]) + 1
            self._castle(king, end, rook, end - 1 if to & 4 else end + 1)
            return
        value = board[frm]
        side = value - 1 >> 4
        square = frm & 56 | to & 7 if ply & PASSANT else to
        lost = board[square]
        self._states[i] = state | lost << LOST
        state = (state & self._keep[frm] & self._keep[to] & RESTARTED) - WEIGHTS[self.kinds[lost]]
        if lost:
            self.at[lost] = 255
            self._remove(lost, square)
        board[frm] = board[square] = 0
        self._arrive(value, frm, to)
        if ply & DOUBLE:
            square = frm + to >> 1
            state &= KEPT
            if self._can_pass(square, side ^ 1):
                state |= square << PASSED
        elif ply >> PROMOTION:
            self._remove(value, to)
            self._set_kind(value, ply >> PROMOTION)
            self._add(value, to)
            if ply >> PROMOTION > ROOK:
                state -= 1 << HEAVY
        self._state = state

    def pop(self) -> None:
        """Take back the last ply: every byte is as before it. The caller keeps to `undoable`."""
        i = self._depth - 1
        self._depth = i
        self._found_look = -1
        ply = self._plies[i & self._mask]
        state = self._states[i & self._mask]
        self._state = state & STATE
        board = self.board
        frm = ply & 255
        to = ply >> 8 & 255
        if ply & CASTLING:
            rook = self.rook_of(to)
            end = to & 56 | (6 if to & 4 else 2)
            self._castle(end, end if frm == rook else frm, end - 1 if to & 4 else end + 1, rook)
        else:
            value = board[to]
            board[frm] = value
            self.at[value] = frm
            if ply < CAPTURE:
                board[to] = 0
            else:
                lost = state >> LOST
                if ply & PASSANT:
                    board[to] = 0
                    to = frm & 56 | to & 7
                elif ply >> PROMOTION:
                    self._set_kind(value, PAWN + (value - 1 >> 4))
                board[to] = lost
                if lost:
                    self.at[lost] = to
        self.key_a = self._keys_a[i & self._ring]
        self.key_b = self._keys_b[i & self._ring]

    def rook_of(self, to: int) -> int:
        """The square of the rook, before it castles with a king that goes to `to`, or goes there itself."""
        return self._rooks[to >> 5 << 1 | (0 if to & 4 else 1)]

    def _castle(self, king: int, to: int, rook: int, goal: int) -> None:
        """Move the king and the rook, whose squares may be the same; or back."""
        board = self.board
        value = board[king]
        tower = board[rook]
        board[king] = board[rook] = 0
        self._arrive(value, king, to)
        self._arrive(tower, rook, goal)
