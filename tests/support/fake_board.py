"""A board for the tests of link and session: real channel and rules, no sensors; it plays what the test tells it to.

`FakeBoard` is the board's end; `FakePort` the PC's. Both share two byte queues; nothing waits for a clock but the
channel's own time-outs, which run on the `time` that the test moves on.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

from crossboard.boards.attach import Attached
from crossboard.boards.link import Link
from crossboard.boards.session import Session
from crossboard.errors import LinkError
from crossboard.games.gestures import Hand
from crossboard.games.rules import RESULTS, game_at, new_game
from crossboard.library import Library
from crossboard.play.play import Play
from crossboard.play.wish import Wish
from crossboard.terminal.interface import Interface
from shared_rules.protocol.channel import CONSOLE, MESSAGE, WRAP, Channel
from shared_rules.protocol.frames import MAX_LINE

LIBRARY = "library.db"


class FakeClock:
    """Milliseconds that only pass when told to."""

    def __init__(self) -> None:
        self.ms = 1000

    def __call__(self) -> int:
        return self.ms & WRAP


class FakePort:
    """The PC's end of the cable."""

    def __init__(self, board: FakeBoard, name: str = "fake") -> None:
        self.name = name
        self.board = board
        self.closed = False
        self.spoil: Callable[[bytes], bytes] | None = None

    def read(self) -> bytes:
        if self.closed or self.board.unplugged:
            raise LinkError("the port has disappeared", self.name)
        data, self.board.sent = bytes(self.board.sent), bytearray()
        return self.spoil(data) if self.spoil else data

    def write(self, data: bytes) -> int:
        if self.closed or self.board.unplugged:
            raise LinkError("the port has disappeared", self.name)
        self.board.take(data)
        return len(data)

    def file(self) -> int:
        return -1

    def close(self) -> None:
        self.closed = True


class FakeBoard:
    """Keeps a journal of records and sends those that the PC has not acknowledged, as the firmware does."""

    def __init__(
        self, clock: FakeClock, board_id: str = "fb01", protocol: int = 1, games: str = "charing-cross,card-chess"
    ) -> None:
        self.games = games
        self.clock = clock
        self.board_id = board_id
        self.protocol = protocol
        self.able = ""  # what it says that may be asked for besides play
        self.unplugged = False
        self.games_begun = 0
        self.journal: list[str] = []  # "T" and the payload after `game `
        self.stored: list[str] = []  # the same, for a PC that asks by J
        self.start = ""
        self.game_id = "-"
        self.acknowledged: list[int] = []
        self.commands: list[str] = []
        self.restart()

    def restart(self) -> None:
        """Power off and on: the journal is all that is left."""
        self.sent = bytearray()
        self.channel = Channel(random.randrange(1 << 16))
        words = [str(self.protocol), self.board_id, f"0.1.0 pico-8x8 1.27.0 {self.games}", self.able]
        hello = " ".join(words).rstrip().encode()
        self.channel.hello[: len(hello)] = hello
        self.channel.hello_size = len(hello)
        self._connections = 0
        self._next: int | None = None
        self._frame = bytearray(MAX_LINE)

    def begin(self, text: str) -> None:
        """A new game from a position text or `GAME[:VARIANT]`."""
        self.game = game_at(text) if " " in text else new_game(text)
        self.games_begun += 1
        self.game_id = f"{self.games_begun:08x}"
        self.start = self.game.text()
        self.journal = []
        self._next = None
        self._announce()

    def play(self, ply: str, digest: str = "") -> None:
        """A ply on the board; `digest` to lie about the position."""
        self.game.push(self.game.parse_ply(ply))
        self._record("P", f"{digest or format(self.game.digest(), '06x')} {ply}")
        if self.game.result:
            self._record("E", f"{self.game.result} {self.game.reason}")

    def take_back(self) -> None:
        self.game.pop()
        self._record("U", f"{self.game.digest():06x} 1")

    def refuse(self, origin: str, target: str, why: int) -> None:
        self._record("R", f"{origin} {target} {why}")

    def _record(self, kind: str, rest: str) -> None:
        self.journal.append(f"{kind} {len(self.journal) + 1} {self.clock.ms} {rest}")

    def say(self, kind: str, payload: str, numbered: bool = True) -> None:
        data = payload.encode()
        (self.channel.queue if numbered else self.channel.post)(ord(kind), data, len(data))

    def print(self, text: str) -> None:
        """Console text, as a traceback would be."""
        self.sent += text.encode()

    def snapshot(self, position: bool = True) -> None:
        text = f" {self.game.text()}" if position else ""
        digest, occupancy = f"{self.game.digest():06x}", "0" * 16
        payload = f"{self.game_id} {len(self.journal)} {self.clock.ms} {digest} {occupancy} p{text}"
        self.say("S", payload, False)

    def _announce(self) -> None:
        if self.channel.established and self.start:
            self.say("G", f"{self.game_id} {len(self.journal)} {self.start}")
            self.say("V", f"{self.game_id} p - {'0' * len(self.game.board)}", False)

    def take(self, data: bytes) -> None:
        for byte in data:
            what = self.channel.receive(byte, self.clock())
            if what == MESSAGE:
                self._obey(chr(self.channel.kind), self.channel.text())
            assert what != CONSOLE, "the PC only ever sends frames"

    def _obey(self, kind: str, payload: str) -> None:
        if kind not in "HTJ":
            self.commands.append(f"{kind} {payload}")
        if kind == "K":
            game, seq = payload.split(" ")
            if game == self.game_id:
                self.acknowledged.append(int(seq))
                if self._next is None:
                    self._next = int(seq)
        elif kind == "T":
            self.say("T", f"{payload} 00beef {self.clock.ms} {self.game_id} {self.clock.ms}")
        elif kind == "J" and self.stored and payload.startswith(f"{self.game_id} "):
            self.say("J", f"{self.game_id} G 0 {self.start}")
            for line in self.stored[int(payload.split(" ")[1]) - 1 :]:
                self.say("J", f"{self.game_id} {line}")
            self.say("J", f"{self.game_id} {len(self.stored)} 0 u")
        elif kind == "J":
            self.say("C", "J error no such game")
        elif kind == "N":
            self.begin(payload)
        elif kind == "S":
            self.snapshot()
        elif kind == "E":
            result, reason = payload.split(" ")
            assert int(result) < len(RESULTS)
            self._record("E", f"{result} {reason}")

    def step(self) -> None:
        channel = self.channel
        if channel.connections != self._connections:
            self._connections = channel.connections
            self._next = None
            self._announce()
        while self._next is not None and self._next < len(self.journal) and channel.room():
            kind, _, rest = self.journal[self._next].partition(" ")
            self.say(kind, f"{self.game_id} {rest}")
            self._next += 1
        while size := channel.transmit(self.clock(), self._frame):
            self.sent += self._frame[:size]


