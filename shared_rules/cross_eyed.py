"""Cross-Eyed Chess: two kings a side on a cross of 84 squares; kings may stand in attack, be captured or mated.

Promises the game interface of README.md beside this file. All memory is taken when the game is made; after that
`plies`, `plies_from`, `push`, `pop`, `footprint`, `why_not`, `write_ply` and `digest` allocate nothing.

A ply is  origin | destination << 8 | capture << 16 | LOOK << 17 | promotion << 18  with promotion 1 to 5 for
R B N C M; LOOK says that the game may be over after it (cross_eyed_mate.py tells when). Board values are places in
the piece list: 1 to 24 White's, 25 to 48 Black's, the first two of each the kings; `at` has the square of each,
`kinds` what it is. Square a1 is no square: where a step leads off the board, the tables lead there.
"""

from array import array

from shared_rules import cross_eyed_tables as tables
from shared_rules.arrays import cells, table
from shared_rules.codes import (
    ARRIVE,
    DRAWN,
    END_KINGS_CAPTURED,
    END_STALEMATE,
    KIND_CAPTURE,
    KIND_MOVE,
    LEAVE,
    NOWHERE,
    ONGOING,
    SWAP,
    WHY_EMPTY,
    WHY_GAME_OVER,
    WHY_HOLE,
    WHY_NO_SUCH_MOVE,
    WHY_NOT_YOURS,
    WHY_NOTHING_TO_PLACE,
)
from shared_rules.cross_eyed_board import (
    DIAGONAL,
    FOES,
    HIT,
    LOOK,
    NEXT,
    ORTHOGONAL,
    PAWN,
    WAYS,
)
from shared_rules.cross_eyed_mate import Judge
from shared_rules.cross_eyed_text import CAPTURE, START, position_text, read_ply, read_position, write_ply
from shared_rules.errors import IllegalPlyError, PositionError

PROMOTED = b"\x06\x03\x04\x01\x02\x05"  # the kind that a promotion gives; 0, staying a pawn, gives a pawn
AHEAD = (table(tables.WHITE_AHEAD), table(tables.BLACK_AHEAD))  # by side
ACROSS = table(tables.ACROSS)
KNIGHT_AT = table(tables.KNIGHT_AT)
KNIGHT_LEAPS = table(tables.KNIGHT_LEAPS)
CAMEL_AT = table(tables.CAMEL_AT)
CAMEL_LEAPS = table(tables.CAMEL_LEAPS)


