"""Where things are: what a user keeps (the library of games, the flash of simulated boards), and the project's own sources."""

from __future__ import annotations

import contextlib
import importlib
import os
from importlib.util import find_spec
from pathlib import Path
from typing import IO, Any

import platformdirs

from crossboard.errors import CrossboardError, reason_of

ENVIRONMENT = "CROSSBOARD_HOME"


def data_folder() -> Path:
    """$CROSSBOARD_HOME, else where the system wants programs to keep a user's data."""
    named = os.environ.get(ENVIRONMENT, "")
    try:
        return user_path(named) if named else Path(platformdirs.user_data_dir("crossboard", False))
    except CrossboardError as error:
        raise CrossboardError(error.what, f"${ENVIRONMENT}") from error


def user_path(text: str) -> Path:
    """A path as a user names it, `~` and `~name` for homes; CrossboardError if nobody is called so."""
    try:
        return Path(text).expanduser()
    except RuntimeError:
        raise CrossboardError(f"'{text.partition('/')[0]}' is not a user's home folder here", text) from None


def checkout() -> Path | None:
    """The repository this package runs from, or None where it was installed without one."""
    root = Path(__file__).resolve().parents[2]
    return root if (root / "pyproject.toml").is_file() and (root / "firmware").is_dir() else None


def firmware_folder() -> Path:
    """The firmware's sources, of the checkout or of the installed package."""
    root = checkout()
    folder = root / "firmware" if root else Path(__file__).resolve().parent / "on_board" / "firmware"
    if not (folder / "main.py").is_file():
        raise CrossboardError(f"there is no firmware in {folder}")
    return folder


def rules_folder() -> Path:
    """The sources of `shared_rules`."""
    spec = find_spec("shared_rules")
    if spec is None or spec.origin is None:
        raise CrossboardError("the package shared_rules is not installed")
    return Path(spec.origin).parent


def write_whole(path: Path, content: str, private: bool = False) -> None:
    """Replace a file whole: whoever reads it sees the old or the new content. CrossboardError if that can't be."""
    temporary = path.with_name(path.name + ".new")
    try:
        make_folder(path.parent)
        handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600 if private else 0o644)
        with os.fdopen(handle, "w", encoding="utf-8", errors="replace") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except OSError as error:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise CrossboardError(reason_of(error), str(path)) from error


def make_folder(path: Path) -> None:
    """Make that folder, and those that it is in, if it is not there; CrossboardError if that can't be."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError) as error:
        raise CrossboardError("there is a file where a folder is wanted", str(path)) from error
    except OSError as error:
        raise CrossboardError(reason_of(error), str(path)) from error


def lock(what: Path, stack: contextlib.ExitStack) -> bool:
    """Lock a file or folder that two programs must not share, by a file beside it, until `stack` is closed. False if another
    program holds it, CrossboardError if that can't be written."""
    path = what.with_name(f"{what.name}.lock")
    make_folder(path.parent)
    try:
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
