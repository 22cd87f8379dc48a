"""The SQLite file of a library: opened, brought up to date, written in transactions.

What is written in one `transaction` is on the disk when that is left (WAL, synchronous FULL), or nothing of it is. A file that is
no library, or that a newer Crossboard wrote, is refused and not touched; who only reads creates nothing.
"""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

from crossboard.errors import LibraryError, reason_of
from crossboard.games.words import day_text
from crossboard.library.cells import damaged_text
from crossboard.library.file import check_header, enter, leave, open_frozen
from crossboard.library.migrations import APPLICATION_ID, STEPS

BUSY_S = 5.0  # how long to wait for another program's transaction
UNWRITABLE = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR)


class Database:
    """An open file. Raises LibraryError for everything that goes wrong with it, ValueError for a number of more than 64 bits.

    `reading`: nothing is created, a file that is not there is an empty library, and one that can't be written is read.
    """

    def __init__(self, path: Path, reading: bool = False) -> None:
        self.path = path
        self._depth = 0  # of transactions, one in the other
        self._frozen: tempfile.TemporaryDirectory[str] | None = None
        self._key = enter(path)
        try:
            if reading:
                self._open_reading(path)
            else:
                self._open(path)
        except BaseException:
            self._forget_frozen()
            leave(self._key)
            raise

    def _open(self, path: Path) -> None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise LibraryError(f"the library's folder can't be created: {reason_of(error)}", str(path)) from error
        with self._errors():
            self._connect(sqlite3.connect(path, timeout=BUSY_S, isolation_level=None))

    def _connect(self, db: sqlite3.Connection) -> None:
        self.connection = db
        try:
            db.create_function("day_text", 1, day_text, deterministic=True)
            self._prepare()
        except BaseException:
            self.connection.close()
            raise

    def _open_reading(self, path: Path) -> None:
        with self._errors():
            if not path.exists():
                self._connect(sqlite3.connect(":memory:", isolation_level=None))
                return
            try:
                if os.access(path, os.W_OK) and os.access(path.parent, os.W_OK):
                    self._connect(sqlite3.connect(path, timeout=BUSY_S, isolation_level=None))
                    return
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode & 0xFF not in UNWRITABLE:
                    raise
            db, self._frozen = open_frozen(path)
            self._connect(db)

    def close(self) -> None:
        """Close the file."""
        with self._errors():
            self.connection.close()
        self._forget_frozen()
        leave(self._key)
        self._key = ""

    def _forget_frozen(self) -> None:
        if self._frozen:
            self._frozen.cleanup()
            self._frozen = None

    @contextmanager
    def _errors(self) -> Generator[None, None, None]:
        try:
            yield
        except sqlite3.Error as error:
            raise LibraryError(f"the library can't be used: {error}", str(self.path)) from error
        except OSError as error:
            raise LibraryError(f"the library can't be read: {reason_of(error)}", str(self.path)) from error
        except OverflowError as error:
            raise ValueError("a number of more than 64 bits") from error

    def _prepare(self) -> None:
        db = self.connection
        check_header(self.path, self.number("user_version"), self.number("application_id"), self._has_tables())
        db.execute("PRAGMA synchronous = FULL")
        db.execute("PRAGMA foreign_keys = ON")
        if self.number("user_version") < len(STEPS):
            self._migrate()
        db.execute("PRAGMA journal_mode = WAL")  # only now: so the file itself, not just its WAL, tells what it is

    def _migrate(self) -> None:
        db = self.connection
        with self.transaction():
            # The version is looked at again: another program may have migrated while this one waited for the lock.
            for number in range(self.number("user_version"), len(STEPS)):
                for statement in STEPS[number].split(";\n"):
                    db.execute(statement)
            db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            db.execute(f"PRAGMA user_version = {len(STEPS)}")

    def number(self, pragma: str) -> int:
        """A setting of the file."""
        return int(self.connection.execute(f"PRAGMA {pragma}").fetchone()[0])

    def _has_tables(self) -> bool:
        return self.connection.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone() is not None

    @contextmanager
    def transaction(self) -> Generator[None, None, None]:
        """Everything written inside, by whatever method, is stored when this is left, on the disk, or nothing of it is.

        An error must be let out of it: one in the other is a part of the outer one.
        """
        if self._depth:
            yield
            return
        with self._errors():
            try:
                self._depth = 1
                self.connection.execute("BEGIN IMMEDIATE")
                yield
                self.connection.execute("COMMIT")
            except BaseException:
                if self.connection.in_transaction:
                    self.connection.execute("ROLLBACK")
                raise
            finally:
                self._depth = 0

    def execute(self, sql: str, values: Sequence[object] = ()) -> sqlite3.Cursor:
        """Run a statement, in a transaction."""
        return self.connection.execute(sql, tuple(values))

    def insert(self, table: str, columns: int, rows: Iterable[tuple[object, ...]]) -> None:
        """Add rows to a table, in a transaction, but for those whose key is there."""
        marks = ", ".join("?" * columns)
        self.connection.executemany(f"INSERT INTO {table} VALUES ({marks}) ON CONFLICT DO NOTHING", rows)

    def named(self, table: str, column: str, name: str) -> int:
        """The number of the row with that name, which is made if there is none."""
        found = self.execute(f"SELECT id FROM {table} WHERE {column} = ?", (name,)).fetchone()
        sql = f"INSERT INTO {table} ({column}) VALUES (?)"
        return found[0] if found else self.execute(sql, (name,)).lastrowid or 0

    def rows(self, sql: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """What a query finds; text that is damaged is read as far as it goes."""
        with self._errors():
            try:
                return cast("list[tuple[Any, ...]]", self.connection.execute(sql, tuple(values)).fetchall())
            except sqlite3.OperationalError as error:
                if "decode" not in str(error) or self.connection.text_factory is not str:
                    raise
            self.connection.text_factory = damaged_text  # slower, so only where it is needed
            return cast("list[tuple[Any, ...]]", self.connection.execute(sql, tuple(values)).fetchall())
