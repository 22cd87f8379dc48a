"""Chess: positions and plies read from text (RULES.md here); start positions.

For set-up and messages, not for play: everything here may allocate. A board read here holds for each square 0, or kind + 1 of a
white piece, kind + 7 of a black one.
"""

from shared_rules.chess.moves import Moves
from shared_rules.chess.text import LETTERS, NAME, VARIANTS, castling_text, outermost_rook, position_text
from shared_rules.codes import NOWHERE
from shared_rules.errors import PlyError, PositionError
from shared_rules.notation import read_square, square_name
from shared_rules.reading import read_count, read_placement, read_side, split_fields

FIELDS = ("game", "placement", "side", "castling", "en passant", "halfmove clock", "move number")
USUAL = 518  # the number of the usual start among the 960
KNIGHTS = (b"\0\1", b"\0\2", b"\0\3", b"\0\4", b"\1\2", b"\1\3", b"\1\4", b"\2\3", b"\2\4", b"\3\4")
MOST = (1, 1, 2, 2, 2)  # pieces of each kind but pawns that a side begins with
MOST_PLIES = 150  # without a capture or a pawn's step: then the game is drawn


def start_text(variant: str, seed: int = 0) -> str:
    """The start position of a variant; of 960 the one with the number `seed` modulo 960, the usual one for seed 0."""
    row = back_row(seed % 960 if variant and seed else USUAL)
    head = NAME + ":" + variant if variant else NAME
    return "%s %s/pppppppp/8/8/8/8/PPPPPPPP/%s w KQkq - 0 1" % (head, row.lower(), row)


