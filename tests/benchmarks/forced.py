"""Forced wins: positions made by an exhaustive solver, which the search is to find in a second each.

The positions come from games of a weak level against itself, the same each time: the solver (shared_rules/search/solver.py) tries
everything up to DEPTHS (else DEPTH) plies before the end. CROSSBOARD_SET says how many a game (50), CROSSBOARD_MS how long it may
take (1000).
"""

from __future__ import annotations

import importlib
import random
import time
from array import array
from collections.abc import Iterator
from typing import Any

from crossboard import compiled
from shared_rules.search.search import SURE  # pyright: ignore[reportUnknownVariableType]
from tests.benchmarks.playing import HASH_BITS, HISTORY, RULES, at_level, game_names_wanted, number_from, searching
from tests.benchmarks.tables import show

DEPTHS = {"charing-cross": 7, "kings-crossing": 7}
DEPTH = 3  # of the others
MOST_LINES = 3_000_000_000  # of play, by the number of plies at first: where there are more, a win is not looked for
PLAYING_LEVEL = 3


def solver() -> Any:
    """`wins` of the solver, compiled where that is built."""
    package = "crossboard.compiled.rules" if compiled.is_built() else "shared_rules"
    return importlib.import_module(f"{package}.search.solver").wins


def forced_wins(spec: str, count: int) -> Iterator[tuple[str, int]]:
    """(position, plies to the win) of so many, of odd numbers of plies from 3 on, no position twice."""
    wins = solver()
    chance = random.Random(spec)
    most = DEPTHS.get(spec, DEPTH)
    player = searching(spec, at_level(PLAYING_LEVEL))()
    game = RULES.new_game(spec, 256)
    buffer = array("i", [0] * (game.max_plies * (most + 1)))
    seen: set[str] = set()
    while len(seen) < count:
        game.reset()
        while not game.result and game.undoable < 200:
            if game.undoable < 4:
                end = game.plies(buffer, 0)
                game.push(buffer[chance.randrange(end)])
            else:
                game.push(player(game, chance.randrange(1 << 15)))
        for _ in range(min(most, game.undoable)):
            game.pop()
            side, text = game.side, game.text()
            if text in seen:
                continue
            depth = 1
            while depth <= most and game.plies(buffer, 0) ** depth <= MOST_LINES:
                if wins(game, side, depth, buffer, 0):
                    break
                depth += 2
            else:
                continue
            if depth > 1 and depth <= most and len(seen) < count:
                seen.add(text)
                yield text, depth


def run(small: bool = False) -> None:
    """Print how many of each set are found, and the slowest."""
    count, seconds = number_from("CROSSBOARD_SET", 50, small), number_from("CROSSBOARD_MS", 1000) / 1000
    rows: list[list[str]] = []
    for spec in game_names_wanted(small):
        search = RULES.Search(RULES.new_game(spec, HISTORY), HASH_BITS)
        found = 0
        slowest = 0.0
        depths: dict[int, int] = {}
        for text, depth in forced_wins(spec, count):
            search.game.set_text(text)
            search.clear()
            began = time.process_time()
            search.begin(0, 0)
            while search.score <= SURE and not search.step(200) and time.process_time() - began < seconds:
                pass
            spent = time.process_time() - began
            search.stop()
            found += search.score > SURE
            slowest = max(slowest, spent)
            depths[depth] = depths.get(depth, 0) + 1
        kinds = ", ".join(f"{n} of {depth}" for depth, n in sorted(depths.items()))
        rows.append([spec, kinds, f"{found} of {count}", f"{1000 * slowest:.0f}"])
        print("  " + "  ".join(rows[-1]), flush=True)
    show(
        f"Forced wins found within {seconds:g} s",
        ["game", "wins by their plies", "found", "slowest ms"],
        rows,
        "positions made and solved by trying everything",
    )
