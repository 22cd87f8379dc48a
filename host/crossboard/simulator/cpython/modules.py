"""What MicroPython has and CPython lacks, for the firmware on the CPython board.

`install` puts modules of the board's names before the firmware: `_board`, `micropython`, and `time`, `os`, `select`, `sys` and
`gc` with what a Pico has besides. Files are those of the flash folder. Heap, interrupts and the REPL are not simulated.
"""

from __future__ import annotations

import builtins
import gc
import json
import os
import select
import sys
import threading
import time
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

from circuit import Circuit
from line import Line

WRAP = 2**30 - 1
POLLIN, POLLOUT = 1, 4
SOFT_RESET, HARD_RESET, WATCHDOG = 64, 65, 66
SHORT_US = 100
FLASH_BLOCK = 4096


class Serial:
    """sys.stdin or sys.stdout, as text or (`buffer`) bytes."""

    def __init__(self, line: Line, text: bool = True) -> None:
        self._line = line
        self._text = text
        if text:
            self.buffer = Serial(line, False)

    def write(self, data: str | bytes) -> int:
        """Text gets line ends of CR LF."""
        if isinstance(data, str):
            self._line.write(data.replace("\n", "\r\n").encode())
            return len(data)
        return self._line.write(data)

    def readinto(self, buffer: bytearray) -> int:
        """Fills the buffer, however long it takes."""
        for i in range(len(buffer)):
            buffer[i] = self._line.read()
        return len(buffer)

    def read(self, count: int = 1) -> str | bytes:
        """So many bytes or characters."""
        data = bytes(self._line.read() for _ in range(count))
        return data.replace(b"\r", b"\n").decode("latin-1") if self._text else data

    def flush(self) -> None:
        """Nothing is held back for long."""
        self._line.flush()


class Poll:
    """select.poll for the serial port."""

    def __init__(self, line: Line) -> None:
        self._line = line
        self._files: dict[Any, int] = {}

    def register(self, file: Any, events: int = POLLIN | POLLOUT) -> None:
        self._files[file] = events

    modify = register

    def unregister(self, file: Any) -> None:
        del self._files[file]

    def poll(self, timeout: int = -1) -> list[tuple[Any, int]]:
        end = time.monotonic() + timeout / 1000
        while True:
            state = (POLLIN if self._line.input else 0) | (POLLOUT if self._line.output_room > 0 else 0)
            ready = [(file, state & events) for file, events in self._files.items() if state & events]
            if ready or timeout >= 0 and time.monotonic() >= end:
                return ready
            self._line.sleep(0.001)

    ipoll = poll


class _Module(types.ModuleType):
    """A module with names of its own before those of another."""

    def __init__(self, name: str, base: types.ModuleType | None = None, **names: Any) -> None:
        super().__init__(name)
        self._base = base
        self.__dict__.update(names)

    def __getattr__(self, name: str) -> Any:
        if self._base is None or name.startswith("__"):
            raise AttributeError(name)
        return getattr(self._base, name)


def _board(line: Line, circuit: Circuit, description: dict[str, Any]) -> _Module:
    wiring = description["wiring"]
    watchdog = {"timeout": 0.0, "fed": 0.0}

    def watch() -> None:
        while time.monotonic() - watchdog["fed"] < watchdog["timeout"]:
            time.sleep(0.02)
        line.end(WATCHDOG)

    def feed(timeout: int) -> None:
        watchdog["fed"] = time.monotonic()
        if timeout:
            started = watchdog["timeout"] > 0
            watchdog["timeout"] = timeout / 1000
            if not started:
                threading.Thread(target=watch, daemon=True).start()

    def write(pin: int, value: int) -> None:
        circuit.out[pin] = value

    def sleep_us(us: int) -> None:
        if us >= SHORT_US:
            line.sleep(us / 1e6)

    return _Module(
        "_board",
        pin_setup=circuit.setup,
        pin_write=write,
        pin_read=circuit.read,
        pin_drive=circuit.drive,
        port_read=lambda: sum(circuit.read(pin) << pin for pin in range(30)),
        bitstream=circuit.bitstream,
        switch_bits=circuit.switch_bits,
        light=circuit.light,
        show_lights=circuit.show_lights,
        cut=lambda pin: circuit.cuts[pin],
        complain=circuit.complain,
        chips=json.dumps(wiring["chips"]),
        platform=wiring["platform"],
        machine=wiring["machine"],
        build=wiring["build"],
        pins=wiring["pins"],
        sleep_us=sleep_us,
        set_date=lambda seconds: None,
        feed=feed,
        reset=lambda: line.end(HARD_RESET),
        id=description["id"],
        cause=description["cause"],
    )


