"""Sensor traces: what a board's sensors and buttons did, as a text file (.trace), read and written.

A trace is raw: bounce and all. Times are milliseconds that never go back; whoever reads a trace debounces it.

Sensors do not tell everything: plies may be taken back from a menu or the PC, the board may be switched off, players
resign. Of that a trace tells in comments of a form of their own, between the events; whoever does not know them reads on:

    # crossboard 15022 stands 12 0f3a2c
    # crossboard 16020 seats 0 3
    # crossboard 16220 leads h4-g5 0f3a2c
    # crossboard 61840 ends 1-0 resigned

`stands`: 12 plies stand then, and the position after them has that digest; what was played beyond them has been taken back,
the pieces are put as that position has them, and play goes on from it. The last one says how many plies the game has. Who
comes to fewer plies, or to others, lacks something. `seats`: nobody at the board plays the second side from then on (0: a player
does, as for the first); hands perform its plies by the lights, and no others. `leads`: to that ply, in the position with that
digest. `ends`: the players ended the game, with that result and reason
(`resigned`, `agreed`, `time-forfeit`, `abandoned`, `unfinished`); where the rules do not let them, it tells nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from crossboard.errors import TextError, place, read_text
from crossboard.games.reasons import by_players
from crossboard.games.rules import (
    HOLE,
    RESULTS,
    Game,
    RulesError,
    game_at,
    read_square,
    square_name,
)
from crossboard.games.words import plural
from shared_rules.protocol import signals

BUTTON_NAMES: tuple[str, ...] = signals.BUTTON_NAMES

FIRST_LINE = "# crossboard-trace 1"
POSITION = "# position "
MAX_TIME = 2**40

"""The reasons that no rule gives: the players, or whoever left the board, ended the game."""

ACTION = re.compile(
    r"# crossboard (?P<time>\d{1,13}) (?:stands (?P<plies>\d{1,6}) (?P<digest>[0-9a-f]{6})"
    r"|seats (?P<first>\d) (?P<second>\d)|leads (?P<ply>\S{1,60}) (?P<before>[0-9a-f]{6})"
    rf"|ends (?P<result>{'|'.join(map(re.escape, RESULTS))}) (?P<reason>[a-z-]{{1,40}}))"
)


class TraceError(TextError):
    """A trace that can't be read; says file and line."""


@dataclass(frozen=True, slots=True)
class TraceEvent:
    """At `time` (ms) the sensor of `square` (frame number) closed or opened, or `button` was pressed (0: none)."""

    time: int
    square: int
    closed: bool
    button: int = 0


@dataclass(frozen=True, slots=True)
class Stands:
    """At `time` (ms), after so many of the trace's `events`, `plies` stand, and the position has that `digest`."""

    time: int
    events: int
    plies: int
    digest: int

    def text(self) -> str:
        """The action as its line has it."""
        return f"stands {self.plies} {self.digest:06x}"

    def missing(self, plies: int) -> str:
        """In words, what is lacking where `plies` stand then, and if as many do, others."""
        if plies != self.plies:
            return f"at {self.time} ms {plies} of the {plural(self.plies, 'ply')} that the game had stand"
        return f"at {self.time} ms other plies stand than those that the game had"


@dataclass(frozen=True, slots=True)
class Ends:
    """At `time` (ms), after so many of the trace's `events`, the players end the game; result and reason as records have them."""

    time: int
    events: int
    result: str
    reason: str

    def text(self) -> str:
        """The action as its line has it."""
        return f"ends {self.result} {self.reason}"


@dataclass(frozen=True, slots=True)
class Seats:
    """From `time` (ms) on, after so many of the trace's `events`, the sides are played at these levels; 0: by a player here."""

    time: int
    events: int
    levels: tuple[int, int]

    def text(self) -> str:
        """The action as its line has it."""
        return f"seats {self.levels[0]} {self.levels[1]}"


@dataclass(frozen=True, slots=True)
class Leads:
    """At `time` (ms), after so many of the trace's `events`, the lights lead to `ply`, in the position with that `digest`."""

    time: int
    events: int
    ply: str
    digest: int

    def text(self) -> str:
        """The action as its line has it."""
        return f"leads {self.ply} {self.digest:06x}"


Action = Stands | Seats | Leads | Ends
"""What a trace tells of that no sensor felt."""


@dataclass
class Trace:
    """The position at the first event, whose pieces stand on their squares; events and actions in order of time."""

    position: str
    events: list[TraceEvent] = field(default_factory=list[TraceEvent])
    source: str = ""
    actions: list[Action] = field(default_factory=list[Action])

    def game(self) -> Game:
        """A game at the trace's position."""
        return game_at(self.position)

    def steps(self) -> Iterator[TraceEvent | Action]:
        """Events and actions in their order."""
        done = 0
        for action in self.actions:
            yield from self.events[done : action.events]
            done = action.events
            yield action
        yield from self.events[done:]


