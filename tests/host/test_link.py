"""The link: frames over ports of all kinds, ports that are missing, taken or lost, and the way back."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from crossboard.boards import link as link_module
from crossboard.boards.faults import PortFault
from crossboard.boards.link import (
    CONNECTED,
    LOST,
    SILENT,
    WAITING,
    Hello,
    Link,
    Message,
    answered,
    open_link,
    read_hello,
)
from crossboard.boards.ports import SerialPort
from crossboard.errors import LinkError
from tests.support.fake_board import FakeBoard, FakeClock, FakePort

needs_pty = pytest.mark.skipif(not hasattr(os, "openpty"), reason="this system has no pseudo terminals")


class Pair:
    """A link and a fake board joined by a fake cable."""

    def __init__(self) -> None:
        self.clock = FakeClock()
        self.board = FakeBoard(self.clock)
        self.port = FakePort(self.board)
        self.link = Link(self.port, lambda: ["fake"], self.open, self.clock)
        self.found: list[Message] = []
        self.here = True

    def open(self, name: str) -> FakePort:
        if not self.here:
            raise LinkError("there is no such port", name)
        self.port = FakePort(self.board, name)
        return self.port

    def run(self, steps: int = 20, ms: int = 10) -> list[Message]:
        found: list[Message] = []
        for _ in range(steps):
            self.board.step()
            found += self.link.step()
            self.clock.ms += ms
        self.found += found
        return found


class AlivePort(FakePort):
    """The board behind it goes on whenever the port is read."""

    def read(self) -> bytes:
        self.closed = False  # it is opened anew
        self.board.step()
        return super().read()


@pytest.fixture
def pair(monkeypatch: pytest.MonkeyPatch) -> Pair:
    monkeypatch.setattr(link_module, "RETRY_S", 0.0)
    return Pair()


def test_a_board_says_who_it_is_and_what_it_plays(pair: Pair) -> None:
    assert pair.link.state == WAITING
    assert not pair.link.send("S"), "nobody is there yet"
    pair.run()
    assert pair.link.state == CONNECTED
    assert pair.link.connections == 1
    assert pair.link.hello == Hello(1, "fb01", "0.1.0", "pico-8x8", "1.27.0", ("charing-cross", "card-chess"))


def test_messages_arrive_both_ways_in_order(pair: Pair) -> None:
    pair.run()
    for i in range(30):
        assert pair.link.send("B", f"n{i}")
    pair.board.say("L", "one")
    pair.board.say("L", "two")
    found = pair.run(60)
    assert pair.board.commands == [f"B n{i}" for i in range(30)]
    assert [m for m in found if m.kind == "L"] == [Message("L", "one"), Message("L", "two")]
    assert pair.link.drained()


def test_damage_on_the_line_is_made_good(pair: Pair) -> None:
    pair.run()
    pair.port.spoil = lambda data: data.replace(b"ne", b"nE")
    pair.board.say("L", "one")
    assert pair.run(10) == []
    pair.port.spoil = None
    assert Message("L", "one") in pair.run(200)
    assert pair.link.damaged + pair.link.resent > 0


def test_console_text_is_passed_on_and_not_taken_for_frames(pair: Pair) -> None:
    pair.run()
    pair.board.print("Traceback (most recent call last):\r\n~no frame\n")
    assert Message("", "Traceback (most recent call last):") in pair.run()
    assert pair.link.state == CONNECTED


def test_a_board_that_falls_silent(pair: Pair) -> None:
    pair.run()
    pair.port.spoil = lambda data: b""
    pair.run(80, 100)
    assert pair.link.state == SILENT
    pair.port.spoil = None
    pair.run(80, 100)
    assert pair.link.state == CONNECTED


def test_a_board_that_was_reset_is_a_new_connection(pair: Pair) -> None:
    pair.run()
    pair.link.send("B", "ok")
    pair.board.restart()
    pair.run(100, 50)
    assert pair.link.state == CONNECTED
    assert pair.link.connections == 2


def test_unplugged_and_back(pair: Pair) -> None:
    pair.run()
    pair.here, pair.board.unplugged = False, True
    pair.run()
    assert pair.link.state == LOST
    assert not pair.link.send("B", "ok")
    pair.board.restart()
    pair.run()
    assert pair.link.state == LOST
    pair.here, pair.board.unplugged = True, False
    pair.run()
    assert pair.link.state == CONNECTED
    assert pair.link.connections == 2


def test_a_board_is_found_again_at_another_port(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    other = FakeBoard(pair.clock, "other")
    at = {"other-port": other, "new-port": pair.board}

    def open_port(name: str) -> FakePort:
        if name not in at:
            raise LinkError("there is no such port", name)
        return FakePort(at[name], name)

    pair.link = Link(pair.port, lambda: ["fake", "other-port", "new-port"], open_port, pair.clock)
    pair.run()
    pair.port.closed = True
    pair.board.restart()
    seen: set[str] = set()
    for _ in range(40):
        other.step()
        pair.run(1)
        seen.add(pair.link.port_name)
        assert pair.link.hello and pair.link.hello.board == "fb01"
    assert seen == {"fake", "other-port", "new-port"}
    assert pair.link.port_name == "new-port"
    assert pair.link.state == CONNECTED


def test_another_board_at_the_old_port_is_not_taken_for_it(pair: Pair) -> None:
    """Names of ports are dealt out anew when boards are plugged in: the id counts."""
    other = FakeBoard(pair.clock, "other")
    at = {"fake": other}
    pair.link = Link(pair.port, lambda: sorted(at), lambda name: FakePort(at[name], name), pair.clock)
    pair.run()
    pair.port.closed = True
    for _ in range(20):
        other.step()
        pair.run(1)
    assert pair.link.state == LOST
    assert pair.link.hello and pair.link.hello.board == "fb01"
    at["later"] = pair.board
    pair.board.restart()
    pair.run()
    assert (pair.link.state, pair.link.port_name) == (CONNECTED, "later")


def test_hellos_that_are_none() -> None:
    for payload in ("", "1 b f p m", "x b f p m g", "1  f p m g", "12345 b f p m g", "² b f p m g"):
        assert read_hello(payload) is None
    hello = read_hello("2 b f p m g,h later additions")
    assert hello is not None
    assert (hello.protocol, hello.games) == (2, ("g", "h"))


def test_ports_that_cannot_be_opened(tmp_path: Path) -> None:
    with pytest.raises(LinkError, match=r"nowhere: there is no such port"):
        open_link(str(tmp_path / "nowhere"))
    (tmp_path / "file").write_text("")
    with pytest.raises(LinkError, match="is not a serial port"):
        open_link(str(tmp_path / "file"))
    with pytest.raises(LinkError, match="nothing answers there"):
        open_link("socket://127.0.0.1:1")
    with pytest.raises(LinkError, match="can.t be opened as a port"):
        open_link("nonsense://x")


def test_no_board_to_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The only port says what is wrong with it, and what to do."""
    monkeypatch.setattr(link_module, "candidates", tuple)
    with pytest.raises(PortFault, match="no board is attached; plug one in"):
        open_link("auto")
    monkeypatch.setattr(link_module, "candidates", lambda: ["/nowhere/at/all"])
    with pytest.raises(PortFault, match="^/nowhere/at/all: there is no such port; there "):
        open_link("auto")
    with pytest.raises(LinkError, match=r"^no board 4711 answers \(/nowhere/at/all: there is no such port\)$"):
        open_link("id:4711")
    monkeypatch.setattr(link_module, "candidates", lambda: ["/nowhere/at/all", "/nor/here"])
    with pytest.raises(LinkError, match=r"^no board is free \(/nowhere/at/all: there is no such port; /nor/here: "):
        open_link("auto")


