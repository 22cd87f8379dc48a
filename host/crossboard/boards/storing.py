"""Which game of the library the board's game is kept in.

Before anything is added to a stored game or acknowledged, the board is asked for the last record that both have. If that is
another one, the id stands for another game (editions.py), which is stored separately.
"""

from __future__ import annotations

from collections.abc import Callable

from crossboard.boards.editions import edition_name, editions
from crossboard.boards.link import Link
from crossboard.boards.played import Played
from crossboard.games.words import clean
from crossboard.library import Library, NewGame


class Storing:
    """Keeps the game of the board on `link`; `note` is called with what players should know."""

    def __init__(self, link: Link, library: Library, note: Callable[[str], None]) -> None:
        self._link = link
        self._library = library
        self._note = note
        self._others: set[int] = set()  # stored games that are not the board's, though their ids are the same
        self._compared = (0, 0)  # the connection and the stored game that was last found to be the board's

    def find(self, board: str, game: str, start: str, names: tuple[str, str]) -> int:
        """The stored game that this may be, the latest one first, 0 if none may; `names` go to the sides that have none."""
        for number in reversed(editions(self._library, board, game)):
            stored = self._library.game(number)
            if number not in self._others and stored.start == start:
                first, second = ("" if stored.first else names[0]), ("" if stored.second else names[1])
                self._library.open_game(NewGame(stored.board, stored.board_game, start, first, second))
                return number
        return 0

    def announced(self, played: Played, there: int) -> None:
        """The board has announced `there` records of the game: one has to be compared, unless that was done on this connection.

        A board announces its game anew after a takeback, too.
        """
        have = self._library.committed(played.number)
        played.announced, played.forked = there, have > there
        played.to_compare = 0 if self._compared == (self._link.connections, played.number) else min(have, there)
        if played.to_compare:
            self._link.send("K", f"{played.board_game} {played.to_compare - 1}")
        else:
            self.confirm(played)

    def confirm(self, played: Played) -> None:
        """What is stored is the board's game: tell it what there is."""
        played.to_compare = 0
        self._compared = (self._link.connections, played.number)
        if played.forked:
            have = self._library.committed(played.number)
            self._note(
                f"the board has fewer records of this game than the library, which has {have}: it continues as a new game"
            )
        self.acknowledge(played)

    def acknowledge(self, played: Played) -> None:
        """Tell the board what is stored."""
        self._link.send("K", f"{played.board_game} {self._library.committed(played.number)}")

    def reject(self, played: Played, seq: int) -> None:
        """Record `seq` is not the stored one: the stored game is not the board's."""
        self._note(
            f"record {seq} of the board's game differs from the one in the library: it is a different game with the same id"
        )
        self._others.add(played.number)

    def store(self, played: Played, board: str) -> None:
        """Make a game of the library of it."""
        edition = len(editions(self._library, board, played.board_game)) + 1
        name = edition_name(played.board_game, edition)
        new = NewGame(board, name, played.start, played.first, played.second, began_ms=played.seen_ms)
        played.number = self._library.open_game(new)
        self._library.append_flight(played.number, list(played.flown))
        played.flown.clear()
        if self._compared == (self._link.connections, 0):
            self._compared = (self._link.connections, played.number)
        if edition > 1:
            game = clean(played.board_game)
            self._note(f"the library has a different game with the id {game}; this one is stored separately")
