"""King's Crossing, rule by rule: how games are won and drawn, and what is counted on the way."""

from __future__ import annotations

import pytest

from crossboard.games.reasons import end_word
from shared_rules.codes import RESULTS
from shared_rules.errors import PositionError
from shared_rules.kings_crossing.game import KingsCrossing
from tests.support.kings_crossing_positions import fields, game, square
from tests.support.rules_checks import play, texts


def over(position: KingsCrossing) -> tuple[str, str]:
    """(result, reason) as in game records."""
    return RESULTS[position.result], end_word(position, position.reason)


# Capture of the king


@pytest.mark.parametrize(
    ("placement", "side", "ply", "result"),
    [
        ("8/8/2Mk4/K7", "w", "c2xe2", "1-0"),
        ("8/2M5/2k5/K1M5", "w", "c1*c2", "1-0"),
        ("7k/8/4mK2/8", "b", "e2xg2", "0-1"),
        ("7k/8/3mKm2/8", "b", "f2*e2", "0-1"),
    ],
)
def test_capture_of_the_enemy_king_wins_at_once(placement: str, side: str, ply: str, result: str):
    position = play(game(placement, side), ply)
    assert over(position) == (result, "king-captured")
    assert texts(position) == set()
    assert position.side == (0 if side == "b" else 1)


def test_it_wins_in_the_middle_of_a_jump_sequence():
    position = game("8/8/2Mk1m2/K7")
    assert texts(position) == {"c2xe2"}  # with a man on d2 it would go on to g2
    assert over(play(position, "c2xe2")) == ("1-0", "king-captured")
    assert position.text() == "kings-crossing 8/8/4Mm2/K7 b - - 0"


def test_a_side_without_a_king_has_lost():
    assert over(game("8/8/8/K6m")) == over(game("8/8/8/K6m", "b")) == ("1-0", "king-captured")
    assert over(game("7k/M7/8/8")) == ("0-1", "king-captured")


# Home


@pytest.mark.parametrize(
    ("placement", "side", "ply", "variant", "result"),
    [
        ("K7/3k4/8/8", "w", "a4-h4", "", "1-0"),
        ("8/3K4/8/7k", "b", "h1-a1", "", "0-1"),
        ("K7/3k4/8/8", "w", "a4-h4", "alternate", "1-0"),
        ("7k/3K4/8/8", "b", "h4-a4", "alternate", "0-1"),
        ("8/5k2/7K/8", "w", "h2-h4", "", "1-0"),
    ],
)
def test_a_king_that_ends_a_turn_on_the_enemy_home_square_wins(
    placement: str, side: str, ply: str, variant: str, result: str
):
    position = play(game(placement, side, variant=variant), ply)
    assert over(position) == (result, "home")
    assert texts(position) == set()


def test_the_home_squares_of_the_other_set_up_do_not_count():
    assert over(play(game("7k/3K4/8/8", "b"), "h4-a4"))[0] == "*"
    assert over(play(game("8/3K4/8/7k", "b", variant="alternate"), "h1-a1"))[0] == "*"


def test_a_man_on_the_home_square_wins_nothing():
    assert over(play(game("M7/3k4/8/K7"), "a4-h4"))[0] == "*"


def test_ones_own_home_square_wins_nothing():
    assert over(game("7k/8/8/K7"))[0] == "*"
    assert over(play(game("8/8/8/1K4k1", "b"), "g1-g4"))[0] == "*"


def test_a_king_that_lands_on_the_home_square_in_mid_sequence_must_jump_on():
    # Over g4 it lands on h4, and h3 is to be jumped as well.
    position = game("5Km1/7m/8/1k6")
    assert texts(position) == {"f4xh4xh2"}
    play(position, "f4xh4xh2")
    assert over(position)[0] == "*"
    assert fields(position) == "b 0 - 0"


def test_a_king_that_jumps_onto_the_home_square_and_can_not_go_on_wins():
    assert over(play(game("5Km1/8/8/1k6"), "f4xh4")) == ("1-0", "home")
    assert over(play(game("5Km1/7m/7m/1k6"), "f4xh4")) == ("1-0", "home")


def test_a_jump_over_the_king_onto_its_home_square_wins_by_the_capture():
    position = play(game("5Kk1/8/8/8"), "f4xh4")
    assert (over(position), fields(position)) == (("1-0", "king-captured"), "b - - 0")
    assert over(game("7K/8/8/8", "b")) == ("1-0", "king-captured")


# Back row


def test_a_count_starts_at_0_when_a_turn_ends_with_the_king_in_the_enemys_first_column():
    assert fields(play(game("8/3k4/8/2K5"), "c1-h1")) == "b 0 - 0"
    assert fields(play(game("8/3k4/8/2K5", "b"), "d3-a3")) == "w - 0 0"


