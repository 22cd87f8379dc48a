"""`crossboard infer --explain`: the explanations that each decision of the recognizer was weighed against, and their costs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from crossboard.games.rules import WHY_NAMES, Game, square_name
from crossboard.library.trace import TraceEvent
from crossboard.recognize import AFTER_MS, Happening, Reading
from crossboard.recognize.breakdown import breakdown
from shared_rules.recognition import gestures
from shared_rules.recognition.lines import COST, FIRST, SECOND
from shared_rules.recognition.placement import NOTHING

MOST = 4
"""Explanations shown for each decision."""

_events: dict[int, str] = {
    gestures.LIFT: "an occupied square opened and closed",
    gestures.SHADE: "an empty square closed and opened",
    gestures.HELD: "a piece is off its square",
    gestures.EXTRA: "a piece stands where none belongs",
    gestures.LEAD: "arrived before it left",
    gestures.SWIFT: "captured or covered, and open",
    gestures.APART: "from stack to stack, the one closed until the other opened",
    gestures.HASTE: "the reply begins after the arrival",
    gestures.BACKWARD: "the reply arrives before the ply before it",
    gestures.UNTOLD: "a told ply did not happen",
    gestures.CARRY: "a stack's card in a hand",
}
_circumstances: dict[int, str] = {
    gestures.OWN: "the ply's square, before it left",
    gestures.STANDS: "the ply's square, just after it arrived",
    gestures.LANDING: "a landing on its way",
    gestures.BACK: "a square of the told ply",
    gestures.HAND: "a piece in a hand",
    gestures.NEAR: "from beside",
    gestures.LOCKED: "the opponent has touched a piece",
    gestures.ANSWERED: "a player chose it",
    gestures.STACKED: "onto a stack",
    gestures.PLAYER: "the same player",
    gestures.STOOD: "its square was not touched since",
    gestures.ELSEWHERE: "another in its place",
    gestures.SAME: "the same piece from hand",
    gestures.RENAMED: "another piece from hand",
    gestures.REFUSED: "of a refused attempt",
    gestures.REJECTED: "offered beside what a player chose",
}


def gesture_table() -> str:
    """The table of gestures as Markdown."""
    lines = ["| what is seen | for less than, ms | where | cost | gesture |", "|---|---|---|---|---|"]
    for event, until, bits, cost, name in gestures.GESTURES:
        where = ", ".join(text for bit, text in _circumstances.items() if bits & bit)
        limit = "" if until == gestures.EVER else str(until)
        lines.append(f"| {_events[event]} | {limit} | {where} | {cost} | {name} |")
    return "\n".join(lines) + "\n"


def explained(reading: Reading) -> Iterator[str]:
    """What the reading of a trace comes to, as lines of text: what was told and, below it, the cheapest
    explanations of that moment; and what the trace tells of that no sensor felt.
    """
    game = reading.trace.game()

    def until(time: int) -> Iterator[str]:
        known: list[str] = []
        stream = reading.until(time)
        while True:
            before = explanations(reading.observer.recognizer)
            happening = next(stream, None)
            if happening is None:
                return
            yield f"{happening.time} {_said(game, happening)}"
            if happening.what != "shown" and before != known:
                yield from before
            known = before

    for step in reading.trace.steps():
        yield from until(step.time)
        if not isinstance(step, TraceEvent):
            yield f"{step.time} {step.text()}"
        if not reading.take(step):
            return
    yield from until(reading.observer.now + AFTER_MS)


def _said(game: Game, happening: Happening) -> str:
    words = [happening.what]
    if happening.what in ("shown", "ply", "takeback"):
        words.append(game.ply_text(happening.ply))
    elif happening.what == "refused":
        words += [square_name(game, happening.origin), square_name(game, happening.target), WHY_NAMES[happening.why]]
    elif happening.what == "ask":
        words += [game.ply_text(ply) for ply in happening.offers]
    return " ".join(words)


def explanations(recognizer: Any) -> list[str]:
    """The cheapest explanations that the recognizer has at the moment, one a line."""
    found: list[str] = []
    lines = recognizer.lines
    for i in range(min(MOST, lines.count)):
        first, second = lines.get(i, FIRST), lines.get(i, SECOND)
        names = " ".join(recognizer.game.ply_text(ply) for ply in (first, second) if ply != NOTHING)
        counts = breakdown(recognizer, first, second)
        parts = [
            f"{name} {cost}" + (f" x {times}" if times > 1 else "")
            for row, (_, _, _, cost, name) in enumerate(gestures.GESTURES)
            if (times := counts[row]) and cost
        ]
        told = names or "nothing was played"
        found.append(f"    {lines.get(i, COST):4} {told}" + (f" ({', '.join(parts)})" if parts else ""))
    return found
