"""The wiring drawing of a board: its header with the name of the wire at every pin, then sensors, lights and buttons.

Wires with the same name are one wire, as on any schematic; the colours tell what a wire is for.
"""

from __future__ import annotations

from crossboard.hardware.nets import INPUT_NAMES, LEGS, SEGMENTS, Board, Sensor
from crossboard.hardware.svg import INK, Drawing

SENSE, DRIVE, LIGHT, BUTTON = "#1560bd", "#b03a2e", "#8e44ad", "#1e8449"
FIVE, THREE, GROUND = "#c0392b", "#d68910", "#555"
CELL_X, CELL_Y = 62, 54


def wiring_drawing(board: Board) -> str:
    """The drawing as SVG."""
    drawing = Drawing(f"{board.title}: wiring")
    drawing.word(20, 32, board.title, 18, bold=True)
    drawing.word(20, 50, f"Profile {board.name}. Wires of one name are joined. Seen from above, USB socket up.", 11)
    bottom = _header(drawing, board, 20, 75)
    right = 440.0
    sensors = {"matrix": _matrix, "74hc165": _chips, "mcp23017": _chips}[board.sensor_driver]
    y = sensors(drawing, board, right, 85)
    lights = {"ws2812": _strip, "max7219": _digits}[board.light_driver]
    lights(drawing, board, right, y + 45)
    _buttons(drawing, board, 20, bottom + 45)
    return drawing.text()


def _colour(name: str) -> str:
    if name in ("OK", "NEXT", "BACK"):
        return BUTTON
    if name in ("LIGHTS", "SCK", "DIN", "LOAD"):
        return LIGHT
    return DRIVE if name.startswith("R") or name in ("CLK", "LATCH", "SCL") else SENSE


def _tag(drawing: Drawing, x: float, y: float, text: str, colour: str, anchor: str = "start") -> None:
    """The name at a wire's end."""
    drawing.word(x, y + 4, text, 11, anchor, bold=True, colour=colour)


def _header(drawing: Drawing, board: Board, x: float, y: float) -> float:
    """The board that is bought, with its pins; gives where it ends."""
    header = board.header
    names = {header.pin(wire.gpio): wire.name for wire in board.wires() if wire.name != "-"}
    power = {header.five_volts: ("5 V", FIVE), header.logic: ("3.3 V", THREE), "GND": ("GND", GROUND)}
    height = 20 * len(header.left) + 20
    left, width = x + 95, 190
    drawing.box(left, y, width, height, "#eef5ee", 6)
    drawing.box(left + width / 2 - 22, y - 8, 44, 22, "#ccc", 3)
    drawing.word(left + width / 2, y + 8, "USB", 10, "middle")
    for side, pins in ((-1, header.left), (1, header.right)):
        edge = left if side < 0 else left + width
        anchor, inside = ("end", "start") if side < 0 else ("start", "end")
        for i, name in enumerate(pins):
            at = y + 25 + 20 * i
            place = i + 1 if side < 0 else (2 * len(pins) - i if header.countdown else len(pins) + 1 + i)
            drawing.word(edge - side * 6, at + 4, f"{name} · {place}" if side > 0 else f"{place} · {name}", 10, inside)
            found = (names[name], _colour(names[name])) if name in names else power.get(name)
            if found:
                drawing.line([(edge, at), (edge + side * 24, at)], found[1], 2)
                _tag(drawing, edge + side * 28, at, *found, anchor)
    drawing.word(left + width / 2, y + height + 16, header.title, 11, "middle", bold=True)
    return y + height + 20


