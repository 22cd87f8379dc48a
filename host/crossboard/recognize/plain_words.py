"""A decision of the recognizer in plain words, for players: "Why?" on the pages and in the terminal, and `infer --explain`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from crossboard.games.words import listed
from crossboard.language import join, tr, trn
from crossboard.recognize.explanation import Decision
from crossboard.recognize.gesture_words import HAPPENED, LASTS, LASTS_OF_PLY
from crossboard.recognize.weighing import BEFORE, Event, Hypothesis, Weighed
from shared_rules.recognition.costs import BACK, GESTURES, LATE, OWN

UNWEIGHED: dict[str, str] = {
    "withdrawn": tr("A player said that none of the answers was played: what was moved has to be put back."),
    "restored": tr("Several pieces are off or stand elsewhere: nothing counts until all stand as after the last move."),
    "taken back": tr("A player took it back."),
    "offered": tr("A player looks at another answer."),
    "chosen": tr("A player chose it, or nothing else was legal."),
}


def plain(decision: Decision) -> list[str]:
    """The answer to "Why?", a sentence each."""
    weighed = decision.weighed
    if weighed is None:
        return [UNWEIGHED[decision.without()]]
    if decision.main.what == "refused":
        squares = weighed.best.unexplained()
        how = listed(squares, "and")
        return [
            trn(
                "No move explains how {squares} stands.",
                "No move explains how {squares} stand.",
                len(squares),
                squares=how,
            )
        ]
    return list(_why_asked(decision, weighed) if decision.main.what == "ask" else _why_read(decision, weighed))


def _why_read(decision: Decision, weighed: Weighed) -> Iterator[str]:
    best, rival = weighed.best, weighed.next_best()
    if best.plies:  # what followed the first ply is not part of it
        best = replace(best, made=tuple(event for event in best.made if event.time <= best.done))
    if story := _story(best):
        yield story + "."
    stood = ""
    if decision.main.what == "ply" and best.piece:
        time = _seconds(weighed.time - best.arrived)
        stood = tr("The {piece} stood on {square} for {time}", piece=best.piece, square=best.to, time=time)
    if rival:
        yield from [stood + "."] if stood else []
        yield _next_best(rival)
        return
    squares = listed(list(dict.fromkeys(event.square for event in best.made)), "and") or tr("it")
    if stood:
        yield tr("{stood}, and nothing else explains {squares}.", stood=stood, squares=squares)
    else:
        yield tr("Nothing else explains {squares}.", squares=squares)


def _why_asked(decision: Decision, weighed: Weighed) -> Iterator[str]:
    because, best, rival = decision.asked_because(), weighed.best, weighed.rival
    if because == "close" and rival:
        yield tr("Perhaps {what}.", what=join(": ", (_what(best), _story(best))))
        yield tr("About as likely, {what}.", what=join(": ", (_what(rival), _story(rival))))
    elif because == "alike":
        yield tr("More than one move touches just these squares.")
    elif because == "stand":
        yield tr("{story}. But nobody saw {move} put back: it may stand yet.", story=_story(best), move=best.retracts)
    elif because == "other":
        yield tr(
            "{story}. But a piece may only have been put straight, or not have stopped on its way.", story=_story(best)
        )
    else:
        yield tr("{story}. Hands hardly ever play like that.", story=_story(best))
        if next_best := weighed.next_best():
            yield _next_best(next_best)


def _next_best(hypothesis: Hypothesis) -> str:
    lasting, happened = _lasting(hypothesis), listed(_happened(hypothesis), "and")
    values = {"what": _what(hypothesis), "lasting": lasting, "happened": happened}
    if lasting and happened:
        return tr("The next best reading, that {what}, would leave {lasting}, and mean that {happened}.", **values)
    if lasting:
        return tr("The next best reading, that {what}, would leave {lasting}.", **values)
    if happened:
        return tr("The next best reading, that {what}, would mean that {happened}.", **values)
    return tr("The next best reading, that {what}, is less likely.", **values)


def _what(hypothesis: Hypothesis) -> str:
    """`a4-b4 was played`."""
    moves, other = listed(hypothesis.plies, "and"), hypothesis.retracts
    played = trn("{moves} was played", "{moves} were played", len(hypothesis.plies), moves=moves) if moves else ""
    if other:
        instead = tr("{what} instead of {move}", what=played, move=other)
        return instead if played else tr("{move} was put back", move=other)
    if not hypothesis.undone:
        return played or tr("nothing more was played")
    back = tr("{move} was put back", move=hypothesis.undone)
    if hypothesis.again:
        back = tr("{move} was put back and played again", move=hypothesis.undone)
    return tr("{what}, and {more}", what=back, more=played) if played else back


def _story(hypothesis: Hypothesis) -> str:
    """What its plies did, and what happened besides: `a4 opened, b4 closed 0.5 s later; something was on c4 for 0.1 s`."""
    lasting = _lasting(hypothesis)
    leaves = tr("it leaves {what}", what=lasting) if lasting else ""
    return join("; ", (_made(hypothesis.made), listed(_happened(hypothesis), "and"), leaves))


def _made(events: tuple[Event, ...]) -> str:
    later = (
        tr("{what} {time} later", what=_change(event), time=_seconds(event.time - before.time))
        for before, event in pairwise(events)
    )
    return join(", ", [*map(_change, events[:1]), *later])


def _change(event: Event) -> str:
    closed, opened = tr("{square} closed", square=event.square), tr("{square} opened", square=event.square)
    return closed if event.closed else opened


def _happened(hypothesis: Hypothesis) -> list[str]:
    """What was seen and is over, the same on several squares at once: `something was on b4 for 0.1 s and c4 for 0.2 s`."""
    found: dict[str, list[str]] = {}
    for gesture in hypothesis.gestures:
        if gesture.row != BEFORE and (words := HAPPENED.get(GESTURES[gesture.row - 1][0])):
            places = found.setdefault(words, [])
            if gesture.event and gesture.event.back is not None:
                time = _seconds(gesture.event.back - gesture.event.time)
                places.append(tr("{square} for {time}", square=gesture.event.square, time=time))
    twice = tr("one of its squares twice")
    return [tr(words, where=listed(places, "and") or twice) for words, places in found.items()]


def _lasting(hypothesis: Hypothesis) -> str:
    """`a4 missing and b4 standing where it can't`."""
    found: list[str] = []
    for gesture in hypothesis.gestures:
        if gesture.event and gesture.event.back is None:
            kind, _, circumstances, *_ = GESTURES[gesture.row - 1]
            words = LASTS_OF_PLY if circumstances & (BACK | LATE | OWN) else LASTS
            found.append(tr(words[kind], square=gesture.event.square))
    return listed(found, "and")


def _seconds(ms: int) -> str:
    return f"{ms / 1000:.1f} s" if ms >= 95 else f"{ms / 1000:.2f} s"
