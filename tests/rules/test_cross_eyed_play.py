"""Cross-Eyed Chess over random games and thrown-together positions: against the naive twin, and on both Pythons."""

from __future__ import annotations

import random
from array import array
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared_rules.codes import HOLE, RESULTS, TERMINATIONS
from shared_rules.cross_eyed.game import CrossEyed
from shared_rules.games import game_at
from tests.support.cross_eyed_positions import START
from tests.support.naive_cross_eyed import SQUARES, Board, after, attacked, kings, outcome, plies, ply_text, read, write
from tests.support.rules_checks import check_game, check_play, check_text, check_wishes, legal, on_both, texts

STARTS = [
    START,
    "cross-eyed ****4****/****4****/****4****/***6***/R4R4RR/12/12/k2p7k/***6***/****4****/****4****/****K2K**** w",
    "cross-eyed ****4****/****1p2****/****N3****/***6***/12/r10n/1P8P1/K10K/***6***/****4****/****1p2****/****k2k**** w",
    "cross-eyed ****2B1****/****1p2****/****4****/***6***/12/r10n/1P8P1/K10K/***6***/****4****/****1p2****/****k1Rk**** b",
    "cross-eyed ****1RcM****/****C3****/****3B****/***6***/1n4bn2R1/rk1p3p3m/m1p1p2P3k/r6P1prr/***b2P2***/****P3****/"
    "****KBpC****/****RNMc**** b",
    "cross-eyed ****4****/****4****/****4****/***3P2***/PP9k/KP6M3/9m2/P10k/***6***/****4****/****1P2****/****r3**** b",
]
PICKS = st.lists(st.integers(0, 1 << 20), max_size=60)
STUCK = {(0, 4): "K", (0, 5): "P", (1, 4): "P", (1, 5): "P"}  # a white king shut in by its own pawns


def ended(game: CrossEyed) -> str:
    return f"{RESULTS[game.result]} {TERMINATIONS[game.reason]}" if game.result else ""


def held(game: Any) -> list[object]:
    """Every list and array of a position, besides those that rules_checks.state looks at."""
    return [bytes(game.board), list(game.at), list(game.kinds), game.side, game.result, game.reason, game.undoable]


def check_ranges(game: Any) -> None:
    """Plies with their texts; by square; the low byte is the origin."""
    all_plies = legal(game)
    assert bool(all_plies) == (not game.result)
    assert len(texts(game)) == len(set(all_plies)) == len(all_plies)
    for ply in all_plies:
        assert 0 <= ply < 1 << 30 and game.piece_side(ply & 255) == game.side
        assert game.parse_ply(game.ply_text(ply)) == ply
    assert len({game.rank(ply) for ply in all_plies}) == len(all_plies)


def check_pieces(game: Any) -> None:
    """The piece list and the board agree."""
    assert game.at[0] == 0 and game.board[0] == HOLE
    for value in range(1, 49):
        if game.at[value]:
            assert game.board[game.at[value]] == value
    on_board = [value for value in game.board if 0 < value < 49]
    assert sorted(on_board) == [value for value in range(1, 49) if game.at[value]]


def check(game: Any) -> None:
    check_text(game)
    check_ranges(game)
    check_play(game)
    check_pieces(game)
    before, room = held(game), array("i", [0] * 22)
    for ply in legal(game):
        game.push(ply)
        check_pieces(game)
        game.plies_from(ply >> 8 & 255, room, 0)
        game.pop()
        assert held(game) == before
    other = game_at(game.text())
    assert sorted(legal(other)) == sorted(legal(game))  # a ply's number depends on nothing but the position


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(STARTS), PICKS)
def test_every_position_keeps_the_promises_of_the_interface(text: str, picks: list[int]):
    check_game(game_at(text, 128), picks, check)


@settings(max_examples=6, deadline=None)
@given(st.sampled_from(STARTS), PICKS)
def test_a_wish_is_fine_if_and_only_if_a_ply_fulfils_it(text: str, picks: list[int]):
    game = game_at(text)
    for pick in picks:
        found = legal(game)
        if not found:
            break
        game.push(found[pick % len(found)])
    check_wishes(game)


