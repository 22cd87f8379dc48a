"""The games of a library: what was logged of each, and what people and searches said of it afterwards.

Promises: what a method has returned from is on the disk; an event is stored once, whatever number of times it arrives, and never
changed but for its flag (what is thought of it). Whatever a damaged row holds, it hides no other. One Library belongs to one
thread; several programs may share the file.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Self

from crossboard.errors import LibraryError
from crossboard.games.evals import Eval
from crossboard.games.rules import game_at, side_names
from crossboard.language import tr
from crossboard.library import cells
from crossboard.library.boards import Boards
from crossboard.library.database import Database
from crossboard.library.selection import EVERY, Selection
from crossboard.library.stored import (
    OPPONENT,
    QUESTION,
    TOGETHER,
    Event,
    NewGame,
    StoredEval,
    StoredGame,
    StoredNote,
    own_name,
    search_name,
    wall_ms,
)
from crossboard.library.timeline import opponents

MOST_TAKEN_BACK = 1_000_000  # plies; a damaged event may say anything
SIDES = ("white_id", "black_id")

GAMES = """
    SELECT games.id, boards.serial, board_game, spec, start, coalesce(w.name, ''), coalesce(b.name, ''), tags,
        result, termination, began_ms, changed_ms, max(plies, 0), dating
    FROM games JOIN boards ON boards.id = board_id
    LEFT JOIN players w ON w.id = white_id LEFT JOIN players b ON b.id = black_id
