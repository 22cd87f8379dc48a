"""What a KiCad board file joins, found from its copper alone: pads, tracks and vias that touch. Poured areas do not count.

So a board is right even where nobody fills them; and the names of the nets in the file can be held against what is joined.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import cast

from crossboard.hardware.pcb.layout import Point

TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[()]|[^\s()]+')
Tree = list["str | Tree"]
NEAR = 0.005
"""mm within which copper touches."""


@dataclass(frozen=True)
class Copper:
    """A rectangle that lies level or upright, or a line of that width with round ends, on one side ("" for both)."""

    net: str
    side: str
    a: Point
    b: Point
    radius: float
    corners: bool = False
    pad: str = ""
    """`REF.PAD`, for pads."""


def read(text: str) -> list[Copper]:
    """All copper of a board file."""
    tree = _tree(text)
    names = {cast(str, node[1]): _text(node[2]) for node in _nodes(tree, "net")}
    found: list[Copper] = []
    for node in _nodes(tree, "footprint"):
        found += _pads(node)
    for node in _nodes(tree, "segment"):
        radius = _numbers(node, "width")[0] / 2
        net, side = names[str(_numbers_text(node, "net")[0])], _text(_one(node, "layer")[1])[0]
        found.append(Copper(net, side, _point(node, "start"), _point(node, "end"), radius))
    for node in _nodes(tree, "via"):
        at = _point(node, "at")
        found.append(Copper(names[_numbers_text(node, "net")[0]], "", at, at, _numbers(node, "size")[0] / 2))
    return found


def joined(copper: list[Copper]) -> list[set[str]]:
    """Pads that are joined, each group a set of `REF.PAD`; a pad without tracks is a group of its own."""
    parent = list(range(len(copper)))

    def root(i: int) -> int:
        while parent[i] != i:
            parent[i] = parent[parent[i]]
            i = parent[i]
        return i

    for i, j in _neighbours(copper, NEAR):
        if distance(copper[i], copper[j]) < NEAR:
            parent[root(i)] = root(j)
    groups: dict[int, set[str]] = defaultdict(set)
    for i, piece in enumerate(copper):
        if piece.pad:
            groups[root(i)].add(piece.pad)
    return sorted(groups.values(), key=min)


def nets(copper: list[Copper]) -> dict[str, set[str]]:
    """Net -> its pads, by the names in the file."""
    found: dict[str, set[str]] = defaultdict(set)
    for piece in copper:
        if piece.pad and piece.net:
            found[piece.net].add(piece.pad)
    return dict(found)


def too_near(copper: list[Copper], clearance: float) -> list[tuple[Copper, Copper]]:
    """Copper of different nets that is nearer than that, in mm."""
    return [
        (copper[i], copper[j])
        for i, j in _neighbours(copper, clearance)
        if (copper[i].net != copper[j].net or not copper[i].net)
        and copper[i].pad != copper[j].pad
        and distance(copper[i], copper[j]) < clearance - 1e-6
    ]


def distance(one: Copper, other: Copper) -> float:
    """mm between two pieces of copper; 0 if they touch, infinite if on different sides."""
    if one.side and other.side and one.side != other.side:
        return math.inf
    if one.corners and other.corners:
        return _between_boxes(one, other)
    if one.corners:
        one, other = other, one
    if other.corners:
        return max(0.0, _line_to_box(one, other) - one.radius)
    return max(0.0, _between_lines((one.a, one.b), (other.a, other.b)) - one.radius - other.radius)


def _between_boxes(one: Copper, other: Copper) -> float:
    dx = max(one.a[0] - other.b[0], other.a[0] - one.b[0], 0.0)
    dy = max(one.a[1] - other.b[1], other.a[1] - one.b[1], 0.0)
    return math.hypot(dx, dy)


def _line_to_box(line: Copper, box: Copper) -> float:
    left, top, right, bottom = *box.a, *box.b
    if any(left <= x <= right and top <= y <= bottom for x, y in (line.a, line.b)):
        return 0.0
    corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
    edges = zip(corners, [*corners[1:], corners[0]], strict=True)
    return min(_between_lines((line.a, line.b), edge) for edge in edges)


def _between_lines(one: tuple[Point, Point], other: tuple[Point, Point]) -> float:
    if _cross(one, other):
        return 0.0
    ends = [(p, other) for p in one] + [(p, one) for p in other]
    return min(_to_line(p, line) for p, line in ends)


def _to_line(p: Point, line: tuple[Point, Point]) -> float:
    (ax, ay), (bx, by) = line
    dx, dy = bx - ax, by - ay
    length = dx * dx + dy * dy
    share = 0.0 if not length else min(1.0, max(0.0, ((p[0] - ax) * dx + (p[1] - ay) * dy) / length))
    return math.hypot(p[0] - ax - share * dx, p[1] - ay - share * dy)


def _cross(one: tuple[Point, Point], other: tuple[Point, Point]) -> bool:
    def side(line: tuple[Point, Point], p: Point) -> float:
        (ax, ay), (bx, by) = line
        return (bx - ax) * (p[1] - ay) - (by - ay) * (p[0] - ax)

    return side(one, other[0]) * side(one, other[1]) < 0 and side(other, one[0]) * side(other, one[1]) < 0


def _neighbours(copper: list[Copper], room: float) -> Iterator[tuple[int, int]]:
    """Pairs whose boxes lie nearer to each other than that."""
    boxes: list[tuple[float, float, float, float]] = []
    for piece in copper:
        grow = piece.radius + room
        low_x, high_x = sorted((piece.a[0], piece.b[0]))
        low_y, high_y = sorted((piece.a[1], piece.b[1]))
        boxes.append((low_x - grow, low_y - grow, high_x + grow, high_y + grow))
    order = sorted(range(len(copper)), key=lambda i: boxes[i][0])
    open_ones: list[int] = []
    for i in order:
        open_ones = [j for j in open_ones if boxes[j][2] >= boxes[i][0]]
        for j in open_ones:
            if boxes[j][1] <= boxes[i][3] and boxes[i][1] <= boxes[j][3]:
                yield j, i
        open_ones.append(i)


def _pads(footprint: Tree) -> Iterator[Copper]:
    """The pads of a footprint, where they lie on the board."""
    x, y, *turn = _numbers(footprint, "at")
    angle = math.radians(turn[0] if turn else 0)
    ref = next(_text(node[2]) for node in _nodes(footprint, "fp_text") if node[1] == "reference")
    for node in _nodes(footprint, "pad"):
        if node[2] == "np_thru_hole":
            continue
        px, py, *_ = _numbers(node, "at")
        at = (x + px * math.cos(angle) + py * math.sin(angle), y + py * math.cos(angle) - px * math.sin(angle))
        width, height = _numbers(node, "size")
        if round(math.degrees(angle)) % 180:
            width, height = height, width
        net = next((_text(one[2]) for one in _nodes(node, "net")), "")
        side = "" if node[2] == "thru_hole" else _text(_one(node, "layers")[1])[0]
        name = f"{ref}.{_text(node[1])}"
        if node[3] == "rect":
            low, high = (at[0] - width / 2, at[1] - height / 2), (at[0] + width / 2, at[1] + height / 2)
            yield Copper(net, side, low, high, 0.0, True, name)
        else:
            yield Copper(net, side, at, at, width / 2, False, name)


def _tree(text: str) -> Tree:
    stack: list[Tree] = [[]]
    for token in cast("list[str]", TOKEN.findall(text)):
        if token == "(":
            stack.append([])
        elif token == ")":
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(token)
    return cast(Tree, stack[0][0])


def _nodes(tree: Tree, name: str) -> Iterator[Tree]:
    for node in tree:
        if isinstance(node, list) and node and node[0] == name:
            yield node


def _one(tree: Tree, name: str) -> Tree:
    return next(_nodes(tree, name))


def _text(token: str | Tree) -> str:
    return cast(str, token).strip('"')


def _numbers_text(tree: Tree, name: str) -> list[str]:
    return [cast(str, token) for token in _one(tree, name)[1:]]


def _numbers(tree: Tree, name: str) -> list[float]:
    return [float(token) for token in _numbers_text(tree, name)]


def _point(tree: Tree, name: str) -> Point:
    x, y = _numbers(tree, name)[:2]
    return x, y


def missing(copper: Iterable[Copper], groups: list[set[str]]) -> list[str]:
    """Nets whose pads are not all joined, and groups that join pads of several nets, in words."""
    net_of = {piece.pad: piece.net for piece in copper if piece.pad}
    wrong = [f"{' and '.join(sorted(names))} are joined" for names in _names(groups, net_of) if len(names) > 1]
    seen: dict[str, int] = defaultdict(int)
    for names in _names(groups, net_of):
        for name in names - {""}:
            seen[name] += 1
    return wrong + [f"{name} is in {count} parts" for name, count in sorted(seen.items()) if count > 1]


def _names(groups: list[set[str]], net_of: dict[str, str]) -> list[set[str]]:
    return [{net_of[pad] for pad in group} for group in groups]
