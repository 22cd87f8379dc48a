"""Checks a board's profile, key by key, and fills in what was left out; the first mistake is an error with its place."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from crossboard.errors import CrossboardError
from crossboard.games.rules import RulesError, game_names, new_game
from crossboard.profiles import layout
from crossboard.profiles.chips import CHIPS
from crossboard.profiles.drivers import LIGHTS, SENSORS
from crossboard.profiles.drivers.base import Driver

MOST_SQUARES = 255
MOST_LIGHTS = 255
NAME = re.compile(r"[A-Za-z0-9_-]{1,32}")
LIGHT_ORDERS = ("rows", "serpentine", "columns", "columns-serpentine")
BUTTONS = ("ok", "next", "back")
TOP_KEYS = ("name", "title", "port", "game", "board", "sensors", "lights", "buttons", "debounce", "power", "games")
SECTIONS = TOP_KEYS[4:]
Some = TypeVar("Some", bound=Driver)

USB_MA = 500
"""mA that a USB 2 port gives."""


class ProfileError(CrossboardError):
    """A profile that can't be read or that describes no board that works."""


class Checker:
    """Looks at one table; `check` gives the numbers of the board's squares."""

    def __init__(self, table: dict[str, Any], source: str) -> None:
        self.table = table
        self.source = source
        self.used: dict[int, str] = {}
        self.buses: dict[tuple[str, int], str] = {}
        self.chip = CHIPS["rp2"]
        self.squares: list[int] = []
        self.light_count = 0

    def wrong(self, key: str, what: str) -> ProfileError:
        """The error for what is wrong with a key."""
        text = f"{key}: {what}" if key else what
        return ProfileError("".join(c if c.isprintable() else repr(c)[1:-1] for c in text), self.source)

    def check(self) -> list[int]:
        self.keys("", self.table, TOP_KEYS, optional=("title", "debounce", "power", "games"))
        if not NAME.fullmatch(self.text("name", self.table["name"])):
            raise self.wrong(
                "name", "must be of letters, digits, '-' and '_', at most 32: the board sends it in every hello"
            )
        title = self.table.setdefault("title", "")
        if not isinstance(title, str) or not title.isprintable():
            raise self.wrong("title", "must be a line of text")
        port = self.text("port", self.table["port"])
        if port not in CHIPS:
            raise self.wrong("port", f"'{port}' is not one of {', '.join(CHIPS)}")
        self.chip = CHIPS[port]
        for section in SECTIONS:
            if section in self.table and not isinstance(self.table[section], dict):
                raise self.wrong(section, "must be a table")
        self.board()
        self.sensors()
        self.lights()
        self.buttons()
        self.debounce()
        self.power()
        self.games()
        return self.squares

    # Values

    def keys(self, where: str, table: dict[str, Any], known: tuple[str, ...], optional: tuple[str, ...] = ()) -> None:
        """All of `known` but the optional ones must be there, and nothing else."""
        for key in known:
            if key not in table and key not in optional:
                raise self.wrong(where, f"'{key}' is missing")
        for key in table:
            if key not in known:
                raise self.wrong(where, f"'{key}' is unknown; known are {', '.join(known)}")

    def text(self, key: str, value: object) -> str:
        if not isinstance(value, str) or not value or not value.isascii() or " " in value:
            raise self.wrong(key, "must be a word")
        return value

    def driver(self, section: str, table: dict[str, Any], known: Mapping[str, Some]) -> Some:
        """The driver that a section names."""
        if "driver" not in table:
            raise self.wrong(section, "'driver' is missing")
        name = self.text(f"{section}.driver", table["driver"])
        if name not in known:
            raise self.wrong(f"{section}.driver", f"'{name}' is not one of {', '.join(known)}")
        return known[name]

    def number(self, key: str, value: object, least: int, most: int) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise self.wrong(key, f"must be a whole number from {least} to {most}")
        return value

    def default(self, section: str, key: str, value: int, least: int, most: int) -> int:
        """A number that may be missing."""
        table = self.table[section]
        table.setdefault(key, value)
        return self.number(f"{section}.{key}", table[key], least, most)

    def lines(self, key: str, value: object) -> list[str]:
        if not isinstance(value, list) or not all(isinstance(line, str) for line in cast("list[object]", value)):
            raise self.wrong(key, "must be a list of texts")
        return cast("list[str]", value)

    def pin(self, key: str, value: object) -> int:
        """One pin: there on the chip, free to use, and not used before."""
        pin = self.number(key, value, 0, 99)
        if pin in self.chip.reserved:
            raise self.wrong(key, f"pin {pin} {self.chip.reserved[pin]}")
        if pin not in self.chip.pins:
            raise self.wrong(key, f"{self.chip.title} has no pin {pin}")
        if pin in self.used:
            raise self.wrong(key, f"pin {pin} is already used by {self.used[pin]}")
        self.used[pin] = key
        return pin

    def pins(self, key: str, value: object, count: int, what: str) -> None:
        """A list of `count` pins, one for each of `what`."""
        if not isinstance(value, list):
            raise self.wrong(key, "must be a list of pins")
        found = cast("list[object]", value)
        if len(found) != count:
            raise self.wrong(key, f"has {len(found)} pins for {count} {what}")
        for i, pin in enumerate(found):
            self.pin(f"{key}[{i}]", pin)

    def bus(self, section: str, kind: str, roles: tuple[str, ...]) -> None:
        """A bus of that kind, its number under the key `kind`, a pin for each role, on nobody else's bus."""
        table = self.table[section]
        number = self.number(f"{section}.{kind}", table[kind], 0, 9)
        if number not in self.chip.buses[kind]:
            known = ", ".join(map(str, self.chip.buses[kind]))
            raise self.wrong(f"{section}.{kind}", f"{self.chip.title} has {kind} {known}, not {number}")
        if (kind, number) in self.buses:
            raise self.wrong(f"{section}.{kind}", f"{kind} {number} is already used by {self.buses[kind, number]}")
        self.buses[kind, number] = section
        for role in roles:
            key = f"{section}.{role}_pin"
            if why := self.chip.misfit(kind, number, role, self.pin(key, table[f"{role}_pin"])):
                raise self.wrong(key, why)

    # Sections

    def board(self) -> None:
        board = self.table["board"]
        self.keys("board", board, ("columns", "rows", "shape"), optional=("shape",))
        columns = self.number("board.columns", board["columns"], 1, 26)
        rows = self.number("board.rows", board["rows"], 1, 26)
        if columns * rows > MOST_SQUARES:
            raise self.wrong("board", f"{columns} by {rows} is more than {MOST_SQUARES} squares")
        if "shape" in board:
            self.lines("board.shape", board["shape"])
        self.squares = layout.board_squares(board, self.wrong)

    def sensors(self) -> None:
        sensors = self.table["sensors"]
        driver = self.driver("sensors", sensors, SENSORS)
        if "squares" in sensors:
            self.lines("sensors.squares", sensors["squares"])
        self.keys("sensors", sensors, ("driver", *driver.keys), driver.optional)
        driver.check(self, sensors)
        driver.squares(self.table, self.squares, self.wrong)

    def order(self, section: str, order: object) -> None:
        if order not in LIGHT_ORDERS:
            raise self.wrong(f"{section}.order", f"must be one of {', '.join(LIGHT_ORDERS)}")

    def lights(self) -> None:
        lights = self.table["lights"]
        driver = self.driver("lights", lights, LIGHTS)
        known = ("driver", *driver.keys, "order", "squares", "brightness")
        self.keys("lights", lights, known, optional=("order", "squares", *driver.optional))
        driver.check(self, lights)
        if ("order" in lights) == ("squares" in lights):
            raise self.wrong("lights", "must have one of 'order' and 'squares'")
        if "order" in lights:
            self.order("lights", lights["order"])
        else:
            self.lines("lights.squares", lights["squares"])
        self.light_count = len(layout.light_squares(self.table, self.squares, self.wrong))
        if self.light_count > MOST_LIGHTS:
            raise self.wrong("lights.squares", f"{self.light_count} lights are more than {MOST_LIGHTS}")
        self.number("lights.brightness", lights["brightness"], 1, 100)

    def buttons(self) -> None:
        buttons = self.table["buttons"]
        self.keys("buttons", buttons, BUTTONS, optional=("next", "back"))
        for name in BUTTONS:
            if name in buttons:
                self.pin(f"buttons.{name}", buttons[name])

    def debounce(self) -> None:
        debounce = self.table.setdefault("debounce", {})
        self.keys("debounce", debounce, ("close_ms", "open_ms"), optional=("close_ms", "open_ms"))
        self.default("debounce", "close_ms", 12, 1, 200)
        self.default("debounce", "open_ms", 25, 1, 200)

    def power(self) -> None:
        """The supply must feed the board and its lights at their most."""
        self.keys("power", self.table.setdefault("power", {}), ("supply_ma",), optional=("supply_ma",))
        supply = self.default("power", "supply_ma", USB_MA, 100, 10_000)
        LIGHTS[self.table["lights"]["driver"]].power(self, self.table["lights"], supply)

    def games(self) -> None:
        """Where each game lies: as the profile says, else in the middle of the board if the board has its squares."""
        games = self.table.setdefault("games", {})
        for name, place in games.items():
            key = f"games.{name}"
            if name not in game_names():
                raise self.wrong("games", f"'{name}' is not one of {', '.join(game_names())}")
            if not isinstance(place, dict):
                raise self.wrong(key, "must be a table with the origin")
            origin = cast("dict[str, Any]", place)
            self.keys(key, origin, ("origin",))
            word = self.text(f"{key}.origin", origin["origin"])
            layout.place(self.table, self.squares, key, new_game(name, 1), word, self.wrong)
        for name in game_names():
            if name not in games and (origin := layout.central_origin(self.table, self.squares, new_game(name, 1))):
                games[name] = {"origin": origin}
        if not games:
            raise self.wrong("board", "no game fits on these squares")
        first = self.text("game", self.table["game"]).partition(":")[0]
        if first not in games:
            raise self.wrong("game", f"'{first}' is not one of this board's games: {', '.join(games)}")
        try:
            new_game(self.table["game"], 1)
        except RulesError as error:
            raise self.wrong("game", str(error)) from None
