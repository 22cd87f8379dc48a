"""What is wired to what: a profile as a list of pins with the wire that hangs on each, and as sensors with their places."""

from __future__ import annotations

from typing import Any

from crossboard.profiles import layout
from crossboard.profiles.checker import Checker
from crossboard.profiles.drivers import extras_of, lights_of, sensors_of
from crossboard.profiles.drivers.base import Board, Sensor, Wire
from crossboard.profiles.drivers.ink import BUTTON


def board_of(profile: dict[str, Any]) -> Board:
    """The board that a checked profile describes."""
    driver = sensors_of(profile)
    wrong = Checker(profile, profile["name"]).wrong
    under = driver.squares(profile, layout.board_squares(profile["board"], wrong), wrong)
    return Board(profile, under, driver.group_size(profile))


def input_name(board: Board, sensor: Sensor) -> str:
    """Where a switch is wired, in short."""
    return " ".join(sensors_of(board.profile).place(sensor))


def wires(board: Board) -> list[Wire]:
    """Every pin that is used, in the order of the profile."""
    buttons = [
        Wire(pin, name.upper(), f"button {name}, other side to GND", "input, pull-up", BUTTON)
        for name, pin in board.profile["buttons"].items()
    ]
    extras = [wire for driver in extras_of(board.profile) for wire in driver.wires(board)]
    return [*sensors_of(board.profile).wires(board), *lights_of(board.profile).wires(board), *buttons, *extras]
