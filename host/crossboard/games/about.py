"""The names of a game, its variants and its pieces: `about.json` in the game's package.

title       the game's name as people write it
summary     the game in a line
goal        optional: what the players are after, in a line or two
look        which set of pieces it is played with: chess (standing pieces), men (flat, the king crowned), discs (the same, the
            first side's dark) or cards
pieces      letter in position texts (upper case) -> the piece's name
variants    word of a variant -> what it means
verbs       optional: sign in ply texts -> what is said for it: "x" -> "jumps to"
first       optional: plies of a first turn that show newcomers how to begin
draw        optional: when a draw can be agreed, if not always
ends        optional: word of an end that only this game has -> a sentence
refusals    optional: the same for why something is refused
drawings    optional, for pieces that the set lacks: letter -> [outline, lines], SVG paths in a square of 100 by 100
"""

from __future__ import annotations

import json
from dataclasses import MISSING, dataclass, field, fields
from functools import cache
from pathlib import Path
from typing import Any, cast

from crossboard.errors import CrossboardError
from crossboard.games.rules import game_folder, game_names
from crossboard.language import tr

LOOKS = ("chess", "men", "discs", "cards")
KINDS: dict[str, tuple[type, str]] = {"str": (str, "a text"), "dict": (dict, "an object"), "list": (list, "a list")}


@dataclass(frozen=True)
class About:
    """One game's page of words; the module says what each field is."""

    title: str
    summary: str
    look: str
    pieces: dict[str, str]
    variants: dict[str, str]
    goal: str = ""
    verbs: dict[str, str] = field(default_factory=dict[str, str])
    first: list[str] = field(default_factory=list[str])
    draw: str = ""
    ends: dict[str, str] = field(default_factory=dict[str, str])
    refusals: dict[str, str] = field(default_factory=dict[str, str])
    drawings: dict[str, list[str]] = field(default_factory=dict[str, list[str]])


@cache
def about(name: str) -> About:
    """The `about.json` of game `name`; CrossboardError if it is missing or wrong."""
    return read_about(game_folder(name))


def read_about(folder: Path) -> About:
    """The same, of the package in that folder."""
    path = folder / "about.json"
    try:
        given: Any = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise CrossboardError(f"can't be used: {error}", str(path)) from error
    if problem := _problem(given):
        raise CrossboardError(problem, str(path))
    return About(**_told(given, folder))


def _problem(given: Any) -> str:
    """Why this is no `about.json`, "" if it is one."""
    known = {one.name: one for one in fields(About)}
    if not isinstance(given, dict):
        return f"is no object with {', '.join(known)}"
    named = cast(dict[str, Any], given)
    for name, one in known.items():
        kind, words = KINDS[str(one.type).partition("[")[0]]
        if name not in named and one.default is MISSING and one.default_factory is MISSING:
            return f"{name} is missing"
        if not isinstance(named.get(name, kind()), kind):
            return f"{name}: {json.dumps(named[name])} is not {words}"
    if odd := [name for name in named if name not in known]:
        return f"'{odd[0]}' is not one of {', '.join(known)}"
    return "" if named["look"] in LOOKS else f"look: '{named['look']}' is not one of {', '.join(LOOKS)}"


SAID = ("title", "summary", "goal", "pieces", "variants", "verbs", "draw", "ends", "refusals")
"""The fields that are said to people, and have translations in the package's catalogue (language/catalogues.py)."""


def _told(given: dict[str, Any], folder: Path) -> dict[str, Any]:
    def told(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: told(one) for key, one in cast("dict[str, Any]", value).items()}
        return tr(value, folder) if isinstance(value, str) else value

    return {name: told(value) if name in SAID else value for name, value in given.items()}


def spec_title(spec: str) -> str:
    """A game and its variant as people write them: `Card Chess (progressive)`."""
    name, _, words = spec.partition(":")
    return about(name).title + (f" ({words.replace('+', ', ')})" if words else "")


def all_about() -> dict[str, About]:
    """Every game by name, in the registry's order."""
    return {name: about(name) for name in game_names()}
