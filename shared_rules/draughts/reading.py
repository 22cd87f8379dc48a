"""Reads positions and plies of draughts from text (formats: RULES.md here).

For set-up and messages, not for play: everything here may allocate.
"""

from shared_rules.draughts.game import LETTERS, NAME
from shared_rules.errors import PlyError, PositionError
from shared_rules.notation import read_square, square_name
from shared_rules.reading import read_placement, read_side, split_fields


def read_position(text: str, board: bytearray) -> int:
    """Fill `board` from a position text and return the side to move; PositionError if it is malformed or impossible."""
    _, (placement, side) = split_fields(text, NAME, ("",), 3, ("game", "placement", "side"))
    read_placement(placement, board, 8, 8, LETTERS)
    for i in range(2):
        count = 0
        for square in range(64):
            if board[square] >> 1 == i + 1:
                count += 1
                if (square ^ square >> 3) & 1:
                    raise PositionError("placement", 0, "a piece on the light square %s" % square_name(square, 8))
        if count > 12:
            raise PositionError("placement", 0, "%d pieces of %s; there are 12 at most" % (count, ("Black", "White")[i]))
    for square in range(8):
        if board[square] == 4 or board[56 + square] == 2:
            raise PositionError("placement", 0, "a man on its last row, where it would be a king")
    return read_side(side)


def read_ply(text: str) -> tuple[int, int]:
    """First and last square of the ply that `text` names, legal or not; PlyError if it is unreadable."""
    squares = text.split("x") if "x" in text else text.split("-")
    if len(squares) < 2 or len(squares) > (10 if "x" in text else 2):
        raise PlyError("'%s' is not a ply of draughts; plies look like a3-b4 or c3xe5xg7" % text)
    squares = [read_square(square, 8, 8) for square in squares]
    return squares[0], squares[-1]
