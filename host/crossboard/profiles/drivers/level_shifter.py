"""The 74AHCT125 between a chip of 3.3 V and lights of 5 V, and the fuse before all of them."""

from __future__ import annotations

from collections.abc import Sequence

from crossboard.profiles.drivers.base import Part
from crossboard.profiles.drivers.ink import FIVE, GROUND, LIGHT, capacitor, fuse, tag
from crossboard.render.drawing import Drawing

LEVEL_SHIFTER = (
    Part(1, "level shifter", "74AHCT125, DIP-14", "3.3 V signals to the 5 V that the lights want"),
    Part(1, "IC socket", "DIP-14", "for the 74AHCT125"),
    Part(1, "capacitor", "100 nF ceramic", "at the 74AHCT125, from VCC to GND"),
)
GATES = ((2, 3), (5, 6), (9, 8), (12, 11))
"""Input and output of each gate (data sheet, pin configuration)."""

FUSED = "5 V lights"
"""The wire behind the fuse."""


def draw_shifter(drawing: Drawing, x: float, y: float, names: Sequence[str]) -> list[tuple[float, float]]:
    """Draw the chip with a gate for each of these wires; returns where the outputs are. Gates left over have their inputs at
    GND."""
    left, wide, high = x + 60, 90, 26 * len(names) + 30
    drawing.box(left, y, wide, high, "#fff", 4)
    drawing.word(left + wide / 2, y + high - 6, "74AHCT125", 10, "middle", bold=True)
    outputs: list[tuple[float, float]] = []
    for (given, taken), name, at in zip(GATES, names, (y + 20 + 26 * i for i in range(len(names))), strict=False):
        tag(drawing, left - 28, at, name, LIGHT, "end")
        drawing.line([(left - 24, at), (left, at)], LIGHT, 1.8)
        drawing.word(left + 5, at + 4, str(given), 9)
        drawing.word(left + wide - 5, at + 4, str(taken), 9, "end")
        drawing.pin(left, at, f"74AHCT125.{given}")
        drawing.pin(left + wide, at, f"74AHCT125.{taken}")
        outputs.append((left + wide, at))
    tied = sorted([7, 1, 4, 10, 13, *(given for given, _ in GATES[len(names) :])])
    at = left + 20
    drawing.line([(at, y), (at, y - 14)], FIVE, 1.6)
    drawing.word(at + 4, y + 11, "14", 9)
    drawing.pin(at, y, "74AHCT125.14")
    tag(drawing, at + 5, y - 16, FUSED, FIVE)
    drawing.line([(at, y + high), (at, y + high + 14)], GROUND, 1.6)
    drawing.word(at + 5, y + high + 11, ", ".join(map(str, tied)), 9)
    for number in tied:
        drawing.pin(at, y + high, f"74AHCT125.{number}")
    tag(drawing, at - 5, y + high + 16, "GND", GROUND, "end")
    return outputs


def draw_supply(drawing: Drawing, x: float, y: float, parts: Sequence[tuple[str, str]]) -> None:
    """The fuse, and capacitors (name, value) between what is behind it and GND, side by side."""
    tag(drawing, x + 28, y, "5 V", FIVE, "end")
    drawing.line([(x + 32, y), (x + 50, y)], FIVE, 2.4)
    fuse(drawing, x + 50, y, "fuse", "0.75 A")
    drawing.line([(x + 86, y), (x + 104, y)], FIVE, 2.4)
    tag(drawing, x + 108, y, FUSED, FIVE)
    for i, (name, value) in enumerate(parts):
        at = x + 240 + 170 * i
        drawing.line([(at, y - 14), (at, y)], FIVE, 1.6)
        tag(drawing, at + 5, y - 16, FUSED, FIVE)
        capacitor(drawing, at, y, name, value)
        drawing.line([(at, y + 7), (at, y + 22)], GROUND, 1.6)
        tag(drawing, at + 5, y + 26, "GND", GROUND)
