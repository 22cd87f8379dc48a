"""King's Crossing plies as texts, as footprints and offers; why wishes are refused; how long things can get."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from shared_rules.codes import ARRIVE, KIND_CAPTURE, KIND_MOVE, KIND_PASS, LEAVE, NOWHERE, PATH, SWAP, TAKEN
from shared_rules.codes import WHY_NAMES as WHY
from shared_rules.errors import IllegalPlyError, PlyError
from shared_rules.kings_crossing.game import KingsCrossing
from shared_rules.kings_crossing.ply import MOST_JUMPS
from tests.support.kings_crossing_positions import game, square, why
from tests.support.naive_kings_crossing import jump_lines, name, trapped
from tests.support.rules_checks import footprint, legal, play, state, texts

LONGEST = "3k4/1m1m1m2/m5m1/Mm1m1m1K"  # a1 can jump round the board over eight men, either way
ROUND = ["a1xc1xe1xg1xg3xe3xc3xa3xa1", "a1xa3xc3xe3xg3xg1xe1xc1xa1"]


def effects(position: KingsCrossing, text: str) -> dict[str, int]:
    """Square name -> effect."""
    found = footprint(position, position.parse_ply(text))
    return {name((at % 8, at // 8)): effect for at, effect in found.items()}


# Texts


@pytest.mark.parametrize(
    ("placement", "text", "kind"),
    [
        ("7k/8/2M5/K7", "c2-h2", KIND_MOVE),
        ("3m3k/2m5/2M5/K7", "c2xc4xe4", KIND_CAPTURE),
        ("7k/8/2MmM3/K7", "c2*d2", KIND_CAPTURE),
        ("7k/m7/m7/Kmm5", "pass", KIND_PASS),
    ],
)
def test_each_kind_of_ply_is_written_its_own_way(placement: str, text: str, kind: int):
    position = game(placement)
    ply = position.parse_ply(text)
    assert (position.ply_text(ply), position.kind(ply)) == (text, kind)
    assert ply & 255 == (NOWHERE if text == "pass" else square(text[:2]))
    assert position.destination(ply) == (NOWHERE if text == "pass" else square(text[-2:]))


@pytest.mark.parametrize(
    "text",
    ["", "c2", "c2-", "c2-c", "c2c3", "c2-c33", "c2xc4-e4", "c2x", "xc4", "c2xc4x", "C2-C3", "c2=c3", "c2-i2", "c2-c5"],
)
def test_an_unreadable_ply_is_refused(text: str):
    with pytest.raises(PlyError) as refused:
        game("7k/8/2M5/K7").parse_ply(text)
    assert not isinstance(refused.value, IllegalPlyError)


@pytest.mark.parametrize(
    ("placement", "text", "reason"),
    [
        ("3m3k/2m5/2M5/K7", "c2xc4", "must-go-on-jumping"),
        ("3m3k/2m5/2M5/K7", "c2xc4xe4xg4", "must-jump"),
        ("3m3k/2m5/2M5/K7", "c2xc4xc2", "must-jump"),
        ("3m3k/2m5/2M5/K7", "a1-b1", "must-jump"),
        ("7k/8/2M5/K7", "c2xe2", "no-such-move"),
        ("7k/8/2M5/K7", "c2xd4", "no-such-move"),
        ("7k/8/2M5/K7", "c2*d2", "no-such-move"),
        ("7k/8/2M5/K7", "c2xa2", "backward"),
        ("7k/8/2M5/K7", "pass", "no-such-move"),
        ("7k/8/2M5/K7", "x".join(["a1"] * 20), "no-such-move"),
        ("7k/8/2M5/K7", "h4-g4", "not-your-piece"),
    ],
)
def test_a_ply_that_is_not_legal_is_refused_with_the_reason(placement: str, text: str, reason: str):
    with pytest.raises(IllegalPlyError) as refused:
        game(placement).parse_ply(text)
    assert WHY[refused.value.why] == reason


# Footprints


def test_a_slide_leaves_and_arrives():
    assert effects(game("7k/8/2M5/K7"), "c2-h2") == {"c2": LEAVE, "h2": ARRIVE}


def test_a_trap_capture_swaps_the_piece_on_its_square():
    assert effects(game("7k/8/2MmM3/K7"), "c2*d2") == {"c2": LEAVE, "d2": SWAP}


def test_a_jump_takes_what_it_jumps_over_and_may_touch_down_on_its_way():
    assert effects(game("3m3k/2m5/2M5/K7"), "c2xc4xe4") == {
        "c2": LEAVE,
        "c3": TAKEN,
        "c4": PATH,
        "d4": TAKEN,
        "e4": ARRIVE,
    }


def test_a_jump_that_ends_where_it_began_is_lifted_and_put_back():
    found = effects(game("7k/3m4/2m1m3/K1Mm4"), "c1xe1xe3xc3xc1")
    assert found == {"c1": SWAP, "d1": TAKEN, "e1": PATH, "e2": TAKEN, "e3": PATH, "d3": TAKEN, "c3": PATH, "c2": TAKEN}


def test_a_square_that_is_touched_twice_is_listed_once():
    position = game("3k4/1m1m1m2/m1m1m1m1/Mm1m1m1K", variant="longer")
    found = effects(position, "a1xa3xc3xe3xg3xg1xe1xc1xc3")
    ways = dict.fromkeys(["a3", "e3", "g3", "g1", "e1", "c1"], PATH)
    taken = dict.fromkeys(["a2", "b3", "d3", "f3", "g2", "f1", "d1", "c2"], TAKEN)
    assert found == {"a1": LEAVE, "c3": ARRIVE, **ways, **taken}


def test_a_pass_touches_nothing():
    assert effects(game("7k/m7/m7/Kmm5"), "pass") == {}


def test_plies_with_one_footprint_are_offered_in_the_order_of_their_texts():
    position = game(LONGEST, variant="longer")
    plies = [position.parse_ply(text) for text in ROUND]
    assert footprint(position, plies[0]) == footprint(position, plies[1])
    assert position.rank(plies[1]) < position.rank(plies[0])  # a3 before c1


# Why not


@pytest.mark.parametrize(
    ("placement", "frm", "to", "reason"),
    [
        ("7k/8/2M5/K7", "c2", "c4", "fine"),
        ("7k/8/2M5/K7", "d2", "d3", "no-piece"),
        ("7k/8/2M5/K7", "h4", "g4", "not-your-piece"),
        ("7k/8/2M5/K7", "c2", "-", "no-such-move"),
        ("7k/8/2M5/K7", "c2", "c2", "no-such-move"),
        ("7k/8/2M5/K7", "-", "c2", "nothing-to-place"),
        ("7k/8/2M5/K7", "-", "-", "no-such-move"),
        ("7k/8/2M5/K7", "c2", "b2", "backward"),
        ("7k/8/2M5/K7", "c2", "d3", "no-such-move"),
        ("7k/8/2MM4/K7", "c2", "d2", "own-piece"),
        ("7k/8/2MM4/K7", "c2", "e2", "blocked"),
        ("7k/8/2M1m3/K7", "c2", "e2", "occupied"),
        ("7k/8/2Mmm3/K7", "c2", "d2", "not-trapped"),
        ("7k/8/2Mmm3/K7", "c2", "e2", "blocked"),
        ("7k/8/2MmM3/K7", "c2", "d2", "fine"),
        ("7k/8/2MmM3/K7", "e2", "d2", "backward"),
        ("7k/8/1mMm4/K7", "c2", "c3", "trapped"),
        ("3m3k/2m5/2M5/K7", "c2", "e4", "fine"),
        ("3m3k/2m5/2M5/K7", "c2", "c4", "fine"),
        ("3m3k/2m5/2M5/K7", "c2", "c1", "must-jump"),
        ("3m3k/2m5/2M5/K7", "a1", "a2", "must-jump"),
        ("7k/3m4/2m1m3/K1Mm4", "c1", "c1", "fine"),
        ("7k/m7/m7/Kmm5", "-", "-", "fine"),
        ("7k/m7/m7/Kmm5", "a1", "b1", "must-pass"),
        ("8/8/2M5/K7", "c2", "c3", "game-over"),
    ],
)
def test_a_wish_is_refused_with_what_is_wrong_first(placement: str, frm: str, to: str, reason: str):
    position = game(placement)
    before = state(position)
    assert why(position, frm, to) == reason
    assert state(position) == before


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
