"""Finds simulated boards that run in other programs, for `play` and `boards`.

Each says by a small file of its own in the user's data folder where its workbench is (the control endpoint);
what a file says is believed only if somebody answers there.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
from collections.abc import Generator
from pathlib import Path
from typing import NamedTuple

from crossboard.errors import CrossboardError
from crossboard.folders import data_folder
from crossboard.simulator.control import RemoteBoard

ADDRESS = re.compile(r"127\.0\.0\.1:\d{1,5}")


class Running(NamedTuple):
    """A simulated board: its serial port, its control endpoint, its profile's name."""

    port: str
    control: str
    profile: str


def _folder() -> Path:
    return data_folder() / "simulated" / "running"


@contextlib.contextmanager
def announce(control: str) -> Generator[None, None, None]:
    """While inside, other programs find the simulated board with that control endpoint."""
    path = _folder() / f"{os.getpid()}.json"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps({"control": control}) + "\n", encoding="utf-8")
    except OSError:
        pass  # then it is not found by itself; its printed port and control endpoint serve as well
    try:
        yield
    finally:
        with contextlib.suppress(OSError):
            path.unlink()


def running() -> list[Running]:
    """All simulated boards that answer. Files of boards that are gone are removed."""
    found: list[Running] = []
    for path in sorted(_folder().glob("*.json")):
        with contextlib.suppress(OSError, ValueError, TypeError, RecursionError):
            control = str(dict(json.loads(path.read_text(encoding="utf-8"))).get("control"))
            if not ADDRESS.fullmatch(control):
                continue
            try:
                with RemoteBoard(control) as board:
                    info = board.info()
            except CrossboardError:
                path.unlink(missing_ok=True)
                continue
            if info.get("port"):
                found.append(Running(info["port"], control, info.get("profile", "")))
    return found


def running_ports() -> list[str]:
    """The ports of all of them."""
    return [board.port for board in running()]


def running_at(port: str) -> Running | None:
    """The simulated board with that port, None if there is none."""
    return next((board for board in running() if _same(board.port, port)), None)


def work_at(port: str) -> float:
    """What the simulated board with that port has computed since it was begun, in ms; 0 if there is none, -1 if it has ended."""
    found = running_at(port)
    if found is None:
        return 0.0
    try:
        with RemoteBoard(found.control) as board:
            return float(board.ask("work"))
    except CrossboardError:
        return -1.0


def _same(one: str, other: str) -> bool:
    return one == other or ("://" not in one and os.path.realpath(one) == os.path.realpath(other))
