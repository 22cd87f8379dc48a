"""The crossboard command as Windows would run it, as far as another system can show: python -m tests.support.windows COMMAND ...

Crossboard's own modules see `sys.platform` and `os.name` of Windows and no module or function that only POSIX has; the libraries
below them still see the true system. A console has the letters of code page 1252 only, and a file name that Windows refuses ends
the program. Keys come from $CROSSBOARD_KEYS as the console's `msvcrt` would give them.
"""

from __future__ import annotations

import builtins
import importlib
import os
import pkgutil
import re
import signal
import sys
from collections.abc import Sequence
from pathlib import PurePath
from types import ModuleType
from typing import Any

MISSING_MODULES = {"fcntl", "grp", "pty", "pwd", "resource", "termios", "tty"}
MISSING = {
    "os": {
        "fork",
        "getuid",
        "geteuid",
        "getpgid",
        "killpg",
        "mkfifo",
        "openpty",
        "pread",
        "pwrite",
        "set_blocking",
        "setsid",
        "uname",
    },
    "signal": {
        "SIGALRM",
        "SIGHUP",
        "SIGKILL",
        "SIGPIPE",
        "SIGQUIT",
        "SIGUSR1",
        "SIGUSR2",
        "SIGWINCH",
        "alarm",
        "pause",
    },
    "select": {"epoll", "poll"},
    "socket": {"AF_UNIX"},
}
_REFUSED = re.compile(r'[<>:"|?*\\\x00-\x1f]|[. ]$|^(con|prn|aux|nul|com\d|lpt\d)(\.|$)', re.IGNORECASE)


class Windows(ModuleType):
    """A module of the library as Windows has it."""

    def __init__(self, true: ModuleType, **other: object) -> None:
        super().__init__(true.__name__)
        self.__dict__.update({"_true": true, **other})

    def __getattr__(self, name: str) -> Any:
        if name in MISSING.get(self.__name__, ()):
            raise AttributeError(f"Windows has no {self.__name__}.{name}")
        return getattr(self._true, name)

    def __setattr__(self, name: str, value: object) -> None:
        setattr(self._true, name, value)


def keyboard() -> ModuleType:
    """`msvcrt`: the keys of $CROSSBOARD_KEYS, each once; locks that always succeed."""
    keys = list(os.environ.get("CROSSBOARD_KEYS", ""))
    module = ModuleType("msvcrt")
    module.__dict__.update(
        kbhit=lambda: bool(keys), getwch=lambda: keys.pop(0), locking=lambda *lock: None, LK_NBLCK=2, LK_UNLCK=0
    )
    return module


def refused(path: str) -> bool:
    """Whether Windows takes no file of such a name, or none in a folder of it."""
    return any(_REFUSED.search(part) for part in PurePath(path).parts[1:])


def refuse_names(event: str, words: Sequence[object]) -> None:
    """An audit hook: OSError for a file that is made and that Windows does not make."""
    writes = event == "open" and any(letter in str(words[1]) for letter in "wax+")
    made = words[1] if event == "os.rename" else words[0] if writes or event in ("os.mkdir", "sqlite3.connect") else ""
    if isinstance(made, str | os.PathLike) and not str(made).startswith((":memory:", "file:")) and refused(str(made)):
        raise OSError(22, "Windows takes no such name", str(made))


def become_windows() -> None:
    """From now on Crossboard's modules see Windows."""
    faked: dict[str, ModuleType] = {
        "os": Windows(os, name="nt"),
        "sys": Windows(sys, platform="win32"),
        "signal": Windows(signal),
        "select": Windows(importlib.import_module("select")),
        "socket": Windows(importlib.import_module("socket")),
    }
    true_import = builtins.__import__
    console = keyboard()

    def ours(name: str) -> bool:
        return name.partition(".")[0] in ("crossboard", "shared_rules")

    def windows_import(name: str, globals: Any = None, locals: Any = None, fromlist: Any = (), level: int = 0) -> Any:
        if globals and ours(globals.get("__name__", "")) and not level:
            if name in MISSING_MODULES:
                raise ModuleNotFoundError(f"No module named '{name}'", name=name)
            if name in faked:
                return faked[name]
        return true_import(name, globals, locals, fromlist, level)

    true_import_module = importlib.import_module

    def import_module(name: str, package: str | None = None) -> ModuleType:
        if ours(sys._getframe(1).f_globals["__name__"]):
            if name in MISSING_MODULES:
                raise ModuleNotFoundError(f"No module named '{name}'", name=name)
            if name == "msvcrt":
                return console
        return true_import_module(name, package)

    builtins.__import__ = windows_import
    importlib.import_module = import_module
    sys.addaudithook(refuse_names)


def import_all() -> list[str]:
    """Import every module of the command; the names."""
    package = importlib.import_module("crossboard")
    names = [info.name for info in pkgutil.walk_packages(package.__path__, "crossboard.")]
    left_out = (
        "crossboard.compiled.rules",
        "crossboard.profiles.drivers.simulated",
        "crossboard.in_browser",
    )  # not for here
    names = [name for name in names if not name.startswith(left_out) and not name.endswith("__main__")]
    for name in names:
        importlib.import_module(name)
    return names


def main() -> object:
    become_windows()
    if sys.argv[1:] == ["import-all"]:
        print("\n".join(import_all()))
        return 0
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="cp1252", errors="strict", newline="\r\n")  # type: ignore[union-attr]
    return importlib.import_module("crossboard.cli").main(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())  # type: ignore[arg-type]
