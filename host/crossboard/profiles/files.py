"""The profiles' files: hardware/profiles/*.toml, found, read and checked."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from crossboard.errors import read_text
from crossboard.games.rules import game_names
from crossboard.profiles.check import check_profile
from crossboard.profiles.checker import ProfileError
from crossboard.profiles.compiling import with_games


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


def known_here(profile: dict[str, Any]) -> dict[str, Any]:
    """A profile that another program has checked, with the games of this one. ProfileError if none of them fits."""
    known = [name for name in profile["games"] if name in game_names()]
    table: dict[str, Any] = with_games(profile, known) if known else {**profile, "games": {}}
    check_profile(table, profile["name"])
    return table
