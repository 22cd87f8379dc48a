"""What every square has, on a tile as on a single square: reed switch, diode, WS2812B with its capacitor; and the lines.

    front: row line, data from light to light, 5 V;   back: column line, GND

A square's middle is (x, y); `up` in comments is towards the side of the highest row, so y minus something.
"""

from __future__ import annotations

from crossboard.hardware.pcb import footprints
from crossboard.hardware.pcb.layout import BACK, FRONT, Layout, Part, Point

PITCH = 100 / 3
"""mm from square to square, as hardware/scad/parameters.scad has it."""

GAP = 0.2
"""mm by which a board is smaller than its squares, so that boards lie side by side."""

LIGHT_DOWN = 9.0
"""mm from the middle of a square to its light: where the printed tiles have their channel (strip_offset)."""

ROW_UP, FIVE_DOWN, DATA_DOWN, RETURN_UP = 8.0, 13.5, 8.7, 10.5
GROUND_X, POWER = -6.0, 1.5
PIN_X = 5.08
"""Where the upper lead of a reed switch comes down."""


def square(board: Layout, number: int, x: float, y: float, nets: dict[str, str]) -> None:
    """The parts of one square; `nets` has row, column, din and dout."""
    middle = f"S{number}"
    board.add(
        Part(
            f"K{number}",
            "reed switch",
            footprints.REED,
            x,
            y,
            nets={"1": nets["column"], "2": middle},
            by_hand=True,
        )
    )
    board.add(
        Part(f"D{number}", "1N4148W", footprints.DIODE, x + PIN_X, y - 4.5, 270, nets={"1": nets["row"], "2": middle})
    )
    light = {"1": "5V", "2": nets["dout"], "3": "GND", "4": nets["din"]}
    board.add(Part(f"L{number}", "WS2812B", footprints.LED, x, y + LIGHT_DOWN, 180, nets=light))
    capacitor = {"1": "5V", "2": "GND"}
    board.add(Part(f"C{number}", "100 nF", footprints.CAPACITOR_0805, x + GROUND_X, y + 12.1, 90, nets=capacitor))
    board.track(middle, FRONT, [(x + PIN_X, y), (x + PIN_X, y - 2.85)], 0.4)
    # Both of GND by a via to the rail on the back.
    at = x + GROUND_X
    board.track("GND", FRONT, [(x - 2.45, y + LIGHT_DOWN - 1.65), (at, y + LIGHT_DOWN - 1.65)], 0.8)
    board.via("GND", at, y + LIGHT_DOWN - 1.65)
    board.track("GND", FRONT, [(at, y + 11.15), (at, y + 9.9)], 0.8)
    board.via("GND", at, y + 9.9)


def to_lines(board: Layout, row: str, x: float, y: float) -> None:
    """From the parts of a square to the row line and to 5 V that pass it."""
    board.track(row, FRONT, [(x + PIN_X, y - 6.15), (x + PIN_X, y - ROW_UP)], 0.4)
    for across, down in ((2.45, LIGHT_DOWN + 1.65), (GROUND_X, 13.05)):
        board.track("5V", FRONT, [(x + across, y + down), (x + across, y + FIVE_DOWN)], 1.0)


def data_in(board: Layout, net: str, x: float, y: float, begin: Point) -> None:
    """Data come along the front from `begin` to a square's light, between the two vias of its GND."""
    down = y + DATA_DOWN
    pad = (x - 2.45, y + LIGHT_DOWN + 1.65)
    board.track(net, FRONT, [begin, (begin[0] + abs(down - begin[1]), down), (x - 4.4, down), pad])


def data_back(board: Layout, net: str, start: Point, turn: float, end: Point) -> None:
    """From the last light of a row back to the first of the next one: up on the back, west on the front, up on the back."""
    board.track(net, FRONT, [start, (turn, start[1])])
    board.via(net, turn, start[1])
    # `end` is a via too; the way west runs RETURN_UP above the middle of the row.
    west = start[1] - LIGHT_DOWN + 1.65 - RETURN_UP
    board.track(net, BACK, [(turn, start[1]), (turn, west)])
    board.via(net, turn, west)
    board.track(net, FRONT, [(turn, west), (end[0], west)])
    board.via(net, end[0], west)
    board.track(net, BACK, [(end[0], west), end])
    board.via(net, *end)
