"""What says White means the side that the game calls so: in draughts Black begins, in Card Chess Red does."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from crossboard import cli
from crossboard.errors import CrossboardError
from crossboard.games.rules import by_colour, new_game
from crossboard.library import Event, Library, NewGame
from crossboard.play.wish import Wish
from crossboard.terminal.interface import LineInterface
from tests.support.fake_board import PlayRig

# Number of the game in the library, its plies so far, and who has won: the side that begins, in each of them.
GAMES = (("draughts", "c3-d4"), ("charing-cross", "a4-b5"), ("card-chess", "c2-c3"))


@pytest.fixture(autouse=True)
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "library.db"
    monkeypatch.setenv("CROSSBOARD_LIBRARY", str(path))
    with Library(path) as library:
        for number, (spec, ply) in enumerate(GAMES, 1):
            game = library.open_game(
                NewGame("B1", f"{number:08}", new_game(spec).text(), "Ada", "Bob", began_ms=number)
            )
            library.append(game, [Event(1, "ply", ply), Event(2, "end", "1-0", reason="resigned")])
    return path


def run(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert cli.main(words) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize(
    ("result", "found"),
    [("black", [1]), ("white", [2, 3]), ("White", [2, 3]), ("red", [3]), ("first", [1, 2, 3]), ("1-0", [1, 2, 3]), ("0-1", [])],
)  # fmt: skip
def test_games_that_a_side_has_won(capsys: pytest.CaptureFixture[str], result: str, found: list[int]) -> None:
    listed = json.loads(run(capsys, "games", "--json", "--result", result))["games"]
    assert [(one["id"], one["first"], one["second"]) for one in listed] == [(number, "Ada", "Bob") for number in found]


def test_a_list_of_several_games_names_no_colour(capsys: pytest.CaptureFixture[str]) -> None:
    head, *lines = run(capsys, "games").splitlines()
    assert head.split() == ["ID", "DATE", "GAME", "FIRST", "SECOND", "RESULT", "PLIES", "BOARD"]
    assert all(line[head.index("FIRST") :].split()[:3] == ["Ada", "Bob", "1-0"] for line in lines)


def test_names_are_set_by_colour(capsys: pytest.CaptureFixture[str]) -> None:
    run(capsys, "edit", "1", "--white", "Will")
    run(capsys, "edit", "3", "--white", "Rose", "--black", "Bea")
    assert "Ada (Black) - Will (White)" in run(capsys, "show", "1")
    assert "Rose (Red) - Bea (Black)" in run(capsys, "show", "3")
    pdn = run(capsys, "export", "1")
    assert '[White "Will"]' in pdn and '[Black "Ada"]' in pdn
    assert '[Result "1-0"]' in pdn and '[GameType "21"]' in pdn


def test_what_is_given_by_colour_leads_back() -> None:
    for spec, there in (
        ("draughts", (2, 1)),
        ("chess", (1, 2)),
        ("card-chess:plain", (1, 2)),
        ("not-known-yet", (1, 2)),
    ):
        assert by_colour(spec, (1, 2)) == there and by_colour(spec, by_colour(spec, (1, 2))) == (1, 2)


@pytest.mark.parametrize(
    ("wish", "spec", "names", "levels"),
    [
        (Wish(names=("Will", "Bea")), "draughts", ("Bea", "Will"), None),
        (Wish(names=("Will", "Bea")), "chess", ("Will", "Bea"), None),
        (Wish(names=("", "Bea"), against="4"), "draughts", ("Bea", ""), (0, 4)),
        (Wish(names=("", "Bea"), against="4", side="black"), "draughts", ("Bea", ""), (0, 4)),
        (Wish(names=("", "Bea"), against="4", side="black"), "card-chess", ("", "Bea"), (4, 0)),
        (Wish(names=("Will", ""), against="4", side="white"), "draughts", ("", "Will"), (4, 0)),
        (Wish(against="4,6"), "draughts", ("", ""), (4, 6)),
    ],
)  # fmt: skip
def test_players_of_a_game_to_begin(
    wish: Wish, spec: str, names: tuple[str, str], levels: tuple[int, int] | None
) -> None:
    assert wish.players(spec) == (names, levels)


def test_a_player_in_crossboards_place() -> None:
    with pytest.raises(CrossboardError, match="--white Will: Crossboard plays that side, at level 4"):
        Wish("draughts", ("Will", ""), "4").players("draughts")


def test_names_of_whatever_game_is_on_the_board(tmp_path: Path) -> None:
    """It is known only once the board has said it."""
    rig = PlayRig(tmp_path, LineInterface([]), True, Wish(names=("Will", "Bea")))
    try:
        rig.board.begin("draughts")
        rig.run(10)
        played = rig.play.context.session.played
        assert played and played.names == ("Bea", "Will")
    finally:
        rig.close()
