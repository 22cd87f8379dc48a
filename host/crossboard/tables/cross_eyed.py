"""Geometry of Cross-Eyed Chess: 84 squares in a 12x12 frame (a1 = 0, l12 = 143).

a1 is not a square of the board, so a table that leads to a1 leads nowhere.

SQUARES: five boards one after another, each with 0s behind it (its length is FAR or NEAR), in which a square has its own number,
unless the piece in question could only come to it over the side of the frame. Origin + leap leads to the right
place there, or to a 0. First one for the leaps from columns a to f (without j to l), one for those from g to l (without a
to c), both from -FAR to FAR; then one for steps to the east (without a), to the west (without l), and north or south.
PAWNS: for each square how a pawn there goes, White's in the low half, Black's in the high one: forward as a direction (east 0,
north 2, west 4, south 6), more by 9 if the next step arrives on an outer row or column to promote; 8 in the centre.
HIT: for a difference of squares (target - origin + 143) the bits 1 << kind of the pieces that may capture over it,
K N C R B M P from bit 0, all of them for no difference.
Over the rim of the frame a difference has a second meaning, so each bit is a hint, to be checked on the way.
WAY: for such a difference the direction of a rook in the low half, of a bishop or Nahbi in the high half.
"""

SIZE = 12
DIRECTIONS = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))  # (column, row)
FAR = 37  # the longest leap, three rows and a column
NEAR = 13  # the longest step
CENTRE = 8
ARRIVES = 9
KINDS = "KNCRBMP"


def _is_square(column: int, row: int) -> bool:
    inside = 0 <= column < SIZE and 0 <= row < SIZE
    return inside and (3 <= column <= 8 or 4 <= row <= 7) and (4 <= column <= 7 or 3 <= row <= 8)


PLACES = [(s % SIZE, s // SIZE) for s in range(SIZE * SIZE)]
SQUARES = [place for place in PLACES if _is_square(*place)]


def _board(reach: int, columns: range) -> bytes:
    """The squares in some columns, with 0 for those beyond the edge."""
    return bytes(r * SIZE + c if _is_square(c, r) and c in columns else 0 for c, r in PLACES) + bytes(reach)


def _squares() -> bytes:
    leaps = _board(FAR, range(9)) + _board(FAR, range(3, SIZE))
    return leaps + _board(NEAR, range(1, SIZE)) + _board(NEAR, range(SIZE - 1)) + _board(NEAR, range(SIZE))


def _outward(column: int, row: int) -> int:
    """The direction away from the centre on a side-board, CENTRE in the centre."""
    if column > 8 or column < 3:
        return 0 if column > 8 else 4
    if row > 8 or row < 3:
        return 2 if row > 8 else 6
    return CENTRE


def _ways(side: int) -> bytes:
    """The moves of a pawn of `side` from each square."""
    ways = bytearray(SIZE * SIZE)
    for column, row in SQUARES:
        way = _outward(column, row)
        if way != CENTRE:
            enemy = (way in (0, 4)) == (side == 0)
            if not enemy:
                way ^= 4
            elif column in (1, SIZE - 2) or row in (1, SIZE - 2):
                way += ARRIVES
        ways[row * SIZE + column] = way
    return bytes(ways)


def _kinds(columns: int, rows: int) -> str:
    """The kinds that may capture over so many columns and rows on an open board."""
    near, far = sorted((abs(columns), abs(rows)))
    kinds = {(0, 1): "K", (1, 1): "KP", (1, 2): "NM", (2, 3): "M", (1, 3): "C"}.get((near, far), "")
    return kinds + ("R" if near == 0 and far else "") + ("B" if near == far and far else "")


def _direction(columns: int, rows: int) -> int:
    def sign(number: int) -> int:
        return (number > 0) - (number < 0)

    return DIRECTIONS.index((sign(columns), sign(rows)))


def _differences() -> tuple[bytes, bytes]:
    size = SIZE * SIZE
    hits, ways = bytearray(2 * size - 1), bytearray(2 * size - 1)
    hits[size - 1] = (1 << len(KINDS)) - 1
    for column, row in SQUARES:
        for c, r in SQUARES:
            at = (r - row) * SIZE + c - column + size - 1
            for kind in _kinds(c - column, r - row):
                hits[at] |= 1 << KINDS.index(kind)
                direction = _direction(c - column, r - row)
                if kind == "R":
                    ways[at] = ways[at] & 0xF0 | direction
                elif kind in "BM":
                    ways[at] = ways[at] & 0x0F | direction << 4
    return bytes(hits), bytes(ways)


def tables() -> dict[str, bytes]:
    hits, ways = _differences()
    return {
        "SQUARES": _squares(),
        "PAWNS": bytes(white | black << 4 for white, black in zip(_ways(0), _ways(1), strict=True)),
        "HIT": hits,
        "WAY": ways,
    }
