"""The program as it is flashed shows its lights, with all that the players have set."""

from __future__ import annotations

import ast
import time
from pathlib import Path

import pytest

from crossboard import profiles
from crossboard.program import build as flash_build
from crossboard.simulator import SimulatedBoard

MODULES = ("package",)  # whose names are files', and stay


def test_attributes_are_asked_for_by_a_word_that_is_there() -> None:
    """The board's program has other names for its attributes; only words that stand in its text are kept."""
    for name, text in flash_build.board_texts().items():
        for node in ast.walk(ast.parse(text)):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or name == "firmware.loading":
                continue
            if node.func.id in ("getattr", "setattr", "hasattr") and ast.unparse(node.args[0]) not in MODULES:
                assert isinstance(node.args[1], ast.Constant), f"{name}: {ast.unparse(node)}"


@pytest.mark.usefixtures("micropython")
def test_a_flashed_board_shows_where_the_pieces_belong(tmp_path: Path) -> None:
    profile = profiles.load("pico-8x4")
    for path, data in flash_build.build_for(profile).items():
        (tmp_path / path[1:]).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path[1:]).write_bytes(data)
    with SimulatedBoard(profile, tmp_path, firmware="") as board:
        end = time.monotonic() + 30
        lit: set[str] = set()
        while len(lit) < 16 and time.monotonic() < end:
            lit |= {square for square, colour in board.lights().items() if colour[2] > 0}
            time.sleep(0.05)
        assert lit == {f"{column}{row}" for column in "abgh" for row in "1234"}
        assert not board.notes
