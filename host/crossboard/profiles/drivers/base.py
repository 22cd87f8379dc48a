"""What a driver's file tells, and the things it is told in: boards, wires, switches, parts.

A profile given to a driver is checked, but for `check` itself, which gets its Checker.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, NamedTuple

from crossboard.games.rules import NOWHERE
from crossboard.profiles import layout
from crossboard.profiles.checker import Checker
from crossboard.profiles.drivers.ink import SENSE
from crossboard.profiles.headers import HEADERS, Header
from crossboard.profiles.layout import Wrong
from crossboard.render.drawing import Drawing

NOTHING = "nothing (the bus takes the pin)"
SPI = ("spi", "sck_pin", "mosi_pin", "miso_pin", "baud")
"""Keys of a driver on SPI, of which `baud` may be left out."""


@dataclass(frozen=True)
class Wire:
    """A pin of the board: GPIO number, short name of the wire ("-" for none), what it leads to, what the firmware does
    with it, its colour in drawings."""

    gpio: int
    name: str
    leads_to: str
    use: str
    colour: str = SENSE


@dataclass(frozen=True)
class Sensor:
    """A switch: its number in the driver's order, its square, and where it is wired: (chip or row, input or column)."""

    number: int
    square: str
    group: int
    member: int


class Part(NamedTuple):
    """One line of the bill."""

    quantity: int
    part: str
    value: str
    note: str


class Element(NamedTuple):
    """What answers the magnet under a square: its line of the bill, and what texts call it.

    One that takes `supply_ma` of 3.3 V has three wires: supply, GND and its output; a switch has two.
    """

    part: str
    value: str
    note: str
    noun: str
    plural: str
    supply_ma: int = 0


REED = Element(
    "reed switch",
    "normally open, 10 to 15 AT, glass 14 mm",
    "buy some more: glass breaks when bent",
    "switch",
    "switches",
)


