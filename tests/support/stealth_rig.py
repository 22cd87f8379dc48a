"""The whole of a game with secret kings in virtual time: the firmware on fake pins, a cable, link, session, library and page."""

from __future__ import annotations

import json
import math
import sqlite3
from pathlib import Path
from typing import Any

from crossboard import profiles
from crossboard.boards.attach import Attached
from crossboard.boards.link import Link
from crossboard.boards.session import Session
from crossboard.games.gestures import Hand
from crossboard.guided_replay.in_play import Leader
from crossboard.library import Library
from crossboard.web.live import Live
from tests.support.firmware_on_pins import FakeBoard

SPEC = "kings-crossing:stealth"
PIECES = [f"{c}{r}" for c in "abgh" for r in "1234"]
ROWS_UP = 2  # on this board the game lies on rows 3 to 6
LINE = ("b4-d4", "g2-d2", "d4-e4", "g4-f4")
"""After these White must jump with e4 over f4 and on over g3, unless f4, which came from g4, is the king."""


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


class Rig:
    """Somebody plays on a page: `shown` is every state that a page was sent."""

    def __init__(self, board: FakeBoard, folder: Path) -> None:
        self.board = board
        board.profile["game"] = SPEC
        board.switch_on()
        self.bench = Bench(board)
        for name in PIECES:
            self.bench.set_square(f"{name[0]}{int(name[1]) + ROWS_UP}", True)
        self.cable = Cable(board)
        self.library = Library(folder / "library.db")
        link = Link(self.cable, clock=lambda: board.now)
        self.session = Session(link, self.library, "Ada", "Bob")
        attached = Attached(link, Hand(self.bench), profiles.load("pico-8x8"), "a fake board")
        self.live = Live(attached, self.session, lambda: None)
        self.live.watched = lambda: True
        self.live.leader = Leader(self.session, self.library, attached)
        self.shown: list[str] = []
        self.seen = 0
        self.said: list[str] = []
        self.run(2000)

    def run(self, ms: int) -> None:
        for _ in range(ms // 5):
            self.board.run(5)
            self.session.step()
            if self.live.leader:
                self.live.leader.step(self.board.now)
            while self.session.notices:
                note = self.session.notices.popleft()
                self.said.append(note)
                self.live.say(note)
            self.live.step(self.board.now)
            self.seen, text = self.live.snapshot.since(self.seen)
            if text:
                self.shown.append(text)

    def state(self) -> dict[str, Any]:
        return json.loads(self.live.snapshot.since(0)[1])

    def want(self, **message: Any) -> None:
        """What a page wants."""
        assert self.live.submit(1, message)
        self.run(200)

    def drag(self, origin: str, target: str, over: int = 0) -> None:
        self.want(op="lift", hand=over, square=number(origin))
        self.want(op="drop", hand=over, square=number(target) if target else -1)

    def pick(self, white: str, black: str) -> None:
        for name in (white, black):
            assert self.session.mode == "k"
            self.drag(name, name)
            self.want(op="press", button="ok")
        self.run(1000)
        assert self.session.mode == "p"

    def play(self, *plies: str) -> None:
        for ply in plies:
            self.drag(*ply.split("-"))
            self.run(1500)

    def dump(self) -> str:
        """All that the library holds."""
        with sqlite3.connect(self.library.path) as db:
            return "\n".join(db.iterdump())


def number(name: str) -> int:
    return ord(name[0]) - 97 + 8 * (int(name[1:]) - 1)
