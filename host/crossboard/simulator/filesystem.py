"""A PC's folder as the flash of a simulated board."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

OURS = ("firmware", "shared_rules")
"""Folders that are ours alone, as for `crossboard flash`."""


def install(flash: Path, files: Mapping[str, bytes]) -> None:
    """Writes a board's files (absolute board path -> content) and removes what else is in our folders."""
    wanted = {path.lstrip("/"): content for path, content in files.items()}
    for folder in OURS:
        for path in list((flash / folder).rglob("*")):
            if path.is_file() and path.relative_to(flash).as_posix() not in wanted:
                path.unlink()
    lay(flash, wanted)


def folder_files(folder: Path) -> dict[str, bytes]:
    """Path on the board (without the leading slash) -> content, of a folder that is to become the flash as it is."""
    paths = [path for path in sorted(folder.rglob("*")) if path.is_file() and "__pycache__" not in path.parts]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def lay(flash: Path, files: Mapping[str, bytes]) -> None:
    """Writes files into a flash folder; equal files are not rewritten, other files stay."""
    for name, content in files.items():
        path = flash / name
        if path.is_file() and path.read_bytes() == content:
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
