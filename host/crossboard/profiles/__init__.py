"""Board profiles: hardware/profiles/*.toml, checked, and compiled to the file that the firmware reads.

A profile is data: which squares a board has, what is wired to which pin, where each game lies. `load` gives the
checked table, `compile_profile` what goes to the board as /profile.json: squares as hexadecimal maps, so that
the firmware needs no knowledge of names and orders.
"""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

from crossboard.errors import read_text
from crossboard.games.rules import NOWHERE, new_game
from crossboard.profiles import layout
from crossboard.profiles.check import check_profile
from crossboard.profiles.checker import Checker, ProfileError
from crossboard.profiles.drivers import lights_of, sensors_of
from shared_rules.protocol.frames import crc16 as _crc16

__all__ = [
    "FORMAT",
    "ProfileError",
    "compile_profile",
    "folders",
    "load",
    "names",
    "parse",
    "profile_json",
    "profiles_help",
    "read",
]

FORMAT = 1
"""Version of the compiled form."""


def folders() -> list[Path]:
    """Where profiles are: the checkout's hardware/profiles, or the installed package's own."""
    package = Path(__file__).resolve().parents[1]
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


def profiles_help() -> str:
    """The profiles and their titles, for the help of a command."""
    return "\nprofiles:\n" + "".join(f"  {name:<22} {load(name)['title']}\n" for name in names())


def read(path: Path) -> dict[str, Any]:
    """The checked profile in that file."""
    return parse(read_text(path, ProfileError), str(path))


def parse(text: str, source: str = "profile") -> dict[str, Any]:
    """The checked profile in a TOML text; `source` names it in errors."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ProfileError(f"not valid TOML: {error}", source) from None
    except RecursionError:
        raise ProfileError("not valid TOML: nested too deeply", source) from None
    check_profile(table, source)
    return table


def compile_profile(profile: dict[str, Any]) -> dict[str, Any]:
    """The firmware's form of a checked profile.

    `sensors.squares` is the board's square over each sensor, in the driver's order; `lights.lights` the light of each board
    square; `lights.corners` the lights for what concerns the whole board; `games.NAME` the board's square of each square
    of the game's frame. ff is none.
    """
    wrong = Checker(profile, profile["name"]).wrong
    board = profile["board"]
    squares = layout.board_squares(board, wrong)
    return {
        "format": FORMAT,
        "name": profile["name"],
        "port": profile["port"],
        "game": profile["game"],
        "columns": board["columns"],
        "rows": board["rows"],
        "sensors": {
            "driver": sensors_of(profile).file,
            **sensors_of(profile).settings(profile, squares),
            "squares": bytes(sensors_of(profile).squares(profile, squares, wrong)).hex(),
        },
        "lights": _lights(profile, squares, layout.light_squares(profile, squares, wrong)),
        "buttons": profile["buttons"],
        "debounce": profile["debounce"],
        "games": {
            name: layout.place(profile, squares, f"games.{name}", new_game(name, 1), where["origin"], wrong).hex()
            for name, where in profile["games"].items()
        },
        "variants": {name: " ".join(variant_words(name)) for name in profile["games"]},
    }


def variant_words(name: str) -> list[str]:
    """The words that variants of a game are made of, in their order: for choosing one at the board."""
    return list(dict.fromkeys(word for variant in new_game(name, 1).variants for word in variant.split("+") if word))


def _lights(profile: dict[str, Any], squares: list[int], chain: list[int]) -> dict[str, Any]:
    """What the driver is given, and which light is which square's."""
    lights = profile["lights"]
    light_of = bytearray([NOWHERE] * (profile["board"]["columns"] * profile["board"]["rows"]))
    for light, square in enumerate(chain):
        if square != NOWHERE:
            light_of[square] = light
    return {
        "driver": lights_of(profile).file,
        **lights_of(profile).settings(profile, len(chain)),
        "brightness": lights["brightness"],
        "lights": light_of.hex(),
        "corners": bytes(light_of[square] for square in layout.corners(profile, squares)).hex(),
    }


def profile_json(profile: dict[str, Any]) -> str:
    """The text of /profile.json for a checked profile; its last value is the CRC of all before it (firmware/profile.py)."""
    body = json.dumps(compile_profile(profile), separators=(",", ":"))[:-1]
    crc = _crc16(body.encode(), 0, len(body))
    return f'{body},"crc":"{crc:04x}"}}\n'
