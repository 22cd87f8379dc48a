"""The cases of every game (support/rule_cases.py): position texts, what is refused and with what words, plies and wishes."""

from __future__ import annotations

from os.path import commonprefix
from typing import Any

import pytest

from crossboard.games.reasons import why_word
from shared_rules.codes import KIND_PASS, NOWHERE
from shared_rules.errors import IllegalPlyError, PlyError, PositionError
from shared_rules.games import game_at, new_game
from tests.support.rule_cases import (
    BAD_PLIES,
    BAD_TEXTS,
    ILLEGAL_PLIES,
    NO_VARIANTS,
    PLIES,
    STARTS,
    TEXTS,
    WISHES,
)
from tests.support.rules_checks import footprint, starts, state, walked


def square(game: Any, name: str) -> int:
    """The number of a square; NOWHERE of ""."""
    return ord(name[0]) - 97 + (int(name[1:]) - 1) * game.columns if name else NOWHERE


@pytest.mark.parametrize("text", dict.fromkeys([*sum(STARTS.values(), []), *TEXTS]))
def test_a_position_has_one_text(text: str):
    assert game_at(text).text() == text


@pytest.mark.parametrize(("text", "field", "place"), BAD_TEXTS)
def test_a_bad_text_is_refused_with_field_and_place(text: str, field: str, place: int):
    """By a game in progress, which goes on as if nothing had been asked."""
    name = max(STARTS, key=lambda name: len(commonprefix([name, text])))
    game = walked(starts(name)[0], 5, 12)
    before = game.text(), state(game)
    with pytest.raises(PositionError) as refused:
        game.set_text(text)
    assert (refused.value.field, refused.value.place) == (field, place)
    assert field == "game" or str(refused.value).startswith(f"{field} field")
    assert (game.text(), state(game)) == before


@pytest.mark.parametrize("spec", NO_VARIANTS)
def test_a_variant_that_does_not_exist_is_refused(spec: str):
    with pytest.raises(PositionError):
        new_game(spec)
    name, _, variant = spec.partition(":")
    if variant:
        with pytest.raises(PositionError, match=f"{name} has no variant"):
            type(new_game(name))(variant)


@pytest.mark.parametrize(("position", "text"), [(at, text) for at, found in BAD_PLIES.items() for text in found])
def test_an_unreadable_ply_is_refused(position: str, text: str):
    with pytest.raises(PlyError) as refused:
        game_at(position).parse_ply(text)
    assert not isinstance(refused.value, IllegalPlyError)


@pytest.mark.parametrize(("position", "text", "why"), ILLEGAL_PLIES)
def test_an_illegal_ply_is_refused_with_its_reason(position: str, text: str, why: str):
    spec = position.partition(" ")[0]
    with pytest.raises(IllegalPlyError, match=f"'{text}' is not legal in {spec} ".replace("*", "[*]")) as refused:
        game_at(position).parse_ply(text)
    assert why_word(game_at(position), refused.value.why) == why


@pytest.mark.parametrize(("position", "text", "kind", "effects"), PLIES)
def test_a_ply_says_what_it_does_to_the_squares(position: str, text: str, kind: int, effects: dict[str, int]):
    game = game_at(position)
    ply = game.parse_ply(text)
    assert (game.ply_text(ply), game.kind(ply)) == (text, kind)
    origin = "" if kind == KIND_PASS else text.rpartition("@")[2] if "@" in text else text[:2]
    assert (ply & 255, game.destination(ply)) == (
        square(game, origin),
        square(game, "" if kind == KIND_PASS else text[-2:]),
    )
    assert footprint(game, ply) == {square(game, name): effect for name, effect in effects.items()}


@pytest.mark.parametrize(
    ("position", "wish", "why"),
    [(at, wish, why) for at, found in WISHES for why, wishes in found.items() for wish in wishes.split()],
)
def test_a_wish_is_refused_with_what_is_wrong_first(position: str, wish: str, why: str):
    game = game_at(position)
    before = state(game)
    frm, _, to = wish.partition("-") if wish != "pass" else ("", "", "")
    assert why_word(game, game.why_not(square(game, frm), square(game, to))) == why
    assert state(game) == before
