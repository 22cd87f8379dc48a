"""King's Crossing over random games and long ones: what is kept of them, and what `stealth` shows on both Pythons."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from crossboard.games.rules import specs
from shared_rules.games import game_at
from shared_rules.kings_crossing.game import KingsCrossing
from tests.support.rule_cases import KINGS as START
from tests.support.rules_checks import on_both, random_positions, state, texts


@random_positions([spec for spec in specs() if spec.partition(":")[0] == "kings-crossing"])
def test_pieces_only_ever_leave_the_board(game: KingsCrossing):
    left = sum(1 for value in game.board if value)
    while game.undoable:
        game.pop()
        before = sum(1 for value in game.board if value)
        assert left <= before
        left = before


def test_setting_up_anew_forgets_the_game_before():
    used = KingsCrossing("longer", 16)
    for text in ("c2-d2", "f3-e3", "b2-c2"):
        used.push(used.parse_ply(text))
    used.set_text(START)
    fresh = KingsCrossing("", 16)
    assert used.undoable == 0
    lists = {"_plies": [], "_since_before": [], "_backs_before": []}  # what is in the ring of undo is out of reach
    assert {**state(used), **lists} == {**state(fresh), **lists}


RING = {"_depth", "_full", "_since", "_first"}  # depths are counted anew when the ring of undo is full


def held(game: Any) -> tuple[dict[str, Any], list[Any]]:
    """What the game holds and says, its depths only by what follows from them."""
    kept = {name: value for name, value in state(game).items() if name not in RING}
    return kept, [list(game.board), game.text(), game.side, game.quiet, game.digest(), texts(game)]


@pytest.mark.parametrize("history", [1, 2, 7, 16])
def test_a_long_game_goes_round_the_ring_of_undo(history: int):
    line = [
        "a1-a2", "h4-h1", "b2-c2", "e3-d3", *["a2-a1", "h1-h4", "a1-a2", "h4-h1"] * 10,
        "c2-d2", "d3xd1", "a2-b2", *["h1-h4", "b2-b1", "h4-h1", "b1-b2"] * 9,
    ]  # fmt: skip
    game = game_at("kings-crossing 7k/4m3/1M6/K7 w - - 3", history)
    trail = [held(game)]
    for played, text in enumerate(line, 1):
        game.push(game.parse_ply(text))
        trail.append(held(game))
        assert game.undoable == min(played, history)
        assert trail[-1][1] == held(game_at(game.text()))[1]
        if played % 5 == 0:  # there and back within the ring
            back = game.undoable
            for at in range(played - 1, played - back - 1, -1):
                game.pop()
                assert game.undoable == at - played + back
                assert held(game) == trail[at]
            for at in range(played - back, played):
                game.push(game.parse_ply(line[at]))
                assert held(game) == trail[at + 1]


STEALTH_ON_BOARD = """
from array import array
from shared_rules.kings_crossing.game import KingsCrossing
try:
    from micropython import heap_lock, heap_unlock
except ImportError:
    heap_lock = heap_unlock = lambda: None
game = KingsCrossing("longer+backwards+stealth", 64)
game.pick_king(0, 10)
game.pick_king(1, 22)
seen = KingsCrossing("", 64)
seen.set_text(game.public_text())
out = array("i", [0] * game.max_plies)
some = array("i", [0] * game.max_plies)
def look(end):
    total = game.public_digest()
    for i in range(end):
        total = (total * 31 + game.legal_part(out[i]) % 65521) & 0xFFFFFF
    for frm in range(32):
        total = (total * 31 + seen.plies_from(frm, some, 0)) & 0xFFFFFF
        for to in range(32):
            total = (total * 31 + seen.why_not(frm, to)) & 0xFFFFFF
    return total + game.draw_allowed() + game.quiet + game.undoable
def turn(x):
    heap_lock()
    try:
        total = look(seen.plies(out, 0))
        ply = out[x % seen.plies(out, 0)]
        game.push(ply)
        seen.push(ply)
        return total
    finally:
        heap_unlock()
look(seen.plies(out, 0))
x = 1
while not game.result and game.undoable < 40:
    x = (x * 137 + 1) % 65521
    print(turn(x), game.public_text())
"""


def test_what_stealth_shows_allocates_nothing_and_is_the_same_on_micropython(micropython: Callable[..., str]):
    board, host = on_both(micropython, STEALTH_ON_BOARD)
    assert board == host
    assert board.count("\n") >= 10
