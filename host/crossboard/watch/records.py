"""A folder with a record file of each game that is watched, replaced whole whenever there is something new in it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from crossboard.boards.stream import MOST_MOVES, POSITION, RESULT
from crossboard.calling import command
from crossboard.errors import CrossboardError
from crossboard.folders import make_folder, write_whole
from crossboard.games.record import Record, RecordTurn, join_records, write_record
from crossboard.games.rules import RESULTS, game_at
from crossboard.games.turns import play_turn
from crossboard.games.words import date_text
from crossboard.watch.sources import Told, Value

UNSAFE = re.compile(r"[^A-Za-z0-9-]+")


class Records:
    """The files in `folder`, `GAME-BOARD.pgn` each: lichess' Broadcaster sorts them by their last number, which is the table's.
    CrossboardError if there can be no such folder, or a file can't be written."""

    def __init__(self, folder: Path) -> None:
        make_folder(folder)
        self._folder = folder
        self._written: dict[Path, str] = {}
        self._watched: set[Path] = set()

    def keep(self, told: Told, of_game: Mapping[str, Value]) -> None:
        """Write the game of a board once somebody has begun it, if it is another one than in the file, unless it was over before it
        was watched: it may be of an earlier round. The errors of lines.UNREADABLE, and RulesError, if it can't be written."""
        position, result = of_game.get(POSITION), of_game.get(RESULT)
        if position is None or result is None or position["number"] is None:
            return
        path = self._folder / f"{_safe(position['game'])}-{_safe(told.name or position['board'])}.pgn"
        if result["result"] == RESULTS[0] or path.exists():
            self._watched.add(path)
        text = "".join(join_records([write_record(_record(told, position, result))]))
        if path in self._watched and self._written.get(path) != text:
            write_whole(path, text)
            self._written[path] = text


def _safe(name: str) -> str:
    """As a part of a file's name."""
    return UNSAFE.sub("_", name)[:40]


def _record(told: Told, position: Value, result: Value) -> Record:
    """The record of a game as it stands. Its site is the table, as in a hub's files: so games of nameless players are not taken
    for one."""
    first, second = position["names"]
    board = told.name or position["board"]
    tags = {
        "Site": told.name or "?", "Round": told.round or "?",
        "White": first or "?", "Black": second or "?", "Board": board, "GameId": position["game"],
        "Date": date_text(position["wall"])[:10].replace("-", "."),
    }  # fmt: skip
    if position["moves"] is None:
        raise CrossboardError(
            f"the game on {board} has more than {MOST_MOVES} turns, and its file no more of them; `{command('export')}` has all"
        )
    game, turns = game_at(position["start"]), list[RecordTurn]()
    for text in position["moves"]:
        side = game.side
        turns.append(RecordTurn(side, text, tuple(play_turn(game, text))))
    return Record(position["start"], tags, turns, result=result["result"], termination=result["reason"])
