"""Tuning the weights of an evaluation by self-play: one weight at a time is changed, and kept where that wins a match.

    python -m tests.benchmarks tune

CROSSBOARD_GAME says which game (charing-cross), CROSSBOARD_GAMES how many games a trial (100), CROSSBOARD_NODES how
many nodes a ply (300), CROSSBOARD_ROUNDS how many trials (40), CROSSBOARD_SEED where chance begins (1). Prints what was
kept; it goes into the table WEIGHTS by hand, with its reason.
"""

from __future__ import annotations

import importlib
import os
import random
from typing import Any

from tests.benchmarks.playing import match, number_from, searching, with_nodes

STEPS = (0.7, 0.85, 1.15, 1.4)  # factors of a weight
SURE = 0.5  # of two standard errors, so far above one half a trial must be


def changed(weights: dict[str, Any], chance: random.Random) -> tuple[dict[str, Any], str]:
    """A table with one number changed, and what that was."""
    name = chance.choice(sorted(weights))
    factor = chance.choice(STEPS)
    value = weights[name]
    if isinstance(value, tuple):
        numbers: list[int] = list(value)  # pyright: ignore[reportUnknownArgumentType]
        at = chance.randrange(len(numbers))
        new = round(numbers[at] * factor) or chance.choice((-5, 5))
        numbers[at] = new
        return {**weights, name: tuple(numbers)}, f"{name}[{at}] {value[at]} -> {new}"
    new = round(value * factor) or chance.choice((-5, 5))
    return {**weights, name: new}, f"{name} {value} -> {new}"


def run() -> None:
    """Print each trial, and the table in the end."""
    spec = os.environ.get("CROSSBOARD_GAME", "charing-cross")
    games, nodes = number_from("CROSSBOARD_GAMES", 100), number_from("CROSSBOARD_NODES", 300)
    chance = random.Random(number_from("CROSSBOARD_SEED", 1))
    module = importlib.import_module(f"shared_rules.{spec.partition(':')[0].replace('-', '_')}.evaluation")
    weights: dict[str, Any] = module.WEIGHTS
    begin = with_nodes(nodes)
    for trial in range(number_from("CROSSBOARD_ROUNDS", 40)):
        tried, what = changed(weights, chance)
        score = match(
            spec, searching(spec, begin, weights=tried), searching(spec, begin, weights=weights), games, trial
        )
        kept = score.share > 0.5 + SURE * score.error
        print(f"  {what}: {100 * score.share:.0f} ± {100 * score.error:.0f} %{', kept' if kept else ''}", flush=True)
        if kept:
            weights = tried
    print(f"WEIGHTS of {spec}: {weights}")
