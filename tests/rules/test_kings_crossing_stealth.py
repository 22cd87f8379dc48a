"""King's Crossing with the variant `stealth`: picking the kings, and that nothing public tells where they are."""

from __future__ import annotations

from array import array
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared_rules.codes import FIRST_WON, NOWHERE, ONGOING
from shared_rules.errors import IllegalPlyError, PositionError
from shared_rules.kings_crossing.game import KingsCrossing
from shared_rules.kings_crossing.text import LETTERS
from shared_rules.notation import placement_text
from tests.support.kings_crossing_positions import game, square, why
from tests.support.rules_checks import footprint, legal, play, state, texts

STEALTH = [variant for variant in KingsCrossing.variants if variant.endswith("stealth")]


def hidden(placement: str, side: str = "w", white: str = "-", black: str = "-", quiet: int = 0) -> KingsCrossing:
    return game(placement, side, white, black, quiet, "stealth")


def public_game(position: KingsCrossing) -> KingsCrossing:
    """The game that can be set up from what everyone may see."""
    other = KingsCrossing()
    other.set_text(position.public_text())
    return other


def public(position: KingsCrossing) -> list[int]:
    return legal(public_game(position))


def public_texts(position: KingsCrossing) -> set[str]:
    return {position.ply_text(ply) for ply in public(position)}


def squares_of(position: KingsCrossing, side: int) -> list[int]:
    return [at for at in range(32) if position.piece_side(at) == side]


# Picking


def test_until_picked_the_kings_stand_on_their_usual_squares():
    for variant in STEALTH:
        placement = KingsCrossing(variant).text().split()[1]
        assert placement == KingsCrossing(variant.removesuffix("stealth").removesuffix("+")).text().split()[1]


@pytest.mark.parametrize("variant", STEALTH)
def test_any_of_the_starting_pieces_can_be_picked_as_king(variant: str):
    for side in (0, 1):
        places = squares_of(KingsCrossing(variant), side)
        assert len(places) == (12 if "longer" in variant else 8)
        for place in places:
            position = KingsCrossing(variant)
            position.pick_king(side, place)
            other = KingsCrossing(variant)
            other.set_text(position.text())
            assert state(other) == state(position)
            assert position.board[place] & 1 and sum(value & 1 for value in position.board) == 2


def test_the_position_text_shows_the_picked_kings_and_a_pick_can_be_changed():
    position = KingsCrossing("stealth")
    position.pick_king(0, square("b3"))
    position.pick_king(1, square("g1"))
    assert position.text() == "kings-crossing:stealth MM4mm/MK4mm/MM4mm/MM4km w - - 0"
    position.pick_king(0, square("a1"))
    assert position.text() == "kings-crossing:stealth MM4mm/MM4mm/MM4mm/KM4km w - - 0"


@pytest.mark.parametrize("name", ["c1", "f4", "g1", "h4", "-"])
def test_a_square_without_an_own_starting_piece_can_not_be_picked(name: str):
    position = KingsCrossing("stealth")
    before = state(position)
    with pytest.raises(IllegalPlyError):
        position.pick_king(0, NOWHERE if name == "-" else square(name))
    assert state(position) == before


def test_kings_can_not_be_picked_once_play_has_begun():
    position = play(KingsCrossing("stealth"), "b1-c1")
    for side in (0, 1):
        with pytest.raises(IllegalPlyError, match="before the first turn"):
            position.pick_king(side, squares_of(position, side)[0])
    position.pop()
    position.pick_king(0, square("b1"))
    for placement in ("MM3m1k/MM4mm/MM4mm/KM4mm", "7k/8/8/KM6"):
        with pytest.raises(IllegalPlyError):
            hidden(placement).pick_king(0, square("b1"))
    with pytest.raises(IllegalPlyError):
        hidden("MM4mk/MM4mm/MM4mm/KM4mm", "b").pick_king(1, square("g1"))


def test_without_the_variant_kings_can_not_be_picked():
    with pytest.raises(IllegalPlyError, match="stealth"):
        KingsCrossing("longer").pick_king(0, 1)


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(STEALTH), st.integers(0, 7), st.integers(0, 7), st.lists(st.integers(0, 1 << 20), max_size=60))
def test_plies_and_results_are_those_of_the_same_game_with_the_kings_where_they_were_picked(
    variant: str, white: int, black: int, picks: list[int]
):
    position, same = KingsCrossing(variant), KingsCrossing()
    position.pick_king(0, squares_of(position, 0)[white])
    position.pick_king(1, squares_of(position, 1)[black])
    open_name = position.text().replace("+stealth", "").replace(":stealth", "")
    same.set_text(open_name)
    for pick in picks:
        plies = legal(position)
        assert legal(same) == plies
        assert (position.result, position.reason) == (same.result, same.reason)
        assert position.text().split(" ", 1)[1] == same.text().split(" ", 1)[1]
        if not plies:
            break
        position.push(plies[pick % len(plies)])
        same.push(plies[pick % len(plies)])


