"""`play` killed with kill -9, and interrupted by mpremote, on a simulated board: nothing is lost."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

import pytest

from tests.support.play_faults import killed_while_playing, mpremote_in_between

needs_terminal = pytest.mark.skipif(sys.platform == "win32", reason="mpremote wants a pseudo-terminal here")


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no kill -9 here")
@pytest.mark.parametrize("seed", [1])
def test_play_is_killed_at_random_moments(tmp_path: Path, seed: int) -> None:
    """What was acknowledged to the board is in the library, the library is whole, and in the end it has everything."""
    assert killed_while_playing(seed, tmp_path, kills=2) > 2


@needs_terminal
def test_mpremote_comes_in_between(micropython: object, tmp_path: Path) -> None:
    """exec, fs cp and reset while a game is under way, and back to play each time: one game, every ply of it."""
    assert mpremote_in_between(3, tmp_path) == 4
