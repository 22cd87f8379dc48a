"""Reads positions and plies of draughts from text (formats: RULES.md here).

For set-up and messages, not for play: everything here may allocate.
"""

from shared_rules.errors import PlyError, PositionError
from shared_rules.notation import read_square, square_name
from shared_rules.reading import read_placement, read_side, split_fields


def read_position(game, text: str, board: bytearray) -> int:
    """Fill `board` from a position text of `game` and return the side to move; PositionError if it is malformed or impossible."""
    _, (placement, side) = split_fields(text, game.name, game.variants, 3, ("game", "placement", "side"))
    read_placement(placement, board, 8, 8, game.letters)
    for i in range(2):
        squares = [square for square in range(64) if board[square] >> 1 == i + 1]
        if len(squares) > 12:
            raise PositionError(
                "placement", 0, "%d pieces of %s, who has 12 at most" % (len(squares), game.side_names[i])
            )
        for square in squares:
            if (square ^ square >> 3) & 1:
                raise PositionError("placement", 0, "a piece on %s, a light square" % square_name(square, 8))
            if board[square] == (2, 4)[i] and square >> 3 == (7, 0)[i]:
                raise PositionError("placement", 0, "a man on %s, where it would be a king" % square_name(square, 8))
    return read_side(side)


def read_ends(text: str) -> tuple[int, int]:
    """The first and the last square of a ply's text; PlyError if it is not one."""
    names = text.split("x") if "x" in text else text.split("-")
    if len(names) < 2 or "-" in text and len(names) > 2:
        raise PlyError("'%s' is not a ply of draughts; plies look like c3-b4 or c3xe5xg7" % text)
    squares = [read_square(name, 8, 8) for name in names]
    return squares[0], squares[-1]
