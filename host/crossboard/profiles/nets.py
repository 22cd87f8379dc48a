"""What is wired to what: a profile as a list of pins with the wire that hangs on each, and as sensors with their places."""

from __future__ import annotations

from typing import Any

from crossboard.games.rules import NOWHERE
from crossboard.profiles import layout
from crossboard.profiles.check import Checker
from crossboard.profiles.drivers import lights_of, sensors_of
from crossboard.profiles.drivers.base import Sensor, Wire
from crossboard.profiles.drivers.ink import BUTTON
from crossboard.profiles.headers import HEADERS, Header


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
        self.sensor_driver = sensors_of(profile)
        self.light_driver = lights_of(profile)
        under = self.sensor_driver.squares(profile, self.squares, wrong)
        self.group_size = self.sensor_driver.group_size(profile)
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
        return " ".join(self.sensor_driver.place(sensor))

    def wires(self) -> list[Wire]:
        """Every pin that is used, in the order of the profile."""
        return [*self.sensor_driver.wires(self), *self.light_driver.wires(self), *self._button_wires()]

    def _button_wires(self) -> list[Wire]:
        buttons = self.profile["buttons"]
        return [
            Wire(pin, name.upper(), f"button {name}, other side to GND", "input, pull-up", BUTTON)
            for name, pin in buttons.items()
        ]
