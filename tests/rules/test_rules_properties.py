"""What every game and variant promises, held in random games: texts, undo, footprints, refusals, both Pythons.

Nothing here knows a game; a new line in the registry is tested at once. `on_board/random_games.py` walks.
"""

from __future__ import annotations

import sys
from array import array
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crossboard.games.reasons import by_rules, end_word, refusals, why_word
from crossboard.games.rules import Game, footprint, game_at, legal_plies, new_game, specs
from shared_rules.codes import (
    ARRIVE,
    END_NONE,
    HOLE,
    KIND_CAPTURE,
    KIND_MOVE,
    KIND_PASS,
    LEAVE,
    MAYBE,
    NOWHERE,
    PATH,
    PLACED,
    RESULTS,
    STACK,
    SWAP,
    TAKEN,
    WHY_FINE,
)
from shared_rules.errors import PositionError
from tests.on_board.random_games import after, choose, play
from tests.support.rules_checks import HISTORY, SEEDS, random_positions, starts, state, walked
from tests.support.two_pieces import ways

SCRIPT = Path(__file__).parents[1] / "on_board" / "random_games.py"

# Closed before the ply, closed after it; None where the players may do as they like.
OCCUPANCY = {
    LEAVE: (True, False),
    ARRIVE: (False, True),
    TAKEN: (True, False),
    PLACED: (False, True),
    SWAP: (True, True),
    STACK: (True, True),
    MAYBE: (True, None),
    PATH: (False, False),
}


everywhere = random_positions(specs())


def occupied(game: Game) -> list[bool]:
    return [value not in (0, HOLE) for value in game.board]


@everywhere
def test_the_text_holds_the_whole_position(game: Game):
    try:
        again = game_at(game.text())
    except PositionError as error:
        # King's Crossing: at the end a count may have come to 10, which no position to play on with has.
        assert game.result and error.field.endswith("back-row count")
        return
    assert again.text() == game.text()
    assert again.digest() == game.digest()
    assert sorted(legal_plies(again)) == sorted(legal_plies(game))
    assert (again.side, again.result, again.reason) == (game.side, game.result, game.reason)
    assert occupied(again) == occupied(game)


@everywhere
def test_pop_restores_every_byte(game: Game):
    out = array("i", [0] * game.max_plies)
    before, text, digest, plies = state(game), game.text(), game.digest(), legal_plies(game)
    for ply in plies:
        game.push(ply)
        game.digest(), legal_plies(game)
        if game.destination(ply) != NOWHERE:
            game.plies_from(game.destination(ply), out, 0)
        game.pop()
        assert state(game) == before, game.ply_text(ply)
    assert (game.text(), game.digest(), legal_plies(game)) == (text, digest, plies)


@everywhere
def test_a_game_ends_when_it_has_no_plies(game: Game):
    plies = legal_plies(game)
    assert (game.result == 0) == (game.reason == END_NONE) == bool(plies)
    assert game.result < len(RESULTS) and (not game.reason or end_word(game, game.reason) in by_rules(game.name))
    assert game.side in (0, 1)
    assert 0 <= game.digest() < 1 << 24
    if any(game.kind(ply) == KIND_PASS for ply in plies):
        assert [game.ply_text(ply) for ply in plies] == ["pass"]


@everywhere
def test_plies_are_small_numbers_with_a_text_each(game: Game):
    plies = legal_plies(game)
    texts = [game.ply_text(ply) for ply in plies]
    assert len(set(plies)) == len(plies) <= game.max_plies
    assert len(set(texts)) == len(texts)
    for ply, text in zip(plies, texts, strict=True):
        out = bytearray(b"#" * 100)
        assert 0 <= ply < 1 << 30
        assert game.parse_ply(text) == ply
        end = game.write_ply(ply, out, 7)
        assert out[7:end].decode("ascii") == text and set(out[:7] + out[end:]) == {35}
        assert (text == "pass") == (game.kind(ply) == KIND_PASS) == (ply & 255 == NOWHERE)
        assert " " not in text and text.isascii() and text.isprintable()
        assert game.kind(ply) in (KIND_MOVE, KIND_CAPTURE, KIND_PASS)


@everywhere
def test_the_low_byte_is_the_square_that_starts_the_ply(game: Game):
    before = occupied(game)
    for ply in legal_plies(game):
        start = ply & 255
        effects = dict(footprint(game, ply))
        if game.kind(ply) == KIND_PASS:
            assert (start, game.destination(ply), effects) == (NOWHERE, NOWHERE, {})
        elif before[start]:
            assert effects[start] in (LEAVE, SWAP, STACK)
            assert game.piece_side(start) == game.side
        else:  # from hand, or picked up before
            assert effects == {start: ARRIVE}
            assert game.destination(ply) == start


@everywhere
def test_footprints_say_what_happens_to_the_sensors(game: Game):
    before, values, undoable = occupied(game), list(game.board), game.undoable
    for ply in legal_plies(game):
        pairs = footprint(game, ply)
        effects = dict(pairs)
        assert len(effects) == len(pairs) <= game.max_footprint
        target = game.destination(ply)
        mover = game.side
        game.push(ply)
        assert game.undoable == undoable + 1
        assert (game.result == 0) == (game.reason == END_NONE) == bool(legal_plies(game))
        assert target == NOWHERE or game.piece_side(target) == mover
        assert all(then is not None or game.result for _, then in (OCCUPANCY[effect] for effect in effects.values()))
        after_it, values_after = occupied(game), list(game.board)
        game.pop()
        for square in range(len(before)):
            if square not in effects:
                assert values[square] == values_after[square], (game.ply_text(ply), square)
                continue
            closed, then = OCCUPANCY[effects[square]]
            assert before[square] == closed, (game.ply_text(ply), square)
            assert then is None or after_it[square] == then, (game.ply_text(ply), square)
        assert target == NOWHERE or after_it[target]
        assert target == NOWHERE or effects[target] in (ARRIVE, SWAP, STACK)


