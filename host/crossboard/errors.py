"""The one error that a user gets to see.

Everything that can be wrong from outside (a file, a port, a typed word, a board) is raised as CrossboardError or a
subclass; cli.main turns it into one line on stderr, `crossboard: WHERE: WHAT`, and exit status 2.
"""

from __future__ import annotations

import re
import sys
from contextlib import nullcontext
from pathlib import Path
from typing import IO

LONG_WORD = re.compile(r"(\S{40})\S{60,}?(?='?[:;,]?(?:\s|$))")


class CrossboardError(Exception):
    """What is wrong with what came from outside, in one line, and where (a file and line, a port, a board)."""

    def __init__(self, what: str, where: str = "") -> None:
        super().__init__(f"{where}: {what}" if where else what)
        self.what = what
        self.where = where


class LibraryError(CrossboardError):
    """The library can't be opened, read or written."""


class TextError(CrossboardError):
    """What is wrong with a file's text: of a long word of it only the beginning is told."""

    def __init__(self, what: str, where: str = "") -> None:
        super().__init__(brief(what), where)


class RecordError(TextError):
    """A game record that can't be read."""


class LinkError(CrossboardError):
    """A port or a board that can't be reached, or that does not speak our language."""


def brief(text: str) -> str:
    """A message with the beginnings of the long words in it; no ply, square or number has as many characters."""
    return LONG_WORD.sub(r"\1…", text)


def place(source: str | Path, line: int) -> str:
    """`FILE:LINE`, as every complaint about a file begins."""
    return f"{source}:{line}"


LONGEST_TEXT = 1 << 28  # bytes; a million games are not longer
PART = 1 << 20


NO_TEXT = "is not UTF-8 text"


def read_text(path: Path, error: type[CrossboardError] = CrossboardError, no_text: str = NO_TEXT) -> str:
    """A file's text, `-` is standard input; `error` where it can't be read, never ends or has a NUL byte, and with the words
    `no_text` where it is not UTF-8 (a BOM is let go).
    """
    try:
        with path.open("rb") if str(path) != "-" else nullcontext(sys.stdin.buffer) as file:
            data, ends_in_nul = _read_bytes(path, file, error)
    except OSError as problem:
        raise error(reason_of(problem), str(path)) from problem
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        line = data.count(b"\n", 0, problem.start) + 1
        raise error(no_text, place(path, line)) from problem
    if ends_in_nul:
        raise error("has a NUL byte, so it is not a text file", place(path, data.count(b"\n") + 1))
    return text


def _read_bytes(path: Path, file: IO[bytes], error: type[CrossboardError]) -> tuple[bytes, bool]:
    """All bytes up to the first NUL, and whether there is one: no text has that, and devices have nothing else."""
    data = bytearray()
    while part := file.read(PART):
        before, nul, _ = part.partition(b"\0")
        data += before
        if nul:
            return bytes(data), True
        if len(data) > LONGEST_TEXT:
            raise error(f"is longer than {LONGEST_TEXT >> 20} MiB", str(path))
    return bytes(data), False


def reason_of(error: OSError) -> str:
    """The operating system's own words, without number and file name."""
    return error.strerror or str(error)
