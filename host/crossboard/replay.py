"""`crossboard replay`: a game step by step, from the library or from a record file.

In a terminal it is stepped forward and back, or plays by itself (terminal_replay.py); else it is listed, or, with
--speed, told step by step in its own time.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass, field
from pathlib import Path

from crossboard.archive import events_of
from crossboard.draw import console, draw_board
from crossboard.errors import CrossboardError
from crossboard.game_commands import game_number, listing, open_library, result_words, tell_stored
from crossboard.library import Event, Library
from crossboard.marks import EXTRA, OFFER
from crossboard.record_reader import read_record_file
from crossboard.rules import RESULTS, TERMINATIONS, read_square
from crossboard.terminal import is_interactive
from crossboard.timeline import Step, Timeline, players_line, step_text, turn_labels
from crossboard.words import clean, clock_text, end_words

UNTIMED_MS = 1000  # between two steps of which no time is known
LONGEST_MS = 10_000  # nobody wants to watch longer thoughts
LAST_LOOK_S = 2.0  # at the final position, before a replay that nobody steers ends
SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0)
HELP = "arrows: step, turn  space: play  + -: speed  12 enter: turn  t: try plies  q: quit"


@dataclass
class Tale:
    """A game to be replayed: its timeline and what stands above and below it."""

    heading: str
    line: Timeline
    outcome: str
    start: str = ""
    events: list[Event] = field(default_factory=list[Event])
    number: int = 0  # in the library


def run(args: argparse.Namespace) -> int:
    """Replay a game."""
    if args.speed is not None and not 0 <= args.speed < 1e6:
        raise CrossboardError("the speed is a number from 0 (at once) on")
    tale = _from_file(Path(args.game), args.number) if not args.game.isdigit() else _from_library(args)
    if args.board:
        return _on_board(tale, args)
    turns = len(tale.line.turns)
    if args.to is not None and not 0 <= args.to <= turns:
        raise CrossboardError(f"there is no turn {args.to}; the game has {turns}")
    if is_interactive():
        _interactive(tale, args.to or 0, args.speed)
    elif args.to is not None:
        _print_position(tale, args.to)
    else:
        _print_all(tale, args.speed)
    return 0


def _on_board(tale: Tale, args: argparse.Namespace) -> int:
    """Lead players through it."""
    from crossboard.lead_story import story_of
    from crossboard.sitting import sit

    story, index = story_of(tale.heading, tale.start, tale.events, tale.number)
    if args.to is not None:
        index = story.of_turn(args.to)
    return sit(args, story.spec, ("", ""), (story, index, args.to is None))


def watch(library: Library, number: int, speed: float) -> None:
    """Replay a logged game at a speed, to its end."""
    tale = _stored(library, number)
    if is_interactive():
        _interactive(tale, 0, speed, stay=False)
    else:
        _print_all(tale, speed)


def _from_library(args: argparse.Namespace) -> Tale:
    with open_library(args) as library:
        return _stored(library, game_number(args.game))


def _stored(library: Library, number: int) -> Tale:
    stored = library.game(number)
    events = library.moments(stored.id)
    line = tell_stored(stored.start, events)
    players = players_line(line.game, stored.white, stored.black)
    return Tale(
        clean(f"game {stored.id}: {stored.spec}, {players}"),
        line,
        result_words(stored, line),
        stored.start,
        events,
        number,
    )


def _from_file(path: Path, number: int) -> Tale:
    records = read_record_file(path)
    if not 1 <= number <= len(records):
        raise CrossboardError(f"there is no game {number} in it, but {len(records)}", str(path))
    record = records[number - 1]
    if record.problem:
        raise CrossboardError(clean(record.problem))
    events = events_of(record)[0]
    line = tell_stored(record.start, events)
    white, black = (record.tags.get(name, "") for name in ("White", "Black"))
    players = players_line(line.game, white.strip("?"), black.strip("?"))
    reason = TERMINATIONS.index(record.termination) if record.termination in TERMINATIONS else 0
    outcome = end_words(line.game, RESULTS.index(record.result), reason)
    return Tale(clean(f"{path}, game {number}: {record.spec}, {players}"), line, outcome, record.start, events)


def step_words(tale: Tale, step: Step) -> str:
    """What had happened, with the turn's number in front where one begins."""
    if step.event is None:
        return "the start"
    line, seq = tale.line, step.event.seq
    begun = [name for turn, name in zip(line.turns, turn_labels(line.turns), strict=True) if turn.seqs[0] == seq]
    return clean(" ".join([*begun, step_text(line.game, step)]))


def step_marks(tale: Tale, step: Step) -> bytes:
    """Marks the squares of a refused attempt as the board did: these must go back. So the squares of a question."""
    game = tale.line.game
    marks = bytearray(game.columns * game.rows)
    for name in step.squares:
        marks[read_square(game, name)] = OFFER if step.event and step.event.kind == "question" else EXTRA
    return bytes(marks)


