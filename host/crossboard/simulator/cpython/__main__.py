"""The firmware on CPython, for computers where Node cannot be had: one start of one board, in this process.

Speaks the same lines as node/board.mjs but for power and resets, which end the process (cpython_board.py starts the next).
boot.py and main.py of the flash folder run as on a board; there is no REPL.
"""

from __future__ import annotations

import json
import os
import sys
import traceback
from pathlib import Path
from typing import Any

from circuit import Circuit
from line import Line
from modules import SOFT_RESET, install

CTRL_C, CTRL_D = 3, 4
NO_PROMPT = b"\r\nThe firmware runs on CPython: there is no prompt here; Ctrl-D starts it again.\r\n"


def run(name: str, flash: Path, line: Line, names: dict[str, Any]) -> None:
    """Runs a file of the flash in the names given, if it is there."""
    path = flash / name
    if not path.is_file():
        return
    line.interrupt_character = CTRL_C
    try:
        exec(compile(path.read_bytes(), name, "exec"), names)  # noqa: S102
    except SystemExit:
        line.end(SOFT_RESET)
    except BaseException:
        line.write(traceback.format_exc().replace("\n", "\r\n").encode())
    line.interrupt_character = -1
    line.interrupted = False


def main() -> None:
    """One start, until a reset or the end of standard input."""
    lines, out = sys.stdin, sys.stdout
    description = json.loads(lines.readline())
    flash = Path(description["flash"])
    circuit = Circuit(description["wiring"])
    for name in ("switches", "faults", "cuts"):
        getattr(circuit, name)[:] = bytes.fromhex(description[name])
    line = Line(circuit, lines, out, description["attached"])
    sys.path[0:1] = [str(flash), str(flash / "lib"), str(Path(__file__).resolve().parent.parent / "overlay")]
    install(line, circuit, description)
    names: dict[str, Any] = {"__name__": "__main__"}
    for name in ("boot.py", "main.py"):
        run(name, flash, line, names)
    if circuit.complaint:
        line.say(note=circuit.complaint)
    while True:
        line.write(NO_PROMPT)
        line.flush()
        while line.read() != CTRL_D:
            pass
        line.write(b"MPY: soft reboot\r\n")
        line.end(SOFT_RESET)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        os._exit(SOFT_RESET)
