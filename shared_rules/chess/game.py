"""Chess by the laws of FIDE, and Chess960 (RULES.md).

Promises the game interface of README.md beside this file. The constructor allocates all memory; after that
`plies`, `plies_from`, `push`, `pop`, `result`, `footprint`, `why_not`, `write_ply` and `digest` allocate nothing.

The moves are in moves.py, which also says what a ply's number means. Whether a ply has ended the game is found when asked for
(`result`, `reason`): a ply that is only tried costs nothing for it.
"""

from array import array

from shared_rules.chess.codes import (
    END_CHECKMATE,
    END_DEAD,
    END_FIFTY,
    END_FIVEFOLD,
    END_SEVENTY_FIVE,
    END_THREEFOLD,
    WHY_CHECK,
)
from shared_rules.chess.moves import (
    BISHOP,
    CAPTURE,
    CASTLING,
    CLOCK,
    HEAVY,
    HIT,
    KING,
    KNIGHT,
    PASSANT,
    PAWN,
    PROMOTION,
    RIGHTS,
    WAY,
    Moves,
)
from shared_rules.chess.text import VARIANTS
from shared_rules.codes import (
    ARRIVE,
    DRAWN,
    END_STALEMATE,
    KIND_CAPTURE,
    KIND_MOVE,
    LEAVE,
    NOWHERE,
    ONGOING,
    PLACED,
    SWAP,
    TAKEN,
    WHY_BACKWARD,
    WHY_BLOCKED,
    WHY_CAPTURE_ONLY,
    WHY_FINE,
    WHY_NO_CAPTURE,
    WHY_NO_SUCH_MOVE,
    WHY_OWN_PIECE,
)
from shared_rules.errors import PositionError
from shared_rules.writing import write_square

PIECES = b".qrbn"  # by kind: what a pawn becomes, as plies have it