def test_each_completed_turn_of_the_opponent_adds_1():
    position = play(game("8/3k4/K7/M7"), "a2-h2")
    for turn, (black, white) in enumerate([("d3-d4", "a1-a2"), ("d4-d3", "a2-a1")] * 2, 1):
        assert fields(play(position, black)).startswith(f"w {turn} - ")
        assert fields(play(position, white)).startswith(f"b {turn} - ")


def test_at_10_the_kings_side_wins():
    position = play(game("8/3k4/7K/M7", "b", "8"), "d3-d4 a1-a2")
    assert (over(position)[0], fields(position)) == ("*", "b 9 - 2")
    play(position, "d4-d3")
    assert over(position) == ("1-0", "back-row")
    assert texts(position) == set()
    assert fields(position) == "w 10 - 3"  # written as after any other turn; no position to play on with
    position = play(game("8/k6m/3K4/8", "w", "-", "9"), "d2-d3")
    assert over(position) == ("0-1", "back-row")


def test_undo_takes_back_a_win_by_count():
    position = game("8/3k4/7K/M7", "b", "9")
    play(position, "d3-d4")
    position.pop()
    assert (over(position)[0], fields(position)) == ("*", "b 9 - 0")


def test_if_the_opponent_wins_first_the_count_is_of_no_use():
    assert over(play(game("8/k6K/7m/8", "b", "9", "3"), "h2xh4")) == ("0-1", "king-captured")
    assert over(play(game("8/8/7K/3k4", "b", "9"), "d1-a1")) == ("0-1", "home")


def test_the_count_is_cleared_when_the_king_is_no_longer_in_that_column():
    position = game("8/8/k5mK/7M", "w", "4", "2")
    assert "h2xf2" in texts(position)
    assert fields(play(position, "h2xf2")) == "b - 3 1"


def test_the_count_goes_on_while_the_king_walks_in_its_column():
    assert fields(play(game("8/3k4/7K/8", "w", "4"), "h2-h1")) == "b 4 - 1"


def test_both_sides_can_have_a_count():
    position = game("8/k7/7K/8", "w", "4", "6")
    play(position, "h2-h3")
    assert fields(position) == "b 4 7 1"
    play(position, "a3-a2")
    assert fields(position) == "w 5 7 2"


def test_if_one_turn_wins_and_brings_the_opponents_count_to_10_the_mover_has_won():
    position = play(game("3K4/k7/8/8", "w", "-", "9"), "d4-h4")
    assert (over(position), fields(position)) == (("1-0", "home"), "b - 10 0")
    position = play(game("8/8/7K/3k4", "b", "9"), "d1-a1")
    assert (over(position), fields(position)) == (("0-1", "home"), "w 10 - 0")


def test_a_turn_that_reaches_home_starts_no_count():
    assert fields(play(game("K7/3k4/8/8"), "a4-h4")) == "b - - 0"
    assert fields(play(game("8/3k4/7K/8", "w", "4"), "h2-h4")) == "b 4 - 1"


def test_a_turn_that_takes_the_king_and_ends_in_the_column_starts_a_count():
    position = play(game("8/8/5Kk1/8"), "f2xh2")
    assert (over(position), fields(position)) == (("1-0", "king-captured"), "b 0 - 0")


def test_the_count_of_a_captured_king_is_cleared():
    position = play(game("8/k7/M6K/8", "w", "3", "5"), "a2xa4")
    assert (over(position), fields(position)) == (("1-0", "king-captured"), "b 3 - 1")
    position = play(game("8/M7/k7/M6K", "w", "3", "5"), "a1*a2")
    assert (over(position), fields(position)) == (("1-0", "king-captured"), "b 3 - 1")


def test_a_dash_with_the_king_there_is_a_count_that_begins_at_the_next_turns_end():
    assert fields(play(game("8/3k4/7K/M7"), "a1-a2")) == "b 0 - 1"
    assert fields(play(game("8/3k4/7K/M7", "b"), "d3-d4")) == "w 0 - 1"


@pytest.mark.parametrize(
    ("placement", "white", "black", "field"),
    [
        ("8/3k4/7K/8", "10", "-", "white's back-row count"),
        ("8/3k4/7K/8", "11", "-", "white's back-row count"),
        ("8/3k4/6K1/8", "0", "-", "white's back-row count"),
        ("8/k7/3K4/8", "-", "10", "black's back-row count"),
        ("8/1k6/3K4/8", "-", "0", "black's back-row count"),
        ("8/8/3k4/7M", "3", "-", "white's back-row count"),
    ],
)
def test_a_count_above_9_or_without_the_king_in_the_column_is_refused(
    placement: str, white: str, black: str, field: str
):
    with pytest.raises(PositionError) as refused:
        game(placement, "w", white, black)
    assert refused.value.field == field


