"""A game on its way from a board's flash into the library: the lines as they come, then one transaction.

What a game's lines say is stored whatever it is; what is wrong with it is marked. Before anything is stored, it is compared
with what the library has of that id (editions.py).
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from crossboard.boards.clock import BoardClock, GameClock, Mark, read_mark
from crossboard.boards.editions import by_seq, differs, edition_name, editions, overlaps
from crossboard.boards.events import BROKEN, DIGEST, ILLEGAL, UNCHECKED, keep_event, play_event
from crossboard.boards.numbers import MOST_RECORDS, read_ms, read_number, read_seq
from crossboard.games.rules import Game, RulesError, name_of
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
    if len(fields) != 4 or fields[3] not in ("o", "u"):
        return None
    try:
        return Listed(fields[0], read_number(fields[1]), read_number(fields[2]), fields[3] == "o")
    except ValueError:
        return None


@dataclass
class Brought:
    """What became of a game: its number here, the records that were new, and those among them that have a flag.

    `apart`: its id stands for another game, too. `replaced`: records that the board has twice, of which the later ones count.
    """

    game: str
    number: int
    new: int
    flagged: int
    dating: str = ""
    apart: bool = False
    replaced: int = 0

    @property
    def problems(self) -> list[str]:
        """The problems to report."""
        found: list[str] = []
        if self.apart:
            found.append(
                f"game {self.game}: the library has a different game with this id; this one is stored separately"
            )
        if self.replaced:
            found.append(
                f"game {self.game}: of {self.replaced} of its numbers the board has two records; the later ones count"
            )
        return found


class Pull:
    """A game of `board` on its way: its lines as they come. The board has said that it has so many `records`.

    Of a game that is here the last record is asked for again, to be compared, and what comes after it; if that does not
    tell which stored game it is, the whole game (`again`).
    """

    def __init__(self, library: Library, board: str, game: str, records: int = MOST_RECORDS) -> None:
        self.board, self.game = board, game
        self._library = library
        known = editions(library, board, game)
        have = library.committed(known[0]) if len(known) == 1 else 0
        self._known_start = library.game(known[0]).start if known else ""
        self.again(max(1, min(have, records)))

    def again(self, first: int = 1) -> None:
        """Start over: the records from number `first` on are wanted."""
        self.first = first
        self.start = ""
        self.marks: list[Mark] = []
        self.flight: list[str] = []
        self.lines: list[tuple[str, list[str], str]] = []
        self.asides: list[tuple[str, list[str]]] = []  # of a later firmware

    @property
    def request(self) -> str:
        """The payload of the J that asks for it."""
        return f"{self.game} {self.first}"

    def take(self, payload: str) -> None:
        """A payload of lines. A line that makes no sense keeps no other from being taken."""
        game, _, text = payload.partition(" ")
        if game != self.game:
            return
        for line in text.split("|"):
            kind, *fields = line.split(" ")
            try:
                self._take_line(kind, fields)
            except (ValueError, IndexError):
                self.asides.append((kind, fields))

    def _take_line(self, kind: str, fields: list[str]) -> None:
        if kind == "G":
            self.start = " ".join(fields[1:])
        elif kind == "F":
            read_ms(fields[1])
            self.flight.append(" ".join(fields[1:]))
        elif kind == "T":
            self.marks.append(read_mark(fields))
        else:
            read_seq(fields[0])
            self.lines.append((kind, fields, f"{kind} {self.game} {' '.join(fields)}"))

    def unsure(self) -> bool:
        """Whether the lines so far do not tell which stored game this is, so that the whole game is needed."""
        return self.first > 1 and self._edition(self._events()[0]) is None

    def _events(self) -> tuple[list[Event], list[Event]]:
        """The events, and those whose numbers the board has used again: it went on from a record that was damaged."""
        events: list[Event] = []
        replaced: list[Event] = []
        name = name_of(self.start or self._known_start)
        for kind, fields, raw in self.lines:
            event = keep_event(kind, fields, None, raw, name)
            while events and events[-1].seq >= event.seq:
                replaced.append(events.pop())
            events.append(event)
        have = by_seq(events)
        return events, [
            event for event in reversed(replaced) if event.seq not in have or have[event.seq].raw != event.raw
        ]

    def _edition(self, events: Sequence[Event]) -> int | None:
        """The stored game that this is, None if it is none of them, or can't be told."""
        found: int | None = None
        for number in editions(self._library, self.board, self.game):
            known = by_seq(self._library.events(number))
            if self.start and self._library.game(number).start != self.start or differs(known, events):
                continue
            if overlaps(known, events):
                return number
            if self.first == 1 and found is None:
                found = number  # it has begun here, and no more
        return found

    def store(self, clock: BoardClock, anchor: int) -> Brought | None:
        """Store it, whole or not at all; None if it has no position."""
        with self._library.transaction():
            return self._store(clock, anchor)

    def _store(self, clock: BoardClock, anchor: int) -> Brought | None:
        library = self._library
        events, replaced = self._events()
        number = self._edition(events)
        if number is None and not self.start:
            return None
        times = [event.board_ms for event in events if event.board_ms is not None]
        when = GameClock(self.marks, clock, max(times, default=0), anchor)
        known: list[Event] = []
        apart = False
        if number is None:
            # Its file may have begun long before, when the last game had ended or the board was switched on.
            began = when.at(min(times)) if times else when.began
            dating = "estimated" if began.estimated else "board"
            edition = len(editions(library, self.board, self.game)) + 1
            name = edition_name(self.game, edition)
            number = library.open_game(NewGame(self.board, name, self.start, began_ms=began.wall, dating=dating))
            apart = edition > 1
        else:
            known = library.events(number)
        have = by_seq(known)
        events = [replace(e, wall_ms=None if e.board_ms is None else when.at(e.board_ms).wall) for e in events]
        whole = sorted([*known, *(event for event in events if event.seq not in have)], key=lambda event: event.seq)
        flags = _flags(library.game(number).start, whole)
        fresh = [replace(e, flag=flags[e.seq]) for e in whole if e.seq not in have]
        new = library.append(number, [*fresh, *replaced])
        healed = {e.seq: "" for e in known if e.flag == UNCHECKED and not flags[e.seq]}
        if healed:  # what was missing before them has come
            library.reflag(number, healed)
        library.append_flight(number, self.flight)
        flagged = sum(1 for e in fresh if e.flag)
        return Brought(self.game, number, new, flagged, library.game(number).dating, apart, len(replaced))


def _flags(start: str, events: Sequence[Event]) -> dict[int, str]:
    """What is wrong with each event of a game, by number."""
    mirror: Game | None = None
    with contextlib.suppress(RulesError):
        mirror = tell(start, []).game
    flags: dict[int, str] = {}
    last = 0
    for at, event in enumerate(events):
        if event.seq != last + 1:
            mirror = None
        last = event.seq
        flag = event.flag if event.kind not in ("ply", "takeback") else ""
        if event.kind == REVEAL:
            flag = BROKEN if broken_words(events[:at], event) else flag
            line = tell(start, events[: at + 1]) if mirror is not None else None
            mirror = None if line is None or line.problem else line.game
        elif mirror is None:
            flag = flag or (UNCHECKED if event.kind in ("ply", "takeback") else "")
        else:
            flag, _ = play_event(mirror, replace(event, flag=flag))
            mirror = None if flag in (ILLEGAL, DIGEST) else mirror
        flags[event.seq] = flag
    return flags
