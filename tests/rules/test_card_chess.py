"""Card Chess, rule by rule: hand-made positions, each test named after the sentence it holds.

The refusals of texts are in test_card_chess_text.py, random games in test_card_chess_play.py.
"""

from __future__ import annotations

import pytest

from crossboard.games.reasons import why_word
from shared_rules.card_chess.codes import END_KINGS_COVERED
from shared_rules.card_chess.game import CardChess
from shared_rules.codes import DRAWN, END_NO_MOVES, FIRST_WON, ONGOING, SECOND_WON
from shared_rules.errors import IllegalPlyError, PlyError
from tests.support.card_chess_positions import PLAIN, game, square, why
from tests.support.rule_cases import CARDS as START
from tests.support.rules_checks import legal, play, texts


def goals(position: CardChess, origin: str) -> str:
    """Where the card on `origin` can go, as plies without the origin."""
    return " ".join(sorted(text[2:] for text in texts(position) if text.startswith(origin)))


# The board and the armies


def test_the_board_is_6x6_from_a1_to_f6():
    assert (CardChess.columns, CardChess.rows, len(CardChess().board)) == (6, 6, 36)
    assert CardChess().parse_ply("f1-f3") == square("f1") | square("f3") << 8
    with pytest.raises(PlyError, match="from a1 to f6"):
        CardChess().parse_ply("f1-g1")


def test_each_army_has_two_kings_two_queens_two_jacks_and_two_tens_set_up_alike():
    start = CardChess()
    assert start.text() == START
    for name in ["a1", "b1", "c1", "d1", "e1", "f1", "c2", "d2"]:
        mirrored = name[0] + str(7 - int(name[1]))
        assert start.board[square(name)] >> 1 == (start.board[square(mirrored)] >> 1) - 4
        assert (start.piece_side(square(name)), start.piece_side(square(mirrored))) == (0, 1)
    assert start.piece_side(square("a2")) == -1
    assert CardChess("plain").text() == "card-chess:plain tjkkjt/2qq2/6/6/2QQ2/TJKKJT w ............ -"


def test_the_first_side_is_called_red_and_starts():
    assert CardChess.side_names == ("Red", "Black")
    assert [CardChess(variant).side for variant in CardChess.variants] == [0, 0, 0, 0]


# How units move


def test_a_king_moves_one_step_in_any_direction():
    assert goals(game("6/6/6/2K3/6/6"), "c3") == "-b2 -b3 -b4 -c2 -c4 -d2 -d3 -d4"
    assert goals(game("6/6/6/6/6/K5"), "a1") == "-a2 -b1 -b2"


def test_a_ten_moves_along_rows_and_columns():
    assert goals(game("6/6/6/2T3/6/6"), "c3") == "-a3 -b3 -c1 -c2 -c4 -c5 -c6 -d3 -e3 -f3"


def test_a_jack_moves_along_diagonals():
    assert goals(game("6/6/6/2J3/6/6"), "c3") == "-a1 -a5 -b2 -b4 -d2 -d4 -e1 -e5 -f6"


def test_a_queen_moves_along_all_eight_lines():
    ten, jack = game("6/6/6/2T3/6/6"), game("6/6/6/2J3/6/6")
    both = sorted(goals(ten, "c3").split() + goals(jack, "c3").split())
    assert goals(game("6/6/6/2Q3/6/6"), "c3").split() == both


def test_a_line_ends_on_the_first_square_that_shows_the_opposing_colour():
    assert goals(game("6/6/6/T2q2/6/6"), "a3") == "-a1 -a2 -a4 -a5 -a6 -b3 -c3 xd3"
    assert goals(game("6/6/6/T5/6/6", "w", "brbbbbrrbrrr"), "a3") == "-a1 -a2 -a4 -b3 -c3"


def test_the_top_card_is_what_a_square_shows():
    # An own unit hides opposing terrain, an enemy unit own terrain; below the top card nothing counts.
    assert goals(game("6/6/6/T1Q3/6/6", "w", "brbbbbrrbrrr"), "a3") == "+c3 -a1 -a2 -a4 -b3 -d3 -e3 -f3"
    assert goals(game("6/6/6/Tq4/6/6", "w", "brbbbbrrbrrr"), "a3") == "-a1 -a2 -a4 xb3"
    assert goals(game("6/6/6/T[qJ]4/6/6", "w", "brbbbbrrbrrr"), "a3") == "+b3 -a1 -a2 -a4 -c3"
    assert goals(game("6/6/6/T[Jq]4/6/6"), "a3").split()[-1:] == ["xb3"]


