"""Card Chess: positions and plies read from text (formats: RULES.md here); start positions and their terrain.

For set-up and messages, not for play: everything here may allocate. text.py says what a card's board value is.
"""

from shared_rules.card_chess.text import CODES, VARIANTS
from shared_rules.codes import NOWHERE
from shared_rules.errors import PlyError, PositionError
from shared_rules.notation import read_square, square_name
from shared_rules.reading import read_side, split_fields

FIELDS = ("game", "placement", "side", "terrain", "hand")
NO_TERRAIN = "............"
CHEQUERED = "rbrbrbbrbrbr"  # a4 to f4, then a3 to f3
FIXED = "tjkkjt/2qq2/6/6/2QQ2/TJKKJT"
EMPTY = "6/6/6/6/6/6"
ALL_CARDS = "KKQQJJTTkkqqjjtt"


def shuffled_terrain(seed: int) -> str:
    """The terrain text that belongs to `seed`, 0 to 65535; the same on every runtime. Seed 0 leaves it chequered.

    A 16-bit xorshift (shifts 7, 9, 8; period 65535) starts with the seed and runs eight times to separate neighbouring
    seeds; then i from 11 down to 1 is swapped with i - (next number % (i + 1)). With seed 0 every number is 0.
    """
    if not 0 <= seed <= 65535:
        raise PositionError("terrain", 0, "seed %d is not a number from 0 to 65535" % seed)
    squares = list(CHEQUERED)
    state = seed
    for i in range(19, 0, -1):
        state ^= state << 7 & 0xFFFF
        state ^= state >> 9
        state ^= state << 8 & 0xFFFF
        if i < 12:
            j = i - state % (i + 1)
            squares[i], squares[j] = squares[j], squares[i]
    return "".join(squares)


def start_text(variant: str, seed: int = 0) -> str:
    """The start position of a variant (`plain` has no terrain and no use for the seed)."""
    terrain = NO_TERRAIN if variant.startswith("plain") else shuffled_terrain(seed)
    head = "card-chess:" + variant if variant else "card-chess"
    if variant.endswith("progressive"):
        return "%s %s w %s %s" % (head, EMPTY, terrain, ALL_CARDS)
    return "%s %s w %s -" % (head, FIXED, terrain)


def read_position(text: str) -> tuple[str, int, bytearray, bytearray, bytearray, bytearray, bytearray]:
    """Read a position text: (variant, side, board, below, at, terrain, hand) as CardChess keeps them.

    PositionError if it is malformed, or no game can lead there; whether a side has won is not checked.
    """
    variant, fields = split_fields(text, "card-chess", VARIANTS, 5, FIELDS)
    board = bytearray(36)
    below = bytearray(24)
    at = bytearray(b"\xff" * 24)
    terrain = bytearray(36)
    hand = bytearray(8)
    read_stacks(fields[0], board, below, at)
    side = read_side(fields[1])
    read_terrain(fields[2], variant.startswith("plain"), terrain)
    read_hand(fields[3], hand, at)
    if fields[3] != "-":
        if not variant.endswith("progressive"):
            raise PositionError("hand", 0, "only a progressive set-up has cards in hand")
        check_set_up(board, below, hand, side)
    return variant, side, board, below, at, terrain, hand


def read_ends(text: str) -> tuple[int, int]:
    """The first and the last square of a ply's text, NOWHERE for none; PlyError if it is not one."""
    if text == "pass":
        return NOWHERE, NOWHERE
    if len(text) == 4 and text[1] == "@" and text[0] in CODES:
        return NOWHERE, read_square(text[2:], 6, 6)
    if len(text) == 5 and text[2] in "-x+":
        return read_square(text[:2], 6, 6), read_square(text[3:], 6, 6)
    raise PlyError("'%s' is not a ply of Card Chess; plies look like d2-d5, d2xd5, d2+d5, K@b1 or pass" % text)