def compare(game: CrossEyed, board: Board, white: bool, rng: random.Random, most: int) -> set[str]:
    """Holds a position and up to `most` of its plies to the naive twin; gives the ends met."""
    assert ended(game) == outcome(board, white), game.text()
    if game.result:
        return {ended(game)}
    mine = {game.ply_text(ply): ply for ply in legal(game)}
    theirs = {ply_text(board, ply): ply for ply in plies(board, white)}
    assert mine.keys() == theirs.keys(), game.text()
    met: set[str] = set()
    for text in rng.sample(sorted(theirs), min(most, len(theirs))):
        new = after(board, theirs[text])
        game.push(mine[text])
        assert game.text() == write(new, not white)
        assert ended(game) == outcome(new, not white), (game.text(), text)
        met.add(ended(game))
        game.pop()
    return met


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(STARTS), PICKS, st.randoms(use_true_random=False))
def test_random_games_are_those_of_the_naive_twin(text: str, picks: list[int], rng: random.Random):
    game = game_at(text)
    for pick in picks[:25]:
        found = legal(game)
        if not found:
            break
        compare(game, *read(game.text()), rng, 3)
        game.push(sorted(found)[pick % len(found)])
    compare(game, *read(game.text()), rng, 3)


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
    rng = random.Random(seed)
    game = CrossEyed()
    met: set[str] = set()
    for _ in range(100):
        board = thrown_together(rng)
        white = rng.random() < 0.4
        if not kings(board, True) or not kings(board, False):
            continue
        game.set_text(write(board, white))
        met |= compare(game, board, white, rng, 6)
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


def test_how_a_game_stands_is_judged_anew_all_the_way_round_the_ring_of_undo():
    rng = random.Random(5)
    for asked in (1.0, 0.5, 0.0):  # how often somebody looks
        game = game_at(STARTS[1], 16)
        trail: list[tuple[str, int, int]] = []
        for _ in range(60):
            trail.append((game.text(), game.result, game.reason))
            plies = legal(game)
            if not plies:
                break
            game.push(rng.choice(plies))
            if rng.random() < asked:
                assert game.result in range(4)
        assert len(trail) > 20
        while game.undoable:
            if rng.random() < asked:
                other = game_at(game.text(), 16)
                assert (game.result, game.reason) == (other.result, other.reason)
            game.pop()
        text, result, reason = next(entry for entry in trail if entry[0] == game.text())
        assert (game.text(), game.result, game.reason) == (text, result, reason)


def test_plies_that_are_only_tried_leave_no_judgement_behind():
    game = game_at(
        "cross-eyed ****4****/****4****/****4****/***rrrr2***/12/12/k11/11k/***6***/****4****/****4****/****K2K**** b"
    )
    plies = legal(game)
    for ply in plies:
        for other in plies:
            game.push(other)
            game.pop()
            game.push(ply)
            known = game_at(game.text())
            assert (game.result, game.reason) == (known.result, known.reason)
            game.pop()
            assert game.result == 0


def test_all_ends_come_up_among_them():
    rng = random.Random(77)
    game = CrossEyed()
    met: set[str] = set()
    for _ in range(6000):
        board = thrown_together(rng)
        if kings(board, True) and kings(board, False):
            game.set_text(write(board, rng.random() < 0.5))
            for ply in legal(game):
                game.push(ply)
                met.add(TERMINATIONS[game.reason])
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


def test_a_long_game_goes_round_the_ring_of_undo():
    game = CrossEyed(history=16)
    trail = [held(game)]
    for text in ["e2-d4", "b5-e4", "d4-e2", "e4-b5"] * 10:
        game.push(game.parse_ply(text))
        trail.append(held(game))
        assert game.undoable == min(len(trail) - 1, 16)
    trail.pop()
    for left in range(15, -1, -1):
        game.pop()
        assert game.undoable == left
        assert held(game)[:-1] == trail.pop()[:-1]


def test_play_allocates_nothing_and_is_the_same_on_micropython(micropython: Callable[..., str]):
    """One MicroPython for all of them: to start and load it takes longer than to play."""
    code = "from random_games import play\n"
    code += "".join(f"for seed in (1, 22, 333):\n    play({text!r}, seed, 40)\n" for text in STARTS)
    board, host = on_both(micropython, "random_games", code)
    assert board == host
    assert sum(line.startswith("cross-eyed") for line in board.splitlines()) == 3 * len(STARTS)


MATES = """
from array import array
from shared_rules.cross_eyed.game import CrossEyed
try:
    from micropython import heap_lock, heap_unlock
except ImportError:
    heap_lock = heap_unlock = lambda: None
game = CrossEyed("", 16)
out = array("i", [0] * game.max_plies)
def look():
    total = 0
    for i in range(game.plies(out, 0)):
        game.push(out[i])
        total = (total * 31 + game.reason + 16 * game.side + game.digest()) & 0xFFFFFF
        game.pop()
    return total
look()
for text in TEXTS:
    game.set_text(text)
    heap_lock()
    try:
        total = look()
    finally:
        heap_unlock()
    print(game.result, game.reason, total)
"""


def test_mates_are_judged_without_allocation_and_alike_on_micropython(micropython: Callable[..., str]):
    rng = random.Random(9)
    boards = [thrown_together(rng) for _ in range(40)]
    made = [write(board, i % 2 == 0) for i, board in enumerate(boards) if kings(board, True) and kings(board, False)]
    board, host = on_both(micropython, "random_games", MATES.replace("TEXTS", repr(made)))
    assert board == host
    assert board.count("\n") == len(made)
