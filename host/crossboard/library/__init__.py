"""The library: every game that was logged, in one SQLite file.

Promises: what a method has returned from is on the disk (WAL, synchronous FULL); what is written in one `transaction` is
stored whole or not at all; an event is stored once, whatever number of times it arrives, and never changed but for its flag
(what is thought of it); a file that is no library, or that a newer Crossboard wrote, is refused and not touched; who only
reads creates nothing. Whatever a damaged row holds, it hides no other. One Library belongs to one thread; several programs
may share the file.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import sqlite3
import tempfile
import time
from collections import Counter, deque
from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Self, cast

from crossboard.errors import LibraryError, reason_of
from crossboard.folders import data_folder, user_path
from crossboard.games.evals import Eval
from crossboard.games.words import day_text
from crossboard.library.file import check_header, enter, leave, open_frozen
from crossboard.library.migrations import APPLICATION_ID, STEPS
from crossboard.library.selection import EVERY, Selection
from crossboard.library.stored import IMPORTED as IMPORTED
from crossboard.library.stored import NO_SEARCH, OPPONENT, OPPONENT_NAME, QUESTION, TurnTimes
from crossboard.library.stored import Event as Event
from crossboard.library.stored import NewGame as NewGame
from crossboard.library.stored import StoredBoard as StoredBoard
from crossboard.library.stored import StoredEval as StoredEval
from crossboard.library.stored import StoredGame as StoredGame
from crossboard.library.stored import StoredNote as StoredNote

ENVIRONMENT = "CROSSBOARD_LIBRARY"
BUSY_S = 5.0  # how long to wait for another program's transaction
MOST_TAKEN_BACK = 1_000_000  # plies; a damaged event may say anything
UNWRITABLE = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR)
SIDES = ("white_id", "black_id")


def wall_ms() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def library_path(given: str = "") -> Path:
    """The library to use: `given`, else $CROSSBOARD_LIBRARY, else the user's own."""
    named = given or os.environ.get(ENVIRONMENT, "")
    return user_path(named) if named else data_folder() / "library.db"


def open_library(args: argparse.Namespace, reading: bool = False, making: bool = False) -> Library:
    """The library that the command line names (`--library`), or the user's own; `reading` as in Library.

    A command that adds games is `making` the file if it is not there; for any other see `existing_library`.
    """
    return Library(library_path(args.library or "") if making else existing_library(args), reading)


def existing_library(args: argparse.Namespace) -> Path:
    """The path of the library that the command line names, which must be there: a mistyped name is no empty library. The user's
    own may still be missing: then no game has been stored yet."""
    path = library_path(args.library or "")
    if args.library and not path.exists():
        raise LibraryError("there is no such library", str(path))
    return path


GAMES = """
    SELECT games.id, boards.serial, board_game, spec, start, coalesce(w.name, ''), coalesce(b.name, ''), tags,
        result, termination, began_ms, changed_ms, max(plies, 0), dating
    FROM games JOIN boards ON boards.id = board_id
    LEFT JOIN players w ON w.id = white_id LEFT JOIN players b ON b.id = black_id
"""

# The cells of a line in a list, and how long the longest of many is; nothing stands behind the last one.
LINES = """
    FROM games JOIN boards ON boards.id = board_id
    LEFT JOIN players w ON w.id = white_id LEFT JOIN players b ON b.id = black_id
"""
TAGGED = "iif(json_valid(tags), json_extract(tags, '$.Date'), '')"
"""The date in an imported game's record: no more is known of when it was played (`date_words`)."""
DATE = f"""
    CASE WHEN serial <> '{IMPORTED}'
    THEN coalesce(substr(datetime(began_ms / 1000, 'unixepoch', 'localtime'), 1, 16), '????-??-?? ??:??')
    ELSE day_text(coalesce({TAGGED}, '')) END
"""
ENDED = "CASE WHEN termination IN ('', 'unfinished') THEN result ELSE result || ' ' || termination END"

