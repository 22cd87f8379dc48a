"""King's Crossing, rule by rule: how pieces move. Hand-made positions, each test named after the sentence it holds.

How games end is in test_kings_crossing_ends.py, Stealth in test_kings_crossing_stealth.py, texts and refusals in
test_kings_crossing_plies.py and test_kings_crossing_text.py, random games in test_kings_crossing_play.py.
"""

from __future__ import annotations

import pytest

from shared_rules.errors import IllegalPlyError, PlyError
from shared_rules.kings_crossing.game import KingsCrossing
from tests.support.kings_crossing_positions import game, square, why
from tests.support.rule_cases import KINGS as START
from tests.support.rules_checks import play, texts


def from_square(position: KingsCrossing, origin: str) -> str:
    """The plies of the piece on `origin`, without the origin."""
    return " ".join(sorted(text[2:] for text in texts(position) if text.startswith(origin)))


# Board and set-ups


def test_the_board_is_8_columns_by_4_rows_from_a1_to_h4():
    assert (KingsCrossing.columns, KingsCrossing.rows, len(KingsCrossing().board)) == (8, 4, 32)
    with pytest.raises(PlyError, match="from a1 to h4"):
        KingsCrossing().parse_ply("b1-b5")


def test_white_starts_at_column_a_and_goes_towards_h_and_moves_first():
    start = KingsCrossing()
    assert start.text() == START
    assert start.side == 0
    assert from_square(start, "b2") == "-c2 -d2 -e2 -f2"


def test_black_goes_the_reverse_way():
    assert from_square(play(KingsCrossing(), "b1-c1"), "g2") == "-c2 -d2 -e2 -f2"


def test_men_and_kings_move_alike():
    man, king = game("7k/8/2mM4/K7"), game("7k/8/2mK4/M7")
    assert from_square(man, "d2") == from_square(king, "d2") == "xb2"
    man, king = game("7k/8/3M4/K7"), game("7k/8/3K4/M7")
    assert from_square(man, "d2") == from_square(king, "d2") == "-d1 -d3 -d4 -e2 -f2 -g2 -h2"


@pytest.mark.parametrize(
    ("variant", "placement"),
    [
        ("", "MM4mk/MM4mm/MM4mm/KM4mm"),
        ("alternate", "MM4mm/MM4mm/MM4mm/KM4mk"),
        ("longer", "MMM2mmk/MMM2mmm/MMM2mmm/KMM2mmm"),
        ("alternate+longer", "MMM2mmm/MMM2mmm/MMM2mmm/KMM2mmk"),
    ],
)
def test_set_ups(variant: str, placement: str):
    for more in ("", "backwards", "stealth", "backwards+stealth"):
        name = "+".join(word for word in (variant, more) if word)
        head = f"kings-crossing:{name}" if name else "kings-crossing"
        assert KingsCrossing(name).text() == f"{head} {placement} w - - 0"


def test_variants_are_combined_in_one_order():
    assert len(set(KingsCrossing.variants)) == len(KingsCrossing.variants) == 16
    assert KingsCrossing.variants[0] == ""
    words = ["alternate", "longer", "backwards", "stealth"]
    for variant in KingsCrossing.variants[1:]:
        places = [words.index(word) for word in variant.split("+")]
        assert places == sorted(set(places))


# Trapped


def held(placement: str, name: str, side: str = "w") -> bool:
    """Whether the piece on a square is trapped: then it has no ply, and why_not says so."""
    position = game(placement, side)
    column, row = name
    wish = next(other for other in (f"{column}1", f"{column}4") if other != name)
    if why(position, name, wish) != "trapped":
        return False
    assert from_square(position, name) == ""
    return True


def test_a_piece_between_two_enemies_in_its_row_is_trapped():
    assert held("7k/8/2mMm3/K7", "d2")
    assert not held("7k/8/2mM1m2/K7", "d2")


def test_a_piece_between_two_enemies_in_its_column_is_trapped():
    assert held("7k/3m4/3M4/K2m4", "d2")
    assert held("3m3k/3M4/3m4/K7", "d3")
    assert not held("3m3k/8/3M4/K2m4", "d2")


