"""The folders that hold simulated boards' flash: their places and their board ids."""

from __future__ import annotations

import contextlib
import re
import secrets
from pathlib import Path

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
