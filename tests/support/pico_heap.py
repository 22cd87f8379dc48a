"""The heap that a board uses, on 32-bit MicroPython (the WebAssembly build, whose objects and blocks are those of a Pico but for a
byte a name more), with the files that `crossboard flash` installs, a game in play, a PC connected."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from crossboard.board_files.build import build_for
from crossboard.simulator.micropython import run as run_micropython

FAKE = Path(__file__).parents[1] / "on_board" / "fake_chips.py"
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

    def printed(
        self,
        then: Iterable[str],
        heap: int,
        aside: int = 0,
        fixed: bool = False,
        first: str = "",
        timeout: float = 1800,
    ) -> str:
        """All that is printed; `fixed`: the heap does not grow. `first` is what `port` is told before the board is made;
        `timeout` in seconds."""
        steps = [
            f"aside = bytearray({aside})\n{self._start}",
            "gc.collect()",
            "micropython.qstr_info()\nprint('bare', gc.mem_alloc())",
            "import shared_rules.games, shared_rules.protocol.channel, firmware.loop\ngc.collect()",
            "micropython.qstr_info()\nprint('without', gc.mem_alloc())",
            f"import heap_script\nport = heap_script.Port()\n{first}\ngc.collect()",
            "micropython.qstr_info()\nprint('script', gc.mem_alloc())",
            "import main\nmain.keep_names()\nimport firmware.builder\nprint('high', gc.mem_alloc())\ngc.collect()",
            "session = heap_script.Session(port)\nprint('high', gc.mem_alloc())",
            *then,
        ]
        mounts = {**self._mounts, "/machine.py": FAKE}
        return run_micropython(steps, mounts, heap=heap, above=PICO_RAM, fixed=fixed, timeout=timeout)

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
                "print('mode', session.app.modes.letter())\ngc.collect()",
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
