"""The terminal: whether a person sits at it, and keys as they are pressed. Works on POSIX and Windows.

Keys come as names: "left", "right", "up", "down", "home", "end", "enter", "backspace", "esc", "ctrl-c", "ctrl-d",
or the character itself. `Keys` gives the terminal back as it was, whatever happens. Whole screens are drawn by
play_app.py and replay_app.py.
"""

from __future__ import annotations

import importlib
import os
import select
import sys
import time
from types import TracebackType
from typing import Any, Self, TextIO

ESCAPES = {
    "[A": "up", "[B": "down", "[C": "right", "[D": "left", "[H": "home", "[F": "end", "[1~": "home", "[4~": "end",
    "OA": "up", "OB": "down", "OC": "right", "OD": "left", "OH": "home", "OF": "end",
}  # fmt: skip
CONTROLS = {
    "\r": "enter", "\n": "enter", "\x7f": "backspace", "\x08": "backspace",
    "\x03": "ctrl-c", "\x04": "ctrl-d", "\x15": "ctrl-u", "\x1b": "esc",
}  # fmt: skip
DRAWN = "\u2502\u00b7\u2717"  # of what the screens are drawn with
ESCAPE_S = 0.03  # the rest of an arrow key's bytes is there by then, or it was the Escape key
WINDOWS = {"H": "up", "P": "down", "K": "left", "M": "right", "G": "home", "O": "end"}


def is_interactive() -> bool:
    """Whether a person sits at both ends."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def has_screen() -> bool:
    """Whether a person sits there, and whole screens can be drawn: they need more than ASCII. Textual writes to standard error."""
    return is_interactive() and shows(DRAWN) and shows(DRAWN, sys.stderr)


def shows(text: str, stream: TextIO | None = None) -> bool:
    """Whether standard output, or that stream, has all these characters."""
    try:
        text.encode((stream or sys.stdout).encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def is_gone() -> bool:
    """Whether the terminal has been closed. Who is not of its session gets no signal of that."""
    if os.name != "posix":
        return False
    poll = select.poll()
    poll.register(sys.stdin.fileno(), 0)
    return bool(poll.poll(0))


class Keys:
    """Reads single keys; use as a context. `read` waits at most so many seconds and gives the keys pressed."""

    def __init__(self) -> None:
        self._saved: Any = None

    def __enter__(self) -> Self:
        if os.name == "posix":
            termios: Any = importlib.import_module("termios")
            self._saved = termios.tcgetattr(sys.stdin.fileno())
            mode = termios.tcgetattr(sys.stdin.fileno())
            # No echo, no lines, and Ctrl-C as a key: so that it can't hit in the middle of a transaction.
            mode[3] &= ~(termios.ICANON | termios.ECHO | termios.ISIG)
            mode[6][termios.VMIN], mode[6][termios.VTIME] = 0, 0
            termios.tcsetattr(sys.stdin.fileno(), termios.TCSADRAIN, mode)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._saved is not None:
            termios: Any = importlib.import_module("termios")
            termios.tcsetattr(sys.stdin.fileno(), termios.TCSADRAIN, self._saved)

    def read(self, seconds: float) -> list[str]:
        """The keys pressed by then; returns as soon as there is one. "eof" when the terminal is gone."""
        return self._read_windows(seconds) if os.name == "nt" else self._read_posix(seconds)

    def _read_posix(self, seconds: float) -> list[str]:
        if not select.select([sys.stdin], [], [], seconds)[0]:
            return []
        data = self._available()
        if not data:
            return ["eof"]
        if data.endswith((b"\x1b", b"\x1b[", b"\x1bO")) and select.select([sys.stdin], [], [], ESCAPE_S)[0]:
            data += self._available()
        return split_keys(data.decode("utf-8", "replace"))

    def _available(self) -> bytes:
        try:
            return os.read(sys.stdin.fileno(), 1024)
        except OSError:
            return b""

    def _read_windows(self, seconds: float) -> list[str]:
        msvcrt: Any = importlib.import_module("msvcrt")
        end = time.monotonic() + seconds
        while not msvcrt.kbhit():
            if time.monotonic() >= end:
                return []
            time.sleep(0.01)
        key = str(msvcrt.getwch())
        if key in "\0\xe0":
            return [WINDOWS.get(str(msvcrt.getwch()), "")]
        return [CONTROLS.get(key, key)]


def split_keys(text: str) -> list[str]:
    """The keys that a terminal's bytes stand for."""
    keys: list[str] = []
    i = 0
    while i < len(text):
        if text[i] == "\x1b" and text[i + 1 : i + 2] in ("[", "O"):
            end = i + 2
            while end < len(text) and not ("@" <= text[end] <= "~"):
                end += 1
            keys.append(ESCAPES.get(text[i + 1 : end + 1], ""))
            i = end + 1
        else:
            keys.append(CONTROLS.get(text[i], text[i]))
            i += 1
    return [key for key in keys if key]
