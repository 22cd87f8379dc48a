"""A position as a scene: boxes, pieces and labels in places, which render/svg.py and render/png.py draw alike.

A square is 100 units wide. Whose turn it is, the last turn and the cards in hand stand below the board. Of a game with a
secret the scene shows what everyone may see, until the game is over.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

from crossboard.games.about import about
from crossboard.games.draw import read_cells
from crossboard.games.formats import square_names
from crossboard.games.rules import HOLE, game_at, side_names, square_name
from crossboard.render.pieces import CARDS, GROUNDS, PALETTES, Outline, circle, ground, piece

SQUARE = 100.0
MARGIN = 24.0
EDGE = 10.0
STRIP = 56.0  # a line of words below the board
WORDS = 30.0
SMALL = 15.0
PAPER, INK, SOFT = "#f4f1ea", "#1f2523", "#6b5c48"
LAST = "#2a5bd7"
TABS = 5  # covered cards of a stack that are listed; the deeper ones are counted
TOP_CARD = 86.0
SMALL_SPOT = 42.0  # what is said of an occupied square, in its corner
GREEN, ORANGE, GOLD, TEAL, RED = "#0f8a3f", "#d97706", "#c98a00", "#0a8f8f", "#c01616"
STAR = "M50 22 L58 41 L79 43 L63 56 L68 77 L50 66 L32 77 L37 56 L21 43 L42 41 Z"
SPOTS: dict[str, Outline] = {
    "goal": Outline(STAR, GOLD, "#ffffff", 3.0),
    "home": Outline("M50 76 L28 44 L42 44 L42 24 L58 24 L58 44 L72 44 Z", TEAL, "#ffffff", 3.0),
    "stop": Outline("M22 22 L78 78 M78 22 L22 78", "", RED, 7.0),
    "move": Outline(circle(15), GREEN, "#ffffff", 3.0),
    "capture": Outline(circle(40), "", ORANGE, 8.0),
}
ARROW = Outline("", LAST, "#ffffff", 3.0)
"""Its path is worked out: a shaft with a head."""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle, its line inside it; "" is transparent."""

    x: float
    y: float
    width: float
    height: float
    fill: str
    line: str = ""
    weight: float = 0.0
    radius: float = 0.0


@dataclass(frozen=True, slots=True)
class Sprite:
    """A drawing of 100 by 100 units put somewhere at a size. Sprites of the same name are the same drawing."""

    name: str
    outlines: tuple[Outline, ...]
    x: float
    y: float
    size: float


@dataclass(frozen=True, slots=True)
class Label:
    """A line of text; `y` is its middle, `anchor` (start, middle, end) says what `x` is."""

    x: float
    y: float
    text: str
    size: float
    colour: str
    anchor: str = "start"
    bold: bool = False


@dataclass
class Scene:
    """The items to draw, in order, and a description in words."""

    width: float
    height: float
    title: str
    items: list[Box | Sprite | Label] = field(default_factory=list[Box | Sprite | Label])


@dataclass(frozen=True, slots=True)
class View:
    """What a picture shows: a position, the squares of the last turn (left, and reached), and words below (`plain`: none):
    the heading and the date, and whose turn it is or how the game ended.

    `spots` are squares with what they are (lessons.py, SPOTS), `arrows` go from square to square.
    """

    position: str
    left: frozenset[int] = frozenset()
    reached: frozenset[int] = frozenset()
    turn: str = ""
    outcome: str = ""
    heading: str = ""
    flipped: bool = False
    revealed: bool = False
    spots: Mapping[int, str] = field(default_factory=dict[int, str])
    arrows: tuple[tuple[int, int], ...] = ()
    plain: bool = False
    date: str = ""


def scene(view: View) -> Scene:
    """The picture of a position; RulesError if the position is invalid."""
    return _Painter(view).paint()


