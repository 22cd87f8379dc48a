"""The sheet of Card Chess cards to print: round faces for the printed discs, terrain, and the backs of the starting areas.

Written as a PDF 1.4 of two A4 pages by hand: the drawings are those of the live page, as lines and curves, and nothing in the file
depends on when it was made. Print at 100 %.
"""

from __future__ import annotations

from collections.abc import Iterator

from crossboard.render.drawing import Point
from crossboard.render.paths import dashed, flatten
from crossboard.render.pieces import CARDS, PALETTES, Outline, circle, ground, piece

MM = 72 / 25.4
"""PDF points in a millimetre."""

PAGE = (210.0, 297.0)
FACE = 24.0
"""mm across a disc's face: its top is 25 mm with a rounded edge (hardware/scad/pieces.scad)."""

SQUARE = 31.0
ACROSS, STEP = 6, 32.0
LEFT, TOP = (PAGE[0] - ACROSS * STEP) / 2, 24.0
UNITS = "KKQQJJTT"
GROUNDS = ("#e7a79c", "#8d919c")
DIAGONALS = "M0 20 L20 0 M0 60 L60 0 M0 100 L100 0 M40 100 L100 40 M80 100 L100 80"


def card_sheet() -> str:
    """The file, in ASCII."""
    return _pdf([_page(_faces_and_terrain()), _page(_backs())])


def _faces_and_terrain() -> Iterator[str]:
    yield _text(
        LEFT, 14, "Crossboard, Card Chess: 16 faces for the discs, 6 red and 6 black terrain squares. Print at 100 %."
    )
    for i, letter in enumerate(UNITS + UNITS.lower()):
        x, y = LEFT + STEP * (i % ACROSS), TOP + STEP * (i // ACROSS)
        yield from _face(letter, x + STEP / 2, y + STEP / 2)
    top = TOP + 3 * STEP + 6
    for i in range(12):
        x, y = LEFT + STEP * (i % ACROSS), top + STEP * (i // ACROSS)
        yield from _square(x, y, GROUNDS[i // ACROSS], ground(i // ACROSS))


def _backs() -> Iterator[str]:
    yield _text(LEFT, 14, "Crossboard, Card Chess: the 24 neutral squares of the starting areas. Print at 100 %.")
    look = PALETTES[CARDS]
    for i in range(24):
        x, y = LEFT + STEP * (i % ACROSS), TOP + STEP * (i // ACROSS)
        yield from _square(x, y, look.pale, (Outline(DIAGONALS, "", look.deep, 5.0),))


def _face(letter: str, x: float, y: float) -> Iterator[str]:
    """A round face about a middle: the drawing's card, but for its own outline, in a circle."""
    _, rim, sign, suit = piece(letter, CARDS)
    side = PALETTES[CARDS].sides[letter.islower()]
    scale = FACE / 100
    round_rim = Outline(circle(43), "", side[1], 2.2, rim.dashes)
    for outline in (Outline(circle(50), side[0], side[1], 0.8), round_rim, sign, suit):
        yield from _outline(outline, x - FACE / 2, y - FACE / 2, scale)


def _square(x: float, y: float, fill: str, pattern: tuple[Outline, ...]) -> Iterator[str]:
    """A square of SQUARE mm with its pattern and a fine line to cut along."""
    size = SQUARE * MM
    box = f"{_n(x * MM)} {_n((PAGE[1] - y - SQUARE) * MM)} {_n(size)} {_n(size)} re"
    yield f"q {_colour(fill)} rg {box} f Q"
    yield f"q {box} W n"
    for outline in pattern:
        yield from _outline(outline, x, y, SQUARE / 100)
    yield "Q"
    yield f"q 0.5 G 0.3 w {box} S Q"


def _outline(outline: Outline, x: float, y: float, scale: float) -> Iterator[str]:
    """A path of a drawing of 100 by 100, whose upper left corner lies at (x, y) mm."""

    def place(point: Point) -> str:
        across = x + (outline.shift[0] + outline.scale * point[0]) * scale
        down = y + (outline.shift[1] + outline.scale * point[1]) * scale
        return f"{_n(across * MM)} {_n((PAGE[1] - down) * MM)}"

    parts = flatten(outline.path)
    if outline.fill:
        closed = " ".join(_way([place(p) for p in points], True) for points, _ in parts)
        yield f"{_colour(outline.fill)} rg {closed} f"
    if outline.line and outline.width:
        width = outline.width * outline.scale * scale * MM
        lines = [_way([place(p) for p in points], closed) for points, closed in _strokes(outline, parts)]
        yield f"{_colour(outline.line)} RG {_n(width)} w 1 J 1 j {' '.join(lines)} S"


def _strokes(outline: Outline, parts: list[tuple[list[Point], bool]]) -> Iterator[tuple[list[Point], bool]]:
    for points, closed in parts:
        if outline.dashes:
            for dash in dashed([*points, points[0]] if closed else points, *outline.dashes):
                yield dash, False
        else:
            yield points, closed


def _way(points: list[str], closed: bool) -> str:
    return f"{points[0]} m " + " ".join(f"{point} l" for point in points[1:]) + (" h" if closed else "")


def _text(x: float, y: float, text: str) -> str:
    return f"BT /F1 9 Tf 0 g {_n(x * MM)} {_n((PAGE[1] - y) * MM)} Td ({text}) Tj ET"


def _page(lines: Iterator[str]) -> str:
    return "\n".join(lines)


def _colour(name: str) -> str:
    """`#rrggbb` as PDF wants it."""
    return " ".join(_n(int(name[i : i + 2], 16) / 255) for i in (1, 3, 5))


def _n(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _pdf(pages: list[str]) -> str:
    """The objects of a file with these pages, their table, and where it begins (ISO 32000, 7.5)."""
    width, height = (_n(size * MM) for size in PAGE)
    kids = " ".join(f"{4 + 2 * i} 0 R" for i in range(len(pages)))
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} /MediaBox [0 0 {width} {height}] >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    for i, content in enumerate(pages):
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /Resources << /Font << /F1 3 0 R >> >> /Contents {5 + 2 * i} 0 R >>"
        )
        objects.append(f"<< /Length {len(content)} >>\nstream\n{content}\nendstream")
    out, places = "%PDF-1.4\n", list[int]()
    for i, text in enumerate(objects):
        places.append(len(out))
        out += f"{i + 1} 0 obj\n{text}\nendobj\n"
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    size = len(objects) + 1
    end = f"trailer\n<< /Size {size} /Root 1 0 R >>\nstartxref\n{len(out)}\n%%EOF\n"
    return f"{out}xref\n0 {size}\n0000000000 65535 f \n{table}{end}"
