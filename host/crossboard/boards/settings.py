"""What may be set on a board. The board says itself what there is, and in which range (WIRE.md, O)."""

from __future__ import annotations

from typing import NamedTuple

from crossboard.boards.numbers import read_number
from crossboard.errors import CrossboardError
from crossboard.games.draw import in_columns
from crossboard.games.words import clean

ABLE = "settings"  # what a board says that has them
SAYS = {
    "teaching": "0: no help; 1: show where a lifted piece may go; 2: also show which pieces must capture",
    "brightness": "brightness of the lights, in percent of the profile's",
    "sound": "of the buzzer; 0: none; 1: quiet; 2: loud",
    "patterns": "1: every meaning blinks in its own way, for players who don't tell colours apart well",
}


class Setting(NamedTuple):
    """A value and its range."""

    value: int
    least: int
    most: int


def read_settings(payload: str) -> dict[str, Setting]:
    """The settings of an O; ValueError if it is not one."""
    found: dict[str, Setting] = {}
    for text in payload.split(","):
        name, value, least, most = text.split(" ")
        found[name] = Setting(read_number(value), read_number(least), read_number(most))
    return found


def settings_text(settings: dict[str, Setting]) -> str:
    """A line for each: its value, its range and what that means."""
    rows = [[n, str(s.value), f"{s.least} to {s.most}", SAYS.get(n, "")] for n, s in settings.items()]
    return "\n".join(in_columns([[clean(cell) for cell in row] for row in rows]))


def range_of(settings: dict[str, Setting], name: str) -> str:
    """`VALUE, from 0 to 2`; CrossboardError if the board has no such setting: it names those that there are."""
    if name not in settings:
        raise CrossboardError(f"the board has no setting '{clean(name)}'; it has {', '.join(settings)}")
    return f"VALUE, from {settings[name].least} to {settings[name].most}"


def check_setting(settings: dict[str, Setting], name: str, value: str) -> None:
    """CrossboardError unless the board has that setting and it may have that value."""
    range_of(settings, name)
    setting = settings[name]
    if not (value.isascii() and value.isdigit() and setting.least <= int(value) <= setting.most):
        raise CrossboardError(f"{name} must be from {setting.least} to {setting.most}, not '{value}'")
