"""Geometry of King's Crossing on its 8x4 board (a1 = 0, h1 = 7, h4 = 31).

SLIDES: for each square four rays, at [square * 24]: east at +0, west at +8, up the column at +16, down at +20. A ray
lists its squares from the nearest on and ends with the square it starts from: a piece stands there, so that who walks
along empty squares needs no other test.
JUMPS: for each square up to three jumps (square jumped, square landed on, direction), at [square * 10], ended by
255. Directions are 0 east, 1 north, 2 west, 3 south.
EAST, NORTH, WEST, SOUTH: for each square its neighbour there, itself at the edge.
OUTER: for each square the neighbour in its column that is nearer to row 1 or 4, itself on those rows.
"""

STEPS = ((1, 0), (0, 1), (-1, 0), (0, -1))  # (column, row) of the directions 0 to 3
EAST, NORTH, WEST, SOUTH = range(4)
NONE = 255


def _ray(square: int, direction: int) -> list[int]:
    found: list[int] = []
    dc, dr = STEPS[direction]
    c, r = square % 8 + dc, square // 8 + dr
    while 0 <= c < 8 and 0 <= r < 4:
        found.append(r * 8 + c)
        c, r = c + dc, r + dr
    return found


def _slides(square: int) -> list[int]:
    found: list[int] = []
    for direction, room in ((EAST, 8), (WEST, 8), (NORTH, 4), (SOUTH, 4)):
        ray = _ray(square, direction)
        found += ray + [square] * (room - len(ray))
    return found


def _jumps(square: int) -> list[int]:
    found: list[int] = []
    for direction in range(4):
        ray = _ray(square, direction)
        if len(ray) > 1:
            found += [ray[0], ray[1], direction]
    return found + [NONE] * (10 - len(found))


def _next(direction: int) -> bytes:
    return bytes((_ray(square, direction) + [square])[0] for square in range(32))


def _outer(square: int) -> int:
    return (square, square - 8, square + 8, square)[square // 8]


def tables() -> dict[str, bytes]:
    return {
        "SLIDES": bytes(to for square in range(32) for to in _slides(square)),
        "JUMPS": bytes(b for square in range(32) for b in _jumps(square)),
        "EAST": _next(EAST),
        "NORTH": _next(NORTH),
        "WEST": _next(WEST),
        "SOUTH": _next(SOUTH),
        "OUTER": bytes(_outer(square) for square in range(32)),
    }
