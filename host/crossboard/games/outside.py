"""Games from outside the project: packages that are installed beside Crossboard, and folders named on the command line.

A distribution offers games by entry points of the group `crossboard.games`, each `NAME = "package.game:Class"`. Importing
`crossboard.games` adds them to the registry of shared_rules/games.py; one that can't be played is left out with a warning. A
folder is such a distribution's (its pyproject.toml has the entry points), or a package itself: it has game.py with the class.
"""

from __future__ import annotations

import importlib
import re
import sys
import tomllib
from collections.abc import Mapping
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, cast

from crossboard.errors import CrossboardError, read_text
from crossboard.folders import rules_folder, user_path
from crossboard.games.about import read_about
from crossboard.games.rules import name_of
from crossboard.output import warn
from shared_rules import games as _games
from shared_rules.codes import NOWHERE

GROUP = "crossboard.games"
NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
CLASS = re.compile(r"((?:[A-Za-z_]\w*\.)+[A-Za-z_]\w*):([A-Za-z_]\w*)")
RULES = "shared_rules"

Entry = tuple[str, str, str]
"""Name, module and class, as in the registry."""


def add_installed() -> None:
    """Add the games of all entry points; a warning tells of one that can't be played."""
    for point in entry_points(group=GROUP):
        try:
            add(_entry(point.name, point.value))
        except CrossboardError as error:
            origin = f" of {point.dist.name}" if point.dist else ""
            warn(f"crossboard: the game '{point.name}'{origin} is left out: {' '.join(str(error).split())}")


def add_folder(folder: str) -> list[str]:
    """Add the games of a folder, in place of installed ones of that name; their names. CrossboardError if there is none, or one
    can't be played."""
    path = user_path(folder).resolve()
    if not path.is_dir():
        raise CrossboardError("is not a folder; a game is a folder with game.py or pyproject.toml", folder)
    if path.parent == rules_folder():
        return add_package(f"{RULES}.{path.name}")
    try:
        return _add_package_in(path) if (path / "game.py").is_file() else _add_project(path)
    except CrossboardError as error:
        raise CrossboardError(str(error), folder) from error


def _add_package_in(path: Path) -> list[str]:
    """Add the game of a package by its folder."""
    if not path.name.isidentifier():
        raise CrossboardError(f"a package can't be called '{path.name}': letters, digits and '_'")
    _forget(path.name)
    _look_in(path.parent)
    return add_package(path.name)


def _add_project(path: Path) -> list[str]:
    """Add the games that the pyproject.toml of a folder offers."""
    file = path / "pyproject.toml"
    if not file.is_file():
        raise CrossboardError("has neither game.py nor pyproject.toml")
    try:
        found: Any = tomllib.loads(read_text(file))
        for key in ("project", "entry-points", GROUP):
            found = found.get(key, {})
        points = list(cast("Mapping[str, Any]", found).items())
    except (tomllib.TOMLDecodeError, AttributeError) as error:
        raise CrossboardError(f"pyproject.toml can't be used: {error}") from None
    if not points:
        raise CrossboardError(f'pyproject.toml has no [project.entry-points."{GROUP}"]')
    entries = [_entry(name, value) for name, value in points]
    for _, module, _ in entries:
        _forget(module.rpartition(".")[0])
    _look_in(path / "src" if (path / "src").is_dir() else path)
    for entry in entries:
        add(entry)
    return [entry[0] for entry in entries]


def _look_in(folder: Path) -> None:
    """Let packages be imported from there first."""
    sys.path.insert(0, str(folder))
    importlib.invalidate_caches()


def add_package(package: str) -> list[str]:
    """The name of the game in an importable package, added if the registry has it not. CrossboardError if there is none."""
    known = [name for name, module, _ in _games.GAMES if module.rpartition(".")[0] == package]
    if known:
        return known
    entry = _entry_of_class(package)
    add(entry)
    return [entry[0]]


