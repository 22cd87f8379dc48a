"""The workbench of a simulated board for other programs: JSON lines over a TCP port of this machine.

A request is a line `{"op": NAME, ...}`, its answer a line `{"ok": VALUE}` or `{"error": TEXT}`:

    {"op": "set", "square": "a4", "closed": true, "bounce_ms": 8}
    {"op": "squares"}                                       squares on which pieces stand
    {"op": "press", "button": "ok", "ms": 60}
    {"op": "lights"}                                        {"a1": [red, green, blue], ...}
    {"op": "break", "square": "a4", "fault": "dead"}        also stuck, no-diode, none
    {"op": "wire", "pin": 3, "cut": true}
    {"op": "power", "on": false}   {"op": "plug", "on": false}
    {"op": "info"}                                          {"port", "profile"}: the profile's name
    {"op": "profile"}                                       all of it, as in its file

A line that is not a request is answered and ends the connection. So a browser, which always sends a line of its own first, can't
be made to send requests by a page of somebody else. Connections are few, and have a moment to make their first request.
"""

from __future__ import annotations

import contextlib
import json
import socket
import socketserver
import threading
from collections.abc import Callable
from typing import Any, Self, cast

from crossboard.addresses import split_address
from crossboard.errors import CrossboardError
from crossboard.simulator.board import PRESS_MS, SimulatedBoard
from crossboard.simulator.child import ANSWER_S
from crossboard.simulator.wiring import SimulatorError

LONGEST = 65536
"""The longest request, in bytes."""

CONNECTIONS = 32
FIRST_S = 10.0
"""Seconds from connecting to the first request."""

Request = dict[str, Any]


def _power(board: SimulatedBoard, on: bool) -> None:
    board.start() if on else board.power_cut()


def _plug(board: SimulatedBoard, on: bool) -> None:
    board.plug() if on else board.unplug()


OPERATIONS: dict[str, Callable[[SimulatedBoard, Request], Any]] = {
    "set": lambda board, r: board.set_square(str(r["square"]), bool(r["closed"]), int(r.get("bounce_ms", 0))),
    "squares": lambda board, r: sorted(board.squares()),
    "press": lambda board, r: board.press(str(r["button"]), int(r.get("ms", PRESS_MS))),
    "lights": lambda board, r: board.lights(),
    "break": lambda board, r: board.break_sensor(str(r["square"]), str(r["fault"])),
    "wire": lambda board, r: board.cut_wire(int(r["pin"]), bool(r["cut"])),
    "power": lambda board, r: _power(board, bool(r["on"])),
    "plug": lambda board, r: _plug(board, bool(r["on"])),
    "own_ms": lambda board, r: board.own_ms(),
    "work": lambda board, r: board.work(),
    "info": lambda board, r: {"port": board.port, "profile": board.profile["name"]},
    "profile": lambda board, r: board.profile,
}


def read_request(line: bytes) -> Request | None:
    """Parse a line as a request; None if it is malformed."""
    try:
        found: object = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return cast("Request", found) if isinstance(found, dict) else None


def answer(board: SimulatedBoard, request: Request) -> Request:
    """Carry out a request and return the answer."""
    try:
        if request.get("op") not in OPERATIONS:
            return {"error": f"'op' is one of {', '.join(OPERATIONS)}"}
        return {"ok": OPERATIONS[request["op"]](board, request)}
    except KeyError as missing:
        return {"error": f"{missing.args[0]!r} is missing"}
    except CrossboardError as error:
        return {"error": str(error)}
    except (ValueError, TypeError, OverflowError) as error:
        return {"error": f"unreadable request: {error}"}


