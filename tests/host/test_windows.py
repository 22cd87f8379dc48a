"""Crossboard as Windows would run it, as far as another system can show that (tests/support/windows.py). None of it ran there."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from crossboard.flash.find import bootsel_drive
from crossboard.review.export import FORMATS
from crossboard.terminal import keys
from tests.support.windows import Windows, keyboard, refused

PROGRAM = (sys.executable, "-m", "tests.support.windows")
ROOT = Path(__file__).parents[2]


def run(*words: str, typed: str = "") -> str:
    """What a command prints, in a console's own letters; it must succeed."""
    done = subprocess.run(
        [*PROGRAM, *words], cwd=ROOT, input=typed.encode(), capture_output=True, timeout=300, check=False
    )
    said = done.stdout.decode("cp1252")
    assert done.returncode == 0, said + done.stderr.decode("cp1252")
    assert "\n" not in said.replace("\r\n", "")
    return said


def test_no_module_needs_what_windows_lacks() -> None:
    done = subprocess.run([*PROGRAM, "import-all"], cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    assert {"crossboard.cli", "crossboard.play.play", "crossboard.hub.command"} < set(done.stdout.split())


@pytest.mark.skipif(not shutil.which("git"), reason="no git")
def test_a_checkout_there_has_the_same_bytes(tmp_path: Path) -> None:
    """Git for Windows ends the lines of what it takes for text as Windows does: a PDF's places, and digests, are wrong then."""
    names = [
        ".gitattributes",
        "README.md",
        ".ci/release",
        "hardware/cards/card-chess.pdf",
        "hardware/pcb/tile/fab/bom.csv",
    ]
    for name in names:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)

    def git(*words: str) -> None:
        who = ("-c", "user.name=a", "-c", "user.email=a@b")
        subprocess.run(["git", *who, "-c", "core.autocrlf=true", *words], cwd=tmp_path, check=True, capture_output=True)

    git("init")
    git("add", ".")
    git("commit", "-m", "all")
    for name in names:
        (tmp_path / name).unlink()
    git("checkout", ".")
    assert {name: (tmp_path / name).read_bytes() for name in names} == {
        name: (ROOT / name).read_bytes() for name in names
    }


@pytest.mark.usefixtures("micropython")
def test_a_game_is_played_at_a_socket_and_written_in_every_format(tmp_path: Path) -> None:
    library = ("--library", str(tmp_path / "games.db"))
    said = run("play", "chess:960", *library, typed="board\nclock 5+3\nquit\n")
    assert "a simulated board" in said and "chess:960" in said
    run("play", "kings-crossing:alternate", *library, typed="a4-b5\nboard\n")
    assert len(run("games", *library).splitlines()) == 3
    for name in FORMATS.keys() - {"trace"}:  # of a game that no hands played there is none
        run("export", "2", *library, "--format", name, "-o", str(tmp_path / f"game.{name}"))
        assert (tmp_path / f"game.{name}").stat().st_size
    run("bundle", *library, "-o", str(tmp_path / "bundle.zip"))
    assert "result" in run("replay", "2", *library)


@pytest.mark.parametrize(
    "name", ["a:b.pgn", "what?.png", "con", "NUL.txt", "dot.", "blank ", 'quo"te', "a*b", "line\nbreak"]
)
def test_names_that_windows_refuses_are_noticed(name: str) -> None:
    assert refused(f"/home/player/{name}/file")
    assert not refused("/home/Jörg Müller/games 1.db")


def test_keys_come_from_the_console(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROSSBOARD_KEYS", "q\r\x03\xe0Kx")
    console = keyboard()
    monkeypatch.setattr(keys, "os", Windows(keys.os, name="nt"))
    monkeypatch.setattr(keys.importlib, "import_module", lambda name: {"msvcrt": console}[name])
    with keys.Keys() as read:
        found = [key for _ in range(5) for key in read.read(0)]
        assert read.read(0) == []
    assert found == ["q", "enter", "ctrl-c", "left", "x"]
    assert not keys.is_gone()


def test_a_pico_in_bootsel_mode_is_found_among_the_drives(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)  # where D:/ is a folder
    monkeypatch.setattr("crossboard.flash.find.sys", Windows(sys, platform="win32"))
    assert bootsel_drive() == ""
    (tmp_path / "E:").mkdir()
    (tmp_path / "E:" / "INFO_UF2.TXT").write_text("UF2 Bootloader")
    assert bootsel_drive() == "E:/"
