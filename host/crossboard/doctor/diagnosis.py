"""What the tests of `crossboard doctor` mean: the state of each square, and findings in words, by a table of faults."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any

from crossboard.boards.health import SquareHealth
from crossboard.boards.link import Hello
from crossboard.doctor.checks import BOUNCES, NOISE, Results, Touched
from crossboard.doctor.wiring import Wiring, board_of, differences, matrix_of
from crossboard.games.rules import NOWHERE
from crossboard.games.words import plural
from crossboard.profiles.drivers import sensors_of
from crossboard.profiles.layout import square_name

GOOD = "good"
"""The state of a square that has none of the faults."""

COLOURS = {"r": "red", "g": "green", "b": "blue", "n": "none"}


@dataclass
class Diagnosis:
    """All that the report says. `squares`: square -> a fault's name or GOOD; `counts`: square -> (bounces, flickers); `damaged`:
    messages that came damaged; `resent`: messages sent again, which a slow board or PC makes, too, and so no fault.
    """

    hello: Hello
    profile: dict[str, Any]
    when: datetime
    wiring: Wiring
    squares: dict[int, str] = field(default_factory=dict[int, str])
    counts: dict[int, tuple[int, int]] = field(default_factory=dict[int, tuple[int, int]])
    findings: list[str] = field(default_factory=list[str])
    notes: list[str] = field(default_factory=list[str])
    rewired: list[str] = field(default_factory=list[str])
    damaged: int = 0
    fared: dict[int, SquareHealth] = field(default_factory=dict[int, SquareHealth])
    resent: int = 0


@dataclass(frozen=True)
class Evidence:
    """What the tests have found, now that it is known which square is which.

    `colours`: what was seen when red, green and blue were to be; `damaged`: messages that came damaged; `health`: how the squares
    have fared in play.
    """

    profile: dict[str, Any]
    wiring: Wiring
    results: Results
    colours: str
    damaged: int
    health: Sequence[SquareHealth]

    @cached_property
    def square_of(self) -> dict[int, int]:
        """The square of each sensor that has one."""
        return {sensor: square for sensor, square in enumerate(self.wiring.sensors) if square != NOWHERE}

    @cached_property
    def touches(self) -> list[tuple[int, Touched]]:
        """The sensors that answered, with what came of it."""
        return [(touch.sensor, touch) for touch in self.results.touched.values() if touch.sensor is not None]

    @cached_property
    def counts(self) -> dict[int, tuple[int, int]]:
        """Bounces and flickers under the maker's magnet, by square."""
        return {self.square_of[s]: (t.bounces, t.flickers) for s, t in self.touches if s in self.square_of}

    @cached_property
    def fared(self) -> dict[int, SquareHealth]:
        """How the board's squares have fared in play."""
        named = {self.name(square): square for square in board_of(self.profile)}
        return {named[one.square]: one for one in self.health if one.square in named}

    @cached_property
    def stuck(self) -> set[int]:
        """Squares that never open."""
        return self.squares(self.results.stuck)

    @cached_property
    def dead(self) -> set[int]:
        """Squares at whose light a magnet closed nothing, and that no other test has closed."""
        silent = {self.wiring.lights[light] for light, touch in self.results.touched.items() if touch.sensor is None}
        return silent - self.stuck - {NOWHERE} - self.squares(set(self.results.pairs.values()))

    def squares(self, sensors: set[int]) -> set[int]:
        """The squares of those sensors."""
        return {self.square_of[sensor] for sensor in sensors if sensor in self.square_of}

    def name(self, square: int) -> str:
        """A square's name."""
        return square_name(square, self.profile["board"]["columns"])

    def names(self, squares: Sequence[int]) -> str:
        """Several, with commas."""
        return ", ".join(map(self.name, squares))

    def sensor_name(self, sensor: int) -> str:
        """The name of a sensor's square, or its number if it has none."""
        return self.name(self.square_of[sensor]) if sensor in self.square_of else f"sensor {sensor}"


