"""A board with Wi-Fi: the wire over TCP, with both ends proving that they know the board's token, and every line sealed.

`tcp://NAME[:PORT]` names one, or `tcp://NAME@ADDRESS[:PORT]`; its token is in the user's data folder, where
`crossboard flash --wifi` has put it (shared_rules/protocol/WIRE.md, Over a network). Nothing here waits: names are looked up in
a thread, and a connection is made while `read` is called.
"""

from __future__ import annotations

import errno
import hashlib
import hmac
import json
import re
import secrets
import socket
import struct
import threading
import time
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import cast

from crossboard.addresses import split_url
from crossboard.boards import mdns
from crossboard.boards.faults import QUOTED, PortFault
from crossboard.boards.ports import Port, SerialPort
from crossboard.calling import command
from crossboard.errors import CrossboardError, LinkError, reason_of
from crossboard.folders import data_folder, write_whole

SCHEME = "tcp://"
PORT = 8379
FREE_S = 8.0  # a board whose other PC has just left is free after that
SILENT_S = 8.0  # without a word the connection counts as lost: a board says something every 2 s
PROVE_S = 2.5  # from one step towards the board's proof to the next
LONGEST = 300  # bytes of a line
MAC = 16  # hex digits of a seal
PROOF = 32  # hex digits of a proof
NAME = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?")
GREETING = re.compile(rb"crossboard 1 ([0-9a-f]{32})")

IN_USE = ("cabled", "joined")  # faults that may pass

Address = tuple[str, int]
Resolve = Callable[[str, int], Address]


@dataclass(frozen=True)
class Known:
    """A board with Wi-Fi that this user may connect to: its name in the network, its id, its token."""

    name: str
    board: str
    token: str


def boards_path() -> Path:
    """Where they are kept."""
    return data_folder() / "wifi.json"


def known_boards() -> list[Known]:
    """The boards with Wi-Fi that were flashed from here; CrossboardError if the file is damaged."""
    path = boards_path()
    try:
        given = cast("list[dict[str, str]]", json.loads(path.read_text(encoding="utf-8")))
        return [Known(str(one["name"]), str(one["board"]), str(one["token"])) for one in given]
    except FileNotFoundError:
        return []
    except OSError as error:
        raise CrossboardError(reason_of(error), str(path)) from error
    except (ValueError, KeyError, TypeError) as error:
        raise CrossboardError("is damaged; flash the board with --wifi again", str(path)) from error


def remember(board: Known) -> None:
    """Keep a board's token, in place of what was known of that board or under that name."""
    others = [one for one in known_boards() if one.board != board.board and one.name != board.name]
    write_whole(boards_path(), json.dumps([asdict(one) for one in (*others, board)], indent=1) + "\n", private=True)


def check_name(name: str) -> str:
    """A name for a board in the network; CrossboardError if it is not one."""
    if not NAME.fullmatch(name):
        raise CrossboardError(
            f"'{name}' can't be a board's name in the network: wanted letters a to z, digits, hyphens"
        )
    return name


def default_name(board: str) -> str:
    """`crossboard-4f2a`: by the end of its id."""
    return f"crossboard-{board[-4:].lower()}"


def token_for(host: str) -> str:
    """The token of the board of that name (also NAME.local) or address; CrossboardError if none is known."""
    boards = known_boards()
    name = host.lower().removesuffix(".local")
    found = next((one for one in boards if one.name == name), None)
    if found is None and len(boards) == 1 and re.fullmatch(r"[\d.]+|.*:.*", host):
        found = boards[0]  # an address says nothing about which board it is; the token does
    if found is None:
        names = f"; there are tokens for {', '.join(one.name for one in boards)} (tcp://NAME@ADDRESS)" if boards else ""
        raise LinkError(
            "not tried, as this PC has no token for a board there; with the board on a cable, "
            f"{command('flash', '--wifi', 'SSID')} makes one{names}",
            host,
        )
    return found.token


