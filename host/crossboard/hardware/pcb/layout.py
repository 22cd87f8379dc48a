"""A circuit board as data: parts with pads, tracks, vias and holes. Millimetres, x to the right and y down, as KiCad has them.

Seen from above: the front is the side of the lights. A part on the back is mirrored top to bottom in its own coordinates,
then turned.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

FRONT, BACK = "F", "B"
Point = tuple[float, float]

TRACK = 0.3
CLEARANCE = 0.2
VIA, VIA_HOLE = 0.8, 0.4
"""mm. What every service makes at its lowest price (6 mil and 0.3 mm holes), with room to spare."""


@dataclass(frozen=True)
class Pad:
    """Of a footprint, about its origin; `hole` is 0 for a pad of the surface. `round` pads are ovals."""

    number: str
    x: float
    y: float
    width: float
    height: float
    hole: float = 0.0
    round: bool = True


@dataclass(frozen=True)
class Footprint:
    """`body` is the part's outline as seen from above: left, top, right, bottom. `mark` is where pin 1 or the cathode is."""

    name: str
    pads: tuple[Pad, ...]
    body: tuple[float, float, float, float]
    mark: Point | None = None
    reach: tuple[float, float, float, float] | None = None
    """What it keeps free of other parts, if that is more than the body and its pads."""
    label: Point | None = None
    """Middle of its printed name; else beside the upper left corner."""


@dataclass
class Part:
    """A footprint at a place; `nets` says what is on each pad, "" for nothing."""

    ref: str
    value: str
    footprint: Footprint
    x: float
    y: float
    angle: int = 0
    side: str = FRONT
    nets: dict[str, str] = field(default_factory=dict[str, str])
    by_hand: bool = False
    """Soldered by the maker; the service places the others."""
    fitted: bool = True
    """Whether anything is soldered there at all."""

    def place(self, x: float, y: float) -> Point:
        """A point of the footprint on the board."""
        turn = math.radians(self.angle)
        if self.side == BACK:
            y = -y
        across = x * math.cos(turn) + y * math.sin(turn)
        down = y * math.cos(turn) - x * math.sin(turn)
        return round(self.x + across, 4), round(self.y + down, 4)

    def pad(self, number: str) -> Point:
        """Where that pad is."""
        return next(self.place(pad.x, pad.y) for pad in self.footprint.pads if pad.number == number)

    def size(self, pad: Pad) -> Point:
        """Width and height of a pad as it lies on the board."""
        return (pad.height, pad.width) if self.angle % 180 else (pad.width, pad.height)


@dataclass(frozen=True)
class Track:
    """A line of copper on one side."""

    net: str
    side: str
    width: float
    points: tuple[Point, ...]

    def segments(self) -> Iterator[tuple[Point, Point]]:
        """Its straight pieces."""
        return zip(self.points, self.points[1:], strict=False)


@dataclass(frozen=True)
class Via:
    """A plated hole from side to side."""

    net: str
    x: float
    y: float


@dataclass(frozen=True)
class Hole:
    """For a screw or a peg; no copper."""

    x: float
    y: float
    diameter: float


@dataclass(frozen=True)
class Words:
    """Printed text; `size` is the height of its capitals in mm."""

    text: str
    x: float
    y: float
    size: float = 1.2
    side: str = FRONT
    angle: int = 0


class Layout:
    """A board of `width` by `height`; GND is poured over what is left on both sides."""

    def __init__(self, name: str, title: str, width: float, height: float) -> None:
        self.name = name
        self.title = title
        self.width = width
        self.height = height
        self.parts: list[Part] = []
        self.tracks: list[Track] = []
        self.vias: list[Via] = []
        self.holes: list[Hole] = []
        self.words: list[Words] = []

    def add(self, part: Part) -> Part:
        """Put a part there."""
        self.parts.append(part)
        return part

    def track(self, net: str, side: str, points: Sequence[Point], width: float = TRACK) -> None:
        """Lay a track through these points."""
        there = [(round(x, 4), round(y, 4)) for x, y in points]
        kept = [point for i, point in enumerate(there) if i == 0 or point != there[i - 1]]
        self.tracks.append(Track(net, side, width, tuple(kept)))

    def via(self, net: str, x: float, y: float) -> None:
        """Join the sides."""
        self.vias.append(Via(net, round(x, 4), round(y, 4)))

    def nets(self) -> list[str]:
        """All nets, in the order of their names."""
        found = {net for part in self.parts for net in part.nets.values() if net}
        return sorted(found | {track.net for track in self.tracks})


def footprints_touch(one: Part, other: Part) -> bool:
    """Whether two parts on the same side lie over each other."""
    if one.side != other.side:
        return False
    a, b = _box(one), _box(other)
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _box(part: Part) -> tuple[float, float, float, float]:
    """Left, top, right, bottom of a part's body and pads on the board."""
    boxes = [part.footprint.reach or part.footprint.body]
    boxes += [
        (p.x - p.width / 2, p.y - p.height / 2, p.x + p.width / 2, p.y + p.height / 2) for p in part.footprint.pads
    ]
    corners = [part.place(x, y) for box in boxes for x in (box[0], box[2]) for y in (box[1], box[3])]
    return (
        min(x for x, _ in corners),
        min(y for _, y in corners),
        max(x for x, _ in corners),
        max(y for _, y in corners),
    )
