"""The library's file before SQLite opens it: whether it is one at all, who in this process has it open, and how it is read
where nothing can be written.

A file that SQLite has open must not be opened and closed by anything else in the process: POSIX takes the locks of the whole
process away then, another program believes itself alone, and removes the WAL that is being written.
"""

from __future__ import annotations

import shutil
import sqlite3
import stat
import tempfile
import threading
from collections import Counter
from pathlib import Path

from crossboard.errors import LibraryError, reason_of
from crossboard.library.migrations import APPLICATION_ID, STEPS

_in_use: Counter[str] = Counter()  # files that this process has open as libraries
_entering = threading.Lock()


def enter(path: Path) -> str:
    """Note that the file is about to be opened, and look at it if it is not open yet; returns the key for `leave`."""
    key = str(path.absolute())
    with _entering:
        if not _in_use[key]:
            _look_at_file(path)
        _in_use[key] += 1
    return key


def leave(key: str) -> None:
    """Note that the file was closed."""
    with _entering:
        _in_use[key] -= 1 if _in_use[key] else 0


def _look_at_file(path: Path) -> None:
    """Refuse what is not a library before SQLite opens it (and might write beside it or into it)."""
    try:
        mode = path.stat().st_mode  # opening a FIFO would wait for whoever writes into it
        if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
            raise LibraryError("is not a Crossboard library (not a regular file)", str(path))
        with path.open("rb") as file:
            head = file.read(100)
    except FileNotFoundError:
        return
    except OSError as error:
        raise LibraryError(f"the library can't be read: {reason_of(error)}", str(path)) from error
    if not head or Path(f"{path}-journal").exists():  # empty, or being made, or its making broke off
        return
    if len(head) < 100 or not head.startswith(b"SQLite format 3\0"):
        raise LibraryError("is not a Crossboard library (not an SQLite database)", str(path))
    check_header(path, int.from_bytes(head[60:64]), int.from_bytes(head[68:72]), True)


def check_header(path: Path, version: int, application: int, has_tables: bool) -> None:
    """LibraryError if the file is not a library, or a later one."""
    if application != APPLICATION_ID and (has_tables or application or version):
        raise LibraryError("is not a Crossboard library (an SQLite database of another program)", str(path))
    if version > len(STEPS):
        what = f"was written by a newer Crossboard (version {version}; this one knows up to {len(STEPS)})"
        raise LibraryError(what, str(path))


def open_frozen(path: Path) -> tuple[sqlite3.Connection, tempfile.TemporaryDirectory[str] | None]:
    """A library that can't be written, opened for reading; with the folder of a copy, if it took one.

    SQLite reads as it is what nobody is writing. A copy it takes where a WAL is left that can't be read in place, and for
    the library of an earlier version, which is brought up to date there.
    """
    beside = [Path(f"{path}{end}") for end in ("-wal", "-journal") if Path(f"{path}{end}").exists()]
    for mode in ("mode=ro", *(() if beside else ("mode=ro&immutable=1",))):
        db = sqlite3.connect(f"{path.absolute().as_uri()}?{mode}", uri=True, isolation_level=None)
        try:
            if db.execute("PRAGMA user_version").fetchone()[0] >= len(STEPS):
                return db, None
        except sqlite3.OperationalError:
            pass
        db.close()
    folder = tempfile.TemporaryDirectory(prefix="crossboard-")
    try:
        copy = Path(folder.name) / "library.db"
        for file, name in ((path, copy), *((each, f"{copy}{str(each)[len(str(path)) :]}") for each in beside)):
            shutil.copyfile(file, name)
        return sqlite3.connect(copy, isolation_level=None), folder
    except BaseException:
        folder.cleanup()
        raise
