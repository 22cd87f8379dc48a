"""Games between players, and what their results say: for tournaments and matches."""

from __future__ import annotations

import math
import os
import random
import time
from array import array
from collections.abc import Callable
from typing import Any, NamedTuple

from crossboard.compiled import load

RULES = load()
OPENING = 4  # random plies that a pair of games begins with, the same for both
LONGEST = 200  # plies; a game that lasts so long is a draw
HISTORY = 64
HASH_BITS = 16

Chooser = Callable[[Any, int], int]
"""A ply for the position on a game; the number is another one for every ply."""


def searching(spec: str, begin: Callable[[Any, int], None], seconds: float = 0.0, weights: Any = None) -> Chooser:
    """A player that searches: `begin` starts the search, which ends at its own limits or after so many seconds."""
    search = RULES.Search(RULES.new_game(spec, HISTORY), HASH_BITS)
    if weights:
        search.evaluation.weigh(weights)

    def choose(game: Any, seed: int) -> int:
        search.game.set_text(game.text())
        began = time.process_time()
        begin(search, seed)
        while not search.step(200):
            if seconds and time.process_time() - began >= seconds:
                search.stop()
        return search.best

    return choose


def with_nodes(nodes: int) -> Callable[[Any, int], None]:
    """A search of so many nodes."""
    return lambda search, seed: search.begin(0, nodes)


def at_level(level: int) -> Callable[[Any, int], None]:
    """A search of a level."""
    return lambda search, seed: RULES.begin_at_level(search, level, seed)


def played(spec: str, first: Chooser, second: Chooser, chance: random.Random) -> float:
    """Points of the first side, 1, 0.5 or 0, in a game that begins with a few random plies."""
    game = RULES.new_game(spec, 256)
    out = array("i", [0] * game.max_plies)
    for _ in range(OPENING):
        end = game.plies(out, 0)
        if end:
            game.push(out[chance.randrange(end)])
    for _ in range(LONGEST):
        if game.result:
            break
        game.push((first, second)[game.side](game, chance.randrange(1 << 15)))
    return {1: 1.0, 2: 0.0}.get(game.result, 0.5)


class Score(NamedTuple):
    """Of a match, from the point of view of the first player."""

    points: float
    games: int

    @property
    def share(self) -> float:
        """Of the points, 0 to 1."""
        return self.points / self.games

    @property
    def error(self) -> float:
        """Two standard errors of the share (Wilson's, which is sound at 0 and 1 too)."""
        n, p = self.games, self.share
        return 2 / (1 + 4 / n) * math.sqrt(p * (1 - p) / n + 1 / (n * n))

    @property
    def elo(self) -> float:
        """How much stronger: 400 log10(p / (1 - p)), with half a game for each so that it is finite."""
        p = (self.points + 0.5) / (self.games + 1)
        return 400 * math.log10(p / (1 - p))

    @property
    def elo_error(self) -> float:
        """Two standard errors of `elo`."""
        p = (self.points + 0.5) / (self.games + 1)
        return 2 * 400 / math.log(10) / math.sqrt((self.games + 1) * p * (1 - p))


def match(spec: str, one: Chooser, other: Chooser, games: int, seed: int = 1) -> Score:
    """So many games, in pairs that begin alike with sides changed."""
    points = 0.0
    for number in range(games):
        chance = random.Random(f"{spec} {seed} {number // 2}")
        if number % 2:
            points += 1 - played(spec, other, one, chance)
        else:
            points += played(spec, one, other, chance)
    return Score(points, games)


def number_from(name: str, default: int) -> int:
    """A number from the environment, as CROSSBOARD_GAMES=100."""
    return int(os.environ.get(name, default))
