"""Boards that a hub speaks to itself, by Wi-Fi or a cable: each with a session and a reporter, as `crossboard play --hub` has them.

What they play is kept in a library of their own beside the hub's, where boards are known by their ids, and goes over the bus like
everybody's. A board that is not there is looked for as long as it takes.
"""

from __future__ import annotations

import contextlib
import time
from collections import deque
from collections.abc import Iterator, Sequence
from pathlib import Path

from crossboard.boards.greeting import CONSOLE_LINES, fresh_notes
from crossboard.boards.link import CONNECTED, Link
from crossboard.boards.session import Session
from crossboard.boards.stream import Stream
from crossboard.boards.wifi import SCHEME, open_port, read_url
from crossboard.errors import CrossboardError
from crossboard.games.words import clean
from crossboard.hub.bus import BusUrl
from crossboard.hub.csv_rows import csv_file, csv_rows
from crossboard.hub.reporter import report_to
from crossboard.hub.topics import check_name
from crossboard.library import Library

LIBRARY = "boards.db"
MOST = 200  # connections with the broker from one address, of the 256 that the embedded one allows
PATIENCE_S = 10.0  # a board that is away for longer is worth a word
HEADING = ("table", "board")


def read_boards(typed: Sequence[str], path: str = "") -> dict[str, str]:
    """Table -> address, of `TABLE=ADDRESS` as typed and of a CSV file `table,board`; CrossboardError if one makes no sense."""
    rows = [(f"--board {one}", one.split("=", 1)) for one in typed]
    if path:
        rows += csv_rows(csv_file(path), path, HEADING)
    found: dict[str, str] = {}
    for where, cells in rows:
        if len(cells) != 2 or not all(cells):
            raise CrossboardError(
                "wanted: a table and its board's address, as table-3=tcp://crossboard-4f2a.local", where
            )
        table, address = check_name(cells[0].strip()), cells[1].strip()
        if table in found or address in found.values():
            raise CrossboardError(f"{table if table in found else address} is named twice", where)
        if address.startswith(SCHEME):
            read_url(address)
        found[table] = address
    if len(found) > MOST:
        raise CrossboardError(f"more than {MOST} boards: let several hubs share them")
    return found


class Station:
    """The board at `address`, which is called `table` on the bus. `notices` collects messages to show once."""

    def __init__(self, table: str, address: str, bus: BusUrl, library: Library, closing: contextlib.ExitStack) -> None:
        self.notices: deque[str] = deque()
        self.link = Link(open_port(address), lambda: [address])
        closing.callback(self.link.close)
        self._table, self._address = table, address
        self._session = Session(self.link, library)
        self._reporter = report_to(bus, table, self._session, library, closing)
        self._stream = Stream(self._session, self._reporter.tell)
        self._console: deque[str] = deque(maxlen=CONSOLE_LINES)
        self._here_at = time.monotonic()
        self._said = ""  # of whether the board is there

    def step(self, now: float) -> None:
        """A round; `now` in seconds."""
        self._session.step()
        self._reporter.step()
        self._stream.step()
        for note in (*fresh_notes(self._session, self._console), *self._reporter.notices):
            self._say(note)
        self._reporter.notices.clear()
        if self.link.state == CONNECTED:
            self._here_at = now
            self._tell("connected")
        elif now - self._here_at > PATIENCE_S:
            self._tell(f"the board is not there ({self.link.problem or self.link.state})")

    def _tell(self, what: str) -> None:
        if what != self._said:
            self._said = what
            self._say(what)

    def _say(self, text: str) -> None:
        self.notices.append(f"{self._table}, {self._address}: {clean(text)}")


class Stations:
    """All boards of a hub, for use in one thread. CrossboardError if an address is invalid, or its token unknown."""

    def __init__(self, boards: dict[str, str], bus: BusUrl, folder: Path) -> None:
        with contextlib.ExitStack() as closing:
            library = closing.enter_context(Library(folder / LIBRARY)) if boards else None
            self._all = [Station(*one, bus, library, closing) for one in boards.items() if library]
            self._closing = closing.pop_all()

    def step(self, now: float) -> Iterator[str]:
        """One round of each board; yields messages to show."""
        for station in self._all:
            station.step(now)
            while station.notices:
                yield station.notices.popleft()

    def close(self) -> None:
        """Say goodbye for all boards, and disconnect."""
        self._closing.close()
