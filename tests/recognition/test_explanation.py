"""`crossboard infer --explain=costs`: each ply, question and refusal with the hypotheses that were weighed, and what they cost."""

from __future__ import annotations

import io
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from crossboard.cli import main
from crossboard.library.trace import Trace, trace_text
from crossboard.recognize import infer_here
from crossboard.recognize.explanation import WEIGHED, Decision, Explained, costs, explained
from crossboard.recognize.plain_words import plain
from crossboard.recognize.weighing import BEFORE, FAR, MOST, Hypothesis
from shared_rules.recognition.costs import GESTURES, MARGIN, ODD
from tests.support.charing_cross_positions import HOME
from tests.support.firmware_on_pins import fake_board
from tests.support.flights import stored
from tests.support.gesture_rows import CROSS, HAND, KINGS_PASS, ROWS, STACKS
from tests.support.hands import CLUMSY, NOISY, noisy_game
from tests.support.stories import traced
from tests.support.variants import usual_specs

COSTS = {row[4]: row[3] for row in GESTURES}


def told(position: str, edges: str) -> list[str]:
    return list(explained(Explained(traced(position, edges)), costs))


def without_numbers(text: str) -> str:
    """Costs may change."""
    return re.sub(r" *\b\d+\b", " 0", text)


def test_a_ply_is_explained_by_its_cheapest_hypotheses() -> None:
    missing, resting = COSTS["missing"], COSTS["resting now"]
    assert told(CROSS, "1000 -a4/1500 +b4") == [
        "1512 shown a4-b4",
        "1850 ply a4-b4",
        f"    proposed at 1512, committed at 1850, margin {missing + resting} ({MARGIN} is enough)",
        "       0 a4-b4: -a4 1000 +b4 1500",
        f"      {missing + resting} nothing: missing {missing} (-a4 1000), resting now {resting} (+b4 1500)",
    ]


def test_where_all_is_to_be_restored_nothing_is_weighed() -> None:
    misplaced = ("b3", "c3", "d3", "e3", "c6", "d6", "e6")
    edges = "/".join(f"{1000 + 100 * i} +{square}" for i, square in enumerate(misplaced))
    refused, why = told(CROSS, edges)
    assert refused.endswith(" refused - - unexplained")
    assert why == "    restoring: nothing is a ply until all stands as committed"


def test_a_ply_that_takes_the_place_of_another_is_explained_once() -> None:
    edges = "1000 -a4/1500 +b4/2500 -b4/2700 +b3"
    lines = told(CROSS, edges)
    at = lines.index("3050 takeback a4-b4")
    assert lines[at + 1] == "3050 ply a4-b3"
    assert lines[at + 2].startswith("    proposed at 2712, committed at 3050, margin ")
    cost = COSTS["went on"]
    assert lines[at + 3] == f"      {cost} a4-b3 instead of a4-b4: -a4 1000 -b4 2500 +b3 2700; went on {cost}"
    assert any("a4-b4 put back" in line.split(":")[0] for line in lines[at + 4 :])
    page = (Path(__file__).parents[2] / "docs" / "commands.md").read_text(encoding="utf-8")
    assert without_numbers("\n".join(lines[at - 1 :])) in without_numbers(page), "the example shows what is printed"
    words = list(explained(Explained(traced(CROSS, edges)), plain))
    assert "\n".join(words[words.index("3050 takeback a4-b4") :]) in page


def test_what_was_played_may_have_been_put_back() -> None:
    back = COSTS["put back from stack to stack"]
    lines = told(STACKS, "1000 -d2/1450 -c3/1600 +c3/1800 +d2/2110 -d2/2220 -c3/2350 +d2/2740 +c3")
    at = next(n for n, line in enumerate(lines) if line.endswith("ask c3xd2"))
    made = "-d2 2110 -c3 2220 +d2 2350 +c3 2740"
    assert lines[at + 2] == f"      {back} c3xd2 put back: {made}; put back from stack to stack {back}"


def test_what_was_put_back_may_be_played_again() -> None:
    given, slide = COSTS["given up"], COSTS["slide"]
    lines = told(CROSS, "1000 +b4/1100 -a4/3000 -b4/3200 +a4/5000 -a4/5300 +b4")
    assert f"      {given + slide} a4-b4 put back: -b4 3000 +a4 3200; given up {given}, before {slide}" in lines
    assert f"      {given + slide} a4-b4: -a4 5000 +b4 5300; before {given + slide}" in lines


