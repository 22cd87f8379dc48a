"""Lays tracks between pads on two sides, one net after the other: the cheapest way over a grid (A*).

The front is cheap from west to east, the back from north to south. A net that finds no way is laid first the next time.
The same board always gives the same tracks.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable, Iterator, Sequence

from crossboard.hardware.pcb.layout import BACK, CLEARANCE, FRONT, TRACK, VIA, Layout, Point

STEP = 0.635
"""mm of the grid: a quarter of the pins' 2.54."""

ALONG, ACROSS, CHANGE = 2, 5, 14
"""Costs of a step in a side's own direction, of one across it, and of a via."""

SAG = 0.04
"""mm by which a track between two places of the grid comes nearer to a round thing than they do."""

ATTEMPTS = 30
SIDES = (FRONT, BACK)
Node = tuple[int, int, int]
"""Side (0 front, 1 back), and place on the grid."""


class NoWay(Exception):
    """A net that can't be joined; the argument is its name."""


def route(board: Layout, nets: Sequence[str], widths: dict[str, float], edge: float = 0.6) -> None:
    """Join the pads of each of these nets; what is laid already counts."""
    order = list(nets)
    tracks, vias = list(board.tracks), list(board.vias)
    for _ in range(ATTEMPTS):
        board.tracks, board.vias = list(tracks), list(vias)
        try:
            for net in order:
                _Net(board, net, widths.get(net, TRACK), edge).join()
            return
        except NoWay as error:
            failed = str(error)
            order.remove(failed)
            order.insert(0, failed)
    raise NoWay(f"no order of the nets was found that joins {order[0]}")