def read_url(url: str) -> tuple[str, str, int]:
    """The board, host and port of `tcp://[NAME@]HOST[:PORT]`, the board being the host if no name is given; LinkError if it is
    none."""
    try:
        parts, host, port = split_url(url)
    except ValueError as error:
        raise LinkError(f"is not a board's address: {error}", url) from error
    if parts.scheme != "tcp" or not host or parts.path not in ("", "/") or parts.password is not None:
        raise LinkError("is not a board's address; use tcp://NAME.local, or tcp://[NAME@]ADDRESS:PORT", url)
    return parts.username or host, host, port or PORT


def resolve(host: str, port: int) -> Address:
    """The host's present address, by DNS, or mDNS (NAME.local). OSError if there is none."""
    name = host if "." in host or ":" in host else f"{host}.local"
    try:
        return cast(Address, socket.getaddrinfo(name, port, type=socket.SOCK_STREAM)[0][4][:2])
    except OSError:
        found = mdns.addresses(name) if name.endswith(".local") else []
        if not found:
            raise
        return found[0], port


def boards_there(attached: Collection[str]) -> list[str]:
    """The URLs of the boards with Wi-Fi, of those flashed from here, whose names somebody answers for now, within some 3 s;
    without those `attached` by a cable, given by their ids."""

    def here(board: Known) -> str:
        try:
            resolve(board.name, PORT)
        except OSError:
            return ""
        return f"{SCHEME}{board.name}.local"

    known = [one for one in known_boards() if one.board not in attached]
    with ThreadPoolExecutor(len(known) or 1) as pool:
        return [url for url in pool.map(here, known) if url]


