"""Access to a board's MicroPython through mpremote: its prompt, its files, its clock.

The prompt is entered by mpremote's own transport. Whatever fails on the way (cable, power, watchdog) is a Lost, after
which one may try again from the start; whatever the board's Python raises is a BoardError.
"""

from __future__ import annotations

import ast
import contextlib
import importlib
import io
import struct
import time
from collections.abc import Callable, Generator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from crossboard.boards.faults import PortFault
from crossboard.boards.ports import BAUD
from crossboard.errors import CrossboardError, LinkError, reason_of
from crossboard.flash.plan import FOLDERS, MAIN, PREVIOUS, READY, UPDATE, Inventory

_serial: Any = importlib.import_module("mpremote.transport_serial")
_transport: Any = importlib.import_module("mpremote.transport")

PATIENCE_S = 20.0
"""Seconds for which a board may be silent in the middle of an operation."""

STEPS_PATIENCE = 6
"""Factor for the steps of an installation, which print nothing; a flash chip may take 0.4 s for each."""

CHUNK = 1024
"""Bytes sent at a time; a board with little free memory must hold them twice."""

ATTEMPTS = (0.03, 0.25, 0.25, 0.5, 1.0)
"""Attempts to get the prompt of a board whose program does not end: the share of the patience for each. Most boards have it in
the first, so that whoever has named another port is told so soon.
"""


class BoardError(CrossboardError):
    """The board has reported an error."""


class Lost(LinkError):
    """The board has stopped answering."""


@dataclass(frozen=True)
class Facts:
    """Facts about a board. `mpy` as sys.implementation._mpy; bytes of flash free and in all, bytes of heap in all (0: unknown).
    `simulated`: its heap grows, and MicroPython keeps other things there than on a board."""

    name: str
    version: tuple[int, ...]
    mpy: int
    port: str
    machine: str
    board: str
    free: int
    size: int
    heap: int = 0
    simulated: bool = False


# Watchdogs: a program that we stopped does not feed its own any more. That of the RP2040 and RP2350 can be switched
# off (register CTRL, bit 30, through its alias that clears bits); on the others it runs on, and we start again.
_QUIET = """
import sys
def quiet():
    from machine import mem32
    base = 0x400D8000 if "RP2350" in sys.implementation._machine else 0x40058000
    if mem32[base] & 0x40000000: mem32[base + 0x3000] = 0x40000000
if sys.platform == "rp2":
    try: quiet()
    except Exception: pass
"""

_FACTS = """
import gc, os, sys
i = sys.implementation
s = os.statvfs("/")
try:
    from machine import unique_id
    u = "".join(["%02x" % b for b in unique_id()])
except Exception: u = ""
print(i.name)
print(".".join([str(n) for n in i.version[:3]]))
print(getattr(i, "_mpy", 0))
print(sys.platform)
print(getattr(i, "_machine", ""))
print(u)
print(s[0] * s[3])
print(s[0] * s[2])
print(gc.mem_alloc() + gc.mem_free())
try:
    import _board
    print(1)
except ImportError: print(0)
"""

_LOOK = """
import os
from hashlib import sha256
m = memoryview(bytearray(1024))
def sha(p):
    h = sha256()
    with open(p, "rb") as f:
        while 1:
            n = f.readinto(m)
            if not n: break
            h.update(m[:n])
    return "".join(["%02x" % b for b in h.digest()])
def look(p):
    try: k = os.stat(p)[0]
    except OSError: return
    if k & 0x4000:
        print("D", p)
        for e in list(os.ilistdir(p)): look(p + "/" + e[0])
    else: print(sha(p), p)
"""

_TIDY = """
import os
def tidy(f, d):
    for g, ps in ((os.remove, f), (os.rmdir, d)):
        for p in ps:
            try: g(p)
            except OSError: pass
"""


