"""The tournament of the levels: each against the one below, in every game; Elo with error bars.

CROSSBOARD_GAMES says how many games a pair (40), CROSSBOARD_MS how long level 8 thinks (100).
"""

from __future__ import annotations

from crossboard.games.rules import game_names
from shared_rules.search.levels import LEVELS
from tests.benchmarks.playing import at_level, match, number_from, searching
from tests.benchmarks.tables import show


def run() -> None:
    """Print how much stronger each level is than the one below, and what that comes to from level 1 on."""
    games, seconds = number_from("CROSSBOARD_GAMES", 40), number_from("CROSSBOARD_MS", 100) / 1000
    rows: list[list[str]] = []
    for spec in game_names():
        elo = 0.0
        for level in range(2, LEVELS + 1):
            one = searching(spec, at_level(level), seconds if level == LEVELS else 0)
            score = match(spec, one, searching(spec, at_level(level - 1)), games)
            elo += score.elo
            share = f"{100 * score.share:.0f} ± {100 * score.error:.0f} %"
            rows.append(
                [spec, f"{level} : {level - 1}", share, f"{score.elo:+.0f} ± {score.elo_error:.0f}", f"{elo:.0f}"]
            )
            print("  " + "  ".join(rows[-1]), flush=True)
    show(
        f"Levels against the ones below, {games} games each; level 8 thinks {seconds:g} s",
        ["game", "levels", "points", "Elo above", "Elo from level 1"],
        rows,
        "± two standard errors",
    )
