"""Why the board told what it told, in plain words: of a decision, and of the moments of a logged game."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Generator
from pathlib import Path

import pytest
from firmware_on_pins import fake_board
from gesture_rows import CROSS, HAND, STACKS
from test_explanation import traced
from test_firmware_app import HOME
from test_flight import stored

from crossboard.library import Library, NewGame
from crossboard.recognize.explanation import WEIGHED, Decision, Explained
from crossboard.recognize.logged import NO_EDGES, decided, last_why
from crossboard.recognize.plain_words import Answer, plain
from crossboard.web import Server
from crossboard.web.study import game_why


def last(position: str, edges: str) -> Answer:
    """The answer for what was decided last."""
    found = [one for one in Explained(traced(position, edges)).decisions() if isinstance(one, Decision)]
    return plain([one for one in found if one.main.what in WEIGHED][-1])


def test_a_move_is_told_with_its_times_and_the_next_best() -> None:
    answer = last(CROSS, "1000 -a4/1500 +b4")
    assert answer.because.startswith("Shown at 0.51 s, final at 0.85 s. The next best explanation is ")
    best, other = answer.explanations
    assert (best.what, best.points, best.made, best.gestures) == (
        "a4-b4", 0, "a4 opened at 0.00 s, b4 closed at 0.50 s", (),
    )  # fmt: skip
    assert other.what == "nothing was played"
    assert other.gestures[0].startswith("“missing” a4 since 0.00 s: a piece is off its square, ")


def test_what_else_was_touched_is_named() -> None:
    answer = last(CROSS, "1000 -a4/1200 -h5/1400 +h5/1700 +b4")
    (gesture,) = answer.explanations[0].gestures
    assert gesture.startswith(
        "“adjusted by the other hand” h5 from 0.20 s to 0.40 s: a piece was lifted and put back, "
    )


def test_refusals_questions_and_choices() -> None:
    assert last(CROSS, "1000 -a4/1500 +c6").because == "No move explains how a4 and c6 stand."
    assert last(CROSS, "1000 -h4").because == "No move explains how h4 stands."
    assert "order or pace is hardly that of a move" in last(CROSS, "1000 +b4/1600 -a4").because
    assert last(HAND, "1000 +b1").because == "More than one move touches just these squares."
    assert last(HAND, "1000 +b1/1500 !ok") == Answer("A player chose it, or nothing else was legal.", ())
    assert "withdrew" in last(HAND, "1000 +b1/1500 !back").because
    assert "Another explanation is nearly as good" in last(STACKS, "1000 -c3/1500 +c3/2900 -d2/3400 +d2").because


@pytest.fixture(scope="module")
def logged(tmp_path_factory: pytest.TempPathFactory) -> Generator[tuple[Path, int], None, None]:
    """A library with a game: a move, one put back, one that is refused and put right, one taken back on the PC."""
    folder = tmp_path_factory.mktemp("why")
    with fake_board(folder / "games") as board:
        board.switch_on()
        board.set_all(HOME)
        board.run(600)
        for gesture in ("-a4 +b5", "-h4 +g5", "-g5 +h4", "-h4 +c3"):
            board.gesture(gesture)
            board.run(2500)
        board.gesture("-c3 +g5")
        board.run(1500)
        assert board.app.commands.take_back("1") == ""
        board.gesture("-g5 +h4")
        board.run(1500)
        board.gesture("-h5 +g6")
        board.run(1500)
        library, number = stored(board, folder)
    library.close()
    yield folder / "library.db", number


def test_the_moments_of_a_game_have_their_decisions(logged: tuple[Path, int]) -> None:
    path, number = logged
    with Library(path) as library:
        moments = library.moments(number)
        found = decided(library, number)
    kinds = [event.kind for event in moments]
    assert [kinds[i] for i in sorted(found)] == ["ply", "ply", "takeback", "refused", "ply", "ply"]
    unread = [i for i, kind in enumerate(kinds) if kind == "takeback" and i not in found]
    assert len(unread) == 1, "the takeback on the PC was read from no sensor"
    for i, decision in found.items():
        if moments[i].kind == "ply":
            assert decision.weighed
            assert decision.weighed.lines[0].plies[:1] == (moments[i].text,)


def test_the_last_decision_as_text(logged: tuple[Path, int]) -> None:
    path, number = logged
    with Library(path) as library:
        lines = last_why(library, number).splitlines()
        assert lines[0].startswith("h5-g6: Shown at 0.11 s, final at ")
        assert lines[1] == "  0 points: h5-g6: h5 opened at 0.00 s, g6 closed at 0.10 s"
        nothing = library.open_game(NewGame("b0", "00000007", CROSS))
        assert last_why(library, nothing) == NO_EDGES


def test_the_server_says_why(logged: tuple[Path, int]) -> None:
    path, number = logged
    server = Server(path)
    try:
        with urllib.request.urlopen(f"{server.url}api/games/{number}/why") as answer:
            found = json.load(answer)
        with Library(path) as library:
            assert found == game_why(library, number)
        assert found["lacks"] == ""
        assert found["steps"]["1"]["words"] == "a4-b5"
        assert found["steps"]["1"]["explanations"][0]["points"] == 0
        with pytest.raises(urllib.error.HTTPError, match="404"):
            urllib.request.urlopen(f"{server.url}api/games/99/why")
    finally:
        server.close()