def _time(line: Line, start: int) -> _Module:
    begun = time.monotonic_ns()

    def ticks_diff(a: int, b: int) -> int:
        return ((a - b + 2**29) & WRAP) - 2**29

    return _Module(
        "time",
        time,
        ticks_ms=lambda: ((time.monotonic_ns() - begun) // 1000000 + start) & WRAP,
        ticks_us=lambda: ((time.monotonic_ns() - begun) // 1000 + 1000 * start) & WRAP,
        ticks_add=lambda a, b: (a + b) & WRAP,
        ticks_diff=ticks_diff,
        sleep=lambda seconds: line.sleep(seconds),
        sleep_ms=lambda ms: line.sleep(ms / 1000),
        sleep_us=lambda us: line.sleep(us / 1e6) if us >= SHORT_US else None,
        time=lambda: int(time.time()),
    )


def _files(flash: Path, capacity: int) -> tuple[_Module, Callable[..., Any]]:
    """`os` and `open` on the flash folder."""
    plain_open = builtins.open

    def real(path: Any) -> Path:
        return flash / str(path).lstrip("/")

    def on_flash(function: Callable[..., Any]) -> Callable[..., Any]:
        return lambda *paths: function(*[real(path) for path in paths or ("/",)])

    def ilistdir(path: str = "/") -> Any:
        for entry in os.scandir(real(path)):
            yield entry.name, 0x4000 if entry.is_dir() else 0x8000, 0, 0 if entry.is_dir() else entry.stat().st_size

    def statvfs(path: str) -> tuple[int, ...]:
        used = sum(-(-found.stat().st_size // FLASH_BLOCK) for found in flash.rglob("*") if found.is_file())
        blocks = capacity // FLASH_BLOCK
        return (FLASH_BLOCK, FLASH_BLOCK, blocks, blocks - used, blocks - used, 0, 0, 0, 0, 255)

    def board_open(path: Any, mode: str = "r", *args: Any, **named: Any) -> Any:
        if isinstance(path, (str, bytes)):
            path = real(path)
        return plain_open(path, mode, *args, **named)

    names = {name: on_flash(getattr(os, name)) for name in ("listdir", "remove", "rename", "mkdir", "rmdir", "stat")}
    module = _Module("os", os, **names, unlink=names["remove"], ilistdir=ilistdir, statvfs=statvfs, sync=lambda: None)
    return module, board_open


def install(line: Line, circuit: Circuit, description: dict[str, Any]) -> None:
    """Makes this process look like a board to what is imported from now on."""
    for name in ("array", "binascii", "collections", "errno", "hashlib", "io", "json", "random", "re", "struct"):
        __import__(name)

    def keyboard(character: int) -> None:
        line.interrupt_character = character

    same = lambda value: value  # noqa: E731 - const and the decorators do nothing here
    nothing = lambda *_: None  # noqa: E731
    port = Serial(line)
    board_os, board_open = _files(Path(description["flash"]), description["capacity"])
    modules = [
        _board(line, circuit, description),
        _time(line, description["ticks"]),
        board_os,
        _Module("select", select, poll=lambda: Poll(line), POLLIN=POLLIN, POLLOUT=POLLOUT),
        _Module("sys", sys, stdin=port, stdout=port, platform=description["wiring"]["platform"]),
        _Module("gc", gc, mem_free=lambda: description["heap"], mem_alloc=lambda: 0, threshold=nothing),
        _Module(
            "micropython",
            const=same,
            native=same,
            viper=same,
            heap_lock=nothing,
            heap_unlock=nothing,
            kbd_intr=keyboard,
            alloc_emergency_exception_buf=nothing,
            opt_level=nothing,
            mem_info=nothing,
            schedule=lambda function, argument: function(argument),
        ),
    ]
    builtins.open = board_open
    builtins.print = lambda *words, sep=" ", end="\n", **_: port.write(sep.join(map(str, words)) + end)  # type: ignore[assignment]
    for module in modules:
        sys.modules[module.__name__] = module