def _matrix(drawing: Drawing, board: Board, x: float, y: float) -> float:
    """Row and column lines with a switch and a diode at every crossing that is used."""
    diodes = board.profile["sensors"]["diodes"]
    drawing.word(x, y, "Switches: column line, switch, diode (its band towards the row line), row line", 13, bold=True)
    top, left = y + 45, x + 60
    columns = board.group_size
    for member in range(columns):
        at = left + CELL_X * member
        _tag(drawing, at, top - 16, f"C{member + 1}", SENSE, "middle")
        drawing.line([(at, top - 8), (at, top + CELL_Y * board.groups - 12)], SENSE, 1.6)
    for group in range(board.groups):
        # Row 1 is nearest to the player, so it is drawn at the bottom.
        at = top + CELL_Y * (board.groups - 1 - group) + CELL_Y - 12
        _tag(drawing, left - 22, at, f"R{group + 1}", DRIVE, "end")
        drawing.line([(left - 16, at), (left + CELL_X * (columns - 1) + 40, at)], DRIVE, 1.6)
        for sensor in board.sensors:
            if sensor.group == group:
                _crossing(drawing, left + CELL_X * sensor.member, at, sensor.square, diodes)
    return top + CELL_Y * board.groups


def _crossing(drawing: Drawing, column: float, row: float, square: str, diode: bool) -> None:
    """From the column line by a switch and a diode down to the row line."""
    x, top = column + 22, row - 36
    drawing.dot(column, top, fill=SENSE)
    drawing.line([(column, top), (x, top), (x, top + 4)])
    drawing.line([(x, top + 16), (x - 6, top + 4)], width=1.4)
    drawing.dot(x, top + 4, 1.4)
    drawing.dot(x, top + 16, 1.4)
    if diode:
        drawing.line([(x, top + 16), (x, top + 20)])
        drawing.shape([(x - 5, top + 20), (x + 5, top + 20), (x, top + 29)])
        drawing.line([(x - 5, top + 29), (x + 5, top + 29)], width=2)
        drawing.line([(x, top + 29), (x, row)])
    else:
        drawing.line([(x, top + 16), (x, row)])
    drawing.dot(x, row, fill=DRIVE)
    drawing.word(x + 7, top + 14, square, 10)


