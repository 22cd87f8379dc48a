"""Two simulated boards with the real firmware at one game through a real broker, which is killed in the midst, as are both PCs."""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any

import pytest

from crossboard.boards.attach import Attached
from crossboard.boards.link import Link
from crossboard.boards.ports import SerialPort
from crossboard.boards.session import Session
from crossboard.games.gestures import Hand
from crossboard.games.rules import new_game
from crossboard.hub import match as m
from crossboard.hub.broker import Broker
from crossboard.hub.bus import BusUrl
from crossboard.hub.invite import Invite, new_secret
from crossboard.hub.match_file import MatchFile, load_match
from crossboard.hub.topics import GUEST, HOST, PLAYER
from crossboard.library import Library
from crossboard.play.play import Play
from crossboard.play.remote import RemoteWish
from crossboard.simulator import SimulatedBoard
from crossboard.simulator.micropython import MicroPythonMissing, require
from crossboard.terminal.interface import LineInterface
from crossboard.web.server import Server

try:
    require()
except MicroPythonMissing:
    pytest.skip("the simulated board is not installed", allow_module_level=True)

PATIENCE_S = 120.0


def broker(port: int = 0) -> Broker:
    return Broker("127.0.0.1", port, lambda name, token: PLAYER if (name, token) == ("host", "token") else "", True)


class Pc:
    """A player's program, which can be killed and begun again beside the board."""

    def __init__(self, end: str, folder: Path, board: SimulatedBoard, secret: str, port: int) -> None:
        self.end, self.folder, self.board, self.secret, self.broker_port = end, folder, board, secret, port
        self.path = folder / "match.json"
        self.play: Play | None = None

    def begin(self) -> None:
        kept = load_match(self.path) or MatchFile(self.path, self.end, self.secret)
        if self.end == HOST and kept.log is None:
            kept.log = m.Log(new_game("charing-cross").text())
        user = ("host", "token") if self.end == HOST else ("", "")
        url = BusUrl("mqtt", "127.0.0.1", self.broker_port, *user)
        self.wish = RemoteWish(kept, url, Invite(url, self.secret), name=self.end)
        link = Link(SerialPort(self.board.port), lambda: [self.board.port])
        self.attached = Attached(link, Hand(self.board), self.board.profile)
        self.library = Library(self.folder / "library.db")
        self.interface = LineInterface([])
        self.interface._lines.get()  # nobody leaves
        session = Session(link, self.library)
        self.remote = self.wish.begin(session, lambda _: None)
        self.play = Play(session, self.library, self.attached, self.interface, remote=self.remote)
        self.server = Server(self.library.path)
        self.server.show(self.attached, self.play.context, self.play.actions, self.interface.wake)

    def kill(self) -> None:
        """As a crash would: nobody is told."""
        assert self.play
        self.play.close()
        self.server.close()
        self.play = None
        with contextlib.suppress(Exception):
            self.wish.closing.pop_all()  # nobody says goodbye; the client's thread has to end all the same
            self.remote._line.close()  # type: ignore[attr-defined]
        self.attached.close()
        self.library.close()

    def round(self) -> None:
        if self.play:
            self.play.round()

    def type(self, line: str) -> None:
        assert self.play
        self.play._typed.append(line)

    def click(self, op: str, **fields: object) -> None:
        """As its page does."""
        assert self.server.live
        self.server.live.submit(1, {"op": op, **fields})

    def shown(self) -> dict[str, Any]:
        """What its page shows of the match."""
        assert self.server.live
        return json.loads(self.server.live.snapshot.since(0)[1]).get("match") or {"asked": ""}

    def plies(self) -> list[str]:
        assert self.play
        remote = self.remote
        played = self.play.session.played
        if played is None or played.board_game != remote.kept.board_game:
            return ["another game"]
        return [*remote.kept.began, *remote.board_plies()]


def asks(board: SimulatedBoard) -> bool:
    """Whether lights wink in orange, as they do when the player is asked for consent."""
    return any(red > 2 * green > 0 and not blue for red, green, blue in board.lights().values())


