"""Boards that a hub speaks to itself: the real firmware on a simulated Pico W, by Wi-Fi, with a hub that is killed; and TLS."""

from __future__ import annotations

import contextlib
import json
import logging
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Generator
from pathlib import Path

import pytest

from crossboard.boards import wifi
from crossboard.cli import main
from crossboard.errors import CrossboardError
from crossboard.games.gestures import Hand
from crossboard.hub import broker as brokers
from crossboard.hub import topics
from crossboard.hub.access import Access
from crossboard.hub.broker import Broker
from crossboard.hub.bus import Bus, BusUrl
from crossboard.hub.command import Hub
from crossboard.hub.stations import LIBRARY, read_boards
from crossboard.library import Library
from crossboard.simulator import SimulatedBoard, Wifi
from crossboard.simulator.micropython import MicroPythonMissing, require
from crossboard.web.server import Address

PATIENCE_S = 120.0
TOKEN = "0123456789abcdef0123456789abcdef"
AIR = Wifi("hall", "a long password")
OPENSSL = shutil.which("openssl")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CROSSBOARD_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def certificate(tmp_path: Path) -> tuple[str, str]:
    """Signed by itself, for localhost."""
    if not OPENSSL:
        pytest.skip("openssl is not installed")
    found = str(tmp_path / "hall.pem"), str(tmp_path / "hall.key")
    words = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"]
    named = ["-subj", "/CN=hall", "-addext", "subjectAltName=DNS:localhost", "-out", found[0], "-keyout", found[1]]
    subprocess.run([OPENSSL, *words, *named], check=True, capture_output=True)
    return found


@pytest.fixture
def board(tmp_path: Path) -> Generator[SimulatedBoard, None, None]:
    try:
        require()
    except MicroPythonMissing:
        pytest.skip("the simulated board is not installed")
    flash = tmp_path / "flash"
    flash.mkdir()
    told = {"ssid": AIR.ssid, "password": AIR.password, "name": "crossboard-0001", "token": TOKEN}
    (flash / "wifi.json").write_text(json.dumps(told))
    with SimulatedBoard("pico-8x8", flash, wifi=AIR, say=lambda _: None) as made:
        yield made


class Hands:
    """Play at a board, while hubs go on."""

    def __init__(self, board: SimulatedBoard) -> None:
        self.board, self.hand = board, Hand(board)
        self.hubs: list[Hub] = []
        self.said: list[str] = []

    def step(self) -> None:
        for hub in self.hubs:
            hub.step(time.monotonic())
            self.said += hub.notices
            hub.notices.clear()
        if not self.hubs:
            time.sleep(0.02)

    def until(self, condition: Callable[[], object]) -> None:
        end = time.monotonic() + PATIENCE_S
        while not condition():
            assert time.monotonic() < end, self.said
            self.step()

    def make(self, ply: str) -> None:
        """The piece is on its way for some moments, and stands there for some more: the board takes that as a ply."""
        for square, closed in zip(ply.split("-"), (False, True), strict=True):
            self.board.set_square(square, closed)
            end = self.board.own_ms() + 1000
            self.until(lambda end=end: self.board.own_ms() > end)

    def set_up(self) -> None:
        for square in ("a4", "a5", "h4", "h5", "d1", "e1", "d8", "e8"):
            self.board.set_square(square, True)

    def lines(self, game: str) -> list[str]:
        """The game's records on the board's flash."""
        text = "".join(path.read_text() for path in (self.board.flash / "games").glob(f"{game}*"))
        return [line.rpartition("*")[0] for line in text.splitlines() if line[0] not in "GTF"]


def events(hub: Hub, table: str, game: str) -> list[str]:
    number = hub.library.find_game(table, game)
    return [event.raw for event in hub.library.events(number)] if number else []


