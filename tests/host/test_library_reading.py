"""Reading a library that can't be written, that is not there, that is of an earlier version, or that is damaged."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from crossboard import cli
from crossboard.errors import CrossboardError, LibraryError
from crossboard.library import Event, Library, NewGame, library_path
from crossboard.library.file import open_frozen
from crossboard.library.migrations import APPLICATION_ID, STEPS
from crossboard.web import lists

START = "charing-cross 3RR3/8/8/N6n/N6n/8/8/3rr3 w -"
EVENTS = [Event(1, "ply", "a4-b4", board_ms=4000), Event(2, "ply", "d1-d2", board_ms=9000)]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "library.db"
    with Library(path) as library:
        library.append(library.open_game(NewGame("b1", "1", START, "Ada", tags={"Event": "Cup"}, began_ms=0)), EVENTS)
    return path


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    status = cli.main(words)
    got = capsys.readouterr()
    return status, got.out, got.err


@pytest.mark.parametrize(
    "words",
    [("games",), ("games", "--stats"), ("show", "1"), ("export", "all"), ("replay", "1"), ("boards", "--board", "sim")],
)
def test_who_reads_creates_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    path = tmp_path / "new" / "path.db"
    assert run(capsys, *words, "--library", str(path)) == (2, "", f"crossboard: {path}: there is no such library\n")
    monkeypatch.setenv("CROSSBOARD_LIBRARY", str(path))  # one's own: nothing has been stored in it yet
    run(capsys, *words)
    assert run(capsys, "games") == (0, f"no games yet in {path}\n", "")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "words",
    [
        ("edit", "1", "--white", "Ada"),
        ("delete", "1"),
        ("delete", "--undo"),
        ("analyse", "--all", "--background"),
        ("doctor",),
    ],
)
def test_a_mistyped_library_is_not_made(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    path = tmp_path / "new" / "path.db"
    assert run(capsys, *words, "--library", str(path)) == (2, "", f"crossboard: {path}: there is no such library\n")
    assert list(tmp_path.iterdir()) == []


def as_read_only(path: Path, *commands: str) -> subprocess.CompletedProcess[str]:
    """Commands on a library, run as somebody who may only read it; the superuser may do everything, so not as him."""
    path.chmod(0o444)
    path.parent.chmod(0o555)
    lines = [f"print(cli.main({command.split()!r} + ['--library', {str(path)!r}]))" for command in commands]
    code = "import os\nfrom crossboard import cli\n"
    if os.geteuid() == 0:  # Python itself may be readable for the superuser alone: everything is imported before
        code += "\n".join(lines) + "\nos.setgid(65534); os.setuid(65534); print('now')\n"
    code += "\n".join(lines)
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    path.parent.chmod(0o755)
    return found


@pytest.mark.skipif(os.name != "posix", reason="permissions of POSIX")
def test_a_read_only_library_is_read(path: Path, tmp_path: Path) -> None:
    shelf = Path("/tmp") / f"crossboard-test-{os.getpid()}"
    shelf.mkdir()
    try:
        shutil.copy(path, shelf / "library.db")
        done = as_read_only(shelf / "library.db", "games", "games --stats", "show 1", "export 1", "import none.pgn")
        out = done.stdout.rpartition("now\n")[2]
        assert [line for line in out.splitlines() if line in ("0", "2")] == ["0"] * 4 + ["2"], done.stderr
        assert "Ada" in out
        assert "Traceback" not in done.stderr
        assert [file.name for file in shelf.iterdir()] == ["library.db"]
    finally:
        shutil.rmtree(shelf)


def test_what_a_writer_left_in_the_wal_is_read_too(path: Path, tmp_path: Path) -> None:
    """As on a medium that a library was copied to while it was written."""
    shelf = tmp_path / "shelf"
    shelf.mkdir()
    with Library(path) as library:
        library.append(1, [Event(3, "ply", "a5-b5")])
        for end in ("", "-wal"):
            shutil.copy(f"{path}{end}", f"{shelf}/library.db{end}")
    db, folder = open_frozen(shelf / "library.db")
    assert db.execute("SELECT count(*) FROM events").fetchone() == (3,)
    db.close()
    if folder:
        folder.cleanup()


@pytest.mark.parametrize("version", range(1, len(STEPS)))
def test_an_earlier_library_is_read_where_it_cannot_be_brought_up_to_date(tmp_path: Path, version: int) -> None:
    path = tmp_path / "old.db"
    old_library(path, version)
    before = path.read_bytes()
    db, folder = open_frozen(path)
    assert folder is not None, "it is brought up to date in a copy"
    assert db.execute("PRAGMA user_version").fetchone() == (version,)
    db.close()
    folder.cleanup()
    assert path.read_bytes() == before


COUNTED = 6
"""The version from which on plies are counted when they are written."""


def old_library(path: Path, version: int) -> None:
    db = sqlite3.connect(path)
    for step in STEPS[:version]:
        db.executescript(step)
    db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    db.execute(f"PRAGMA user_version = {version}")
    db.execute("INSERT INTO boards (serial) VALUES ('b')")
    values = "(1, 1, '1', 'charing-cross', ?, 0, 0)"
    db.execute(
        f"INSERT INTO games (id, board_id, board_game, spec, start, began_ms, changed_ms) VALUES {values}", (START,)
    )
    for seq, kind, text in ((1, "ply", "a4-b4"), (2, "takeback", "1"), (3, "ply", "a4-b5"), (5, "ply", "h4-g4")):
        db.execute("INSERT INTO events (game_id, seq, kind, text) VALUES (1, ?, ?, ?)", (seq, kind, text))
    columns = "board_id, board_game, spec, start, tags, result, termination, began_ms, changed_ms"
    db.execute(f"INSERT INTO games (id, {columns}) SELECT 2, 1, '2', spec, start, '{{}}', '*', '', 0, 0 FROM games")
    db.commit()
    db.close()


@pytest.mark.parametrize("version", range(1, COUNTED))
def test_an_earlier_library_counts_what_it_has(tmp_path: Path, version: int) -> None:
    path = tmp_path / "old.db"
    old_library(path, version)
    with Library(path) as library:
        assert (library.game(1).plies, library.committed(1)) == (2, 3)
        assert (library.game(2).plies, library.committed(2)) == (0, 0)
        library.append(1, [Event(4, "ply", "h4-g4")])
        assert (library.game(1).plies, library.committed(1)) == (3, 5)


DAMAGE = [
    "UPDATE games SET tags = '{'", "UPDATE games SET tags = '[1, 2]'", "UPDATE games SET tags = '{\"Event\": 7}'",
    "UPDATE games SET tags = x'ff00'", "UPDATE games SET tags = 7", "UPDATE games SET began_ms = 4611686018427387904",
    "UPDATE games SET began_ms = 'x'", "UPDATE games SET began_ms = -1e300", "UPDATE games SET spec = CAST(x'ff' AS TEXT)",
    "UPDATE games SET spec = x'ff'", "UPDATE games SET start = 'nothing'", "UPDATE games SET result = 'won', termination = 9",
    "UPDATE players SET name = CAST(x'41ff1b5b324a' AS TEXT)", "UPDATE boards SET serial = 9", "UPDATE games SET plies = 'many'",
    "UPDATE games SET committed = 'x'", "UPDATE events SET kind = 'takeback', text = '99999999999999999999'",
    "UPDATE events SET board_ms = 'x', wall_ms = 9223372036854775807", "UPDATE events SET text = CAST(x'fe' AS TEXT)",
    "UPDATE events SET kind = 'refused', origin = 'z9', target = 'z8', reason = 'x' WHERE seq = 2", "DELETE FROM players",
    "UPDATE events SET kind = 'commitment', reason = 'x'", "UPDATE events SET kind = 'reveal', reason = '0', origin = 'z9'",
    "INSERT INTO notes VALUES (1, 1, 0, 'nag', 'x')", "INSERT INTO turn_times VALUES (1, 1, 2, 'x', 7)",
    "INSERT INTO questions VALUES (1, 1, 0, x'ff', 7, 'x', 'y')", "INSERT INTO flights VALUES (1, 'x', x'ff')",
    "UPDATE games SET changed_ms = x'00'", "INSERT INTO strays (game_id, seq, raw) VALUES (1, 1, x'ff1b')",
]  # fmt: skip
COMMANDS = [
    ("games",), ("games", "--json"), ("games", "--stats"), ("games", "--stats", "--json"), ("games", "--player", "a"),
    ("games", "--text", "a"), ("show", "1"), ("show", "1", "--json"), ("show", "2"), ("replay", "1"),
    ("replay", "1", "--speed", "0"),
    ("export", "1"), ("export", "all", "--format", "json"), ("export", "1", "--format", "svg"), ("export", "1", "--format", "html"),
    ("export", "1", "--format", "trace"), ("boards", "--board", "sim"),
]  # fmt: skip


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_row_stops_no_command(path: Path, capsys: pytest.CaptureFixture[str], damage: str) -> None:
    """The other game is still listed and shown; what can't be told of this one is said in one line."""
    with Library(path) as library:
        library.append(library.open_game(NewGame("b2", "2", START, "Cy", began_ms=1000)), EVENTS)
    db = sqlite3.connect(path)
    db.execute("PRAGMA ignore_check_constraints = ON")
    where = "" if damage.startswith(("INSERT", "DELETE FROM players")) else " WHERE "
    db.execute(damage if " WHERE " in damage or not where else damage + where + KEYS[damage.split(" ")[1]])
    db.commit()
    db.close()
    for words in COMMANDS:
        status, out, err = run(capsys, *words, "--library", str(path))
        assert status == 0 or (status == 2 and err.count("\n") == 1), (words, err)
        assert words[0] != "games" or status == 0
        assert words != ("show", "2") or "a4-b4" in out
        assert words[0] == "export" or all(c.isprintable() or c == "\n" for c in out + err), words
    assert "Cy" in run(capsys, "games", "--library", str(path))[1] or "players" in damage


