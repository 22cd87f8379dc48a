"""A board that is examined by `crossboard doctor`, in virtual time: the firmware's own program and the PC's own link, over
the circuit of the simulated board, and a maker whose magnets lie wherever there is light.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

from crossboard import profiles
from crossboard.boards.health import SquareHealth
from crossboard.boards.link import Link
from crossboard.doctor import command as doctor
from crossboard.doctor.bench import Bench
from crossboard.doctor.checks import Maker, Times
from crossboard.doctor.diagnosis import Diagnosis
from crossboard.errors import LinkError
from crossboard.simulator.wiring import Wiring
from tests.support.circuit import FAULT_CLOSED, FAULT_NO_DIODE, FAULT_OPEN, Circuit
from tests.support.firmware_on_pins import FakePort, firmware_over

FAULTS = {"dead": FAULT_OPEN, "stuck": FAULT_CLOSED, "no-diode": FAULT_NO_DIODE}
PERIOD_MS = 5
REGISTER = 0xD0000004


class Registers:
    """`mem32`: the pins at once; what was read once is remembered, as long as nothing changes."""

    def __init__(self, circuit: Circuit) -> None:
        self._circuit = circuit
        self._known: dict[tuple[bytes, ...], int] = {}

    def __getitem__(self, address: int) -> int:
        assert address == REGISTER
        circuit = self._circuit
        parts = (circuit.out, circuit.switches, circuit.mode, circuit.faults, circuit.cuts)
        state = tuple(bytes(part) for part in parts)
        if state not in self._known:
            self._known[state] = sum(circuit.read(pin) << pin for pin in range(30))
        return self._known[state]


def machine_over(circuit: Circuit) -> ModuleType:
    """The board's `machine`."""
    machine: Any = ModuleType("machine")

    class Pin:
        IN, OUT, OPEN_DRAIN, PULL_UP = 0, 1, 2, 1

        def __init__(self, pin: int, mode: int = -1, pull: int = 0, value: int | None = None) -> None:
            self.pin = pin
            if value is not None:
                circuit.out[pin] = value
            circuit.setup(pin, mode, pull)

        def value(self, level: int | None = None) -> int:
            if level is None:
                return circuit.read(self.pin)
            circuit.out[self.pin] = level
            return 0

    machine.Pin = Pin
    machine.bitstream = lambda pin, kind, timing, data: circuit.bitstream(pin.pin, *timing, data, len(data))
    machine.unique_id = lambda: bytes.fromhex("e66164084373532b")
    machine.mem32 = Registers(circuit)
    return machine


