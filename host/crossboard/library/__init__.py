"""The library: every game that was logged, in one SQLite file.

Promises: what a method has returned from is on the disk (WAL, synchronous FULL); an event is stored once,
whatever number of times it arrives, and never changed; a file that is no library, or that a newer Crossboard
wrote, is refused and not touched. One Library belongs to one thread; several programs may share the file.
"""

from __future__ import annotations

import argparse
import json
import os
import sqlite3
import time
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Self, cast

from crossboard.errors import LibraryError, reason_of
from crossboard.folders import data_folder
from crossboard.library.file import check_header, enter, leave
from crossboard.library.migrations import APPLICATION_ID, STEPS
from crossboard.library.stored import QUESTION
from crossboard.library.stored import Event as Event
from crossboard.library.stored import NewGame as NewGame
from crossboard.library.stored import StoredBoard as StoredBoard
from crossboard.library.stored import StoredGame as StoredGame
from crossboard.library.stored import StoredNote as StoredNote

ENVIRONMENT = "CROSSBOARD_LIBRARY"
BUSY_S = 5.0  # how long to wait for another program's transaction
IMPORTED = "import"  # the board that games from record files belong to


def wall_ms() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def library_path(given: str = "") -> Path:
    """The library to use: `given`, else $CROSSBOARD_LIBRARY, else the user's own."""
    named = given or os.environ.get(ENVIRONMENT, "")
    return Path(named).expanduser() if named else data_folder() / "library.db"


def open_library(args: argparse.Namespace) -> Library:
    """The library that the command line names (`--library`), or the user's own."""
    return Library(library_path(args.library or ""))


GAMES = """
    SELECT games.id, boards.serial, board_game, spec, start, coalesce(w.name, ''), coalesce(b.name, ''), tags,
        result, termination, began_ms, changed_ms,
        (SELECT coalesce(sum(CASE kind WHEN 'ply' THEN 1 WHEN 'takeback' THEN -CAST(text AS INTEGER) ELSE 0 END), 0)
         FROM events WHERE game_id = games.id), dating
    FROM games JOIN boards ON boards.id = board_id
    LEFT JOIN players w ON w.id = white_id LEFT JOIN players b ON b.id = black_id
"""


