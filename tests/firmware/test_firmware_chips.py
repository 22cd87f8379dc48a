"""Drivers of chips, and the matrix by its register: every sensor alone, lights to the bit, and no heap in either."""

from __future__ import annotations

import importlib
import random
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from crossboard import profiles

ON_BOARD = Path(__file__).parents[1] / "on_board"
SHIFT = {
    "driver": "shift74hc165",
    "spi": 0,
    "sck": 2,
    "mosi": 3,
    "miso": 4,
    "latch": 20,
    "baud": 1_000_000,
    "chips": 11,
}
EXPANDERS = {"driver": "mcp23017", "i2c": 0, "sda": 8, "scl": 9, "freq": 400_000, "addresses": [32, 33, 34]}
MATRIX = {"driver": "matrix", "rows": [0, 1, 2], "columns": [4, 9, 28], "settle_us": 5}
MAX = {"driver": "max7219", "spi": 0, "sck": 18, "mosi": 19, "miso": 16, "cs": 20, "baud": 1_000_000, "chips": 2,
       "count": 84, "brightness": 50}  # fmt: skip
SENSORS = [SHIFT, EXPANDERS, MATRIX]


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The chips' `machine` in place of a real one; the firmware's modules are forgotten afterwards."""
    ours = [name for name in sys.modules if name.partition(".")[0] == "firmware"]
    for name in ours:
        monkeypatch.delitem(sys.modules, name)
    fake = ModuleType("machine")
    exec((ON_BOARD / "fake_chips.py").read_text(), fake.__dict__)
    monkeypatch.setitem(sys.modules, "machine", fake)
    monkeypatch.setattr(time, "sleep_us", lambda us: None, raising=False)
    monkeypatch.setattr(sys, "platform", "rp2")
    yield fake
    for name in [name for name in sys.modules if name.partition(".")[0] == "firmware"]:
        del sys.modules[name]


def driver(settings: dict[str, Any]) -> Any:
    return importlib.import_module("firmware.drivers").make("lights" if "count" in settings else "sensors", settings)


@pytest.mark.parametrize("settings", SENSORS, ids=lambda s: s["driver"])
def test_every_sensor_alone_and_all_at_random(machine: Any, settings: dict[str, Any]) -> None:
    sensors = driver(settings)
    assert sensors.count == {"shift74hc165": 88, "mcp23017": 48, "matrix": 9}[settings["driver"]]
    raw = bytearray(sensors.count)
    rng = random.Random(3)
    scenes = [[i == one for i in range(sensors.count)] for one in range(sensors.count)]
    scenes += [[rng.random() < 0.5 for _ in range(sensors.count)] for _ in range(20)]
    for scene in scenes:
        machine.closed[: len(scene)] = bytes(scene)
        sensors.scan(raw)
        assert list(raw) == scene
    other = bytearray(b"\x07" * sensors.count)
    sensors.scan(other)
    assert list(other) == scenes[-1], "a buffer seen for the first time is filled whole"


def test_a_row_is_one_read_of_the_register(machine: Any) -> None:
    sensors = driver(MATRIX)
    sensors.scan(bytearray(9))
    assert machine.state["reads"] == 3


def test_where_there_is_no_register_the_pins_are_read(machine: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "esp32")
    sensors = driver(MATRIX)
    machine.closed[5] = 1
    raw = bytearray(9)
    sensors.scan(raw)
    assert list(raw) == [0, 0, 0, 0, 0, 1, 0, 0, 0]
    assert machine.state["reads"] == 9


def test_the_shift_registers_are_read_between_their_clocks(machine: Any) -> None:
    sensors = driver(SHIFT)
    assert machine.made == [(0, 1_000_000, 1, 0, 2, 3, 4)]
    before = machine.state["latched"]
    sensors.scan(bytearray(88))
    assert machine.state["latched"] == before + 1


def test_an_expander_that_is_silent_reads_open_and_is_set_up_again(machine: Any) -> None:
    sensors = driver(EXPANDERS)
    raw = bytearray(48)
    for i in range(48):
        machine.closed[i] = 1
    sensors.scan(raw)
    assert sum(raw) == 48 and machine.state["pulled"] == 3
    machine.state["silent"] = 33
    sensors.scan(raw)
    assert list(raw) == [1] * 16 + [0] * 16 + [1] * 16
    machine.state["silent"] = 0
    sensors.scan(raw)
    assert sum(raw) == 48 and machine.state["pulled"] == 4


def digits_of(machine: Any, chips: int) -> dict[tuple[int, int], int]:
    """{(chip, register): value} of what went out, chip 0 being the last of each word."""
    data = bytes(machine.words[: machine.state["word"]])
    found: dict[tuple[int, int], int] = {}
    for at in range(0, len(data), 2 * chips):
        for i in range(chips):
            found[chips - 1 - i, data[at + 2 * i]] = data[at + 2 * i + 1]
    return found


def test_max7219_lights_and_set_up(machine: Any) -> None:
    lights = driver(MAX)
    lights.put(0, 1, 0, 0)
    lights.put(7, 0, 0, 9)
    lights.put(65, 0, 5, 0)
    lights.put(83, 255, 255, 255)
    lights.put(83, 0, 0, 0)
    machine.state["word"] = 0
    lights.show()
    found = digits_of(machine, 2)
    assert {place: value for place, value in found.items() if place[1] <= 8 and value} == {(0, 1): 129, (1, 1): 2}
    for chip in (0, 1):
        assert [found[chip, register] for register in (9, 10, 11, 12, 15)] == [0, 8, 7, 1, 0]


def test_max7219_starts_dark(machine: Any) -> None:
    driver(MAX)
    found = digits_of(machine, 2)
    assert [found[chip, digit] for chip in (0, 1) for digit in range(1, 9)] == [0] * 16


def test_one_colour_tells_every_meaning_by_its_pattern(machine: Any) -> None:
    """No pattern is another one's, even if one looks a moment later."""
    display = importlib.import_module("firmware.lights.display")
    colours = importlib.import_module("firmware.lights.colours")
    assert len(colours.MEANINGS) == display.MEANT
    assert len(colours.ONE_COLOUR) == len(colours.MEANINGS) + len(colours.NOTICES) == display.LOOKS
    meant = [p for i, p in enumerate(colours.ONE_COLOUR) if i not in (0, display.EDGE, display.MEANT)]
    turned = {min((p << n | p >> (8 - n)) & 255 for n in range(8)) for p in meant}
    assert len(turned) == len(meant) and 0 not in turned


