"""Many boards in one process: the firmware's App as it is on CPython, each behind a pseudo-terminal, each with hands that play.

    python -m tests.many_boards COUNT SECONDS SEED FOLDER

prints a JSON list of [port, board id], waits for a line on standard input, plays a ply a second on every board for so many seconds,
and prints a JSON list of [board id, game, ply number, monotonic time of its last edge]. A board is stepped when something has
arrived for it or when its firmware says that it has something to do, at most 200 times a second.
"""

from __future__ import annotations

import contextlib
import json
import os
import random
import select
import sys
import time
import types
from pathlib import Path
from typing import Any

from crossboard import profiles
from crossboard.games.gestures import ply_touches
from crossboard.games.rules import legal_plies
from tests.firmware_on_pins import Sensors

PERIOD_MS = 5
PLY_S = 1.0
TOUCH_S = 0.08


class _Pin:
    """No pin: the sensors are a bytearray, and there are no buttons."""

    IN = OUT = OPEN_DRAIN = PULL_UP = 0

    def __init__(self, *_: Any, **__: Any) -> None: ...


class Lights:
    """Nobody looks."""

    def __init__(self, count: int) -> None:
        self.count = count

    def put(self, *_: int) -> None: ...

    def show(self) -> None: ...


class Port:
    """The board's end of a pseudo-terminal."""

    def __init__(self) -> None:
        self.ours, self.theirs = os.openpty()
        os.set_blocking(self.ours, False)
        self.name = os.ttyname(self.theirs)
        self.arrived = bytearray()
        self.leaving = bytearray()

    def read(self) -> int:
        return self.arrived.pop(0) if self.arrived else -1

    def write(self, byte: int) -> bool:
        self.leaving.append(byte)
        return True

    def take(self) -> None:
        with contextlib.suppress(BlockingIOError, OSError):
            self.arrived += os.read(self.ours, 4096)

    def give(self) -> None:
        if self.leaving:
            with contextlib.suppress(BlockingIOError, OSError):
                del self.leaving[: os.write(self.ours, self.leaving)]


class Board:
    """One board with its hands."""

    def __init__(self, number: int, seed: int, folder: Path) -> None:
        from firmware.app import App
        from firmware.buttons import Buttons
        from firmware.journal import Journal
        from firmware.lights.display import Display
        from firmware.link import Link
        from firmware.profile import corners
        from firmware.table import Profile

        profile = profiles.compile_profile(profiles.load("pico-8x8"))
        self.id = f"many{number:012x}"
        self.dice = random.Random(seed * 1000 + number)
        self.port = Port()
        self.sensors = Sensors(64)
        folder.mkdir(parents=True)
        journal: Any = Journal(str(folder), self.dice.randbytes)
        hello = f"1 {self.id} 0.1.0 pico-8x8 1.27.0 charing-cross sync,time".encode()
        link: Any = Link(self.port, journal, hello, self.dice.randrange(1 << 16))
        display: Any = Display(Lights(64), corners(profile), 20)
        self.app: Any = App(Profile(profile), self.sensors, display, Buttons({}), link, journal)
        layout = self.app.table.layout
        self.sensor_of = {layout.square_of[sensor]: sensor for sensor in range(64)}
        self.due = 0
        self.edges: list[tuple[str, str, int, float]] = []
        self._touches: list[tuple[float, int, bool]] = []
        self._next_ply = 0.0
        self._stands()

    def _stands(self) -> None:
        for square, closed in enumerate(self.app.table.home):
            self.sensors.closed[self.sensor_of[square]] = closed

    def start(self, at: float) -> None:
        self._next_ply = at

    def hands(self, now: float, playing: bool) -> bool:
        """Move what is due; whether a switch has changed."""
        changed = False
        while self._touches and now >= self._touches[0][0]:
            _, square, closed = self._touches.pop(0)
            self.sensors.closed[self.sensor_of[square]] = closed
            changed = True
            if not self._touches:
                self.edges.append((self.id, self.app.journal.id(), self.app.match.plies + 1, now))
        if playing and not self._touches and now >= self._next_ply:
            self._next_ply = now + PLY_S
            self._begin(now)
        return changed

    def _begin(self, now: float) -> None:
        app = self.app
        if chr(app.letter()) == "o":
            self._stands()
        if chr(app.letter()) != "p" or app.table.recognizer.trouble or not app.table.recognizer.settled():
            return
        legal = legal_plies(app.table.game)
        plies = [ply for ply in legal if self._goes_on(ply)] or legal
        if plies:
            touches = ply_touches(app.table.game, self.dice.choice(plies))
            self._touches = [(now + i * TOUCH_S, t.square, t.closed) for i, t in enumerate(touches)]

    def _goes_on(self, ply: int) -> bool:
        """Whether it is a plain move that does not end the game."""
        game = self.app.table.game
        if len(ply_touches(game, ply)) != 2:
            return False
        game.push(ply)
        over = game.result
        game.pop()
        return not over

    def step(self, now_ms: int) -> None:
        self.app.step(now_ms & 0x3FFFFFFF)
        if self.app.faults:
            raise self.app.fault
        self.port.give()
        wait = self.app.deadline(now_ms & 0x3FFFFFFF)
        self.due = now_ms + (max(PERIOD_MS, wait) if wait >= 0 else 1000)


def main(count: int, seconds: float, seed: int, folder: Path) -> None:
    """Until the time is over."""
    machine: Any = types.ModuleType("machine")
    machine.Pin = _Pin
    sys.modules["machine"] = machine
    boards = [Board(number, seed, folder / str(number)) for number in range(count)]
    by_port = {board.port.ours: board for board in boards}
    poll = select.poll()
    for fd in by_port:
        poll.register(fd, select.POLLIN)
    print(json.dumps([(board.port.name, board.id) for board in boards]), flush=True)
    sys.stdin.readline()
    begun = time.monotonic()
    for number, board in enumerate(boards):
        board.start(begun + 4 + number / count * PLY_S)
    while time.monotonic() < begun + 4 + seconds + 2:
        for fd, _ in poll.poll(1):
            by_port[fd].port.take()
            by_port[fd].due = 0
        now = time.monotonic()
        now_ms = int(now * 1000)
        for board in boards:
            if board.hands(now, now < begun + 4 + seconds) or now_ms >= board.due:
                board.step(now_ms)
    print(json.dumps([edge for board in boards for edge in board.edges]), flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), float(sys.argv[2]), int(sys.argv[3]), Path(sys.argv[4]))
