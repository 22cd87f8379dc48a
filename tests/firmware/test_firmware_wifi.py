"""The board's end of the wire over Wi-Fi, with sockets that give and take what the test wants: lines in pieces, floods, no room."""

from __future__ import annotations

import hashlib
import hmac
import importlib
import random
import sys
from collections.abc import Callable, Generator
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from crossboard.boards.wifi import Seal
from tests.support.rounds import LIMIT_MS, Counted

TOKEN = "0123456789abcdef0123456789abcdef"
NONCE = b"a" * 32
FRAME = b"~0001 0002 03 04 P " + b"0001c0ffee42 7 61200 9f3a01 a4-b4" * 6 + b"*1234"
WOULD_BLOCK = None


class Connection:
    """A connection's end at the board."""

    def __init__(self, address: str = "192.0.2.1") -> None:
        self.address = address
        self.to_board = bytearray()
        self.from_board = bytearray()
        self.open = True
        self.ended = False
        self.piece = 1 << 20  # bytes that come or go at once
        self.broken = False

    def setblocking(self, blocking: bool) -> None:
        assert not blocking

    def readinto(self, buffer: bytearray) -> int | None:
        if self.broken:
            raise OSError(104)
        count = min(len(buffer), len(self.to_board), self.piece)
        if not count:
            return 0 if self.ended else WOULD_BLOCK
        buffer[:count] = self.to_board[:count]
        del self.to_board[:count]
        return count

    def write(self, data: memoryview) -> int | None:
        if self.broken:
            raise OSError(104)
        count = min(len(data), self.piece)
        self.from_board += data[:count]
        return count or WOULD_BLOCK

    def close(self) -> None:
        self.open = False


class Air:
    """The network: a station that joins when it is let, and who has connected."""

    def __init__(self) -> None:
        self.now = 0
        self.there = True
        self.joins: list[tuple[str, str]] = []
        self.waiting: list[Connection] = []
        self.listening = 0
        self.crowd: Callable[[], None] = lambda: None  # strangers, who act all the time

    def modules(self) -> dict[str, Any]:
        air = self

        class Station:
            def __init__(self, kind: int) -> None: ...
            def active(self, on: bool) -> None: ...
            def disconnect(self) -> None: ...

            def config(self, **values: object) -> None:
                raise ValueError

            def connect(self, ssid: str, password: str) -> None:
                air.joins.append((ssid, password))

            def isconnected(self) -> bool:
                return air.there

        class Listener:
            def setsockopt(self, *words: object) -> None: ...
            def setblocking(self, blocking: bool) -> None: ...
            def bind(self, address: object) -> None: ...

            def listen(self, backlog: int) -> None:
                air.listening += 1

            def accept(self) -> tuple[Connection, object]:
                found = air.waiting.pop(0)
                return found, (found.address, 1)

        class Poll:
            def register(self, what: object, events: int) -> None: ...

            def ipoll(self, wait: int) -> list[tuple[object, int]]:
                return [(None, 1)] if air.waiting else []

        network = ModuleType("network")
        network.WLAN, network.STA_IF = Station, 0  # type: ignore[attr-defined]
        sockets = ModuleType("socket")
        sockets.socket, sockets.SOL_SOCKET, sockets.SO_REUSEADDR = Listener, 0, 0  # type: ignore[attr-defined]
        sockets.getaddrinfo = lambda host, port: [(0, 0, 0, "", (host, port))]  # type: ignore[attr-defined]
        select = ModuleType("select")
        select.POLLIN, select.poll = 1, Poll  # type: ignore[attr-defined]
        return {"network": network, "socket": sockets, "select": select}


@pytest.fixture
def air(monkeypatch: pytest.MonkeyPatch) -> Generator[Air, None, None]:
    made = Air()
    with pytest.MonkeyPatch.context() as patch:
        for name, module in made.modules().items():
            patch.setitem(sys.modules, name, module)
        patch.delitem(sys.modules, "firmware.link.wifi", raising=False)
        wifi = importlib.import_module("firmware.link.wifi")
    del sys.modules["firmware.link.wifi"]
    ticks = SimpleNamespace(
        ticks_ms=lambda: made.now & 0x3FFFFFFF,
        ticks_diff=lambda a, b: (a - b + 0x20000000 & 0x3FFFFFFF) - 0x20000000,
        ticks_add=lambda a, b: a + b & 0x3FFFFFFF,
    )
    monkeypatch.setattr(wifi, "time", ticks)
    made.now = (1 << 30) - 2000  # the clock is about to wrap
    made.port = wifi.WifiPort(  # type: ignore[attr-defined]
        {"ssid": "hall", "password": "a long password", "name": "crossboard-0001", "token": TOKEN},
        random.Random(1).randbytes,
    )
    yield made


