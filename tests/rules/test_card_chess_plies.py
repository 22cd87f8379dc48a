"""Card Chess plies as texts, as footprints and offers; why wishes are refused; bounds."""

from __future__ import annotations

import pytest

from shared_rules.card_chess.game import CardChess
from shared_rules.card_chess.tables import NEXT
from shared_rules.errors import IllegalPlyError
from tests.support.card_chess_positions import game, square
from tests.support.rules_checks import legal, play, state, texts


def test_a_move_says_what_stands_on_its_goal():
    position = game("3k2/6/6/6/3Q2/3K2")
    for text in ("d2-d5", "d2xd6", "d2+d1"):
        for sign in "-x+":
            if sign != text[2]:
                with pytest.raises(IllegalPlyError):
                    position.parse_ply(text[:2] + sign + text[3:])


def test_placing_is_written_in_the_letter_case_of_its_side():
    position = play(CardChess("progressive"), "J@b1")
    assert position.ply_text(position.parse_ply("j@b5")) == "j@b5"


def test_a_card_to_place_is_offered_in_the_order_king_queen_jack_ten():
    for position in (CardChess("progressive"), play(CardChess("progressive"), "K@a1")):
        here = [ply for ply in legal(position) if ply & 255 == (square("c2") if position.side == 0 else square("c5"))]
        offered = "".join(position.ply_text(ply)[0] for ply in sorted(here, key=position.rank))
        assert offered.upper() == "KQJT"


def test_moves_are_offered_by_their_text():
    position = game("[KQ]4k/1[qJ][Jk]3/6/5[tT]/[KT]3Q1/j5")
    plies = legal(position)
    assert [position.ply_text(ply) for ply in sorted(plies, key=position.rank)] == sorted(texts(position))


# Bounds and memory


def test_no_position_has_more_plies_than_the_bound():
    most = [0, 0, 0, 0]  # K Q J T
    for origin in range(36):
        lines = [0] * 8
        for direction in range(8):
            to = NEXT[direction * 36 + origin]
            while to != 255:
                lines[direction] += 1
                to = NEXT[direction * 36 + to]
        counts = (sum(n > 0 for n in lines), sum(lines), sum(lines[4:]), sum(lines[:4]))
        most = [max(pair) for pair in zip(most, counts, strict=True)]
    assert most == [8, 19, 9, 10]
    assert max(most) == CardChess.max_plies_from
    assert 2 * sum(most) == CardChess.max_plies >= 12 * 4


def test_undo_reaches_back_as_far_as_the_history():
    position = CardChess("", 4)
    play(position, "c1-b2 c6-b5 b2-c1")
    before = state(position)
    play(position, "b5-c6 d2-d3 d5-d4 c1-b2")
    assert position.undoable == 4
    for _ in range(4):
        position.pop()
    assert (position.undoable, position.text()) == (0, "card-chess tj1kjt/1kqq2/6/6/2QQ2/TJKKJT b rbrbrbbrbrbr -")
    assert {name: value for name, value in state(position).items() if name != "_full"} == {
        name: value for name, value in before.items() if name != "_full"
    }