class CrossEyed:
    """A position of Cross-Eyed Chess and the way back from it (the last `history` plies, a power of two)."""

    name = "cross-eyed"
    columns = 12
    rows = 12
    variants = ("",)
    max_plies = 500  # two kings have 8 plies each, 22 other pieces at most 22 each: rook 22, Nahbi and pawn 18
    max_footprint = 2

    def __init__(self, variant="", history=256):
        self.board = cells(144)
        self.at = [0] * 49  # by board value, 0 if off the board; at[0] stays so
        self.kinds = [0] * 49
        self.history = history
        self._plies = [0] * history
        self._lost = bytearray(history)  # the board value captured by each ply that has a mark above its squares
        self._mask = history - 1
        self._judge = Judge(self.board, self.at, self.kinds)
        self.reset(variant)

    def reset(self, variant=""):
        """The start position; `variant` can only be ""."""
        if variant not in self.variants:
            raise PositionError("game", 0, "cross-eyed has no variant '%s'" % variant)
        self.set_text(START)

    # Text

    def set_text(self, text):
        """Take over a position text. PositionError, and the position stays as it was, if it is malformed or impossible.

        One in which a side has no king is a finished game, whoever is to move.
        """
        side, board, at, kinds = read_position(text)
        lost = side
        reason = Judge(board, at, kinds).verdict(side)
        if not at[25 - side * 24]:
            if reason:
                raise PositionError("placement", 0, "both sides have won")
            lost = side ^ 1
            reason = END_KINGS_CAPTURED
        self.board[:] = board
        self.at[:] = at
        self.kinds[:] = kinds
        self._judge.count()
        self._judge.escaped = False
        self._first = side  # the side to move at depth 0
        self._depth = 0
        self._full = self.history  # the depth at which the oldest ply that can be taken back gives way
        self._end(reason, lost)

    def text(self):
        """The position as text."""
        return position_text(self.side, self.board, self.at, self.kinds)

    def write_ply(self, ply, out, at=0):
        """Put a ply's text as ASCII into the bytearray `out` from `at` (9 bytes at most); give the index after it."""
        return write_ply(ply, out, at)

    def ply_text(self, ply):
        """The ply as text: `e3-e4`, `e4xd5`, `k6-l6=R`."""
        out = bytearray(9)
        return bytes(out[: write_ply(ply, out, 0)]).decode()

    def parse_ply(self, text):
        """The legal ply that `text` names; PlyError if unreadable, IllegalPlyError if the position does not allow it."""
        ply = read_ply(text)
        legal = array("i", [0] * self.max_plies)
        for i in range(self.plies(legal, 0)):
            if legal[i] & ~LOOK == ply and self.ply_text(ply) == text:
                return legal[i]
        why = self.why_not(ply & 255, ply >> 8 & 255) or WHY_NO_SUCH_MOVE
        raise IllegalPlyError("'%s' is not legal in %s" % (text, self.text()), why)

    # Plies

    @property
    def side(self):
        """The side to move."""
        return self._depth + self._first & 1

    @property
    def undoable(self):
        """How many plies can be taken back."""
        return self._depth - self._full + self.history

    def plies(self, out, n):
        """Write every legal ply into the array `out` from index `n`; give the index after the last."""
        if self.result:
            return n
        side = self.side
        return self._plies_of(side, side * 24 + 1, self._judge.ends[side], self._judge.survey(side), out, n)

    def plies_from(self, square, out, n):
        """As `plies`, only those whose low byte is `square`, an origin."""
        side = self.side
        if self.result or square > 143 or not FOES[side ^ 1][self.board[square]]:
            return n
        value = self.board[square]
        return self._plies_of(side, value, value + 1, self._judge.survey(side), out, n)

    def _plies_of(self, side, value, last, look, out, n):
        """The plies of the pieces of `side` from `value` to before `last`; `look` is what the survey gave."""
        board = self.board
        at = self.at
        kinds = self.kinds
        foes = FOES[side]
        ahead = AHEAD[side]
        judge = self._judge
        opens = judge.opens
        marked = look or opens[0]
        king = judge.watched + 143
        hit = HIT
        for value in range(value, last):
            frm = at[value]
            if not frm:
                continue
            kind = kinds[value]
            move = frm
            if marked:
                move |= look | opens[value]
            if kind == 6:
                to = ahead[frm]
                if to:
                    if not board[to]:
                        out[n] = move | to << 8 | (hit[king - to] & 64 and judge.strikes(kind, frm, to))
                        n += 1
                    beside = ACROSS[frm]
                    to -= beside
                    foe = foes[board[to]]
                    if foe:
                        out[n] = move | foe << 16 | to << 8 | (hit[king - to] & 64 and judge.strikes(kind, frm, to))
                        n += 1
                    to += beside + beside
                    foe = foes[board[to]]
                    if foe:
                        out[n] = move | foe << 16 | to << 8 | (hit[king - to] & 64 and judge.strikes(kind, frm, to))
                        n += 1
                elif ACROSS[frm]:
                    n = self._promotions(frm, move, out, n)
                else:
                    for step in ORTHOGONAL:
                        to = step[frm]
                        if not board[to]:
                            out[n] = move | to << 8 | (hit[king - to] & 64 and judge.strikes(kind, frm, to))
                            n += 1
                    for step in DIAGONAL:
                        to = step[frm]
                        foe = foes[board[to]]
                        if foe:
                            out[n] = move | foe << 16 | to << 8 | (hit[king - to] & 64 and judge.strikes(kind, frm, to))
                            n += 1
            elif kind == 3 or kind == 4:
                bit = 1 << kind
                for step in ORTHOGONAL if kind == 3 else DIAGONAL:
                    to = step[frm]
                    foe = board[to]
                    while not foe:
                        out[n] = move | to << 8 | (hit[king - to] & bit and judge.strikes(kind, frm, to))
                        n += 1
                        to = step[to]
                        foe = board[to]
                    foe = foes[foe]
                    if foe:
                        out[n] = move | foe << 16 | to << 8 | (hit[king - to] & bit and judge.strikes(kind, frm, to))
                        n += 1
            elif kind == 1 or kind == 2:
                bit = 1 << kind
                leaps = KNIGHT_LEAPS if kind == 1 else CAMEL_LEAPS
                i = (KNIGHT_AT[frm] if kind == 1 else CAMEL_AT[frm]) << 2
                to = leaps[i]
                while to:
                    foe = board[to]
                    if not foe or foes[foe]:
                        foe = move | foes[foe] << 16
                        out[n] = foe | to << 8 | (hit[king - to] & bit and judge.strikes(kind, frm, to))
                        n += 1
                    i += 1
                    to = leaps[i]
            elif kind == 5:
                n = self._nahbi(frm, move, out, n)
            else:
                for step in NEXT:
                    to = step[frm]
                    foe = board[to]
                    if not foe or foes[foe]:
                        out[n] = move | foes[foe] << 16 | to << 8 | (hit[king - to] & 1 and LOOK)
                        n += 1
        return n

    def _nahbi(self, frm, move, out, n):
        board = self.board
        side = self.side
        judge = self._judge
        king = judge.watched + 143
        for step in DIAGONAL:
            over = step[frm]
            if not board[over]:
                over = step[over]
                if not board[over]:
                    for last in ORTHOGONAL:
                        to = last[over]
                        value = board[to]
                        if not value or FOES[side][value]:
                            look = HIT[king - to] & 32 and judge.strikes(5, frm, to)
                            out[n] = move | to << 8 | FOES[side][value] << 16 | look
                            n += 1
        for step in ORTHOGONAL:
            over = step[frm]
            if board[over]:
                to = step[over]
                if not board[to]:
                    out[n] = move | to << 8 | (HIT[king - to] & 32 and judge.strikes(5, frm, to))
                    n += 1
        return n

    def _promotions(self, frm, move, out, n):
        """The plies of a pawn that arrives to promote: R, B, N, C, M, then staying a pawn. None once it has arrived."""
        side = self.side
        way = WAYS[side][frm] & 7
        judge = self._judge
        for turn in range(-1, 2):
            to = NEXT[way + turn][frm]
            foe = FOES[side][self.board[to]]
            if turn and not foe or not turn and self.board[to]:
                continue
            for promotion in range(6):
                kind = PROMOTED[promotion]
                look = HIT[judge.watched - to + 143] >> kind & 1 and judge.strikes(kind, frm, to)
                out[n] = move | to << 8 | promotion << 18 | foe << 16 | look
                n += 1
        return n

    def push(self, ply):
        """Play a legal ply; the caller guarantees that it is legal."""
        board = self.board
        i = self._depth
        self._depth = i + 1
        if i == self._full:
            self._full = i + 1
        i &= self._mask
        self._plies[i] = ply
        frm = ply & 255
        to = ply >> 8 & 255
        value = board[frm]
        board[frm] = 0
        self.at[value] = to
        if ply > 0xFFFF:
            lost = board[to]
            self._lost[i] = lost
            self.at[lost] = 0
            board[to] = value
            if ply > 0x1FFFF:
                if ply > 0x3FFFF:
                    self.kinds[value] = PROMOTED[ply >> 18]
                if ply & LOOK:
                    self._end(self._judge.verdict(self.side), self.side)
        else:
            board[to] = value

    def pop(self):
        """Take back the last ply: every byte is as before it. The caller keeps to `undoable`."""
        board = self.board
        i = self._depth - 1
        self._depth = i
        i &= self._mask
        ply = self._plies[i]
        frm = ply & 255
        to = ply >> 8 & 255
        value = board[to]
        board[frm] = value
        self.at[value] = frm
        if ply > 0xFFFF:
            lost = self._lost[i]
            board[to] = lost
            if lost:
                self.at[lost] = to
            if ply > 0x1FFFF:
                self.result = self.reason = 0
                if ply > 0x3FFFF:
                    self.kinds[value] = PAWN
        else:
            board[to] = 0

    def _end(self, reason, lost):
        """Set the result: `lost` has lost by `reason`, or if there is none, the side to move may be stalemated."""
        self.result = ONGOING
        self.reason = reason
        if reason:
            self.result = 2 - lost
        elif not self._can_move():
            self.result = DRAWN
            self.reason = END_STALEMATE

    def _can_move(self):
        judge = self._judge
        side = self.side
        if judge.escaped or judge.steady(side):
            return True
        judge.blind()
        for value in range(side * 24 + 1, judge.ends[side]):
            if self._plies_of(side, value, value + 1, LOOK, judge.room, 0):
                return True
        return False

    # For the board under the pieces

    def kind(self, ply):
        """KIND_MOVE or KIND_CAPTURE."""
        return KIND_CAPTURE if ply & CAPTURE else KIND_MOVE

    def rank(self, ply):
        """Order in which plies are offered: by text, promotions R B N C M and then staying a pawn."""
        return (_text_order(ply & 255) * 144 + _text_order(ply >> 8 & 255)) * 6 + ((ply >> 18) + 5) % 6

    def destination(self, ply):
        """The square on which the moved piece ends."""
        return ply >> 8 & 255

    def piece_side(self, square):
        """The side whose piece stands on `square`, -1 if none does."""
        value = self.board[square]
        if not value or value == 255:
            return -1
        return 1 if value > 24 else 0

    def draw_allowed(self):
        """Whether the players may agree on a draw now: always."""
        return True

    def footprint(self, ply, out, n):
        """Write what the ply does to each square as pairs (square, effect) into the bytearray `out`.

        From index `n`, two pairs; gives the index after the last. Effects: see codes.py.
        """
        out[n] = ply & 255
        out[n + 1] = LEAVE
        out[n + 2] = ply >> 8 & 255
        out[n + 3] = SWAP if ply & CAPTURE else ARRIVE
        return n + 4

    def why_not(self, frm, to):
        """WHY_FINE if a legal ply leads from `frm` to `to`, else the code of what is wrong first.

        No piece comes from hand and nobody passes, so a wish with NOWHERE in it is never fine.
        """
        if self.result:
            return WHY_GAME_OVER
        if frm == NOWHERE:
            return WHY_NO_SUCH_MOVE if to == NOWHERE else WHY_NOTHING_TO_PLACE
        value = self.board[frm]
        if value == 255:
            return WHY_HOLE
        if not value:
            return WHY_EMPTY
        if (1 if value > 24 else 0) != self.side:
            return WHY_NOT_YOURS
        if to == NOWHERE or to == frm:
            return WHY_NO_SUCH_MOVE
        if self.board[to] == 255:
            return WHY_HOLE
        return self._judge.why_not(value, frm, to)

    def digest(self):
        """A number below 2**24 that two equal positions share; it covers what the position text holds."""
        at = self.at
        kinds = self.kinds
        digest = self.side
        letter = 1  # of the first kind of the side
        for first in (1, 25):
            for value in range(first, first + 24):
                piece = at[value]
                if piece:  # a sum, so that it does not matter which place in the list a piece has
                    piece = (kinds[value] + letter << 8 | piece) * 20077 & 0x7FFF  # its square stays below 2**30
                    digest += piece * piece >> 6
            letter = 8
        return digest & 0xFFFFFF


def _text_order(square):
    """Where a square's name stands among all of them: in a column 1, 10, 11, 12, 2, 3, …"""
    row = square // 12
    return square % 12 * 12 + (row and (row + 3 if row < 9 else row - 8))
