"""What a board on pins has written to its flash about the game being played, as it is and as `sync` brings it."""

from __future__ import annotations

from pathlib import Path

from crossboard.boards.clock import BoardClock
from crossboard.boards.pull import Pull
from crossboard.library import Library
from tests.support.firmware_on_pins import FakeBoard


def lines(board: FakeBoard) -> list[str]:
    newest = sorted(board.folder.glob("*.log"))[-1]
    return [line.rpartition("*")[0] for line in newest.read_text().splitlines()]


def flown(board: FakeBoard) -> list[str]:
    return [line[4:] for line in lines(board) if line[0] == "F"]


def stored(board: FakeBoard, folder: Path) -> tuple[Library, int]:
    """The game as sync would bring it."""
    library = Library(folder / "library.db")
    pull = Pull(library, "b0", "00000001")
    for line in lines(board):
        pull.take(f"00000001 {line}")
    brought = pull.store(BoardClock(), 1_700_000_000_000)
    assert brought
    return library, brought.number
