"""Card Chess: positions written as text, with stacks, terrain and cards in hand (formats: RULES.md here); reading.py reads them.

For set-up and messages, not for play: everything here may allocate.

A card's board value is 8 + 2 * code + n: code 0 to 7 for K Q J T k q j t, n = 0 or 1 for the first or second of its
kind. So bit 8 is set in Red's cards, bit 16 in Black's, and `value >> 1` finds the letter.
"""

VARIANTS = ("", "plain", "progressive", "plain+progressive")
CODES = "KQJTkqjt"
LETTERS = "....KQJTkqjt"  # by board value >> 1


def position_text(
    variant: str, side: int, board: bytearray | list[int], below: bytearray, terrain: bytearray, hand: bytearray
) -> str:
    """The position text, as `reading.read_position` takes it."""
    head = "card-chess:" + variant if variant else "card-chess"
    return "%s %s %s %s %s" % (head, stacks_text(board, below), "wb"[side], terrain_text(terrain), hand_text(hand))


def stacks_text(board: bytearray | list[int], below: bytearray) -> str:
    """The PLACEMENT text, as `reading.read_stacks` takes it."""
    lines = []
    for row in range(5, -1, -1):
        line = ""
        run = 0
        for square in range(row * 6, row * 6 + 6):
            card = board[square]
            if not card:
                run += 1
                continue
            if run:
                line += str(run)
                run = 0
            stack = ""
            while card:
                stack = LETTERS[card >> 1] + stack
                card = below[card]
            line += stack if len(stack) == 1 else "[%s]" % stack
        if run:
            line += str(run)
        lines.append(line)
    return "/".join(lines)


def terrain_text(terrain: bytearray) -> str:
    """The terrain field."""
    out = ""
    for i in range(12):
        out += ".rb"[terrain[18 + i if i < 6 else 6 + i] >> 3]
    return out


def hand_text(hand: bytearray) -> str:
    """The hand field."""
    out = ""
    for code in range(8):
        out += CODES[code] * hand[code]
    return out or "-"
