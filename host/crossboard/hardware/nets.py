"""What is wired to what: a profile as a list of pins with the wire that hangs on each, and as sensors with their places."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from crossboard import profile_layout as layout
from crossboard.hardware.headers import HEADERS, Header
from crossboard.profile_check import Checker
from crossboard.rules import NOWHERE

MCP_PINS = {**{i: f"GPA{i}" for i in range(8)}, **{8 + i: f"GPB{i}" for i in range(8)}}
INPUT_NAMES = {"74hc165": dict(enumerate("ABCDEFGH")), "mcp23017": MCP_PINS}
SEGMENTS = ("SEG G", "SEG F", "SEG E", "SEG D", "SEG C", "SEG B", "SEG A", "SEG DP")
LEGS = {
    "74hc165": {**{f: 11 + i for i, f in enumerate("ABCD")}, **{f: 3 + i for i, f in enumerate("EFGH")}},
    "mcp23017": {**{f"GPA{i}": 21 + i for i in range(8)}, **{f"GPB{i}": 1 + i for i in range(8)}},
    "max7219": {"DIG 0": 2, "DIG 1": 11, "DIG 2": 6, "DIG 3": 7, "DIG 4": 3, "DIG 5": 10, "DIG 6": 5, "DIG 7": 8, "SEG A": 14,
                "SEG B": 16, "SEG C": 20, "SEG D": 23, "SEG E": 21, "SEG F": 15, "SEG G": 17, "SEG DP": 22},
}  # fmt: skip
"""Numbers of the chips' pins in their DIP packages (data sheets: Nexperia 74HC165, Microchip DS20001952, Maxim 19-4452)."""

NOTHING = "nothing (the bus takes the pin)"


@dataclass(frozen=True)
class Wire:
    """A pin of the board: GPIO number, short name of the wire, what it leads to, what the firmware does with it."""

    gpio: int
    name: str
    leads_to: str
    use: str


@dataclass(frozen=True)
class Sensor:
    """A switch: its number in the driver's order, its square, and where it is wired: (chip or row, input or column)."""

    number: int
    square: str
    group: int
    member: int


class Board:
    """A checked profile with what the drawings and tables ask for."""

    def __init__(self, profile: dict[str, Any]) -> None:
        self.profile = profile
        self.name: str = profile["name"]
        self.title: str = profile.get("title", profile["name"])
        self.header: Header = HEADERS[profile["port"]]
        self.columns: int = profile["board"]["columns"]
        self.rows: int = profile["board"]["rows"]
        wrong = Checker(profile, self.name).wrong
        self.squares = layout.board_squares(profile["board"], wrong)
        self.chain = layout.light_squares(profile, self.squares, wrong)
        self.sensor_driver: str = profile["sensors"]["driver"]
        self.light_driver: str = profile["lights"]["driver"]
        under = layout.sensor_squares(profile, self.squares, wrong)
        self.group_size = (
            len(profile["sensors"]["column_pins"])
            if self.sensor_driver == "matrix"
            else layout.WIDTH[self.sensor_driver]
        )
        self.sensors = [
            Sensor(i, self.square_name(square), i // self.group_size, i % self.group_size)
            for i, square in enumerate(under)
            if square != NOWHERE
        ]
        self.groups = len(under) // self.group_size

    def square_name(self, square: int) -> str:
        """`a1` and so on, `-` where there is none."""
        return "-" if square == NOWHERE else layout.square_name(square, self.columns)

    def input_name(self, sensor: Sensor) -> str:
        """Where a switch is wired, in short."""
        if self.sensor_driver == "matrix":
            return f"R{sensor.group + 1} C{sensor.member + 1}"
        return f"U{sensor.group + 1} {INPUT_NAMES[self.sensor_driver][sensor.member]}"

    @property
    def light_chips(self) -> int:
        """MAX7219 of the board."""
        return -(-len(self.chain) // layout.LIGHTS_PER_MAX7219)

    def wires(self) -> list[Wire]:
        """Every pin that is used, in the order of the profile."""
        return [*self._sensor_wires(), *self._light_wires(), *self._button_wires()]

    def _sensor_wires(self) -> list[Wire]:
        sensors = self.profile["sensors"]
        if self.sensor_driver == "matrix":
            found: list[Wire] = []
            for i, pin in enumerate(sensors["row_pins"]):
                squares = " ".join(s.square for s in self.sensors if s.group == i)
                found.append(
                    Wire(pin, f"R{i + 1}", f"cathodes of row line {i + 1}: {squares}", "open drain, low in turn")
                )
            for i, pin in enumerate(sensors["column_pins"]):
                squares = " ".join(s.square for s in self.sensors if s.member == i)
                found.append(Wire(pin, f"C{i + 1}", f"switches of column line {i + 1}: {squares}", "input, pull-up"))
            return found
        if self.sensor_driver == "mcp23017":
            return [
                Wire(sensors["sda_pin"], "SDA", "SDA (pin 13) of every MCP23017, 4.7 kΩ to 3.3 V", "I2C data"),
                Wire(sensors["scl_pin"], "SCL", "SCL (pin 12) of every MCP23017, 4.7 kΩ to 3.3 V", "I2C clock"),
            ]
        return [
            Wire(sensors["sck_pin"], "CLK", "CLK (pin 2) of every 74HC165", "SPI clock, output"),
            Wire(sensors["mosi_pin"], "-", NOTHING, "SPI data out, unused"),
            Wire(sensors["miso_pin"], "DATA", "QH (pin 9) of U1", "SPI data in"),
            Wire(sensors["latch_pin"], "LATCH", "SH/LD (pin 1) of every 74HC165", "output"),
        ]

    def _light_wires(self) -> list[Wire]:
        lights = self.profile["lights"]
        if self.light_driver == "ws2812":
            first = self.square_name(self.chain[0])
            return [
                Wire(
                    lights["pin"], "LIGHTS", f"by the 74AHCT125 and 330 Ω to DIN of the first light, {first}", "output"
                )
            ]
        return [
            Wire(lights["sck_pin"], "SCK", "by the 74AHCT125 to CLK (pin 13) of the MAX7219", "SPI clock, output"),
            Wire(lights["mosi_pin"], "DIN", "by the 74AHCT125 to DIN (pin 1) of the MAX7219", "SPI data out"),
            Wire(lights["miso_pin"], "-", NOTHING, "SPI data in, unused"),
            Wire(lights["cs_pin"], "LOAD", "by the 74AHCT125 to LOAD (pin 12) of the MAX7219", "output"),
        ]

    def _button_wires(self) -> list[Wire]:
        buttons = self.profile["buttons"]
        return [
            Wire(pin, name.upper(), f"button {name}, other side to GND", "input, pull-up")
            for name, pin in buttons.items()
        ]
