"""The simulated board's serial port as other programs see it: a pseudo-terminal, or a TCP socket.

Both behave as USB serial does: the board knows whether a program has the port open, what the host does not read stays
with the board, and what the board does not read holds the host up. A thread moves the bytes; nothing is lost on
the way while both ends are there.
"""

from __future__ import annotations

import contextlib
import os
import re
import select
import socket
import sys
import threading
from collections.abc import Callable
from typing import Protocol

from crossboard.simulator.wiring import SimulatorError

WINDOW = 1024
"""At most this many bytes are on their way to the board without having been taken."""

LOOK_EVERY = 0.02
"""Seconds between two checks whether a program has opened the pseudo-terminal; the system does not tell."""


class Board(Protocol):
    """What an endpoint needs of the board behind it."""

    def receive(self, data: bytes) -> None:
        """Bytes for the board; they count against WINDOW until `taken`."""
        ...

    def sent(self, count: int) -> None:
        """That many bytes from the board have been sent."""
        ...

    def attach(self, on: bool) -> None:
        """A program has opened or closed the port."""
        ...


class Endpoint:
    """Common to both kinds: byte counts, and the thread with its wake-up pipe."""

    name = ""
    """What pyserial opens."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._lock = threading.Lock()
        self._out = bytearray()
        self._room = WINDOW
        self._attached = False
        self._closing = False
        self._waker, self._alarm = socket.socketpair()
        self._waker.setblocking(False)
        self._alarm.setblocking(False)  # one that is full wakes the thread all the same
        self._thread = threading.Thread(target=self._run, name="simulated-port", daemon=True)

    def deliver(self, data: bytes) -> None:
        """Takes bytes from the board. Without a program at the port they are dropped, as on USB."""
        with self._lock:
            if self._attached:
                self._out += data
                data = b""
        if data:
            self._board.sent(len(data))
        self._wake()

    def taken(self, count: int) -> None:
        """The board has taken that many of the bytes it was given."""
        with self._lock:
            self._room += count
        self._wake()

    def close(self) -> None:
        """Closes the port; a program that has it open sees it disappear."""
        self._closing = True
        self._wake()
        if threading.current_thread() is not self._thread:
            self._thread.join(5)
        self._waker.close()
        self._alarm.close()

    def _wake(self) -> None:
        with contextlib.suppress(OSError):
            self._alarm.send(b"!")

    def _woken(self) -> None:
        with contextlib.suppress(OSError):
            while self._waker.recv(4096):
                pass

    def _set_attached(self, on: bool) -> None:
        with self._lock:
            if on == self._attached:
                return
            self._attached = on
            left = len(self._out)
            self._out.clear()
        if left:
            self._board.sent(left)
        self._board.attach(on)

    def _input(self, data: bytes) -> None:
        with self._lock:
            self._room -= len(data)
        self._board.receive(data)

    def _output(self, write: Callable[[bytes], int]) -> None:
        with self._lock:
            data = bytes(self._out)
        if not data:
            return
        try:
            count = write(data)
        except BlockingIOError:
            return
        with self._lock:
            del self._out[:count]
        self._board.sent(count)

    def _run(self) -> None:
        try:
            while not self._closing:
                self._turn()
        finally:
            self._end()

    def _turn(self) -> None:
        """Pass on what is there, or wait for it."""
        raise NotImplementedError

    def _end(self) -> None:
        """Close the port."""
        raise NotImplementedError


class PtyEndpoint(Endpoint):
    """A pseudo-terminal; Linux and macOS."""

    def __init__(self, board: Board) -> None:
        import tty

        super().__init__(board)
        self._master, slave = os.openpty()
        tty.setraw(slave)
        self.name = os.ttyname(slave)
        os.close(slave)
        os.set_blocking(self._master, False)
        self._thread.start()

    def _end(self) -> None:
        self._set_attached(False)
        os.close(self._master)

    def _turn(self) -> None:
        with self._lock:
            reading = [self._waker, self._master] if self._attached and self._room else [self._waker]
            writing = [self._master] if self._out else []
        ready, writable, _ = select.select(reading, writing, [], None if self._attached else LOOK_EVERY)
        self._woken()
        if self._room and (self._master in ready or not self._attached):
            self._read()
        if self._master in writable:
            with contextlib.suppress(OSError):
                self._output(lambda data: os.write(self._master, data))

    def _read(self) -> None:
        """Reads what is there; a terminal that no program has open gives an error or nothing."""
        try:
            data = os.read(self._master, self._room)
        except BlockingIOError:
            self._set_attached(True)
            return
        except OSError:
            data = b""
        if data:
            self._set_attached(True)
            self._input(data)
        elif self._attached:
            self._hung_up()

    def _hung_up(self) -> None:
        """The program has closed the port; discard what it has not read, so that the next one does not get it."""
        import termios

        self._set_attached(False)
        try:
            slave = os.open(self.name, os.O_RDWR | os.O_NOCTTY)
        except OSError:
            return
        try:
            termios.tcflush(slave, termios.TCIFLUSH)
        finally:
            os.close(slave)


HTTP = re.compile(rb"[A-Z]{3,10} [^\r\n]{1,200}")
"""How a browser begins; no frame does, nor does anything that a person or mpremote says to a prompt."""


class SocketEndpoint(Endpoint):
    """A TCP port on this machine; everywhere. One program at a time, the next is turned away, and a browser at once: a page of
    somebody else could make it say anything to the board.
    """

    def __init__(self, board: Board, port: int = 0) -> None:
        super().__init__(board)
        self._listener = socket.create_server(("127.0.0.1", port))
        self._listener.setblocking(False)
        self.port = int(self._listener.getsockname()[1])
        self.name = f"socket://127.0.0.1:{self.port}"
        self._client: socket.socket | None = None
        self._silent = True  # it has said nothing yet
        self._thread.start()

    def _end(self) -> None:
        self._drop()
        self._listener.close()

    def _turn(self) -> None:
        client = self._client
        with self._lock:
            reading = [self._waker, self._listener] + ([client] if client and self._room else [])
            writing = [client] if client and self._out else []
        ready, writable, _ = select.select(reading, writing, [])
        self._woken()
        if self._listener in ready:
            self._accept()
        try:
            if client and client in ready:
                data = client.recv(self._room)
                if data and not (self._silent and HTTP.match(data)):
                    self._silent = False
                    self._input(data)
                else:
                    self._drop()
            elif client and client in writable:
                self._output(client.send)
        except OSError:
            self._drop()

    def _accept(self) -> None:
        try:
            client, _ = self._listener.accept()
        except OSError:
            return
        if self._client is not None:
            client.close()
            return
        client.setblocking(False)
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._client, self._silent = client, True
        self._set_attached(True)

    def _drop(self) -> None:
        if self._client is not None:
            self._client.close()
            self._client = None
        self._set_attached(False)


KINDS = ("auto", "pty", "socket")


def is_terminal(port: str) -> bool:
    """Whether a port is a pseudo-terminal. Its name may lead to somebody's shell once the board behind it is gone."""
    return "://" not in port and os.path.realpath(port).startswith(("/dev/pts/", "/dev/ttys0", "/dev/pty"))


def open_endpoint(kind: str, board: Board, port: int = 0) -> Endpoint:
    """A port of that kind; `auto` is a pseudo-terminal where there are any. `port` is for a socket, 0 = any free one."""
    if kind not in KINDS:
        raise SimulatorError(f"a simulated port is one of {', '.join(KINDS)}, not '{kind}'")
    has_pty = sys.platform != "win32"
    if kind == "pty" and not has_pty:
        raise SimulatorError("this system has no pseudo-terminals; use a socket")
    if kind == "socket" or not has_pty:
        try:
            return SocketEndpoint(board, port)
        except OSError as error:
            raise SimulatorError(f"port {port} cannot be opened: {error.strerror or error}") from error
    return PtyEndpoint(board)
