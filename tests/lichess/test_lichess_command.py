"""`crossboard lichess`: logging in and out, what is listed, and what can't be done, in one line."""

from __future__ import annotations

import io
import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import keyring
import keyring.backends.fail
import pytest

from crossboard import cli
from crossboard.lichess import command
from crossboard.lichess.account import SERVICE, token_of
from crossboard.lichess.command import LichessWish
from tests.support.lichess_server import SCOPES, TOKEN, USER, LichessServer
from tests.support.memory_keyring import Keyring

SERVER = "https://lichess.org"


@pytest.fixture
def there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[LichessServer]:
    monkeypatch.setenv("CROSSBOARD_HOME", str(tmp_path))
    keyring.set_keyring(Keyring())
    server = LichessServer()
    yield server
    server.stop()


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    """Status, and all that is printed, which never is the token."""
    status = cli.main(["lichess", *words])
    out, err = capsys.readouterr()
    assert TOKEN not in out + err
    assert status == 0 or err.count("\n") == 1
    return status, out + err


def log_in(
    there: LichessServer, line: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> tuple[int, str]:
    monkeypatch.setattr(sys, "stdin", io.StringIO(line))
    return run(capsys, "login", "--server", there.url)


def test_logging_in_listing_and_logging_out(
    there: LichessServer,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG)
    at = ("--server", there.url)
    assert "you are not logged in there: type " in run(capsys, "games", *at)[1]
    assert log_in(there, f" {TOKEN}\n", capsys, monkeypatch)[0] == 0
    assert token_of(there.url) == TOKEN
    assert run(capsys, "games", *at)[1].startswith(f"{USER} plays no game on ")
    game = there.begin("bob", USER)
    assert run(capsys, "games", *at) == (0, f"{game.id}  bob  you are black  their move  rapid\n")
    assert "is still valid there until you revoke it" in run(capsys, "logout", *at)[1]
    assert run(capsys, "games", *at)[0] == 2
    assert run(capsys, "logout", *at)[0] == 0  # twice is no error
    assert TOKEN not in caplog.text


@pytest.mark.parametrize(
    ("line", "scopes", "words"),
    [
        ("", SCOPES, "that is no token"),
        (f"{TOKEN}\r\nX-Header", SCOPES, ""),  # the first line
        ("lip_1", SCOPES, "and at least 8 of them"),
        ("lip_ with spaces", SCOPES, "that is no token"),
        ("lip_unknown12", SCOPES, "this token is not valid there; make one at "),
        (TOKEN, "board:play", "this token does not allow challenge:read, challenge:write"),
    ],
)
def test_what_is_no_token_is_not_kept(
    there: LichessServer,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    line: str,
    scopes: str,
    words: str,
) -> None:
    there.tokens[TOKEN] = scopes
    status, said = log_in(there, line, capsys, monkeypatch)
    assert words in said and status == (2 if words else 0)
    assert bool(keyring.get_password(SERVICE, there.url)) == (not words)


def test_a_server_that_is_not_there(
    there: LichessServer, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    log_in(there, TOKEN, capsys, monkeypatch)
    there.stop()
    assert "it can't be reached: Connection refused" in run(capsys, "games", "--server", there.url)[1]


@pytest.mark.parametrize(
    ("status", "words"), [(401, "take your token any more"), (429, "a minute's rest"), (503, "as was wanted")]
)
def test_a_server_that_says_no(
    there: LichessServer, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, status: int, words: str
) -> None:
    log_in(there, TOKEN, capsys, monkeypatch)
    there.faults.append(("/api/account/playing", status))
    assert words in run(capsys, "games", "--server", there.url)[1]


@pytest.mark.parametrize(
    "answer", [[], "text", {"nowPlaying": 3}, {"nowPlaying": [3]}, {"nowPlaying": [{"gameId": "../../../x"}]}]
)
def test_games_that_are_not_as_documented(
    there: LichessServer, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, answer: object
) -> None:
    log_in(there, TOKEN, capsys, monkeypatch)
    monkeypatch.setattr(there, "answers", {"/api/account/playing": answer})
    for action in ("games", "play"):
        assert "its answer can't be understood" in run(capsys, action, "--server", there.url)[1]


@pytest.mark.parametrize("answer", [[], "text", {TOKEN: "text"}, {TOKEN: {"scopes": SCOPES}}])
def test_a_token_whose_test_is_not_as_documented(
    there: LichessServer, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, answer: object
) -> None:
    monkeypatch.setattr(there, "answers", {"/api/token/test": answer})
    assert "its answer can't be understood" in log_in(there, TOKEN, capsys, monkeypatch)[1]


def test_a_reason_by_name_is_told_in_words(
    there: LichessServer, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    log_in(there, TOKEN, capsys, monkeypatch)
    there.faults.append(("/api/account/playing", 400))
    monkeypatch.setattr(there, "why", {"clock.limit": ["Must be less than 10800", "too long"], "days": ["none"]})
    said = run(capsys, "games", "--server", there.url)[1]
    assert "clock.limit: Must be less than 10800, too long; days: none" in said


def test_a_game_of_another_kind_is_passed_over(
    there: LichessServer, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    log_in(there, TOKEN, capsys, monkeypatch)
    there.begin(USER, "bob", {"variant": {"key": "antichess", "name": "Antichess"}}, id_="other0000")
    game = there.begin(USER, "cy")
    assert (
        "other0000  bob  you are white  your move  rapid  not for this board"
        in run(capsys, "games", "--server", there.url)[1]
    )
    begun: list[LichessWish] = []
    monkeypatch.setattr(command, "sit", lambda args, wish, remote: begun.append(remote) or 0)
    run(capsys, "play", "--server", there.url)
    assert begun[0].game == game.id


def test_a_game_that_is_not_there(
    there: LichessServer, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    log_in(there, TOKEN, capsys, monkeypatch)
    status, said = run(capsys, "play", "nothing1", "--server", there.url)
    assert (status, "neither plays a game nor has a challenge 'nothing1'" in said) == (2, True)


@pytest.mark.parametrize("line", ["lichess play", "play --lichess", "play chess --lichess"])
@pytest.mark.parametrize("ongoing", [True, False])
def test_playing_goes_on_with_the_most_urgent_game_or_waits_for_a_challenge(
    there: LichessServer,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    line: str,
    ongoing: bool,
) -> None:
    log_in(there, TOKEN, capsys, monkeypatch)
    games = [there.begin(USER, "bob").id, there.begin(USER, "cy").id] if ongoing else []
    begun: list[LichessWish] = []
    monkeypatch.setattr(command, "SERVER", there.url)
    monkeypatch.setattr(command, "sit", lambda args, wish, remote: begun.append(remote) or 0)
    assert cli.main(line.split()) == 0
    (one,) = begun
    assert (one.user, one.ongoing, one.game, one.terms) == (USER, games, games[0] if games else "", None)


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["--against", "3"], "--against does not go with --lichess: leave it out"),
        (["--engine", "stockfish"], "--engine does not go with --lichess"),
        (["--invite"], "--invite does not go with --lichess"),
        (["--clock", "5+3"], "--clock does not go with --lichess"),
        (["--demo"], "--lichess does not go with --demo"),
        (["draughts"], "--lichess plays chess, as the server has it: leave out draughts"),
    ],
)
def test_what_does_not_go_with_playing_there(
    there: LichessServer, capsys: pytest.CaptureFixture[str], words: list[str], error: str
) -> None:
    assert cli.main(["play", "--lichess", *words]) == 2
    out, err = capsys.readouterr()
    assert error in err and (out, err.count("\n")) == ("", 1)


def test_one_program_at_a_time_plays_there(
    there: LichessServer, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server would cut the events of one whenever the other listens, and both would move in the same game."""
    log_in(there, TOKEN, capsys, monkeypatch)
    line = ["lichess", "play", "--server", there.url]
    monkeypatch.setattr(command, "sit", lambda args, wish, remote: 10 + cli.main(line))
    assert cli.main(line) == 12
    assert capsys.readouterr().err.endswith("another program of yours plays there: leave that one first\n")
    assert run(capsys, "games", "--server", there.url)[0] == 0
    monkeypatch.setattr(command, "sit", lambda args, wish, remote: 0)
    assert cli.main(line) == 0


def test_a_system_without_a_keyring(
    there: LichessServer, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    keyring.set_keyring(keyring.backends.fail.Keyring())
    assert "this system has no keyring" in log_in(there, TOKEN, capsys, monkeypatch)[1]


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["seek", "bob"], "seek takes no name: leave out bob"),
        (["challenge"], "wanted: lichess challenge NAME"),
        (["challenge", "../x"], "'../x' is not the name of a player there"),
        (["play", "../x"], "'../x' is no ID of a game"),
        (["play", "--rated"], "--rated is for seek and challenge"),
        (["seek", "--days", "4"], "--days 4: a turn has 1, 2, 3, 5, 7, 10 or 14 days"),
        (["seek", "--days", "0"], "--days 0: a turn has "),
        (["seek", "--days", "2", "--clock", "5+3"], "leave out one"),
        (["seek", "--days", "2", "--side", "white"], "leave out --side"),
        (["seek", "--clock", "5d3"], "the server has no delay"),
        (["seek", "--clock", "200"], "at most 180 minutes"),
        (["challenge", "bob", "--clock", "0.7"], "--clock 0.7: the server has whole minutes, and 0.5 and 1.5"),
        (["seek", "--clock", "soon"], "'soon' is not a clock"),
        (["seek", "--side", "green"], "'green'"),
        (["games", "--server", "http://example.org"], "unencrypted; use https://example.org"),
        (["games", "--server", "ftp://example.org"], "is not the URL of a server"),
        (["games", "--server", "https://u:p@example.org"], "is not the URL of a server"),
        (["games", "--server", "https://[1"], "is not the URL of a server"),
        (["login", "--token", TOKEN], "the token of your account is read from standard input"),
        (["sit"], "invalid choice: 'sit'"),
    ],
)
def test_bad_input_is_one_line(
    there: LichessServer, capsys: pytest.CaptureFixture[str], words: list[str], error: str
) -> None:
    status, said = run(capsys, *words)
    assert status == 2 and error in said


def test_without_the_extra_it_says_what_to_install(tmp_path: Path) -> None:
    """And nothing else loads what is under the GPL."""
    code = (
        "import sys; sys.modules['berserk'] = sys.modules['keyring'] = None; from crossboard.cli import main; "
        "sys.exit(main(['lichess', 'games']) if len(sys.argv) > 1 else main(['games']))"
    )
    environment = os.environ | {"CROSSBOARD_HOME": str(tmp_path)}
    run_it = [sys.executable, "-c", code]
    assert subprocess.run(run_it, env=environment, capture_output=True).returncode == 0
    told = subprocess.run([*run_it, "lichess"], env=environment, capture_output=True, text=True)
    assert told.returncode == 2 and "pip install" in told.stderr and "berserk" in told.stderr
