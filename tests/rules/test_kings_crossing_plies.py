"""King's Crossing plies as texts, as footprints and offers; why wishes are refused; how long things can get."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from shared_rules.kings_crossing.game import KingsCrossing
from shared_rules.kings_crossing.ply import MOST_JUMPS
from tests.support.kings_crossing_positions import game, why
from tests.support.naive_kings_crossing import jump_lines, name, trapped
from tests.support.rules_checks import footprint, legal, play, state, texts

LONGEST = "3k4/1m1m1m2/m5m1/Mm1m1m1K"  # a1 can jump round the board over eight men, either way
ROUND = ["a1xc1xe1xg1xg3xe3xc3xa3xa1", "a1xa3xc3xe3xg3xg1xe1xc1xa1"]


def test_plies_with_one_footprint_are_offered_in_the_order_of_their_texts():
    position = game(LONGEST, variant="longer")
    plies = [position.parse_ply(text) for text in ROUND]
    assert footprint(position, plies[0]) == footprint(position, plies[1])
    assert position.rank(plies[1]) < position.rank(plies[0])  # a3 before c1


def test_any_square_where_a_jump_touches_down_is_fine():
    position = game(LONGEST, variant="longer")
    places = {at for text in texts(position) for at in text.split("x")[1:]}
    assert places == {"a3", "c1", "c3", "e1", "e3", "g1", "g3", "a1"}
    for at in (name((at % 8, at // 8)) for at in range(32)):
        assert (why(position, "a1", at) == "fine") == (at in places)


# How long can it get (the bounds of kings_crossing/RULES.md)


def test_the_longest_jump_fits_in_a_ply():
    position = game(LONGEST, variant="longer")
    assert set(ROUND) <= texts(position)
    ply = position.parse_ply(ROUND[0])
    assert ply < 1 << 30
    before = state(position)
    play(position, ROUND[0])
    assert position.text() == "kings-crossing:longer 3k4/8/8/M6K b 0 - 1"
    position.pop()
    assert state(position) == before


EDGES = [((c, r), (c + 1, r)) for c in range(3) for r in range(2)] + [((c, 0), (c, 1)) for c in range(4)]


def trails(at: tuple[int, int], edges: list[tuple[tuple[int, int], tuple[int, int]]]) -> list[int]:
    """Lengths of the ways to walk from `at` along edges, none twice, until there is none left."""
    found: list[int] = []
    for edge in edges:
        if at in edge:
            to = edge[1] if edge[0] == at else edge[0]
            found += [1 + length for length in trails(to, [other for other in edges if other != edge])]
    return found or [0]


def test_no_piece_jumps_more_than_nine_times_or_has_more_than_22_jumps():
    # A piece comes to squares two apart: a grid of 4 by 2 whose edges are the pieces jumped, each gone afterwards.
    # Fewer enemies, other pieces in the way, traps and the king only shorten what is counted here.
    for column in range(4):
        lengths = trails((column, 0), EDGES)
        assert max(lengths) <= MOST_JUMPS
        assert len(lengths) <= KingsCrossing.max_plies_from == 22


def test_in_fact_eight_jumps_is_the_most_for_whoever_starts_trapped_has_none():
    most, plies = 0, 0
    men = [(2 * c + 1, 2 * r) for c in range(3) for r in range(2)] + [(2 * c, 1) for c in range(4)]
    for count in range(1, 11):
        for chosen in combinations(men, count):
            for column in (0, 2, 4, 6):
                board = {**dict.fromkeys(chosen, "m"), (column, 0): "M"}
                if not trapped(board, (column, 0)):
                    lines = jump_lines(board, (column, 0), "w", "")
                    most = max(most, *(text.count("x") for text in lines))
                    plies = max(plies, len(lines))
    assert (most, plies) == (8, 10)


def test_no_position_has_more_plies_than_max_plies():
    # Ahead at most 7 squares, beside 3, back one step; two pieces on one grid have at most 24 jumps, four grids 96.
    assert KingsCrossing.max_plies >= 12 * (7 + 3 + 1)
    grids = [(c, r) for c in range(4) for r in range(2)]
    for count in range(1, 9):
        for own in combinations(grids, count):
            total = 0
            for at in own:
                free = [edge for edge in EDGES if all(end == at or end not in own for end in edge)]
                lengths = trails(at, free)
                total += len(lengths) if lengths != [0] else 0
            assert 4 * total <= KingsCrossing.max_plies


def test_no_footprint_is_longer_than_max_footprint():
    position = game(LONGEST, variant="longer")
    sizes = [len(footprint(position, ply)) for ply in legal(position)]
    assert max(sizes) == 1 + 8 + 7 <= KingsCrossing.max_footprint
    assert KingsCrossing.max_footprint == MOST_JUMPS + 8


@pytest.mark.parametrize("seed", range(3))
def test_what_was_played_before_changes_no_list(seed: int):
    rng = random.Random(seed)
    used = KingsCrossing("longer", 16)
    for variant in ("longer", "", "alternate+backwards"):
        fresh = KingsCrossing(variant, 16)
        for _ in range(60):
            plies = legal(fresh)
            if not plies:
                break
            fresh.push(rng.choice(plies))
            used.set_text(fresh.text())
            assert legal(used) == legal(fresh), fresh.text()
            if used.result == 0:
                used.push(rng.choice(legal(used)))
                while used.undoable:
                    used.pop()
                assert legal(used) == legal(fresh), fresh.text()
