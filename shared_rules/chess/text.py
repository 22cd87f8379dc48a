"""Chess: positions written as text, which but for the game's name is FEN (RULES.md here); reading.py reads them.

For set-up and messages, not for play: everything here may allocate.
"""

from shared_rules.codes import NOWHERE
from shared_rules.notation import placement_text, square_name

NAME = "chess"
VARIANTS = ("", "960")
LETTERS = ".KQRBNPkqrbnp"  # by kind + 1, second side 6 on


def position_text(
    variant: str, side: int, board: bytearray, rooks: bytearray, passed: int, clock: int, number: int
) -> str:
    """The position text, as `reading.read_position` takes it and says what it gets."""
    head = NAME + ":" + variant if variant else NAME
    passing = square_name(passed, 8) if passed else "-"
    placement = placement_text(board, 8, 8, LETTERS)
    return "%s %s %s %s %s %d %d" % (head, placement, "wb"[side], castling_text(board, rooks), passing, clock, number)


def castling_text(board: bytearray, rooks: bytearray) -> str:
    """The castling field; `rooks` as `reading.read_position` has them."""
    text = ""
    for right in range(4):
        if rooks[right] != NOWHERE:
            text += right_letter(board, right, rooks[right])
    return text or "-"


def outermost_rook(board: bytearray, right: int) -> int:
    """The square of the rook of that side that is furthest out on that side of its king, NOWHERE if there is none."""
    rook, king = (9, 7) if right > 1 else (3, 1)
    row = right >> 1
    column = 0 if right & 1 else 7
    while 0 <= column < 8 and board[row * 56 + column] != king:
        if board[row * 56 + column] == rook:
            return row * 56 + column
        column += 1 if right & 1 else -1
    return NOWHERE


def right_letter(board: bytearray, right: int, rook: int) -> str:
    """A right to castle as X-FEN writes it: `K` or `Q` for the outermost rook, else the letter of its column."""
    letter = "KQ"[right & 1] if rook == outermost_rook(board, right) else chr(65 + rook % 8)
    return letter if right < 2 else letter.lower()
