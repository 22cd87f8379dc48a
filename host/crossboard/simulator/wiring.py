"""How a profile's board is wired, for the simulated circuit, and what its squares are called.

The circuit knows switches, pins and lights by number only; this is where `a4` becomes a switch.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from crossboard.errors import CrossboardError
from crossboard.games.rules import NOWHERE
from crossboard.profiles import compile_profile
from crossboard.profiles.drivers import extras_of, lights_of, sensors_of, simulated


class SimulatorError(CrossboardError):
    """The simulated board cannot do this, or lacks the named part."""


@dataclass(frozen=True)
class Platform:
    """The names that a MicroPython port's boards report, and the number of pins."""

    machine: str
    build: str
    pins: int


PLATFORMS = {
    "rp2": Platform("Raspberry Pi Pico with RP2040", "RPI_PICO", 30),
    "esp32": Platform("Generic ESP32S3 module with ESP32S3", "ESP32_GENERIC_S3", 49),
}
PICO_W = Platform("Raspberry Pi Pico W with RP2040", "RPI_PICO_W", 30)


@dataclass(frozen=True)
class Wiring:
    """One board's circuit. A switch is a sensor (in the driver's order) or, behind them, a button.

    A board has a matrix (`rows` and `columns` are pins) or chips under its squares; `light_pin` is that of a WS2812
    chain, -1 where a chip drives the lights; `colour_order` the order in which its lights take red, green and blue.
    """

    platform: str
    sensors: int
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    diodes: bool
    buttons: dict[str, int]
    light_pin: int
    light_count: int
    colour_order: str
    chips: tuple[dict[str, Any], ...]
    switch_of: dict[str, int]
    light_of: dict[str, int]

    @classmethod
    def of_profile(cls, profile: dict[str, Any]) -> Wiring:
        """The wiring of a checked profile (crossboard.profiles.load)."""
        board = compile_profile(profile)
        names = square_names(board["columns"], board["rows"])
        sensors, lights = board["sensors"], board["lights"]
        under = bytes.fromhex(sensors["squares"])
        below, above = sensors_of(profile).circuit(profile, sensors), lights_of(profile).circuit(lights)
        pairs = zip(extras_of(profile), board.get("extras", ()), strict=True)
        besides = [driver.circuit(settings) for driver, settings in pairs]
        return cls(
            platform=board["port"],
            sensors=len(under),
            rows=below.get("rows", ()),
            columns=below.get("columns", ()),
            diodes=below.get("diodes", True),
            buttons=dict(board["buttons"]),
            light_pin=above.get("light_pin", -1),
            light_count=above["light_count"],
            colour_order=above.get("colour_order", "grb"),
            chips=tuple(_with_file(part["chip"]) for part in (below, above, *besides) if "chip" in part),
            switch_of={names[square]: sensor for sensor, square in enumerate(under) if square < len(names)},
            light_of={names[s]: light for s, light in enumerate(bytes.fromhex(lights["lights"])) if light < NOWHERE},
        )

    def switch(self, square: str) -> int:
        """The number of a square's switch."""
        try:
            return self.switch_of[square]
        except KeyError:
            raise SimulatorError(f"this board has no square '{square}'") from None

    def button(self, name: str) -> int:
        """The number of a button's switch."""
        if name not in self.buttons:
            raise SimulatorError(f"this board has no button '{name}'; it has {', '.join(self.buttons)}")
        return self.sensors + list(self.buttons).index(name)

    def described(self, wifi: bool = False) -> dict[str, Any]:
        """The description that circuit.mjs reads; `wifi`: it is a board with Wi-Fi."""
        platform = PICO_W if wifi and self.platform == "rp2" else PLATFORMS[self.platform]
        return {
            "platform": self.platform,
            "machine": platform.machine,
            "build": platform.build,
            "pins": platform.pins,
            "sensors": self.sensors,
            "rows": self.rows,
            "columns": self.columns,
            "diodes": self.diodes,
            "buttons": list(self.buttons.values()),
            "lights": {"pin": self.light_pin, "count": self.light_count, "colours": self.colour_order},
            "chips": self.chips,
        }

    def closed_squares(self, switches: bytes) -> set[str]:
        """The squares whose switch is closed."""
        return {square for square, index in self.switch_of.items() if switches[index]}

    def colours(self, lights: bytes) -> dict[str, tuple[int, int, int]]:
        """Red, green and blue (0 to 255) of every square's light."""
        found: dict[str, tuple[int, int, int]] = {}
        for square, light in self.light_of.items():
            red, green, blue = lights[3 * light : 3 * light + 3]
            found[square] = (red, green, blue)
        return found

    def switches(self, squares: Iterable[str]) -> list[int]:
        """The numbers of several squares' switches."""
        return [self.switch(square) for square in squares]


def _with_file(chip: dict[str, Any]) -> dict[str, Any]:
    """A chip as its driver's `circuit` gives it, with the `file` that says what its `model` does."""
    (folder,) = simulated.__path__
    file = Path(folder) / f"{chip['model']}.py"
    if not file.is_file():
        raise SimulatorError(f"there is no simulated chip '{chip['model']}'", str(file))
    return {**chip, "file": str(file)}


def square_names(columns: int, rows: int) -> list[str]:
    """a1, b1, … in the order of square numbers."""
    return [f"{chr(ord('a') + column)}{row + 1}" for row in range(rows) for column in range(columns)]
