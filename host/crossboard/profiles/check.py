"""Checks a board's profile, key by key, and fills in what was left out; the first mistake is an error with its place."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from crossboard.games.rules import RulesError, game_names, new_game
from crossboard.profiles import layout
from crossboard.profiles.checker import Checker
from crossboard.profiles.chips import CHIPS
from crossboard.profiles.drivers import EXTRAS, LIGHTS, SENSORS, extras_of
from crossboard.profiles.drivers.base import Driver

MOST_SQUARES = 255
MOST_LIGHTS = 255
NAME = re.compile(r"[A-Za-z0-9_-]{1,32}")
BUTTONS = ("ok", "next", "back")
TOP_KEYS = (
    "name",
    "title",
    "port",
    "game",
    "board",
    "sensors",
    "lights",
    "buttons",
    "debounce",
    "power",
    "games",
    *EXTRAS,
)
SECTIONS = TOP_KEYS[4:]
Some = TypeVar("Some", bound=Driver)

USB_MA = 500
"""mA that a USB 2 port gives."""


def check_profile(table: dict[str, Any], source: str) -> None:
    """Check a whole profile; `source` names it in errors. ProfileError says what is wrong and where."""
    checker = Checker(table, source)
    _head(checker)
    for check in (_board, _sensors, _lights, _buttons, _extras, _debounce, _power, _games):
        check(checker)


def _head(checker: Checker) -> None:
    checker.keys("", checker.table, TOP_KEYS, optional=("title", "debounce", "power", "games", *EXTRAS))
    if not NAME.fullmatch(checker.text("name", checker.table["name"])):
        raise checker.wrong(
            "name", "must be of letters, digits, '-' and '_', at most 32: the board sends it in every hello"
        )
    title = checker.table.setdefault("title", "")
    if not isinstance(title, str) or not title.isprintable():
        raise checker.wrong("title", "must be a line of text")
    port = checker.text("port", checker.table["port"])
    if port not in CHIPS:
        raise checker.wrong("port", f"'{port}' is not one of {', '.join(CHIPS)}")
    checker.chip = CHIPS[port]
    for section in SECTIONS:
        if section in checker.table and not isinstance(checker.table[section], dict):
            raise checker.wrong(section, "must be a table")


def _driver(checker: Checker, section: str, table: dict[str, Any], known: Mapping[str, Some]) -> Some:
    """The driver that a section names."""
    if "driver" not in table:
        raise checker.wrong(section, "'driver' is missing")
    name = checker.text(f"{section}.driver", table["driver"])
    if name not in known:
        raise checker.wrong(f"{section}.driver", f"'{name}' is not one of {', '.join(known)}")
    return known[name]


def _board(checker: Checker) -> None:
    board = checker.table["board"]
    checker.keys("board", board, ("columns", "rows", "shape"), optional=("shape",))
    columns = checker.number("board.columns", board["columns"], 1, 26)
    rows = checker.number("board.rows", board["rows"], 1, 26)
    if columns * rows > MOST_SQUARES:
        raise checker.wrong("board", f"{columns} by {rows} is more than {MOST_SQUARES} squares")
    if "shape" in board:
        checker.lines("board.shape", board["shape"])
    checker.squares = layout.board_squares(board, checker.wrong)


def _sensors(checker: Checker) -> None:
    sensors = checker.table["sensors"]
    driver = _driver(checker, "sensors", sensors, SENSORS)
    if "squares" in sensors:
        checker.lines("sensors.squares", sensors["squares"])
    checker.keys("sensors", sensors, ("driver", *driver.keys), driver.optional)
    driver.check(checker, sensors)
    driver.squares(checker.table, checker.squares, checker.wrong)


def _lights(checker: Checker) -> None:
    lights = checker.table["lights"]
    driver = _driver(checker, "lights", lights, LIGHTS)
    known = ("driver", *driver.keys, "order", "squares", "brightness")
    checker.keys("lights", lights, known, optional=("order", "squares", *driver.optional))
    driver.check(checker, lights)
    if ("order" in lights) == ("squares" in lights):
        raise checker.wrong("lights", "must have one of 'order' and 'squares'")
    if "order" in lights:
        checker.order("lights", lights["order"])
    else:
        checker.lines("lights.squares", lights["squares"])
    checker.light_count = len(layout.light_squares(checker.table, checker.squares, checker.wrong))
    if checker.light_count > MOST_LIGHTS:
        raise checker.wrong("lights.squares", f"{checker.light_count} lights are more than {MOST_LIGHTS}")
    checker.number("lights.brightness", lights["brightness"], 1, 100)


def _buttons(checker: Checker) -> None:
    buttons = checker.table["buttons"]
    checker.keys("buttons", buttons, BUTTONS, optional=("next", "back"))
    for name in BUTTONS:
        if name in buttons:
            checker.pin(f"buttons.{name}", buttons[name])


def _extras(checker: Checker) -> None:
    for driver in extras_of(checker.table):
        table = checker.table[driver.section]
        checker.keys(driver.section, table, driver.keys, driver.optional)
        driver.check(checker, table)


def _debounce(checker: Checker) -> None:
    debounce = checker.table.setdefault("debounce", {})
    checker.keys("debounce", debounce, ("close_ms", "open_ms"), optional=("close_ms", "open_ms"))
    checker.default("debounce", "close_ms", 12, 1, 200)
    checker.default("debounce", "open_ms", 25, 1, 200)


def _power(checker: Checker) -> None:
    """The supply must feed the board, its radio, sensors, lights and what else there is at their most."""
    power = checker.table.setdefault("power", {})
    checker.keys("power", power, ("supply_ma", "wifi"), optional=("supply_ma", "wifi"))
    supply = checker.default("power", "supply_ma", USB_MA, 100, 10_000)
    if not isinstance(power.setdefault("wifi", True), bool):
        raise checker.wrong("power.wifi", "must be true or false")
    chip, lights = checker.chip, checker.table["lights"]
    sensors = SENSORS[checker.table["sensors"]["driver"]].element.supply_ma * len(checker.squares)
    extras = sum(driver.supply_ma for driver in extras_of(checker.table))
    board = chip.board_ma + (chip.radio_ma if power["wifi"] else 0)
    most = LIGHTS[lights["driver"]].power(checker, lights, supply - board - sensors - extras)
    if most + board + sensors + extras > supply:
        limit = next((f" by {key}" for key in lights if key.endswith("_ma")), "")
        takes = f"the lights take up to {most} mA{limit} and {chip.title} {board}"
        if power["wifi"]:
            takes += f" with its radio ({chip.board_ma} with 'wifi = false')"
        if sensors:
            takes += f", the sensors {sensors}"
        takes += "".join(
            f", the {driver.section} {driver.supply_ma}" for driver in extras_of(checker.table) if driver.supply_ma
        )
        raise checker.wrong("power.supply_ma", f"{supply} mA is too little: {takes}")


def _games(checker: Checker) -> None:
    """Where each game lies: as the profile says, else in the middle of the board if the board has its squares."""
    games = checker.table.setdefault("games", {})
    for name, place in games.items():
        key = f"games.{name}"
        if name not in game_names():
            raise checker.wrong("games", f"'{name}' is not one of {', '.join(game_names())}")
        if not isinstance(place, dict):
            raise checker.wrong(key, "must be a table with the origin")
        origin = cast("dict[str, Any]", place)
        checker.keys(key, origin, ("origin",))
        word = checker.text(f"{key}.origin", origin["origin"])
        layout.place(checker.table, checker.squares, key, new_game(name, 1), word, checker.wrong)
    for name in game_names():
        if name not in games and (origin := layout.central_origin(checker.table, checker.squares, new_game(name, 1))):
            games[name] = {"origin": origin}
    if not games:
        raise checker.wrong("board", "no game fits on these squares")
    first = checker.text("game", checker.table["game"]).partition(":")[0]
    if first not in games:
        raise checker.wrong("game", f"'{first}' is not one of this board's games: {', '.join(games)}")
    try:
        new_game(checker.table["game"], 1)
    except RulesError as error:
        raise checker.wrong("game", str(error)) from None
