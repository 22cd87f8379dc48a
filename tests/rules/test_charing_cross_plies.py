"""Charing Cross plies as texts, as footprints and offers; why wishes are refused; bounds."""

from __future__ import annotations

import pytest

from shared_rules.charing_cross.game import CharingCross
from shared_rules.charing_cross.tables import FORWARD, JUMPS
from shared_rules.codes import (
    MAYBE,
    TAKEN,
)
from tests.support.charing_cross_positions import game, square, tail
from tests.support.rules_checks import footprint, legal, play, state

# Plies as text, and what the board under the pieces needs


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


def test_plies_are_offered_by_their_text():
    for position in (CharingCross(), game("8/8/8/2rnr3/2RNN3/3n4/8/8"), game("8/8/8/8/5R2/8/8/N7", "b", "nb")):
        ranked = [position.ply_text(ply) for ply in sorted(legal(position), key=position.rank)]
        assert ranked == sorted(ranked)


def test_the_digest_covers_the_placement_due():
    here = "8/8/8/8/2Nn4/2rR4/8/8"
    dues = [game(here, "wb"[letter.islower()], letter + then) for letter in "NRnr" for then in "wb"]
    assert len({position.digest() for position in [*dues, game(here), game(here, "b")]}) == 10


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