@pytest.mark.parametrize(
    ("board_is", "answers", "ends_s"),
    [
        ("quick", True, 1),
        ("slow", True, 26),  # what it says is damaged for 25 s, but it is heard
        ("mute", False, 5),  # acknowledges the question, and says nothing to it
        ("dead", False, 4),
        ("new", True, 10),  # starts anew before it answers
        ("broken", False, 20),  # does so each time
    ],
)
def test_an_answer_is_waited_for_as_long_as_it_can_come(board_is: str, answers: bool, ends_s: float) -> None:
    pair = Pair()
    pair.run(100)
    assert pair.link.state == CONNECTED
    begun = pair.clock.ms
    found: list[Message] = []

    def spoil(data: bytes) -> bytes:
        return data if not data or pair.clock.ms > begun + 25_000 else b"?\n"

    restarts = {"new": 1, "broken": 99}.get(board_is, 0)

    def step() -> None:
        nonlocal restarts
        if board_is != "dead":
            pair.board.step()
        if pair.board.commands and board_is != "mute":
            pair.board.commands.clear()
            if restarts:
                restarts -= 1
                pair.board.restart()
            else:
                pair.board.say("O", "teaching 1 0 2")
        found.extend(message for message in pair.link.step() if message.kind == "O")
        pair.clock.ms += 10

    if board_is == "slow":
        pair.port.spoil = spoil
    assert (
        answered(pair.link, lambda: pair.link.send("O"), lambda: bool(found), step, lambda: pair.clock.ms / 1000)
        == answers
    )
    assert pair.clock.ms - begun < 1000 * ends_s


