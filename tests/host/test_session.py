"""The session mirrors the board, keeps everything before it acknowledges it, and says when something differs."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from crossboard.boards import link as link_module
from crossboard.boards.link import CONNECTED, Link
from crossboard.boards.session import Question, Session
from crossboard.errors import CrossboardError, LibraryError
from crossboard.library import Event, Library
from crossboard.terminal.view import expected_line, status
from shared_rules.codes import END_RESIGNED, WHY_NO_SUCH_MOVE
from tests.support.fake_board import FakeBoard, FakeClock, FakePort


class Table:
    """A board, a cable, a session and a library."""

    def __init__(self, folder: Path) -> None:
        self.clock = FakeClock()
        self.board = FakeBoard(self.clock)
        self.library = Library(folder / "library.db")
        self.join()

    def join(self) -> None:
        """A new program on the PC."""
        self.port = FakePort(self.board)
        self.session = Session(
            Link(self.port, lambda: ["fake"], lambda name: FakePort(self.board, name), self.clock), self.library, "Ada"
        )

    def run(self, steps: int = 30, ms: int = 20) -> None:
        for _ in range(steps):
            self.board.step()
            self.session.step()
            self.clock.ms += ms

    def stored(self) -> list[Event]:
        assert self.session.played
        return self.library.events(self.session.played.number)

    def texts(self) -> list[tuple[int, str, str]]:
        return [(e.seq, e.kind, e.text) for e in self.stored()]


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    monkeypatch.setattr(link_module, "RETRY_S", 0.0)
    table = Table(tmp_path)
    yield table
    table.library.close()


def test_a_game_is_mirrored_and_kept(table: Table) -> None:
    table.run()
    table.session.new_game("charing-cross")
    table.run()
    for ply in ("a4-b4", "e1xc1", "@e1"):
        table.board.play(ply)
    table.board.refuse("b4", "b6", WHY_NO_SUCH_MOVE)
    table.run()
    session = table.session
    assert session.game and session.game.text() == table.board.game.text()
    assert session.refusal == "b4-b6: no piece of this kind moves like that"
    assert table.texts() == [(1, "ply", "a4-b4"), (2, "ply", "e1xc1"), (3, "ply", "@e1"), (4, "refused", "")]
    assert table.board.acknowledged[-1] == 4
    assert not any(e.flag for e in table.stored())
    assert list(session.notices) == []
    table.board.take_back()
    table.board.take_back()
    table.run()
    assert session.refusal == ""
    assert session.game.text() == table.board.game.text()
    line = session.timeline()
    assert line and [t.text for t in line.turns] == ["a4-b4"]
    assert (line.turns[0].ms, line.problem) == (table.stored()[0].board_ms, "")
    (game,) = table.library.games()
    assert (game.board, game.board_game, game.first, game.plies) == ("fb01", "00000001", "Ada", 1)
    (board,) = table.library.boards.all()
    assert (board.serial, board.profile, board.port) == ("fb01", "pico-8x8", "fake")


def test_a_game_that_nobody_has_begun_is_not_stored(table: Table) -> None:
    table.run()
    table.board.begin("charing-cross")
    table.board.say("F", "00000001 0 5 - 0-a4 90+a4")
    table.run()
    table.join()
    table.run(60, 100)
    assert table.session.played and table.session.played.number == 0
    assert table.library.games() == []
    table.session.name_sides("", "Bob")
    table.board.say("F", "00000001 0 500 - 0-a4")
    table.board.play("a4-b4")
    table.run()
    (game,) = table.library.games()
    assert (game.board_game, game.first, game.second, game.plies) == ("00000001", "Ada", "Bob", 1)
    assert table.session.played.number == game.id
    assert table.library.flight(game.id) == ["500 - 0-a4"], "what was said before, on this connection"


@pytest.mark.parametrize(
    ("begin", "count"),
    [
        (lambda session: session.new_game("card-chess"), 1),
        (lambda session: session.name_players({0: "Cy"}), 1),
        (lambda session: session.keep(session.played), 1),
        (lambda session: session.hint(), 0),
    ],
)
def test_a_game_is_stored_when_a_player_begins_it(table: Table, begin: Callable[[Session], object], count: int) -> None:
    table.run()
    table.board.begin("charing-cross")
    table.run()
    with contextlib.suppress(CrossboardError):
        begin(table.session)
    table.run()
    assert len(table.library.games()) == count
    assert table.session.played and bool(table.session.played.number) == bool(count)


def test_nothing_is_acknowledged_that_is_not_stored(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table.run()
    table.board.begin("charing-cross")
    table.board.play("a4-b4")

    def full(game: int, events: object, notes: object = ()) -> int:
        raise LibraryError("the library can't be used: database or disk is full")

    monkeypatch.setattr(table.library, "append", full)
    with pytest.raises(LibraryError):
        table.run()
    monkeypatch.undo()
    assert table.board.acknowledged == [0]
    table.join()
    table.run(60, 100)
    assert table.board.acknowledged[-1] == 1
    assert table.texts() == [(1, "ply", "a4-b4")]


def test_the_end_by_the_rules_and_by_the_players(table: Table) -> None:
    table.run()
    table.session.new_game("charing-cross 8/8/8/6N1/8/8/6n1/8 w -")
    table.run()
    table.board.play("g5-h6")
    table.run()
    (game,) = table.library.games()
    assert (game.result, game.termination) == ("1-0", "goal")
    table.session.new_game("charing-cross")
    table.run()
    table.session.end(2, "resigned")
    table.run()
    assert table.board.commands[-2:] == [f"E 2 {END_RESIGNED}", "K 00000002 1"]
    assert [(g.result, g.termination) for g in table.library.games()] == [("1-0", "goal"), ("0-1", "resigned")]


def test_a_lost_cable_and_a_new_program_lose_nothing(table: Table) -> None:
    table.run()
    table.board.begin("charing-cross")
    table.board.play("a4-b4")
    table.run()
    table.board.unplugged = True
    table.run()
    table.board.play("e1xc1")
    table.board.restart()
    table.board.play("@e1")
    table.board.unplugged = False
    table.run(60, 100)
    assert table.session.link.state == CONNECTED
    assert table.texts() == [(1, "ply", "a4-b4"), (2, "ply", "e1xc1"), (3, "ply", "@e1")]
    table.join()
    table.board.play("b4-c3")
    table.run(100, 100)
    assert table.session.game and table.session.game.text() == table.board.game.text()
    assert [seq for seq, _, _ in table.texts()] == [1, 2, 3, 4]
    assert len(table.library.games()) == 1


def test_a_different_digest_is_said_and_the_boards_position_taken_over(table: Table) -> None:
    table.run()
    table.board.begin("charing-cross")
    table.board.play("a4-b4", digest="123456")
    table.run()
    assert [e.flag for e in table.stored()] == ["digest"]
    first, second = table.session.notices
    assert first == "after a4-b4 the board's position differs from this program's; asking the board for its position"
    assert second == f"using the board's position: {table.board.game.text()}"
    table.board.play("e1xc1")
    table.run()
    assert [e.flag for e in table.stored()] == ["digest", ""]


def test_an_illegal_ply_is_kept_and_marked(table: Table) -> None:
    table.run()
    table.board.begin("charing-cross")
    table.board.game.set_text("charing-cross 3RR3/8/8/N6n/N6n/8/8/3rr3 b -")
    table.board.play("d1-d2")
    table.run()
    assert [(e.text, e.flag) for e in table.stored()] == [("d1-d2", "illegal")]
    assert "not legal here" in table.session.notices[0]
    assert table.session.game and table.session.game.text() == table.board.game.text()
    table.board.play("a4-b4")
    table.run()
    assert [(e.text, e.flag) for e in table.stored()] == [("d1-d2", "illegal"), ("a4-b4", "")]
    line = table.session.timeline()
    assert line and line.problem.startswith("event 1 (d1-d2): ")


def test_a_periodic_snapshot_that_differs(table: Table) -> None:
    table.run()
    table.board.begin("charing-cross")
    table.run()
    table.board.game.set_text("charing-cross 3RR3/8/8/N6n/1N5n/8/8/3rr3 b -")
    table.board.snapshot(position=False)
    table.run()
    assert table.session.game and table.session.game.text() == table.board.game.text()
    assert len(table.session.notices) == 2
    table.board.snapshot(position=False)
    table.run()
    assert len(table.session.notices) == 2


def test_what_is_led_to_is_said_of_its_own_turn_alone(table: Table) -> None:
    """The board's next word comes some moments after the ply; until then the old one would be said of the wrong side."""
    table.run()
    table.board.begin("charing-cross")
    table.run()
    session = table.session
    session.mode = "p"

    def sentence() -> str:
        assert session.game
        return status(session, session.game)

    table.board.say("Z", f"{table.board.game_id} 0 900 p 9 a4-b4")
    table.board.refuse("a4", "a6", WHY_NO_SUCH_MOVE)
    table.run()
    assert sentence() == "White has played a4-b4: move the piece as the lights show."
    table.board.play("a4-b4")
    table.run()
    assert session.gone_on
    assert sentence() == "Black to move."
    assert expected_line(session) == "", "the lights that are known are those of before"
    table.board.say("Z", f"{table.board.game_id} 2 950 t 9 -")
    table.run()
    assert sentence() == "Black to move: waiting for the remote player."
    table.board.take_back()
    table.run()
    assert sentence() == "White to move."