class Seal:
    """Makes the seals of one direction: HMAC-SHA256 of the line's number and the line, 16 hex digits."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._count = 0

    def make(self, line: bytes) -> bytes:
        found = hmac.new(self._key, struct.pack(">I", self._count & 0xFFFFFFFF) + line, hashlib.sha256).hexdigest()
        self._count += 1
        return found[:MAC].encode()


class WifiPort:
    """A Port (ports.py) to the board at `url`. LinkError from `read` and `write` when it is not there, refuses, or is another."""

    def __init__(self, url: str, token: str = "", find: Resolve = resolve) -> None:
        name, host, port = read_url(url)
        self._name = url
        self._token = (token or token_for(name)).encode()
        self._socket: socket.socket | None = None
        self._problem: LinkError | None = None
        self._address: Address | None = None
        self._heard = time.monotonic()
        self._nonce = secrets.token_hex(16).encode()
        self._proof = b""  # that the board has to give
        self._line = b""
        self._keys = b"", b""  # to the PC, to the board
        self._in: Seal | None = None
        self._out: Seal | None = None
        self._unsent = b""
        self._frame = b""  # that is not whole yet
        self._early = b""  # came with the proof
        threading.Thread(target=self._find, args=(find, host, port), daemon=True).start()

    @property
    def name(self) -> str:
        return self._name

    def _find(self, find: Resolve, host: str, port: int) -> None:
        try:
            self._address = find(host, port)
        except (OSError, UnicodeError) as error:
            self._problem = PortFault(
                "unknown", self._name, error.strerror or str(error) if isinstance(error, OSError) else ""
            )

    def read(self) -> bytes:
        self._connect()
        found, self._early = self._early, b""
        if self._socket is not None:
            found += self._receive(self._socket)
            self._send(self._socket)
        silent_s = time.monotonic() - self._heard
        if self._out is None and silent_s > PROVE_S:
            raise PortFault("unheard", self._name)
        if silent_s > SILENT_S:
            raise LinkError("the board has fallen silent", self._name)
        return found

    def prove(self) -> None:
        """Wait until both ends have proved that they know the token, some seconds; LinkError says why they have not."""
        while self._out is None:
            self._early += self.read()
            time.sleep(0.01)

    def _connect(self) -> None:
        if self._problem:
            raise self._problem
        if self._socket is not None or self._address is None:
            return
        family = socket.AF_INET6 if ":" in self._address[0] else socket.AF_INET
        self._socket = socket.socket(family, socket.SOCK_STREAM)
        self._socket.setblocking(False)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._heard = time.monotonic()
        found = self._socket.connect_ex(self._address)
        if found not in (0, errno.EINPROGRESS, errno.EWOULDBLOCK):
            raise PortFault("refused", self._name)

    def _receive(self, connection: socket.socket) -> bytes:
        """Whole lines: of the greeting, then frames, whose seals are checked."""
        try:
            data = connection.recv(8192)
        except (BlockingIOError, InterruptedError):
            return b""
        except OSError as error:
            if error.errno in (errno.ENOTCONN, errno.EAGAIN):
                return b""  # not connected yet
            raise self._broken("refused") from error
        if not data:  # who does not know the token is turned away without a word
            raise self._broken("token" if self._proof else "unheard")
        *lines, self._line = (self._line + data).split(b"\n")
        if len(self._line) > LONGEST:
            raise self._foreign(self._line)
        found: list[bytes] = []
        for line in lines:
            if self._in is None:
                self._greet(line)
            else:
                found.append(self._open(line, self._in))
        self._heard = time.monotonic()
        return b"".join(found)

    def _broken(self, fault: str) -> LinkError:
        """What it means that the connection has ended: that fault, as long as nothing is proved."""
        return LinkError("the connection broke off", self._name) if self._out else PortFault(fault, self._name)

    def _foreign(self, line: bytes) -> PortFault:
        return PortFault("foreign", self._name, line[:QUOTED].decode("ascii", "replace").strip())

    def _greet(self, line: bytes) -> None:
        """The board's nonce, then its proof."""
        if line == b"busy":
            raise PortFault("cabled", self._name)
        if not self._proof:
            found = GREETING.fullmatch(line)
            if not found:
                raise self._foreign(line)
            both = found[1] + b" " + self._nonce
            self._proof = self._mac(b"board " + both)[: PROOF // 2].hex().encode()
            self._keys = self._mac(b"to pc " + both), self._mac(b"to board " + both)
            self._unsent += self._nonce + b" " + self._mac(b"pc " + both)[: PROOF // 2].hex().encode() + b"\n"
        elif line == b"taken":
            raise PortFault("joined", self._name)
        elif not hmac.compare_digest(line, self._proof):
            raise PortFault("token", self._name)
        else:
            self._in, self._out = Seal(self._keys[0]), Seal(self._keys[1])

    def _mac(self, text: bytes) -> bytes:
        return hmac.new(self._token, text, hashlib.sha256).digest()

    def _open(self, line: bytes, seal: Seal) -> bytes:
        body, _, mac = line.rpartition(b" ")
        if not hmac.compare_digest(seal.make(body), mac):
            raise LinkError("somebody has tampered with the connection", self._name)
        return body + b"\n"

    def write(self, data: bytes) -> int:
        """Whole lines are sealed; while the connection is being made, nothing fits."""
        if self._out is None or self._unsent:
            return 0
        *lines, self._frame = (self._frame + data).split(b"\n")
        for line in lines:
            self._unsent += line + b" " + self._out.make(line) + b"\n"
        if self._socket is not None:
            self._send(self._socket)
        return len(data)

    def _send(self, connection: socket.socket) -> None:
        if not self._unsent:
            return
        try:
            self._unsent = self._unsent[connection.send(self._unsent) :]
        except (BlockingIOError, InterruptedError):
            pass
        except OSError as error:
            raise LinkError("the connection broke off", self._name) from error

    def file(self) -> int:
        return self._socket.fileno() if self._out is not None and self._socket is not None else -1

    def close(self) -> None:
        if self._socket is not None:
            self._socket.close()
        self._socket = None


def open_proven(name: str) -> WifiPort:
    """A connection that both ends have proved, waiting some seconds for a board that is taken; LinkError says why there is none."""
    end = time.monotonic() + FREE_S
    while True:
        port = WifiPort(name)
        try:
            port.prove()
            return port
        except LinkError as error:
            port.close()
            in_use = isinstance(error, PortFault) and error.name in IN_USE
            if not in_use or time.monotonic() > end:
                raise
        time.sleep(1)


def open_port(name: str) -> Port:
    """The port of that name: a board with Wi-Fi (tcp://), a serial port, or a URL that pyserial knows."""
    return WifiPort(name) if name.startswith(SCHEME) else SerialPort(name)
