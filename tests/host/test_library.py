"""The library keeps what it was given, once, and leaves alone what it does not know."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from crossboard.errors import LibraryError
from crossboard.games.rules import new_game
from crossboard.library import Event, Library, NewGame, StoredNote, library_path
from crossboard.library.migrations import APPLICATION_ID, STEPS

START = "charing-cross 3RR3/8/8/N6n/N6n/8/8/3rr3 w -"
FIRST = Event(1, "ply", "a4-b4", board_ms=1000, wall_ms=5, digest="00ff00", raw="g 1 1000 00ff00 a4-b4")
ATTEMPT = Event(2, "refused", "", "d1", "d3", "no-such-move", 2000, 6, raw="g 2 2000 d1 d3 9")
SECOND = Event(3, "ply", "d1-d2", board_ms=3000, wall_ms=7, digest="00ff01", raw="g 3 3000 00ff01 d1-d2")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "library.db"


def test_a_game_is_there_when_the_file_is_opened_again(path: Path) -> None:
    with Library(path) as library:
        game = library.open_game(NewGame("B1", "00000001", START, first="Ada", began_ms=17))
        assert library.append(game, [FIRST, ATTEMPT]) == 2
    with Library(path) as library:
        assert library.open_game(NewGame("B1", "00000001", START, second="Bob")) == game
        assert library.events(game) == [FIRST, ATTEMPT]
        (stored,) = library.games()
        assert stored == library.game(game)
        assert (stored.first, stored.second, stored.spec, stored.began_ms) == ("Ada", "Bob", "charing-cross", 17)
        assert (stored.result, stored.termination, stored.plies) == ("*", "unfinished", 1)
        assert library.committed(game) == 2


def test_an_event_is_stored_once_and_never_changed(path: Path) -> None:
    with Library(path) as library:
        game = library.open_game(NewGame("B1", "1", START))
        assert library.append(game, [FIRST, FIRST]) == 1
        assert library.append(game, [FIRST, SECOND]) == 1
        assert library.committed(game) == 1, "number 2 is missing"
        other = Event(1, "ply", "a5-b5", raw="g 1 900 0 a5-b5")
        assert library.append(game, [other, other]) == 0
        assert library.events(game) == [FIRST, SECOND]
        assert library.strays(game) == [other.raw]
        assert library.append(game, [ATTEMPT]) == 1
        assert library.committed(game) == 3
        assert library.committed(library.open_game(NewGame("B2", "1", START))) == 0


def test_the_result_is_what_the_last_events_say(path: Path) -> None:
    with Library(path) as library:
        game = library.open_game(NewGame("B1", "1", START))
        library.append(game, [FIRST, Event(2, "end", "1-0", reason="goal")])
        assert (library.game(game).result, library.game(game).termination) == ("1-0", "goal")
        library.append(game, [Event(3, "takeback", "1")])
        assert (library.game(game).result, library.game(game).plies) == ("*", 0)
        library.append(game, [Event(5, "end", "0-1", reason="resigned")])
        library.append(game, [Event(4, "takeback", "1")])
        assert library.game(game).result == "0-1"


def test_notes_and_boards(path: Path) -> None:
    with Library(path) as library:
        game = library.open_game(NewGame("B1", "1", START, tags={"Event": "é\u2028"}))
        notes = [StoredNote(0, "comment", "hello"), StoredNote(1, "nag", "1"), StoredNote(1, "comment", "x")]
        library.append(game, [FIRST], notes)
        assert library.notes(game) == notes
        assert library.game(game).tags == {"Event": "é\u2028"}
        library.boards.see("B1", "pico-8x8", "0.1.0", "/dev/ttyX")
        library.boards.see("B1", "pico-8x8", "0.1.1", "/dev/ttyY")
        (board,) = library.boards.all()
        assert (board.serial, board.firmware, board.port) == ("B1", "0.1.1", "/dev/ttyY")


def test_settings_of_the_file(path: Path) -> None:
    with Library(path):
        pass
    db = sqlite3.connect(path)
    assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert db.execute("PRAGMA user_version").fetchone() == (len(STEPS),)
    assert db.execute("PRAGMA application_id").fetchone() == (APPLICATION_ID,)
    db.close()
    with Library(path) as library:
        assert library.db.number("synchronous") == 2
        assert library.db.number("foreign_keys") == 1
        with pytest.raises(LibraryError, match="FOREIGN KEY"):
            library.append(99, [FIRST])
        assert library.events(99) == []


@pytest.mark.parametrize("content", [b"not a database at all\n", b"SQLite format 3\0" + b"\0" * 10, b"x" * 5000])
def test_a_file_that_is_no_database_is_refused_and_left_alone(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes(content)
    with pytest.raises(LibraryError, match="is not a Crossboard library"):
        Library(path)
    assert path.read_bytes() == content
    assert [p.name for p in tmp_path.iterdir()] == ["notes.txt"]


def test_a_damaged_library_gives_our_error(path: Path) -> None:
    with Library(path) as library:
        library.open_game(NewGame("B1", "1", START))
    data = bytearray(path.read_bytes())
    data[4096:] = b"\x55" * (len(data) - 4096)
    path.write_bytes(data)
    with pytest.raises(LibraryError), Library(path) as library:
        library.games()


def test_other_and_newer_databases_are_refused_and_left_alone(path: Path) -> None:
    path.parent.mkdir()
    db = sqlite3.connect(path)
    db.execute("CREATE TABLE songs (name TEXT)")
    db.commit()
    db.close()
    before = path.read_bytes()
    with pytest.raises(LibraryError, match="another program"):
        Library(path)
    assert path.read_bytes() == before
    path.unlink()
    with Library(path):
        pass
    db = sqlite3.connect(path)
    db.execute(f"PRAGMA user_version = {len(STEPS) + 1}")
    db.close()
    before = path.read_bytes()
    with pytest.raises(LibraryError, match=f"newer Crossboard .version {len(STEPS) + 1}; this one knows up to"):
        Library(path)
    assert path.read_bytes() == before


def test_folders_and_missing_games(tmp_path: Path) -> None:
    with pytest.raises(LibraryError, match="can't be read: is a folder|can't be read"):
        Library(tmp_path)
    blocker = tmp_path / "file"
    blocker.write_text("")
    with pytest.raises(LibraryError):
        Library(blocker / "library.db")
    with Library(tmp_path / "l.db") as library:
        for number in (0, 7, -1, 10**30):
            with pytest.raises(LibraryError, match="there is no game"):
                library.game(number)


def test_where_the_library_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("CROSSBOARD_LIBRARY", raising=False)
    assert library_path().name == "library.db"
    monkeypatch.setenv("CROSSBOARD_LIBRARY", str(tmp_path / "a.db"))
    assert library_path() == tmp_path / "a.db"
    assert library_path("b.db") == Path("b.db")


def test_two_programs_share_the_file(path: Path) -> None:
    with Library(path) as one, Library(path) as two:
        game = one.open_game(NewGame("B1", "1", START))
        assert two.open_game(NewGame("B1", "1", START)) == game
        two.append(game, [FIRST])
        assert one.append(game, [FIRST, ATTEMPT]) == 1
        assert [e.seq for e in two.events(game)] == [1, 2]


def test_names_that_are_no_unicode(path: Path) -> None:
    with Library(path) as library:
        game = library.open_game(NewGame("B1", "1", START, first="caf\udce9"))
        assert library.game(game).first == "caf?"


def test_other_programs_see_what_is_stored_while_threads_come_and_go(path: Path) -> None:
    count = "import sys, pathlib; from crossboard.library import Library\nwith Library(pathlib.Path(sys.argv[1])) as library:\n"
    count += "    print(len(library.events(1)))"

    def seen() -> int:
        return int(subprocess.run([sys.executable, "-c", count, str(path)], capture_output=True, check=True).stdout)

    with Library(path) as library:
        number = library.open_game(NewGame("b", "1", "charing-cross 3RR3/8/8/N6n/N6n/8/8/3rr3 w -"))
        for seq in range(1, 4):
            with Library(path):  # as a page does that looks at the library
                pass
            assert seen() == seq - 1
            library.append(number, [Event(seq, "ply", "a4-b4")])
        assert seen() == 3


def steps_of(library: Library, work: Callable[[], object]) -> int:
    """How many steps SQLite's virtual machine takes for that."""
    count = 0

    def step() -> int:
        nonlocal count
        count += 1
        return 0

    library.db.connection.set_progress_handler(step, 1)
    try:
        work()
    finally:
        library.db.connection.set_progress_handler(None, 1)
    return count


