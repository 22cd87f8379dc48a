"""A side that is led is never asked about: reply by reply from many positions, and whole games by the lights."""

from __future__ import annotations

import random
from itertools import islice
from pathlib import Path

import pytest

from crossboard.games.rules import game_at
from tests.support.firmware_on_pins import fake_board
from tests.support.led_hands import sit_down
from tests.support.led_plies import led, tries
from tests.support.variants import usual_specs

# What the board once asked about, refused or took for another ply: the position, a ply, the reply led to, the seed of the hands.
ONCE = [
    ("card-chess t3[jJk]t/1Q3q/T5/1K[KQk]qj1/3[TJ]2/6 b rbrbrbbrbrbr -", "e6-d5", "e6xd5", 933),
    ("card-chess [tt]3[jQkQ]1/q5/6/1k3T/K5/1[Jq]T1[JjK]1 w rbrbrbbrbrbr -", "c1-d1", "b1xd1", 106),
    ("card-chess:progressive j1qj2/[kk]4t/6/t5/QT2KQ/K1J[JTq]2 w rbrbrbbrbrbr -", "e2-e1", "d1xe1", 711),
    ("card-chess:progressive 3kk1/3j[jt]1/J1q3/1q4/[JT]1[KTt]1Q1/K1Q3 b rbrbrbbrbrbr -", "c4+b3", "a2xc2", 499),
    ("kings-crossing m4k1m/M1M5/KM6/3M1m2 w - - 4", "a2-a1", "a4xa2xc2xc4", 1754),
]
LEVELS = [(0, 2), (3, 0)]


@pytest.mark.parametrize(("position", "ply", "reply", "seed"), ONCE)
def test_what_was_once_not_taken_for_what_it_is(position: str, ply: str, reply: str, seed: int) -> None:
    game = game_at(position)
    played = game.parse_ply(ply)
    game.push(played)
    led(position, played, game.parse_ply(reply), seed)


@pytest.mark.parametrize("spec", usual_specs())
@pytest.mark.parametrize("number", [100, pytest.param(1000, marks=pytest.mark.soak)])
def test_every_reply_that_is_led_to_is_taken_for_what_it_is(spec: str, number: int) -> None:
    """And the players' plies before and after it, which touch the same squares where they can."""
    dice = random.Random(f"{spec} {number}")
    for position, ply, reply in islice(tries(spec, dice), number):
        led(position, ply, reply, dice.randrange(1 << 30))


def play(folder: Path, spec: str, levels: tuple[int, int], seed: int) -> None:
    """A game by the lights: nothing but its plies is recorded, and no question stops it."""
    with fake_board(folder, seed) as board:
        game = sit_down(board, spec, levels, seed)
        game.play(40)
        assert not [line for line in board.journal() if line[0] in "RU"], (spec, levels, seed)


@pytest.mark.parametrize(("spec", "levels", "seed"), [("card-chess", (0, 2), seed) for seed in (281, 304, 371, 378)])
def test_a_game_that_once_stopped_at_a_question(tmp_path: Path, spec: str, levels: tuple[int, int], seed: int) -> None:
    play(tmp_path, spec, levels, seed)


@pytest.mark.soak
@pytest.mark.parametrize("levels", LEVELS, ids=["second", "first"])
@pytest.mark.parametrize("spec", usual_specs(secret=False))
def test_games_by_the_lights_alone(tmp_path: Path, spec: str, levels: tuple[int, int]) -> None:
    for seed in range(25):
        play(tmp_path / str(seed), spec, levels, seed)