def test_what_came_before_and_is_the_same_in_all_hypotheses_is_said_once() -> None:
    lines = told(CROSS, "1000 -a4/1200 -h5/1350 +h5/1500 +b4/1950 -h4/2400 +g4")
    first, last = (next(n for n, line in enumerate(lines) if line.endswith(ply)) for ply in ("ply a4-b4", "ply h4-g4"))
    assert all("(h5 1200-1350)" in line for line in lines[first + 2 : last - 1])
    assert not any("h5" in line for line in lines[last:])
    assert lines[last + 2] == "       0 h4-g4: -h4 1950 +g4 2400"


def test_a_hypothesis_that_costs_far_more_or_says_the_same_is_not_named() -> None:
    for _, position, edges, _ in ROWS:
        for decision in Explained(traced(position, "/".join(e for e in edges.split("/") if "?" not in e))).decisions():
            if isinstance(decision, Decision) and decision.weighed:
                named = decision.weighed.named()
                assert 0 < len(named) <= MOST
                assert named[-1].cost < named[0].cost + FAR
                assert len({each.name() for each in named}) == len(named)


def test_a_refusal_says_what_no_ply_explains() -> None:
    cost = COSTS["missing"] + COSTS["resting for long"]
    lines = told(CROSS, "1000 -a4/1500 +c6")
    assert lines[:2] == ["2200 refused a4 c6 nothing-to-jump", "    unexplained: a4 c6"]
    assert lines[2].startswith(f"      {cost} nothing: missing ")
    assert told(CROSS, "1000 -h4")[1] == "    unexplained: h4"


RESTED = "card-chess:plain 2ktjt/[jJq]1kq2/6/6/T5/1[JQ]K[KQ]1T b ............ -"
RESTED_EDGES = (
    "1000 -a5/1062 +a4/1313 -a4/1444 +c3/1470 +a3/1561 -c3/1639 -a3/1937 +a5/2970 -e6/3387 +a4/4020 -a4/4329 +e6/4487 -e6/"
    "5132 +d4/5259 +c4/5263 -d4"
)


def test_a_question_says_why_it_is_asked() -> None:
    order = COSTS["there before it left"]
    assert f"    order and pace cost {order}, more than {ODD}: asked" in told(CROSS, "1000 +b4/1600 -a4")
    assert "    more than one ply has these squares: asked" in told(HAND, "1000 +b1")
    lines = told(STACKS, "1000 -c3/1500 +c3/2900 -d2/3400 +d2")
    assert any(re.fullmatch(rf"    margin \d, less than {MARGIN}: asked", line) for line in lines)
    assert any("one stack a while after the other" in line for line in lines)
    assert "    a5-a4 may stand yet: asked" in told(RESTED, RESTED_EDGES)
    lines = told(KINGS_PASS, "1000 -a2/1500 +a3/1650 -a3/1750 +b3")
    assert "    covered too early, or gone on from where it may not have stopped: asked" in lines


def test_what_was_not_weighed_says_so() -> None:
    lines = told(HAND, "1000 +b1/1500 !ok")
    assert lines[lines.index("1500 ply K@b1") + 1] == "    chosen by a player, or the only ply there is"
    lines = told(HAND, "1000 +b1/1500 !back")
    assert lines[-1] == "    withdrawn with BACK: to be put back"
    lines = told(KINGS_PASS, "1000 -a2/1500 +a3")
    assert lines[lines.index("1850 ply pass") + 1] == "    chosen by a player, or the only ply there is"


def check(trace: Trace) -> int:
    """Explaining changes nothing of what is read, and the costs add up; returns how many decisions were weighed."""
    explaining = Explained(trace)
    count = 0
    for decision in explaining.decisions():
        if isinstance(decision, Decision) and decision.weighed and decision.main.what in WEIGHED:
            count += 1
            weighed, latest = decision.weighed, decision.main.time - decision.shift
            assert [each.cost for each in weighed.hypotheses] == sorted(each.cost for each in weighed.hypotheses)
            for each in weighed.named():
                assert sum(gesture.cost for gesture in each.gestures) == each.cost, each
                assert all(gesture.cost > 0 for gesture in each.gestures)
                assert all(event.time <= latest for event in each.made)
                assert all(gesture.event is None or gesture.event.time <= latest for gesture in each.gestures)
            assert decision.main.what != "ply" or not weighed.is_close()
    assert explaining.inference == infer_here(trace)
    return count


