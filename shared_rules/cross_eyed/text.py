"""Cross-Eyed Chess: positions written as text (position text: see RULES.md here); reading.py reads them.

For set-up and messages, not for play: everything here may allocate.
"""

from shared_rules.notation import placement_text

NAME = "cross-eyed"
LETTERS = ".KNCRBMPkncrbmp"  # by kind, second side 7 on


def position_text(
    side: int, board: bytearray | list[int], at: bytearray | list[int], kinds: bytearray | list[int]
) -> str:
    """The position as text."""
    letters = bytearray(board)
    for value in range(1, 49):
        if at[value]:
            letters[at[value]] = kinds[value] + (8 if value > 24 else 1)
    return "%s %s %s" % (NAME, placement_text(letters, 12, 12, LETTERS), "wb"[side])
