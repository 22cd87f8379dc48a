"""`crossboard play` on a simulated board, killed at random moments, and mpremote coming in between: nothing is lost.

Hands move the pieces by themselves; what the board has is read from its flash, what the PC has from its library.
"""

from __future__ import annotations

import contextlib
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from crossboard.boards.link import Link
from crossboard.boards.ports import SerialPort
from crossboard.boards.pull import read_listed
from crossboard.boards.sync import Sync
from crossboard.games.gestures import Hand, ply_touches, set_up
from crossboard.games.rules import legal_plies, new_game
from crossboard.library import Library
from crossboard.simulator import SimulatedBoard

PATIENCE_S = 120.0


def until(done: Callable[[], Any], what: str) -> Any:
    """What `done` gives as soon as it is true."""
    end = time.monotonic() + PATIENCE_S
    while not (found := done()):
        assert time.monotonic() < end, f"{what} never came to be"
        time.sleep(0.02)
    return found


class Hands:
    """Plays a game at random on a board, ply by ply, as the flash tells that each was understood."""

    def __init__(self, board: SimulatedBoard, seed: int) -> None:
        self.board = board
        self.dice = random.Random(seed)
        self.game: Any = new_game("charing-cross")
        self.played: list[str] = []
        self._hand = Hand(board)
        self._hand.lay(self.game, "a1")
        self._do(set_up(self.game, self._hand.standing()))

    def ready(self) -> None:
        """Wait until the board runs, shows no piece that is missing or too many, and has taken that in."""
        until(lambda: list((self.board.flash / "games").glob("*.log")), "a game")
        until(lambda: not any(any(rgb) for rgb in self.board.lights().values()), "all pieces in place")
        self.rest(1500)

    def rest(self, ms: int) -> None:
        """Let so much of the board's time pass."""
        end = self.board.own_ms() + ms
        until(lambda: self.board.own_ms() > end, "the board's time passes")

    def _do(self, touches: Any) -> None:
        """In the board's time."""
        self._hand.perform(touches, int(self.board.own_ms()))
        until(lambda: (self._hand.tick(int(self.board.own_ms())), not self._hand.busy)[1], "the end of a gesture")

    def journal(self) -> list[str]:
        """The records of the newest game on the flash."""
        logs = sorted((self.board.flash / "games").glob("*.log"))
        lines = logs[-1].read_text().splitlines() if logs else []
        return [line.rpartition("*")[0] for line in lines if line[:1] in "PURE" and "*" in line]

    def plies(self) -> list[str]:
        return [line.split(" ")[4] for line in self.journal() if line[0] == "P"]

    def play(self) -> None:
        """One ply, and wait until it is on the flash."""
        plies = [ply for ply in legal_plies(self.game) if not self._ends(ply)]
        ply = self.dice.choice(plies)
        text = self.game.ply_text(ply)
        self._do(ply_touches(self.game, ply))
        self.game.push(ply)
        self.played.append(text)
        until(lambda: self.plies() == self.played, f"{text} after {self.played[:-1]}")
        self.rest(400)

    def _ends(self, ply: int) -> bool:
        self.game.push(ply)
        over = self.game.result
        self.game.pop()
        return bool(over)


class Playing:
    """`crossboard play` in a process of its own."""

    def __init__(self, board: SimulatedBoard, library: Path) -> None:
        self.path = library
        command = [sys.executable, "-m", "crossboard", "play", "--board", board.port, "--library", str(library)]
        environment = {**os.environ, "CROSSBOARD_HOME": str(library.parent / "home")}
        self.output = library.parent / f"play-{time.monotonic_ns()}.txt"
        with self.output.open("wb") as output:
            self.process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=output, stderr=subprocess.STDOUT, env=environment
            )

    def connected(self) -> None:
        """Wait until the board plays."""
        try:
            until(lambda: ": connected" in self.output.read_text(), "connected")
        except AssertionError as error:
            raise AssertionError(f"{error}; play said: {self.output.read_text()[-500:]!r}") from error

    def stored(self) -> list[str]:
        """The records that the library has of the newest game, as the journal has them."""
        return stored(self.path)

    def kill(self) -> None:
        """kill -9, wherever it is."""
        self.process.kill()
        self.process.wait()
        assert self.process.stdin
        with contextlib.suppress(OSError):
            self.process.stdin.close()

    def leave(self) -> None:
        """Ctrl-C."""
        self.process.send_signal(signal.SIGINT)
        assert self.process.wait(PATIENCE_S) == 0
        assert self.process.stdin
        self.process.stdin.close()


