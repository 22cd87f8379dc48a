"""Card Chess plies as texts, as footprints and offers; why wishes are refused; bounds."""

from __future__ import annotations

import pytest

from shared_rules.card_chess.game import CardChess
from shared_rules.card_chess.tables import NEXT
from shared_rules.codes import (
    ARRIVE,
    KIND_CAPTURE,
    KIND_MOVE,
    KIND_PASS,
    LEAVE,
    NOWHERE,
    STACK,
)
from shared_rules.codes import WHY_NAMES as WHY
from shared_rules.errors import IllegalPlyError, PlyError
from tests.support.card_chess_positions import game, square, why
from tests.support.rules_checks import footprint, legal, play, state, texts

# Plies as text, and what the board under the cards needs


@pytest.mark.parametrize(("text", "kind"), [("d2-d5", KIND_MOVE), ("d2xd6", KIND_CAPTURE), ("d2+d1", KIND_CAPTURE)])
def test_a_move_says_what_stands_on_its_goal(text: str, kind: int):
    position = game("3k2/6/6/6/3Q2/3K2")
    ply = position.parse_ply(text)
    assert (position.ply_text(ply), position.kind(ply)) == (text, kind)
    for sign in "-x+":
        if sign != text[2]:
            with pytest.raises(IllegalPlyError):
                position.parse_ply(text[:2] + sign + text[3:])


def test_placing_is_written_in_the_letter_case_of_its_side():
    position = CardChess("progressive")
    ply = position.parse_ply("J@b1")
    assert (position.ply_text(ply), position.kind(ply)) == ("J@b1", KIND_MOVE)
    assert (ply & 255, position.destination(ply)) == (square("b1"), square("b1"))
    play(position, "J@b1")
    assert position.ply_text(position.parse_ply("j@b5")) == "j@b5"


def test_passing_is_no_square_and_no_footprint():
    position = game("5[kQ]/6/6/6/6/KK4", "b")
    (ply,) = legal(position)
    assert (position.ply_text(ply), position.kind(ply), position.destination(ply)) == ("pass", KIND_PASS, NOWHERE)
    assert footprint(position, ply) == {}


@pytest.mark.parametrize(
    "text", ["", "d2", "d2-d", "d2d5", "d2*d5", "d2-d55", "d2-d7", "A@b1", "K@b", "K@b7", "K-b1", "@b1"]
)
def test_an_unreadable_ply_is_refused(text: str):
    with pytest.raises(PlyError):
        CardChess().parse_ply(text)


@pytest.mark.parametrize(
    ("text", "effects"),
    [
        ("a3-a2", {"a3": LEAVE, "a2": ARRIVE}),
        ("a3+b3", {"a3": LEAVE, "b3": STACK}),
        ("b3-b2", {"b3": STACK, "b2": ARRIVE}),
        ("b3xc3", {"b3": STACK, "c3": STACK}),
    ],
)
def test_a_stack_left_or_covered_opens_and_closes_once_more(text: str, effects: dict[str, int]):
    position = game("6/6/6/Q[TQ]q3/6/6")
    assert footprint(position, position.parse_ply(text)) == {square(name): effect for name, effect in effects.items()}


def test_placing_closes_one_square():
    position = CardChess("progressive")
    assert footprint(position, position.parse_ply("T@f2")) == {square("f2"): ARRIVE}


def test_a_card_to_place_is_offered_in_the_order_king_queen_jack_ten():
    for position in (CardChess("progressive"), play(CardChess("progressive"), "K@a1")):
        here = [ply for ply in legal(position) if ply & 255 == (square("c2") if position.side == 0 else square("c5"))]
        offered = "".join(position.ply_text(ply)[0] for ply in sorted(here, key=position.rank))
        assert offered.upper() == "KQJT"


def test_moves_are_offered_by_their_text():
    position = game("[KQ]4k/1[qJ][Jk]3/6/5[tT]/[KT]3Q1/j5")
    plies = legal(position)
    assert [position.ply_text(ply) for ply in sorted(plies, key=position.rank)] == sorted(texts(position))


# Why a wish is refused


@pytest.mark.parametrize(
    ("frm", "to", "expected"),
    [
        ("a1", "a2", "fine"),
        ("b2", "b3", "no-piece"),
        ("f6", "f5", "not-your-piece"),
        ("e1", "e2", "covered"),  # a queen of Red's under Black's jack
        ("a1", "b2", "no-such-move"),
        ("a1", "a1", "no-such-move"),
        ("c1", "c3", "no-such-move"),
        ("c1", "d2", "fine"),
        ("c1", "b2", "fine"),
        ("a1", "a4", "fine"),
        ("a1", "a5", "colour-stops"),  # a4 is black
        ("a1", "e1", "fine"),
        ("a1", "f1", "colour-stops"),  # e1 shows a black jack
        ("-", "a2", "nothing-to-place"),
        ("-", "-", "no-such-move"),
        ("a1", "-", "no-such-move"),
    ],
)
def test_why_a_move_is_refused(frm: str, to: str, expected: str):
    position = game("5k/6/6/6/6/T1K1[Qj]1", "w", "brrbbbrrrrbb")
    assert why(position, frm, to) == expected


@pytest.mark.parametrize(
    ("frm", "to", "expected"),
    [
        ("-", "a2", "fine"),
        ("-", "a1", "occupied"),
        ("-", "a3", "outside-starting-area"),
        ("-", "a6", "outside-starting-area"),
        ("a1", "a2", "place-first"),
        ("-", "-", "place-first"),
    ],
)
def test_why_a_placing_is_refused(frm: str, to: str, expected: str):
    assert why(play(CardChess("progressive"), "K@a1 k@b5"), frm, to) == expected


def test_a_refused_ply_carries_the_reason():
    position = play(CardChess("progressive"), "K@a1 k@b5 K@b1 k@c5")
    for text, expected in [("K@c1", "nothing-to-place"), ("q@c1", "not-your-piece"), ("Q@a1", "occupied")]:
        with pytest.raises(IllegalPlyError, match=f"'{text}' is not legal in card-chess:progressive ") as refused:
            position.parse_ply(text)
        assert WHY[refused.value.why] == expected


def test_nothing_is_wished_for_after_the_game():
    position = game("[kJ]2[kQ]2/6/6/6/6/KK4", "b")
    assert {why(position, frm, to) for frm in ("-", "a1", "a6") for to in ("-", "a2")} == {"game-over"}


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
    assert {name: value for name, value in state(position).items() if name != "undoable"} == {
        name: value for name, value in before.items() if name != "undoable"
    }
