"""Runs the search's process at low priority: `python -m crossboard.analysis.low_priority`. Play and pages go before it."""

from __future__ import annotations

import contextlib
import os

from crossboard.opponent import worker

NICENESS = 15


def lower() -> None:
    """Run at the lowest priority, where the system has priorities."""
    if hasattr(os, "nice"):
        with contextlib.suppress(OSError):
            os.nice(NICENESS)


if __name__ == "__main__":
    lower()
    worker.main()