def read_stacks(text: str, board: bytearray | list[int], below: bytearray, at: bytearray) -> None:
    """Fill `board` (36 top cards), `below` and `at` (per card: what lies under it, its square) from a PLACEMENT text.

    The caller clears all three (`at` to NOWHERE). The text must be in the one valid form: no stack of fewer than
    two cards, no needless zero. Otherwise PositionError names the character.
    """
    row = 5
    column = 0
    held = -1  # cards of the stack being read, -1 outside brackets
    for i in range(len(text)):
        letter = text[i]
        problem = ""
        if letter == "/":
            if held >= 0 or column < 6:
                problem = "row %d is not finished" % (row + 1)
            elif not row:
                problem = "more than 6 rows"
            row -= 1
            column = 0
        elif letter == "]":
            if held < 2:
                problem = "a stack in brackets has two cards or more"
            held = -1
            column += 1
        elif column > 5:
            problem = "row %d is longer than 6 squares" % (row + 1)
        elif letter == "[":
            if held >= 0:
                problem = "a stack within a stack"
            held = 0
        elif "0" <= letter <= "9":
            column += int(letter)
            if held >= 0:
                problem = "a number within a stack"
            elif column > 6 or letter == "0" or "0" <= text[i - 1 : i] <= "9":
                problem = "no such run of empty squares in row %d" % (row + 1)
        else:
            problem = _put(letter, row * 6 + column, board, below, at)
            if held < 0:
                column += 1
            else:
                held += 1
        if problem:
            raise PositionError("placement", i + 1, "'%s': %s" % (letter, problem))
    if row or column < 6 or held >= 0:
        raise PositionError("placement", len(text), "the text ends before row 1 is complete")


def _put(letter: str, square: int, board: bytearray | list[int], below: bytearray, at: bytearray) -> str:
    """Put a card on a square; return what is wrong with that, "" if nothing is."""
    code = CODES.find(letter)
    if code < 0:
        return "unknown letter"
    card = 8 + 2 * code
    if at[card] != NOWHERE:
        card += 1
    if at[card] != NOWHERE:
        return "more than two of them"
    below[card] = board[square]
    board[square] = card
    at[card] = square
    return ""


def read_terrain(text: str, plain: int, terrain: bytearray) -> None:
    """Fill `terrain` (per square: 8 red, 16 black, 0 neutral) from the terrain field."""
    for i in range(len(text)):
        if text[i] not in ("." if plain else "rb"):
            wanted = "'.' only, as the variant is plain" if plain else "'r' and 'b' only"
            raise PositionError("terrain", i + 1, "'%s' where terrain is %s" % (text[i], wanted))
    if len(text) != 12:
        raise PositionError("terrain", 0, "%d squares instead of 12" % len(text))
    if not plain and text.count("r") != 6:
        raise PositionError("terrain", 0, "%d red squares instead of 6 of 12" % text.count("r"))
    for i in range(12):
        square = 18 + i if i < 6 else 6 + i
        terrain[square] = 0 if plain else 8 if text[i] == "r" else 16


def read_hand(text: str, hand: bytearray, at: bytearray) -> None:
    """Fill `hand` (cards in hand by code) from the hand field; `at` knows the cards on the board."""
    if text == "-":
        return
    last = 0
    for i in range(len(text)):
        code = CODES.find(text[i])
        if code < 0:
            raise PositionError("hand", i + 1, "'%s' is not a card; write '-' for an empty hand" % text[i])
        if code < last:
            raise PositionError("hand", i + 1, "'%s' is out of the order %s" % (text[i], ALL_CARDS))
        last = code
        hand[code] += 1
        if hand[code] + (at[8 + 2 * code] != NOWHERE) + (at[9 + 2 * code] != NOWHERE) > 2:
            raise PositionError("hand", i + 1, "more than two '%s' on the board and in hand" % text[i])


def check_set_up(board: bytearray | list[int], below: bytearray, hand: bytearray, side: int) -> None:
    """With cards in hand no unit has moved, and the players have placed in turn: PositionError otherwise."""
    placed = bytearray(2)
    left = bytearray(2)
    for code in range(8):
        left[code >> 2] += hand[code]
    for square in range(36):
        card = board[square]
        if not card:
            continue
        owner = card >> 4
        if below[card] or not owner * 24 <= square < owner * 24 + 12:
            raise PositionError("hand", 0, "no unit may move before all are placed: %s" % square_name(square, 6))
        placed[owner] += 1
    other = side ^ 1
    more = placed[other] - placed[side]
    # Who has no card left passes, so only a player with cards can be behind or ahead by too little.
    if (left[other] and more < 0) or (left[side] and more > 1):
        problem = "'%s' can't be next after %d placed by w, %d by b"
        raise PositionError("side", 0, problem % ("wb"[side], placed[0], placed[1]))
