"""Board profiles: hardware/profiles/*.toml, checked, and compiled to the file that the firmware reads.

A profile is data: which squares a board has, what is wired to which pin, where each game lies. `load` gives the
checked table, `compile_profile` what goes to the board as /profile.json: squares as hexadecimal maps, so that
the firmware needs no knowledge of names and orders.
"""

from __future__ import annotations

import json
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from crossboard.errors import CrossboardError, reason_of
from crossboard.rules import HOLE, NOWHERE, Game, RulesError, game_names, new_game
from shared_rules.notation import read_square as _read_square  # type: ignore[reportUnknownVariableType]

FORMAT = 1
"""Version of the compiled form."""

MOST_SQUARES = 255


class ProfileError(CrossboardError):
    """A profile that can't be read or that describes no board that works."""


@dataclass(frozen=True)
class Chip:
    """What a port's boards have: usable GPIO numbers, and the others with the reason why not."""

    title: str
    pins: frozenset[int]
    reserved: dict[int, str] = field(default_factory=dict[int, str])


CHIPS = {
    "rp2": Chip(
        "the Pico",
        frozenset({*range(23), 26, 27, 28}),
        {
            23: "controls the Pico's power supply",
            24: "senses the Pico's USB power",
            25: "is the Pico's own LED",
            29: "measures the Pico's supply voltage",
        },
    ),
}
"""Port -> chip (source: Raspberry Pi Pico datasheet, section 2.1)."""

ORDERS = ("rows", "serpentine")
BUTTONS = ("ok", "next", "back")
TOP_KEYS = ("name", "title", "port", "game", "board", "sensors", "lights", "buttons", "debounce", "games")


def folders() -> list[Path]:
    """Where profiles are: the checkout's hardware/profiles, or the installed package's own."""
    package = Path(__file__).resolve().parent
    places = (package.parents[1] / "hardware" / "profiles", package / "on_board" / "profiles")
    return [place for place in places if place.is_dir()]


def names() -> list[str]:
    """The names of all profiles that come with the project."""
    return sorted({path.stem for folder in folders() for path in folder.glob("*.toml")})


def load(name: str) -> dict[str, Any]:
    """The checked profile of that name, or in that file if `name` ends in .toml; ProfileError says what is wrong."""
    if name.endswith(".toml"):
        return read(Path(name))
    for folder in folders():
        path = folder / f"{name}.toml"
        if path.is_file():
            return read(path)
    raise ProfileError(f"no such profile; there are {', '.join(names())}", name)


def read(path: Path) -> dict[str, Any]:
    """The checked profile in that file."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise ProfileError(reason_of(error), str(path)) from None
    except UnicodeDecodeError:
        raise ProfileError("not UTF-8 text", str(path)) from None
    return parse(text, str(path))


def parse(text: str, source: str = "profile") -> dict[str, Any]:
    """The checked profile in a TOML text; `source` names it in errors."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ProfileError(f"no TOML: {error}", source) from None
    _Checker(table, source).check()
    return table


