"""The search: what it promises at every step, that both Pythons find the same, and that it finds what is forced."""

from __future__ import annotations

import random
from array import array
from collections.abc import Callable
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from crossboard.games.rules import game_at, game_names, legal_plies, new_game, specs
from crossboard.puzzles.puzzle import puzzles
from shared_rules.search.evaluation import Evaluation
from shared_rules.search.evaluations import evaluation_of
from shared_rules.search.search import NO_PLY, PROOF, SURE, WIN, Search
from tests.on_board.search_locked import report
from tests.support.perft_data import counts, game_of

SCRIPT = Path(__file__).parents[1] / "on_board" / "search_locked.py"
WON = {
    "charing-cross": "charing-cross 3R4/8/8/N6n/N6n/8/8/R3r3 b -",
    "kings-crossing": "kings-crossing 7K/8/8/m7 b - - 0",
    "cross-eyed": "cross-eyed ****4****/****4****/****4****/***6***/12/12/12/5K6/***6***/****4****/****4****/****4**** b",
    "card-chess": "card-chess:plain 6/6/6/6/[kQ]5/[kQ]4K w ............ -",
    "chess": "chess 3R2k1/5ppp/8/8/8/8/8/6K1 b - - 0 1",
    "draughts": "draughts 8/8/8/8/8/m7/1M6/2M5 b",
}
COUNTS = {"kings-crossing": 1, "chess": 2}  # fields at the end of a text that only count plies: no part of the key


def searched(text: str, table_bits: int = 10, **limits: int) -> Any:
    """A search of a position that is done."""
    search: Any = Search(game_at(text, 64), table_bits)
    search.begin(**limits)
    while not search.step(500):
        pass
    return search


def some_positions(name: str, count: int = 6) -> list[str]:
    """Positions of random games, the same each time."""
    chance = random.Random(name)
    texts: list[str] = []
    while len(texts) < count:
        game = new_game(chance.choice([spec for spec in specs() if spec.partition(":")[0] == name]))
        for _ in range(chance.randrange(2, 30)):
            plies = legal_plies(game)
            if not plies:
                break
            game.push(chance.choice(plies))
        if legal_plies(game):
            texts.append(game.text())
    return texts


@pytest.mark.parametrize("name", game_names())
def test_micropython_finds_the_same_with_its_heap_locked(name: str, micropython: Callable[..., str]):
    texts = some_positions(name)
    nodes = 2 * PROOF + 1 if hasattr(new_game(name), "may_win") else 400  # with fewer nothing is proved
    code = "from search_locked import report\n" + "\n".join(f"report({text!r}, {nodes})" for text in texts)
    out = StringIO()
    with redirect_stdout(out):
        for text in texts:
            report(text, nodes)
    assert micropython(code, {"/search_locked.py": SCRIPT}) == out.getvalue()


@pytest.mark.parametrize("name", game_names())
def test_it_fits_on_a_board(name: str):
    search: Any = Search(new_game(name), 9)
    arrays = [
        value for part in (search, search.evaluation) for value in vars(part).values() if isinstance(value, array)
    ]
    sizes = [len(values) * values.itemsize for values in arrays]
    assert sum(sizes) <= 24 << 10
    assert max(sizes) <= 8 << 10


@pytest.mark.parametrize("name", game_names())
def test_steps_of_any_size_lead_to_the_same(name: str):
    for text in some_positions(name, 3):
        found: set[tuple[int, ...]] = set()
        for size in (1, 17, 1000):
            search: Any = Search(game_at(text, 64), 8)
            search.begin(nodes=700)
            while not search.step(size):
                pass
            assert search.game.text() == text
            found.add((search.best, search.score, search.depth, search.nodes, *search.pv))
        assert len(found) == 1


@pytest.mark.parametrize("name", game_names())
def test_a_step_never_makes_more_nodes_than_it_may(name: str):
    search: Any = Search(new_game(name, 64), 8)
    search.begin()
    for _ in range(60):
        before = search.nodes
        assert not search.step(5)
        assert before <= search.nodes <= before + 5
    assert search.nodes > 100  # some steps are for other work


@pytest.mark.parametrize("name", game_names())
def test_stopped_anywhere_the_game_stands_as_before_and_there_is_a_legal_ply(name: str):
    for text in some_positions(name, 3):
        game: Any = game_at(text, 64)
        board, plies = list(game.board), legal_plies(game)
        search: Any = Search(game, 8)
        for nodes in (0, 1, 2, 5, 30, 77, 400):
            search.begin()
            search.step(nodes)
            search.stop()
            assert search.done and search.step(10)
            assert (list(game.board), game.text(), legal_plies(game)) == (board, text, plies)
            assert search.best in plies
            assert search.pv[0] == search.best


@pytest.mark.parametrize("name", game_names())
def test_a_finished_game_is_done_at_once(name: str):
    search: Any = Search(game_at(WON[name], 64))
    search.begin()
    assert search.done and search.best == NO_PLY and search.choices == 0
    assert search.step(100)


@pytest.mark.parametrize("name", game_names())
def test_it_sees_what_a_plain_minimax_sees(name: str):
    """Wins of up to three plies, in positions with a won end near."""
    chance = random.Random(4)
    seen = 0
    while seen < 6:
        text = near_the_end(name, chance)
        game: Any = game_at(text, 64)
        expected = forced(game, 3)
        if expected == 0:
            continue
        seen += 1
        score = searched(text, nodes=30000).score
        assert abs(score) > SURE and (score > 0) == (expected > 0), text
        assert WIN - abs(score) == abs(expected), text


