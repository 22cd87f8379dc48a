"""Cross-Eyed Chess over random games: the piece list, and mates that are judged when somebody asks."""

from __future__ import annotations

import random
from collections.abc import Callable

from shared_rules.codes import HOLE
from shared_rules.cross_eyed.game import CrossEyed
from shared_rules.games import game_at
from tests.rules.test_rules_twins import thrown_together
from tests.support.naive_cross_eyed import kings, write
from tests.support.rule_cases import STARTS
from tests.support.rules_checks import legal, on_both, random_positions


@random_positions(["cross-eyed"])
def test_the_piece_list_and_the_board_agree(game: CrossEyed):
    plies = [None, *legal(game)]
    for ply in plies:
        if ply is not None:
            game.push(ply)
        assert game.at[0] == 0 and game.board[0] == HOLE
        standing = [value for value in range(1, 49) if game.at[value]]
        assert all(game.board[game.at[value]] == value for value in standing)
        assert sorted(value for value in game.board if 0 < value < 49) == standing
        if ply is not None:
            game.pop()


def test_how_a_game_stands_is_judged_anew_all_the_way_round_the_ring_of_undo():
    rng = random.Random(5)
    for asked in (1.0, 0.5, 0.0):  # how often somebody looks
        game = game_at(STARTS["cross-eyed"][1], 16)
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
    board, host = on_both(micropython, MATES.replace("TEXTS", repr(made)))
    assert board == host
    assert board.count("\n") == len(made)
