"""Typed gestures: what hands do for a ply, for what is not a ply, and when."""

from __future__ import annotations

import random

import pytest

from crossboard.errors import CrossboardError
from crossboard.games.branch import Branch
from crossboard.games.gestures import IDLE_MS, PAUSE_MS, STEP_MS, Hand, Touch, read_gesture, set_up
from crossboard.games.rules import HOLE, game_at, game_names, legal_plies, new_game, read_square, specs, square_name
from tests.support.fake_board import Bench

START = "charing-cross 3RR3/8/8/N6n/N6n/8/8/3rr3 w -"


def typed(position: str, *words: str) -> str:
    game = game_at(position)
    touches = read_gesture(game, words).touches
    return " ".join(f"{'+' if t.closed else '-'}{square_name(game, t.square)}" for t in touches)


def test_gestures_as_hands_perform_them() -> None:
    assert typed(START, "-a4", "+b5") == "-a4 +b5"
    assert typed(START, "a4-b5") == "-a4 +b5"
    assert typed(START, "a5xa3") == "-a5 -a4 +a3"
    assert typed(START, "a5xa3@a5") == "-a5 -a4 +a3 +a5"
    assert typed(START, "a4-b5", "e1xc1@e1") == "-a4 +b5 -e1 -d1 +c1 +e1"
    winning = "charing-cross 8/8/8/8/8/R7/1r6/8 w -"
    assert typed(winning, "a3xc1") == "-a3 +c1", "after a winning jump the jumped piece does not matter"


def test_the_plies_of_a_gesture_are_known() -> None:
    assert read_gesture(game_at(START), ["-a4", "+a6"]).plies == []
    assert read_gesture(game_at(START), ["a5xa3@a5", "d1-d2"]).plies == ["a5xa3", "@a5", "d1-d2"]


@pytest.mark.parametrize("words", [["frob"], ["-z9"], ["+a9"], ["a4-z9"], ["-a4", "nonsense"], ["-", "a4"]])
def test_what_is_no_gesture(words: list[str]) -> None:
    with pytest.raises(CrossboardError):
        read_gesture(game_at(START), words)


@pytest.mark.parametrize("word", ["A4-d3", "foo-d3", "bogus-5d3_x", "the+e5", "n@d3", "x-a4-b5", "b4-", "b4", "a4--b5", "N4-b5",
    "a4-b5x", "a4xa6@foo", "a5xa3@", "a5xa3@a5@b5"])  # fmt: skip
def test_squares_within_a_word_make_it_no_gesture(word: str) -> None:
    with pytest.raises(CrossboardError, match="is not a (square|ply)|is neither a command nor a move"):
        read_gesture(game_at(START), [word])


@pytest.mark.parametrize(("position", "why"), [
    (START, "a side passes only when it has no other move"), (new_game("kings-crossing").text(), "a side passes only"),
    ("charing-cross 3RR3/8/8/7n/7n/N7/8/3rr3 w Nb", "a piece in hand must be placed first"),
])  # fmt: skip
def test_a_pass_that_is_not_allowed_gets_its_own_reason(position: str, why: str) -> None:
    with pytest.raises(CrossboardError, match=f"^pass: {why}.*; no piece was moved"):
        read_gesture(game_at(position), ["pass"])
    with pytest.raises(CrossboardError, match=f"^pass: {why}"):
        Branch(position).play("pass")


@pytest.mark.parametrize("words", [["-a1"], ["e3-e4", "+l12"]])
def test_a_gesture_stays_on_the_squares_of_the_game(words: list[str]) -> None:
    with pytest.raises(CrossboardError, match="this game has no square (a1|l12)"):
        read_gesture(new_game("cross-eyed"), words)


def test_gestures_of_every_game_end_as_the_position_stands() -> None:
    for name in game_names():
        game = new_game(name)
        first = game.ply_text(legal_plies(game)[0])
        closed = {t.square for t in set_up(game, set())}
        for touch in read_gesture(game, [first]).touches:
            (closed.add if touch.closed else closed.discard)(touch.square)
        game.push(game.parse_ply(first))
        assert set_up(game, closed) == []


def test_the_hand_takes_its_time() -> None:
    bench = Bench()
    hand = Hand(bench)
    hand.lay(game_at(START), "a1")
    hand.perform([Touch(STEP_MS, 24, False), Touch(STEP_MS, 25, True)], 1000)
    hand.tick(1000 + STEP_MS - 1)
    assert bench.history == []
    hand.tick(1000 + STEP_MS)
    hand.tick(1000 + STEP_MS)
    assert bench.history == ["-a4"]
    assert hand.busy
    hand.tick(1000 + 2 * STEP_MS)
    assert (bench.history, hand.busy) == (["-a4", "+b4"], False)
    hand.perform([Touch(STEP_MS, 24, True)], 1000 + 2 * STEP_MS)
    hand.tick(1000 + 3 * STEP_MS)
    assert bench.history == ["-a4", "+b4"], "the opponent waits until the piece stands"
    hand.tick(5000)
    assert bench.history[-1] == "+a4"


