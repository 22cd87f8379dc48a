"""How well a board's sensors do in play: changes that came to nothing (flickers) against changes that stood.

The board counts them for each of its squares as it plays, without being asked (shared_rules/recognition/debounce.py), and forgets
them when it is switched off. A session asks for them when it connects, every few minutes, and when a game ends; the
library keeps the last answer of each start of the board. `sensor_health` adds them up.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from crossboard.boards.link import CONNECTED, Link
from crossboard.library import Library

ABLE = "health"
"""What the hello of a board that counts names among what may be asked for."""

EVERY_MS = 300_000
"""Between two questions."""

FEWEST = 8
"""Flickers below which nothing is said of a sensor."""

WEAK_RATE = 0.5
"""Flickers for a change that stood from which on a sensor is called weak: a switch bounces for a ms or two, and a scan every
5 ms sees that at one change in ten or fewer."""

COUNT = re.compile(r"([a-z]\d{1,2}):(\d{1,5}):(\d{1,5})")


@dataclass(frozen=True, slots=True)
class SquareHealth:
    """One sensor. `square` is the board's own name of its square; a game that lies elsewhere on it has other names."""

    square: str
    flickers: int
    changes: int

    @property
    def rate(self) -> float:
        """Flickers for each change that stood."""
        return self.flickers / max(1, self.changes)

    @property
    def weak(self) -> bool:
        """Whether the maker should look at it: the switch bounces, hangs loose, or is hardly reached by its magnet."""
        return self.flickers >= FEWEST and self.rate >= WEAK_RATE


def sensor_health(library: Library, board: str) -> list[SquareHealth]:
    """Every sensor of the board (its id) that has moved while a PC listened, in all games, by name of its square; [] if
    nothing is known. Counts are those of the starts of the board after which a PC was there to be told."""
    return [SquareHealth(*row) for row in library.boards.sensors(board)]


def read_flickers(payload: str) -> tuple[str, dict[str, tuple[int, int]], bool] | None:
    """The start of the board, square -> (flickers, changes), and whether it was the last part; None if it is no such
    message (shared_rules/protocol/WIRE.md, D)."""
    what, *words = payload.split(" ")
    if what != "flickers" or not words:
        return None
    found = [COUNT.fullmatch(word) for word in words[1:]]
    return words[0], {m[1]: (int(m[2]), int(m[3])) for m in found if m}, words[-1] == "-"


class HealthWatch:
    """Asks the board at a link, and stores what it says."""

    def __init__(self, link: Link, library: Library) -> None:
        self._link = link
        self._library = library
        self._connection = -1
        self._asked = 0

    def step(self, now_ms: int) -> None:
        """Ask if it is time. `now_ms`: wall time."""
        link = self._link
        if link.state == CONNECTED and (link.connections != self._connection or now_ms - self._asked > EVERY_MS):
            self._connection, self._asked = link.connections, now_ms
            self.ask()

    def ask(self) -> None:
        """Ask now, if the board counts."""
        if self._link.hello and ABLE in self._link.hello.able:
            self._link.send("D", "flickers")

    def hear(self, payload: str) -> bool:
        """Take a message of type D; False if it is about something else."""
        told = read_flickers(payload)
        if told is None or self._link.hello is None:
            return False
        boot, counts, _ = told
        if counts:
            self._library.boards.note_sensors(self._link.hello.board, boot, counts)
        return True
