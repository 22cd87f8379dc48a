"""The game that is being played on a board, as this program follows it: its records, its position and who plays."""

from __future__ import annotations

from bisect import bisect_left
from collections import deque
from dataclasses import dataclass, field

from crossboard.games.reasons import end_word
from crossboard.games.rules import RESULTS, Game
from crossboard.library.secret import REVEAL
from crossboard.library.stored import OPPONENT, Event, own_name, search_name
from crossboard.library.timeline import Telling, Timeline, tell

MOST_FLOWN = 500  # lines of the flight recorder that are kept of a game which is not stored


@dataclass
class Played:
    """The game being played: its number in the library (0: not stored yet), our mirror of it and all its events."""

    number: int
    board_game: str
    start: str
    mirror: Game
    first: str
    second: str
    events: list[Event] = field(default_factory=list[Event])
    levels: list[int] = field(default_factory=lambda: [0, 0])  # at which Crossboard plays each side, 0: a player does
    doubtful: bool = False  # the mirror is not the board's position any more; a snapshot has been asked for
    to_compare: int = 0  # the record that has to be the same before anything is stored or acknowledged; 0: none
    announced: int = 0  # how many records the board said that there are
    forked: bool = False  # the board has less of this game than the library: it is to go on as another one
    seen_ms: int = 0  # when the board announced it, ms since 1970
    _told: tuple[list[Event], Telling, int] | None = field(
        default=None, compare=False, repr=False
    )  # the events told, how, how many
    flown: deque[str] = field(default_factory=lambda: deque(maxlen=MOST_FLOWN))  # by the recorder, before it was stored

    @property
    def last(self) -> int:
        """The number of the last event, 0 if there is none."""
        return self.events[-1].seq if self.events else 0

    @property
    def caught_up(self) -> bool:
        """Whether all that the board had when it announced the game is here: who plays, and whether it is over, is known then."""
        return self.last >= self.announced

    @property
    def end(self) -> Event | None:
        """The event that ended the game, None if there is none. Who plays the next game may have been settled after it."""
        last = next((event for event in reversed(self.events) if event.kind in ("ply", "takeback", "end")), None)
        return last if last and last.kind == "end" else None

    @property
    def ended(self) -> bool:
        """Whether the game is over, by its rules or as the players wanted."""
        return bool(self.mirror.result) or self.end is not None

    @property
    def outcome(self) -> tuple[str, str]:
        """The result and the word for its reason, `*` and "" while the game goes on."""
        if end := self.end:
            return end.text, end.reason
        return RESULTS[self.mirror.result], end_word(self.mirror, self.mirror.reason)

    def standing(self) -> list[str]:
        """The plies that have been played and not taken back."""
        found: list[str] = []
        for event in self.events:
            if event.kind == "ply":
                found.append(event.text)
            elif event.kind == "takeback" and (count := int(event.text)):
                del found[-count:]
        return found

    def known(self, seq: int) -> Event | None:
        """The event of that number, None if it is not here."""
        at = bisect_left(self.events, seq, key=lambda event: event.seq)
        return self.events[at] if at < len(self.events) and self.events[at].seq == seq else None

    @property
    def names(self) -> tuple[str, str]:
        """Who plays now, as players see it, although Crossboard or who takes over from it has not played a ply yet; "" for
        nobody known."""
        first, second = self.first, self.second
        if self.ended:
            return first, second
        now = [search_name(str(level)) for level in self.levels]
        return now[0] or own_name(first), now[1] or own_name(second)

    def searched(self, side: int) -> bool:
        """Whether Crossboard's search plays that side from now on; once the game is over, that is of the next game."""
        return bool(search_name(str(self.levels[side]))) and not self.ended

    def seat(self, event: Event) -> None:
        """Take in an event that changes who plays a side."""
        if event.kind == OPPONENT:
            self.levels[event.reason == "1"] = int(event.text)

    def retell(self, events: list[Event]) -> str:
        """Take these as the game's events, and set the mirror to where they lead; what does not fit the rules, "" if all does."""
        line = tell(self.start, events)
        self.events, self.mirror, self.doubtful, self.levels = events, line.game, False, [0, 0]
        for event in events:
            self.seat(event)
        return line.problem

    def gone_on_since(self, seq: int) -> bool:
        """Whether the game has gone on since that event."""
        for event in reversed(self.events):
            if event.seq <= seq:
                break
            if event.kind in ("ply", "takeback", "end"):
                return True
        return False

    def timeline(self) -> Timeline:
        """The timeline of the game so far; each call adds only the new events."""
        of, telling, count = self._told or ([], None, 0)
        if telling is None or of is not self.events or any(e.kind == REVEAL for e in self.events[count:]):
            telling, count = Telling(self.start, self.events), 0
        for event in self.events[count:]:
            telling.add(event)
        self._told = self.events, telling, len(self.events)
        return telling.line
