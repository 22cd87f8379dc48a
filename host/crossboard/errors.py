"""The one error that a user gets to see.

Everything that can be wrong from outside (a file, a port, a typed word, a board) is raised as CrossboardError or a
subclass; cli.main turns it into one line on stderr, `crossboard: WHERE: WHAT`, and exit status 2.
"""

from __future__ import annotations

from pathlib import Path


class CrossboardError(Exception):
    """What is wrong with what came from outside, in one line, and where (a file and line, a port, a board)."""

    def __init__(self, what: str, where: str = "") -> None:
        super().__init__(f"{where}: {what}" if where else what)
        self.what = what
        self.where = where


class LibraryError(CrossboardError):
    """The library can't be opened, read or written."""


class RecordError(CrossboardError):
    """A game record that can't be read."""


class LinkError(CrossboardError):
    """A port or a board that can't be reached, or that does not speak our language."""


def place(source: str | Path, line: int) -> str:
    """`FILE:LINE`, as every complaint about a file begins."""
    return f"{source}:{line}"


def read_text(path: Path, error: type[CrossboardError], no_text: str) -> str:
    """A file's text; `error` where it can't be read, and with the words `no_text` where it is not UTF-8 (a BOM is let go)."""
    try:
        data = path.read_bytes()
    except OSError as problem:
        raise error(reason_of(problem), str(path)) from problem
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        line = data.count(b"\n", 0, problem.start) + 1
        raise error(no_text, place(path, line)) from problem


def reason_of(error: OSError) -> str:
    """The operating system's own words, without number and file name."""
    return error.strerror or str(error)
