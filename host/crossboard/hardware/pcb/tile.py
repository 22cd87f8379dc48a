"""The tile: 4x4 squares, every line laid by rule, and a connector on the back that carries all of them.

A row's lights follow each other from west to east, then the data go back to the beginning of the next row.
"""

from __future__ import annotations

from crossboard.hardware.pcb import footprints
from crossboard.hardware.pcb.cells import (
    DATA_DOWN,
    FIVE_DOWN,
    GAP,
    GROUND_X,
    LIGHT_DOWN,
    PIN_X,
    PITCH,
    POWER,
    ROW_UP,
    data_back,
    data_in,
    square,
    to_lines,
)
from crossboard.hardware.pcb.connectors import TILE
from crossboard.hardware.pcb.layout import BACK, FRONT, Hole, Layout, Part, Point, Words

SIDE = 4
EDGE_X, EDGE_Y = 14.9, 15.4
"""From the middle of an outer square to the supply lines along the edges."""

TURN, BEGIN = 10.0, -12.0
"""Where data leave the last square of a row, and enter the first one."""

CROSS_UP = -4.0
"""Above the middle of a row, where data to the first light and from the last one pass."""


def middle(column: int, row: int) -> Point:
    """The middle of a square; column a and row 1 are 0."""
    return PITCH * (column + 0.5) - GAP / 2, PITCH * (SIDE - row - 0.5) - GAP / 2


def light_net(number: int) -> str:
    """The data between a light and the next one; 0 is what comes in."""
    return {0: "DIN", SIDE * SIDE: "DOUT"}.get(number, f"L{number}")


def tile() -> Layout:
    """The whole board."""
    size = SIDE * PITCH - GAP
    board = Layout("tile", "Crossboard tile 4x4", size, size)
    for row in range(SIDE):
        for column in range(SIDE):
            number = SIDE * row + column + 1
            nets = {"row": f"R{row + 1}", "column": f"C{column + 1}"}
            nets |= {"din": light_net(number - 1), "dout": light_net(number)}
            square(board, number, *middle(column, row), nets)
            to_lines(board, nets["row"], *middle(column, row))
    _data(board)
    _lines(board)
    _connector(board)
    for column in (1, SIDE - 1):
        for row in (1, SIDE - 1):
            x, y = middle(column - 1, row - 1)
            board.holes.append(Hole(x + PITCH / 2, y - 15.2, 3.2))
    _words(board)
    return board


def _data(board: Layout) -> None:
    """From light to light, and from row to row."""
    for row in range(SIDE):
        for column in range(SIDE):
            number = SIDE * row + column + 1
            x, y = middle(column, row)
            out = (x + 2.45, y + LIGHT_DOWN - 1.65)
            if column < SIDE - 1:
                data_in(board, light_net(number), *middle(column + 1, row), out)
            elif row < SIDE - 1:
                first_x, first_y = middle(0, row + 1)
                begin = (first_x + BEGIN, first_y + DATA_DOWN)
                data_back(board, light_net(number), out, x + TURN, begin)
                data_in(board, light_net(number), first_x, first_y, begin)


def _lines(board: Layout) -> None:
    """Rows and 5 V on the front, columns and GND on the back; the supplies joined along two edges each."""
    west, east = middle(0, 0)[0], middle(SIDE - 1, 0)[0]
    south, north = middle(0, 0)[1], middle(0, SIDE - 1)[1]
    for i in range(SIDE):
        x, y = middle(i, i)
        board.track(f"R{i + 1}", FRONT, [(west + PIN_X, y - ROW_UP), (east + PIN_X, y - ROW_UP)], 0.4)
        board.track(f"C{i + 1}", BACK, [(x, south), (x, north)], 0.4)
        five, ground = y + FIVE_DOWN, x + GROUND_X
        board.track("5V", FRONT, [(west - EDGE_X, five), (east + EDGE_X, five)], 2.0)
        board.track("GND", BACK, [(ground, south + EDGE_Y), (ground, north - EDGE_Y)], POWER)
    for x in (west - EDGE_X, east + EDGE_X):
        board.track("5V", FRONT, [(x, south + FIVE_DOWN), (x, north + FIVE_DOWN)], POWER)
    for y in (south + EDGE_Y, north - EDGE_Y):
        board.track("GND", BACK, [(west + GROUND_X, y), (east + GROUND_X, y)], POWER)


def _connector(board: Layout) -> None:
    """In the middle, on the back: columns by the front, rows by the back, each straight to its pin."""
    x, y = middle(1, 1)
    # Pins 1, 3, 5, … are the upper row, from west to east.
    plug = board.add(
        Part(
            "J1",
            "IDC header 2x7",
            footprints.header(2, 7, shrouded=True),
            x + PITCH / 2 - 3 * 2.54,
            y - 16.67,
            270,
            BACK,
            dict(TILE),
            by_hand=True,
        )
    )
    pin = {number: plug.pad(number) for number in TILE}
    for number, column in (("1", 0), ("2", 1), ("14", 2), ("13", 3)):
        board.via(TILE[number], middle(column, 0)[0], pin[number][1])
        board.track(TILE[number], FRONT, [(middle(column, 0)[0], pin[number][1]), pin[number]], 0.4)
    for number, row in (("4", 0), ("12", 1), ("11", 2), ("3", 3)):
        line = middle(0, row)[1] - ROW_UP
        board.via(TILE[number], pin[number][0], line)
        board.track(TILE[number], BACK, [(pin[number][0], line), pin[number]], 0.4)
    five = middle(0, 2)[1] + FIVE_DOWN
    board.track("5V", FRONT, [pin["6"], (pin["6"][0], five)], 1.2)
    south, north = middle(0, 0)[1] + EDGE_Y, middle(0, SIDE - 1)[1] - EDGE_Y
    board.track("GND", BACK, [(pin["7"][0], south), (pin["7"][0], north)], 1.2)
    first = middle(0, 0)
    _to_row(board, "DIN", pin["10"], first[1] - CROSS_UP, first[0] + BEGIN)
    down = first[1] + DATA_DOWN
    board.track("DIN", BACK, [(first[0] + BEGIN, first[1] - CROSS_UP), (first[0] + BEGIN, down)])
    board.via("DIN", first[0] + BEGIN, down)
    data_in(board, "DIN", *first, (first[0] + BEGIN, down))
    last = middle(SIDE - 1, SIDE - 1)
    _to_row(board, "DOUT", pin["9"], last[1] - CROSS_UP, last[0] + TURN, via=False)
    out = (last[0] + 2.45, last[1] + LIGHT_DOWN - 1.65)
    board.track("DOUT", FRONT, [out, (last[0] + TURN, out[1]), (last[0] + TURN, last[1] - CROSS_UP)])


def _to_row(board: Layout, net: str, pin: Point, y: float, x: float, via: bool = True) -> None:
    """From a pin on the back to the height y, from there on the front to x."""
    board.track(net, BACK, [pin, (pin[0], y)])
    board.via(net, pin[0], y)
    board.track(net, FRONT, [(pin[0], y), (x, y)])
    if via:
        board.via(net, x, y)


def _words(board: Layout) -> None:
    """Printed notes for soldering."""
    size = board.width
    size = board.width
    board.words.append(Words("CROSSBOARD TILE 4x4", size / 2, middle(0, 0)[1] - 14.6, 1.6))
    board.words.append(Words("row 1", size / 2, size - 1.6, 1.2))
    board.words.append(Words("J1: to the carrier", size / 2, size / 2 - 9.5, 1.4, BACK))
