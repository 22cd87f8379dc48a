"""What can be wrong with a port, or with what is at it: a table of faults, in words, with what to do about each.

`opening_fault` names the fault by the system's error, `Ear` by what a port without a hello says. All commands that open a
port tell its user the same.
"""

from __future__ import annotations

import errno
import os
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from serial.tools import list_ports

from crossboard.calling import command
from crossboard.errors import LinkError, reason_of
from crossboard.output import clean

PROMPT_SAYS = "MicroPython v"
ERROR_SAYS = re.compile(
    r"(?!SyntaxError)\w+(Error|Exception|Interrupt)\b"
)  # SyntaxErrors are what a prompt says to our frames
STARTING_SAYS = re.compile(r"MPY: soft reboot|ESP-ROM:|ets [A-Z][a-z]{2} +\d|rst:0x")
"""A board that has just been reset, as a board with a UART bridge is when its port is opened."""

DOWNLOAD = "https://micropython.org/download"
QUOTED = 40  # characters of what a stranger says


class Fault(NamedTuple):
    """`what` is wrong, and what to `do` by system (the names of sys.platform, "" for all others).

    In braces: `port`, the commands `boards`, `flash`, `wifi` and `play`, `group` that may open it, `other` ports, what was `said`.
    """

    what: str
    do: Mapping[str, str]


_FIRST = "close the program that has it: another play, Thonny, a serial monitor"
_PAGE = "emscripten"
_HERE = "install the firmware here"
_INSTALL = f"install MicroPython ({DOWNLOAD}; a Pico takes it on the drive that appears when it is plugged in with BOOTSEL held)"

_ERASE = (
    "if that does not help, a program on the board ignores Ctrl-C: erase its flash before (a Pico by flash_nuke.uf2 from "
    "raspberrypi.com, on that drive; an ESP32 by `esptool erase_flash`)"
)

FAULTS: dict[str, Fault] = {
    "taken": Fault(
        "the port is taken by another program",
        {
            "linux": f"{_FIRST} (`fuser -v {{port}}` names it); ModemManager lets go of a new board after half a minute",
            "darwin": f"{_FIRST} (`lsof {{port}}` names it)",
            "": _FIRST,
        },
    ),
    "denied": Fault(
        "you have no permission to open the port",
        {
            "linux": "join its group once, `sudo usermod -aG {group} $USER`, then log out and in again",
            "darwin": "end what was started with sudo, plug the board in again, and use a /dev/cu.* port",
            "": "start this program as the user who may",
        },
    ),
    "missing": Fault(
        "there is no such port",
        {
            _PAGE: "plug the board in again; if this page does not find it then, choose its port again (some cables only charge)",
            "win32": "{other}; the Device Manager shows a new one under Ports (COM & LPT) when a board is plugged in",
            "": "{other}; if none comes when the board is plugged in, try another cable: many only charge",
        },
    ),
    "none": Fault(
        "no board is attached", {"": "plug one in (some cables only charge), or play on a simulated one: --board sim"}
    ),
    "refused": Fault("nothing answers there", {"": "is the board, or whatever gives it that address, switched on?"}),
    "unserved": Fault(
        "what is there does not speak RFC 2217",
        {"": "is it the address of a server of serial ports? One that only passes bytes on is a socket://HOST:PORT"},
    ),
    "unheard": Fault(
        "nothing is heard from there",
        {"": "is it the board's address, is the board switched on, and does no other program have it?"},
    ),
    "unknown": Fault(
        "there is no such name in this network ({said})",
        {"": "is the board switched on, and in the same network? tcp://ADDRESS finds it without its name"},
    ),
    "token": Fault(
        "the board there and this PC have different tokens",
        {
            "": "if another PC has flashed the board with --wifi since, its token is a new one: copy the board's entry of that "
            "PC's wifi.json, or make another by cable, {wifi}; if not, is it another board's address?"
        },
    ),
    "cabled": Fault(
        "a PC plays on the board by its cable", {"": "end that program first; Wi-Fi has its turn some seconds later"}
    ),
    "joined": Fault(
        "another program is connected with the board", {"": "end that one first: a board has one PC at a time"}
    ),
    "unfit": Fault("is not a serial port", {"": "{boards} lists those that may have a board"}),
    "broken": Fault("the port can't be opened ({said})", {"": "plug the board in again"}),
    "silent": Fault(
        "nothing is heard at this port",
        {
            _PAGE: f"is it the board's? Plug the board in again; if it stays silent, {_INSTALL}, then {_HERE}",
            "": f"is it the board's ({{boards}})? Plug the board in again; if it stays silent, {_INSTALL}, then {{flash}}",
        },
    ),
    "foreign": Fault(
        "this is not a Crossboard board, or one of another version: it says '{said}'",
        {
            _PAGE: f"choose the board's port; if this is to become one, {_INSTALL}, then {_HERE}",
            "": f"name the board's port ({{boards}}); if this is to become one, {_INSTALL}, then {{flash}}",
        },
    ),
    "no-python": Fault(
        "no MicroPython answers at this port",
        {
            _PAGE: f"is it the board's? If so, {_INSTALL}, then {_HERE}; {_ERASE}",
            "": f"is it the board's ({{boards}})? If so, {_INSTALL}, then {{flash}}; {_ERASE}",
        },
    ),
    "prompt": Fault(
        "the board is at its MicroPython prompt: Crossboard's firmware does not run",
        {_PAGE: _HERE, "": "{play} starts the firmware, {flash} installs it"},
    ),
    "bare": Fault(
        "this board has MicroPython, but Crossboard's firmware does not start",
        {_PAGE: _HERE, "": "{flash} installs it"},
    ),
    "failed": Fault("the board's firmware has ended with {said}", {_PAGE: _HERE, "": "{flash} reinstalls it"}),
    "older": Fault(
        "the board's firmware is older than this program ({said})", {_PAGE: _HERE, "": "{flash} updates it"}
    ),
    "newer": Fault(
        "the board's firmware is newer than this program ({said})",
        {_PAGE: _HERE, "": "update this program, or install its firmware with {flash}"},
    ),
}


