"""A whole board, reckoned: scan rate by sensor driver and profile, heap in use with each game, flash used.

No board is needed. Times of a Pico at 125 MHz are the sum of
- 1.2 us for every bytecode that the firmware's own code executes (tests/benchmarks/pico.py says where that is from),
- 1 us for every call of a pin, register or bus beside it, for these are C functions that look at their arguments,
- what the hardware itself takes: the settling time of a row; 8 clocks a byte by SPI; by I2C 9 clocks a byte for two addresses,
  a register and two bytes, with 3 for starts and stop; 1.25 us a bit of a WS2812, in which the processor waits.
Heap is that of 32-bit MicroPython (the WebAssembly build, whose objects and blocks are those of a Pico but for a byte a name more)
with the files that `crossboard flash` installs, a game in play, a PC connected.
"""

from __future__ import annotations

import importlib
import json
import re
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any

from crossboard import profiles
from crossboard.board_files.build import build_for
from crossboard.games.rules import specs
from crossboard.simulator.micropython import require
from crossboard.simulator.micropython import run as run_micropython
from tests.benchmarks.pico import MICROSECONDS
from tests.benchmarks.playing import game_names_wanted
from tests.benchmarks.tables import show, thousands

CALL_US = 1.0
WS2812_US = 30.0  # a light
BLOCK = 4096  # bytes of flash, littlefs gives files whole ones
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


def speeds() -> Iterator[list[str]]:
    """A row for each profile."""
    for name in profiles.names():
        profile = json.loads(profiles.profile_json(profiles.load(name)))
        squares = sum(1 for s in bytes.fromhex(profile["sensors"]["squares"]) if s != 255)
        counter = Counter()
        with fake_machine(profile, counter) as machine:
            idle, worst = scans(profile, machine, counter)
        ms = [f"{us / 1000:.2f}" for us in (idle, worst)]
        yield [name, profile["sensors"]["driver"], str(squares), *ms, thousands(1e6 / worst)]


SCRIPTS = (FAKE.with_name("heap_script.py"), FAKE.with_name("air_script.py"))
NO_CHANCE = """
import os, sys
class Os:
    urandom = staticmethod(lambda n: bytes(n))
for name in dir(os):
    setattr(Os, name, staticmethod(getattr(os, name)))
sys.modules["os"] = Os
"""
PICO_HEAP = 240 << 10  # bytes
# Where a Pico's memory begins. The collector keeps whatever any word seems to point to; nearer to 0 two short numbers side by
# side would, of which MicroPython's tables of names are full.
PICO_RAM = 0x20000000
BOOT_MS = 8000  # of the loop, until the game is in play and the PC has all that it asked for
HOUR_MS, MINUTE_MS = 3_600_000, 60_000
COLLECTIONS = 4000  # of a session, at most
FIRST_POOL = 20  # names in MicroPython's first pool on the heap; each pool is twice as large as the one before
NAME_BYTES = 7  # that a name takes in a pool


@dataclass(frozen=True)
class Heap:
    """Bytes of heap that a board uses: at most while it starts, garbage and all, and in play."""

    peak: int
    play: int


ASIDE = (0, 2000)  # bytes that all else lies behind


@dataclass(frozen=True)
class Hour:
    """What an hour of play leaves of a Pico's heap: bytes of the largest piece free, and of the most that was in use at once, with
    the garbage of one round; in so many plies and games.

    This MicroPython can't collect within a round, and its heap grows instead; when it shrinks again nothing of that is left to
    see. A Pico collects whenever it must: where `most` is more than its heap, only a Pico or an emulated one can tell.
    """

    largest: int  # 0: with the board at one side the heap had to grow, and has not shrunk again
    most: int
    plies: int
    games: int


