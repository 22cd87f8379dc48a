"""Card Chess over random games: what holds of every position, on both Pythons, and against a naive twin."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import given, settings
from hypothesis import strategies as st

from shared_rules.card_chess.game import CardChess
from shared_rules.codes import ONGOING
from shared_rules.games import game_at
from tests.support.card_chess_positions import START
from tests.support.naive_card_chess import Naive
from tests.support.rules_checks import check_game, check_position, legal, on_both, texts

STARTS = [
    START,
    "card-chess:plain tjkkjt/2qq2/6/6/2QQ2/TJKKJT w ............ -",
    "card-chess:progressive 6/6/6/6/6/6 w rbrbrbbrbrbr KKQQJJTTkkqqjjtt",
    "card-chess:plain+progressive 6/6/6/6/6/6 b ............ KKQQJJTTkkqqjjtt",
    # Incomplete armies, deep stacks, sides without a card to play
    "card-chess:plain [kJ]4k/1q1j2/6/5t/1T2Q1/[Kj]4K b ............ -",
    "card-chess 3[kk][jt]1/5[tq]/1T1T2/3Kj1/1Q1KqQ/1J2J1 w rbrbrbbrbrbr -",
    "card-chess:plain k2[tkJTq]2/3J2/5Q/3T1j/[tqK]4[jQ]/3K2 w ............ -",
    "card-chess:plain 6/6/2[kkqjtKKQJT]3/6/6/6 w ............ -",
    "card-chess:progressive 6/6/6/6/6/6 b bbbbbbrrrrrr KQTTkkj",
    "card-chess:plain 5k/6/6/6/6/KK3Q w ............ -",
    "card-chess:plain 5[kQ]/6/6/6/6/KK4 b ............ -",
]
PICKS = st.lists(st.integers(0, 1 << 20), max_size=70)


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(STARTS), PICKS)
def test_every_position_keeps_the_promises_of_the_interface(text: str, picks: list[int]):
    check_game(game_at(text, 128), picks, check_position)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(STARTS), PICKS)
def test_random_games_are_those_of_the_naive_twin(text: str, picks: list[int]):
    game, twin = game_at(text), Naive(text)
    for pick in picks:
        assert game.text() == twin.text()
        plies = texts(game)
        assert plies == twin.plies()
        assert game.result == (["", "w", "b"].index(twin.winner()) if plies or twin.winner() else 3)
        if not plies:
            break
        ply = sorted(plies)[pick % len(plies)]
        game.push(game.parse_ply(ply))
        twin.push(ply)


def letters(position: CardChess) -> list[str]:
    """The cards on the board and in hand."""
    _, placement, _, _, hand = position.text().split()
    return sorted(letter for letter in placement + hand if letter.isalpha())


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(STARTS), PICKS)
def test_cards_never_leave_the_board(text: str, picks: list[int]):
    game = game_at(text)
    cards = letters(game)

    def check(position: CardChess) -> None:
        assert letters(position) == cards

    check_game(game, picks, check)


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


def test_play_allocates_nothing_and_is_the_same_on_micropython(micropython: Callable[..., str]):
    """One MicroPython for all of them: to start and load it takes longer than to play."""
    code = "from random_games import play\n"
    code += "".join(f"for seed in (1, 22, 333):\n    play({text!r}, seed, 60)\n" for text in STARTS)
    board, host = on_both(micropython, "random_games", code)
    assert board == host
    assert sum(line.startswith("card-chess") for line in board.splitlines()) == 3 * len(STARTS)


def test_terrain_and_refusals_are_the_same_on_micropython(micropython: Callable[..., str]):
    code = """
from shared_rules.card_chess.game import CardChess
from shared_rules.card_chess.reading import shuffled_terrain
from shared_rules.errors import RulesError
game = CardChess("", 8)
print([shuffled_terrain(seed) for seed in range(0, 65536, 997)])
for text in (
    "card-chess", "card-chess tjkkjt/2qq2/6/6/2QQ2/TJKKJT w rbrbrbbrbrrr -",
    "card-chess tjkkjt/2qq2/6/6/2QQ2/TJKKJ[T] w rbrbrbbrbrbr -",
    "card-chess tjkkjt/2qq2/6/6/2QQ2/TJKKJT w rbrbrbbrbrbr K",
    "card-chess:progressive 6/6/6/6/6/K5 w rbrbrbbrbrbr Kkk",
):
    try:
        game.set_text(text)
    except RulesError as error:
        print(error)
for text in ("d2-d2", "c1-d3", "d2xd3", "e4", "K@b1", "pass"):
    try:
        game.parse_ply(text)
    except RulesError as error:
        print(error)
"""
    board, host = on_both(micropython, "random_games", code)
    assert board == host
    assert board.count("\n") == 12
