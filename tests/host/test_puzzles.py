"""Puzzles: the sets that ship, solving in the terminal and at a simulated board, and making new ones."""

from __future__ import annotations

import io
import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from crossboard import cli
from crossboard.errors import CrossboardError
from crossboard.games.evals import Eval
from crossboard.games.rules import game_at, game_names, legal_plies
from crossboard.library import Event, Library, NewGame, StoredEval
from crossboard.play.puzzles import missed
from crossboard.puzzles import Puzzle, puzzles
from crossboard.puzzles.make import find, line_of, self_play, solver, write
from crossboard.puzzles.puzzle import RIGHT, SOLVED, WRONG, puzzle
from crossboard.web import Server
from tests.support.web_rig import get, own

ROOT = Path(__file__).parents[2]
CHEAP = 30_000  # lines of play that a test tries
ENOUGH = 15  # puzzles of a game that are proved anew
AT_ONCE = "charing-cross 4R3/8/5n2/N7/4r3/1N6/1R3n2/4r3 w -"


@pytest.mark.parametrize("name", game_names())
def test_a_game_comes_with_fifty_puzzles_and_more(name: str) -> None:
    found = puzzles(name)
    assert len(found) >= 50
    assert len({one.position for one in found}) == len(found)
    for one in found:
        game = game_at(one.position)
        for text in one.line:
            game.push(game.parse_ply(text))
        assert game.result == one.side + 1, one
        assert one.finds() >= 1 and "wins" in one.task()


@pytest.mark.parametrize("name", game_names())
def test_the_solver_proves_the_puzzles(name: str) -> None:
    """Those for which everything is tried in a moment, also without a compiler."""
    solve = solver(name)
    proved = 0
    for one in puzzles(name):
        if proved < ENOUGH and len(legal_plies(game_at(one.position))) ** len(one.line) <= CHEAP:
            assert line_of(solve, one.position) == one.line
            proved += 1
    assert proved >= 10


def test_plies_are_judged() -> None:
    one = Puzzle(1, AT_ONCE, ("b2-b1",))
    game = game_at(AT_ONCE)
    assert one.judge(0, game, "b2-b1") == SOLVED
    assert one.judge(0, game, "b3-c3") == WRONG
    assert game.text() == AT_ONCE
    longer = next(found for found in puzzles("charing-cross") if found.finds() > 1)
    assert longer.judge(0, game_at(longer.position), longer.line[0]) == RIGHT
    with pytest.raises(CrossboardError, match="there is no puzzle 0 of charing-cross"):
        puzzle("charing-cross", 0)


def test_nothing_that_can_be_won_otherwise_is_a_puzzle() -> None:
    solve = solver("charing-cross")
    one = puzzles("charing-cross")[0]
    assert line_of(solve, one.position) == one.line
    both = "charing-cross 8/8/8/N5Nn/7n/8/1R6/r3r3 w -"
    assert line_of(solve, both) is None, "the knight and the rook win at once"
    slower = "charing-cross 3R1N2/6R1/8/N4n2/3n4/8/8/3r1r2 w -"
    solve.game.set_text(slower)
    winning = [[solve.after(0, ply, plies) for ply in solve.plies()].count(True) for plies in (0, 2)]
    assert winning[0] == 1 < winning[1] and line_of(solve, slower) is None, "another wins a move later"
    start = "charing-cross 3RR3/8/8/N6n/N6n/8/8/3rr3 w -"
    assert line_of(solve, start) is None
    assert solve.game.text() == start, "the game stands as before"


def test_a_set_is_made_from_candidates_first_and_written(tmp_path: Path) -> None:
    told: list[int] = []
    given = [puzzles("charing-cross")[0].position]
    found = find("charing-cross", 2, "a seed", given, told.append)
    assert [one["position"] for one in found if len(one["line"]) == 1] == given
    assert len(found) == 2 == told[-1]
    assert json.loads(write(found)) == found
    assert found == find("charing-cross", 2, "a seed", given), "the same each time"
    positions = self_play("kings-crossing", random.Random(1))
    assert all(game_at(text).text() == text for text in (next(positions) for _ in range(5)) if text)


def test_missed_wins_of_analysed_games_are_candidates(tmp_path: Path) -> None:
    with Library(tmp_path / "library.db") as library:
        number = library.open_game(NewGame("b", "1", AT_ONCE))
        library.append(number, [Event(1, "ply", "b3-c3")])
        assert list(missed(library, "charing-cross")) == []
        library.keep_analysis(number, [StoredEval(0, Eval(mate=1), ("b2-b1",)), StoredEval(1, Eval(mate=1))])
        assert list(missed(library, "charing-cross")) == [AT_ONCE], "after it Black is to move, and loses"
        assert list(missed(library, "card-chess")) == []


