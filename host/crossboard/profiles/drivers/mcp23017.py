"""Switches on MCP23017 port expanders: firmware/sensors/mcp23017.py. Pins by Microchip's data sheet DS20001952."""

from __future__ import annotations

from crossboard.profiles.drivers.base import Board, Part
from crossboard.profiles.drivers.i2c_chips import I2cChips


class Mcp23017(I2cChips):
    """Its inputs are GPA0 to GPA6 and GPB0 to GPB6: GPA7 and GPB7 are outputs only since the data sheet's revision D."""

    text = (
        "Each switch goes from its input to GND; the chips' own pull-ups are used. VDD (pin 9) and RESET (pin 18) "
        "to 3.3 V, VSS (pin 10) to GND; A0, A1, A2 (pins 15, 16, 17) to GND or 3.3 V as in the table. GPA7 and GPB7 stay open."
    )
    chip = "MCP23017"
    legs = {**{f"GPA{i}": 21 + i for i in range(8)}, **{f"GPB{i}": 1 + i for i in range(8)}}
    unusable = (7, 15)
    bus_legs = {"SCL": 12, "SDA": 13}
    address_legs = {"A0": 15, "A1": 16, "A2": 17}
    supply_legs = (("RESET 18", "3.3 V"), ("VDD 9", "3.3 V"), ("VSS 10", "GND"))

    def parts(self, board: Board) -> list[Part]:
        n = board.groups
        return [
            Part(n, "port expander", "MCP23017-E/SP, DIP-28", "14 inputs each: GPA7 and GPB7 stay unused"),
            *super().parts(board),
            Part(n, "IC socket", "DIP-28, narrow", ""),
        ]


DRIVER = Mcp23017
