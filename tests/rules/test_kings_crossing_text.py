"""King's Crossing positions as text: each has one, and everything else is refused with field and place."""

from __future__ import annotations

import random

import pytest

from shared_rules.errors import PositionError
from shared_rules.games import game_at, new_game
from shared_rules.kings_crossing.game import KingsCrossing
from tests.support.kings_crossing_positions import START
from tests.support.rules_checks import check_refusal, mangled, state

GOOD = [
    *(KingsCrossing(variant).text() for variant in KingsCrossing.variants),
    "kings-crossing 3m2m1/2m1m3/2Mm4/K6k w - - 0",
    "kings-crossing:backwards 2M5/2m5/1MmM2m1/K1M4k w - - 0",
    "kings-crossing 1m6/2M2m2/7K/4k3 b 9 - 0",
    "kings-crossing 1M2mm1k/M1M1m1m1/7m/3M3K w 2 - 0",
    "kings-crossing:backwards 3Mm2k/2M4K/4m2m/5m2 w 4 - 3",
    "kings-crossing:longer M4m1k/M3M2m/7m/1KmmMMmm w - - 1",
    "kings-crossing 8/k7/7K/8 b 0 9 999999",
    "kings-crossing 8/k7/7K/8 w - - 20",
    "kings-crossing 8/8/8/K6M b - - 0",
    "kings-crossing 7K/8/8/3k4 b 3 - 0",
    "kings-crossing:alternate k6m/8/8/3K4 w - 7 0",
]


@pytest.mark.parametrize("text", GOOD)
def test_a_position_has_one_text(text: str):
    assert game_at(text).text() == text


REST = "MM4mk/MM4mm/MM4mm/KM4mm w - - 0"