@pytest.mark.parametrize("board", ["auto", "id:4711"])
def test_a_port_that_another_program_has_is_told(
    monkeypatch: pytest.MonkeyPatch, terminal: tuple[int, str], board: str
) -> None:
    monkeypatch.setattr(link_module, "candidates", lambda: [terminal[1]])
    other = SerialPort(terminal[1])
    try:
        with pytest.raises(LinkError, match=f"{terminal[1]}: the port is taken by another program"):
            open_link(board)
    finally:
        other.close()


@pytest.fixture
def terminal() -> Iterator[tuple[int, str]]:
    ours, theirs = os.openpty()
    yield ours, os.ttyname(theirs)
    os.close(ours)
    os.close(theirs)


@needs_pty
def test_a_board_is_found_by_its_id_at_other_ports_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """A simulated board is not among the USB ports; `auto` leaves it alone."""
    monkeypatch.setattr(link_module, "candidates", tuple)
    monkeypatch.setattr(link_module, "HELLO_S", 0.2)
    clock = FakeClock()
    boards = {name: AlivePort(FakeBoard(clock, board), name) for name, board in (("some", "fb02"), ("other", "fb01"))}
    link = open_link("id:FB01", lambda name: boards[name], others=lambda: boards)
    assert link.port_name == "other"
    for where in ("auto", "id:fb03"):
        with pytest.raises(LinkError):
            open_link(where, lambda name: boards[name], others=lambda: boards)


def test_a_port_taken_by_another_program(terminal: tuple[int, str]) -> None:
    code = "import serial, sys; p = serial.Serial(sys.argv[1], exclusive=True); print('open', flush=True); input()"
    command = [sys.executable, "-c", code, terminal[1]]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout and holder.stdin
        assert holder.stdout.readline() == b"open\n"
        with pytest.raises(LinkError, match="the port is taken by another program"):
            open_link(terminal[1])
        holder.stdin.close()


@needs_pty
def test_a_pseudo_terminal_as_the_cable(terminal: tuple[int, str]) -> None:
    ours, name = terminal
    os.set_blocking(ours, False)
    board = FakeBoard(FakeClock())
    link = open_link(name)
    for _ in range(400):
        if link.state == CONNECTED:
            break
        try:
            board.take(os.read(ours, 4096))
        except BlockingIOError:
            time.sleep(0.005)
        board.clock.ms += 10
        board.step()
        os.write(ours, board.sent)
        board.sent.clear()
        link.step()
    assert link.state == CONNECTED
    link.close()
    assert link.state == LOST


def test_a_port_never_blocks() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = SerialPort(f"socket://127.0.0.1:{server.getsockname()[1]}")
        peer, _ = server.accept()
        assert port.read() == b""
        written = total = port.write(b"x" * 256)
        assert written == 256
        while written and total < 1 << 26:
            written = port.write(b"x" * 65536)
            total += written
        assert written == 0, "a reader that reads nothing must not hold us up"
        peer.close()
        with pytest.raises(LinkError, match="the port has disappeared"):
            for _ in range(100):
                port.read()
                time.sleep(0.01)
        port.close()
