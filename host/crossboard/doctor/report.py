"""The results of `crossboard doctor`: findings in words, a printable report, and the profile that fits."""

from __future__ import annotations

import html
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from crossboard.boards.health import SquareHealth
from crossboard.boards.link import Hello
from crossboard.doctor.checks import BOUNCES, NOISE, Results
from crossboard.doctor.wiring import Wiring, board_of, differences, matrix_of
from crossboard.games.rules import NOWHERE
from crossboard.output import write_file
from crossboard.profiles.layout import square_name

MARKS = {
    "stuck": "S",
    "dead": "D",
    "ghost": "G",
    "weak": "W",
    "bounces": "B",
    "noisy": "N",
    "flickers": "F",
    "good": ".",
}
WORDS = {
    "stuck": "always closed: a stuck switch, or touching wires",
    "dead": "does not answer: check switch, diode (which way round?) and solder joints; or the magnet is too weak",
    "ghost": "conducts backwards: its diode is missing or bridged",
    "weak": "flickers under a magnet at rest: the switch is too far from the magnet",
    "bounces": "bounces too long when it closes",
    "flickers": "flickers in play: the switch is loose, or too far from the magnets in the pieces",
    "noisy": "changes without a magnet: a loose wire, or a magnet nearby",
}


@dataclass
class Diagnosis:
    """All that the report says. `squares`: square -> one of MARKS' names; `counts`: square -> (bounces, flickers)."""

    hello: Hello
    profile: dict[str, Any]
    when: datetime
    wiring: Wiring
    squares: dict[int, str] = field(default_factory=dict[int, str])
    counts: dict[int, tuple[int, int]] = field(default_factory=dict[int, tuple[int, int]])
    findings: list[str] = field(default_factory=list[str])
    notes: list[str] = field(default_factory=list[str])
    rewired: list[str] = field(default_factory=list[str])
    link_errors: int = 0
    fared: dict[int, SquareHealth] = field(default_factory=dict[int, SquareHealth])


def diagnose(
    hello: Hello,
    profile: dict[str, Any],
    wiring: Wiring,
    results: Results,
    colours: str,
    errors: int,
    fared: Sequence[SquareHealth] = (),
) -> Diagnosis:
    """Interpret the results, now that it is known which square is which."""
    found = Diagnosis(hello, profile, datetime.now(), wiring, rewired=differences(profile, wiring), link_errors=errors)
    wide = profile["board"]["columns"]
    square_of = {s: q for s, q in enumerate(wiring.sensors) if q != NOWHERE}
    found.squares = dict.fromkeys(board_of(profile), "good")

    def mark(what: str, squares: set[int]) -> None:
        for square in squares:
            if found.squares.get(square) == "good":
                found.squares[square] = what
        if squares:
            names = ", ".join(square_name(q, wide) for q in sorted(squares))
            found.findings.append(f"{names}: {WORDS[what]}")

    def of(sensors: set[int]) -> set[int]:
        return {square_of[s] for s in sensors if s in square_of}

    stuck = of(results.stuck)
    mark("stuck", stuck)
    answered = set(results.pairs.values())
    dead = (
        {wiring.lights[light] for light, touch in results.touched.items() if touch.sensor is None} - stuck - {NOWHERE}
    )
    dead -= of(answered)
    mark("dead", dead)
    found.findings += _whole_lines(profile, wiring, dead)
    mark("ghost", of(results.suspects))
    unclear = [ghost for ghost in results.ghosts if not ghost.lights]
    found.findings += [f"{_name(square_of, g.sensor, wide)}: closes when other squares are covered" for g in unclear]
    touches = [t for t in results.touched.values() if t.sensor is not None]
    found.counts = {square_of[t.sensor]: (t.bounces, t.flickers) for t in touches if t.sensor in square_of}
    mark("weak", {q for q, (_, flickers) in found.counts.items() if flickers > NOISE})
    mark("bounces", {q for q, (bounces, _) in found.counts.items() if bounces > BOUNCES})
    mark("noisy", of(set(results.noisy)))
    named = {square_name(q, wide): q for q in board_of(profile)}
    found.fared = {named[one.square]: one for one in fared if one.square in named}
    mark("flickers", {q for q, one in found.fared.items() if one.weak})
    for touch in touches:
        for other in touch.also:
            if touch.sensor is not None:
                one, two = _name(square_of, touch.sensor, wide), _name(square_of, other, wide)
                found.findings.append(f"{one} and {two} close together: touching wires, or the magnet is too strong")
    found.findings += _buttons(results, dict(wiring.buttons))
    if results.buttons and not any(results.buttons.values()):
        found.notes.append("buttons: none was pressed")
    if colours != "rgb" and not wiring.colours:
        found.findings.append(
            f"red, green and blue were seen as {', '.join(_COLOURS.get(c, c) for c in colours)}: other lights than the "
            "profile's, or the data wire is loose"
        )
    if wiring.odd:
        names = ", ".join(square_name(q, wide) for q in wiring.odd)
        found.findings.append(f"{names}: not wired in order with the others (or the magnet was on another square)")
    if errors:
        found.findings.append(f"{errors} messages were lost or damaged on the link: try another cable")
    if matrix_of(profile, False) and profile["sensors"].get("diodes") and not results.ghosts_tested:
        found.notes.append("missing diodes were not tested: not all lit squares were covered")
    return found


