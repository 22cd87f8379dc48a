"""Plain LEDs on MAX7219 chips: firmware/lights/max7219.py. Pins by Maxim's data sheet 19-4452."""

from __future__ import annotations

from typing import Any

from crossboard.profiles.checker import Checker
from crossboard.profiles.drivers.base import NOTHING, SPI, Board, LightDriver, Part, Wire, spi_settings
from crossboard.profiles.drivers.ink import DRIVE, FIVE, GROUND, LIGHT, resistor, tag
from crossboard.profiles.drivers.level_shifter import FUSED, LEVEL_SHIFTER, draw_shifter, draw_supply
from crossboard.render.drawing import Drawing

LIGHTS = 64
"""That a chip drives."""

IDLE_MA = 8
"""mA of a chip with its outputs off (data sheet, table of electrical characteristics)."""

ISET_OHMS = ((10, 63_700), (20, 28_000), (30, 17_100), (40, 11_800))
"""Data sheet, table 11: segment mA -> ISET resistor, for LEDs of 2.0 V."""

E24 = (10, 11, 12, 13, 15, 16, 18, 20, 22, 24, 27, 30, 33, 36, 39, 43, 47, 51, 56, 62, 68, 75, 82, 91)

SEGMENTS = ("SEG G", "SEG F", "SEG E", "SEG D", "SEG C", "SEG B", "SEG A", "SEG DP")
LEGS = {"DIG 0": 2, "DIG 1": 11, "DIG 2": 6, "DIG 3": 7, "DIG 4": 3, "DIG 5": 10, "DIG 6": 5, "DIG 7": 8, "SEG A": 14,
        "SEG B": 16, "SEG C": 20, "SEG D": 23, "SEG E": 21, "SEG F": 15, "SEG G": 17, "SEG DP": 22}  # fmt: skip


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