class ControlServer:
    """Serves a board's workbench until closed; `address` is what RemoteBoard takes."""

    def __init__(self, board: SimulatedBoard, port: int = 0) -> None:
        places = threading.BoundedSemaphore(CONNECTIONS)

        class Handler(socketserver.StreamRequestHandler):
            timeout = FIRST_S

            def handle(self) -> None:
                with contextlib.suppress(OSError):
                    while line := self.rfile.readline(LONGEST):
                        self.connection.settimeout(None)
                        request = read_request(line) if line.endswith(b"\n") else None
                        found = (
                            {"error": "a request must be a line with a JSON object"}
                            if request is None
                            else answer(board, request)
                        )
                        self.wfile.write(json.dumps(found).encode() + b"\n")
                        if request is None:
                            return

        class Server(socketserver.ThreadingTCPServer):
            allow_reuse_address = True
            daemon_threads = True

            def process_request(self, request: Any, client_address: Any) -> None:
                if places.acquire(blocking=False):
                    super().process_request(request, client_address)
                else:
                    self.shutdown_request(request)

            def process_request_thread(self, request: Any, client_address: Any) -> None:
                try:
                    super().process_request_thread(request, client_address)
                finally:
                    places.release()

        try:
            self._server = Server(("127.0.0.1", port), Handler)
        except OSError as error:
            raise SimulatorError(f"control port {port} cannot be opened: {error.strerror or error}") from error
        self.address = f"127.0.0.1:{self._server.server_address[1]}"
        threading.Thread(target=self._server.serve_forever, name="simulated-control", daemon=True).start()

    def close(self) -> None:
        """Ends the service."""
        self._server.shutdown()
        self._server.server_close()


class RemoteBoard:
    """The workbench of a simulated board that another program runs, at `address` (host:port)."""

    def __init__(self, address: str) -> None:
        try:
            where = split_address(address)
        except ValueError as error:
            raise SimulatorError(
                f"is not a control endpoint as `crossboard simulate` prints it: {error}", address
            ) from error
        try:
            self._socket = socket.create_connection(where, timeout=10)
        except (OSError, UnicodeError) as error:
            what = error.strerror or error if isinstance(error, OSError) else "that is not an address"
            raise SimulatorError(f"nothing answers there: {what}", address) from error
        self._lines = self._socket.makefile("rb")
        self._lock = threading.Lock()
        self._address = address
        try:
            self.info()  # at once: a connection that asks nothing is soon closed
        except SimulatorError:
            self.close()
            raise
        self._socket.settimeout(ANSWER_S)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Disconnects; the board keeps running."""
        self._lines.close()
        self._socket.close()

    def ask(self, operation: str, **fields: Any) -> Any:
        """Any operation of the list above; SimulatorError if the board refuses or has gone."""
        try:
            with self._lock:
                self._socket.sendall(json.dumps({"op": operation, **fields}).encode() + b"\n")
                line = self._lines.readline()
        except OSError:
            line = b""
        if not line:
            raise SimulatorError("the simulated board is gone", self._address)
        found = read_request(line)
        if found is None:
            raise SimulatorError("what answers there is not a simulated board", self._address)
        if "error" in found:
            raise SimulatorError(found["error"], self._address)
        return found["ok"]

    def set_square(self, square: str, closed: bool, bounce_ms: int = 0) -> None:
        """Same as SimulatedBoard.set_square."""
        self.ask("set", square=square, closed=closed, bounce_ms=bounce_ms)

    def squares(self) -> set[str]:
        """Same as SimulatedBoard.squares."""
        return set(self.ask("squares"))

    def press(self, button: str, ms: int = PRESS_MS) -> None:
        """Same as SimulatedBoard.press."""
        self.ask("press", button=button, ms=ms)

    def lights(self) -> dict[str, tuple[int, int, int]]:
        """Same as SimulatedBoard.lights."""
        return {square: (colour[0], colour[1], colour[2]) for square, colour in self.ask("lights").items()}

    def own_ms(self) -> float:
        """Same as SimulatedBoard.own_ms."""
        return float(self.ask("own_ms"))

    def info(self) -> dict[str, str]:
        """Port and profile's name of the board."""
        return self.ask("info")

    def profile(self) -> dict[str, Any]:
        """Same as SimulatedBoard.profile."""
        return self.ask("profile")
