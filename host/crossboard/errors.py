"""The one error that a user gets to see.

Everything that can be wrong from outside (a file, a port, a typed word, a board) is raised as CrossboardError or a
subclass; cli.main turns it into one line on stderr, `crossboard: WHERE: WHAT`, and exit status 2.
"""

from __future__ import annotations

import codecs
import re
import sys
from contextlib import nullcontext
from pathlib import Path

LONG_WORD = re.compile(r"(\S{40})\S{60,}?(?='?[:;,]?(?:\s|$))")


class CrossboardError(Exception):
    """What is wrong with what came from outside, in one line, and where (a file and line, a port, a board)."""

    def __init__(self, what: str, where: str = "") -> None:
        super().__init__(f"{where}: " + what if where else what)
        self.what = what
        self.where = where


class LibraryError(CrossboardError):
    """The library can't be opened, read or written."""


class TextError(CrossboardError):
    """What is wrong with a file's text: long words in it are cut."""

    def __init__(self, what: str, where: str = "") -> None:
        super().__init__(brief(what), where)


class RecordError(TextError):
    """A game record that can't be read."""


class LinkError(CrossboardError):
    """A port or a board that can't be reached, or that speaks another protocol."""


def brief(text: str) -> str:
    """A message with its long words cut; no ply, square or number has as many characters."""
    return LONG_WORD.sub(r"\1…", text) if LONG_WORD.search(text) else text


def place(source: str | Path, line: int) -> str:
    """`FILE:LINE`, as every complaint about a file begins."""
    return f"{source}:{line}"


LONGEST_TEXT = 1 << 28  # bytes; a million games are not longer
PART = 1 << 20
UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
UTF_16_UNMARKED = re.compile(rb"(?:[^\0]\0){2}|(?:\0[^\0]){2}")
NO_TEXT = "is not UTF-8 text"


def read_text(path: Path, error: type[CrossboardError] = CrossboardError, no_text: str = NO_TEXT) -> str:
    """A file's text, `-` is standard input; `error` where it can't be read, never ends or has a NUL byte, and with the words
    `no_text` where it is neither UTF-8 nor, by its byte order mark, UTF-16.
    """
    return decode(read_bytes(path, error), path, error, no_text)


def read_bytes(path: Path, error: type[CrossboardError]) -> bytes:
    """All bytes of a file, `-` is standard input, up to a MiB of nothing but NULs, which only devices have."""
    data = bytearray()
    try:
        with path.open("rb") if str(path) != "-" else nullcontext(sys.stdin.buffer) as file:
            while part := file.read(PART):
                data += part
                if len(data) > LONGEST_TEXT:
                    raise error(f"is longer than {LONGEST_TEXT >> 20} MiB", str(path))
                if not part.strip(b"\0"):
                    break
    except OSError as problem:
        raise error(reason_of(problem), str(path)) from problem
    return bytes(data)


def decode(data: bytes, path: Path, error: type[CrossboardError], no_text: str = NO_TEXT) -> str:
    """The text of a file's bytes; errors as `read_text`."""
    utf_16 = data.startswith(UTF_16)
    if UTF_16_UNMARKED.match(data):
        raise error("is UTF-16 text without a byte order mark; save it as UTF-8", place(path, 1))
    try:
        text = data.decode("utf-16" if utf_16 else "utf-8-sig")
    except UnicodeDecodeError as problem:
        line = data.count(b"\n", 0, problem.start) + 1
        more = ", nor the UTF-16 that its first bytes announce" if utf_16 else ""
        raise error(no_text + more, place(path, line)) from problem
    if "\0" in text:
        raise error("has a NUL byte, so it is not a text file", place(path, text.count("\n", 0, text.index("\0")) + 1))
    return text


def decode_any(data: bytes) -> str:
    """The text of bytes that may be damaged: those that are not UTF-8 (or, by their byte order mark, UTF-16) are taken for the
    letters that Windows' Latin-1 has for them.
    """
    return data.decode("utf-16", "replace") if data.startswith(UTF_16) else data.decode("utf-8-sig", LATIN_1)


LATIN_1 = "crossboard-latin-1"


def _as_latin_1(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return error.object[error.start : error.end].decode("cp1252", "replace"), error.end


codecs.register_error(LATIN_1, _as_latin_1)


def reason_of(error: OSError) -> str:
    """The operating system's own words, without number and file name; plainer ones for a folder in place of a file."""
    return "is a folder; wanted a file" if isinstance(error, IsADirectoryError) else error.strerror or str(error)
