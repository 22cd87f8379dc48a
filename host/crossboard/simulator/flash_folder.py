"""The folders that hold simulated boards' flash: their places, their board ids, and locks so that two programs never share one."""

from __future__ import annotations

import contextlib
import importlib
import re
import secrets
from pathlib import Path
from typing import IO, Any

from crossboard.errors import CrossboardError, reason_of
from crossboard.folders import data_folder


def flash_folder(user: str, profile: str) -> Path:
    """The flash folder of the simulated board with that profile on which `user` (a command) plays."""
    return data_folder() / "simulated" / profile / user


def board_id(flash: Path | None) -> str:
    """The board id kept beside a flash folder. A new flash is a new board; otherwise its games would be mixed up."""
    path = flash.with_name(f"{flash.name}.id") if flash else None
    with contextlib.suppress(OSError, UnicodeDecodeError):
        known = path.read_text(encoding="ascii").strip() if path else ""
        if re.fullmatch(r"[0-9a-f]{16}", known):
            return known
    fresh = secrets.token_hex(8)
    if path:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(fresh + "\n", encoding="ascii")
        except OSError as error:
            raise CrossboardError(reason_of(error), str(path)) from error
    return fresh


def lock(flash: Path, stack: contextlib.ExitStack) -> bool:
    """Lock a flash until `stack` is closed; False if another program holds it, CrossboardError if it can't be written."""
    path = flash.with_name(f"{flash.name}.lock")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = stack.enter_context(path.open("a+b"))
    except OSError as error:
        raise CrossboardError(reason_of(error), str(error.filename or path)) from error
    try:
        _lock_file(file)
    except OSError:
        return False
    return True


def _lock_file(file: IO[bytes]) -> None:
    """Lock a file or raise OSError; closing it, or the end of the program however it ends, unlocks it."""
    try:
        fcntl: Any = importlib.import_module("fcntl")
    except ImportError:
        msvcrt: Any = importlib.import_module("msvcrt")
        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
