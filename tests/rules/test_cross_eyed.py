"""Cross-Eyed Chess, rule by rule: board and moves. Hand-made positions, each test named after the sentence it holds.

How games end is in test_cross_eyed_ends.py, texts and refusals in test_cross_eyed_text.py, random games in
test_cross_eyed_play.py.
"""

from __future__ import annotations

import pytest

from shared_rules.codes import ARRIVE, HOLE, KIND_CAPTURE, KIND_MOVE, LEAVE, SWAP
from shared_rules.cross_eyed.game import CrossEyed
from tests.support.cross_eyed_positions import game, goals, place, square, why
from tests.support.naive_cross_eyed import SQUARES
from tests.support.rule_cases import EYES as START
from tests.support.rules_checks import footprint, legal, play, texts

KINGS = "Ke1 Kh12 ka5 kl8"  # out of each other's way


# The board


def test_84_squares_in_a_12x12_frame_and_everything_else_is_a_hole():
    board = CrossEyed().board
    assert (CrossEyed.columns, CrossEyed.rows, len(board)) == (12, 12, 144)
    assert {(i % 12, i // 12) for i in range(144) if board[i] != HOLE} == SQUARES
    assert len(SQUARES) == 84


def test_the_centre_and_four_side_boards():
    boards = ("d4", "i9"), ("e1", "h3"), ("e10", "h12"), ("a5", "c8"), ("j5", "l8")
    found: set[tuple[int, int]] = set()
    for low, high in boards:
        (c1, r1), (c2, r2) = place(low), place(high)
        found |= {(c, r) for c in range(c1, c2 + 1) for r in range(r1, r2 + 1)}
    assert found == SQUARES


def test_squares_are_neighbours_by_their_frame_coordinates_alone():
    assert "-e10" in goals(game(KINGS + " Bd9"), "d9").split()
    assert "-d9" in goals(game(KINGS + " Be10"), "e10").split()


def test_the_rims_of_the_frame_are_no_neighbours():
    assert goals(game("Kl5 ka7"), "l5") == "-k5 -k6 -l6"
    assert goals(game("Ke1 kl8 Ca5"), "a5") == "-b8 -d4 -d6"
    assert why(game("Ke1 ka6 kl8 Rl5"), "l5", "a6") == "no-such-move"


def test_white_moves_first():
    assert CrossEyed().side == 0


def test_white_owns_south_and_north_and_black_west_and_east():
    start = CrossEyed()
    for name, side in ("e1", 0), ("h3", 0), ("e10", 0), ("h12", 0), ("a5", 1), ("c8", 1), ("j5", 1), ("l8", 1):
        assert start.piece_side(square(name)) == side
    assert [start.piece_side(square(name)) for name in ("d4", "i9", "a1")] == [-1, -1, -1]


def test_each_side_board_of_the_start_is_the_south_one_turned_about_the_centre():
    start = CrossEyed()
    assert start.text() == START
    letters = START.split(" ")[1].split("/")
    south = {(c, r): letters[11 - r].replace("****", "....")[c] for c in range(4, 8) for r in range(3)}
    assert "".join(south[c, r] for r in range(3) for c in range(4, 8)) == "RKMRNBBCPPPP"
    turned = south
    for side in ("east", "north", "west"):
        turned = {(11 - r, c): letter for (c, r), letter in turned.items()}  # 90 degrees counter-clockwise
        for (c, r), letter in turned.items():
            value = start.board[r * 12 + c]
            assert "KNCRBMP"[start.kinds[value]] == letter, side
            assert (value > 24) == (side != "north")


# Rook, bishop, knight, camel


def test_a_rook_moves_as_in_chess():
    assert goals(game(KINGS + " Re5 Pe7 pg5"), "e5") == "-b5 -c5 -d5 -e2 -e3 -e4 -e6 -f5 xa5 xg5"


def test_a_bishop_moves_as_in_chess():
    assert goals(game(KINGS + " Be5 Pg7 pd4"), "e5") == "-b8 -c7 -d6 -f4 -f6 -g3 -h2 xd4"


def test_a_knight_moves_as_in_chess_over_anything():
    around = " Pd4 Pe4 Pf4 Pd5 Pf5 pd6 pe6 pf6"
    assert goals(game(KINGS + " Ne5" + around + " pg6 Pf7"), "e5") == "-c6 -d7 -f3 -g4 xg6"


def test_a_camel_leaps_3_1_over_anything():
    around = " Pd4 Pe4 Pf4 Pd5 Pf5 pd6 pe6 pf6"
    assert goals(game(KINGS + " Ce5" + around + " Pb6 ph6"), "e5") == "-d8 -f2 -f8 -h4 xh6"


def test_sliders_stop_at_holes():
    made = game(KINGS + " Bb5 Rd4")
    assert goals(made, "b5") == "-a6 -c6 -d7 -e8 -f9 -g10 -h11"
    assert goals(made, "d4") == "-d5 -d6 -d7 -d8 -d9 -e4 -f4 -g4 -h4 -i4"
    assert why(made, "b5", "e2") == "no-square"


# King


def test_a_king_goes_one_step_in_any_direction():
    assert goals(game("Ke5 kl8"), "e5") == "-d4 -d5 -d6 -e4 -e6 -f4 -f5 -f6"


def test_a_king_may_move_into_attack_and_through_it():
    assert goals(game("Ke5 Kh12 kl8 rf9"), "e5") == "-d4 -d5 -d6 -e4 -e6 -f4 -f5 -f6"


def test_a_king_may_stay_in_attack():
    attacked = game("Ke5 Kh12 kl8 re9 Pd4")
    assert {"d4-c4", "d4-d5", "h12-h11"} - texts(attacked) == {"d4-c4"}
    assert play(attacked, "h12-h11").result == 0


def test_a_king_may_be_captured_and_the_game_goes_on():
    made = play(game("Ke5 Kh12 kl8 re9", "b"), "e9xe5")
    assert (made.result, made.text().count("K")) == (0, 1)


def test_a_king_captures_as_it_moves():
    assert goals(game("Ke5 kl8 pe6 Pd5"), "e5") == "-d4 -d6 -e4 -f4 -f5 -f6 xe6"


# Nahbi


def test_a_nahbi_goes_two_diagonal_steps_and_then_one_orthogonal_step_in_any_direction():
    wanted = "-c8 -d5 -d7 -d9 -e4 -e8 -g4 -g8 -h3 -h5 -h7 -h9 -i4 -i8"  # c4 and d3, the other two of 16, are holes
    assert goals(game("Ke1 kl8 Mf6"), "f6") == wanted


def test_both_squares_a_nahbi_passes_must_be_empty():
    first = goals(game("Ke1 kl8 Mf6 pg7"), "f6").split()
    second = goals(game("Ke1 kl8 Mf6 Ph8"), "f6").split()
    for through in ("-g8", "-i8", "-h7", "-h9"):
        assert through not in first and through not in second
    assert len(first) == len(second) == 10


def test_both_squares_a_nahbi_passes_must_exist():
    assert goals(game("Ke1 kl8 Mb6"), "b6") == "-c8 -d5 -d7 -d9 -e4 -e8"
    assert why(game("Ke1 kl8 Mb6"), "b6", "c4") == "no-square"
    assert why(game("Ke1 kl8 Mb6"), "b6", "a8") == "no-square"


def test_a_nahbi_captures_where_its_path_ends_but_not_its_own():
    made = game("Ke1 kl8 Mf6 pg8 Ph7")
    assert "xg8" in goals(made, "f6").split()
    assert "-h7" not in goals(made, "f6").split()
    assert why(made, "f6", "h7") == "own-piece"


def test_a_nahbi_leaps_exactly_two_squares_orthogonally_over_a_piece_of_either_side_onto_an_empty_square():
    made = goals(game("Ke1 kl8 Mf6 pf7 Pe6"), "f6").split()
    assert {"-f8", "-d6"} <= set(made) and not {"-f4", "-h6"} & set(made)


def test_a_nahbis_leap_never_captures():
    made = game("Ke1 kl8 Mf6 pf7 pf8 Pe6 Pd6")
    assert not {"xf8", "-d6"} & set(goals(made, "f6").split())
    assert (why(made, "f6", "f8"), why(made, "f6", "d6")) == ("never-captures", "own-piece")


def test_a_nahbi_never_leaps_over_an_empty_square_or_a_hole():
    made = game("Ke1 kl8 Mf6 Mc5")
    assert why(made, "f6", "f8") == "nothing-to-jump"
    assert "-c3" not in goals(made, "c5").split()


# Pawn


@pytest.mark.parametrize(
    ("pawn", "side", "step"),
    [("Pf2", "w", "f3"), ("Pf11", "w", "f10"), ("pb6", "b", "c6"), ("pk6", "b", "j6")],
)
def test_on_a_side_board_of_its_own_side_a_pawn_goes_towards_the_centre(pawn: str, side: str, step: str):
    assert goals(game("Ke1 kl8 " + pawn, side), pawn[1:]) == f"-{step}"


@pytest.mark.parametrize(
    ("pawn", "side", "step"),
    [("pf3", "b", "f2"), ("pf10", "b", "f11"), ("Pc6", "w", "b6"), ("Pj6", "w", "k6")],
)
def test_on_an_enemy_side_board_a_pawn_goes_away_from_the_centre(pawn: str, side: str, step: str):
    assert goals(game("Ke1 kl8 " + pawn, side), pawn[1:]) == f"-{step}"


def test_there_one_step_forward_never_captures_and_one_diagonally_forward_only_captures():
    made = game("Kh1 kl8 Pf2 pf3 pe3 Pg3")
    assert goals(made, "f2") == "xe3"
    assert why(made, "f2", "f3") == "never-captures"
    assert why(made, "f2", "g3") == "own-piece"
    assert why(game("Kh1 kl8 Pf2"), "f2", "g3") == "captures-only"
    assert [why(made, "f2", to) for to in ("f1", "e1", "g1")] == ["backward"] * 3
    assert [why(made, "f2", to) for to in ("e2", "g2")] == ["no-such-move"] * 2


def test_a_pawn_has_no_double_step():
    assert "f3-f5" not in texts(CrossEyed())
    assert why(CrossEyed(), "f3", "f5") == "no-such-move"


def test_in_the_centre_a_pawn_steps_in_any_of_the_four_orthogonal_directions():
    assert goals(game("Ke1 kl8 Pf6"), "f6") == "-e6 -f5 -f7 -g6"
    assert goals(game("Ke1 kl8 pf6", "b"), "f6") == "-e6 -f5 -f7 -g6"


def test_from_the_centre_onto_any_neighbouring_square_own_side_board_included():
    assert goals(game("Kh1 kl8 Pe4"), "e4") == "-d4 -e3 -e5 -f4"
    assert goals(game("Kh1 kl8 Pd5"), "d5") == "-c5 -d4 -d6 -e5"
    assert goals(game("Kh1 kl8 Pd4"), "d4") == "-d5 -e4"


def test_in_the_centre_a_pawn_captures_in_any_of_the_four_diagonals_and_only_there():
    made = game("Ke1 kl8 Pd9 pe10 pc8 pe8 Pd8")
    assert goals(made, "d9") == "-e9 xc8 xe10 xe8"
    assert goals(game("Ke1 kl8 Pd9 pd8 pe9"), "d9") == ""


# Promotion


@pytest.mark.parametrize(
    ("pawn", "side", "to"), [("Pb6", "w", "a6"), ("Pk6", "w", "l6"), ("pf2", "b", "f1"), ("pf11", "b", "f12")]
)
def test_a_pawn_that_arrives_on_the_outer_row_or_column_of_an_enemy_side_board_becomes_r_b_n_c_or_m(
    pawn: str, side: str, to: str
):
    frm = pawn[1:]
    made = game("Kh1 kl8 " + pawn, side)
    letters = "RBNCM" if side == "w" else "rbncm"
    assert goals(made, frm) == " ".join(sorted([f"-{to}", *(f"-{to}={letter}" for letter in letters)]))
    for letter in letters:
        assert f"{letter}" in play(made, f"{frm}-{to}={letter}").text().split(" ")[1]
        made.pop()
    assert made.text() == game("Kh1 kl8 " + pawn, side).text()


def test_a_capture_promotes_too():
    made = game("Ke1 kl8 Pk6 rl7 bl5")
    assert "xl7=N" in goals(made, "k6").split() and "xl5=M" in goals(made, "k6").split()
    assert len(goals(made, "k6").split()) == 18
    assert play(made, "k6xl7=N").piece_side(square("l7")) == 0


def test_staying_a_pawn_is_a_choice_made_on_arrival_only():
    made = play(game("Ke1 kl8 ka5 Pk6"), "k6-l6 l8-l7")
    assert made.text().split(" ")[1].split("/")[6].endswith("P")
    assert goals(made, "l6") == ""


def test_a_pawn_does_not_promote_on_its_own_side_boards_outer_row():
    assert goals(game("Kh1 kl8 Pe2"), "e2") == "-e3"
    assert "P" in game("Kh1 kl8 Pe1").text()


def test_promotions_are_offered_r_b_n_c_m_and_then_staying_a_pawn():
    made = game("Ke1 kl8 Pk6")
    plies = [ply for ply in legal(made) if ply & 255 == square("k6")]
    assert [made.ply_text(ply)[5:] for ply in sorted(plies, key=made.rank)] == ["=R", "=B", "=N", "=C", "=M", ""]
    assert len({tuple(footprint(made, ply).items()) for ply in plies}) == 1


def test_other_plies_are_offered_by_their_text():
    made = game("Ke9 Kf10 kl8 ka5 Rf2 pe8")
    offered = [made.ply_text(ply) for ply in sorted(legal(made), key=made.rank)]
    assert offered == sorted(offered)


# For the board under the pieces


def test_a_move_leaves_and_arrives_and_a_capture_opens_and_closes_its_square():
    made = game(KINGS + " Re5 pg5 Mf9 Pf8")
    for text, effects, kind in (
        ("e5-e6", {"e5": LEAVE, "e6": ARRIVE}, KIND_MOVE),
        ("e5xg5", {"e5": LEAVE, "g5": SWAP}, KIND_CAPTURE),
        ("f9-f7", {"f9": LEAVE, "f7": ARRIVE}, KIND_MOVE),
    ):
        ply = made.parse_ply(text)
        assert footprint(made, ply) == {square(name): effect for name, effect in effects.items()}
        assert (made.kind(ply), made.destination(ply)) == (kind, square(text[-2:]))


def test_why_not_names_what_is_wrong_first():
    made = game("Ke1 Kh12 ka5 kl8 Re5 pe7 Pg5 Nf9")
    wishes = {
        ("d3", "d4"): "no-square",
        ("e5", "d2"): "no-square",
        ("d4", "d5"): "no-piece",
        ("e7", "e6"): "not-your-piece",
        ("e5", "-"): "no-such-move",
        ("e5", "e5"): "no-such-move",
        ("-", "-"): "no-such-move",
        ("-", "e5"): "nothing-to-place",
        ("e5", "f6"): "no-such-move",
        ("e5", "e8"): "blocked",
        ("e5", "h5"): "blocked",
        ("e5", "g5"): "own-piece",
        ("e5", "e7"): "fine",
        ("f9", "f8"): "no-such-move",
        ("f9", "h12"): "no-such-move",
        ("e1", "e3"): "no-such-move",
        ("g5", "f6"): "captures-only",
    }
    assert {wish: why(made, *wish) for wish in wishes} == wishes


def test_a_draw_may_be_agreed_at_any_time():
    assert CrossEyed().draw_allowed() is True