class Chess(Moves):
    """A position of chess and the way back from it (the last `history` plies, a power of two)."""

    name = "chess"
    columns = 8
    rows = 8
    variants = VARIANTS
    max_plies = 220  # RULES.md says why
    max_plies_from = 28  # a queen has 27; a king has 8 and two castlings, a pawn 12
    max_footprint = 4
    moves_two = True
    seeded = True
    claims = (END_THREEFOLD, END_FIFTY)
    scratch = ("_keys_a", "_keys_b", "_found_look")  # rings of what was before, and what is found once
    look_back = 150  # plies: after so many without a capture or a pawn's step the game is drawn

    def __init__(self, variant: str = "", history: int = 256, seed: int = 0) -> None:
        super().__init__(history, self.look_back)
        self.variant = ""
        self._number = 1  # of the move at depth 0
        self._found = array("i", [0] * self.max_plies_from)
        self.reset(variant, seed)

    def reset(self, variant: str = "", seed: int = 0) -> None:
        """The start position; of the variant 960 the one with the number `seed` (0 to 65535) modulo 960, the usual one for 0."""
        if variant not in self.variants:
            raise PositionError("game", 0, "chess has no variant '%s'" % variant)
        from shared_rules.chess.reading import start_text

        self.set_text(start_text(variant, seed))

    # Text

    def set_text(self, text: str) -> None:
        """Set the position from a text; PositionError, and the position stays as it was, if the text is malformed or impossible."""
        from shared_rules.chess.reading import check_position, read_position

        variant, side, board, rooks, passed, clock, number = read_position(text)
        check_position(text, side, board, rooks, passed)
        self.stand(side, board, rooks, passed, clock)
        self.variant = variant
        self._number = number

    def text(self) -> str:
        """The position as text."""
        from shared_rules.chess.text import position_text

        board = bytearray(64)
        for square in range(64):
            board[square] = self._code(square)
        rooks = bytearray(self._rooks)
        for right in range(4):
            if not self._state >> RIGHTS >> right & 1:
                rooks[right] = NOWHERE
        return position_text(
            self.variant, self.side, board, rooks, self.passed(), self._state & CLOCK, self.move_number()
        )

    def write_ply(self, ply: int, out: bytearray, at: int = 0) -> int:
        """Put a ply's text as ASCII into the bytearray `out` from `at` (5 bytes at most); return the index after it."""
        at = write_square(self._from(ply), 8, out, at)
        at = write_square(self._to(ply), 8, out, at)
        if ply >> PROMOTION:
            out[at] = PIECES[ply >> PROMOTION]
            at += 1
        return at

    def parse_ply(self, text: str) -> int:
        """The legal ply that `text` names, `e2e4`, `e7e8q`, castling `e1g1` (in the variant 960 onto the rook: `e1h1`).

        PlyError or IllegalPlyError if there is none.
        """
        from shared_rules.chess.reading import read_ends
        from shared_rules.reading import find_ply

        return find_ply(self, text, read_ends(text))

    # Plies, and the end of the game

    def plies(self, out: "array[int]", n: int) -> int:
        """Write every legal ply into the array `out` from index `n`; return the index after the last."""
        if self._drawn():
            return n
        side = self._depth + self._first & 1
        look = self._seen()
        n = self._list(look, side * 16 + 1, side * 16 + 17, out, n)
        return self._castlings(look, side, NOWHERE, out, n)

    def plies_from(self, square: int, out: "array[int]", n: int) -> int:
        """As `plies`, but only those whose low byte is `square`, an origin."""
        side = self._depth + self._first & 1
        if square > 63 or self.piece_side(square) != side or self._drawn():
            return n
        value = self.board[square]
        look = self._seen()
        n = self._list(look, value, value + 1, out, n)
        return self._castlings(look, side, square, out, n)

    @property
    def result(self) -> int:
        """ONGOING, FIRST_WON, SECOND_WON or DRAWN."""
        return self._end() & 3

    @property
    def reason(self) -> int:
        """Why it is over (END_ codes), END_NONE while it is not."""
        return self._end() >> 2

    def _end(self) -> int:
        """The result | the reason << 2, 0 while the game goes on."""
        side = self._depth + self._first & 1
        look = self._seen()
        if not self._can_move(look, side):
            return 2 - side | END_CHECKMATE << 2 if look & 3 else DRAWN | END_STALEMATE << 2
        drawn = self._drawn()
        return DRAWN | drawn << 2 if drawn else ONGOING

    def _can_move(self, look: int, side: int) -> bool:
        """Whether the side to move has a ply: in check its king's are tested first, else the pawns', which are quick to find."""
        king = side * 16 + 1
        if look & 3 and self._list(look, king, king + 1, self._found, 0):
            return True
        for value in range(king + 15, king if look & 3 else king - 1, -1):
            if self.at[value] != NOWHERE and self._list(look, value, value + 1, self._found, 0):
                return True
        return self._castlings(look, side, NOWHERE, self._found, 0) > 0

    def _drawn(self) -> int:
        """By what the game is drawn, plies or not: END_DEAD (nobody can mate), END_SEVENTY_FIVE, END_FIVEFOLD; 0 for none."""
        clock = self._state & CLOCK
        if clock > 15:  # four times back and forth
            if clock == 150:
                return END_SEVENTY_FIVE
            if self.repeated() > 3:
                return END_FIVEFOLD
        return END_DEAD if not self._state >> HEAVY and self._is_dead() else 0

    def _is_dead(self) -> bool:
        """Without pawns, rooks and queens: whether a knight or a bishop is all there is, or bishops of one colour."""
        knights = 0
        colours = 0  # of bishops' squares, a bit for each
        pieces = 0
        for value in range(1, 33):
            square = self.at[value]
            if square != NOWHERE:
                pieces += 1
                if self.kinds[value] == KNIGHT:
                    knights += 1
                elif self.kinds[value] == BISHOP:
                    colours |= 1 + ((square >> 3) + square & 1)
        return pieces < 4 or not knights and colours < 3

    def claim(self) -> int:
        """For what a player may claim a draw now: END_THREEFOLD, END_FIFTY, 0 for neither."""
        clock = self._state & CLOCK
        if clock < 8:
            return 0
        found = END_THREEFOLD if self.repeated() > 1 else END_FIFTY if clock > 99 else 0
        return 0 if found and self.result else found

    # For the board under the pieces

    def kind(self, ply: int) -> int:
        """KIND_MOVE or KIND_CAPTURE."""
        return KIND_CAPTURE if ply & CAPTURE else KIND_MOVE

    def rank(self, ply: int) -> int:
        """The order in which plies are offered: by text, promotions Q R B N."""
        frm = self._from(ply)
        to = self._to(ply)
        return (((frm & 7) << 3 | frm >> 3) << 6 | (to & 7) << 3 | to >> 3) << 3 | ply >> PROMOTION

    def _from(self, ply: int) -> int:
        """The square that the ply's text has first: the king's that castles."""
        to = ply >> 8 & 255
        if ply & CASTLING and self.rook_of(to) == ply & 255:  # the king stays
            return to & 56 | (6 if to & 4 else 2)
        return ply & 255

    def _to(self, ply: int) -> int:
        """The square that the ply's text has last."""
        to = ply >> 8 & 255
        return self.rook_of(to) if ply & CASTLING and self.variant else to

    def piece_side(self, square: int) -> int:
        """The side whose piece stands on `square`, -1 if none does."""
        value = self.board[square]
        return -1 if not value else value - 1 >> 4

    def footprint(self, ply: int, out: bytearray, n: int) -> int:
        """Write what the ply, legal here, does to each square as pairs (square, effect) into the bytearray `out`.

        From index `n`, four pairs at most; returns the index after the last. Effects: see codes.py.
        """
        frm = ply & 255
        to = ply >> 8 & 255
        rook = goal = to  # of a second piece, where there is one
        if ply & CASTLING and self.rook_of(to) != frm:
            rook = self.rook_of(to)
            goal = to - 1 if to & 4 else to + 1
        elif ply & PASSANT:
            rook = frm & 56 | to & 7
        out[n] = frm
        out[n + 1] = SWAP if goal == frm else LEAVE
        out[n + 2] = to
        out[n + 3] = SWAP if self.board[to] else ARRIVE
        n += 4
        if rook != goal and rook != to:
            out[n] = rook
            out[n + 1] = TAKEN
            n += 2
        if rook != goal and goal != frm and goal != to:
            out[n] = goal
            out[n + 1] = PLACED
            n += 2
        return n

    def _why_not(self, frm: int, to: int) -> int:
        if to == NOWHERE:
            return WHY_NO_SUCH_MOVE
        for i in range(self.plies_from(frm, self._found, 0)):
            if self._found[i] >> 8 & 255 == to:
                return WHY_FINE
        for i in range(self._castlings(self._seen(), self.side, NOWHERE, self._found, 0)):
            end = self._found[i] >> 8
            if self.rook_of(end & 255) == frm and to == (end & 56 | (5 if end & 4 else 3)):
                return WHY_FINE
        return self._why_not_move(self.board[frm], frm, to)

    def _why_not_move(self, value: int, frm: int, to: int) -> int:
        side = value - 1 >> 4
        kind = self.kinds[value]
        own = self.piece_side(to) == side
        far = 119 + to + (to & 56) - frm - (frm & 56)
        if kind >= PAWN and (to >> 3 != frm >> 3) and (to < frm) != side:
            return WHY_BACKWARD
        if kind >= PAWN and not (HIT[far] >> kind & 1):
            if to & 7 != frm & 7 or abs(to - frm) != 8 and (abs(to - frm) != 16 or frm >> 3 != 1 + side * 5):
                return WHY_NO_SUCH_MOVE
            if self.board[to]:
                return WHY_OWN_PIECE if own else WHY_NO_CAPTURE
            return WHY_BLOCKED if self.board[frm + to >> 1] and abs(to - frm) == 16 else WHY_CHECK
        if not HIT[far] >> kind & 1:
            if kind == KING and frm >> 3 == side * 7 and frm != to and (to == side * 56 + 6 or to == side * 56 + 2):
                return self._why_not_castle(self._seen(), side * 2 + (0 if to & 4 else 1))
            return WHY_NO_SUCH_MOVE
        if own:
            for right in range(side * 2, side * 2 + 2 if self.variant and kind == KING else 0):
                if to == self._rooks[right]:
                    return self._why_not_castle(self._seen(), right) or WHY_OWN_PIECE
            return WHY_OWN_PIECE
        if 0 < kind < KNIGHT and self._reach(frm, to, WAY[far]) != to:
            return WHY_BLOCKED
        if kind >= PAWN and not self.board[to] and to != self._state >> 12 & 63:
            return WHY_CAPTURE_ONLY
        return WHY_CHECK

    def digest(self) -> int:
        """A number below 2**24, the same for equal positions; it covers what the position text holds."""
        digest = (self.key_a ^ self.key_b >> 5) & 0xFFFFFF
        for right in range(4):
            digest = (digest * 61 + (self._rooks[right] if self._state >> RIGHTS >> right & 1 else 64)) & 0xFFFFFF
        digest = (digest * 61 + (self._state & CLOCK) + (256 if self.variant else 0)) & 0xFFFFFF
        return (digest * 61 + (self.move_number() << 1 | self.side)) & 0xFFFFFF

    def _code(self, square: int) -> int:
        """0, or kind + 1 of a white piece, + 7 of a black one."""
        value = self.board[square]
        if not value:
            return 0
        return self.kinds[value] + (1 if value < 17 else 7 if self.kinds[value] < PAWN else 6)

    def move_number(self) -> int:
        """The number of the move, as the position text has it."""
        return self._number + (self._depth + self._first >> 1)
