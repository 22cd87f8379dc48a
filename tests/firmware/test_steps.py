"""No round of the board's loop is long: bytecodes counted (tests/support/rounds.py) in moments that were once too long."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest

from tests.benchmarks import hands, steps
from tests.support import board_modes as modes
from tests.support.rounds import LIMIT_MS, Desk, milliseconds
from tests.support.rule_cases import HARDEST

MOMENTS = [
    (modes.choosing, "cross-eyed"),
    (modes.setting_up, "cross-eyed"),
    (modes.swept, "cross-eyed"),
    (modes.swept, "card-chess"),
    (modes.led, "cross-eyed"),
    (modes.taking_back, "cross-eyed"),
    (modes.secret, modes.STEALTH[0]),
    (modes.hard, HARDEST[0]),
    (modes.resuming, "cross-eyed"),
    (modes.thinking, "cross-eyed"),
    (modes.thinking, "card-chess"),
    (modes.thinking, modes.STEALTH[0]),
    (modes.resuming, modes.STEALTH[0]),
]


def longest(scene: Callable[[Desk], None], game: str) -> tuple[float, object]:
    """The longest round of it in ms of a Pico, and where its time goes; also to switch on again, a game being on the flash."""
    with modes.desk_for(game) as desk:
        scene(desk)
    made = max(desk.starts[1:] + desk.rounds, key=lambda made: made.total)
    return made.ms, made.parts.most_common(6)


@pytest.mark.parametrize(
    ("scene", "game"), MOMENTS, ids=[f"{scene.__name__}-{game.partition(' ')[0]}" for scene, game in MOMENTS]
)
def test_no_round_is_long(scene: Callable[[Desk], None], game: str) -> None:
    ms, where = longest(scene, game)
    assert ms <= LIMIT_MS, where


@pytest.mark.parametrize(("game", "seed"), [("charing-cross", 1), ("charing-cross", 2), ("cross-eyed", 4)])
def test_no_round_of_a_game_by_clumsy_hands_is_long(game: str, seed: int) -> None:
    made = max(steps.noisy_rounds(game, seed, 24), key=lambda made: made.total)
    assert made.ms <= LIMIT_MS, made.parts.most_common(6)


@pytest.mark.parametrize("game", ["charing-cross", "card-chess:plain"])
def test_no_slice_of_the_recognizer_is_long(game: str) -> None:
    made = max(hands.slices_of(game, 8), key=lambda made: made.total)
    assert made.ms <= LIMIT_MS, made.parts.most_common(6)


def test_no_round_in_which_a_stored_game_is_sent_is_long() -> None:
    [(what, totals, parts)] = steps.wishes(["a stored game"])
    assert milliseconds(max(totals)) <= LIMIT_MS, (what, parts.most_common(6))


def test_what_is_not_sliced_is_noticed() -> None:
    """A game that begins within one round is too much for it."""

    def at_once(task: Iterable[None]) -> None:
        for _ in task:
            pass

    def scene(desk: Desk) -> None:
        desk.stand()
        desk.app.loop.do = at_once
        desk.pc.send("N", "card-chess")
        desk.run(500)

    ms, _ = longest(scene, "charing-cross")
    assert ms > 2 * LIMIT_MS