class _Net:
    """One net on its way: what of it is joined, and where it can't go."""

    def __init__(self, board: Layout, net: str, width: float, edge: float) -> None:
        self.board = board
        self.net = net
        self.width = width
        self.columns = int(board.width / STEP) + 1
        self.rows = int(board.height / STEP) + 1
        # What a track's middle, and what a via's middle, must keep off.
        self.no_track = [bytearray(self.columns * self.rows) for _ in SIDES]
        self.no_via = bytearray(self.columns * self.rows)
        self._edges(edge)
        for side, near, far, radius in _copper(board, net):
            room = radius + CLEARANCE + SAG
            for at in self._near(near, far, room + width / 2):
                for i in range(2):
                    if side in (SIDES[i], ""):
                        self.no_track[i][at] = 1
            for at in self._near(near, far, room + VIA / 2):
                self.no_via[at] = 1
        for part in board.parts:
            for pad in part.footprint.pads:  # a via in a pad would be drilled twice, or drain its solder
                middle = part.place(pad.x, pad.y)
                for at in self._near(middle, middle, max(pad.width, pad.height) / 2 + VIA / 2 + 0.1):
                    self.no_via[at] = 1
        for hole in board.holes:
            for at in self._near((hole.x, hole.y), (hole.x, hole.y), hole.diameter / 2 + 0.3 + VIA / 2):
                self.no_via[at] = self.no_track[0][at] = self.no_track[1][at] = 1

    def _edges(self, edge: float) -> None:
        rim = math.ceil(edge / STEP)
        for row in range(self.rows):
            for column in range(self.columns):
                inside = rim <= column < self.columns - rim and rim <= row < self.rows - rim
                if not inside:
                    at = row * self.columns + column
                    self.no_via[at] = self.no_track[0][at] = self.no_track[1][at] = 1

    def _near(self, a: Point, b: Point, distance: float) -> Iterator[int]:
        """Places of the grid nearer than that to a line."""
        low_x, high_x = sorted((a[0], b[0]))
        low_y, high_y = sorted((a[1], b[1]))
        for row in _range(low_y - distance, high_y + distance, self.rows):
            for column in _range(low_x - distance, high_x + distance, self.columns):
                if gap((column * STEP, row * STEP), a, b) < distance:
                    yield row * self.columns + column

    def join(self) -> None:
        """Lay tracks until all its pads hang together."""
        groups = self._groups()
        while len(groups) > 1:
            other = min(range(1, len(groups)), key=lambda i: _apart(groups[0], groups[i]))
            self._lay(self._way(groups[0], groups[other]), groups[0], groups[other])
            groups = self._groups()

    def _groups(self) -> list[dict[Node, Point]]:
        """Its pads and tracks as groups that hang together: places of the grid, each with the point of copper there."""
        pieces = list(_pieces(self.board, self.net))
        groups: list[list[int]] = []
        left = set(range(len(pieces)))
        while left:
            todo = [left.pop()]
            group = list(todo)
            while todo:
                here = todo.pop()
                touching = [i for i in left if _touch(pieces[here], pieces[i])]
                left.difference_update(touching)
                todo += touching
                group += touching
            groups.append(group)
        groups.sort(key=min)
        return [self._nodes(pieces[i] for i in sorted(group)) for group in groups]

    def _nodes(self, pieces: Iterable[_Piece]) -> dict[Node, Point]:
        found: dict[Node, Point] = {}
        for side, a, b, radius in pieces:
            sides = [i for i in range(2) if side in (SIDES[i], "")]
            for place in self._near(a, b, max(radius, STEP * 0.71)):
                row, column = divmod(place, self.columns)
                spot = _on_line((column * STEP, row * STEP), a, b)
                for i in sides:
                    found.setdefault((i, column, row), spot)
        return found

    def _way(self, start: dict[Node, Point], goals: dict[Node, Point]) -> list[Node]:
        """The cheapest way from one group to another."""
        box = _box(goals)
        best = {node: 0 for node in start if self._free(node)}
        came: dict[Node, Node] = {}
        queue = [(_still(node, box), 0, node) for node in best]
        heapq.heapify(queue)
        while queue:
            _, cost, node = heapq.heappop(queue)
            if cost > best[node]:
                continue
            if node in goals:
                path = [node]
                while path[-1] in came:
                    path.append(came[path[-1]])
                return path[::-1]
            for then, more in self._steps(node):
                if cost + more < best.get(then, 1 << 30):
                    best[then] = cost + more
                    came[then] = node
                    heapq.heappush(queue, (cost + more + _still(then, box), cost + more, then))
        raise NoWay(self.net)

    def _free(self, node: Node) -> bool:
        return not self.no_track[node[0]][node[2] * self.columns + node[1]]

    def _steps(self, node: Node) -> Iterator[tuple[Node, int]]:
        side, column, row = node
        at = row * self.columns + column
        blocked = self.no_track[side]
        along, across = (ALONG, ACROSS) if side == 0 else (ACROSS, ALONG)
        # The rim of the grid is blocked, so there is no place outside.
        for then, place, cost in (
            ((side, column + 1, row), at + 1, along),
            ((side, column - 1, row), at - 1, along),
            ((side, column, row + 1), at + self.columns, across),
            ((side, column, row - 1), at - self.columns, across),
        ):
            if not blocked[place]:
                yield then, cost
        if not self.no_via[at] and not self.no_track[1 - side][at]:
            yield (1 - side, column, row), CHANGE

    def _lay(self, path: list[Node], start: dict[Node, Point], end: dict[Node, Point]) -> None:
        """Tracks and vias along a way; its ends go to the copper itself."""
        board, net = self.board, self.net
        line: list[Point] = [start[path[0]], _point(path[0])]
        for before, here in zip(path, path[1:], strict=False):
            if before[0] != here[0]:
                board.track(net, SIDES[before[0]], _straight(line), self.width)
                board.via(net, *_point(here))
                line = [_point(here)]
            else:
                line.append(_point(here))
        line.append(end[path[-1]])
        board.track(net, SIDES[path[-1][0]], _straight(line), self.width)


