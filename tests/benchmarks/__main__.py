"""`python -m tests.benchmarks [NAME…] [--all]`: print the measurements."""

from __future__ import annotations

import argparse

from tests.benchmarks import (
    board,
    depths,
    faults,
    fit,
    forced,
    gestures,
    hall,
    hands,
    importing,
    levels,
    library,
    middle,
    nodes,
    on_board,
    openspiel,
    pico,
    speed,
    steps,
    throughput,
    tune,
    web,
)

BENCHMARKS = {
    "speed": (speed.run, "perft on CPython against python-chess"),
    "on_board": (on_board.run, "size, heap and speed of the rules on MicroPython"),
    "pico": (pico.run, "how long a ply would take on a Pico, estimated"),
    "board": (board.run, "a whole board: scan rate, step time and flash used"),
    "heap": (board.run_heap, "a whole board: heap in use with each game, at the start and in play"),
    "hour": (board.run_hour, "what an hour of play leaves of a Pico's heap, game by game; some minutes"),
    "steps": (steps.run, "how long a round of the board's loop would take on a Pico, estimated"),
    "hands": (
        hands.run,
        "how well hands are understood, within and beyond the limits of noise; the recognizer's slices",
    ),
    "hands_all": (
        hands.run_all,
        "the same with 10,000 games, and 200 through the firmware; only with --all or by name",
    ),
    "gestures": (gestures.run, "what gestures should cost by how often hands do them; only with --all or by name"),
    "web": (web.run, "the live page: from hand to light, many pages open, size"),
    "library": (library.run, "`games` and `games --stats` over 100,000 games"),
    "importing": (importing.run, "`import` of 10,000 games"),
    "faults": (faults.run, "the link, journal, library and parsers fault by fault, until clean"),
    "middle": (
        middle.run,
        "a man in the middle of board and PC, all faults at once; an hour, so only with --all or by name",
    ),
    "hall": (hall.run, "a thousand boards on one hub: from a record to the wall; hub and broker killed at random"),
    "throughput": (throughput.run, "sync of a hundred games; 64 boards at one PC"),
    "levels": (levels.run, "the opponent's levels against each other, with their Elo; minutes, so only by name"),
    "nodes": (nodes.run, "nodes per second of the search: plain, compiled, on MicroPython, estimated on a Pico"),
    "forced": (forced.run, "whether the search finds forced wins that a solver made, in a second each"),
    "openspiel": (openspiel.run, "matches against OpenSpiel's MCTS; long, so only by name"),
    "fit": (fit.run, "weights of an evaluation by the results of play with itself; only by name"),
    "tune": (tune.run, "weights of an evaluation by self-play; only by name"),
    "depths": (depths.run, "every perft count to its last depth; minutes, so only with --all or by name"),
}
LONG = ("hands_all", "gestures", "levels", "openspiel", "middle", "fit", "tune", "depths")


def main() -> None:
    """Run what was asked for."""
    about = "; ".join(f"{name}: {text}" for name, (_, text) in BENCHMARKS.items())
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=f"Measurements. {about}.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="which (default: the short ones)")
    parser.add_argument("--all", action="store_true", help="everything, the long ones too")
    args = parser.parse_args()
    unknown = set(args.names) - set(BENCHMARKS)
    if unknown:
        parser.error(f"no benchmark is called {' '.join(sorted(unknown))}")
    names = list(BENCHMARKS) if args.all else args.names or [name for name in BENCHMARKS if name not in LONG]
    for name in names:
        BENCHMARKS[name][0]()


if __name__ == "__main__":
    main()
