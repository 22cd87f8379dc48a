"""`crossboard bundle`: what a bug report needs, as one file."""

from __future__ import annotations

import email.message
import zipfile
from importlib import metadata
from pathlib import Path

import pytest

from crossboard import cli
from crossboard.library.trace import parse_trace
from tests.support.firmware_on_pins import FakeBoard
from tests.support.flights import stored

START = "3RR3/8/8/N6n/N6n/8/8/3rr3 w -"
URL = "https://example.org/crossboard/issues"


def test_a_game_is_told_by_its_trace_and_how_it_was_read_without_names(
    board: FakeBoard, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    board.gesture("-a4 +b5")
    library, number = stored(board, tmp_path)
    library.name_players(number, {0: "Ada", 1: "Bob"})
    library.close()
    out = tmp_path / "report.zip"
    words = ["--library", str(tmp_path / "library.db"), "-o", str(out)]
    assert cli.main(["bundle", str(number), *words]) == 0
    with zipfile.ZipFile(out) as archive:
        parts = {name: archive.read(name).decode() for name in archive.namelist()}
    assert set(parts) == {"about.txt", *(f"game-{number}.{ending}" for ending in ("pgn", "trace", "txt"))}
    assert "1. a4-b5" in parts[f"game-{number}.pgn"]
    assert len(parse_trace(parts[f"game-{number}.trace"], "trace").events) == 2
    assert " ply a4-b5\n" in parts[f"game-{number}.txt"]
    assert metadata.version("crossboard") in parts["about.txt"] and "pyserial" in parts["about.txt"]
    assert not any(name in text for name in ("Ada", "Bob", str(tmp_path)) for text in parts.values())
    before = out.read_bytes()
    assert cli.main(["bundle", "999", *words]) == 2 and out.read_bytes() == before
    assert "there is no game 999" in capsys.readouterr().err


def test_a_game_without_edges_is_told_by_its_record_without_what_people_wrote(tmp_path: Path) -> None:
    record, out = tmp_path / "a.pgn", tmp_path / "report.zip"
    start = f"charing-cross {START}"
    record.write_text(
        f'[Event "Ada\'s"]\n[White "Ada"]\n[Variant "charing-cross"]\n[SetUp "1"]\n[FEN "{start}"]\n[Coach "Ada"]\n\n'
        "{Ada began} 1. a4-b4 {[%emt 0:00:04.2] [%illegal a4-a6 no-such-move] Ada again} (1. a4-b5 {Ada}) *\n"
    )
    words = ["--library", str(tmp_path / "library.db")]
    assert cli.main(["import", str(record), *words]) == 0
    assert cli.main(["bundle", "1", "-o", str(out), *words]) == 0
    with zipfile.ZipFile(out) as archive:
        assert archive.namelist() == ["about.txt", "game-1.pgn"]
        told = archive.read("game-1.pgn").decode()
    assert "Ada" not in told and start in told
    assert "1. a4-b4 {[%emt 0:00:04.2] [%illegal a4-a6 no-such-move]} *" in told


@pytest.mark.parametrize(
    ("urls", "place"),
    [
        ([f"Source, {URL}/..", f"Issues, {URL}"], URL),
        ([], "the place where you got Crossboard from"),
    ],
)
def test_the_address_is_that_of_the_package(
    urls: list[str],
    place: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    about = email.message.Message()
    for url in urls:
        about["Project-URL"] = url
    monkeypatch.setattr(metadata, "metadata", lambda _name: about)
    assert cli.main(["bundle", "-o", str(tmp_path / "x.zip")]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == f"attach it to an issue at {place}"