_COLOURS = {"r": "red", "g": "green", "b": "blue", "n": "none"}


def _name(square_of: dict[int, int], sensor: int, wide: int) -> str:
    return square_name(square_of[sensor], wide) if sensor in square_of else f"sensor {sensor}"


def _whole_lines(profile: dict[str, Any], wiring: Wiring, dead: set[int]) -> list[str]:
    """Rows and columns in which no square answers: a broken wire, not many broken switches."""
    wide, high = profile["board"]["columns"], profile["board"]["rows"]
    squares = set(board_of(profile))
    kinds: list[tuple[str, int, Callable[[int], int], tuple[int, ...]]] = [
        ("row", high, lambda q: q // wide, wiring.rows),
        ("column", wide, lambda q: q % wide, wiring.columns),
    ]
    found: list[str] = []
    for what, count, line_of, pins in kinds:
        for line in range(count):
            mine = {q for q in squares if line_of(q) == line}
            if len(mine) > 1 and mine <= dead:
                pin = f", at GP{pins[line]}" if pins else ""
                name = str(line + 1) if what == "row" else chr(97 + line)
                found.append(f"no square of {what} {name} answers: check its wire{pin}")
    return found


def _buttons(results: Results, moved: dict[str, int]) -> list[str]:
    found = [f"button '{name}' is held down, or its wires touch" for name in sorted(results.held)]
    for name, answered in results.buttons.items():
        if not any(results.buttons.values()):
            break  # nobody was there
        if not answered:
            found.append(f"button '{name}' was not pressed, or does not work")
        elif answered != name and name not in moved:
            found.append(f"button '{name}' is wired as '{answered}'")
    return found


def text(found: Diagnosis) -> str:
    """The report as text."""
    hello, profile = found.hello, found.profile
    lines = [
        "Crossboard: board report",
        "",
        f"board      {hello.board}",
        f"profile    {profile['name']} ({profile.get('title', '')})",
        f"firmware   {hello.firmware}, MicroPython {hello.micropython}",
        f"date       {found.when:%Y-%m-%d %H:%M}",
        "",
        "no problems found" if not found.findings and not found.rewired else "Findings",
        *(f"- {line}" for line in found.findings),
        *(f"- wired differently from the profile: {line}" for line in found.rewired),
        *(f"- not tested: {line}" for line in found.notes),
        "",
        "Squares  " + "  ".join(f"{MARKS[what]} {what}" for what in MARKS),
        "",
        *_grid(profile, lambda q: MARKS[found.squares[q]]),
        "",
        "Changes when the magnet arrived / while it lay still",
        "",
        *_grid(profile, lambda q: "{}/{}".format(*found.counts[q]) if q in found.counts else "-", 6),
    ]
    if found.fared:
        fared = {q: f"{one.flickers}/{one.changes}" for q, one in found.fared.items()}
        width = max(6, 1 + max(map(len, fared.values())))
        heading = "Flickers / changes in play, as far as a PC was connected"
        lines += ["", heading, "", *_grid(profile, lambda q: fared.get(q, "-"), width)]
    if found.wiring.rows:
        lines += [
            "",
            "rows 1 to {} at GP {}".format(len(found.wiring.rows), " ".join(map(str, found.wiring.rows))),
            "columns a to {} at GP {}".format(
                chr(96 + len(found.wiring.columns)), " ".join(map(str, found.wiring.columns))
            ),
        ]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _grid(profile: dict[str, Any], show: Callable[[int], str], width: int = 2) -> list[str]:
    """A drawing of the board with a word on each square, row 1 at the bottom."""
    wide, high = profile["board"]["columns"], profile["board"]["rows"]
    squares = set(board_of(profile))
    found: list[str] = []
    for row in reversed(range(high)):
        cells = [show(row * wide + c) if row * wide + c in squares else "" for c in range(wide)]
        found.append(f"{row + 1:>3}  " + "".join(cell.ljust(width) for cell in cells))
    found.append("     " + "".join(chr(97 + c).ljust(width) for c in range(wide)))
    return found


def write(found: Diagnosis, name: str) -> None:
    """Write the report to a file: an HTML page if its name ends in .html, else text."""
    report = text(found)
    if Path(name).suffix.lower() in (".html", ".htm"):
        report = (
            "<!doctype html>\n<meta charset=utf-8>\n<title>Crossboard: board report</title>\n"
            f"<style>pre {{ font: 11pt monospace }}</style>\n<pre>\n{html.escape(report)}</pre>\n"
        )
    write_file(name, [report.encode("utf-8", "replace")])


def toml(profile: dict[str, Any], comment: str) -> str:
    """A profile as the text of a file."""
    lines = [f"# {comment}", ""]
    lines += [f"{key} = {_value(value)}" for key, value in profile.items() if not isinstance(value, dict)]
    for key, value in profile.items():
        if isinstance(value, dict):
            lines += ["", f"[{key}]", *(f"{name} = {_value(one)}" for name, one in _items(value))]
    return "\n".join(lines) + "\n"


def _items(table: Any) -> list[tuple[str, Any]]:
    return list(table.items())


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{name} = {_value(one)}" for name, one in _items(value)) + " }"
    return json.dumps(value)  # texts of ASCII, numbers, true and false, and lists of them are the same in both
