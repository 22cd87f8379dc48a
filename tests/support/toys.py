"""Small programs for simulated boards, and what a test needs to talk to them."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import serial

from crossboard.simulator import SimulatedBoard

PATIENCE_S = 120.0

# Scans the matrix as the pico-8x8 profile wires it, and says which switches it sees closed whenever that changes.
SCANNER = """
import time
from machine import Pin
rows = [Pin(n, Pin.OPEN_DRAIN, value=1) for n in range(8)]
columns = [Pin(n, Pin.IN, Pin.PULL_UP) for n in range(8, 16)]
before = None
while True:
    seen = []
    for row in range(8):
        rows[row](0)
        seen += ["abcdefgh"[column] + str(row + 1) for column in range(8) if not columns[column]()]
        rows[row](1)
    if seen != before:
        print("seen", *seen)
        before = seen
    time.sleep_ms(2)
"""


class Talk:
    """The other end of a board's serial port."""

    def __init__(self, port: str) -> None:
        self.serial: Any = serial.serial_for_url(port, timeout=0.02)
        self.heard = b""

    def __enter__(self) -> Talk:
        return self

    def __exit__(self, *_: object) -> None:
        self.serial.close()

    def say(self, text: str | bytes) -> None:
        """Sends it."""
        self.serial.write(text.encode() if isinstance(text, str) else text)

    def until(self, end: str | bytes) -> str:
        """What comes up to and with `end`."""
        wanted = end.encode() if isinstance(end, str) else end
        limit = time.monotonic() + PATIENCE_S
        while wanted not in self.heard:
            assert time.monotonic() < limit, f"no {wanted!r} but {self.heard!r}"
            self.heard += self.serial.read(4096)
        found, self.heard = self.heard[: self.heard.index(wanted) + len(wanted)], self.heard.partition(wanted)[2]
        return found.decode(errors="replace")


def wait_until(true: Callable[[], bool]) -> None:
    """Until it is so."""
    limit = time.monotonic() + PATIENCE_S
    while not true():
        assert time.monotonic() < limit, "it never came to be"
        time.sleep(0.01)


def put(folder: Path, **programs: str) -> Path:
    """A folder with `NAME.py` for each program; what a board's flash is filled with."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in programs.items():
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    return folder


def board_with(tmp_path: Path, main: str, **options: Any) -> SimulatedBoard:
    """A board that runs this main.py; its flash is tmp_path/flash and stays."""
    firmware = put(tmp_path / "program", main=main)
    options.setdefault("say", lambda _: None)
    return SimulatedBoard("pico-8x8", tmp_path / "flash", firmware=firmware, **options)
