"""A picture of a circuit board, from the same data as its files: mask, copper under it, pads, print, and the parts' outlines."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from crossboard.hardware.pcb.layout import BACK, FRONT, VIA, VIA_HOLE, Layout, Part, Track

SCALE = 6
MARGIN = 3.0
MASK, COPPER, GOLD, PRINT, HOLE = "#14532d", "#1f7a42", "#d9b45b", "#f4f4ef", "#20242a"
BODIES = {"WS2812B": "#f8fafc", "100 nF": "#b08968", "1N4148W": "#1f2937", "IDC header": "#111827", "Raspberry": "#0f766e",
          "74AHCT125": "#1f2937", "1000": "#334155", "PTC": "#d97706", "330": "#e7cfa5", "reed": "#bfdbfe"}  # fmt: skip


def picture(board: Layout, side: str = FRONT) -> str:
    """The board as SVG, seen from that side; the back is mirrored, as whoever turns it over sees it."""
    wide, high = (board.width + 2 * MARGIN) * SCALE, (board.height + 2 * MARGIN) * SCALE
    seen = "from below" if side == BACK else "from above"
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide:.0f}" height="{high:.0f}" viewBox="0 0 {wide:.0f} {high:.0f}">'
    turn = f"translate({MARGIN * SCALE} {MARGIN * SCALE}) scale({SCALE})"
    if side == BACK:
        turn = f"translate({(board.width + MARGIN) * SCALE} {MARGIN * SCALE}) scale(-{SCALE} {SCALE})"
    lines = [
        head,
        f"<title>{escape(board.title)}, {seen}</title>",
        f'<rect width="{wide:.0f}" height="{high:.0f}" fill="#fff"/>',
    ]
    lines += [
        f'<g transform="{turn}" font-family="Helvetica, Arial, sans-serif">',
        *_board(board, side),
        "</g>",
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _board(board: Layout, side: str) -> Iterator[str]:
    yield f'<rect width="{_n(board.width)}" height="{_n(board.height)}" rx="0.6" fill="{MASK}"/>'
    for track in board.tracks:
        if track.side == side:
            yield _line(track)
    for via in board.vias:
        yield _dot(via.x, via.y, VIA / 2, COPPER) + _dot(via.x, via.y, VIA_HOLE / 2, HOLE)
    for part in board.parts:
        yield from _pads(part, side)
    for hole in board.holes:
        yield _dot(hole.x, hole.y, hole.diameter / 2, "#fff")
    for part in board.parts:
        if part.side == side:
            yield from _part(part)
    for words in board.words:
        if words.side == side:
            yield _words(words.text, words.x, words.y, words.size, side)


def _line(track: Track) -> str:
    points = " ".join(f"{_n(x)},{_n(y)}" for x, y in track.points)
    style = f'fill="none" stroke="{COPPER}" stroke-width="{_n(track.width)}" stroke-linecap="round"'
    return f'<polyline points="{points}" {style} stroke-linejoin="round"/>'


def _pads(part: Part, side: str) -> Iterator[str]:
    for pad in part.footprint.pads:
        if not pad.hole and part.side != side:
            continue
        x, y = part.place(pad.x, pad.y)
        width, height = part.size(pad)
        corner = min(width, height) / 2 if pad.round else 0.1
        at = f'x="{_n(x - width / 2)}" y="{_n(y - height / 2)}" width="{_n(width)}" height="{_n(height)}"'
        yield f'<rect {at} rx="{_n(corner)}" fill="{GOLD}"/>' + (_dot(x, y, pad.hole / 2, HOLE) if pad.hole else "")


def _part(part: Part) -> Iterator[str]:
    """The body, see-through where pads lie under it, and the name."""
    left, top, right, bottom = part.footprint.body
    (ax, ay), (bx, by) = part.place(left, top), part.place(right, bottom)
    low_x, low_y, wide, high = min(ax, bx), min(ay, by), abs(bx - ax), abs(by - ay)
    fill = next((colour for start, colour in BODIES.items() if part.value.startswith(start)), "#475569")
    box = f'x="{_n(low_x)}" y="{_n(low_y)}" width="{_n(wide)}" height="{_n(high)}" rx="0.3"'
    yield f'<rect {box} fill="{fill}" fill-opacity="0.55" stroke="{PRINT}" stroke-width="0.15"/>'
    if part.footprint.mark:
        yield _dot(*part.place(*part.footprint.mark), 0.3, PRINT)
    x, y = part.place(*(part.footprint.label or (left - 0.4, top - 0.9)))
    yield _words(part.ref, x, y, 1.0, part.side)


def _words(text: str, x: float, y: float, size: float, side: str) -> str:
    mirror = f' transform="translate({_n(2 * x)} 0) scale(-1 1)"' if side == BACK else ""
    at = f'x="{_n(x)}" y="{_n(y + size / 2)}" font-size="{_n(size * 1.35)}"'
    return f'<text {at} fill="{PRINT}" text-anchor="middle"{mirror}>{escape(text)}</text>'


def _dot(x: float, y: float, radius: float, fill: str) -> str:
    return f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(radius)}" fill="{fill}"/>'


def _n(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".")
