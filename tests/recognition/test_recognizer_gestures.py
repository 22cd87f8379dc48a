"""How people perform plies, in tables (gesture_rows.py): edges in, lights and plies out, in all games.

Replayed at several scan rates and across the wrap of the clock. An edge is `TIME SIGN SQUARE` or a button; at `TIME ?` the
lights are looked at.
"""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from typing import Any

import pytest

from crossboard.games.reasons import why_word
from crossboard.games.rules import square_name
from crossboard.library.trace import Trace, TraceEvent, parse_trace
from crossboard.recognize import AFTER_MS, Observer
from tests.support.gesture_rows import CROSS, ROWS

_guide: Any = importlib.import_module("shared_rules.recognition.guide")
_signals: Any = importlib.import_module("shared_rules.protocol.signals")

LETTERS = {
    _signals.MARK_LIFTED: "lifted",
    _signals.MARK_MOVE: "move",
    _signals.MARK_CAPTURE: "capture",
    _signals.MARK_PLACE: "place",
    _signals.MARK_TAKE_OFF: "off",
    _signals.MARK_MISSING: "missing",
    _signals.MARK_EXTRA: "extra",
    _signals.MARK_OFFER: "offer",
    _signals.MARK_SHOWN: "shown",
}


@dataclass
class Story:
    """A trace being told; `rate` is the time between two scans in ms, 1 for every edge at its own time."""

    position: str
    lines: str
    rate: int = 1
    shift: int = 0

    def tell(self) -> list[str]:
        """What happens, as words with times, and at `?` what is lit."""
        events: list[TraceEvent] = []
        looks: list[int] = []
        for line in self.lines.split("/"):
            time, _, what = line.partition(" ")
            at = self.shift + -(-int(time) // self.rate) * self.rate
            if what == "?":
                looks.append(at)
            else:
                text = f"# crossboard-trace 1\n# position {self.position}\n{at} {what}\n"
                events += parse_trace(text, "story").events
        return self._run(events, looks)

    def _run(self, events: list[TraceEvent], looks: list[int]) -> list[str]:
        game = Trace(self.position, []).game()
        observer = Observer(game)
        told: list[str] = []

        def until(time: int) -> None:
            for h in observer.until(time):
                words = [h.what]
                if h.what in ("shown", "ply", "takeback"):
                    words.append(game.ply_text(h.ply))
                elif h.what == "refused":
                    words += [square_name(game, h.origin), square_name(game, h.target), why_word(game, h.why)]
                elif h.what == "ask":
                    words += [game.ply_text(ply) for ply in h.offers]
                told.append(" ".join(words))

        for event in sorted([*events, *[TraceEvent(at, -2, False) for at in looks]], key=lambda event: event.time):
            until(event.time)
            if event.square == -2:
                told.append(lit(observer.recognizer))
            else:
                observer.feed(event)
        until(observer.now + AFTER_MS)
        return told


def lit(recognizer: Any) -> str:
    """The marks on the squares, but for those of the last ply."""
    marks = bytearray(len(recognizer.now))
    _guide.paint(recognizer, marks)
    found: dict[str, list[str]] = {}
    for square, mark in enumerate(marks):
        if mark in LETTERS:
            found.setdefault(LETTERS[mark], []).append(square_name(recognizer.game, square))
    return " ".join(f"{name}: {' '.join(squares)}" for name, squares in sorted(found.items())) or "dark"


IDS = [f"{row[0]}: {row[1].split(' ')[0]}" for row in ROWS]


@pytest.mark.parametrize(("what", "position", "lines", "expected"), ROWS, ids=IDS)
def test_gesture(what: str, position: str, lines: str, expected: str) -> None:
    assert Story(position, lines).tell() == expected.split("/"), what


@pytest.mark.parametrize("rate", [5, 10])
@pytest.mark.parametrize(("what", "position", "lines", "expected"), ROWS, ids=IDS)
def test_gesture_at_other_scan_rates(what: str, position: str, lines: str, expected: str, rate: int) -> None:
    assert Story(position, lines, rate).tell() == expected.split("/"), what


@pytest.mark.parametrize(("what", "position", "lines", "expected"), ROWS, ids=IDS)
def test_gesture_across_the_wrap_of_the_clock(what: str, position: str, lines: str, expected: str) -> None:
    assert Story(position, lines, shift=2**30 - 2000).tell() == expected.split("/"), what


def test_the_lights_of_the_last_ply_go_back_with_it() -> None:
    game = Trace(CROSS, []).game()
    observer = Observer(game)

    def last() -> str:
        marks = bytearray(len(observer.recognizer.now))
        _guide.paint(observer.recognizer, marks)
        return square_name(game, marks.index(_signals.MARK_LAST_TO)) if _signals.MARK_LAST_TO in marks else ""

    seen: list[str] = []
    for text in ("-a4 +b4", "-h4 +g4", "-g4 +h4"):
        for word in text.split():
            event = parse_trace(f"# crossboard-trace 1\n# position {CROSS}\n0 {word}\n", "story").events[0]
            observer.feed(TraceEvent(observer.now, event.square, event.closed))
            list(observer.until(observer.now + 600))
        seen.append(last())
    assert seen == ["b4", "g4", "b4"]
