"""Whether the printed parts are solids, and whether the quarters of a frame fit together.

    python -m crossboard.hardware.solids build/stl

reads what OpenSCAD has rendered (`make hardware`). A solid is closed: each edge belongs to as many triangles one way round as the
other. Two quarters fit if the faces where they are cut apart have the same area and the same centre: wall, floor and the
holes for the pins are then in the same places.
"""

from __future__ import annotations

import math
import re
import struct
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from crossboard.errors import CrossboardError
from crossboard.games.words import plural
from crossboard.output import say, warn

Point = tuple[float, float, float]
Triangle = tuple[Point, Point, Point]

BED = 220.0
"""Width and depth of a common printer's bed, in mm."""

NEAR = 0.01
"""Millimetres, and the share of an area, within which two things are the same."""

NEIGHBOURS = ((0, 1, 0), (2, 3, 0), (0, 2, 1), (1, 3, 1))
"""Two quarters and the axis across which they meet (0 = x, 1 = y)."""


class SolidError(CrossboardError):
    """A file that holds no triangles."""


class Face(NamedTuple):
    """A flat side: its area in mm² and its centre in the plane, in mm."""

    area: float
    centre: tuple[float, float]


def read_stl(path: Path) -> list[Triangle]:
    """The triangles of an STL file, of either kind; SolidError if it has none."""
    data = path.read_bytes()
    if data.startswith(b"solid"):
        numbers = [float(word) for line in re.findall(rb"vertex (.*)", data) for word in line.split()]
    elif len(data) >= 84 and len(data) == 84 + 50 * int.from_bytes(data[80:84], "little"):
        numbers = [x for at in range(84, len(data), 50) for x in struct.unpack_from("<9f", data, at + 12)]
    else:
        numbers = []
    if not numbers or len(numbers) % 9:
        raise SolidError("not an STL file with triangles", str(path))
    points = list(zip(numbers[::3], numbers[1::3], numbers[2::3], strict=True))
    return list(zip(points[::3], points[1::3], points[2::3], strict=True))


def open_edges(triangles: list[Triangle]) -> int:
    """How many edges have no counterpart: 0 for a solid."""
    edges: Counter[tuple[Point, Point]] = Counter()
    for a, b, c in triangles:
        edges.update(edge for edge in ((a, b), (b, c), (c, a)) if edge[0] != edge[1])
    return sum(count != edges[end, start] for (start, end), count in edges.items())


def volume(triangles: list[Triangle]) -> float:
    """In mm³; negative if it is inside out."""
    return (
        sum(
            a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) + a[2] * (b[0] * c[1] - b[1] * c[0])
            for a, b, c in triangles
        )
        / 6
    )


def box(triangles: list[Triangle]) -> tuple[Point, Point]:
    """The least and the greatest coordinates."""
    points = [point for triangle in triangles for point in triangle]
    least, most = (tuple(bound(p[axis] for p in points) for axis in range(3)) for bound in (min, max))
    return (least[0], least[1], least[2]), (most[0], most[1], most[2])


def face(triangles: list[Triangle], axis: int, at: float) -> Face:
    """What of the surface lies in the plane where that coordinate is `at`."""
    u, v = [other for other in range(3) if other != axis]
    area = first = second = 0.0
    for triangle in triangles:
        if all(abs(point[axis] - at) < NEAR for point in triangle):
            a, b, c = triangle
            part = abs((b[u] - a[u]) * (c[v] - a[v]) - (c[u] - a[u]) * (b[v] - a[v])) / 2
            area += part
            first += part * (a[u] + b[u] + c[u]) / 3
            second += part * (a[v] + b[v] + c[v]) / 3
    return Face(area, (first / area, second / area) if area else (0.0, 0.0))


def problems_of(triangles: list[Triangle]) -> Iterator[str]:
    """What keeps one part from being printed."""
    if loose := open_edges(triangles):
        yield f"is not closed: of {plural(loose, 'edge')} only one side is there"
    if volume(triangles) <= 0:
        yield "has no inside"
    least, most = box(triangles)
    if max(most[0] - least[0], most[1] - least[1]) > BED:
        yield f"is larger than a bed of {BED:g} mm"


def misfits(quarters: list[list[Triangle]]) -> Iterator[str]:
    """Where the four quarters of a frame do not meet."""
    for one, other, axis in NEIGHBOURS:
        end, start = box(quarters[one])[1][axis], box(quarters[other])[0][axis]
        if abs(end - start) > NEAR:
            yield f"quarters {one} and {other} are {start - end:.2f} mm apart"
            continue
        left, right = face(quarters[one], axis, end), face(quarters[other], axis, start)
        apart = math.dist(left.centre, right.centre)
        if not left.area or abs(left.area - right.area) > NEAR * left.area or apart > NEAR:
            yield f"quarters {one} and {other} meet in different faces: {left.area:.1f} and {right.area:.1f} mm²"


def check(folder: Path) -> tuple[list[str], list[str]]:
    """What was looked at, and what is wrong, in lines."""
    parts = {path.stem: read_stl(path) for path in sorted(folder.glob("*.stl"))}
    wrong = [f"{name} {problem}" for name, triangles in parts.items() for problem in problems_of(triangles)]
    seen = [f"solids that fit on a bed of {BED:g} mm: {plural(len(parts), 'part')}"] if not wrong else []
    for name in sorted({stem[:-2] for stem in parts if re.fullmatch(r"frame-.*-[0-3]", stem)}):
        quarters = [parts[f"{name}-{n}"] for n in range(4) if f"{name}-{n}" in parts]
        if len(quarters) < 4:
            wrong.append(f"{name} has {len(quarters)} of its 4 quarters")
            continue
        found = [f"{name}: {problem}" for problem in misfits(quarters)]
        wrong += found
        if not found:
            seen.append(f"{name}: the four quarters meet in the same faces")
    return seen, wrong


def main(arguments: list[str]) -> int:
    """Status 1 if something is wrong."""
    folder = Path(arguments[0] if arguments else "build/stl")
    try:
        seen, wrong = check(folder)
    except CrossboardError as error:
        warn(f"crossboard: {error}")
        return 2
    if not seen and not wrong:
        warn(f"crossboard: {folder}: no STL files; `make hardware` renders them with OpenSCAD")
        return 2
    for line in seen:
        say(line)
    for line in wrong:
        warn(line)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
