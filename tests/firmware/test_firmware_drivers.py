"""Drivers on fake pins: matrix scan, WS2812 bits, buttons, the serial port; and the lights' meanings."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from shared_rules.protocol.signals import BUTTON_BACK, BUTTON_OK
from tests.support.firmware_on_pins import FakeBoard, fake_board


@pytest.fixture
def board(tmp_path: Path) -> Iterator[FakeBoard]:
    with fake_board(tmp_path) as fake:
        yield fake


def test_matrix_reads_every_square_alone(board: FakeBoard) -> None:
    from firmware.sensors.matrix import Driver

    matrix = Driver(board.profile["sensors"])
    assert matrix.count == 64
    raw = bytearray(64)
    for square in range(64):
        board.pins.closed = {(square // 8, 8 + square % 8)}
        matrix.scan(raw)
        assert [i for i in range(64) if raw[i]] == [square]
    assert all(board.pins.driven[row] == 1 for row in range(8))


def test_matrix_drives_one_row_at_a_time(board: FakeBoard) -> None:
    from firmware.sensors.matrix import Driver

    matrix = Driver(board.profile["sensors"])
    low: set[tuple[int, ...]] = set()
    level = board.pins.level

    def watch(pin: int) -> int:
        low.add(tuple(row for row in range(8) if board.pins.driven[row] == 0))
        return level(pin)

    board.pins.level = watch  # type: ignore[method-assign]
    board.pins.closed = {(r, 8 + c) for r in range(8) for c in range(8)}
    raw = bytearray(64)
    matrix.scan(raw)
    assert raw == bytes([1] * 64)
    assert low == {(row,) for row in range(8)}


def test_ws2812_sends_green_red_blue(board: FakeBoard) -> None:
    from firmware.lights.ws2812 import TIMING, Driver

    lights = Driver({"pin": 16, "count": 3})
    lights.put(0, 1, 2, 3)
    lights.put(2, 255, 0, 128)
    assert board.pins.sent == []
    lights.show()
    assert board.pins.sent == [bytes([2, 1, 3, 0, 0, 0, 0, 255, 128])]
    assert [TIMING[0] + TIMING[1], TIMING[2] + TIMING[3]] == [1250, 1250]


def pressed(buttons: Any, pins: Any, levels: list[tuple[int, int]], end: int) -> list[tuple[int, int]]:
    """(time, button) of each press, read every 5 ms while pin 17 follows `levels` of (time, grounded)."""
    found = []
    for now in range(0, end, 5):
        for time, grounded in levels:
            if time <= now:
                (pins.grounded.add if grounded else pins.grounded.discard)(17)
        if button := buttons.read(now):
            found.append((now, button))
    return found


@pytest.mark.parametrize(
    ("levels", "count"),
    [
        ([(100, 1)], 1),
        ([(100, 1), (105, 0), (110, 1)], 1),
        ([(100, 1), (110, 0)], 0),
        ([(100, 1), (200, 0), (205, 1), (300, 0)], 1),
        ([(100, 1), (200, 0), (300, 1), (400, 0)], 2),
        ([], 0),
    ],
)
def test_button_presses(board: FakeBoard, levels: list[tuple[int, int]], count: int) -> None:
    from firmware.buttons import Buttons

    found = pressed(Buttons({"ok": 17, "next": 18, "back": 19}), board.pins, levels, 600)
    assert [button for _, button in found] == [BUTTON_OK] * count
    assert all(time >= 120 for time, _ in found)


def test_missing_buttons(board: FakeBoard) -> None:
    from firmware.buttons import HOLD, Buttons

    buttons = Buttons({"back": 17})
    assert [button for _, button in pressed(buttons, board.pins, [(10, 1)], 100)] == [BUTTON_BACK]
    assert buttons.deadline(100) == 1000 - 70  # until it counts as held
    assert buttons.gesture(100 + 930) == HOLD | BUTTON_BACK
    assert buttons.deadline(1030) == -1


def test_port_reads_and_writes_single_bytes(board: FakeBoard, monkeypatch: pytest.MonkeyPatch) -> None:
    """On pipes, with what MicroPython's poll has besides CPython's."""
    import select

    class Poll:
        """select.poll with MicroPython's ipoll."""

        def __init__(self) -> None:
            self.real = real_poll()

        def register(self, stream: Any, events: int) -> None:
            self.real.register(stream.fileno(), events)

        def ipoll(self, timeout: int) -> list[tuple[int, int]]:
            return self.real.poll(timeout)

    real_poll = select.poll
    to_board, to_pc = os.pipe(), os.pipe()
    os.set_blocking(to_pc[1], False)
    with os.fdopen(to_board[0], "rb", 0) as arriving, os.fdopen(to_pc[1], "wb", 0) as leaving:
        monkeypatch.setattr(select, "poll", Poll)
        monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=arriving, fileno=arriving.fileno))
        monkeypatch.setattr(sys, "stdout", SimpleNamespace(buffer=leaving, fileno=leaving.fileno))
        from firmware.link.usb import UsbPort

        port = UsbPort()
        assert port.read() == -1
        os.write(to_board[1], b"a\x00\xff")
        assert [port.read() for _ in range(4)] == [97, 0, 255, -1]
        os.write(to_board[1], b"\x03\x01")  # Ctrl-C that came while main.py was compiled; the REPL reads what follows
        with pytest.raises(KeyboardInterrupt):
            port.read()
        assert port.read() == 1
        assert port.write(126)
        assert os.read(to_pc[0], 10) == b"~"
        written = 0
        while port.write(120):
            written += 1
            assert written < 1_000_000
        assert not port.write(121)
        os.read(to_pc[0], 4096)
        assert port.write(122)
    os.close(to_board[1])
    os.close(to_pc[0])


