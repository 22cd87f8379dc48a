"""A serial port that answers as a DGT board. A command is a byte; a message 0x80 + its code, its length in two times 7 bits, data.

A clock is not connected: what is for one is passed over, and who asks for its time is told so. Commands that are not in the table,
those of boards on a bus and of the log in the board's memory, get no answer, as from a board that has neither.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

from crossboard.dgt.seen import NOTHING, piece_codes
from crossboard.simulator.endpoint import open_endpoint

RESET, CLOCK, DUMP, UPDATE, UPDATE_BOARD, SERIAL, BUS, TRADEMARK, UPDATE_NICE, VERSION, LONG_SERIAL = (
    0x40, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47, 0x4B, 0x4D, 0x55,
)  # fmt: skip
CLOCK_MESSAGE, LEDS = 0x2B, 0x60  # followed by how many bytes follow
MSG_DUMP, MSG_CLOCK, MSG_FIELD, MSG_BUS, MSG_SERIAL, MSG_TRADEMARK, MSG_VERSION, MSG_LONG_SERIAL = (
    0x06, 0x0D, 0x0E, 0x10, 0x11, 0x12, 0x13, 0x22,
)  # fmt: skip
MESSAGE = 0x80
NO_CLOCK = bytes(6) + b"\x20"
FIRMWARE = bytes((1, 8))
APART_S = 0.02  # between two changes: hands take longer, and some programs take what they read at a time for one
WAITING = 4096  # bytes that wait for a program; one that takes no more is told of later changes once it does, together


def message(code: int, data: bytes) -> bytes:
    """A message as it is sent."""
    size = len(data) + 3
    return bytes((MESSAGE | code, size >> 7, size & 0x7F)) + data


class DgtPort:
    """`name` is what a program opens. `show` may be called from any thread."""

    def __init__(self, serial: str) -> None:
        self._lock = threading.RLock()
        self._codes = piece_codes(NOTHING)
        self._told = bytearray(self._codes)  # what a program knows of it
        self._resting: threading.Timer | None = None  # until the next change may be told
        self._serial = serial
        self._updating = False
        self._skip = 0  # bytes that belong to the last command
        self._sized = False  # whether the next byte says how many do
        self._waiting = 0
        self._commands: dict[int, Callable[[], bytes]] = {
            CLOCK: lambda: message(MSG_CLOCK, NO_CLOCK),
            DUMP: lambda: message(MSG_DUMP, self._codes),
            SERIAL: lambda: message(MSG_SERIAL, self._serial.encode()),
            LONG_SERIAL: lambda: message(MSG_LONG_SERIAL, self._serial.rjust(10, "0").encode()),
            BUS: lambda: message(MSG_BUS, bytes(2)),
            TRADEMARK: lambda: message(MSG_TRADEMARK, f"Crossboard\r\nSerial nr. {self._serial}".encode()),
            VERSION: lambda: message(MSG_VERSION, FIRMWARE),
            RESET: lambda: self._update(False),
            **dict.fromkeys((UPDATE, UPDATE_BOARD, UPDATE_NICE), lambda: self._update(True)),
        }
        self._endpoint = open_endpoint("auto", self)
        self.name = self._endpoint.name

    def show(self, serial: str, placement: str) -> None:
        """The board has that number, and the pieces stand so."""
        with self._lock:
            self._codes, self._serial = piece_codes(placement), serial
            self._tell()

    def close(self) -> None:
        """Close the port."""
        self._endpoint.close()

    # What the port tells (simulator/endpoint.py)

    def receive(self, data: bytes) -> None:
        """Bytes of a program."""
        with self._lock:
            for byte in data:
                self._take(byte)
        self._endpoint.taken(len(data))

    def sent(self, count: int) -> None:
        """So many bytes are with the program, or nobody wants them."""
        with self._lock:
            self._waiting -= count
            self._tell()

    def attach(self, on: bool) -> None:
        """A program has opened or closed the port."""
        del on
        with self._lock:
            self._updating, self._skip, self._sized = False, 0, False

    def _take(self, byte: int) -> None:
        if self._sized:
            self._sized, self._skip = False, byte
        elif self._skip:
            self._skip -= 1
        elif byte in (CLOCK_MESSAGE, LEDS):
            self._sized = True
        elif byte in self._commands:
            self._send(self._commands[byte]())

    def _update(self, on: bool) -> bytes:
        self._updating, self._told = on, bytearray(self._codes)
        return b""

    def _tell(self) -> None:
        """Tell a program that wants to know one thing that has changed, a square that got empty first; the next a moment later."""
        changed = [(code > 0, at) for at, code in enumerate(self._codes) if code != self._told[at]]
        if not changed or not self._updating or self._resting:
            return
        _, at = min(changed)
        if self._send(message(MSG_FIELD, bytes((at, self._codes[at])))):
            self._told[at] = self._codes[at]
            self._resting = threading.Timer(APART_S, self._rested)
            self._resting.daemon = True
            self._resting.start()

    def _rested(self) -> None:
        with self._lock:
            self._resting = None
            self._tell()

    def _send(self, data: bytes) -> bool:
        """Whether there was room for it."""
        room = self._waiting + len(data) <= WAITING
        if room:
            self._waiting += len(data)
            self._endpoint.deliver(data)
        return room
