"""`crossboard infer --explain`: each ply, question and refusal with the lines it was weighed against."""

from __future__ import annotations

import io
import re
import subprocess
import sys
from pathlib import Path

import pytest
from firmware_on_pins import fake_board
from gesture_rows import CROSS, HAND, KINGS_PASS, STACKS
from hands import CLUMSY, NOISY, noisy_game
from test_firmware_app import HOME
from test_flight import stored
from variants import usual_specs

from crossboard.cli import main
from crossboard.library.trace import Trace, parse_trace, trace_text
from crossboard.recognize import infer_here
from crossboard.recognize.explanation import WEIGHED, Decision, Explained, explained
from shared_rules.recognition import gestures

COSTS = {row[4]: row[3] for row in gestures.GESTURES}


def traced(position: str, edges: str) -> Trace:
    text = "".join(f"{edge}\n" for edge in edges.split("/"))
    return parse_trace(f"# crossboard-trace 1\n# position {position}\n{text}")


def told(position: str, edges: str) -> list[str]:
    return list(explained(Explained(traced(position, edges))))


def without_numbers(text: str) -> str:
    """Costs may change."""
    return re.sub(r" *\b\d+\b", " 0", text)


def test_a_ply_is_explained_by_its_cheapest_lines() -> None:
    missing, resting = COSTS["missing"], COSTS["resting now"]
    assert told(CROSS, "1000 -a4/1500 +b4") == [
        "1512 shown a4-b4",
        "1850 ply a4-b4",
        f"    shown at 1512, final at 1850, margin {missing + resting} ({gestures.MARGIN} is enough)",
        "       0 a4-b4: -a4 1000 +b4 1500",
        f"      {missing + resting} nothing: missing {missing} (-a4 1000), resting now {resting} (+b4 1500)",
    ]


def test_many_misplaced_pieces_are_explained_by_nothing() -> None:
    edges = "/".join(
        f"{1000 + 100 * i} +{square}" for i, square in enumerate(("b3", "c3", "d3", "e3", "c6", "d6", "e6"))
    )
    assert told(CROSS, edges)[-1].startswith(f"     {gestures.MOST - 1} nothing: stands where it can't 200 (+b3 1000)")


def test_a_ply_that_takes_the_place_of_another_is_explained_once() -> None:
    lines = told(CROSS, "1000 -a4/1500 +b4/2500 -b4/2700 +b3")
    at = lines.index("3050 takeback a4-b4")
    assert lines[at + 1] == "3050 ply a4-b3"
    assert lines[at + 2].startswith("    shown at 2712, final at 3050, margin ")
    assert f"({gestures.MARGIN_TOLD} is enough)" in lines[at + 2]
    cost = COSTS["went on"]
    assert lines[at + 3] == f"      {cost} a4-b3 instead of a4-b4: -a4 1000 +b3 2700; went on {cost}"
    assert any(line.split(":")[0].endswith("a4-b4 put back") for line in lines[at + 4 :])
    page = (Path(__file__).parents[1] / "docs" / "commands.md").read_text(encoding="utf-8")
    assert without_numbers("\n".join(lines[at - 1 :])) in without_numbers(page), "the example shows what is printed"


def test_that_nothing_was_played_may_be_a_ply_and_its_way_back() -> None:
    back = COSTS["put back from stack to stack"]
    lines = told(STACKS, "1000 -d2/1450 -c3/1600 +c3/1800 +d2/2110 -d2/2220 -c3/2350 +d2/2740 +c3")
    at = next(n for n, line in enumerate(lines) if line.endswith("ask c3xd2"))
    made = "-d2 1000 -c3 1450 +c3 1600 +d2 1800 -d2 2110 -c3 2220 +d2 2350 +c3 2740"
    assert lines[at + 2] == f"      {back} c3xd2 put back: {made}; put back from stack to stack {back}"


def test_a_refusal_says_what_the_best_explanation_lacks() -> None:
    lines = told(CROSS, "1000 -a4/1500 +c6")
    cost = COSTS["missing"] + COSTS["resting for long"]
    assert lines[:2] == [
        "2200 refused a4 c6 nothing-to-jump",
        f"    the best explanation costs {cost} points, more than {gestures.LIMIT}",
    ]
    assert told(CROSS, "1000 -h4")[1] == "    no ply explains how h4 stands"


def test_a_question_says_why_it_is_asked() -> None:
    order = COSTS["there before it left"]
    assert f"    order or pace cost {order} points, more than {gestures.DOUBT}: asked" in told(
        CROSS, "1000 +b4/1600 -a4"
    )
    assert f"    margin 0, less than {gestures.MARGIN}: asked" in told(HAND, "1000 +b1")
    assert any(
        "one stack a while after the other" in line for line in told(STACKS, "1000 -c3/1500 +c3/2900 -d2/3400 +d2")
    )


def test_what_no_line_led_to_says_so() -> None:
    lines = told(HAND, "1000 +b1/1500 !ok")
    assert lines[lines.index("1500 ply K@b1") + 1] == "    chosen by a player, or the only ply there is"
    lines = told(HAND, "1000 +b1/1500 !back")
    assert lines[-1] == "    withdrawn with BACK: to be put back"
    lines = told(KINGS_PASS, "1000 -a2/1500 +a3")
    assert lines[lines.index("1850 ply pass") + 1] == "    chosen by a player, or the only ply there is"


@pytest.mark.parametrize("spec", usual_specs())
def test_explaining_changes_nothing_and_adds_up(spec: str) -> None:
    for seed, habits in enumerate((NOISY, CLUMSY)):
        trace, _, _ = noisy_game(spec, seed, 15, habits)
        explaining = Explained(trace)
        weighed = 0
        for decision in explaining.decisions():
            if isinstance(decision, Decision) and decision.weighed and decision.main.what in WEIGHED:
                weighed += 1
                lines = decision.weighed.lines
                assert [line.points for line in lines] == sorted(line.points for line in lines)
                for line in lines:
                    assert sum(part.points for part in line.parts) == line.points, line
                    assert all(part.touch is None or part.touch.time <= decision.main.time for part in line.parts)
        assert explaining.inference == infer_here(trace)
        assert weighed


# As a user meets it


def test_files_standard_input_and_pipes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = trace_text(traced(CROSS, "1000 -a4/1500 +b4"))
    for name in ("one.trace", "two.trace"):
        (tmp_path / name).write_text(text)
    assert main(["infer", "--explain", str(tmp_path / "one.trace")]) == 0
    once = capsys.readouterr().out
    assert once.startswith("1512 shown a4-b4\n")
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
    assert sum("final at" in line for line in printed) == 2
