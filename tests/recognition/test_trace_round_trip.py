"""From the board to the library, out as a trace, and inferred again: what the library has comes back, or is said to be missing.

Each game is played on a board on fake pins, with all that sensors do not tell: plies taken back, resets, tests, ends by the
players' will.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from crossboard import profiles
from crossboard.cli import main
from crossboard.games.record import Comment, write_record
from crossboard.games.rules import HOLE, RESULTS, game_at
from crossboard.library import Library
from crossboard.library.flight import export_trace
from crossboard.library.timeline import tell
from crossboard.library.trace import Leads, Seats, Trace, TraceError, parse_trace, trace_text
from crossboard.recognize import infer_all, infer_here, moves_text, outcome, record_of
from crossboard.recognize.explanation import Explained, explained
from crossboard.recognize.plain_words import plain
from crossboard.simulator.traces import places
from tests.support.firmware_on_pins import FakeBoard, fake_board
from tests.support.flights import lines, stored
from tests.support.hands import CLEAN, Hands
from tests.support.led_hands import sit_down
from tests.support.rule_cases import CHARING as START

PROFILES = {
    "charing-cross": "pico-8x8",
    "kings-crossing": "pico-8x8",
    "card-chess": "pico-8x8",
    "cross-eyed": "pico-cross",
}
ENDS = {"resigned": "2 11", "abandoned": "0 13", "unfinished": "0 14", "time-forfeit": "1 15"}


def wanted(library: Library, number: int) -> str:
    """What the library has of a game, as `infer` prints it."""
    stored_game = library.game(number)
    line = tell(stored_game.start, library.events(number))
    assert not line.problem
    return "\n".join([*(turn.text for turn in line.turns), stored_game.result, line.game.text()]) + "\n"


def exported(library: Library, number: int) -> Trace:
    text, broken = export_trace(library, number)
    assert not broken
    return parse_trace(text, f"game {number}")


def comes_back(board: FakeBoard, folder: Path) -> Trace:
    """The game's trace, which gives just what the library has."""
    library, number = stored(board, folder)
    with library:
        trace = exported(library, number)
        inference = infer_here(trace)
        assert inference.lacks == ""
        assert moves_text(inference, trace) == wanted(library, number)
        assert (record_of(inference, trace).termination or "unfinished") == library.game(number).termination
    return trace


def set_up(board: FakeBoard) -> None:
    """Put the pieces as the board's position has them, and wait until it plays."""
    game = game_at(board.app.table.recognizer.told_text())
    under = places(profiles.load(board.profile["name"]), game.name)
    board.set_all(" ".join(under[s] for s, piece in enumerate(game.board) if piece and piece != HOLE))
    board.run(1000)
    assert board.app.modes.letter() == ord("p")


