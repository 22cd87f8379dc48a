"""Games by chance that go on: what boards of a hall have to tell."""

from __future__ import annotations

import random

from crossboard.games.rules import legal_plies, new_game


def unended(spec: str, count: int, seed: int) -> tuple[str, list[str]]:
    """The start of a game, and up to so many plies of it, none of which ends it: of each the digest after it and the text."""
    rng = random.Random(seed)
    game = new_game(spec, 4 * count + 4)
    start, found = game.text(), list[str]()
    for _ in range(count):
        for ply in rng.sample(plies := legal_plies(game), len(plies)):
            text = game.ply_text(ply)
            game.push(ply)
            if not game.result:
                found.append(f"{game.digest():06x} {text}")
                break
            game.pop()
    return start, found
