"""Geometry of chess on its 8x8 board (a1 = 0, h8 = 63), 255 is not a square.

NEXT: for each of eight directions and each square the next square that way, at [direction * 64 + square].
Rows and columns come first (east, north, west, south), then diagonals (north-east, north-west, south-west, south-east).
KNIGHT: for each square up to eight squares a knight's leap away, 255 after the last, at [square * 9].
HIT: for two squares the pieces on the first that attack the second if nothing is in between, as bits 1 << kind: K Q R B N, white P,
black p from bit 0. A table of 15 by 15 differences in rows of 16: at [119 + (to + (to & 56)) - (from + (from & 56))].
WAY: in the same place the direction from the first to the second, 255 if no line leads there.
MAY: as HIT, but at [255 + to - from]: what is there has two meanings, as squares are counted on over the edge of the board, and the
bits of both. From square 255, for a piece off the board, nothing is attacked.
"""

NONE = 255
DIRECTIONS = ((1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1))  # (column, row)
LEAPS = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))
DIFFERENCES = [(column, row) for row in range(-7, 8) for column in range(-7, 9)][:-1]  # the column 8 is never asked for
PLACES = [(square % 8, square // 8) for square in range(64)]


def _square(column: int, row: int) -> int:
    return row * 8 + column if 0 <= column < 8 and 0 <= row < 8 else NONE


def _leaps(column: int, row: int) -> list[int]:
    found = [_square(column + right, row + up) for right, up in LEAPS]
    found = [square for square in found if square != NONE]
    return found + [NONE] * (9 - len(found))


def _hits(right: int, up: int) -> int:
    near, far = sorted((abs(right), abs(up)))
    straight, diagonal = near == 0 < far, near == far > 0
    kinds = (far == 1, straight or diagonal, straight, diagonal, (near, far) == (1, 2))
    pawns = (far == near == 1 == up, far == near == 1 == -up)
    return sum(hit << kind for kind, hit in enumerate(kinds + pawns)) if right < 8 else 0


def _may(difference: int) -> int:
    """The bits for both meanings of a difference of square numbers."""
    hits = 0
    for column in range(-7, 8):
        if (difference - column) % 8 == 0 and abs(difference - column) < 64:
            hits |= _hits(column, (difference - column) // 8)
    return hits


def _way(right: int, up: int) -> int:
    far = max(abs(right), abs(up))
    if not far or right == 8 or not _hits(right, up) & 2:
        return NONE
    return DIRECTIONS.index((right // far, up // far))


def tables() -> dict[str, bytes]:
    return {
        "NEXT": bytes(_square(c + right, r + up) for right, up in DIRECTIONS for c, r in PLACES),
        "KNIGHT": bytes(square for place in PLACES for square in _leaps(*place)),
        "HIT": bytes(_hits(*difference) for difference in DIFFERENCES),
        "MAY": bytes(192) + bytes(_may(difference) for difference in range(-63, 64)),
        "WAY": bytes(_way(*difference) for difference in DIFFERENCES),
    }
