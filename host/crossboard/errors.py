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


def reason_of(error: OSError) -> str:
    """The operating system's own words, without number and file name."""
    return error.strerror or str(error)
