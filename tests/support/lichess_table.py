"""A board, the program at it and a server: what a player does here, and the other one there."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable
from typing import cast

import keyring

from crossboard.boards.session import Session
from crossboard.games.rules import new_game
from crossboard.lichess.account import keep_token
from crossboard.lichess.line import Line
from crossboard.lichess.side import LichessSide
from tests.support.lichess_server import TOKEN, USER, Game, LichessServer
from tests.support.memory_keyring import Keyring
from tests.support.remote_boards import ModelBoard

PATIENCE_S = 60.0


class Table:
    """`waits`: for how many seconds the program has wanted to wait; it waits for hardly any. `said`: all notices."""

    def __init__(self, server: LichessServer) -> None:
        keyring.set_keyring(Keyring())
        keep_token(server.url, TOKEN)
        self.server = server
        self.board = ModelBoard(new_game("charing-cross").text(), random.Random(1))
        self.board.playing = False  # it plays what it is told to alone
        self.waits: list[float] = []
        self.said: list[str] = []
        self.side: LichessSide | None = None

    def sit(self, known: Iterable[str] = (), silent_s: float = 20.0) -> LichessSide:
        """The program begins."""
        self.line = Line(self.server.url, self._wait, (10.0, silent_s))
        self.side = LichessSide(cast(Session, self.board), self.line, USER, known)
        self.line.begin()
        return self.side

    def _wait(self, seconds: float) -> None:
        self.waits.append(seconds)
        time.sleep(0.02)

    def kill(self) -> None:
        """As a crash would."""
        self.line.close()
        self.side = None

    def round(self) -> None:
        """A moment."""
        self.board.act()
        if self.side:
            self.side.step()
            while self.side.notices:
                self.said.append(self.side.notices.popleft())

    def until(self, condition: Callable[[], object]) -> None:
        """Go on until that is so."""
        end = time.monotonic() + PATIENCE_S
        while not condition():
            assert time.monotonic() < end, (self.said, self.plies(), self.server.heard[-8:], self.waits)
            self.round()
            time.sleep(0.002)

    def plies(self) -> list[str]:
        """What stands on the board of the server's game."""
        game = self.side._game if self.side else None
        played = game.board.ours if game else None
        return [*game.kept.began, *game.board.plies(played)] if game and played else ["another game"]

    def heard(self, words: str) -> bool:
        """Whether the player has been told of that."""
        return any(words in one for one in self.said)

    def begin(self, white: str = USER, **more: object) -> Game:
        """A game of the user with bob, on the board."""
        game = self.server.begin(white, "bob" if white == USER else USER, **more)  # type: ignore[arg-type]
        self.until(lambda: self.plies() == game.moves)
        return game

    def make(self, game: Game, *moves: str) -> None:
        """Moves, each by its side's player."""
        for move in moves:
            if game.players[game.turn] == USER:
                self.board.push(move)
            else:
                self.server.play(game, "move", move)
            self.until(lambda move=move: game.moves and game.moves[-1] == move)
            self.until(
                lambda: len(self.plies()) == len(game.moves) and self.side and self.side.plies == len(game.moves)
            )
            self.until(lambda: self.side and self.side._game and not self.side._game.move)