def stored(path: Path) -> list[str]:
    """See Playing.stored."""
    if not path.exists():
        return []
    with Library(path) as library:
        games = library.games()
        events = library.events(max(game.id for game in games)) if games else []
        assert not any(event.flag for event in events)
        return [" ".join((e.raw.split(" ", 2)[0], e.raw.split(" ", 2)[2])) for e in events]


def listed(board: SimulatedBoard) -> list[Any]:
    """What the board says of its games, acknowledgements too."""
    link = Link(SerialPort(board.port))
    found: list[Any] = []
    asked = 0  # in which connection
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        if link.connections != asked and link.send("J"):
            asked = link.connections
            found.clear()
        for kind, payload in link.step():
            if kind == "J" and payload == "-":
                link.close()
                return found
            if kind == "J":
                found.append(read_listed(payload))
        time.sleep(0.005)
    raise AssertionError("the board does not list its games")


def fetch(board: SimulatedBoard, path: Path) -> None:
    """`crossboard sync`."""
    with Library(path) as library:
        link = Link(SerialPort(board.port))
        until(lambda: (link.step(), link.hello)[1], "hello")
        assert link.hello
        sync = Sync(link, library, link.hello.board, lambda brought: None)
        until(lambda: (sync.step(), sync.done and link.drained())[1], "the end of the sync")
        assert not sync.problems
        link.close()


def killed_while_playing(seed: int, folder: Path, kills: int) -> int:
    """Kill `play` that many times while a game goes on; the number of plies played. AssertionError if anything is lost."""
    dice = random.Random(seed)
    path = folder / "library.db"
    with SimulatedBoard("pico-8x8", folder / "flash", say=lambda _: None) as board:
        hands = Hands(board, seed)
        hands.ready()
        for _ in range(kills):
            play = Playing(board, path)
            end = board.own_ms() + 500 + 3000 * dice.random()
            while board.own_ms() < end:
                hands.play()
            time.sleep(dice.random() * 0.3)
            play.kill()
            check_library(path)
            acknowledged = max((one.acknowledged for one in listed(board)), default=0)
            have = stored(path)
            assert len(have) >= acknowledged, "acknowledged, and not in the library"
            assert have == hands.journal()[: len(have)]
        fetch(board, path)
        assert stored(path) == hands.journal()
        return len(hands.played)


def check_library(path: Path) -> None:
    """SQLite's own word that the file is whole."""
    if path.exists():
        db = sqlite3.connect(path)
        assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        db.close()


def mpremote(board: SimulatedBoard, *words: str) -> str:
    """What the real mpremote prints."""
    command = [sys.executable, "-m", "mpremote", "connect", board.port, *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def mpremote_in_between(seed: int, folder: Path) -> int:
    """Play, leave, exec, play, fs cp, play, reset, play: on MicroPython. The number of plies."""
    path = folder / "library.db"
    note = folder / "note.txt"
    note.write_text("kept by mpremote\n")
    with SimulatedBoard("pico-8x8", folder / "flash") as board:
        hands = Hands(board, seed)
        errands: list[tuple[str, ...]] = [
            ("exec", "print(6 * 7)"), ("fs", "cp", str(note), ":note.txt"), ("reset",),
        ]  # fmt: skip
        said: list[str] = []
        for errand in errands:
            play = Playing(board, path)
            play.connected()
            hands.rest(1000)
            hands.play()
            until(lambda play=play: play.stored() == hands.journal(), "the record in the library")
            play.leave()
            said.append(
                mpremote(board, *errand)
            )  # but for a reset, what it leaves is a prompt; `play` starts the board
        play = Playing(board, path)
        play.connected()
        hands.rest(1000)
        hands.play()
        until(lambda: play.stored() == hands.journal(), "the record in the library")
        play.leave()
        assert said[0] == "42\n"
        assert (board.flash / "note.txt").read_text() == "kept by mpremote\n"
        assert stored(path) == hands.journal()
        with Library(path) as library:
            assert len([game for game in library.games() if game.plies]) == 1, "one game, all the way"
        return len(hands.played)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as place:
        print(
            killed_while_playing(int(sys.argv[1]), Path(place), int(sys.argv[2]) if sys.argv[2:] else 20),
            "plies, none lost",
        )
    with tempfile.TemporaryDirectory() as place:
        print(mpremote_in_between(int(sys.argv[1]), Path(place)), "plies, none lost, with mpremote in between")
