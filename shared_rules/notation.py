"""Squares and placements as text, for all games (position text: see README.md beside this file); reading.py reads placements.

For set-up and messages, not for play: everything here may allocate. Games import it where they need it, and a board unloads it
before play. Plies are written with writing.py.
A game's `letters` gives for each board value its letter, index 0 for an empty square.
"""

from shared_rules.codes import HOLE
from shared_rules.errors import PlyError


def is_number(text: str) -> bool:
    """Whether `text` is one or more of the digits 0 to 9 (str.isdigit also takes what int() can't read)."""
    for letter in text:
        if not "0" <= letter <= "9":
            return False
    return len(text) > 0


def square_name(square: int, columns: int) -> str:
    """`a1` for square 0 of a frame that is `columns` wide."""
    return "%s%d" % (chr(97 + square % columns), square // columns + 1)


def read_square(text: str, columns: int, rows: int) -> int:
    """The square that `text` names; PlyError if it is not a square of a frame that is `columns` by `rows`."""
    digits = text[1:]
    if len(text) >= 2 and is_number(digits) and digits[0] != "0" and len(digits) <= 2:
        column = ord(text[0]) - 97
        row = int(digits) - 1
        if 0 <= column < columns and 0 <= row < rows:
            return row * columns + column
    raise PlyError("'%s' is not a square; squares run from a1 to %s" % (text, square_name(columns * rows - 1, columns)))


def placement_text(board: bytearray | list[int], columns: int, rows: int, letters: str) -> str:
    """The PLACEMENT text of a board of single pieces, as `reading.read_placement` takes it."""
    lines = []
    for r in range(rows - 1, -1, -1):
        line = ""
        run = 0
        for square in range(r * columns, (r + 1) * columns):
            value = board[square]
            if value == 0:
                run += 1
                continue
            if run:
                line += str(run)
                run = 0
            line += "*" if value == HOLE else letters[value]
        if run:
            line += str(run)
        lines.append(line)
    return "/".join(lines)
