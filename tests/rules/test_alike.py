"""Plies that look alike: which there are, and that each game's page lists just those as its questions."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import shared_rules
from crossboard.games.gestures import ply_touches
from crossboard.games.rules import game_at, legal_plies, new_game, specs
from crossboard.library.trace import TraceEvent
from crossboard.recognize import AFTER_MS, Observer
from crossboard.recognize.alike import (
    BECOMES,
    COVERS,
    DIFFERENCES,
    FROM_HAND,
    HEAD,
    WAY,
    alike,
    difference,
    positions_on,
    question_table,
)
from shared_rules.games import NAMES

FOLDER = Path(shared_rules.__file__).parent
PAGES = {name: (FOLDER / name.replace("-", "_") / "RULES.md").read_text(encoding="utf-8") for name in NAMES}
PLIES = 250


def on_page(name: str) -> dict[str, str]:
    """What the page's positions are examples of: difference -> position."""
    games = {text: game_at(text) for text in positions_on(PAGES[name])}
    return {difference(game, alike(game)[0]): text for text, game in games.items()}


@pytest.mark.parametrize("name", NAMES)
def test_the_questions_on_a_games_page_are_derived(name: str) -> None:
    positions = positions_on(PAGES[name])
    if not positions:
        assert HEAD not in PAGES[name]
        return
    expected = question_table(positions)
    assert expected in PAGES[name], f"the page should have:\n{expected}"
    assert [word for word in DIFFERENCES if word in on_page(name)] == list(on_page(name)), "in the order of DIFFERENCES"


@pytest.mark.parametrize("spec", specs())
def test_what_looks_alike_in_play_is_on_the_page(spec: str) -> None:
    name = spec.partition(":")[0]
    dice = random.Random(spec)
    game = new_game(spec)
    for _ in range(PLIES):
        for group in alike(game):
            assert difference(game, group) in on_page(name), game.text()
        plies = legal_plies(game)
        if plies:
            game.push(dice.choice(plies))
        else:
            game = new_game(spec)


def test_the_pages_know_these() -> None:
    assert {name: set(on_page(name)) for name in NAMES} == {
        "charing-cross": set(),
        "kings-crossing": {WAY},
        "cross-eyed": {BECOMES},
        "chess": {BECOMES},
        "card-chess": {FROM_HAND, COVERS},
        "draughts": {WAY},
    }


def test_a_difference_without_a_name_is_said() -> None:
    game = new_game("charing-cross")
    first, second, *_ = legal_plies(game)
    with pytest.raises(ValueError, match="look alike in charing-cross 3RR3"):
        difference(game, [first, second])


@pytest.mark.parametrize("position", [text for page in PAGES.values() for text in positions_on(page)])
def test_the_board_asks_just_that(position: str) -> None:
    """Whoever performs the first of them is asked, and offered all in this order."""
    game = game_at(position)
    group = alike(game)[0]
    observer = Observer(game_at(position))
    asked: list[tuple[int, ...]] = []

    def until(time: int) -> None:
        asked.extend(happening.offers for happening in observer.until(time) if happening.what == "ask")

    for wait, square, closed in ply_touches(game, group[0]):
        until(observer.now + wait)
        observer.feed(TraceEvent(observer.now, square, closed))
    until(observer.now + AFTER_MS)
    assert asked == [tuple(group)]