KEYS = {"games": "id = 1", "events": "game_id = 1", "players": "id = 1", "boards": "id = 1"}


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no FIFOs here")
def test_a_library_that_is_no_file_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    os.mkfifo(tmp_path / "pipe")
    for name in (str(tmp_path / "pipe"), "/dev/zero", "/dev/null"):
        for words in (("games",), ("sync",)):
            status, _, err = run(capsys, *words, "--library", name)
            assert (status, err) == (2, f"crossboard: {name}: is not a Crossboard library (not a regular file)\n")


def test_homes_of_nobody(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "games", "--library", "~nosuchuser/x.db")[0::2] == (
        2, "crossboard: ~nosuchuser/x.db: '~nosuchuser' is not a user's home folder here\n"
    )  # fmt: skip
    monkeypatch.setenv("CROSSBOARD_LIBRARY", "~nosuchuser/y.db")
    assert run(capsys, "games")[0] == 2
    monkeypatch.delenv("CROSSBOARD_LIBRARY")
    monkeypatch.setenv("CROSSBOARD_HOME", "~nosuchuser")
    with pytest.raises(CrossboardError, match="not a user's home"):
        library_path()


def test_numbers_that_no_database_holds_are_refused_before_anything_is_written(path: Path) -> None:
    with Library(path) as library:
        for work in (
            lambda: library.append(1, [Event(3, "ply", "a5-b5"), Event(4, "ply", "a5-b5", board_ms=1 << 63)]),
            lambda: library.append_flight(1, [f"{1 << 64} - 0-a4"]),
            lambda: library.ask(1, 1 << 70, Event(0, "question", "a4-b4")),
            lambda: library.began_earlier(1, -(1 << 64), "board"),
        ):
            with pytest.raises(ValueError, match="more than 64 bits"):
                work()
        assert len(library.events(1)) == 2
        library.append(1, [Event(3, "ply", "a5-b5")])


