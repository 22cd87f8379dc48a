"""`crossboard import`: each game whole or not at all, whatever happens; one bad file keeps no other from being taken."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from crossboard import cli
from crossboard.library import Library, NewGame
from crossboard.library.archive import import_record
from crossboard.library.record_reader import read_records
from crossboard.library.turn_times import read_times, stored_times, work_out
from tests.support import sqlite_faults
from tests.support.sqlite_faults import faulty_sqlite

START = "charing-cross 3RR3/8/8/N6n/N6n/8/8/3rr3 w -"


def record(n: int) -> str:
    return f'[Event "{n}"]\n[FEN "{START}"]\n\n1. a4-b4 {{so}} d1-d2 $1 2. b4-c4 {{[%asked c4-d4,c4-d5 -]}} *\n\n'


@pytest.fixture(autouse=True)
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CROSSBOARD_LIBRARY", str(tmp_path / "library.db"))
    return tmp_path / "library.db"


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    status = cli.main(words)
    got = capsys.readouterr()
    return status, got.out, got.err


def whole(path: Path) -> int:
    """How many games there are; each of them is whole."""
    with Library(path) as library:
        games = library.games()
        for game in games:
            events = [(e.seq, e.kind) for e in library.moments(game.id)]
            assert events == [(1, "ply"), (2, "ply"), (0, "question"), (3, "ply")], game
            assert [note.kind for note in library.notes(game.id)] == ["comment", "nag"]
            assert (game.plies, library.committed(game.id)) == (3, 3)
        return len(games)


def test_one_bad_or_missing_file_keeps_no_other_from_being_taken(
    capsys: pytest.CaptureFixture[str], path: Path
) -> None:
    Path("a.pgn").write_text(record(1))
    Path("bad.pgn").write_text("{ never closed")
    Path("b.pgn").write_text(record(2))
    status, out, err = run(capsys, "import", "a.pgn", "bad.pgn", "none.pgn", "b.pgn")
    assert status == 2
    assert err == "crossboard: bad.pgn:1: a comment is not closed (and 1 more problem)\n"
    assert out.splitlines() == [
        "not read: bad.pgn:1: a comment is not closed",
        "not read: none.pgn: No such file or directory",
        "a.pgn: game 1: stored as 1 (3 turns)",
        "b.pgn: game 1: stored as 2 (3 turns)",
        "2 games: 2 stored, 0 already there, 0 not stored; 0 with a problem",
    ]
    assert whole(path) == 2


def test_each_game_of_a_file_is_taken_for_itself(capsys: pytest.CaptureFixture[str], path: Path) -> None:
    """Whatever is wrong with one of them; taken in again, nothing is stored twice and the same is said."""
    games = [record(n) for n in range(1, 6)]
    games[1] = games[1].replace("d1-d2 $1", "{open d1-d2").replace("{[%asked c4-d4,c4-d5 -]}", "")
    games[3] = games[3].replace("[FEN", "[FEN 1]\n[FEN")
    Path("a.pgn").write_bytes("".join(games).replace("so}", "so\xe9}").encode("latin-1"))
    what = "line 9: a comment is not closed; the rest of this game is skipped"
    broken = "line 17: '[FEN 1]' is not a tag pair such as [Event \"a name\"]"
    for word in ("stored", "already there"):
        status, out, err = run(capsys, "import", "a.pgn")
        assert (status, err) == (
            2,
            f"crossboard: a.pgn:{what[5:].replace(':', ': game 2:', 1)} (and 1 more problem)\n",
        )
        assert out.splitlines()[:5] == [
            f"game 1: {word} as 1 (3 turns)",
            f"game 2: {word} as 2 (1 turn); {what}",
            f"game 3: {word} as 3 (3 turns)",
            f"game 4: not stored; {broken}",
            f"game 5: {word} as 4 (3 turns)",
        ]
    with Library(path) as library:
        assert [len(library.events(game.id)) for game in library.games()] == [3, 1, 3, 3]
        assert library.notes(1)[0].text == "so\xe9"
    status, out, _ = run(capsys, "verify", "a.pgn")
    assert (status, out.splitlines()[1]) == (2, f"game 2: {what}")
    assert out.splitlines()[4] == "game 5: correct, charing-cross, 3 turns, * unfinished"
    assert run(capsys, "replay", "a.pgn", "--number", "5")[0] == 0
    assert (
        run(capsys, "replay", "a.pgn", "--number", "4")[2]
        == f"crossboard: a.pgn:{broken[5:].replace(':', ': game 4:', 1)}\n"
    )


def test_times_of_turns_are_stored_as_they_would_be_worked_out(path: Path) -> None:
    text = record(1).replace("a4-b4 {so}", "a4-b4 {[%emt 0:00:04.2]}").replace("d1-d2", "e1xc1@e1 {[%emt 0:00:01.5]}")
    with Library(path) as library:
        (game,) = read_records(text)
        number = import_record(library, game).game
        kept = [(*map(list, map(read_times, times[1:])),) for times in stored_times(library)]
        assert kept == [([4200], [1500])], "none is stale, though there is a question that is not an event"
        worked_out = work_out(number, START, library.events(number))
        assert [(worked_out.first, worked_out.second)] == [times[1:] for times in stored_times(library)]


@pytest.mark.parametrize(
    "text", ["1. a4-a6 *", "1. e4 e5 *", '[Variant "unheard-of"] 1. a4-b4 *', "1. a4-a6 {x} (1. a4-b4) 1-0"]
)
def test_a_game_of_which_nothing_can_be_played_is_not_stored(
    capsys: pytest.CaptureFixture[str], path: Path, text: str
) -> None:
    Path("a.pgn").write_text(f'[FEN "{START}"]\n{text}\n')
    status, out, err = run(capsys, "import", "a.pgn")
    assert (status, err.count("\n")) == (2, 1)
    assert "game 1" in err
    assert out.startswith("game 1: not stored; ")
    with Library(path) as library:
        assert library.games() == []


def test_a_record_without_turns_is_taken(capsys: pytest.CaptureFixture[str], path: Path) -> None:
    Path("a.pgn").write_text(f'[FEN "{START}"]\n\n*\n\n[FEN "{START}"]\n[Termination "resigned"]\n\n0-1\n')
    assert run(capsys, "import", "a.pgn")[0] == 0
    with Library(path) as library:
        assert {(game.plies, game.result) for game in library.games()} == {(0, "0-1"), (0, "*")}


def test_what_goes_on_after_the_end_by_the_rules_does_not_undo_it(capsys: pytest.CaptureFixture[str]) -> None:
    won = "charing-cross 3RR3/8/8/N6n/6N1/8/8/3rr3 w -"
    Path("a.pgn").write_text(f'[FEN "{won}"]\n[Termination "goal"]\n\n1. g4-h4 d1-d2 1-0\n')
    over = "the game was over before, White wins (1-0): a piece reached its goal; the rest is kept as a comment"
    what = f"line 4, turn 1... d1-d2: {over}"
    assert run(capsys, "import", "a.pgn")[:2] == (2, f"game 1: stored as 1 (1 turn); {what}\n")
    assert "White wins (1-0): a piece reached its goal" in run(capsys, "show", "1")[1]
    Path("b.pgn").write_text(run(capsys, "export", "1")[1])
    assert run(capsys, "verify", "b.pgn") == (0, "game 1: correct, charing-cross, 1 turn, 1-0 goal\n", "")
    assert run(capsys, "import", "b.pgn") == (0, "game 1: already there as 1 (1 turn)\n", "")


def test_a_game_that_an_earlier_version_left_empty_is_filled(path: Path) -> None:
    (game,) = read_records(record(1))
    with Library(path) as library:
        known = import_record(library, game).game
        board_game = library.game(known).board_game
        library.db.execute("DELETE FROM games")
        empty = library.open_game(NewGame("import", board_game, START))
        assert import_record(library, game) == (empty, True)
        assert import_record(library, game) == (empty, False)
    assert whole(path) == 1


def test_a_fault_at_every_operation_leaves_each_game_whole(tmp_path: Path) -> None:
    if not sqlite_faults.possible():
        pytest.skip("this Python's SQLite is not a shared library: its files can't be made to fail")
    games = read_records("".join(map(record, range(3))))
    with faulty_sqlite() as faults:
        for at in range(0, 400, 3):
            path = tmp_path / f"{at}.db"
            faults.begin(at, False)
            stored = 0
            try:
                with Library(path) as library:
                    for game in games:
                        stored += import_record(library, game).new
            except cli.CrossboardError:
                pass
            failed = bool(faults.failed)
            faults.begin(-1, False)
            assert whole(path) >= stored
            if not failed:
                break
        assert at > 100


def interrupt(process: subprocess.Popen[str]) -> None:
    process.send_signal(signal.SIGINT)


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no kill -9 here")
@pytest.mark.parametrize("stop", [subprocess.Popen.kill, interrupt, subprocess.Popen.terminate])
def test_stopped_at_any_moment(path: Path, stop: Callable[[subprocess.Popen[str]], None]) -> None:
    dice = random.Random(3)
    Path("many.pgn").write_text("".join(map(record, range(200))))
    command = [sys.executable, "-m", "crossboard", "import", "many.pgn"]
    found = 0
    for _ in range(4):
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            deadline = time.monotonic() + 240
            while (count(path) <= found) and process.poll() is None and time.monotonic() < deadline:
                time.sleep(0.01)
            time.sleep(dice.random() * 0.1)
            stop(process)
            _, err = process.communicate()
        assert "Traceback" not in err
        found = whole(path)
    assert subprocess.run(command, capture_output=True, check=False).returncode == 0
    assert whole(path) == 200


def count(path: Path) -> int:
    if not path.exists():
        return 0
    try:
        with Library(path, reading=True) as library:
            return len(library.games())
    except cli.CrossboardError:
        return 0  # it is being made