# What is shown


def test_the_public_text_has_men_for_kings_and_no_back_row_counts():
    position = hidden("8/3k4/7K/M7", "b", "7")
    assert position.public_text() == "kings-crossing:stealth 8/3m4/7M/M7 b - - 0"
    assert position.text() == "kings-crossing:stealth 8/3k4/7K/M7 b 7 - 0"


def test_once_the_game_is_over_everything_is_shown():
    position = play(hidden("8/3k4/7K/M7", "b", "9"), "d3-d4")
    assert position.public_text() == position.text()
    assert position.public_digest() == position.digest()


def test_without_the_variant_everything_is_public():
    position = KingsCrossing()
    assert position.public_text() == position.text()
    assert position.public_digest() == position.digest()
    assert public(position) == legal(position)


def test_a_jump_that_may_end_early_shows_as_if_it_went_on():
    king, man = hidden("m7/8/2Mk1m2/K7"), hidden("k7/8/2Mm1m2/K7")
    assert texts(king) == {"c2xe2"} and texts(man) == {"c2xe2xg2"}
    assert public_texts(king) == public_texts(man) == {"c2xe2xg2"}
    assert why(king, "c2", "g2") == "must-jump"
    for position in (king, man):
        assert public_game(position).why_not(square("c2"), square("g2")) == 0
        assert public_game(position).why_not(square("c2"), square("e2")) == 0


def test_a_public_ply_comes_to_the_legal_ply_that_ends_with_the_king():
    king = hidden("m7/8/2Mk1m2/K7")
    (shown,) = public(king)
    assert king.ply_text(king.legal_part(shown)) == "c2xe2"
    man = hidden("k7/8/2Mm1m2/K7")
    assert [man.legal_part(ply) for ply in public(man)] == legal(man)


def test_a_jump_is_refused_without_telling_where_the_king_is():
    with pytest.raises(IllegalPlyError) as refused:
        hidden("m7/8/2Mk1m2/K7").parse_ply("c2xe2xg2")
    assert "K" not in str(refused.value).replace("King", "")
    assert "Mm1m2" in str(refused.value)


def test_without_stealth_a_position_text_must_have_its_kings():
    with pytest.raises(PositionError):
        KingsCrossing().set_text("kings-crossing:longer MM4mm/MM4mm/MM4mm/MM4mm w - - 0")


# A game whose kings are hidden: what everybody knows, and no more


def test_a_public_text_is_a_position_in_which_the_kings_are_hidden():
    position = KingsCrossing()
    position.set_text("kings-crossing:stealth MM4mm/MM4mm/MM4mm/MM4mm w - - 0")
    assert position.hidden and position.may_pick()
    assert position.text() == position.public_text() == "kings-crossing:stealth MM4mm/MM4mm/MM4mm/MM4mm w - - 0"
    assert position.king(0) == position.king(1) == NOWHERE
    assert position.result == ONGOING
    position.reset("stealth")
    assert not position.hidden and position.king(0) == square("a1") and position.king(1) == square("h4")


@pytest.mark.parametrize(
    "text",
    [
        "kings-crossing:stealth 8/8/8/M7 w - - 0",  # one of black's pieces would be its king
        "kings-crossing:stealth m7/8/8/8 w - - 0",
        "kings-crossing:stealth MM4mm/MM4mm/MM4mm/MM4mm w 0 - 0",
        "kings-crossing:stealth MMM3mm/MM4mm/MM4mm/MM4mm w - - 0",  # nine pieces
        "kings-crossing MM4mm/MM4mm/MM4mm/MM4mm w - - 0",
    ],
)
def test_what_can_not_be_a_public_text(text: str):
    with pytest.raises(PositionError):
        KingsCrossing().set_text(text)


def test_hidden_kings_can_be_put_where_they_were_picked():
    position = public_game(KingsCrossing("stealth"))
    assert position.with_kings((square("b3"), square("g1"))) == (
        "kings-crossing:stealth MM4mm/MK4mm/MM4mm/MM4km w - - 0"
    )
    for kings in ((square("c3"), square("g1")), (square("g2"), square("g1")), (square("b3"), NOWHERE)):
        with pytest.raises(PositionError):
            position.with_kings(kings)
    position.set_text("kings-crossing:stealth 7M/8/8/m7 w - - 0")
    with pytest.raises(PositionError):
        position.with_kings((square("h4"), square("a1")))  # both have won