# Solving


def solve(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], typed: str, *words: str) -> str:
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    assert cli.main(["puzzles", *words]) == 0
    return capsys.readouterr().out


def wrong_and_right(one: Puzzle) -> tuple[str, list[str]]:
    """A ply that does not solve it, and the plies of who solves it."""
    game = game_at(one.position)
    wrong = next(text for text in map(game.ply_text, legal_plies(game)) if text != one.line[0])
    mine: list[str] = []
    for text in one.line:
        if game.side == one.side:
            mine.append(text)
        game.push(game.parse_ply(text))
    return wrong, mine


def test_in_the_terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert solve(monkeypatch, capsys, "").count(" puzzles") == len(game_names())
    one = next(found for found in puzzles("charing-cross") if found.finds() == 2)
    wrong, mine = wrong_and_right(one)
    typed = "\n".join(["a1-a8", "help", "?", wrong, "hint", *mine, "quit", ""])
    shown = solve(monkeypatch, capsys, typed, "charing-cross", "--number", str(one.number))
    for part in (
        one.task(),
        "a1-a8: ",
        "does not win in 2 moves. Try another.",
        "It is the ",
        "Right. The answer: ",
        "Solved!",
        "1 puzzle solved",
    ):
        assert part in shown, shown
    assert shown.count("type a ply, hint, solution") == 2, "help and ? say what may be typed"
    first = puzzles("charing-cross")[0]
    shown = solve(monkeypatch, capsys, "solution\nnext\nq\n", "charing-cross")
    assert " ".join(first.line) in shown and "Puzzle 2 of" in shown and "0 puzzles solved" in shown


@pytest.mark.parametrize("words", [["unheard-of"], ["charing-cross", "--number", "999"], ["--make", "3"]])
def test_what_cannot_be_meant_is_said(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["puzzles", *words]) == 2
    got = capsys.readouterr()
    assert got.out == "" and got.err.startswith("crossboard: ") and got.err.count("\n") == 1


def test_a_set_is_made_by_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "set.json"
    library = str(tmp_path / "library.db")
    Library(Path(library)).close()
    assert cli.main(["puzzles", "charing-cross", "--make", "3", "-o", str(out), "--library", library]) == 0
    assert len(json.loads(out.read_text())) == 3


@pytest.mark.early
@pytest.mark.parametrize("name", ["charing-cross", "kings-crossing"])
def test_at_the_board(name: str, tmp_path: Path) -> None:
    """Its hands set the pieces up by the lights, a wrong ply is taken back, the board answers the right ones."""
    one = next(found for found in puzzles(name) if found.finds() == 2)
    wrong, mine = wrong_and_right(one)
    typed = "\n".join([wrong, "setup", *mine, "quit", ""])
    words = ["-m", "crossboard", "puzzles", name, "--number", str(one.number), "--board", "sim", "--no-web"]
    there = {**os.environ, "CROSSBOARD_HOME": str(tmp_path), "PYTHONUTF8": "1"}
    there.pop("CROSSBOARD_LIBRARY", None)
    done = subprocess.run([sys.executable, *words], env=there, input=typed, capture_output=True, text=True, timeout=280)
    assert done.returncode == 0, done.stdout + done.stderr
    for part in (one.task(), "Not that one: ", "Right. Go on.", "Solved!"):
        assert part in done.stdout, done.stdout
    with Library(tmp_path / "library.db") as library:
        stored = library.games()[-1]
        standing = [event.text for event in library.events(stored.id) if event.kind == "ply"]
    assert stored.start == one.position and standing == [wrong, *one.line]


def test_pages_get_the_sets(tmp_path: Path) -> None:
    server = Server(tmp_path / "library.db")
    try:
        sets = json.loads(get(server, "/api/puzzles")[1])["sets"]
        assert set(sets) == set(game_names())
        (first, *_) = json.loads(get(server, "/api/puzzles/cross-eyed")[1])["puzzles"]
        assert first["line"] and first["task"].startswith(first["sides"][first["side"]])
        assert get(server, "/api/puzzles/unheard-of")[0] == 400
        assert get(server, "/puzzles")[0] == 200
        wish = {"op": "puzzle", "spec": "charing-cross", "number": 1}
        assert get(server, "/api/action", wish, Origin=own(server)) == (400, '{"error":"no board is attached"}')
        for wrong in (
            {},
            [],
            {"op": "lift"},
            {"op": "puzzle", "game": "x"},
            {"op": "puzzle", "spec": "x", "number": 1.5},
        ):
            assert get(server, "/api/action", wrong, Origin=own(server))[0] == 400
    finally:
        server.close()
