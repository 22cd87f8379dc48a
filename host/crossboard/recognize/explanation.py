"""Why the recognizer decided as it did: `crossboard infer --explain`, and "Why?" on the page of a game.

A decision is something told to the players: a ply, a takeback, a question, a refusal. It was weighed: which lines of plies explain
what the sensors did, and what each leaves to be explained by gestures, in points (shared_rules/recognition/README.md).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, replace

from crossboard.games.rules import WHY_NAMES, Game, square_name
from crossboard.library.trace import Action, Ends, Trace, TraceEvent
from crossboard.recognize import AFTER_MS, Reading
from crossboard.recognize.breakdown import breakdown
from crossboard.recognize.inference import Happening, Inference
from shared_rules.protocol.signals import EV_NONE
from shared_rules.recognition.gestures import DOUBT, GESTURES, LIMIT, MARGIN, MARGIN_TOLD
from shared_rules.recognition.lines import COST, FIRST, LOOSE, ORDER, PLY, SECOND, UNSETTLED
from shared_rules.recognition.placement import NOTHING
from shared_rules.recognition.recognizer import Recognizer
from shared_rules.recognition.touch_log import NONE

MOST = 4
"""Lines that are told of a decision."""

WEIGHED = ("ply", "takeback", "ask", "refused")
"""What happens because lines were weighed; `shown` is but the cheapest of them."""


@dataclass(frozen=True, slots=True)
class Touch:
    """`square` opened or `closed` at `time` (ms of the trace), and changed back at `back`, None: it has not."""

    square: str
    closed: bool
    time: int
    back: int | None = None

    def text(self) -> str:
        """As a trace has it: `-a4 1000`; `h4 1600-1850` if it changed back."""
        if self.back is None:
            return f"{'+' if self.closed else '-'}{self.square} {self.time}"
        return f"{self.square} {self.time}-{self.back}"


@dataclass(frozen=True, slots=True)
class Part:
    """A gesture that a line needs: its row in the table of gestures, and what it explains."""

    row: int
    touch: Touch | None

    @property
    def name(self) -> str:
        """What the table calls it."""
        return GESTURES[self.row][4]

    @property
    def points(self) -> int:
        """What it costs."""
        return GESTURES[self.row][3]

    def text(self) -> str:
        """Name, points and, if it is known, what was touched."""
        return f"{self.name} {self.points}" + (f" ({self.touch.text()})" if self.touch else "")


@dataclass(frozen=True, slots=True)
class Line:
    """One explanation: `plies` beyond what was told, or, if it `contradicts` that, in its place; `made` is what those did.

    `returned` was played and put back.
    """

    points: int
    plies: tuple[str, ...]
    contradicts: str
    returned: str
    made: tuple[Touch, ...]
    parts: tuple[Part, ...]
    settled: bool  # the squares of its plies stand as they have them
    order: int  # points that the order and the pace of its ply cost

    def name(self) -> str:
        """What is said to have happened."""
        if self.contradicts:
            played = " ".join(self.plies)
            return f"{played} instead of {self.contradicts}" if played else f"{self.contradicts} put back"
        return " ".join(self.plies) or (f"{self.returned} put back" if self.returned else "nothing")


@dataclass(frozen=True, slots=True)
class Weighed:
    """The lines weighed at a time, the cheapest first, and which squares did not stand as the cheapest has them."""

    lines: tuple[Line, ...]
    loose: tuple[str, ...]

    def margin(self) -> int | None:
        """By how many points the best line is cheaper than the next one that says something else; None: there is no other."""
        best = self.lines[0]
        for line in self.lines[1:]:
            if line.settled and (line.plies[:1], line.contradicts) != (best.plies[:1], best.contradicts):
                return line.points - best.points
        return None

    def enough(self) -> int:
        """What the margin has to be, for the best line to be taken."""
        return MARGIN_TOLD if self.lines[0].contradicts else MARGIN


@dataclass
class Decision:
    """What was told at one time for one reason; `weighed` is None where no lines were: a player chose, or nothing else was legal.

    `shown` is when the ply told last was shown first since it stands, None: never, it was told at once.
    """

    happenings: list[Happening]
    weighed: Weighed | None
    shown: int | None = None

    @property
    def main(self) -> Happening:
        """What the decision comes to: the last that was told."""
        weighed = [each for each in self.happenings if each.what in WEIGHED]
        return weighed[-1] if weighed else self.happenings[-1]


class Explaining(Recognizer):
    """A Recognizer that remembers for each event which lines were weighed, with times of its own clock.

    `reason` is that of the event given last, None where no lines were weighed: a player chose, or it was the only ply.
    """

    def __init__(self, game: Game) -> None:
        self._reasons: deque[Weighed | None] = deque()
        self._latest: Weighed | None = None
        self.reason: Weighed | None = None
        self._rules = game
        super().__init__(game)

    def clock(self) -> int:
        """The recognizer's own time now, ms."""
        return self._clock

    def tell(self, event: int, ply: int, squares: int, why: int, digest: int) -> None:
        super().tell(event, ply, squares, why, digest)
        self._reasons.append(self._latest)

    def next_event(self) -> int:
        event = super().next_event()
        if event != EV_NONE:
            self.reason = self._reasons.popleft()
        return event

    def forget_events(self) -> None:
        super().forget_events()
        self._reasons.clear()

    def button(self, button: int, now: int) -> None:
        self._latest = None
        super().button(button, now)

    def answer(self, index: int, now: int) -> None:
        self._latest = None
        super().answer(index, now)

    def _conclude(self, work: int) -> None:
        before, self._latest = self._latest, None
        super()._conclude(work)
        self._latest = before

    def _judge(self) -> None:
        if self.log.count:
            self._latest = self._weigh_up()
        super()._judge()

    def _weigh_up(self) -> Weighed:
        told = self.told.ply
        names: dict[tuple[int, int], tuple[str, str]] = {}
        self.position.go_back()
        for i in range(self.lines.count):
            first, second = self.lines.get(i, FIRST), self.lines.get(i, SECOND)
            names[first, second] = self._name(first), self._name(second)
        told_text = self._name(told)
        self.position.return_()
        found = tuple(self._line(i, names, told_text) for i in range(self.lines.count))
        return Weighed(found, self._loose())

    def _name(self, ply: int) -> str:
        return "" if ply == NOTHING else self._rules.ply_text(ply)

    def _line(self, i: int, names: dict[tuple[int, int], tuple[str, str]], told: str) -> Line:
        lines, log = self.lines, self.log
        plies = lines.get(i, FIRST), lines.get(i, SECOND)
        texts = names[plies]
        follows = self.told.ply == plies[0] != NOTHING
        parts = tuple(
            Part(row, None if entry == NONE else self._touch(entry, True))
            for row, entry in breakdown(self, i)
            if GESTURES[row][3]
        )
        log.keep_none()
        self.explainer.two.mark()
        if not follows:
            self.explainer.one.mark()
        self.position.go_back()
        returned = self._name(self.explainer.two.ply) if self.explainer.two.back else ""
        self.position.return_()
        made = tuple(self._touch(entry, False) for entry in range(log.count) if log.kept[entry])
        return Line(
            lines.get(i, COST),
            tuple(text for text in (texts[1:] if follows else texts) if text),
            "" if follows else told,
            returned,
            made,
            parts,
            not lines.get(i, UNSETTLED),
            lines.get(i, ORDER + PLY if follows else ORDER),
        )

    def _touch(self, entry: int, pair: bool) -> Touch:
        log = self.log
        after = log.next[entry]
        back = log.time[after] if pair and after != NONE else None
        return Touch(square_name(self._rules, log.square[entry]), bool(log.closed[entry]), log.time[entry], back)

    def _loose(self) -> tuple[str, ...]:
        """The squares that do not stand as the cheapest line has them."""
        if not self.lines.get(0, LOOSE):
            return ()
        explainer, log = self.explainer, self.log
        breakdown(self, 0)
        found: list[str] = []
        for n in range(log.touches):
            square = log.touched[n]
            ply = next((each for each in (explainer.two, explainer.one) if each.on[square]), None)
            stands = ply.stands(square) if ply else log.base[square]
            if stands >= 0 and stands != log.closed[log.last[square]]:
                found.append(square_name(self._rules, square))
        return tuple(found)


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
                shift = happening.time - recognizer.clock()
                found = Decision([], self._of and _shifted(self._of, shift))
            found.happenings.append(happening)
            if happening.what == "shown":
                self._shown = {happening.ply: happening.time}
            elif happening.what == "ply":
                found.shown = self._shown.pop(happening.ply, None)
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
        for line in decision.weighed.lines[:MOST]:
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
    margin, best = weighed.margin(), weighed.lines[0]
    if main.what == "refused":
        if best.points > LIMIT:
            return f"the best explanation costs {best.points} points, more than {LIMIT}"
        squares = " and ".join(weighed.loose) or "the pieces"
        return f"no ply explains how {squares} stand{'s' if len(weighed.loose) == 1 else ''}"
    if main.what == "ask":
        if best.order > DOUBT:
            return f"order or pace cost {best.order} points, more than {DOUBT}: asked"
        if margin is not None and margin < weighed.enough():
            return f"margin {margin}, less than {weighed.enough()}: asked"
        return (
            "asked, for more than one ply has these squares"
            if len(main.offers) > 1
            else "asked, as it contradicts what was told"
        )
    words = [] if decision.shown is None else [f"shown at {decision.shown}"]
    if main.what == "ply":
        words.append(f"final at {main.time}")
    words.append("no rival" if margin is None else f"margin {margin} ({weighed.enough()} is enough)")
    return ", ".join(words)


def _without_lines(main: Happening) -> str:
    if main.what == "refused":
        return "withdrawn with BACK: to be put back"
    if main.what == "takeback":
        return "taken back"
    return "chosen by a player, or the only ply there is"