def test_a_hand_waits_for_a_board_that_a_busy_pc_slows_down() -> None:
    class SlowBench(Bench):
        own = 0.0

        def own_ms(self) -> float:
            return self.own

    bench = SlowBench()
    hand = Hand(bench)
    hand.perform([Touch(STEP_MS, 24, False), Touch(STEP_MS, 25, True)], 1000)
    hand.tick(1000 + STEP_MS)
    hand.tick(1000 + 3 * STEP_MS)
    assert bench.history == ["-a4"], "the board has not seen a moment of it"
    bench.own = STEP_MS
    hand.tick(1001 + 3 * STEP_MS)
    assert bench.history == ["-a4", "+b4"]
    assert not hand.has_rested(1000, 1001 + 3 * STEP_MS + 2000)
    bench.own += 1000
    assert hand.has_rested(1000, 1001 + 3 * STEP_MS + 2000)
    assert hand.has_rested(2000, 1001 + 3 * STEP_MS + 2000 + IDLE_MS)
    hand.perform([Touch(STEP_MS, 24, True)], 1001 + 3 * STEP_MS)
    bench.own -= 1000
    hand.tick(1001 + 4 * STEP_MS + PAUSE_MS + IDLE_MS)
    assert bench.history[-1] == "+a4", "a board without firmware is not waited for"


def test_a_game_that_lies_elsewhere_on_the_board() -> None:
    hand = Hand(Bench())
    game = game_at(START)
    hand.lay(game, "c2")
    assert hand.name(read_square(game, "a1")) == "c2"
    assert hand.square("d3") == read_square(game, "b2")
    assert hand.square("a1") < 0


@pytest.mark.parametrize(
    ("position", "word", "why"),
    [
        (START, "a4-a5", "the square is occupied"),
        (START, "a4-h4", "the square is occupied"),
        ("kings-crossing", "a1-b1", ""),
        ("card-chess:plain", "a1-f6", ""),
        ("cross-eyed", "e1-f1", ""),
        ("cross-eyed", "e3-a1", "that square is not part of this game"),
        (START, "b4-b5", "no piece stands on the square it came from"),
        (START, "d1-d2", "that piece is not one of the side to move"),
        ("kings-crossing:stealth", "a1-a3", ""),
        (START, "a5xa3@b7", ""),
        (START, "a5-a3", "that move is written a5xa3"),
        (START, "@a4", ""),
        (START, "@a6", ""),
        (START, "pass", ""),
        (START, "a4-a4", ""),
    ],
)
def test_a_move_that_is_not_legal_is_refused_and_no_piece_is_moved(position: str, word: str, why: str) -> None:
    game = game_at(position) if " " in position else new_game(position)
    with pytest.raises(CrossboardError, match=f"{word[-2:]}: .*{why}; no piece was moved$"):
        read_gesture(game, [word])


@pytest.mark.parametrize("spec", specs())
def test_every_illegal_move_that_is_typed_is_refused(spec: str) -> None:
    rng = random.Random(spec)
    game = new_game(spec)
    for _ in range(12):
        squares = [square for square, value in enumerate(game.board) if value != HOLE]
        legal = {(ply & 255, game.destination(ply)) for ply in legal_plies(game)}
        for _ in range(12):
            origin, target = rng.sample(squares, 2)
            if (origin, target) not in legal:
                with pytest.raises(CrossboardError, match="; no piece was moved$| is not a ply of "):
                    read_gesture(game, [f"{square_name(game, origin)}-{square_name(game, target)}"])
        game.push(rng.choice(legal_plies(game)))
        if game.result:
            break


def test_a_hand_lifts_no_piece_where_none_stands() -> None:
    bench = Bench()
    hand = Hand(bench)
    hand.lay(new_game("charing-cross"), "a1")
    bench.set_square("a4", True)
    hand.check(
        [Touch(0, hand.square("a4"), False), Touch(0, hand.square("b5"), True), Touch(0, hand.square("b5"), False)]
    )
    with pytest.raises(CrossboardError, match="no piece stands on d8 of the board; setup puts"):
        hand.check([Touch(0, hand.square("d8"), False)])
