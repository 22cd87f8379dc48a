"""Reads positions and plies of King's Crossing from text (formats: RULES.md here).

For set-up and messages, not for play: everything here may allocate.
"""

from shared_rules.codes import NOWHERE
from shared_rules.errors import PlyError, PositionError
from shared_rules.kings_crossing.text import (
    ALTERNATE,
    LETTERS,
    LONGER,
    MOST_QUIET,
    NAME,
    STEALTH,
    VARIANTS,
    variant_bits,
)
from shared_rules.notation import placement_text, read_square, square_name
from shared_rules.reading import read_count, read_placement, read_side, split_fields

FIELDS = ("game", "placement", "side", "white's back-row count", "black's back-row count", "quiet count")
STARTS = (
    "MM4mk/MM4mm/MM4mm/KM4mm",
    "MM4mm/MM4mm/MM4mm/KM4mk",
    "MMM2mmk/MMM2mmm/MMM2mmm/KMM2mmm",
    "MMM2mmm/MMM2mmm/MMM2mmm/KMM2mmk",
)


def start_text(variant: str) -> str:
    """The start position of a variant, kings on their usual squares."""
    head = NAME + ":" + variant if variant else NAME
    return "%s %s w - - 0" % (head, STARTS[variant_bits(variant) & (ALTERNATE | LONGER)])


def at_start(variant: str, board: bytearray | list[int]) -> bool:
    """Whether the pieces stand as at the start, whichever of them are the kings."""
    usual = bytearray(32)
    read_placement(start_text(variant).split(" ")[1], usual, 8, 4, LETTERS)
    for square in range(32):
        if (usual[square] ^ board[square]) & ~1:
            return False
    return True


def read_position(text: str, board: bytearray | list[int]) -> tuple[str, int, bytearray, int, int, int]:
    """Fill `board` from a position text; returns (variant, side, kings, white's count, black's count, quiet count).

    `kings` is a bytearray of both kings' squares, NOWHERE for one that has been captured, or, with `stealth`, for both
    if they are hidden among the men. A back-row count is -1 for `-`. PositionError if the text is malformed, has more
    pieces than the variant, or a count without its king; whether a side has won is not checked.
    """
    variant, fields = split_fields(text, NAME, VARIANTS, 6, FIELDS)
    placement = fields[0]
    read_placement(placement, board, 8, 4, LETTERS)
    bits = variant_bits(variant)
    men = 11 if bits & LONGER else 7
    if bits & STEALTH and "K" not in placement and "k" not in placement:
        men += 1
        if "M" not in placement or "m" not in placement:
            raise PositionError("placement", 0, "a side without a piece has no king, hidden or not")
    _at_most(placement, "K", 1, "king")
    _at_most(placement, "k", 1, "king")
    _at_most(placement, "M", men, "men")
    _at_most(placement, "m", men, "men")
    side = read_side(fields[1])
    kings = bytearray((NOWHERE, NOWHERE))
    for square in range(32):
        if board[square] & 1:
            kings[board[square] >> 3] = square
    white = _read_back(fields[2], FIELDS[3], kings[0], 7, "h")
    black = _read_back(fields[3], FIELDS[4], kings[1], 0, "a")
    return variant, side, kings, white, black, read_count(fields[4], FIELDS[5], MOST_QUIET)


def with_kings(text: str, kings: bytearray) -> str:
    """A position text whose kings are hidden, with them on the squares `kings[side]`; the back-row counts begin anew.

    PositionError if no piece of that side stands there.
    """
    fields = text.split(" ")
    board = bytearray(32)
    read_placement(fields[1], board, 8, 4, LETTERS)
    for side in (0, 1):
        square = kings[side]
        if not 0 <= square < 32 or board[square] != 4 << side:
            name = square_name(square, 8) if 0 <= square < 32 else "-"
            raise PositionError("placement", 0, "%s has no piece on %s" % (("White", "Black")[side], name))
        board[square] += 1
    fields[1] = placement_text(board, 8, 4, LETTERS)
    return " ".join(fields)


def _at_most(placement: str, letter: str, most: int, word: str) -> None:
    if placement.count(letter) <= most:
        return
    seen = 0
    for i in range(len(placement)):
        if placement[i] == letter:
            seen += 1
            if seen > most:
                raise PositionError("placement", i + 1, "more than %d %s '%s'" % (most, word, letter))


def _read_back(text: str, field: str, king: int, column: int, letter: str) -> int:
    if text == "-":
        return -1
    count = read_count(text, field, 9)
    if king == NOWHERE or king & 7 != column:
        raise PositionError(field, 0, "'%s' though no king stands in column %s" % (text, letter))
    return count


def read_ends(text: str) -> tuple[int, int]:
    """The first and the last square of a ply's text, NOWHERE for a pass; PlyError if it is not one."""
    if text == "pass":
        return NOWHERE, NOWHERE
    names = [text[:2], text[3:]] if len(text) == 5 and text[2] in "-*" else text.split("x")
    if len(names) < 2 or len(names) > 32:
        raise PlyError("'%s' is not a ply of King's Crossing; plies look like a2-e2, c2xc4xe4, c2*d2 or pass" % text)
    squares = [read_square(name, 8, 4) for name in names]
    return squares[0], squares[-1]
