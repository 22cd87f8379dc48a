"""Colours of wires, and their names at the ends, as every drawing of a board has them."""

from __future__ import annotations

from crossboard.render.drawing import Drawing

SENSE, DRIVE, LIGHT, BUTTON = "#1560bd", "#b03a2e", "#8e44ad", "#1e8449"
FIVE, THREE, GROUND = "#c0392b", "#d68910", "#555"


def tag(drawing: Drawing, x: float, y: float, text: str, colour: str, anchor: str = "start") -> None:
    """The name at a wire's end."""
    drawing.word(x, y + 4, text, 11, anchor, bold=True, colour=colour, net=True)


def resistor(drawing: Drawing, x: float, y: float, name: str, value: str = "", wide: float = 26) -> None:
    """A level one between (x, y) and (x + wide, y), with its value above."""
    drawing.box(x, y - 4, wide, 8)
    drawing.pin(x, y, f"{name}.1")
    drawing.pin(x + wide, y, f"{name}.2")
    if value:
        drawing.word(x + wide / 2, y - 7, value, 9, "middle")


def fuse(drawing: Drawing, x: float, y: float, name: str, value: str) -> None:
    """A level one between (x, y) and (x + 36, y): a box with the wire through it."""
    drawing.box(x, y - 5, 36, 10)
    drawing.line([(x + 2, y + 2), (x + 34, y - 2)], width=0.8)
    drawing.pin(x, y, f"{name}.1")
    drawing.pin(x + 36, y, f"{name}.2")
    drawing.word(x + 18, y - 9, value, 9, "middle")


def capacitor(drawing: Drawing, x: float, y: float, name: str, value: str) -> None:
    """An upright one between (x, y) and (x, y + 7), its value beside it; pin 1, above, is plus."""
    for at in (y, y + 7):
        drawing.shape([(x - 11, at - 1), (x + 11, at - 1), (x + 11, at + 1), (x - 11, at + 1)])
    drawing.pin(x, y, f"{name}.1")
    drawing.pin(x, y + 7, f"{name}.2")
    drawing.word(x + 16, y + 8, value, 9)
