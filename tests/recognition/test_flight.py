"""The flight recorder: what the sensors did, on the flash, over the wire, in the library, and inferred again."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

from crossboard.cli import main
from crossboard.errors import CrossboardError
from crossboard.library import Event, Library, NewGame
from crossboard.library.flight import export_trace, read_flight, stretches
from crossboard.library.trace import parse_trace
from crossboard.recognize import infer_here
from shared_rules.protocol.signals import BUTTON_NAMES
from tests.support.firmware_on_pins import FakeBoard
from tests.support.firmware_pc import FakePc
from tests.support.flights import flown, lines, stored
from tests.support.rule_cases import CHARING as START


def test_changes_stand_before_the_record_of_their_turn(board: FakeBoard) -> None:
    board.gesture("-a4 +b5")
    board.gesture("-h4 +h4 -h4 +g5")
    kinds = [line[0] for line in lines(board) if line[0] in "FP"]
    assert kinds == ["F", "P", "F", "P"]
    first, second = (read_flight(line) for line in flown(board))
    assert [change for _, change in first.changes] == ["-a4", "+b5"]
    assert first.changes[1][0] - first.changes[0][0] == 100
    assert [change for _, change in second.changes] == ["-h4", "+h4", "-h4", "+g5"]
    assert first.before is None
    assert second.before == first.last


def test_a_game_can_be_inferred_again_from_what_sync_brings(board: FakeBoard, tmp_path: Path) -> None:
    for gesture in ("-a4 +b5", "-h4 +g5", "-b5 +c5 -c5 +b5", "-a5 +c7 -c7 +a5", "-b5 +c5", "-d1 +d2"):
        board.gesture(gesture)
        board.run(1500)
    game = board.app.table.game
    library, number = stored(board, tmp_path)
    text, broken = export_trace(library, number)
    assert not broken
    inference = infer_here(parse_trace(text, "flight"))
    again = parse_trace(text, "flight").game()
    for ply in inference.plies:
        again.push(ply)
    assert again.text() == game.text()
    assert [h.what for h in inference.happenings if h.what in ("ply", "refused")].count("refused") == sum(
        line[0] == "R" for line in lines(board)
    )


def test_an_answer_by_name_is_told_as_the_buttons_that_say_so(board: FakeBoard, tmp_path: Path) -> None:
    """Twice the same, as from a page that was clicked twice: it is about that ply, not about what is offered by then."""
    assert board.new_game("card-chess:plain+progressive") == ""
    board.set_all("")
    board.run(600)
    commands = board.app.link.commands()
    for square, answer in (("b2", "J@a1"), ("c7", "k@b6")):
        board.gesture(f"+{square}")
        assert commands.button("answer t@f6") == "no question offers that move" and board.app.modes.asking()
        assert commands.button(f"answer {answer}") == "" and not board.app.modes.asking()
        assert commands.button(f"answer {answer}") == "no question offers that move"
        board.run(600)
    library, number = stored(board, tmp_path)
    trace = parse_trace(export_trace(library, number)[0], "flight")
    assert [BUTTON_NAMES[event.button] for event in trace.events if event.button > 0] == ["next", "next", "ok", "ok"]
    inference, game = infer_here(trace), trace.game()
    assert [game.ply_text(ply) for ply in inference.plies] == ["J@a1", "k@b6"]


def test_a_reset_in_the_middle_of_a_turn_does_not_break_the_trace(board: FakeBoard, tmp_path: Path) -> None:
    board.gesture("-a4 +b5")
    board.set("h4", False)
    board.run(200)
    board.switch_on()
    board.run(100)
    board.set("h4", True)
    board.run(600)
    board.gesture("-h5 +g5")
    library, number = stored(board, tmp_path)
    text, broken = export_trace(library, number)
    trace = parse_trace(text, "flight")
    assert (trace.position, broken) == (START, 0)
    game = trace.game()
    played = []
    for ply in infer_here(trace).plies:
        played.append(game.ply_text(ply))
        game.push(ply)
    assert played == ["a4-b5", "h5-g5"]


def test_the_pc_is_told_also_after_it_was_away(board: FakeBoard) -> None:
    board.gesture("-a4 +b5")
    pc = FakePc(board)
    pc.run(1500)
    board.gesture("-h4 +g5")
    pc.run(500)
    heard = [payload.split(" ", 2)[2] for payload in pc.of("F")]
    assert heard == flown(board)
    assert [kind for kind, _ in pc.heard if kind in "FP"] == ["F", "P", "F", "P"]


def test_size_is_bounded(board: FakeBoard) -> None:
    board.app.flight._kept = 24000
    for _ in range(30):
        board.gesture("-a4 +a4 -a4 +a4", 20)
        board.gesture("-a4 +a3", 20)
        board.run(1500)
        board.gesture("-a3 +a4", 20)
    kept = flown(board)
    assert 0 < sum(map(len, kept)) < 1500
    assert all(len(line) < 215 for line in kept)
    board.gesture("-a4 +b4")
    assert lines(board)[-1].endswith("a4-b4")


def test_missing_lines_cut_a_stretch() -> None:
    read = [read_flight(text) for text in ("100 - 0-a4 50+b5", "400 150 0-h4", "900 700 0+h4", "990 900 0-h4")]
    (stretch,) = stretches(read)
    assert [line.at for line in stretch.lines] == [100, 400]
    assert not stretch.whole


def test_a_line_that_comes_twice_is_kept_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Library(tmp_path / "library.db") as library:
        number = library.open_game(NewGame("b0", "00000001", START))
        for _ in range(2):
            library.append_flight(number, ["100 - 0-a4 3+a4 5-a4 500+b5"])
        library.append(number, [Event(1, "ply", "a4-b5", board_ms=900)])
        text, _ = export_trace(library, number)
        assert text.splitlines()[2:-1] == ["100 -a4", "103 +a4", "108 -a4", "608 +b5"]
        nothing = library.open_game(NewGame("b0", "00000002", START))
        with pytest.raises(CrossboardError, match="no sensor edges"):
            export_trace(library, nothing)
    (tmp_path / "g.trace").write_text(text)
    assert main(["infer", str(tmp_path / "g.trace")]) == 0
    assert "a4-b5" in capsys.readouterr().out


@pytest.mark.parametrize("text", ["", "x - 0-a4", "1 - a4", "1 - 0-a4 5?b5", "1"])
def test_lines_that_are_none(text: str) -> None:
    with pytest.raises(ValueError):
        read_flight(text)


def test_the_recorder_names_buttons_as_the_signals_do() -> None:
    names = importlib.import_module("firmware.game.flight").NAMES
    assert [name.decode() for name in names] == list(
        importlib.import_module("shared_rules.protocol.signals").BUTTON_NAMES
    )
