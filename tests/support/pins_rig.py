"""A board on pins at a PC: the firmware, a cable, link, session and library, all in the board's virtual time."""

from __future__ import annotations

import math
from pathlib import Path

from crossboard import profiles
from crossboard.boards.attach import Attached
from crossboard.boards.link import Link
from crossboard.boards.session import Session
from crossboard.games.gestures import Hand
from crossboard.library import Library
from tests.support.firmware_on_pins import FakeBoard


class Cable:
    """The PC's end of the line to a fake board; keeps all that the board has sent."""

    name = "cable"

    def __init__(self, board: FakeBoard) -> None:
        self.board = board
        self.sent = bytearray()

    def read(self) -> bytes:
        data = bytes(self.board.port.sent)
        self.board.port.sent.clear()
        self.sent += data
        return data

    def write(self, data: bytes) -> int:
        self.board.port.arrived += data
        return len(data)

    def file(self) -> int:
        return -1

    def close(self) -> None:
        pass


class Bench:
    """The fake board's squares and buttons as a simulated board has them."""

    def __init__(self, board: FakeBoard) -> None:
        self.board = board
        self.standing: set[str] = set()

    def set_square(self, square: str, closed: bool) -> None:
        (self.standing.add if closed else self.standing.discard)(square)
        self.board.set(square, closed)

    def squares(self) -> set[str]:
        return set(self.standing)

    def press(self, button: str) -> None:
        raise AssertionError(button)

    def own_ms(self) -> float:
        return math.inf

    def lights(self) -> dict[str, tuple[int, int, int]]:
        return self.board.lights()


class PinsRig:
    """The board is switched on, a session runs at it."""

    def __init__(self, board: FakeBoard, folder: Path, *names: str) -> None:
        self.board = board
        board.switch_on()
        self.bench = Bench(board)
        self.cable = Cable(board)
        self.library = Library(folder / "library.db")
        self.link = Link(self.cable, clock=lambda: board.now)
        self.attached = Attached(self.link, Hand(self.bench), profiles.load(board.profile["name"]), "a fake board")
        self.session = Session(self.link, self.library, *names)

    def round(self) -> None:
        """One of the board's, and what the PC does meanwhile."""
        self.board.run(5)
        self.session.step()

    def run(self, ms: int) -> None:
        """Let time pass."""
        for _ in range(ms // 5):
            self.round()

    def close(self) -> None:
        self.library.close()
