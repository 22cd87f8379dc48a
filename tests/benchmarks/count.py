"""How many bytecodes a piece of work executes on CPython."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any


def bytecodes(work: Callable[[], object]) -> int:
    """How many bytecodes `work` executes."""
    executed = 0

    def trace(frame: FrameType, event: str, _: Any) -> Any:
        nonlocal executed
        frame.f_trace_lines = False
        frame.f_trace_opcodes = True
        executed += event == "opcode"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        work()
    finally:
        sys.settrace(before)
    return executed
