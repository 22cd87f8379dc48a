"""The board in a terminal: squares in the true colours of their lights, pieces as letters, signs for what lights mean.

Squares grow with the room there is; what stands beside the board (`Beside`) gives way to it. Where it has no room at all, it says
how large the terminal must be. A click on a square is told as `BoardView.Clicked`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from rich.style import Style
from rich.text import Text
from textual.containers import Vertical
from textual.events import Click
from textual.message import Message
from textual.widget import Widget

from crossboard.games.draw import HOLE, NO_SIGN, SIGNS, Sign, read_cells, screen_level
from crossboard.games.formats import row_notation, square_names
from crossboard.games.rules import Game, name_of

PALE, DEEP = (74, 66, 60), (57, 50, 46)
GROUNDS = ((112, 52, 46), (28, 33, 44))
GROUND_SIGNS = ("\u2666", "\u2663")
FIRST, SECOND, DIM = "#fff4d6", "#7fd4ff", "#9a8f84"
CELLS = ((9, 4), (7, 3), (5, 2), (3, 1))  # columns and lines of a square, the largest first
LEFT = 3  # columns for the rows' numbers
WIDEST, NARROWEST = 36, 20  # columns of what stands beside a board

Colour = tuple[int, int, int]


@dataclass(frozen=True)
class Seen:
    """What is to be seen. `lights` is None where nobody can look at them, `standing` on a board that is not simulated."""

    position: str = ""
    marks: bytes = b""
    lights: Mapping[int, Colour] | None = None
    standing: frozenset[int] | None = None
    terrain: bytes = b""


def terrain_of(game: Game) -> bytes:
    """For each square 0 (none), 1 or 2: whose terrain it is."""
    ask: Callable[[int], int] | None = getattr(game, "terrain_side", None)
    return bytes(1 + ask(square) for square in range(game.columns * game.rows)) if ask else b""


class BoardView(Widget):
    """Shows a position. Clicks on its squares are messages."""

    class Clicked(Message):
        """A square of the frame was clicked."""

        def __init__(self, square: int) -> None:
            super().__init__()
            self.square = square

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.seen = Seen()

    class Resized(Message):
        """The board that is shown has another number of columns than the one before."""

    def show(self, seen: Seen) -> None:
        """Show this from now on."""
        if seen != self.seen:
            before, self.seen = self.room()[0], seen
            self.refresh()
            if self.room()[0] != before:
                self.post_message(self.Resized())

    def room(self) -> tuple[int, int]:
        """The columns and lines that it needs at least."""
        rows: list[list[str]] = read_cells(self.seen.position) if self.seen.position else [[]]
        width, height = CELLS[-1]
        return LEFT + width * len(rows[0]), height * len(rows) + 1

    def lacks(self) -> tuple[int, int]:
        """The columns and lines that it has too few."""
        width, height = self.room()
        return max(0, width - self.size.width), max(0, height - self.size.height)

    def cell(self) -> tuple[int, int]:
        """How wide and high a square is just now."""
        rows = read_cells(self.seen.position)
        fits = (
            c for c in CELLS if LEFT + c[0] * len(rows[0]) <= self.size.width and c[1] * len(rows) < self.size.height
        )
        return next(fits, CELLS[-1])

    def square_at(self, x: int, y: int) -> int | None:
        """The square shown there, None if there is none."""
        if not self.seen.position or any(self.lacks()):
            return None
        rows = read_cells(self.seen.position)
        width, height = self.cell()
        column, line = (x - LEFT) // width, y // height
        if x < LEFT or not (0 <= column < len(rows[0]) and 0 <= line < len(rows)) or rows[line][column] == HOLE:
            return None
        return (len(rows) - 1 - line) * len(rows[0]) + column

    def place_of(self, square: int) -> tuple[int, int]:
        """Where the middle of a square is shown."""
        rows = read_cells(self.seen.position)
        width, height = self.cell()
        column, row = square % len(rows[0]), square // len(rows[0])
        return LEFT + column * width + width // 2, (len(rows) - 1 - row) * height + (height - 1) // 2

    def on_click(self, event: Click) -> None:
        square = self.square_at(event.x, event.y)
        if square is not None:
            self.post_message(self.Clicked(square))

    def render(self) -> Text:
        if not self.seen.position:
            return Text("waiting for the board", DIM)
        wide, high = self.lacks()
        if wide or high:
            width, height = self.screen.size
            return Text(
                f"No room for the board: it needs a terminal of {width + wide} columns and {height + high} lines."
            )
        return board_text(self.seen, *self.cell())


class Beside(Vertical):
    """What stands at the right of the board: as wide as is left, and not there where that is too narrow to be read."""

    def make_room(self, board: BoardView, width: int) -> None:
        """`width` columns are there for both."""
        left = min(width - board.room()[0], WIDEST)
        self.display = left >= NARROWEST
        self.styles.width = max(left, NARROWEST)


def board_text(seen: Seen, width: int, height: int) -> Text:
    """The board with squares of that size."""
    rows = read_cells(seen.position)
    columns = len(rows[0])
    text = Text(no_wrap=True, end="")
    for i, row in enumerate(rows):
        number = len(rows) - i
        for line in range(height):
            text.append(
                f"{row_notation(seen.position, number, columns):>2} " if line == (height - 1) // 2 else " " * LEFT, DIM
            )
            for column, cell in enumerate(row):
                _draw(
                    text, seen, (number - 1) * columns + column, cell, (column + number) % 2 == 0, width, line, height
                )
            text.append("\n")
    letters = () if square_names(name_of(seen.position)) else (chr(97 + i) for i in range(columns))
    text.append(" " * LEFT + "".join(letter.center(width) for letter in letters), DIM)
    return text


def _draw(text: Text, seen: Seen, square: int, cell: str, pale: bool, width: int, line: int, height: int) -> None:
    """One line of a square."""
    if cell == HOLE:
        text.append(" " * width)
        return
    mark = seen.marks[square] if square < len(seen.marks) else 0
    sign = SIGNS.get(mark, NO_SIGN)
    ground = seen.terrain[square] if square < len(seen.terrain) else 0
    back = GROUNDS[ground - 1] if ground else PALE if pale else DEEP
    light = seen.lights.get(square) if seen.lights is not None else None
    marked = Style.parse(sign.style) if seen.lights is None and sign.style else None
    if light and any(light):
        back = (screen_level(light[0]), screen_level(light[1]), screen_level(light[2]))
    style = marked or Style(bgcolor=f"rgb({back[0]},{back[1]},{back[2]})")
    plain = None if marked or (light and any(light)) else back
    if line == (height - 1) // 2:
        text.append(" " * ((width - 3) // 2), style)
        _middle(text, seen, square, cell, sign, style, plain is None, back, ground)
        text.append(" " * (width - 3 - (width - 3) // 2), style)
    elif line == height - 1 and len(cell) > 1:
        text.append(cell[:-1][-width:].center(width), style + Style(color=_ink(back, plain is None) or DIM))
    else:
        text.append(" " * width, style)


def _middle(
    text: Text, seen: Seen, square: int, cell: str, sign: Sign, style: Style, lit: bool, back: Colour, ground: int
) -> None:
    """The piece between its signs. What stands elsewhere than the game thinks is in brackets, or a ring."""
    top = cell[-1:]
    left, right = sign.left, sign.right
    here = seen.standing is None or square in seen.standing
    if top and not here and left == " ":
        left, right = "(", ")"
    if len(cell) > 1 and sign.right == " ":
        right = str(min(len(cell), 9))
    ink = Style(color=_ink(back, lit) or (DIM if not top or not here else FIRST if top.isupper() else SECOND))
    if style.color is not None:  # a mark's own ink
        ink = Style(color=style.color)
    shown = top or ("o" if seen.standing is not None and here else GROUND_SIGNS[ground - 1] if ground else "\u00b7")
    text.append(left, style + ink)
    text.append(shown, style + ink + Style(bold=bool(top)))
    text.append(right, style + ink)


def _ink(back: Colour, lit: bool) -> str:
    """What can be read on a light; "" where none shines."""
    if not lit:
        return ""
    return "#000000" if 3 * back[0] + 6 * back[1] + back[2] > 1200 else "#ffffff"
