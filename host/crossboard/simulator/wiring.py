"""How a profile's board is wired, for the simulated circuit, and what its squares are called.

The circuit knows switches, pins and lights by number only; this is where `a4` becomes a switch.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from crossboard.errors import CrossboardError
from crossboard.profiles import compile_profile


class SimulatorError(CrossboardError):
    """Something that the simulated board cannot do, or that is not on it."""


@dataclass(frozen=True)
class Wiring:
    """One board's circuit; a switch is a square's sensor or, behind them, a button."""

    rows: tuple[int, ...]
    columns: tuple[int, ...]
    diodes: bool
    buttons: dict[str, int]
    light_pin: int
    light_count: int
    switch_of: dict[str, int]
    light_of: dict[str, int]

    @classmethod
    def of_profile(cls, profile: dict[str, Any]) -> Wiring:
        """The wiring of a checked profile (crossboard.profiles.load)."""
        board = compile_profile(profile)
        names = square_names(board["columns"], board["rows"])
        under = bytes.fromhex(board["sensors"]["squares"])
        lights = bytes.fromhex(board["lights"]["lights"])
        return cls(
            rows=tuple(board["sensors"]["rows"]),
            columns=tuple(board["sensors"]["columns"]),
            diodes=bool(profile["sensors"]["diodes"]),
            buttons=dict(board["buttons"]),
            light_pin=board["lights"]["pin"],
            light_count=board["lights"]["count"],
            switch_of={names[square]: sensor for sensor, square in enumerate(under) if square < len(names)},
            light_of={name: light for name, light in zip(names, lights, strict=True) if light < 255},
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
        return len(self.rows) * len(self.columns) + list(self.buttons).index(name)

    def described(self) -> dict[str, Any]:
        """What circuit.mjs and circuit.py take."""
        return {
            "rows": self.rows,
            "columns": self.columns,
            "diodes": self.diodes,
            "buttons": list(self.buttons.values()),
            "lights": {"pin": self.light_pin, "count": self.light_count},
        }

    def closed_squares(self, switches: bytes) -> set[str]:
        """The squares whose switch something holds closed."""
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


def square_names(columns: int, rows: int) -> list[str]:
    """a1, b1, … in the order of square numbers."""
    return [f"{chr(ord('a') + column)}{row + 1}" for row in range(rows) for column in range(columns)]
