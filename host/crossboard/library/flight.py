"""The flight recorder's lines (shared_rules/protocol/WIRE.md, F): kept in the library, and made into sensor traces again.

A game's lines are stretches: each begins with the pieces standing as the position has them, the first at the start, the
others after a reset, a test, or a takeback from a menu or the PC; the trace says which position that is (trace.py, `stands`).
A stretch from which a line is missing is cut there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from crossboard.errors import CrossboardError
from crossboard.games.reasons import by_players
from crossboard.games.rules import HOLE, Game, RulesError, game_at, read_square
from crossboard.library.games import Library
from crossboard.library.secret import true_start
from crossboard.library.stored import OPPONENT, Event
from crossboard.library.trace import BUTTON_NAMES, Ends, Leads, Seats, Stands, Trace, TraceEvent, trace_text

FINAL_MS = 200  # what the sensors showed has become final, also on a board that is a little slower
FOREVER = 1 << 60
BEARING = ("ply", "takeback", "end")  # events on which the position bears
SET_UP_MS = 2000  # between two stretches; half-way the pieces are put as the position has them
CHANGE = re.compile(r"(\d{1,10})([-+!])([a-z0-9]{2,4})")


@dataclass(frozen=True, slots=True)
class FlightLine:
    """Changes since `at` (ms of playing time); `before` is when the last one before was, None: a stretch begins."""

    at: int
    before: int | None
    changes: tuple[tuple[int, str], ...]

    @property
    def last(self) -> int:
        """When its last change was."""
        return self.changes[-1][0] if self.changes else self.at


@dataclass
class Stretch:
    """Lines that follow one another; `whole` if none is missing after them."""

    lines: list[FlightLine] = field(default_factory=list[FlightLine])
    whole: bool = True


def read_flight(text: str) -> FlightLine:
    """The fields of a line from `t` on; ValueError if it is not one."""
    at_text, before, *words = text.split(" ")
    time = at = int(at_text)
    changes: list[tuple[int, str]] = []
    for word in words:
        found = CHANGE.fullmatch(word)
        if not found:
            raise ValueError(f"'{word}' is not a change")
        time += int(found[1])
        changes.append((time, found[2] + found[3]))
    return FlightLine(at, None if before == "-" else int(before), tuple(changes))


def stretches(lines: Iterable[FlightLine]) -> list[Stretch]:
    """The lines cut into stretches, in order of their beginnings.

    They may overlap: after a reset playing time goes on from the last record, and edges may have come after that.
    """
    found: list[Stretch] = []
    for line in sorted(lines, key=lambda each: each.at):
        if line.before is None:
            found.append(Stretch([line]))
            continue
        for stretch in reversed(found):
            if stretch.lines[-1].last == line.before:
                stretch.lines.append(line)
                break
        else:
            if found:
                found[-1].whole = False
    return found


class _Told:
    """A game as its events tell it, up to some playing time: how many plies stand, and what the last event was."""

    def __init__(self, start: str, events: list[Event]) -> None:
        self.game = game_at(start, 4096)
        self.plies = self.time = 0
        self.end: Event | None = None
        self.levels = [0, 0]  # at which each side is played, 0: by a player at the board
        self.moments: list[Seats | Leads] = []  # what nobody at the board did since they were taken; in playing time
        self._events = events
        self._next = 0

    def until(self, time: int | None) -> int | None:
        """Let happen what did up to `time` (None: everything). When play was over meanwhile: what was done with the pieces after
        that, until they were set up again, is not play."""
        over = None
        while self._next < len(self._events):
            event = self._events[self._next]
            if time is not None and event.board_ms is not None and event.board_ms > time:
                break
            self._next += 1
            self._add(event)
            last = self._next == len(self._events)
            if over is None and event.kind == "end" and (last or event.reason in by_players(self.game.name)):
                over = event.board_ms
        return over

    def _add(self, event: Event) -> None:
        if event.board_ms is not None:
            self.time = event.board_ms
        if event.kind == "ply":
            self.game.push(self.game.parse_ply(event.text))
            self.plies += 1
        elif event.kind == "takeback":
            for _ in range(int(event.text)):
                self.game.pop()
                self.plies -= 1
        if event.kind in BEARING:
            self.end = event if event.kind == "end" else None
        if event.kind == OPPONENT:
            self.levels[event.reason == "1"] = int(event.text)
            self.seat(self.time)
        if event.kind in (*BEARING, OPPONENT):
            self.lead(self.time)

    def seat(self, time: int) -> None:
        """Note who plays the sides from then on."""
        self.moments.append(Seats(time, 0, (self.levels[0], self.levels[1])))

    def lead(self, time: int) -> None:
        """Note the ply that the lights lead to from then on, if they do and it was played."""
        if self.levels[self.game.side]:
            following = next((event for event in self._events[self._next :] if event.kind in BEARING), None)
            if following and following.kind == "ply":
                self.moments.append(Leads(time + FINAL_MS, 0, following.text, self.game.digest()))

    def taken(self) -> list[Seats | Leads]:
        """The moments, which are forgotten."""
        found, self.moments = self.moments, []
        return found


def one_trace(start: str, events: list[Event], lines: Iterable[FlightLine]) -> tuple[Trace, int]:
    """The trace of a game, and how many stretches of it break off because lines are missing.

    Its times are playing time, and between two stretches a pause in which the pieces are set up.
    """
    start = true_start(start, events)
    trace = Trace(start)
    told = _Told(start, events)
    closed = _standing(told.game)
    found = stretches(lines)
    shift = 0  # from playing time to the time of the trace
    told.until(found[0].lines[0].at if found else None)
    for number, stretch in enumerate(found):
        begin = stretch.lines[0].at
        if told.plies or number:
            now = _stand(trace, told, shift)
            for square in sorted(closed ^ _standing(told.game)):
                closed ^= {square}
                trace.events.append(TraceEvent(now + SET_UP_MS // 2, square, square in closed))
            shift = now + SET_UP_MS - begin
        told.taken()
        if any(told.levels):
            told.seat(begin)
            told.lead(begin - FINAL_MS)
        over = told.until(found[number + 1].lines[0].at if number + 1 < len(found) else None)
        moments = told.taken()
        for time, change in (each for line in stretch.lines for each in line.changes):
            if over is not None and time > over:
                break
            while moments and moments[0].time - FINAL_MS * isinstance(moments[0], Leads) < time:
                _place(trace, moments.pop(0), shift, time)
            trace.events.append(_event(told.game, time + shift, change, closed))
        for moment in moments:
            _place(trace, moment, shift)
    now = _stand(trace, told, shift)
    if told.end and told.end.text in by_players(told.game.name).get(told.end.reason, ()):
        trace.actions.append(Ends(now, len(trace.events), told.end.text, told.end.reason))
    return trace, sum(not stretch.whole for stretch in found)


def _place(trace: Trace, moment: Seats | Leads, shift: int, latest: int = FOREVER) -> None:
    """Tell it in the trace behind what is told already, at `latest` (playing time) at the latest."""
    before = trace.actions[-1].time if trace.actions else 0
    time = max(before, min(moment.time, latest) + shift)
    trace.actions.append(replace(moment, time=time, events=len(trace.events)))


def _stand(trace: Trace, told: _Told, shift: int) -> int:
    """Say how the game stands, once what came last in the trace has become final; returns that time."""
    last = trace.events[-1].time if trace.events else 0
    now = max(last, told.time + shift) + FINAL_MS
    trace.actions.append(Stands(now, len(trace.events), told.plies, told.game.digest()))
    return now


def _event(game: Game, time: int, change: str, closed: set[int]) -> TraceEvent:
    """A change as an event; `closed`, the squares whose sensors are, is kept up to date."""
    if change[0] == "!":
        return TraceEvent(time, -1, False, BUTTON_NAMES.index(change[1:]))
    square = read_square(game, change[1:])
    (closed.add if change[0] == "+" else closed.discard)(square)
    return TraceEvent(time, square, change[0] == "+")


def _standing(game: Game) -> set[int]:
    return {square for square, value in enumerate(game.board) if value and value != HOLE}


def export_trace(library: Library, number: int) -> tuple[str, int]:
    """The text of a game's trace, and how many of its stretches break off; CrossboardError if there is none."""
    stored = library.game(number)
    lines = library.flight(number)
    if not lines:
        raise CrossboardError(f"game {stored.id} has no sensor edges recorded, so it has no trace")
    try:
        trace, broken = one_trace(stored.start, library.events(number), map(read_flight, lines))
    except (RulesError, ValueError) as error:
        raise CrossboardError(f"the sensor edges of game {number} can't be read: {error}") from error
    return trace_text(trace), broken
