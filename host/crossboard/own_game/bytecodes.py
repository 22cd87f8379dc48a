"""How many bytecodes a piece of work executes on CPython, and how long a Pico would take for them: no board is needed.

Counted are the bytecodes that CPython 3.11 executes (`sys.settrace` with opcode events), in this plain code about as many
as MicroPython executes. How long a Pico at 125 MHz takes for one is taken from MicroPython's own perf_bench on a Pico (in
the micropython pull request 12846, N=100 M=100): bm_fannkuch scores 55.57, which is 108 ms for 114 547 bytecodes of
CPython 3.11, 0.94 us each; bm_nqueens, which allocates all the time, 1.8 us. The rules allocate nothing. Timed beside
fannkuch under the WebAssembly build, the games take up to 1.2 us, and that is taken for all: the figures are upper
estimates. None of it was measured on a Pico.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

MICROSECONDS = 1.2  # of a Pico for one bytecode

TraceFunction = Callable[[FrameType, str, Any], Any]


def bytecode_counter() -> tuple[list[int], TraceFunction]:
    """A cell, and a trace function for frames that adds to it at each bytecode: called so often that it does nothing else."""
    cell = [0]

    def count(frame: FrameType, event: str, _: Any) -> Any:
        if event == "opcode":
            cell[0] += 1
        return count

    return cell, count


def bytecodes(work: Callable[[], object]) -> int:
    """How many bytecodes `work` executes."""
    executed, count = bytecode_counter()

    def begin(frame: FrameType, event: str, _: Any) -> Any:
        frame.f_trace_lines = False
        frame.f_trace_opcodes = True
        return count

    before = sys.gettrace()
    sys.settrace(begin)
    try:
        work()
    finally:
        sys.settrace(before)
    return executed[0]
