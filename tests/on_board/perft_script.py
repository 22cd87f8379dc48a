"""Perft as it runs on a board: written for MicroPython, the same on CPython; takes its memory before it counts."""

from array import array

from shared_rules.games import game_at
from shared_rules.perft import count


def room(game, depth):
    """An array for the plies of every depth."""
    return array("i", [0] * (game.max_plies * depth))


def report(text, depths):
    """Print the counts of a position for depth 1 to `depths` in one line."""
    game = game_at(text, 16)
    buffer = room(game, depths)
    print(*[count(game, depth, buffer, 0) for depth in range(1, depths + 1)])