class PortFault(LinkError):
    """A fault of the table. `name` is its name there, `brief` what is wrong without what to do."""

    def __init__(self, name: str, port: str, said: str = "", group: str = "dialout", platform: str = "") -> None:
        fault = FAULTS[name]
        at = ("--board", port) if port else ()
        known = {
            "port": port,
            "said": clean(said),
            "group": group,
            "other": _others() if name == "missing" else "",
            "boards": f"`{command('boards')}`",
            "play": f"`{command('play', *at)}`",
            "flash": f"`{command('flash', *at)}`",
            "wifi": f"`{command('flash', '--wifi', 'SSID')}`",
        }
        self.name = name
        self.brief = fault.what.format_map(known)
        remedy = fault.do.get(platform or sys.platform) or fault.do[""]
        super().__init__(f"{self.brief}; {remedy.format_map(known)}", port)


def brief_of(error: LinkError) -> str:
    """What is wrong, without what to do."""
    return error.brief if isinstance(error, PortFault) else error.what


def _others() -> str:
    found = sorted(port.device for port in list_ports.comports())
    return f"there are {', '.join(found)}" if found else "there is none at all"


def opening_fault(port: str, error: OSError, platform: str = "") -> PortFault:
    """Why a port can't be opened. A SerialException is an OSError, and has not always its number; on Windows it quotes the
    system's error, and access is denied to a port that is open elsewhere.
    """
    system = platform or sys.platform
    said, number = str(error), error.errno
    denied = number in (errno.EACCES, errno.EPERM) or "PermissionError" in said
    if (
        "exclusively lock" in said
        or number in (errno.EBUSY, errno.EWOULDBLOCK, errno.EAGAIN)
        or (denied and system == "win32")
    ):
        return PortFault("taken", port, platform=system)
    if denied:
        return PortFault("denied", port, group=_group(port), platform=system)
    if "RFC2217" in said:
        return PortFault("unserved", port, platform=system)
    if "://" in port and ("refused" in said.lower() or "could not open" in said.lower()):
        return PortFault("refused", port, platform=system)
    if number == errno.ENOENT or "FileNotFoundError" in said or "No such file" in said:
        return PortFault("missing", port, platform=system)
    if Path(port).is_dir() or Path(port).is_file() or "ioctl" in said or number in (errno.ENOTTY, errno.EINVAL):
        return PortFault("unfit", port, platform=system)
    return PortFault("broken", port, reason_of(error), platform=system)


def _group(port: str) -> str:
    """The group that may open a port: `dialout` on Debian and Ubuntu, `uucp` on Arch."""
    try:
        import grp

        return grp.getgrgid(os.stat(port).st_gid).gr_name
    except (ImportError, OSError, KeyError):
        return "dialout"


class Ear:
    """Listens to what a port sends besides frames; `fault` is the diagnosis while there is no hello."""

    def __init__(self, port: str) -> None:
        self.prompt = False  # a board is at its prompt, since it was last restarted
        self.starting = False  # it was just reset
        self.error = ""  # that its program ended with: the last line of the traceback
        self.traceback: list[str] = []  # and those before it
        self._port = port
        self._restarted = False
        self._said = ""
        self._lines: list[str] = []

    def restart(self) -> None:
        """The firmware is being started: a prompt from now on means that it does not run."""
        self._restarted, self.prompt = True, False

    def hear(self, line: str) -> None:
        """A line of the console."""
        line = line.rstrip()
        self._said = self._said or line.strip()
        if PROMPT_SAYS in line:
            self.prompt = True
        elif STARTING_SAYS.search(line):
            self.starting = True
        if line.startswith("Traceback"):
            self._lines = [line]
        elif self._lines and line.startswith(" "):
            self._lines.append(line)
        else:
            if ERROR_SAYS.match(line):
                self.error, self.traceback = line, self._lines
            self._lines = []

    def fault(self, bytes_heard: int) -> PortFault:
        """The diagnosis so far; some of the `bytes_heard` may not be text."""
        if self.error:
            return PortFault("failed", self._port, self.error)
        if self.prompt or self._restarted:
            return PortFault("bare" if self._restarted else "prompt", self._port)
        if bytes_heard:
            return PortFault("foreign", self._port, self._said[:QUOTED] or "bytes that are not text")
        return PortFault("unheard" if "://" in self._port else "silent", self._port)
