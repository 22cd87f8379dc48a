"""How long the turns of games took, kept in the library: telling a game again costs some hundred times more than reading that.

What is kept counts for the events that a game had then; `turn_times` works out what is missing or stale, and keeps it where
the library can be written.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence

from crossboard.errors import LibraryError
from crossboard.games.rules import RulesError
from crossboard.library import Event, Library
from crossboard.library.selection import Selection
from crossboard.library.stored import TurnTimes
from crossboard.library.timeline import tell

VERSION = 1
"""Of the working out: counts up when turns or their times come out otherwise."""

LONGEST_MS = (1 << 32) - 1
BATCH = 1000  # games that are kept in one transaction

Bar = Callable[[Sequence[tuple[int, str, str]]], Iterable[tuple[int, str, str]]]
"""Gives the games one by one, and may show how far it is."""


def work_out(number: int, start: str, events: Sequence[Event]) -> TurnTimes:
    """The times of one game's turns; none of a game that this version does not know."""
    sides: tuple[list[int], list[int]] = [], []
    try:
        for turn in tell(start, events).turns:
            if turn.ms is not None:
                sides[turn.side].append(turn.ms)
    except (RulesError, ValueError):
        pass
    return kept_times(number, len(events), sides)


def kept_times(number: int, events: int, sides: Iterable[Iterable[int]]) -> TurnTimes:
    """The ms of each side's turns, worked out when the game had so many events, as they are kept."""
    return TurnTimes(
        number, VERSION, events, *(_little(array("I", (min(t, LONGEST_MS) for t in side))) for side in sides)
    )


def _little(times: array[int]) -> bytes:
    if sys.byteorder == "big":
        times.byteswap()
    return times.tobytes()


def read_times(data: bytes) -> array[int]:
    """The ms of turns as they are kept."""
    times = array("I")
    times.frombytes(data[: len(data) // times.itemsize * times.itemsize])
    if sys.byteorder == "big":
        times.byteswap()
    return times


def turn_times(library: Library, which: Selection, bar: Bar) -> Iterator[tuple[str, bytes, bytes]]:
    """The spec and the times of each of these games; `bar` is given those whose times have to be worked out."""
    yield from library.turn_times(VERSION, which)
    fresh: list[TurnTimes] = []
    for number, spec, start in bar(library.without_turn_times(VERSION, which)):
        one = work_out(number, start, library.events(number))
        yield spec, one.first, one.second
        fresh.append(one)
        if len(fresh) == BATCH:
            fresh = _kept(library, fresh)
    _kept(library, fresh)


def _kept(library: Library, fresh: list[TurnTimes]) -> list[TurnTimes]:
    """Keep them where that can be done; what is left to keep."""
    try:
        if fresh:
            library.keep_turn_times(fresh)
    except LibraryError:
        pass  # it can't be written, or not now: they are worked out again next time
    return []
