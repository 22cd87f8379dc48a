"""How long the board's rounds would take on a Pico, estimated as in pico.py: whole `App.step`s of noisy games.

The firmware runs on fake pins; counted are the bytecodes of the firmware and the shared rules in each round, but for the
journal (a flash write takes as long as it takes) and the sensor driver, whose time is bus time. Light frames count.
A second table has the rounds in which a PC wants something, reading the journal included; what the flash itself takes is not.
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
    """Counts bytecodes of board code, but not in files that end with one of `besides`; `parts` says where they were."""

    def __init__(self, besides: tuple[str, ...] = BESIDES) -> None:
        self.parts: Counter[str] = Counter()
        self._besides = besides
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
        if not name.startswith(OURS) or name.endswith(self._besides):
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
        assert board.new_game(trace.position) == ""
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


STORED = 80  # games on the flash
WISHES = {
    "the listing of 80 games": [("J", "")],
    "a stored game": [("J", "{first} 1")],
    "the end of a stored game": [("J", "{first} 59")],
    "an acknowledgement": [("K", "{first} 60")],
    "removing games from a full flash": [],
    "the game again from the flash": [("K", "{current} 0")],
    "a snapshot, the time": [("S", ""), ("T", "1800000000000")],
    "marks on every square": [("M", " ".join(f"{c}{r}:4" for r in "12345678" for c in "abcdef")[:229])],
    "a setting": [("O", "teaching 2")],
}


def store_games(folder: Path, prefix: int) -> str:
    """Games of 60 records on a board's flash, with the flight recorder's lines; the first one's id."""
    from firmware.journal import Journal
    from shared_rules.wire import put_bytes

    journal: Any = Journal(str(folder), prefix)
    journal.open()
    first = ""
    for _ in range(STORED):
        journal.begin("charing-cross 3RR3/8/8/N6n/N6n/8/8/3rr3 w -", 0)
        first = first or journal.id()
        for n in range(60):
            if n % 3 == 0:
                line = b"100 - " + b" ".join(b"%d-a4" % (n * 7 + i) for i in range(22))
                journal.finish_aside(put_bytes(journal.begin_aside(ord("F")), 4, line, len(line)), False)
            journal.finish(put_bytes(journal.line, journal.start(ord("R"), n * 1000), b"a4 a3 8", 7))
        journal.acknowledge_end()
    journal.close()
    return first


def wishes() -> Iterator[tuple[str, list[int], Counter[str]]]:
    """(what was asked for, bytecodes of each round, where they were in the longest)."""
    from tests.firmware_on_pins import fake_board
    from tests.firmware_pc import FakePc

    for what, messages in WISHES.items():
        with tempfile.TemporaryDirectory() as folder, fake_board(Path(folder) / "games") as board:
            app = board.switch_on()
            prefix = app.journal.prefix
            first = store_games(board.folder, prefix)
            app = board.switch_on()
            board.new_game("charing-cross")
            board.set_all("a4 a5 d8 e8 h4 h5 d1 e1")
            pc = FakePc(board)
            pc.run(1500)
            for n in range(12):
                app._refused(24, 255, 8 if n else 9)
            pc.acknowledges = "again" not in what
            if not messages:
                app.journal.shelf.low = lambda app=app: len(app.journal.games()) > STORED - 4
                app.journal._crowded = True
            if not pc.acknowledges:
                pc = FakePc(board, seed=7)
                pc.acknowledges = False
                pc.run(500)
            pc.run(500)
            for kind, text in messages:
                pc.send(kind, text.format(first=first, current=app.journal.id()))
            yield what, *longest(board, pc)


def longest(board: Any, pc: Any) -> tuple[list[int], Counter[str]]:
    """The bytecodes of each round until nothing is left to do, and where they were in the longest."""
    totals: list[int] = []
    parts: Counter[str] = Counter()
    idle = 0
    while idle < 200:
        pc.exchange()
        counted = Counted(("matrix.py",))
        with counted.round():
            board.app.step(board.now)
        assert not board.app.faults, board.app.fault
        board.now += PERIOD_MS
        totals.append(counted.total)
        parts = counted.parts if counted.total >= max(totals) else parts
        busy = board.app.link._archive.busy() or board.app.journal._crowded or not board.app.link.channel.idle()
        idle = 0 if busy else idle + 1
    return totals, parts


def run() -> None:
    """Print the longest rounds of each variant, and of each wish of a PC."""
    of_play()
    of_wishes()


def of_wishes() -> None:
    """Print the longest rounds while a PC wants something."""
    rows: list[list[str]] = []
    worst: tuple[int, str, Counter[str]] = (0, "", Counter())
    for what, totals, parts in wishes():
        if max(totals) > worst[0]:
            worst = (max(totals), what, parts)
        ms = [number * MICROSECONDS / 1000 for number in totals]
        rows.append([what, thousands(len(ms)), f"{max(ms):.1f}", str(sum(m > LIMIT_MS for m in ms))])
    where = ", ".join(f"{name} {count}" for name, count in worst[2].most_common(8))
    head = ["the PC wants", "rounds", "most ms", f"over {LIMIT_MS:.0f} ms"]
    show("Rounds in which a PC wants something, estimated", head, rows, f"the longest, with {worst[1]}: {where}")


def of_play() -> None:
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
