"""`os` as on the board."""

from collections import namedtuple
from sys import implementation

import _board
from uos import *
from uos import ilistdir as _ilistdir
from uos import rename as _rename

_uname = namedtuple("uname", ("sysname", "nodename", "release", "version", "machine"))


def uname():
    release = ".".join([str(part) for part in implementation.version[:3]])
    return _uname(_board.platform, _board.platform, release, "v" + release + " (simulated)", _board.machine)


def ilistdir(path=""):
    """As littlefs lists: name, type, 0, size."""
    base = path if path.endswith("/") else path + "/" if path else ""
    return ((name, kind, 0, stat(base + name)[6]) for name, kind, _ in _ilistdir(path))


def rename(old, new):
    """This build mixes up two absolute paths; both are made relative to where the program stands."""
    here = getcwd().strip("/")
    up = "../" * (here.count("/") + 1) if here else ""
    _rename(up + old[1:] if old[:1] == "/" else old, up + new[1:] if new[:1] == "/" else new)


def urandom(count):
    return bytes([_board.random_byte() for _ in range(count)])


def sync():
    """Writes of closed and flushed files are on flash already."""