# Quiet count


def test_a_turn_in_which_no_piece_ended_further_forward_adds_to_the_quiet_count():
    assert fields(play(game("7k/8/3M4/K7", quiet=5), "d2-d3")) == "b - - 6"
    assert fields(play(game("7k/8/3M4/K7", quiet=5), "d2-e2")) == "b - - 0"
    assert fields(play(game("7k/8/3M4/K7", "b", quiet=5), "h4-g4")) == "w - - 0"


@pytest.mark.parametrize(
    ("placement", "ply", "quiet"),
    [
        ("7k/8/2Mm4/K7", "c2xe2", 0),
        ("7k/8/2mM4/K7", "d2xb2", 8),
        ("7k/2m5/2M5/K7", "c2xc4", 8),
        ("7k/8/2MmM3/K7", "c2*d2", 0),
        ("7k/3M4/3m4/K2M4", "d1*d2", 8),
        ("7k/3m4/2m1m3/K1Mm4", "c1xe1xe3xc3xc1", 8),
    ],
)
def test_captures_make_no_difference_to_it(placement: str, ply: str, quiet: int):
    assert fields(play(game(placement, quiet=7), ply)) == f"b - - {quiet}"


def test_passes_add_to_it():
    assert fields(play(game("7k/m7/m7/Kmm5", quiet=7), "pass")) == "b - - 8"


def test_a_draw_may_be_agreed_when_it_is_20_or_more():
    position = game("7k/8/8/K7", quiet=19)
    assert not position.draw_allowed()
    play(position, "a1-a2")
    assert position.draw_allowed() and position.quiet == 20
    play(position, "h4-g4")
    assert not position.draw_allowed()


def test_the_quiet_count_stops_at_999999():
    position = play(game("7k/8/8/K7", quiet=999_998), "a1-a2 h4-h3 a2-a1")
    assert position.quiet == 999_999
    for _ in range(3):
        position.pop()
    assert position.quiet == 999_998


# Neither side has a ply

BLOCKED = "MMmm4/MMmm4/MMmm4/KMmk4"
BACK = "4MMmk/4MMmm/4MMmm/4MMMK"


def test_if_neither_player_would_have_a_ply_the_game_is_drawn_at_once():
    position = game("MMm1m3/MMmm4/MMmm4/KMmk4", "b")
    play(position, "e4-d4")
    assert over(position) == ("1/2-1/2", "no-moves")
    assert texts(position) == set()
    assert position.text() == f"kings-crossing {BLOCKED} w - - 0"
    assert over(game(BLOCKED)) == over(game(BLOCKED, "b")) == ("1/2-1/2", "no-moves")


def test_undo_takes_back_that_draw():
    position = play(game("MMm1m3/MMmm4/MMmm4/KMmk4", "b"), "e4-d4")
    position.pop()
    assert over(position) == ("*", "")
    assert "e4-d4" in texts(position)


def test_while_a_back_row_count_runs_passes_go_on_and_count_as_turns():
    position = game(BACK, "w", "8", variant="longer")
    assert texts(position) == {"pass"}
    play(position, "pass pass")
    assert (over(position)[0], fields(position)) == ("*", "w 9 - 2")
    play(position, "pass")
    assert texts(position) == {"pass"}
    play(position, "pass")
    assert over(position) == ("1-0", "back-row")


def test_a_count_that_has_not_begun_does_not_run():
    assert over(game(BACK, variant="longer")) == ("1/2-1/2", "no-moves")


# Positions in which both have won


@pytest.mark.parametrize(
    ("placement", "variant"),
    [
        ("8/8/3M4/8", ""),
        ("8/8/8/8", ""),
        ("7K/8/8/k7", ""),
        ("k6K/8/8/8", "alternate"),
    ],
)
def test_a_position_in_which_both_have_won_is_refused(placement: str, variant: str):
    with pytest.raises(PositionError) as refused:
        game(placement, variant=variant)
    assert refused.value.field == "placement"


def test_one_side_may_have_won_twice():
    assert over(game("7K/8/8/8")) == ("1-0", "king-captured")


def test_a_king_may_stand_on_the_home_square_of_the_other_set_up():
    assert over(game("k6K/8/8/8"))[0] == "1-0"
    assert over(game("8/8/7K/k7", variant="alternate"))[0] == "*"


def test_the_side_after_the_last_ply_is_the_other_one():
    position = play(game("K7/3k4/8/8"), "a4-h4")
    assert position.side == 1
    assert position.board[square("h4")] != 0
