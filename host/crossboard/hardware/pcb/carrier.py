"""The carrier: a Pico, the level shifter, fuse and capacitors, buttons, and a connector for each tile and single square.

It serves both boards of tiles, for they share lines in the same way: `LINES` of three groups of rows and two of columns, and
a tile at each crossing of a group of rows and one of columns. The single squares use lines of the sixth crossing.
"""

from __future__ import annotations

from crossboard.hardware.pcb import footprints
from crossboard.hardware.pcb.connectors import SQUARE, TILE
from crossboard.hardware.pcb.layout import BACK, FRONT, Hole, Layout, Part, Words
from crossboard.hardware.pcb.router import STEP, route
from crossboard.profiles.headers import PICO

ROW_PINS = (0, 1, 2, 3, 4, 5, 6, 7, 20, 21, 22, 26)
COLUMN_PINS = (8, 9, 10, 11, 12, 13, 14, 15)
LIGHTS_PIN = 16
BUTTON_PINS = {"OK": 17, "NEXT": 18, "BACK": 19}
"""GPIO numbers; the first lines are those of the profile pico-8x8."""

TILES = {"T1": (0, 0), "T2": (0, 4), "T3": (4, 0), "T4": (4, 4), "T5": (8, 0)}
"""Connector -> its first row line and its first column line, counted from 0; in the order of the chain of lights."""

SQUARES = {"X1": (8, 4), "X2": (9, 4), "X3": (10, 4), "X4": (11, 4)}
"""The same for single squares, which follow the tiles in the chain."""

WIDTH, HEIGHT = 165.1, 83.82
PICO_X, PICO_Y = 3.81, 1.905
TILE_X, TILE_Y, TILE_STEP = 30.48, 59.69, 27.94
SQUARE_X, SQUARE_Y = 49.53, 78.74
FIVE_Y, GROUND_Y = 66.04, 69.215


def carrier() -> Layout:
    """The whole board."""
    board = Layout("carrier", "Crossboard carrier for a Pico", WIDTH, HEIGHT)
    _pico(board)
    _connectors(board)
    _level_shifter(board)
    _supply(board)
    _buttons(board)
    for x, y in ((WIDTH - 3.8, 4.4), (WIDTH - 3.8, 71.8), (3.6, 54.8), (4.4, 79.4)):
        board.holes.append(Hole(x, y, 3.2))
    _words(board)
    lines = [f"R{i + 1}" for i in range(len(ROW_PINS))] + [f"C{i + 1}" for i in range(len(COLUMN_PINS))]
    data = [f"DATA{i}" for i in range(len(TILES) + len(SQUARES))]
    others = ["LIGHTS", "SHIFTED", *BUTTON_PINS]
    route(board, [*lines, *data, *others, "VBUS", "5V", "GND"], {"VBUS": 0.8, "5V": 0.8, "GND": 0.5})
    return board


def _pico(board: Layout) -> None:
    """On sockets, so that it can be taken off; every GND of it is used."""
    names = {PICO.place(pin): f"R{i + 1}" for i, pin in enumerate(ROW_PINS)}
    names |= {PICO.place(pin): f"C{i + 1}" for i, pin in enumerate(COLUMN_PINS)}
    names |= {PICO.place(pin): name for name, pin in BUTTON_PINS.items()}
    names |= {PICO.place(LIGHTS_PIN): "LIGHTS", PICO.places(PICO.five_volts)[0]: "VBUS"}
    names |= dict.fromkeys((*PICO.places("GND"), *PICO.places("AGND")), "GND")
    board.add(Part("U1", "Raspberry Pi Pico", footprints.pico(), PICO_X, PICO_Y, nets=names, by_hand=True))


def _connectors(board: Layout) -> None:
    """In the chain's order; a tile's R1 is the first line of its group."""
    chain = 0
    for i, (name, (row, column)) in enumerate(TILES.items()):
        nets: dict[str, str] = {}
        for pin, line in TILE.items():
            data = {"DIN": f"DATA{chain}", "DOUT": f"DATA{chain + 1}"}
            nets[pin] = data.get(line) or _line(line, row, column)
        chain += 1
        plug = footprints.header(2, 7, shrouded=True)
        board.add(Part(name, "IDC header 2x7", plug, TILE_X + TILE_STEP * i, TILE_Y, 90, nets=nets, by_hand=True))
    for i, (name, (row, column)) in enumerate(SQUARES.items()):
        last = chain + 1 == len(TILES) + len(SQUARES)
        data = {"DIN": f"DATA{chain}", "DOUT": "" if last else f"DATA{chain + 1}"}
        nets = {pin: data[line] if line in data else _line(line, row, column) for pin, line in SQUARE.items()}
        chain += 1
        # From the last tile back to the first one: the way is shorter.
        x = SQUARE_X + TILE_STEP * (len(SQUARES) - 1 - i)
        plug = footprints.header(2, 3, shrouded=True)
        board.add(Part(name, "IDC header 2x3", plug, x, SQUARE_Y, 90, nets=nets, by_hand=True))


