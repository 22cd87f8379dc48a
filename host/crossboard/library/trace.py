"""Sensor traces: what a board's sensors and buttons did, as a text file (.trace), read and written.

A trace is raw: bounce and all. Times are milliseconds that never go back; whoever reads a trace debounces it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from crossboard.errors import CrossboardError, place, read_text
from crossboard.games.rules import HOLE, Game, RulesError, game_at, read_square, square_name
from shared_rules.protocol import signals

BUTTON_NAMES: tuple[str, ...] = signals.BUTTON_NAMES

FIRST_LINE = "# crossboard-trace 1"
POSITION = "# position "
MAX_TIME = 2**40


class TraceError(CrossboardError):
    """A trace that can't be read; says file and line."""


@dataclass(frozen=True, slots=True)
class TraceEvent:
    """At `time` (ms) the sensor of `square` (frame number) closed or opened, or `button` was pressed (0: none)."""

    time: int
    square: int
    closed: bool
    button: int = 0


@dataclass
class Trace:
    """The position at the first event, whose pieces stand on their squares, and the events in order of time."""

    position: str
    events: list[TraceEvent] = field(default_factory=list[TraceEvent])
    source: str = ""

    def game(self) -> Game:
        """A game at the trace's position."""
        return game_at(self.position)


def read_trace(path: Path) -> Trace:
    """The trace in a file. TraceError says what is wrong and where; nothing is left out silently."""
    return parse_trace(read_text(path, TraceError, "not UTF-8 text"), str(path))


def parse_trace(text: str, source: str) -> Trace:
    """As `read_trace`, from the text itself; `source` is what messages call it."""
    lines = text.replace("\r\n", "\n").split("\n")
    if lines[-1] == "":
        lines.pop()
    if not lines or lines[0].rstrip() != FIRST_LINE:
        raise TraceError(f"a trace begins with '{FIRST_LINE}'", place(source, 1))
    trace = Trace("", source=source)
    game: Game | None = None
    before = 0
    for number, line in enumerate(lines[1:], 2):
        if line.startswith(POSITION):
            if game is not None:
                raise TraceError("a second position; a trace holds one game", place(source, number))
            trace.position = line[len(POSITION) :].rstrip()
            try:
                game = trace.game()
            except RulesError as error:
                raise TraceError(f"position: {error}", place(source, number)) from None
        elif line.strip() and not line.startswith("#"):
            if game is None:
                raise TraceError(f"an event before the line '{POSITION}…'", place(source, number))
            event = _event(line, game, place(source, number))
            if event.time < before:
                raise TraceError(f"time goes back from {before} to {event.time} ms", place(source, number))
            before = event.time
            trace.events.append(event)
    if game is None:
        raise TraceError(f"no line '{POSITION}…'", place(source, len(lines)))
    return trace


def _event(line: str, game: Game, where: str) -> TraceEvent:
    words = line.split()
    if len(words) != 2 or not words[0].isascii() or not words[0].isdecimal() or len(words[1]) < 2:
        raise TraceError(f"'{line.strip()}' is not a time and an event such as '12040 -a4' or '15022 !ok'", where)
    time = int(words[0]) if len(words[0]) <= 13 else MAX_TIME
    if time >= MAX_TIME:
        raise TraceError(f"time {words[0]} is not below {MAX_TIME} ms", where)
    sign, name = words[1][0], words[1][1:]
    if sign == "!":
        if name not in BUTTON_NAMES:
            raise TraceError(f"'!{name}' is none of the buttons !ok, !next, !back", where)
        return TraceEvent(time, -1, False, BUTTON_NAMES.index(name))
    if sign not in "+-":
        raise TraceError(f"'{words[1]}' must begin with '+', '-' or '!'", where)
    try:
        square = read_square(game, name)
        if name == "-" or game.board[square] == HOLE:
            raise TraceError(f"'{name}' is no square of {game.name}", where)
    except RulesError as error:
        raise TraceError(str(error), where) from None
    return TraceEvent(time, square, sign == "+")


def trace_text(position: str, events: Iterable[TraceEvent]) -> str:
    """The text of a trace file."""
    game = game_at(position)
    lines = [FIRST_LINE, POSITION + position]
    for event in events:
        if event.button:
            lines.append(f"{event.time} !{BUTTON_NAMES[event.button]}")
        else:
            lines.append(f"{event.time} {'+' if event.closed else '-'}{square_name(game, event.square)}")
    return "\n".join(lines) + "\n"