def add(entry: Entry) -> None:
    """Add a game to the registry; CrossboardError says why it can't be played."""
    name, module, class_name = entry
    package = module.rpartition(".")[0]
    if name in _games.NAMES:
        raise CrossboardError(f"there is a game '{name}' already")
    if is_outside(package):
        check_package(package)
        if package.rpartition(".")[2] != package_name(name):
            raise CrossboardError(
                f"the package of '{name}' must be called {package_name(name)}, not {package.rpartition('.')[2]}"
            )
    made = _class(module, class_name)
    if getattr(made, "name", None) != name:
        raise CrossboardError(f"{module}:{class_name}.name is {getattr(made, 'name', None)!r}, not '{name}'")
    try:
        game = made("", 16)
        head, size, squares = name_of(game.text()), len(game.board), game.columns * game.rows
        new_ones = [made(variant, 16) for variant in made.variants]
    except Exception as error:
        raise CrossboardError(f"{class_name}('', 16) can't be made: {_words(error)}") from error
    if head != name or not new_ones:
        raise CrossboardError(f"{class_name}('', 16).text() begins with '{head}', not '{name}', or it has no variants")
    if size != squares or not 0 < size < NOWHERE:
        raise CrossboardError(
            f"its board has {size} squares, its frame {squares}; they must be the same, and fewer than 255"
        )
    read_about(_folder(module))
    _games.GAMES = (*_games.GAMES, entry)
    _games.NAMES = (*_games.NAMES, name)


def is_outside(package: str) -> bool:
    """Whether a game's package is none of the project's own."""
    return not package.startswith(f"{RULES}.")


def package_name(name: str) -> str:
    """The last name of a game's package; a board finds its modules by that."""
    return name.replace("-", "_")


def check_package(package: str) -> None:
    """CrossboardError if something else in `shared_rules` on a board has the name of that package, which becomes one of it."""
    last = package.rpartition(".")[2]
    ours = {path.stem for path in rules_folder().iterdir()}
    if last in ours or any(module.split(".")[-2] == last for _, module, _ in _games.GAMES):
        raise CrossboardError(f"its package can't be called '{last}': boards have another module of that name")


def check_name(name: str) -> None:
    """CrossboardError if a game can't be called so."""
    if not NAME.fullmatch(name):
        raise CrossboardError(f"'{name}' can't be a game's name: lower-case letters and digits, words joined by '-'")


def _entry(name: str, value: Any) -> Entry:
    found = CLASS.fullmatch(value) if isinstance(value, str) else None
    check_name(name)
    if found is None:
        raise CrossboardError(f"'{value}' is not of the form package.game:Class")
    return name, found[1], found[2]


def _entry_of_class(package: str) -> Entry:
    """The one class of a package's game.py that has a game's name."""
    module = f"{package}.game"
    names = cast("dict[str, Any]", vars(_import(module)))
    found = [
        (str(vars(value)["name"]), module, key)
        for key, value in names.items()
        if isinstance(value, type) and value.__module__ == module and "name" in vars(value)
    ]
    if len(found) != 1:
        raise CrossboardError(f"{module} has {len(found)} classes with a game's 'name', not one")
    return _entry(found[0][0], f"{module}:{found[0][2]}")


def _forget(package: str) -> None:
    """Take the games of a package off the registry, and it from the modules loaded: another one of that name is to come."""
    _games.GAMES = tuple(entry for entry in _games.GAMES if entry[1].rpartition(".")[0] != package)
    _games.NAMES = tuple(entry[0] for entry in _games.GAMES)
    for loaded in [one for one in sys.modules if one == package or one.startswith(f"{package}.")]:
        del sys.modules[loaded]


def _class(module: str, name: str) -> Any:
    try:
        return getattr(_import(module), name)
    except AttributeError:
        raise CrossboardError(f"{module} has no class {name}") from None


def _import(module: str) -> Any:
    try:
        return importlib.import_module(module)
    except (Exception, SystemExit) as error:  # whatever somebody else's module does
        raise CrossboardError(f"{module} can't be imported: {_words(error)}") from error


def _folder(module: str) -> Path:
    return Path(str(sys.modules[module].__file__)).parent


def _words(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"