class _Checker:
    """Looks at one table, key by key; the first mistake is raised with its place."""

    def __init__(self, table: dict[str, Any], source: str) -> None:
        self.table = table
        self.source = source
        self.used: dict[int, str] = {}
        self.chip = CHIPS["rp2"]

    def wrong(self, key: str, what: str) -> ProfileError:
        return ProfileError(f"{key}: {what}" if key else what, self.source)

    def check(self) -> None:
        self.keys("", self.table, TOP_KEYS, optional=("title", "debounce"))
        self.text("name", self.table["name"])
        port = self.text("port", self.table["port"])
        if port not in CHIPS:
            raise self.wrong("port", f"'{port}' is none of {', '.join(CHIPS)}")
        self.chip = CHIPS[port]
        for section in TOP_KEYS[4:]:
            if section in self.table and not isinstance(self.table[section], dict):
                raise self.wrong(section, "must be a table")
        self.board()
        self.sensors()
        self.lights()
        self.buttons()
        self.debounce()
        self.games()

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

    def number(self, key: str, value: object, least: int, most: int) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise self.wrong(key, f"must be a whole number from {least} to {most}")
        return value

    def pin(self, key: str, value: object) -> None:
        """One pin: there on the chip, free to use, and not used before."""
        pin = self.number(key, value, 0, 99)
        if pin in self.chip.reserved:
            raise self.wrong(key, f"pin {pin} {self.chip.reserved[pin]}")
        if pin not in self.chip.pins:
            raise self.wrong(key, f"{self.chip.title} has no pin {pin}")
        if pin in self.used:
            raise self.wrong(key, f"pin {pin} is already used by {self.used[pin]}")
        self.used[pin] = key

    def pins(self, key: str, value: object, count: int, what: str) -> None:
        """A list of `count` pins, one for each of `what`."""
        if not isinstance(value, list):
            raise self.wrong(key, "must be a list of pins")
        found = cast("list[object]", value)
        if len(found) != count:
            raise self.wrong(key, f"has {len(found)} pins for {count} {what}")
        for i, pin in enumerate(found):
            self.pin(f"{key}[{i}]", pin)

    def board(self) -> None:
        board = self.table["board"]
        self.keys("board", board, ("columns", "rows"))
        columns = self.number("board.columns", board["columns"], 1, 26)
        rows = self.number("board.rows", board["rows"], 1, 26)
        if columns * rows > MOST_SQUARES:
            raise self.wrong("board", f"{columns} by {rows} is more than {MOST_SQUARES} squares")

    def sensors(self) -> None:
        sensors = self.table["sensors"]
        driver = self.text("sensors.driver", sensors.get("driver", ""))
        if driver != "matrix":
            raise self.wrong("sensors.driver", f"'{driver}' is none of matrix")
        known = ("driver", "row_pins", "column_pins", "diodes", "settle_us")
        self.keys("sensors", sensors, known, optional=("settle_us",))
        self.pins("sensors.row_pins", sensors["row_pins"], self.table["board"]["rows"], "rows")
        self.pins("sensors.column_pins", sensors["column_pins"], self.table["board"]["columns"], "columns")
        if not isinstance(sensors["diodes"], bool):
            raise self.wrong("sensors.diodes", "must be true or false")
        sensors.setdefault("settle_us", 5)
        self.number("sensors.settle_us", sensors["settle_us"], 0, 1000)

    def lights(self) -> None:
        lights = self.table["lights"]
        driver = self.text("lights.driver", lights.get("driver", ""))
        if driver != "ws2812":
            raise self.wrong("lights.driver", f"'{driver}' is none of ws2812")
        self.keys("lights", lights, ("driver", "pin", "order", "brightness"))
        self.pin("lights.pin", lights["pin"])
        if lights["order"] not in ORDERS:
            raise self.wrong("lights.order", f"must be one of {', '.join(ORDERS)}")
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
        debounce.setdefault("close_ms", 12)
        debounce.setdefault("open_ms", 25)
        self.number("debounce.close_ms", debounce["close_ms"], 1, 200)
        self.number("debounce.open_ms", debounce["open_ms"], 1, 200)

    def games(self) -> None:
        games = self.table["games"]
        if not games:
            raise self.wrong("games", "names no game")
        for name, place in games.items():
            key = f"games.{name}"
            if name not in game_names():
                raise self.wrong("games", f"'{name}' is none of {', '.join(game_names())}")
            if not isinstance(place, dict):
                raise self.wrong(key, "must be a table with the origin")
            self.keys(key, cast("dict[str, Any]", place), ("origin",))
            _place(self, key, new_game(name, 1), place["origin"])
        first = self.text("game", self.table["game"]).partition(":")[0]
        if first not in games:
            raise self.wrong("game", f"'{first}' is none of this board's games: {', '.join(games)}")
        try:
            new_game(self.table["game"], 1)
        except RulesError as error:
            raise self.wrong("game", str(error)) from None


def _place(checker: _Checker, key: str, game: Game, origin: object) -> bytes:
    """For each square of the game's frame the board's square, NOWHERE for holes; ProfileError if it does not fit."""
    columns, rows = checker.table["board"]["columns"], checker.table["board"]["rows"]
    try:
        start = cast(int, _read_square(checker.text(f"{key}.origin", origin), columns, rows))
    except RulesError as error:
        raise checker.wrong(f"{key}.origin", str(error)) from None
    found = bytearray()
    for square in range(game.columns * game.rows):
        column = start % columns + square % game.columns
        row = start // columns + square // game.columns
        if game.board[square] == HOLE:
            found.append(NOWHERE)
        elif column < columns and row < rows:
            found.append(row * columns + column)
        else:
            size = f"{game.columns} by {game.rows}"
            raise checker.wrong(key, f"the game's {size} squares do not fit on {columns} by {rows} from {origin}")
    return bytes(found)


def compile_profile(profile: dict[str, Any]) -> dict[str, Any]:
    """What the firmware reads, from a checked profile.

    `sensors.squares`: hexadecimal, the board's square under each sensor; `lights.lights`: the light of each board
    square; `games.NAME`: the board's square of each square of the game's frame, ff for none.
    """
    columns, rows = profile["board"]["columns"], profile["board"]["rows"]
    squares = range(columns * rows)
    sensors, lights = profile["sensors"], profile["lights"]
    light = bytes(squares)
    if lights["order"] == "serpentine":
        light = bytes(s if s // columns % 2 == 0 else 2 * (s // columns * columns) + columns - 1 - s for s in squares)
    checker = _Checker(profile, profile["name"])
    return {
        "format": FORMAT,
        "name": profile["name"],
        "port": profile["port"],
        "game": profile["game"],
        "columns": columns,
        "rows": rows,
        "sensors": {
            "driver": sensors["driver"],
            "rows": sensors["row_pins"],
            "columns": sensors["column_pins"],
            "settle_us": sensors["settle_us"],
            "squares": bytes(squares).hex(),
        },
        "lights": {
            "driver": lights["driver"],
            "pin": lights["pin"],
            "count": len(squares),
            "brightness": lights["brightness"],
            "lights": light.hex(),
        },
        "buttons": profile["buttons"],
        "debounce": profile["debounce"],
        "games": {
            name: _place(checker, f"games.{name}", new_game(name, 1), place["origin"]).hex()
            for name, place in profile["games"].items()
        },
    }


def profile_json(profile: dict[str, Any]) -> str:
    """The text of /profile.json for a checked profile."""
    return json.dumps(compile_profile(profile), separators=(",", ":")) + "\n"
