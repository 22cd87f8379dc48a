"""Geometry of draughts on its 8x8 board (a1 = 0, h8 = 63).

NEXT: for each direction (south-west, north-west, south-east, north-east) and each square the next square that way, itself at the
edge, at [direction * 64 + square].
"""

DIRECTIONS = ((-1, -1), (-1, 1), (1, -1), (1, 1))  # (column, row)


def _next(square: int, right: int, up: int) -> int:
    column, row = square % 8 + right, square // 8 + up
    return row * 8 + column if 0 <= column < 8 and 0 <= row < 8 else square


def tables() -> dict[str, bytes]:
    return {"NEXT": bytes(_next(square, *direction) for direction in DIRECTIONS for square in range(64))}
