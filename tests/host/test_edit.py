"""What is known of logged games, set right by hand; deleting, and bringing back."""

from __future__ import annotations

from pathlib import Path

import pytest

from crossboard import cli
from crossboard.library import Event, Library, NewGame
from crossboard.library.archive import import_record
from crossboard.library.record_reader import read_record_file

DEMO = Path(__file__).parents[2] / "host" / "crossboard" / "play" / "demo.pgn"
START = "charing-cross 3RR3/8/8/N6n/N6n/8/8/3rr3 w -"


@pytest.fixture(autouse=True)
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "library.db"
    monkeypatch.setenv("CROSSBOARD_LIBRARY", str(path))
    with Library(path) as library:
        import_record(library, read_record_file(DEMO)[0])
    return path


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    status = cli.main(words)
    got = capsys.readouterr()
    return status, got.out, got.err


def test_players_event_and_notes(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "edit", "1", "--white", "Grace", "--black", "", "--event", "Club  night")[0] == 0
    assert run(capsys, "edit", "1", "--note", "Well { played }.", "--turn", "3")[0] == 0
    with Library(path) as library:
        game = library.game(1)
        assert (game.first, game.second, game.tags["Event"]) == ("Grace", "", "Club night")
    record = run(capsys, "export", "1")[1]
    assert '[White "Grace"]' in record and '[Black "?"]' in record and '[Event "Club night"]' in record
    assert "Well { played &#125;." in " ".join(record.split())
    shown = run(capsys, "show", "1")[1].splitlines()
    noted = shown.index("    note: Well { played }.")
    assert "  2.    " in shown[noted - 1] and "  2...  " in shown[noted + 1]
    assert run(capsys, "edit", "1", "--note", "", "--turn", "3", "--event", "")[0] == 0
    record = run(capsys, "export", "1")[1]
    assert "Well" not in record and '[Event "?"]' in record


def test_deleted_games_are_in_no_list_until_they_are_brought_back(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, _ = run(capsys, "delete", "1", "1")
    assert status == 0 and out.startswith("1 game deleted; `") and out.endswith("delete --undo 1` undoes that\n")
    assert "no games yet" in run(capsys, "games")[1]
    assert run(capsys, "games", "--stats")[1] != ""
    assert run(capsys, "export", "all")[1] == ""
    assert run(capsys, "delete", "--undo")[1].startswith("1  charing-cross")
    assert run(capsys, "show", "1")[0] == 0, "whoever has its number finds it"
    assert run(capsys, "delete", "--undo", "1")[1] == "1 game brought back\n"
    assert run(capsys, "delete", "--undo")[1] == "nothing is deleted\n"
    assert len(run(capsys, "games")[1].splitlines()) == 2
    run(capsys, "delete", "1")
    assert "already there as 1" in run(capsys, "import", str(DEMO))[1]
    assert len(run(capsys, "games")[1].splitlines()) == 2, "whoever imports it wants it"


def test_the_side_that_crossboard_played_keeps_its_name(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Library(path) as library:
        number = library.open_game(NewGame("b", "1", START))
        library.append(
            number, [Event(1, "opponent", "4", reason="1"), Event(2, "ply", "a4-b5"), Event(3, "ply", "h4-g5")]
        )
    status, _, complaint = run(capsys, "edit", str(number), "--black", "Me")
    assert status == 2 and "was played by Crossboard" in complaint
    assert run(capsys, "edit", str(number), "--white", "Me")[0] == 0


@pytest.mark.parametrize(
    "words",
    [
        ["edit", "1"], ["edit", "9", "--white", "x"], ["edit", "1", "--turn", "2"], ["edit", "1", "--white", "x" * 3000],
        ["edit", "1", "--white", "x", "--note", "y", "--turn", "99"], ["delete"], ["delete", "9"],
    ],
)  # fmt: skip
def test_what_cannot_be_meant_changes_nothing(path: Path, words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    status, out, complaint = run(capsys, *words)
    assert (status, out, complaint.count("\n")) == (2, "", 1)
    with Library(path) as library:
        assert (library.game(1).first, library.notes(1)) == ("Ada", library.notes(1))
        assert library.games()[0].id == 1
