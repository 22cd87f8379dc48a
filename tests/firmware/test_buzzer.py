"""The buzzer: what is heard of a game, how loud, and that a board without one has nothing of it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from crossboard import profiles
from crossboard.board_files.build import build_for
from crossboard.simulator import SimulatedBoard
from tests.support.extras import with_extras
from tests.support.firmware_on_pins import FakeBoard, fake_board
from tests.support.simulated_pc import HOME, Pc

ON_BOARD = Path(__file__).parents[1] / "on_board"
HOME_TEXT = " ".join(HOME)
LOUD, QUIET = 32768, 1200
PLY, CAPTURE = [3000], [3000, 4000]
REFUSAL, QUESTION, OVER = [1200, 800], [2000, 3000], [2100, 2640, 3140, 4200]


@pytest.fixture
def board(tmp_path: Path) -> Iterator[FakeBoard]:
    """In a game of Charing Cross, in silence."""
    with fake_board(tmp_path) as fake:
        fake.profile = profiles.compile_profile(with_extras("pico-8x8"))
        fake.switch_on()
        fake.set_all(HOME_TEXT)
        fake.run(3000)
        fake.pins.heard.clear()
        yield fake


def tones(board: FakeBoard) -> list[int]:
    """The pitches heard since this was last asked."""
    board.run(2000)
    found = [hz for hz, duty in board.pins.heard if duty]
    assert not board.pins.heard or board.pins.heard[-1][1] == 0, "a tone has no end"
    board.pins.heard.clear()
    return found


def test_a_ply_a_capture_and_a_refusal_sound_apart(board: FakeBoard) -> None:
    board.new_game("chess rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1") if False else None
    board.gesture("-a4 +b5")
    assert tones(board) == PLY
    board.set("a4", True)  # a piece too many
    board.run(100)
    board.set("a4", False)
    board.gesture("-h4 +e4")
    assert [line[0] for line in board.journal()][-1] == "R"
    assert tones(board) == REFUSAL