@pytest.mark.early
def test_a_board_plays_by_wifi_with_the_hub_alone(
    board: SimulatedBoard, tmp_path: Path, certificate: tuple[str, str]
) -> None:
    wifi.remember(wifi.Known("crossboard-0001", "0001", TOKEN))
    url = f"tcp://{board.address[0]}:{board.address[1]}"
    hands = Hands(board)

    def begin(name: str = "hub", broker: BusUrl | None = None) -> Hub:
        folder = tmp_path / name
        where = ("127.0.0.1", 0)
        tls = None if broker else certificate
        hands.hubs.append(Hub(folder, folder / "library.db", name, Address(), broker, where, tls, {"table-1": url}))
        return hands.hubs[-1]

    def turns(hub: Hub) -> int:
        tile = hub.wall.tile("table-1")
        return tile.turns if tile else -1

    hub = begin()
    hands.set_up()
    hands.until(lambda: turns(hub) == 0)
    hands.make("a4-b4")
    hands.make("d1-d2")
    hands.until(lambda: turns(hub) == 2)
    assert any("connected" in line for line in hands.said)
    # A second one at the same table has to wait until the first is gone.
    token = hub.access.give(topics.HUB, "second")
    assert hub.broker
    second = begin("second", BusUrl("mqtts", "127.0.0.1", hub.broker.port, "second", token, trusted=certificate[0]))
    hands.until(lambda: any("another program is connected with the board" in line for line in hands.said))
    hands.until(lambda: turns(second) == 2)  # it hears of the game by the bus all the same
    hands.hubs.remove(second)
    second.close()
    board.reset_connections()
    hands.make("b4-c4")
    hands.hubs.remove(hub)
    hub.close()
    hands.make("d2-d3")  # which nobody hears of
    hub = begin()
    hands.until(lambda: turns(hub) == 4)
    tile = hub.wall.tile("table-1")
    assert tile and tile.here and tile.last == "d2-d3"
    records = [f"{line[0]} {tile.game}{line[1:]}" for line in hands.lines(tile.game)]
    assert events(hub, "table-1", tile.game) == records and len(records) >= 4
    board.switch_network(False)
    hands.until(lambda: not hub.wall.tile("table-1").here)  # type: ignore[union-attr]
    hands.until(lambda: any("the board is not there" in line for line in hands.said))
    board.switch_network(True)
    hands.until(lambda: hub.wall.tile("table-1").here)  # type: ignore[union-attr]
    hub.close()
    with Library(tmp_path / "hub" / LIBRARY, reading=True) as library:
        (game,) = library.games()
        assert [event.raw for event in library.events(game.id)] == records


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        (["table-1"], "wanted: a table and its board's address"), (["=tcp://a"], "wanted"), (["table-1="], "wanted"),
        (["Table 1=tcp://a"], "is not a name"), (["t=tcp://a", "t=tcp://b"], "t is named twice"),
        (["t=tcp://a", "u=tcp://a"], "tcp://a is named twice"), ([f"t{n}=tcp://b{n}" for n in range(201)], "more than 200"),
    ],
)  # fmt: skip
def test_boards_that_can_not_be_meant_are_refused(typed: list[str], words: str) -> None:
    with pytest.raises(CrossboardError, match=words):
        read_boards(typed)


