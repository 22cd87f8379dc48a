"""A profile compiled to the file that the firmware reads: squares as hexadecimal maps, so that it needs no names and orders."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from crossboard.games.rules import NOWHERE, new_game
from crossboard.profiles import layout
from crossboard.profiles.checker import Checker, ProfileError
from crossboard.profiles.drivers import extras_of, lights_of, sensors_of
from shared_rules.protocol.frames import crc16 as _crc16

FORMAT = 1
"""Version of the compiled form."""


def compile_profile(profile: dict[str, Any]) -> dict[str, Any]:
    """The firmware's form of a checked profile.

    `sensors.squares` is the board's square over each sensor, in the driver's order; `lights.lights` the light of each board
    square; `lights.corners` the lights for what concerns the whole board; `games.NAME` the board's square of each square
    of the game's frame. ff is none.
    """
    wrong = Checker(profile, profile["name"]).wrong
    board = profile["board"]
    extras = [{"driver": driver.file, **driver.settings(profile)} for driver in extras_of(profile)]
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
        **({"extras": extras} if extras else {}),
        "debounce": profile["debounce"],
        "games": {
            name: layout.place(profile, squares, f"games.{name}", new_game(name, 1), where["origin"], wrong).hex()
            for name, where in profile["games"].items()
        },
        "variants": {name: " ".join(variant_words(name)) for name in profile["games"]},
    }


def with_games(profile: dict[str, Any], games: Sequence[str]) -> dict[str, Any]:
    """A checked profile with only these games; where its first game is not among them, the first that is. ProfileError if one of
    them does not lie on the board."""
    for name in games:
        if name not in profile["games"]:
            raise ProfileError(f"has no room for {name}; its games are {', '.join(profile['games'])}", profile["name"])
    start = profile["game"] if profile["game"].partition(":")[0] in games else games[0]
    return {**profile, "game": start, "games": {n: at for n, at in profile["games"].items() if n in games}}


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
