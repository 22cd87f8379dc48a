"""Errors of a board, read: what is installed has short names (program/names.py), and a traceback shows those.

`crossboard flash` keeps what they stand for beside the library, a file for each board; `play` puts it behind the lines
of a traceback. A short name can stand for several functions of a file: all are named.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import cast

from crossboard.folders import data_folder

Legend = Mapping[str, Mapping[str, Iterable[str]]]
"""File (dotted) -> short name -> what it stands for, as `firmware.app:App.step`."""

LINE = re.compile(r'\s*File "/?([\w/]+)\.mpy", line \d+, in (\w+)')
BOARD = re.compile(r"[0-9A-Za-z-]{1,64}")
"""Ids of boards; what says another one has no file."""


def keep(board: str, legend: Legend) -> None:
    """Keep what the names on a board stand for, in place of what was kept; OSError if that can't be written."""
    path = _path(board)
    if path:
        path.parent.mkdir(parents=True, exist_ok=True)
        names = {file: {short: sorted(full) for short, full in shorts.items()} for file, shorts in legend.items()}
        path.write_text(json.dumps(names, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def in_full(line: str, board: str) -> str:
    """A line of a board's console; one of a traceback with the functions that its name can stand for."""
    found = LINE.match(line)
    path = _path(board)
    if not found or not path:
        return line
    try:
        names = cast("Legend", json.loads(path.read_text(encoding="utf-8")))
        full = [_readable(name) for name in names[found[1].replace("/", ".")][found[2]]]
    except (OSError, ValueError, LookupError, TypeError):
        return line
    return f"{line}: {' or '.join(full)}"


def _readable(name: str) -> str:
    """`App.step of firmware/app.py`."""
    module, _, function = name.partition(":")
    return f"{function} of {module.replace('.', '/')}.py"


def _path(board: str) -> Path | None:
    return data_folder() / "names" / f"{board}.json" if BOARD.fullmatch(board) else None