class World:
    """Board, line and maker's hands; `pause` lets all of them live for so long. It is the PC's port as well."""

    name = "bench"

    def __init__(self, truth: dict[str, Any], believed: dict[str, Any], circuit: Circuit, folder: Path) -> None:
        from firmware.builder import build

        self.wiring = Wiring.of_profile(truth)
        self.circuit = circuit
        self.ms = 1000
        self.follows = False
        self.chatters: dict[str, int] = {}  # squares whose switch chatters for so many ms when it closes
        self.flickers: set[str] = set()  # squares whose switch opens now and then although the magnet lies on it
        self.loose: set[str] = set()  # squares whose switch closes for a moment now and then
        self.joined: dict[str, str] = {}  # square -> the one that closes with it
        self.unplugged_until = 0  # ms of the clock: the cable is out
        self.loses_after = 0.0  # s on the clock from which the cable stays out
        self.spoils = 0  # a byte of so many is damaged on its way to the PC
        self.late = 0  # ms from what the board says until the PC has it
        self._coming: list[tuple[int, bytes]] = []
        self._dice = random.Random(7)
        self._on: dict[str, int] = {}  # squares with a magnet on them, and since when
        self._up_at: dict[int, int] = {}
        self._line = FakePort()
        self.app: Any = build(profiles.compile_profile(believed), self._line, str(folder))

    # The PC's port

    def unplug_for(self, seconds: float) -> None:
        """The cable comes loose for so long; the board goes on."""
        self.unplugged_until = self.ms + round(seconds * 1000)

    def reopen(self, name: str) -> World:
        """The port, where it is there again."""
        if self._unplugged():
            raise LinkError("there is no such port", name)
        return self

    def _unplugged(self) -> bool:
        return self.ms < self.unplugged_until or 0 < self.loses_after < self.ms / 1000

    def _lose(self) -> None:
        if self._unplugged():
            self._line.sent.clear()
            raise LinkError("the port has disappeared", self.name)

    def read(self) -> bytes:
        self._lose()
        data = bytearray(self._line.sent)
        self._line.sent.clear()
        for i in range(len(data)):
            if self.spoils and not self._dice.randrange(self.spoils):
                data[i] = 0x20 + self._dice.randrange(0x5E)
        if data:
            self._coming.append((self.ms + self.late, bytes(data)))
        due = [one for at, one in self._coming if at <= self.ms]
        del self._coming[: len(due)]
        return b"".join(due)

    def write(self, data: bytes) -> int:
        self._lose()
        self._line.arrived += data
        return len(data)

    def close(self) -> None:
        pass

    # Time

    def clock_ms(self) -> int:
        return self.ms & 0x3FFFFFFF

    def clock(self) -> float:
        return self.ms / 1000

    def pause(self, seconds: float) -> None:
        for _ in range(max(1, round(seconds * 1000 / PERIOD_MS))):
            self.app.loop.step(self.clock_ms())
            assert self.app.loop.faults == 0, repr(self.app.loop.fault)
            self.ms += PERIOD_MS
            self._hands()

    # Hands

    def lights(self) -> dict[str, tuple[int, int, int]]:
        return self.wiring.colours(bytes(self.circuit.lights))

    def set(self, square: str, closed: bool) -> None:
        self.circuit.switches[self.wiring.switch(square)] = closed

    def press(self, button: str, ms: int = 100) -> None:
        """Press it; it is let go by itself."""
        index = self.wiring.button(button)
        self.circuit.switches[index] = 1
        self._up_at[index] = self.ms + ms

    def break_sensor(self, square: str, fault: str) -> None:
        self.circuit.faults[self.wiring.switch(square)] = FAULTS[fault]

    def _hands(self) -> None:
        for index, when in list(self._up_at.items()):
            if self.ms >= when:
                self.circuit.switches[index] = 0
                del self._up_at[index]
        if not self.follows:
            return
        lit = {square for square, colour in self.lights().items() if any(colour)}
        lit |= {other for square, other in self.joined.items() if square in lit}
        for square in self._on.keys() - lit:
            del self._on[square]
            self.set(square, False)
        for square in lit:
            since = self.ms - self._on.setdefault(square, self.ms)
            chatters = since < self.chatters.get(square, 0)
            flickers = square in self.flickers and since % 50 == 0
            self.set(square, not flickers and (not chatters or self._dice.random() < 0.5))
        for square in self.loose - lit:
            self.set(square, self.ms % 100 == 0)

    def examined(self, maker: Maker, times: Times) -> Diagnosis:
        """What doctor finds, with magnets wherever there is light."""
        link = Link(self, lambda: (self.name,), self.reopen, self.clock_ms)
        bench = Bench(link, self.clock, self.pause, back_s=120.0)
        assert link.hello is not None
        self.follows = True
        profile = profiles.load(link.hello.profile)
        fared = [SquareHealth(square, *count) for square, count in sorted(bench.fared()[1].items())]
        found = doctor.examine(bench, maker, times, profile, link.hello, fared)
        bench.close()
        self.follows = False
        return found


@contextmanager
def world(truth: dict[str, Any], folder: Path, believed: dict[str, Any]) -> Iterator[World]:
    """A board that is wired as `truth` and has been flashed with the profile that its maker believes in."""
    circuit = Circuit(Wiring.of_profile(truth).described())
    folder.mkdir(exist_ok=True)
    with firmware_over(machine_over(circuit)):
        from firmware.sensors import matrix

        matrix.GPIO_IN = {sys.platform: REGISTER}
        yield World(truth, believed, circuit, folder)
