"""The pieces as drawings: outlines in a square of 100 by 100, as SVG paths. The pages show the same (catalogue.py).

No colour says anything alone: the second side's pieces stand on a notched foot, its men have a broken ring, its cards
a broken rim and a club instead of a heart.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

FOOT = "M22 92 L22 86 Q22 80 30 79 L70 79 Q78 80 78 86 L78 92 Z"
NOTCHED = "M22 92 L22 86 Q22 80 30 79 L70 79 Q78 80 78 86 L78 92 L60 92 L60 87 L40 87 L40 92 Z"
BODIES: dict[str, tuple[str, str]] = {
    "N": (
        "M33 79 Q30 62 42 50 Q34 54 27 53 Q20 52 21 45 Q22 39 32 30 Q37 18 50 13 L52 21 Q70 24 73 46 Q75 64 68 79 Z",
        "M41 33 q3 -3 6 -1",
    ),
    "R": (
        "M31 79 L35 44 L28 40 L28 19 L38 19 L38 27 L45 27 L45 19 L55 19 L55 27 L62 27 L62 19 L72 19 L72 40 L65 44"
        " L69 79 Z",
        "M36 44 H64 M34 56 H66",
    ),
    "B": (
        "M34 79 Q40 70 38 66 Q26 56 34 40 Q40 29 47 22 A6 6 0 1 1 53 22 Q60 29 66 40 Q74 56 62 66 Q60 70 66 79 Z",
        "M55 32 L46 47 M36 66 H64",
    ),
    "K": (
        "M32 79 L35 64 Q18 58 20 44 Q23 32 36 35 Q45 37 48 46 L47 28 L39 28 L39 21 L47 21 L47 12 L53 12 L53 21 L61 21"
        " L61 28 L53 28 L52 46 Q55 37 64 35 Q77 32 80 44 Q82 58 65 64 L68 79 Z",
        "M35 65 Q50 59 65 65 M34 72 Q50 66 66 72",
    ),
    "Q": (
        "M32 79 L36 62 L20 34 L34 46 L36 22 L46 43 L50 17 L54 43 L64 22 L66 46 L80 34 L64 62 L68 79 Z",
        "M36 62 Q50 57 64 62 M34 71 Q50 66 66 71",
    ),
    "C": (
        "M29 79 L31 55 Q27 40 36 37 Q41 35 45 43 Q49 28 57 32 Q63 37 61 49 Q67 49 67 38 L64 28 Q64 18 74 18 L83 22"
        " Q87 26 80 29 L75 30 Q76 50 70 60 L70 79 L62 79 L61 66 Q50 69 39 66 L38 79 Z",
        "M74 23 h2",
    ),
    "M": (
        "M33 79 L40 60 L24 44 L34 34 L44 42 L44 18 L56 18 L56 42 L66 34 L76 44 L60 60 L67 79 Z",
        "M50 24 V56 M34 44 L48 56 M66 44 L52 56",
    ),
    "P": (
        "M33 79 Q44 68 43 56 L36 56 L36 51 L42 48 A13 13 0 1 1 58 48 L64 51 L64 56 L57 56 Q56 68 67 79 Z",
        "M40 51 H60",
    ),
}
CROWN = ("M31 62 L28 38 L40 49 L50 33 L60 49 L72 38 L69 62 Z", "M32 67 H68")
HEART = "M0 9 C-16 -3 -9 -14 0 -6 C9 -14 16 -3 0 9 Z"
CLUB = "M0 -11 a5.5 5.5 0 0 1 4 9 a5.5 5.5 0 1 1 -2.5 5 L3 9 H-3 L-1.5 3 a5.5 5.5 0 1 1 -2.5 -5 a5.5 5.5 0 0 1 4 -9 Z"
LETTERS: dict[str, str] = {
    "K": "M-9 -14 V14 M10 -14 L-8 2 M-3 -2 L11 14",
    "Q": "M0 -14 C-16 -14 -16 14 0 14 C16 14 16 -14 0 -14 Z M4 6 L13 16",
    "J": "M-1 -14 H9 M5 -14 V6 C5 16 -10 16 -10 5",
    "T": "M-13 -10 L-9 -14 V14 M-13 14 H-5 M6 -14 C-4 -14 -4 14 6 14 C16 14 16 -14 6 -14 Z",
}
CARD = "M29 10 H71 A12 12 0 0 1 83 22 V78 A12 12 0 0 1 71 90 H29 A12 12 0 0 1 17 78 V22 A12 12 0 0 1 29 10 Z"
RIM = "M31 16 H69 A8 8 0 0 1 77 24 V76 A8 8 0 0 1 69 84 H31 A8 8 0 0 1 23 76 V24 A8 8 0 0 1 31 16 Z"
RED_GROUND = "M8 33 L33 8 M8 67 L67 8 M8 92 L92 8 M33 92 L92 33 M67 92 L92 67"

CHESS, MEN, DISCS, CARDS = "chess", "men", "discs", "cards"


@dataclass(frozen=True, slots=True)
class Outline:
    """A path with its colours ("" for none), the width of its line, dashes (on, off) and where it lies: shift, scale."""

    path: str
    fill: str
    line: str
    width: float = 0.0
    dashes: tuple[float, float] | None = None
    shift: tuple[float, float] = (0.0, 0.0)
    scale: float = 1.0


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of a set: squares, the frame, and each side's pieces (fill, line)."""

    pale: str
    deep: str
    edge: str
    sides: tuple[tuple[str, str], tuple[str, str]]


