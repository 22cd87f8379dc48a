"""Geometry of Card Chess on its 6x6 board (a1 = 0, f6 = 35).

NEXT: for each of eight directions and each square the next square that way, 255 at the edge, at [direction * 36 + square].
Rows and columns come first (east, north, west, south), then diagonals (north-east, north-west, south-west, south-east).
"""

NONE = 255
DIRECTIONS = ((1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1))  # (column, row)


def _next(square: int, right: int, up: int) -> int:
    column, row = square % 6 + right, square // 6 + up
    return row * 6 + column if 0 <= column < 6 and 0 <= row < 6 else NONE


def tables() -> dict[str, bytes]:
    return {"NEXT": bytes(_next(square, *direction) for direction in DIRECTIONS for square in range(36))}
