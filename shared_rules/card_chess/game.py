"""Card Chess: cards move as chess pieces and cover each other; both enemy kings covered wins.

Promises the game interface of README.md beside this file. The constructor allocates all memory; after that
`plies`, `plies_from`, `push`, `pop`, `footprint`, `why_not`, `write_ply` and `digest` allocate nothing.

The moves are in moves.py, which also says what a ply's number means; positions as text in text.py and reading.py.
"""

from shared_rules.card_chess.codes import END_KINGS_COVERED, WHY_COLOUR_STOPS, WHY_COVERED, WHY_NOT_STARTING_AREA
from shared_rules.card_chess.moves import COVER, JOIN, NEXT, PASS, PLACE, Moves, covered
from shared_rules.card_chess.text import VARIANTS
from shared_rules.codes import (
    ARRIVE,
    END_NONE,
    FIRST_WON,
    KIND_CAPTURE,
    KIND_MOVE,
    KIND_PASS,
    LEAVE,
    NOWHERE,
    ONGOING,
    SECOND_WON,
    STACK,
    WHY_FINE,
    WHY_MUST_PASS,
    WHY_NO_SUCH_MOVE,
    WHY_NOT_YOURS,
    WHY_NOTHING_TO_PLACE,
    WHY_OCCUPIED,
    WHY_PLACE_FIRST,
)
from shared_rules.errors import PositionError
from shared_rules.writing import mix, write_square

SIGNS = b"-x+"  # by kind
CARD_LETTERS = b"KQJTkqjt"  # by code; bytes, as a letter of a str may allocate


