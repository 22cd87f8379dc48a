"""Rounds of the board's loop, counted: the firmware on fake pins, its sensors set by the squares of the game.

Counted are bytecodes of the firmware and the shared rules, as in bytecodes.py. What a round does that
bytecodes do not show is noted beside them (`Round`): writes to the flash and garbage collections.
"""

from __future__ import annotations

import gc
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from crossboard import profiles
from crossboard.games.gestures import ply_touches
from crossboard.games.rules import HOLE
from crossboard.library.trace import TraceEvent
from crossboard.own_game.bytecodes import MICROSECONDS, TraceFunction, bytecode_counter
from tests.support.firmware_on_pins import FakeBoard, Sensors

ROOT = Path(__file__).resolve().parents[2]
OURS = (str(ROOT / "firmware") + "/", str(ROOT / "shared_rules") + "/")
DRIVERS = ("matrix.py",)  # whose time is bus time
LIMIT_MS = 10.0
PERIOD_MS = 5
WRITES = {
    "Journal._write",
    "Journal._begin_file",
    "Journal.resume",
    "Journal.discard",
    "GameStore.remove",
    "GameStore.forget_secret",
    "Settings._save",
    "save",  # of sealing.py
}
"""Functions that write to the flash or remove a file there."""


@dataclass
class Round:
    """What one round did: bytecodes by function, writes to the flash, collections."""

    parts: Counter[str] = field(default_factory=Counter[str])
    writes: int = 0
    collections: int = 0

    @property
    def total(self) -> int:
        """Bytecodes."""
        return sum(self.parts.values())

    @property
    def ms(self) -> float:
        """What they would take on a Pico."""
        return milliseconds(self.total)


def milliseconds(bytecodes: int) -> float:
    """What so many bytecodes would take on a Pico."""
    return bytecodes * MICROSECONDS / 1000


class Counted:
    """Counts what happens in `with counted.round() as made:`, but not in files that end with one of `besides`."""

    def __init__(self, besides: tuple[str, ...] = DRIVERS) -> None:
        self._besides = besides
        self._made = Round()
        self._counters: dict[CodeType, tuple[list[int], TraceFunction] | None] = {}
        self._called: set[CodeType] = set()  # in this round

    @contextmanager
    def round(self) -> Iterator[Round]:
        """One round."""
        made = self._made = Round()
        collect = gc.collect
        gc.collect = self._collect
        sys.settrace(self._trace)
        try:
            yield made
        finally:
            sys.settrace(None)
            gc.collect = collect
            for code in self._called:
                counter = self._counters[code]
                if counter and counter[0][0]:
                    made.parts[code.co_qualname] += counter[0][0]
                    counter[0][0] = 0
            self._called.clear()

    def _collect(self, *_: int) -> int:
        self._made.collections += 1
        return 0

    def _trace(self, frame: FrameType, event: str, _: Any) -> Any:
        """A function begins: whoever counts its bytecodes, None if nobody does."""
        code = frame.f_code
        if code not in self._counters:
            name = code.co_filename
            ours = name.startswith(OURS) and not name.endswith(self._besides)
            self._counters[code] = bytecode_counter() if ours else None
        counter = self._counters[code]
        frame.f_trace_lines = False
        if counter is None:
            return None
        frame.f_trace_opcodes = True
        self._called.add(code)
        self._made.writes += code.co_qualname in WRITES
        return counter[1]


def profile_for(game: str) -> dict[str, Any]:
    """The first board that has the game."""
    for name in ("pico-8x8", "pico-cross"):
        loaded = profiles.load(name)
        if game in loaded["games"]:
            return profiles.compile_profile(loaded)
    raise ValueError(game)


class Desk:
    """A board at which somebody sits: every round is counted and kept in `rounds`; `starts` are its switchings-on.

    Squares are those of the game's frame.
    """

    def __init__(self, board: FakeBoard, spec: str, counted: Counted | None = None) -> None:
        board.profile = profile_for(spec.partition(" ")[0].partition(":")[0])
        board.profile["game"] = spec.partition(" ")[0]
        self.board = board
        self.rounds: list[Round] = []
        self.starts: list[Round] = []
        self.pc: Any = None  # what is at the other end of the line, if anything
        self._counted = counted or Counted()
        self._closed: set[int] = set()  # sensors
        self.switch_on()
        if " " in spec:
            assert self.board.new_game(spec) == ""

    @property
    def app(self) -> Any:
        """The firmware's."""
        return self.board.app

    def switch_on(self) -> None:
        """As after a power cut, until the game has been read; the pieces stay where they are."""
        with self._counted.round() as made:
            self.board.switch_on(read=False)
        self.starts.append(made)
        app = self.app
        self._sensors = Sensors(app.sensing.sensors.count)
        for sensor in self._closed:
            self._sensors.closed[sensor] = 1
        app.sensing.sensors = self._sensors
        while app.loop.task:
            self.run(PERIOD_MS)

    def run(self, ms: int) -> None:
        """Let time pass."""
        for _ in range(ms // PERIOD_MS):
            if self.pc:
                self.pc.exchange()
            with self._counted.round() as made:
                self.app.loop.step(self.board.now & 0x3FFFFFFF)
            self.rounds.append(made)
            assert not self.app.loop.faults, repr(self.app.loop.fault)
            self.board.now += PERIOD_MS

    def set(self, square: int, closed: bool, ms: int = 0) -> None:
        """Put a piece on a square or lift it, and let time pass."""
        sensor = bytes(self.app.table.layout.square_of).index(square)
        self._sensors.closed[sensor] = closed
        (self._closed.add if closed else self._closed.discard)(sensor)
        self.run(ms)

    def stand(self, board: bytearray | None = None, ms: int = 700) -> None:
        """All pieces stand at once as the position (or `board`) has them."""
        for square, value in enumerate(board or self.app.table.game.board):
            if value != HOLE and square in bytes(self.app.table.layout.square_of):
                self.set(square, value > 0)
        self.run(ms)

    def press(self, button: str, ms: int = 60, rest: int = 60) -> None:
        """Hold a button down for so long."""
        pin = self.board.profile["buttons"][button]
        self.board.pins.grounded.add(pin)
        self.run(ms)
        self.board.pins.grounded.discard(pin)
        self.run(rest)

    def perform(self, ply: int, rest: int = 600) -> None:
        """Play a ply as hands do."""
        for touch in ply_touches(self.app.table.game, ply):
            self.set(touch.square, touch.closed, 100)
        self.run(rest)

    def follow(self, events: Iterable[TraceEvent], after: int = 2000) -> None:
        """What a trace has."""
        start = self.board.now
        for event in events:
            while self.board.now - start < event.time:
                self.run(PERIOD_MS)
            if event.button:
                self.app.modes.press(event.button)
            else:
                self.set(event.square, event.closed)
        self.run(after)
