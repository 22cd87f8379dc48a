"""The state of a replay: which step it shows, by keys or in the game's own time. Shows nothing itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from crossboard.games.marks import EXTRA, OFFER
from crossboard.games.rules import read_square
from crossboard.games.words import clean
from crossboard.library import Event, StoredEval
from crossboard.library.timeline import Step, Timeline, step_text, turn_labels
from crossboard.review.mistakes import Analysed

UNTIMED_MS = 1000  # between two steps of which no time is known
LONGEST_MS = 10_000  # nobody wants to watch longer thoughts
LAST_LOOK_S = 2.0  # at the final position, before a replay that nobody steers ends
SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0)
LEAVING = ("q", "esc", "ctrl-c", "ctrl-d", "eof")
FASTER, SLOWER = ("+", "="), ("-",)
HELP = "arrows: step, turn  space: play  + -: speed  12 enter: turn  t: try plies  q: quit"
HELP_ANALYSED = f"{HELP}  m: next mistake  f: find better"


@dataclass
class Tale:
    """A game to be replayed: its timeline and what stands above and below it."""

    heading: str
    line: Timeline
    outcome: str
    start: str = ""
    events: list[Event] = field(default_factory=list[Event])
    number: int = 0  # in the library
    evals: Mapping[int, StoredEval] = field(default_factory=dict[int, StoredEval])  # what was analysed of it, by event


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


def wait_ms(steps: list[Step], index: int) -> int:
    """How long the step from `index` to the next took."""
    here, there = steps[index].ms or 0, steps[index + 1].ms
    return UNTIMED_MS if there is None else min(max(there - here, 0), LONGEST_MS)


def step_of_turn(tale: Tale, turn: int) -> int:
    """The index of the last step at which `turn` turns stood for good, 0 for the start."""
    if turn == 0:
        return 0
    last = tale.line.turns[turn - 1].seqs[-1]
    return next(i for i, step in enumerate(tale.line.steps) if step.event and step.event.seq == last)


class Player:
    """Where a replay stands; `press` takes keys, `tick` lets time pass."""

    def __init__(self, tale: Tale, turn: int, speed: float | None) -> None:
        self.tale = tale
        self.analysed = Analysed(tale.line, tale.evals)
        self.index = step_of_turn(tale, turn)
        self.playing = speed is not None
        self.speed = speed or 1.0
        self.typed = ""
        self._due = 0.0
        self._last = len(tale.line.steps) - 1
        self._goals: dict[str, Callable[[], int]] = {  # the step that a key goes to
            "right": lambda: self.index + 1,
            "n": lambda: self.index + 1,
            "left": lambda: self.index - 1,
            "p": lambda: self.index - 1,
            "down": self._next_turn,
            "up": self._turn_before,
            "home": lambda: 0,
            "end": lambda: self._last,
            "m": self._next_mark,
        }

    def press(self, key: str, now: float) -> bool:
        """Take a key; False if it says to leave."""
        if key in LEAVING:
            return False
        if key in self._goals:
            self.go(self._goals[key]())
        elif key == " ":
            self.playing = not self.playing and self.index < self._last
            self._plan(now)
        elif key in FASTER or key in SLOWER:
            self._change_speed(key in FASTER)
            self._plan(now)
        elif key == "enter":
            if self.typed:
                self.go(step_of_turn(self.tale, min(int(self.typed), len(self.tale.line.turns))))
            self.typed = ""
        elif key == "backspace":
            self.typed = self.typed[:-1]
        elif key.isascii() and key.isdigit() and len(self.typed) < 6:
            self.typed += key
        return True

    def _next_mark(self) -> int:
        mark = self.analysed.next_mark(self.index)
        return self.index if mark is None else mark

    def _next_turn(self) -> int:
        here = self._turn(self.index)
        return next((i for i in range(self.index, self._last) if self._turn(i) > here), self._last)

    def _turn_before(self) -> int:
        here = self._turn(self.index)
        return next((i for i in range(self.index, 0, -1) if self._turn(i) < here), 0)

    def tick(self, now: float) -> None:
        """Take the next step when it is time."""
        if not self.playing:
            return
        if self.index >= self._last:
            self.playing = False
        elif not self._due:
            self._plan(now)
        elif now >= self._due:
            self.index += 1
            self._plan(now)

    @property
    def ended(self) -> bool:
        """Whether the last step is shown."""
        return self.index == self._last

    def go(self, index: int) -> None:
        """Show that step, and rest there."""
        self.index = min(max(index, 0), self._last)
        self.playing = False

    def _plan(self, now: float) -> None:
        steps = self.tale.line.steps
        wait = wait_ms(steps, self.index) if self.index < len(steps) - 1 else 0
        self._due = now + wait / 1000 / self.speed

    def _change_speed(self, faster: bool) -> None:
        others = [s for s in SPEEDS if (s > self.speed if faster else s < self.speed)]
        if others:
            self.speed = min(others) if faster else max(others)

    def _turn(self, index: int) -> int:
        return self.tale.line.steps[index].turn

    def state_line(self) -> str:
        """The state of the replay, in words."""
        step = self.tale.line.steps[self.index]
        state = f"step {self.index} of {len(self.tale.line.steps) - 1}, turn {step.turn} of {len(self.tale.line.turns)}"
        if self.playing:
            state += f", playing x{self.speed:g}"
        if self.typed:
            state += f", go to turn {self.typed}"
        return state