def test_many_boards_are_named_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "boards.csv"
    path.write_text("Table, Board\n\ntable-1,tcp://crossboard-0001.local\n table-2 , /dev/ttyACM0\n")
    found = read_boards(["table-3=tcp://192.168.1.7"], str(path))
    assert found == {
        "table-3": "tcp://192.168.1.7", "table-1": "tcp://crossboard-0001.local", "table-2": "/dev/ttyACM0"
    }  # fmt: skip
    for content, words in (
        ("a,b\n", "boards.csv:1: the heading has to name the columns table, board, each once"),
        ("table,board\nx\n", r"boards.csv:2: wanted"),
        ("\xff", "UTF-8"),
    ):
        path.write_bytes(content.encode("latin-1"))
        with pytest.raises(CrossboardError, match=words):
            read_boards([], str(path))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--board", "t=tcp://nobody.local"], "this PC has no token for a board there"),
        (["--board", "t=/dev/nothing-there"], "no such port"),
        (["--certificate", "x"], "both --certificate and --key"),
        (["--certificate", "x", "--key", "y", "--broker", "mqtt://a:b@127.0.0.1"], "own broker"),
        (["--certificate", "x", "--key", "y"], "x: No such file"),
        (["--certificate", "{key}", "--key", "{certificate}"], "PEM"),
    ],
)
def test_a_hub_that_can_not_begin_says_why_in_a_line(
    words: list[str], said: str, tmp_path: Path, certificate: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    typed = [word.format(certificate=certificate[0], key=certificate[1]) for word in words]
    assert main(["hub", "--folder", str(tmp_path / "hub"), "--listen", "127.0.0.1:0", *typed]) == 2
    found = capsys.readouterr().err
    assert said in found and found.count("\n") == 1


def test_tls_is_for_those_who_trust_the_certificate(
    tmp_path: Path, certificate: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from crossboard.hub.command import _tls

    access = Access(tmp_path / "hub")
    token = access.give(topics.BOARD, "table-1")
    broker = Broker("127.0.0.1", 0, access.role, tls=_tls(*certificate))

    def problem_of(url: BusUrl) -> str:
        bus = Bus(url, [])
        end = time.monotonic() + PATIENCE_S
        while not (bus.connected or bus.problem):
            assert time.monotonic() < end
            time.sleep(0.02)
        found = bus.problem
        bus.close()
        return found

    try:
        assert "not trusted" in problem_of(BusUrl("mqtts", "localhost", broker.port, "table-1", token))
        assert problem_of(BusUrl("mqtt", "localhost", broker.port, "table-1", token))  # not in the clear
        monkeypatch.setenv("SSL_CERT_FILE", certificate[0])
        assert problem_of(BusUrl("mqtts", "localhost", broker.port, "table-1", token)) == ""
        assert "not trusted" in problem_of(BusUrl("mqtts", "127.0.0.1", broker.port, "table-1", token))
        assert "refuses" in problem_of(BusUrl("mqtts", "localhost", broker.port, "table-1", "wrong"))
    finally:
        broker.close()


def test_strangers_who_do_not_finish_with_tls_keep_nobody_out(
    tmp_path: Path, certificate: tuple[str, str], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    from crossboard.hub.command import _tls

    monkeypatch.setattr(brokers, "STRANGERS", 5)
    access = Access(tmp_path / "hub")
    token = access.give(topics.BOARD, "table-1")
    broker = Broker("127.0.0.1", 0, access.role, tls=_tls(*certificate))
    strangers = [socket.create_connection(("127.0.0.1", broker.port), 5) for _ in range(20)]
    board = Bus(BusUrl("mqtts", "127.0.0.1", broker.port, "table-1", token, trusted=certificate[0]), [])
    try:
        for n, stranger in enumerate(strangers):
            with contextlib.suppress(ConnectionError):
                stranger.sendall((b"", b"\x16\x03\x01\x02\x00\x01", b"no TLS at all\r\n" * 20)[n % 3])
        end = time.monotonic() + PATIENCE_S
        while not board.connected or len(broker.connected) > 7:
            assert time.monotonic() < end, board.problem
            time.sleep(0.02)
    finally:
        for stranger in strangers:
            stranger.close()
        board.close()
        broker.close()
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING] == []


def test_a_token_is_printed_as_one_string_to_paste(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = ["--folder", str(tmp_path)]
    assert main(["hub", "token", "board", "table-1", *folder, "--listen", "192.0.2.7:1884"]) == 0
    printed = capsys.readouterr().out.strip()
    user, _, where = printed.removeprefix("mqtt://").partition("@")
    assert where == "192.0.2.7:1884"
    assert Access(tmp_path).role(*user.split(":")) == topics.BOARD
    assert main(["hub", "token", "hub", "boss", *folder, "--broker", "mqtts://hall.example"]) == 0
    assert capsys.readouterr().out.strip().endswith("@hall.example:8883")
    assert main(["hub", "token", "viewer", "wall", *folder]) == 0
    for names in ([], ["table-1", "wall"]):  # of two names neither is taken silently
        assert main(["hub", "revoke", *names, *folder]) == 2
    account = Access(tmp_path).by_token(capsys.readouterr().out.strip())
    assert account and account.role == topics.VIEWER
