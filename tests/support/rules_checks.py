"""What the tests of the rules share: what a game holds, positions of random games, and the same on both Pythons."""

from __future__ import annotations

import subprocess
import sys
from array import array
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from crossboard.games.check import walks
from crossboard.games.check.walks import HISTORY, walked
from shared_rules.games import new_game
from tests.support import rule_cases
from tests.support.perft_data import counts

SEEDS = st.integers(1, 65535)
LENGTHS = st.integers(0, 120)
FEW, MANY = 12, 120


def state(game: Any) -> dict[str, Any]:
    """Every value that the game holds, without what was played."""
    return walks.state(game, getattr(game, "history", HISTORY))


def legal(game: Any) -> list[int]:
    """The legal plies."""
    out = array("i", [-1] * (game.max_plies + 1))
    end = game.plies(out, 0)
    assert end <= game.max_plies
    assert out[game.max_plies] == -1
    return list(out[:end])


def texts(game: Any) -> set[str]:
    """The legal plies as text."""
    return {game.ply_text(ply) for ply in legal(game)}


def play(game: Any, line: str) -> Any:
    """Play plies given as text; returns the game."""
    for text in line.split():
        game.push(game.parse_ply(text))
    return game


def footprint(game: Any, ply: int) -> dict[int, int]:
    """Square -> effect."""
    out = bytearray(b"#" * (2 * game.max_footprint + 8))
    end = game.footprint(ply, out, 4)
    pairs = {out[i]: out[i + 1] for i in range(4, end, 2)}
    assert len(pairs) * 2 + 4 == end
    assert out[:4] == b"####" and set(out[end:]) == {35}
    return pairs


def starts(spec: str) -> list[str]:
    """Position texts that random games of `spec` begin from: its start, what perft is counted from, and rarer ones."""
    name = spec.partition(":")[0]
    known = [*counts(), *rule_cases.STARTS.get(name, [])]
    return list(dict.fromkeys([new_game(spec).text(), *(text for text in known if text.split(" ")[0] == spec)]))


def random_positions(names: Sequence[str]) -> Callable[[Callable[..., None]], Any]:
    """Parametrise over those of the specs, and call with a position of a random game."""

    def decorate(test: Callable[..., None]) -> Any:
        @pytest.mark.parametrize("examples", [FEW, pytest.param(MANY, marks=pytest.mark.soak)])
        @pytest.mark.parametrize("spec", names)
        def run(spec: str, examples: int) -> None:
            @given(text=st.sampled_from(starts(spec)), seed=SEEDS, length=LENGTHS)
            @settings(max_examples=examples, deadline=None, suppress_health_check=[HealthCheck.too_slow])
            def holds(text: str, seed: int, length: int) -> None:
                test(walked(text, seed, length))

            holds()

        run.__name__ = test.__name__
        run.__doc__ = test.__doc__
        return run

    return decorate


def on_both(micropython: Callable[..., str], code: str) -> tuple[str, str]:
    """What `code` prints under MicroPython and under CPython."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return micropython(code), done.stdout
