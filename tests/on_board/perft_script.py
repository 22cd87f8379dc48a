"""Perft as it runs on a board: written for MicroPython, the same on CPython; takes its memory before it counts."""

from array import array

from shared_rules.games import game_at


def room(game, depth):
    """An array for the plies of every depth."""
    return array("i", [0] * (game.max_plies * depth))


def count(game, depth, buffer, n):
    """perft(depth), the last plies generated but not played."""
    end = game.plies(buffer, n)
    if depth == 1:
        return end - n
    total = 0
    for i in range(n, end):
        game.push(buffer[i])
        total += count(game, depth - 1, buffer, end)
        game.pop()
    return total


def count_played(game, depth, buffer, n):
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


def report(text, depths):
    """Print the counts of a position for depth 1 to `depths` in one line."""
    game = game_at(text, 16)
    buffer = room(game, depths)
    print(*[count(game, depth, buffer, 0) for depth in range(1, depths + 1)])
