"""The teacher on a whole board: what it works out while a ply is not yet final."""

from __future__ import annotations

from pathlib import Path

from tests.support.firmware_on_pins import fake_board


def test_a_position_in_which_only_a_pass_is_legal(tmp_path: Path) -> None:
    """For a moment the pass stands in the list of plies, as a ply that begins on no square."""
    with fake_board(tmp_path / "games") as board:
        app = board.switch_on()
        assert board.new_game("kings-crossing 8/8/K1MkM3/8 w - - 0") == ""
        board.set_all("a4 c4 d4 e4")
        board.run(600)
        board.gesture("-a4 +a5")
        board.run(600)
        assert [line.split()[-1] for line in board.journal() if line[0] == "P"] == ["a2-a3", "pass"]
        assert app.table.game.text() == "kings-crossing 8/K7/2MkM3/8 w - - 2"