def _wait_ms(steps: list[Step], index: int) -> int:
    """How long the step from `index` to the next took."""
    here, there = steps[index].ms or 0, steps[index + 1].ms
    return UNTIMED_MS if there is None else min(max(there - here, 0), LONGEST_MS)


def _step_of_turn(tale: Tale, turn: int) -> int:
    """The index of the last step at which `turn` turns stood for good, 0 for the start."""
    if turn == 0:
        return 0
    last = tale.line.turns[turn - 1].seqs[-1]
    return next(i for i, step in enumerate(tale.line.steps) if step.event and step.event.seq == last)


def _print_position(tale: Tale, turn: int) -> None:
    out = console()
    step = tale.line.steps[_step_of_turn(tale, turn)]
    out.print(tale.heading)
    out.print(f"after turn {turn}: {step_words(tale, step)}")
    out.print(draw_board(step.position))
    out.print(step.position)


def _print_all(tale: Tale, speed: float | None) -> None:
    out = console()
    out.print(tale.heading)
    if speed is None:
        out.print("\n".join(listing(tale.line)))
    else:
        steps = tale.line.steps
        for i, step in enumerate(steps):
            if i and speed:
                time.sleep(_wait_ms(steps, i - 1) / 1000 / speed)
            at = "" if step.ms is None else clock_text(step.ms)
            out.print(f"{at} {step_words(tale, step)}".strip())
            out.print(draw_board(step.position, step_marks(tale, step)))
    out.print(draw_board(tale.line.game.text()) if speed is None else "")
    out.print(tale.outcome)
    if tale.line.problem:
        out.print(f"This game does not fit the rules from here on: {clean(tale.line.problem)}")


class Player:
    """Where a replay stands; `press` takes keys, `tick` lets time pass."""

    def __init__(self, tale: Tale, turn: int, speed: float | None) -> None:
        self.tale = tale
        self.index = _step_of_turn(tale, turn)
        self.playing = speed is not None
        self.speed = speed or 1.0
        self.typed = ""
        self._due = 0.0

    def press(self, key: str, now: float) -> bool:
        """Take a key; False if it says to leave."""
        last = len(self.tale.line.steps) - 1
        match key:
            case "q" | "esc" | "ctrl-c" | "ctrl-d" | "eof":
                return False
            case "right" | "n":
                self.go(self.index + 1)
            case "left" | "p":
                self.go(self.index - 1)
            case "down":
                self.go(next((i for i in range(self.index, last) if self._turn(i) > self._turn(self.index)), last))
            case "up":
                turn = self._turn(self.index)
                self.go(next((i for i in range(self.index, 0, -1) if self._turn(i) < turn), 0))
            case "home":
                self.go(0)
            case "end":
                self.go(last)
            case " ":
                self.playing = not self.playing and self.index < last
                self._plan(now)
            case "+" | "=" | "-":
                self._faster(key != "-")
                self._plan(now)
            case "enter":
                if self.typed:
                    self.go(_step_of_turn(self.tale, min(int(self.typed), len(self.tale.line.turns))))
                self.typed = ""
            case "backspace":
                self.typed = self.typed[:-1]
            case _:
                if key.isascii() and key.isdigit() and len(self.typed) < 6:
                    self.typed += key
        return True

    def tick(self, now: float) -> None:
        """Go on by itself when it is time."""
        if not self.playing:
            return
        if self.index >= len(self.tale.line.steps) - 1:
            self.playing = False
        elif not self._due:
            self._plan(now)
        elif now >= self._due:
            self.index += 1
            self._plan(now)

    @property
    def ended(self) -> bool:
        """Whether the last step is shown."""
        return self.index == len(self.tale.line.steps) - 1

    def go(self, index: int) -> None:
        """Show that step, and rest there."""
        self.index = min(max(index, 0), len(self.tale.line.steps) - 1)
        self.playing = False

    def _plan(self, now: float) -> None:
        steps = self.tale.line.steps
        wait = _wait_ms(steps, self.index) if self.index < len(steps) - 1 else 0
        self._due = now + wait / 1000 / self.speed

    def _faster(self, faster: bool) -> None:
        others = [s for s in SPEEDS if (s > self.speed if faster else s < self.speed)]
        if others:
            self.speed = min(others) if faster else max(others)

    def _turn(self, index: int) -> int:
        return self.tale.line.steps[index].turn

    def state_line(self) -> str:
        """Where it stands, in words."""
        step = self.tale.line.steps[self.index]
        state = f"step {self.index} of {len(self.tale.line.steps) - 1}, turn {step.turn} of {len(self.tale.line.turns)}"
        if self.playing:
            state += f", playing x{self.speed:g}"
        if self.typed:
            state += f", go to turn {self.typed}"
        return state


def _interactive(tale: Tale, turn: int, speed: float | None, stay: bool = True) -> None:
    """Until the user leaves; if not `stay`, also when it has played to the end."""
    from crossboard.terminal_replay import ReplayApp  # it takes a moment to load

    ReplayApp(Player(tale, turn, speed), stay).run()
