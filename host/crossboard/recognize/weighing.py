"""What the recognizer weighs against one another: its lines, each with what it says was played and the gestures it needs.

A line keeps the rows of the table of gestures that it was charged for, so that nothing is priced here once more.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from crossboard.games.rules import Game, square_name
from shared_rules.codes import LEAVE, PATH, TAKEN
from shared_rules.protocol.signals import EV_NONE, EV_PLY, EV_TAKEBACK
from shared_rules.recognition.costs import BACKWARD, GESTURES, LIFT, OWN, STACKED
from shared_rules.recognition.hypotheses import (
    APARTS,
    FREE,
    HASTES,
    LEADS,
    OCCUPIED,
    PACE_BITS,
    STEP,
    SWIFTS,
    UNDO,
    cost,
    find,
)
from shared_rules.recognition.positions import NONE, PASS
from shared_rules.recognition.recognizer import Recognizer

MOST = 4
"""Lines that are told of a decision."""

FAR = 60
"""A line that costs so much more than the best is not told."""

EDGES = 400
"""Edges that are remembered, to say which of them a ply made: no ply takes so many."""

BEFORE = 0
"""In the place of a row of the table: what a line costs for what came before all that is told of it."""


@dataclass(frozen=True, slots=True)
class Touch:
    """`square` opened or `closed` at `time` (ms of the trace), and changed back at `back`, None: it has not."""

    square: str
    closed: bool
    time: int
    back: int | None = None

    def text(self) -> str:
        """As a trace has it: `-a4 1000`; `h4 1600-1850` if it changed back."""
        if self.back is None:
            return f"{'+' if self.closed else '-'}{self.square} {self.time}"
        return f"{self.square} {self.time}-{self.back}"


@dataclass(frozen=True, slots=True)
class Part:
    """A gesture that a line needs: its row in the table of gestures, numbered from 1, its cost, and what it explains."""

    row: int
    points: int
    touch: Touch | None = None

    @property
    def name(self) -> str:
        """What the table calls it."""
        return GESTURES[self.row - 1][4] if self.row else "before"

    def text(self) -> str:
        """Name, points and, if it is known, what was touched."""
        return f"{self.name} {self.points}" + (f" ({self.touch.text()})" if self.touch else "")


@dataclass(frozen=True, slots=True)
class Line:
    """One explanation: `plies` beyond what was told, or, if it `contradicts` that, in its place; `made` is what those did.

    `returned` was played and put back; if `again`, it was played once more then. The line counts while it costs less than `reach`
    points more than the best one.
    """

    points: int
    plies: tuple[str, ...]
    contradicts: str
    returned: str
    again: bool
    made: tuple[Touch, ...]
    parts: tuple[Part, ...]
    settled: bool  # the squares of its plies stand as they have them
    order: int  # points that the order and the pace of its ply cost
    reach: int

    def name(self) -> str:
        """What is said to have happened."""
        played = " ".join(self.plies)
        if self.contradicts:
            return f"{played} instead of {self.contradicts}" if played else f"{self.contradicts} put back"
        if not self.returned:
            return played or "nothing"
        back = f"{self.returned} put back" + (" and played again" if self.again else "")
        return f"{back}, {played}" if played else back

    def says(self) -> tuple[tuple[str, ...], str]:
        """By what it differs from others when it is decided what is told."""
        return self.plies[:1], self.contradicts


@dataclass(frozen=True, slots=True)
class Weighed:
    """The lines weighed at a time, the cheapest first, and which squares did not stand as the cheapest has them."""

    lines: tuple[Line, ...]
    loose: tuple[str, ...]

    def rival(self) -> Line | None:
        """The line that says something else than the best one, and comes nearest to counting beside it; None: there is no other."""
        others = [line for line in self.lines if line.says() != self.lines[0].says()]
        return min(others, key=lambda line: line.points - line.reach, default=None)

    def margin(self) -> int | None:
        """By how many points the best line is cheaper than its rival; None: it has none."""
        rival = self.rival()
        return rival.points - self.lines[0].points if rival else None

    def enough(self) -> int:
        """What the margin has to be, for the best line to be taken; 0 if it has no rival."""
        rival = self.rival()
        return rival.reach if rival else 0

    def near(self) -> tuple[Line, ...]:
        """What is told of: the cheapest lines, each that says the same but once, and none that is out of the question."""
        found: dict[tuple[str, bool], Line] = {}
        for line in self.lines:
            if line.points < self.lines[0].points + FAR:
                found.setdefault((line.name(), line.settled), line)
        return tuple(found.values())[:MOST]


class Edge(NamedTuple):
    """A square opened or closed, by the recognizer's own clock."""

    time: int
    square: int
    closed: bool


