"""Perft: the number of ply sequences of a given length, the usual check of a rules program.

Placements and passes count as plies, a finished game has none (RULES: Perft). The game is as before when a
function returns; it needs a `history` of at least the depth.
"""

from __future__ import annotations

from array import array

from crossboard.games.rules import Game


def count(game: Game, depth: int) -> int:
    """perft(depth), the last plies counted in bulk: generated, not played."""
    if depth < 1:
        return 1
    return _count(game, depth, _buffer(game, depth), 0)


def _count(game: Game, depth: int, buffer: array[int], start: int) -> int:
    end = game.plies(buffer, start)
    if depth == 1:
        return end - start
    total = 0
    push, pop = game.push, game.pop
    for i in range(start, end):
        push(buffer[i])
        total += _count(game, depth - 1, buffer, end)
        pop()
    return total


def count_played(game: Game, depth: int) -> int:
    """perft(depth) with every leaf played and taken back: slower than `count`, and what benchmarks measure."""
    if depth < 1:
        return 1
    push, pop = game.push, game.pop
    buffer = _buffer(game, depth)

    def played(depth: int, start: int) -> int:
        end = game.plies(buffer, start)
        if depth == 1:
            for ply in buffer[start:end]:
                push(ply)
                pop()
            return end - start
        total = 0
        for ply in buffer[start:end]:
            push(ply)
            total += played(depth - 1, end)
            pop()
        return total

    return played(depth, 0)


def _buffer(game: Game, depth: int) -> array[int]:
    return array("i", [0] * (game.max_plies * depth))


def divide(game: Game, depth: int) -> dict[str, int]:
    """perft(depth) split by the first ply: ply text -> count, sorted by text. `depth` is at least 1."""
    buffer = _buffer(game, depth)
    end = game.plies(buffer, 0)
    counts: dict[str, int] = {}
    for i in range(end):
        text = game.ply_text(buffer[i])
        if depth == 1:
            counts[text] = 1
            continue
        game.push(buffer[i])
        counts[text] = _count(game, depth - 1, buffer, end)
        game.pop()
    return dict(sorted(counts.items()))
