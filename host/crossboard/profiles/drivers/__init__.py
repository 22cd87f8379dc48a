"""What the PC knows of each driver of the board: a file for each of firmware/sensors and firmware/lights, and a line here.

From a driver's file come the checks of a profile, what the firmware is given, the wires, parts, tables and drawings, and
how a simulated board is wired. docs/drivers.md says how to add one.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, TypeVar

from crossboard.profiles.drivers.base import Driver, LightDriver, SensorDriver

Some = TypeVar("Some", bound=Driver)


def _known(kind: type[Some], *files: str) -> dict[str, Some]:
    """The `DRIVER` of each file, by the name that profiles give it."""
    found: dict[str, Some] = {}
    for file in files:
        driver = import_module(f"{__name__}.{file}").DRIVER
        if not isinstance(driver, kind):
            raise TypeError(f"{file}.DRIVER is no {kind.__name__}")
        driver.file = file
        found[driver.name or file] = driver
    return found


SENSORS = _known(
    SensorDriver,
    "matrix",
    "shift74hc165",
    "mcp23017",
)
LIGHTS = _known(
    LightDriver,
    "ws2812",
    "max7219",
)


def sensors_of(profile: dict[str, Any]) -> SensorDriver:
    """The driver of a checked profile's sensors."""
    return SENSORS[profile["sensors"]["driver"]]


def lights_of(profile: dict[str, Any]) -> LightDriver:
    """The driver of a checked profile's lights."""
    return LIGHTS[profile["lights"]["driver"]]
