"""The perft counts that tests and benchmarks hold the rules to: tests/data/perft*.json.

Each file holds groups (`start`, `positions`) of position text -> counts for depth 1, 2, …, found by two
independent programs that agreed.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

from crossboard.games.rules import game_names

DATA = Path(__file__).parents[1] / "data"


class Case(NamedTuple):
    """perft(depth) of the position `text` is `count`."""

    text: str
    depth: int
    count: int


def game_of(text: str) -> str:
    """The game that a position text is of."""
    return text.partition(" ")[0].partition(":")[0]


def counts() -> dict[str, list[int]]:
    """Position text -> counts for depth 1, 2, … from every file, of the games that there are."""
    found: dict[str, list[int]] = {}
    for path in sorted(DATA.glob("perft*.json")):
        for group in json.loads(path.read_text(encoding="utf-8")).values():
            for text, numbers in group.items():
                longest = found.setdefault(text, numbers)
                if longest != numbers:
                    shared = min(len(longest), len(numbers))
                    assert longest[:shared] == numbers[:shared], f"{path.name} contradicts another file on {text}"
                    found[text] = max(longest, numbers, key=len)
    return {text: numbers for text, numbers in found.items() if game_of(text) in game_names()}


def cases(most: int) -> list[Case]:
    """For each position its deepest count of at most `most` leaves (depth 1 whatever it counts), and those above it.

    A deeper count includes the shallower ones, but when it fails the shallowest that fails is what to look at.
    """
    return [
        Case(text, depth, count)
        for text, numbers in counts().items()
        for depth, count in enumerate(numbers, 1)
        if depth == 1 or max(numbers[:depth]) <= most
    ]
