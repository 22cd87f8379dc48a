"""play with the real firmware in a simulated board: piped, in a terminal, and with the board killed in the middle."""

from __future__ import annotations

import os
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from crossboard import cli
from crossboard.library import Library


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CROSSBOARD_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("CROSSBOARD_LIBRARY", raising=False)
    return tmp_path / "home"


def crossboard(*words: str) -> list[str]:
    return [sys.executable, "-m", "crossboard", *words]


@pytest.mark.early
def test_a_game_from_sensor_to_replay(capsys: pytest.CaptureFixture[str]) -> None:
    typed_lines = "a4-b4\n-d1 +d3\nsetup\ne1xc1@e1\ntakeback\n@e1\nb4-c3\nresign\n"
    done = subprocess.run(
        crossboard("play", "charing-cross", "--board", "sim", "--white", "Ada"),
        input=typed_lines, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "The pieces don't match the game: the lights show the way back (or type setup)." in done.stdout
    assert "refused d1-d3: there is nothing to jump over" in done.stdout
    assert done.stdout.endswith("The game is in the library: crossboard replay 1\n")
    assert cli.main(["export", "1"]) == 0
    movetext = " ".join(capsys.readouterr().out.partition("\n\n")[2].split())
    assert "[%illegal d1-d3 nothing-to-jump]" in movetext
    assert re.sub(r"\{[^}]*\} ?", "", movetext) == "1. a4-b4 1... e1xc1@e1 2. b4-c3 1-0"
    assert cli.main(["replay", "1"]) == 0
    assert "White wins (1-0): the other side resigned" in capsys.readouterr().out
    with Library(Path(os.environ["CROSSBOARD_HOME"]) / "library.db") as library:
        assert not any(event.flag for event in library.events(1))


def test_an_interrupted_game_goes_on_as_itself(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """No other game is stored: neither the one that a new board has, nor the one it had before the one that was asked for."""

    def play(typed: str, *words: str) -> str:
        done = subprocess.run(
            crossboard("play", "--board", "sim", "--no-web", *words),
            input=typed, capture_output=True, text=True, timeout=300, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert "a new game: charing-cross" in play("board\n")
    play("board\n", "kings-crossing")
    play("clock 10+30\na4-b4\nh4-g4\nnew card-chess\n", "charing-cross", "--white", "Ada")
    said = play("b4-c5\n", "--resume", "2")
    assert "the clock goes on: White " in said
    with Library(home / "library.db") as library:
        games = [(one.id, one.spec, one.first, one.plies) for one in library.games()]
        assert games == [
            (1, "kings-crossing", "", 0), (2, "charing-cross", "Ada", 3), (3, "card-chess", "Ada", 0),
        ]  # fmt: skip
        assert [event.kind for event in library.events(2)] == ["ply", "ply", "end", "takeback", "ply"]
    capsys.readouterr()
    for words, why in (
        (["--resume", "2", "--white", "Bob"], "--resume goes on with a game as it was: leave out --white"),
        (["--resume", "9"], f"{home / 'library.db'}: there is no game 9"),
        (["--resume", "two"], "'two' is not a game number; `crossboard games` lists them"),
    ):
        assert cli.main(["play", *words]) == 2
        assert capsys.readouterr().err == f"crossboard: {why}\n"


@pytest.mark.parametrize(
    ("page", "seat"), [((), False), (("--no-web",), False), (("--token", "a-token-of-23-characters"), True)]
)
def test_an_invite_offers_a_seat_only_where_a_phone_can_come(page: tuple[str, ...], seat: bool) -> None:
    """A page for this PC alone has no address to give away; a seat's is told as text and as a QR code."""
    done = subprocess.run(
        crossboard("play", "charing-cross", "--board", "sim", "--invite", *page),
        input="quit\n", capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert ("a friend without a board plays the other side at" in done.stdout) == seat
    assert ("/seat?token=" in done.stdout) == seat
    assert ("\u2588" in done.stdout) == seat
    assert re.search(r"--remote mqtt://\S+", done.stdout)  # the invite itself is given in any case


def test_a_refused_invite_leaves_the_match_that_is_running(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    invite = ("--board", "sim", "--no-web", "--invite")
    done = subprocess.run(
        crossboard("play", "kings-crossing", *invite),
        input="quit\n", capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    kept = {path: path.read_text() for path in (home / "matches").glob("*.json")}
    assert len(kept) == 1
    assert cli.main(["play", "kings-crossing:stealth", *invite]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err == "crossboard: a remote player can't play with secret kings: choose the game without stealth\n"
    assert {path: path.read_text() for path in (home / "matches").glob("*.json")} == kept


@pytest.mark.early
@pytest.mark.skipif(not hasattr(os, "openpty"), reason="this system has no pseudo terminals")
def test_the_demonstration_deletes_its_own_library_and_names_none(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setenv("TMPDIR", str(folder))
    said = demonstration()
    assert not list(folder.glob("crossboard-demo-*"))
    assert not (home / "library.db").exists()
    assert "The game was logged in a library of the demonstration's own; this is its replay:\n" in said
    last = said.splitlines()[-1]
    assert last.startswith("The demonstration's library is deleted. Now it is your turn: ") and last.endswith(" play")
    assert "library.db" not in said


@pytest.mark.soak
@pytest.mark.skipif(not hasattr(os, "openpty"), reason="this system has no pseudo terminals")
def test_the_demonstration_keeps_a_library_that_was_named(tmp_path: Path) -> None:
    kept = tmp_path / "kept.db"
    said = demonstration("--library", str(kept))
    assert f"\nThe library {kept} keeps the game. Now it is your turn: " in said
    with Library(kept) as library:
        assert [game.id for game in library.games()] == [1]
        assert sum(event.kind == "refused" for event in library.events(1)) == 2


def demonstration(*words: str) -> str:
    """What it says. It plays for half a minute, and checks its library against the record itself."""
    done = subprocess.run(
        crossboard("play", "--demo", *words),
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=240, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
    return done.stdout


@pytest.mark.parametrize("way", ["ctrl-c", "closed"])
def test_who_leaves_the_terminal_has_the_game_saved(way: str, home: Path) -> None:
    ours, theirs = os.openpty()
    environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "100", "LINES": "40"}
    process = subprocess.Popen(
        crossboard("play", "--board", "sim"), stdin=theirs, stdout=theirs, stderr=theirs, env=environment
    )
    os.close(theirs)
    seen = ""

    def wait_for(text: str) -> None:
        nonlocal seen
        end = time.monotonic() + 240
        while text not in seen:
            assert time.monotonic() < end, seen[-3000:]
            if select.select([ours], [], [], 0.2)[0]:
                try:
                    seen += os.read(ours, 65536).decode(errors="replace")
                except OSError as error:  # the program has ended
                    raise AssertionError(seen[-3000:]) from error

    try:
        wait_for("White to move.")
        os.write(ours, b"a4-b4\r")
        wait_for("Black to move.")
        seen = ""
        if way == "ctrl-c":
            os.write(ours, b"\x03")
            wait_for("The game is in the library: crossboard replay 1")
            assert process.wait(60) == 0
        else:
            os.close(ours)
            process.wait(60)
    finally:
        process.kill()
        process.wait()
        if way == "ctrl-c":
            os.close(ours)
    with Library(home / "library.db") as library:
        assert [event.text for event in library.events(1)] == ["a4-b4"]


def test_the_simulated_board_is_killed_and_started_again_in_the_middle(home: Path, tmp_path: Path) -> None:
    link = str(tmp_path / "board")

    def simulate() -> subprocess.Popen[str]:
        started = subprocess.Popen(crossboard("simulate", "--link", link), stdout=subprocess.PIPE, text=True)
        assert started.stdout
        assert started.stdout.readline().startswith("port ")
        return started

    board = simulate()
    play = None
    try:
        play = subprocess.Popen(
            crossboard("play", "--board", link), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        assert play.stdin and play.stdout

        def wait_for(text: str) -> str:
            assert play and play.stdout
            for line in play.stdout:
                if text in line:
                    return line
            raise AssertionError(f"'{text}' was never said")

        play.stdin.write("a4-b4\n")
        wait_for("1.    a4-b4")
        board.kill()
        board.wait()
        wait_for("unplugged")
        board = simulate()
        wait_for("connected")
        play.stdin.write("e1xc1@e1\n")
        wait_for("1...  e1xc1")
        wait_for("@e1")
        play.send_signal(signal.SIGINT)
        assert "The game is in the library: crossboard replay 1" in play.stdout.read()
        assert play.wait(30) == 0
    finally:
        for process in (board, play):
            if process:
                process.kill()
                process.wait()
    with Library(home / "library.db") as library:
        (game,) = library.games()
        assert [(e.seq, e.text) for e in library.events(game.id)] == [(1, "a4-b4"), (2, "e1xc1"), (3, "@e1")]
        assert library.strays(game.id) == []


def test_the_start_position_set_up_in_mid_game_is_told_as_an_offer(home: Path) -> None:
    words = crossboard("play", "charing-cross", "--board", "sim", "--no-web")
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1) as play:
        assert play.stdin and play.stdout

        def after(typed: str, text: str) -> None:
            assert play.stdin and play.stdout
            play.stdin.write("".join(f"{line}\n" for line in typed.split()))
            assert any(text in line for line in play.stdout), f"'{text}' was never said"

        try:
            offer = (
                "All pieces stand as at the start: OK gives this game up and begins a new one; put them back to go on"
            )
            after("a4-b5 h4-g5", "1...  h4-g5")
            after("-b5 -a5 -g5 -h5", "White to move. The pieces don't match the game")
            after("+a5 +h5 +a4 +h4", offer)
            after("-a4", "The pieces don't match the game: the lights show the way back")
            after("+a4", offer)
            after("ok", "a new game: charing-cross")
            play.communicate("quit\n", 60)
            assert play.returncode == 0
        finally:
            play.kill()


@pytest.mark.early
def test_a_logged_game_is_led_on_the_board_by_what_is_typed(home: Path) -> None:
    demo = Path(cli.__file__).with_name("play") / "demo.pgn"
    assert cli.main(["import", str(demo)]) == 0
    typed = "setup\n+e6\nback\nsetup\nresign\nturn 5\nsetup\nboard\nturn 99\non\nquit\n"
    done = subprocess.run(
        crossboard("replay", "1", "--board", "sim", "--no-web"),
        input=typed, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    said = done.stdout.splitlines()
    assert "replay of game 1: charing-cross, Ada (White) - Bob (Black)" in said
    assert "Now 1. d8-c7: the lights show which piece, and where to." in said
    assert "Now 1. d8-c7: the lights show which piece, and where to. Wrong: e6." in said
    assert "no game is in progress: this is a replay" in said
    assert "The position after 3. c7xa5 is set up. next goes on." in said
    assert "there is no turn 99; the game has 9" in said
    with Library(home / "library.db") as library:
        assert library.games()[-1].start == "charing-cross 4R3/8/8/R6n/N6n/8/3r4/2r5 b -"
