"""Where Crossboard keeps a user's things: the library of games, the flash of simulated boards."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

ENVIRONMENT = "CROSSBOARD_HOME"


def data_folder() -> Path:
    """$CROSSBOARD_HOME, else where the system wants programs to keep a user's data."""
    named = os.environ.get(ENVIRONMENT, "")
    return Path(named).expanduser() if named else Path(platformdirs.user_data_dir("crossboard", False))
