"""Perft: the number of ply sequences of a given length, the usual check of a rules program (README.md beside this file).

`buffer` is an array for the plies of all depths: `game.max_plies` times the depth. Nothing here allocates.
"""

from array import array

from shared_rules.base import Game


def count(game: Game, depth: int, buffer: "array[int]", n: int) -> int:
    """perft(depth), 1 or more, the last plies generated but not played; plies are put into `buffer` from index `n`."""
    end = game.plies(buffer, n)
    if depth == 1:
        return end - n
    total = 0
    for i in range(n, end):
        game.push(buffer[i])
        total += count(game, depth - 1, buffer, end)
        game.pop()
    return total


def count_played(game: Game, depth: int, buffer: "array[int]", n: int) -> int:
    """perft(depth), every leaf played and taken back."""
    end = game.plies(buffer, n)
    if depth == 1:
        for i in range(n, end):
            game.push(buffer[i])
            game.pop()
        return end - n
    total = 0
    for i in range(n, end):
        game.push(buffer[i])
        total += count_played(game, depth - 1, buffer, end)
        game.pop()
    return total
