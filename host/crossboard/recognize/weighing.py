"""What the recognizer weighs against one another: its hypotheses, each with the plies it has and the gestures it needs.

A hypothesis keeps the rows of the table of costs (shared_rules/recognition/costs.py) that it paid for, so nothing is priced here
once more. All times are ms of the recognizer's own clock.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import reduce
from typing import Any

from crossboard.games.draw import piece_letters
from crossboard.games.expected import PIECE, due_letter, piece_name
from crossboard.games.formats import ply_notation, square_notation
from crossboard.games.rules import Game, public_text, square_name
from crossboard.language import tr
from shared_rules.codes import ARRIVE, LEAVE, PLACED, STACK, SWAP
from shared_rules.protocol.signals import EV_NONE
from shared_rules.recognition.costs import BACKWARD, LIFT, OWN, STACKED
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
"""Hypotheses that are named for a decision."""

FAR = 60
"""One that costs so much more than the best is not named."""

EDGES = 400
"""Edges that are remembered, to say which of them a ply made: no ply takes so many."""

BEFORE = 0
"""In the place of a row of the table: what a hypothesis costs for what came before all that is named of it."""


@dataclass(frozen=True, slots=True)
class Event:
    """`square` opened or `closed` at `time`, and changed back at `back`, None: it has not."""

    square: str
    closed: bool
    time: int
    back: int | None = None


@dataclass(frozen=True, slots=True)
class Gesture:
    """What a hypothesis pays for: a row of the table of costs, numbered from 1, its cost, and the event it explains, if any."""

    row: int
    cost: int
    event: Event | None = None


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """`plies` beyond what is committed, or, if it has not what is committed (`retracts`), in its place.

    `undone` was played and put back; if `again`, it was played once more then. `made` is what all that did. `piece` is that of the
    first ply, which arrived on `to` at `arrived`, and was `done` with its last edge; `order` is what its order and pace cost. The
    hypothesis counts while it costs less than `margin` more than the best one.
    """

    cost: int
    margin: int
    plies: tuple[str, ...]
    retracts: str
    undone: str
    again: bool
    made: tuple[Event, ...]
    gestures: tuple[Gesture, ...]
    piece: str = ""
    to: str = ""
    arrived: int = 0
    done: int = 0
    order: int = 0

    def name(self) -> str:
        """What was played, as costs have it."""
        played = " ".join(self.plies)
        if self.retracts:
            return f"{played} instead of {self.retracts}" if played else f"{self.retracts} put back"
        if not self.undone:
            return played or "nothing"
        back = f"{self.undone} put back" + (" and played again" if self.again else "")
        return f"{back}, {played}" if played else back

    def says(self) -> tuple[tuple[str, ...], str]:
        """In what it differs from others when it is decided what is committed."""
        return self.plies[:1], self.retracts

    def unexplained(self) -> list[str]:
        """The squares that do not stand as it has them."""
        return [gesture.event.square for gesture in self.gestures if gesture.event and gesture.event.back is None]


@dataclass(frozen=True)
class Weighed:
    """The hypotheses at a time, the cheapest first."""

    time: int
    hypotheses: tuple[Hypothesis, ...]

    @property
    def best(self) -> Hypothesis:
        """The cheapest."""
        return self.hypotheses[0]

    @property
    def rival(self) -> Hypothesis | None:
        """The one that says something else than the best, and comes nearest to counting beside it; None: there is no other."""
        others = [each for each in self.hypotheses if each.says() != self.best.says()]
        return min(others, key=lambda each: each.cost - each.margin, default=None)

    def is_close(self) -> bool:
        """Whether the rival counts beside the best."""
        return self.rival is not None and self.rival.cost - self.best.cost < self.rival.margin

    def next_best(self) -> Hypothesis | None:
        """The cheapest that is named and says something else than the best."""
        return next((each for each in self.named() if each.says() != self.best.says()), None)

    def named(self) -> tuple[Hypothesis, ...]:
        """The cheapest, each that says the same but once, and none that costs far more than the best."""
        found: dict[str, Hypothesis] = {}
        for each in self.hypotheses:
            if each.cost < self.best.cost + FAR:
                found.setdefault(each.name(), each)
        return tuple(found.values())[:MOST]


class Explaining(Recognizer):
    """A Recognizer that remembers for each event which hypotheses were weighed.

    `reason` is that of the event given last, None where none were: a player chose, or nothing else was legal.
    """

    def __init__(self, game: Game) -> None:
        self._reasons: deque[Weighed | None] = deque()
        self._weighed: Weighed | None = None
        self.reason: Weighed | None = None
        self.seen: deque[tuple[int, int, bool]] = deque(maxlen=EDGES)  # edges: when, where, closed
        self.rules = game
        super().__init__(game)  # type: ignore[reportUnknownMemberType]
        self.policy._act = self._weighing(self.policy._act)  # type: ignore[reportPrivateUsage]
        refused: Any = self._refused
        refused.report = self._weighing(refused.report)

    def tell(self, event: int, ply: int, squares: int, why: int, digest: int) -> None:
        super().tell(event, ply, squares, why, digest)
        positions = self.beam.positions
        forced = positions.facts[positions.committed] & PASS
        self._reasons.append(None if forced else self._weighed)

    def next_event(self) -> int:
        event = super().next_event()
        if event != EV_NONE:
            self.reason = self._reasons.popleft()
        return event

    def forget_events(self) -> None:
        super().forget_events()
        self._reasons.clear()

    def _begin_edge(self) -> int:
        self.seen.append((self.edges.time[0], self.edges.square[0], bool(self.edges.closed[0])))
        return super()._begin_edge()

    def _weighing(self, act: Callable[[int], None]) -> Callable[[int], None]:
        def weigh_and_act(what: int) -> None:
            self._weighed = weighed(self)
            act(what)
            self._weighed = None

        return weigh_and_act


def weighed(recognizer: Explaining) -> Weighed:
    """The hypotheses of `recognizer`, which have just been weighed."""
    at = recognizer.beam.positions.at
    found = Weighed(recognizer.clock.now, tuple(_Words(recognizer).hypotheses()))
    recognizer.beam.positions.go(at)
    return found


class _Words:
    """Reads the hypotheses of a recognizer: their numbers become words, and rows of the table of costs."""

    def __init__(self, recognizer: Explaining) -> None:
        self._recognizer = recognizer
        self._rules = recognizer.rules
        self._match: Any = recognizer.beam.match
        self._positions: Any = recognizer.beam.positions
        self._hyps: Any = recognizer.beam.hyps
        self._committed: int = self._positions.committed
        self._all = list(self._hyps.rank[: self._hyps.count])
        far = self._hyps.total[self._all[0]] + FAR
        self._close = [h for h in self._all if self._hyps.total[h] < far]
        nodes = [self._hyps.node[h] for h in self._close]
        self._common: int = reduce(self._positions.meet, nodes, self._committed)  # before which they say the same

    def hypotheses(self) -> Iterator[Hypothesis]:
        """All of them, the cheapest first; what came before all that are close costs nothing."""
        total = self._hyps.total
        gestures = {h: list(self._gestures(h)) for h in self._all}
        past = self._past([gestures[h] for h in self._close])
        rest = {h: total[h] for h in self._all}
        for h, found in gestures.items():
            found[:] = [each for each in found if each not in past]
            rest[h] -= sum(each.cost for each in found)
        least = min(rest[h] for h in self._close)
        for h, found in gestures.items():
            if rest[h] > least:
                found.append(Gesture(BEFORE, rest[h] - least))
            yield self._hypothesis(h, tuple(found), total[h] - least)

    def _past(self, gestures: list[list[Gesture]]) -> set[Gesture]:
        """What all of these have, and was over when what was committed last was done."""
        time = self._positions.committed_at[self._committed]
        same = set(gestures[0]).intersection(*gestures[1:])
        return {each for each in same if each.event and each.event.back is not None and each.event.back < time}

    def _hypothesis(self, h: int, gestures: tuple[Gesture, ...], total: int) -> Hypothesis:
        positions, hyps = self._positions, self._hyps
        before = positions.meet(self._committed, hyps.node[h])
        plies = self._way(before, hyps.node[h])
        lost = self._way(before, self._committed)
        turn = self._turn(h)
        found = Hypothesis(
            total,
            self._recognizer.policy.margin(self._all[0], h),
            tuple(map(self._text, plies)),
            " ".join(map(self._text, lost)),
            " ".join(map(self._text, turn)) if turn and turn[0] not in lost else "",
            bool(turn) and positions.has(hyps.node[h], turn[0]),
            tuple(self._event(square, closed, time) for time, square, closed in self._made(h, plies, turn)),
            gestures,
        )
        if not plies or not hyps.known[h]:
            return found
        step = self._match.step_of(h, plies[0])
        to = self._name(positions.to[plies[0]])
        return replace(
            found,
            piece=self._piece(plies[0]),
            to=to,
            arrived=hyps.arrived[step],
            done=hyps.done[step],
            order=hyps.order[step],
        )

    # What was played

    def _way(self, before: int, node: int) -> list[int]:
        """The positions after `before` on the way to `node`."""
        found: list[int] = []
        while node != before:
            found.insert(0, node)
            node = self._positions.parent[node]
        return found

    def _turn(self, h: int) -> list[int]:
        """The positions of the turn that was put back, unless before all this; of one put back some time ago the first."""
        positions = self._positions
        undid, last = self._hyps.undid[h], self._hyps.back_from[h]
        if undid == NONE or positions.has(self._common, undid) or positions.parent[undid] == NONE:
            return []
        if not positions.has(self._hyps.node[h], positions.parent[undid]):
            return []
        return [undid, *self._way(undid, last)] if last != NONE and positions.has(last, undid) else [undid]

    def _text(self, node: int) -> str:
        self._positions.go(self._positions.parent[node])
        return ply_notation(self._rules, self._positions.ply[node])

    def _piece(self, node: int) -> str:
        """What players call the piece of the ply to `node`: it follows on "the"."""
        self._positions.go(self._positions.parent[node])
        origin = self._positions.origin(node)
        hand, from_hand, _ = self._rules.ply_text(self._positions.ply[node]).rpartition("@")
        stack = (
            hand or due_letter(self._rules) if from_hand else piece_letters(public_text(self._rules)).get(origin, "")
        )
        name = piece_name(self._rules, stack[-1:])
        came = tr("hand") if from_hand else self._name(origin)
        return name if name != PIECE else tr("piece from {square}", square=came)

    def _feet(self, node: int) -> set[int]:
        """The squares that the ply to `node` touches."""
        return {square for square in self._recognizer.squares if self._positions.effect(node, square)}

    def _made(self, h: int, plies: list[int], turn: list[int]) -> list[tuple[int, int, bool]]:
        """The edges that these plies made, and those by which a turn was put back, but no event that the hypothesis pays for."""
        hyps, seen = self._hyps, self._recognizer.seen
        spans = [
            (self._feet(node), hyps.begun[step], hyps.done[step]) for node, step in self._steps(h) if node in plies
        ]
        spans += [(self._feet(node), self._lifted(h, node), self._recognizer.clock.now) for node in turn]
        besides = {
            (time, hyps.square[e])
            for e in self._events(h)
            for time in (hyps.since[e], hyps.until[e])
            if not hyps.facts[e] & FREE and not (hyps.facts[e] & UNDO and hyps.until[e] >= 0)
        }
        made = {
            edge
            for feet, begun, done in spans
            for edge in seen
            if edge[1] in feet and begun <= edge[0] <= done and edge[:2] not in besides
        }
        return sorted(made)

    def _lifted(self, h: int, node: int) -> int:
        """When the first square of the ply to `node`, which is put back, opened that is occupied after it."""
        since = self._hyps.undid_at[h]
        occupied = (ARRIVE, PLACED, SWAP, STACK)
        feet = {square for square in self._feet(node) if self._positions.effect(node, square) in occupied}
        last = {
            square: (time, closed) for time, square, closed in self._recognizer.seen if time < since and square in feet
        }
        return min((time for time, closed in last.values() if not closed), default=since)

    # What it costs

    def _gestures(self, h: int) -> Iterator[Gesture]:
        for node, step in self._steps(h):
            if node != self._common and self._positions.has(node, self._common):
                yield from self._pace(h, node, step)
        yield from self._besides(h)
        yield from (Gesture(row, cost(row)) for row in self._lost(h) if cost(row))

    def _steps(self, h: int) -> list[tuple[int, int]]:
        """The positions after the plies whose times are known, the first one first, and where those stand."""
        node = self._hyps.node[h]
        found: list[tuple[int, int]] = []
        for n in range(self._hyps.known[h]):
            found.insert(0, (node, h + n * STEP))
            node = self._positions.parent[node]
        return found

    def _pace(self, h: int, node: int, step: int) -> Iterator[Gesture]:
        """What the order and the pace of a ply cost."""
        rows = [self._hyps.pace[step] >> bits & (1 << PACE_BITS) - 1 for bits in (LEADS, SWIFTS, APARTS, HASTES)]
        rest = self._hyps.order[step] - sum(map(cost, rows[:-1]))
        if rest >= cost(rows[-1]):
            rest -= cost(rows[-1])  # a reply that is hardly one: its haste is a part of the order
        if self._is_backward(h, node, step):
            rows.append(find(BACKWARD, 0, 0))
        yield from (Gesture(row, cost(row)) for row in rows if cost(row))
        if rest:
            yield Gesture(find(LIFT, 1000, OWN | STACKED), rest)

    def _is_backward(self, h: int, node: int, step: int) -> bool:
        """Whether the ply to `node` came before the one before it: it arrived, or its piece was off before that was begun."""
        positions, hyps = self._positions, self._hyps
        before = positions.parent[node]
        if positions.facts[node] & PASS or before == NONE:
            return False
        played = step + (2 * STEP if positions.facts[before] & PASS else STEP)
        if played >= h + hyps.known[h] * STEP:
            return False
        if hyps.arrived[step] < hyps.arrived[played]:
            return True
        if self._match.stacks:
            return positions.leaving(node) == LEAVE and hyps.left[step] < hyps.begun[played]
        return hyps.begun[step] < hyps.begun[played]

    def _besides(self, h: int) -> Iterator[Gesture]:
        """The events that no ply of the hypothesis made."""
        hyps = self._hyps
        lifted = hyps.first_lifted(h)
        for e in self._events(h):
            is_open = hyps.until[e] < 0
            if is_open and hyps.facts[e] & FREE:
                continue
            row = hyps.gesture[e]
            if is_open:
                row = self._recognizer.beam.weighing.gesture(h, e, self._recognizer.clock.now, lifted)
            if cost(row):
                back = None if is_open else hyps.until[e]
                event = self._event(hyps.square[e], not hyps.facts[e] & OCCUPIED, hyps.since[e], back)
                yield Gesture(row, cost(row), event)

    def _lost(self, h: int) -> list[int]:
        """The rows for what is committed, and for what was put back; if that is the same, only the one that costs more."""
        lost, fee, turn = self._recognizer.beam.weighing.contradicted(h), self._hyps.fee[h], self._turn(h)
        if not turn:
            return [lost]
        if cost(lost) and self._positions.has(self._committed, turn[0]):
            return [max(lost, fee, key=cost)]
        return [lost, fee]

    def _events(self, h: int) -> range:
        return range(self._hyps.first[h], self._hyps.end[h])

    def _event(self, square: int, closed: bool, time: int, back: int | None = None) -> Event:
        return Event(self._name(square), closed, time, back)

    def _name(self, square: int) -> str:
        return square_notation(self._rules.name, square_name(self._rules, square))
