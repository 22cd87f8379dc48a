"""The flight recorder's lines (shared_rules/protocol/WIRE.md, F): kept in the library, and made into sensor traces again.

A game's lines are stretches: each begins with the pieces standing as the position has them, the first at the start, the
others after a reset or a takeback by the PC. A stretch from which a line is missing is cut there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from crossboard.errors import CrossboardError
from crossboard.games.rules import HOLE, RulesError, game_at, read_square
from crossboard.library import Event, Library
from crossboard.library.secret import true_start
from crossboard.library.trace import BUTTON_NAMES, Trace, TraceEvent, trace_text

SET_UP_MS = 1500  # before a stretch: the pieces are put as the position has them
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
    """The fields of a line from `t` on; ValueError if it is none."""
    at_text, before, *words = text.split(" ")
    time = at = int(at_text)
    changes: list[tuple[int, str]] = []
    for word in words:
        found = CHANGE.fullmatch(word)
        if not found:
            raise ValueError(f"'{word}' is no change")
        time += int(found[1])
        changes.append((time, found[2] + found[3]))
    return FlightLine(at, None if before == "-" else int(before), tuple(changes))


def stretches(lines: Iterable[FlightLine]) -> list[Stretch]:
    """The lines in order of time, cut into stretches."""
    found: list[Stretch] = []
    lost = False
    for line in sorted(lines, key=lambda each: each.at):
        if line.before is None:
            found.append(Stretch([line]))
            lost = False
        elif not lost and found and found[-1].lines[-1].last == line.before:
            found[-1].lines.append(line)
        else:
            lost = True
            if found:
                found[-1].whole = False
    return found


def position_at(start: str, events: Iterable[Event], time: int) -> str:
    """The position that stood at the playing time `time`."""
    game = game_at(start, 4096)
    for event in events:
        if event.board_ms is not None and event.board_ms > time:
            break
        if event.kind == "ply":
            game.push(game.parse_ply(event.text))
        elif event.kind == "takeback":
            for _ in range(int(event.text)):
                game.pop()
    return game.text()


def one_trace(start: str, events: list[Event], lines: Iterable[FlightLine]) -> tuple[Trace, int]:
    """The trace of a game, and how many stretches of it break off because lines are missing.

    Between two stretches the pieces were set up without play: that shows as changes shortly before the second.
    """
    start = true_start(start, events)
    trace = Trace(start)
    game = trace.game()
    closed = _standing(start)
    broken = 0
    for stretch in stretches(lines):
        broken += not stretch.whole
        begin = stretch.lines[0].at
        last = trace.events[-1].time if trace.events else 0
        for square in sorted(closed ^ _standing(position_at(start, events, begin))):
            closed ^= {square}
            trace.events.append(TraceEvent(max(last, begin - SET_UP_MS), square, square in closed))
        for line in stretch.lines:
            for time, change in line.changes:
                name = change[1:]
                if change[0] == "!":
                    trace.events.append(TraceEvent(time, -1, False, BUTTON_NAMES.index(name)))
                    continue
                square = read_square(game, name)
                (closed.add if change[0] == "+" else closed.discard)(square)
                trace.events.append(TraceEvent(time, square, change[0] == "+"))
    return trace, broken


def _standing(position: str) -> set[int]:
    return {square for square, value in enumerate(game_at(position).board) if value and value != HOLE}


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
    return trace_text(trace.position, trace.events), broken