PALETTES: dict[str, Palette] = {
    CHESS: Palette("#e8d9b8", "#c3a070", "#5b4028", (("#fbf6e9", "#3b3024"), ("#33302f", "#f1e6d2"))),
    MEN: Palette("#d8e0d2", "#bccab9", "#3f5347", (("#fdfaf0", "#3b3024"), ("#35403b", "#f1e6d2"))),
    DISCS: Palette("#e9e4d2", "#7d9a6f", "#34452f", (("#2b2a2e", "#f1e6d2"), ("#fdfaf0", "#3b3024"))),
    CARDS: Palette("#e6e1d4", "#dcd5c3", "#454a57", (("#fffdf7", "#b3261e"), ("#272a33", "#eceef5"))),
}


def circle(radius: float) -> str:
    """The path of a circle about the middle."""
    left, right = 50 - radius, 50 + radius
    return f"M{left:g} 50 A{radius:g} {radius:g} 0 1 1 {right:g} 50 A{radius:g} {radius:g} 0 1 1 {left:g} 50 Z"


def piece(letter: str, look: str, drawings: Mapping[str, Sequence[str]] | None = None) -> tuple[Outline, ...]:
    """The drawing of a piece, its letter as in position texts; `drawings` has outline and lines of standing pieces that a
    game brings itself."""
    upper = letter.upper()
    second = letter != upper
    fill, line = PALETTES[look].sides[second]
    if look == CARDS:
        return (
            Outline(CARD, fill, line, 3.2),
            Outline(RIM, "", line, 2.2, (7, 4) if second else None),
            Outline(LETTERS.get(upper, ""), "", line, 5.5, shift=(50, 44), scale=1.25),
            Outline(CLUB if second else HEART, line, "", shift=(50, 74), scale=0.8),
        )
    if look in (MEN, DISCS):
        man = (
            Outline(circle(35), fill, line, 3.2),
            Outline(circle(27), "", line, 2.6, (9, 5) if second else None),
        )
        crown = (Outline(CROWN[0], line, "", 0), Outline(CROWN[1], "", line, 3.2))
        return man + (crown if upper == "K" else ())
    body, lines = (drawings or {}).get(upper) or BODIES.get(upper, BODIES["P"])
    return (
        Outline(body, fill, line, 3.2),
        Outline(NOTCHED if second else FOOT, fill, line, 3.2),
        Outline(lines, "", line, 2.6),
    )


def ground(side: int) -> tuple[Outline, ...]:
    """A terrain square's own surface: stripes for the first side, rings for the second."""
    if side == 0:
        return (Outline(RED_GROUND, "", "#cf8277", 7.0),)
    return tuple(Outline(circle(radius), "", "#70747f", 5.0) for radius in (10, 26, 42))


GROUNDS = ("#e7a79c", "#8d919c")


def piece_svg(letter: str, look: str, drawings: Mapping[str, Sequence[str]] | None = None) -> str:
    """The same as SVG elements without colours: their class says what is coloured how (`line`, `mark`; see board.css)."""
    parts: list[str] = []
    for outline in piece(letter, look, drawings):
        words = "" if outline.fill and outline.line else ' class="line"' if outline.line else ' class="mark"'
        if outline.line and outline.width:
            words += f' stroke-width="{outline.width:g}"'
        if outline.dashes:
            words += f' stroke-dasharray="{outline.dashes[0]:g} {outline.dashes[1]:g}"'
        if outline.shift != (0.0, 0.0) or outline.scale != 1.0:
            words += f' transform="translate({outline.shift[0]:g} {outline.shift[1]:g}) scale({outline.scale:g})"'
        parts.append(f'<path{words} d="{outline.path}"/>')
    return "".join(parts)