@pytest.mark.parametrize("spec", usual_specs())
def test_explaining_changes_nothing_and_adds_up(spec: str) -> None:
    for seed, habits in enumerate((NOISY, CLUMSY)):
        assert check(noisy_game(spec, seed, 15, habits)[0])


def test_explaining_changes_nothing_in_any_row_of_the_tests() -> None:
    for _, position, edges, _ in ROWS:
        check(traced(position, "/".join(edge for edge in edges.split("/") if "?" not in edge)))


@pytest.mark.parametrize("spec", usual_specs())
def test_what_came_before_hardly_counts(spec: str) -> None:
    """A hypothesis costs what its gestures cost, but for a turn put back before, and what that turn had cost."""
    best = [each for trace in (noisy_game(spec, seed, 15, NOISY)[0] for seed in range(4)) for each in best_ones(trace)]
    assert sum(any(gesture.row == BEFORE for gesture in each.gestures) for each in best) <= len(best) / 5


def best_ones(trace: Trace) -> Iterator[Hypothesis]:
    for decision in Explained(trace).decisions():
        if isinstance(decision, Decision) and decision.weighed and decision.main.what in WEIGHED:
            yield decision.weighed.best


# As a user meets it


def test_files_standard_input_and_pipes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = trace_text(traced(CROSS, "1000 -a4/1500 +b4"))
    for name in ("one.trace", "two.trace"):
        (tmp_path / name).write_text(text)
    assert main(["infer", "--explain", str(tmp_path / "one.trace")]) == 0
    once = capsys.readouterr().out
    assert once.startswith("1512 shown a4-b4\n1850 ply a4-b4\n    a4 opened, b4 closed 0.5 s later.\n")
    assert main(["infer", str(tmp_path / "one.trace"), "--explain=costs"]) == 0
    assert "    proposed at 1512, committed at 1850, margin" in capsys.readouterr().out
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert main(["infer", "--explain", "-"]) == 0
    assert capsys.readouterr().out == once
    assert main(["infer", "--explain", str(tmp_path / "one.trace"), str(tmp_path / "two.trace")]) == 0
    assert capsys.readouterr().out == f"# {tmp_path / 'one.trace'}\n{once}# {tmp_path / 'two.trace'}\n{once}"
    long = trace_text(noisy_game("card-chess", 0, 40, NOISY)[0])
    (tmp_path / "long.trace").write_text(long)
    command = f'"{sys.executable}" -m crossboard infer --explain "{tmp_path / "long.trace"}" | head -n 1; exit ${{PIPESTATUS[0]}}'
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True)
    assert (len(done.stdout.splitlines()), done.stderr) == (1, "")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--explain"], "no trace given; name a file, or a game of the library with --game ID"),
        (["--explain", "none.trace"], "none.trace: No such file or directory"),
        (["--explain", "bad.trace"], "bad.trace:3: 'a4' must begin with"),
        (["--explain=points", "bad.trace"], "--explain takes no value: wanted --explain or --explain=costs"),
        (["--explain", "--pgn", "bad.trace"], "--explain does not go with --pgn"),
        (["--explain", "--runtime", "micropython", "bad.trace"], "--explain does not go with --runtime"),
        (["--explain", "--game", "7"], "no game 7"),
        (["--explain", "--game", "x"], "'x' is not a game number"),
    ],
)
def test_bad_input_is_one_line(
    words: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CROSSBOARD_LIBRARY", str(tmp_path / "library.db"))
    (tmp_path / "bad.trace").write_text(f"# crossboard-trace 1\n# position {CROSS}\n1000 a4\n")
    assert main(["infer", *words]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert len(printed.err.splitlines()) == 1
    assert said in printed.err


def test_a_logged_game_is_explained_from_what_its_board_recorded(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with fake_board(tmp_path / "games") as board:
        board.switch_on()
        board.set_all(HOME)
        board.run(600)
        for gesture in ("-a4 +b5", "-h4 +g5"):
            board.gesture(gesture)
            board.run(1500)
        library, number = stored(board, tmp_path)
    library.close()
    words = ["--library", str(tmp_path / "library.db"), "--game", str(number)]
    assert main(["infer", *words]) == 0
    assert capsys.readouterr().out.split()[:2] == ["a4-b5", "h4-g5"]
    assert main(["infer", "--explain", *words]) == 0
    printed = capsys.readouterr().out.splitlines()
    assert [line.split()[1:] for line in printed if " ply " in line] == [["ply", "a4-b5"], ["ply", "h4-g5"]]
    assert sum("stood on" in line for line in printed) == 2
