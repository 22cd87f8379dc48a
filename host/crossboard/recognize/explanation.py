"""Why the recognizer decided as it did: `crossboard infer --explain`, and "Why?" on the page of a game.

A decision is something told to the players: a ply, a takeback, a question, a refusal. It was weighed: which lines of plies explain
what the sensors did, and what each leaves to be explained by gestures, in points (shared_rules/recognition/README.md).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from crossboard.games.rules import WHY_NAMES, Game, square_name
from crossboard.games.words import plural
from crossboard.library.trace import Action, Ends, Trace, TraceEvent
from crossboard.recognize import AFTER_MS, Reading
from crossboard.recognize.inference import Happening, Inference
from crossboard.recognize.weighing import Explaining, Touch, Weighed
from shared_rules.recognition.costs import ODD

WEIGHED = ("ply", "takeback", "ask", "refused")
"""What happens because lines were weighed; `shown` is but the cheapest of them."""


@dataclass
class Decision:
    """What was told at one time for one reason; `weighed` is None where no lines were: a player chose, or nothing else was legal.

    `shown` is when the ply told last was shown first since it stands, None: never, it was told at once. `alike`: the answers to
    what is asked begin and end on the same squares.
    """

    happenings: list[Happening]
    weighed: Weighed | None
    shown: int | None = None
    alike: bool = False

    @property
    def main(self) -> Happening:
        """What the decision comes to: the last that was told."""
        weighed = [each for each in self.happenings if each.what in WEIGHED]
        return weighed[-1] if weighed else self.happenings[-1]


def _shifted(weighed: Weighed, by: int) -> Weighed:
    """The same with all times `by` ms later."""

    def touch(one: Touch) -> Touch:
        return replace(one, time=one.time + by, back=None if one.back is None else one.back + by)

    lines = tuple(
        replace(
            line,
            made=tuple(map(touch, line.made)),
            parts=tuple(replace(part, touch=part.touch and touch(part.touch)) for part in line.parts),
        )
        for line in weighed.lines
    )
    return replace(weighed, lines=lines)


class Explained:
    """A trace being read, decision by decision; `inference` is all that it has come to so far."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.game = trace.game()
        self._reading = Reading(trace, Explaining)
        self._shown: dict[int, int] = {}  # when the ply was shown that may be told next
        self._of: Weighed | None = None

    @property
    def inference(self) -> Inference:
        """What the trace has come to so far."""
        return self._reading.inference

    def decisions(self) -> Iterator[Decision | Action]:
        """What was told, and what the trace tells of that no sensor felt, in order."""
        for step in self.trace.steps():
            yield from self._until(step.time)
            if isinstance(step, Ends) and not self.inference.may_end(step):
                continue
            if not isinstance(step, TraceEvent):
                yield step
            if not self._reading.take(step):
                return
        yield from self._until(self._reading.observer.now + AFTER_MS)

    def _until(self, time: int) -> Iterator[Decision]:
        found: Decision | None = None
        for happening in self._reading.until(time):
            recognizer = self._reading.observer.recognizer
            if found is None or recognizer.reason is not self._of or happening.time != found.main.time:
                if found:
                    yield found
                self._of = recognizer.reason
                shift = happening.time - recognizer.own_time()
                found = Decision([], self._of and _shifted(self._of, shift))
            found.happenings.append(happening)
            if happening.what == "shown":
                self._shown = {happening.ply: happening.time}
            elif happening.what == "ply":
                found.shown = self._shown.pop(happening.ply, None)
            found.alike = len({(ply & 255, self.game.destination(ply)) for ply in happening.offers}) == 1
        if found:
            yield found


# As text


def explained(reading: Explained) -> Iterator[str]:
    """What was told and, below it, why, as lines of text; and what the trace tells of that no sensor felt."""
    for decision in reading.decisions():
        if not isinstance(decision, Decision):
            yield f"{decision.time} {decision.text()}"
            continue
        for happening in decision.happenings:
            yield f"{happening.time} {said(reading.game, happening)}"
        if decision.main.what in WEIGHED:
            yield from _why(decision)


def said(game: Game, happening: Happening) -> str:
    """A happening in a few words, as `ply a4-b4`."""
    words = [happening.what]
    if happening.what in ("shown", "ply", "takeback"):
        words.append(game.ply_text(happening.ply))
    elif happening.what == "refused":
        words += [square_name(game, happening.origin), square_name(game, happening.target), WHY_NAMES[happening.why]]
    elif happening.what == "ask":
        words += [game.ply_text(ply) for ply in happening.offers]
    return " ".join(words)


def _why(decision: Decision) -> Iterator[str]:
    yield f"    {reason(decision)}"
    if decision.weighed:
        for line in decision.weighed.near():
            made = " ".join(touch.text() for touch in line.made)
            parts = ", ".join(part.text() for part in line.parts)
            told = "; ".join(each for each in (made, parts) if each)
            name = line.name() if line.settled else f"{line.name()}, not in place"
            yield f"    {line.points:4} {name}" + (f": {told}" if told else "")


def reason(decision: Decision) -> str:
    """One line: when it was shown and final and by what margin, or why it was asked or refused."""
    weighed, main = decision.weighed, decision.main
    if weighed is None:
        return _without_lines(main)
    margin = weighed.margin()
    if main.what == "refused":
        return f"no ply explains how {standing(weighed)}"
    if main.what == "ask":
        return f"{_why_asked(weighed, decision)}: asked"
    words = [] if decision.shown is None else [f"shown at {decision.shown}"]
    if main.what == "ply":
        words.append(f"final at {main.time}")
    words.append("no rival" if margin is None else f"margin {margin} ({weighed.enough()} is enough)")
    return ", ".join(words)


def standing(weighed: Weighed) -> str:
    """What the best line leaves unexplained, as `a4 stands` or `a4 and b4 stand`."""
    squares = " and ".join(weighed.loose) or "the pieces"
    return f"{squares} stand{'s' if len(weighed.loose) == 1 else ''}"


def _why_asked(weighed: Weighed, decision: Decision) -> str:
    margin, best = weighed.margin(), weighed.lines[0]
    if margin is not None and margin < weighed.enough():
        return f"margin {margin}, less than {weighed.enough()}"
    if best.order > ODD:
        return f"order or pace cost {plural(best.order, 'point')}, more than {ODD}"
    if len(decision.main.offers) < 2:
        return "it contradicts what was told"
    return "more than one ply has these squares" if decision.alike else "another of the answers may be true yet"


def _without_lines(main: Happening) -> str:
    if main.what == "refused":
        return "withdrawn with BACK: to be put back"
    if main.what == "takeback":
        return "taken back"
    return "chosen by a player, or the only ply there is"