def _whole_lines(found: Evidence) -> list[str]:
    """Rows and columns in which no square answers: a broken wire, not many broken switches."""
    wide, high = found.profile["board"]["columns"], found.profile["board"]["rows"]
    squares = set(board_of(found.profile))
    kinds: list[tuple[str, int, Callable[[int], int], tuple[int, ...]]] = [
        ("row", high, lambda q: q // wide, found.wiring.rows),
        ("column", wide, lambda q: q % wide, found.wiring.columns),
    ]
    lines: list[str] = []
    for what, count, line_of, pins in kinds:
        for line in range(count):
            mine = {q for q in squares if line_of(q) == line}
            if len(mine) > 1 and mine <= found.dead:
                pin = f", at GP{pins[line]}" if pins else ""
                name = str(line + 1) if what == "row" else chr(97 + line)
                lines.append(f"no square of {what} {name} answers: check its wire{pin}")
    return lines


def _ghosts(found: Evidence) -> list[str]:
    unclear = [ghost.sensor for ghost in found.results.ghosts if not ghost.lights]
    return [f"{found.sensor_name(sensor)}: closes when other squares are covered" for sensor in unclear]


def _touching(found: Evidence) -> list[str]:
    return [
        f"{found.sensor_name(sensor)} and {found.sensor_name(other)} close together: touching wires, or the magnet is too strong"
        for sensor, touch in found.touches
        for other in touch.also
    ]


def _buttons(found: Evidence) -> list[str]:
    results = found.results
    moved = dict(found.wiring.buttons)
    lines = [f"button '{name}' is held down, or its wires touch" for name in sorted(results.held)]
    if not any(results.buttons.values()):
        return lines  # nobody was there
    for name, answered in results.buttons.items():
        if not answered:
            lines.append(f"button '{name}' was not pressed, or does not work")
        elif answered != name and name not in moved:
            lines.append(f"button '{name}' is wired as '{answered}'")
    return lines


def _colours(found: Evidence) -> list[str]:
    if found.colours == "rgb" or found.wiring.colours:
        return []
    seen = ", ".join(COLOURS.get(c, c) for c in found.colours)
    return [f"red, green and blue were seen as {seen}: other lights than the profile's, or the data wire is loose"]


def _odd_wiring(found: Evidence) -> list[str]:
    if not found.wiring.odd:
        return []
    names = found.names(found.wiring.odd)
    return [f"{names}: not wired in order with the others (or the magnet was on another square)"]


def _link(found: Evidence) -> list[str]:
    return (
        [f"{plural(found.damaged, 'message')} came damaged over the link: try another cable"] if found.damaged else []
    )


def _nothing(found: Evidence) -> list[str]:
    del found
    return []


@dataclass(frozen=True)
class Fault:
    """What may be wrong with a square: its name, letter in the report's drawing, words (with the sensor driver's `noun` and
    `suspects`), and which squares have it; `more` gives
    what else it says of the board."""

    name: str
    letter: str
    words: str
    squares: Callable[[Evidence], set[int]]
    more: Callable[[Evidence], list[str]] = _nothing


FAULTS = (
    Fault("stuck", "S", "always closed: a stuck {noun}, or touching wires", lambda found: found.stuck),
    Fault(
        "dead",
        "D",
        "does not answer: check {suspects}; or the magnet is too weak",
        lambda found: found.dead,
        _whole_lines,
    ),
    Fault(
        "ghost",
        "G",
        "conducts backwards: its diode is missing or bridged",
        lambda found: found.squares(found.results.suspects),
        _ghosts,
    ),
    Fault(
        "weak",
        "W",
        "flickers under a magnet at rest: the {noun} is too far from the magnet",
        lambda found: {square for square, (_, flickers) in found.counts.items() if flickers > NOISE},
    ),
    Fault(
        "bounces",
        "B",
        "bounces too long when it closes",
        lambda found: {square for square, (bounces, _) in found.counts.items() if bounces > BOUNCES},
    ),
    Fault(
        "noisy",
        "N",
        "changes without a magnet: a loose wire, or a magnet nearby",
        lambda found: found.squares(set(found.results.noisy)),
    ),
    Fault(
        "flickers",
        "F",
        "flickers in play: the {noun} is loose, or too far from the magnets in the pieces",
        lambda found: {square for square, one in found.fared.items() if one.weak},
    ),
)
"""In the order of the report. A square with several is drawn with the first."""

OF_THE_BOARD = (_touching, _buttons, _colours, _odd_wiring, _link)
"""What is not wrong with single squares, in the order of the report."""


def diagnose(
    hello: Hello,
    profile: dict[str, Any],
    wiring: Wiring,
    results: Results,
    colours: str,
    damaged: int,
    health: Sequence[SquareHealth] = (),
    resent: int = 0,
) -> Diagnosis:
    """Interpret the results, now that it is known which square is which; the others as in Evidence."""
    evidence = Evidence(profile, wiring, results, colours, damaged, health)
    driver = sensors_of(profile)
    words = {"noun": driver.element.noun, "suspects": driver.suspects(profile)}
    squares = dict.fromkeys(board_of(profile), GOOD)
    findings: list[str] = []
    for fault in FAULTS:
        having = sorted(fault.squares(evidence))
        squares.update((square, fault.name) for square in having if squares.get(square) == GOOD)
        if having:
            findings.append(f"{evidence.names(having)}: {fault.words.format(**words)}")
        findings += fault.more(evidence)
    for told in OF_THE_BOARD:
        findings += told(evidence)
    return Diagnosis(
        hello,
        profile,
        datetime.now(),
        wiring,
        squares,
        evidence.counts,
        findings,
        _not_tested(evidence),
        differences(profile, wiring),
        damaged,
        evidence.fared,
        resent,
    )


def _not_tested(found: Evidence) -> list[str]:
    notes: list[str] = []
    if found.results.buttons and not any(found.results.buttons.values()):
        notes.append("buttons: none was pressed")
    diodes = matrix_of(found.profile, False) and found.profile["sensors"].get("diodes")
    if diodes and not found.results.ghosts_tested:
        notes.append("missing diodes were not tested: not all lit squares were covered")
    return notes
