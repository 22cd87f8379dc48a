"""Everything that is printed goes through here, and every file that a command is told to write.

Text may come from outside: a name in a record, a path, what a board sends. A terminal would obey control characters in it
and show others in the wrong place, so that `say`, `warn`, `status` and `console` make them `?`, wherever the text goes.
What `write` writes, a file's bytes, is altered only for a terminal.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import stat
import sys
import tempfile
import unicodedata
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO, cast

from crossboard.errors import CrossboardError, reason_of

if TYPE_CHECKING:
    from rich.console import Console

STANDARD = "-"
"""The name that stands for standard output, or for standard input where a file is read."""

ERASE = "\r\x1b[K"


def clean(text: str) -> str:
    """Text from outside made safe for a terminal: control and formatting characters become `?`."""
    if text.isprintable():
        return text
    return "".join("?" if unicodedata.category(c) in ("Cc", "Cf", "Cs", "Zl", "Zp") else c for c in text)


def clean_lines(text: str) -> str:
    """As `clean`, of text that may have several lines."""
    if text.replace("\n", "").isprintable():
        return text
    return "\n".join(map(clean, text.split("\n")))


def say(text: str = "", end: str = "\n") -> None:
    """Print to standard output."""
    sys.stdout.write(clean_lines(text) + end)
    sys.stdout.flush()


def warn(text: str) -> None:
    """Print a line to standard error; where nobody can hear it, nothing happens."""
    try:
        sys.stderr.write(clean_lines(text) + "\n")
        sys.stderr.flush()
    except (OSError, ValueError):
        pass


def forget_output() -> None:
    """Drop what is buffered for standard output, so that it is not tried again at exit."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def status(text: str = "") -> None:
    """Show a line in place of the last one, "" just removes that; nothing where standard output is not a terminal."""
    if sys.stdout.isatty():
        sys.stdout.write(ERASE + clean(text))
        sys.stdout.flush()


def console() -> Console:
    """Standard output for styled text: coloured if it is a terminal and NO_COLOR is not set, never wrapped by us."""
    from rich.console import Console

    class Clean(Console):
        def print(self, *objects: Any, **how: Any) -> None:
            super().print(*(clean_lines(one) if isinstance(one, str) else one for one in objects), **how)

        def on_broken_pipe(self) -> None:
            raise BrokenPipeError  # rich would end the program with status 1; cli.main knows better

    return Clean(highlight=False, soft_wrap=True, markup=False, emoji=False)


def write(parts: Iterable[bytes]) -> None:
    """Write a file's bytes to standard output, part by part; to a terminal as text that it can show."""
    sys.stdout.flush()
    if sys.stdout.isatty():
        text = b"".join(parts).decode("utf-8", "replace")
        say(text, end="")
        return
    for part in parts:
        sys.stdout.buffer.write(part)
    sys.stdout.buffer.flush()


def write_file(name: str, parts: Iterable[bytes]) -> None:
    """Write a file so that it is either what it was or complete; CrossboardError if that can't be done.

    `-` is standard output. A link's target is written, and a device or FIFO is written to as it is.
    """
    path = Path(name)
    try:
        if name == STANDARD:
            write(parts)
            return
        known = _stat(path)
        if known and not stat.S_ISREG(known.st_mode):
            with path.open("wb") as file:
                file.writelines(parts)
            return
        _replace(Path(os.path.realpath(path)), parts, known.st_mode if known else None)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise CrossboardError(reason_of(error), name) from error


def _stat(path: Path) -> os.stat_result | None:
    try:
        return path.stat()
    except FileNotFoundError:
        return None


def _replace(path: Path, parts: Iterable[bytes], mode: int | None) -> None:
    if mode is not None and not os.access(path, os.W_OK):
        raise PermissionError(0, "Permission denied")
    number, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:100]}.")
    try:
        with os.fdopen(number, "wb") as file:
            file.writelines(parts)
            file.flush()
            os.fsync(number)
        if mode is None:
            mask = os.umask(0)
            os.umask(mask)
            mode = 0o666 & ~mask
        os.chmod(temporary, stat.S_IMODE(mode))
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


def json_text(value: Any) -> str:
    """JSON as it is printed: indented, text as it is, but escaped what a terminal would obey; what is not Unicode becomes `?`."""
    text = json.dumps(value, ensure_ascii=False, indent=2)
    return "\n".join(line if line.isprintable() else _escaped(line) for line in text.split("\n")) + "\n"


def _escaped(line: str) -> str:
    """Characters that are not printable, as JSON escapes them; only in strings can there be any."""
    whole = line.encode("utf-8", "replace").decode()
    return "".join(c if c.isprintable() else json.dumps(c)[1:-1] for c in whole)


def cleaned(stream: TextIO) -> TextIO:
    """The stream with everything written to it cleaned."""
    return cast(TextIO, _Cleaned(stream))


class _Cleaned(io.TextIOBase):
    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str, /) -> int:
        self._stream.write(clean_lines(text))
        return len(text)

    def flush(self) -> None:
        self._stream.flush()


def ready_streams() -> None:
    """Make sure that the standard streams exist and accept any text.

    One that whoever started us has closed would be the number of the next file that is opened: the library's, say, into
    which an error message would be printed then. In its place stands the null device: standard input is empty, errors are not
    heard, and writing to standard output fails as it should.
    """
    for number, name, flags in ((0, "stdin", os.O_RDONLY), (1, "stdout", os.O_RDONLY), (2, "stderr", os.O_WRONLY)):
        if getattr(sys, name) is not None:
            continue
        try:
            os.fstat(number)
        except OSError:
            null = os.open(os.devnull, flags)
            if null != number:
                os.dup2(null, number)
                os.close(null)
        setattr(sys, name, open(number, "r" if number == 0 else "w", encoding="utf-8", closefd=False))  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace" if stream is sys.stdout else "backslashreplace")
