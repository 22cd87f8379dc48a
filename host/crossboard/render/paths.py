"""Flattens SVG paths to polygons and polylines. Supports M L H V Q C A Z, absolute and relative."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

TOKEN = re.compile(r"[A-Za-z]|-?(?:\d+\.?\d*|\.\d+)")
PIECES = 12  # straight lines for a curve
COUNTS = {"M": 2, "L": 2, "H": 1, "V": 1, "Q": 4, "C": 6, "A": 7, "Z": 0}

Point = tuple[float, float]


def flatten(path: str) -> list[tuple[list[Point], bool]]:
    """The path's parts: their points, and whether they are closed."""
    parts: list[tuple[list[Point], bool]] = []
    points: list[Point] = []
    for letter, numbers in _commands(path):
        here = points[-1] if points else (0.0, 0.0)
        values = _absolute(letter, numbers, here)
        match letter.upper():
            case "M":
                if points:
                    parts.append((points, False))
                points = [(values[0], values[1])]
            case "L" | "H" | "V":
                points.append((values[0], values[1]))
            case "Q":
                points += _quadratic(here, values)
            case "C":
                points += _cubic(here, values)
            case "A":
                points += _arc(here, values)
            case _:
                parts.append((points, True))
                points = []
    return [*parts, *([(points, False)] if points else [])]


def _commands(path: str) -> Iterator[tuple[str, list[float]]]:
    tokens = TOKEN.findall(path)
    i, letter = 0, ""
    while i < len(tokens):
        if tokens[i].isalpha():
            letter = tokens[i]
            i += 1
        count = COUNTS[letter.upper()]
        yield letter, [float(number) for number in tokens[i : i + count]]
        i += count


def _absolute(letter: str, numbers: list[float], here: Point) -> list[float]:
    """A command's numbers as absolute positions, H and V as points."""
    x, y = here if letter.islower() else (0.0, 0.0)
    match letter.upper():
        case "H":
            return [numbers[0] + x, here[1]]
        case "V":
            return [here[0], numbers[0] + y]
        case "A":
            return [*numbers[:5], numbers[5] + x, numbers[6] + y]
        case _:
            return [number + (y if i % 2 else x) for i, number in enumerate(numbers)]


def _quadratic(start: Point, v: list[float]) -> list[Point]:
    x, y = start
    third = [x + 2 / 3 * (v[0] - x), y + 2 / 3 * (v[1] - y), v[2] + 2 / 3 * (v[0] - v[2]), v[3] + 2 / 3 * (v[1] - v[3])]
    return _cubic(start, [*third, v[2], v[3]])


def _cubic(start: Point, v: list[float]) -> list[Point]:
    found: list[Point] = []
    for i in range(1, PIECES + 1):
        t = i / PIECES
        a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
        found.append((a * start[0] + b * v[0] + c * v[2] + d * v[4], a * start[1] + b * v[1] + c * v[3] + d * v[5]))
    return found


def _arc(start: Point, v: list[float]) -> list[Point]:
    """An arc of a circle (SVG 1.1, F.6.5, where both radii are one and nothing is turned)."""
    radius, large, sweep, (x, y) = v[0], bool(v[3]), bool(v[4]), (v[5], v[6])
    dx, dy = (start[0] - x) / 2, (start[1] - y) / 2
    half = math.hypot(dx, dy)
    if not half:
        return []
    radius = max(radius, half)
    side = math.sqrt(max(radius * radius - half * half, 0.0)) / half * (-1 if large == sweep else 1)
    cx, cy = (start[0] + x) / 2 + side * dy, (start[1] + y) / 2 - side * dx
    first, last = math.atan2(start[1] - cy, start[0] - cx), math.atan2(y - cy, x - cx)
    turn = (last - first) % math.tau if sweep else -((first - last) % math.tau)
    count = max(2, round(abs(turn) / math.tau * 4 * PIECES))
    angles = (first + turn * i / count for i in range(1, count + 1))
    return [(cx + radius * math.cos(angle), cy + radius * math.sin(angle)) for angle in angles]


def dashed(points: list[Point], on: float, off: float) -> Iterator[list[Point]]:
    """The dashes of a dashed line."""
    piece: list[Point] = [points[0]]
    left, drawing = on, True
    for (ax, ay), (bx, by) in zip(points, points[1:], strict=False):
        length, done = math.hypot(bx - ax, by - ay), 0.0
        while length - done > left:
            done += left
            at = (ax + (bx - ax) * done / length, ay + (by - ay) * done / length)
            if drawing:
                yield [*piece, at]
            drawing = not drawing
            piece, left = [at], on if drawing else off
        left -= length - done
        piece.append((bx, by))
    if drawing and len(piece) > 1:
        yield piece