class Library:
    """An open library. Raises LibraryError for everything that goes wrong with the file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._key = enter(path)
        try:
            self._open(path)
        except BaseException:
            leave(self._key)
            raise

    def _open(self, path: Path) -> None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise LibraryError(f"the library's folder can't be made: {reason_of(error)}", str(path)) from error
        with self._errors():
            self._db = sqlite3.connect(path, timeout=BUSY_S, isolation_level=None)
            try:
                self._prepare()
            except BaseException:
                self._db.close()
                raise

    def close(self) -> None:
        with self._errors():
            self._db.close()
        leave(self._key)
        self._key = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @contextmanager
    def _errors(self) -> Generator[None, None, None]:
        try:
            yield
        except sqlite3.Error as error:
            raise LibraryError(f"the library can't be used: {error}", str(self.path)) from error

    def _prepare(self) -> None:
        db = self._db
        check_header(self.path, self._number("user_version"), self._number("application_id"), self._has_tables())
        db.execute("PRAGMA synchronous = FULL")
        db.execute("PRAGMA foreign_keys = ON")
        if self._number("user_version") < len(STEPS):
            self._migrate()
        db.execute("PRAGMA journal_mode = WAL")  # only now: so the file itself, not just its WAL, tells what it is

    def _migrate(self) -> None:
        db = self._db
        with self._transaction():
            # The version is looked at again: another program may have migrated while this one waited for the lock.
            for number in range(self._number("user_version"), len(STEPS)):
                for statement in STEPS[number].split(";\n"):
                    db.execute(statement)
            db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            db.execute(f"PRAGMA user_version = {len(STEPS)}")

    def _number(self, pragma: str) -> int:
        return int(self._db.execute(f"PRAGMA {pragma}").fetchone()[0])

    def _has_tables(self) -> bool:
        return self._db.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone() is not None

    @contextmanager
    def _transaction(self) -> Generator[None, None, None]:
        """All or nothing; committed to the disk when it is left."""
        with self._errors():
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise
            try:
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise

    def _rows(self, sql: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        with self._errors():
            return cast("list[tuple[Any, ...]]", self._db.execute(sql, tuple(values)).fetchall())

    # Writing

    def see_board(self, serial: str, profile: str, firmware: str, port: str) -> None:
        """Note that a board was seen there just now."""
        with self._transaction():
            self._board(serial)
            self._db.execute(
                "UPDATE boards SET profile = ?, firmware = ?, port = ?, seen_ms = ? WHERE serial = ?",
                (profile, firmware, port, wall_ms(), serial),
            )

    def open_game(self, game: NewGame) -> int:
        """The number of that board's game, which is made if it is new. Names given later are filled in."""
        with self._transaction():
            now = wall_ms()
            spec = game.start.partition(" ")[0]
            tags = json.dumps(dict(game.tags or {}), ensure_ascii=False)
            began = now if game.began_ms is None else game.began_ms
            board = self._board(game.board)
            self._db.execute(
                "INSERT INTO games (board_id, board_game, spec, start, tags, began_ms, changed_ms, dating)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
                (board, game.board_game, spec, game.start, tags, began, now, game.dating),
            )
            found = self._db.execute(
                "SELECT id FROM games WHERE board_id = ? AND board_game = ?", (board, game.board_game)
            ).fetchone()
            number = int(found[0])
            for column, name in (("white_id", game.white), ("black_id", game.black)):
                if name:
                    sql = f"UPDATE games SET {column} = ? WHERE id = ?"
                    self._db.execute(sql, (self._player(name), number))
            return number

    def append(self, game: int, events: Sequence[Event], notes: Sequence[StoredNote] = ()) -> int:
        """Store events that are not stored yet; give how many were new.

        An event whose number is taken by a different one is kept among the strays. Questions have no number: they stand
        behind the event before them.
        """
        new = 0
        with self._transaction():
            before = 0
            for event in events:
                if event.kind == QUESTION:
                    self._ask(game, before, event)
                    continue
                new += self._append_one(game, event)
                before = event.seq
            for place, note in enumerate(notes):
                self._db.execute(
                    "INSERT INTO notes VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
                    (game, note.seq, place, note.kind, note.text),
                )
            if new:
                self._settle(game)
        return new

    def began_earlier(self, game: int, wall: int, dating: str) -> None:
        """A game that was begun while no PC was there: it began then, unless it is known to have begun before that."""
        with self._transaction():
            sql = "UPDATE games SET began_ms = ?, dating = ? WHERE id = ? AND began_ms > ?"
            self._db.execute(sql, (wall, dating, game, wall))

    def append_flight(self, game: int, lines: Sequence[str]) -> None:
        """Store lines of the flight recorder (`t before changes`) that are not stored yet; ValueError if one is none."""
        with self._transaction():
            for line in lines:
                at = int(line.partition(" ")[0])
                self._db.execute("INSERT INTO flights VALUES (?, ?, ?) ON CONFLICT DO NOTHING", (game, at, line))

    def ask(self, game: int, after: int, question: Event) -> int:
        """Store a question that was asked after event `after`; give its place among those asked there."""
        with self._transaction():
            return self._ask(game, after, question)

    def _ask(self, game: int, after: int, question: Event) -> int:
        sql = "SELECT coalesce(max(place) + 1, 0) FROM questions WHERE game_id = ? AND seq = ?"
        place = int(self._db.execute(sql, (game, after)).fetchone()[0])
        values = (game, after, place, question.text, question.reason, question.board_ms, question.wall_ms)
        self._db.execute("INSERT INTO questions VALUES (?, ?, ?, ?, ?, ?, ?)", values)
        return place

    def settle_question(self, game: int, after: int, place: int, offers: str, answer: str) -> None:
        """What was offered in the end, and what was answered ("": it was withdrawn)."""
        with self._transaction():
            self._db.execute(
                "UPDATE questions SET offers = ?, answer = ? WHERE game_id = ? AND seq = ? AND place = ?",
                (offers, answer, game, after, place),
            )

    def note_sensors(self, serial: str, boot: str, counts: Mapping[str, tuple[int, int]]) -> None:
        """Store what a board has counted since that start: square -> (flickers, changes), in place of what it said before."""
        sql = """
            INSERT INTO sensors VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET
            flickers = excluded.flickers, changes = excluded.changes, seen_ms = excluded.seen_ms
        """
        with self._transaction():
            board, now = self._board(serial), wall_ms()
            for square, (flickers, changes) in counts.items():
                self._db.execute(sql, (board, boot, square, flickers, changes, now))

    def _append_one(self, game: int, event: Event) -> int:
        e = event
        values = (game, e.seq, e.kind, e.text, e.origin, e.target, e.reason)
        values += (e.board_ms, e.wall_ms, e.digest, e.flag, e.raw)
        marks = ", ".join("?" * len(values))
        added = self._db.execute(f"INSERT INTO events VALUES ({marks}) ON CONFLICT DO NOTHING", values).rowcount
        if added:
            return 1
        same = "SELECT 1 FROM events WHERE (game_id, seq, kind, text, origin, target, digest) = (?, ?, ?, ?, ?, ?, ?)"
        if not self._db.execute(same, (*values[:6], e.digest)).fetchone():
            known = "SELECT 1 FROM strays WHERE game_id = ? AND seq = ? AND raw = ?"
            if not self._db.execute(known, (game, e.seq, e.raw)).fetchone():
                sql = "INSERT INTO strays (game_id, seq, wall_ms, raw) VALUES (?, ?, ?, ?)"
                self._db.execute(sql, (game, e.seq, e.wall_ms, e.raw))
        return 0

    def _settle(self, game: int) -> None:
        """The result as the last event has it that bears on it; a takeback also takes back the end."""
        sql = (
            "SELECT kind, text, reason FROM events WHERE game_id = ? AND kind IN ('end', 'takeback') ORDER BY seq DESC"
        )
        last = self._db.execute(sql + " LIMIT 1", (game,)).fetchone()
        result = (last[1], last[2]) if last and last[0] == "end" else ("*", "unfinished")
        sql = "UPDATE games SET result = ?, termination = ?, changed_ms = ? WHERE id = ?"
        self._db.execute(sql, (*result, wall_ms(), game))

    def _board(self, serial: str) -> int:
        self._db.execute("INSERT INTO boards (serial) VALUES (?) ON CONFLICT DO NOTHING", (serial,))
        return int(self._db.execute("SELECT id FROM boards WHERE serial = ?", (serial,)).fetchone()[0])

    def _player(self, name: str) -> int:
        name = name.encode("utf-8", "replace").decode()  # a command line may hold what is no Unicode
        self._db.execute("INSERT INTO players (name) VALUES (?) ON CONFLICT DO NOTHING", (name,))
        return int(self._db.execute("SELECT id FROM players WHERE name = ?", (name,)).fetchone()[0])

    # Reading

    def games(self) -> list[StoredGame]:
        """Every game, the oldest first."""
        return [_stored_game(row) for row in self._rows(GAMES + "ORDER BY began_ms, games.id")]

    def game(self, number: int) -> StoredGame:
        """One game; LibraryError if there is none of that number."""
        rows = self._rows(GAMES + "WHERE games.id = ?", (number,)) if abs(number) < 1 << 63 else []
        if not rows:
            raise LibraryError(f"there is no game {number}", str(self.path))
        return _stored_game(rows[0])

    def find_game(self, board: str, board_game: str) -> int | None:
        """The number of that board's game, None if the library does not have it."""
        sql = "SELECT games.id FROM games JOIN boards ON boards.id = board_id WHERE serial = ? AND board_game = ?"
        rows = self._rows(sql, (board, board_game))
        return int(rows[0][0]) if rows else None

    def events(self, game: int) -> list[Event]:
        """Everything that happened in a game, in order."""
        rows = self._rows(
            "SELECT seq, kind, text, origin, target, reason, board_ms, wall_ms, digest, flag, raw"
            " FROM events WHERE game_id = ? ORDER BY seq",
            (game,),
        )
        return [Event(*row) for row in rows]

    def moments(self, game: int) -> list[Event]:
        """The events of a game and between them, without a number, the questions that the board asked."""
        sql = "SELECT seq, offers, answer, board_ms, wall_ms FROM questions WHERE game_id = ? ORDER BY seq, place"
        asked = self._rows(sql, (game,))
        found: list[Event] = []
        for event in self.events(game):
            while asked and asked[0][0] < event.seq:
                found.append(_question(asked.pop(0)))
            found.append(event)
        return [*found, *map(_question, asked)]

    def flight(self, game: int) -> list[str]:
        """The lines of the flight recorder, in order of time."""
        sql = "SELECT text FROM flights WHERE game_id = ? ORDER BY at_ms, text"
        return [str(row[0]) for row in self._rows(sql, (game,))]

    def notes(self, game: int) -> list[StoredNote]:
        """The notes of a game, in order."""
        rows = self._rows("SELECT seq, kind, text FROM notes WHERE game_id = ? ORDER BY seq, place", (game,))
        return [StoredNote(*row) for row in rows]

    def committed(self, game: int) -> int:
        """The number up to which every event of the game is stored."""
        sql = """
            SELECT coalesce(min(seq), 0) FROM (SELECT 0 AS seq UNION SELECT seq FROM events WHERE game_id = ?1) AS have
            WHERE NOT EXISTS (SELECT 1 FROM events WHERE game_id = ?1 AND seq = have.seq + 1)
        """
        return int(self._rows(sql, (game,))[0][0])

    def without_end(self, board: str, most: int) -> list[str]:
        """That board's own ids of its games that have no end yet, the newest first."""
        sql = """
            SELECT board_game FROM games JOIN boards ON boards.id = board_id WHERE serial = ?
            AND NOT EXISTS (SELECT 1 FROM events WHERE game_id = games.id AND kind = 'end')
            ORDER BY games.id DESC LIMIT ?
        """
        return [str(row[0]) for row in self._rows(sql, (board, most))]

    def strays(self, game: int) -> list[str]:
        """What the board sent that contradicts what is stored."""
        return [str(row[0]) for row in self._rows("SELECT raw FROM strays WHERE game_id = ? ORDER BY id", (game,))]

    def sensors(self, serial: str) -> list[tuple[str, int, int]]:
        """Square, flickers and changes of a board's sensors in all of its starts that a PC was told of."""
        sql = """
            SELECT square, sum(flickers), sum(changes) FROM sensors JOIN boards ON boards.id = board_id
            WHERE serial = ? GROUP BY square ORDER BY square
        """
        return [(str(row[0]), int(row[1]), int(row[2])) for row in self._rows(sql, (serial,))]

    def boards(self) -> list[StoredBoard]:
        """Every board that was seen, the latest first."""
        sql = "SELECT serial, profile, firmware, port, seen_ms FROM boards WHERE serial <> ? ORDER BY seen_ms DESC"
        return [StoredBoard(*row) for row in self._rows(sql, (IMPORTED,))]


def _question(row: tuple[Any, ...]) -> Event:
    _, offers, answer, board_ms, wall = row
    return Event(0, QUESTION, str(offers), reason=str(answer), board_ms=board_ms, wall_ms=wall)


def _stored_game(row: tuple[Any, ...]) -> StoredGame:
    values = list(row)
    values[7] = json.loads(values[7])
    return StoredGame(*values)