def test_the_longest_unbroken_line_of_ones_own_pieces_counts():
    for name in ("c2", "d2", "e2"):
        assert held("7k/8/1mMMMm2/K7", name)
        assert not held("7k/8/1mMMM1m1/K7", name)
    for name in ("d2", "d3"):
        assert held("3m3k/3M4/3M4/K2m4", name)


def test_a_king_in_the_line_is_trapped_and_counts_as_its_own_side_and_as_an_enemy():
    assert held("7k/8/1mMKm3/M7", "d2") and held("7k/8/1mMKm3/M7", "c2")
    assert held("8/8/1kMMm3/K7", "d2")


def test_either_line_is_enough():
    assert held("7k/3m4/2MMM3/K2m4", "d2")
    assert not held("7k/3m4/2MMM3/K2m4", "c2")


def test_an_edge_at_an_end_never_traps():
    assert not held("7k/8/MMm5/K7", "b2")
    assert not held("7k/8/2m2mMM/K7", "g2")
    assert not held("3M3k/3M4/3m4/K7", "d3")
    assert not held("7k/8/3m4/K2M4", "d1")


def test_an_empty_square_at_an_end_never_traps():
    assert not held("7k/8/m1MMm3/K7", "c2")
    assert not held("3m3k/8/3M4/K2m4", "d2")


def test_lines_do_not_go_on_over_the_edge_into_the_next_row():
    assert not held("7k/Mm6/6mm/K7", "a3")
    assert not held("7k/m7/6mM/K7", "h2")


def test_it_does_not_matter_who_moved_last():
    position = game("7k/3m4/8/KM1m4", "w", variant="")
    play(position, "b1-b2 h4-g4 b2-d2")
    assert why(position, "d2", "d4") == "not-your-piece"  # it has walked between two enemies
    play(position, "g4-f4")
    assert why(position, "d2", "d4") == "trapped"


def test_it_does_not_matter_whether_the_trapping_pieces_are_trapped_themselves():
    position = game("7k/8/1MmMmM2/K7")
    assert why(position, "d2", "d3") == "trapped"
    assert why(game("7k/8/1MmMmM2/K7", "b"), "c2", "c3") == "trapped"


def test_a_trapped_piece_may_not_make_any_move():
    # Were d2 free, it could jump over d3, and no other ply would be legal.
    position = game("7k/3m4/2mMm3/K7")
    assert from_square(position, "d2") == ""
    assert from_square(position, "a1") == "-a2 -a3 -a4 -b1 -c1 -d1 -e1 -f1 -g1 -h1"


def test_a_capture_frees_pieces():
    position = game("7k/8/MmMm4/K2M4")
    assert why(position, "c2", "c3") == "trapped"
    play(position, "d1xd3 h4-h3")
    assert from_square(position, "c2") == "-c1 -c3 -c4 -d2 -e2 -f2 -g2 -h2"


# Slide


def test_a_slide_goes_over_any_number_of_empty_squares_forward_or_sideways():
    assert from_square(game("7k/8/2M5/K7"), "c2") == "-c1 -c3 -c4 -d2 -e2 -f2 -g2 -h2"
    assert from_square(game("7k/8/5m2/K7", "b"), "f2") == "-a2 -b2 -c2 -d2 -e2 -f1 -f3 -f4"


def test_a_slide_never_goes_backward():
    position = game("7k/8/3M4/K7")
    assert why(position, "d2", "c2") == "backward"
    assert why(position, "d2", "a2") == "backward"


def test_a_slide_is_never_diagonal():
    position = game("7k/8/3M4/K7")
    assert [why(position, "d2", to) for to in ("e3", "e1", "c3", "c1", "f4")] == ["no-such-move"] * 5


def test_a_slide_never_goes_over_pieces():
    position = game("3m3k/8/3M1M2/K2M4")
    assert from_square(position, "d2") == "-d3 -e2"
    assert why(position, "d2", "h2") == "blocked"


# Jump capture


@pytest.mark.parametrize(
    ("placement", "ply"),
    [
        ("7k/8/2Mm4/K7", "c2xe2"),
        ("7k/2m5/2M5/K7", "c2xc4"),
        ("2M4k/2m5/8/K7", "c4xc2"),
        ("7k/8/2mM4/K7", "d2xb2"),
    ],
)
def test_a_jump_goes_in_any_of_the_four_directions_backward_too(placement: str, ply: str):
    position = game(placement)
    assert texts(position) == {ply}
    play(position, ply)
    assert "m" not in position.text().split()[1]


