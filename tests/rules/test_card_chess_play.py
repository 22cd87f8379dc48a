"""Card Chess over random games: cards, terrain, and how games end."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from crossboard.games.rules import specs
from shared_rules.card_chess.game import CardChess
from shared_rules.codes import ONGOING
from shared_rules.errors import PositionError
from shared_rules.games import game_at
from tests.support.naive_card_chess import Naive
from tests.support.rules_checks import legal, on_both, random_positions


def letters(text: str) -> list[str]:
    """The cards on the board and in hand."""
    _, placement, _, _, hand = text.split()
    return sorted(letter for letter in placement + hand if letter.isalpha())


@random_positions([spec for spec in specs() if spec.partition(":")[0] == "card-chess"])
def test_cards_never_leave_the_board(game: CardChess):
    cards = letters(game.text())
    while game.undoable:
        game.pop()
        assert letters(game.text()) == cards


def test_games_that_pick_the_covering_plies_come_to_an_end():
    ends = set()
    for first in range(40):
        game = CardChess("plain")
        for step in range(200):
            plies = sorted(legal(game), key=game.ply_text)
            if not plies:
                break
            covering = [ply for ply in plies if "x" in game.ply_text(ply)]
            game.push((covering or plies)[(first * 7 + step * 13) % len(covering or plies)])
        ends.add(game.result)
        assert (game.result == ONGOING) == (Naive(game.text()).winner() == "")
    assert {1, 2} <= ends


def test_armies_may_be_incomplete_and_then_placing_is_uneven():
    for side in "wb":
        assert game_at(f"card-chess:progressive 6/6/6/6/6/KQ4 {side} rbrbrbbrbrbr TT").text().split()[2] == side
    game_at("card-chess:progressive kk4/6/6/6/6/KKQ3 b rbrbrbbrbrbr TT")
    game_at("card-chess:progressive kk4/6/6/6/6/KKQ3 w rbrbrbbrbrbr TT")


@pytest.mark.parametrize("seed", [-1, 65536])
def test_a_seed_is_a_16_bit_number(seed: int):
    with pytest.raises(PositionError, match=f"seed {seed} is not a number from 0 to 65535"):
        CardChess("", 16, seed)


def test_terrain_is_the_same_on_micropython(micropython: Callable[..., str]):
    code = """
from shared_rules.card_chess.reading import shuffled_terrain
print([shuffled_terrain(seed) for seed in range(0, 65536, 997)])
"""
    board, host = on_both(micropython, code)
    assert board == host and "r" in board