LISTED_NAME = 30
"""Characters of a player's name in a list; a longer one is cut there, and ends in an ellipsis."""


def _short(name: str) -> str:
    return f"iif(length({name}) > {LISTED_NAME}, substr({name}, 1, {LISTED_NAME - 1}) || '…', {name})"


CELLS = {
    "games.id": "length(max(games.id))",
    DATE: "16",
    "spec": "max(length(spec))",
    f"coalesce({_short('w.name')}, '-')": f"min(max(length(w.name)), {LISTED_NAME})",
    f"coalesce({_short('b.name')}, '-')": f"min(max(length(b.name)), {LISTED_NAME})",
    ENDED: f"max(length({ENDED}))",
    "max(plies, 0)": "length(max(plies))",
    f"CASE serial WHEN '{IMPORTED}' THEN '' ELSE serial END": "0",
}
RIGHT = (0, 6)

# The events of a game that bear on its result. SQLite by itself would read every ply of a long game.
ENDS = "events INDEXED BY events_that_end WHERE game_id = ? AND kind IN ('end', 'takeback')"

FRESH = "turn_times.version = ? AND turn_times.events = games.committed"


class Library:
    """An open library. Raises LibraryError for everything that goes wrong with the file, ValueError for a number that no
    database holds.

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
        self._db = db
        try:
            db.create_function("day_text", 1, day_text, deterministic=True)
            self._prepare()
        except BaseException:
            self._db.close()
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
        with self._errors():
            self._db.close()
        self._forget_frozen()
        leave(self._key)
        self._key = ""

    def _forget_frozen(self) -> None:
        if self._frozen:
            self._frozen.cleanup()
            self._frozen = None

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
        except OSError as error:
            raise LibraryError(f"the library can't be read: {reason_of(error)}", str(self.path)) from error
        except OverflowError as error:
            raise ValueError("a number of more than 64 bits") from error

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
        with self.transaction():
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
                self._db.execute("BEGIN IMMEDIATE")
                yield
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise
            finally:
                self._depth = 0

    def _rows(self, sql: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        with self._errors():
            try:
                return cast("list[tuple[Any, ...]]", self._db.execute(sql, tuple(values)).fetchall())
            except sqlite3.OperationalError as error:
                if "decode" not in str(error) or self._db.text_factory is not str:
                    raise
            self._db.text_factory = _damaged_text  # slower, so only where it is needed
            return cast("list[tuple[Any, ...]]", self._db.execute(sql, tuple(values)).fetchall())

    # Writing

    def see_board(self, serial: str, profile: str, firmware: str, port: str) -> None:
        """Note that a board was seen there just now."""
        with self.transaction():
            self._board(serial)
            self._db.execute(
                "UPDATE boards SET profile = ?, firmware = ?, port = ?, seen_ms = ? WHERE serial = ?",
                (profile, firmware, port, wall_ms(), serial),
            )

    def open_game(self, game: NewGame) -> int:
        """The number of that board's game, which is made if it is new. Names given later are filled in."""
        with self.transaction():
            now = wall_ms()
            spec = game.start.partition(" ")[0]
            tags = json.dumps(dict(game.tags or {}), ensure_ascii=False)
            began = now if game.began_ms is None else game.began_ms
            board = self._board(game.board)
            players = [self._player(name) if name else None for name in (game.white, game.black)]
            made = self._db.execute(
                "INSERT INTO games (board_id, board_game, spec, start, white_id, black_id, tags, began_ms, changed_ms, dating)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
                (board, game.board_game, spec, game.start, *players, tags, began, now, game.dating),
            )
            if made.rowcount:
                return made.lastrowid or 0
            sql = "SELECT id FROM games WHERE board_id = ? AND board_game = ?"
            number = int(self._db.execute(sql, (board, game.board_game)).fetchone()[0])
            for side, name in enumerate((game.white, game.black)):
                if name and not self._is_opponent(number, side):
                    self._name(number, side, name)
            return number

    def _name(self, game: int, side: int, name: str) -> None:
        sql = f"UPDATE games SET {SIDES[side]} = ? WHERE id = ?"
        self._db.execute(sql, (self._player(name), game))

    def _is_opponent(self, game: int, side: int) -> bool:
        """Whether that side is, or was, played by Crossboard: no name takes that one's place."""
        sql = "SELECT 1 FROM events WHERE game_id = ? AND kind = ? AND reason = ? AND text NOT IN ('0', '9') LIMIT 1"
        return self._db.execute(sql, (game, OPPONENT, str(side))).fetchone() is not None

    def append(self, game: int, events: Sequence[Event], notes: Sequence[StoredNote] = ()) -> int:
        """Store events that are not stored yet; give how many were new.

        An event whose number is taken by a different one is kept among the strays. Questions have no number: they stand
        behind the event before them.
        """
        before = 0
        new: list[Event] = []
        with self.transaction():
            known = self._known(game, events)
            for event in events:
                if event.kind == QUESTION:
                    self._ask(game, before, event)
                    continue
                before = event.seq
                if event.seq not in known:
                    known[event.seq] = _substance(event)
                    new.append(event)
                elif known[event.seq] != _substance(event):
                    self._keep_stray(game, event)
            self._insert("events", 12, (_event_row(game, event) for event in new))
            for event in new:
                if event.kind == OPPONENT and event.text not in NO_SEARCH:
                    self._name(game, event.reason == "1", OPPONENT_NAME + event.text)
            self._insert("notes", 5, ((game, n.seq, place, n.kind, n.text) for place, n in enumerate(notes)))
            if new:
                self._settle(game, sum(map(_plies_of, new)))
        return len(new)

    def _insert(self, table: str, columns: int, rows: Iterable[tuple[object, ...]]) -> None:
        marks = ", ".join("?" * columns)
        self._db.executemany(f"INSERT INTO {table} VALUES ({marks}) ON CONFLICT DO NOTHING", rows)

    def _known(self, game: int, events: Iterable[Event]) -> dict[int, tuple[str, ...]]:
        """What those events of a game say that have the numbers of these and are stored."""
        numbers = [event.seq for event in events if event.kind != QUESTION]
        if not numbers:
            return {}
        sql = "SELECT seq, kind, text, origin, target, digest FROM events WHERE game_id = ? AND seq BETWEEN ? AND ?"
        rows = self._rows(sql, (game, min(numbers), max(numbers)))
        return {_whole(seq): tuple(map(_text, words)) for seq, *words in rows}

    def reflag(self, game: int, flags: Mapping[int, str]) -> None:
        """What is thought now to be wrong with events, by number ("": nothing). The events themselves never change."""
        with self.transaction():
            for seq, flag in flags.items():
                self._db.execute("UPDATE events SET flag = ? WHERE game_id = ? AND seq = ?", (flag, game, seq))

    def began_earlier(self, game: int, wall: int, dating: str) -> None:
        """A game that was begun while no PC was there: it began then, unless it is known to have begun before that."""
        with self.transaction():
            sql = "UPDATE games SET began_ms = ?, dating = ? WHERE id = ? AND began_ms > ?"
            self._db.execute(sql, (wall, dating, game, wall))

    def append_flight(self, game: int, lines: Sequence[str]) -> None:
        """Store lines of the flight recorder (`t before changes`) that are not stored yet; ValueError if one is none."""
        with self.transaction():
            for line in lines:
                at = int(line.partition(" ")[0])
                self._db.execute("INSERT INTO flights VALUES (?, ?, ?) ON CONFLICT DO NOTHING", (game, at, line))

    def ask(self, game: int, after: int, question: Event) -> int:
        """Store a question that was asked after event `after`; give its place among those asked there."""
        with self.transaction():
            return self._ask(game, after, question)

    def _ask(self, game: int, after: int, question: Event) -> int:
        sql = "SELECT coalesce(max(place) + 1, 0) FROM questions WHERE game_id = ? AND seq = ?"
        place = int(self._db.execute(sql, (game, after)).fetchone()[0])
        values = (game, after, place, question.text, question.reason, question.board_ms, question.wall_ms)
        self._db.execute("INSERT INTO questions VALUES (?, ?, ?, ?, ?, ?, ?)", values)
        return place

    def settle_question(self, game: int, after: int, place: int, offers: str, answer: str) -> None:
        """What was offered in the end, and what was answered ("": it was withdrawn)."""
        with self.transaction():
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
        with self.transaction():
            board, now = self._board(serial), wall_ms()
            for square, (flickers, changes) in counts.items():
                self._db.execute(sql, (board, boot, square, flickers, changes, now))

    def _keep_stray(self, game: int, event: Event) -> None:
        known = "SELECT 1 FROM strays WHERE game_id = ? AND seq = ? AND raw = ?"
        if not self._db.execute(known, (game, event.seq, event.raw)).fetchone():
            sql = "INSERT INTO strays (game_id, seq, wall_ms, raw) VALUES (?, ?, ?, ?)"
            self._db.execute(sql, (game, event.seq, event.wall_ms, event.raw))

    def _settle(self, game: int, plies: int) -> None:
        """The result as the last event has it that bears on it (a takeback also takes back the end), so many plies more, and
        how far the events are complete."""
        sql = f"SELECT kind, text, reason FROM {ENDS} ORDER BY seq DESC LIMIT 1"
        last = self._db.execute(sql, (game,)).fetchone()
        result = (last[1], last[2]) if last and last[0] == "end" else ("*", "unfinished")
        committed = self.committed(game)
        sql = "SELECT seq FROM events WHERE game_id = ? AND seq > ? ORDER BY seq"
        for (seq,) in self._db.execute(sql, (game, committed)):
            if seq != committed + 1:
                break
            committed = seq
        sql = "UPDATE games SET result = ?, termination = ?, changed_ms = ?, plies = plies + ?, committed = ? WHERE id = ?"
        self._db.execute(sql, (*result, wall_ms(), plies, committed, game))

    def keep_turn_times(self, times: Iterable[TurnTimes]) -> None:
        """Store what was worked out of games' events."""
        with self.transaction():
            for one in times:
                values = (one.game, one.version, one.events, one.first, one.second)
                self._db.execute("INSERT OR REPLACE INTO turn_times VALUES (?, ?, ?, ?, ?)", values)

    def name_players(self, game: int, names: Mapping[int, str]) -> None:
        """Who played a game: names by side, "" for nobody known. LibraryError if Crossboard played that side."""
        with self.transaction():
            for side, name in names.items():
                if self._is_opponent(game, side):
                    raise LibraryError(f"side {side + 1} of game {game} was played by Crossboard")
                if name:
                    self._name(game, side, name)
                else:
                    self._db.execute(f"UPDATE games SET {SIDES[side]} = NULL WHERE id = ?", (game,))

    def copy_game(self, game: int, board: str, board_game: str) -> None:
        """That game is continued on another board than it began on, where it has that id."""
        with self.transaction():
            sql = "INSERT INTO copies VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET game_id = excluded.game_id"
            self._db.execute(sql, (self._board(board), board_game, game))

    def keep_clock(self, game: int, text: str) -> None:
        """How a game's chess clock stands, as `clock` gives it again; "" for none."""
        with self.transaction():
            self._db.execute("UPDATE games SET clock = ? WHERE id = ?", (text, game))

    def tag(self, game: int, tags: Mapping[str, str]) -> None:
        """Set tags of a game's record; "" removes one."""
        with self.transaction():
            kept = {name: value for name, value in {**self.game(game).tags, **tags}.items() if value}
            self._db.execute("UPDATE games SET tags = ? WHERE id = ?", (json.dumps(kept, ensure_ascii=False), game))

    def comment(self, game: int, seq: int, text: str) -> None:
        """What is said of the moment after event `seq` (0: the start), in place of what was said of it before; "" for nothing."""
        with self.transaction():
            self._db.execute("DELETE FROM notes WHERE game_id = ? AND seq = ? AND kind = 'comment'", (game, seq))
            if text:
                sql = "SELECT coalesce(max(place) + 1, 0) FROM notes WHERE game_id = ? AND seq = ?"
                place = int(self._db.execute(sql, (game, seq)).fetchone()[0])
                self._db.execute("INSERT INTO notes VALUES (?, ?, ?, 'comment', ?)", (game, seq, place, text))

    def delete(self, games: Iterable[int]) -> None:
        """Take games out of every list; `restore` brings them back."""
        with self.transaction():
            now = wall_ms()
            for game in games:
                self._db.execute("UPDATE games SET deleted_ms = ? WHERE id = ? AND deleted_ms = 0", (now, game))

    def restore(self, games: Iterable[int]) -> None:
        """Bring deleted games back."""
        with self.transaction():
            for game in games:
                self._db.execute("UPDATE games SET deleted_ms = 0 WHERE id = ?", (game,))

    def keep_analysis(self, game: int, evals: Iterable[StoredEval]) -> None:
        """Store what a search thinks of positions, in place of what took it less time."""
        sql = """
            INSERT INTO analysis VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET score = excluded.score,
            mate = excluded.mate, line = excluded.line, depth = excluded.depth, ms = excluded.ms WHERE excluded.ms > ms
        """
        with self.transaction():
            for one in evals:
                values = (game, one.seq, one.eval.score, one.eval.mate, " ".join(one.line), one.depth, one.ms)
                self._db.execute(sql, values)

    def _board(self, serial: str) -> int:
        return self._named("boards", "serial", serial)

    def _player(self, name: str) -> int:
        return self._named(
            "players", "name", name.encode("utf-8", "replace").decode()
        )  # what is typed may be no Unicode

    def _named(self, table: str, column: str, name: str) -> int:
        """The number of the row with that name, which is made if there is none."""
        found = self._db.execute(f"SELECT id FROM {table} WHERE {column} = ?", (name,)).fetchone()
        return (
            found[0]
            if found
            else self._db.execute(f"INSERT INTO {table} ({column}) VALUES (?)", (name,)).lastrowid or 0
        )

    # Reading

    def games(self, which: Selection = EVERY) -> list[StoredGame]:
        """The games, the oldest first."""
        where, values = which.where()
        return [_stored_game(row) for row in self._rows(f"{GAMES} WHERE {where} ORDER BY began_ms, games.id", values)]

    def count(self, which: Selection = EVERY) -> int:
        """How many games there are."""
        where, values = which.where()
        return int(self._rows(f"SELECT count(*) FROM games WHERE {where}", values)[0][0])

    def lines(self, heads: Sequence[str], which: Selection = EVERY) -> list[str]:
        """The games as aligned lines below these eight heads, as many lines as games; the oldest first.

        The database makes the lines: it takes a fraction of the time for 100,000 of them.
        """
        where, values = which.where()
        widths = self._rows(f"SELECT {', '.join(CELLS.values())} {LINES} WHERE {where}", values)
        wide = [max(len(head), _whole(width)) for head, width in zip(heads, widths[0], strict=True)]
        form = "  ".join(f"%{'' if i in RIGHT else '-'}!{width}s" for i, width in enumerate(wide[:-1])) + "  %s"
        sql = f"SELECT rtrim(printf(?, {', '.join(CELLS)})) {LINES} WHERE {where} ORDER BY began_ms, games.id"
        head = "  ".join(
            h.rjust(w) if i in RIGHT else h.ljust(w) for i, (h, w) in enumerate(zip(heads, wide, strict=True))
        )
        return [head.rstrip(), *(row[0] for row in self._rows(sql, [form, *values]))]

    def tally(self, which: Selection = EVERY) -> Counter[tuple[str, str, str, str, str]]:
        """(spec, result, termination, white, black) -> how many games."""
        where, values = which.where()
        sql = "SELECT spec, result, termination, white_id, black_id, count(*) FROM games"
        names = dict(self.players())
        found: Counter[tuple[str, str, str, str, str]] = Counter()
        for *words, white, black, count in self._rows(f"{sql} WHERE {where} GROUP BY 1, 2, 3, 4, 5", values):
            spec, result, termination = map(_text, words)
            found[spec, result, termination, names.get(white, ""), names.get(black, "")] += count
        return found

    def specs(self) -> list[str]:
        """Every GAME[:VARIANT] that there are games of."""
        return [_text(row[0]) for row in self._rows("SELECT DISTINCT spec FROM games WHERE deleted_ms = 0")]

    def players(self) -> list[tuple[int, str]]:
        """Number and name of every player."""
        return [(row[0], _text(row[1])) for row in self._rows("SELECT id, name FROM players")]

    def board_serials(self, which: Selection = EVERY) -> list[tuple[int, str]]:
        """Number and id of every board that these games were played on; not IMPORTED."""
        where, values = which.where()
        sql = f"SELECT id, serial FROM boards WHERE id IN (SELECT board_id FROM games WHERE {where}) AND serial <> ?"
        return [(row[0], _text(row[1])) for row in self._rows(sql, [*values, IMPORTED])]

    def game(self, number: int) -> StoredGame:
        """One game; LibraryError if there is none of that number."""
        rows = self._rows(GAMES + "WHERE games.id = ?", (number,)) if abs(number) < 1 << 63 else []
        if not rows:
            raise LibraryError(f"there is no game {number}", str(self.path))
        return _stored_game(rows[0])

    def find_game(self, board: str, board_game: str) -> int | None:
        """The number of that board's game, one that began there or was continued there; None if the library does not have it."""
        which = "JOIN boards ON boards.id = board_id WHERE serial = ? AND board_game = ?"
        sql = f"SELECT games.id FROM games {which} UNION ALL SELECT game_id FROM copies {which}"
        rows = self._rows(sql, (board, board_game, board, board_game))
        return int(rows[0][0]) if rows else None

    def events(self, game: int) -> list[Event]:
        """Everything that happened in a game, in order."""
        rows = self._rows(
            "SELECT seq, kind, text, origin, target, reason, board_ms, wall_ms, digest, flag, raw"
            " FROM events WHERE game_id = ? ORDER BY seq",
            (game,),
        )
        return [_event(row) for row in rows]

    def moments(self, game: int) -> list[Event]:
        """The events of a game and between them, without a number, the questions that the board asked."""
        sql = "SELECT seq, offers, answer, board_ms, wall_ms FROM questions WHERE game_id = ? ORDER BY seq, place"
        asked = deque(self._rows(sql, (game,)))
        found: list[Event] = []
        for event in self.events(game):
            while asked and asked[0][0] < event.seq:
                found.append(_question(asked.popleft()))
            found.append(event)
        return [*found, *map(_question, asked)]

    def flight(self, game: int) -> list[str]:
        """The lines of the flight recorder, in order of time."""
        sql = "SELECT text FROM flights WHERE game_id = ? ORDER BY at_ms, text"
        return [_text(row[0]) for row in self._rows(sql, (game,))]

    def notes(self, game: int) -> list[StoredNote]:
        """The notes of a game, in order."""
        rows = self._rows("SELECT seq, kind, text FROM notes WHERE game_id = ? ORDER BY seq, place", (game,))
        return [StoredNote(_whole(seq), _text(kind), _text(text)) for seq, kind, text in rows]

    def analysis(self, game: int) -> dict[int, StoredEval]:
        """What is thought of the game's positions, by the ply after which they stand (0: the start)."""
        rows = self._rows("SELECT seq, score, mate, line, depth, ms FROM analysis WHERE game_id = ?", (game,))
        return {
            _whole(seq): StoredEval(
                _whole(seq),
                Eval(_whole(score), _time(mate) or None),
                tuple(_text(line).split()),
                _whole(depth),
                _whole(ms),
            )
            for seq, score, mate, line, depth, ms in rows
        }

    def clock(self, game: int) -> str:
        """How a game's chess clock stood last, "" if it has none."""
        rows = self._rows("SELECT clock FROM games WHERE id = ?", (game,))
        return _text(rows[0][0]) if rows else ""

    def is_deleted(self, game: int) -> bool:
        """Whether a game was deleted."""
        return bool(self._rows("SELECT 1 FROM games WHERE id = ? AND deleted_ms > 0", (game,)))

    def committed(self, game: int) -> int:
        """The number up to which every event of the game is stored."""
        rows = self._rows("SELECT committed FROM games WHERE id = ?", (game,))
        return _whole(rows[0][0]) if rows else 0

    def is_empty(self, game: int) -> bool:
        """Whether nothing of that game is stored but its beginning."""
        tables = ("events", "notes", "questions", "flights", "strays")
        return not any(self._rows(f"SELECT 1 FROM {table} WHERE game_id = ? LIMIT 1", (game,)) for table in tables)

    def refused(self, which: Selection = EVERY) -> Counter[tuple[str, str, str, str]]:
        """(spec, reason, origin, target) -> how often it was refused."""
        where, values = which.where()
        sql = f"""
            SELECT spec, reason, origin, target, count(*) FROM events JOIN games ON games.id = game_id
            WHERE kind = 'refused' AND {where} GROUP BY 1, 2, 3, 4
        """
        found: Counter[tuple[str, str, str, str]] = Counter()
        for *words, count in self._rows(sql, values):
            spec, reason, origin, target = map(_text, words)
            found[spec, reason, origin, target] += count
        return found

    def turn_times(self, version: int, which: Selection = EVERY) -> list[tuple[str, bytes, bytes]]:
        """The spec of every game of which `keep_turn_times` stored what still holds, and that."""
        where, values = which.where()
        sql = f"SELECT spec, first, second FROM games JOIN turn_times ON games.id = game_id WHERE {FRESH} AND {where}"
        rows = self._rows(sql, [version, *values])
        return [(_text(spec), _blob(first), _blob(second)) for spec, first, second in rows]

    def without_turn_times(self, version: int, which: Selection = EVERY) -> list[tuple[int, str, str]]:
        """Number, spec and start of those of which there is nothing that still holds."""
        where, values = which.where()
        sql = f"SELECT id, spec, start FROM games WHERE {where} AND id NOT IN ("
        sql += f"SELECT game_id FROM turn_times JOIN games ON games.id = game_id WHERE {FRESH})"
        return [(row[0], _text(row[1]), _text(row[2])) for row in self._rows(sql, [*values, version])]

    def without_end(self, board: str, most: int) -> list[str]:
        """That board's own ids of its games that have no result yet, the newest first: they may have gone on there."""
        sql = """
            SELECT board_game, games.id AS number FROM games JOIN boards ON boards.id = board_id
            WHERE serial = ? AND result = '*'
            UNION ALL SELECT copies.board_game, games.id FROM copies JOIN games ON games.id = game_id
            JOIN boards ON boards.id = copies.board_id WHERE serial = ? AND result = '*'
            ORDER BY number DESC LIMIT ?
        """
        return [_text(row[0]) for row in self._rows(sql, (board, board, most))]

    def strays(self, game: int) -> list[str]:
        """What the board sent that contradicts what is stored."""
        return [_text(row[0]) for row in self._rows("SELECT raw FROM strays WHERE game_id = ? ORDER BY id", (game,))]

    def sensors(self, serial: str) -> list[tuple[str, int, int]]:
        """Square, flickers and changes of a board's sensors in all of its starts that a PC was told of."""
        sql = """
            SELECT square, sum(flickers), sum(changes) FROM sensors JOIN boards ON boards.id = board_id
            WHERE serial = ? GROUP BY square ORDER BY square
        """
        return [(_text(row[0]), _whole(row[1]), _whole(row[2])) for row in self._rows(sql, (serial,))]

    def boards(self) -> list[StoredBoard]:
        """Every board that was seen, the latest first."""
        sql = "SELECT serial, profile, firmware, port, seen_ms FROM boards WHERE serial <> ? ORDER BY seen_ms DESC"
        rows = self._rows(sql, (IMPORTED,))
        return [StoredBoard(_text(a), _text(b), _text(c), _text(d), _whole(seen)) for a, b, c, d, seen in rows]