@pytest.mark.parametrize(
    ("text", "field", "place"),
    [
        (f"kings {REST}", "game", 0),
        (f"kings-crossing: {REST}", "game", 16),
        (f"kings-crossing:shorter {REST}", "game", 16),
        (f"kings-crossing:longer+alternate {REST}", "game", 16),
        (f"kings-crossing:longer+longer {REST}", "game", 16),
        (f"kings-crossing:longer+ {REST}", "game", 16),
        (f"kings-crossing:Longer {REST}", "game", 16),
        ("kings-crossing", "placement", 0),
        ("kings-crossing 8/8/8/8", "side", 0),
        ("kings-crossing 7k/8/8/K7 w", "white's back-row count", 0),
        ("kings-crossing 7k/8/8/K7 w -", "black's back-row count", 0),
        ("kings-crossing 7k/8/8/K7 w - -", "quiet count", 0),
        ("kings-crossing 7k/8/8/K7 w - - 0 0", "last", 0),
        ("kings-crossing 7k/8/8/K7 w - - 0 ", "last", 0),
        ("kings-crossing  7k/8/8/K7 w - - 0", "placement", 0),
        ("kings-crossing 7k/8/K7 w - - 0", "placement", 0),
        ("kings-crossing 8/7k/8/8/K7 w - - 0", "placement", 0),
        ("kings-crossing 7k/9/8/K7 w - - 0", "placement", 4),
        ("kings-crossing 7k/7/8/K7 w - - 0", "placement", 4),
        ("kings-crossing 7k/8/8/K07 w - - 0", "placement", 9),
        ("kings-crossing 7k/8/8/K34 w - - 0", "placement", 9),
        ("kings-crossing 7k/8/7*/K7 w - - 0", "placement", 7),
        ("kings-crossing 7k/8/3Q4/K7 w - - 0", "placement", 7),
        ("kings-crossing 7k/8/8/K7M w - - 0", "placement", 10),
        ("kings-crossing K6k/8/8/K7 w - - 0", "placement", 9),
        ("kings-crossing 7k/8/1k6/K7 w - - 0", "placement", 7),
        ("kings-crossing MMMMMMMM/7k/8/K7 w - - 0", "placement", 8),
        ("kings-crossing mmmm4/mmmmm2k/8/K7 w - - 0", "placement", 10),
        ("kings-crossing:longer MMMMMMMM/MMMM3k/8/K7 w - - 0", "placement", 13),
        ("kings-crossing:longer mmmmmmmm/mmmm3k/8/K7 w - - 0", "placement", 13),
        ("kings-crossing 8/8/8/8 w - - 0", "placement", 0),
        ("kings-crossing 7K/8/8/k7 w - - 0", "placement", 0),
        ("kings-crossing 7k/8/8/K7 W - - 0", "side", 0),
        ("kings-crossing 7k/8/8/K7 wb - - 0", "side", 0),
        ("kings-crossing 7k/8/8/K7 w 0 - 0", "white's back-row count", 0),
        ("kings-crossing 8/3k4/7K/8 w 10 - 0", "white's back-row count", 0),
        ("kings-crossing 8/3k4/7K/8 w 00 - 0", "white's back-row count", 0),
        ("kings-crossing 8/3k4/7K/8 w -1 - 0", "white's back-row count", 0),
        ("kings-crossing 8/3k4/7K/8 w x - 0", "white's back-row count", 0),
        ("kings-crossing 8/3k4/7K/8 w - 0 0", "black's back-row count", 0),
        ("kings-crossing 8/k7/3K4/8 w - 10 0", "black's back-row count", 0),
        ("kings-crossing 7k/8/8/K7 w - - -", "quiet count", 0),
        ("kings-crossing 7k/8/8/K7 w - - 01", "quiet count", 0),
        ("kings-crossing 7k/8/8/K7 w - - 1.5", "quiet count", 0),
        ("kings-crossing 7k/8/8/K7 w - - 1000000", "quiet count", 0),
        ("kings-crossing 7k/8/8/K7 w - - ²", "quiet count", 0),
    ],
)
def test_a_bad_text_is_refused_with_field_and_place(text: str, field: str, place: int):
    game = KingsCrossing("longer")
    before = state(game)
    with pytest.raises(PositionError) as refused:
        game.set_text(text)
    assert (refused.value.field, refused.value.place) == (field, place)
    assert field == "game" or str(refused.value).startswith(f"{field} field")
    assert state(game) == before


@pytest.mark.parametrize(
    "text",
    [
        "kings-crossing MMMMMMM1/7k/8/K7 w - - 0",
        "kings-crossing:longer MMMMMMMM/MMM4k/8/K7 w - - 0",
        "kings-crossing:longer mmmmmmmm/mmm4k/8/K7 w - - 0",
    ],
)
def test_a_whole_army_is_one_king_and_seven_or_eleven_men(text: str):
    assert game_at(text).text() == text


def test_a_variant_that_does_not_exist_is_refused():
    for name in ("normal", "stealth+longer", "alternate+", "+longer", " "):
        with pytest.raises(PositionError):
            KingsCrossing(name)
        with pytest.raises(PositionError):
            new_game(f"kings-crossing:{name}")
    with pytest.raises(PositionError):
        new_game("kings-crossing:")


def test_setting_up_anew_forgets_the_game_before():
    used = KingsCrossing("longer", 16)
    for text in ("c2-d2", "f3-e3", "b2-c2"):
        used.push(used.parse_ply(text))
    used.set_text(START)
    fresh = KingsCrossing("", 16)
    assert used.undoable == 0
    lists = {"_plies": [], "_since_before": [], "_backs_before": []}  # what is in the ring of undo is out of reach
    assert {**state(used), **lists} == {**state(fresh), **lists}


@pytest.mark.parametrize("seed", range(10))
def test_mangled_texts_are_refused_or_taken_whole(seed: int):
    rng = random.Random(seed)
    game = KingsCrossing()
    taken = sum(check_refusal(game, mangled(rng.choice(GOOD), "KkMm12345678/wb-+: 0*x", rng)) for _ in range(600))
    assert 0 < taken < 300
