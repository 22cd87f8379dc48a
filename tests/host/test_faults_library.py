"""The library through an I/O error at every operation of SQLite, and through kill -9 of the program that writes it."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from crossboard.errors import CrossboardError, LibraryError
from crossboard.library import Event, Library, NewGame
from tests.support import sqlite_faults
from tests.support.sqlite_faults import Faults, faulty_sqlite

START = "charing-cross 3RR3/8/8/N6n/N6n/8/8/3rr3 w -"


@pytest.fixture
def faults() -> Iterator[Faults]:
    if not sqlite_faults.possible():
        pytest.skip("this Python's SQLite is not a shared library: its files can't be made to fail")
    with faulty_sqlite() as faults:
        yield faults


def event(n: int) -> Event:
    return Event(n, "ply", f"a{n}", digest=f"{n:06x}", raw=f"P 1 {n}" + "x" * 200)


def live(path: Path, acknowledged: list[tuple[str, int]]) -> None:
    """Some games, event by event; what a method has returned from is acknowledged. LibraryError at the first fault."""
    for game in ("00000001", "00000002"):
        with Library(path) as library:
            library.boards.see("B1", "pico-8x8", "0.1.0", "port")
            number = library.open_game(NewGame("B1", game, START, "Ada"))
            for n in range(1, 6):
                library.append(number, [event(n)])
                acknowledged.append((game, library.committed(number)))


def live_on(path: Path, acknowledged: list[tuple[str, int]]) -> None:
    """As `session` does after an error: open again, store what the board sends again."""
    check(path, acknowledged)
    live(path, acknowledged)
    check(path, acknowledged)


def check(path: Path, acknowledged: list[tuple[str, int]]) -> None:
    """Nothing acknowledged is lost, and the file is whole."""
    if path.exists() and path.stat().st_size:
        db = sqlite3.connect(path)
        assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        db.close()
    with Library(path) as library:
        for game, last in dict(acknowledged).items():
            number = library.find_game("B1", game)
            assert number, f"game {game} is gone"
            assert [e.seq for e in library.events(number)][:last] == list(range(1, last + 1))
            assert all(e.raw == event(e.seq).raw for e in library.events(number))


def every_operation(faults: Faults, folder: Path, lasting: bool) -> tuple[int, int, set[str]]:
    """Fail at operation 0, 1, ... until a life needs none that fails; (how many, errors that came out, their kinds)."""
    kinds: set[str] = set()
    at = errors = 0
    while True:
        path = folder / f"{at}.db"
        acknowledged: list[tuple[str, int]] = []
        faults.begin(at, lasting)
        try:
            live(path, acknowledged)
        except LibraryError:
            errors += 1
        failed = bool(faults.failed)
        kinds.update(faults.failed)
        faults.begin(-1, False)
        live_on(path, acknowledged)
        if not failed:
            return at, errors, kinds
        at += 1


@pytest.mark.parametrize("lasting", [False, True], ids=["once", "lasting"])
def test_an_io_error_at_every_operation(faults: Faults, tmp_path: Path, lasting: bool) -> None:
    """Only LibraryError comes out, whatever fails; when the disk is well again everything acknowledged is there."""
    operations, errors, kinds = every_operation(faults, tmp_path, lasting)
    assert operations > 100
    assert errors > operations // 2
    assert {"open", "read", "write", "sync"} <= kinds


def test_a_read_only_folder_and_a_full_disk_are_said(tmp_path: Path) -> None:
    path = tmp_path / "library.db"
    with Library(path) as library:
        number = library.open_game(NewGame("B1", "1", START))
        library.append(number, [event(1)])
        pages = library.db.number("page_count")
        library.db.execute(f"PRAGMA max_page_count = {pages}")
        stored = 1
        with pytest.raises(LibraryError, match="full"):
            while True:
                library.append(number, [event(stored + 1)])
                stored += 1
        assert library.committed(number) == stored
        library.db.execute("PRAGMA max_page_count = 100000")
        assert library.append(number, [event(stored + 1)]) == 1
    if os.geteuid():
        path.chmod(0o400)
        tmp_path.chmod(0o500)
        with pytest.raises(CrossboardError), Library(path) as library:
            library.append(number, [event(stored + 2)])
        tmp_path.chmod(0o700)


WRITER = """
import sys
from pathlib import Path
from tests.host.test_faults_library import START, event
from crossboard.library import Library, NewGame
with Library(Path(sys.argv[1])) as library:
    game = library.open_game(NewGame("B1", "00000001", START))
    n = library.committed(game)
    while True:
        n += 1
        library.append(game, [event(n)])
        print(library.committed(game), flush=True)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no kill -9 here")
@pytest.mark.parametrize("seed", [5])
def test_kill_9_while_it_writes(tmp_path: Path, seed: int) -> None:
    """What the program had acknowledged when it was killed is there; the file is whole every time."""
    dice = random.Random(seed)
    path = tmp_path / "library.db"
    last = 0
    for _ in range(8):
        root = Path(__file__).resolve().parents[2]
        with subprocess.Popen([sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, cwd=root) as writer:
            assert writer.stdout
            first = int(writer.stdout.readline())
            assert first == last + 1 or first == last + 2, "committed and not yet said when it was killed"
            time.sleep(dice.random() * 0.2)
            os.kill(writer.pid, signal.SIGKILL)
            said = writer.stdout.read().split(b"\n")[:-1]
        acknowledged = int(said[-1]) if said else first
        db = sqlite3.connect(path)
        assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        db.close()
        with Library(path) as library:
            last = library.committed(1)
            assert last in (acknowledged, acknowledged + 1)
            assert [e.raw for e in library.events(1)] == [event(n).raw for n in range(1, last + 1)]