def _substance(event: Event) -> tuple[str, ...]:
    """What makes two events of one number the same."""
    return event.kind, event.text, event.origin, event.target, event.digest


def _event_row(game: int, e: Event) -> tuple[object, ...]:
    return (
        game, e.seq, e.kind, e.text, e.origin, e.target, e.reason, e.board_ms, e.wall_ms, e.digest, e.flag, e.raw,
    )  # fmt: skip


def _plies_of(event: Event) -> int:
    """How many plies more stand after it."""
    if event.kind == "ply":
        return 1
    if event.kind == "takeback" and event.text.isascii() and event.text.isdecimal():
        return -min(int(event.text[:9]), MOST_TAKEN_BACK)
    return 0


# What a row holds, whatever a damaged or a strange database says


def _damaged_text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def _text(value: object) -> str:
    if isinstance(value, str):
        return value
    return "" if value is None else _damaged_text(value) if isinstance(value, bytes) else str(value)


def _blob(value: object) -> bytes:
    return value if isinstance(value, bytes) else b""


def _whole(value: object) -> int:
    if isinstance(value, int):
        return value
    return int(value) if isinstance(value, float) and math.isfinite(value) else 0


def _time(value: object) -> int | None:
    return value if value is None or isinstance(value, int) else _whole(value)