class Repl:
    """The prompt of the board at a port, from `enter` to `restart` or `close`; `say` hears of what takes long."""

    def __init__(self, port: str, patience: float = PATIENCE_S, say: Callable[[str], None] = lambda _: None) -> None:
        self._port = port
        self._patience = patience
        self._say = say
        self.lost = False
        with self._guarded():
            self._transport: Any = _serial.SerialTransport(port, baudrate=BAUD)
            self._transport.serial.timeout = patience
            self._transport.serial.write_timeout = patience
            self._shorten()

    def _shorten(self) -> None:
        """Use our patience for all of mpremote's waits."""
        read_until = self._transport.read_until

        def read(*args: Any, **named: Any) -> bytes:
            return read_until(*args, **{**named, "timeout": self._patience})

        self._transport.read_until = read

    @contextlib.contextmanager
    def _guarded(self) -> Generator[None, None, None]:
        """Turn mpremote's errors into ours and drop what it prints."""
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                yield
        except _transport.TransportExecError as error:
            lines = str(error.error_output).strip().splitlines()
            raise BoardError(f"the board reported: {lines[-1] if lines else 'nothing'}", self._port) from error
        except (_transport.TransportError, struct.error, TypeError) as error:
            self.lost = True
            raise Lost(f"the board stopped answering ({error})", self._port) from error
        except OSError as error:
            self.lost = True
            raise Lost(f"the board has disconnected ({reason_of(error)})", self._port) from error

    def enter(self) -> None:
        """Stop whatever runs and get a clean prompt; Lost if there is no MicroPython prompt to be had."""
        whole = self._patience
        last = len(ATTEMPTS) - 1
        for attempt, share in enumerate(ATTEMPTS):
            if attempt == 1:
                left = sum(ATTEMPTS[1:]) * whole
                self._say(
                    f"{PortFault('no-python', self._port).brief} yet. Trying for {left:.0f} s more; Ctrl-C ends that"
                )
            self._patience = self._transport.serial.timeout = share * whole
            try:
                with self._guarded():
                    # A soft reset clears memory and timers of another program; the last attempt does without one.
                    self._transport.enter_raw_repl(soft_reset=attempt < last)
                break
            except Lost:
                if attempt == last:
                    raise
                time.sleep(0.2)
        self._patience = self._transport.serial.timeout = whole
        self.lost = False
        self.run(_QUIET)

    def run(self, code: str) -> str:
        """Run code on the board and return what it prints."""
        with self._guarded():
            printed, complaint = self._transport.exec_raw(code)
            if complaint:
                raise _transport.TransportExecError(printed, complaint.decode(errors="replace"))
            return printed.decode(errors="replace").replace("\r\n", "\n")

    def facts(self) -> Facts:
        """Ask the board what it is."""
        lines = self.run(_FACTS).split("\n")
        try:
            version = tuple(int(part) for part in lines[1].split("."))
            free, size, heap, simulated = map(int, lines[6:10])
            return Facts(
                lines[0], version, int(lines[2]), lines[3], lines[4], lines[5], free, size, heap, simulated == 1
            )
        except (IndexError, ValueError):
            raise BoardError("the board's answer can't be understood", self._port) from None

    def has_module(self, name: str) -> bool:
        """Whether the board's MicroPython has a module."""
        return self.run(f"try:\n import {name}\n print(1)\nexcept ImportError: print(0)").strip() == "1"

    def board_id(self) -> str:
        """The id that the board says in its hello."""
        return self.run("import machine\nprint(''.join(['%02x' % b for b in machine.unique_id()]))").strip()

    def inventory(self, others: tuple[str, ...] = (MAIN, "/profile.json", "/wifi.json")) -> Inventory:
        """Our files on the board, with hashes that the board computes."""
        self.run(_LOOK)
        files: dict[str, str] = {}
        folders: set[str] = set()
        for root in (*FOLDERS, *others, UPDATE, PREVIOUS):
            for line in self.run(f"look({root!r})").splitlines():
                what, _, path = line.partition(" ")
                if what == "D":
                    folders.add(path)
                elif path:
                    files[path] = what
        return Inventory(files, frozenset(folders))

    def read(self, path: str) -> bytes | None:
        """Read a small file; None if it is not there."""
        code = f"try:\n f=open({path!r},'rb')\n print(f.read())\n f.close()\nexcept OSError: print()"
        printed = self.run(code).strip()
        try:
            return bytes(ast.literal_eval(printed)) if printed else None
        except (SyntaxError, ValueError, TypeError):
            return None

    def make_folder(self, path: str) -> None:
        """Create a folder if it is not there yet."""
        self.run(f"import os\ntry: os.mkdir({path!r})\nexcept OSError as e:\n if e.errno != 17: raise")

    def write(self, path: str, data: bytes, written: Callable[[int], None]) -> None:
        """Write a file; `written` gets the size of each part in bytes."""
        done = 0
        with self._guarded():
            try:
                self._transport.exec(f"f=open({path!r},'wb')\nw=f.write")
                for at in range(0, len(data), CHUNK):
                    part = data[at : at + CHUNK]
                    self._transport.exec(f"w({part!r})")
                    done += len(part)
                    written(len(part))
                self._transport.exec("f.close()")
            except _transport.TransportExecError as error:
                if "ENOSPC" in error.error_output:
                    raise BoardError("the board's flash is full", path) from error
                raise

    def tidy(self, files: tuple[str, ...], folders: tuple[str, ...]) -> None:
        """Remove those of the files and empty folders that exist."""
        self.run(f"{_TIDY}\ntidy({list(files)!r}, {list(folders)!r})")

    def commit(self, steps: tuple[str, ...], main: str) -> None:
        """Write the steps down atomically, then do them as `main` (the text of main.py) would after a power cut."""
        text = "".join(f"{step}\n" for step in steps)
        if text:
            self.make_folder(UPDATE)  # it isn't there if nothing was sent
            self.write(f"{READY}.new", text.encode(), lambda _count: None)
            self.run(f"import os\nos.rename({READY + '.new'!r}, {READY!r})")
        self.finish(main)

    def finish(self, main: str) -> None:
        """Do the steps that /previous/ready and /update/ready have, if they are there."""
        self._patience *= STEPS_PATIENCE
        try:
            steps = f"g['finish_update']({PREVIOUS!r})\ng['finish_update']()"
            self.run(f"g = {{'__name__': 'update'}}\nexec({main!r}, g)\n{steps}")
        finally:
            self._patience /= STEPS_PATIENCE

    def set_clock(self, now: datetime) -> None:
        """Set the board's clock to local time, as mpremote does."""
        when = (now.year, now.month, now.day, now.isoweekday(), now.hour, now.minute, now.second, 0)
        self.run(f"import machine\nmachine.RTC().datetime({when!r})")

    def restart(self) -> None:
        """Soft reset: boot.py and main.py run, the clock keeps its time, and the port stays."""
        with self._guarded():
            self._transport.exit_raw_repl()
            self._transport.serial.write(b"\x04")
            self._transport.read_until(1, b"soft reboot\r\n")

    def close(self) -> None:
        """Release the port."""
        with contextlib.suppress(OSError):
            self._transport.close()