"""

# The events of a game that bear on its result. SQLite by itself would read every ply of a long game.
ENDS = "events INDEXED BY events_that_end WHERE game_id = ? AND kind IN ('end', 'takeback')"
# And those by which a side gets another player.
SEATS = f"events INDEXED BY events_of_players WHERE game_id = ? AND kind = '{OPPONENT}'"


class Library:
    """An open library. Raises LibraryError for everything that goes wrong with the file, ValueError for a number that no
    database holds.

    `reading`: nothing is created, a file that is not there is an empty library, and one that can't be written is read.
    `db` is for the other modules of this package.
    """

    def __init__(self, path: Path, reading: bool = False) -> None:
        self.path = path
        self.db = Database(path, reading)
        self.boards = Boards(self.db)

    def close(self) -> None:
        """Close the file."""
        self.db.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def transaction(self) -> AbstractContextManager[None]:
        """As Database.transaction."""
        return self.db.transaction()

    # Writing

    def open_game(self, game: NewGame) -> int:
        """The number of that board's game, which is made if it is new. Names given later are filled in."""
        with self.db.transaction():
            now = wall_ms()
            spec = game.start.partition(" ")[0]
            tags = json.dumps(dict(game.tags or {}), ensure_ascii=False)
            began = now if game.began_ms is None else game.began_ms
            board = self.boards.number(game.board)
            players = [self._player(name) if name else None for name in (game.first, game.second)]
            made = self.db.execute(
                "INSERT INTO games (board_id, board_game, spec, start, white_id, black_id, tags, began_ms, changed_ms, dating)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
                (board, game.board_game, spec, game.start, *players, tags, began, now, game.dating),
            )
            if made.rowcount:
                return made.lastrowid or 0
            sql = "SELECT id FROM games WHERE board_id = ? AND board_game = ?"
            number = int(self.db.execute(sql, (board, game.board_game)).fetchone()[0])
            for side, name in enumerate((game.first, game.second)):
                if name:
                    self._name(number, side, name)
            return number

    def _name(self, game: int, side: int, name: str) -> None:
        """Name a side, "" for unknown. Where Crossboard played the last ply it is named as well, or alone if it played all."""
        search, alone = self._opponents(game).get(side, ("", False))
        name = TOGETHER.join(filter(None, ("" if alone else own_name(name), search)))
        sql = f"UPDATE games SET {SIDES[side]} = ? WHERE id = ?"
        self.db.execute(sql, (self._player(name) if name else None, game))

    def _opponents(self, game: int) -> dict[int, tuple[str, bool]]:
        """As timeline.opponents."""
        return opponents(self.game(game).start, self.events(game)) if self._levels(game) else {}

    def _levels(self, game: int) -> dict[int, str]:
        """At which level Crossboard plays a side now, for the sides that changed hands."""
        sql = f"SELECT reason, text FROM {SEATS} ORDER BY seq"
        return {int(side == "1"): cells.text(level) for side, level in self.db.execute(sql, (game,))}

    def _name_opponents(self, game: int, kinds: Collection[str]) -> None:
        """After new events of these kinds: Crossboard's name stands where it played a side's last ply, and nowhere else."""
        levels = self._levels(game)
        stored = self.game(game)
        names = (stored.first, stored.second)
        told = all(
            names[side].removeprefix(own_name(names[side])).removeprefix(TOGETHER) == search_name(level)
            for side, level in levels.items()
        )
        if not levels or told and not {OPPONENT, "takeback"} & {*kinds}:
            return
        for side, name in enumerate(names):
            self._name(game, side, name)

    def append(self, game: int, events: Sequence[Event], notes: Sequence[StoredNote] = ()) -> int:
        """Store events that are not stored yet; returns how many were new.

        An event whose number is taken by a different one is kept among the strays. Questions have no number: they stand
        behind the event before them.
        """
        before = 0
        new: list[Event] = []
        with self.db.transaction():
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
            self.db.insert("events", 12, (_event_row(game, event) for event in new))
            self._name_opponents(game, {event.kind for event in new})
            self.db.insert("notes", 5, ((game, n.seq, place, n.kind, n.text) for place, n in enumerate(notes)))
            if new:
                self._settle(game, sum(map(_plies_of, new)))
        return len(new)

    def _known(self, game: int, events: Iterable[Event]) -> dict[int, tuple[str, ...]]:
        """What those events of a game say that have the numbers of these and are stored."""
        numbers = [event.seq for event in events if event.kind != QUESTION]
        if not numbers:
            return {}
        sql = "SELECT seq, kind, text, origin, target, digest FROM events WHERE game_id = ? AND seq BETWEEN ? AND ?"
        rows = self.db.rows(sql, (game, min(numbers), max(numbers)))
        return {cells.whole(seq): tuple(map(cells.text, words)) for seq, *words in rows}

    def reflag(self, game: int, flags: Mapping[int, str]) -> None:
        """Set the flags of events, by number ("": nothing is wrong). The events themselves never change."""
        with self.db.transaction():
            for seq, flag in flags.items():
                self.db.execute("UPDATE events SET flag = ? WHERE game_id = ? AND seq = ?", (flag, game, seq))

    def began_earlier(self, game: int, wall: int, dating: str) -> None:
        """Store when a game began that was begun without a PC, unless an earlier time is known."""
        with self.db.transaction():
            sql = "UPDATE games SET began_ms = ?, dating = ? WHERE id = ? AND began_ms > ?"
            self.db.execute(sql, (wall, dating, game, wall))

    def append_flight(self, game: int, lines: Sequence[str]) -> None:
        """Store lines of the flight recorder (`t before changes`) that are not stored yet; ValueError if one is malformed."""
        with self.db.transaction():
            for line in lines:
                at = int(line.partition(" ")[0])
                self.db.execute("INSERT INTO flights VALUES (?, ?, ?) ON CONFLICT DO NOTHING", (game, at, line))

    def ask(self, game: int, after: int, question: Event) -> int:
        """Store a question that was asked after event `after`; returns its place among those asked there."""
        with self.db.transaction():
            return self._ask(game, after, question)

    def _ask(self, game: int, after: int, question: Event) -> int:
        sql = "SELECT coalesce(max(place) + 1, 0) FROM questions WHERE game_id = ? AND seq = ?"
        place = int(self.db.execute(sql, (game, after)).fetchone()[0])
        values = (game, after, place, question.text, question.reason, question.board_ms, question.wall_ms)
        self.db.execute("INSERT INTO questions VALUES (?, ?, ?, ?, ?, ?, ?)", values)
        return place

    def settle_question(self, game: int, after: int, place: int, offers: str, answer: str) -> None:
        """Store what was offered in the end, and the answer ("": withdrawn)."""
        with self.db.transaction():
            self.db.execute(
                "UPDATE questions SET offers = ?, answer = ? WHERE game_id = ? AND seq = ? AND place = ?",
                (offers, answer, game, after, place),
            )

    def _keep_stray(self, game: int, event: Event) -> None:
        known = "SELECT 1 FROM strays WHERE game_id = ? AND seq = ? AND raw = ?"
        if not self.db.execute(known, (game, event.seq, event.raw)).fetchone():
            sql = "INSERT INTO strays (game_id, seq, wall_ms, raw) VALUES (?, ?, ?, ?)"
            self.db.execute(sql, (game, event.seq, event.wall_ms, event.raw))

    def _settle(self, game: int, plies: int) -> None:
        """The result as the last event has it that bears on it (a takeback also takes back the end), so many plies more, and
        how far the events are complete."""
        sql = f"SELECT kind, text, reason FROM {ENDS} ORDER BY seq DESC LIMIT 1"
        last = self.db.execute(sql, (game,)).fetchone()
        result = (last[1], last[2]) if last and last[0] == "end" else ("*", "unfinished")
        committed = self.committed(game)
        sql = "SELECT seq FROM events WHERE game_id = ? AND seq > ? ORDER BY seq"
        for (seq,) in self.db.execute(sql, (game, committed)):
            if seq != committed + 1:
                break
            committed = seq
        sql = "UPDATE games SET result = ?, termination = ?, changed_ms = ?, plies = plies + ?, committed = ? WHERE id = ?"
        self.db.execute(sql, (*result, wall_ms(), plies, committed, game))

    def name_players(self, game: int, names: Mapping[int, str]) -> None:
        """Set the players' names by side, "" for unknown. LibraryError if Crossboard played that side."""
        with self.db.transaction():
            for side, name in names.items():
                if self._opponents(game).get(side, ("", False))[1]:
                    name = side_names(game_at(self.game(game).start))[side]
                    raise LibraryError(tr("{name} of game {game} was played by Crossboard", name=name, game=game))
                self._name(game, side, name)

    def copy_game(self, game: int, board: str, board_game: str) -> None:
        """Store that the game goes on at another board, under that id."""
        with self.db.transaction():
            sql = "INSERT INTO copies VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET game_id = excluded.game_id"
            self.db.execute(sql, (self.boards.number(board), board_game, game))

    def keep_clock(self, game: int, text: str) -> None:
        """Store the state of a game's chess clock, as `clock` returns it; "" for none."""
        with self.db.transaction():
            self.db.execute("UPDATE games SET clock = ? WHERE id = ?", (text, game))

    def tag(self, game: int, tags: Mapping[str, str]) -> None:
        """Set tags of a game's record; "" removes one."""
        with self.db.transaction():
            kept = {name: value for name, value in {**self.game(game).tags, **tags}.items() if value}
            self.db.execute("UPDATE games SET tags = ? WHERE id = ?", (json.dumps(kept, ensure_ascii=False), game))

    def comment(self, game: int, seq: int, text: str) -> None:
        """Set the comment on the moment after event `seq` (0: the start); "" removes it."""
        with self.db.transaction():
            self.db.execute("DELETE FROM notes WHERE game_id = ? AND seq = ? AND kind = 'comment'", (game, seq))
            if text:
                sql = "SELECT coalesce(max(place) + 1, 0) FROM notes WHERE game_id = ? AND seq = ?"
                place = int(self.db.execute(sql, (game, seq)).fetchone()[0])
                self.db.execute("INSERT INTO notes VALUES (?, ?, ?, 'comment', ?)", (game, seq, place, text))

    def delete(self, games: Iterable[int]) -> None:
        """Take games out of every list; `restore` brings them back."""
        with self.db.transaction():
            now = wall_ms()
            for game in games:
                self.db.execute("UPDATE games SET deleted_ms = ? WHERE id = ? AND deleted_ms = 0", (now, game))

    def restore(self, games: Iterable[int]) -> None:
        """Bring deleted games back."""
        with self.db.transaction():
            for game in games:
                self.db.execute("UPDATE games SET deleted_ms = 0 WHERE id = ?", (game,))

    def keep_analysis(self, game: int, evals: Iterable[StoredEval]) -> None:
        """Store evaluations of positions; one that took less time is replaced, and by an engine's another search's."""
        sql = """
            INSERT INTO analysis VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET score = excluded.score,
            mate = excluded.mate, line = excluded.line, depth = excluded.depth, ms = excluded.ms, engine = excluded.engine
            WHERE excluded.ms > ms OR excluded.engine NOT IN ('', engine)
        """
        with self.db.transaction():
            for one in evals:
                values = (
                    game,
                    one.seq,
                    one.eval.score,
                    one.eval.mate,
                    " ".join(one.line),
                    one.depth,
                    one.ms,
                    one.engine,
                )
                self.db.execute(sql, values)

    def _player(self, name: str) -> int:
        return self.db.named(
            "players", "name", name.encode("utf-8", "replace").decode()
        )  # what is typed may be no Unicode

    # Reading

    def games(self, which: Selection = EVERY) -> list[StoredGame]:
        """The games, the oldest first."""
        where, values = which.where()
        return [
            cells.stored_game(row) for row in self.db.rows(f"{GAMES} WHERE {where} ORDER BY began_ms, games.id", values)
        ]

    def count(self, which: Selection = EVERY) -> int:
        """How many games there are."""
        where, values = which.where()
        return int(self.db.rows(f"SELECT count(*) FROM games WHERE {where}", values)[0][0])

    def specs(self) -> list[str]:
        """Every GAME[:VARIANT] that there are games of."""
        return [cells.text(row[0]) for row in self.db.rows("SELECT DISTINCT spec FROM games WHERE deleted_ms = 0")]

    def players(self) -> list[tuple[int, str]]:
        """Number and name of every player."""
        return [(row[0], cells.text(row[1])) for row in self.db.rows("SELECT id, name FROM players")]

    def game(self, number: int) -> StoredGame:
        """One game; LibraryError if there is none of that number."""
        rows = self.db.rows(GAMES + "WHERE games.id = ?", (number,)) if abs(number) < 1 << 63 else []
        if not rows:
            raise LibraryError(tr("there is no game {number}", number=number), str(self.path))
        return cells.stored_game(rows[0])

    def find_game(self, board: str, board_game: str) -> int | None:
        """The number of that board's game, one that began there or was continued there; None if the library does not have it."""
        which = "JOIN boards ON boards.id = board_id WHERE serial = ? AND board_game = ?"
        sql = f"SELECT games.id FROM games {which} UNION ALL SELECT game_id FROM copies {which}"
        rows = self.db.rows(sql, (board, board_game, board, board_game))
        return int(rows[0][0]) if rows else None

    def events(self, game: int) -> list[Event]:
        """The events of a game, in order."""
        rows = self.db.rows(
            "SELECT seq, kind, text, origin, target, reason, board_ms, wall_ms, digest, flag, raw"
            " FROM events WHERE game_id = ? ORDER BY seq",
            (game,),
        )
        return [cells.event(row) for row in rows]

    def moments(self, game: int) -> list[Event]:
        """The events of a game and between them, without a number, the questions that the board asked."""
        sql = "SELECT seq, offers, answer, board_ms, wall_ms FROM questions WHERE game_id = ? ORDER BY seq, place"
        asked = deque(self.db.rows(sql, (game,)))
        found: list[Event] = []
        for event in self.events(game):
            while asked and asked[0][0] < event.seq:
                found.append(cells.question(asked.popleft()))
            found.append(event)
        return [*found, *map(cells.question, asked)]

    def flight(self, game: int) -> list[str]:
        """The lines of the flight recorder, in order of time."""
        sql = "SELECT text FROM flights WHERE game_id = ? ORDER BY at_ms, text"
        return [cells.text(row[0]) for row in self.db.rows(sql, (game,))]

    def notes(self, game: int) -> list[StoredNote]:
        """The notes of a game, in order."""
        rows = self.db.rows("SELECT seq, kind, text FROM notes WHERE game_id = ? ORDER BY seq, place", (game,))
        return [StoredNote(cells.whole(seq), cells.text(kind), cells.text(text)) for seq, kind, text in rows]

    def analysis(self, game: int) -> dict[int, StoredEval]:
        """The evaluations of the game's positions, by the ply after which they stand (0: the start)."""
        rows = self.db.rows("SELECT seq, score, mate, line, depth, ms, engine FROM analysis WHERE game_id = ?", (game,))
        return {
            cells.whole(seq): StoredEval(
                cells.whole(seq),
                Eval(cells.whole(score), cells.time(mate) or None),
                tuple(cells.text(line).split()),
                cells.whole(depth),
                cells.whole(ms),
                cells.text(engine),
            )
            for seq, score, mate, line, depth, ms, engine in rows
        }

    def clock(self, game: int) -> str:
        """How a game's chess clock stood last, "" if it has none."""
        rows = self.db.rows("SELECT clock FROM games WHERE id = ?", (game,))
        return cells.text(rows[0][0]) if rows else ""

    def is_deleted(self, game: int) -> bool:
        """Whether a game was deleted."""
        return bool(self.db.rows("SELECT 1 FROM games WHERE id = ? AND deleted_ms > 0", (game,)))

    def committed(self, game: int) -> int:
        """The number up to which every event of the game is stored."""
        rows = self.db.rows("SELECT committed FROM games WHERE id = ?", (game,))
        return cells.whole(rows[0][0]) if rows else 0

    def is_empty(self, game: int) -> bool:
        """Whether nothing of that game is stored but its beginning."""
        tables = ("events", "notes", "questions", "flights", "strays")
        return not any(self.db.rows(f"SELECT 1 FROM {table} WHERE game_id = ? LIMIT 1", (game,)) for table in tables)

    def without_end(self, board: str, most: int) -> list[str]:
        """That board's own ids of its games that have no result yet, the newest first: they may have gone on there."""
        sql = """
            SELECT board_game, games.id AS number FROM games JOIN boards ON boards.id = board_id
            WHERE serial = ? AND result = '*'
            UNION ALL SELECT copies.board_game, games.id FROM copies JOIN games ON games.id = game_id
            JOIN boards ON boards.id = copies.board_id WHERE serial = ? AND result = '*'
            ORDER BY number DESC LIMIT ?
        """
        return [cells.text(row[0]) for row in self.db.rows(sql, (board, board, most))]

    def strays(self, game: int) -> list[str]:
        """What the board sent that contradicts what is stored."""
        return [
            cells.text(row[0]) for row in self.db.rows("SELECT raw FROM strays WHERE game_id = ? ORDER BY id", (game,))
        ]


def _substance(event: Event) -> tuple[str, ...]:
    """The fields in which two events with the same number must agree."""
    return event.kind, event.text, event.origin, event.target, event.digest


def _event_row(game: int, e: Event) -> tuple[object, ...]:
    return (
        game, e.seq, e.kind, e.text, e.origin, e.target, e.reason, e.board_ms, e.wall_ms, e.digest, e.flag, e.raw,
    )  # fmt: skip


def _plies_of(event: Event) -> int:
    """By how many plies the event changes the count."""
    if event.kind == "ply":
        return 1
    if event.kind == "takeback" and event.text.isascii() and event.text.isdecimal():
        return -min(int(event.text[:9]), MOST_TAKEN_BACK)
    return 0