class Measured:
    """A board that plays `spec`, with the files that `crossboard flash` installs, in a heap as large as a Pico's.

    Counted by MicroPython itself, after a collection. Not counted is what the PC's end and the script take, and modules that
    this build has in Python but a Pico in C (binascii, os, time).
    """

    def __init__(self, profile: dict[str, Any], spec: str, folder: Path) -> None:
        self.spec = spec
        scripts = {path.stem: path.read_text(encoding="utf-8") for path in SCRIPTS}
        for path, content in build_for({**profile, "game": spec}, scripts=scripts).items():
            (folder / path[1:]).parent.mkdir(parents=True, exist_ok=True)
            (folder / path[1:]).write_bytes(content)
        self._mounts = {f"/{place.name}": place for place in folder.iterdir()}
        wires = profile["sensors"]
        self._start = (
            "import binascii, gc, json, machine, micropython, time\n"
            f"machine.ROWS, machine.COLUMNS = {tuple(wires.get('row_pins', ()))}, {tuple(wires.get('column_pins', ()))}{NO_CHANCE}"
        )

    def run(self, then: Iterable[str], heap: int, aside: int = 0) -> dict[str, list[int]]:
        """What is printed by name: heap in use before our modules are there, and so on, in `heap` bytes; `aside` come first."""
        printed = self.printed(then, heap, aside)
        found: dict[str, list[int]] = {}
        for line in printed.splitlines():
            for name, number in re.findall(r"([a-z_][a-z_ ]*?)[=:]? ?(\d+)", line):
                found.setdefault(name, []).append(int(number))
        return found

    def printed(self, then: Iterable[str], heap: int, aside: int = 0, fixed: bool = False, first: str = "") -> str:
        """All that is printed; `fixed`: the heap does not grow. `first` is what `port` is told before the board is made."""
        steps = [
            f"aside = bytearray({aside})\n{self._start}",
            "gc.collect()",
            "micropython.qstr_info()\nprint('bare', gc.mem_alloc())",
            "import shared_rules.games, shared_rules.protocol.channel, firmware.loop\ngc.collect()",
            "micropython.qstr_info()\nprint('without', gc.mem_alloc())",
            f"import heap_script\nport = heap_script.Port()\n{first}\ngc.collect()",
            "micropython.qstr_info()\nprint('script', gc.mem_alloc())",
            "import firmware.builder\nprint('high', gc.mem_alloc())\ngc.collect()",
            "session = heap_script.Session(port)\nprint('high', gc.mem_alloc())",
            *then,
        ]
        mounts = {**self._mounts, "/machine.py": FAKE}
        return run_micropython(steps, mounts, heap=heap, above=PICO_RAM, fixed=fixed, timeout=1800)

    def heap(self, seated: bool = False) -> Heap:
        """At the start, and once the game is in play; `seated`: the board plays the first side, and has thought.

        A number that looks like an address keeps garbage from being collected. So it is measured at several places: the least
        counts.
        """
        found = [self._heap_at(aside, seated) for aside in ASIDE]
        return Heap(min(one.peak for one in found), min(one.play for one in found))

    def _heap_at(self, aside: int, seated: bool) -> Heap:
        seat = ["port.say('I 0 8')", *going_on(BOOT_MS + 3000)] if seated else []
        found = self.run(
            [
                *going_on(BOOT_MS),
                *seat,
                "print('mode', session.app.letter())\ngc.collect()",
                "micropython.qstr_info()\nprint('play', gc.mem_alloc())",
            ],
            4 * PICO_HEAP,
            aside,
        )
        if found["mode"] != [ord("p")]:
            raise AssertionError(f"{self.spec} is not in play: {found}")
        ours = found["bare"][0] + found["script"][0] - found["without"][0] + _pools(found)
        return Heap(max(found["high"]) - ours, found["play"][0] - ours)

    def hour(self, seated: bool = False, ms: int = HOUR_MS) -> Hour:
        """After an hour of play, in which hands play by chance and the PC has a wish a minute. `seated`: the board plays the second
        side all the time; otherwise for a minute now and then."""
        bare = self.run([], PICO_HEAP)
        others = bare["bare"][0] + bare["script"][0] - bare["without"][0]
        seat = ["port.wishes = heap_script.WISHES\nport.say('I 1 2')"] if seated else []
        pieces = ["session.hands = True", *going_on(BOOT_MS), *seat, *going_on(ms)]
        told = "micropython.mem_info()\nprint('turns', session.turns)\nprint('games', session.games)"
        found = self.run([*pieces, "gc.collect()", told], PICO_HEAP + others)
        fits = found["total"][-1] <= PICO_HEAP + others
        if not fits and not seated:
            raise AssertionError(f"{self.spec} does not fit: {found['total'][0] - others} bytes")
        largest = 16 * found["max free sz"][0] if fits else 0
        return Hour(largest, max(found["high"]) - others, found["turns"][0], found["games"][0])


def going_on(until: int) -> list[str]:
    """Pieces of a script that go on to that moment (ms), collecting garbage when the board would."""
    piece = f"if session.port.now < {until}:\n    session.go_on({until})\n    print('high', gc.mem_alloc())\n    gc.collect()"
    return [piece] * COLLECTIONS


