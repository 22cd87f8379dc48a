"""How long a scan takes a Pico, reckoned; no board is needed. Times of a Pico at 125 MHz are the sum of

- 1.2 us for every bytecode that the firmware's own code executes (bytecodes.py says where that is from),
- 1 us for every call of a pin, register or bus beside it, for these are C functions that look at their arguments,
- what the hardware itself takes: the settling time of a row; 8 clocks a byte by SPI; by I2C 9 clocks a byte for two addresses,
  a register and two bytes, with 3 for starts and stop; 1.25 us a bit of a WS2812, in which the processor waits.
"""

from __future__ import annotations

import importlib
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any

from crossboard.own_game.bytecodes import MICROSECONDS

CALL_US = 1.0
WS2812_US = 30.0  # a light
FAKE = Path(__file__).parents[1] / "on_board" / "fake_chips.py"
OURS = ("/firmware/", "/shared_rules/")


class Counter:
    """Counts bytecodes of our own code, and what is asked of the hardware, while it is `on`."""

    def __init__(self) -> None:
        self.us = 0.0
        self._codes: dict[str, bool] = {}

    def add(self, us: float) -> None:
        """A call of the hardware that takes so long."""
        self.us += us + CALL_US

    def _trace(self, frame: FrameType, event: str, _: Any) -> Any:
        name = frame.f_code.co_filename
        ours = self._codes.get(name)
        if ours is None:
            ours = self._codes[name] = any(part in name for part in OURS)
        if not ours:
            return None
        frame.f_trace_lines = False
        frame.f_trace_opcodes = True
        if event == "opcode":
            self.us += MICROSECONDS
        return self._trace

    def measure(self, work: Callable[[], object]) -> float:
        """Microseconds of a Pico that `work` takes."""
        self.us = 0.0
        before = sys.gettrace()
        sys.settrace(self._trace)
        try:
            work()
        finally:
            sys.settrace(before)
        return self.us


@contextmanager
def fake_machine(profile: dict[str, Any], counter: Counter) -> Iterator[Any]:
    """The chips' `machine` of the tests, each call of it reckoned; the firmware's modules are imported afresh."""
    machine: Any = ModuleType("machine")
    exec(FAKE.read_text(encoding="utf-8"), machine.__dict__)
    sensors = profile["sensors"]
    if sensors["driver"] == "matrix":
        machine.ROWS, machine.COLUMNS = tuple(sensors["rows"]), tuple(sensors["columns"])
    byte_us = 8e6 / sensors.get("baud", profile["lights"].get("baud", 1_000_000))
    chip_us = (5 * 9 + 3) * 1e6 / sensors.get("freq", 400_000)
    charge(machine.Pin, "value", counter, lambda *_: 0)
    charge(machine.SPI, "readinto", counter, lambda _, data: len(data) * byte_us)
    charge(machine.SPI, "write", counter, lambda _, data: len(data) * byte_us)
    charge(machine.I2C, "readfrom_mem_into", counter, lambda *_: chip_us)
    charge(machine.Registers, "__getitem__", counter, lambda *_: 0)
    charge(machine, "bitstream", counter, lambda pin, kind, timing, data: len(data) / 3 * WS2812_US)
    clock: Any = time
    saved, platform = dict(sys.modules), sys.platform
    for name in [name for name in sys.modules if name.partition(".")[0] == "firmware"]:
        del sys.modules[name]
    sys.modules["machine"] = machine
    sys.platform = profile["port"]
    clock.sleep_us = counter.add
    clock.ticks_ms = clock.ticks_us = lambda: 0
    try:
        yield machine
    finally:
        for name in [name for name in sys.modules if name not in saved]:
            del sys.modules[name]
        sys.modules.update(saved)
        sys.platform = platform
        del clock.sleep_us, clock.ticks_ms, clock.ticks_us


def charge(owner: Any, name: str, counter: Counter, cost: Callable[..., float]) -> None:
    """From now on a call of that function costs so many microseconds."""
    right = getattr(owner, name)

    def charged(*arguments: Any) -> Any:
        counter.add(cost(*arguments))
        return right(*arguments)

    setattr(owner, name, charged)


def scans(profile: dict[str, Any], machine: Any, counter: Counter) -> tuple[float, float]:
    """Microseconds of a scan in which nothing has changed, and of one in which everything has."""
    sensors: Any = importlib.import_module("firmware.drivers").make("sensors", profile["sensors"])
    raw = bytearray(sensors.count)
    sensors.scan(raw)
    idle = counter.measure(lambda: sensors.scan(raw))
    for sensor in range(sensors.count):
        machine.closed[sensor] = 1
    return idle, counter.measure(lambda: sensors.scan(raw))
