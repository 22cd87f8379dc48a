"""Charing Cross: what is refused as a position, and random games, on both Pythons and against a naive twin."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared_rules.charing_cross.game import CharingCross
from shared_rules.errors import PositionError
from shared_rules.games import game_at, new_game
from tests.support.charing_cross_positions import START
from tests.support.naive_charing_cross import Naive
from tests.support.rules_checks import check_game, check_position, check_refusal, mangled, on_both, state, texts

STARTS = [
    START,
    "charing-cross 3RR3/8/8/1r5n/N6n/8/8/3r4 w Nw",
    "charing-cross 8/1n6/7R/4Nn2/3R4/r3r3/8/2N5 w -",
    "charing-cross 8/8/8/2NRR3/2rN4/2nnr3/8/8 w -",
    "charing-cross 8/8/3R4/6nn/NN6/8/4r3/4r3 w Rb",
    "charing-cross 8/8/8/r7/N1rN4/8/8/8 b -",
    "charing-cross 8/8/8/8/8/2r5/1r6/N7 w -",
    "charing-cross 8/8/8/8/8/8/1N6/8 w -",
]


@pytest.mark.parametrize("text", STARTS)
def test_a_position_has_one_text(text: str):
    assert game_at(text).text() == text


@pytest.mark.parametrize(
    ("text", "field", "place"),
    [
        ("charing 8/8/8/8/8/8/8/8 w -", "game", 0),
        ("charing-cross:plain 8/8/8/8/8/8/8/8 w -", "game", 15),
        ("charing-cross: 8/8/8/8/8/8/8/8 w -", "game", 15),
        ("charing-cross", "placement", 0),
        ("charing-cross 8/8/8/8/8/8/8/8", "side", 0),
        ("charing-cross 8/8/8/8/8/8/8/8 w", "placement due", 0),
        ("charing-cross 8/8/8/8/8/8/8/8 w - -", "last", 0),
        ("charing-cross  8/8/8/8/8/8/8/8 w -", "placement", 0),
        ("charing-cross 8/8/8/8/8/8/8 w -", "placement", 0),
        ("charing-cross 8/8/8/8/8/8/8/8/8 w -", "placement", 0),
        ("charing-cross 9/8/8/8/8/8/8/8 w -", "placement", 1),
        ("charing-cross 7/8/8/8/8/8/8/8 w -", "placement", 1),
        ("charing-cross 08/8/8/8/8/8/8/8 w -", "placement", 1),
        ("charing-cross 8/K7/8/8/8/8/8/8 w -", "placement", 3),
        ("charing-cross 8/*7/8/8/8/8/8/8 w -", "placement", 3),
        ("charing-cross 8/N8/8/8/8/8/8/8 w -", "placement", 4),
        ("charing-cross NNN5/8/8/8/8/8/8/8 w -", "placement", 0),
        ("charing-cross 8/7N/n7/8/8/8/8/8 w -", "placement", 0),
        ("charing-cross 8/8/8/8/8/8/8/8 W -", "side", 0),
        ("charing-cross 8/8/8/8/5R2/8/8/8 w nb", "side", 0),
        ("charing-cross 8/8/8/8/5R2/8/8/8 b n", "placement due", 0),
        ("charing-cross 8/8/8/8/5R2/8/8/8 b nx", "placement due", 0),
        ("charing-cross 8/8/8/8/5R2/8/8/8 b nbb", "placement due", 0),
        ("charing-cross 8/8/8/8/5R2/8/8/8 b kb", "placement due", 0),
        ("charing-cross 8/8/8/8/5R2/2nn4/8/8 b nb", "placement due", 0),
        ("charing-cross 8/8/8/7r/5R1r/8/8/8 b nb", "placement due", 0),
        ("charing-cross 8/8/8/8/5R2/8/8/1R6 b nb", "placement due", 0),
    ],
)
def test_a_bad_text_is_refused_with_field_and_place(text: str, field: str, place: int):
    game = CharingCross()
    before = state(game)
    with pytest.raises(PositionError) as refused:
        game.set_text(text)
    assert (refused.value.field, refused.value.place) == (field, place)
    assert field == "game" or str(refused.value).startswith(f"{field} field")
    assert state(game) == before


def test_there_is_no_variant():
    with pytest.raises(PositionError):
        CharingCross("plain")
    assert type(new_game("charing-cross")) is CharingCross


def test_mangled_texts_are_refused_or_read_as_what_they_say():
    rng = random.Random(1)
    game = CharingCross()
    letters = "NRnr/123456789 0-wb*²\u0665x"
    taken = sum(check_refusal(game, mangled(rng.choice(STARTS), letters, rng)) for _ in range(5000))
    assert 50 < taken < 2500


PICKS = st.lists(st.integers(0, 1 << 20), max_size=60)


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(STARTS), PICKS)
def test_every_position_keeps_the_promises_of_the_interface(text: str, picks: list[int]):
    check_game(game_at(text, 64), picks, check_position)


@settings(max_examples=80, deadline=None)
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
        ply = sorted(plies, key=lambda text: ("x" not in text, text))[pick % max(1, len(plies) // (1 + pick % 3))]
        game.push(game.parse_ply(ply))
        twin.push(ply)


def test_play_allocates_nothing_and_is_the_same_on_micropython(micropython: Callable[..., str]):
    """One MicroPython for all of them: to start and load it takes longer than to play."""
    code = "from random_games import play\n"
    code += "".join(f"for seed in (1, 22, 333):\n    play({text!r}, seed, 60)\n" for text in STARTS)
    board, host = on_both(micropython, "random_games", code)
    assert board == host
    assert sum(line.startswith("charing-cross") for line in board.splitlines()) == 3 * len(STARTS)