def read_trace(path: Path) -> Trace:
    """The trace in a file. TraceError says what is wrong and where; nothing is left out silently."""
    return parse_trace(read_text(path, TraceError), str(path))


def parse_trace(text: str, source: str = "") -> Trace:
    """As `read_trace`, from the text itself; `source` is what messages call it."""
    lines = text.replace("\r\n", "\n").split("\n")
    if lines[-1] == "":
        lines.pop()
    if not lines or lines[0].rstrip() != FIRST_LINE:
        raise TraceError(f"a trace begins with '{FIRST_LINE}'", place(source, 1))
    reading = _Reading(source)
    for number, line in enumerate(lines[1:], 2):
        reading.take(line, place(source, number))
    if reading.game is None:
        raise TraceError(f"no line '{POSITION}…'", place(source, len(lines)))
    return reading.trace


class _Reading:
    """A trace as far as it has been read; `game` is at its position once that is known."""

    def __init__(self, source: str) -> None:
        self.trace = Trace("", source=source)
        self.game: Game | None = None
        self._time = 0

    def take(self, line: str, where: str) -> None:
        """The next line, at that place."""
        if line.startswith(POSITION):
            self._begin(line[len(POSITION) :].rstrip(), where)
        elif line.strip() and not line.startswith("#"):
            if self.game is None:
                raise TraceError(f"an event before the line '{POSITION}…'", where)
            event = _event(line, self.game, where)
            self._go_on(event.time, where)
            self.trace.events.append(event)
        elif self.game is not None and (action := _action(line, len(self.trace.events), self.game.name)):
            self._go_on(action.time, where)
            self.trace.actions.append(action)

    def _begin(self, position: str, where: str) -> None:
        if self.game is not None:
            raise TraceError("a second position; a trace holds one game", where)
        self.trace.position = position
        try:
            self.game = self.trace.game()
        except RulesError as error:
            raise TraceError(f"position: {error}", where) from None

    def _go_on(self, time: int, where: str) -> None:
        if time < self._time:
            raise TraceError(f"time goes back from {self._time} to {time} ms", where)
        self._time = time


def _action(line: str, events: int, game: str) -> Action | None:
    """What a comment tells, None if it is any other."""
    found = ACTION.fullmatch(line.rstrip())
    if not found:
        return None
    time = int(found["time"])
    if found["plies"]:
        return Stands(time, events, int(found["plies"]), int(found["digest"], 16))
    if found["first"]:
        return Seats(time, events, (int(found["first"]), int(found["second"])))
    if found["ply"]:
        return Leads(time, events, found["ply"], int(found["before"], 16))
    if found["result"] not in by_players(game).get(found["reason"], ()):
        return None
    return Ends(time, events, found["result"], found["reason"])


def _event(line: str, game: Game, where: str) -> TraceEvent:
    words = line.split()
    if len(words) != 2 or not words[0].isascii() or not words[0].isdecimal() or len(words[1]) < 2:
        raise TraceError(f"'{line.strip()[:40]}' is not a time and an event such as '12040 -a4' or '15022 !ok'", where)
    time = int(words[0]) if len(words[0]) <= 13 else MAX_TIME
    if time >= MAX_TIME:
        raise TraceError(f"time {words[0]} is not below {MAX_TIME} ms", where)
    sign, name = words[1][0], words[1][1:]
    if sign == "!":
        if name not in BUTTON_NAMES:
            raise TraceError(f"'!{name}' is not one of the buttons !ok, !next, !back", where)
        return TraceEvent(time, -1, False, BUTTON_NAMES.index(name))
    if sign not in "+-":
        raise TraceError(f"'{words[1]}' must begin with '+', '-' or '!'", where)
    try:
        square = read_square(game, name)
        if name == "-" or game.board[square] == HOLE:
            raise TraceError(f"'{name}' is not a square of {game.name}", where)
    except RulesError as error:
        raise TraceError(str(error), where) from None
    return TraceEvent(time, square, sign == "+")


def trace_text(trace: Trace) -> str:
    """The text of a trace file."""
    game = trace.game()
    lines = [FIRST_LINE, POSITION + trace.position]
    for step in trace.steps():
        if not isinstance(step, TraceEvent):
            lines.append(f"# crossboard {step.time} {step.text()}")
        elif step.button:
            lines.append(f"{step.time} !{BUTTON_NAMES[step.button]}")
        else:
            lines.append(f"{step.time} {'+' if step.closed else '-'}{square_name(game, step.square)}")
    return "\n".join(lines) + "\n"
