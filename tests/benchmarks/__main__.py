"""`python -m tests.benchmarks [NAME…] [--all]`: print the measurements."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from crossboard.simulator.micropython import MicroPythonMissing
from tests.benchmarks import (
    board,
    board_puzzles,
    fit,
    forced,
    gestures,
    hall,
    hands,
    levels,
    openspiel,
    rest,
    speed,
    steps,
    stockfish,
)
from tests.benchmarks.tables import Missing

Benchmark = Callable[[bool], None]
"""Measures and prints; given True, hardly anything, to see that it works. Raises Missing or MicroPythonMissing where it can't."""

BENCHMARKS: dict[str, tuple[Benchmark, str]] = {
    "speed": (speed.run, "perft on CPython against python-chess"),
    "board": (board.run, "how fast a whole board is scanned"),
    "heap": (board.run_heap, "a whole board: heap in use with each game, at the start and in play"),
    "hour": (board.run_hour, "what an hour of play leaves of a Pico's heap, game by game; some minutes"),
    "steps": (steps.run, "how long a round of the board's loop would take on a Pico, estimated"),
    "hands": (hands.run, "how well hands are understood, and how soon"),
    "neutral": (hands.run_neutral, "2,000 games of a second model of hands, with seeds that nothing was fitted to"),
    "gestures": (gestures.run, "what gestures should cost by how often hands do them"),
    "rest": (rest.run, "what `play` takes of a core while nobody moves"),
    "hall": (hall.run, "a thousand boards on one hub: from a record to the wall; hub and broker killed at random"),
    "levels": (levels.run, "the opponent's levels against each other, with their Elo"),
    "forced": (forced.run, "whether the search finds forced wins that a solver made, in a second each"),
    "puzzles": (board_puzzles.run, "how many of the games' puzzles a Pico's level 8 solves, estimated"),
    "openspiel": (openspiel.run, "matches against OpenSpiel's MCTS"),
    "stockfish": (stockfish.run, "chess against Stockfish at the least Elo that it plays"),
    "fit": (fit.run, "weights of an evaluation by the results of play with itself"),
}
LONG = ("neutral", "gestures", "levels", "openspiel", "stockfish", "fit")


def main() -> None:
    """Run what was asked for."""
    about = "; ".join(
        f"{name}: {text}{' (long, so only with --all or by name)' if name in LONG else ''}"
        for name, (_, text) in BENCHMARKS.items()
    )
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=f"Measurements. {about}.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="which (default: the short ones)")
    parser.add_argument("--all", action="store_true", help="everything, the long ones too")
    args = parser.parse_args()
    unknown = set(args.names) - set(BENCHMARKS)
    if unknown:
        parser.error(f"no benchmark is called {' '.join(sorted(unknown))}")
    names = list(BENCHMARKS) if args.all else args.names or [name for name in BENCHMARKS if name not in LONG]
    for name in names:
        try:
            BENCHMARKS[name][0](False)
        except (Missing, MicroPythonMissing) as missing:
            print(f"\n{name}: not measured: {missing}")


if __name__ == "__main__":
    main()
