"""Switches on a chain of 74HC165 shift registers: firmware/sensors/shift74hc165.py. Pins by Nexperia's data sheet."""

from __future__ import annotations

from typing import Any

from crossboard.profiles.checker import Checker
from crossboard.profiles.drivers.base import NOTHING, SPI, Board, Part, Wire, spi_settings
from crossboard.profiles.drivers.ink import DRIVE
from crossboard.profiles.drivers.input_chips import InputChips


class Shift74hc165(InputChips):
    """Its inputs are A to H."""

    name = "74hc165"
    keys = (*SPI[:-1], "latch_pin", "baud", "order", "squares")
    optional = ("baud", "order", "squares")
    text = (
        "Each switch goes from its input to GND; each input has 10 kΩ to 3.3 V. U1 is the chip next to the board: its QH "
        "(pin 9) to DATA, its SER (pin 10) to QH of U2, and so on; SER of the last chip and CLK INH (pin 15) of all to GND, "
        "VCC (pin 16) to 3.3 V, GND is pin 8."
    )
    chip = "74HC165"
    legs = {**{name: 11 + i for i, name in enumerate("ABCD")}, **{name: 3 + i for i, name in enumerate("EFGH")}}
    most = 31
    beside = ", and 10 kΩ to 3.3 V at each input; 100 nF from VCC to GND at each chip"
    pull_up = "8 x 10 kΩ"

    def check(self, checker: Checker, table: dict[str, Any]) -> None:
        checker.bus("sensors", "spi", ("sck", "mosi", "miso"))
        checker.pin("sensors.latch_pin", table["latch_pin"])
        checker.default("sensors", "baud", 1_000_000, 10_000, 10_000_000)
        self.check_order(checker, table)

    def settings(self, profile: dict[str, Any], squares: list[int]) -> dict[str, Any]:
        table = profile["sensors"]
        return {**spi_settings(table), "latch": table["latch_pin"], "chips": self.chips(profile, squares)}

    def circuit(self, profile: dict[str, Any], settings: dict[str, Any]) -> dict[str, Any]:
        return {
            "chip": {"model": "shift74hc165", **{k: settings[k] for k in ("sck", "mosi", "miso", "latch", "chips")}}
        }

    def wires(self, board: Board) -> list[Wire]:
        table = board.profile["sensors"]
        return [
            Wire(table["sck_pin"], "CLK", "CLK (pin 2) of every 74HC165", "SPI clock, output", DRIVE),
            Wire(table["mosi_pin"], "-", NOTHING, "SPI data out, unused"),
            Wire(table["miso_pin"], "DATA", "QH (pin 9) of U1", "SPI data in"),
            Wire(table["latch_pin"], "LATCH", "SH/LD (pin 1) of every 74HC165", "output", DRIVE),
        ]

    def pins(self, board: Board, chip: int) -> list[tuple[str, str]]:
        out = "DATA" if chip == 0 else f"U{chip + 1} QH"
        after = f"U{chip + 2} QH" if chip + 1 < board.groups else "GND"
        return [("CLK 2", "CLK"), ("SH/LD 1", "LATCH"), ("QH 9", out), ("SER 10", after), ("CLK INH 15", "GND"),
                ("VCC 16", "3.3 V"), ("GND 8", "GND")]  # fmt: skip

    def parts(self, board: Board) -> list[Part]:
        n = board.groups
        return [
            Part(n, "shift register", "74HC165, DIP-16", f"{8 * n} inputs; runs at 3.3 V"),
            Part(n, "resistor network", "8 x 10 kΩ, SIP-9", "pull-ups of the inputs, common pin to 3.3 V"),
            Part(n, "capacitor", "100 nF ceramic", "at each chip, from VCC to GND"),
            Part(n, "IC socket", "DIP-16", "for the 74HC165"),
        ]


DRIVER = Shift74hc165
