"""The real firmware on a simulated board, the program at it with its page, and games on a server, to each kind of end."""

from __future__ import annotations

import contextlib
import json
import time
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import keyring
import pytest

from crossboard import cli
from crossboard.boards.attach import Attached
from crossboard.boards.link import Link
from crossboard.boards.ports import SerialPort
from crossboard.boards.session import Session
from crossboard.games.gestures import Hand
from crossboard.library import Library
from crossboard.lichess.account import keep_token
from crossboard.lichess.command import LichessWish
from crossboard.lichess.line import Line
from crossboard.play.play import Play
from crossboard.simulator import SimulatedBoard
from crossboard.simulator.micropython import MicroPythonMissing, require
from crossboard.terminal.interface import LineInterface
from crossboard.web.server import Server
from tests.support.lichess_server import TOKEN, USER, Game, LichessServer
from tests.support.memory_keyring import Keyring

try:
    require()
except MicroPythonMissing:
    pytest.skip("the simulated board is not installed", allow_module_level=True)

PATIENCE_S = 120.0


class Player:
    """A player with a board, a program and a page."""

    def __init__(self, folder: Path, board: SimulatedBoard, there: LichessServer) -> None:
        self.board, self.there = board, there
        self.closing = contextlib.ExitStack()
        self.said: list[str] = []
        link = Link(SerialPort(board.port), lambda: [board.port])
        attached = Attached(link, Hand(board), board.profile)
        self.closing.callback(attached.close)
        library = self.closing.enter_context(Library(folder / "library.db"))
        interface = LineInterface([])
        interface._lines.get()  # nobody leaves
        self.session = Session(link, library)
        wish = LichessWish(Line(there.url), USER, [], "", None)
        self.closing.callback(wish.close)
        self.side = wish.begin(self.session, lambda _: None)
        self.play = Play(self.session, library, attached, interface, remote=self.side)
        self.closing.callback(self.play.close)
        self.server = Server(library.path)
        self.closing.callback(self.server.close)
        self.server.show(attached, self.play.context, self.play.actions, interface.wake)
        self.play.context.events.said.subscribe(lambda text, how: self.said.append(text + how))

    def until(self, condition: Callable[[], object]) -> None:
        end = time.monotonic() + PATIENCE_S
        while not condition():
            assert time.monotonic() < end, (self.said, self.plies(), self.session.mode, self.session.thought)
            self.play.round()

    def plies(self) -> list[str]:
        played = self.session.played
        return played.standing() if played and self.side.on_board else ["another game"]

    def type(self, line: str) -> None:
        self.play._typed.append(line)

    def click(self, op: str) -> None:
        """As its page does."""
        assert self.server.live
        self.server.live.submit(1, {"op": op})

    def page(self) -> dict[str, Any]:
        """What the page shows."""
        assert self.server.live
        return json.loads(self.server.live.snapshot.since(0)[1])

    def make(self, game: Game, *moves: str) -> None:
        """Moves, each by its side's player, to the end of what the lights want."""
        for move in moves:
            count = len(game.moves) + 1
            if game.players[game.turn] == USER:
                self.type(move)
            else:
                self.there.play(game, "move", move)
            self.until(lambda count=count: len(game.moves) == count and self.settled(game))

    def settled(self, game: Game) -> bool:
        """Whether board, program and server are the same, and the lights want nothing."""
        return self.plies() == game.moves and self.session.mode in ("p", "o") and not self.side._need().move

    def ended(self, result: str, reason: str) -> None:
        """The board's game ends so, in the library too."""
        self.until(lambda: self.session.played and self.session.played.ended)
        played = self.session.played
        assert played and self.play._library.game(played.number).result == result
        assert self.play._library.game(played.number).termination == reason


@pytest.fixture
def player(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Player]:
    monkeypatch.setenv("CROSSBOARD_HOME", str(tmp_path))
    there = LichessServer()
    keyring.set_keyring(Keyring())
    keep_token(there.url, TOKEN)
    with SimulatedBoard("pico-8x8", tmp_path / "flash", board_id="e660583883000001", say=lambda _: None) as board:
        player = Player(tmp_path, board, there)
        yield player
        player.closing.close()
    there.stop()


@pytest.mark.early
def test_a_game_with_takebacks_a_draw_and_a_rematch(player: Player, tmp_path: Path) -> None:
    there = player.there
    game = there.begin(USER, "bob")
    player.until(lambda: player.plies() == [] and player.session.mode == "p")
    player.make(game, "e2e4", "d7d5", "e4d5", "d8d5")
    assert player.page()["match"]["status"] == f"playing bob on {player.side._line.host}"
    assert player.page()["clock"]["left"][1] <= 900_000

    player.type("takeback")  # to the own last move
    player.until(lambda: game.backs == {0})
    there.play(game, "takeback", "yes")
    player.until(lambda: player.plies() == ["e2e4", "d7d5"] and player.session.mode == "p")
    player.make(game, "b1c3", "d5e4")
    there.play(game, "takeback", "yes")
    player.until(lambda: player.page()["match"]["asked"] == "to take back the last ply")
    player.until(lambda: any(red > 2 * green > 0 and not blue for red, green, blue in player.board.lights().values()))
    player.click("accept")
    player.until(lambda: player.plies() == ["e2e4", "d7d5", "b1c3"] == game.moves and player.session.mode == "p")

    there.faults.append(("/move/", 400))
    player.make(game, "d5e4")
    player.type("c3e4")
    player.until(lambda: any("take it back as the lights show" in one for one in player.said))
    player.until(lambda: player.plies() == game.moves and len(game.moves) == 4 and player.session.mode == "p")

    player.type("hint")
    player.type("draw")
    player.until(lambda: game.offers == {0})
    there.play(game, "draw", "yes")
    player.ended("1/2-1/2", "agreed")

    player.type("rematch")
    player.until(lambda: there.challenges)
    (challenge,) = there.challenges
    there.settle(challenge, "accepted")
    game = there.games[challenge]
    assert game.players == ("bob", USER)
    player.until(lambda: player.plies() == [] and player.session.mode == "p")
    player.make(game, "d2d4", "d7d5")
    player.type("resign")
    player.ended("1-0", "resigned")
    assert (game.status, game.winner) == ("resign", "white")

    # Nothing that leaves this program has the token.
    page = json.dumps(player.page())
    number = str(player.session.played.number if player.session.played else 0)
    library = ["--library", str(tmp_path / "library.db")]
    assert cli.main(["bundle", number, "-o", str(tmp_path / "report.zip"), *library]) == 0
    with zipfile.ZipFile(tmp_path / "report.zip") as archive:
        bundled = b"".join(archive.read(name) for name in archive.namelist())
    assert TOKEN not in page + "".join(player.said) and TOKEN.encode() not in bundled
    files = [path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()]
    assert files and not any(TOKEN.encode() in content for content in files)


def test_a_flag_falls_on_either_side(player: Player) -> None:
    game = player.there.begin("bob", USER)
    player.until(lambda: player.plies() == [] and player.session.mode == "p")
    player.make(game, "e2e4", "e7e5", "g1f3")
    game.left[1] = 0
    game.end("outoftime", 0)
    player.ended("1-0", "time-forfeit")
    game = player.there.begin("bob", USER)
    player.until(lambda: player.plies() == [] and player.session.mode == "p")
    player.make(game, "e2e4", "e7e5")
    game.left[0] = 0
    game.end("outoftime", 1)
    player.ended("0-1", "time-forfeit")
