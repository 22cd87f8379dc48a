"""Cross-Eyed Chess: positions and plies written as text (position text: see RULES.md here); reading.py reads them.

For set-up and messages, not for play: everything here may allocate, except `write_ply`.
"""

from shared_rules.codes import const
from shared_rules.notation import placement_text, write_square

NAME = "cross-eyed"
LETTERS = ".KNCRBMPkncrbmp"  # by kind, second side 7 on
CAPTURE = const(0x10000)
PROMOTIONS = b".RBNCM.rbncm"  # letters by promotion, second side 6 on


def position_text(
    side: int, board: bytearray | list[int], at: bytearray | list[int], kinds: bytearray | list[int]
) -> str:
    """The position as text."""
    letters = bytearray(board)
    for value in range(1, 49):
        if at[value]:
            letters[at[value]] = kinds[value] + (8 if value > 24 else 1)
    return "%s %s %s" % (NAME, placement_text(letters, 12, 12, LETTERS), "wb"[side])


def write_ply(ply: int, out: bytearray, at: int = 0) -> int:
    """Put a ply's text as ASCII into the bytearray `out` from `at` (9 bytes at most); give the index after it."""
    at = write_square(ply & 255, 12, out, at)
    out[at] = 120 if ply & CAPTURE else 45  # x -
    at = write_square(ply >> 8 & 255, 12, out, at + 1)
    if ply >> 17:
        column = (ply >> 8 & 255) % 12
        out[at] = 61  # =
        out[at + 1] = PROMOTIONS[(ply >> 17) + (0 if column == 0 or column == 11 else 6)]
        at += 2
    return at
