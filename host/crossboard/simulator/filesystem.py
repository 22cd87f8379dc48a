"""What is on a board's flash when it leaves the workshop: the firmware, the shared rules and the profile."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from crossboard.folders import firmware_folder, rules_folder
from crossboard.profiles import profile_json


def board_files(profile: dict[str, Any]) -> dict[str, bytes]:
    """Path on the board (without the leading slash) -> content."""
    firmware = firmware_folder()
    files = {"profile.json": profile_json(profile).encode(), "main.py": (firmware / "main.py").read_bytes()}
    for name, folder in (("firmware", firmware), ("shared_rules", rules_folder())):
        for path in sorted(folder.rglob("*.py")):
            files[f"{name}/{path.relative_to(folder).as_posix()}"] = path.read_bytes()
    for name in ("main.py", "manifest.py"):
        files.pop(f"firmware/{name}", None)
    return files


def folder_files(folder: Path) -> dict[str, bytes]:
    """The same for a folder that is to become the flash as it is."""
    paths = [path for path in sorted(folder.rglob("*")) if path.is_file() and "__pycache__" not in path.parts]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def lay(flash: Path, files: dict[str, bytes]) -> None:
    """Writes files into a flash folder; what is there already and equal is left alone, anything else stays."""
    for name, content in files.items():
        path = flash / name
        if path.is_file() and path.read_bytes() == content:
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