def test_a_jump_is_over_one_directly_adjacent_enemy_onto_the_empty_square_directly_beyond():
    for placement in ("7k/8/2Mmm3/K7", "7k/8/2M1m3/K7", "7k/8/2MM4/K7", "7k/8/5Mmm/K7", "7k/8/6Mm/K7"):
        assert not any("x" in text for text in texts(game(placement)))


def test_a_jump_is_never_diagonal():
    assert not any("x" in text for text in texts(game("7k/3m4/2M5/K7")))


def test_a_jump_never_leaves_the_board_into_the_next_row():
    assert not any("x" in text for text in texts(game("7k/M7/7m/K7")))
    assert not any("x" in text for text in texts(game("7k/m7/7M/K7")))


def test_the_jumped_piece_is_removed():
    position = play(game("7k/8/2Mm4/K7"), "c2xe2")
    assert position.text() == "kings-crossing 7k/8/4M3/K7 b - - 0"


def test_the_same_piece_goes_on_as_long_as_it_can():
    position = game("7k/2m5/1m6/K1M2m2")
    assert texts(play(game("7k/3m4/2M5/K7"), "a1-b1 d3-d2")) == {"c2xe2"}
    assert texts(position) == {"c1-c2", "c1-d1", "c1-e1", *(f"a1-{to}" for to in ("a2", "a3", "a4", "b1"))}
    position = game("3m3k/2m5/2M5/K7")
    assert texts(position) == {"c2xc4xe4"}
    with pytest.raises(IllegalPlyError):
        position.parse_ply("c2xc4")


def test_no_other_piece_goes_on():
    # After b2xd2 the man on d2 has no jump, that on f1 has; it is Black's turn all the same.
    position = game("7k/5m2/1Mm2m2/K4M2")
    assert texts(position) == {"b2xd2"}
    assert play(position, "b2xd2").side == 1


def test_the_place_that_the_piece_has_left_is_empty():
    # Round the square d2 and back to where it began, either way.
    assert texts(game("7k/3m4/2m1m3/K1Mm4")) == {"c1xe1xe3xc3xc1", "c1xc3xe3xe1xc1"}


def test_a_piece_that_is_trapped_where_it_landed_stops():
    # On e2 between e1 and e3 it may not go on over f2, with e1 or e3 away it must.
    assert texts(game("7k/4m3/2Mm1m2/K3m3")) == {"c2xe2"}
    assert texts(game("7k/4m3/2Mm1m2/K7")) == {"c2xe2xg2", "c2xe2xe4"}


def test_each_landing_is_judged_with_the_jumped_pieces_gone():
    assert texts(game("1m1m3k/2m5/2M5/K7")) == {"c2xc4"}  # between b4 and d4
    assert texts(game("7k/8/2Mm1m2/K7")) == {"c2xe2xg2"}  # no longer between d2 and f2


def test_which_jump_to_take_is_free_with_no_duty_to_take_the_most():
    position = game("3m3k/2m5/2Mm4/K7")
    assert texts(position) == {"c2xc4xe4", "c2xe2"}


# Duty


def test_if_an_untrapped_piece_has_a_jump_the_turn_must_be_a_jump():
    position = game("7k/8/2Mm4/K7")
    assert texts(position) == {"c2xe2"}
    assert why(position, "a1", "b1") == "must-jump"


def test_a_trapped_piece_with_a_jump_obliges_nobody():
    position = game("7k/3m4/2mMm3/K7")
    assert not any("x" in text for text in texts(position))


def test_trap_captures_are_never_compulsory():
    position = game("7k/8/2MmM3/K7")
    assert "c2*d2" in texts(position)
    assert {"c2-c3", "a1-b1"} <= texts(position)


def test_a_jump_comes_before_a_trap_capture():
    position = game("7k/8/2MmM3/K1Mm4")
    assert texts(position) == {"c1xe1"}
    assert why(position, "c2", "d2") == "must-jump"


# Trap capture


def test_a_piece_steps_forward_onto_an_enemy_trapped_between_it_and_another_of_its_side():
    position = game("7k/8/2MmM3/K7")
    assert from_square(position, "c2") == "*d2 -c1 -c3 -c4"
    play(position, "c2*d2")
    assert position.text() == "kings-crossing 7k/8/3MM3/K7 b - - 0"


