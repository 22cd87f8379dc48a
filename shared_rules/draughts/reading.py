"""Reads positions of draughts from text (formats: RULES.md here).

For set-up and messages, not for play: everything here may allocate.
"""

from shared_rules.errors import PositionError
from shared_rules.notation import square_name
from shared_rules.reading import read_board


def read_position(game, text: str) -> tuple[bytearray, int]:
    """The board and the side to move of a position text of `game`; PositionError if it is malformed or impossible."""
    board, side = read_board(game, text)
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
    return board, side
