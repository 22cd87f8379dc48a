"""What the PC knows of each driver of the board: a file for each of firmware/sensors, lights and extras, and a line here.

From a driver's file come the checks of a profile, what the firmware is given, the wires, parts, tables and drawings, and
how a simulated board is wired. docs/drivers.md says how to add one.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar

from crossboard.errors import CrossboardError
from crossboard.profiles.drivers.base import Driver, ExtraDriver, LightDriver, SensorDriver

Some = TypeVar("Some", bound=Driver)


class DriverError(CrossboardError):
    """A driver's file that does not tell all that it must."""


def _known(kind: type[Some], *files: str) -> dict[str, Some]:
    """The `DRIVER` of each file, by the name that profiles give it."""
    found: dict[str, Some] = {}
    for file in files:
        driver = _driver(kind, file)
        driver.file = file
        found[driver.name or file] = driver
    return found


def _driver(kind: type[Some], file: str) -> Some:
    """The `DRIVER` of a file; DriverError if it isn't complete."""
    where = str(Path(__file__).with_name(f"{file}.py"))
    module = import_module(f"{__name__}.{file}")
    make = getattr(module, "DRIVER", None)
    if not (isinstance(make, type) and issubclass(make, kind)):
        raise DriverError(f"DRIVER must be a class made from {kind.__name__}", where)
    missing = set(make.__abstractmethods__)
    for base in make.__mro__:
        missing |= {name for name in base.__dict__.get("__annotations__", {}) if not hasattr(make, name)}
    if missing:
        raise DriverError(f"{make.__name__} lacks {', '.join(sorted(missing))} (see {kind.__name__} in base.py)", where)
    return make()


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
EXTRAS = _known(
    ExtraDriver,
    "buzzer",
    "ssd1306",
)


def sensors_of(profile: dict[str, Any]) -> SensorDriver:
    """The driver of a checked profile's sensors."""
    return SENSORS[profile["sensors"]["driver"]]


def lights_of(profile: dict[str, Any]) -> LightDriver:
    """The driver of a checked profile's lights."""
    return LIGHTS[profile["lights"]["driver"]]


def extras_of(profile: dict[str, Any]) -> list[ExtraDriver]:
    """The drivers of what a checked profile has besides sensors and lights."""
    return [driver for section, driver in EXTRAS.items() if section in profile]
