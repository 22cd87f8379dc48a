"""A board for tests on CPython: pins, time and flash that the firmware takes for real ones."""

from __future__ import annotations

import gc
import random
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

from crossboard import profiles


class Pins:
    """GPIO levels, with a switch matrix between rows and columns (a diode at every switch)."""

    def __init__(self) -> None:
        self.driven: dict[int, int] = {}  # outputs and open drains: what is written to them
        self.low: set[int] = set()  # those that are 0
        self.closed: set[tuple[int, int]] = set()  # (row pin, column pin)
        self.grounded: set[int] = set()
        self.sent: list[bytes] = []  # what went out by bitstream
        self.reads = 0
        self.heard: list[tuple[int, int]] = []  # a buzzer's tones: Hz and duty cycle, 0 for silence

    def level(self, pin: int) -> int:
        self.reads += 1
        if pin in self.grounded:
            return 0
        for row in self.low:  # one at most while a matrix is scanned, which it is all the time
            if (row, pin) in self.closed:
                return 0
        return 1

    def drive(self, pin: int, level: int) -> None:
        self.driven[pin] = level
        (self.low.discard if level else self.low.add)(pin)


class Sensors:
    """A sensor driver for an app, without pins: `closed[i]` is what sensor i reads, in the order of the profile's sensors."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.closed = bytearray(count)

    def scan(self, raw: bytearray) -> None:
        """Fill `raw`, a byte for each sensor."""
        raw[:] = self.closed


class FakeBoard:
    """`with fake_board(folder) as board:` then `board.app()`; `board.closed` are the names of the closed squares."""

    def __init__(self, folder: Path, pins: Pins) -> None:
        self.folder = folder
        self.pins = pins
        self.profile = profiles.compile_profile(profiles.load("pico-8x8"))
        self.port = FakePort()
        self.now = 1000
        self.app: Any = None
        self.sensors = Sensors(0)

    def switch_on(self, read: bool = True) -> Any:
        """A new app on the same flash, as after a reset; `read`: it has read the game that was being played."""
        from firmware.builder import build

        self.port = FakePort()
        self.app = build(self.profile, self.port, str(self.folder))
        self._feel()
        while read and self.app.loop.task:
            self.app.loop.step(self.now & 0x3FFFFFFF)
        return self.app

    def _feel(self) -> None:
        """Sensors without pins, which are scanned quickly; the pieces on them stay where they are."""
        app = self.app
        if self.sensors.count != app.sensing.sensors.count:
            self.sensors = Sensors(app.sensing.sensors.count)
        app.sensing.sensors = self.sensors

    def set(self, square: str, closed: bool) -> None:
        """Close or open a square's sensor."""
        self.close((int(square[1:]) - 1) * self.profile["columns"] + ord(square[0]) - 97, closed)

    def close(self, number: int, closed: bool) -> None:
        """The same for the board's square of that number."""
        self.sensors.closed[bytes.fromhex(self.profile["sensors"]["squares"]).index(number)] = closed

    def set_all(self, squares: str) -> None:
        """Close exactly these squares (names with spaces)."""
        self.sensors.closed[:] = bytes(self.sensors.count)
        for square in squares.split():
            self.set(square, True)

    def press(self, button: str, ms: int = 60) -> None:
        """Hold a button down for so long."""
        pin = self.profile["buttons"][button]
        self.pins.grounded.add(pin)
        self.run(ms)
        self.pins.grounded.discard(pin)
        self.run(ms)

    def run(self, ms: int, period: int = 5) -> None:
        """Let time pass, a step every `period` ms."""
        for _ in range(ms // period):
            self.app.loop.step(self.now & 0x3FFFFFFF)
            assert self.app.loop.faults == 0, repr(self.app.loop.fault)
            self.now += period

    def gesture(self, text: str, gap: int = 100) -> None:
        """`-a4 +b5`: opens and closes squares one after the other, then waits until a ply would stand."""
        for word in text.split():
            self.set(word[1:], word[0] == "+")
            self.run(gap)
        self.run(500)

    def new_game(self, text: str) -> str:
        """Begin a game at once; "" or what is wrong with it."""
        from firmware.game.actions import Actions

        told: list[str] = []
        for _ in Actions(self.app.current).new_game(text, told.append):
            pass
        return told[0]

    def lights(self) -> dict[str, tuple[int, int, int]]:
        """The colour of every light that is not dark, by square."""
        if not self.pins.sent:
            return {}
        data = self.pins.sent[-1]
        found = {}
        columns = self.profile["columns"]
        for i, light in enumerate(bytes.fromhex(self.profile["lights"]["lights"])):
            green, red, blue = data[3 * light : 3 * light + 3]
            if red or green or blue:
                found[f"{chr(97 + i % columns)}{i // columns + 1}"] = (red, green, blue)
        return found

    def journal(self) -> list[str]:
        """The lines of the newest game on the flash, without CRC, the clock's and the flight recorder's."""
        newest = sorted(self.folder.glob("*.log"))[-1]
        return [line.rpartition("*")[0] for line in newest.read_text().splitlines() if line[:2] not in ("T ", "F ")]


def replay(journal: Any, game: Any) -> bool:
    """Bring `game` to where the journal's game stands; False if that can't be."""
    reading = journal.replaying(game)
    while True:
        try:
            next(reading)
        except StopIteration as end:
            return bool(end.value)


class FakePort:
    """The board's end of the serial line; `room` limits what it takes."""

    def __init__(self) -> None:
        self.arrived = bytearray()
        self.sent = bytearray()
        self.room = 1 << 30
        self.written_when_full = 0

    def read(self) -> int:
        return self.arrived.pop(0) if self.arrived else -1

    def write(self, byte: int) -> bool:
        if self.room <= 0:
            return False
        self.room -= 1
        self.sent.append(byte)
        return True


def _machine(pins: Pins) -> ModuleType:
    machine: Any = ModuleType("machine")

    class Pin:
        IN, OUT, OPEN_DRAIN, PULL_UP = 0, 1, 2, 1

        def __init__(self, pin: int, mode: int = -1, pull: int = -1, value: int | None = None) -> None:
            self.pin = pin
            if value is not None:
                pins.drive(pin, value)

        def value(self, level: int | None = None) -> int:
            if level is None:
                return pins.level(self.pin)
            pins.drive(self.pin, level)
            return 0

    class PWM:
        def __init__(self, pin: Pin, freq: int, duty_u16: int) -> None:
            self._hz = freq

        def freq(self, hz: int) -> None:
            self._hz = hz

        def duty_u16(self, duty: int) -> None:
            pins.heard.append((self._hz, duty))

    machine.Pin = Pin
    machine.PWM = PWM
    machine.bitstream = lambda pin, kind, timing, data: pins.sent.append(bytes(data))
    machine.unique_id = lambda: bytes.fromhex("e66164084373532b")
    return machine


@contextmanager
def fake_board(folder: Path, seed: int = 0) -> Iterator[FakeBoard]:
    """The firmware can be imported and built inside. What it takes for noise comes from `seed`: a failure comes again."""
    pins = Pins()
    with firmware_over(_machine(pins)):
        from firmware import noise

        noise.noise = random.Random(seed).randbytes
        yield FakeBoard(folder, pins)


@contextmanager
def firmware_over(machine: ModuleType) -> Iterator[None]:
    """The firmware can be imported inside, on that `machine`; afterwards its modules are those of before."""
    kept = {name: module for name, module in sys.modules.items() if name.partition(".")[0] == "firmware"}
    for name in kept:
        del sys.modules[name]
    sys.modules["machine"] = machine
    time_module: Any = time
    time_module.sleep_us = lambda us: None
    time_module.ticks_ms = lambda: time.monotonic_ns() // 1_000_000 & 0x3FFFFFFF
    time_module.ticks_diff = lambda a, b: (a - b + 0x20000000 & 0x3FFFFFFF) - 0x20000000
    time_module.sleep_ms = lambda ms: None
    gc_module: Any = gc
    gc_module.mem_free = gc_module.mem_alloc = lambda: 100_000
    gc_module.threshold = lambda amount: None
    try:
        yield
    finally:
        del gc_module.mem_free, gc_module.mem_alloc, gc_module.threshold
        for name in [name for name in sys.modules if name.partition(".")[0] == "firmware"]:
            del sys.modules[name]
        sys.modules.update(kept)
        del sys.modules["machine"], time_module.sleep_us, time_module.sleep_ms
        del time_module.ticks_ms, time_module.ticks_diff


def kinds(board: FakeBoard) -> list[str]:
    """Type and own fields of each record: without numbers, times and digests."""
    found = []
    for line in board.journal()[1:]:
        fields = line.split(" ")
        found.append(" ".join([fields[0], *fields[(4 if fields[0] in "PU" else 3) :]]))
    return found
