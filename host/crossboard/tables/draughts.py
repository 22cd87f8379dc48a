"""Geometry of draughts on its 8x8 board (a1 = 0, h8 = 63).

DARK: the squares that the game is played on.
SOUTH_WEST, NORTH_WEST, SOUTH_EAST, NORTH_EAST: for each square the next one that way, itself at the edge.
"""


def _next(right: int, up: int) -> bytes:
    found: list[int] = []
    for square in range(64):
        column, row = square % 8 + right, square // 8 + up
        found.append(row * 8 + column if 0 <= column < 8 and 0 <= row < 8 else square)
    return bytes(found)


def tables() -> dict[str, bytes]:
    return {
        "DARK": bytes(square for square in range(64) if not (square ^ square >> 3) & 1),
        "SOUTH_WEST": _next(-1, -1),
        "NORTH_WEST": _next(-1, 1),
        "SOUTH_EAST": _next(1, -1),
        "NORTH_EAST": _next(1, 1),
    }