class Explaining(Recognizer):
    """A Recognizer that remembers for each event which lines were weighed, with times of its own clock.

    `reason` is that of the event given last, None where no lines were weighed: a player chose, or it was the only ply.
    """

    def __init__(self, game: Game) -> None:
        self._reasons: deque[Weighed | None] = deque()
        self._latest: Weighed | None = None
        self._judging = False
        self._replaces = False  # what follows now takes the place of what was taken back: one decision
        self.reason: Weighed | None = None
        self.seen: deque[Edge] = deque(maxlen=EDGES)
        self.rules = game
        super().__init__(game)  # type: ignore[reportUnknownMemberType]
        self._decide, self._pass = self.policy.decide, self.policy.step
        self.policy.decide, self.policy.step = self._weigh_and_decide, self._step_of_policy

    def own_time(self) -> int:
        """The recognizer's own time now, ms."""
        return self.clock.real

    def tell(self, event: int, ply: int, squares: int, why: int, digest: int) -> None:
        if event == EV_TAKEBACK:
            self._replaces = self._judging
        elif event == EV_PLY:
            self._replaces = False
            if self.beam.positions.facts[self.beam.positions.committed] & PASS:  # nothing else was legal
                self._latest = None
        super().tell(event, ply, squares, why, digest)
        self._reasons.append(self._latest if self._judging else None)

    def next_event(self) -> int:
        event = super().next_event()
        if event != EV_NONE:
            self.reason = self._reasons.popleft()
        return event

    def forget_events(self) -> None:
        super().forget_events()
        self._reasons.clear()

    def _begin_edge(self) -> int:
        edges = self.edges
        self.seen.append(Edge(edges.time[0], edges.square[0], bool(edges.closed[0])))
        return super()._begin_edge()

    def weigh(self) -> Weighed:
        """What is to be decided by now."""
        return weighed(self)

    def _weigh_and_decide(self) -> int:
        if not self._replaces:
            self._latest = self.weigh()
        return self._decide()

    def _step_of_policy(self) -> int:
        self._judging = True
        work = self._pass()
        self._judging = False
        if not self.policy.busy:
            self._latest = None
            self._replaces = False
        return work


def weighed(recognizer: Explaining) -> Weighed:
    """The lines of `recognizer`, which have just been priced."""
    at = recognizer.beam.positions.at
    lines = _Lines(recognizer)
    found = Weighed(tuple(lines.explained()), tuple(lines.loose()))
    recognizer.beam.positions.go(at)
    return found


