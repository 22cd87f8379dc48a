"""The doors of a simulated board: its control endpoint and its serial port on a socket are for programs, not for pages."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Generator
from typing import Any

import pytest

from crossboard.simulator import control
from crossboard.simulator.control import ControlServer, RemoteBoard
from crossboard.simulator.endpoint import SocketEndpoint
from crossboard.simulator.wiring import SimulatorError

WISH = json.dumps({"op": "set", "square": "a4", "closed": True}) + "\n"


class Board:
    """A board that remembers."""

    port = "/dev/nowhere"
    runtime = "none"
    profile = {"name": "pico-8x8"}

    def __init__(self) -> None:
        self.said: list[str] = []
        self.received = bytearray()
        self.heard = threading.Event()

    def set_square(self, square: str, closed: bool, bounce_ms: int = 0) -> None:
        self.said.append(f"{'+' if closed else '-'}{square}")

    def receive(self, data: bytes) -> None:
        self.received += data
        self.heard.set()

    def sent(self, count: int) -> None:
        pass

    def attach(self, on: bool) -> None:
        pass


@pytest.fixture
def board() -> Board:
    return Board()


@pytest.fixture
def server(board: Board) -> Generator[ControlServer, None, None]:
    made = ControlServer(board)  # type: ignore[arg-type]
    yield made
    made.close()


def exchange(address: str, data: bytes) -> bytes:
    """All that is answered until the other end hangs up."""
    host, _, port = address.rpartition(":")
    with socket.create_connection((host, int(port)), timeout=120) as line:
        line.sendall(data)
        said = b""
        try:
            while part := line.recv(65536):
                said += part
        except ConnectionResetError:
            pass
        return said


def post(body: str) -> bytes:
    """What a browser sends for `fetch(address, {method: "POST", mode: "no-cors", body})`."""
    head = f"POST / HTTP/1.1\r\nHost: 127.0.0.1:1\r\nOrigin: http://evil.example\r\nContent-Length: {len(body)}\r\n\r\n"
    return (head + body).encode()


@pytest.mark.parametrize(
    "wish", [post(WISH), post("\n\n" + WISH * 3), b"\n" + WISH.encode(), b"[]\n" + WISH.encode(), b"x" * 70_000]
)
def test_what_a_page_makes_a_browser_send_moves_nothing(server: ControlServer, board: Board, wish: bytes) -> None:
    said = exchange(server.address, wish)
    assert board.said == [] and said.count(b"\n") <= 1
    with RemoteBoard(server.address) as remote:
        remote.set_square("e4", True)
    assert board.said == ["+e4"]


def test_connections_that_say_nothing_are_hung_up_on(
    server: ControlServer, board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(control, "FIRST_S", 0.2)
    quick = ControlServer(board)  # type: ignore[arg-type]
    try:
        assert exchange(quick.address, b'{"op": ') == b""
    finally:
        quick.close()
    host, _, port = server.address.rpartition(":")
    crowd = [socket.create_connection((host, int(port)), timeout=120) for _ in range(control.CONNECTIONS + 20)]
    threads = [thread for thread in threading.enumerate() if "process_request_thread" in thread.name]
    assert len(threads) <= control.CONNECTIONS
    for one in crowd:
        one.close()


def test_a_program_that_works_at_the_board_later_is_not_hung_up_on(
    board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(control, "FIRST_S", 0.2)
    quick = ControlServer(board)  # type: ignore[arg-type]
    with RemoteBoard(quick.address) as remote:
        time.sleep(0.6)
        remote.set_square("e4", True)
    quick.close()
    assert board.said == ["+e4"]


def test_another_service_is_no_simulated_board() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=lambda: server.accept()[0].sendall(b"220 ready\r\n"), daemon=True).start()
        with pytest.raises(SimulatorError, match="is not a simulated board$"):
            RemoteBoard(f"127.0.0.1:{server.getsockname()[1]}")


@pytest.mark.parametrize(
    "wish", [{"op": []}, {"op": "set", "square": "a1", "closed": 1, "bounce_ms": 1e999}, {"op": None}, {}]
)
def test_a_request_that_can_t_be_meant_is_answered(server: ControlServer, wish: dict[str, Any]) -> None:
    host, _, port = server.address.rpartition(":")
    with socket.create_connection((host, int(port)), timeout=120) as line, line.makefile("rb") as lines:
        for _ in range(2):
            line.sendall(json.dumps(wish).encode() + b"\n")
            assert "error" in json.loads(lines.readline())


def test_a_browser_says_nothing_to_a_board_on_a_socket(board: Board) -> None:
    endpoint = SocketEndpoint(board)
    try:
        address = f"127.0.0.1:{endpoint.port}"
        assert exchange(address, post("\x03\x03machine.reset()\r\n")) == b""
        assert exchange(address, post(WISH).replace(b"POST", b"OPTIONS")) == b""
        assert not board.received
        with socket.create_connection(("127.0.0.1", endpoint.port), timeout=120) as line:
            line.sendall(b"~0001 0000 00 00 H 1 x*0000\nPOST / HTTP/1.1\r\n")
            assert board.heard.wait(20)
        assert board.received.startswith(b"~0001")
    finally:
        endpoint.close()
