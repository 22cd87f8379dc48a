"""A board with Wi-Fi: the real firmware on a simulated Pico W, in air that drops, slows, loses, and moves."""

from __future__ import annotations

import json
import re
import socket
import sys
import threading
import time
from collections.abc import Callable, Generator
from pathlib import Path

import pytest

from crossboard.boards import wifi
from crossboard.boards.attach import Attached
from crossboard.boards.faults import PortFault
from crossboard.boards.link import CONNECTED, Link, open_link, require_hello
from crossboard.boards.ports import SerialPort
from crossboard.boards.session import Session
from crossboard.boards.wifi import WifiPort
from crossboard.cli import main
from crossboard.errors import CrossboardError, LinkError
from crossboard.games.gestures import Hand
from crossboard.library import Library
from crossboard.play.play import Play
from crossboard.simulator import SimulatedBoard, Wifi
from crossboard.simulator.micropython import MicroPythonMissing, require
from crossboard.terminal.interface import LineInterface

try:
    require()
except MicroPythonMissing:
    pytest.skip("the simulated board is not installed", allow_module_level=True)

PATIENCE_S = 120.0
TOKEN = "0123456789abcdef0123456789abcdef"
AIR = Wifi("hall", "a long password")
URL = "tcp://crossboard-0001"


class Rig:
    """A program that plays on a board by Wi-Fi alone."""

    def __init__(self, board: SimulatedBoard, folder: Path) -> None:
        self.board = board
        self.opened = 0
        link = Link(self._open(URL), lambda: [URL], self._open)
        self.attached = Attached(link, Hand(board), board.profile)
        self.library = Library(folder / "library.db")
        self.interface = LineInterface([])
        self.interface._lines.get()  # nobody leaves
        self.play = Play(Session(link, self.library), self.library, self.attached, self.interface)

    def _open(self, name: str) -> WifiPort:
        self.opened += 1
        return WifiPort(name, TOKEN, lambda host, port: self.board.address)

    @property
    def link(self) -> Link:
        return self.attached.link

    def until(self, condition: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE_S
        while not condition():
            assert time.monotonic() < end, (self.link.state, list(self.play.session.notices))
            self.play.round()

    def run(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.play.round()

    def ready(self) -> bool:
        return self.link.state == CONNECTED and self.play.session.mode == "p"

    def plies(self) -> list[str]:
        played = self.play.session.played
        return [event.text for event in played.events if event.kind == "ply"] if played else []

    def make(self, ply: str) -> None:
        """A hand plays it; the PC may be without a connection."""
        self.play._typed.append(ply)
        self.run(3)

    def check(self) -> None:
        """The library has every record that the board has on its flash, once and in order."""
        played = self.play.session.played
        assert played
        (path,) = [path for path in (self.board.flash / "games").iterdir() if path.stem == played.board_game]
        lines = [line.rpartition("*")[0] for line in path.read_text().splitlines()]
        records = [f"{line[0]} {played.board_game}{line[1:]}" for line in lines if line[0] not in "GTF"]
        assert [event.raw for event in self.library.events(played.number)] == records != []

    def close(self) -> None:
        self.play.close()
        self.attached.close()
        self.library.close()


def told(flash: Path, **changed: str) -> None:
    """What `crossboard flash --wifi` puts on the flash."""
    flash.mkdir(parents=True, exist_ok=True)
    value = {"ssid": AIR.ssid, "password": AIR.password, "name": "crossboard-0001", "token": TOKEN, **changed}
    (flash / "wifi.json").write_text(json.dumps(value))


@pytest.fixture
def board(tmp_path: Path) -> Generator[SimulatedBoard, None, None]:
    told(tmp_path / "flash")
    with SimulatedBoard("pico-8x8", tmp_path / "flash", wifi=AIR, say=lambda _: None) as made:
        yield made


@pytest.fixture
def rig(board: SimulatedBoard, tmp_path: Path) -> Generator[Rig, None, None]:
    made = Rig(board, tmp_path)
    yield made
    made.close()


@pytest.mark.early
def test_a_game_over_bad_air_is_whole(rig: Rig) -> None:
    board = rig.board
    rig.until(rig.ready)
    for ply in ("a4-b4", "d1-d2"):
        rig.make(ply)
    rig.until(lambda: rig.plies() == ["a4-b4", "d1-d2"])
    board.reset_connections()
    rig.make("b4-c4")
    rig.until(lambda: len(rig.plies()) == 3)
    board.slow_network(150, 0.2)
    rig.make("d2-d3")
    rig.until(lambda: len(rig.plies()) == 4)
    board.slow_network(0)
    rig.until(rig.ready)
    board.change_address()
    rig.make("c4-d4")  # which the PC hears of when it has found the board again
    rig.until(lambda: rig.ready() and len(rig.plies()) == 5)
    board.switch_network(False)
    rig.run(1)
    rig.make("d3-c4")
    assert len(rig.plies()) == 5
    rig.until(lambda: rig.link.state != CONNECTED)
    board.switch_network(True)
    rig.until(lambda: rig.ready() and len(rig.plies()) == 6)
    board.power_cut()
    board.start()
    rig.until(rig.ready)
    rig.check()
    assert rig.plies() == ["a4-b4", "d1-d2", "b4-c4", "d2-d3", "c4-d4", "d3-c4"]


def test_usb_goes_before_wifi_and_gives_it_back(rig: Rig) -> None:
    rig.until(rig.ready)
    cable = Link(SerialPort(rig.board.port))
    end = time.monotonic() + PATIENCE_S
    while cable.state != CONNECTED or rig.link.state == CONNECTED:
        assert time.monotonic() < end, (cable.state, rig.link.state)
        cable.step()
        rig.play.round()
    with pytest.raises(LinkError, match="by its cable"):
        port = WifiPort(URL, TOKEN, lambda host, port: rig.board.address)
        while time.monotonic() < end:
            cable.step()
            port.read()
    cable.close()
    rig.until(rig.ready)


def read_until(port: WifiPort, seconds: float = 15.0) -> bytes:
    end = time.monotonic() + seconds
    found = b""
    while not found and time.monotonic() < end:
        found = port.read()
        time.sleep(0.01)
    return found


@pytest.mark.early
def test_strangers_are_refused_at_both_ends_and_keep_nobody_out(rig: Rig) -> None:
    rig.until(rig.ready)
    address, opened = rig.board.address, rig.opened
    with pytest.raises(LinkError, match="another program"):
        other = WifiPort(URL, TOKEN, lambda host, port: address)
        while other.read() == b"":
            rig.play.round()
    with pytest.raises(LinkError, match=r"have different tokens; .* its token is a new one.* flash --wifi SSID"):
        other = WifiPort(URL, "f" * 32, lambda host, port: address)
        while other.read() == b"":
            rig.play.round()
    for words in (b"", b"\n", b"~0001 0000 00 00 X *1234\n", b"x" * 5000, b"0" * 32 + b" " + b"0" * 32 + b"\n"):
        rig.run(1.2)
        with socket.create_connection(address) as stranger:
            stranger.sendall(words)
            stranger.settimeout(0.01)
            said = b""
            end = time.monotonic() + 5
            while time.monotonic() < end:
                rig.play.round()
                try:
                    data = stranger.recv(1000)
                except TimeoutError:
                    continue
                except ConnectionError:
                    break
                if not data:
                    break
                said += data
            else:
                raise AssertionError(f"a stranger who says {words[:20]!r} stays")
            assert said.startswith(b"crossboard 1 ") and said.count(b"\n") == 1
    rig.make("a4-b4")
    rig.until(lambda: rig.plies() == ["a4-b4"])
    assert rig.opened == opened  # all that has not touched the game's connection


def test_a_board_that_does_not_know_the_token_is_refused() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = WifiPort(URL, TOKEN, lambda host, port: listener.getsockname())
        port.read()
        while port._socket is None:
            port.read()
        connection, _ = listener.accept()
        with connection:
            connection.sendall(b"crossboard 1 " + b"0" * 32 + b"\n")
            while not port._proof or port._unsent:
                port.read()
            assert len(connection.recv(100)) == 66
            assert port.write(b"~\n") == 0  # nothing is said to it
            connection.sendall(b"1" * 32 + b"\n")
            with pytest.raises(LinkError, match="have different tokens"):
                read_until(port)


@pytest.mark.parametrize(
    ("says", "hangs_up", "words"),
    [
        (b"", False, "nothing is heard from there; is it the board's address"),
        (b"", True, "nothing is heard from there; is it the board's address"),
        (b"SSH-2.0-OpenSSH_9.2\r\n", False, "is not a Crossboard board, or one of another version: it says 'SSH-2.0-"),
        (b"crossboard 1 " + b"0" * 32 + b"\n", False, "nothing is heard from there"),
        (b"crossboard 1 " + b"0" * 32 + b"\n", True, "this PC have different tokens"),
        (b"busy\n", True, "a PC plays on the board by its cable; end that program first"),
    ],
)
def test_what_a_board_by_wifi_fails_of_is_said(
    monkeypatch: pytest.MonkeyPatch, says: bytes, hangs_up: bool, words: str
) -> None:
    monkeypatch.setattr(wifi, "PROVE_S", 0.3)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = WifiPort(URL, TOKEN, lambda host, port: listener.getsockname())
        while port._socket is None:
            port.read()
        connection, _ = listener.accept()
        with connection, pytest.raises(PortFault, match=words):
            connection.sendall(says)
            if hangs_up and says.startswith(b"crossboard"):
                while not port._proof or port._unsent:
                    port.read()
                connection.recv(100)
            if hangs_up:
                connection.shutdown(socket.SHUT_WR)
            port.prove()


def test_a_name_that_is_in_no_network_is_said() -> None:
    def find(host: str, port: int) -> wifi.Address:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    with pytest.raises(
        PortFault, match="no such name in this network .Name or service not known.; is the board switched"
    ):
        WifiPort(URL, TOKEN, find).prove()


def proven(board: SimulatedBoard) -> WifiPort:
    """A connection that both ends have proved; the board may be starting."""
    end = time.monotonic() + PATIENCE_S
    while True:
        port = WifiPort(URL, TOKEN, lambda host, port: board.address)
        try:
            if read_until(port):
                return port
        except LinkError:
            assert time.monotonic() < end
            time.sleep(0.2)


class Crowd:
    """Strangers who hang on to the port, and come again as soon as they are hung up on."""

    def __init__(self, address: tuple[str, int], count: int, home: str) -> None:
        self.ended = threading.Event()
        self.tries = 0
        self._threads = [threading.Thread(target=self._come, args=(address, home)) for _ in range(count)]
        for one in self._threads:
            one.start()

    def _come(self, address: tuple[str, int], home: str) -> None:
        while not self.ended.is_set():
            try:
                with socket.create_connection(address, 5, (home, 0)) as stranger:
                    self.tries += 1
                    while not self.ended.is_set() and stranger.recv(100):
                        pass
            except OSError:
                time.sleep(0.005)

    def close(self) -> None:
        self.ended.set()
        for one in self._threads:
            one.join()


def let_in(board: SimulatedBoard) -> None:
    """Try until both ends have proved themselves, and leave."""
    end = time.monotonic() + PATIENCE_S
    while True:
        port = WifiPort(URL, TOKEN, lambda host, port: board.address)
        try:
            port.prove()
            return
        except LinkError:
            assert time.monotonic() < end
        finally:
            port.close()


@pytest.mark.parametrize("home", ["127.0.0.2", "127.0.0.1"])
def test_strangers_who_come_again_at_once_keep_no_pc_out(board: SimulatedBoard, home: str) -> None:
    if sys.platform != "linux" and home != "127.0.0.1":
        pytest.skip("this machine has one loopback address")
    proven(board).close()
    crowd = Crowd(board.address, 8, home)
    try:
        for _ in range(3):
            before = crowd.tries
            while crowd.tries < before + 20:
                time.sleep(0.01)
            let_in(board)
    finally:
        crowd.close()


def test_strangers_who_hang_up_at_once_keep_no_pc_out(board: SimulatedBoard) -> None:
    """As a port scanner does: before the board has let them in."""
    proven(board).close()
    for _ in range(30):
        socket.create_connection(board.address, 5).close()
        time.sleep(0.01)
    let_in(board)


def test_a_line_that_was_changed_or_repeated_ends_the_connection(board: SimulatedBoard) -> None:
    port = proven(board)
    seal = port._out
    assert seal and port._in and port._socket
    line = b"~0001 0000 00 00 X *1234"
    sealed = line + b" " + seal.make(line) + b"\n"
    port._socket.sendall(sealed)
    port._socket.sendall(sealed)  # again
    with pytest.raises(LinkError, match="broke off"):
        while True:
            port.read()
    port = proven(board)
    assert port._in
    line = b"~a frame"
    mac = port._in.make(line)
    with pytest.raises(LinkError, match="tampered"):
        port._open(line + b" " + mac, port._in)  # the number has gone on


@pytest.mark.parametrize(
    ("changed", "words"), [({"password": "wrong"}, "is heard"), ({"ssid": "elsewhere"}, "is heard")]
)
def test_a_board_in_no_network_plays_by_usb(tmp_path: Path, changed: dict[str, str], words: str) -> None:
    told(tmp_path / "flash", **changed)
    with SimulatedBoard("pico-8x8", tmp_path / "flash", wifi=AIR, say=lambda _: None) as board:
        cable = Link(SerialPort(board.port))
        port = WifiPort(URL, TOKEN, lambda host, port: board.address)
        with pytest.raises(LinkError, match=words):
            read_until(port)
        end = time.monotonic() + PATIENCE_S
        while cable.state != CONNECTED:
            assert time.monotonic() < end
            cable.step()
        cable.close()


def test_a_damaged_file_and_a_chip_without_wifi_are_said_and_play_goes_on(tmp_path: Path) -> None:
    for name, content, air in (("damaged", "{}", AIR), ("plain", "", None)):
        flash = tmp_path / name
        told(flash)
        if content:
            (flash / "wifi.json").write_text(content)
        with SimulatedBoard("pico-8x8", flash, wifi=air, say=lambda _: None) as board:
            cable = Link(SerialPort(board.port))
            said: list[str] = []
            end = time.monotonic() + PATIENCE_S
            while cable.state != CONNECTED:
                assert time.monotonic() < end
                said += [payload for kind, payload in cable.step() if not kind]
            cable.close()


def test_addresses_and_tokens(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CROSSBOARD_HOME", str(tmp_path))
    assert wifi.read_url("tcp://crossboard-0001.local")[1:] == ("crossboard-0001.local", wifi.PORT)
    assert wifi.read_url("tcp://[fe80::1]:9") == ("fe80::1", "fe80::1", 9)
    assert wifi.read_url("tcp://study@127.0.0.1") == ("study", "127.0.0.1", wifi.PORT)
    for wrong in ("tcp://", "tcp://user:word@host", "tcp://host:port", "tcp://host/path", "http://host"):
        with pytest.raises(LinkError):
            wifi.read_url(wrong)
    with pytest.raises(LinkError, match="flash --wifi"):
        wifi.token_for("crossboard-0001.local")
    wifi.remember(wifi.Known("crossboard-0001", "e660583883000001", TOKEN))
    assert wifi.token_for("192.168.1.7") == TOKEN
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
    with pytest.raises(LinkError, match="nothing answers there"):
        open_link(f"tcp://127.0.0.1:{port}")
    wifi.remember(wifi.Known("study", "e660583883000002", "other"))
    wifi.remember(wifi.Known("hall", "e660583883000001", "another"))
    assert [(one.name, one.token) for one in wifi.known_boards()] == [("study", "other"), ("hall", "another")]
    assert wifi.token_for("HALL.local") == "another"
    with pytest.raises(LinkError, match="there are tokens for study, hall"):
        wifi.token_for("192.168.1.7")
    assert (wifi.boards_path().stat().st_mode & 0o77) == 0
    wifi.boards_path().write_text("{")
    with pytest.raises(CrossboardError, match="damaged"):
        wifi.known_boards()


def test_flash_tells_the_board_of_the_network_and_this_user_of_the_token(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """By the command, as a maker does; then the board is played on by Wi-Fi."""
    monkeypatch.setenv("CROSSBOARD_HOME", str(tmp_path / "home"))
    (tmp_path / "password").write_text(f"{AIR.password}\n")
    words = ["--wifi", AIR.ssid, "--wifi-password-file", str(tmp_path / "password")]
    with SimulatedBoard("pico-8x8", tmp_path / "flash", wifi=AIR, say=lambda _: None) as board:
        assert main(["flash", "--port", board.port, *words]) == 0
        said = capsys.readouterr()
        assert AIR.password not in said.out + said.err
        assert "simulated: Raspberry Pi Pico W with RP2040" in said.out
        assert re.search(
            r"play --board tcp://crossboard-0001@127\.0\.0\.1:PORT +by Wi-Fi, PORT as .*simulate", said.out
        )
        (known,) = wifi.known_boards()
        assert known.name == "crossboard-0001" and len(known.token) == 32
        assert json.loads((tmp_path / "flash" / "wifi.json").read_text())["token"] == known.token
        wifi.remember(wifi.Known("study-2", "e660583883000002", "of another board"))
        end = time.monotonic() + PATIENCE_S
        while True:
            try:
                link = open_link("tcp://crossboard-0001@{}:{}".format(*board.address))
                require_hello(link)
                break
            except LinkError:
                assert time.monotonic() < end
        assert link.hello and link.hello.board == "e660583883000001"
        link.close()
        assert main(["flash", "--port", board.port, *words, "--wifi-name", "study"]) == 0
        _, again = wifi.known_boards()
        assert again.name == "study" and len(again.token) == 32 and again.token != known.token
        assert json.loads((tmp_path / "flash" / "wifi.json").read_text())["token"] == again.token
        assert main(["flash", "--port", board.port, *words, "--wifi-keep-token"]) == 0
        assert wifi.known_boards()[1:] == [again]
        assert json.loads((tmp_path / "flash" / "wifi.json").read_text())["token"] == again.token
        wifi.boards_path().unlink()
        assert main(["flash", "--port", board.port, *words, "--wifi-keep-token"]) == 2
        assert "no token for that board" in capsys.readouterr().err
        assert main(["flash", "--port", board.port, "--wifi", "none"]) == 0
        assert not (tmp_path / "flash" / "wifi.json").exists()
    with SimulatedBoard("pico-8x8", say=lambda _: None) as board:
        assert main(["flash", "--port", board.port, *words]) == 2
        assert "no Wi-Fi" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        (["--wifi", "hall"], "--wifi-password-file"), (["--wifi", "x" * 33, "--wifi-password-file", "p"], "at most 32"),
        (["--wifi", "hall", "--wifi-password-file", "missing"], "missing"), (["--wifi-name", "study"], "without --wifi"),
        (["--wifi-keep-token"], "without --wifi"), (["--to", "x.uf2", "--wifi", "hall"], "takes --to FILE.uf2, --base"),
        (["--wifi", "hall", "--wifi-password-file", "p"], "8 to 63"),
        (["--wifi", "hall", "--wifi-name", "My Board", "--wifi-password-file", "p"], "hyphens"),
    ],
)  # fmt: skip
def test_flash_refuses_a_network_that_can_not_be(
    words: list[str], wrong: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("p").write_text("short")
    assert main(["flash", "--port", "/dev/null", *words]) == 2
    assert wrong in capsys.readouterr().err
