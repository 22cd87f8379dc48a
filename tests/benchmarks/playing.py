"""Games between players, what their results say, and how many nodes a search makes: for tournaments and matches."""

from __future__ import annotations

import json
import math
import os
import random
from array import array
from collections.abc import Callable
from functools import cache
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple

from crossboard import compiled
from crossboard.games.rules import game_names
from crossboard.own_game.bytecodes import MICROSECONDS, bytecodes

RULES = compiled.load(game_names()[0])  # every game of the project has type files
MADE_FROM = compiled.digest_of_sources()
OPENING = 4  # random plies that a pair of games begins with, the same for both
LONGEST = 200  # plies; a game that lasts so long is a draw
HISTORY = 64
HASH_BITS = 16
BOARD_BITS = 9  # as on a board
COUNTED = 400  # about so many nodes' bytecodes are counted: some steps are for other work
PLAIN, COMPILED = 20_000, 1_000_000  # nodes that are timed

Chooser = Callable[[Any, int], int]
"""A ply for the position on a game; the number is another one for every ply."""
Player = Callable[[], Chooser]
"""Begins a game: the chooser remembers nothing of other games."""


def searching(spec: str, begin: Callable[[Any, int], None], weights: Any = None, table_bits: int = HASH_BITS) -> Player:
    """A player that searches: `begin` starts the search, which ends at its own limits."""

    def new_chooser() -> Chooser:
        search = RULES.Search(RULES.new_game(spec, HISTORY), table_bits)
        if weights:
            search.evaluation.weigh(weights)

        def choose(game: Any, seed: int) -> int:
            search.game.set_text(game.text())
            if hasattr(game, "recall"):
                search.game.recall(game)
            begin(search, seed)
            while not search.step(1000):
                pass
            return search.best

        return choose

    return new_chooser


def with_nodes(nodes: int) -> Callable[[Any, int], None]:
    """A search of so many nodes."""
    return lambda search, seed: search.begin(0, nodes)


def at_level(level: int, nodes: int = 0) -> Callable[[Any, int], None]:
    """A search of a level, and of at most so many nodes."""
    return lambda search, seed: RULES.begin_at_level(search, level, seed, 0, nodes)


def played(spec: str, first: Player, second: Player, chance: random.Random) -> float:
    """Points of the first side, 1, 0.5 or 0, in a game that begins with a few random plies. A draw is claimed where it may be."""
    game = RULES.new_game(spec, 256)
    out = array("i", [0] * game.max_plies)
    for _ in range(OPENING):
        end = game.plies(out, 0)
        if end:
            game.push(out[chance.randrange(end)])
    choosers = first(), second()
    for _ in range(LONGEST):
        if game.result or (hasattr(game, "claim") and game.claim()):
            break
        game.push(choosers[game.side](game, chance.randrange(1 << 15)))
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


@cache
def kept() -> dict[str, float]:
    """What the file CROSSBOARD_RESULTS holds of the same rules and search: a line of JSON each, [digest, what, number]."""
    path = Path(os.environ.get("CROSSBOARD_RESULTS", os.devnull))
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    entries = [json.loads(line) for line in lines]
    return {what: number for digest, what, number in entries if digest == MADE_FROM}


def once(what: str, work: Callable[[], float]) -> float:
    """The number that `work` gives: from CROSSBOARD_RESULTS, or worked out now and kept there: a long match may be stopped."""
    if what not in kept():
        kept()[what] = number = work()
        with open(os.environ.get("CROSSBOARD_RESULTS", os.devnull), "a", encoding="utf-8") as file:
            file.write(json.dumps([MADE_FROM, what, number]) + "\n")
    return kept()[what]


def match(spec: str, one: Player, other: Player, games: int, seed: int = 1, name: str = "") -> Score:
    """So many games, in pairs that begin alike with sides changed; with a `name` that tells the players, each is played `once`."""

    def points(number: int) -> float:
        chance = random.Random(f"{spec} {seed} {number // 2}")
        if number % 2:
            return 1 - played(spec, other, one, chance)
        return played(spec, one, other, chance)

    def of_game(number: int) -> float:
        return once(f"{name}, game {number} of {spec}", lambda: points(number)) if name else points(number)

    return Score(sum(map(of_game, range(games))), games)


def number_from(name: str, default: int, small: bool = False, least: int = 1) -> int:
    """A number from the environment, as CROSSBOARD_GAMES=100; `least` where everything is to be `small`."""
    return least if small else int(os.environ.get(name, default))


def game_names_wanted(small: bool = False) -> list[str]:
    """The games of a tournament: CROSSBOARD_GAME, or all; one where everything is to be `small`."""
    if small:
        return list(game_names())[:1]
    return [os.environ["CROSSBOARD_GAME"]] if os.environ.get("CROSSBOARD_GAME") else list(game_names())


def begun(rules: compiled.Rules, spec: str, nodes: int, table_bits: int = 16) -> Any:
    """A search of so many nodes of the start position."""
    search = rules.Search(rules.new_game(spec, 64), table_bits)
    search.begin(0, nodes)
    return search


def rate(rules: compiled.Rules, spec: str, nodes: int) -> float:
    """Nodes per second of this process."""
    search = begun(rules, spec, nodes)
    began = process_time()
    while not search.step(1000):
        pass
    return search.nodes / (process_time() - began)


def pico_nodes(spec: str, seconds: float) -> int:
    """How many nodes a Pico makes in that time, an estimate by the bytecodes of one node."""
    search = begun(compiled.plain(), spec, 4 * COUNTED, BOARD_BITS)
    search.step(2 * COUNTED)
    before = search.nodes
    counted = bytecodes(lambda: search.step(2 * COUNTED))
    return int(seconds * 1_000_000 * (search.nodes - before) / (counted * MICROSECONDS))


def pico_steps(spec: str, seconds: float) -> int:
    """How many steps of one node a Pico's search makes in that time: some are for other work."""
    search = begun(compiled.plain(), spec, 4 * COUNTED, BOARD_BITS)
    counted = bytecodes(lambda: search.step(2 * COUNTED))
    return int(seconds * 1_000_000 * 2 * COUNTED / (counted * MICROSECONDS))


def pc_nodes(spec: str, seconds: float) -> int:
    """How many nodes a core of this PC makes in that time: the best of three measurements, as others may use it too."""
    rules = compiled.load(spec.partition(":")[0])
    nodes = COMPILED if rules.compiled else PLAIN
    return int(seconds * once(f"nodes a second of {spec}", lambda: max(rate(rules, spec, nodes) for _ in range(3))))
