"""Geometry of Charing Cross on its 8x8 board (a1 = 0, h8 = 63), 255 ends a list.

FORWARD: for kind 0-3 (N, R, n, r) and square, three bytes: the squares one step forward that are not on
the kind's edges, at [(kind * 64 + square) * 3].
JUMPS: for each square up to eight pairs (square jumped, square landed on), at [square * 17].
GOAL: for each square the bits 1 << kind of the kinds whose goal it is.
HOMES: the two home squares of each kind, at [kind * 2].
"""

NONE = 255
STEPS = ((1, 0), (0, -1), (-1, 0), (0, 1))  # forward (column, row) of N, R, n, r
HOMES = ("a4a5", "d8e8", "h4h5", "d1e1")


def _square(name: str) -> int:
    return ord(name[0]) - 97 + (int(name[1]) - 1) * 8


def _on_edge(kind: int, column: int, row: int) -> bool:
    return row in (0, 7) if kind in (0, 2) else column in (0, 7)


def _in_goal(kind: int, column: int, row: int) -> bool:
    return (column == 7, row == 0, column == 0, row == 7)[kind]


def _forward(kind: int, column: int, row: int) -> list[int]:
    dc, dr = STEPS[kind]
    found: list[int] = []
    for side in (-1, 0, 1):
        c, r = column + dc + (side if dc == 0 else 0), row + dr + (side if dr == 0 else 0)
        if 0 <= c < 8 and 0 <= r < 8 and not _on_edge(kind, c, r):
            found.append(r * 8 + c)
    return found + [NONE] * (3 - len(found))


def _jumps(column: int, row: int) -> list[int]:
    found: list[int] = []
    for dr in (-1, 0, 1):
        for dc in (-1, 0, 1):
            c, r = column + 2 * dc, row + 2 * dr
            if (dc or dr) and 0 <= c < 8 and 0 <= r < 8:
                found += [(row + dr) * 8 + column + dc, r * 8 + c]
    return found + [NONE] * (17 - len(found))


def tables() -> dict[str, bytes]:
    places = [(s % 8, s // 8) for s in range(64)]
    return {
        "FORWARD": bytes(to for kind in range(4) for c, r in places for to in _forward(kind, c, r)),
        "JUMPS": bytes(b for c, r in places for b in _jumps(c, r)),
        "GOAL": bytes(sum(_in_goal(k, c, r) << k for k in range(4)) for c, r in places),
        "HOMES": bytes(_square(h[i : i + 2]) for h in HOMES for i in (0, 2)),
    }
