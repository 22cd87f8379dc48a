"""What `crossboard play` takes of a core while nobody moves: the PC's side and the simulated board's, by interface."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from websockets.sync.client import connect

from crossboard.folders import ENVIRONMENT
from tests.benchmarks.tables import show

SETTLE_S = 4.0  # from the first move's turn until nothing goes on any more
MEASURED_S = 20.0
PORT = 8399
AT_REST = b"to move"


def run(small: bool) -> None:
    """Print the table; Linux only, as it reads /proc."""
    settle_s, measured_s = (0.2, 0.5) if small else (SETTLE_S, MEASURED_S)
    rows: list[list[str]] = []
    for name, terminal, page in (
        ("in a terminal", True, False),
        ("as lines", False, False),
        ("a page open", True, True),
    ):
        with _playing(terminal) as process, contextlib.ExitStack() as stack:
            if page:
                stack.enter_context(_page())
            time.sleep(settle_s)
            parts = {"PC": process.pid, "board": _children(process.pid)[0]}
            before = {part: _seconds(pid) for part, pid in parts.items()}
            time.sleep(measured_s)
            taken = {part: 100 * (_seconds(pid) - before[part]) / measured_s for part, pid in parts.items()}
            rows.append([name, *(f"{share:.1f} %" for share in (*taken.values(), sum(taken.values())))])
    show("play at rest, % of a core", ["", *("PC", "simulated board", "in all")], rows)


@contextlib.contextmanager
def _playing(terminal: bool) -> Iterator[subprocess.Popen[bytes]]:
    """A game in which White is to move; the interface is a terminal's or that of a pipe."""
    ours, theirs = os.openpty()
    with tempfile.TemporaryDirectory() as home:
        process = subprocess.Popen(
            [str(Path(sys.executable).with_name("crossboard")), "play", "charing-cross", "--web-port", str(PORT)],
            stdin=theirs if terminal else subprocess.PIPE,
            stdout=theirs,
            stderr=theirs,
            env={**os.environ, ENVIRONMENT: home, "TERM": "xterm-256color", "COLUMNS": "100", "LINES": "40"},
            start_new_session=True,
        )
        os.close(theirs)
        heard = threading.Event()
        threading.Thread(target=_drain, args=(ours, heard), daemon=True).start()
        try:
            heard.wait()
            yield process
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait()
            os.close(ours)


def _drain(terminal: int, heard: threading.Event) -> None:
    """Read all that it prints; `heard` once it has said whose move it is."""
    said = b""
    with contextlib.suppress(OSError):
        while data := os.read(terminal, 65536):
            said = (said + data)[-100_000:]
            if AT_REST in said:
                heard.set()
    heard.set()


@contextlib.contextmanager
def _page() -> Iterator[None]:
    """A page that takes in all it is sent."""
    with connect(f"ws://127.0.0.1:{PORT}/live", origin=f"http://127.0.0.1:{PORT}") as socket:  # type: ignore[arg-type]

        def take() -> None:
            with contextlib.suppress(Exception):
                for _ in socket:
                    socket.send('{"op":"seen"}')

        threading.Thread(target=take, daemon=True).start()
        yield


def _seconds(pid: int) -> float:
    """What a process has computed, with all its threads."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _children(pid: int) -> list[int]:
    found = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [int(one) for one in found]
