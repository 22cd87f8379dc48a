"""I/O errors inside SQLite: its default VFS with a fault at the N-th operation, once or from then on.

What SQLite's own tests do, by ctypes: the VFS's xOpen, xDelete and the files' xRead, xWrite, xTruncate, xSync are wrapped in the
library that Python's sqlite3 is linked with. Covered is every call of those six on the database, its journal and its WAL; not
covered are memory, locks and the WAL's shared memory.
"""

from __future__ import annotations

import _sqlite3
import contextlib
import ctypes
import subprocess
import sys
from collections.abc import Callable, Generator
from ctypes import CFUNCTYPE, POINTER, Structure, c_char_p, c_int, c_int64, c_void_p
from typing import Any

IOERR_READ, IOERR_WRITE, IOERR_FSYNC, IOERR_TRUNCATE, IOERR_DELETE = 266, 778, 1034, 1546, 2570
CANTOPEN, FULL = 14, 13

OPEN = CFUNCTYPE(c_int, c_void_p, c_void_p, c_void_p, c_int, c_void_p)
DELETE = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int)
TRANSFER = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int, c_int64)
TRUNCATE = CFUNCTYPE(c_int, c_void_p, c_int64)
SYNC = CFUNCTYPE(c_int, c_void_p, c_int)


class Methods(Structure):
    """The beginning of sqlite3_io_methods; what follows is copied as it is."""

    _fields_ = [
        ("version", c_int), ("close", c_void_p), ("read", c_void_p), ("write", c_void_p), ("truncate", c_void_p),
        ("sync", c_void_p), ("rest", c_void_p * 16),
    ]  # fmt: skip


class Vfs(Structure):
    """The beginning of sqlite3_vfs."""

    _fields_ = [
        ("version", c_int), ("file_size", c_int), ("longest", c_int), ("next", c_void_p), ("name", c_char_p),
        ("data", c_void_p), ("open", c_void_p), ("delete", c_void_p),
    ]  # fmt: skip


class File(Structure):
    """sqlite3_file."""

    _fields_ = [("methods", POINTER(Methods))]


def _library() -> Any:
    """The very SQLite that Python uses, None if it is not a shared library here."""
    try:
        said = subprocess.run(["ldd", _sqlite3.__file__], capture_output=True, text=True, check=False).stdout
        paths = [line.split("=>")[1].split()[0] for line in said.splitlines() if "libsqlite3" in line]
        found = ctypes.CDLL(paths[0])
        found.sqlite3_vfs_find.restype = POINTER(Vfs)
        return found
    except (AttributeError, IndexError, OSError):
        return None


class Faults:
    """`operations` counts; the one numbered `at` fails, and all after it if `lasting`."""

    def __init__(self) -> None:
        self.operations = 0
        self.at = -1
        self.lasting = False
        self.failed: list[str] = []

    def begin(self, at: int, lasting: bool) -> None:
        self.operations, self.at, self.lasting = 0, at, lasting
        self.failed.clear()

    def fails(self, what: str) -> bool:
        number, self.operations = self.operations, self.operations + 1
        if self.at >= 0 and (number == self.at or self.lasting and number > self.at):
            self.failed.append(what)
            return True
        return False


def possible() -> bool:
    """Whether this Python's SQLite can be reached."""
    return sys.platform.startswith("linux") and _library() is not None


@contextlib.contextmanager
def faulty_sqlite() -> Generator[Faults, None, None]:
    """While inside, every database that is opened may fail as the Faults say."""
    vfs = _library().sqlite3_vfs_find(None).contents
    faults = Faults()
    patched: dict[int, Methods] = {}
    kept: list[Any] = []

    def wrap(kind: Any, address: int, name: str, code: Callable[[], int]) -> int:
        real = kind(address)

        def call(*arguments: Any) -> int:
            return code() if faults.fails(name) else int(real(*arguments))

        wrapped = kind(call)
        kept.extend((real, wrapped))
        return int(ctypes.cast(wrapped, c_void_p).value or 0)

    def methods_of(methods: Any) -> Any:
        address = ctypes.addressof(methods.contents)
        if address not in patched:
            copy = Methods()
            ctypes.memmove(ctypes.byref(copy), methods, ctypes.sizeof(Methods))
            copy.read = wrap(TRANSFER, copy.read, "read", lambda: IOERR_READ)
            copy.write = wrap(TRANSFER, copy.write, "write", lambda: FULL if faults.at % 2 else IOERR_WRITE)
            copy.truncate = wrap(TRUNCATE, copy.truncate, "truncate", lambda: IOERR_TRUNCATE)
            copy.sync = wrap(SYNC, copy.sync, "sync", lambda: IOERR_FSYNC)
            patched[address] = copy
        return ctypes.pointer(patched[address])

    real_open = OPEN(vfs.open)

    def open_file(this: int, name: int, file: int, flags: int, out: int) -> int:
        if faults.fails("open"):
            ctypes.cast(file, POINTER(File)).contents.methods = POINTER(Methods)()
            return CANTOPEN
        status = int(real_open(this, name, file, flags, out))
        opened = ctypes.cast(file, POINTER(File)).contents
        if status == 0 and opened.methods:
            opened.methods = methods_of(opened.methods)
        return status

    own_open = OPEN(open_file)
    before = vfs.open, vfs.delete
    vfs.delete = wrap(DELETE, vfs.delete, "delete", lambda: IOERR_DELETE)
    vfs.open = ctypes.cast(own_open, c_void_p).value
    try:
        yield faults
    finally:
        faults.at = -1
        vfs.open, vfs.delete = before
