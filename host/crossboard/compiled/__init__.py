"""Rules and search compiled, where `make` or the wheel has built them (build.py); as plain Python otherwise.

    rules = load(text)
    game = rules.game_at(text, 64)
    search = rules.Search(game)

What is compiled finds exactly what the sources find, more than ten times as fast (tests/rules/test_compiled.py, `make bench`). Its
objects go together only among themselves, so a game that has no type files is played and searched by plain Python.
`CROSSBOARD_PLAIN=1` in the environment asks for that everywhere.
"""

from __future__ import annotations

import hashlib
import importlib
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import shared_rules

RULES = Path(shared_rules.__file__).parent
PACKAGE = "crossboard.compiled.rules"


@dataclass(frozen=True)
class Rules:
    """Rules and search, compiled or not."""

    package: str
    new_game: Callable[..., Any]
    game_at: Callable[..., Any]
    Search: Any  # the class
    begin_at_level: Callable[..., None]
    count: Callable[..., int]
    count_played: Callable[..., int]
    wins: Callable[..., bool]

    @property
    def compiled(self) -> bool:
        return self.package == PACKAGE


def type_files() -> list[Path]:
    """The `.pxd` of all modules that are compiled."""
    return sorted(RULES.rglob("*.pxd"))


def digest_of_sources() -> str:
    """Of all that the compiled modules are made from, the modules whose constants they have among it; "" where there are no type
    files."""
    digest = hashlib.sha256()
    for path in sorted([*RULES.rglob("*.py"), *RULES.rglob("*.pxd")]):
        digest.update(path.relative_to(RULES).as_posix().encode())
        digest.update(path.read_bytes().replace(b"\r\n", b"\n"))
    return digest.hexdigest() if type_files() else ""


def is_built() -> bool:
    """Whether there are compiled modules, made from the sources as they are."""
    made_from = Path(__file__).parent / "rules" / "digest.txt"
    return made_from.is_file() and made_from.read_text(encoding="utf-8") == digest_of_sources()


def plain() -> Rules:
    """The sources as they are."""
    return _rules("shared_rules")


def load(spec: str = "") -> Rules:
    """The rules for `GAME[:VARIANT]` or a position, compiled where they are built and that game is among them, else plain.

    Without a game: the rules for those that are.
    """
    if os.environ.get("CROSSBOARD_PLAIN") or not is_built():
        return plain()
    # Here, as an environment that builds a wheel (build.py) has none of the packages that the games import.
    from crossboard.games.rules import name_of

    return _rules(PACKAGE) if not spec or _is_compiled(name_of(spec)) else plain()


def _is_compiled(game: str) -> bool:
    base: Any = importlib.import_module(f"{PACKAGE}.base")
    games: Any = importlib.import_module(f"{PACKAGE}.games")
    return game in games.NAMES and issubclass(games.game_class(game), base.Game)


def _rules(package: str) -> Rules:
    games: Any = importlib.import_module(f"{package}.games")
    search: Any = importlib.import_module(f"{package}.search.search")
    levels: Any = importlib.import_module(f"{package}.search.levels")
    solver: Any = importlib.import_module(f"{package}.search.solver")
    perft: Any = importlib.import_module(f"{package}.perft")
    return Rules(
        package,
        games.new_game,
        games.game_at,
        search.Search,
        levels.begin_at_level,
        perft.count,
        perft.count_played,
        solver.wins,
    )