def test_own_units_own_terrain_and_neutral_squares_neither_block_nor_stop():
    own = game("6/6/6/TQKJ2/6/6", "w", "bbbbbbrrrrrr")
    assert goals(own, "a3") == "+b3 +c3 +d3 -a1 -a2 -a4 -e3 -f3"
    assert goals(game("6/6/6/6/6/TQKJ2"), "a1") == "+b1 +c1 +d1 -a2 -a3 -a4 -a5 -a6 -e1 -f1"


def test_starting_area_squares_are_neutral_to_both():
    assert goals(game("6/6/6/6/6/t5", "b", "rrrrrrbbbbbb"), "a1") == "-a2 -a3 -a4 -b1 -c1 -d1 -e1 -f1"
    assert goals(game("T5/6/6/6/6/6", "w", "rrrrrrbbbbbb"), "a6") == "-a3 -a4 -a5 -b6 -c6 -d6 -e6 -f6"


def test_terrain_stops_black_where_it_is_red():
    black = game("6/6/6/t5/6/6", "b", "rbrrrrbbrbbb")
    assert goals(black, "a3") == "-a1 -a2 -a4 -b3 -c3"


def test_a_unit_may_leave_opposing_terrain_as_any_other_square():
    assert goals(game("6/6/6/J5/6/6", "w", "rrrrrrbbbbbb"), "a3") == "-b2 -b4 -c1 -c5 -d6"


# Covering


def test_landing_on_a_unit_covers_it_and_nothing_is_removed():
    position = play(game("6/6/3q2/6/3Q2/6"), "d2xd4")
    assert position.text() == "card-chess:plain 6/6/3[qQ]2/6/6/6 b ............ -"


def test_landing_on_an_own_unit_covers_it_too():
    position = play(game("6/6/3T2/6/3Q2/6"), "d2+d4")
    assert position.text() == "card-chess:plain 6/6/3[TQ]2/6/6/6 b ............ -"


def test_only_the_top_card_of_a_stack_moves():
    position = game("6/6/6/2[KqT]3/6/q5")
    assert {text[:2] for text in texts(position)} == {"c3"}
    assert goals(position, "c3") == "-a3 -b3 -c1 -c2 -c4 -c5 -c6 -d3 -e3 -f3"


def test_what_a_card_uncovers_is_in_play_again():
    position = play(game("k5/6/6/2[jQ]3/6/6"), "c3-c1")
    assert goals(position, "c3") == "-a1 -a5 -b2 -b4 -d2 -d4 -e1 -e5 -f6"
    position = play(game("k5/6/6/2[JQ]3/6/6"), "c3-c1 a6-a5")
    assert "c3-d4" in texts(position)


def test_a_stack_can_be_covered_again_and_again():
    line = "a1xa3 b3xa3 c3xa3 d3xa3 a6-a5"
    position = play(game("K5/6/6/tqTq2/6/Q5"), line)
    assert position.text() == "card-chess:plain 6/K5/6/[tQqTq]5/6/6 b ............ -"


# Winning


def test_covering_both_kings_wins_at_once():
    position = play(game("[kJ]2k2/6/6/6/3Q2/KK4"), "d2xd6")
    assert (position.result, position.reason) == (FIRST_WON, END_KINGS_COVERED)
    assert legal(position) == []
    assert position.text() == "card-chess:plain [kJ]2[kQ]2/6/6/6/6/KK4 b ............ -"


def test_black_wins_so_too():
    position = play(game("k2q2/k5/6/6/6/[Kj]2K2", "b"), "d6xd1")
    assert (position.result, position.reason, position.side) == (SECOND_WON, END_KINGS_COVERED, 0)


def test_one_king_covered_is_not_enough():
    assert play(game("k2k2/6/6/6/3Q2/KK4"), "d2xd6").result == ONGOING


def test_the_covering_card_may_lie_anywhere_above_the_king():
    assert play(game("[kJtj]2k2/6/6/6/3Q2/KK4"), "d2xd6").result == FIRST_WON
    assert play(game("[tkqJtj]2[qkj]2/6/6/6/3Q2/KK4"), "d2xd6").result == FIRST_WON


