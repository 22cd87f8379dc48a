"""Whether a person sits at a terminal that can be drawn on. What is drawn there is in terminal_play.py, terminal_replay.py."""

from __future__ import annotations

import os
import sys


def is_interactive() -> bool:
    """Whether a person sits at both ends."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
