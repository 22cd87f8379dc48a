"""Forced wins by exhaustive search: slow and simple, to check the search and to make puzzles.

`buffer` is an array for the plies of all depths: `game.max_plies` times one more than the depth. Nothing here allocates.
"""

from array import array


def wins(game, side: int, depth: int, buffer: "array[int]", n: int) -> bool:
    """Whether `side` wins within `depth` plies whatever the other plays; plies are put into `buffer` from index `n`."""
    end = game.plies(buffer, n)
    if end == n:
        return game.result == side + 1
    if not depth:
        return False
    mine = game.side == side
    for i in range(n, end):
        game.push(buffer[i])
        won = wins(game, side, depth - 1, buffer, end)
        game.pop()
        if won == mine:
            return won
    return not mine