@everywhere
def test_plies_with_one_footprint_have_an_order(game: Game):
    ranks: dict[frozenset[tuple[int, int]], list[int]] = {}
    for ply in legal_plies(game):
        ranks.setdefault(frozenset(footprint(game, ply)), []).append(game.rank(ply))
    assert all(len(set(group)) == len(group) for group in ranks.values())


@everywhere
def test_plies_are_offered_by_text(game: Game):
    """But for promotions and placements, which have an order of their own."""
    legal = {game.ply_text(ply): ply for ply in legal_plies(game) if ply & 255 != NOWHERE}
    becomes = Counter((ply & 255, game.destination(ply), text[:-1]) for text, ply in legal.items())
    found = {
        text: game.rank(ply)
        for text, ply in legal.items()
        if not set(text) & set("@=") and becomes[ply & 255, game.destination(ply), text[:-1]] == 1
    }
    assert sorted(found, key=lambda text: found[text]) == sorted(found)


@everywhere
def test_plies_from_a_square_are_those_that_start_there(game: Game):
    plies = legal_plies(game)
    out = array("i", [-1] * (getattr(game, "max_plies_from", game.max_plies) + 5))
    for square in [*range(len(game.board)), NOWHERE]:
        end = game.plies_from(square, out, 5)
        assert sorted(out[5:end]) == sorted(ply for ply in plies if ply & 255 == square)
    assert list(out[:5]) == [-1] * 5


@everywhere
def test_why_not_is_fine_just_where_a_ply_leads(game: Game):
    before = occupied(game)
    places = [*range(len(before)), NOWHERE]
    fine: set[tuple[int, int]] = set()
    for ply in legal_plies(game):
        start = ply & 255
        frm = start if start == NOWHERE or before[start] else NOWHERE
        fine.add((frm, game.destination(ply)))
        fine |= {(frm, square) for square, effect in footprint(game, ply) if effect == PATH}
        fine |= set(ways(footprint(game, ply)) or ())
    held = game.text(), game.digest(), legal_plies(game)
    for frm in places:
        for to in places:
            code = game.why_not(frm, to)
            assert why_word(game, code) in refusals(game.name).words
            assert (code == WHY_FINE) == ((frm, to) in fine), (game.text(), frm, to, why_word(game, code))
    assert (game.text(), game.digest(), legal_plies(game)) == held


@everywhere
def test_pieces_have_a_side_and_holes_have_none(game: Game):
    assert len(game.board) == game.columns * game.rows
    for square, value in enumerate(game.board):
        assert game.piece_side(square) in ((-1,) if value in (0, HOLE) else (0, 1))


@pytest.mark.parametrize("spec", specs())
@given(data=st.data(), seed=SEEDS, length=st.integers(0, 60), history=st.sampled_from([16, 128]))
@settings(max_examples=12, deadline=None)
def test_the_last_plies_can_be_taken_back_and_no_more(
    spec: str, data: st.DataObject, seed: int, length: int, history: int
):
    """No two positions of the game have one digest, and a game that is taken back altogether leaves no trace."""
    game = game_at(data.draw(st.sampled_from(starts(spec))), history)
    begun = state(game)
    trail = [(game.text(), game.digest())]
    out = array("i", [0] * game.max_plies)
    while len(trail) <= length and (end := game.plies(out, 0)):
        seed = after(seed)
        game.push(out[choose(game, out, end, seed)])
        trail.append((game.text(), game.digest()))
    assert game.undoable == min(history, len(trail) - 1)
    assert len(set(trail)) == len({text for text, _ in trail}) == len({digest for _, digest in trail})
    while game.undoable:
        assert (game.text(), game.digest()) == trail.pop()
        game.pop()
    assert (game.text(), game.digest()) == trail.pop()
    assert trail or state(game) == begun


@pytest.mark.parametrize("spec", specs())
def test_reset_begins_again(spec: str):
    game = walked(new_game(spec).text(), 77, 20)
    game.reset(spec.partition(":")[2])
    fresh = new_game(spec, HISTORY)
    assert (game.text(), legal_plies(game), game.undoable) == (fresh.text(), legal_plies(fresh), 0)


def jobs() -> list[tuple[str, int, int]]:
    """(position, seed, steps) of the games that both Pythons play."""
    return [
        (text, 1000 * number + again, 40 if number else 90)
        for spec in specs()
        for number, text in enumerate(starts(spec))
        for again in (7, 22)
    ]


def test_micropython_plays_the_same_games_with_the_heap_locked(
    micropython: Callable[..., str], capsys: pytest.CaptureFixture[str]
):
    for job in jobs():
        play(*job)
    sys.stdout.flush()
    here = capsys.readouterr().out
    pieces = ["from random_games import play", *(f"play{job!r}" for job in jobs())]
    assert micropython(pieces, {"/random_games.py": SCRIPT}, timeout=300) == here
