"""How long the turns of games took, cached in the library: replaying a game takes some hundred times longer.

What is kept counts for the events that a game had then; `turn_times` works out what is missing or stale, and keeps it where
the library can be written.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress

from crossboard.errors import LibraryError
from crossboard.games.rules import RulesError
from crossboard.library.cells import blob, text
from crossboard.library.games import Library
from crossboard.library.selection import EVERY, Selection
from crossboard.library.stored import Event, TurnTimes
from crossboard.library.timeline import tell

VERSION = 1
"""Of the working out: counts up when turns or their times come out otherwise."""

LONGEST_MS = (1 << 32) - 1
BATCH = 1000  # games that are kept in one transaction
FRESH = "turn_times.version = ? AND turn_times.events = games.committed"

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
    yield from stored_times(library, which)
    fresh: list[TurnTimes] = []
    for number, spec, start in bar(_without_times(library, which)):
        one = work_out(number, start, library.events(number))
        yield spec, one.first, one.second
        fresh.append(one)
        if len(fresh) == BATCH:
            _keep_if_possible(library, fresh)
            fresh = []
    _keep_if_possible(library, fresh)


def _keep_if_possible(library: Library, fresh: list[TurnTimes]) -> None:
    """Keep them; if the library can't be written, or not now, they are worked out again next time."""
    with suppress(LibraryError):
        if fresh:
            keep_times(library, fresh)


# In the database


def keep_times(library: Library, times: Iterable[TurnTimes]) -> None:
    """Store the turn times of games."""
    with library.transaction():
        for one in times:
            values = (one.game, one.version, one.events, one.first, one.second)
            library.db.execute("INSERT OR REPLACE INTO turn_times VALUES (?, ?, ?, ?, ?)", values)


def stored_times(library: Library, which: Selection = EVERY) -> list[tuple[str, bytes, bytes]]:
    """The spec of every game whose stored times are up to date, and the times."""
    where, values = which.where()
    sql = f"SELECT spec, first, second FROM games JOIN turn_times ON games.id = game_id WHERE {FRESH} AND {where}"
    rows = library.db.rows(sql, [VERSION, *values])
    return [(text(spec), blob(first), blob(second)) for spec, first, second in rows]


def _without_times(library: Library, which: Selection) -> list[tuple[int, str, str]]:
    """Number, spec and start of the other games."""
    where, values = which.where()
    sql = f"SELECT id, spec, start FROM games WHERE {where} AND id NOT IN ("
    sql += f"SELECT game_id FROM turn_times JOIN games ON games.id = game_id WHERE {FRESH})"
    return [(row[0], text(row[1]), text(row[2])) for row in library.db.rows(sql, [*values, VERSION])]
