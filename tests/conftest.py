"""What several test files share."""

from __future__ import annotations

import gc
import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from crossboard.simulator import micropython as real_micropython
from tests.support.charing_cross_positions import HOME
from tests.support.firmware_on_pins import FakeBoard, fake_board


def pytest_configure() -> None:
    """Commands that tests start hear Ctrl-C, although a suite that runs in the background was itself told to ignore it."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def micropython() -> Callable[..., str]:
    """`run(code, mounts) -> printed text` under the real MicroPython; skips where it cannot be had."""
    try:
        real_micropython.require()
    except real_micropython.MicroPythonMissing as missing:
        pytest.skip(f"no MicroPython: {missing}")
    return real_micropython.run


@pytest.fixture
def board(tmp_path: Path) -> Iterator[FakeBoard]:
    """A board on pins, switched on with Charing Cross, the pieces at home."""
    with fake_board(tmp_path / "games") as fake:
        fake.switch_on()
        fake.set_all(HOME)
        fake.run(600)
        yield fake


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests marked `early` come first in the workers' shares, so that none of the workers ends alone with one."""
    early = [item for item in items if item.get_closest_marker("early")]
    others = [item for item in items if not item.get_closest_marker("early")]
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    left, items[:] = len(items), []
    for worker in range(workers):  # pytest-xdist gives each the same part of what is left
        first = early[worker::workers]
        share = max(0, left // (workers - worker) - len(first))
        items += first + others[:share]
        del others[:share]
        left -= len(first) + share
    items += others


def pytest_collection_finish() -> None:
    """Nothing that collection has made goes before the end: the garbage collector, which the firmware calls too, skips it."""
    gc.collect()
    gc.freeze()


# Libraries and flashes are synced thousands of times, at some ms each on a disk. Who names a TMPDIR means it.
MEMORY = "/dev/shm"
ROOM = 2 << 30
if "TMPDIR" not in os.environ and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ROOM:
    os.environ["TMPDIR"] = tempfile.tempdir = MEMORY

# As in a shell in which `crossboard` is found, whichever way the tests were started.
os.environ["PATH"] = os.pathsep.join([os.path.dirname(sys.executable), os.environ.get("PATH", "")])
