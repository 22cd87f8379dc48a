"""Order-ready archives hardware/pcb/NAME/NAME-gerbers.zip: KiCad checks each board and plots it (plot.py).

KiCad's Python module lives in a Python of its own: the system's on Debian, or the one that KICAD_PYTHON names. An archive says
which board file it was made from, so that one that is out of date is seen without KiCad too.
"""

from __future__ import annotations

import hashlib
import io
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from crossboard.hardware.pcb import sets

PLOT = Path(__file__).with_name("plot.py")
MADE_FROM = "made-from.txt"
LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""Date of the files in an archive, so that the same board gives the same archive."""

CANDIDATES = (
    "/usr/bin/python3",
    "/Applications/KiCad/KiCad.app/Contents/Frameworks/Python.framework/Versions/Current/bin/python3",
)


def kicad_python() -> str:
    """A Python that has `pcbnew`, "" if there is none."""
    for name in (os.environ.get("KICAD_PYTHON", ""), *CANDIDATES, shutil.which("python3") or ""):
        if name and Path(name).is_file():
            asked = subprocess.run([name, "-c", "import pcbnew"], capture_output=True, check=False)
            if asked.returncode == 0:
                return name
    return ""


def archive(folder: Path, name: str) -> Path:
    """Where a board's archive is."""
    return folder / "pcb" / name / f"{name}-gerbers.zip"


def made_from(board_file: Path) -> str:
    """What the archive says of its board file, in its first line; the second one names KiCad's version."""
    return f"{board_file.name} sha256 {hashlib.sha256(board_file.read_bytes()).hexdigest()}\n"


def outdated(folder: Path) -> list[str]:
    """Archives that are missing or were made from another board file: paths below `folder`."""
    return [archive(folder, name).relative_to(folder).as_posix() for name in sets.BOARDS if not _current(folder, name)]


def _current(folder: Path, name: str) -> bool:
    path, board_file = archive(folder, name), folder / "pcb" / name / f"{name}.kicad_pcb"
    if not path.is_file() or not board_file.is_file():
        return False
    with zipfile.ZipFile(path) as opened:
        return MADE_FROM in opened.namelist() and opened.read(MADE_FROM).decode().startswith(made_from(board_file))


def plot(folder: Path) -> int:
    """Check and plot what is out of date; 0 if all is well, also where there is no KiCad."""
    late = [name for name in sets.BOARDS if not _current(folder, name)]
    python = kicad_python()
    if not python:
        state = f"{', '.join(late)} would have to be plotted again" if late else "the archives there are current"
        print(f"hardware/pcb: KiCad's Python module (pcbnew) is not installed; {state}")
        return 0
    for name in late:
        path = folder / "pcb" / name / f"{name}.kicad_pcb"
        made = checked(python, path)
        if isinstance(made, str):
            print(f"hardware/pcb/{name}: KiCad's design rule check found:\n{made}", file=sys.stderr)
            return 1
        archive(folder, name).write_bytes(made)
        print(f"hardware/pcb/{name}: no finding of KiCad's design rule check; {archive(folder, name).name} written")
    return 0


def checked(python: str, board_file: Path) -> bytes | str:
    """The archive of a board that KiCad finds right, else what it found."""
    with tempfile.TemporaryDirectory(prefix="crossboard-") as temporary:
        out = Path(temporary) / "out"
        for ending in (".kicad_pcb", ".kicad_pro"):
            shutil.copy(board_file.with_suffix(ending), temporary)
        copy = Path(temporary) / board_file.name
        ran = subprocess.run([python, str(PLOT), str(copy), str(out)], capture_output=True, text=True, check=False)
        if ran.returncode:
            return ran.stdout + ran.stderr
        version = (out / "version.txt").read_text(encoding="utf-8").split("+")[0]
        files = {path.name: path.read_bytes() for path in sorted(out.iterdir()) if path.suffix != ".txt"}
    return packed({**files, MADE_FROM: f"{made_from(board_file)}KiCad {version}\n".encode()})


def packed(files: dict[str, bytes]) -> bytes:
    """A zip archive that depends on nothing but the files."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive_file:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name, LONG_AGO)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive_file.writestr(entry, content)
    return out.getvalue()
