"""A game on its way from a board's flash into the library: the lines as they come, then one transaction.

What a game's lines say is stored whatever it is; what is wrong with it is marked.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import NamedTuple

from crossboard.boards.clock import BoardClock, GameClock, Mark, read_mark
from crossboard.boards.events import BROKEN, UNCHECKED, keep_event, play_event
from crossboard.games.rules import Game, RulesError
from crossboard.library import Event, Library, NewGame
from crossboard.library.secret import REVEAL, broken_words
from crossboard.library.timeline import tell


class Listed(NamedTuple):
    """A game on the board: its records, how many it knows to be stored here, and whether it is over."""

    game: str
    records: int
    acknowledged: int
    over: bool


def read_listed(payload: str) -> Listed | None:
    """The game of a line of the listing, None if it is another line."""
    fields = payload.split(" ")
    if len(fields) != 4 or not fields[1].isdecimal() or not fields[2].isdecimal() or fields[3] not in ("o", "u"):
        return None
    return Listed(fields[0], int(fields[1]), int(fields[2]), fields[3] == "o")


@dataclass
class Brought:
    """What became of a game: its number here, the records that were new, and those among them that have a flag."""

    game: str
    number: int
    new: int
    flagged: int
    dating: str = ""


def is_time(words: list[str]) -> bool:
    """Whether that is one word, a number of ms that a database holds."""
    return len(words) == 1 and words[0].isascii() and words[0].isdecimal() and len(words[0]) < 16


def is_number(words: list[str]) -> bool:
    """Whether that is one word, the number of a record."""
    return is_time(words) and 0 < int(words[0]) < 1 << 30


@dataclass
class Pull:
    """A game on its way: its lines as they come."""

    board: str
    game: str
    start: str = ""
    marks: list[Mark] = field(default_factory=list[Mark])
    flight: list[str] = field(default_factory=list[str])
    lines: list[tuple[str, list[str], str]] = field(default_factory=list[tuple[str, list[str], str]])
    asides: list[tuple[str, list[str]]] = field(default_factory=list[tuple[str, list[str]]])  # of a later firmware

    def take(self, payload: str) -> None:
        """A payload of lines. A line that makes no sense keeps no other from being taken."""
        game, _, text = payload.partition(" ")
        if game != self.game:
            return
        for line in text.split("|"):
            kind, *fields = line.split(" ")
            if kind == "G":
                self.start = " ".join(fields[1:])
            elif kind == "F" and is_time(fields[1:2]):
                self.flight.append(" ".join(fields[1:]))
            elif kind != "T" and is_number(fields[:1]):
                self.lines.append((kind, fields, f"{kind} {game} {' '.join(fields)}"))
            else:
                self._take_aside(kind, fields)

    def _take_aside(self, kind: str, fields: list[str]) -> None:
        try:
            self.marks.append(read_mark(fields))
        except (ValueError, IndexError):
            self.asides.append((kind, fields))

    def store(self, library: Library, clock: BoardClock, anchor: int) -> Brought | None:
        """Put it into the library, whole or not at all; None if it has no position."""
        if not self.start:
            return None
        with library.transaction():
            return self._store(library, clock, anchor)

    def _store(self, library: Library, clock: BoardClock, anchor: int) -> Brought:
        events = [keep_event(kind, fields, None, raw) for kind, fields, raw in self.lines]
        times = [event.board_ms for event in events if event.board_ms is not None]
        when = GameClock(self.marks, clock, max(times, default=0), anchor)
        # Its file may have begun long before, when the last game had ended or the board was switched on.
        began = when.at(min(times)) if times else when.began
        dating = "estimated" if began.estimated else "board"
        number = library.open_game(NewGame(self.board, self.game, self.start, began_ms=began.wall, dating=dating))
        events = [replace(e, wall_ms=None if e.board_ms is None else when.at(e.board_ms).wall) for e in events]
        known = library.events(number)
        have = {event.seq for event in known}
        events = _flagged(self.start, known, events)
        fresh = [event for event in events if event.seq not in have]
        new = library.append(number, events)
        library.append_flight(number, self.flight)
        return Brought(self.game, number, new, sum(1 for e in fresh if e.flag), library.game(number).dating)


def _flagged(start: str, known: list[Event], events: list[Event]) -> list[Event]:
    """The events with what is wrong with each."""
    mirror: Game | None = None
    try:
        line = tell(start, known)
        mirror = None if line.problem else line.game
    except RulesError:
        pass
    last = known[-1].seq if known else 0
    found: list[Event] = []
    for event in events:
        if event.seq != last + 1:
            mirror = None
        last = max(last, event.seq)
        flag = event.flag
        if event.kind == REVEAL:
            flag = BROKEN if broken_words([*known, *found], event) else flag
            line = tell(start, [*known, *found, event]) if mirror is not None else None
            mirror = None if line is None or line.problem else line.game
        elif mirror is None:
            flag = flag or (UNCHECKED if event.kind in ("ply", "takeback") else "")
        else:
            flag, _ = play_event(mirror, event)
            mirror = mirror if not flag or flag == event.flag else None
        found.append(replace(event, flag=flag))
    return found
