"""Switches on MCP23017 port expanders: firmware/sensors/mcp23017.py. Pins by Microchip's data sheet DS20001952."""

from __future__ import annotations

from typing import Any, cast

from crossboard.profiles.checker import Checker
from crossboard.profiles.drivers.base import Board, Part, Wire
from crossboard.profiles.drivers.ink import DRIVE, SENSE, THREE, resistor, tag
from crossboard.profiles.drivers.input_chips import InputChips
from crossboard.render.drawing import Drawing


class Mcp23017(InputChips):
    """Its inputs are GPA0 to GPA6 and GPB0 to GPB6: GPA7 and GPB7 are outputs only since the data sheet's revision D."""

    keys = ("i2c", "sda_pin", "scl_pin", "addresses", "freq", "order", "squares")
    optional = ("freq", "order", "squares")
    text = (
        "Each switch goes from its input to GND; the chips' own pull-ups are used. VDD (pin 9) and RESET (pin 18) "
        "to 3.3 V, VSS (pin 10) to GND; A0, A1, A2 (pins 15, 16, 17) to GND or 3.3 V as in the table. GPA7 and GPB7 stay open."
    )
    chip = "MCP23017"
    legs = {**{f"GPA{i}": 21 + i for i in range(8)}, **{f"GPB{i}": 1 + i for i in range(8)}}
    unusable = (7, 15)
    most = 8
    across = 2
    heading = f"{InputChips.heading}; 4.7 kΩ from SDA and from SCL to 3.3 V; 100 nF from VDD to VSS at each chip"

    def check(self, checker: Checker, table: dict[str, Any]) -> None:
        checker.bus("sensors", "i2c", ("sda", "scl"))
        checker.default("sensors", "freq", 400_000, 10_000, 1_000_000)
        if not isinstance(table["addresses"], list):
            raise checker.wrong("sensors.addresses", "must be a list of I2C addresses")
        addresses = cast("list[object]", table["addresses"])
        for i, address in enumerate(addresses):
            checker.number(f"sensors.addresses[{i}]", address, 0x20, 0x27)
            if address in addresses[:i]:
                raise checker.wrong(f"sensors.addresses[{i}]", f"{address} is listed twice")
        needed = self.check_order(checker, table)
        if len(addresses) != needed:
            raise checker.wrong("sensors.addresses", f"has {len(addresses)} addresses for {needed} chips")

    def settings(self, profile: dict[str, Any], squares: list[int]) -> dict[str, Any]:
        table = profile["sensors"]
        pins = {"sda": table["sda_pin"], "scl": table["scl_pin"]}
        return {"i2c": table["i2c"], **pins, "freq": table["freq"], "addresses": table["addresses"]}

    def circuit(self, profile: dict[str, Any], settings: dict[str, Any]) -> dict[str, Any]:
        return {"chip": {"model": "mcp23017", **{key: settings[key] for key in ("sda", "scl", "addresses")}}}

    def wires(self, board: Board) -> list[Wire]:
        table = board.profile["sensors"]
        return [
            Wire(table["sda_pin"], "SDA", "SDA (pin 13) of every MCP23017, 4.7 kΩ to 3.3 V", "I2C data"),
            Wire(table["scl_pin"], "SCL", "SCL (pin 12) of every MCP23017, 4.7 kΩ to 3.3 V", "I2C clock", DRIVE),
        ]

    def group_name(self, profile: dict[str, Any], group: int) -> str:
        bits = ", ".join(f"{name} to {wire}" for name, wire in self._address_pins(profile, group))
        return f"U{group + 1} (address {profile['sensors']['addresses'][group]:#x}: {bits})"

    def draw_common(self, drawing: Drawing, x: float, y: float) -> float:
        """The pull-ups of the bus."""
        for i, name in enumerate(("SDA", "SCL")):
            at = x + 60 + 220 * i
            tag(drawing, at, y, name, DRIVE if i else SENSE, "end")
            drawing.line([(at + 5, y), (at + 25, y)], SENSE, 1.6)
            resistor(drawing, at + 25, y, f"{name} pull-up", "4.7 kΩ")
            drawing.line([(at + 51, y), (at + 70, y)], THREE, 1.6)
            tag(drawing, at + 75, y, "3.3 V", THREE)
        return 30.0

    def title(self, profile: dict[str, Any], chip: int) -> str:
        return f"{super().title(profile, chip)}  {profile['sensors']['addresses'][chip]:#x}"

    def pins(self, board: Board, chip: int) -> list[tuple[str, str]]:
        address = [(f"{name} {15 + n}", wire) for n, (name, wire) in enumerate(self._address_pins(board.profile, chip))]
        return [
            ("SCL 12", "SCL"),
            ("SDA 13", "SDA"),
            *address,
            ("RESET 18", "3.3 V"),
            ("VDD 9", "3.3 V"),
            ("VSS 10", "GND"),
        ]

    def _address_pins(self, profile: dict[str, Any], chip: int) -> list[tuple[str, str]]:
        address = profile["sensors"]["addresses"][chip]
        return [(f"A{n}", "3.3 V" if address >> n & 1 else "GND") for n in (0, 1, 2)]

    def parts(self, board: Board) -> list[Part]:
        n = board.groups
        return [
            Part(n, "port expander", "MCP23017-E/SP, DIP-28", "14 inputs each: GPA7 and GPB7 stay unused"),
            Part(2, "resistor", "4.7 kΩ", "pull-ups of SDA and SCL, to 3.3 V"),
            Part(n, "capacitor", "100 nF ceramic", "at each chip, from VDD to VSS"),
            Part(n, "IC socket", "DIP-28, narrow", ""),
        ]


DRIVER = Mcp23017()
