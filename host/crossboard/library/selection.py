"""A selection of games, and the SQL condition for it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from crossboard.calling import command
from crossboard.errors import CrossboardError
from crossboard.games.words import clean

AMONG = "SELECT value FROM json_each(?)"


@dataclass(frozen=True, slots=True)
class Selection:
    """A game has to meet every condition; None, "" and 0 are no condition.

    `players` and `boards` are numbers of rows, `players` on either side. `result` is a result or a reason, `won`
    has a result for each `GAME[:VARIANT]`, as `card-chess 0-1`. Games began at `since` or later and before `until` (ms since
    1970). `deleted`: only deleted games; else none of them. `limit` keeps the latest so many of them, but for the latest `skip`.
    """

    numbers: Sequence[int] | None = None
    specs: Sequence[str] | None = None
    players: Sequence[int] | None = None
    boards: Sequence[int] | None = None
    result: str = ""
    won: Sequence[str] | None = None
    since: int | None = None
    until: int | None = None
    deleted: bool = False
    limit: int = 0
    skip: int = 0

    def where(self) -> tuple[str, list[object]]:
        """The condition on a row of `games`, and its values."""
        terms, values = ["games.deleted_ms > 0" if self.deleted else "games.deleted_ms = 0"], list[object]()
        for term, value in self._terms():
            terms.append(term)
            values += [value] * term.count("?")
        condition = " AND ".join(terms)
        if self.limit:
            latest = (
                f"SELECT games.id FROM games WHERE {condition} ORDER BY began_ms DESC, games.id DESC LIMIT ? OFFSET ?"
            )
            condition = f"games.id IN ({latest})"
            values += [self.limit, self.skip]
        return condition, values

    def _terms(self) -> Iterator[tuple[str, object]]:
        if self.numbers is not None:
            yield f"games.id IN ({AMONG})", json.dumps(list(self.numbers))
        if self.specs is not None:
            yield f"spec IN ({AMONG})", json.dumps(list(self.specs))
        if self.players is not None:
            yield f"(white_id IN ({AMONG}) OR black_id IN ({AMONG}))", json.dumps(list(self.players))
        if self.boards is not None:
            yield f"board_id IN ({AMONG})", json.dumps(list(self.boards))
        if self.result:
            yield "(result = ? OR termination = ?)", self.result
        if self.won is not None:
            yield f"spec || ' ' || result IN ({AMONG})", json.dumps(list(self.won))
        if self.since is not None:
            yield "began_ms >= ?", self.since
        if self.until is not None:
            yield "began_ms < ?", self.until


EVERY = Selection()


def game_number(text: str) -> int:
    """A game's number as typed."""
    if not (text.isascii() and text.isdigit()) or len(text) > 18:
        raise CrossboardError(f"'{clean(text)}' is not a game number; `{command('games')}` lists them")
    return int(text)


def game_numbers(texts: Iterable[str]) -> list[int]:
    """Games' numbers as typed, each once."""
    return list(dict.fromkeys(map(game_number, texts)))