class _Lines:
    """Reads the lines of a recognizer: their numbers become words, and rows of the table of gestures."""

    def __init__(self, recognizer: Explaining) -> None:
        self._recognizer = recognizer
        self._positions = recognizer.beam.positions
        self._hyps = recognizer.beam.hyps
        self._told = recognizer.beam.positions.committed
        self._all = list(self._hyps.rank[: self._hyps.count])
        far = self._hyps.total[self._all[0]] + FAR
        self._near = [line for line in self._all if self._hyps.total[line] < far]
        self._common = self._told  # before which they say the same
        for line in self._near:
            self._common = self._positions.meet(self._common, self._hyps.node[line])

    def explained(self) -> Iterator[Line]:
        """All of them, the cheapest first; what came before all that are near costs nothing."""
        parts = {line: list(self._parts(line)) for line in self._all}
        past = self._past([parts[line] for line in self._near])
        for found in parts.values():
            found[:] = [part for part in found if part not in past]
        rest = {line: self._hyps.total[line] - sum(part.points for part in parts[line]) for line in self._all}
        least = min(rest[line] for line in self._near)
        for line in self._all:
            if before := rest[line] - least:
                parts[line].append(Part(BEFORE, before))
            yield self._line(line, parts[line], self._hyps.total[line] - least)

    def _past(self, parts: list[list[Part]]) -> set[Part]:
        """What is the same in all of these lines, and was over when what was told last was done."""
        time = self._positions.committed_at[self._told]
        same = set(parts[0]).intersection(*parts[1:])
        return {part for part in same if part.touch and part.touch.back is not None and part.touch.back < time}

    def loose(self) -> Iterator[str]:
        """The squares that do not stand as the cheapest line has them."""
        for i in self._lasting(self._all[0]):
            yield self._square(self._hyps.square[i])

    def _line(self, line: int, parts: list[Part], points: int) -> Line:
        positions, hyps = self._positions, self._hyps
        before = positions.meet(self._told, hyps.node[line])
        plies = self._way(before, hyps.node[line])
        undid = self._undid(line)
        lost = self._way(before, self._told)
        returned = [] if undid == NONE or undid in lost else self._turn(line)
        moved = {square for node in (*plies, *self._turn(line)) for square in self._feet(node)}
        recognizer = self._recognizer
        return Line(
            points,
            self._texts(plies),
            " ".join(self._texts(lost)),
            " ".join(self._texts(returned)),
            undid != NONE and positions.has(hyps.node[line], undid),
            tuple(self._touch(edge.square, edge.closed, edge.time) for edge in self._made(line, plies)),
            tuple(parts),
            all(hyps.square[i] not in moved for i in self._lasting(line)),
            hyps.order[recognizer.beam.match.step_of(line, plies[0])] if plies and hyps.known[line] else 0,
            recognizer.policy.margin(self._all[0], line),
        )

    # What was played

    def _way(self, before: int, node: int) -> list[int]:
        """The positions after `before` on the way to `node`."""
        found: list[int] = []
        while node != before:
            found.insert(0, node)
            node = self._positions.parent[node]
        return found

    def _undid(self, line: int) -> int:
        """The position after the first ply of the turn that was put back; NONE if there is none, or that came before all this."""
        positions = self._positions
        undid = self._hyps.undid[line]
        if undid == NONE or positions.has(self._common, undid) or positions.parent[undid] == NONE:
            return NONE
        return undid if positions.has(self._hyps.node[line], positions.parent[undid]) else NONE

    def _turn(self, line: int) -> list[int]:
        """The positions of the turn that was put back; of one that was put back some time ago its first."""
        undid, last = self._undid(line), self._hyps.back_from[line]
        if undid == NONE:
            return []
        if last == NONE or not self._positions.has(last, undid):
            return [undid]
        return [undid, *self._way(undid, last)]

    def _texts(self, nodes: list[int]) -> tuple[str, ...]:
        positions = self._positions
        found: list[str] = []
        for node in nodes:
            positions.go(positions.parent[node])
            found.append(self._recognizer.rules.ply_text(positions.ply[node]))
        return tuple(found)

    def _feet(self, node: int) -> Iterator[int]:
        """The squares that the ply to `node` touches."""
        for square in self._recognizer.squares:
            if self._positions.effect(node, square):
                yield square

    def _made(self, line: int, plies: list[int]) -> list[Edge]:
        """The edges that these plies made, and those by which a turn was put back."""
        hyps, seen = self._hyps, self._recognizer.seen
        made: set[Edge] = set()
        for node, step in self._steps(line):
            if node in plies:
                feet, begun, done = set(self._feet(node)), hyps.begun[step], hyps.done[step]
                made.update(edge for edge in seen if edge.square in feet and begun <= edge.time <= done)
        for node in self._turn(line):
            feet, since = set(self._feet(node)), self._lifted(line, node)
            made.update(edge for edge in seen if edge.square in feet and edge.time >= since)
        return sorted(edge for edge in made if not self._is_besides(line, edge))

    def _lifted(self, line: int, node: int) -> int:
        """When the first square of the ply to `node`, which is put back, opened that is occupied after it."""
        since = self._hyps.undid_at[line]
        last = {edge.square: edge for edge in self._recognizer.seen if edge.time < since}
        stays = [
            square for square in self._feet(node) if self._positions.effect(node, square) not in (LEAVE, TAKEN, PATH)
        ]
        opened = [last[square].time for square in stays if square in last and not last[square].closed]
        return min(opened, default=since)

    def _is_besides(self, line: int, edge: Edge) -> bool:
        """Whether the edge began or ended a touch that none of the line's plies made, nor their being put back."""
        hyps = self._hyps
        return any(
            hyps.square[i] == edge.square
            and not hyps.facts[i] & FREE
            and not (hyps.facts[i] & UNDO and hyps.until[i] >= 0)
            and edge.time in (hyps.since[i], hyps.until[i])
            for i in self._touches(line)
        )

    # What it costs

    def _parts(self, line: int) -> Iterator[Part]:
        for node, step in self._steps(line):
            if node != self._common and self._positions.has(node, self._common):
                yield from self._pace(line, node, step)
        yield from self._beside(line)
        for number in self._lost(line):
            if cost(number):
                yield Part(number, cost(number))

    def _steps(self, line: int) -> list[tuple[int, int]]:
        """The positions after the plies whose times are known, the first one first, and how far before LEFT those stand."""
        node = self._hyps.node[line]
        found: list[tuple[int, int]] = []
        for n in range(self._hyps.known[line]):
            found.insert(0, (node, line + n * STEP))
            node = self._positions.parent[node]
        return found

    def _pace(self, line: int, node: int, step: int) -> Iterator[Part]:
        """What the order and the pace of a ply cost."""
        hyps = self._hyps
        rows = [hyps.pace[step] >> bits & (1 << PACE_BITS) - 1 for bits in (LEADS, SWIFTS, APARTS, HASTES)]
        haste = cost(rows[-1])
        rest = hyps.order[step] - sum(map(cost, rows[:-1]))
        if rest >= haste:
            rest -= haste  # a reply that is hardly one: its haste is a part of the order
        if self._is_backward(line, node, step):
            rows.append(find(BACKWARD, 0, 0))
        for number in rows:
            if cost(number):
                yield Part(number, cost(number))
        if rest:
            yield Part(find(LIFT, 1000, OWN | STACKED), rest)

    def _is_backward(self, line: int, node: int, step: int) -> bool:
        """Whether the ply to `node` came before the one before it: it arrived, or its piece was off before that was begun."""
        positions = self._positions
        before = positions.parent[node]
        if positions.facts[node] & PASS or before == NONE:
            return False
        played = step + (2 * STEP if positions.facts[before] & PASS else STEP)
        if played >= line + self._hyps.known[line] * STEP:
            return False
        hyps = self._hyps
        if hyps.arrived[step] < hyps.arrived[played]:
            return True
        if self._recognizer.beam.match.stacks:
            return positions.leaving(node) == LEAVE and hyps.left[step] < hyps.begun[played]
        return hyps.begun[step] < hyps.begun[played]

    def _beside(self, line: int) -> Iterator[Part]:
        """What no ply of the line made."""
        hyps, recognizer = self._hyps, self._recognizer
        lifted = hyps.first_lifted(line)
        for i in self._touches(line):
            lasts = hyps.until[i] < 0
            number = (
                recognizer.beam.weighing.gesture(line, i, recognizer.clock.now, lifted) if lasts else hyps.gesture[i]
            )
            if cost(number) and not (lasts and hyps.facts[i] & FREE):
                yield Part(number, cost(number), self._touched(i))

    def _lost(self, line: int) -> list[int]:
        """The rows for a ply that was told and for one that was put back; if it is the same, only the dearer row counts."""
        lost = self._recognizer.beam.weighing.contradicted(line)
        undid = self._undid(line)
        if undid == NONE:
            return [lost]
        fee = self._hyps.fee[line]
        if cost(lost) and self._positions.has(self._told, undid):
            return [max(lost, fee, key=cost)]
        return [lost, fee]

    # Touches

    def _touches(self, line: int) -> Iterator[int]:
        """Where in `row` each begins."""
        yield from range(self._hyps.first[line], self._hyps.end[line])

    def _lasting(self, line: int) -> Iterator[int]:
        for i in self._touches(line):
            if self._hyps.until[i] < 0 and not self._hyps.facts[i] & FREE:
                yield i

    def _touched(self, i: int) -> Touch:
        hyps = self._hyps
        back = hyps.until[i] if hyps.until[i] >= 0 else None
        return self._touch(hyps.square[i], not hyps.facts[i] & OCCUPIED, hyps.since[i], back)

    def _touch(self, square: int, closed: bool, time: int, back: int | None = None) -> Touch:
        return Touch(self._square(square), closed, time, back)

    def _square(self, square: int) -> str:
        return square_name(self._recognizer.rules, square)
