"""Which gestures a line's cost is made of: the explainer's pricing of it done once more, each price looked up noted.

A board has no use for this, so it is not in shared_rules, though it goes step by step through what explain.py,
placement.py, besides.py and aftermath.py do.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import Any, NamedTuple

from shared_rules.codes import LEAVE, MAYBE, PATH, TAKEN
from shared_rules.recognition.explain import BESIDES, DONE
from shared_rules.recognition.gestures import EVER, GESTURES, HAND, LANDING, MOST, OWN, STANDS
from shared_rules.recognition.lines import COST, FIRST, SECOND
from shared_rules.recognition.placement import NOTHING
from shared_rules.recognition.touch_log import NONE


class Note(NamedTuple):
    """A row of the table of gestures that counts, and the entry of the touch log that it explains, NONE: none in particular."""

    row: int
    entry: int


def breakdown(recognizer: Any, line: int) -> list[Note]:
    """What counts in a line of `recognizer.lines`. The explainer's placements are those of the line then.

    Where nothing was played, they may be those of a ply and of its being put back.
    """
    explainer, lines = recognizer.explainer, recognizer.lines
    first = lines.get(line, FIRST)
    recognizer.position.go_back()
    notes = _breakdown(explainer, first, lines.get(line, SECOND), False)
    for ply in explainer._firsts[: explainer._first_count] if first == NOTHING else ():
        if sum(GESTURES[note.row][3] for note in notes) <= lines.get(line, COST):
            break
        if explainer._is_back(ply):
            notes = _breakdown(explainer, ply, NOTHING, True)
    recognizer.position.return_()
    return notes


def _breakdown(explainer: Any, first: int, second: int, back: bool) -> list[Note]:
    """What counts in the line of these two plies, or of the first one and its being put `back`."""
    explainer._place_line(first, second, back)
    explainer.limit = MOST
    explainer._judge_place()
    with _noted(explainer.prices) as notes:
        if explainer.phase == BESIDES:  # else what it explained is forgotten
            _account(explainer.one, not explainer.has_been_told())
            _account(explainer.two, True)
            if second != NOTHING:
                explainer._haste()
            explainer.besides.look(MOST, len(explainer.log.did))
            explainer.aftermath.price(explainer.besides.locked)
    explainer.phase = DONE
    return notes


@contextmanager
def _noted(prices: Any) -> Generator[list[Note]]:
    """Note the rows that are looked up meanwhile."""
    notes: list[Note] = []
    price, touch = prices.of, prices.touch
    entry = NONE

    def noted(event: int, ms: int, circumstances: int) -> int:
        notes.append(Note(_row(event, ms, circumstances), entry))
        return price(event, ms, circumstances)

    def touched(occupied: int, i: int, circumstances: int) -> int:
        nonlocal entry
        entry = i
        cost = touch(occupied, i, circumstances)
        entry = NONE
        return cost

    prices.of, prices.touch = noted, touched
    yield notes
    del prices.of, prices.touch


def _row(event: int, ms: int, circumstances: int) -> int:
    for number, (seen, until, bits, _, _) in enumerate(GESTURES):
        if seen == event and (ms < until or until == EVER) and not bits & ~circumstances:
            return number
    raise AssertionError(f"no row for {event}")


def _account(placement: Any, order: bool) -> None:
    """Price once more all that was chosen for a ply, without its order and pace if it was told."""
    log = placement.log
    prices = placement.prices
    for item in range(placement.end // 2):
        square, effect = placement.foot[2 * item : 2 * item + 2]
        start, stop = placement._start(square), placement._stop(square)
        opened, closed = placement._opened[item], placement._closed[item]
        if effect == PATH:
            prices.pairs(start, stop, 0, LANDING, 0)
        elif effect in (LEAVE, TAKEN):
            prices.pairs(start, opened, 1, OWN, 0)
            placement._since(square, opened)
        elif effect != MAYBE:
            if opened != NONE:
                prices.pairs(start, opened, 1, OWN | placement.stacked, 0)
                start = log.next[opened]
                if closed == NONE:
                    prices.touch(1, opened, LANDING if item else OWN)
                    continue
            prices.pairs(start, closed, 0, HAND, log.time[closed])
            prices.pairs(log.next[closed], stop, 1, STANDS | placement.stacked, log.time[closed])
    if order and placement._goes():
        placement._order(placement._opened[0], placement._closed[0], placement._opened[1], placement._closed[1])