def test_a_draw_that_may_be_claimed_is_said_until_a_ply_ends_that(table: Table) -> None:
    table.run()
    table.board.begin("chess")
    said: list[str] = []
    for ply in ("g1f3", "g8f6", "f3g1", "f6g8") * 2 + ("e2e4",):
        table.board.play(ply)
        table.run()
        table.session.mode = "p"
        assert table.session.game
        said.append(status(table.session, table.session.game))
    claim = "White to move. A draw can be claimed: the position has occurred three times."
    assert said[-3:] == ["Black to move.", claim, "Black to move."]
    assert claim not in said[:-2]


def test_questions_views_and_answers(table: Table) -> None:
    table.run()
    table.board.begin("charing-cross")
    table.run()
    game = table.board.game_id
    table.board.say("Q", f"{game} 0 900 1 2 a4-b4 a4-b5")
    table.board.say("V", f"{game} p a4-b4 {'0' * 24}21{'0' * 38}", False)
    table.run()
    assert table.session.question == Question(1, 2, ("a4-b4", "a4-b5"))
    assert (table.session.view.ply, table.session.view.marks[24], table.session.mode) == ("a4-b4", 2, "p")
    table.board.restart()
    table.run(60, 100)
    assert table.session.view.marks == bytes(64), "the view came before the announcement, but is of this game"
    table.board.say("V", f"00000009 p - {'2' * 64}", False)
    table.run()
    assert table.session.view.marks == b"", "of another game"
    game = table.board.game_id
    table.session.press("next")
    table.board.say("Q", f"{game} 0 950 0 0")
    table.board.say("C", "N error the board is full")
    table.board.say("L", "hello \x1b[2J")
    table.board.print("12 0a L end of a frame*12ab\nTraceback\r\n")
    table.run()
    assert table.session.question is None
    assert table.board.commands[-1] == "B next"
    assert list(table.session.notices) == ["the board: the board is full", "board: hello ?[2J"]
    assert list(table.session.console) == ["Traceback"]


