"""What drivers of chips with inputs on I2C have in common: the bus with its pull-ups, and the chips' addresses."""

from __future__ import annotations

from typing import Any, cast

from crossboard.profiles.checker import Checker
from crossboard.profiles.drivers.base import Board, Part, Wire
from crossboard.profiles.drivers.ink import DRIVE, SENSE, THREE, resistor, tag
from crossboard.profiles.drivers.input_chips import InputChips
from crossboard.render.drawing import Drawing

FAST_HZ = 400_000
SLOW_HZ = 100_000
PULL_UPS = ((SLOW_HZ, "4.7 kΩ"), (FAST_HZ, "2.2 kΩ"))
"""Up to that frequency, pull-ups of that value. By the I2C specification (NXP UM10204, section 7.1 and table 10) a line must rise
within 1000 ns at up to 100 kHz and 300 ns at up to 400 kHz, and rises in 0.8473 R C: with these, a bus may have 250 pF or 160 pF.
Five chips and the controller have some 60 pF, a metre of wire beside GND 50 to 100. Below 1 kΩ chips need not pull it low."""


class I2cChips(InputChips):
    """Chips with an address each."""

    keys = ("i2c", "sda_pin", "scl_pin", "addresses", "freq", "order", "squares")
    optional = ("freq", "order", "squares")
    most = 8
    across = 2
    beside = "; SDA and SCL by pull-ups to 3.3 V; 100 nF from supply to GND at each chip"

    bus_legs: dict[str, int]
    """Pins of the package for SCL and SDA."""

    address_legs: dict[str, int]
    """Pins of the package for the address bits, A0 first."""

    supply_legs: tuple[tuple[str, str], ...]
    """The other pins, as `pins` gives them."""

    least_address = 0x20

    def check(self, checker: Checker, table: dict[str, Any]) -> None:
        checker.bus("sensors", "i2c", ("sda", "scl"))
        checker.default("sensors", "freq", FAST_HZ, 10_000, FAST_HZ)
        if not isinstance(table["addresses"], list):
            raise checker.wrong("sensors.addresses", "must be a list of I2C addresses")
        addresses = cast("list[object]", table["addresses"])
        for i, address in enumerate(addresses):
            most = self.least_address + (1 << len(self.address_legs)) - 1
            checker.number(f"sensors.addresses[{i}]", address, self.least_address, most)
            if address in addresses[:i]:
                raise checker.wrong(f"sensors.addresses[{i}]", f"{address} is listed twice")
        needed = self.check_order(checker, table)
        if len(addresses) != needed:
            raise checker.wrong("sensors.addresses", f"must be as many as the chips, {needed}, not {len(addresses)}")

    def settings(self, profile: dict[str, Any], squares: list[int]) -> dict[str, Any]:
        table = profile["sensors"]
        pins = {"sda": table["sda_pin"], "scl": table["scl_pin"]}
        return {"i2c": table["i2c"], **pins, "freq": table["freq"], "addresses": table["addresses"]}

    def circuit(self, profile: dict[str, Any], settings: dict[str, Any]) -> dict[str, Any]:
        return {"chip": {"model": self.file, **{key: settings[key] for key in ("sda", "scl", "addresses")}}}

    def wires(self, board: Board) -> list[Wire]:
        table = board.profile["sensors"]
        leads = {
            name: f"{name} (pin {leg}) of every {self.chip}, {self.pull_ups(table)} to 3.3 V"
            for name, leg in self.bus_legs.items()
        }
        return [
            Wire(table["sda_pin"], "SDA", leads["SDA"], "I2C data"),
            Wire(table["scl_pin"], "SCL", leads["SCL"], "I2C clock", DRIVE),
        ]

    def pull_ups(self, table: dict[str, Any]) -> str:
        """The value of SDA's and SCL's."""
        return next(value for most, value in PULL_UPS if table["freq"] <= most)

    def group_name(self, profile: dict[str, Any], group: int) -> str:
        bits = ", ".join(f"{name} to {wire}" for name, wire in self._address_wires(profile, group))
        return f"U{group + 1} (address {profile['sensors']['addresses'][group]:#x}: {bits})"

    def title(self, profile: dict[str, Any], chip: int) -> str:
        return f"{super().title(profile, chip)}  {profile['sensors']['addresses'][chip]:#x}"

    def pins(self, board: Board, chip: int) -> list[tuple[str, str]]:
        bus = [(f"{name} {leg}", name) for name, leg in self.bus_legs.items()]
        address = [
            (f"{name} {self.address_legs[name]}", wire) for name, wire in self._address_wires(board.profile, chip)
        ]
        return [*bus, *address, *self.supply_legs]

    def _address_wires(self, profile: dict[str, Any], chip: int) -> list[tuple[str, str]]:
        address = profile["sensors"]["addresses"][chip]
        return [(name, "3.3 V" if address >> n & 1 else "GND") for n, name in enumerate(self.address_legs)]

    def draw_common(self, drawing: Drawing, board: Board, x: float, y: float) -> float:
        """The pull-ups of the bus."""
        for i, name in enumerate(("SDA", "SCL")):
            at = x + 60 + 220 * i
            tag(drawing, at, y, name, DRIVE if i else SENSE, "end")
            drawing.line([(at + 5, y), (at + 25, y)], SENSE, 1.6)
            resistor(drawing, at + 25, y, f"{name} pull-up", self.pull_ups(board.profile["sensors"]))
            drawing.line([(at + 51, y), (at + 70, y)], THREE, 1.6)
            tag(drawing, at + 75, y, "3.3 V", THREE)
        return 30.0

    def parts(self, board: Board) -> list[Part]:
        value = self.pull_ups(board.profile["sensors"])
        return [
            Part(2, "resistor", value, "pull-ups of SDA and SCL, to 3.3 V"),
            Part(board.groups, "capacitor", "100 nF ceramic", "at each chip, from supply to GND"),
        ]
