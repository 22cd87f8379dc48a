"""Geometry of Card Chess on its 6x6 board (a1 = 0, f6 = 35), 255 ends a line.

LINES: for each square its eight lines, rows and columns first (east, north, west, south), then diagonals
(north-east, north-west, south-west, south-east): the squares of line d in order, at [square * 48 + d * 6].
"""

NONE = 255
DIRECTIONS = ((1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1))  # (column, row)


def _line(column: int, row: int, right: int, up: int) -> list[int]:
    found: list[int] = []
    column, row = column + right, row + up
    while 0 <= column < 6 and 0 <= row < 6:
        found.append(row * 6 + column)
        column, row = column + right, row + up
    return found + [NONE] * (6 - len(found))


def tables() -> dict[str, bytes]:
    return {"LINES": bytes(to for s in range(36) for d in DIRECTIONS for to in _line(s % 6, s // 6, *d))}