@pytest.mark.parametrize(
    ("kind", "payload"),
    [("P", "x"), ("P", "{g} one 2 ffffff a4-b4"), ("P", "{g} 1 2"), ("R", "{g} 1 2 a4"), ("E", "{g} 1 2 9 9"),
     ("Q", ""), ("S", "{g} 0"), ("V", "{g} p"), ("V", "{g} p - 0g"), ("G", "{g}"), ("G", "{g} x y"),
     ("G", "{g} 0 unheard-of w"), ("P", "ffffffff 1 2 ffffff a4-b4"), ("C", "N"), ("Z", "later")],
)  # fmt: skip
def test_what_a_board_should_not_send_harms_nothing(table: Table, kind: str, payload: str) -> None:
    table.run()
    table.board.begin("charing-cross")
    table.run()
    table.board.say(kind, payload.format(g=table.board.game_id))
    table.run()
    table.board.play("a4-b4")
    table.run()
    assert table.texts() == [(1, "ply", "a4-b4")]
    assert table.session.notices or kind in "ZC"


def test_another_protocol_and_another_board(table: Table) -> None:
    table.board.protocol = 2
    table.board.restart()
    table.run()
    assert "the board's firmware is newer than this program (it speaks protocol 2, not 1)" in table.session.notices[0]
    table.board.board_id, table.board.protocol = "fb02", 1
    table.board.restart()
    table.run(60, 100)
    assert list(table.session.notices)[1:] == ["a different board is connected now: fb02"]
    assert {b.serial for b in table.library.boards.all()} == {"fb01", "fb02"}


