"""A small OLED screen by I2C: firmware/extras/ssd1306.py. By Solomon Systech's data sheet SSD1306, rev. 1.1."""

from __future__ import annotations

from typing import Any

from crossboard.profiles.checker import Checker
from crossboard.profiles.drivers.base import Board, ExtraDriver, Part, Wire
from crossboard.profiles.drivers.i2c_chips import FAST_HZ
from crossboard.profiles.drivers.ink import DRIVE, GROUND, SENSE, THREE, tag
from crossboard.render.drawing import Drawing

ADDRESSES = (0x3C, 0x3D)


class Ssd1306(ExtraDriver):
    """A module of 128 x 64 pixels with its own pull-ups, alone on its bus."""

    name = "screen"
    keys = ("driver", "i2c", "sda_pin", "scl_pin", "address", "freq")
    optional = ("address", "freq")
    logic_power = True
    supply_ma = 20
    text = (
        "An OLED module of 128 x 64 pixels with the SSD1306 and four pins: GND, VCC (to 3.3 V), SCL and SDA. Look at what is "
        "printed beside them: some have GND and VCC the other way round. It has its own pull-ups."
    )

    def check(self, checker: Checker, table: dict[str, Any]) -> None:
        if checker.text("screen.driver", table["driver"]) != self.file:
            raise checker.wrong("screen.driver", f"'{table['driver']}' is not {self.file}")
        checker.bus("screen", "i2c", ("sda", "scl"))
        checker.default("screen", "address", ADDRESSES[0], *ADDRESSES)
        checker.default("screen", "freq", FAST_HZ, 100_000, FAST_HZ)

    def settings(self, profile: dict[str, Any]) -> dict[str, Any]:
        table = profile["screen"]
        pins = {"sda": table["sda_pin"], "scl": table["scl_pin"]}
        return {"i2c": table["i2c"], **pins, "freq": table["freq"], "address": table["address"]}

    def circuit(self, settings: dict[str, Any]) -> dict[str, Any]:
        return {"chip": {"model": self.file, **{key: settings[key] for key in ("sda", "scl", "address")}}}

    def wires(self, board: Board) -> list[Wire]:
        table = board.profile["screen"]
        return [
            Wire(table["sda_pin"], "SCREEN SDA", "SDA of the screen", "I2C data"),
            Wire(table["scl_pin"], "SCREEN SCL", "SCL of the screen", "I2C clock", DRIVE),
        ]

    def parts(self, board: Board) -> list[Part]:
        note = "a module with four pins and its own pull-ups, set to I2C"
        return [Part(1, "screen", "OLED 128 x 64, SSD1306, I2C, 0.96 inch", note)]

    def draw(self, drawing: Drawing, board: Board, x: float, y: float) -> float:
        """The module, and what its four pins are joined to."""
        table = board.profile["screen"]
        drawing.word(x, y, f"Screen: SSD1306, {table['address']:#x}", 13, bold=True)
        pins = (
            ("GND", "GND", GROUND),
            ("VCC", "3.3 V", THREE),
            ("SCL", "SCREEN SCL", DRIVE),
            ("SDA", "SCREEN SDA", SENSE),
        )
        drawing.box(x + 130, y + 16, 70, 20 * len(pins), "#f4f4f4", 4)
        for i, (pin, net, colour) in enumerate(pins):
            at = y + 26 + 20 * i
            tag(drawing, x + 95, at, net, colour, "end")
            drawing.line([(x + 100, at), (x + 130, at)], colour, 1.6)
            drawing.pin(x + 130, at, f"screen.{pin}")
            drawing.word(x + 138, at + 4, pin, 10)
        return y + 16 + 20 * len(pins)


DRIVER = Ssd1306