def play(board: FakeBoard, dice: random.Random, plies: int) -> None:
    """Random plies by the sensors; questions are answered by the buttons or, as often, from the PC."""
    game = game_at(board.app.table.recognizer.told_text())
    under = places(profiles.load(board.profile["name"]), game.name)
    hands = Hands(game, dice, CLEAN)
    hands.play(plies)
    acts = sorted(
        [*((at, s, c) for at, s, c in hands.edges), *((at, -1, b) for at, b in hands.buttons)], key=lambda a: a[0]
    )
    now = 0
    for at, square, what in acts:
        board.run((at - now) // 5 * 5)
        now += (at - now) // 5 * 5
        if square >= 0:
            board.set(under[square], bool(what))
        elif dice.random() < 0.5:
            board.app.link.commands().button(("", "ok", "next")[what])
        else:
            board.app.modes.press(what)
    board.run(3000)


def test_plies_taken_back_from_the_pc_and_a_menu(
    board: FakeBoard, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for gesture in ("-a4 +b5", "-h4 +g5", "-b5 +c5", "-d1 +d2", "-c5 +d5", "-e1 +e2"):
        board.gesture(gesture)
    assert board.app.link.commands().take_back("3") == ""
    set_up(board)
    board.gesture("-d1 +d2")
    assert board.app.link.commands().button("back hold") == ""
    for button in ("next", "next", "ok", "ok"):  # resign, draw, take back, and the other player agrees
        assert board.app.link.commands().button(button) == ""
    board.run(500)
    assert [line[0] for line in lines(board) if line[0] in "PU"] == [*"PPPPPPUPU"]
    set_up(board)
    board.gesture("-c5 +c5")
    board.gesture("-d1 +d2")
    trace = comes_back(board, tmp_path)
    assert [action.text().split()[:2] for action in trace.actions] == [
        ["stands", "3"],
        ["stands", "3"],
        ["stands", "4"],
    ]
    path = tmp_path / "game.trace"
    path.write_text(trace_text(trace))
    assert main(["infer", str(path), "--explain"]) == 0
    told = [line.split(" ")[1:] for line in capsys.readouterr().out.splitlines() if line[0] != " "]
    assert [words[1] for words in told if words[0] == "stands"] == ["3", "3", "4"]
    assert [words[1] for words in told if words[0] == "ply"][-2:] == ["d1-d2", "d1-d2"]


def test_a_ply_put_back_is_not_taken_back_twice(board: FakeBoard, tmp_path: Path) -> None:
    """A takeback by hand, and then the power goes: the trace does not tell which was which, and need not."""
    board.gesture("-a4 +b5")
    board.gesture("-h4 +g5")
    board.gesture("-g5 +h4")
    board.run(1000)
    assert [line[0] for line in lines(board) if line[0] in "PU"] == [*"PPU"]
    board.switch_on()
    board.run(600)
    board.gesture("-h5 +g5")
    comes_back(board, tmp_path)


@pytest.mark.parametrize("reason", ENDS)
def test_ends_by_the_players(board: FakeBoard, tmp_path: Path, reason: str) -> None:
    """What is done with the pieces afterwards is not play: also when the end is taken back."""
    board.gesture("-a4 +b5")
    board.gesture("-h4 +g5")
    assert board.app.link.commands().end("2 11") == ""
    board.gesture("-b5 +c5")
    assert board.app.link.commands().take_back("1") == ""
    set_up(board)
    board.gesture("-h5 +g5")
    assert board.app.link.commands().end(ENDS[reason]) == ""
    board.gesture("-b5 +c5", 200)
    for time in range(20):
        board.gesture("-d1 +d1 -e1 +e1" if time % 2 else "-d8 +d8", 20)
    trace = comes_back(board, tmp_path)
    assert trace.actions[-1].text() == f"ends {RESULTS[int(ENDS[reason][0])]} {reason}"
    assert trace.actions[-1].events == len(trace.events)


def test_a_test_in_the_middle_and_edges_after_the_last_record(board: FakeBoard, tmp_path: Path) -> None:
    """Playing time goes back to that of the last record: stretches overlap."""
    board.gesture("-a4 +b5")
    board.set("h4", False)
    board.run(2000)
    board.set("h4", True)
    board.run(2000)
    board.app.flight.flush()
    for _ in range(2):
        assert board.app.link.commands().doctor("begin") == ""
        assert board.app.link.commands().doctor("end") == ""
        board.run(600)
        board.gesture("-h4 +h4")
        board.run(2500)
    board.gesture("-h4 +g5")
    trace = comes_back(board, tmp_path)
    assert [type(action).__name__ for action in trace.actions] == ["Stands"] * 3


@pytest.mark.parametrize("spec", PROFILES)
def test_random_games_of_every_kind(spec: str, tmp_path: Path, micropython: Callable[..., str]) -> None:
    del micropython
    dice = random.Random(f"round trip/{spec}")
    with fake_board(tmp_path / "games") as board:
        board.profile = profiles.compile_profile(profiles.load(PROFILES[spec]))
        board.switch_on()
        board.run(200)
        assert board.new_game(spec) == ""
        board.run(100)
        for what in ("back", "reset", "back", "test"):
            set_up(board)
            play(board, dice, dice.randint(2, 5))
            if board.app.current.journal.over:
                break
            if what == "back":
                assert board.app.link.commands().take_back(str(min(board.app.current.plies, dice.randint(1, 3)))) == ""
            elif what == "reset":
                board.switch_on()
            else:
                assert board.app.link.commands().doctor("begin") == ""
                board.run(100)
                assert board.app.link.commands().doctor("end") == ""
            board.run(200)
        if not board.app.current.journal.over:
            set_up(board)
            play(board, dice, 2)
            if not board.app.current.journal.over:
                assert board.app.link.commands().end("2 11") == ""
        trace = comes_back(board, tmp_path)
        assert len(trace.actions) >= 3
    (here,) = infer_all([trace], "cpython")
    (there,) = infer_all([trace], "micropython")
    assert there.lacks == ""
    assert moves_text(there, trace) == moves_text(here, trace)
    assert outcome(there, trace.game()) == outcome(here, trace.game())


@pytest.mark.parametrize("plies", [1, 2])
def test_players_end_a_game_as_soon_as_it_stands_again(plies: int, micropython: Callable[..., str]) -> None:
    """After a takeback, or a reset; what hands do then is not play."""
    del micropython
    game = game_at(START)
    for ply in ("a4-b5", "h5-g4")[:plies]:
        game.push(game.parse_ply(ply))
    edges = "1000 -a4\n1300 +b5\n3000 -h5\n3300 +g4\n"
    actions = f"# crossboard 10000 stands {plies} {game.digest():06x}\n# crossboard 10000 ends 1-0 resigned\n"
    trace = parse_trace(f"# crossboard-trace 1\n# position {START}\n{edges}{actions}12000 -b5\n12500 +c6\n")
    for runtime in ("cpython", "micropython"):
        (inference,) = infer_all([trace], runtime)
        assert moves_text(inference, trace).split("\n")[plies] == "1-0", runtime
        assert inference.lacks == ""
        assert inference.game().digest() == game.digest()


@pytest.mark.parametrize(("spec", "levels"), [("charing-cross", (0, 2)), ("card-chess:progressive", (3, 0))])
def test_games_against_the_board(
    board: FakeBoard, tmp_path: Path, micropython: Callable[..., str], spec: str, levels: tuple[int, int]
) -> None:
    """What the lights lead to is not asked about: which piece it is, nobody at the board has said."""
    del micropython
    game = sit_down(board, spec, levels, seed=3)
    game.play(5)
    game.switch_on()
    game.run(700)
    game.play(8)
    assert board.app.link.commands().take_back("2") == ""
    game.play(10)
    side = levels.index(max(levels))
    assert not game.app.link.commands().seat(f"{side} 0")
    game.play(11)
    board.run(1500)
    trace = comes_back(board, tmp_path)
    seats = [action.levels for action in trace.actions if isinstance(action, Seats)]
    assert (levels, (0, 0)) == (seats[0], seats[-1])
    assert sum(isinstance(action, Leads) for action in trace.actions) >= 3
    assert parse_trace(trace_text(trace)).actions == trace.actions
    told = list(explained(Explained(trace), plain))
    assert [line.split(" ")[2:] for line in told if " seats " in line][:1] == [[str(level) for level in levels]]
    (there,) = infer_all([trace], "micropython")
    assert there.lacks == ""
    assert moves_text(there, trace) == moves_text(infer_here(trace), trace)


def cut(board: FakeBoard, folder: Path) -> tuple[Library, int]:
    """A game, the edges of whose third ply are lost."""
    for gesture in ("-a4 +b5", "-h4 +g5", "-b5 +c5", "-d1 +d2"):
        board.gesture(gesture)
    library, number = stored(board, folder)
    third = library.flight(number)[2]
    library.db.execute("DELETE FROM flights WHERE text = ?", (third,))
    return library, number


def test_what_is_missing_is_said(
    board: FakeBoard, tmp_path: Path, capsys: pytest.CaptureFixture[str], micropython: Callable[..., str]
) -> None:
    del micropython
    library, number = cut(board, tmp_path)
    library.close()
    path = tmp_path / "cut.trace"
    assert main(["export", str(number), "-o", str(path), "--library", str(tmp_path / "library.db")]) == 0
    said = capsys.readouterr().err
    assert "edges are missing" in said
    assert f"the trace does not give all of game {number}: at " in said
    assert "ms 2 of the 4 plies that the game had stand" in said
    for runtime in ("cpython", "micropython"):
        assert main(["infer", str(path), "--runtime", runtime]) == 1
        out, err = capsys.readouterr()
        assert out.splitlines()[:3] == ["a4-b5", "h4-g5", "*"]
        assert f"crossboard: {path}: the record is cut off: at " in err
        assert main(["infer", str(path), "--runtime", runtime, "--pgn"]) == 1
        assert "cut off: at " in " ".join(capsys.readouterr().out.split())


def test_other_plies_are_not_taken_for_the_games_own() -> None:
    text = f"# crossboard-trace 1\n# position {START}\n1000 -a4\n1300 +b5\n# crossboard 9000 stands 1 123456\n"
    trace = parse_trace(text)
    inference = infer_here(trace)
    assert inference.lacks == "at 9000 ms other plies stand than those that the game had"
    record = record_of(inference, trace)
    assert (record.result, record.termination) == (RESULTS[0], "")
    assert any(isinstance(note, Comment) and inference.lacks in note.text for note in record.turns[-1].notes)
    assert "cut off" in write_record(record)


def test_actions_read_back_as_written_and_other_comments_are_comments() -> None:
    head = f"# crossboard-trace 1\n# position {START}\n"
    text = head + "10 -a4\n# crossboard 20 stands 0 0f3a2c\n30 +a4\n# crossboard 40 ends 1/2-1/2 agreed\n"
    assert trace_text(parse_trace(text)) == text
    for comment in (
        "# crossboard",
        "# crossboard 5 stands",
        "# crossboard x stands 1 0f3a2c",
        "#crossboard 5 ends * agreed",
    ):
        trace = parse_trace(head + "10 -a4\n" + comment + "\n20 +a4\n")
        assert (len(trace.events), trace.actions) == (2, [])
    with pytest.raises(TraceError, match=":4: time goes back from 10 to 5 ms"):
        parse_trace(head + "10 -a4\n# crossboard 5 stands 0 0f3a2c\n", "x")


WON = f"{START.replace('N6n/N6n', '6N1/8')}\n1000 -g5\n1300 +h6\n"


@pytest.mark.parametrize(
    ("trace", "end", "last"),
    [
        (f"{START}\n", "0-1 agreed", "* unfinished"),
        (f"{START}\n", "* resigned", "* unfinished"),
        (f"{START}\n", "1/2-1/2 agreed", "1/2-1/2 agreed"),
        ("kings-crossing MM4mk/MM4mm/MM4mm/KM4mm w - - 0\n", "1/2-1/2 agreed", "* unfinished"),
        ("kings-crossing MM4mk/MM4mm/MM4mm/KM4mm w - - 20\n", "1/2-1/2 agreed", "1/2-1/2 agreed"),
        (WON, "0-1 resigned", "1-0 goal"),
    ],
)
def test_an_end_that_the_rules_do_not_allow_is_passed_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], micropython: Callable[..., str], trace: str, end: str, last: str
) -> None:
    del micropython
    path = tmp_path / "a.trace"
    path.write_text(f"# crossboard-trace 1\n# position {trace}# crossboard 9000 ends {end}\n")
    for runtime in ("cpython", "micropython"):
        assert main(["infer", str(path), "--runtime", runtime, "--pgn"]) == 0
        (tmp_path / "a.pgn").write_text(capsys.readouterr().out)
        assert main(["verify", str(tmp_path / "a.pgn")]) == 0, runtime
        assert capsys.readouterr().out.endswith(f", {last}\n")
    assert main(["infer", str(path), "--explain"]) == 0
    assert (f"ends {end}" in capsys.readouterr().out) == (end == last)


def test_a_trace_of_a_finished_position(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], micropython: Callable[..., str]
) -> None:
    del micropython
    over = "charing-cross 8/5R2/2N5/8/8/4n3/3n1N2/3rr1R1 b -"
    path = tmp_path / "over.trace"
    path.write_text(f"# crossboard-trace 1\n# position {over}\n1000 -e3\n")
    told: list[str] = []
    for runtime in ("cpython", "micropython"):
        assert main(["infer", str(path), "--runtime", runtime]) == 0
        told.append(capsys.readouterr().out)
    assert told[0] == told[1] and "1-0" in told[0]
