"""Finds the board to flash: the one named, or the only one attached; says what to do if there is none."""

from __future__ import annotations

import contextlib
import glob
import string
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

from crossboard.boards.faults import DOWNLOAD
from crossboard.boards.link import CONNECTED, LOST, NO_SERIAL, Hello, Link, open_link
from crossboard.boards.ports import SerialPort, candidates, port_of_serial
from crossboard.boards.wifi import SCHEME
from crossboard.calling import command
from crossboard.errors import CrossboardError
from crossboard.simulator.running import running_ports, work_at

LISTEN_S = 2.2
"""Our firmware says something at least every 2 s, whether it is connected or not."""

STOP_S = 5.0
"""Seconds for the connection and the answer to the request to stop."""

CANNOT_START = "crossboard: this board can't start"
"""How the last line begins of a board that has ended by itself (firmware/builder.py); others of ours are warnings."""

LAST_WORDS_S = 1.0
"""Seconds until a traceback is complete."""

MEMORY_S = 12.0
"""Seconds for the heap figures; older firmware gives none."""

SETTLE_S = 0.5
"""Seconds from the answer until the prompt is there."""


class FindError(CrossboardError):
    """There is no board to flash, or more than one."""


def find_port(name: str) -> str:
    """The port that `name` means: a port or URL itself, `id:SERIAL`, `sim`, or "" and `auto` for the only one there is."""
    if name.startswith("id:"):
        return _port_of(name.removeprefix("id:"))
    simulated = running_ports() if name in ("sim", "") else []
    if name == "sim":
        if len(simulated) == 1:
            return simulated[0]
        none = f"no simulated board is running; `{command('simulate')}` starts one"
        raise FindError(_several("simulated board", simulated) if simulated else none)
    if name.startswith(SCHEME):
        raise FindError("this needs the board on a cable: name its port, or leave out --board", name)
    if name not in ("", "auto"):
        return name
    found = candidates()
    if len(found) == 1:
        return found[0]
    if found:
        raise FindError(_several("board", found))
    drive = bootsel_drive()
    if drive:
        raise FindError(
            f"the Pico at {drive} waits for MicroPython: drop the UF2 file for your board from {DOWNLOAD} on that drive, "
            "then flash again"
        )
    if simulated:
        raise FindError(f"no board is attached; a simulated one runs: --board {simulated[0]}")
    raise FindError(
        f"no board is attached (is the cable a data cable?); a new one needs MicroPython first, from {DOWNLOAD}"
    )


def _several(what: str, ports: list[str]) -> str:
    return f"there is more than one {what}: {', '.join(ports)}; name one with --board"


def _port_of(wanted: str) -> str:
    """Find a board by its USB serial number, which is most boards' id; else by asking each attached board."""
    if not wanted:
        raise FindError(NO_SERIAL, "id:")
    port = port_of_serial(wanted)
    if port:
        return port
    link = open_link(f"id:{wanted}", others=running_ports, work=work_at)
    link.close()
    return link.port_name


def bootsel_drive() -> str:
    """The drive of a Pico that was plugged in with BOOTSEL held, "" if there is none."""
    if sys.platform == "win32":
        places = [f"{letter}:/" for letter in string.ascii_uppercase[3:]]
    else:
        places = [p for name in ("RPI-RP2", "RP2350") for f in _MOUNTS for p in glob.glob(f.replace("NAME", name))]
    for place in places:
        with contextlib.suppress(OSError):
            if (Path(place) / "INFO_UF2.TXT").is_file():
                return place
    return ""


_MOUNTS = ("/media/*/NAME", "/media/NAME", "/run/media/*/NAME", "/mnt/NAME", "/Volumes/NAME")


def stop_game(port_name: str) -> Hello | None:
    """If our firmware runs at that port, ask it to stop playing and leave to the prompt; None if it does not say so.

    LinkError if the port can't be opened.
    """
    port = SerialPort(port_name)
    try:
        if not _speaks(port):
            return None
        link = Link(port)
        end = time.monotonic() + STOP_S
        asked = False
        while time.monotonic() < end and link.state != LOST:
            if not asked and link.state == CONNECTED:
                asked = link.send("X")
            if any(message.kind == "C" and message.payload.startswith("X ") for message in link.step()):
                _settle(link)
                return link.hello
            time.sleep(0.01)
        return None
    finally:
        port.close()


def _speaks(port: SerialPort) -> bool:
    """Whether frames arrive unasked. Nothing is sent: it may be another program's board."""
    heard = b""
    end = time.monotonic() + LISTEN_S
    while time.monotonic() < end:
        heard += port.read()
        if any(line.startswith(b"~") and line[-5:-4] == b"*" for line in heard.replace(b"\r", b"").split(b"\n")[:-1]):
            return True
        time.sleep(0.01)
    return False


def _settle(link: Link) -> None:
    """Acknowledge the answer and let the board get to its prompt."""
    end = time.monotonic() + SETTLE_S
    while time.monotonic() < end:
        link.step()
        time.sleep(0.01)


@dataclass(frozen=True)
class Heap:
    """Bytes of a board's heap in play: free, in use, and the largest piece that is free; garbage is collected."""

    free: int
    used: int
    largest: int


def read_heap(payload: str) -> Heap | None:
    """A board's answer `memory FREE USED LARGEST`; None if it is something else."""
    words = payload.split(" ")
    if len(words) != 4 or words[0] != "memory" or not all(word.isdecimal() and len(word) < 10 for word in words[1:]):
        return None
    free, used, largest = map(int, words[1:])
    return Heap(free, used, largest)


@dataclass
class Start:
    """What a board said after it was restarted: its hello, its heap, lines of no frame."""

    hello: Hello | None = None
    heap: Heap | None = None
    printed: list[str] = field(default_factory=list[str])


def wait_for_start(port_name: str, seconds: float) -> Start:
    """Listen to a restarted board until it has said hello and reported its memory."""
    port = SerialPort(port_name)
    start = Start()
    try:
        link = Link(port)
        end = time.monotonic() + seconds
        while link.state != LOST and time.monotonic() < end and start.heap is None:
            for message in link.step():
                if message.kind == "D":
                    start.heap = read_heap(message.payload)
                elif not message.kind:
                    start.printed.append(message.payload)
                    if message.payload.startswith(("Traceback", CANNOT_START)):
                        end = min(end, time.monotonic() + LAST_WORDS_S)
            if link.state == CONNECTED and start.hello is None:
                start.hello = link.hello
                link.send("D", "memory")
                end = min(end, time.monotonic() + MEMORY_S)
            time.sleep(0.01)
        return start
    finally:
        port.close()
