"""Colours of wires, and their names at the ends, as every drawing of a board has them."""

from __future__ import annotations

from crossboard.render.drawing import Drawing

SENSE, DRIVE, LIGHT, BUTTON = "#1560bd", "#b03a2e", "#8e44ad", "#1e8449"
FIVE, THREE, GROUND = "#c0392b", "#d68910", "#555"


def tag(drawing: Drawing, x: float, y: float, text: str, colour: str, anchor: str = "start") -> None:
    """The name at a wire's end."""
    drawing.word(x, y + 4, text, 11, anchor, bold=True, colour=colour)
