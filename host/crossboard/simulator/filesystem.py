"""What is on a board's flash when it leaves the workshop: the firmware, the shared rules and the profile."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Any

from crossboard.profiles import profile_json
from crossboard.simulator.install import checkout
from crossboard.simulator.wiring import SimulatorError


def firmware_folder() -> Path:
    """The firmware's sources, of the checkout or of the installed package."""
    root = checkout()
    folder = root / "firmware" if root else Path(__file__).resolve().parents[1] / "on_board" / "firmware"
    if not (folder / "main.py").is_file():
        raise SimulatorError(f"there is no firmware in {folder}")
    return folder


def rules_folder() -> Path:
    """The sources of `shared_rules`."""
    spec = find_spec("shared_rules")
    if spec is None or spec.origin is None:
        raise SimulatorError("the package shared_rules is not installed")
    return Path(spec.origin).parent


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
