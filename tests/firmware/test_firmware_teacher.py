"""The teacher on a whole board: what it works out while a ply is not yet final."""

from __future__ import annotations

from pathlib import Path

import pytest

from shared_rules.protocol.signals import MARK_MOVE, MARK_WIN
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


@pytest.mark.parametrize(("seat", "shown"), [("1 0", MARK_WIN), ("1 3", MARK_WIN), ("1 9", MARK_MOVE)])
def test_the_lights_show_no_winning_move_against_somebody_far_away(tmp_path: Path, seat: str, shown: int) -> None:
    """Where the piece may go is shown, nothing that a rule does not say: on a server for players all help is forbidden."""
    with fake_board(tmp_path / "games") as board:
        app = board.switch_on()
        assert board.new_game("chess 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1") == ""
        assert not app.link.commands().seat(seat)
        board.set_all("g8 f7 g7 h7 a1 g1")
        board.run(600)
        for _ in range(2):
            board.set("a1", False)
            board.run(2000)
            assert app.table.marks[56] == shown  # a8
            board.set("a1", True)
            app = board.switch_on()  # as after a power cut
            board.run(600)
