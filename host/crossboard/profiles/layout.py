"""Which square, sensor and light belong together on a board: from names and orders to numbers.

A board's squares are numbered as in a game's frame: row * columns + column, a1 = 0. Everything here takes a profile
whose tables and keys are known to be there (profiles/check.py).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from crossboard.games.rules import HOLE, NOWHERE, Game, RulesError
from shared_rules.notation import read_square as _read_square

Wrong = Callable[[str, str], Exception]
"""Makes the error for (key, what is wrong with it)."""


def square_name(square: int, columns: int) -> str:
    """`a1` for square 0 of a board that is `columns` wide."""
    return f"{chr(97 + square % columns)}{square // columns + 1}"


def board_squares(board: dict[str, Any], wrong: Wrong) -> list[int]:
    """The squares there are, by number; `shape` leaves out holes, row by row from the highest."""
    columns, rows = board["columns"], board["rows"]
    shape = cast("list[str]", board.get("shape") or ["." * columns] * rows)
    if len(shape) != rows or any(len(line) != columns or set(line) - set(".*") for line in shape):
        raise wrong("board.shape", f"must have {rows} lines of {columns} places, '.' for a square and '*' for a hole")
    found = [row * columns + i for row in range(rows) for i in range(columns) if shape[rows - 1 - row][i] == "."]
    if not found:
        raise wrong("board.shape", "has no square")
    return found


def in_order(profile: dict[str, Any], squares: list[int], order: str) -> list[int]:
    """The squares as a chain passes them: `rows` (each from column a), `columns` (each from row 1), or there and back."""
    columns = profile["board"]["columns"]
    by_row = order in ("rows", "serpentine")
    along = [(s // columns, s % columns) if by_row else (s % columns, s // columns) for s in squares]
    back = order in ("serpentine", "columns-serpentine")

    def key(place: tuple[int, int]) -> tuple[int, int]:
        line, at = place
        return line, -at if back and line % 2 else at

    ordered = sorted(along, key=key)
    return [line * columns + at if by_row else at * columns + line for line, at in ordered]


def listed(profile: dict[str, Any], key: str, lines: list[str], squares: list[int], wrong: Wrong) -> list[list[int]]:
    """`["a1 b1 - d1", …]` as numbers, NOWHERE for `-`; every square of the board must be there exactly once."""
    columns, rows = profile["board"]["columns"], profile["board"]["rows"]
    seen: dict[int, str] = {}
    found: list[list[int]] = []
    for i, line in enumerate(lines):
        numbers: list[int] = []
        for name in line.split():
            numbers.append(NOWHERE)
            if name == "-":
                continue
            try:
                square = _read_square(name, columns, rows)
            except RulesError as error:
                raise wrong(f"{key}[{i}]", str(error)) from None
            if square not in squares:
                raise wrong(f"{key}[{i}]", f"the board has no square {name}")
            if square in seen:
                raise wrong(f"{key}[{i}]", f"square {name} is listed twice; first in {seen[square]}")
            seen[square] = f"{key}[{i}]"
            numbers[-1] = square
        found.append(numbers)
    missing = [square_name(s, columns) for s in squares if s not in seen]
    if missing:
        raise wrong(key, f"square {missing[0]} is missing" + (f", and {len(missing) - 1} more" if missing[1:] else ""))
    return found


def light_squares(profile: dict[str, Any], squares: list[int], wrong: Wrong) -> list[int]:
    """The square of every light of the chain, in its order."""
    lights = profile["lights"]
    if "squares" in lights:
        lines = listed(profile, "lights.squares", lights["squares"], squares, wrong)
        return [square for line in lines for square in line]
    return in_order(profile, squares, lights["order"])


def corners(profile: dict[str, Any], squares: list[int]) -> list[int]:
    """Four squares, as far into the corners as there are any: lower left, lower right, upper left, upper right."""
    columns, rows = profile["board"]["columns"], profile["board"]["rows"]

    def nearest(column: int, row: int) -> int:
        return min(squares, key=lambda s: ((s % columns - column) ** 2 + (s // columns - row) ** 2, s))

    return [nearest(column, row) for row in (0, rows - 1) for column in (0, columns - 1)]


def central_origin(profile: dict[str, Any], squares: list[int], game: Game) -> str | None:
    """The board's square under the game's a1 that has the game nearest to the board's middle; None if it fits nowhere."""
    columns, rows = profile["board"]["columns"], profile["board"]["rows"]
    there = set(squares)
    needed = [s for s in range(game.columns * game.rows) if game.board[s] != HOLE]
    fitting = [
        (abs(2 * left + game.columns - columns) + abs(2 * bottom + game.rows - rows), bottom, left)
        for bottom in range(rows - game.rows + 1)
        for left in range(columns - game.columns + 1)
        if all((bottom + s // game.columns) * columns + left + s % game.columns in there for s in needed)
    ]
    if not fitting:
        return None
    _, bottom, left = min(fitting)
    return square_name(bottom * columns + left, columns)


def place(profile: dict[str, Any], squares: list[int], key: str, game: Game, origin: str, wrong: Wrong) -> bytes:
    """For each square of the game's frame the board's square, NOWHERE for the game's holes."""
    columns, rows = profile["board"]["columns"], profile["board"]["rows"]
    try:
        start = _read_square(origin, columns, rows)
    except RulesError as error:
        raise wrong(f"{key}.origin", str(error)) from None
    found = bytearray()
    for square in range(game.columns * game.rows):
        column = start % columns + square % game.columns
        row = start // columns + square // game.columns
        if game.board[square] == HOLE:
            found.append(NOWHERE)
            continue
        if column >= columns or row >= rows:
            size = f"{game.columns} by {game.rows}"
            raise wrong(key, f"the game's {size} squares do not fit on {columns} by {rows} from {origin}")
        if row * columns + column not in squares:
            here = square_name(row * columns + column, columns)
            raise wrong(key, f"the game needs {here}, where the board has no square")
        found.append(row * columns + column)
    return bytes(found)
