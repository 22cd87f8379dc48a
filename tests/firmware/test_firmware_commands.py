"""Every command from the PC in every mode of the board: answered or refused, never an error inside."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.charing_cross_positions import HOME
from tests.support.command_fuzz import BUTTONS, COMMANDS, fuzz_commands, fuzz_simulated
from tests.support.firmware_on_pins import FakeBoard
from tests.support.firmware_pc import FakePc

STEALTH = "a3 b3 a4 b4 a5 b5 a6 b6 g3 h3 g4 h4 g5 h5 g6 h6"


def enter(board: FakeBoard, pc: FakePc, mode: str) -> None:
    """Bring the board into a mode."""
    match mode:
        case "setting up":
            board.set("a4", False)
            pc.send("N", "charing-cross")
        case "in trouble":
            board.set_all("")
        case "over":
            board.gesture("-a4 +b5")
            pc.send("E", "1 1")
        case "kings picked":
            board.set_all(STEALTH)
            pc.send("N", "kings-crossing:stealth")
        case "tested":
            pc.send("D", "begin")
        case "menu":
            pc.send("B", "ok hold")
        case "menu tested":
            pc.send("B", "back hold")
            pc.run(200)
            pc.send("D", "begin")
        case "piece in hand":
            board.gesture("-a4 +b5")
            board.set("h4", False)
        case _:
            pass
    pc.run(1500)


MODES = ("play", "setting up", "in trouble", "over", "kings picked", "tested", "menu", "menu tested", "piece in hand")


@pytest.mark.parametrize("mode", MODES)
def test_every_command_in_every_mode(board: FakeBoard, mode: str) -> None:
    """`run` looks for errors inside. What changes the game is refused while a test is under way."""
    pc = FakePc(board)
    pc.run(300)
    for kind, texts in COMMANDS.items():
        enter(board, pc, mode)
        for text in dict.fromkeys(texts):
            pc.send(kind, text.replace("{game}", board.app.journal.id()))
            pc.run(150)
            if "tested" in mode and kind in "BEUN":
                assert pc.of("C")[-1] == f"{kind} error a test is under way"
        pc.send("D", "end")
        pc.run(100)
        board.set_all(HOME)


@pytest.mark.parametrize("button", BUTTONS)
def test_a_test_leaves_the_game_as_it_was(board: FakeBoard, button: str) -> None:
    """Buttons on the PC mean nothing while a test is under way; the game goes on from there after it."""
    pc = FakePc(board)
    pc.run(300)
    board.gesture("-a4 +b5")
    before = board.app.journal.id(), board.app.journal.seq
    pc.send("D", "begin")
    pc.run(200)
    pc.send("B", button)
    pc.run(1500)
    pc.send("D", "end")
    pc.run(1500)
    assert (board.app.journal.id(), board.app.journal.seq) == before
    board.gesture("-h4 +g5")
    assert board.app.current.plies == 2


@pytest.mark.parametrize("seed", range(4))
def test_commands_and_touches_in_any_order(seed: int, tmp_path: Path) -> None:
    assert fuzz_commands(seed, tmp_path, 80) > 40


def test_commands_to_a_simulated_board(tmp_path: Path) -> None:
    assert fuzz_simulated(1, tmp_path, 100) >= 100
