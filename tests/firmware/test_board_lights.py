"""The program as it is flashed shows its lights, with all that the players have set."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from crossboard import profiles
from crossboard.board_files import build as flash_build
from crossboard.simulator import SimulatedBoard


@pytest.mark.usefixtures("micropython")
def test_a_flashed_board_shows_where_the_pieces_belong(tmp_path: Path) -> None:
    profile = profiles.load("pico-8x4")
    for path, data in flash_build.build_for(profile).items():
        (tmp_path / path[1:]).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path[1:]).write_bytes(data)
    with SimulatedBoard(profile, tmp_path, firmware="") as board:
        end = time.monotonic() + 120
        lit: set[str] = set()
        while len(lit) < 16 and time.monotonic() < end:
            lit |= {square for square, colour in board.lights().items() if colour[2] > 0}
            time.sleep(0.05)
        assert lit == {f"{column}{row}" for column in "abgh" for row in "1234"}
        assert not board.notes