def _tags(value: object) -> dict[str, str]:
    """A record's tags; what can't be read of them is left out."""
    if value == "{}":
        return {}
    try:
        found = json.loads(_text(value))
    except (ValueError, RecursionError):
        return {}
    pairs = cast("dict[str, object]", found) if isinstance(found, dict) else {}
    return {name: text for name, text in pairs.items() if isinstance(text, str)}


def _event(row: tuple[Any, ...]) -> Event:
    seq, kind, text, origin, target, reason, board_ms, wall, digest, flag, raw = row
    return Event(
        _whole(seq), _text(kind), _text(text), _text(origin), _text(target), _text(reason), _time(board_ms), _time(wall),
        _text(digest), _text(flag), _text(raw),
    )  # fmt: skip


def _question(row: tuple[Any, ...]) -> Event:
    _, offers, answer, board_ms, wall = row
    return Event(0, QUESTION, _text(offers), reason=_text(answer), board_ms=_time(board_ms), wall_ms=_time(wall))


def _stored_game(row: tuple[Any, ...]) -> StoredGame:
    number, serial, board_game, spec, start, white, black, tags, result, termination, began, changed, plies, dating = (
        row
    )
    return StoredGame(
        number, _text(serial), _text(board_game), _text(spec), _text(start), _text(white), _text(black), _tags(tags),
        _text(result), _text(termination), _whole(began), _whole(changed), _whole(plies), _text(dating),
    )  # fmt: skip
