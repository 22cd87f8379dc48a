"""Frames: golden vectors (tests/data/wire_vectors.txt) both ways, CRC, numbers as text."""

from __future__ import annotations

from pathlib import Path

import pytest

from shared_rules.protocol import frames as wire
from shared_rules.protocol.channel import CONSOLE, MESSAGE, NOTHING, Channel

VECTORS = Path(__file__).parents[1] / "data" / "wire_vectors.txt"


def vectors(section: str) -> list[list[str]]:
    """Lines of one section of the vectors, split at tabs."""
    found: list[list[str]] = []
    current = ""
    for line in VECTORS.read_text(encoding="ascii").splitlines():
        if line.startswith("["):
            current = line.strip("[]")
        elif line and not line.startswith("#") and current == section:
            found.append(line.split("\t"))
    assert found, section
    return found


def hear(channel: Channel, text: bytes, now: int = 0) -> list[tuple[int, str]]:
    """What the channel makes of these bytes."""
    got: list[tuple[int, str]] = []
    for byte in text:
        what = channel.receive(byte, now)
        if what:
            got.append((what, channel.text()))
    return got


def test_crc_check_value() -> None:
    assert wire.crc16(b"123456789", 0, 9) == 0x29B1
    assert wire.crc16(b"123456789", 4, 9, wire.crc16(b"123456789", 0, 4)) == 0x29B1


@pytest.mark.parametrize("vector", vectors("frames"), ids=lambda v: v[5])
def test_vector_written(vector: list[str]) -> None:
    session, peer, number, ack, kind, payload, frame = vector
    out = bytearray(wire.MAX_LINE)
    data = payload.encode()
    n = wire.put_frame(out, int(session, 16), int(peer, 16), int(number, 16), int(ack, 16), ord(kind), data, len(data))
    assert out[:n].decode() == frame + "\n"


@pytest.mark.parametrize("vector", vectors("frames"), ids=lambda v: v[5])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_vector_read(vector: list[str], end: str) -> None:
    session, peer, number, _, kind, payload, frame = vector
    channel = Channel(0)
    channel.session = int(peer, 16)
    channel.peer = int(session, 16)
    channel._taken = (int(number, 16) - 2) % 255 + 1  # whatever comes before it
    got = hear(channel, (frame + end).encode())
    assert channel.bad == channel.stale == channel.repeated == 0
    assert got == ([] if kind == "A" else [(MESSAGE, payload)])
    assert chr(channel.kind) == kind


@pytest.mark.parametrize("vector", vectors("not frames"), ids=lambda v: v[1])
def test_bad_vector_is_dropped_and_the_next_frame_read(vector: list[str]) -> None:
    channel = Channel(0)
    channel.session, channel.peer, channel.established = 0xA001, 0xB002, True
    bad = vector[0].encode().decode("unicode_escape").encode("latin-1")
    assert hear(channel, bad + b"\n") == []
    assert channel.bad == 1
    good = vectors("frames")[0][-1].encode() + b"\n"
    channel.session, channel.peer = int(good[6:10], 16), int(good[1:5], 16)
    assert [what for what, _ in hear(channel, good)] == [MESSAGE]


def test_text_between_frames_is_console_text() -> None:
    channel = Channel(0)
    channel.session, channel.peer, channel.established = 0xA001, 0xB002, True
    got = hear(channel, b"Traceback:\r\n\nhalf a line~b002 a001 00 00 L x*5b9c\nMPY: soft reboot\n")
    assert [what for what, _ in got if what == MESSAGE] == []  # that CRC is wrong
    assert [text for what, text in got if what == CONSOLE] == ["Traceback:", "", "half a line", "MPY: soft reboot"]


def test_long_console_line_comes_in_pieces() -> None:
    channel = Channel(0)
    got = hear(channel, b"x" * 600 + b"\n")
    assert "".join(text for _, text in got) == "x" * 600
    assert max(len(text) for _, text in got) <= wire.MAX_LINE


def test_endless_frame_is_given_up() -> None:
    channel = Channel(0)
    assert hear(channel, b"~" + b"x" * 10_000 + b"\n") == []
    assert channel.bad == 1
    assert hear(channel, b"hello\n") == [(CONSOLE, "hello")]


def test_payload_is_made_printable() -> None:
    out = bytearray(wire.MAX_LINE)
    n = wire.put_frame(out, 1, 0, 0, 0, wire.T_LOG, b"a~b\x03\n\xe9c", 7)
    assert b"a?b???c*" in out[:n]
    assert out[:n].isascii() and out[: n - 1].decode().isprintable()


def test_longest_frame_fits() -> None:
    out = bytearray(wire.MAX_LINE)
    payload = b"y" * wire.MAX_PAYLOAD
    n = wire.put_frame(out, 0xFFFF, 0xFFFF, 255, 255, wire.T_GAME, payload, len(payload))
    assert n <= wire.MAX_LINE
    channel = Channel(0)
    channel.session, channel.peer, channel._taken = 0xFFFF, 0xFFFE, 254
    out[1:5] = b"fffe"
    n = wire.put_frame(out, 0xFFFE, 0xFFFF, 255, 0, wire.T_GAME, payload, len(payload))
    assert hear(channel, bytes(out[:n])) == [(MESSAGE, payload.decode())]


@pytest.mark.parametrize("value", [0, 1, 9, 10, 99, 100, 65535, (1 << 30) - 1])
def test_numbers(value: int) -> None:
    out = bytearray(16)
    n = wire.put_number(out, 3, value)
    assert out[3:n] == b"%d" % value
    if n - 3 < 10:
        assert wire.get_number(out, 3, n) == value
    assert wire.put_hex(out, 0, value, 8) == 8
    assert out[:8] == b"%08x" % value
    assert wire.get_hex(out, 0, 8) == value


@pytest.mark.parametrize("text", [b"", b"x", b"1x", b"-1", b" 1", b"1234567890"])
def test_no_numbers(text: bytes) -> None:
    assert wire.get_number(text, 0, len(text)) == -1


def test_upper_case_is_no_hexadecimal() -> None:
    assert wire.get_hex(b"00AF", 0, 4) == -1
    assert wire.get_hex(b"00af", 0, 4) == 0xAF


def test_nothing_is_said_of_an_empty_reading() -> None:
    channel = Channel(0)
    assert [channel.receive(byte, 0) for byte in b"abc"] == [NOTHING] * 3
