"""How long the rules would take on a Pico, estimated: no board is needed, and the figure is the same on every PC.

Counted are the bytecodes that CPython 3.11 executes (`sys.settrace` with opcode events), in this plain code about as many
as MicroPython executes. How long a Pico at 125 MHz takes for one is taken from MicroPython's own perf_bench on a Pico (in
the micropython pull request 12846, N=100 M=100): bm_fannkuch scores 55.57, which is 108 ms for 114 547 bytecodes of
CPython 3.11, 0.94 us each; bm_nqueens, which allocates all the time, 1.8 us. The rules allocate nothing. Timed beside
fannkuch under the WebAssembly build, the games take up to 1.2 us, and that is taken for all: the figures are upper
estimates. For Cross-Eyed Chess made hard there is a second one: judging and listing were timed on an RP2040 emulated
instruction by instruction, where fannkuch takes 1.83 times as long as on a Pico. None of it was measured on a Pico.
"""

from __future__ import annotations

from array import array
from statistics import median

from crossboard.games.rules import game_at, new_game, specs
from tests.benchmarks.count import bytecodes
from tests.benchmarks.hardest import search
from tests.benchmarks.tables import show, thousands
from tests.on_board.random_games import after, choose  # pyright: ignore[reportUnknownVariableType]
from tests.support.perft_data import counts

MICROSECONDS = 1.2  # of a Pico for one bytecode
JUDGING = 1.06  # of Cross-Eyed Chess's judge at its dearest positions, timed on the emulated one
LISTING = 0.91  # and of its lists of plies
GAMES = 2  # random games from each start
PLIES, FEW = 40, 2  # of each
HARD = 1000  # positions of Cross-Eyed Chess that are made to be hard


def of_games(text: str, seed: int, plies: int) -> list[tuple[int, str]]:
    """(bytecodes, position) for each position of a random game: to play the ply, judge the end and list the plies."""
    game = game_at(text)
    out = array("i", [0] * game.max_plies)
    found: list[tuple[int, str]] = []
    for _ in range(plies):
        end = game.plies(out, 0)
        if not end:
            break
        seed = after(seed)
        ply = out[choose(game, out, end, seed)]

        def work(ply: int = ply) -> None:
            game.push(ply)
            if not game.result:
                game.plies(out, 0)

        found.append((bytecodes(work), game.text()))
    return found


def run(small: bool = False) -> None:
    """Print the estimate for every variant, and the slowest position of each game."""
    rows: list[list[str]] = []
    slowest: dict[str, tuple[int, str]] = {}
    for spec in specs():
        starts = [new_game(spec).text(), *(text for text in counts() if text.split(" ")[0] == spec)]
        many = (1, FEW) if small else (GAMES, PLIES)
        found = [
            entry for text in starts for seed in range(1, many[0] + 1) for entry in of_games(text, seed * 7, many[1])
        ]
        name = spec.partition(":")[0]
        slowest[name] = max(slowest.get(name, (0, "")), max(found))
        numbers = [number for number, _ in found]
        times = [f"{number * MICROSECONDS / 1000:.1f}" for number in (median(numbers), max(numbers))]
        rows.append([spec, str(len(found)), thousands(max(numbers)), *times])
    show(
        "One ply on a Pico, estimated: played, the end judged, every answer listed",
        ["game", "positions", "most bytecodes", "median ms", "most ms"],
        rows,
        f"{MICROSECONDS} us a bytecode; slowest: " + "; ".join(text for _, text in slowest.values()),
    )
    judging, listing, text = search(1 if small else HARD, 1)
    upper, timed = (judging + listing) * MICROSECONDS, judging * JUDGING + listing * LISTING
    print(
        f"  Cross-Eyed Chess made hard: {thousands(judging)} bytecodes to judge and {thousands(listing)} to list, "
        f"{upper / 1000:.1f} ms (by timing {timed / 1000:.1f}): {text}"
    )