def test_storing_and_asking_costs_no_more_in_a_long_game(path: Path) -> None:
    with Library(path) as library:
        game = library.open_game(NewGame("B1", "1", START))

        def play(first: int, last: int) -> None:
            library.append(game, [Event(n, "ply", "a4-b4", raw=str(n)) for n in range(first, last)])

        play(1, 50)
        short = steps_of(library, lambda: play(50, 51)), steps_of(library, lambda: library.without_end("B1", 5))
        play(51, 3000)
        long = steps_of(library, lambda: play(3000, 3001)), steps_of(library, lambda: library.without_end("B1", 5))
        assert library.committed(game) == 3000 and library.without_end("B1", 5) == ["1"]
        assert all(a < 1.2 * b for a, b in zip(long, short, strict=True)), (short, long)


PLAYABLE = new_game("charing-cross").text()
SEAT, LEAVES, STRONGER = Event(1, "opponent", "4", reason="1"), ("opponent", "0"), ("opponent", "6")
WHITE, BLACK = ("ply", "a4-b5"), ("ply", "h4-g5")
TAKEN_OVER = [WHITE, LEAVES, BLACK, ("opponent", "4"), ("ply", "a5-b6"), ("ply", "h5-g6")]


@pytest.mark.parametrize(
    ("then", "black"),
    [
        ([], "Bob"),
        ([WHITE], "Bob"),
        ([WHITE, BLACK], "Crossboard level 4"),
        ([WHITE, LEAVES, BLACK], "Bob"),
        ([WHITE, BLACK, LEAVES, ("ply", "a5-b6")], "Crossboard level 4"),
        ([WHITE, BLACK, LEAVES, ("ply", "a5-b6"), ("ply", "h5-g6")], ""),
        ([WHITE, STRONGER, BLACK], "Crossboard level 6"),
        ([WHITE, BLACK, ("takeback", "1"), LEAVES, BLACK], ""),
        ([WHITE, ("end", "1-0")], "Bob"),
        (TAKEN_OVER, "Bob:Crossboard level 4"),
        ([*TAKEN_OVER, ("ply", "b6-c7"), STRONGER, ("ply", "g6-f7")], "Bob:Crossboard level 6"),
        ([*TAKEN_OVER, LEAVES, ("ply", "b6-c7"), ("ply", "g6-f7")], "Bob"),
        ([*TAKEN_OVER, ("takeback", "3"), BLACK], "Crossboard level 4"),
    ],
    ids=[
        "asked",
        "not its turn yet",
        "plays",
        "a person plays",
        "a person is to go on",
        "a person goes on",
        "another level",
        "taken back",
        "over",
        "after a person",
        "after a person, at another level",
        "a person before and after",
        "all that a person played is taken back",
    ],
)
def test_a_side_has_crossboard_s_name_if_it_played_the_last_ply(
    tmp_path: Path, then: list[tuple[str, str]], black: str
) -> None:
    events = [SEAT, *(Event(seq, kind, text, reason="1") for seq, (kind, text) in enumerate(then, 2))]
    with Library(tmp_path / "library.db") as library:
        batches = [[event] for event in events], [events]  # as they come, and when they are fetched
        for number, batch in enumerate(batches, 1):
            game = library.open_game(NewGame("B1", str(number), PLAYABLE, "Ada", "Bob"))
            for part in batch:
                library.append(game, part)
        live, fetched = library.games()
        assert (live.first, live.second) == ("Ada", black)
        assert fetched.second == (black or "Bob"), "it was never called Crossboard"
