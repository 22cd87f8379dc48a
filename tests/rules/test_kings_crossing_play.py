"""King's Crossing over random games: what holds of every position, on both Pythons, and against a naive twin."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared_rules.codes import END_BACK_ROW, NOWHERE, PATH, RESULTS, TERMINATIONS, WHY_FINE
from shared_rules.errors import PositionError
from shared_rules.games import game_at
from shared_rules.kings_crossing.game import KingsCrossing
from tests.support.naive_kings_crossing import Naive
from tests.support.rules_checks import (
    check_game,
    check_play,
    check_plies,
    check_text,
    footprint,
    legal,
    on_both,
    state,
    texts,
)

STARTS = [
    *(KingsCrossing(variant).text() for variant in KingsCrossing.variants),
    "kings-crossing 3m2m1/2m1m3/2Mm4/K6k w - - 0",
    "kings-crossing:backwards 2M5/2m5/1MmM2m1/K1M4k w - - 0",
    "kings-crossing 1m6/2M2m2/7K/4k3 b 8 - 0",
    "kings-crossing 6K1/M1M5/1m3m2/4k3 w - - 0",
    "kings-crossing 1M2mm1k/M1M1m1m1/7m/3M3K w 2 - 0",
    "kings-crossing:longer M4m1k/M3M2m/7m/1KmmMMmm w - - 1",
    "kings-crossing:longer 4MMmk/4MMmm/4MMmm/4MMMK w 5 - 0",
    "kings-crossing:longer 3k4/1m1m1m2/m1m1m1m1/Mm1m1m1K w - - 0",
    "kings-crossing MMm1m3/MMmm4/MMmm4/KMmk4 b - - 0",
]
PICKS = st.lists(st.integers(0, 1 << 20), max_size=80)


def check_wishes(game: Any) -> None:
    """`why_not` is fine where a ply ends or touches down, and nowhere else."""
    wishes = {(ply & 255, game.destination(ply)) for ply in legal(game)}
    for ply in legal(game):
        wishes |= {(ply & 255, square) for square, effect in footprint(game, ply).items() if effect == PATH}
    for frm in [*range(32), NOWHERE]:
        for to in [*range(32), NOWHERE]:
            assert (game.why_not(frm, to) == WHY_FINE) == ((frm, to) in wishes), (game.text(), frm, to)


def check(game: Any) -> None:
    if game.reason == END_BACK_ROW or " 10 " in game.text():
        with pytest.raises(PositionError):
            game_at(game.text())
    else:
        check_text(game)
    check_plies(game)
    check_play(game)
    check_wishes(game)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(STARTS), PICKS)
def test_every_position_keeps_the_promises_of_the_interface(text: str, picks: list[int]):
    check_game(game_at(text, 128), picks, check)


def same_as_twin(text: str, picks: list[int]) -> tuple[str, str]:
    """Plays on by `picks` in both; gives how it stands at the end."""
    game, twin = game_at(text), Naive(text)
    for pick in picks:
        assert game.text() == twin.text()
        plies = texts(game)
        assert plies == twin.plies(), game.text()
        assert (RESULTS[game.result], TERMINATIONS[game.reason]) == twin.over, game.text()
        if not plies:
            break
        ply = sorted(plies)[pick % len(plies)]
        game.push(game.parse_ply(ply))
        twin.push(ply)
    return twin.over


@settings(max_examples=80, deadline=None)
@given(st.sampled_from(STARTS), PICKS)
def test_random_games_are_those_of_the_naive_twin(text: str, picks: list[int]):
    same_as_twin(text, picks)


def crowded(rng: random.Random) -> str:
    """A position of pieces thrown together, as no game comes to them; often nobody can move much."""
    variant = rng.choice(KingsCrossing.variants)
    most = 12 if "longer" in variant else 8
    first = 4 * rng.randrange(4)
    squares = [row * 8 + column for column in range(8) for row in range(4)]
    pieces = ["K", "k", *"M" * rng.randrange(most), *"m" * rng.randrange(most)]
    squares = squares[first : first + max(len(pieces), rng.randrange(33))]
    rng.shuffle(squares)
    where = dict(zip(squares, pieces, strict=False))
    rows = ["".join(where.get(row * 8 + column, ".") for column in range(8)) for row in (3, 2, 1, 0)]
    placement = "/".join(re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in rows)
    counts = ["-", "-"]
    for side, (letter, column) in enumerate((("K", 7), ("k", 0))):
        if any(row[column] == letter for row in rows):
            counts[side] = rng.choice("-0689")
    head = f"kings-crossing:{variant}" if variant else "kings-crossing"
    return f"{head} {placement} {rng.choice('wb')} {' '.join(counts)} {rng.choice((0, 19))}"


@pytest.mark.parametrize("seed", range(8))
def test_thrown_together_positions_are_those_of_the_naive_twin(seed: int):
    rng = random.Random(seed)
    ends: set[tuple[str, str]] = set()
    for _ in range(60):
        text = crowded(rng)
        try:
            game_at(text)
        except PositionError as error:
            assert "both sides have won" in str(error) or "count" in error.field
            continue
        ends.add(same_as_twin(text, [rng.randrange(1 << 20) for _ in range(20)]))
    assert len(ends) > 3


def test_random_play_comes_to_every_end_but_the_rare_draw():
    rng = random.Random(5)
    ends = {same_as_twin(KingsCrossing().text(), [rng.randrange(1 << 20) for _ in range(300)])[1] for _ in range(60)}
    assert {"king-captured", "home", "back-row"} <= ends


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(STARTS), PICKS)
def test_pieces_only_ever_leave_the_board(text: str, picks: list[int]):
    game = game_at(text)
    left = sum(1 for value in game.board if value)
    for pick in picks:
        plies = legal(game)
        if not plies:
            break
        game.push(plies[pick % len(plies)])
        now = sum(1 for value in game.board if value)
        assert now <= left and game.undoable <= game.history
        left = now


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


def test_play_allocates_nothing_and_is_the_same_on_micropython(micropython: Callable[..., str]):
    """One MicroPython for all of them: to start and load it takes longer than to play."""
    code = "from random_games import play\n"
    code += "".join(f"for seed in (1, 22, 333):\n    play({text!r}, seed, 60)\n" for text in STARTS)
    board, host = on_both(micropython, "random_games", code)
    assert board == host
    assert sum(line.startswith("kings-crossing") for line in board.splitlines()) == 3 * len(STARTS)


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
    board, host = on_both(micropython, "random_games", STEALTH_ON_BOARD)
    assert board == host
    assert board.count("\n") >= 10


def test_refusals_are_the_same_on_micropython(micropython: Callable[..., str]):
    code = """
from shared_rules.kings_crossing.game import KingsCrossing
from shared_rules.errors import RulesError
game = KingsCrossing("", 8)
for text in (
    "kings-crossing", "kings-crossing:stealth+longer 7k/8/8/K7 w - - 0",
    "kings-crossing 7k/8/8/K6K w - - 0", "kings-crossing MMMMMMMM/7k/8/K7 w - - 0",
    "kings-crossing 8/3k4/7K/8 w 10 - 0", "kings-crossing 7k/8/8/K7 w 0 - 0", "kings-crossing 8/8/8/8 w - - 0",
):
    try:
        game.set_text(text)
    except RulesError as error:
        print(error)
game.set_text("kings-crossing 3m3k/2m5/2M5/K7 w - - 0")
for text in ("c2xc4", "c2-c1", "c2xd4", "c2*c3", "e4", "a1xa9", "pass"):
    try:
        game.parse_ply(text)
    except RulesError as error:
        print(error)
"""
    board, host = on_both(micropython, "random_games", code)
    assert board == host
    assert board.count("\n") == 14
