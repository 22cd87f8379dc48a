"""Who plays whom, at which table, in which round; and what became of it. Typed or read from a CSV file."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace

from crossboard.errors import CrossboardError
from crossboard.games.names import LONGEST_NAME
from crossboard.games.rules import RESULTS
from crossboard.hub.csv_rows import csv_rows, write_rows
from crossboard.hub.messages import EARLIER, LONGEST, Value, items, text
from crossboard.hub.topics import NAME
from crossboard.language import tr

COLUMNS = ("round", "table", "first", "second")
ALIKE = {earlier: name for name, earlier in EARLIER.items()}  # as pairing programs for chess have them, too
MOST = 4000
PART = LONGEST - 1024  # bytes of JSON in a message, so that the rest of it has room
OPEN = RESULTS[0]
UNPLAYED = ("+/-", "-/+", "-/-")  # a player did not come, or neither did
GIVEN = (*RESULTS, *UNPLAYED)


@dataclass(frozen=True, slots=True)
class Pairing:
    """A game to be played. `result` is OPEN until it is known, `by` who gave it ("": the board did); `game` the board's id of the
    game, "" before it begins."""

    round: str
    table: str
    first: str
    second: str
    result: str = OPEN
    game: str = ""
    by: str = ""


def read_csv(content: str, where: str, by: str = "") -> list[Pairing]:
    """The pairings of a CSV file with these columns, perhaps `result`, which `by` gave; CrossboardError with the line if one is
    wrong, or two of them are in one place."""
    found: dict[tuple[str, str], Pairing] = {}
    spelt: dict[str, str] = {}
    for at, (*cells, result) in csv_rows(content, where, COLUMNS, ("result",), ALIKE):
        one = _checked(Pairing(*cells, result=result or OPEN, by=by if result else ""), at)
        other = spelt.setdefault(one.round.casefold(), one.round)
        if other != one.round:
            raise CrossboardError(
                f"round {one.round} is spelt {other}, too: their files would be one on some disks", at
            )
        if (one.round, one.table) in found:
            raise CrossboardError(f"round {one.round} has two pairings at {one.table}", at)
        if len(found) == MOST:
            raise CrossboardError(f"more than {MOST} pairings", at)
        found[one.round, one.table] = one
    return list(found.values())


def _checked(pairing: Pairing, where: str) -> Pairing:
    if not pairing.round or any(
        len(cell) > LONGEST_NAME or not (cell.isprintable() or not cell) for cell in _cells(pairing)
    ):
        raise CrossboardError(f"a round has a name, and names have up to {LONGEST_NAME} characters", where)
    table = pairing.table.lower()
    if not NAME.fullmatch(table):
        raise CrossboardError(f"'{pairing.table}' is not a table: use letters, digits and hyphens, as table-7", where)
    check_result(pairing.result, where)
    return replace(pairing, table=table)


def check_result(result: str, where: str = "") -> None:
    """CrossboardError if that is not one."""
    if result not in GIVEN:
        raise CrossboardError(
            tr("'{result}' is not a result; use {results}", result=result, results=", ".join(GIVEN)), where
        )


def _cells(pairing: Pairing) -> tuple[str, ...]:
    return (pairing.round, pairing.first, pairing.second, pairing.game, pairing.by)


def rounds(pairings: Iterable[Pairing]) -> list[str]:
    """The rounds, in the order in which they are listed."""
    return list(dict.fromkeys(one.round for one in pairings))


def next_at(pairings: Iterable[Pairing], table: str) -> Pairing | None:
    """The first pairing at that table without a result, in the rounds' order."""
    return next((one for one in pairings if one.table == table and one.result == OPEN), None)


def with_pairing(pairings: list[Pairing], changed: Pairing) -> list[Pairing]:
    """The pairings with that round's and table's replaced."""
    return [changed if (one.round, one.table) == (changed.round, changed.table) else one for one in pairings]


def read_items(value: Value) -> list[Pairing]:
    """Pairings of a message; ValueError if one is wrong."""
    found: list[Pairing] = []
    for one in items(value, "pairings", MOST):
        if not isinstance(one, dict):
            raise ValueError("a pairing that is not an object")
        row: Value = {str(key): cell for key, cell in one.items()}  # type: ignore[misc]
        cells = [text(row, key) for key in ("round", "table", "first", "second", "result", "game", "by")]
        try:
            found.append(_checked(Pairing(*cells), "pairings"))
        except CrossboardError as error:
            raise ValueError(error.what) from error
    return found


def in_parts(pairings: Iterable[Pairing], most: int = PART) -> list[list[Pairing]]:
    """The same, in lists whose JSON has at most so many bytes each; one at least."""
    parts: list[list[Pairing]] = [[]]
    size = 0
    for one in pairings:
        more = len(json.dumps(asdict(one), ensure_ascii=False).encode("utf-8", "surrogatepass")) + 2
        if parts[-1] and size + more > most:
            parts.append([])
            size = 0
        parts[-1].append(one)
        size += more
    return parts


def carry_over(fresh: list[Pairing], before: list[Pairing]) -> list[Pairing]:
    """New pairings keep the games and results of those that were there already with the same players."""
    known = {(one.round, one.table, one.first, one.second): one for one in before}
    found: list[Pairing] = []
    for one in fresh:
        old = known.get((one.round, one.table, one.first, one.second))
        given = one if old and one.result not in (OPEN, old.result) else old or one
        found.append(replace(one, game=old.game if old else one.game, result=given.result, by=given.by))
    return found


def csv_of(pairings: Iterable[Pairing]) -> str:
    """The CSV file of pairings with their results, as `read_csv` takes it."""
    rows = [(one.round, one.table, one.first, one.second, "" if one.result == OPEN else one.result) for one in pairings]
    return write_rows([(*COLUMNS, "result"), *rows])
