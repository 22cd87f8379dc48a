"""Perft on CPython, plain and compiled, every leaf played and taken back, against python-chess by the same method.

Rounds go over all contenders in turn, so that what else the machine does meets all alike; the best round counts,
in seconds of this process.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from functools import cache
from time import process_time
from typing import Any, NamedTuple

import chess

from crossboard import compiled
from crossboard.games.perft import count, count_played
from crossboard.games.rules import game_at, game_names, new_game, specs
from tests.benchmarks.tables import show, thousands
from tests.support.perft_data import counts, game_of

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
LEAVES, FEW_LEAVES = 200_000, 500  # at most so many leaves of one position are counted
ROUNDS = 3


class Contender(NamedTuple):
    """What is measured: `work` gives the number of leaves it played."""

    name: str
    depth: str
    work: Callable[[], int]


def chess_leaves(board: Any, depth: int) -> int:
    """`count_played` for python-chess, written as that is."""
    if depth == 1:
        leaves = 0
        for move in board.legal_moves:
            board.push(move)
            board.pop()
            leaves += 1
        return leaves
    total = 0
    for move in board.legal_moves:
        board.push(move)
        total += chess_leaves(board, depth - 1)
        board.pop()
    return total


def chess_contenders(small: bool = False) -> list[Contender]:
    """python-chess at its start and at Kiwipete."""
    start, kiwipete = chess.Board(), chess.Board(KIWIPETE)
    depths = (2, 1) if small else (4, 3)
    return [
        Contender("python-chess start", str(depths[0]), lambda: chess_leaves(start, depths[0])),
        Contender("python-chess Kiwipete", str(depths[1]), lambda: chess_leaves(kiwipete, depths[1])),
    ]


@cache
def depth_for(text: str, most: int) -> int:
    """The deepest perft that is expected to have at most so many leaves."""
    game = game_at(text)
    depth, leaves, before = 1, count(game, 1), 1
    while leaves and leaves * leaves / before <= most and depth < 12:
        depth, leaves, before = depth + 1, count(game, depth + 1), leaves
    return depth


def from_start(spec: str, leaves: int) -> Contender:
    """One variant from its start position."""
    game = new_game(spec)
    depth = depth_for(game.text(), leaves)
    return Contender(spec, str(depth), lambda: count_played(game, depth))


def from_positions(name: str, leaves: int) -> Contender:
    """The middle-game positions of a game that perft counts are kept of, all together."""
    starts = {new_game(spec).text() for spec in specs()}
    texts = [text for text in counts() if game_of(text) == name and text not in starts]
    games = [(game_at(text), depth_for(text, leaves)) for text in texts]
    return Contender(f"{name} positions", "*", lambda: sum(count_played(game, depth) for game, depth in games))


def from_start_compiled(name: str, leaves: int) -> Contender:
    """A game from its start position with the compiled rules: two plies deeper, as it takes so little time."""
    rules = compiled.load(name)
    game = rules.new_game(name)
    depth = depth_for(game.text(), leaves) + (2 if game.max_plies < 100 else 1)
    buffer = array("i", [0] * (depth * game.max_plies))
    return Contender(f"{name} compiled", str(depth), lambda: rules.count_played(game, depth, buffer, 0))


def measure(contenders: list[Contender]) -> list[tuple[int, float]]:
    """(leaves, leaves per second) of each contender."""
    leaves = [0] * len(contenders)
    best = [float("inf")] * len(contenders)
    for _ in range(ROUNDS):
        for i, contender in enumerate(contenders):
            began = process_time()
            leaves[i] = contender.work()
            best[i] = min(best[i], process_time() - began)
    return [(n, n / seconds) for n, seconds in zip(leaves, best, strict=True)]


def run(small: bool = False) -> None:
    """Print leaves per second of every variant, and how many times python-chess that is."""
    others = chess_contenders(small)
    leaves = FEW_LEAVES if small else LEAVES
    contenders = others + [from_start(spec, leaves) for spec in specs()]
    contenders += [from_positions(name, leaves) for name in game_names()]
    if compiled.is_built():
        contenders += [from_start_compiled(name, leaves) for name in game_names()]
    else:
        print("the rules are not compiled: make compiled")
    results = measure(contenders)
    rates = [rate for _, rate in results[: len(others)]]
    show(
        "Perft on CPython, every leaf played and taken back (leaves per second of one process)",
        ["position", "depth", "leaves", "leaves/s", *(f"x {other.name.split()[1]}" for other in others)],
        [
            [who.name, who.depth, thousands(n), thousands(rate), *(f"{rate / other:.2f}" for other in rates)]
            for who, (n, rate) in zip(contenders, results, strict=True)
        ],
    )
