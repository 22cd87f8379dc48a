"""Games of a board that ended while the PC was away: what the library lacks of them is fetched while the next one is played."""

from __future__ import annotations

from collections import deque

from crossboard.boards.clock import BoardClock
from crossboard.boards.editions import id_of
from crossboard.boards.link import Link
from crossboard.boards.pull import Brought, Pull, read_listed
from crossboard.library import Library, wall_ms

UNENDED = 4  # games of the board that may be asked for, the newest ones


class Earlier:
    """Asks over `link` for one game after the other."""

    def __init__(self, link: Link, library: Library) -> None:
        self._link = link
        self._library = library
        self._board = ""
        self._pull: Pull | None = None  # the game that is on its way
        self._waiting: deque[str] = deque()
        self._done: set[str] = set()

    def forget(self) -> None:
        """The connection is gone."""
        self._pull = None
        self._waiting.clear()

    def look(self, board: str, current: str) -> None:
        """That board plays the game `current` now: fetch its games that have no end in the library."""
        self._board = board
        games = dict.fromkeys(map(id_of, self._library.without_end(board, UNENDED)))
        self._waiting.extend(game for game in games if game not in (current, *self._done, *self._waiting))
        self._ask()

    def want(self, board: str, game: str) -> None:
        """Fetch that game of the board: records of it are missing here."""
        self._board = board
        if game not in self._waiting and not (self._pull and self._pull.game == game):
            self._waiting.append(game)
            self._ask()

    def _ask(self) -> None:
        if self._pull or not self._waiting:
            return
        self._pull = Pull(self._library, self._board, self._waiting.popleft())
        self._link.send("J", self._pull.request)

    def take(self, payload: str, clock: BoardClock) -> Brought | None:
        """Take a line of a game; after the last one the game is stored, acknowledged and returned."""
        pull = self._pull
        if pull is None or not payload.startswith(f"{pull.game} "):
            return None
        listed = read_listed(payload)
        if listed is None:
            pull.take(payload)
            return None
        if pull.unsure():
            pull.again()
            self._link.send("J", pull.request)
            return None
        brought = pull.store(clock, wall_ms())
        if brought and listed.acknowledged < listed.records:
            self._link.send("K", f"{pull.game} {listed.records}")
        self._on()
        return brought

    def refused(self) -> bool:
        """The board no longer has the game; returns whether it was requested here."""
        asked = self._pull is not None
        if asked:
            self._on()
        return asked

    def _on(self) -> None:
        if self._pull:
            self._done.add(self._pull.game)
        self._pull = None
        self._ask()
