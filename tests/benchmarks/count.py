"""How many bytecodes a piece of work executes on CPython."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

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
