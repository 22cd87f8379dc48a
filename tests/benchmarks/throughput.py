"""How much one PC takes: a sync of many games, and many boards at once.

The boards run in a process of their own (tests/many_boards.py); what is measured is the PC's process: links, sessions, library.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from crossboard.boards.link import Link
from crossboard.boards.ports import SerialPort
from crossboard.boards.session import Session
from crossboard.boards.sync import Sync
from crossboard.library import Event, Library, StoredNote
from crossboard.simulator import SimulatedBoard
from tests import ends
from tests.benchmarks.tables import show, thousands

BOARDS = 64
SECONDS = float(os.environ.get("CROSSBOARD_SECONDS", "60"))
SEED = int(os.environ.get("CROSSBOARD_SEED", "1000"))
GAMES, TURNS = 100, 100
ROUND_S = 0.01  # the PC looks at its boards so often


def run() -> None:
    """Both."""
    sync()
    boards(BOARDS, SECONDS)


# Sync


class Flash:
    """A folder with so many games of so many turns, written by the firmware's own journal."""

    def __init__(self, folder: Path, games: int, turns: int) -> None:
        self.world = ends.World(SEED, folder)
        self.world.set_plugged(False)
        player = self.world.board
        for _ in range(games):
            done = 0
            while done < turns:
                number = player.journal.id()
                player.act()
                self.world.ms += 5000
                player.step(self.world.clock())
                done += 1
                if player.journal.id() != number:  # it ended too early: the next one goes on counting
                    continue
            player.give_up()
        self.records = self.world.records


def sync() -> None:
    """Games of that many turns from a board's flash: in virtual time, and from MicroPython in real time."""
    rows: list[list[str]] = []
    with tempfile.TemporaryDirectory() as folder:
        flash = Flash(Path(folder), GAMES, TURNS)
        world = flash.world
        world.set_plugged(True)
        world.join()
        before, used = world.passed, time.process_time()
        world.passed = 0
        begun = world.ms
        world.fetch_all()
        virtual = (world.ms - begun) / 1000
        rows.append(_row("firmware on CPython, virtual time", flash, virtual, time.process_time() - used))
        del before
        world.close()
        lay = Path(folder) / "flash" / "games"
        lay.mkdir(parents=True)
        for log in Path(folder).glob("*.log"):
            (lay / log.name).write_bytes(log.read_bytes())
        with SimulatedBoard("pico-8x8", lay.parent, flash_size=16 << 20, say=lambda _: None) as board:
            begun_s, used = time.monotonic(), time.process_time()
            brought = _sync_from(board, Path(folder) / "second.db")
            assert brought == flash.records, f"{brought} of {flash.records} records"
            row = _row("simulated board", flash, time.monotonic() - begun_s, time.process_time() - used)
            rows.append(row)
    title = f"Sync of {GAMES} games of {TURNS} turns: {thousands(flash.records)} records"
    note = f"seed {SEED}; the board gives 48 bytes a round, 200 rounds a second, so that its scan is never late"
    show(title, ["board", "s", "records/s", "s of the PC's processor"], rows, note)


def _row(name: str, flash: Flash, seconds: float, used: float) -> list[str]:
    return [name, f"{seconds:.1f}", thousands(flash.records / seconds), f"{used:.1f}"]


def _sync_from(board: SimulatedBoard, path: Path) -> int:
    with Library(path) as library:
        link = Link(SerialPort(board.port))
        while link.hello is None:
            link.step()
            time.sleep(0.01)
        running = Sync(link, library, link.hello.board, lambda brought: None)
        while not (running.done and link.drained()):
            if not running.step():
                time.sleep(0.002)
        link.close()
        assert not running.problems, running.problems
        return sum(brought.new for brought in running.brought)


# Many boards


class TimedLibrary(Library):
    """Notes when a ply of a game was committed."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.committed_at: dict[tuple[int, int], float] = {}
        self.plies: dict[int, int] = {}

    def append(self, game: int, events: Sequence[Event], notes: Sequence[StoredNote] = ()) -> int:
        new = super().append(game, events, notes)
        now = time.monotonic()
        for event in events:
            if event.kind == "ply":
                self.plies[game] = self.plies.get(game, 0) + 1
                self.committed_at[game, self.plies[game]] = now
        return new


def boards(count: int, seconds: float) -> None:
    """That many boards, each a ply a second."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "tests.many_boards", str(count), str(seconds), str(SEED), f"{folder}/boards"]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdin and process.stdout
            ports: list[tuple[str, str]] = json.loads(process.stdout.readline())
            with TimedLibrary(Path(folder) / "library.db") as library:
                sessions = [Session(Link(SerialPort(name)), library) for name, _ in ports]
                process.stdin.write("\n")
                process.stdin.flush()
                begun, used = time.monotonic(), _used()
                while time.monotonic() < begun + 4 + seconds + 1.5:
                    round_at = time.monotonic()
                    for session in sessions:
                        session.step()
                    time.sleep(max(0.0, ROUND_S - (time.monotonic() - round_at)))
                share = (_used() - used) / (time.monotonic() - begun)
                edges = json.loads(process.stdout.readline())
                _tell(count, seconds, share, edges, library, sessions)


def _used() -> float:
    spent = resource.getrusage(resource.RUSAGE_SELF)
    return spent.ru_utime + spent.ru_stime


def _tell(
    count: int, seconds: float, share: float, edges: list[Any], library: TimedLibrary, sessions: list[Session]
) -> None:
    late: list[float] = []
    missing = 0
    for board, game, number, at in edges:
        stored = library.find_game(board, game)
        done = library.committed_at.get((stored or 0, number))
        if done is None:
            missing += 1
        else:
            late.append(done - at)
    late.sort()
    flagged = sum(1 for s in sessions for e in (s.played.events if s.played else ()) if e.flag)
    cells = [str(count), thousands(len(edges)), str(missing), str(flagged), f"{100 * share:.0f} %"]
    cells += [f"{1000 * late[len(late) // 2]:.0f}", f"{1000 * late[-1]:.0f}"]
    head = ["boards", "plies", "missing", "flagged", "of a core", "median ms", "worst ms"]
    note = (
        f"from a ply's last edge to its commit, 150 or 350 ms of which the board waits whether it goes on; seed {SEED}"
    )
    show(f"Many boards, each a ply a second for {seconds:.0f} s", head, [cells], note)
