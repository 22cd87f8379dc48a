"""Tests of Tiny Race: `python -m pytest`. Crossboard's own check, and positions made by hand."""

from pathlib import Path

import pytest

from crossboard.games.outside import add_folder
from crossboard.games.perft import count
from crossboard.games.rules import game_at, legal_plies, new_game
from crossboard.own_game.proof import proofs, tried

add_folder(str(Path(__file__).parent))


@pytest.mark.parametrize("proof", proofs("tiny-race"), ids=lambda proof: proof.promise)
def test_it_keeps_the_contract(proof):
    kept, line = tried(proof)
    assert kept, line


@pytest.mark.parametrize(("depth", "plies"), [(1, 5), (2, 25)])
def test_perft(depth, plies):
    """Count them by hand or with another program, not with this one."""
    assert count(new_game("tiny-race"), depth) == plies


def test_a_runner_captures_diagonally():
    game = game_at("tiny-race 5/1r3/R4/5 w")
    assert sorted(map(game.ply_text, legal_plies(game))) == ["a2-a3", "a2xb3"]
    game.push(game.parse_ply("a2xb3"))
    assert game.text() == "tiny-race 5/1R3/5/5 b"