def test_a_card_of_the_mover_below_a_king_does_not_cover_it():
    assert play(game("[Jk]2k2/6/6/6/3Q2/KK4"), "d2xd6").result == ONGOING


def test_a_king_covered_by_its_own_army_only_is_not_counted():
    assert play(game("[kj]2k2/6/6/6/3Q2/KK4"), "d2xd6").result == ONGOING
    assert play(game("kj4/6/6/6/6/[KQ][KQ]4", "b"), "b6-a5").result == ONGOING


def test_one_card_can_cover_both_kings_in_one_stack():
    assert play(game("3[kk]2/6/6/6/3Q2/KK4"), "d2xd6").result == FIRST_WON
    assert play(game("3[kkj]2/6/6/6/3Q2/KK4"), "d2xd6").result == FIRST_WON
    assert play(game("3[kTk]2/6/6/6/3Q2/KK4"), "d2xd6").result == FIRST_WON


def test_a_king_uncovered_again_no_longer_counts():
    # The jack that covers a6 goes to cover d3: one king is covered before and after.
    assert play(game("[kJ]5/6/6/3k2/6/KK4"), "a6xd3").result == ONGOING
    # The upper of two covering cards goes: both kings are covered.
    assert play(game("[kJJ]5/6/6/3k2/6/KK4"), "a6xd3").result == FIRST_WON


def test_own_kings_covered_by_the_enemy_do_not_win_for_the_mover():
    # Red covers its own second king; the first lies under Black's jack. Nobody has won.
    assert play(game("k1k3/6/6/6/3Q2/[Kj]2K2"), "d2+d1").result == ONGOING


def test_covering_a_king_with_a_king_counts():
    assert play(game("[kJ]2k2/3K2/6/6/6/K5"), "d5xd6").result == FIRST_WON


def test_an_army_without_two_kings_on_the_board_cannot_lose():
    assert play(game("3k2/6/6/6/3Q2/KK4"), "d2xd6").result == ONGOING
    assert game("6/6/6/6/3Q2/KK4").result == ONGOING


def test_the_position_after_a_win_reads_as_won_whoever_is_to_move():
    for side in "wb":
        position = game("[kJ]2[kQ]2/6/6/6/6/KK4", side)
        assert (position.result, position.reason, legal(position)) == (FIRST_WON, END_KINGS_COVERED, [])


def test_a_draw_by_agreement_is_always_possible():
    assert CardChess().draw_allowed() and CardChess("progressive").draw_allowed()


def test_no_game_ends_by_repetition():
    position = CardChess()
    for _ in range(20):
        play(position, "c1-b2 c6-b5 b2-c1 b5-c6")
    assert (position.result, position.text()) == (ONGOING, START)


# No legal ply


def test_a_side_whose_cards_are_all_covered_passes():
    position = play(game("5k/6/6/6/6/KK3Q"), "f1xf6")
    assert texts(position) == {"pass"}
    play(position, "pass a1-a2")
    assert texts(position) == {"pass"}
    play(position, "pass f6-f5")
    assert texts(position) == {"f6-e5", "f6-e6", "f6xf5"}


def test_a_side_that_can_place_or_move_may_not_pass():
    for variant in CardChess.variants:
        with pytest.raises(IllegalPlyError) as refused:
            CardChess(variant).parse_ply("pass")
        assert why_word(CardChess(variant), refused.value.why) in ("no-such-move", "place-first")


def test_a_text_in_which_a_side_has_no_ply_lets_it_pass():
    assert texts(game("5[kQ]/6/6/6/6/KK4", "b")) == {"pass"}
    position = play(game("6/6/6/6/6/KK4"), "a1-a2")
    assert texts(position) == {"pass"}


def test_if_neither_player_has_a_ply_the_game_is_drawn():
    position = game("6/6/6/6/6/6")
    assert (position.result, position.reason, legal(position)) == (DRAWN, END_NO_MOVES, [])


# Set-up


def test_in_progressive_set_up_all_units_start_in_hand():
    position = CardChess("plain+progressive")
    assert position.text() == "card-chess:plain+progressive 6/6/6/6/6/6 w ............ KKQQJJTTkkqqjjtt"
    assert (bytes(position.hand), bytes(position.left)) == (b"\2" * 8, b"\x08\x08")


