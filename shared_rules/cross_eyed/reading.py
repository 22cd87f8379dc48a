"""Cross-Eyed Chess: positions and plies read from text (position text: see RULES.md here); the start position.

For set-up and messages, not for play: everything here may allocate.

In the piece list each side has 24 places, its kings in the first two: the army of the start is two kings and 22
others, and no piece is ever added. So a position with more of either is impossible; which pieces the 22 are is free.
"""

from shared_rules.arrays import cells
from shared_rules.codes import HOLE
from shared_rules.cross_eyed.board import KING
from shared_rules.cross_eyed.text import LETTERS, NAME
from shared_rules.errors import PlyError, PositionError
from shared_rules.notation import read_square
from shared_rules.reading import read_placement, read_side, split_fields

FIELDS = ("game", "placement", "side")
# The start position as a piece list: squares and kinds of one side's 24 pieces, and the squares of the other's.
START_WHITE = bytes(
    (5, 138, 6, 137, 19, 124, 16, 127, 4, 7, 136, 139, 17, 18, 125, 126, 28, 29, 30, 31, 112, 113, 114, 115)
)
START_BLACK = bytes((71, 72, 60, 83, 49, 94, 58, 85, 48, 59, 84, 95, 61, 70, 73, 82, 50, 57, 62, 69, 74, 81, 86, 93))
START_KINDS = b"\0\0\5\5\2\2\1\1\3\3\3\3\4\4\4\4\6\6\6\6\6\6\6\6"
ORDER = b"\x00\x05\x02\x01\x03\x04\x06"  # of kinds in the piece list: kings first

# 1 where the frame has no square, by rows: beside the arms, whose innermost row is wider.
_ARM = b"\1\1\1\1\0\0\0\0\1\1\1\1" * 3
_WIDE = b"\1\1\1\0\0\0\0\0\0\1\1\1"
HOLES = _ARM + _WIDE + bytes(48) + _WIDE + _ARM


def start_position() -> tuple[int, bytearray, bytes, bytes]:
    """What `read_position` returns for the start position."""
    board = bytearray([HOLE * hole for hole in HOLES])
    at = bytes(1) + START_WHITE + START_BLACK
    for value in range(1, 49):
        board[at[value]] = value
    return 0, board, at, bytes(1) + START_KINDS + START_KINDS


def read_position(text: str) -> tuple[int, bytearray, list[int], list[int]]:
    """(side, board, at, kinds) of a position text; PositionError names field and place of what is wrong."""
    _, (placement, side_text) = split_fields(text, NAME, ("",), 3, FIELDS)
    letters = bytearray(144)
    read_placement(placement, letters, 12, 12, LETTERS, HOLES)
    side = read_side(side_text)
    board = bytearray(letters)
    at = cells(49)
    kinds = cells(49)
    squares = [[] for _ in LETTERS]  # by letter
    for square in range(144):
        letter = letters[square]
        if letter and letter != HOLE:
            squares[letter].append(square)
    for first in (1, 25):
        value = first
        for kind in ORDER:
            if kind != KING and value < first + 2:
                value = first + 2
            for square in squares[kind + (8 if first > 1 else 1)]:
                if kind == KING and value == first + 2:
                    where = _place(placement, "Kk"[first > 1], 3)
                    raise PositionError("placement", where, "more than two '%s'" % "Kk"[first > 1])
                if value == first + 24:
                    where = _place(placement, "ncrbmp" if first > 1 else "NCRBMP", 23)
                    raise PositionError("placement", where, "more than 22 pieces besides the kings of one side")
                board[square] = value
                at[value] = square
                kinds[value] = kind
                value += 1
    return side, board, at, kinds


def _place(placement: str, letters: str, count: int) -> int:
    """The place in the text, from 1, of the letter that makes `count` of the given ones."""
    for i in range(len(placement)):
        if placement[i] in letters:
            count -= 1
            if not count:
                return i + 1
    return 0


def read_ends(text: str) -> tuple[int, int]:
    """The first and the last square of a ply's text; PlyError if it is not one."""
    squares = text[:-2] if text[-2:-1] == "=" else text
    frm, _, to = squares.partition("x" if "x" in squares else "-")
    if not frm or not to or squares != text and text[-1] not in "RBNCMrbncm":
        raise PlyError("'%s' is not a ply of Cross-Eyed Chess; plies look like e3-e4, e4xd5, k6-l6=R" % text)
    return read_square(frm, 12, 12), read_square(to, 12, 12)
