"""A simple SVG writer: lines, boxes and text in drawing order."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

Point = tuple[float, float]

INK = "#222"
FONT = "Helvetica, Arial, sans-serif"


def _n(value: float) -> str:
    """A coordinate without trailing zeros."""
    return f"{value:.1f}".removesuffix(".0")


class Drawing:
    """Grows to the right and down; `text()` is the file."""

    def __init__(self, title: str) -> None:
        self._title = title
        self._parts: list[str] = []
        self._width = self._height = 0.0

    def _reach(self, x: float, y: float) -> None:
        self._width, self._height = max(self._width, x), max(self._height, y)

    def line(self, points: Sequence[Point], colour: str = INK, width: float = 1.2, dashed: bool = False) -> None:
        """A line through all points."""
        for x, y in points:
            self._reach(x, y)
        path = " ".join(f"{_n(x)},{_n(y)}" for x, y in points)
        dash = ' stroke-dasharray="5 4"' if dashed else ""
        self._parts.append(
            f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="{_n(width)}"{dash}/>'
        )

    def shape(self, points: Sequence[Point], fill: str = INK) -> None:
        """A filled polygon."""
        path = " ".join(f"{_n(x)},{_n(y)}" for x, y in points)
        self._parts.append(f'<polygon points="{path}" fill="{fill}" stroke="{INK}" stroke-width="1"/>')

    def box(self, x: float, y: float, width: float, height: float, fill: str = "#fff", round: float = 0) -> None:
        """A rectangle with an edge."""
        self._reach(x + width, y + height)
        corner = f' rx="{_n(round)}"' if round else ""
        size = f'x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}"'
        self._parts.append(f'<rect {size}{corner} fill="{fill}" stroke="{INK}" stroke-width="1"/>')

    def dot(self, x: float, y: float, radius: float = 2.4, fill: str = INK) -> None:
        """A filled circle: wires that are joined."""
        self._parts.append(f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(radius)}" fill="{fill}"/>')

    def word(
        self,
        x: float,
        y: float,
        text: str,
        size: float = 11,
        anchor: str = "start",
        bold: bool = False,
        colour: str = INK,
        halo: str = "",
        net: bool = False,
    ) -> None:
        """A line of text; `anchor` is start, middle or end; y is its baseline; `halo` keeps lines behind it off; `net`: it
        names the wire beside it, which the file says too, so that what is drawn can be checked."""
        width = len(text) * size * 0.58
        self._reach(x + width * {"start": 1, "middle": 0.5, "end": 0}[anchor], y + size / 3)
        style = f'font-size="{_n(size)}" text-anchor="{anchor}" fill="{colour}"'
        style += ' font-weight="bold"' if bold else ""
        style += f' stroke="{halo}" stroke-width="3" stroke-linejoin="round" paint-order="stroke"' if halo else ""
        style += f' data-net="{escape(text)}"' if net else ""
        self._parts.append(f'<text x="{_n(x)}" y="{_n(y)}" {style}>{escape(text)}</text>')

    def pin(self, x: float, y: float, name: str) -> None:
        """A part's pin as a small dot, named in the file so that the drawing can be checked."""
        at = f'cx="{_n(x)}" cy="{_n(y)}" r="1.2"'
        self._parts.append(f'<circle {at} fill="{INK}" data-pin="{escape(name)}"/>')

    def text(self) -> str:
        """The whole file."""
        size = f"{_n(self._width + 20)} {_n(self._height + 20)}"
        width, height = size.split(" ")
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {size}" '
            f'font-family="{FONT}">\n<title>{escape(self._title)}</title>\n'
            f'<rect width="{width}" height="{height}" fill="#fff"/>\n'
        )
        return head + "\n".join(self._parts) + "\n</svg>\n"
