"""Why the recognizer decided as it did: `crossboard infer --explain`, and "Why?" on the page of a game.

A decision is something that the players hear of: a ply, a takeback, a question, a refusal. It was weighed: which hypotheses explain
what the sensors saw, and what each costs (shared_rules/recognition/README.md). plain_words.py says it to players.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from crossboard.games.reasons import why_word
from crossboard.games.rules import Game, square_name
from crossboard.library.trace import Action, Ends, Trace, TraceEvent
from crossboard.recognize.inference import Happening, Inference
from crossboard.recognize.reading import AFTER_MS, Reading
from crossboard.recognize.weighing import BEFORE, Event, Explaining, Gesture, Weighed
from shared_rules.codes import WHY_WITHDRAWN
from shared_rules.recognition.costs import GESTURES, ODD

WEIGHED = ("ply", "takeback", "ask", "refused")
"""What happens because hypotheses were weighed."""


@dataclass
class Decision:
    """What happened at one time for one reason; `weighed` is None where no hypotheses were: see `without`.

    Times of what was weighed are `shift` ms earlier than those of the trace. `proposed` is when the ply that is committed was
    proposed first since it stands, None: never, it was committed at once. `alike`: the answers to what is asked begin and end
    on the same squares.
    """

    happenings: list[Happening]
    weighed: Weighed | None
    shift: int
    proposed: int | None = None
    alike: bool = False

    @property
    def main(self) -> Happening:
        """What the decision comes to: the last that happened."""
        weighed = [each for each in self.happenings if each.what in WEIGHED]
        return weighed[-1] if weighed else self.happenings[-1]

    def without(self) -> str:
        """How it was decided without weighing: "withdrawn", "restored", "taken back", "offered" or "chosen"."""
        if self.main.what == "refused":
            return "withdrawn" if self.main.why == WHY_WITHDRAWN else "restored"
        return {"takeback": "taken back", "ask": "offered"}.get(self.main.what, "chosen")

    def asked_because(self) -> str:
        """Why it is asked: "close" hypotheses, "alike" plies, a rare "order" or pace, what is committed may "stand", or "other"."""
        assert self.weighed
        if self.weighed.is_close():
            return "close"
        if self.alike and len(self.main.offers) > 1:
            return "alike"
        if self.weighed.best.order > ODD:
            return "order"
        return "stand" if self.weighed.best.retracts else "other"


class Explained:
    """A trace being read, decision by decision; `inference` is all that it has come to so far."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.game = trace.game()
        self._reading = Reading(trace, Explaining)
        self._proposed: dict[int, int] = {}  # when the ply was proposed that may be committed next

    @property
    def inference(self) -> Inference:
        """What the trace has come to so far."""
        return self._reading.inference

    def decisions(self) -> Iterator[Decision | Action]:
        """What was decided, and what the trace tells of that no sensor felt, in order."""
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
            if found is None or happening.time != found.main.time or not _belongs(recognizer.reason, found):
                if found:
                    yield found
                found = Decision([], recognizer.reason, happening.time - recognizer.clock.real)
            found.happenings.append(happening)
            if happening.what == "shown":
                self._proposed = {happening.ply: happening.time}
            elif happening.what == "ply":
                found.proposed = self._proposed.pop(happening.ply, None)
            found.alike = len({(ply & 255, self.game.destination(ply)) for ply in happening.offers}) == 1
        if found:
            yield found


def _belongs(reason: Weighed | None, found: Decision) -> bool:
    """Whether what happens for that reason at the same time is the same decision: a ply in the place of another is."""
    return reason is found.weighed or bool(reason and found.weighed) and found.main.what == "takeback"


# As text


def explained(reading: Explained, why: Callable[[Decision], Iterable[str]]) -> Iterator[str]:
    """What happened and, below it, `why`, as lines of text; and what the trace tells of that no sensor felt."""
    for decision in reading.decisions():
        if not isinstance(decision, Decision):
            yield f"{decision.time} {decision.text()}"
            continue
        for happening in decision.happenings:
            yield f"{happening.time} {said(reading.game, happening)}"
        if decision.main.what in WEIGHED:
            for line in why(decision):
                yield f"    {line}"


def said(game: Game, happening: Happening) -> str:
    """A happening in a few words, as `ply a4-b4`."""
    words = [happening.what]
    if happening.what in ("shown", "ply", "takeback"):
        words.append(game.ply_text(happening.ply))
    elif happening.what == "refused":
        words += [
            square_name(game, happening.origin),
            square_name(game, happening.target),
            why_word(game, happening.why),
        ]
    elif happening.what == "ask":
        words += [game.ply_text(ply) for ply in happening.offers]
    return " ".join(words)


# Costs


def costs(decision: Decision) -> Iterator[str]:
    """When it was proposed and committed and by what margin, or why it was asked or refused; then each hypothesis, and its cost."""
    weighed = decision.weighed
    if weighed is None:
        yield WITHOUT[decision.without()]
        return
    yield _reason(decision, weighed)
    for each in weighed.named():
        made = " ".join(_event(event, decision.shift) for event in each.made)
        gestures = ", ".join(_gesture(gesture, decision.shift) for gesture in each.gestures)
        parts = "; ".join(words for words in (made, gestures) if words)
        yield f"{each.cost:4} {each.name()}" + (f": {parts}" if parts else "")


WITHOUT: dict[str, str] = {
    "withdrawn": "withdrawn with BACK: to be put back",
    "restored": "restoring: nothing is a ply until all stands as committed",
    "taken back": "taken back",
    "offered": "a player looks at another answer",
    "chosen": "chosen by a player, or the only ply there is",
}


def _reason(decision: Decision, weighed: Weighed) -> str:
    main, rival = decision.main, weighed.rival
    margin, enough = (rival.cost - weighed.best.cost, rival.margin) if rival else (0, 0)
    if main.what == "refused":
        return f"unexplained: {' '.join(weighed.best.unexplained())}"
    if main.what == "ask":
        return {
            "close": f"margin {margin}, less than {enough}: asked",
            "alike": "more than one ply has these squares: asked",
            "order": f"order and pace cost {weighed.best.order}, more than {ODD}: asked",
            "other": "covered too early, or gone on from where it may not have stopped: asked",
            "stand": f"{weighed.best.retracts} may stand yet: asked",
        }[decision.asked_because()]
    words = [] if decision.proposed is None else [f"proposed at {decision.proposed}"]
    words.append(f"{'committed' if main.what == 'ply' else 'retracted'} at {main.time}")
    words.append("no rival" if rival is None else f"margin {margin} ({enough} is enough)")
    return ", ".join(words)


def _event(event: Event, shift: int) -> str:
    """As a trace has it: `-a4 1000`; `h4 1600-1850` if it changed back."""
    if event.back is None:
        return f"{'+' if event.closed else '-'}{event.square} {event.time + shift}"
    return f"{event.square} {event.time + shift}-{event.back + shift}"


def _gesture(gesture: Gesture, shift: int) -> str:
    name = "before" if gesture.row == BEFORE else GESTURES[gesture.row - 1][4]
    return f"{name} {gesture.cost}" + (f" ({_event(gesture.event, shift)})" if gesture.event else "")
