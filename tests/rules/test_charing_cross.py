"""Charing Cross, rule by rule: hand-made positions, each test named after the sentence it holds.

Texts that are refused and random games are in test_charing_cross_play.py.
"""

from __future__ import annotations

import pytest

from crossboard.games.reasons import why_word
from shared_rules.charing_cross.codes import END_GOAL
from shared_rules.charing_cross.game import CharingCross
from shared_rules.charing_cross.tables import GOAL, HOMES, JUMPS
from shared_rules.codes import DRAWN, END_NO_MOVES, FIRST_WON, NOWHERE, ONGOING, SECOND_WON
from shared_rules.errors import IllegalPlyError
from tests.support.charing_cross_positions import game, square, tail
from tests.support.rule_cases import CHARING as START
from tests.support.rules_checks import legal, play, texts


def goals(position: CharingCross, origin: str) -> str:
    """Where the piece on `origin` can go, as plies without the origin."""
    return " ".join(sorted(text[2:] for text in texts(position) if text.startswith(origin)))


# The board and the pieces


def test_the_start_has_every_piece_at_home_and_white_to_move():
    position = CharingCross()
    assert position.text() == START
    homes = {"N": "a4 a5", "R": "d8 e8", "n": "h4 h5", "r": "d1 e1"}
    for kind, (letter, names) in enumerate(homes.items()):
        assert sorted(HOMES[2 * kind : 2 * kind + 2]) == [square(name) for name in names.split()]
        for name in names.split():
            assert position.piece_side(square(name)) == letter.islower()
    assert position.piece_side(square("a1")) == -1


