"""How long the board's rounds would take on a Pico, estimated as in pico.py: whole `App.step`s of noisy games.

The firmware runs on fake pins; counted are the bytecodes of the firmware and the shared rules in each round, but for the
journal (a flash write takes as long as it takes) and the sensor driver, whose time is bus time. Light frames count.
"""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

from crossboard import profiles
from crossboard.rules import HOLE, specs
from crossboard.trace import Trace
from tests.benchmarks.pico import MICROSECONDS
from tests.benchmarks.tables import show, thousands

ROOT = Path(__file__).resolve().parents[2]
OURS = (str(ROOT / "firmware") + "/", str(ROOT / "shared_rules") + "/")
BESIDES = ("journal.py", "recorder.py", "reader.py", "shelf.py", "matrix.py")
LIMIT_MS = 10.0
PLIES = 24
GAMES = 2
PERIOD_MS = 5


class Counted:
    """Counts bytecodes of board code; `parts` says where the most of them were in the longest round."""

    def __init__(self) -> None:
        self.parts: Counter[str] = Counter()
        self.total = 0

    @contextmanager
    def round(self) -> Iterator[None]:
        """One round."""
        self.parts = Counter()
        sys.settrace(self._trace)
        try:
            yield
        finally:
            sys.settrace(None)
            self.total = sum(self.parts.values())

    def _trace(self, frame: FrameType, event: str, _: Any) -> Any:
        name = frame.f_code.co_filename
        frame.f_trace_lines = False
        if not name.startswith(OURS) or name.endswith(BESIDES):
            return None if event == "call" else self._trace
        frame.f_trace_opcodes = True
        if event == "opcode":
            self.parts[frame.f_code.co_qualname] += 1
        return self._trace


class Sensors:
    """Squares of the game's frame, set by name of number."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.closed = bytearray(count)

    def scan(self, raw: bytearray) -> None:
        raw[:] = self.closed


def profile_for(game: str) -> dict[str, Any]:
    """The first board that has the game."""
    for name in ("pico-8x8", "pico-cross"):
        loaded = profiles.load(name)
        if game in loaded["games"]:
            return profiles.compile_profile(loaded)
    raise ValueError(game)


def rounds(trace: Trace, counted: Counted) -> Iterator[tuple[int, Counter[str]]]:
    """(bytecodes, where) of every round while a trace is played."""
    from tests.firmware_on_pins import fake_board

    with tempfile.TemporaryDirectory() as folder, fake_board(Path(folder) / "games") as board:
        board.profile = profile_for(trace.game().name)
        app = board.switch_on()
        sensors = Sensors(app._sensors.count)
        app._sensors = sensors
        assert app.commands.new_game(trace.position) == ""
        sensor_of = {square: sensor for sensor, square in enumerate(app.table.layout.square_of)}
        for square, value in enumerate(trace.game().board):
            if value and value != HOLE:
                sensors.closed[sensor_of[square]] = 1
        board.run(600)
        start = board.now
        events = iter(trace.events)
        event = next(events, None)
        end = trace.events[-1].time + 2000
        while board.now - start < end:
            while event and event.time <= board.now - start:
                if event.button:
                    app.press(event.button)
                else:
                    sensors.closed[sensor_of[event.square]] = event.closed
                event = next(events, None)
            with counted.round():
                app.step(board.now)
            assert not app.faults, app.fault
            board.now += PERIOD_MS
            yield counted.total, counted.parts


def run() -> None:
    """Print the longest rounds of each variant."""
    sys.path.insert(0, str(ROOT / "tests"))
    from hands import CLUMSY, noisy_game

    rows: list[list[str]] = []
    worst: tuple[int, str, Counter[str]] = (0, "", Counter())
    for spec in specs():
        numbers: list[int] = []
        for seed in range(GAMES):
            counted = Counted()
            for total, parts in rounds(noisy_game(spec, seed, PLIES, CLUMSY)[0], counted):
                numbers.append(total)
                if total > worst[0]:
                    worst = (total, spec, parts)
        numbers.sort()
        times = [numbers[-1], numbers[len(numbers) * 999 // 1000], numbers[len(numbers) // 2]]
        over = sum(number * MICROSECONDS / 1000 > LIMIT_MS for number in numbers)
        cells = [f"{number * MICROSECONDS / 1000:.1f}" for number in times]
        rows.append([spec, thousands(len(numbers)), *cells, str(over)])
    where = ", ".join(f"{name} {count}" for name, count in worst[2].most_common(8))
    show(
        "A round of the board's loop on a Pico, estimated",
        ["game", "rounds", "most ms", "99.9 % ms", "median ms", f"over {LIMIT_MS:.0f} ms"],
        rows,
        f"{MICROSECONDS} us a bytecode; the longest, in {worst[1]}: {where}",
    )


if __name__ == "__main__":
    run()
