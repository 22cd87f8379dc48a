"""Ctrl-C while the program still loads, or has nothing left to do: it ends at once and says nothing, with status 130.

A KeyboardInterrupt can't be caught everywhere then: importing runs callbacks whose exceptions Python prints.
"""

import os
import signal
from types import FrameType

INTERRUPTED = 130


def end_when_interrupted() -> None:
    """From now on Ctrl-C ends the program at once; one that was started to ignore Ctrl-C still does."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _end)


def raise_when_interrupted() -> None:
    """Ctrl-C is KeyboardInterrupt again, if it was `end_when_interrupted`."""
    if signal.getsignal(signal.SIGINT) is _end:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _end(number: int, frame: FrameType | None) -> None:
    del number, frame
    os._exit(INTERRUPTED)