def test_the_boards_journal_shorter_than_the_library(table: Table) -> None:
    table.run()
    table.board.begin("charing-cross")
    table.board.play("a4-b4")
    table.run()
    table.board.game.pop()
    table.board.journal = []
    table.board.restart()
    table.run(60, 100)
    assert "the board has fewer records of this game than the library" in table.session.notices[0]
    assert table.texts() == [(1, "ply", "a4-b4")]


@pytest.mark.parametrize("number", ["9223372036854775808", "1" * 100])
def test_numbers_that_no_database_holds_end_no_session(table: Table, number: str) -> None:
    """Frames that are whole, but say what cannot be: each is reported, and play goes on."""
    table.run()
    table.session.new_game("charing-cross")
    table.run()
    played = table.session.played
    assert played
    game = played.board_game
    frames = {
        "F": f"{game} 0 {number} - 0-a4",
        "Q": f"{game} {number} {number} 1 2 a4-b4 a4-b5",
        "T": f"{number} 00beef {number} {game} {number}",
        "P": f"{game} {number} {number} 000000 a4-b4",
        "G": f"{game} {number} {played.start}",
        "S": f"{game} {number} 0 000000 0 p",
        "D": f"flickers {number} a1:{number}:{number} -",
        "J": f"{game} {number} {number} o",
    }
    for kind, payload in frames.items():
        table.board.say(kind, payload)
        table.run()
    table.board.play("a4-b4")
    table.run()
    assert table.texts()[-1][1:] == ("ply", "a4-b4")
    assert all(event.wall_ms is not None and event.wall_ms < 1 << 45 for event in table.stored())
    said = " ".join(table.session.notices)
    assert all(f"can't be understood: {kind} " in said for kind in "FQT"), said


BEYOND = "9" * 30


@pytest.mark.parametrize(
    ("kind", "payload"),
    [("F", f"{{g}} 0 {BEYOND} - 0-a4"), ("F", "{g} 0 -1 - 0-a4"), ("Q", f"{{g}} {BEYOND} 5 1 2 a4-b4"),
     ("Q", f"{{g}} 0 {BEYOND} 1 2 a4-b4"), ("Q", f"{{g}} 0 5 {BEYOND} 2 a4-b4"), ("Q", f"{{g}} 0 5 1 {BEYOND} a4-b4"),
     ("T", f"5 00beef {BEYOND} {{g}} 5"), ("T", f"5 00beef 5 {{g}} {BEYOND}"), ("T", f"{BEYOND} 00beef 5 {{g}} 5"),
     ("T", f"{{g}} 0 {BEYOND} 00beef 5 -"), ("T", f"{{g}} 0 5 00beef 5 {BEYOND}"), ("P", f"{{g}} {BEYOND} 5 ffffff a4-b4"),
     ("P", f"{{g}} 1 {BEYOND} ffffff a4-b4"), ("U", f"{{g}} 1 5 ffffff {BEYOND}"), ("R", f"{{g}} 1 5 a4 a5 {BEYOND}"),
     ("E", f"{{g}} 1 5 {BEYOND} 1"), ("S", f"{{g}} {BEYOND} 5 ffffff 00 p"), ("O", f"teaching {BEYOND} 0 2"),
     ("G", f"{{g}} {BEYOND} charing-cross 3RR3/8/8/N6n/N6n/8/8/3rr3 w -"), ("P", "{g} 1_0 5 ffffff a4-b4"),
     ("P", "{g} +1 5 ffffff a4-b4")],
)  # fmt: skip
def test_numbers_out_of_range_are_refused(table: Table, kind: str, payload: str) -> None:
    """Whole frames, on a line without a fault: said, not taken, and play goes on."""
    table.run()
    table.board.begin("charing-cross")
    table.run()
    table.board.say(kind, payload.format(g=table.board.game_id))
    table.run()
    assert "can't be understood" in table.session.notices[0]
    table.board.play("a4-b4")
    table.run()
    assert table.texts() == [(1, "ply", "a4-b4")]
    assert table.library.flight(table.session.played.number) == []  # type: ignore[union-attr]


