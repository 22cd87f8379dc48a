"""The board's code against MicroPython's stubs: what CPython has and a board lacks is an error, in both ports."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import board_types

CPYTHON_ONLY = """
import time
import machine
import dataclasses
from pathlib import Path
import threading, sqlite3

def now():
    machine.Pin(3, machine.Pin.OUT).value(1)
    return time.monotonic(), time.ticks_ms(), machine.no_such_thing
"""


def errors_in(text: str, folder: Path, port: str) -> list[str]:
    (folder / "mistake.py").write_text(text, encoding="utf-8")
    try:
        return [line.partition(": ")[2] for line in board_types.check(port, [folder])]
    except board_types.NoStubs as missing:
        pytest.skip(f"no stubs: {missing}")


@pytest.mark.parametrize("port", board_types.STUBS)
def test_what_only_cpython_has_is_caught(port: str, tmp_path: Path) -> None:
    found = errors_in(CPYTHON_ONLY, tmp_path, port)
    assert [line for line in found if "could not be resolved" in line] == [
        f'Import "{name}" could not be resolved' for name in ("dataclasses", "pathlib", "threading", "sqlite3")
    ]
    assert [line for line in found if "is not a known attribute" in line] == [
        '"monotonic" is not a known attribute of module "time"',
        '"no_such_thing" is not a known attribute of module "machine"',
    ]
    assert len(found) == 6


@pytest.mark.parametrize(("port", "own", "others"), [("rp2", "rp2", "esp32"), ("esp32", "esp32", "rp2")])
def test_each_port_has_its_own_modules(port: str, own: str, others: str, tmp_path: Path) -> None:
    found = errors_in(f"import {own}\nimport {others}\n", tmp_path, port)
    assert found == [f'Import "{others}" could not be resolved']


@pytest.mark.parametrize("port", board_types.STUBS)
def test_the_drivers_use_what_the_port_has(port: str) -> None:
    folders = [board_types.ROOT / "firmware" / name for name in ("sensors", "lights")]
    try:
        assert board_types.check(port, folders) == []
    except board_types.NoStubs as missing:
        pytest.skip(f"no stubs: {missing}")
