"""Games of a board that ended while the PC was away: what the library lacks of them is fetched while the next one is played."""

from __future__ import annotations

from collections import deque

from crossboard.boards.clock import BoardClock
from crossboard.boards.link import Link
from crossboard.boards.pull import Pull, read_listed
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
        """That board plays the game `current` now: ask for what has no end here."""
        self._board = board
        games = self._library.without_end(board, UNENDED)
        self._waiting.extend(game for game in games if game not in (current, *self._done, *self._waiting))
        self._ask()

    def _ask(self) -> None:
        if self._pull or not self._waiting:
            return
        game = self._waiting.popleft()
        number = self._library.find_game(self._board, game)
        self._pull = Pull(self._board, game)
        self._link.send("J", f"{game} {self._library.committed(number) + 1 if number else 1}")

    def take(self, payload: str, clock: BoardClock) -> None:
        """A line of a game, or what ends them: then it is stored and acknowledged."""
        pull = self._pull
        if pull is None or not payload.startswith(f"{pull.game} "):
            return
        listed = read_listed(payload)
        if listed is None:
            pull.take(payload)
            return
        if pull.store(self._library, clock, wall_ms()) and listed.acknowledged < listed.records:
            self._link.send("K", f"{pull.game} {listed.records}")
        self._on()

    def refused(self) -> bool:
        """The board does not have the game any more; whether it was one that was asked for here."""
        asked = self._pull is not None
        if asked:
            self._on()
        return asked

    def _on(self) -> None:
        if self._pull:
            self._done.add(self._pull.game)
        self._pull = None
        self._ask()
