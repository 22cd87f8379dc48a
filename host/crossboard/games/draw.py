"""A position as text: the board with its pieces, and what its lights say.

What a light says is shown twice, by colour and by the signs beside the piece, since colours may be off.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from crossboard.games.formats import row_notation, square_names
from crossboard.games.rules import name_of
from crossboard.language import tr
from crossboard.output import console as console
from shared_rules.protocol import signals

if TYPE_CHECKING:
    from rich.text import Text

CELL = re.compile(r"\[([A-Za-z]+)\]|(\d+)|(\*)|([A-Za-z])")
HOLE = "*"
SCREEN_GAMMA = 2.2  # a light's power is linear, a screen's levels are not (sRGB, about)


class Sign(NamedTuple):
    """How a mark is shown: before and behind the piece, its colour, and in words."""

    left: str
    right: str
    style: str
    words: str


NO_SIGN = Sign(" ", " ", "", "")
SIGNS: dict[int, Sign] = {
    signals.MARK_NONE: NO_SIGN,
    signals.MARK_LAST_FROM: Sign("[", "]", "on grey23", tr("last move")),
    signals.MARK_LAST_TO: Sign("[", "]", "on grey35", tr("last move")),
    signals.MARK_LIFTED: Sign("^", "^", "black on white", tr("lifted")),
    signals.MARK_MOVE: Sign("(", ")", "black on green", tr("may go here")),
    signals.MARK_CAPTURE: Sign("<", ">", "black on dark_orange", tr("may capture or jump to here")),
    signals.MARK_WIN: Sign("{", "}", "black on gold1", tr("wins")),
    signals.MARK_PLACE: Sign("(", ")", "black on cyan", tr("to be placed here")),
    signals.MARK_TAKE_OFF: Sign("-", "-", "black on dark_orange", tr("take this piece off")),
    signals.MARK_MISSING: Sign("+", "+", "black on yellow", tr("a piece belongs here")),
    signals.MARK_EXTRA: Sign("!", "!", "white on red", tr("this piece must go")),
    signals.MARK_OFFER: Sign("?", "?", "black on magenta", tr("offered")),
    signals.MARK_SHOWN: Sign("~", "~", "black on blue", tr("not final yet")),
}

NUMBER = SIGNS[signals.MARK_PLACE]._replace(words=tr("which of the offers it is"))


def read_cells(position: str) -> list[list[str]]:
    """The squares of a position text, highest row first: "" empty, "*" a hole, a letter, or a stack's letters."""
    rows: list[list[str]] = []
    for line in position.split(" ")[1].split("/"):
        row: list[str] = []
        for stack, run, hole, letter in CELL.findall(line):
            row += [""] * int(run) if run else [stack or hole or letter]
        rows.append(row)
    return rows


def piece_letters(text: str) -> dict[int, str]:
    """What a position text has on its squares: letters from bottom to top by square of the frame."""
    cells = read_cells(text)
    rows, columns = len(cells), len(cells[0])
    found: dict[int, str] = {}
    for i, row in enumerate(cells):
        for column, cell in enumerate(row):
            if cell and cell != HOLE:
                found[(rows - 1 - i) * columns + column] = cell
    return found


def draw_board(position: str, marks: bytes = b"", lights: Mapping[int, tuple[int, int, int]] | None = None) -> Text:
    """The board. `marks` has a MARK_ code for each square of the frame; `lights` the colours of those that are lit just now,
    None where nobody can look at them: then the colours say what the marks do.
    """
    from rich.text import Text

    cells = read_cells(position)
    columns = len(cells[0])
    wide = any(len(cell) > 1 for row in cells for cell in row)
    text = Text()
    for i, row in enumerate(cells):
        number = len(cells) - i
        text.append(f"{row_notation(position, number, columns):>2} ", "dim")
        for column, cell in enumerate(row):
            square = (number - 1) * columns + column
            mark = marks[square] if square < len(marks) else 0
            sign = SIGNS.get(mark, NO_SIGN)
            style = sign.style if lights is None else _light_style(lights.get(square))
            _draw_square(text, cell, sign, style, wide)
        text.append("\n")
    letters = () if square_names(name_of(position)) else (chr(97 + i) for i in range(columns))
    text.append("   " + "".join(f" {letter}{'  ' if wide else ' '}" for letter in letters).rstrip(), "dim")
    return text


def _light_style(light: tuple[int, int, int] | None) -> str:
    if light is None:
        return ""
    red, green, blue = map(screen_level, light)
    ink = "black" if 3 * red + 6 * green + blue > 1200 else "white"
    return f"{ink} on rgb({red},{green},{blue})"


def _draw_square(text: Text, cell: str, sign: Sign, style: str, wide: bool) -> None:
    if cell == HOLE:
        text.append(" " * (4 if wide else 3))
        return
    top = cell[-1:] or "."
    piece = style if not cell else f"bold {style}" if style else "bold" if top.isupper() else "bold cyan"
    text.append(sign.left, style)
    text.append(top, piece if cell else style or "dim")
    if wide:
        text.append(str(len(cell)) if len(cell) > 1 else " ", style)
    text.append(sign.right, style)


def screen_level(light: int) -> int:
    """What a screen has to be told (0 to 255) to look as bright as a light that is driven at 0 to 255 of its power."""
    return round(255 * (light / 255) ** (1 / SCREEN_GAMMA))


def legend(marks: bytes, asked: bool = False) -> str:
    """The signs that stand on the board, in words: `(.) may go here  !N! this piece must go`. While something is `asked`, lights
    for placing are as many as the number of the offer.
    """
    signs = {**SIGNS, signals.MARK_PLACE: NUMBER} if asked else SIGNS
    shown = [signs[mark] for mark in sorted(set(marks)) if signs.get(mark, NO_SIGN).words]
    return "  ".join(dict.fromkeys(f"{sign.left}.{sign.right} {sign.words}" for sign in shown))


def in_columns(rows: list[list[str]], right: str = "") -> list[str]:
    """Rows of cells as aligned lines; `right` has an `r` for each column that is aligned to the right."""
    if not rows:
        return []
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]

    def pad(i: int, cell: str) -> str:
        return cell.rjust(widths[i]) if right[i : i + 1] == "r" else cell.ljust(widths[i])

    return ["  ".join(pad(i, cell) for i, cell in enumerate(row)).rstrip() for row in rows]