def test_a_display_of_one_colour_uses_those_patterns(machine: Any) -> None:
    display = importlib.import_module("firmware.lights.display")
    colours = importlib.import_module("firmware.lights.colours")
    lights = driver({**MAX, "chips": 1, "count": 64})
    shown = display.Display(lights, bytes((63, 63, 63, 63)), 50)
    shown.lay(bytes(range(64)))
    marks = bytearray(64)
    marks[:13] = bytes(range(13))
    phases: list[int] = []
    for phase in range(8):
        machine.state["word"] = 0
        shown.show(marks, phase << 7)
        found = digits_of(machine, 1)
        phases.append(found[0, 1] | found[0, 2] << 8)
    for mark in range(1, 13):
        assert sum((phases[phase] >> mark & 1) << phase for phase in range(8)) == colours.ONE_COLOUR[mark]


@pytest.mark.parametrize(("count", "limit"), [(64, 400), (84, 400), (64, 130), (255, 10_000), (3, 5)])
def test_no_frame_takes_more_than_the_limit(machine: Any, count: int, limit: int) -> None:
    lights = driver({"driver": "ws2812", "pin": 16, "count": count, "limit_ma": limit, "idle_ma": 1, "channel_ma": 20})
    rng = random.Random(count)
    for level in (1, 3, 40, 255):
        colours = [[rng.choice((0, level)) for _ in range(3)] for _ in range(count)]
        for light, colour in enumerate(colours):
            lights.put(light, *colour)
        lights.show()
        sent = bytes(machine.sent[: 3 * count])
        wanted = [value for red, green, blue in colours for value in (green, red, blue)]
        assert count + sum(sent) * 20 / 255 <= limit
        if count + sum(wanted) * 20 / 255 <= limit - 1:
            assert list(sent) == wanted
        else:
            assert max(sent) - min(value for value, want in zip(sent, wanted, strict=True) if want) <= 0
            assert count + (sum(sent) + len(sent)) * 20 / 255 > limit - 1, "no dimmer than it must be"


LOCKED = """
import machine, micropython, time
from firmware.drivers import make
from firmware.sensors import matrix
matrix.GPIO_IN["webassembly"] = 0xD0000004
matrix.sleep_us = lambda us: None
sensors = [make("sensors", settings) for settings in {sensors}]
lights = [make("lights", settings) for settings in {lights}]
raws = [bytearray(s.count) for s in sensors]
def work():
    for n in range(40):
        machine.closed[n] = n & 1
        for i in range(len(sensors)):
            sensors[i].scan(raws[i])
        for light in lights:
            light.put(n, 255, 255, 255)
            light.show()
work()
micropython.heap_lock()
work()
micropython.heap_unlock()
print([sum(raw) for raw in raws], machine.state["shows"])
"""


def test_chips_allocate_nothing(micropython: Callable[..., str]) -> None:
    lights = [MAX, profiles.compile_profile(profiles.load("pico-cross"))["lights"]]
    code = LOCKED.format(sensors=SENSORS, lights=lights)
    assert micropython(code, {"/machine.py": ON_BOARD / "fake_chips.py"}) == "[20, 20, 4] 80\n"


def test_a_driver_that_lacks_a_member_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("firmware.lights.half")
    module.Driver = lambda settings: SimpleNamespace(count=1, put=None)  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "firmware.lights.half", module)
    with pytest.raises(ValueError, match="driver firmware.lights.half has no show"):
        importlib.import_module("firmware.drivers").make("lights", {"driver": "half"})
