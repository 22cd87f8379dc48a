"""The single square: what a cross of five tiles leaves over at its four inner corners (d4, i4, d9, i9)."""

from __future__ import annotations

from crossboard.hardware.pcb import footprints
from crossboard.hardware.pcb.cells import GAP, PITCH, square
from crossboard.hardware.pcb.connectors import SQUARE
from crossboard.hardware.pcb.layout import BACK, Layout, Part, Words
from crossboard.hardware.pcb.router import route


def single() -> Layout:
    """The whole board."""
    size = PITCH - GAP
    board = Layout("single", "Crossboard single square", size, size)
    x = y = size / 2
    square(board, 1, x, y, {"row": "R1", "column": "C1", "din": "DIN", "dout": "DOUT"})
    board.add(
        Part("J1", "IDC header 2x3", footprints.header(2, 3, shrouded=True), x + 10.5, y - 2.54, 0, BACK, dict(SQUARE),
             by_hand=True)
    )  # fmt: skip
    route(board, ["5V", "GND", "R1", "C1", "DIN", "DOUT"], {"5V": 0.8, "GND": 0.8})
    board.words.append(Words("CROSSBOARD SINGLE", x, 1.6, 1.2))
    board.words.append(Words("J1: to the carrier", x - 2, 1.8, 1.2, BACK))
    return board