FIRST = ("a4-b4", "e1xc1", "@e1", "b4-c3")
SECOND = ("a5-b5", "d1-d2", "b5-c6", "d2-d3", "c6-d7", "d3-d4")


def erase(board: FakeBoard) -> None:
    """The board's flash is empty, and its games are counted from 1 on again, as older firmware did."""
    board.games_begun = 0
    board.restart()
    board.begin("charing-cross")


def plies_of(library: Library) -> list[list[str]]:
    """The plies of every game that has any."""
    numbers = sorted(game.id for game in library.games())
    games = [[e.text for e in library.events(number)] for number in numbers]
    assert not any(library.strays(number) for number in numbers)
    assert not any(e.flag for number in numbers for e in library.events(number))
    return [plies for plies in games if plies]


@pytest.mark.parametrize("more", [3, 4, 6])
def test_an_id_that_is_used_again_is_another_game(table: Table, more: int) -> None:
    """The board was erased and played alone: fewer, as many or more plies than the library has of that id."""
    table.run()
    table.board.begin("charing-cross")
    for ply in FIRST[:3]:
        table.board.play(ply)
    table.run()
    table.board.unplugged = True
    table.run()
    erase(table.board)
    table.clock.ms += 5000
    for ply in SECOND[:more]:
        table.board.play(ply)
    table.board.unplugged = False
    table.run(100, 100)
    assert plies_of(table.library) == [list(FIRST[:3]), list(SECOND[:more])]
    assert table.board.acknowledged[-1] == more
    assert any("a different game" in note for note in table.session.notices)
    assert table.session.game and table.session.game.text() == table.board.game.text()
    table.join()
    table.run(60, 100)
    assert len(plies_of(table.library)) == 2, "a new program finds it again"


def test_two_boards_with_one_id(table: Table) -> None:
    """Plugged in by turns: each goes on with its own game."""
    other = FakeBoard(table.clock)
    boards = (table.board, other)
    lines = ([*FIRST, "e1-e2", "c3-d4"], list(SECOND))
    for board, line in zip(boards, lines, strict=True):
        board.begin("charing-cross")
        board.play(line[0])
        table.clock.ms += 777
    for turn in range(1, 6):
        for board, line in zip(boards, lines, strict=True):
            table.board = board
            board.restart()
            table.join()
            table.run(40, 100)
            board.play(line[turn])
            table.run(40, 100)
            assert table.session.game and table.session.game.text() == board.game.text()
    found = plies_of(table.library)
    assert found == [[record.split(" ")[4] for record in board.journal] for board in boards]


def test_a_record_that_is_missing_is_asked_for(table: Table) -> None:
    """What came after it was marked; when it has come from the board's flash, nothing is marked any more."""
    table.run()
    table.board.begin("charing-cross")
    for ply in FIRST:
        table.board.play(ply)
    lines = list(table.board.journal)
    table.board.journal = [lines[0], *lines[2:]]  # the reader of old firmware passed over it
    table.board.stored = lines
    table.run(100, 50)
    assert table.texts() == [(n + 1, "ply", ply) for n, ply in enumerate(FIRST)]
    assert [e.flag for e in table.stored()] == [""] * 4
    assert table.session.game and table.session.game.text() == table.board.game.text()


def test_a_record_that_comes_again_much_later_is_stored_once(table: Table) -> None:
    table.run()
    table.session.new_game("card-chess:plain")
    table.run()
    for _ in range(25):
        for ply in ("c2-c3", "c5-c4", "c3-c2", "c4-c5"):
            table.board.play(ply)
            table.run(3)
    table.run()
    before, notices = table.texts(), len(table.session.notices)
    assert len(before) == 100
    kind, _, rest = table.board.journal[0].partition(" ")
    table.board.say(kind, f"{table.board.game_id} {rest}")
    table.run()
    assert table.texts() == before
    assert table.session.played and table.session.played.last == 100 and not table.session.played.doubtful
    assert len(table.session.notices) == notices
