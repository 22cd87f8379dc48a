"""The report of `crossboard doctor`, as text or a page, and the profile that fits the board."""

from __future__ import annotations

import html
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from crossboard.doctor.diagnosis import FAULTS, GOOD, Diagnosis
from crossboard.doctor.wiring import board_of
from crossboard.games.words import plural
from crossboard.output import write_file

LETTERS = {**{fault.name: fault.letter for fault in FAULTS}, GOOD: "."}
"""For the state of a square in the drawing."""


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
        *([f"link       {plural(found.resent, 'message')} sent again: lost, or answered late"] if found.resent else []),
        "",
        "no problems found" if not found.findings and not found.rewired else "Findings",
        *(f"- {line}" for line in found.findings),
        *(f"- wired differently from the profile: {line}" for line in found.rewired),
        *(f"- not tested: {line}" for line in found.notes),
        "",
        "Squares  " + "  ".join(f"{letter} {state}" for state, letter in LETTERS.items()),
        "",
        *_grid(profile, lambda q: LETTERS[found.squares[q]]),
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
