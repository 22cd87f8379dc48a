"""The tournament of the levels: each against the one below, in every game; Elo with error bars.

CROSSBOARD_GAMES says how many games a pair (40), CROSSBOARD_MS how long level 8 thinks (100): it has the nodes that a core of this
PC makes in that time, measured at the start position, so that a match is the same whatever else the PC does. CROSSBOARD_GAME
says which game alone, CROSSBOARD_LEVEL which level alone is played against the one below. With CROSSBOARD_RESULTS=FILE each
game played is kept there, and a tournament that was stopped goes on.
"""

from __future__ import annotations

from shared_rules.search.levels import BLUNDERS, LEVELS, NODES  # pyright: ignore[reportUnknownVariableType]
from tests.benchmarks.playing import Player, at_level, game_names_wanted, match, number_from, pc_nodes, searching
from tests.benchmarks.tables import show


def player(spec: str, level: int, most: int) -> tuple[str, Player]:
    """What makes a level, and who plays it; the highest has so many nodes."""
    nodes = NODES[level - 1] or most
    return f"{nodes} nodes, {BLUNDERS[level - 1]} blunders", searching(spec, at_level(level, nodes))


def run(small: bool = False) -> None:
    """Print how much stronger each level is than the one below, and what that comes to from level 1 on."""
    games, seconds = number_from("CROSSBOARD_GAMES", 40, small, 1), number_from("CROSSBOARD_MS", 100, small, 1) / 1000
    alone = number_from("CROSSBOARD_LEVEL", 0, small, 2)
    rows: list[list[str]] = []
    for spec in game_names_wanted(small):
        elo = 0.0
        most = pc_nodes(spec, seconds)
        for level in [alone] if alone else range(2, LEVELS + 1):
            about, one = player(spec, level, most)
            about_other, other = player(spec, level - 1, most)
            score = match(spec, one, other, games, name=f"{about} : {about_other}")
            elo += score.elo
            share = f"{100 * score.share:.0f} ± {100 * score.error:.0f} %"
            rows.append(
                [spec, f"{level} : {level - 1}", share, f"{score.elo:+.0f} ± {score.elo_error:.0f}", f"{elo:.0f}"]
            )
            print("  " + "  ".join(rows[-1]), flush=True)
    show(
        f"Levels against the ones below, {games} games each; level 8 has the nodes of {seconds:g} s",
        ["game", "levels", "points", "Elo above", "Elo in all"],
        rows,
        "± two standard errors",
    )