def back_row(number: int) -> str:
    """The pieces of the start position `number`, 0 to 959, by Scharnagl's numbering."""
    row = [""] * 8
    row[number % 4 * 2 + 1] = "B"
    row[number // 4 % 4 * 2] = "B"
    free = [i for i in range(8) if not row[i]]
    row[free.pop(number // 16 % 6)] = "Q"
    for i in KNIGHTS[number // 96]:
        row[free[i]] = "N"
    for letter in "RKR":
        row[row.index("")] = letter
    return "".join(row)


def read_position(text: str) -> tuple[str, int, bytearray, bytearray, int, int, int]:
    """(variant, side, board, rooks, passed, clock, number) of a position text; PositionError if it is malformed or impossible.

    `rooks`: by right to castle (White's king's side, queen's side, Black's) the rook's square, NOWHERE without it; `passed`: the
    square that a pawn has just passed over, 0 for none, whether it can be captured there or not. Not checked: attacks.
    """
    variant, fields = split_fields(text, NAME, VARIANTS, 7, FIELDS)
    board = bytearray(64)
    read_placement(fields[0], board, 8, 8, LETTERS)
    check_army(fields[0], 0)
    check_army(fields[0], 1)
    side = read_side(fields[1])
    rooks = read_castling(fields[2], variant, board)
    passed = read_passed(fields[3], side, board)
    clock = read_count(fields[4], FIELDS[5], MOST_PLIES)
    number = read_count(fields[5], FIELDS[6], 999999)
    if not number:
        raise PositionError(FIELDS[6], 0, "moves are counted from 1")
    return variant, side, board, rooks, passed, clock, number


def check_position(text: str, side: int, board: bytearray, rooks: bytearray, passed: int) -> None:
    """PositionError if the king could be captured, or a field that was read is not written in the one way that it has."""
    trial = Moves(1, 0)
    trial.stand(side, board, rooks, passed, 0)
    if trial.attacker(trial.at[17 - side * 16], side):
        raise PositionError("side", 0, "'%s' can't be next: it could capture the king" % "wb"[side])
    castling = castling_text(board, rooks)
    if castling != text.split(" ")[3]:
        raise PositionError("castling", 0, "'%s' is written %s here" % (text.split(" ")[3], castling))
    if passed != trial.passed():
        raise PositionError("en passant", 0, "no pawn may capture on '%s': then it is -" % text.split(" ")[4])


def usual_text(text: str) -> str:
    """A position text with the castling and en passant fields of other programs as we write it; PositionError as for ours."""
    variant, side, board, rooks, passed, clock, number = read_position(text)
    trial = Moves(1, 0)
    trial.stand(side, board, rooks, passed, 0)
    return position_text(variant, side, board, rooks, trial.passed(), clock, number)


def check_army(placement: str, side: int) -> None:
    """PositionError unless the pieces of a side can have come of those it began with."""
    owner = ("white", "black")[side]
    letters = LETTERS[side * 6 + 1 : side * 6 + 7]
    counts = [placement.count(letter) for letter in letters]
    if not counts[0]:
        raise PositionError("placement", 0, "no %s king" % owner)
    _at_most(placement, letters[0], 1, "more than one %s king" % owner)
    _at_most(placement, letters[5], 8, "more than eight %s pawns" % owner)
    for row in (0, -1):
        line = placement.split("/")[row]
        if letters[5] in line:
            place = (len(placement) - len(line) if row else 0) + line.index(letters[5]) + 1
            raise PositionError("placement", place, "a pawn can't stand on row %d" % (1 if row else 8))
    more = sum([max(0, counts[kind] - MOST[kind]) for kind in range(1, 5)])
    if more > 8 - counts[5]:
        words = "%d %s pieces more than at the start, and %d pawns" % (more, owner, counts[5])
        raise PositionError("placement", 0, words + ": more than eight pawns in all")


def _at_most(placement: str, letter: str, most: int, problem: str) -> None:
    place = -1
    for _ in range(most + 1):
        place = placement.find(letter, place + 1)
        if place < 0:
            return
    raise PositionError("placement", place + 1, problem)


def read_castling(text: str, variant: str, board: bytearray) -> bytearray:
    """The squares of the rooks that may castle, from a castling field: `KQkq` or, as Shredder has it, the letters of columns."""
    rooks = bytearray(b"\xff" * 4)
    for i in range(0 if text == "-" else len(text)):
        letter = text[i]
        side = 0 if letter < "a" else 1
        right = side * 2 + ("KQ".find(letter.upper()) & 1)
        rook = outermost_rook(board, right)
        if letter in "ABCDEFGHabcdefgh":
            rook = side * 56 + ord(letter.upper()) - 65
            king = board.find(bytes((side * 6 + 1,)))
            right = side * 2 + (1 if rook < king else 0)
            if board[rook] != side * 6 + 3 or king // 8 != side * 7:
                rook = NOWHERE
        elif letter not in "KQkq":
            raise PositionError("castling", i + 1, "'%s' is none of KQkq, nor the letter of a column" % letter)
        if rook == NOWHERE or not variant and (rook & 7 != (right & 1 ^ 1) * 7 or board[side * 56 + 4] != side * 6 + 1):
            raise PositionError("castling", i + 1, "'%s': king and rook do not stand so that they can castle" % letter)
        if rooks[right] != NOWHERE:
            raise PositionError("castling", i + 1, "'%s': twice on the same side of the king" % letter)
        rooks[right] = rook
    return rooks


def read_passed(text: str, side: int, board: bytearray) -> int:
    """The square of an en passant field, 0 for `-`."""
    if text == "-":
        return 0
    problem = ""
    try:
        square = read_square(text, 8, 8)
    except PlyError as error:
        square = 0
        problem = str(error)
    if problem:  # raised here, as machine code for boards has no `from`
        raise PositionError("en passant", 0, problem + ", or - for none")
    ahead = -8 if side else 8  # of who moves now; the pawn went the other way
    if square // 8 != 5 - side * 3:
        raise PositionError("en passant", 2, "'%s': a pawn passes over row %d" % (text, 3 if side else 6))
    if board[square] or board[square + ahead] or board[square - ahead] != (6 if side else 12):
        problem = "'%s': no pawn has just gone from %s to %s"
        raise PositionError(
            "en passant", 0, problem % (text, square_name(square + ahead, 8), square_name(square - ahead, 8))
        )
    return square


def read_ends(text: str) -> tuple[int, int]:
    """The first and the last square of a ply's text; PlyError if it is not one."""
    if len(text) not in (4, 5) or len(text) == 5 and text[4] not in "qrbn":
        raise PlyError("'%s' is not a ply of chess; plies look like e2e4, e7e8q" % text)
    return read_square(text[:2], 8, 8), read_square(text[2:4], 8, 8)