def run(air: Air, ms: int = 20) -> bytes:
    """Let time pass; what the link has read."""
    read = bytearray()
    for _ in range(ms // 5):
        air.now += 5
        air.crowd()
        while (byte := air.port.read()) >= 0:  # type: ignore[attr-defined]
            read.append(byte)
    return bytes(read)


def mac(text: bytes) -> bytes:
    return hmac.new(TOKEN.encode(), text, hashlib.sha256).digest()


class Pc:
    """A PC that has proved itself."""

    def __init__(self, air: Air, piece: int = 1 << 20, after: int = 1000) -> None:
        self.line = Connection("192.0.2.99")
        self.line.piece = piece
        air.waiting.append(self.line)
        while not self.line.from_board.endswith(b"\n"):
            run(air, 5)
        run(air, after)
        both = bytes(self.line.from_board).rstrip().removeprefix(b"crossboard 1 ") + b" " + NONCE
        self.line.from_board.clear()
        self.line.to_board += NONCE + b" " + mac(b"pc " + both)[:16].hex().encode() + b"\n"
        run(air, 1000)
        self.answer = bytes(self.line.from_board)
        self.proved = self.answer == mac(b"board " + both)[:16].hex().encode() + b"\n"
        self.line.from_board.clear()
        self.out, self.into = Seal(mac(b"to board " + both)), Seal(mac(b"to pc " + both))

    def say(self, frame: bytes) -> None:
        self.line.to_board += frame + b" " + self.out.make(frame) + b"\n"

    def heard(self) -> list[bytes]:
        """Frames whose seals are right."""
        found: list[bytes] = []
        for line in bytes(self.line.from_board).splitlines():
            frame, _, seal = line.rpartition(b" ")
            assert self.into.make(frame) == seal
            found.append(frame)
        self.line.from_board.clear()
        return found


def put(air: Air, frame: bytes) -> None:
    """As the link does: a byte at a time, as many as there is room for in a round."""
    at = 0
    for _ in range(400):
        air.now += 5
        while at < len(frame) and air.port.write(frame[at]):  # type: ignore[attr-defined]
            at += 1
        if at == len(frame):
            return
        air.port.read()  # type: ignore[attr-defined]
    raise AssertionError("it does not go out")


@pytest.mark.parametrize("piece", [1, 7, 64, 1000])
def test_frames_go_both_ways_in_pieces_of_any_size(air: Air, piece: int) -> None:
    pc = Pc(air, piece)
    assert pc.proved
    for text in (b"~", FRAME, b"~0001 0002 00 00 A *0000"):
        pc.say(text)
        pc.say(text)
        assert run(air, 6000) == (text + b"\n") * 2
        put(air, text + b"\n")
        put(air, text + b"\n")
        for _ in range(400):
            air.port._peer.sent()  # type: ignore[attr-defined]
        assert pc.heard() == [text, text]


def test_a_connection_that_breaks_or_ends_is_dropped_and_the_next_one_taken(air: Air) -> None:
    for how in ("broken", "ended"):
        pc = Pc(air)
        assert pc.proved and air.port.ready()  # type: ignore[attr-defined]
        setattr(pc.line, how, True)
        run(air)
        assert not air.port.ready() and not pc.line.open  # type: ignore[attr-defined]
        assert not air.port.write(126)  # type: ignore[attr-defined]


def test_a_pc_keeps_its_place_while_it_speaks_and_loses_it_in_silence(air: Air) -> None:
    pc = Pc(air)
    pc.say(b"~")
    run(air)
    other = Pc(air)
    assert not other.proved and other.answer == b"taken\n" and pc.line.open
    run(air, 5000)
    assert Pc(air).proved and not pc.line.open


@pytest.mark.parametrize(
    "frame", [b"~ X *1234 0123456789abcdef", b"~", b"0" * 16, b" " + b"0" * 16, b"x" * 279, b"\xff" * 30]
)
def test_a_wrong_seal_ends_the_connection_before_a_byte_is_read(air: Air, frame: bytes) -> None:
    pc = Pc(air)
    pc.line.to_board += frame + b"\n"
    assert run(air, 200) == b""
    assert not pc.line.open and not air.port.ready()  # type: ignore[attr-defined]


def test_a_repeated_line_ends_the_connection(air: Air) -> None:
    pc = Pc(air)
    pc.say(b"~")
    again = bytes(pc.line.to_board)
    pc.line.to_board += again
    assert run(air, 200) == b"~\n"
    assert not pc.line.open


def test_whatever_strangers_say_they_are_gone_within_seconds_and_the_pc_stays(air: Air) -> None:
    pc = Pc(air)
    rng = random.Random(5)
    for _ in range(200):
        stranger = Connection()
        stranger.to_board += rng.randbytes(rng.choice((0, 1, 30, 66, 300, 1000))) + rng.choice((b"", b"\n"))
        stranger.ended = rng.random() < 0.3
        stranger.broken = rng.random() < 0.1
        air.waiting.append(stranger)
        for _ in range(9):
            pc.say(b"~")
            assert run(air, 500) == b"~\n"
        assert not stranger.open, "it is still there"
        assert stranger.from_board.count(b"\n") <= 1
    assert pc.line.open


@pytest.mark.parametrize("words", [b"", b"x", NONCE + b" " + NONCE + b"\n"])
@pytest.mark.parametrize(("addresses", "after"), [(1, 2500), (2, 40), (50, 40)])
def test_strangers_who_come_again_at_once_keep_no_pc_out(air: Air, words: bytes, addresses: int, after: int) -> None:
    """Who is far from all of them has its full time; else what three more strangers take."""
    rng = random.Random(3)
    inside: list[Connection] = []

    def crowd() -> None:
        inside[:] = [one for one in inside if one.open]
        while len(air.waiting) < 8:
            inside.append(Connection(f"192.0.2.{rng.randrange(addresses)}"))
            inside[-1].to_board += words
            air.waiting.append(inside[-1])
        assert len(inside) <= 8 + 3

    air.crowd = crowd
    run(air, 3000)
    for _ in range(20):
        pc = Pc(air, after=after)
        assert pc.proved
        for _ in range(5):
            pc.say(b"~")
            assert run(air, 1000) == b"~\n"
        air.port.hang_up()  # type: ignore[attr-defined]


def test_strangers_take_no_more_buffers_than_there_are(air: Air) -> None:
    port = air.port  # type: ignore[attr-defined]
    buffers = [(id(one.line), id(one.out)) for one in (port._peer, *port._strangers)]
    for _ in range(50):
        air.waiting.append(Connection())
        run(air, 50)
    assert Pc(air).proved
    assert buffers == [(id(one.line), id(one.out)) for one in (port._peer, *port._strangers)]


def test_what_comes_right_behind_the_proof_is_read(air: Air) -> None:
    pc = Pc(air, after=20)
    air.port.hang_up()  # type: ignore[attr-defined]
    line = Connection()
    line.piece = 30  # and the answer goes out in two pieces
    air.waiting.append(line)
    run(air, 100)
    both = bytes(line.from_board).rstrip().removeprefix(b"crossboard 1 ") + b" " + NONCE
    line.from_board.clear()
    pc.line, pc.out, pc.into = line, Seal(mac(b"to board " + both)), Seal(mac(b"to pc " + both))
    line.to_board += NONCE + b" " + mac(b"pc " + both)[:16].hex().encode() + b"\n"
    pc.say(FRAME)
    assert run(air, 1000) == FRAME + b"\n"
    put(air, b"~\n")
    answer, _, rest = bytes(line.from_board).partition(b"\n")
    assert answer == mac(b"board " + both)[:16].hex().encode() and rest.startswith(b"~ ")


def test_a_lost_network_is_joined_again(air: Air) -> None:
    assert air.joins == [("hall", "a long password")]
    air.there = False
    run(air, 40_000)
    assert len(air.joins) == 3
    air.there = True
    run(air, 40_000)
    assert len(air.joins) == 3 and air.listening == 1


def test_no_round_is_long_because_of_it(air: Air) -> None:
    """32 bytes in, and 48 out with a seal to be made or checked, are a round's share (link.py); a Pico's time, by its bytecodes."""
    pc = Pc(air)
    port: Any = air.port  # type: ignore[attr-defined]
    longest, where = 0.0, ""
    for number in range(60):
        if number % 10 == 0:
            pc.say(FRAME)
        with Counted().round() as made:
            for _ in range(32):
                if port.read() < 0:
                    break
            for at in range(48):
                port.write(10 if at == 47 else 126)
        longest, where = max((longest, where), (made.ms, str(made.parts.most_common())))
    assert longest < LIMIT_MS / 2, (longest, where)
