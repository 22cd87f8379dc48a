"""Why the board decided as it did, in plain words: of a decision, and of the moments of a logged game."""

from __future__ import annotations

import json
import re
import urllib.request
from collections.abc import Generator
from pathlib import Path

import pytest

from crossboard.library import Event, Library, NewGame
from crossboard.recognize.explanation import WEIGHED, Decision, Explained
from crossboard.recognize.logged import NO_EDGES, NOTHING_READ, decided, last_why
from crossboard.recognize.plain_words import plain
from crossboard.web import Server
from crossboard.web.study import game_why
from tests.support.charing_cross_positions import HOME
from tests.support.firmware_on_pins import fake_board
from tests.support.flights import stored
from tests.support.gesture_rows import CROSS, HAND, ROWS, STACKS
from tests.support.stories import traced


def last(position: str, edges: str) -> str:
    """The answer for what was decided last."""
    found = [one for one in Explained(traced(position, edges)).decisions() if isinstance(one, Decision)]
    return " ".join(plain([one for one in found if one.main.what in WEIGHED][-1]))


@pytest.mark.parametrize(
    ("position", "edges", "words"),
    [
        (
            CROSS,
            "1000 -a4/1500 +b4",
            "a4 opened, b4 closed 0.5 s later. The knight stood on b4 for 0.3 s. "
            "The next best reading, that nothing more was played, would leave a4 missing and b4 standing where it can't.",
        ),
        (
            CROSS,
            "1000 -a4/1200 -h5/1400 +h5/1700 +b4",
            "a4 opened, b4 closed 0.7 s later; a piece was lifted on h5 for 0.2 s. The knight stood on b4 for 0.3 s. "
            "The next best reading, that nothing more was played, would leave a4 missing and b4 standing where it can't, "
            "and mean that a piece was lifted on h5 for 0.2 s.",
        ),
        (
            CROSS,
            "1000 -a4/1500 +b4/3000 -b4/3200 +a4",
            "b4 opened, a4 closed 0.2 s later. The next best reading, that nothing more was played, would leave b4 missing "
            "and a4 standing where it can't.",
        ),
        (CROSS, "1000 -a4/1500 +c6", "No move explains how a4 and c6 stand."),
        (CROSS, "1000 -h4", "No move explains how h4 stands."),
        (
            CROSS,
            "1000 +b3/1100 +c3/1200 +d3",
            "Several pieces are off or stand elsewhere: nothing counts until all stand as after the last move.",
        ),
        (
            CROSS,
            "1000 +b4/1600 -a4",
            "b4 closed, a4 opened 0.6 s later; the piece arrived before it left. Hands hardly ever play like that. "
            "The next best reading, that nothing more was played, would leave b4 standing where it can't and a4 missing.",
        ),
        (HAND, "1000 +b1", "More than one move touches just these squares."),
        (HAND, "1000 +b1/1500 !ok", "A player chose it, or nothing else was legal."),
        (
            HAND,
            "1000 +b1/1500 !back",
            "A player said that none of the answers was played: what was moved has to be put back.",
        ),
        (
            STACKS,
            "1000 -c3/1500 +c3/2900 -d2/3400 +d2",
            "Perhaps c3xd2 was played: c3 opened, c3 closed 0.5 s later, d2 opened 1.4 s later, d2 closed 0.5 s later; "
            "the one stack had been back for a while when the other was lifted. "
            "About as likely, nothing more was played: a piece had been lifted on c3 for 0.5 s and a piece was lifted on "
            "d2 for 0.5 s.",
        ),
    ],
)
def test_answers(position: str, edges: str, words: str) -> None:
    assert last(position, edges) == words


PRIVATE = re.compile(
    r"\b(points?|margin|cost|hypothesis|line|(un)?told|near|loose|dear|standing as|retracted|gesture)\b"
)


def test_players_hear_nothing_of_how_it_is_reckoned() -> None:
    for _, position, edges, _ in ROWS:
        for one in Explained(traced(position, "/".join(e for e in edges.split("/") if "?" not in e))).decisions():
            if isinstance(one, Decision) and one.main.what in WEIGHED:
                words = " ".join(plain(one))
                assert not PRIVATE.search(words), words
                assert not re.search(r"[{}]|\. \.|  |-\d| ;|: \.|: ,|\(\)|^\.|\.\.", words), words


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
        assert board.app.link.commands().take_back("1") == ""
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
            assert decision.weighed.best.plies[:1] == (moments[i].text,)


def test_the_last_decision_as_text(logged: tuple[Path, int]) -> None:
    path, number = logged
    with Library(path) as library:
        assert last_why(library, number).startswith(
            "h5-g6: h5 opened, g6 closed 0.1 s later. The knight stood on g6 for "
        )
        nothing = library.open_game(NewGame("b0", "00000007", CROSS))
        assert last_why(library, nothing) == NOTHING_READ
        library.append(nothing, [Event(1, "ply", "a4-b5")])
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
        assert found["steps"]["1"]["because"].startswith("a4 opened, b5 closed ")
        with pytest.raises(urllib.error.HTTPError, match="404"):
            urllib.request.urlopen(f"{server.url}api/games/99/why")
    finally:
        server.close()
