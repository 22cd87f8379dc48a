"""What every game and variant promises, held in random games: texts, undo, footprints, refusals, both Pythons.

The promises are those that `crossboard game check` tries (host/crossboard/games/check); a new line in the registry is tested.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crossboard.games.check import random_games
from crossboard.games.check.promises import (
    OF_A_POSITION,
    formats_know_their_game,
    reasons_have_words,
    reset_begins_again,
    the_last_plies_can_be_taken_back,
)
from crossboard.games.check.walks import walked
from crossboard.games.rules import NOWHERE, Game, game_names, legal_plies, specs
from tests.support.rules_checks import FEW, LENGTHS, MANY, SEEDS, random_positions, starts


@pytest.mark.parametrize("examples", [FEW, pytest.param(MANY, marks=pytest.mark.soak)])
@pytest.mark.parametrize("promise", OF_A_POSITION)
@pytest.mark.parametrize("spec", specs())
def test_every_position_keeps_every_promise(spec: str, promise: str, examples: int):
    @given(text=st.sampled_from(starts(spec)), seed=SEEDS, length=LENGTHS)
    @settings(max_examples=examples, deadline=None)
    def holds(text: str, seed: int, length: int) -> None:
        OF_A_POSITION[promise](walked(text, seed, length))

    holds()


@random_positions(specs())
def test_plies_are_offered_by_text(game: Game):
    """But for promotions and placements, which have an order of their own."""
    legal = {game.ply_text(ply): ply for ply in legal_plies(game) if ply & 255 != NOWHERE}
    becomes = Counter((ply & 255, game.destination(ply), text[:-1]) for text, ply in legal.items())
    found = {
        text: game.rank(ply)
        for text, ply in legal.items()
        if not set(text) & set("@=") and becomes[ply & 255, game.destination(ply), text[:-1]] == 1
    }
    assert sorted(found, key=lambda text: found[text]) == sorted(found)


@pytest.mark.parametrize("spec", specs())
@given(data=st.data(), seed=SEEDS, length=st.integers(0, 60), history=st.sampled_from([16, 128]))
@settings(max_examples=12, deadline=None)
def test_the_last_plies_can_be_taken_back_and_no_more(
    spec: str, data: st.DataObject, seed: int, length: int, history: int
):
    the_last_plies_can_be_taken_back(data.draw(st.sampled_from(starts(spec))), seed, length, history)


@pytest.mark.parametrize("spec", specs())
def test_reset_begins_again(spec: str):
    reset_begins_again(spec)


@pytest.mark.parametrize("name", game_names())
def test_reasons_and_formats_are_whole(name: str):
    reasons_have_words(name)
    formats_know_their_game(name, [spec for spec in specs() if spec.partition(":")[0] == name])


def jobs() -> list[tuple[str, int, int]]:
    """(position, seed, steps) of the games that both Pythons play."""
    return [
        (text, 1000 * number + again, 40 if number else 90)
        for spec in specs()
        for number, text in enumerate(starts(spec))
        for again in (7, 22)
    ]


def test_micropython_plays_the_same_games_with_the_heap_locked(
    micropython: Callable[..., str], capsys: pytest.CaptureFixture[str]
):
    for job in jobs():
        random_games.play(*job)
    sys.stdout.flush()
    here = capsys.readouterr().out
    pieces = ["from random_games import play", *(f"play{job!r}" for job in jobs())]
    assert micropython(pieces, {"/random_games.py": random_games.__file__}, timeout=300) == here