def _pools(found: Mapping[str, list[int]]) -> int:
    """Bytes of the last pool of names if the board's own names would not need it: that of the script's took it.

    MicroPython keeps names in pools, of which each is twice as large as the one before; on a Pico the names of what stands in
    for its chips here are in its flash.
    """
    others = found["n_qstr"][0] + found["n_qstr"][2] - found["n_qstr"][1]
    size, full = FIRST_POOL, 0
    while full < found["n_qstr"][-1] - others:
        full, size = full + size, 2 * size
    return 0 if found["n_qstr"][-1] <= full else NAME_BYTES * size


def largest_variant(game: str) -> str:
    """The variant of a game with the longest name, which has everything."""
    return max((s for s in specs() if s.partition(":")[0] == game), key=len)


def heaps(folder: Path, small: bool) -> Iterator[list[str]]:
    """A row for each board and each of its games in its largest variant, and with the board playing one side: KB of heap."""
    for name in profiles.names()[: 1 if small else None]:
        profile = profiles.load(name)
        for game in list(profile["games"])[: 1 if small else None]:
            measured = Measured(profile, largest_variant(game), folder / name / game)
            open_one = Measured(profile, game, folder / name / f"{game} played")
            heap, seated = measured.heap(), open_one.heap(seated=True)
            yield [name, measured.spec, *(f"{n / 1024:.1f}" for n in (heap.peak, heap.play, seated.play))]


def hours(folder: Path, small: bool) -> Iterator[list[str]]:
    """Two rows for each game on the Pico's board with the most sensors that plays it: people play, and the board a side.

    CROSSBOARD_GAME names one game. Two at a time, as each waits for a process of its own; on an idle machine one takes from one
    to five minutes.
    """
    picos = [name for name in profiles.names() if profiles.load(name)["port"] == "rp2"]

    def row(what: tuple[str, bool]) -> list[str]:
        game, seated = what
        fitting = [name for name in picos if game in profiles.load(name)["games"]]
        name = max(fitting, key=lambda name: len(profiles.compile_profile(profiles.load(name))["sensors"]["squares"]))
        spec = game if seated else largest_variant(game)
        hour = Measured(profiles.load(name), spec, folder / f"{game} {seated}").hour(
            seated, MINUTE_MS if small else HOUR_MS
        )
        kb = [f"{hour.largest / 1024:.1f}" if hour.largest else "had to grow", f"{hour.most / 1024:.1f}"]
        return [name, spec, "the board" if seated else "people", str(hour.plies), str(hour.games), *kb]

    games = [(game, seated) for game in game_names_wanted(small) for seated in (False, True)]
    with ThreadPoolExecutor(2) as pool:
        yield from pool.map(row, games[: 1 if small else None])


def flash() -> Iterator[list[str]]:
    """What `crossboard flash` puts on a board: files, bytes, and bytes of whole blocks."""
    for name in ("pico-8x8", "pico-cross"):
        sizes = [len(content) for content in build_for(profiles.load(name)).values()]
        blocks = sum(-(-size // BLOCK) for size in sizes)
        yield [name, str(len(sizes)), thousands(sum(sizes)), f"{blocks * BLOCK / 1024:.0f}"]


def run(small: bool = False) -> None:
    """Print how fast boards are scanned, and what is on their flash."""
    del small  # it takes a second
    head = ["profile", "driver", "squares", "ms", "worst ms", "worst, a second"]
    show("A scan on a Pico at 125 MHz, reckoned", head, speeds(), "worst: every switch has changed")
    show("Flash used by what `crossboard flash` installs", ["profile", "files", "bytes", "KB of blocks"], flash())


def run_heap(small: bool = False) -> None:
    """Print how much heap is in use."""
    head = ["profile", "game", "most at start, KB", "in play", "board plays one side"]
    note = "The PC is connected. A Pico has 240 KB; at start garbage is counted too. The board does not play with secret kings."
    require()
    with tempfile.TemporaryDirectory() as folder:
        show("Heap in use, all code from .mpy", head, heaps(Path(folder), small), note)


def run_hour(small: bool = False) -> None:
    """Print what an hour of play leaves of the heap."""
    head = ["profile", "game", "plays", "plies", "games", "largest piece free, KB", "most at once"]
    note = (
        "At once: with the garbage of a round, which a Pico collects when it must; beyond 240 KB only a Pico can tell."
    )
    require()
    with tempfile.TemporaryDirectory() as folder:
        show("Heap of a Pico after an hour of play", head, hours(Path(folder), small), note)