class Table:
    """Both."""

    def __init__(self, host: Pc, guest: Pc) -> None:
        self.host, self.guest = host, guest

    def until(self, condition: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE_S
        while not condition():
            assert time.monotonic() < end, self.state()
            self.host.round()
            self.guest.round()

    def state(self) -> str:
        found: list[str] = []
        for pc in (self.host, self.guest):
            if pc.play:
                s = pc.play.session
                found.append(f"{pc.end}: {pc.plies()} {s.mode} {s.thought} {pc.remote.status()} {list(s.notices)}")
        return "\n".join(found)

    def until_both(self, *plies: str) -> None:
        self.until(lambda: self.host.plies() == list(plies) == self.guest.plies())


@pytest.fixture
def table(tmp_path: Path) -> Generator[tuple[Table, list[Broker]], None, None]:
    with contextlib.ExitStack() as stack:
        secret = new_secret()
        brokers = [broker()]
        pcs: list[Pc] = []
        for end, identity in ((HOST, "e660583883000001"), (GUEST, "e660583883000002")):
            folder = tmp_path / end
            folder.mkdir()
            board = stack.enter_context(
                SimulatedBoard("pico-8x8", folder / "flash", board_id=identity, say=lambda _: None)
            )
            pcs.append(Pc(end, folder, board, secret, brokers[0].port))
            pcs[-1].begin()
        table = Table(*pcs)
        yield table, brokers
        for pc in pcs:
            if pc.play:
                pc.kill()
        brokers[-1].close()


@pytest.mark.early
def test_a_match_survives_the_broker_and_either_pc(table: tuple[Table, list[Broker]]) -> None:
    both, brokers = table
    both.until(lambda: both.host.plies() == [] and both.host.play.session.mode == "p")  # type: ignore[union-attr]
    both.until(lambda: both.guest.plies() == [] and both.guest.play.session.mode == "p")  # type: ignore[union-attr]
    both.host.type("a4-b4")
    both.until_both("a4-b4")

    # The broker is gone, with all that it kept; both go on as far as they can.
    brokers[-1].close()
    both.guest.type("d1-d2")
    both.until(lambda: both.guest.plies() == ["a4-b4", "d1-d2"])
    assert both.host.plies() == ["a4-b4"]
    brokers.append(broker(both.host.broker_port))
    both.until_both("a4-b4", "d1-d2")

    # The guest's PC is gone while the host moves.
    both.guest.kill()
    both.host.type("b4-c4")
    both.until(lambda: len(both.host.plies()) == 3)
    both.guest.begin()
    both.until_both("a4-b4", "d1-d2", "b4-c4")

    # The host's PC is gone while the guest moves, and the host takes back meanwhile what nobody knew of.
    both.host.kill()
    both.guest.type("d2-d3")
    both.until(lambda: len(both.guest.plies()) == 4)
    both.host.begin()
    both.until_both("a4-b4", "d1-d2", "b4-c4", "d2-d3")

    # A takeback needs the other's leave, a draw too.
    both.guest.type("takeback")
    both.until_both("a4-b4", "d1-d2", "b4-c4")  # its own last ply, that nobody has answered
    both.until(lambda: both.guest.play.session.mode == "p")  # type: ignore[union-attr]
    both.guest.type("takeback 2")
    both.until(lambda: both.host.remote.log.offer is not None)
    both.until(lambda: both.host.shown()["asked"] == "to take back the last 2 plies")
    assert both.guest.shown()["asking"] == "to take back the last 2 plies"
    both.until(lambda: asks(both.host.board))
    both.host.board.press("back")
    both.until(lambda: both.guest.remote.log.declined is not None)
    both.guest.click("takeback", count=1)
    both.until(lambda: both.host.shown()["asked"] == "to take back the last ply")
    both.host.type("decline")
    both.until(lambda: both.guest.shown()["asking"] == "")

    # A draw is asked for while the other's PC is off, by the page, and answered on the other's page.
    both.guest.kill()
    both.host.click("draw")
    both.until(lambda: both.host.shown()["asking"] == "for a draw")
    both.guest.begin()
    both.until(lambda: both.guest.shown()["asked"] == "for a draw")
    assert both.host.remote.log.over is None
    both.guest.click("accept")
    for pc in (both.host, both.guest):
        both.until(lambda pc=pc: pc.play.session.played is not None)  # the guest's board may still be saying hello
        stored = pc.library.game(pc.play.session.played.number)  # type: ignore[union-attr]
        assert (stored.first, stored.second) == ("host", "guest")
        both.until(lambda pc=pc: pc.library.game(pc.play.session.played.number).result == "1/2-1/2")
        played = pc.play.session.played  # type: ignore[union-attr]
        events = pc.library.events(played.number)  # type: ignore[union-attr]
        assert not [event for event in events if event.flag]
        assert [e.text for e in events if e.kind == "ply"] == ["a4-b4", "d1-d2", "b4-c4", "d2-d3"]