def mixed(one: str, other: str, share: float) -> str:
    """A mix of two colours (`#rrggbb`); `share` of the second."""
    parts = [(int(one[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5)]
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in parts)


class _Painter:
    def __init__(self, view: View) -> None:
        self.view = view
        self.game = game_at(view.position, 1)
        self.about = about(self.game.name)
        self.look = self.about.look
        self.palette = PALETTES[self.look]
        text = self.game.text()
        if not (view.revealed or self.game.result):
            public: Callable[[], str] = getattr(self.game, "public_text", self.game.text)
            text = public()
        self.text = text
        self.hand = text.rpartition(" ")[2].strip("-") if hasattr(self.game, "left") else ""
        cells = read_cells(text)
        columns, rows = self.game.columns, self.game.rows
        self.letters = {
            (rows - 1 - i) * columns + j: cell for i, row in enumerate(cells) for j, cell in enumerate(row) if cell
        }
        self.squares = [s for s in range(columns * rows) if self.game.board[s] != HOLE]
        self.strip = STRIP * max(1.0, columns / 8)
        lines = 0 if view.plain else 1 + bool(self.hand) + bool(view.heading)
        self.scene = Scene(
            columns * SQUARE + 2 * MARGIN, rows * SQUARE + 2 * MARGIN + lines * self.strip, view.heading or text
        )

    def place(self, square: int) -> tuple[float, float]:
        """The upper left corner of a square."""
        column, row = square % self.game.columns, square // self.game.columns
        if self.view.flipped:
            column, row = self.game.columns - 1 - column, self.game.rows - 1 - row
        return MARGIN + column * SQUARE, MARGIN + (self.game.rows - 1 - row) * SQUARE

    def paint(self) -> Scene:
        items = self.scene.items
        items.append(Box(0, 0, self.scene.width, self.scene.height, PAPER))
        for square in self.squares:
            x, y = self.place(square)
            items.append(Box(x - EDGE, y - EDGE, SQUARE + 2 * EDGE, SQUARE + 2 * EDGE, self.palette.edge, radius=EDGE))
        for square in self.squares:
            items.extend(self._square(square))
        for square in self.squares:
            items.extend(self._stack(square))
        for square, kind in self.view.spots.items():
            x, y = self.place(square)
            size = SMALL_SPOT if self._spot_aside(square) else SQUARE
            items.append(Sprite(f"spot-{kind}", (SPOTS[kind],), x + SQUARE - size, y, size))
        for number, (start, end) in enumerate(self.view.arrows):
            items.append(Sprite(f"arrow-{number}", (self._arrow(start, end),), 0, 0, SQUARE))
        if not self.view.plain:
            items.extend(self._words())
        return self.scene

    def _spot_aside(self, square: int) -> bool:
        """Whether what is said of a square stands in its corner, and colours it: a piece is there that it would cover."""
        return self.view.spots.get(square, "capture") != "capture" and square in self.letters

    def _arrow(self, start: int, end: int) -> Outline:
        """From the middle of a square to near that of another."""
        (x, y), (to_x, to_y) = self.place(start), self.place(end)
        far = math.hypot(to_x - x, to_y - y) or 1.0
        along, across = ((to_x - x) / far, (to_y - y) / far), ((y - to_y) / far, (to_x - x) / far)
        middle = (x + SQUARE / 2, y + SQUARE / 2)

        def at(ahead: float, aside: float) -> str:
            point = [middle[i] + along[i] * ahead + across[i] * aside for i in (0, 1)]
            return f"{point[0]:.1f} {point[1]:.1f}"

        tip, neck = far - 8, far - 44
        corners = [at(26, 7), at(neck, 7), at(neck, 24), at(tip, 0), at(neck, -24), at(neck, -7), at(26, -7)]
        return replace(ARROW, path=f"M{' L'.join(corners)} Z")

    def _square(self, square: int) -> Iterable[Box | Sprite | Label]:
        x, y = self.place(square)
        column, row = square % self.game.columns, square // self.game.columns
        side = self._terrain(square)
        fill = GROUNDS[side] if side >= 0 else self.palette.pale if (column + row) % 2 else self.palette.deep
        if square in self.view.reached:
            fill = mixed(fill, LAST, 0.3)
        yield Box(x, y, SQUARE, SQUARE, fill)
        if side >= 0:
            yield Sprite(f"ground-{side}", ground(side), x, y, SQUARE)
        if self.look == CARDS or len(self.squares) < self.game.columns * self.game.rows:
            yield Box(x, y, SQUARE, SQUARE, "", self.palette.edge, 1.5)
        if self._spot_aside(square):
            outline = SPOTS[self.view.spots[square]]
            yield Box(x, y, SQUARE, SQUARE, mixed(fill, outline.fill or outline.line, 0.5))
        if square in self.view.left or square in self.view.reached:
            yield Box(x, y, SQUARE, SQUARE, "", LAST, 5)
        name, own = square_name(self.game, square), square_names(self.game.name)
        if own or not self._has(x - SQUARE, y):
            yield Label(x + 5, y + 12, own.get(name, "") if own else name[1:], SMALL, SOFT)
        if not own and not self._has(x, y + SQUARE):
            yield Label(x + SQUARE - 5, y + SQUARE - 11, name[0], SMALL, SOFT, "end")

    def _has(self, x: float, y: float) -> bool:
        return any(self.place(square) == (x, y) for square in self.squares)

    def _terrain(self, square: int) -> int:
        ask: Callable[[int], int] | None = getattr(self.game, "terrain_side", None)
        return ask(square) if ask else -1

    def _stack(self, square: int) -> Iterable[Box | Sprite | Label]:
        letters = self.letters.get(square, "")
        if not letters or letters == "*":
            return
        x, y = self.place(square)
        top, covered = letters[-1], letters[-2::-1]
        if not covered:
            yield self._piece(top, x, y, SQUARE)
            return
        yield self._piece(top, x - 8, y + (SQUARE - TOP_CARD) / 2, TOP_CARD)
        shown = covered if len(covered) <= TABS else covered[: TABS - 1]
        tabs = [*shown, *([f"+{len(covered) - len(shown)}"] if len(shown) < len(covered) else [])]
        tall = min(22.0, 88.0 / len(tabs))
        for i, tab in enumerate(tabs):
            fill, line = self.palette.sides[not tab.isupper()] if tab.isalpha() else (PAPER, INK)
            yield Box(x + 66, y + 6 + i * tall, 29, tall - 1, fill, line, 2, 4)
            yield Label(x + 80.5, y + 6 + (i + 0.5) * tall, tab, min(tall - 2, 18), line, "middle", True)

    def _piece(self, letter: str, x: float, y: float, size: float) -> Sprite:
        return Sprite(
            f"piece-{'first' if letter.isupper() else 'second'}-{letter}",
            piece(letter, self.look, self.about.drawings),
            x,
            y,
            size,
        )

    def _fitting(self, text: str, size: float) -> float:
        """That size of letters, or the smaller one at which the text is as wide as the board."""
        return min(size, (self.scene.width - 2 * MARGIN) / max(len(text), 1) / 0.52)

    def _words(self) -> Iterable[Box | Label]:
        y = self.game.rows * SQUARE + 2 * MARGIN + self.strip / 2 - 10
        words = WORDS * self.strip / STRIP
        right = self.scene.width - MARGIN
        if self.view.heading:
            size = self._fitting(f"{self.view.heading}  {self.view.date}", words * 0.8)
            yield Label(MARGIN, y, self.view.heading, size, SOFT)
            yield Label(right, y, self.view.date, size, SOFT, "end")
            y += self.strip
        if self.hand:
            yield Label(MARGIN, y, f"In hand  {' '.join(self.hand)}", words * 0.8, INK)
            y += self.strip
        if self.view.outcome:
            size = self._fitting(f"{self.view.outcome}  {self.view.turn}", words)
            yield Label(MARGIN, y, self.view.outcome, size, INK, bold=True)
            yield Label(right, y, self.view.turn, size, INK, "end")
            return
        fill, line = self.palette.sides[self.game.side]
        yield Box(MARGIN, y - 14, 28, 28, fill, line, 3, 14)
        yield Label(MARGIN + 40, y, f"{side_names(self.game)[self.game.side]} to move", words, INK)
        yield Label(right, y, self.view.turn, words, INK, "end", True)
