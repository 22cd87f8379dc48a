"""`micropython` as on a Pico: what the WebAssembly build leaves out."""

from micropython import *


def alloc_emergency_exception_buf(size):
    """Tracebacks of interrupts: the simulated board has none."""