def _line(name: str, row: int, column: int) -> str:
    """The carrier's line for a tile's R2, C3; supplies as they are."""
    if name[0] == "R":
        return f"R{row + int(name[1:])}"
    if name[0] == "C":
        return f"C{column + int(name[1:])}"
    return name


def _level_shifter(board: Layout) -> None:
    """One gate of the 74AHCT125; the inputs of the others are tied down. Its 330 Ω end the line where it begins."""
    nets = dict.fromkeys(("1", "4", "5", "7", "9", "10", "12", "13"), "GND")
    nets |= {"2": "LIGHTS", "3": "SHIFTED", "14": "5V"}
    board.add(Part("U2", "74AHCT125", footprints.dip(14), 5.08, 58.42, nets=nets, by_hand=True))
    near = {"1": "5V", "2": "GND"}
    board.add(Part("C1", "100 nF leaded", footprints.CAPACITOR_DISC, 16.51, 58.42, 270, nets=near, by_hand=True))
    ends = {"1": "SHIFTED", "2": "DATA0"}
    board.add(Part("R1", "330 Ω", footprints.RESISTOR, 8.89, 80.645, nets=ends, by_hand=True))


def _supply(board: Layout) -> None:
    """5 V from the USB port through the fuse to the lights."""
    board.add(Part("F1", "PTC 0.75 A", footprints.FUSE, 17.145, 55.245, nets={"1": "VBUS", "2": "5V"}, by_hand=True))
    plus = {"1": "5V", "2": "GND"}
    # A place for a capacitor, which stays empty: USB allows 10 µF, and the lights have almost as much (profiles/drivers/ws2812.py).
    c2 = Part("C2", "1000 µF", footprints.CAPACITOR_RADIAL, 18.415, 71.12, nets=plus, by_hand=True, fitted=False)
    board.add(c2)
    # From the pins of each tile straight to two lines along all of them.
    plugs = [part for part in board.parts if part.ref in TILES]
    for net, side, pin, y in (("5V", FRONT, "6", FIVE_Y), ("GND", BACK, "8", GROUND_Y)):
        places = [plug.pad(pin) for plug in plugs]
        board.track(net, FRONT, [(places[0][0], y), (places[-1][0], y)], 2.0)
        for place in places:
            board.track(net, side, [place, (place[0], y)], 1.2)
            if side == BACK:
                board.via(net, place[0], y)


def _buttons(board: Layout) -> None:
    """Small ones on the carrier, and pins for those in the frame."""
    for i, name in enumerate(BUTTON_PINS):
        x = TILE_X + TILE_STEP * i + 7.62 - 3.25
        nets = {"1": name, "2": "GND"}
        board.add(Part(f"B{i + 1}", name, footprints.BUTTON, x, 75.2, nets=nets, by_hand=True))
    pins = {str(i + 1): net for i, net in enumerate(net for name in BUTTON_PINS for net in (name, "GND"))}
    x = TILE_X + TILE_STEP * 4 + 8 * STEP
    board.add(Part("J1", "pin header 1x6", footprints.header(1, 6), x, 77.47, 90, nets=pins, by_hand=True))


def _words(board: Layout) -> None:
    """Printed notes for soldering."""
    board.words.append(Words("CROSSBOARD CARRIER", 90, 3.2, 2.0))
    board.words.append(Words("8x8: T1 a1-d4  T2 e1-h4  T3 a5-d8  T4 e5-h8", 90, 6.4, 1.3))
    cross = "cross: T1 e1-h4  T2 i5-l8  T3 e5-h8  T4 a5-d8  T5 e9-h12  X1 d4  X2 i4  X3 d9  X4 i9"
    board.words.append(Words(cross, 90, 8.8, 1.3))
    for i, name in enumerate(BUTTON_PINS):
        board.words.append(Words(name, TILE_X + TILE_STEP * i + 7.62, 72.6, 1.2))
    names = "  ".join(BUTTON_PINS)
    board.words.append(Words(names, TILE_X + TILE_STEP * 4 + 8 * STEP + 7.62, 82.0, 1.0))
