"""Each game against its naive twin (support/naive_*.py): in random games, and in positions that no game comes to."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crossboard.games.reasons import end_word
from shared_rules.codes import RESULTS
from shared_rules.cross_eyed.game import CrossEyed
from shared_rules.errors import PositionError
from shared_rules.games import game_at, new_game
from shared_rules.kings_crossing.game import KingsCrossing
from tests.support import naive_card_chess, naive_charing_cross, naive_cross_eyed, naive_draughts, naive_kings_crossing
from tests.support.naive_cross_eyed import SQUARES, Board, attacked, kings, outcome, read, write
from tests.support.rule_cases import STARTS
from tests.support.rules_checks import legal, texts

TWINS: dict[str, Any] = {
    "card-chess": naive_card_chess.Naive,
    "charing-cross": naive_charing_cross.Naive,
    "cross-eyed": naive_cross_eyed.Naive,
    "draughts": naive_draughts.Naive,
    "kings-crossing": naive_kings_crossing.Naive,
}
EXAMPLES = {"cross-eyed": 30}  # whose twin takes its time
PICKS = st.lists(st.integers(0, 1 << 20), max_size=80)


def ended(game: Any) -> str:
    """How the game has ended, as `0-1 both-mated`; "" if it goes on."""
    return f"{RESULTS[game.result]} {end_word(game, game.reason)}" if game.result else ""


def same_as_twin(text: str, picks: list[int]) -> str:
    """Plays on by `picks` in both, captures rather than other plies; returns how it stands at the end."""
    game, twin = game_at(text), TWINS[text.partition(" ")[0].partition(":")[0]](text)
    for pick in [*picks, 0]:
        plies, over = texts(game), twin.over()
        assert (game.text(), plies) == (twin.text(), twin.plies())
        assert ended(game).startswith(over) and bool(over) == bool(game.result), game.text()
        if not plies:
            break
        ply = sorted(plies, key=lambda ply: ("x" not in ply, ply))[pick % max(1, len(plies) // (1 + pick % 3))]
        game.push(game.parse_ply(ply))
        twin.push(ply)
    return ended(game)


@pytest.mark.parametrize("name", TWINS)
def test_random_games_are_those_of_the_naive_twin(name: str):
    @settings(max_examples=EXAMPLES.get(name, 80), deadline=None)
    @given(st.sampled_from(STARTS[name]), PICKS)
    def same(text: str, picks: list[int]) -> None:
        same_as_twin(text, picks)

    same()


@pytest.mark.parametrize(
    ("spec", "ends"),
    [
        ("card-chess:plain", {"1-0 kings-covered", "0-1 kings-covered"}),
        ("charing-cross", {"1-0 goal", "0-1 goal"}),
        ("draughts", {"1-0 stuck", "0-1 stuck"}),
        ("kings-crossing", {"king-captured", "home", "back-row"}),
    ],
)
def test_random_play_comes_to_the_usual_ends(spec: str, ends: set[str]):
    rng = random.Random(5)
    found = {same_as_twin(new_game(spec).text(), [rng.randrange(1 << 20) for _ in range(300)]) for _ in range(60)}
    assert ends <= found | {end.partition(" ")[2] for end in found}


def crowded(rng: random.Random) -> str:
    """A position of pieces thrown together, as no game comes to them; often nobody can move much."""
    variant = rng.choice(KingsCrossing.variants)
    most = 12 if "longer" in variant else 8
    first = 4 * rng.randrange(4)
    squares = [row * 8 + column for column in range(8) for row in range(4)]
    pieces = ["K", "k", *"M" * rng.randrange(most), *"m" * rng.randrange(most)]
    squares = squares[first : first + max(len(pieces), rng.randrange(33))]
    rng.shuffle(squares)
    where = dict(zip(squares, pieces, strict=False))
    rows = ["".join(where.get(row * 8 + column, ".") for column in range(8)) for row in (3, 2, 1, 0)]
    placement = "/".join(re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in rows)
    counts = ["-", "-"]
    for side, (letter, column) in enumerate((("K", 7), ("k", 0))):
        if any(row[column] == letter for row in rows):
            counts[side] = rng.choice("-0689")
    head = f"kings-crossing:{variant}" if variant else "kings-crossing"
    return f"{head} {placement} {rng.choice('wb')} {' '.join(counts)} {rng.choice((0, 19))}"


@pytest.mark.parametrize("seed", range(8))
def test_crowded_positions_of_kings_crossing_are_those_of_the_naive_twin(seed: int):
    rng = random.Random(seed)
    ends: set[str] = set()
    for _ in range(60):
        text = crowded(rng)
        try:
            game_at(text)
        except PositionError as error:
            assert "both sides have won" in str(error) or "count" in error.field
            continue
        ends.add(same_as_twin(text, [rng.randrange(1 << 20) for _ in range(20)]))
    assert len(ends) > 3


STUCK = {(0, 4): "K", (0, 5): "P", (1, 4): "P", (1, 5): "P"}  # a white king shut in by its own pawns


def thrown_together(rng: random.Random) -> Board:
    """Few or many pieces near one another or all over the board, so that kings are often in trouble."""
    squares = sorted(SQUARES)
    rng.shuffle(squares)
    if rng.random() < 0.6:
        column, row = squares[0]
        near = sorted(squares, key=lambda at: max(abs(at[0] - column), abs(at[1] - row)))
        squares = near[: rng.choice((6, 9, 12, 20))] + squares[1:4]
    board = dict(STUCK) if rng.random() < 0.2 else {}
    squares = [square for square in dict.fromkeys(squares) if square not in board]
    rng.shuffle(squares)
    letters = ["k", *rng.choice(("K", "KK", "Kk", "KKk"))] if not board else ["k", *rng.choice(("", "k"))]
    letters += [rng.choice("RBNCMPrbncmp") for _ in range(rng.choice((2, 4, 8, 14)))]
    return board | dict(zip(squares, letters, strict=False))


@pytest.mark.parametrize("seed", range(8))
def test_thrown_together_positions_are_those_of_the_naive_twin(seed: int):
    """And so is what comes of some of their plies."""
    rng = random.Random(seed)
    met: set[str] = set()
    for _ in range(100):
        board = thrown_together(rng)
        white = rng.random() < 0.4
        if kings(board, True) and kings(board, False):
            met |= {
                same_as_twin(write(board, white), [rng.randrange(1 << 20)] * tried) for tried in (0, 1, 1, 1, 1, 1, 1)
            }
    assert len(met) > 2


@pytest.mark.parametrize("seed", range(4))
def test_crowded_positions_with_all_kings_in_trouble_are_judged_as_by_the_naive_twin(seed: int):
    rng = random.Random(seed)
    game = CrossEyed()
    met: set[str] = set()
    for _ in range(150):
        squares = rng.sample(sorted(SQUARES), 52)
        keep, other = rng.choice((3, 8, 14, 20)), rng.choice((14, 18, 22))
        letters = ["K", "K", "k", "k", *rng.choices("RBNCMP", k=keep), *rng.choices("rrbbncmmmp", k=other)]
        board = dict(zip(squares, letters, strict=False))
        game.set_text(write(board, True))
        assert ended(game) == outcome(board, True), game.text()
        met.add(ended(game))
    assert len(met) > 1


def test_a_piece_beside_its_king_is_not_held_there_by_a_nahbi_that_could_not_come_over_it():
    text = (  # the rook on b7 saves the king on a8, which no Nahbi beyond it attacks
        "cross-eyed ****3m****/****4****/****CC2****/***mcMm1k***/K2mm2bMN2/MRM3b2RBB/1nmMb2NBMrc/1n1M2r1r1RM/"
        "***Nr3P***/****1B2****/****krK1****/****br2**** w"
    )
    game = game_at(text)
    assert ended(game) == outcome(*read(text)) == ""


def test_all_ends_come_up_among_them():
    rng = random.Random(77)
    game = CrossEyed()
    met: set[str] = set()
    for _ in range(6000):
        if len(met) == 5:
            break
        board = thrown_together(rng)
        if kings(board, True) and kings(board, False):
            game.set_text(write(board, rng.random() < 0.5))
            for ply in legal(game):
                game.push(ply)
                met.add(end_word(game, game.reason))
                game.pop()
    assert met == {"", "kings-captured", "captured-and-mated", "both-mated", "stalemate"}


@pytest.mark.parametrize("seed", range(3))
def test_what_attacks_is_what_could_capture(seed: int):
    rng = random.Random(seed)
    game = CrossEyed()
    for _ in range(150):
        board = thrown_together(rng)
        if not kings(board, True) or not kings(board, False):
            continue
        game.set_text(write(board, True))
        for (column, row), letter in board.items():
            by = game.attacker(row * 12 + column, 1 if letter.isupper() else 0)
            assert bool(by) == attacked(board, (column, row)), (game.text(), column, row)
