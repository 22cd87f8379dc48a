"""The session mirrors the board, keeps everything before it acknowledges it, and says when something differs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from fake_board import FakeBoard, FakeClock, FakePort

from crossboard.boards import link as link_module
from crossboard.boards.link import CONNECTED, Link
from crossboard.boards.session import Question, Session
from crossboard.errors import LibraryError
from crossboard.library import Event, Library
from shared_rules.codes import END_RESIGNED, WHY_NO_SUCH_MOVE


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
    assert (game.board, game.board_game, game.white, game.plies) == ("fb01", "00000001", "Ada", 1)
    (board,) = table.library.boards()
    assert (board.serial, board.profile, board.port) == ("fb01", "pico-8x8", "fake")


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
    assert first == "after a4-b4 the board has another position than this program; the board is asked for its position"
    assert second == f"the board's position is taken over: {table.board.game.text()}"
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
    assert "does not allow" in table.session.notices[0] or "do not allow" in table.session.notices[0]
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
     ("G", "{g} 0 chess w"), ("P", "ffffffff 1 2 ffffff a4-b4"), ("C", "N"), ("Z", "later")],
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
    assert "flash the board anew" in table.session.notices[0]
    table.board.board_id, table.board.protocol = "fb02", 1
    table.board.restart()
    table.run(60, 100)
    assert list(table.session.notices)[1:] == ["this is another board now: fb02"]
    assert {b.serial for b in table.library.boards()} == {"fb01", "fb02"}


def test_the_boards_journal_shorter_than_the_library(table: Table) -> None:
    table.run()
    table.board.begin("charing-cross")
    table.board.play("a4-b4")
    table.run()
    table.board.game.pop()
    table.board.journal = []
    table.board.restart()
    table.run(60, 100)
    assert "records were lost on the board" in table.session.notices[0]
    assert table.texts() == [(1, "ply", "a4-b4")]


@pytest.mark.parametrize("number", ["9223372036854775808", "1" * 100])
def test_numbers_that_no_database_holds_end_no_sitting(table: Table, number: str) -> None:
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
