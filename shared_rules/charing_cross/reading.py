"""Reads positions and plies of Charing Cross from text (formats: RULES.md here).

For set-up and messages, not for play: everything here may allocate.
"""

from shared_rules.charing_cross.moves import GOAL, HOMES
from shared_rules.codes import NOWHERE
from shared_rules.errors import PlyError, PositionError
from shared_rules.notation import read_square
from shared_rules.reading import read_placement, read_side, split_fields

FIELDS = ("game", "placement", "side", "placement due")
LETTERS = "NRnr"  # by kind = board value - 1 >> 1


def read_position(text: str, board: bytearray, at: bytearray) -> tuple[int, int, int, int]:
    """Fill `board` and `at` (the square of each board value, NOWHERE if off the board) from a position text.

    Returns (side, won, due, due_next); `won` is 1 if the first side has a piece in its goal, 2 if the second has, else 0.
    PositionError if the text is malformed or the position impossible.
    """
    _, (placement, side_text, due_text) = split_fields(text, "charing-cross", ("",), 4, FIELDS)
    kinds = bytearray(64)
    read_placement(placement, kinds, 8, 8, "." + LETTERS)
    side = read_side(side_text)
    won = 0
    for square in range(64):
        kind = kinds[square] - 1
        if kind < 0:
            continue
        value = kind * 2 + (1 if at[kind * 2 + 1] == NOWHERE else 2)
        if at[value] != NOWHERE:
            raise PositionError("placement", 0, "more than two '%s'" % LETTERS[kind])
        at[value] = square
        board[square] = value
        if GOAL[square] >> kind & 1:
            won |= 1 << (kind >> 1)
    if won == 3:
        raise PositionError("placement", 0, "both sides have a piece in its goal")
    if due_text == "-":
        return side, won, 0, 0
    due, due_next = _read_due(due_text, side, board, at, won)
    return side, won, due, due_next


def _read_due(text: str, side: int, board: bytearray, at: bytearray, won: int) -> tuple[int, int]:
    kind = LETTERS.find(text[0])
    if len(text) != 2 or kind < 0 or text[1] not in "wb":
        raise PositionError("placement due", 0, "'%s' is neither '-' nor a piece letter and a side" % text)
    if kind >> 1 != side:
        raise PositionError("side", 0, "the owner of '%s' is to place it" % text[0])
    if won:
        raise PositionError("placement due", 0, "the game is over")
    value = kind * 2 + (1 if at[kind * 2 + 1] == NOWHERE else 2)
    if at[value] != NOWHERE:
        raise PositionError("placement due", 0, "both '%s' stand on the board" % text[0])
    if board[HOMES[kind * 2]] and board[HOMES[kind * 2 + 1]]:
        raise PositionError("placement due", 0, "no home square of '%s' is vacant" % text[0])
    return value, "wb".find(text[1])


def read_ends(text: str) -> tuple[int, int]:
    """The first and the last square of a ply's text, NOWHERE for none; PlyError if it is not one."""
    if text == "pass":
        return NOWHERE, NOWHERE
    if text[:1] == "@":
        return NOWHERE, read_square(text[1:], 8, 8)
    if len(text) == 5 and text[2] in "-x":
        return read_square(text[:2], 8, 8), read_square(text[3:], 8, 8)
    raise PlyError("'%s' is not a ply of Charing Cross; plies look like a4-b5, d3xb5, @a4 or pass" % text)