class Bench:
    """The squares and buttons of a board that only remembers."""

    def __init__(self) -> None:
        self.closed: set[str] = set()
        self.history: list[str] = []

    def set_square(self, square: str, closed: bool) -> None:
        self.history.append(f"{'+' if closed else '-'}{square}")
        (self.closed.add if closed else self.closed.discard)(square)

    def squares(self) -> set[str]:
        return set(self.closed)

    def press(self, button: str) -> None:
        self.history.append(f"!{button}")

    def own_ms(self) -> float:
        return math.inf

    def lights(self) -> dict[str, tuple[int, int, int]]:
        return {"a4": (0, 100, 0), "b4": (0, 0, 0)}


class FakeRig:
    """A fake board at hand, its hand if it is `simulated`, and an empty library in a folder."""

    def __init__(self, folder: Path, simulated: bool = True) -> None:
        self.clock = FakeClock()
        self.board = FakeBoard(self.clock)
        self.bench = Bench()
        self.library = Library(folder / LIBRARY)
        link = Link(FakePort(self.board), lambda: ["fake"], lambda name: FakePort(self.board, name), self.clock)
        hand = Hand(self.bench) if simulated else None
        self.attached = Attached(link, hand, {"games": {"charing-cross": {"origin": "a1"}}}, "a fake board")

    def close(self) -> None:
        self.attached.close()
        self.library.close()


class PlayRig(FakeRig):
    """Play on a fake board, whose clock every round moves on."""

    def __init__(
        self, folder: Path, interface: Interface, hand: bool = True, wish: Wish | None = None, match: Any = None
    ) -> None:
        super().__init__(folder, hand)
        self.interface = interface
        session = Session(self.attached.link, self.library)
        self.play = Play(session, self.library, self.attached, interface, wish, match)

    def run(self, rounds: int) -> None:
        for _ in range(rounds):
            self.board.step()
            self.clock.ms += 50
            self.play.round()

    def close(self) -> None:
        self.play.close()
        super().close()


class SessionRig(FakeRig):
    """A session at a fake board, both in the fake clock's time."""

    ms = 20  # of a round

    def __init__(self, folder: Path, simulated: bool = True, *names: str) -> None:
        super().__init__(folder, simulated)
        self.session = Session(self.attached.link, self.library, *names)

    def round(self) -> None:
        """One of the board's, and what the PC does meanwhile."""
        self.board.step()
        self.session.step()

    def run(self, rounds: int = 30) -> None:
        """Let time pass."""
        for _ in range(rounds):
            self.round()
            self.clock.ms += self.ms
