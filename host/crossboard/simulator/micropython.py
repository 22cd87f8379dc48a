"""Runs snippets of Python under MicroPython, so that tests see what the board would do.

`run` starts a fresh MicroPython (the WebAssembly build, in Node) with the board's own sources on its filesystem,
runs the code and returns what it printed.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from crossboard.folders import checkout
from crossboard.simulator.install import find_micropython, find_node, install

HEAP = 1 << 20
"""Initial heap in bytes; the WebAssembly build extends it when it is full."""

PYSTACK = 8 << 10
"""Words of Python stack; enough for any recursion that works on a Pico."""


class MicroPythonMissing(Exception):
    """Node or the npm module is not there; the message says which, and what to do."""


class MicroPythonError(Exception):
    """The code raised or did not end in time; the message is the traceback. `printed` holds what came before."""

    def __init__(self, message: str, printed: str) -> None:
        super().__init__(message)
        self.printed = printed


def require() -> tuple[Path, Path]:
    """(Node, folder of the npm module), which is fetched if it is missing; MicroPythonMissing says what to do."""
    problem = install()
    node, module = find_node(), find_micropython()
    if problem is not None or node is None or module is None:
        raise MicroPythonMissing(problem or "MicroPython is missing")
    return node, module


def board_sources() -> dict[str, Path]:
    """Board path -> PC path of the sources that stand at the root of every board."""
    root = checkout()
    if root is None:
        return {}
    return {f"/{name}": root / name for name in ("shared_rules", "firmware") if (root / name).is_dir()}


def run(
    code: str | Sequence[str],
    mounts: Mapping[str, str | Path] | None = None,
    *,
    heap: int = HEAP,
    above: int = 0,
    fixed: bool = False,
    timeout: float = 600,
) -> str:
    """Runs code (or several pieces, one after the other in one `__main__`) and returns what it printed.

    `mounts` maps absolute board paths to files or folders of the PC, added to `/shared_rules` and `/firmware`.
    Garbage is collected between pieces only: this build cannot while Python code runs, so to measure what a
    piece leaves on the heap, print `gc.mem_alloc()` in the next one. `heap` is in bytes, all its addresses are greater than
    `above`; with `fixed` it does not grow when it is full. `timeout` is in seconds.
    Raises MicroPythonMissing, and MicroPythonError with the traceback if the code raises or does not end.
    """
    node, module = require()
    places = {**board_sources(), **{to: Path(place) for to, place in (mounts or {}).items()}}
    job = {
        "folder": str(module),
        "heap": heap,
        "above": above,
        "fixed": fixed,
        "pystack": PYSTACK,
        "mounts": [[to, str(place.resolve())] for to, place in places.items()],
        "pieces": [code] if isinstance(code, str) else list(code),
    }
    script = Path(__file__).parent / "node" / "snippet.mjs"
    try:
        done = subprocess.run(
            [str(node), str(script)],
            input=json.dumps(job),
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=timeout,
            check=False,
        )
    except subprocess.TimeoutExpired as late:
        printed = late.stdout.decode("utf-8", "replace") if isinstance(late.stdout, bytes) else (late.stdout or "")
        raise MicroPythonError(f"still running after {timeout:g} s", printed) from None
    if done.returncode:
        raise MicroPythonError(done.stderr.strip() or f"Node ended with status {done.returncode}", done.stdout)
    return done.stdout
