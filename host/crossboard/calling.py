"""How this program is called from the shell it was started in: what it prints as a command can be typed as it stands."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from pathlib import Path

NAME = "crossboard"
PIPX = "pipx_metadata.json"  # in an environment that is pipx's


def command(*words: str) -> str:
    """A command line of this program, `crossboard replay 8` where that is found, else by its path or by Python's."""
    return " ".join([_program(), *(shlex.quote(word) for word in words)])


def pip_install(extra: str) -> str:
    """The command line that installs what an extra of this package (pyproject.toml) has, from the package index.

    The index has no Crossboard, so it names the packages; that is right in a checkout and where a wheel was installed.
    """
    from importlib import metadata  # takes a while

    needs = [need.partition(";") for need in metadata.requires(NAME) or ()]
    names = [name.strip() for name, _, when in needs if when.replace("'", '"').strip() == f'extra == "{extra}"']
    return install(*names)


def install(*packages: str) -> str:
    """The command line that installs packages where this program finds them: pipx has an environment of its own for it."""
    home = Path(sys.prefix)
    how = f"pipx inject {home.name}" if (home / PIPX).is_file() else f"{_path(Path(sys.executable))} -m pip install"
    return " ".join([how, *map(shlex.quote, packages)])


def _program() -> str:
    if sys.platform == "emscripten":
        return NAME  # on a page: it is typed elsewhere
    started = Path(sys.argv[0]) if sys.argv and sys.argv[0] else Path()
    script = started if started.stem == NAME else Path(sys.executable).with_name(NAME)
    if not script.with_suffix(".exe" if os.name == "nt" else script.suffix).is_file():
        return f"{_path(Path(sys.executable))} -m {NAME}"
    return _path(script)


def _path(program: Path) -> str:
    """The shortest that the shell finds it by: its name, the way from here, or the whole path."""
    found = shutil.which(program.stem)
    if found and Path(found).exists() and program.exists() and os.path.samefile(found, program):
        return shlex.quote(program.stem)
    whole = Path(os.path.abspath(program))
    here = Path.cwd()
    return shlex.quote(str(whole.relative_to(here) if whole.is_relative_to(here) else whole))
