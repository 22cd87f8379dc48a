"""Geometry of King's Crossing on its 8x4 board (a1 = 0, h1 = 7, h4 = 31).

EAST, NORTH, WEST, SOUTH: for each square its neighbour there, itself at the edge.
OUTER: for each square the neighbour in its column that is nearer to row 1 or 4, itself on those rows.
"""


def _next(right: int, up: int) -> bytes:
    found: list[int] = []
    for square in range(32):
        column, row = square % 8 + right, square // 8 + up
        found.append(row * 8 + column if 0 <= column < 8 and 0 <= row < 4 else square)
    return bytes(found)


def _outer(square: int) -> int:
    return (square, square - 8, square + 8, square)[square // 8]


def tables() -> dict[str, bytes]:
    return {
        "EAST": _next(1, 0),
        "NORTH": _next(0, 1),
        "WEST": _next(-1, 0),
        "SOUTH": _next(0, -1),
        "OUTER": bytes(_outer(square) for square in range(32)),
    }
