"""Charing Cross plies as texts, as footprints and offers; why wishes are refused; bounds."""

from __future__ import annotations

import pytest

from shared_rules.charing_cross.game import CharingCross
from shared_rules.charing_cross.tables import FORWARD, JUMPS
from shared_rules.codes import (
    ARRIVE,
    KIND_CAPTURE,
    KIND_MOVE,
    KIND_PASS,
    LEAVE,
    MAYBE,
    NOWHERE,
    TAKEN,
)
from shared_rules.errors import PlyError
from tests.support.charing_cross_positions import game, square, tail, why
from tests.support.rules_checks import footprint, legal, play, state

# Plies as text, and what the board under the pieces needs


@pytest.mark.parametrize(
    ("text", "kind", "effects"),
    [
        ("d4-d3", KIND_MOVE, {"d4": LEAVE, "d3": ARRIVE}),
        ("d4xf4", KIND_CAPTURE, {"d4": LEAVE, "f4": ARRIVE, "e4": TAKEN}),
        ("f3xh3", KIND_CAPTURE, {"f3": LEAVE, "h3": ARRIVE, "g3": MAYBE}),
        ("f3-g4", KIND_MOVE, {"f3": LEAVE, "g4": ARRIVE}),
    ],
)
def test_a_ply_says_what_it_does_to_the_squares(text: str, kind: int, effects: dict[str, int]):
    position = game("8/8/8/8/3Rn3/5Nr1/8/8")
    ply = position.parse_ply(text)
    assert (position.ply_text(ply), position.kind(ply)) == (text, kind)
    assert (ply & 255, position.destination(ply)) == (square(text[:2]), square(text[3:]))
    assert footprint(position, ply) == {square(name): effect for name, effect in effects.items()}


@pytest.mark.parametrize(
    ("placement", "side", "won", "not_won"),
    [
        ("8/8/8/5Nr1/5r2/8/8/8", "w", "f5xh5", "f5xf3"),
        ("8/8/8/8/8/2Rn4/2n5/8", "w", "c3xc1", "c3xe3"),
        ("8/8/8/1Rn5/2R5/8/8/8", "b", "c5xa5", "c5xc3"),
        ("8/2N5/2rN4/8/8/8/8/8", "b", "c6xc8", "c6xe6"),
    ],
)
def test_only_a_winning_jump_leaves_the_jumped_piece_to_the_players(placement, side, won, not_won):
    position = game(placement, side)
    for text, effect in [(won, MAYBE), (not_won, TAKEN)]:
        over = (square(text[:2]) + square(text[3:])) // 2
        assert footprint(position, position.parse_ply(text))[over] == effect


def test_placing_closes_one_square():
    position = game("8/8/8/8/5R2/8/8/N7", "b", "nb")
    ply = position.parse_ply("@h4")
    assert (position.ply_text(ply), position.kind(ply), ply & 255) == ("@h4", KIND_MOVE, square("h4"))
    assert footprint(position, ply) == {square("h4"): ARRIVE}


def test_passing_is_no_square_and_no_footprint():
    position = game("8/8/8/8/8/2r5/1r6/N7")
    (ply,) = legal(position)
    assert (position.ply_text(ply), position.kind(ply), position.destination(ply)) == ("pass", KIND_PASS, NOWHERE)
    assert footprint(position, ply) == {}


def test_plies_are_offered_by_their_text():
    for position in (CharingCross(), game("8/8/8/2rnr3/2RNN3/3n4/8/8"), game("8/8/8/8/5R2/8/8/N7", "b", "nb")):
        ranked = [position.ply_text(ply) for ply in sorted(legal(position), key=position.rank)]
        assert ranked == sorted(ranked)


@pytest.mark.parametrize(
    "text", ["", "a4", "a4b5", "a4-b", "a4+b5", "a4-b55", "a4-i5", "@", "@a9", "a@4", "Na4-b5", "passes"]
)
def test_an_unreadable_ply_is_refused(text: str):
    with pytest.raises(PlyError):
        CharingCross().parse_ply(text)


def test_the_digest_covers_the_placement_due():
    here = "8/8/8/8/2Nn4/2rR4/8/8"
    dues = [game(here, "wb"[letter.islower()], letter + then) for letter in "NRnr" for then in "wb"]
    assert len({position.digest() for position in [*dues, game(here), game(here, "b")]}) == 10


# Why a wish is refused


@pytest.mark.parametrize(
    ("frm", "to", "expected"),
    [
        ("d4", "e4", "occupied"),
        ("d4", "e3", "fine"),
        ("d4", "e5", "fine"),
        ("d4", "f4", "fine"),
        ("d4", "d6", "nothing-to-jump"),
        ("d4", "d5", "backward"),
        ("d4", "c5", "backward"),
        ("d4", "f5", "no-such-move"),
        ("d4", "d7", "no-such-move"),
        ("d4", "-", "no-such-move"),
        ("d4", "d4", "occupied"),
        ("c7", "d8", "edge"),
        ("c7", "d7", "fine"),
        ("e4", "e3", "not-your-piece"),
        ("b2", "b3", "no-piece"),
        ("-", "a4", "nothing-to-place"),
        ("-", "-", "no-such-move"),
    ],
)
def test_why_a_move_is_refused(frm: str, to: str, expected: str):
    assert why(game("8/2N5/8/8/3Nr3/8/8/8"), frm, to) == expected


@pytest.mark.parametrize(
    ("frm", "to", "expected"),
    [
        ("-", "h4", "occupied"),
        ("-", "h5", "fine"),
        ("-", "h6", "not-a-home-square"),
        ("-", "a4", "not-a-home-square"),
        ("h4", "g4", "place-first"),
        ("-", "-", "place-first"),
    ],
)
def test_why_a_placing_is_refused(frm: str, to: str, expected: str):
    assert why(game("8/8/8/8/5R1n/8/8/N7", "b", "nb"), frm, to) == expected


def test_why_anything_but_passing_is_refused():
    position = game("8/8/8/8/8/2r5/1r6/N7")
    wishes = [("-", "-"), ("a1", "b2"), ("a1", "a2"), ("b2", "b3"), ("d4", "d5"), ("-", "a4")]
    assert [why(position, *wish) for wish in wishes] == [
        "fine",
        "must-pass",
        "must-pass",
        "not-your-piece",
        "no-piece",
        "nothing-to-place",
    ]


def test_nothing_is_wished_for_after_the_game():
    position = game("8/8/8/8/6rN/8/8/3r4", "b")
    assert {why(position, frm, to) for frm in ("-", "g4", "h4") for to in ("-", "g5")} == {"game-over"}


# Bounds and memory


def test_no_position_has_more_plies_than_the_bound():
    forward = max(sum(FORWARD[i + j] != 255 for j in range(3)) for i in range(0, len(FORWARD), 3))
    jumps = max(JUMPS[i : i + 17].index(255) // 2 for i in range(0, len(JUMPS), 17))
    assert (forward, jumps) == (3, 8)
    assert CharingCross.max_plies == 4 * (forward + jumps)


def test_undo_reaches_back_as_far_as_the_history():
    position = CharingCross(history=4)
    play(position, "a4-b4 h4-g4 b4-c4")
    before = state(position)
    play(position, "g4-f4 c4-d4 f4-e4 d4xf4")
    assert (position.undoable, tail(position).split()[1:]) == (4, ["b", "nb"])
    for _ in range(4):
        position.pop()
    assert (position.undoable, tail(position)) == (0, "3RR3/8/8/N6n/2N3n1/8/8/3rr3 b -")
    assert {**state(position), "_full": 4} == before  # the depth that was reached is not forgotten