_Piece = tuple[str, Point, Point, float]
"""Copper: the side ("" for both), a line, and how far it reaches from the line."""


def _pieces(board: Layout, net: str) -> Iterator[_Piece]:
    """The copper of a net."""
    for part in board.parts:
        for pad in part.footprint.pads:
            if part.nets.get(pad.number, "") == net:
                at = part.place(pad.x, pad.y)
                yield "" if pad.hole else part.side, at, at, min(pad.width, pad.height) / 2
    for track in board.tracks:
        if track.net == net:
            for a, b in track.segments():
                yield track.side, a, b, track.width / 2
    for via in board.vias:
        if via.net == net:
            yield "", (via.x, via.y), (via.x, via.y), VIA / 2


def _copper(board: Layout, net: str) -> Iterator[_Piece]:
    """The copper of all others; a pad as the circle around it or, if it is long, as a line with round ends."""
    for part in board.parts:
        for pad in part.footprint.pads:
            if part.nets.get(pad.number, "") != net:
                x, y = part.place(pad.x, pad.y)
                width, height = part.size(pad)
                round_ends = pad.round or pad.width == pad.height
                radius = min(width, height) / 2 * (1.0 if round_ends and pad.round else 1.42)
                long_x, long_y = max(0.0, (width - height) / 2), max(0.0, (height - width) / 2)
                yield "" if pad.hole else part.side, (x - long_x, y - long_y), (x + long_x, y + long_y), radius
    for other in board.nets():
        if other != net:
            for piece in _pieces(board, other):
                if piece[1] != piece[2] or piece[3] == VIA / 2:
                    yield piece


def _touch(one: _Piece, other: _Piece) -> bool:
    """Whether two pieces of a net are joined: the end of one lies on the other."""
    if one[0] and other[0] and one[0] != other[0]:
        return False
    reach = max(one[3], other[3])
    ends = [gap(p, other[1], other[2]) for p in one[1:3]] + [gap(p, one[1], one[2]) for p in other[1:3]]
    return min(ends) < reach


def gap(point: Point, a: Point, b: Point) -> float:
    """Distance of a point from a line with ends."""
    x, y = _on_line(point, a, b)
    return math.hypot(point[0] - x, point[1] - y)


def _on_line(point: Point, a: Point, b: Point) -> Point:
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = dx * dx + dy * dy
    share = 0.0 if not length else min(1.0, max(0.0, ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / length))
    return a[0] + share * dx, a[1] + share * dy


_Box = tuple[int, int, int, int]


def _box(nodes: Iterable[Node]) -> _Box:
    columns, rows = {node[1] for node in nodes}, {node[2] for node in nodes}
    return min(columns), min(rows), max(columns), max(rows)


def _still(node: Node, box: _Box) -> int:
    """The least that the way from there into the box costs."""
    _, x, y = node
    return ALONG * (max(box[0] - x, 0, x - box[2]) + max(box[1] - y, 0, y - box[3]))


def _apart(one: Iterable[Node], other: Iterable[Node]) -> int:
    """Steps between the boxes around two groups."""
    a, b = _box(one), _box(other)
    return max(a[0] - b[2], 0, b[0] - a[2]) + max(a[1] - b[3], 0, b[1] - a[3])


def _point(node: Node) -> Point:
    return node[1] * STEP, node[2] * STEP


def _range(low: float, high: float, count: int) -> range:
    return range(max(0, math.ceil(low / STEP)), min(count, math.floor(high / STEP) + 1))


def _straight(line: list[Point]) -> list[Point]:
    """Without the points in the middle of straight pieces."""
    kept = [line[0]]
    for i in range(1, len(line) - 1):
        (ax, ay), (bx, by), (cx, cy) = kept[-1], line[i], line[i + 1]
        if abs((bx - ax) * (cy - by) - (by - ay) * (cx - bx)) > 1e-9:
            kept.append(line[i])
    return [*kept, line[-1]]
