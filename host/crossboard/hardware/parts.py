"""The bill of materials of a board."""

from __future__ import annotations

import csv
import io
from typing import NamedTuple

from crossboard.hardware.nets import Board
from crossboard.rules import HOLE, game_names, new_game, specs

COLUMNS = ("quantity", "part", "value", "note")

ISET_OHMS = ((10, 63_700), (20, 28_000), (30, 17_100), (40, 11_800))
"""MAX7219 data sheet, table 11: segment mA -> ISET resistor, for LEDs of 2.0 V."""

PITCH_MM = 100 / 3
"""From square to square, as hardware/scad/parameters.scad has it."""

E24 = (10, 11, 12, 13, 15, 16, 18, 20, 22, 24, 27, 30, 33, 36, 39, 43, 47, 51, 56, 62, 68, 75, 82, 91)


class Part(NamedTuple):
    """One line of the bill."""

    quantity: int
    part: str
    value: str
    note: str


def pieces(board: Board) -> dict[str, int]:
    """The most pieces that stand on the board at once, for each of its games."""
    found: dict[str, int] = {}
    for name in game_names():
        if name in board.profile["games"]:
            variants = [spec for spec in specs() if spec.partition(":")[0] == name]
            found[name] = max(sum(1 for v in new_game(spec).board if v and v != HOLE) for spec in variants)
    return found


def iset_resistor(segment_ma: int) -> int:
    """Ohms of the next E24 value that lets no more than `segment_ma` flow."""
    points = ISET_OHMS
    ohms = float(points[0][1] * points[0][0]) / segment_ma
    for (low, high_ohms), (high, low_ohms) in zip(points, points[1:], strict=False):
        if low <= segment_ma <= high:
            ohms = high_ohms + (low_ohms - high_ohms) * (segment_ma - low) / (high - low)
    decade = 1
    while decade * 100 <= ohms:
        decade *= 10
    return next(value * decade for value in (*E24, 100) if value * decade >= ohms)


def parts(board: Board) -> list[Part]:
    """Everything to buy, in the order in which it is needed."""
    return [*_board(board), *_sensors(board), *_lights(board), *_rest(board)]


def _board(board: Board) -> list[Part]:
    return [
        Part(1, "controller", board.header.title, "with pin headers; MicroPython 1.26 or newer"),
        Part(1, "USB cable", "", f"with data lines; the port must give {board.profile['power']['supply_ma']} mA"),
    ]


def _sensors(board: Board) -> list[Part]:
    n = len(board.squares)
    found = [Part(n, "reed switch", "normally open, 10 to 20 AT, glass 14 mm", "buy some more: glass breaks when bent")]
    if board.sensor_driver == "matrix":
        if board.profile["sensors"]["diodes"]:
            found.append(Part(n, "diode", "1N4148", "one at every switch, its band towards the row line"))
    elif board.sensor_driver == "74hc165":
        found += [
            Part(board.groups, "shift register", "74HC165, DIP-16", f"{8 * board.groups} inputs; runs at 3.3 V"),
            Part(board.groups, "resistor network", "8 x 10 kΩ, SIP-9", "pull-ups of the inputs, common pin to 3.3 V"),
            Part(board.groups, "capacitor", "100 nF ceramic", "at each chip, from VCC to GND"),
            Part(board.groups, "IC socket", "DIP-16", ""),
        ]
    else:
        found += [
            Part(board.groups, "port expander", "MCP23017-E/SP, DIP-28", "14 inputs each: GPA7 and GPB7 stay unused"),
            Part(2, "resistor", "4.7 kΩ", "pull-ups of SDA and SCL, to 3.3 V"),
            Part(board.groups, "capacitor", "100 nF ceramic", "at each chip, from VDD to VSS"),
            Part(board.groups, "IC socket", "DIP-28, narrow", ""),
        ]
    return found


def _lights(board: Board) -> list[Part]:
    n = len(board.chain)
    shifter = Part(1, "level shifter", "74AHCT125, DIP-14", "3.3 V signals to the 5 V that the lights want")
    decoupling = Part(1, "capacitor", "100 nF ceramic", "at the 74AHCT125, from VCC to GND")
    if board.light_driver == "ws2812":
        return [
            Part(n, "light", "WS2812B", "a strip of 30 a metre has them 33.3 mm apart: cut it into rows"),
            shifter,
            decoupling,
            Part(1, "resistor", "330 Ω", "in the data line, at the first light"),
            Part(1, "capacitor", "1000 µF, 6.3 V or more", "where 5 V reaches the lights; mind its polarity"),
        ]
    ma = board.profile["lights"]["segment_ma"]
    ohms = iset_resistor(ma)
    chips = board.light_chips
    return [
        Part(n, "LED", "3 mm, one colour, about 2 V (red, amber, green)", "all of one kind"),
        Part(chips, "LED driver", "MAX7219, DIP-24", "no clones where they can be avoided; runs at 5 V"),
        Part(chips, "resistor", f"{ohms / 1000:g} kΩ", f"ISET (pin 18) to 5 V: {ma} mA a segment"),
        Part(chips, "capacitor", "100 nF ceramic", "at the MAX7219, from V+ to GND"),
        Part(chips, "capacitor", "10 µF, 6.3 V or more", "beside it; mind its polarity"),
        shifter,
        decoupling,
    ]


def _rest(board: Board) -> list[Part]:
    standing = pieces(board)
    count = max(standing.values())
    games = ", ".join(f"{name} {number}" for name, number in standing.items())
    wide, high = (round(board.profile["board"][key] * PITCH_MM) for key in ("columns", "rows"))
    return [
        Part(
            len(board.profile["buttons"]),
            "push button",
            "normally open, thread M7",
            ", ".join(board.profile["buttons"]),
        ),
        Part(count, "magnet", "neodymium disc, 8 x 3 mm, N35 or N42", f"one a piece, all the same way up; {games}"),
        Part(count, "piece base", "printed, hardware/scad/base.scad", "for a piece of your own to stand on"),
        Part(1, "frame and tiles", "printed, hardware/scad", "which parts, and how: hardware/BUILD.md, 3"),
        Part(8, "pin", "rod of 3 mm, 20 mm long", "between the quarters of the frame"),
        Part(1, "playing surface", f"matt acrylic, 2 mm, {wide} x {high} mm", "light must come through"),
        Part(1, "hook-up wire", "0.25 mm² or AWG 24, several colours", "5 V and GND to the lights: 0.5 mm² or AWG 20"),
    ]


def bom(board: Board) -> str:
    """The bill as CSV."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(parts(board))
    return out.getvalue()