def test_a_piece_steps_sideways_either_way_onto_a_trapped_enemy():
    assert "d1*d2" in texts(game("7k/3M4/3m4/K2M4"))
    assert "d3*d2" in texts(game("7k/3M4/3m4/K2M4"))


def test_only_the_near_end_of_a_line_of_trapped_enemies_is_removed():
    position = game("7k/8/1MmmmM2/K7")
    assert "b2*c2" in texts(position)
    assert play(position, "b2*c2").text() == "kings-crossing 7k/8/2MmmM2/K7 b - - 0"
    assert "d1*d2" in texts(game("3M3k/3m4/3m4/K2M4"))


def test_the_enemies_must_be_trapped_along_that_same_line():
    # d2 is trapped in its column, but not between c2 and another piece in the row.
    position = game("7k/3M4/2Mmm3/K2M4")
    assert "c2*d2" not in texts(position)
    assert "d1*d2" in texts(position)
    assert why(position, "c2", "d2") == "not-trapped"


def test_the_line_must_hold_enemies_only():
    assert not any("*" in text for text in texts(game("7k/8/2Mm1M2/K4m2")) if text.startswith("c2"))
    assert not any("*" in text for text in texts(game("7k/8/8/K4Mmm")))


def test_the_piece_must_be_directly_adjacent():
    position = game("7k/8/1M1mmM2/K7")
    assert why(position, "b2", "d2") == "occupied"


def test_a_trapped_piece_makes_no_trap_capture():
    position = game("2m4k/2m5/2MmM3/K1m5")
    assert why(position, "c2", "d2") == "trapped"


def test_the_far_piece_may_be_trapped_itself():
    assert "c2*d2" in texts(game("7k/8/2MmMm2/K7"))


@pytest.mark.parametrize("side", ["w", "b"])
def test_a_trap_capture_goes_backward_only_with_the_variant(side: str):
    placement, ply = ("7k/8/2MmM3/K7", "e2*d2") if side == "w" else ("7k/8/3mMm2/K7", "d2*e2")
    plain = game(placement, side)
    assert ply not in texts(plain)
    assert why(plain, *ply.split("*")) == "backward"
    assert ply in texts(game(placement, side, variant="backwards"))


def test_backwards_changes_nothing_else():
    position = game("7k/8/3M4/K7", variant="backwards")
    assert texts(position) == texts(game("7k/8/3M4/K7"))
    assert why(position, "d2", "c2") == "backward"


def test_black_traps_and_captures_the_same_way():
    position = game("7k/3m4/3M4/K2m4", "b")
    assert {"d3*d2", "d1*d2"} <= texts(position)
    assert "d2*c2" in texts(game("7k/8/1mMm4/K7", "b"))


# No ply, and what is left open


def test_without_a_legal_ply_the_turn_is_passed():
    position = game("7k/m7/m7/Kmm5")
    assert texts(position) == {"pass"}
    assert why(position, "a1", "a4") == "must-pass"
    assert why(position, "-", "-") == "fine"
    play(position, "pass")
    assert position.side == 1
    assert {"h4-h3", "a2-a1"} & texts(position) == {"h4-h3"}


def test_a_pass_is_not_legal_while_there_is_a_ply():
    with pytest.raises(IllegalPlyError):
        KingsCrossing().parse_ply("pass")
    assert why(KingsCrossing(), "-", "-") == "no-such-move"


def test_incomplete_armies_are_legal():
    assert texts(game("7k/8/8/K7")) == {f"a1-{to}" for to in ("a2", "a3", "a4", *(f"{c}1" for c in "bcdefgh"))}


def test_no_game_ends_by_repetition():
    position = game("7k/8/8/K7")
    for _ in range(30):
        play(position, "a1-a2 h4-h3 a2-a1 h3-h4")
    assert position.result == 0
    assert position.text() == "kings-crossing 7k/8/8/K7 w - - 120"


def test_every_square_number_is_a1_to_h4_row_by_row():
    ply = KingsCrossing().parse_ply("b4-f4")
    assert (ply & 255, KingsCrossing().destination(ply)) == (square("b4"), square("f4")) == (25, 29)