def test_a_hidden_game_is_not_over_while_a_count_may_be_running():
    position = KingsCrossing()
    position.set_text("kings-crossing:stealth 8/8/8/m6M w - - 0")
    assert position.result == ONGOING


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(STEALTH), st.integers(0, 63), st.lists(st.integers(0, 1 << 20), max_size=60))
def test_a_hidden_game_goes_the_same_way_and_knows_nothing(variant: str, kings: int, picks: list[int]):
    position = KingsCrossing(variant)
    places = squares_of(position, 0)[kings & 7], squares_of(position, 1)[kings >> 3]
    position.pick_king(0, places[0])
    position.pick_king(1, places[1])
    hidden_game = public_game(position)
    assert hidden_game.with_kings(places) == position.text()
    for pick in picks:
        plies = public(position)
        assert legal(hidden_game) == plies
        assert hidden_game.text() == position.public_text() == hidden_game.public_text()
        assert hidden_game.digest() == position.public_digest() == hidden_game.public_digest()
        assert hidden_game.draw_allowed() == position.draw_allowed()
        seen = public_game(position)
        assert [hidden_game.why_not(frm, to) for frm, to in product(range(32), repeat=2)] == [
            seen.why_not(frm, to) for frm, to in product(range(32), repeat=2)
        ]
        if not plies:
            break
        before = hidden_game.text()
        ply = plies[pick % len(plies)]
        played = position.legal_part(ply)
        position.push(ply)  # comes to its legal part
        position.pop()
        assert position.public_text() == before
        position.push(played)
        if position.result:
            hidden_game.take_over(position)
            position.revealed = True
            assert state(hidden_game) == state(position) and not hidden_game.hidden
            while position.undoable:
                position.pop()
                hidden_game.pop()
                assert state(hidden_game) == state(position)
            break
        hidden_game.push(ply)
        assert played == ply
        hidden_game.pop()
        assert hidden_game.text() == before
        hidden_game.push(ply)


def test_a_public_jump_ends_with_the_king_when_it_is_played():
    king = hidden("m7/8/2Mk1m2/K7")
    king.push(public(king)[0])
    assert king.text() == play(hidden("m7/8/2Mk1m2/K7"), "c2xe2").text()
    king.pop()
    assert king.text() == hidden("m7/8/2Mk1m2/K7").text()


def with_kings(position: KingsCrossing, kings: tuple[int, int]) -> KingsCrossing | None:
    """The same pieces with other kings; None if the game would be over."""
    board = bytearray(value & ~1 for value in position.board)
    for at in kings:
        board[at] += 1
    head, _, side, _, _, quiet = position.text().split(" ")
    other = KingsCrossing()
    try:
        other.set_text(f"{head} {placement_text(board, 8, 4, LETTERS)} {side} - - {quiet}")
    except PositionError:
        return None
    return other if other.result == ONGOING else None


def shown(position: KingsCrossing) -> tuple[object, ...]:
    """Everything that may be offered to the players before they touch a piece."""
    out = array("i", [0] * position.max_plies)
    plies = public(position)
    seen = public_game(position)
    by_square = [list(out[: seen.plies_from(at, out, 0)]) for at in range(32)]
    prints = [(footprint(position, ply), position.kind(ply), position.rank(ply)) for ply in plies]
    wishes = [seen.why_not(frm, to) for frm, to in product(range(32), repeat=2)]
    sides = [position.piece_side(at) for at in range(32)]
    return plies, by_square, prints, wishes, sides, position.public_text(), position.public_digest()


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(STEALTH), st.lists(st.integers(0, 1 << 20), max_size=40), st.randoms(use_true_random=False))
def test_what_is_shown_is_the_same_whichever_pieces_are_the_kings(variant: str, picks: list[int], chance):
    position = KingsCrossing(variant)
    for pick in picks:
        plies = legal(position)
        if not plies:
            break
        position.push(plies[pick % len(plies)])
    if position.result or len(squares_of(position, 0)) * len(squares_of(position, 1)) < 2:
        return
    before = shown(position)
    for kings in chance.sample(list(product(squares_of(position, 0), squares_of(position, 1))), 2):
        other = with_kings(position, kings)
        if other is not None:
            assert shown(other) == before


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(STEALTH), st.lists(st.integers(0, 1 << 20), max_size=60))
def test_public_plies_come_to_the_legal_ones(variant: str, picks: list[int]):
    position = KingsCrossing(variant)
    for pick in picks:
        plies = legal(position)
        assert {position.legal_part(ply) for ply in public(position)} == set(plies)
        if not plies:
            break
        position.push(plies[pick % len(plies)])


def test_the_result_tells_who_took_the_king():
    position = play(hidden("m7/8/2Mk1m2/K7"), "c2xe2")
    assert position.result == FIRST_WON
    assert position.public_text() == "kings-crossing:stealth m7/8/4Mm2/K7 b - - 0"
