"""`sys` as on the board. The .mpy version is the engine's own: it loads bytecode only."""

from collections import namedtuple
from sys import *
from sys import implementation as _engine
from sys import path  # noqa: F401

import _board

platform = _board.platform
implementation = namedtuple("implementation", ("name", "version", "_machine", "_mpy", "_build"))(
    _engine.name, _engine.version, _board.machine, _engine._mpy, _board.build
)
