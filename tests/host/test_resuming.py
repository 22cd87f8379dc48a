"""A stored game goes on as itself, on the board that has it and on one that does not: firmware, cable, session and library."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from crossboard.boards.link import Link
from crossboard.boards.resuming import Resumption
from crossboard.boards.session import Session
from crossboard.errors import CrossboardError
from crossboard.games.rules import new_game
from crossboard.library import Event, Library, NewGame
from crossboard.library.timeline import tell
from shared_rules.codes import END_RESIGNED, FIRST_WON
from tests.support.charing_cross_positions import HOME
from tests.support.firmware_on_pins import FakeBoard, fake_board
from tests.support.pins_rig import Cable
from tests.support.rule_cases import CHARING as START

STEALTH = "kings-crossing:stealth MM4mm/MM4mm/MM4mm/MM4mm w - - 0"
SEALED = Event(1, "commitment", "0", reason="0", raw="W x 1 0 0 00")
STOOD = "b5 a5 d8 e8 g4 h5 d1 e1"  # after a4-b5 and h4-g4
CARDS = "card-chess"


class Table:
    """Boards, of which one at a time is at the PC, and the PC's library."""

    def __init__(self, folder: Path, board: FakeBoard) -> None:
        self.folder = folder
        self.first = self.board = board
        self.library = Library(folder / "library.db")
        self.plug(board, "0a")

    def plug(self, board: FakeBoard, chip: str, white: str = "Ada", black: str = "Bob") -> None:
        """Switch that board on, and a new session at it."""
        machine: Any = sys.modules["machine"]
        machine.unique_id = lambda: bytes.fromhex(chip * 8)
        self.board = board
        board.switch_on()
        self.session = Session(Link(Cable(board), clock=lambda: board.now), self.library, white, black)
        self.run(2500)

    def other(self, white: str = "", black: str = "") -> FakeBoard:
        """Another board, which plays a game of its own."""
        board = FakeBoard(self.folder / "elsewhere", self.first.pins)
        self.plug(board, "0b", white, black)
        return board

    def run(self, ms: int) -> None:
        for _ in range(ms // 5):
            self.board.run(5)
            self.session.step()

    def move(self, text: str) -> None:
        for word in text.split():
            self.board.set(word[1:], word[0] == "+")
            self.run(150)
        self.run(1500)

    def stand(self, squares: str) -> None:
        self.board.set_all(squares)
        self.run(1500)

    def interrupt(self) -> None:
        """Game 1 has two plies; then another one is begun."""
        self.stand(HOME)
        self.move("-a4 +b5")
        self.move("-h4 +g4")
        self.session.new_game(CARDS)
        self.run(3000)
        assert self.number == 2

    def resume(self, number: int = 1) -> None:
        self.session.resume(number)
        self.run(4000)

    @property
    def number(self) -> int:
        assert self.session.played
        return self.session.played.number

    def kinds(self, number: int = 1) -> str:
        return " ".join(f"{event.kind}:{event.text}" for event in self.library.events(number))

    def position(self) -> str:
        assert self.session.game
        return self.session.game.text()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with fake_board(tmp_path / "games") as board:
        found = Table(tmp_path, board)
        yield found
        found.library.close()


PLAYED = "ply:a4-b5 ply:h4-g4 end:* takeback:0"


def test_the_board_that_has_it_goes_on_with_it(table: Table) -> None:
    table.interrupt()
    table.session.name_players({0: "Cy", 1: ""})  # of game 2
    table.resume()
    assert table.number == 1
    assert table.kinds() == PLAYED
    assert not table.session.played or not table.session.played.ended
    table.stand(STOOD)
    table.move("-b5 +c5")
    assert table.kinds() == f"{PLAYED} ply:b5-c5"
    assert table.position() == table.board.app.table.game.text()
    assert [event.flag for event in table.library.events(1)] == [""] * 5
    games = table.library.games()
    assert [(one.id, one.first, one.second, one.result, one.plies) for one in games] == [
        (1, "Ada", "Bob", "*", 3), (2, "Cy", "", "*", 0),
    ]  # fmt: skip
    assert tell(START, table.library.events(1)).problem == ""
    with pytest.raises(CrossboardError, match="game 1 is on the board already"):
        table.session.resume(1)
    table.session.take_back(3)
    table.run(1000)
    assert table.position() == START, "all of it is there, and may be taken back"


def test_another_board_goes_on_with_it(table: Table) -> None:
    table.interrupt()
    board = table.other("Cy", "Dee")
    assert table.number == 0, "its own game, which nobody has begun"
    table.resume()
    assert (table.number, table.kinds()) == (1, PLAYED)
    table.stand(STOOD)
    table.move("-b5 +c5")
    assert table.kinds() == f"{PLAYED} ply:b5-c5"
    # Another session at it knows the game again, and so does one that was not there when it ended.
    table.plug(board, "0b", "Cy")
    assert (table.number, table.kinds()) == (1, f"{PLAYED} ply:b5-c5")
    (first, second) = table.library.games()
    assert (first.first, first.second, first.plies) == ("Ada", "Bob", 3)
    for _ in range(400):
        board.run(5)
    board.app.current.record_end(FIRST_WON, END_RESIGNED)
    from firmware.game.beginning import next_game

    next_game(board.app.current)
    for _ in range(100):
        board.run(5)
    table.plug(board, "0b")
    assert table.number == 0
    assert table.library.game(1).result == "1-0"
    assert len(table.library.games()) == 2 and second.id == 2
    with pytest.raises(CrossboardError, match="game 1 can't go on: it is over .1-0 resigned"):
        table.session.resume(1)


def test_the_first_board_comes_back_and_takes_the_game_over(table: Table) -> None:
    table.stand(HOME)
    table.move("-a4 +b5")
    table.move("-h4 +g4")  # the board is switched off: this is its game
    table.other()
    table.resume()
    table.stand(STOOD)
    table.move("-b5 +c5")
    there = "ply:a4-b5 ply:h4-g4 ply:b5-c5"
    assert (table.number, table.kinds()) == (1, there)
    table.plug(table.first, "0a")
    assert any(
        "the board has fewer records of this game than the library, which has 3" in note
        for note in table.session.notices
    )
    assert table.number == 0, "it has begun another game"
    table.resume()
    assert (table.number, table.kinds(), table.board.app.journal.seq) == (1, there, 3)
    table.stand(STOOD.replace("b5", "c5"))
    table.move("-g4 +f4")
    assert table.kinds() == f"{there} ply:g4-f4"
    assert len(table.library.games()) == 1


def test_a_board_whose_flash_was_erased_gets_the_game_again(table: Table, tmp_path: Path) -> None:
    table.interrupt()
    for path in (tmp_path / "games").iterdir():
        path.unlink()
    table.plug(table.board, "0a")
    table.resume()
    assert (table.number, table.kinds(), table.position()) == (1, PLAYED, table.board.app.table.game.text())


def test_a_game_without_a_ply_goes_on_as_well(table: Table) -> None:
    table.interrupt()
    table.resume()
    assert table.number == 1
    table.resume(2)  # the board has forgotten it, as nothing was played in it
    assert (table.number, table.kinds(2)) == (2, "")


def test_two_boards_that_went_on_with_it_apart_have_two_games(table: Table) -> None:
    """What a board has and the library has not is never overwritten."""
    table.interrupt()
    table.other()
    table.resume()
    table.stand(STOOD)
    table.move("-b5 +c5")
    # The first board goes on with it by its menu, without a PC.
    first = table.first
    game = table.library.game(1).board_game
    first.set_all("")
    from firmware.game.resuming import resuming

    first.app.loop.do(resuming(first.app.current, game, lambda problem: None))
    for step in (STOOD, STOOD.replace("b5", ""), STOOD.replace("b5", "c6")):
        first.set_all(step)
        first.run(1500)
    first.run(1500)
    assert first.app.journal.seq == 5
    table.plug(first, "0a")
    assert table.number not in (0, 1), "its plies are not those of game 1"
    assert table.kinds(1) == f"{PLAYED} ply:b5-c5"
    assert table.kinds(table.number) == f"{PLAYED} ply:b5-c6"


def test_what_cannot_go_on(table: Table) -> None:
    library = table.library
    ply = Event(1, "ply", "a4-b5", raw="P x 1 5 000000 a4-b5")

    def game(board: str, start: str, *events: Event) -> int:
        number = library.open_game(NewGame(board, f"{start[:3]}{len(events)}{len(library.games())}", start))
        library.append(number, events)
        return number

    deleted = game("b", START, ply)
    library.delete([deleted])
    for number, why in (
        (game("import", START, ply), "it is from a file, not from a board; `crossboard replay "),
        (game("b", START, Event(1, "ply", "a4-b5")), "it is from a file"),
        (game("b", START, ply, Event(2, "end", "0-1", reason="resigned", raw="E x 2 6 2 1")), "it is over .0-1 resigned"),
        (game("b", "charing-cross 8/8/8/6N1/8/8/6n1/8 w -", Event(1, "ply", "g5-h6", raw="P x 1 5 0 g5-h6")), "it is over"),
        (game("b", STEALTH, SEALED, Event(2, "reveal", "b3", reason="0", raw="Y x 2 0 0 b3 00")), "its secret kings were revealed"),
        (game("b", STEALTH, SEALED), "only the board that it is on knows its kings; `crossboard play kings-crossing:stealth`"),
        (game("b", STEALTH), "its kings were not picked; `crossboard play kings-crossing:stealth`"),
        (game("b", START, Event(1, "opponent", "9", reason="1", raw="I x 1 0 1 9")), "it is a match with a remote player"),
        (game("b", START, Event(2, "ply", "a4-b5", raw="P x 2 5 0 a4-b5")), "the library does not have all of it"),
        (game("b", START, Event(1, "ply", "a4-h1", raw="P x 1 5 0 a4-h1")), "the library does not have all of it .event 1"),
        (deleted, "it was deleted"),
    ):  # fmt: skip
        with pytest.raises(CrossboardError, match=f"game {number} can't go on: {why}"):
            Resumption(library, number)
    with pytest.raises(CrossboardError, match="there is no game 99"):
        Resumption(library, 99)
    crossed = new_game("cross-eyed")
    wide = game("b", crossed.text(), Event(1, "refused", "", "a1", "b1", "x", raw="R x 1 5 a1 b1 3"))
    with pytest.raises(CrossboardError, match="this board does not play cross-eyed, but card-chess"):
        table.session.resume(wide)
