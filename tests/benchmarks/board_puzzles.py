"""Puzzles as a board's level 8 solves them: how many of each length, in the steps that a Pico makes while it may think about a ply.

The puzzles are each game's own, made by `crossboard puzzles --make`: a solver that tries everything has proved that one ply alone
wins as fast. Solved is one of which the search plays that ply. The steps are estimated by bytecodes (`pico_steps`); machine code
(`flash --native`) makes NATIVE times as many. CROSSBOARD_GAME says which game alone.
"""

from __future__ import annotations

from crossboard.puzzles.puzzle import Puzzle, puzzles
from shared_rules.search.levels import BOARD_MS, LEVELS  # pyright: ignore[reportUnknownVariableType]
from tests.benchmarks.playing import BOARD_BITS, HISTORY, RULES, at_level, game_names_wanted, pico_steps
from tests.benchmarks.tables import show

NATIVE = 2  # times as fast as bytecode, or more (firmware/README.md)


def solves(puzzle: Puzzle, steps: int) -> bool:
    """Whether the search, stopped after so many steps as a board stops it, plays the puzzle's first ply."""
    search = RULES.Search(RULES.game_at(puzzle.position, HISTORY), BOARD_BITS)
    at_level(LEVELS)(search, 1)
    search.step(steps)
    search.stop()
    return search.game.ply_text(search.best) == puzzle.line[0]


def run(small: bool = False) -> None:
    """Print how many are solved, by the plies to the win."""
    rows: list[list[str]] = []
    for spec in game_names_wanted(small):
        steps = pico_steps(spec, BOARD_MS[LEVELS - 1] / 1000)
        for length in (1, 3, 5, 7):
            some = [puzzle for puzzle in puzzles(spec) if len(puzzle.line) == length][: 1 if small else None]
            found = [sum(solves(puzzle, steps * times) for puzzle in some) for times in (1, NATIVE)]
            if some:
                rows.append([spec, str(length), str(len(some)), *map(str, found)])
                print("  " + "  ".join(rows[-1]), flush=True)
    show(
        f"Puzzles that level {LEVELS} of a Pico solves",
        ["game", "plies", "puzzles", "solved", "solved with --native"],
        rows,
        "in the steps of its time for a ply, estimated",
    )
