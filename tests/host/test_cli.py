"""The command line: what it prints, what it refuses, in one line and with which status."""

from __future__ import annotations

import importlib
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from crossboard import cli, reference
from crossboard.boards import link, listing
from crossboard.folders import ENVIRONMENT
from crossboard.games.names import LONGEST_NAME
from crossboard.games.reasons import ends, refusals
from crossboard.games.rules import game_names
from crossboard.games.words import clean, clock_text, plural, size_text
from crossboard.library import Event, Library, NewGame

START = "charing-cross 3RR3/8/8/N6n/N6n/8/8/3rr3 w -"
RECORD = f"""[Event "Club night"]
[White "Ada"]
[Black "Bob"]
[Variant "charing-cross"]
[FEN "{START}"]

1. a4-b4 {{[%emt 0:00:04.2] [%illegal a4-a6 nothing-to-jump] so}} e1xc1@e1 2. b4-c3 h5xh3@h4 {{fine}} $1 0-1
"""
NO_HOST = "can't be a host's name: each part between two dots has 1 to 63 characters"
NO_PORT = "a port is a number from 1 to 65535"
NO_SUCH_GAME = f"no game is called 'unheard-of'; the games are {', '.join(game_names())}"
NO_VARIANT = (
    "card-chess has no variant 'nope'; its variants are plain, progressive (several are joined by +, in this order)"
)


@pytest.fixture(autouse=True)
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "library.db"
    monkeypatch.setenv("CROSSBOARD_LIBRARY", str(path))
    monkeypatch.chdir(tmp_path)
    return path


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    status = cli.main(words)
    got = capsys.readouterr()
    return status, got.out, got.err


