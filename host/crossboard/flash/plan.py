"""Plans the changes to a board's files that make it hold exactly ours; a comparison without I/O.

The order of the steps is such that an interruption at any moment leaves a board that starts (firmware/main.py says
how): files go to /update first, and only a list of steps written at the end sets them in motion.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import PurePosixPath

UPDATE = "/update"
READY = f"{UPDATE}/ready"
PREVIOUS = "/previous"
"""Where the version before an update by Wi-Fi is kept until the new one has come up (firmware/main.py)."""
MAIN = "/main.py"
FOLDERS = ("/firmware", "/shared_rules")
"""Folders that are ours alone; other files in them are removed. /games, /boot.py and everything else are never touched."""

BACK = f"{PREVIOUS}/back"
"""The steps that lead back to it."""
WENT_BACK = "/went_back"
WHY = f"{PREVIOUS}{WENT_BACK}"
"""Why they were taken, which is at WENT_BACK then."""

BLOCK = 4096
"""The least that a file takes on flash, in bytes."""


@dataclass(frozen=True)
class Inventory:
    """Files (path -> SHA-256 in hexadecimal) and folders of a board, as far as they concern us."""

    files: dict[str, str]
    folders: frozenset[str]


@dataclass(frozen=True)
class Plan:
    """The steps, as paths on the board."""

    folders: tuple[str, ...]  # of /update to be made, outer ones first
    send: tuple[str, ...]  # files to be sent to /update
    stray: tuple[str, ...]  # files of /update and /previous that nobody wants any more
    steps: tuple[str, ...]  # lines of /update/ready

    @property
    def changed(self) -> bool:
        """Whether the installed files change; leftovers in /update do not count."""
        return bool(self.steps)


def sha(data: bytes) -> str:
    """SHA-256 in hexadecimal, as the board gives it."""
    return hashlib.sha256(data).hexdigest()


def blocks(data: bytes) -> int:
    """Bytes that a file with this content takes on flash."""
    return -(-max(1, len(data)) // BLOCK) * BLOCK


def parents(path: str) -> list[str]:
    """The folders above a path, outer ones first, without the root."""
    return [str(p) for p in reversed(PurePosixPath(path).parents) if str(p) != "/"]


def wrong(wanted: dict[str, bytes], found: Inventory) -> list[str]:
    """The paths whose content on the board is not the one wanted."""
    return [path for path, data in wanted.items() if found.files.get(path) != sha(data)]


def make_plan(wanted: dict[str, bytes], found: Inventory) -> Plan:
    """Plan the way from the files found to those wanted; what was done before is not done again."""
    move = sorted(wrong(wanted, found), key=lambda path: (path != MAIN, path))
    staged = {UPDATE + path: sha(wanted[path]) for path in move}
    send = tuple(path for path in move if found.files.get(UPDATE + path) != staged[UPDATE + path])
    aside = (f"{UPDATE}/", f"{PREVIOUS}/")
    stray = tuple(p for p in sorted(found.files) if p.startswith(aside) and p not in staged and p != READY)
    old = sorted(p for p in found.files if p.startswith(tuple(f"{f}/" for f in FOLDERS)) and p not in wanted)
    used = _in_order(folder for path in wanted for folder in parents(path))
    make = [folder for folder in used if folder not in found.folders]
    gone = [f for f in found.folders if f.startswith(FOLDERS) and f not in used]
    staging = _in_order(folder for path in send for folder in parents(UPDATE + path))
    empty = {f for f in found.folders if f.startswith(f"{UPDATE}/")} | {f for f in staging if f != UPDATE}
    steps = [f"+{path}" for path in move if path == MAIN]
    steps += make
    steps += [f"+{path}" for path in move if path != MAIN]
    steps += [f"-{path}" for path in old]
    steps += [f"x{folder}" for folder in sorted(gone, reverse=True)]
    if steps:
        steps += [f"x{folder}" for folder in sorted(empty, reverse=True)]
    return Plan(tuple(f for f in staging if f not in found.folders), send, stray, tuple(steps))


def staging_folders(found: Inventory) -> tuple[str, ...]:
    """The folders found in which nothing is to stay, inner ones first."""
    return tuple(sorted((f for f in found.folders if f.startswith((UPDATE, PREVIOUS))), reverse=True))


def there_and_back(steps: Iterable[str], found: Inventory) -> tuple[list[str], list[str]]:
    """The steps of a plan, for a board that is to keep the version before in /previous; and those that lead back from there.

    The latter, and why they were taken, lie in /update as BACK and WHY, to be moved by the former.
    """
    there: list[str] = []
    folders_again: list[str] = []
    moves_back: list[str] = []
    new_folders: list[str] = []
    kept: list[str] = []
    for step in steps:
        kind, path = step[0], step[1:]
        if kind == "/":
            new_folders.append(step)
        elif kind == "x" and not path.startswith(UPDATE):
            folders_again.append(path)
        elif kind == "+" and path not in found.files:
            moves_back.append(f"-{path}")
        elif kind in "+-":
            kept.append(path)
            moves_back.append(f"+{path}")
            there.append(f">{path}")
        if kind != "-":
            there.append(step)
    folders = _in_order(folder for path in kept for folder in parents(PREVIOUS + path))
    back = [*reversed(folders_again), *moves_back, *(f"x{folder}" for folder in reversed(new_folders))]
    return (
        [*_in_order([PREVIOUS, *folders]), f"+{WHY}", *there, f"+{BACK}", f"x{UPDATE}{PREVIOUS}"],
        [*back, f"+{WENT_BACK}", *(f"x{folder}" for folder in reversed(folders) if folder != PREVIOUS)],
    )


def _in_order(folders: Iterable[str]) -> list[str]:
    """Each folder once, sorted, so that a folder comes before what is in it."""
    return sorted(set(folders))
