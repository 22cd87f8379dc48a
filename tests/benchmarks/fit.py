"""Fitting the weights of an evaluation to results: how games went on from the positions that the search had in play with itself.

    python -m tests.benchmarks fit    (needs NumPy: pip install '.[bench]')

A score is linear in its weights, so each weight's share of it is found by raising that weight alone. What the shares say
about the results is fitted by logistic regression, from the weights as they are; a weight that hardly matters is left nearly as
it is. CROSSBOARD_GAME says which game (charing-cross), CROSSBOARD_GAMES how many games (1000), CROSSBOARD_NODES how many
nodes a ply (300), CROSSBOARD_SEED where chance begins (1). Prints each weight with its standard error; it goes into the table
WEIGHTS by hand, with its reason, once a match has shown that it is better.
"""

from __future__ import annotations

import importlib
import os
import random
from array import array
from collections.abc import Iterator
from typing import Any

from shared_rules.search.search import SURE  # pyright: ignore[reportUnknownVariableType]
from tests.benchmarks.playing import HASH_BITS, HISTORY, LONGEST, OPENING, RULES, number_from
from tests.benchmarks.tables import Missing, show

RAISED = 10  # by so much a weight is raised to see its share
ASTRAY = 0.04  # of the plies are played by chance, so that games differ
STIFF = 1.0  # how much a weight is held back, in squares of the games' logarithmic odds
ROUNDS = 20
SMALL = 1e-9  # a factor no larger than this is nought

Place = tuple[str, int]
"""The name of a weight, and its index in a row of weights, -1 for a single one."""


def places(weights: dict[str, Any]) -> list[Place]:
    """Where the numbers of a table are; `margin` has no share in a score."""
    found: list[Place] = []
    for name, value in weights.items():
        if name != "margin":
            found += [(name, i) for i in range(len(value))] if isinstance(value, tuple) else [(name, -1)]
    return found


def raised(weights: dict[str, Any], place: Place, by: int) -> dict[str, Any]:
    """The table with one number raised."""
    name, i = place
    if i < 0:
        return {**weights, name: weights[name] + by}
    return {**weights, name: (*weights[name][:i], weights[name][i] + by, *weights[name][i + 1 :])}


def positions(spec: str, nodes: int, chance: random.Random) -> Iterator[tuple[str, float]]:
    """(position, points of the first side in the end) of one game; half of those in which the end was not in sight."""
    game = RULES.new_game(spec, 256)
    search = RULES.Search(RULES.new_game(spec, HISTORY), HASH_BITS)
    plies = array("i", [0] * game.max_plies)
    seen: list[str] = []
    for number in range(LONGEST):
        end = game.plies(plies, 0)
        if not end:
            break
        if number < OPENING or chance.random() < ASTRAY:
            game.push(plies[chance.randrange(end)])
            continue
        search.game.set_text(game.text())
        search.begin(0, nodes)
        while not search.step(1000):
            pass
        if number % 2 and -SURE < search.score < SURE:
            seen.append(game.text())
        game.push(search.best)
    points = {1: 1.0, 2: 0.0}.get(game.result, 0.5)
    return ((text, points) for text in seen)


def shares(spec: str, texts: list[str], weights: dict[str, Any], where: list[Place]) -> list[list[float]]:
    """For each position its score as the first side sees it, and how much of it goes with each weight."""
    game = RULES.new_game(spec, HISTORY)
    lookers: list[Any] = []
    for table in [weights, *(raised(weights, place, RAISED) for place in where)]:
        looker = RULES.Search(game, 1).evaluation
        looker.weigh(table)
        lookers.append(looker)
    rows: list[list[float]] = []
    for text in texts:
        game.set_text(text)
        scores: list[int] = []
        for looker in lookers:
            looker.look()
            scores.append(-looker.score if looker.side else looker.score)
        rows.append([scores[0], *((score - scores[0]) / RAISED for score in scores[1:])])
    return rows


def newton(x: Any, y: Any, base: Any, stiff: float) -> tuple[Any, Any]:
    """Logistic regression: the factors of x's columns, added to `base`, that explain y best, and the curvature there.

    `stiff` holds the factors back. A step that would explain less is halved until it does not.
    """
    numpy: Any = importlib.import_module("numpy")

    def surprise(by: Any) -> float:
        odds = base + x @ by
        return float((numpy.logaddexp(0, odds) - y * odds).sum() + stiff / 2 * by @ by)

    by = numpy.zeros(x.shape[1])
    curve = numpy.eye(len(by))
    for _ in range(ROUNDS):
        p = 0.5 + 0.5 * numpy.tanh((base + x @ by) / 2)
        curve = (x * (p * (1 - p))[:, None]).T @ x + stiff * numpy.eye(len(by))
        step = numpy.linalg.solve(curve, x.T @ (y - p) - stiff * by)
        while surprise(by + step) > surprise(by) and abs(step).max() > SMALL:
            step = step / 2
        by = by + step
    return by, curve


def fitted(rows: list[list[float]], points: list[float]) -> list[tuple[float, float]]:
    """How much each weight is to be raised, and the standard error of that."""
    numpy: Any = importlib.import_module("numpy")
    x, y = numpy.array(rows), numpy.array(points)
    unit = float(
        newton(x[:, :1], y, numpy.zeros(len(y)), 0.0)[0][0]
    )  # what a point of score is worth, in logarithmic odds
    by, curve = newton(x[:, 1:], y, unit * x[:, 0], STIFF)
    errors = numpy.sqrt(numpy.diag(numpy.linalg.inv(curve)))
    return [(raise_ / unit, error / unit) for raise_, error in zip(by, errors, strict=True)]


def run(small: bool = False) -> None:
    """Play, fit, and print."""
    try:
        importlib.import_module("numpy")
    except ImportError:
        raise Missing("NumPy is not installed: pip install '.[bench]'") from None
    spec = os.environ.get("CROSSBOARD_GAME", "charing-cross")
    games, nodes = number_from("CROSSBOARD_GAMES", 1000, small, 5), number_from("CROSSBOARD_NODES", 300, small, 10)
    seed = number_from("CROSSBOARD_SEED", 1)
    module = importlib.import_module(f"shared_rules.{spec.partition(':')[0].replace('-', '_')}.evaluation")
    weights: dict[str, Any] = module.WEIGHTS
    found = [entry for n in range(games) for entry in positions(spec, nodes, random.Random(f"{spec} {seed} {n}"))]
    where = places(weights)
    rows = shares(spec, [text for text, _ in found], weights, where)
    table: list[list[str]] = []
    for place, (by, error) in zip(where, fitted(rows, [points for _, points in found]), strict=True):
        name, i = place
        value = weights[name] if i < 0 else weights[name][i]
        table.append([name if i < 0 else f"{name}[{i}]", str(value), f"{value + by:.0f} ± {error:.0f}"])
    show(f"Weights of {spec}, fitted to {games} games", ["weight", "as it is", "fitted"], table, "± a standard error")