def test_a_record_goes_into_the_library_and_out_again(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.pgn").write_text(RECORD)
    assert run(capsys, "import", "a.pgn") == (0, "game 1: stored as 1 (4 turns)\n", "")
    assert run(capsys, "import", "a.pgn") == (0, "game 1: already there as 1 (4 turns)\n", "")
    status, text, _ = run(capsys, "export", "1")
    assert status == 0
    words = " ".join(text.split())
    for part in ('[Event "Club night"]', '[Termination "resigned"]', "1... e1xc1@e1", "h5xh3@h4 {fine} $1 0-1"):
        assert part in words
    assert "1. a4-b4 {[%emt 0:00:04.2] [%illegal a4-a6 nothing-to-jump] so}" in words
    assert run(capsys, "export", "all", "-o", "b.pgn")[1] == "1 game written to b.pgn\n"
    assert Path("b.pgn").read_text() == text
    assert run(capsys, "verify", "b.pgn") == (0, "game 1: correct, charing-cross, 4 turns, 0-1 resigned\n", "")
    assert run(capsys, "import", "b.pgn")[1] == "game 1: already there as 1 (4 turns)\n"


def test_a_long_name_does_not_stretch_the_list(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.pgn").write_text(RECORD.replace('[White "', f'[White "{"W" * 5000}'))
    assert run(capsys, "import", "a.pgn")[0] == 0
    out = run(capsys, "games")[1]
    assert f"  {'W' * 29}…  " in out and max(map(len, out.splitlines())) < 160
    assert "W" * 5000 in run(capsys, "export", "1")[1].replace("\n", "")


def test_a_logged_game_is_shown_listed_and_known_again(library: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "no games yet" in run(capsys, "games")[1]
    with Library(library) as open_library:
        game = open_library.open_game(NewGame("b1", "0000000a", START, "Ada", began_ms=0))
        events = [
            Event(1, "ply", "a4-b4", board_ms=4250),
            Event(2, "refused", "", "d1", "d3", "no-such-move", board_ms=6000),
            Event(3, "ply", "e1xc1", board_ms=9000),
            Event(4, "ply", "@e1", board_ms=9900),
            Event(5, "takeback", "2", board_ms=12000),
            Event(6, "ply", "d1-d2", board_ms=20000),
            Event(7, "refused", "", "a5", "-", "unexplained", board_ms=21000),
            Event(8, "end", "0-1", reason="resigned", board_ms=30000),
        ]
        open_library.append(game, events)
    listed = run(capsys, "games")[1].splitlines()
    assert listed[0].split() == ["ID", "DATE", "GAME", "FIRST", "SECOND", "RESULT", "PLIES", "BOARD"]
    assert listed[1].split()[3:] == ["charing-cross", "Ada", "-", "0-1", "resigned", "2", "b1"]
    status, shown, _ = run(capsys, "show", "1")
    assert status == 0
    for part in (
        "Ada (White) - Black",
        "0:00:04.2  1.    a4-b4",
        "0:00:06.0        refused d1-d3: no piece of this kind moves like that",
        "0:00:12.0        2 plies taken back",
        "0:00:20.0  1...  d1-d2",
        "charing-cross 3RR3/8/8/N6n/1N5n/8/3r4/4r3 w -\n",
        "Black wins (0-1): the other side resigned",
    ):
        assert part in shown, part
    text = run(capsys, "export", "1")[1]
    movetext = text.partition("\n\n")[2].replace("\n", " ").strip()
    assert movetext == (
        "1. a4-b4 {[%emt 0:00:04.2]} 1... d1-d2 {[%emt 0:00:15.7] [%illegal d1-d3 no-such-move]} "
        "{[%illegal a5 unexplained]} 0-1"
    )
    Path("c.pgn").write_text(text)
    assert run(capsys, "import", "c.pgn")[1] == "game 1: already there as 1 (2 turns)\n"


def test_an_illegal_turn_in_a_record(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.pgn").write_text(RECORD.replace("b4-c3", "b4-b6") + "\n" + RECORD)
    what = "turn 2. b4-b6: not legal, there is nothing to jump over; the rest of this game is skipped"
    why = f"a.pgn:7: game 1, {what}"
    status, out, err = run(capsys, "verify", "a.pgn")
    assert (status, err) == (2, f"crossboard: {why}\n")
    assert out == f"game 1: line 7, {what}\ngame 2: correct, charing-cross, 4 turns, 0-1 resigned\n"
    status, out, err = run(capsys, "import", "a.pgn")
    assert (status, err) == (2, f"crossboard: {why}\n")
    assert out == (
        f"game 1: stored as 1 (2 turns); line 7, {what}\ngame 2: stored as 2 (4 turns)\n"
        "2 games: 2 stored, 0 already there, 0 not stored; 1 with a problem\n"
    )
    assert "1. a4-b4" in run(capsys, "export", "1")[1]


def test_attempts_on_squares_that_the_board_has_not(capsys: pytest.CaptureFixture[str]) -> None:
    attempts = "[%illegal z9-z8 no-such-move] [%illegal a9 x] [%illegal @z9 unexplained] [%illegal a4-a4 zork]"
    Path("a.pgn").write_text(RECORD.replace("[%illegal a4-a6 nothing-to-jump] so", attempts))
    assert run(capsys, "verify", "a.pgn")[0] == 0
    assert run(capsys, "import", "a.pgn")[0] == 0
    for game in ("a.pgn", "1"):
        status, out, err = run(capsys, "replay", game, "--speed", "100")
        assert (status, err) == (0, "")
        assert "refused z9-z8: no piece of this kind moves like that" in out
    for words in (["show", "1"], *(["export", "1", "--format", name] for name in ("pgn", "json", "svg", "html"))):
        status, out, err = run(capsys, *words)
        assert (status, err) == (0, ""), words
    assert attempts in " ".join(run(capsys, "export", "1")[1].split())


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["verify", "none.pgn"], "none.pgn: No such file or directory"),
        (["verify", "bad.pgn"], "bad.pgn:2: a comment is not closed"),
        (["import", "bad.pgn"], "bad.pgn:2: a comment is not closed"),
        (["import", "bytes.pgn"], "bytes.pgn:1: is not UTF-8 text"),
        (["show", "7"], "library.db: there is no game 7"),
        (["show", "seven"], "'seven' is not a game number; `crossboard games` lists them"),
        (["show", "٣"], "'٣' is not a game number; `crossboard games` lists them"),
        (["export", "7"], "library.db: there is no game 7"),
        (["replay", "7"], "library.db: there is no game 7"),
        (["replay", "none.pgn"], "none.pgn: No such file or directory"),
        (["games", "--library", "bad.pgn"], "bad.pgn: is not a Crossboard library (not an SQLite database)"),
        (["games", "--library", "."], "the library can't be read: is a folder"),
        (["boards", "--board", "/nowhere/tty"], "/nowhere/tty: there is no such port"),
        (["play", "--board", "/nowhere/tty"], "/nowhere/tty: there is no such port"),
        (["play", "--web-port", "99999"], "argument --web-port: '99999' is not a port number from 0 to 65535"),
        (["simulate", "--flash", "bad.pgn/flash"], "bad.pgn: is a file; --flash takes the folder"),
        (["doctor", "--patience", "nan"], "argument --patience: 'nan' is not a time from 0.1 to 3600 seconds"),
        (["play", "unheard-of"], f"crossboard: {NO_SUCH_GAME}\n"),
        (["play", "card-chess:nope"], f"crossboard: {NO_VARIANT}\n"),
        (["play", "card-chess: "], "crossboard: card-chess has no variant ''"),
        (["play", "cross-eyed:"], "crossboard: cross-eyed has no variants\n"),
        (["puzzles", "unheard-of"], NO_SUCH_GAME),
        (["puzzles", "unheard-of", "--make", "3"], NO_SUCH_GAME),
        (["games", "--game", "nine-holes"], "no game is called 'nine-holes'; the games are charing-cross, "),
        (["games", "--game", "card-chess:nope"], NO_VARIANT),
        (
            ["play", "--demo", "charing-cross"],
            "charing-cross does not go with --demo: leave it out (see '",
        ),
        (["play", "--against", "3", "--demo"], "--against does not go with --demo: leave it out (see '"),
        (
            ["play", "--demo", "--no-web"],
            "--no-web does not go with --demo: leave it out (see 'crossboard play --help')",
        ),
        (["engine", "foo"], "unrecognized arguments: foo (see 'crossboard engine --help')"),
        (["doctor", "--board", "tcp://127.0.0.1:1"], "tcp://127.0.0.1:1: this needs the board on a cable"),
        (["flash", "--profile", "nope"], "crossboard: nope: no such profile; there are "),
        (["doctor", "--profile", "nope"], "crossboard: nope: no such profile; there are "),
        (["flash", "--wifi", "hall", "--wifi-name", "A B"], "'A B' can't be a board's name in the network"),
        (["settings", "--board", "tcp://nohost.local"], "nohost.local: not tried, as this PC has no token"),
        (["infer", "bytes.pgn"], "bytes.pgn:1: is not UTF-8 text"),
        (["simulate", "--flash", "bad.pgn"], "crossboard: bad.pgn: is a file; --flash takes the folder that holds"),
        (["replay", "7", "--number", "2"], "--number is the number of a game in a record file"),
        (["replay", "7", "--profile", "pico-8x8"], "--profile has no effect without --board: leave it out (see '"),
        (["replay", "7", "--control", "x"], "--control has no effect without --board: leave it out"),
        (["replay", "7", "--no-web"], "--no-web has no effect without --board: leave it out"),
        (["replay", "7", "--host", "0.0.0.0"], "--host has no effect without --board: leave it out"),
        (
            ["replay", "7", "--board", "sim", "--no-web", "--web-port", "8"],
            "--web-port has no effect without --web: leave it out",
        ),
        (["play", "--no-web", "--host", "0.0.0.0"], "--host has no effect without --web: leave it out"),
        (["puzzles", "--token", "short"], "--token has no effect without --board: leave it out"),
        (["play", "--against", "3,"], "'3,' is neither a level from 1 to 8 nor two of them, as 4,6"),
        (["play", "--board", "id:"], "id:: the board's serial number is missing: wanted id:SERIAL"),
        (["flash", "--board", "id:"], "id:: the board's serial number is missing: wanted id:SERIAL"),
        (["analyse", "1", "--all"], "name the games to analyse, or give --all, not both"),
        (
            ["infer", "--explain=foo", "--game", "1"],
            "--explain takes no value: wanted --explain or --explain=costs (see '",
        ),
        (["games", "--game", "cross"], "no game is called 'cross'; the games are "),
        (["replay", "7", "--speed", "fast"], "argument --speed: 'fast' is not a number (see '"),
        (["games", "--limit", "1.5"], "argument --limit: '1.5' is not a whole number (see '"),
        (["puzzles", "--number", "3"], "name the game whose puzzles are wanted: charing-cross, "),
        (["puzzles", "cross-eyed", "--make", "-3"], "--make takes a number of puzzles, at least 1"),
        (["puzzles", "cross-eyed", "-o", "x"], "--output has no effect without --make: leave it out"),
        (["play", "--control", "127.0.0.1:1"], "--control is the workbench of the simulated board at --board PORT"),
        (["play", "--host", "nohost.invalid"], "crossboard: nohost.invalid: "),
        (["play", "--against", "none", "--side", "white"], "two players have a side each: leave out 'white'"),
        (["hub", "accounts", "--folder", "~nobody7/x"], "~nobody7/x: '~nobody7' is not a user's home folder here"),
        (["hub", "--no-web"], "unrecognized arguments: --no-web"),  # its pages are what it is for
        (["hub", "accounts", "extra"], "hub accounts takes no 'extra'"),
        (["hub", "extra"], "argument ACTION: invalid choice: 'extra'"),
        (["completion", "extra"], "argument SHELL: invalid choice: 'extra'"),
        (["replay", "good.pgn", "--number", "0", "--speed", "0"], "good.pgn: there is no game 0 in it, only 1"),
        (["puzzles", "cross-eyed", "--number", "0"], "there is no puzzle 0"),
        (["export", "1", "-o", ""], "argument -o/--output: is empty (see 'crossboard export --help')"),
        (["sync", "--board="], "argument --board: is empty"),
        (["play", "--board", ""], "argument --board: is empty"),
        (["play", "--token", ""], "argument --token: is empty"),
        (["games", "--library", ""], "argument --library: is empty"),
        (["verify", ""], "argument FILE: is empty"),
        (["import", "good.pgn", ""], "argument FILE: is empty"),
        (["hub", "--hub-name", "A/B"], "'A/B' is not a name for a board or hub"),
        (
            ["edit", "1", "--note", "caf\udce9"],
            "argument --note: 'caf?' is not UTF-8 text (see 'crossboard edit --help')",
        ),
        (["edit", "1", "--event", "\udce9"], "argument --event: '?' is not UTF-8 text"),
        (["play", "--white", "Zo\udceb"], "argument --white: 'Zo?' is not UTF-8 text"),
        (["g\udcffmes"], "argument COMMAND: 'g?mes' is not UTF-8 text (see 'crossboard --help')"),
        (["hub", "t\udcffken"], "argument ACTION: 't?ken' is not UTF-8 text"),
        ([""], "argument COMMAND: is empty"),
        (["flash", "--wifi", "caf\udce9"], "argument --wifi: 'caf?' is not UTF-8 text"),
        (["import", "good.pgn", "\udcff.pgn"], "argument FILE: '?.pgn' is not UTF-8 text"),
        (["hub", "token", "board", "\udcff"], "argument NAME: '?' is not UTF-8 text"),
        (["play", "--\udcff"], "unrecognized arguments: --?"),
        (["play", "--hub", "mqtt://t:tok@192.168.1..5"], f"'192.168.1..5' {NO_HOST}"),
        (["play", "--hub", f"mqtt://t:tok@{'a' * 64}.local"], NO_HOST),
        (["play", "--invite", "--broker", "mqtt://.local"], f"'.local' {NO_HOST}"),
        (["play", "--remote", "mqtt://a..b/k7wq-m4xp-2tbn-9fce"], f"'a..b' {NO_HOST}"),
        (["play", "--board", "tcp://192.168.1..5"], f"'192.168.1..5' {NO_HOST}"),
        (["play", "--hub", "mqtt://a:b@127.0.0.1:0"], NO_PORT),
        (["play", "--hub", "mqtt://a:b@127.0.0.1:65536"], NO_PORT),
        (["play", "--hub", "mqtt://a:b@127.0.0.1:-1"], NO_PORT),
        (["play", "--remote", "mqtt://127.0.0.1:0/k7wq-m4xp-2tbn-9fce"], NO_PORT),
        (["play", "--board", "tcp://127.0.0.1:0"], NO_PORT),
        (["play", "--board", "tcp://127.0.0.1:x"], NO_PORT),
        (["hub", "--board", "table-1=tcp://127.0.0.1:0"], NO_PORT),
        (["hub", "--broker", "mqtts://hub:tok@127.0.0.1:0"], NO_PORT),
        (["hub", "--listen", "127.0.0.1:65536"], "wanted HOST:PORT, with a port from 0 to 65535"),
        (["hub", "--listen", "127.0.0.1:" + "9" * 5000], "wanted HOST:PORT, with a port from 0 to 65535"),
        (["play", "--board", "hwgrep://("], "hwgrep://(: can't be opened as a port: "),
        (["hub", "--broker", "mqtt://hub:tok@a..b"], f"'a..b' {NO_HOST}"),
        (["hub", "--listen", "a..b:1883"], "a..b:1883: that is not an address"),
        (["hub", "--board", "table-1=tcp://a..b"], f"'a..b' {NO_HOST}"),
        (["nonsense"], "invalid choice: 'nonsense'"),
        ([], "the following arguments are required: COMMAND"),
        (["replay"], "the following arguments are required: ID|FILE (see 'crossboard replay --help')"),
    ],
)
def test_bad_input_is_one_line_and_status_2(capsys: pytest.CaptureFixture[str], words: list[str], error: str) -> None:
    Path("bad.pgn").write_text('[FEN "x"]\n{ never closed\n')
    Path("bytes.pgn").write_bytes(b"\xff\xfe\x00")
    Path("good.pgn").write_text(RECORD)
    status, out, err = run(capsys, *words)
    assert status == 2
    assert out == ""
    assert err.startswith("crossboard: ")
    assert error in err
    assert err.count("\n") == 1
    assert Path("bad.pgn").read_text() == '[FEN "x"]\n{ never closed\n'


def test_every_command_has_help_arguments_and_a_way_to_run(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        cli.main(["--help"])
    assert end.value.code == 0
    text = capsys.readouterr().out
    for name, command in cli.COMMANDS.items():
        assert f"\n    {name} " in text
        with pytest.raises(SystemExit):
            cli.main([name, "--help"])
        module = importlib.import_module(f"crossboard.{command.module}")
        assert callable(module.add_arguments) and callable(module.run)


def test_the_docs_list_every_command_as_the_table_has_it() -> None:
    written = reference.PAGE.read_text(encoding="utf-8")
    assert reference.page(written) == written, "`make tables` writes them anew"
    for name in cli.COMMANDS:
        assert re.search(rf"^\| `{name}[` ]", written, re.M), name


def test_the_list_of_commands_imports_none_of_them() -> None:
    code = "import sys; from crossboard import cli; cli.main(['--help'])"
    there = (
        "print(*sorted(name.split('.')[1] for name in sys.modules if name.startswith('crossboard.')), file=sys.stderr)"
    )
    command = [sys.executable, "-c", code.replace("cli.main", "\ntry: cli.main") + f"\nexcept SystemExit: {there}"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stderr.split() == ["addresses", "arguments", "calling", "cli", "errors", "interrupt", "output"]


def test_output_into_a_pipe_that_closes_and_into_a_full_disk(tmp_path: Path) -> None:
    (tmp_path / "a.pgn").write_text((RECORD + "\n") * 2000)
    command = [sys.executable, "-m", "crossboard", "verify", "a.pgn"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=tmp_path) as process:
        assert process.stdout and process.stderr
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 0
    if os.path.exists("/dev/full"):
        for words in (command, [*command[:3], "--help"], [*command[:3], "games", "--help"]):
            with open("/dev/full", "w") as full:
                done = subprocess.run(words, stdout=full, stderr=subprocess.PIPE, cwd=tmp_path, check=False)
            assert (done.returncode, done.stderr) == (2, b"crossboard: No space left on device\n"), words


def test_an_export_that_cannot_be_written_harms_nothing(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    Path("a.pgn").write_text(RECORD)
    run(capsys, "import", "a.pgn")
    status, _, err = run(capsys, "export", "1", "-o", str(tmp_path / "no" / "such" / "x.pgn"))
    assert (status, err) == (2, f"crossboard: {tmp_path}/no/such/x.pgn: No such file or directory\n")
    Path("x.pgn").write_text("precious")
    assert run(capsys, "export", "1", "9", "-o", "x.pgn")[0] == 2
    assert Path("x.pgn").read_text() == "precious"


@pytest.mark.parametrize("words", [["play", "--white"], ["play", "--invite", "--black"], ["edit", "1", "--white"]])
def test_a_typed_name_has_a_limit(capsys: pytest.CaptureFixture[str], words: list[str]) -> None:
    Path("a.pgn").write_text(RECORD)
    run(capsys, "import", "a.pgn")
    long = "W" * (LONGEST_NAME + 1)
    assert run(capsys, *words, long) == (2, "", "crossboard: the name has 81 characters; 80 are the most\n")


def test_cards_that_are_still_in_hand_are_no_jumped_piece(capsys: pytest.CaptureFixture[str]) -> None:
    start = "card-chess:progressive 6/6/6/6/6/6 w bbrbbbrrrrrb KKQQJJTTkkqqjjtt"
    Path("a.pgn").write_text(f'[FEN "{start}"]\n\n1. a1-a2 *\n')
    status, _, err = run(capsys, "verify", "a.pgn")
    assert status == 2 and "a1-a2: not legal, a piece in hand must be placed first" in err


def test_words_for_everything() -> None:
    for game in game_names():
        for known in (ends(game), refusals(game)):
            assert all(known.sentence(word) != word for word in known.words)
            assert [known.code(word) for word in known.words] == sorted({known.code(word) for word in known.words})
    assert clock_text(3 * 3600000 + 4 * 60000 + 5999) == "3:04:05.9"
    assert clock_text(-5) == "0:00:00.0"
    assert clean("a\x1b[2J\u202eb") == "a?[2J?b"
    assert [plural(n, w) for n, w in ((1, "ply"), (2, "ply"), (2, "turn"), (2, "day"), (2, "pass"), (0, "match"))] == [
        "1 ply", "2 plies", "2 turns", "2 days", "2 passes", "0 matches"
    ]  # fmt: skip


def test_simulated_boards_alone(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(ENVIRONMENT, str(tmp_path / "home"))  # where boards of other tests do not announce themselves
    words = "no simulated board is running; `crossboard simulate` starts one\n"
    assert run(capsys, "boards", "--board", "sim") == (0, words, "")


def test_a_board_that_was_seen_once_is_at_no_port(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(ENVIRONMENT, str(tmp_path / "home"))
    monkeypatch.setattr(listing, "candidates", lambda: [])
    with Library(library) as opened:
        opened.boards.see("e660583883000001", "pico-8x8", "0.1.0", "/dev/pts/7")
        opened.open_game(NewGame("e660583883000002", "1", "charing-cross"))
    board, other = json.loads(run(capsys, "boards", "--json")[1])["boards"]
    assert other["state"] == "known from its games only"
    assert board["port"] is None
    assert board["state"].startswith("not attached; last seen ") and board["state"].endswith(" at /dev/pts/7")


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="this system has no pseudo terminals")
def test_a_port_that_was_named_and_has_no_board_is_an_error(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(link, "HELLO_S", 0.1)
    ours, theirs = os.openpty()
    name = os.ttyname(theirs)
    status, out, err = run(capsys, "boards", "--board", name)
    assert (status, out) == (2, "") and err.startswith(f"crossboard: {name}: nothing is heard at this port; ")
    os.close(ours)
    os.close(theirs)


def test_only_what_is_there_is_deleted_and_only_what_is_not_comes_back(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.pgn").write_text(RECORD)
    run(capsys, "import", "a.pgn")
    assert run(capsys, "delete", "--undo", "1") == (2, "", "crossboard: game 1 is not deleted\n")
    assert run(capsys, "delete", "1")[0] == 0
    assert run(capsys, "delete", "1") == (2, "", "crossboard: game 1 is deleted already\n")
    assert run(capsys, "delete", "--undo", "1") == (0, "1 game brought back\n", "")


def test_a_hub_without_accounts_says_so(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(ENVIRONMENT, str(tmp_path / "home"))
    words = "there are no accounts yet; crossboard hub token ROLE NAME makes one\n"
    assert run(capsys, "hub", "accounts") == (0, words, "")


def test_a_board_s_url_leads_to_where_the_hub_listens(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = ("hub", "token", "board", "table-1", "--folder", str(tmp_path))
    assert run(capsys, *words)[1].rstrip().endswith(":1883")
    (tmp_path / "listening").write_text("mqtts 192.0.2.7 9911\n")
    url = run(capsys, *words)[1].rstrip()
    assert url.startswith("mqtts://table-1:") and url.endswith("@192.0.2.7:9911")
    assert run(capsys, *words, "--listen", "192.0.2.9:77")[1].rstrip().endswith("@192.0.2.9:77")
    (tmp_path / "listening").write_text("what\n")
    assert run(capsys, *words)[1].rstrip().endswith(":1883")


@pytest.mark.parametrize(
    "words", [["verify", "a.pgn"], ["games"], ["show", "1"], ["replay", "a.pgn"], ["puzzles", "cross-eyed"]]
)
def test_nobody_reading_the_output_is_no_error(capsys: pytest.CaptureFixture[str], words: list[str]) -> None:
    """Whatever prints it: rich would end the program with status 1."""
    Path("a.pgn").write_text(RECORD)
    run(capsys, "import", "a.pgn")
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "crossboard", *words]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=writing, stderr=subprocess.PIPE, check=False)
    os.close(writing)
    assert (done.returncode, done.stderr) == (0, b"")


def test_sizes_as_people_read_them() -> None:
    sizes = {
        0: "0 KB",
        48 << 10: "48 KB",
        1 << 20: "1.0 MB",
        1_997_000: "1.9 MB",
        10 << 20: "10 MB",
        131147 << 10: "128 MB",
    }
    assert {size: size_text(size) for size in sizes} == sizes
