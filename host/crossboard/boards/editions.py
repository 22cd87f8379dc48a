"""Which stored game a board's game is: its id alone does not tell.

An id that has no random part (of older firmware) is used again by a board whose flash was erased, and by another board that
says the same board id; and a flash that was put back to an earlier state goes on with numbers that were taken. So what is stored
under an id is compared with what the board has, before anything is added to it or acknowledged. A game that differs is
an edition of its own: the library keeps the second under `ID~2`, and so on (a `~` is never part of what a board says).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from crossboard.library import Event, Library

MARK = "~"


def edition_name(game: str, number: int) -> str:
    """What the library calls that edition (from 1 on) of a board's game."""
    return game if number == 1 else f"{game}{MARK}{number}"


def id_of(name: str) -> str:
    """The board's own id of a game that the library calls so."""
    return name.partition(MARK)[0]


def editions(library: Library, board: str, game: str) -> list[int]:
    """The stored games that this board's game of that id may be, the oldest first."""
    found: list[int] = []
    while number := library.find_game(board, edition_name(game, len(found) + 1)):
        found.append(number)
    return found


def differs(known: Mapping[int, Event], events: Sequence[Event]) -> bool:
    """Whether one of the events has a number that stands for something else."""
    return any(event.seq in known and known[event.seq].raw != event.raw for event in events)


def overlaps(known: Mapping[int, Event], events: Sequence[Event]) -> bool:
    """Whether one of the events is known already."""
    return any(event.seq in known for event in events)


def by_seq(events: Sequence[Event]) -> dict[int, Event]:
    """The events by their numbers."""
    return {event.seq: event for event in events}