@pytest.mark.parametrize("name", [name for name in game_names() if hasattr(new_game(name), "may_win")])
def test_a_win_by_the_next_ply_but_one_is_proved_before_anything_is_searched(name: str):
    """In fewer nodes than a board has time for, and with a line to the end."""
    found = [puzzle for puzzle in puzzles(name) if len(puzzle.line) in (1, 3)]
    assert len(found) > 30
    for puzzle in found:
        search = searched(puzzle.position)
        assert search.game.ply_text(search.best) == puzzle.line[0], puzzle.position
        assert search.ends_in() == search.pv_length[0] == len(puzzle.line)
        assert search.nodes <= PROOF
        for i in range(search.pv_length[0]):
            assert search.pv[i] in legal_plies(search.game)
            search.game.push(search.pv[i])
        assert search.game.result


def near_the_end(name: str, chance: random.Random) -> str:
    """A position one to three plies before the end of a random game."""
    while True:
        game = new_game(name, 512)
        played = 0
        while (plies := legal_plies(game)) and played < 400:
            game.push(chance.choice(plies))
            played += 1
        if game.result in (1, 2):
            for _ in range(chance.randrange(1, 4)):
                game.pop()
            if len(legal_plies(game)) < 60:
                return game.text()


def forced(game: Any, most: int) -> int:
    """In how many plies the side to move wins (or loses, below 0) whatever the other does; 0 if not within `most`."""
    for depth in range(1, most + 1):
        for side, sign in ((game.side, 1), (1 - game.side, -1)):
            if can_force(game, depth, side):
                return sign * depth
    return 0


def can_force(game: Any, depth: int, side: int) -> bool:
    """Whether a side wins within so many plies, whatever the other does."""
    if game.result or not depth:
        return game.result == side + 1

    def after(ply: int) -> bool:
        game.push(ply)
        try:
            return can_force(game, depth - 1, side)
        finally:
            game.pop()

    return (any if game.side == side else all)(map(after, legal_plies(game)))


@pytest.mark.parametrize("name", game_names())
def test_scores_are_the_same_from_both_sides_and_change_their_sign(name: str):
    for text in some_positions(name, 8):
        game: Any = game_at(text, 64)
        evaluation: Any = evaluation_of(game)
        assert type(evaluation) is not Evaluation
        assert not evaluation.look()
        before = (evaluation.score, evaluation.key_a, evaluation.key_b, evaluation.side)
        assert evaluation.side == game.side and abs(evaluation.score) < 10000
        for ply in legal_plies(game):
            game.push(ply)
            evaluation.look()
            assert (evaluation.key_a, evaluation.key_b) != before[1:3]
            game.pop()
        evaluation.look()
        assert (evaluation.score, evaluation.key_a, evaluation.key_b, evaluation.side) == before


@pytest.mark.parametrize("name", game_names())
def test_different_positions_have_different_keys(name: str):
    chance = random.Random(9)
    keys: dict[tuple[int, int], str] = {}
    halves: set[int] = set()
    game: Any = new_game(name, 512)
    evaluation: Any = evaluation_of(game)
    counts = COUNTS.get(name, 0)
    for _ in range(20000):
        plies = legal_plies(game)
        if not plies or game.undoable == 512:
            game.reset()
            plies = legal_plies(game)
        game.push(chance.choice(plies))
        won = evaluation.look()
        assert 0 <= evaluation.key_a < 1 << 30 and 0 <= evaluation.key_b < 1 << 30
        text = game.text().rsplit(" ", counts)[0] if counts else game.text()
        if not won:
            assert keys.setdefault((evaluation.key_a, evaluation.key_b), text) == text
            halves.add(evaluation.key_b)
    assert len(keys) - len(halves) < 12


def test_lines_are_the_best_plies_in_order():
    search: Any = Search(new_game("charing-cross", 64), 10, 4)
    search.begin(depth=4)
    while not search.step(100):
        pass
    firsts = [search.pv[48 * i] for i in range(4)]
    assert len(set(firsts)) == 4 and firsts[0] == search.best
    assert list(search.line_score) == sorted(search.line_score, reverse=True)


def test_depth_and_nodes_are_limits():
    assert searched("charing-cross 3RR3/8/8/N6n/N6n/8/8/3rr3 w -", depth=3).depth == 3
    assert searched("charing-cross 3RR3/8/8/N6n/N6n/8/8/3rr3 w -", nodes=321).nodes == 321


def test_a_ply_without_a_choice_costs_no_depth():
    """A loss in four plies, two of them the only ones, is seen by a search of two."""
    search = searched("kings-crossing 1M6/M3k2K/7M/1M5m b 4 - 0", depth=2)
    assert search.depth == 2 and search.ends_in() == -4


def test_a_game_without_an_evaluation_of_its_own_is_searched_too():
    class Toy(type(new_game("card-chess"))):  # type: ignore[misc]
        name = "toy"

    search: Any = Search(Toy("", 64), 8)
    assert type(search.evaluation) is Evaluation
    search.begin(nodes=300)
    while not search.step(50):
        pass
    assert search.best in legal_plies(search.game)


def test_kept_positions_are_searched_without_harm():
    for text in counts():
        if game_of(text) in game_names():
            search = searched(text, nodes=150)
            assert search.game.text() == text
