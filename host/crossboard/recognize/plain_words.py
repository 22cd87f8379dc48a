"""A decision of the recognizer in plain words, for players: "Why?" on the pages and in the terminal, and `infer --explain`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from crossboard.games.words import listed
from crossboard.recognize.explanation import Decision
from crossboard.recognize.gesture_words import HAPPENED, LASTS, LASTS_OF_PLY
from crossboard.recognize.weighing import BEFORE, Event, Hypothesis, Weighed
from shared_rules.recognition.costs import BACK, GESTURES, LATE, OWN

UNWEIGHED: dict[str, str] = {
    "withdrawn": "A player said that none of the answers was played: what was moved has to be put back.",
    "restored": "Several pieces are off or stand elsewhere: nothing counts until all stand as after the last move.",
    "taken back": "A player took it back.",
    "offered": "A player looks at another answer.",
    "chosen": "A player chose it, or nothing else was legal.",
}


def plain(decision: Decision) -> list[str]:
    """The answer to "Why?", a sentence each."""
    weighed = decision.weighed
    if weighed is None:
        return [UNWEIGHED[decision.without()]]
    if decision.main.what == "refused":
        squares = weighed.best.unexplained()
        return [f"No move explains how {listed(squares, 'and')} {'stands' if len(squares) == 1 else 'stand'}."]
    return list(_why_asked(decision, weighed) if decision.main.what == "ask" else _why_read(decision, weighed))


def _why_read(decision: Decision, weighed: Weighed) -> Iterator[str]:
    best, rival = weighed.best, weighed.next_best()
    if best.plies:  # what followed the first ply is no part of it
        best = replace(best, made=tuple(event for event in best.made if event.time <= best.done))
    if story := _story(best):
        yield f"{story}."
    stood = ""
    if decision.main.what == "ply" and best.piece:
        stood = f"T{best.piece[1:]} stood on {best.to} for {_seconds(weighed.time - best.arrived)}"
    if rival:
        yield from [f"{stood}."] if stood else []
        yield _next_best(rival)
    else:
        squares = listed(list(dict.fromkeys(event.square for event in best.made)), "and") or "it"
        yield f"{stood}, and nothing else explains {squares}." if stood else f"Nothing else explains {squares}."


def _why_asked(decision: Decision, weighed: Weighed) -> Iterator[str]:
    because, best, rival = decision.asked_because(), weighed.best, weighed.rival
    if because == "close" and rival:
        yield f"Perhaps {': '.join(filter(None, [_what(best), _story(best)]))}."
        yield f"About as likely, {': '.join(filter(None, [_what(rival), _story(rival)]))}."
    elif because == "alike":
        yield "More than one move touches just these squares."
    elif because == "stand":
        yield f"{_story(best)}. But nobody saw {best.retracts} put back: it may stand yet."
    elif because == "other":
        yield f"{_story(best)}. But a piece may only have been put straight, or not have stopped on its way."
    else:
        yield f"{_story(best)}. Hands hardly ever play like that."
        if next_best := weighed.next_best():
            yield _next_best(next_best)


def _next_best(hypothesis: Hypothesis) -> str:
    return f"The next best reading, that {_what(hypothesis)}, {_would(hypothesis)}."


def _what(hypothesis: Hypothesis) -> str:
    """`a4-b4 was played`."""
    plies = listed(hypothesis.plies, "and")
    played = f"{plies} {'was' if len(hypothesis.plies) == 1 else 'were'} played" if plies else ""
    if hypothesis.retracts:
        return f"{played} instead of {hypothesis.retracts}" if played else f"{hypothesis.retracts} was put back"
    if not hypothesis.undone:
        return played or "nothing more was played"
    back = f"{hypothesis.undone} was put back" + (" and played again" if hypothesis.again else "")
    return f"{back}, and {played}" if played else back


def _story(hypothesis: Hypothesis) -> str:
    """What its plies did, and what happened besides: `a4 opened, b4 closed 0.5 s later; something was on c4 for 0.1 s`."""
    lasting = _lasting(hypothesis)
    leaves = f"it leaves {lasting}" if lasting else ""
    return "; ".join(filter(None, [_made(hypothesis.made), listed(_happened(hypothesis), "and"), leaves]))


def _would(hypothesis: Hypothesis) -> str:
    """`would leave a4 missing and mean that something was on c4 for 0.1 s`."""
    lasting, happened = _lasting(hypothesis), listed(_happened(hypothesis), "and")
    words = [f"leave {lasting}"] if lasting else []
    words += [f"mean that {happened}"] if happened else []
    return f"would {', and '.join(words)}" if words else "is less likely"


def _made(events: tuple[Event, ...]) -> str:
    later = (f"{_change(event)} {_seconds(event.time - before.time)} later" for before, event in pairwise(events))
    return ", ".join([*map(_change, events[:1]), *later])


def _change(event: Event) -> str:
    return f"{event.square} {'closed' if event.closed else 'opened'}"


def _happened(hypothesis: Hypothesis) -> list[str]:
    """What was seen and is over, the same on several squares at once: `something was on b4 for 0.1 s and c4 for 0.2 s`."""
    found: dict[str, list[str]] = {}
    for gesture in hypothesis.gestures:
        if gesture.row != BEFORE and (words := HAPPENED.get(GESTURES[gesture.row - 1][0])):
            places = found.setdefault(words, [])
            if gesture.event and gesture.event.back is not None:
                places.append(f"{gesture.event.square} for {_seconds(gesture.event.back - gesture.event.time)}")
    return [words.format(where=listed(places, "and") or "one of its squares twice") for words, places in found.items()]


def _lasting(hypothesis: Hypothesis) -> str:
    """`a4 missing and b4 standing where it can't`."""
    found: list[str] = []
    for gesture in hypothesis.gestures:
        if gesture.event and gesture.event.back is None:
            kind, _, circumstances, *_ = GESTURES[gesture.row - 1]
            words = LASTS_OF_PLY if circumstances & (BACK | LATE | OWN) else LASTS
            found.append(words[kind].format(square=gesture.event.square))
    return listed(found, "and")


def _seconds(ms: int) -> str:
    return f"{ms / 1000:.1f} s" if ms >= 95 else f"{ms / 1000:.2f} s"
