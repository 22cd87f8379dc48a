"""The games' perft counts, as deep as some seconds allow, deeper in `make soak`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from crossboard.games.perft import count, count_played, divide
from crossboard.games.rules import game_at, game_names, legal_plies
from tests.support.perft_data import Case, cases, counts, game_of

BULK = 600_000  # leaves of the deepest count asked for here
SOAK = 4_300_000  # the same in `make soak`
PLAYED = 30_000  # the same where every leaf is played
ON_BOARD = 60_000  # the same under MicroPython
ON_BOARD_SOAK = 400_000
SCRIPT = Path(__file__).parents[1] / "on_board" / "perft_script.py"


def name_of(case: Case) -> str:
    return f"{case.text}/{case.depth}"


def test_every_game_has_counts():
    assert {game_of(text) for text in counts()} == set(game_names())


def deep_cases() -> list[Any]:
    """Up to SOAK leaves, those beyond BULK for `make soak`."""
    usual = set(cases(BULK))
    return [pytest.param(case, marks=() if case in usual else pytest.mark.soak) for case in cases(SOAK)]


@pytest.mark.parametrize("case", deep_cases(), ids=name_of)
def test_perft(case: Case):
    game = game_at(case.text)
    assert count(game, case.depth) == case.count
    assert game.text() == case.text


@pytest.mark.parametrize("case", cases(PLAYED), ids=name_of)
def test_playing_every_leaf_counts_the_same(case: Case):
    game = game_at(case.text)
    before = bytes(game.board), game.digest()
    assert count_played(game, case.depth) == case.count
    assert (game.text(), bytes(game.board), game.digest()) == (case.text, *before)


@pytest.mark.parametrize("case", cases(PLAYED), ids=name_of)
def test_divide_names_every_first_ply_once(case: Case):
    game = game_at(case.text)
    split = divide(game, case.depth)
    assert list(split) == sorted(game.ply_text(ply) for ply in legal_plies(game))
    assert sum(split.values()) == case.count


@pytest.mark.parametrize("text", counts(), ids=str)
def test_depth_zero_is_one(text: str):
    game = game_at(text)
    assert (count(game, 0), count_played(game, 0)) == (1, 1)


@pytest.mark.parametrize("most", [ON_BOARD, pytest.param(ON_BOARD_SOAK, marks=pytest.mark.soak)])
def test_micropython_counts_the_same(micropython: Callable[..., str], most: int):
    deepest = {case.text: case.depth for case in cases(most)}
    pieces = ["from perft_script import report"]
    pieces += [f"report({text!r}, {depth})" for text, depth in deepest.items()]
    printed = micropython(pieces, {"/perft_script.py": SCRIPT}, timeout=300).splitlines()
    assert printed == [" ".join(map(str, counts()[text][:depth])) for text, depth in deepest.items()]
