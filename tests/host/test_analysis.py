"""Analysis of logged games: scores and marks, what the library keeps of them, and what records say."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from crossboard import cli
from crossboard.analysis import Analyst, Progress, Stopped
from crossboard.analysis.analyst import positions
from crossboard.analysis.text import graph, tally_lines
from crossboard.errors import CrossboardError
from crossboard.games.evals import BLUNDER, INACCURACY, MISTAKE, Eval, eval_for, mark_for, read_eval
from crossboard.games.record import write_record
from crossboard.games.rules import game_at, new_game
from crossboard.library import Event, Library, NewGame, StoredEval
from crossboard.library.archive import export_game, import_record
from crossboard.library.judgement import Judged, judge, turn_line
from crossboard.library.record_evals import split
from crossboard.library.record_reader import read_record_file, read_records
from crossboard.library.timeline import tell

DEMO = Path(__file__).parents[2] / "host" / "crossboard" / "play" / "demo.pgn"
SHORT_S = 0.02
POSITIONS = 11  # of the demonstration's game: a placement is a position of its own, the last one is over


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Library:
    path = tmp_path / "library.db"
    monkeypatch.setenv("CROSSBOARD_LIBRARY", str(path))
    with Library(path) as opened:
        import_record(opened, read_record_file(DEMO)[0])
        yield opened  # type: ignore[misc]


def analyse(library: Library, number: int = 1, think_s: float = SHORT_S) -> list[Progress]:
    told: list[Progress] = []
    with Analyst(think_s) as analyst:
        analyst.analyse(library, number, told.append)
    return told


# Scores and marks


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("0.35", Eval(35)), ("-1.2", Eval(-120)), ("+3", Eval(300)), ("-0.05", Eval(-5)), ("2.35,18", Eval(235)),
        ("#3", Eval(mate=3)), ("#-12", Eval(mate=-12)),
        ("#0", None), ("", None), ("1.234", None), ("mate", None), ("#1.5", None), ("--1", None), ("99999", None),
    ],
)  # fmt: skip
def test_scores_are_read(text: str, read: Eval | None) -> None:
    assert read_eval(text) == read
    if read:
        assert read_eval(read.text()) == read


def test_a_search_s_score_is_told_for_the_first_side() -> None:
    assert eval_for(0, 120, None) == Eval(120)
    assert eval_for(1, 120, None) == Eval(-120)
    assert eval_for(0, 16000, 1) == eval_for(1, -16000, -2) == Eval(mate=1)
    assert eval_for(1, 15990, 5) == eval_for(0, -15990, -6) == Eval(mate=-3)


MARKS = [
    (0, Eval(0), Eval(-20), 0),
    (0, Eval(0), Eval(-60), INACCURACY),
    (0, Eval(0), Eval(-120), MISTAKE),
    (0, Eval(0), Eval(-200), BLUNDER),
    (1, Eval(0), Eval(200), BLUNDER),
    (1, Eval(0), Eval(-200), 0),
    (0, Eval(1500), Eval(1200), 0),  # decided either way
    (0, Eval(mate=2), Eval(200), BLUNDER),  # a forced win is gone
    (0, Eval(mate=2), Eval(800), MISTAKE),
    (0, Eval(mate=2), Eval(1500), INACCURACY),
    (0, Eval(mate=2), Eval(mate=5), 0),  # only later
    (0, Eval(mate=2), Eval(mate=-1), BLUNDER),
    (1, Eval(0), Eval(mate=4), BLUNDER),  # a forced loss is allowed
    (1, Eval(1200), Eval(mate=4), INACCURACY),  # where little was to be lost
    (1, Eval(mate=3), Eval(mate=1), 0),
    (1, Eval(mate=3), Eval(0), 0),
]


@pytest.mark.parametrize(("side", "before", "after", "nag"), MARKS)
def test_marks_go_by_what_is_lost(side: int, before: Eval, after: Eval, nag: int) -> None:
    assert mark_for(side, before, after) == nag


def test_the_only_ply_and_the_best_one_are_never_marked() -> None:
    line = tell(new_game("charing-cross").text(), [Event(1, "ply", "d8xf8"), Event(2, "ply", "@d8")])
    lost = {
        seq: StoredEval(seq, Eval(score), (ply,))
        for seq, score, ply in ((0, 500, "d8xf8"), (1, 0, "@e8"), (2, -900, ""))
    }
    assert [one.nag for one in judge(line, lost)] == [0, BLUNDER]
    lost[0] = StoredEval(0, Eval(500), ("a4-b4",))
    assert [one.nag for one in judge(line, lost)] == [BLUNDER, BLUNDER]
    forced = tell(new_game("kings-crossing").text(), [Event(1, "ply", "b1-f1"), Event(2, "ply", "g1xe1")])
    assert judge(forced, {1: StoredEval(1, Eval(0), ("g2-f2",)), 2: StoredEval(2, Eval(900))})[1].nag == 0, (
        "it must jump"
    )


# Analysing


def test_every_position_of_a_game_is_scored_and_kept(library: Library) -> None:
    told = analyse(library)
    assert told == [Progress(1, done, POSITIONS) for done in range(POSITIONS + 1)]
    found = library.analysis(1)
    assert sorted(found) == [seq for seq, _ in sorted(positions(library, 1))]
    for seq, text in positions(library, 1):
        game = game_at(text)
        for ply in found[seq].line:
            game.push(game.parse_ply(ply))
        assert found[seq].line and found[seq].ms == 20
    line = tell(library.game(1).start, library.moments(1))
    *_, blunder, win = judge(line, found)
    assert (blunder.text, blunder.nag, blunder.eval) == ("c1-b2", BLUNDER, Eval(mate=1))
    assert turn_line(line, blunder).startswith("4... ")
    assert (win.nag, win.eval) == (0, None)


def test_it_goes_on_where_it_was_stopped(library: Library) -> None:
    told: list[Progress] = []
    with Analyst(SHORT_S) as analyst:
        with pytest.raises(Stopped):
            analyst.analyse(library, 1, told.append, lambda: len(told) > 3)
        assert len(library.analysis(1)) == 3
        told.clear()
        analyst.analyse(library, 1, told.append)
        assert [one.done for one in told] == list(range(3, POSITIONS + 1))
        told.clear()
        analyst.analyse(library, 1, told.append)
        assert [one.done for one in told] == [POSITIONS], "nothing is left to do"
    before = library.analysis(1)
    with Analyst(2 * SHORT_S) as analyst:
        analyst.analyse(library, 1, told.append)
    assert [one.ms for one in library.analysis(1).values()] == [40] * POSITIONS, "with more time it is done anew"
    library.keep_analysis(1, before.values())
    assert [one.ms for one in library.analysis(1).values()] == [40] * POSITIONS


def test_a_secret_is_not_analysed_before_it_is_out(library: Library) -> None:
    start = "kings-crossing:stealth MM4mm/MM4mm/MM4mm/MM4mm w - - 0"
    number = library.open_game(NewGame("b1", "1", start))
    with pytest.raises(CrossboardError, match="before its secret kings are revealed"):
        positions(library, number)


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGINT to a single process there")
def test_ctrl_c_stops_the_command_and_keeps_what_was_found(library: Library) -> None:
    words = [sys.executable, "-m", "crossboard", "analyse", "1", "--think", "1"]
    heed = lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)  # noqa: E731  # a test run in the background ignores it
    with subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ}, preexec_fn=heed
    ) as process:
        end = time.monotonic() + 240
        while not library.analysis(1) and time.monotonic() < end:
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        _, complaint = process.communicate(timeout=300)
    assert process.returncode == 130
    assert complaint == "crossboard: stopped; run the same command again to go on\n"
    assert 0 < len(library.analysis(1)) < POSITIONS


# The command


def test_the_command_prints_a_line_a_turn_and_a_graph(library: Library, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["analyse", "1", "--think", "0.1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "game 1: charing-cross, Ada (White) - Bob (Black)"
    assert any(re.match(r"4\.\.\.  c1-b2\?\? +#1  blunder; better: 4\.\.\. ", line) for line in lines), lines
    assert any(line.strip().startswith("even ─") for line in lines)
    assert lines[-1].startswith("Black: ") and "1 blunder" in lines[-1]
    assert cli.main(["analyse", "--all"]) == 0
    assert capsys.readouterr().out == "1 game analysed\n"


@pytest.mark.parametrize("words", [[], ["1", "--all"], ["7"], ["x"], ["1", "--think", "0"]])
def test_what_cannot_be_analysed_is_said(
    library: Library, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["analyse", *words]) == 2
    got = capsys.readouterr()
    assert got.out == "" and got.err.startswith("crossboard: ") and got.err.count("\n") == 1
    assert library.analysis(1) == {}


def test_the_graph_shows_who_was_better() -> None:
    scores = [Eval(0), Eval(300), Eval(mate=3), None, Eval(-300), Eval(mate=-1)]
    drawn = graph([Judged(i, 0, "", "", 0, 0, score) for i, score in enumerate(scores)], ("White", "Black"))
    cells = [line[9:].ljust(6) for line in drawn]
    assert cells[3] == "──────"
    above = ["".join(row[i] for row in cells[:3]).strip() for i in range(6)]
    below = ["".join(row[i] for row in cells[4:]).strip() for i in range(6)]
    assert [len(one) for one in above] == [0, 2, 3, 0, 0, 0]
    assert [len(one) for one in below] == [0, 0, 0, 0, 2, 3]


def test_an_unfinished_analysis_says_how_far_it_is(library: Library) -> None:
    line = tell(library.game(1).start, library.moments(1))
    texts = [seq for turn in line.turns for seq in turn.seqs]
    evals = {seq: StoredEval(seq, Eval(0)) for seq in [0, *texts]}
    assert line.game.result and texts[-1] in evals
    del evals[texts[-1]]  # nothing is to be searched where the game is over
    judged = judge(line, evals)
    assert list(tally_lines(line, judged)) == ["White: no marks", "Black: no marks"] or all(
        "so far" not in words for words in tally_lines(line, judged)
    )
    whites = [one for one in judged if one.side == 0]
    del evals[whites[0].seq]
    white, black = tally_lines(line, judge(line, evals))
    assert white.endswith(f" so far ({len(whites) - 1} of {len(whites)} plies analysed)")
    assert "so far" not in black


# Records


def test_a_record_carries_the_analysis_and_gives_it_back(library: Library, tmp_path: Path) -> None:
    plain = write_record(export_game(library, 1))
    analyse(library)
    text = write_record(export_game(library, 1))
    assert re.search(r"\$4 \{\[%eval #1,\d+\]\} \(4\.\.\. ", " ".join(text.split()))
    assert import_record(library, read_records(text)[0]) == (1, False), "it is the same game"
    assert import_record(library, read_records(plain)[0]) == (1, False)
    with Library(tmp_path / "other.db") as other:
        assert import_record(other, read_records(plain)[0]) == (1, True)
        assert other.analysis(1) == {}
        assert import_record(other, read_records(text)[0]) == (1, False), "what is new of it is taken all the same"
        assert write_record(export_game(other, 1)) == text
        assert [note.kind for note in other.notes(1)] == [note.kind for note in library.notes(1)]
    with Library(tmp_path / "third.db") as third:
        assert import_record(third, read_records(text)[0]) == (1, True)
        assert write_record(export_game(third, 1)) == text


def test_an_imported_analysis_is_done(library: Library, tmp_path: Path) -> None:
    """Of an unfinished game: the best line of its last position is in no variation."""
    moves = "1. a4-b4 d1-c2 2. d8xf8@d8"
    number = import_record(library, read_records(f'[Variant "charing-cross"]\n\n{moves} *\n')[0]).game
    analyse(library, number)
    found = library.analysis(number)
    text = write_record(export_game(library, number))
    assert "[%think 0.02]" in text
    with Library(tmp_path / "other.db") as other:
        assert import_record(other, read_records(text)[0]) == (1, True)
        again = other.analysis(1)
        assert {seq: (one.eval, one.depth, one.ms) for seq, one in again.items()} == {
            seq: (one.eval, one.depth, one.ms) for seq, one in found.items()
        }
        assert again[max(again)].line == found[max(found)].line
        lines = [tell(lib.game(n).start, lib.moments(n)) for lib, n in ((other, 1), (library, number))]
        assert judge(lines[0], again) == judge(lines[1], found)
        assert analyse(other, 1) == [Progress(1, len(found), len(found))], "nothing is left to do"
        assert analyse(other, 1, 2 * SHORT_S)[0].done == 0, "with more time it is done anew"


def test_a_line_that_cannot_be_played_is_cut() -> None:
    text = (
        '[Variant "charing-cross"]\n\n{[%think 1] [%eval 0.50,9] [%line a4-b4,a1-a2,h4-g4]} 1. d8-d7 {[%line a9]} *\n'
    )
    record, evals = split(read_records(text)[0])
    assert evals == {0: StoredEval(0, Eval(50), ("a4-b4",), 9, 1000)}
    assert "%" not in write_record(record).partition("1. ")[2]


def test_the_analysis_of_a_logged_game_finds_its_plies_again(library: Library) -> None:
    """Its events have other numbers than the record's plies: there are refusals and takebacks between them."""
    number = library.open_game(NewGame("b1", "0000000a", new_game("charing-cross").text()))
    happened = [("ply", "a4-b4"), ("takeback", "1"), ("refused", ""), ("ply", "a4-b5"), ("ply", "h4-g4")]
    library.append(number, [Event(seq, kind, text) for seq, (kind, text) in enumerate(happened, 1)])
    record = read_records(write_record(export_game(library, number)).replace("h4-g4", "h4-g4 $4 {[%eval 9.50]}"))[0]
    assert import_record(library, record) == (number, False)
    assert library.analysis(number) == {5: StoredEval(5, Eval(950))}
    exported = write_record(export_game(library, number))
    assert "h4-g4 {[%eval 9.50]}" in exported, "a logged game takes no notes from a record, but its scores"


def test_what_somebody_wrote_stays(library: Library) -> None:
    analyse(library)
    text = write_record(export_game(library, 1))
    own = text.replace("$4", "$3").replace("1. d8-c7", "1. d8-c7 $1 (1. a4-b4 h4-g4)").replace('"Ada"', '"Eve"')
    taken = import_record(library, read_records(own)[0])
    assert taken.new
    again = " ".join(write_record(export_game(library, taken.game)).split())
    assert again.count("$3") == 1 and "$4" not in again, "whoever judged that ply is right"
    assert "1. d8-c7 $1" in again or "$1 (1. a4-b4 h4-g4)" in again
    assert again.count("(1. a4-b4 h4-g4)") == 1
    assert again.count("(4... ") == 1


def test_strange_scores_are_text() -> None:
    text = '[Variant "charing-cross"]\n\n1. a4-b4 {[%eval much] [%eval 0.50] [%eval 0.70] well} *\n'
    (comment,) = read_records(text)[0].turns[0].notes
    assert (comment.eval, comment.text) == ("0.50", "[%eval much] [%eval 0.70] well")  # type: ignore[union-attr]
