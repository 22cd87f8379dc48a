"""A PC at a simulated board: it listens, acknowledges, and keeps what it is told."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path

from crossboard.boards.link import Link, Message
from crossboard.boards.ports import SerialPort
from crossboard.simulator import SimulatedBoard

HOME = ("a4", "a5", "d8", "e8", "h4", "h5", "d1", "e1")  # of Charing Cross
PATIENCE_S = 120.0


class Pc:
    """Listens, acknowledges, and keeps the records by number; waits `patience` seconds at most for anything."""

    def __init__(self, board: SimulatedBoard, patience: float = PATIENCE_S) -> None:
        self.board = board
        self.patience = patience
        self.link = Link(SerialPort(board.port))
        self.heard: list[Message] = []
        self.records: dict[int, str] = {}
        self.refused: set[int] = set()  # the numbers of those that are refusals: where this PC is busy, hands are slow
        self.game = ""

    def until(self, done: Callable[[], bool]) -> None:
        """Listen until that is so."""
        end = time.monotonic() + self.patience
        while not done():
            assert time.monotonic() < end, self.heard[-10:]
            for message in self.link.step():
                self.heard.append(message)
                if message.kind and message.kind in "GPUREWY":
                    self._take(message)
            time.sleep(0.005)

    def pass_ms(self, ms: int) -> None:
        """Listen for so many ms of the board's time."""
        end = self.board.own_ms() + ms
        self.until(lambda: self.board.own_ms() > end)

    def _take(self, message: Message) -> None:
        game, seq, rest = message.payload.split(" ", 2)
        if message.kind == "G":
            if self.game and self.game != game:
                self.records.clear()
                self.refused.clear()
            self.game = game
        else:
            assert self.records.setdefault(int(seq), rest) == rest
            if message.kind == "R":
                self.refused.add(int(seq))
        self.link.send("K", f"{game} {len(self.records)}")

    def mode(self) -> str:
        """The mode of the last view, "" before any."""
        views = [m.payload.split(" ") for m in self.heard if m.kind == "V"]
        return views[-1][1] if views else ""

    def power_cut(self) -> None:
        """Off and on: what the board had said before is forgotten, also what comes late."""
        self.board.power_cut()
        self.board.start()
        self.heard.clear()
        self.until(lambda: any(message.kind == "H" for message in self.heard))  # on a busy PC more has come with it
        del self.heard[: 1 + max(at for at, message in enumerate(self.heard) if message.kind == "H")]

    def stood(self) -> list[str]:
        """The records but for refusals, in order."""
        return [self.records[seq] for seq in sorted(self.records) if seq not in self.refused]

    def plies(self) -> list[str]:
        """The plies recorded."""
        return [record.split(" ")[2] for record in self.stood()]

    def play(self, gesture: str, records: int) -> None:
        """Hands: opens and closes squares, until there are so many records besides refusals."""
        for word in gesture.split():
            self.board.set_square(word[1:], word[0] == "+")
            self.pass_ms(100)
        self.until(lambda: len(self.stood()) == records)


@contextmanager
def playing(folder: Path) -> Generator[tuple[SimulatedBoard, Pc], None, None]:
    """A board with its flash in that folder, and a PC; it plays Charing Cross from the start."""
    with SimulatedBoard("pico-8x8", folder) as board:
        board.set_squares(HOME)
        pc = Pc(board)
        pc.until(lambda: pc.mode() == "p")
        yield board, pc
