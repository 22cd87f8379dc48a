"""A decision of the recognizer in plain words, for players: "Why?" on the pages and in the terminal.

Times are seconds from the first touch that the best explanation is about.
"""

from __future__ import annotations

from dataclasses import dataclass

from crossboard.games.words import plural
from crossboard.recognize.explanation import Decision, standing
from crossboard.recognize.gesture_words import EVENTS
from crossboard.recognize.weighing import BEFORE, Line, Part, Touch, Weighed
from shared_rules.recognition.costs import GESTURES, ODD


@dataclass(frozen=True, slots=True)
class Explanation:
    """What may have happened (`what`), for how many points, which squares it needs, and what it leaves to gestures."""

    what: str
    points: int
    made: str
    gestures: tuple[str, ...]

    def text(self) -> str:
        """On one line."""
        words = "; ".join(each for each in (self.made, *self.gestures) if each)
        return f"{plural(self.points, 'point')}: {self.what}" + (f": {words}" if words else "")


@dataclass(frozen=True, slots=True)
class Answer:
    """Why: a sentence or two, and the best explanations, the cheapest first, but none that is out of the question."""

    because: str
    explanations: tuple[Explanation, ...]


def plain(decision: Decision) -> Answer:
    """The answer to "Why?"."""
    weighed, main = decision.weighed, decision.main
    if weighed is None:
        return Answer(_chosen(main.what), ())
    zero = _zero(weighed, main.time)
    return Answer(_because(decision, weighed, zero), tuple(_explanation(line, zero) for line in weighed.near()))


def _zero(weighed: Weighed, otherwise: int) -> int:
    """The time from which all others count."""
    best = weighed.lines[0]
    touched = [part.touch.time for part in best.parts if part.touch]
    return min([touch.time for touch in best.made] or touched, default=otherwise)


def _chosen(what: str) -> str:
    if what == "refused":
        return "A player withdrew the answers that the board offered, and what was moved has to be put back."
    if what == "takeback":
        return "A player took it back."
    return "A player chose it, or nothing else was legal."


def _because(decision: Decision, weighed: Weighed, zero: int) -> str:
    what, margin = decision.main.what, weighed.margin()
    if what == "refused":
        return f"No move explains how {standing(weighed)}."
    if what == "ask":
        return _why_asked(weighed, decision)
    times = f"Final at {_seconds(decision.main.time, zero)}. " if what == "ply" else ""
    if decision.shown is not None:
        times = f"Shown at {_seconds(decision.shown, zero)}, final at {_seconds(decision.main.time, zero)}. "
    if margin is None:
        return f"{times}Nothing else explains it."
    return f"{times}The next best explanation is {_points(margin)} dearer; {weighed.enough()} would be enough."


def _why_asked(weighed: Weighed, decision: Decision) -> str:
    margin, best = weighed.margin(), weighed.lines[0]
    if margin is not None and margin < weighed.enough():
        return (
            f"Another explanation is nearly as good: {_points(margin)} dearer, and {weighed.enough()} would be enough."
        )
    if best.order > ODD:
        return f"Its order or pace is hardly that of a move: {_points(best.order)}, more than {ODD}."
    if decision.alike and len(decision.main.offers) > 1:
        return "More than one move touches just these squares."
    if len(decision.main.offers) > 1:
        return "Another of the answers may be true yet."
    return "It contradicts what had been told before, and not clearly enough."


def _explanation(line: Line, zero: int) -> Explanation:
    what = "nothing was played" if line.name() == "nothing" else line.name()
    if not line.settled:
        what += " (not all its squares stand so)"
    made = ", ".join(_change(touch, zero) for touch in line.made)
    return Explanation(what, line.points, made, tuple(_gesture(part, zero) for part in line.parts))


def _gesture(part: Part, zero: int) -> str:
    event = "what came before all this" if part.row == BEFORE else EVENTS[GESTURES[part.row - 1][0]]
    where = f" {_period(part.touch, zero)}" if part.touch else ""
    return f"“{part.name}”{where}: {event}, {_points(part.points)}"


def _change(touch: Touch, zero: int) -> str:
    return f"{touch.square} {'closed' if touch.closed else 'opened'} at {_seconds(touch.time, zero)}"


def _period(touch: Touch, zero: int) -> str:
    if touch.back is None:
        return f"{touch.square} since {_seconds(touch.time, zero)}"
    return f"{touch.square} from {_seconds(touch.time, zero)} to {_seconds(touch.back, zero)}"


def _points(number: int) -> str:
    return f"{number} point{'' if number == 1 else 's'}"


def _seconds(time: int, zero: int) -> str:
    return f"{(time - zero) / 1000:.2f} s"
