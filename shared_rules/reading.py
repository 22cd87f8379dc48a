"""Reads the fields of position texts, and finds the ply that a text names, for all games (see README.md beside this file).

For set-up: everything here may allocate. Games import it where they read a position, and a board unloads it before play.
A game's `letters` gives for each board value its letter, index 0 for an empty square.
"""

from array import array

from shared_rules.codes import HOLE, NOWHERE, WHY_FINE, WHY_MUST_GO_ON, WHY_NO_SUCH_MOVE
from shared_rules.errors import IllegalPlyError, PlyError, PositionError
from shared_rules.notation import is_number, read_square


def no_variant(name: str, variant: str, variants: tuple[str, ...]) -> PositionError:
    """The error for a variant that the game `name` lacks; it lists its `variants`."""
    single = [known for known in variants if known and "+" not in known]
    words = "%s has no variants" % name
    if single:
        words = "%s has no variant '%s'; its variants are %s" % (name, variant, ", ".join(single))
        if len(variants) > len(single) + 1:
            words += " (several are joined by +, in this order)"
    return PositionError("game", len(name) + 2, words)


def split_fields(
    text: str, name: str, variants: tuple[str, ...], count: int, names: tuple[str, ...]
) -> tuple[str, list[str]]:
    """The fields of a position text, the first split into game and variant.

    `name` is the game's, `variants` its legal variant texts ("" for plain), `count` the fields in all and `names`
    what each is called. Returns (variant, [other fields]); PositionError names the field that is wrong.
    """
    fields = text.split(" ")
    head, _, variant = fields[0].partition(":")
    if head != name:
        raise PositionError("game", 0, "a position of '%s', not of %s" % (head, name))
    if variant not in variants or fields[0].endswith(":"):
        raise no_variant(name, variant, variants)
    for i in range(1, len(fields)):
        if fields[i] == "":
            at = names[i] if i < count else "last"
            raise PositionError(at, 0, "fields are separated by exactly one space")
    if len(fields) < count:
        raise PositionError(names[len(fields)], 0, "missing; the text has %d of %d fields" % (len(fields), count))
    if len(fields) > count:
        raise PositionError("last", 0, "'%s' is one field too many" % fields[count])
    return variant, fields[1:]


def read_board(game, text: str) -> tuple[bytearray, int]:
    """The board and the side to move of a position text of a game that has `letters`; PositionError if it is malformed."""
    _, (placement, side) = split_fields(text, game.name, game.variants, 3, ("game", "placement", "side"))
    board = bytearray(game.columns * game.rows)
    read_placement(placement, board, game.columns, game.rows, game.letters)
    return board, read_side(side)


def read_side(text: str) -> int:
    """0 for `w`, 1 for `b`."""
    if text == "w":
        return 0
    if text == "b":
        return 1
    raise PositionError("side", 0, "'%s' is neither 'w' nor 'b'" % text)


def read_count(text: str, field: str, most: int) -> int:
    """A decimal number from 0 to `most` without needless zeros; PositionError names `field`."""
    if not is_number(text) or len(text) > 6 or (len(text) > 1 and text[0] == "0") or int(text) > most:
        raise PositionError(field, 0, "'%s' is not a number from 0 to %d" % (text, most))
    return int(text)


def read_ends(game, text: str) -> tuple[int, int]:
    """The first and the last square of a ply's text, squares joined by `-` or, any number of them, `x`; PlyError if it is none."""
    names = text.split("x") if "x" in text else text.split("-")
    if len(names) < 2 or "-" in text and len(names) > 2:
        raise PlyError("'%s' is not a ply of %s; plies look like a1-b2 or a1xb2" % (text, game.name))
    squares = [read_square(name, game.columns, game.rows) for name in names]
    return squares[0], squares[-1]


def find_ply(game, text: str, ends: tuple[int, int], wrong: int = WHY_NO_SUCH_MOVE) -> int:
    """The legal ply of `game` with that text, IllegalPlyError if the position does not allow it.

    `ends` are the first and the last square of the text, the first NOWHERE for a piece from hand, both for a pass; `wrong` is what
    is wrong if these are a legal ply's.
    """
    frm, to = ends
    wanted = text.encode()
    out = bytearray(64)
    legal = array("i", [0] * getattr(game, "max_plies_from", game.max_plies))
    why = WHY_FINE
    for square in (to if frm == NOWHERE else frm, to):  # the second, of which a piece may leave that the text has last
        for i in range(game.plies_from(square, legal, 0)):
            end = game.write_ply(legal[i], out)
            if out[:end] == wanted:
                return legal[i]
            if (
                end > len(wanted) and out[: len(wanted)] == wanted and out[len(wanted)] == 120
            ):  # x: the same jumps, and more
                why = WHY_MUST_GO_ON
    why = why or game.why_not(frm, to) or wrong
    raise IllegalPlyError("'%s' is not legal in %s" % (text, getattr(game, "public_text", game.text)()), why)


def read_placement(
    text: str, board: bytearray | list[int], columns: int, rows: int, letters: str, holes: bytes | None = None
) -> None:
    """Fill `board` (a bytearray of columns * rows) from a PLACEMENT text of single pieces.

    `holes` is a bytes of the same size that is true where the frame has no square, or None. The text must be in
    the one valid form (longest runs, holes where they belong); otherwise PositionError names the character.
    """
    size = columns * rows
    board[:] = bytes(size)
    holes = holes or bytes(size)
    lines = text.split("/")
    if len(lines) != rows:
        raise PositionError("placement", 0, "rows: %d instead of %d" % (len(lines), rows))
    place = 0
    for r in range(rows):
        line = lines[r]
        start = (rows - 1 - r) * columns
        length = len(line)
        column = 0
        i = 0
        while i < length:
            letter = line[i]
            place += 1
            if "0" <= letter <= "9":
                j = i + 1
                while j < length and "0" <= line[j] <= "9":
                    j += 1
                digits = line[i:j]
                if digits[0] == "0" or len(digits) > 2:
                    raise PositionError("placement", place, "'%s' is not a count of empty squares" % digits)
                for _ in range(int(digits)):
                    if column >= columns or holes[start + column]:
                        raise PositionError(
                            "placement", place, "%s empty squares are too many for row %d" % (digits, rows - r)
                        )
                    column += 1
                place += j - i - 1
                i = j
                continue
            if column >= columns:
                raise PositionError("placement", place, "row %d has more than %d squares" % (rows - r, columns))
            if letter == "*":
                if not holes[start + column]:
                    raise PositionError("placement", place, "'*' where row %d has a square" % (rows - r))
                board[start + column] = HOLE
            else:
                value = letters.find(letter, 1)
                if value < 0 or letter == " ":
                    raise PositionError("placement", place, "unknown letter '%s'" % letter)
                if holes[start + column]:
                    raise PositionError("placement", place, "'%s' where row %d has no square" % (letter, rows - r))
                board[start + column] = value
            column += 1
            i += 1
        if column != columns:
            raise PositionError("placement", place, "row %d has %d of %d places" % (rows - r, column, columns))
        place += 1