@pytest.mark.parametrize(
    ("kind", "area"), [(0, "column h"), (1, "row 1"), (2, "column a"), (3, "row 8")], ids=["N", "R", "n", "r"]
)
def test_goals_are_the_column_or_row_ahead(kind: int, area: str):
    what, which = area.split()
    wanted = {i for i in range(64) if ("abcdefgh"[i % 8] == which if what == "column" else i // 8 + 1 == int(which))}
    assert {i for i in range(64) if GOAL[i] >> kind & 1} == wanted


def test_a_placed_piece_never_wins_as_no_home_square_is_a_goal_of_its_piece():
    for kind in range(4):
        assert not any(GOAL[HOMES[2 * kind + i]] >> kind & 1 for i in range(2))


# Forward moves


@pytest.mark.parametrize(
    ("placement", "side", "origin", "expected"),
    [
        ("8/8/8/8/3N4/8/8/8", "w", "d4", "-e3 -e4 -e5"),
        ("8/8/8/8/3R4/8/8/8", "w", "d4", "-c3 -d3 -e3"),
        ("8/8/8/8/3n4/8/8/8", "b", "d4", "-c3 -c4 -c5"),
        ("8/8/8/8/3r4/8/8/8", "b", "d4", "-c5 -d5 -e5"),
    ],
)
def test_a_forward_move_goes_one_square_forward_straight_or_diagonally(placement, side, origin, expected):
    assert goals(game(placement, side), origin) == expected


def test_a_forward_move_needs_an_empty_square():
    assert goals(game("8/8/8/4r3/3N4/4R3/8/8"), "d4") == "-e4 xf2 xf6"


@pytest.mark.parametrize(
    ("placement", "side", "origin", "expected"),
    [
        ("8/3N4/8/8/8/8/8/8", "w", "d7", "-e6 -e7"),
        ("8/8/8/8/8/8/3N4/8", "w", "d2", "-e2 -e3"),
        ("8/8/8/8/8/8/4n3/8", "b", "e2", "-d2 -d3"),  # the designer's own example
        ("8/8/8/8/1R6/8/8/8", "w", "b4", "-b3 -c3"),
        ("8/8/8/8/6R1/8/8/8", "w", "g4", "-f3 -g3"),
        ("8/8/8/8/1r6/8/8/8", "b", "b4", "-b5 -c5"),
        ("8/8/8/8/6r1/8/8/8", "b", "g4", "-f5 -g5"),
    ],
)
def test_a_forward_move_never_ends_on_the_pieces_edges(placement, side, origin, expected):
    assert goals(game(placement, side), origin) == expected


def test_the_other_kinds_edges_are_open():
    assert goals(game("8/8/8/8/N7/8/8/8"), "a4") == "-b3 -b4 -b5"
    assert goals(game("3R4/8/8/8/8/8/8/8"), "d8") == "-c7 -d7 -e7"


@pytest.mark.parametrize(
    ("placement", "side", "origin", "expected"),
    [
        ("8/8/8/8/8/8/8/3N4", "w", "d1", "-e2"),
        ("3N4/8/8/8/8/8/8/8", "w", "d8", "-e7"),
        ("8/8/8/8/R7/8/8/8", "w", "a4", "-b3"),
        ("8/8/8/8/7r/8/8/8", "b", "h4", "-g5"),
    ],
)
def test_a_piece_on_its_edge_may_leave_it_but_not_walk_along_it(placement, side, origin, expected):
    assert goals(game(placement, side), origin) == expected


def test_a_forward_move_cannot_win_on_a_corner():
    assert goals(game("8/6N1/8/8/8/8/8/8"), "g7") == "-h6 -h7"
    assert goals(game("8/8/8/8/8/8/1R6/8"), "b2") == "-b1 -c1"


# Jumps


def test_a_jump_goes_over_any_adjacent_piece_of_either_side_in_any_direction():
    over = game("8/8/8/2rnr3/2RNN3/3n4/8/8")
    # Straight ahead lies e4, behind c4, above d5, below d3; c3 and e3 are empty.
    assert goals(over, "d4") == "-e3 xb4 xb6 xd2 xd6 xf4 xf6"
    position = game("8/8/8/2rRr3/2nNN3/2R5/8/8")
    assert goals(position, "d4") == "-e3 xb2 xb4 xb6 xd6 xf4 xf6"
    assert goals(game("8/8/8/8/3N4/3nr3/8/8"), "d4") == "-e4 -e5 xd2 xf2"


def test_a_jump_lands_directly_beyond_and_only_on_a_vacant_square():
    assert goals(game("8/8/8/8/3Nrn2/8/8/8"), "d4") == "-e3 -e5"
    assert goals(game("8/8/8/8/8/8/8/Nr6"), "a1") == "-b2 xc1"
    assert goals(game("8/8/8/8/8/8/8/1rN5"), "c1") == "-d2 xa1"
    assert goals(game("8/8/8/8/8/8/8/rN6"), "b1") == "-c2"


def test_a_jump_never_leaves_the_board_round_an_edge():
    for origin in range(64):
        for i in range(origin * 17, origin * 17 + 16, 2):
            if JUMPS[i] == 255:
                break
            over, to = JUMPS[i], JUMPS[i + 1]
            assert 2 * (over % 8) == origin % 8 + to % 8 and 2 * (over // 8) == origin // 8 + to // 8


def test_a_jump_may_land_on_the_pieces_edge():
    assert "d6xd8" in texts(game("8/3r4/3N4/8/8/8/8/8"))
    assert "c4xa4" in texts(game("8/8/8/8/1nR5/8/8/8"))


def test_the_designers_example():
    position = game("3RR3/8/8/7n/N1N4n/3r4/8/4r3", "b")
    play(position, "d3xb5")
    assert tail(position) == "3RR3/8/8/1r5n/N6n/8/8/4r3 w Nw"
    assert texts(position) == {"@a5"}


def test_there_are_no_multiple_jumps():
    position = play(game("R7/8/3r4/8/3r4/3N4/8/8"), "d3xd5")
    assert {text[0] for text in texts(position)} == {"@"}


# Winning


@pytest.mark.parametrize(
    ("placement", "side", "ply", "result"),
    [
        ("8/8/8/8/6N1/8/8/r7", "w", "g4-h4", FIRST_WON),
        ("8/8/8/8/8/8/3R4/r7", "w", "d2-d1", FIRST_WON),
        ("8/8/8/8/1n6/8/8/6N1", "b", "b4-a5", SECOND_WON),
        ("8/3r4/8/8/8/8/8/N7", "b", "d7-c8", SECOND_WON),
        ("8/8/8/8/8/8/8/r4Nr1", "w", "f1xh1", FIRST_WON),
        ("8/8/2n5/1R6/8/8/8/6N1", "b", "c6xa4", SECOND_WON),
    ],
)
def test_a_piece_that_ends_in_its_own_goal_area_wins_at_once(placement, side, ply, result):
    position = play(game(placement, side), ply)
    assert (position.result, position.reason, legal(position)) == (result, END_GOAL, [])
    assert position.side == (side == "w")


def test_the_goal_of_another_piece_is_no_goal():
    assert play(game("8/8/8/8/8/1N6/1n6/8"), "b3xb1").result == ONGOING
    assert play(game("8/8/8/8/5Rn1/8/8/8"), "f4xh4").result == ONGOING
    # Nobody has won by a white knight in column a, row 1 or row 8 and a black one in column h.
    assert game("N7/8/8/8/7n/8/8/N7").result == ONGOING


def test_a_piece_jumped_by_the_winning_jump_stays_where_it_stood():
    position = play(game("8/8/8/8/5Nr1/8/8/3r4"), "f4xh4")
    assert tail(position) == "8/8/8/8/6rN/8/8/3r4 b -"
    assert (position.result, position.due) == (FIRST_WON, 0)


def test_moving_a_piece_into_its_goal_wins_also_over_an_own_piece():
    position = play(game("8/8/8/8/5NR1/8/8/3r4"), "f4xh4")
    assert tail(position) == "8/8/8/8/6RN/8/8/3r4 b -"


# Placing


def test_a_jumped_piece_is_placed_by_its_owner_on_either_home_square():
    position = play(game("8/8/8/8/3Rn3/8/8/N7"), "d4xf4")
    assert tail(position) == "8/8/8/8/5R2/8/8/N7 b nb"
    assert texts(position) == {"@h4", "@h5"}
    play(position, "@h5")
    assert tail(position) == "8/8/8/7n/5R2/8/8/N7 b -"


@pytest.mark.parametrize(
    ("letter", "homes"), [("N", {"@a4", "@a5"}), ("R", {"@d8", "@e8"}), ("n", {"@h4", "@h5"}), ("r", {"@d1", "@e1"})]
)
def test_each_kind_has_its_own_home_squares(letter: str, homes: set[str]):
    mover, side = ("R", "w") if letter in "Nr" else ("n", "b")
    position = play(game(f"8/8/8/8/8/2{mover}{letter}4/8/8", side), "c3xe3")
    assert texts(position) == homes


def test_only_vacant_home_squares_are_offered_and_one_is_a_ply_too():
    position = play(game("8/8/8/8/3Rn2n/8/8/N7"), "d4xf4")
    assert texts(position) == {"@h5"}
    assert tail(play(position, "@h5")) == "8/8/8/7n/5R1n/8/8/N7 b -"


def test_any_piece_can_hold_a_home_square():
    position = play(game("8/8/8/7R/3Rn3/8/8/N7"), "d4xf4")
    assert texts(position) == {"@h4"}


def test_its_own_former_square_counts_as_vacant():
    position = play(game("8/8/8/8/N2r4/r7/8/8", "b"), "a3xa5")
    assert texts(position) == {"@a4"}


def test_the_square_that_the_jumper_left_counts_as_vacant():
    position = play(game("8/8/8/r7/NN6/8/8/6n1"), "a4xc4")
    assert texts(position) == {"@a4"}


def test_the_square_that_the_jumper_took_does_not():
    position = play(game("8/8/r7/N7/8/8/8/6n1", "b"), "a6xa4")
    assert texts(position) == {"@a5"}


def test_with_no_vacant_home_square_the_piece_leaves_the_game_without_a_ply():
    position = play(game("8/8/8/r7/N1rN4/8/8/8", "b"), "c4xe4")
    assert tail(position) == "8/8/8/r7/N3r3/8/8/8 w -"
    assert bytes(position.at[1:]).count(NOWHERE) == 8 - 3
    assert texts(position) == {"a4-b3", "a4-b4", "a4-b5", "a4xa6"}


def test_after_an_enemy_piece_was_jumped_its_owner_places_it_and_takes_a_turn():
    position = play(game("8/8/8/8/3Rn3/8/8/N7"), "d4xf4")
    assert position.side == 1
    play(position, "@h4")
    assert (position.side, tail(position).split()[1:]) == (1, ["b", "-"])


def test_after_an_own_piece_was_jumped_its_owner_places_it_and_the_opponent_takes_a_turn():
    position = play(game("8/8/8/8/3RN3/8/8/6n1"), "d4xf4")
    assert tail(position) == "8/8/8/8/5R2/8/8/6n1 w Nb"
    assert (position.side, texts(position)) == (0, {"@a4", "@a5"})
    play(position, "@a4")
    assert tail(position) == "8/8/8/8/N4R2/8/8/6n1 b -"


def test_while_a_placement_is_due_nothing_else_is_legal():
    position = play(game("8/8/8/8/3Rn3/8/6n1/N7"), "d4xf4")
    with pytest.raises(IllegalPlyError) as refused:
        position.parse_ply("g2-f2")
    assert why_word(position, refused.value.why) == "place-first"


# No legal ply, and agreements


def test_a_side_without_a_ply_passes_and_only_then():
    position = game("8/8/8/8/8/2r5/1r6/N7")
    assert texts(position) == {"pass"}
    assert tail(play(position, "pass")) == "8/8/8/8/8/2r5/1r6/N7 b -"
    assert "pass" not in texts(position)
    with pytest.raises(IllegalPlyError):
        position.parse_ply("pass")
    assert texts(play(position, "c3-d4")) == {"a1xc3"}


def test_a_side_that_can_only_jump_does_not_pass():
    assert texts(game("N7/1r6/8/8/8/8/8/8")) == {"a8xc6"}
    assert texts(game("N7/1r6/2r5/8/8/8/8/8")) == {"pass"}
    assert texts(game("8/8/8/8/8/8/6R1/7n", "b")) == {"h1xf3"}
    assert texts(game("8/8/8/8/8/5R2/6R1/7n", "b")) == {"pass"}


def test_a_side_without_pieces_passes():
    position = play(game("8/8/8/8/8/8/1N6/8"), "b2-c2")
    assert texts(position) == {"pass"}
    assert tail(play(position, "pass")) == "8/8/8/8/8/8/2N5/8 w -"


def test_if_neither_player_has_a_ply_the_game_is_drawn():
    position = game("8/8/8/8/8/8/8/8")
    assert (position.result, position.reason, legal(position)) == (DRAWN, END_NO_MOVES, [])


def test_no_game_ends_by_repetition():
    position = game("3RR3/8/2N3n1/8/3n4/6r1/2N5/3r4", "b")
    start = position.text()
    for _ in range(12):
        play(position, "d1xb3 @a4 a4xc2 @d1")
        assert (position.text(), position.result) == (start, ONGOING)


def test_a_draw_by_agreement_is_always_possible():
    position = CharingCross()
    assert position.draw_allowed()
    assert play(game("8/8/8/8/3Rn3/8/8/N7"), "d4xf4").draw_allowed()