class CardChess(Moves):
    """A position of Card Chess and the way back from it (the last `history` plies, a power of two)."""

    name = "card-chess"
    columns = 6
    rows = 6
    stacks = True
    seeded = True
    side_names = ("Red", "Black")
    variants = VARIANTS
    max_plies = 92  # on 6x6 at most: king 8, queen 19, jack 9, ten 10, two of each; placing at most 48
    max_plies_from = 19  # a queen
    max_footprint = 2

    def __init__(self, variant: str = "", history: int = 256, seed: int = 0) -> None:
        super().__init__(history)
        self.variant = ""
        self._ground = 0  # the digest of what no ply changes
        self.reset(variant, seed)

    def reset(self, variant: str = "", seed: int = 0) -> None:
        """The start position of `variant`, its terrain shuffled from `seed` (0 to 65535; 0 leaves it chequered)."""
        if variant not in self.variants:
            raise PositionError("game", 0, "card-chess has no variant '%s'" % variant)
        from shared_rules.card_chess.reading import start_text

        self.set_text(start_text(variant, seed))

    # Text

    def set_text(self, text: str) -> None:
        """Set the position from a text; PositionError, and the position stays as it was, if the text is malformed or impossible.

        A position in which a side has won is a finished game, whoever is to move.
        """
        from shared_rules.card_chess.reading import read_position

        variant, side, board, below, at, terrain, hand = read_position(text)
        won = covered(board, below, at, 16) | covered(board, below, at, 8) << 1
        if won == 3:
            raise PositionError("placement", 0, "the kings of both sides are covered")
        self.variant = variant
        self.board[:] = board
        self.below[:] = below
        self.at[:] = at
        self.terrain[:] = terrain
        self.hand[:] = hand
        for i in range(2):
            self.left[i] = sum(hand[4 * i : 4 * i + 4])
        self._ground = mix(terrain, 36, self.variants.index(variant))
        self.side = side
        self._begin(0)
        self.stuck = self._bare = 0
        self.result = ONGOING
        self.reason = END_NONE
        if won:
            self.result = FIRST_WON if won == 1 else SECOND_WON
            self.reason = END_KINGS_COVERED
        else:
            self._judge_turn()

    def text(self) -> str:
        """The position as text."""
        from shared_rules.card_chess.text import position_text

        return position_text(self.variant, self.side, self.board, self.below, self.terrain, self.hand)

    def write_ply(self, ply: int, out: bytearray, at: int = 0) -> int:
        """Put a ply's text as ASCII into the bytearray `out` from `at` (5 bytes at most); return the index after it."""
        kind = ply >> 16 & 7
        if kind == PASS:
            for letter in b"pass":
                out[at] = letter
                at += 1
            return at
        if kind == PLACE:
            out[at] = CARD_LETTERS[ply >> 19]
            out[at + 1] = 64  # @
            return write_square(ply & 255, 6, out, at + 2)
        at = write_square(ply & 255, 6, out, at)
        out[at] = SIGNS[kind]
        return write_square(ply >> 8 & 255, 6, out, at + 1)

    def parse_ply(self, text: str) -> int:
        """The legal ply that `text` names: `d2-d5`, `d2xd5` onto an enemy unit, `d2+d5` onto an own one, `K@b1`, `pass`.

        PlyError or IllegalPlyError if there is none.
        """
        from shared_rules.card_chess.reading import read_ends
        from shared_rules.reading import find_ply

        ends = read_ends(text)
        wrong = WHY_NO_SUCH_MOVE
        if ends[0] == NOWHERE and text != "pass":  # the square is right, the card is not
            wrong = WHY_NOTHING_TO_PLACE if text[0].islower() == self.side else WHY_NOT_YOURS
        return find_ply(self, text, ends, wrong)

    # For the board under the pieces

    def kind(self, ply: int) -> int:
        """KIND_MOVE, KIND_CAPTURE (onto a unit, enemy or own) or KIND_PASS."""
        kind = ply >> 16 & 7
        if kind == COVER or kind == JOIN:
            return KIND_CAPTURE
        return KIND_PASS if kind == PASS else KIND_MOVE

    def rank(self, ply: int) -> int:
        """The order in which plies with the same footprint are offered: cards to place K Q J T, moves by text."""
        kind = ply >> 16 & 7
        if kind == PLACE:
            return (ply >> 19 & 3) << 6 | ply & 63
        frm = ply & 255
        to = ply >> 8 & 255
        return (frm % 6) << 11 | (frm // 6) << 8 | (kind + 1) % 3 << 6 | (to % 6) << 3 | to // 6

    def piece_side(self, square: int) -> int:
        """The side whose card is on top of `square`, -1 if there is none."""
        value = self.board[square]
        return -1 if not value else value >> 4

    def terrain_side(self, square: int) -> int:
        """The side whose colour the surface of `square` shows, -1 where it is neutral."""
        return (self.terrain[square] >> 3) - 1

    def footprint(self, ply: int, out: bytearray, n: int) -> int:
        """Write what the ply, legal here, does to each square as pairs (square, effect) into the bytearray `out`.

        From index `n`, two pairs at most; returns the index after the last. Effects: see codes.py.
        """
        kind = ply >> 16 & 7
        if kind == PASS:
            return n
        frm = ply & 255
        if kind == PLACE:
            out[n] = frm
            out[n + 1] = ARRIVE
            return n + 2
        to = ply >> 8 & 255
        out[n] = frm
        out[n + 1] = STACK if self.below[self.board[frm]] else LEAVE
        out[n + 2] = to
        out[n + 3] = STACK if self.board[to] else ARRIVE
        return n + 4

    def why_not(self, frm: int, to: int) -> int:
        """As for all games; while cards are placed, `frm` has to be NOWHERE, and `to` a square to place on."""
        if (self.left[0] or self.left[1]) and not (self.stuck and frm == to == NOWHERE):
            if self.stuck:
                return WHY_MUST_PASS
            if frm != NOWHERE or to == NOWHERE:
                return WHY_PLACE_FIRST
            if not self.side * 24 <= to < self.side * 24 + 12:
                return WHY_NOT_STARTING_AREA
            return WHY_OCCUPIED if self.board[to] else WHY_FINE
        why = super().why_not(frm, to)
        if why == WHY_NOT_YOURS:
            card = self.board[frm]
            while card:
                if card >> 4 == self.side:
                    return WHY_COVERED
                card = self.below[card]
        return why

    def _why_not(self, frm: int, to: int) -> int:
        card = self.board[frm]
        foe = 16 >> (card >> 4)
        kind = card >> 1 & 3
        for way in range(144 if kind == 2 else 0, 144 if kind == 3 else 288, 36):
            why = WHY_FINE
            square = NEXT[way + frm]
            while square != 255:
                if square == to:
                    return why
                if (self.board[square] or self.terrain[square]) & foe:
                    why = WHY_COLOUR_STOPS
                square = 255 if kind == 0 else NEXT[way + square]
        return WHY_NO_SUCH_MOVE

    def digest(self) -> int:
        """A number below 2**24, the same for equal positions; it covers what the position text holds."""
        board = self.board
        below = self.below
        digest = self._ground
        for square in range(36):
            card = board[square]
            while card:
                digest = (digest * 61 + (card >> 1)) & 0xFFFFFF
                card = below[card]
            digest = (digest * 61 + 1) & 0xFFFFFF
        digest = mix(self.hand, 8, digest)
        return (digest * 61 + self.side + 1) & 0xFFFFFF
