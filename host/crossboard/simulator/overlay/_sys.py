"""`sys` as on a Pico. The .mpy version is the engine's own: it loads bytecode only."""

from collections import namedtuple
from sys import *
from sys import implementation as _engine

platform = "rp2"
implementation = namedtuple("implementation", ("name", "version", "_machine", "_mpy", "_build"))(
    _engine.name, _engine.version, "Raspberry Pi Pico with RP2040", _engine._mpy, "RPI_PICO"
)