class Board:
    """A checked profile with what drawings and tables ask for; `group_size` is the sensor driver's, as is `under`, the square of
    each sensor that it counts."""

    def __init__(self, profile: dict[str, Any], under: list[int], group_size: int) -> None:
        self.profile = profile
        self.name: str = profile["name"]
        self.title: str = profile.get("title", profile["name"])
        self.header: Header = HEADERS[profile["port"]]
        self.columns: int = profile["board"]["columns"]
        self.rows: int = profile["board"]["rows"]
        wrong = Checker(profile, self.name).wrong
        self.squares = layout.board_squares(profile["board"], wrong)
        self.chain = layout.light_squares(profile, self.squares, wrong)
        self.group_size = group_size
        self.sensors = [
            Sensor(i, self.square_name(square), i // group_size, i % group_size)
            for i, square in enumerate(under)
            if square != NOWHERE
        ]
        self.groups = len(under) // group_size

    def square_name(self, square: int) -> str:
        """`a1` and so on, `-` where there is none."""
        return "-" if square == NOWHERE else layout.square_name(square, self.columns)


class Driver(ABC):
    """Of sensors, of lights, or of something else."""

    file = ""
    """Its own, and that of firmware/sensors, firmware/lights or firmware/extras, without `.py`."""

    name = ""
    """In profiles, where that is not `file`."""

    keys: tuple[str, ...]
    """Of the profile's table, besides `driver`."""

    optional: tuple[str, ...]
    """Those that may be left out."""

    @abstractmethod
    def check(self, checker: Checker, table: dict[str, Any]) -> None:
        """Check the values of the profile's table, whose keys are known to be right, and fill in defaults."""

    @abstractmethod
    def wires(self, board: Board) -> list[Wire]:
        """Every pin that it uses, in the order of the profile."""

    @abstractmethod
    def parts(self, board: Board) -> list[Part]:
        """The parts to buy for it."""


class SensorDriver(Driver):
    """Sensors come in groups: lines of a matrix, or chips."""

    text: str
    """How the switches are wired, for the pin table."""

    element = REED

    group_title = "chip"
    logic_power = True
    """Whether something of it hangs on 3.3 V."""

    @abstractmethod
    def squares(self, profile: dict[str, Any], squares: list[int], wrong: Wrong) -> list[int]:
        """The square of every sensor that the board's driver counts, NOWHERE where nothing is connected."""

    @abstractmethod
    def group_size(self, profile: dict[str, Any]) -> int:
        """Sensors that it counts for each group."""

    @abstractmethod
    def settings(self, profile: dict[str, Any], squares: list[int]) -> dict[str, Any]:
        """What the board's driver is given, but its name."""

    @abstractmethod
    def circuit(self, profile: dict[str, Any], settings: dict[str, Any]) -> dict[str, Any]:
        """How a simulated board is wired: `rows`, `columns` and `diodes`, or a `chip`: its `model`, a file of simulated/,
        and what that is made of."""

    @abstractmethod
    def place(self, sensor: Sensor) -> tuple[str, str]:
        """Group and member as drawings name them: `R1`, `C2`, or `U1`, `A`."""

    def suspects(self, profile: dict[str, Any]) -> str:
        """What to check where a square does not answer."""
        return f"{self.element.noun} and solder joints"

    def leg(self, sensor: Sensor) -> str:
        """The member as the pin table names it."""
        return self.place(sensor)[1]

    def group_name(self, profile: dict[str, Any], group: int) -> str:
        """The group as the pin table names it."""
        return self.place(Sensor(0, "", group, 0))[0]

    @abstractmethod
    def draw(self, drawing: Drawing, board: Board, x: float, y: float) -> float:
        """Draws them below that corner; returns the lower end."""


class LightDriver(Driver):
    """Lights are numbered in the order in which the driver has them."""

    chained = False
    """Whether a wire goes from light to light."""

    colours = False
    """Whether they can shine in several."""

    @abstractmethod
    def power(self, checker: Checker, table: dict[str, Any], left_ma: int) -> int:
        """mA that they take at their most; the checker knows `light_count`. `left_ma` is what the supply has left for them."""

    @abstractmethod
    def settings(self, profile: dict[str, Any], count: int) -> dict[str, Any]:
        """What the board's driver of `count` lights is given, but its name, which light is whose, and brightness."""

    @abstractmethod
    def circuit(self, settings: dict[str, Any]) -> dict[str, Any]:
        """How a simulated board is wired: `light_count`, and `light_pin` and `colour_order`, or a `chip` as for sensors."""

    @abstractmethod
    def current(self, profile: dict[str, Any]) -> str:
        """What keeps their current in bounds, in words."""

    @abstractmethod
    def table(self, names: list[str]) -> tuple[str, tuple[str, str], list[tuple[str, str]]]:
        """For the pin table: how they are wired, head and rows; `names` are the squares of the lights."""

    def places(self, light: int) -> list[str]:
        """Where a light is wired, for the map; empty if its number says it."""
        return []

    @abstractmethod
    def draw(self, drawing: Drawing, board: Board, x: float, y: float) -> None:
        """Draws them from that corner on."""


class ExtraDriver(Driver):
    """Of something that a board may have besides. The profile's table is called `name`, or `file` where that is empty."""

    @property
    def section(self) -> str:
        """The name of the profile's table."""
        return self.name or self.file

    logic_power = False
    """Whether something of it hangs on 3.3 V."""

    supply_ma = 0
    """mA that it takes at most, as the power budget counts them."""

    text: str
    """How it is wired, for the pin table."""

    @abstractmethod
    def settings(self, profile: dict[str, Any]) -> dict[str, Any]:
        """What the board's driver is given, but its name."""

    @abstractmethod
    def circuit(self, settings: dict[str, Any]) -> dict[str, Any]:
        """How a simulated board is wired: a `chip`, as for sensors."""

    @abstractmethod
    def draw(self, drawing: Drawing, board: Board, x: float, y: float) -> float:
        """Draws it below that corner; returns the lower end."""


def spi_settings(table: dict[str, Any]) -> dict[str, Any]:
    """What a board's driver on SPI is given of its bus."""
    return {
        "spi": table["spi"],
        **{role: table[f"{role}_pin"] for role in ("sck", "mosi", "miso")},
        "baud": table["baud"],
    }
