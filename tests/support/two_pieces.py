"""Plies that move two pieces of the player, by hands in any order; and a made-up game that has such plies."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager

from crossboard.games.check.promises import Foot, ways
from shared_rules import games

ESCORT = ("escort", "tests.data.escort.game", "Escort")


@contextmanager
def escort() -> Iterator[None]:
    """Meanwhile the made-up game `escort` is one of the games (tests/data/escort/RULES.md)."""
    known = games.GAMES
    games.GAMES = (*known, ESCORT)
    try:
        yield
    finally:
        games.GAMES = known


def touches(foot: Foot, dice: random.Random) -> list[tuple[int, bool]]:
    """Squares that open (False) and close, in an order that hands can do it in, chosen by chance; [] for one piece."""
    both = ways(foot)
    if not both:
        return []
    while True:
        order = dice.sample([(0, False), (0, True), (1, False), (1, True)], 4)
        standing = {origin for origin, _ in both}
        done: list[tuple[int, bool]] = []
        held: set[int] = set()
        for piece, closes in order:
            square = both[piece][1 if closes else 0]
            if closes == (square in standing) or closes != (piece in held):
                break
            (standing.add if closes else standing.discard)(square)
            (held.discard if closes else held.add)(piece)
            done.append((square, closes))
        if len(done) == 4:
            return done