def _chips(drawing: Drawing, board: Board, x: float, y: float) -> float:
    """Input chips, each with the switches at its inputs; every switch's other side goes to GND."""
    shift = board.sensor_driver == "74hc165"
    pull = ", and 10 kΩ to 3.3 V at each input" if shift else ""
    drawing.word(x, y, f"Switches: from the chip's input to GND{pull}", 13, bold=True)
    across = 3 if shift else 2
    width, height = 250.0, (40 + 16 * 8 if shift else 40 + 16 * 14) + 70.0
    for chip in range(board.groups):
        left, top = x + 40 + (width + 80) * (chip % across), y + 30 + height * (chip // across)
        sensors = [s for s in board.sensors if s.group == chip]
        _chip(drawing, board, left, top, chip, sensors)
    return y + 30 + height * (-(-board.groups // across)) - 30


def _chip(drawing: Drawing, board: Board, x: float, y: float, chip: int, sensors: list[Sensor]) -> None:
    shift = board.sensor_driver == "74hc165"
    if shift:
        after = f"U{chip + 2} QH" if chip + 1 < board.groups else "GND"
        out = "DATA" if chip == 0 else f"U{chip} SER"
        pins = [("CLK 2", "CLK"), ("SH/LD 1", "LATCH"), ("QH 9", out), ("SER 10", after), ("CLK INH 15", "GND"),
                ("VCC 16", "3.3 V"), ("GND 8", "GND")]  # fmt: skip
        names, title = INPUT_NAMES["74hc165"], f"U{chip + 1}  74HC165"
    else:
        address = board.profile["sensors"]["addresses"][chip]
        bits = [(f"A{n} {15 + n}", "3.3 V" if address >> n & 1 else "GND") for n in (0, 1, 2)]
        pins = [
            ("SCL 12", "SCL"),
            ("SDA 13", "SDA"),
            *bits,
            ("RESET 18", "3.3 V"),
            ("VDD 9", "3.3 V"),
            ("VSS 10", "GND"),
        ]
        names, title = INPUT_NAMES["mcp23017"], f"U{chip + 1}  MCP23017  {address:#x}"
    shown = {s.member: s.square for s in sensors}
    inputs = range(8) if shift else (*range(7), *range(8, 15))
    lines = max(len(inputs), len(pins))
    drawing.box(x + 45, y, 130, 18 * lines + 26, "#f2f4f8", 4)
    drawing.word(x + 110, y + 15, title, 10, "middle", bold=True)
    for i, (pin, wire) in enumerate(pins):
        at = y + 32 + 18 * i
        colour = {"GND": GROUND, "3.3 V": THREE}.get(wire, _colour(wire))
        drawing.line([(x + 33, at), (x + 45, at)], colour, 1.6)
        _tag(drawing, x + 30, at, wire, colour, "end")
        drawing.word(x + 49, at + 4, pin, 9)
    for i, member in enumerate(inputs):
        at = y + 32 + 18 * i
        leg = LEGS[board.sensor_driver][names[member]]
        drawing.word(x + 171, at + 4, f"{names[member]} · {leg}", 9, "end")
        if member in shown:
            drawing.line([(x + 175, at), (x + 187, at)], SENSE, 1.6)
            drawing.line([(x + 187, at), (x + 199, at - 6)])
            drawing.dot(x + 187, at, 1.4)
            drawing.dot(x + 200, at, 1.4)
            drawing.line([(x + 200, at), (x + 208, at)], GROUND)
            drawing.word(x + 212, at + 4, shown[member], 10)


def _strip(drawing: Drawing, board: Board, x: float, y: float) -> None:
    """Level shifter, resistor, and the chain of lights."""
    limit = board.profile["lights"]["limit_ma"]
    drawing.word(x, y, f"Lights: {len(board.chain)} WS2812B in a chain, at most {limit} mA", 13, bold=True)
    at = y + 65
    _tag(drawing, x + 50, at, "LIGHTS", LIGHT, "end")
    drawing.line([(x + 55, at), (x + 80, at)], LIGHT, 1.8)
    drawing.shape([(x + 80, at - 16), (x + 80, at + 16), (x + 112, at)], "#fff")
    drawing.word(
        x,
        at + 84,
        "74AHCT125: in 2, out 3; pins 1, 4, 5, 7, 9, 10, 12, 13 to GND, 14 to 5 V, 6, 8, 11 stay open",
        9,
    )
    drawing.line([(x + 112, at), (x + 130, at)], LIGHT, 1.8)
    drawing.box(x + 130, at - 6, 40, 12)
    drawing.word(x + 150, at - 11, "330 Ω", 10, "middle")
    drawing.line([(x + 170, at), (x + 200, at)], LIGHT, 1.8)
    shown = [0, 1, 2, -1]
    for i, light in enumerate(shown):
        left = x + 200 + 95 * i
        number = light + 1 if light >= 0 else len(board.chain)
        drawing.box(left, at - 24, 60, 48, "#f7f2fa", 4)
        drawing.word(left + 30, at - 8, board.square_name(board.chain[light]), 12, "middle", bold=True)
        drawing.word(left + 30, at + 6, f"light {number}", 9, "middle")
        drawing.word(left + 4, at + 19, "DIN", 8)
        drawing.word(left + 56, at + 19, "DOUT", 8, "end")
        if i < 3:
            drawing.line([(left + 60, at), (left + 95, at)], LIGHT, 1.8, dashed=i == 2)
        drawing.line([(left + 15, at - 24), (left + 15, at - 40)], FIVE, 1.6)
        drawing.line([(left + 45, at + 24), (left + 45, at + 60)], GROUND, 1.6)
    end = x + 200 + 95 * 3 + 60
    drawing.line([(x + 180, at - 40), (end, at - 40)], FIVE, 2.4)
    _tag(drawing, x + 176, at - 40, "5 V", FIVE, "end")
    drawing.line([(x + 180, at + 60), (end, at + 60)], GROUND, 2.4)
    _tag(drawing, x + 176, at + 60, "GND", GROUND, "end")
    drawing.line([(end + 30, at - 40), (end + 30, at + 4)], FIVE, 1.6)
    drawing.line([(end, at - 40), (end + 30, at - 40)], FIVE, 2.4)
    drawing.line([(end + 16, at + 4), (end + 44, at + 4)], width=2.4)
    drawing.line([(end + 16, at + 11), (end + 44, at + 11)], width=2.4)
    drawing.line([(end + 30, at + 11), (end + 30, at + 60), (end, at + 60)], GROUND, 1.6)
    drawing.word(end + 50, at + 6, "1000 µF, + to 5 V", 10)


def _digits(drawing: Drawing, board: Board, x: float, y: float) -> None:
    """A MAX7219 with its digit and segment lines, an LED at every crossing."""
    drawing.word(
        x, y, "Lights: an LED at every crossing, from its SEG line (anode) to its DIG line (cathode)", 13, bold=True
    )
    top, left = y + 60, x + 250
    names = [board.square_name(square) for square in board.chain]
    drawing.box(x + 70, y + 35, 110, 8 * 30 + 45, "#f7f2fa", 4)
    drawing.word(x + 125, y + 52, "MAX7219", 11, "middle", bold=True)
    pins = [("CLK 13", "SCK", LIGHT), ("DIN 1", "DIN", LIGHT), ("LOAD 12", "LOAD", LIGHT), ("V+ 19", "5 V", FIVE),
            ("GND 4, 9", "GND", GROUND), ("ISET 18", "5 V by R", FIVE)]  # fmt: skip
    for i, (pin, wire, colour) in enumerate(pins):
        at = y + 75 + 24 * i
        drawing.line([(x + 56, at), (x + 70, at)], colour, 1.6)
        _tag(drawing, x + 52, at, wire, colour, "end")
        drawing.word(x + 74, at + 4, pin, 9)
    for digit in range(-(-len(names) // 8)):
        at = top + 20 + 30 * digit
        drawing.word(x + 176, at + 4, f"DIG {digit} · {LEGS['max7219'][f'DIG {digit}']}", 9, "end")
        drawing.line([(x + 180, at), (left + 44 * 7 + 20, at)], DRIVE, 1.4)
        for segment, name in enumerate(names[8 * digit : 8 * digit + 8]):
            drawing.dot(left + 44 * segment, at, 3, LIGHT)
            drawing.word(left + 44 * segment + 5, at - 4, name, 9)
    for segment, name in enumerate(SEGMENTS):
        at = left + 44 * segment
        drawing.word(at, top - 16, name, 8, "middle")
        drawing.word(at, top - 5, str(LEGS["max7219"][name]), 9, "middle")
        drawing.line([(at, top), (at, top + 30 * 8)], LIGHT, 1.4)
    text = "SCK, DIN, LOAD pass a 74AHCT125: in 2, 5, 9, out 3, 6, 8; pins 1, 4, 7, 10, 12, 13 to GND, 14 to 5 V, 11 stays open"
    drawing.word(x, top + 30 * 8 + 55, text, 9, colour=INK)


def _buttons(drawing: Drawing, board: Board, x: float, y: float) -> None:
    """Buttons to ground."""
    drawing.word(x, y, "Buttons", 13, bold=True)
    for i, name in enumerate(board.profile["buttons"]):
        at = y + 30 + 32 * i
        _tag(drawing, x + 50, at, name.upper(), BUTTON, "end")
        drawing.line([(x + 56, at), (x + 90, at)], BUTTON, 1.6)
        drawing.dot(x + 90, at)
        drawing.line([(x + 90, at), (x + 114, at - 12)])
        drawing.dot(x + 116, at)
        drawing.line([(x + 116, at), (x + 150, at)], GROUND, 1.6)
        _tag(drawing, x + 155, at, "GND", GROUND)