class Slow:
    """A console that always has room, and waits for half a second where nobody reads."""

    def __init__(self) -> None:
        self.now = 0
        self.reads = True
        self.given: list[int] = []
        self.come: list[int] = []

    def read(self) -> int:
        return self.come.pop() if self.come else -1

    def write(self, byte: int) -> bool:
        if self.reads:
            self.given.append(byte)
        else:
            self.now += 500
        return True


def test_an_esp32_s_port_waits_once_for_a_pc_that_does_not_read(
    board: FakeBoard, monkeypatch: pytest.MonkeyPatch
) -> None:
    from firmware.link import esp32

    usb = Slow()
    monkeypatch.setattr(esp32, "UsbPort", lambda: usb)
    monkeypatch.setattr(
        esp32, "time", SimpleNamespace(ticks_ms=lambda: usb.now, ticks_diff=lambda one, other: one - other)
    )
    port = esp32.Esp32Port()
    assert all(port.write(byte) for byte in range(5)) and usb.given == [0, 1, 2, 3, 4]
    usb.reads = False
    written = sum(port.write(1) for _ in range(200))
    assert (written, usb.now) == (1, 500)
    usb.now += 20_000
    assert [port.write(1) for _ in range(50)] == [True] + [False] * 49 and usb.now == 21_000
    usb.reads, usb.come = True, [65]
    assert not port.write(1)
    assert (port.read(), port.read()) == (65, -1)
    assert port.write(7) and port.write(8) and usb.given[-2:] == [7, 8]


class Lamp:
    """Lights that remember what was shown."""

    count = 4

    def __init__(self) -> None:
        self.now = [(0, 0, 0)] * 4
        self.shown: list[tuple[tuple[int, int, int], ...]] = []

    def put(self, light: int, red: int, green: int, blue: int) -> None:
        self.now[light] = (red, green, blue)

    def show(self) -> None:
        self.shown.append(tuple(self.now))


def test_every_mark_looks_different(board: FakeBoard) -> None:
    """By colour and, for those who see one colour only, never all by the same pattern."""
    from firmware.lights.colours import MEANINGS
    from firmware.lights.display import Display

    looks = set()
    for mark in range(1, len(MEANINGS)):
        lamp = Lamp()
        display = Display(lamp, bytes((1, 1, 1, 1)), 100)
        display.lay(bytes((0,)))
        for now in range(0, 2048, 128):
            display.show(bytes((mark,)), now)
        looks.add(tuple(frame[0] for frame in lamp.shown))
        assert any(any(frame[0]) for frame in lamp.shown)
    assert len(looks) == len(MEANINGS) - 1


def test_display_sends_only_what_changed(board: FakeBoard) -> None:
    from firmware.lights.display import Display

    lamp = Lamp()
    display = Display(lamp, bytes((0, 1, 2, 3)), 50)
    display.lay(bytes((0, 1, 255, 2)))
    marks = bytearray((0, 2, 2, 0))
    for now in range(0, 1000, 5):
        display.show(marks, now)
    assert lamp.shown == [((0, 0, 0), (0, 0, 100), (0, 0, 0), (0, 0, 0))]
    marks[3] = 9  # blinks
    display.dirty = True
    for now in range(1024, 2048, 5):
        display.show(marks, now)
    assert len(lamp.shown) == 1 + 8
    display.off()
    assert lamp.shown[-1] == ((0, 0, 0),) * 4


def test_display_notices(board: FakeBoard) -> None:
    from firmware.lights.display import Display

    lamp = Lamp()
    display = Display(lamp, bytes((0, 1, 2, 3)), 100)
    display.lay(bytes((0,)))
    display.alarm(0)
    for now in range(0, 5000, 5):
        display.show(bytes((0,)), now)
    assert any(frame[3] == (255, 0, 255) for frame in lamp.shown)
    assert lamp.shown[-1] == ((0, 0, 0),) * 4
    lamp.shown.clear()
    display.say_full(True)
    for now in range(5120, 8000, 5):
        display.show(bytes((0,)), now)
    assert {frame[2] for frame in lamp.shown} == {(0, 0, 0), (255, 120, 0)}


@pytest.mark.parametrize("what", ["sensors", "lights"])
def test_unknown_driver(board: FakeBoard, what: str) -> None:
    board.profile[what]["driver"] = "other"
    with pytest.raises(ValueError, match=f"this firmware has no driver firmware.{what}.other"):
        board.switch_on()