class Max7219(LightDriver):
    """Light 64 * chip + 8 * digit + segment, in the order of SEGMENTS."""

    keys = (*SPI[:-1], "cs_pin", "baud", "segment_ma")
    optional = ("baud",)

    def check(self, checker: Checker, table: dict[str, Any]) -> None:
        checker.bus("lights", "spi", ("sck", "mosi", "miso"))
        checker.pin("lights.cs_pin", table["cs_pin"])
        checker.default("lights", "baud", 1_000_000, 10_000, 10_000_000)
        checker.number("lights.segment_ma", table["segment_ma"], 5, 40)

    def power(self, checker: Checker, table: dict[str, Any], left_ma: int) -> int:
        return -(-checker.light_count // LIGHTS) * (8 * table["segment_ma"] + IDLE_MA)

    def settings(self, profile: dict[str, Any], count: int) -> dict[str, Any]:
        table = profile["lights"]
        return {**spi_settings(table), "cs": table["cs_pin"], "count": count, "chips": -(-count // LIGHTS)}

    def circuit(self, settings: dict[str, Any]) -> dict[str, Any]:
        chip = {"model": "max7219", **{key: settings[key] for key in ("sck", "mosi", "miso", "cs", "chips")}}
        return {"light_count": LIGHTS * settings["chips"], "chip": chip}

    def current(self, profile: dict[str, Any]) -> str:
        return "by the ISET resistor"

    def table(self, names: list[str]) -> tuple[str, tuple[str, str], list[tuple[str, str]]]:
        text = "Each LED goes from its segment line (anode) to its digit line (cathode); no resistors of their own."
        rows = [
            (
                f"U{i // LIGHTS + 1} DIG {i // 8 % 8} ({LEGS[f'DIG {i // 8 % 8}']})",
                ", ".join(f"{SEGMENTS[j]} ({LEGS[SEGMENTS[j]]}) {name}" for j, name in enumerate(names[i : i + 8])),
            )
            for i in range(0, len(names), 8)
        ]
        return text, ("digit line", "squares on its segments"), rows

    def places(self, light: int) -> list[str]:
        return [f"U{light // LIGHTS + 1} DIG {light // 8 % 8}", SEGMENTS[light % 8]]

    def wires(self, board: Board) -> list[Wire]:
        table = board.profile["lights"]
        return [
            Wire(
                table["sck_pin"], "SCK", "by the 74AHCT125 to CLK (pin 13) of the MAX7219", "SPI clock, output", LIGHT
            ),
            Wire(table["mosi_pin"], "DIN", "by the 74AHCT125 to DIN (pin 1) of the MAX7219", "SPI data out", LIGHT),
            Wire(table["miso_pin"], "-", NOTHING, "SPI data in, unused"),
            Wire(table["cs_pin"], "LOAD", "by the 74AHCT125 to LOAD (pin 12) of the MAX7219", "output", LIGHT),
        ]

    def parts(self, board: Board) -> list[Part]:
        ma = board.profile["lights"]["segment_ma"]
        chips = -(-len(board.chain) // LIGHTS)
        return [
            Part(len(board.chain), "LED", "3 mm, one colour, about 2 V (red, amber, green)", "all of one kind"),
            Part(chips, "LED driver", "MAX7219, DIP-24", "no clones where they can be avoided; runs at 5 V"),
            Part(chips, "IC socket", "DIP-24, narrow", "for the MAX7219"),
            Part(1, "fuse", "PTC, 0.75 A", "between the controller's 5 V and the MAX7219; resets itself"),
            Part(chips, "resistor", f"{iset_resistor(ma) / 1000:g} kΩ", f"ISET (pin 18) to 5 V: {ma} mA a segment"),
            Part(chips, "capacitor", "100 nF ceramic", "at the MAX7219, from V+ to GND"),
            Part(chips, "capacitor", "10 µF, 6.3 V or more", "beside it; mind its polarity"),
            *LEVEL_SHIFTER,
        ]

    def draw(self, drawing: Drawing, board: Board, x: float, y: float) -> None:
        """Each MAX7219 with its digit and segment lines, an LED at every crossing."""
        text = "Lights: an LED at every crossing, from its SEG line (anode) to its DIG line (cathode)"
        drawing.word(x, y, text, 13, bold=True)
        names = [board.square_name(square) for square in board.chain]
        chips = -(-len(names) // LIGHTS)
        iset = f"{iset_resistor(board.profile['lights']['segment_ma']) / 1000:g} kΩ"
        wires = ["SCK", "DIN", "LOAD"]
        for (out, at), wire in zip(draw_shifter(drawing, x + 20, y + 60, wires), wires, strict=True):
            drawing.line([(out, at), (out + 20, at)], LIGHT, 1.8)
            tag(drawing, out + 24, at, f"{wire} 5 V", LIGHT)
        parts = [(f"U{chip + 1} {value}", value) for chip in range(chips) for value in ("10 µF", "100 nF")]
        draw_supply(drawing, x, y + 230, [("100 nF", "100 nF, at the 74AHCT125"), *parts])
        for chip in range(chips):
            given = f"U{chip} DOUT" if chip else "DIN 5 V"
            passed = f"U{chip + 1} DOUT" if chip + 1 < chips else ""
            pins = [("CLK 13", "SCK 5 V", LIGHT), ("DIN 1", given, LIGHT), ("LOAD 12", "LOAD 5 V", LIGHT), ("V+ 19", FUSED, FIVE),
                    ("GND 4, 9", "GND", GROUND), ("ISET 18", iset, FIVE), ("DOUT 24", passed, LIGHT)]  # fmt: skip
            shown = names[LIGHTS * chip : LIGHTS * (chip + 1)]
            _chip(drawing, chip, pins, shown, x, y + 270 + 340 * chip)


DRIVER = Max7219


def _chip(drawing: Drawing, chip: int, pins: list[tuple[str, str, str]], names: list[str], x: float, y: float) -> None:
    """One chip; `names` are the squares of its lights."""
    top, left = y + 60, x + 270
    drawing.box(x + 90, y + 35, 110, 8 * 30 + 45, "#f7f2fa", 4)
    drawing.word(x + 145, y + 52, f"U{chip + 1} MAX7219", 11, "middle", bold=True)
    for i, (pin, wire, colour) in enumerate(pins):
        at = y + 75 + 24 * i
        drawing.word(x + 94, at + 4, pin, 9)
        for number in pin.partition(" ")[2].split(", "):
            drawing.pin(x + 90, at, f"U{chip + 1}.{number}")
        if pin.startswith("ISET"):
            drawing.line([(x + 74, at), (x + 90, at)], FIVE, 1.6)
            resistor(drawing, x + 48, at, f"U{chip + 1} ISET", wire)
            drawing.line([(x + 40, at), (x + 48, at)], FIVE, 1.6)
            tag(drawing, x + 36, at, FUSED, FIVE, "end")
        elif wire:
            drawing.line([(x + 76, at), (x + 90, at)], colour, 1.6)
            tag(drawing, x + 72, at, wire, colour, "end")
    digits = -(-len(names) // 8)
    for segment, name in enumerate(SEGMENTS):
        at = left + 44 * segment
        drawing.word(at, top - 16, name, 8, "middle")
        drawing.word(at, top - 5, str(LEGS[name]), 9, "middle")
        drawing.pin(at, top, f"U{chip + 1}.{LEGS[name]}")
        drawing.line([(at, top), (at, top + 30 * digits + 5)], LIGHT, 1.4)
    for digit in range(digits):
        at = top + 25 + 30 * digit
        drawing.word(x + 196, at + 4, f"DIG {digit} · {LEGS[f'DIG {digit}']}", 9, "end")
        drawing.pin(x + 200, at, f"U{chip + 1}.{LEGS[f'DIG {digit}']}")
        drawing.line([(x + 200, at), (left + 44 * 7 + 30, at)], DRIVE, 1.4)
        for segment, name in enumerate(names[8 * digit : 8 * digit + 8]):
            _led(drawing, left + 44 * segment, at, name)


def _led(drawing: Drawing, segment: float, digit: float, square: str) -> None:
    """From the segment line down to the digit line."""
    x, top = segment + 12, digit - 18
    drawing.dot(segment, top, fill=LIGHT)
    drawing.line([(segment, top), (x, top), (x, top + 4)])
    drawing.shape([(x - 4, top + 4), (x + 4, top + 4), (x, top + 11)], "#fff")
    drawing.line([(x - 4, top + 11), (x + 4, top + 11)], width=2)
    drawing.pin(x, top + 4, f"LED {square}.anode")
    drawing.pin(x, top + 11, f"LED {square}.cathode")
    drawing.line([(x, top + 11), (x, digit)])
    drawing.dot(x, digit, fill=DRIVE)
    drawing.word(x + 7, top + 12, square, 9)