def test_a_unit_is_placed_on_an_empty_square_of_the_own_starting_area():
    red = texts(CardChess("progressive"))
    assert red == {f"{card}@{column}{row}" for card in "KQJT" for column in "abcdef" for row in "12"}
    black = texts(play(CardChess("progressive"), "K@a1"))
    assert black == {f"{card}@{column}{row}" for card in "kqjt" for column in "abcdef" for row in "56"}
    again = texts(play(CardChess("progressive"), "K@a1 k@a6"))
    assert again == {text for text in red if not text.endswith("a1")}


def test_a_card_is_placed_only_as_far_as_in_hand():
    position = play(CardChess("progressive"), "K@a1 k@a6 K@b1 k@b6")
    assert {text[0] for text in texts(position)} == {"Q", "J", "T"}
    assert position.text().split()[-1] == "QQJJTTqqjjtt"


def test_players_place_in_turn_and_then_the_starting_player_moves_first():
    placed = "K@c1 k@c6 K@d1 k@d6 Q@c2 q@c5 Q@d2 q@d5 J@b1 j@b6 J@e1 j@e6 T@a1 t@a6 T@f1"
    position = play(CardChess("progressive"), placed)
    assert texts(position) == {f"t@{name}" for name in ["a5", "b5", "e5", "f5", "f6"]}
    play(position, "t@f6")
    assert position.text() == START.replace("card-chess", "card-chess:progressive")
    assert len(legal(position)) == 59


def test_black_may_be_told_to_start():
    position = game("6/6/6/6/6/6", "b", PLAIN, "KKQQJJTTkkqqjjtt")
    play(position, "k@c6 K@c1 k@d6 K@d1 q@c5 Q@c2 q@d5 Q@d2 j@b6 J@b1 j@e6 J@e1 t@a6 T@a1 t@f6 T@f1")
    assert position.text() == "card-chess:plain+progressive tjkkjt/2qq2/6/6/2QQ2/TJKKJT b ............ -"


def test_no_unit_moves_before_all_are_placed():
    position = play(CardChess("progressive"), "Q@a1 k@a6")
    with pytest.raises(IllegalPlyError) as refused:
        position.parse_ply("a1-a2")
    assert why_word(position, refused.value.why) == "place-first"


def test_a_side_with_no_unit_left_to_place_passes_while_the_other_places():
    position = game("6/6/6/6/6/K5", "b", PLAIN, "KQ")  # Black plays without an army
    assert texts(position) == {"pass"}
    assert why(position, "-", "-") == "fine" and why(position, "-", "a6") == "must-pass"
    play(position, "pass K@b1 pass Q@c1")
    assert position.text() == "card-chess:plain+progressive 6/6/6/6/6/KKQ3 b ............ -"
    assert texts(position) == {"pass"}


def test_terrain_is_six_red_and_six_black_squares_shuffled_from_a_seed():
    seen = set()
    for seed in range(500):
        terrain = CardChess("", 16, seed).text().split()[3]
        assert (terrain.count("r"), terrain.count("b")) == (6, 6)
        seen.add(terrain)
    assert len(seen) > 350
    again = CardChess()
    again.reset("progressive", seed=499)
    assert again.text().split()[3] == terrain


def test_without_a_seed_the_terrain_is_chequered():
    assert CardChess().text().split()[3] == "rbrbrbbrbrbr"
    assert [CardChess().terrain_side(square(name)) for name in ["a4", "b4", "a3", "b3", "a2", "a5"]] == [
        0,
        1,
        1,
        0,
        -1,
        -1,
    ]


def test_some_seeds_as_documented():
    found = {seed: CardChess("", 16, seed).text().split()[3] for seed in (1, 2, 3, 65535)}
    assert found == {1: "bbrrbbbrrrrb", 2: "bbrrbbrbbrrr", 3: "bbrrrrrrbbbb", 65535: "rrrbbrrbrbbb"}


def test_plain_has_no_terrain_whatever_the_seed():
    assert CardChess("plain", 16, 7).text() == CardChess("plain").text()
    assert {CardChess("plain").terrain_side(i) for i in range(36)} == {-1}