def test_a_transaction_in_another_is_a_part_of_it(path: Path) -> None:
    with Library(path) as library:
        with pytest.raises(LibraryError, match="FOREIGN KEY"), library.transaction():
            library.append(1, [Event(3, "ply", "a5-b5")])
            library.append(99, EVENTS)
        assert len(library.events(1)) == 2
        with library.transaction():
            library.append(1, [Event(3, "ply", "a5-b5")])
        assert len(library.events(1)) == 3


def test_pages_of_the_web_list_hold_every_game_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And no page reads more games than it shows."""
    with Library(tmp_path / "library.db") as library:
        for number in range(25):
            library.open_game(NewGame("b0", f"{number:08x}", START, began_ms=1000 * (number // 2)))
        monkeypatch.setattr(lists, "PAGE", 10)
        read: list[int] = []
        games = library.games
        monkeypatch.setattr(library, "games", lambda which: read.append(len(games(which))) or games(which))
        pages = [lists.listing(library, {}, page) for page in range(4)]
        assert [game["id"] for page in pages for game in page["games"]] == list(range(25, 0, -1))
        assert read == [10, 10, 5]
        assert [(page["found"], page["all"], page["pages"]) for page in pages] == [(25, 25, 3)] * 4
        assert pages[0]["specs"] == ["charing-cross"] and pages[0]["boards"] == ["b0"]
        none = lists.listing(library, {"player": "nobody"}, 0)
        assert (none["games"], none["found"], none["all"], none["pages"]) == ([], 0, 25, 1)
