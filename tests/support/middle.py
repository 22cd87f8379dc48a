"""A man in the middle between a simulated board and `crossboard play`: every fault of a line at once, while a game is played.

Bytes are dropped, doubled, damaged, delayed and put in another order; the cable is pulled; the PC's program is paused, and
killed; the board loses its power. After each run the line is good again, and what the library has must be what the board's
flash has: as it came live, after the cable was pulled once more, and after `crossboard sync` into this library and into a
new one. `python -m tests.support.middle SEED RUNS` does so many runs.
"""

from __future__ import annotations

import os
import random
import select
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from crossboard.boards.editions import MARK
from crossboard.boards.link import Link
from crossboard.boards.ports import SerialPort
from crossboard.boards.sync import Sync
from crossboard.errors import CrossboardError
from crossboard.games.gestures import ply_touches
from crossboard.games.rules import HOLE, game_at, legal_plies, square_name
from crossboard.library import Library
from crossboard.simulator import SimulatedBoard
from shared_rules.protocol.frames import crc16

PATIENCE_S = 120.0
STEP_S = 0.08  # between two movements of a hand
REST_S = 0.42  # after a ply
ROOM = 2048  # bytes that the line holds in a direction
RATES = (0.002, 0.005, 0.01, 0.03)
"""The chance of a byte to meet a fault: 10 to 80 % of the frames are damaged. One of 65,536 of these passes the CRC as whole: with
many more it would be the CRC that is looked at here."""

CTRL_C = 3  # would stop the board's program: no fault of a line that carries frames


class Line:
    """One direction. `rate` is the chance of each byte to meet a fault."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        self.rate = 0.0
        self.faults: Counter[str] = Counter()
        self._held: list[tuple[float, bytes]] = []  # (when, what) goes on

    def carry(self, data: bytes) -> None:
        """Take bytes; what becomes of them is `due` at some time."""
        dice = self.dice
        if not self.rate:
            self._held.append((0.0, data))
            return
        out = bytearray()
        for byte in data:
            if dice.random() >= self.rate:
                out.append(byte)
                continue
            fault = dice.choice(("drop", "double", "damage", "order", "delay", "burst"))
            self.faults[fault] += 1
            if fault == "double":
                out += bytes((byte, byte))
            elif fault == "damage":
                out.append(byte ^ 1 << dice.randrange(8))
            elif fault == "order":
                out.insert(max(0, len(out) - dice.randrange(1, 9)), byte)
            elif fault == "burst":
                del out[max(0, len(out) - dice.randrange(1, 40)) :]
            elif fault == "delay":
                self._hold(bytes(out), 0.0)
                out = bytearray((byte,))
                self._hold(b"", dice.random() * 0.8)
        self._hold(bytes(out), 0.0)

    def _hold(self, data: bytes, seconds: float) -> None:
        after = max(self._held[-1][0] if self._held else 0.0, time.monotonic() + seconds if seconds else 0.0)
        self._held.append((after, data.replace(bytes((CTRL_C,)), b"")))

    def due(self, all_of_it: bool = False) -> bytes:
        """What has waited long enough."""
        now, out = time.monotonic(), b""
        while self._held and (all_of_it or self._held[0][0] <= now):
            out += self._held.pop(0)[1]
        return out

    def clear(self) -> None:
        """The cable was pulled."""
        self._held.clear()


class Middle:
    """Between the board's port and `url`, which a PC opens. Runs in a thread until it is closed."""

    def __init__(self, board_port: str, seed: int) -> None:
        host, _, port = board_port.removeprefix("socket://").partition(":")
        self._board_at = (host, int(port))
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"socket://127.0.0.1:{self._listener.getsockname()[1]}"
        self.to_pc, self.to_board = Line(seed), Line(seed + 1)
        self.open = True  # whether a PC may come in
        self._board: socket.socket | None = None
        self._pc: socket.socket | None = None
        self._out = {"pc": b"", "board": b""}
        self._closing = False
        self._pull = False
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def set_rate(self, rate: float) -> None:
        """The chance of each byte, in both directions."""
        self.to_pc.rate = self.to_board.rate = rate

    def pull(self) -> None:
        """The cable is out; the PC finds it in again when it looks."""
        self._pull = True
        end = time.monotonic() + 5
        while self._pull and time.monotonic() < end:
            time.sleep(0.005)

    def close(self) -> None:
        self._closing = True
        self._thread.join(5)
        self._drop()
        self._listener.close()

    def _run(self) -> None:
        while not self._closing:
            try:
                self._turn()
            except OSError:
                self._drop()

    def _drop(self) -> None:
        for end in (self._pc, self._board):
            if end:
                end.close()
        self._pc = self._board = None
        self._out = {"pc": b"", "board": b""}
        self.to_pc.clear()
        self.to_board.clear()

    def _turn(self) -> None:
        if self._pull:
            self._drop()
            self._pull = False
        pc, board = self._pc, self._board
        if not pc or not board:
            self._welcome()
            return
        reading = [end for end, held in ((pc, self._out["board"]), (board, self._out["pc"])) if len(held) < ROOM]
        ready = select.select(reading, [], [], 0.005)[0]
        for end, line in ((pc, self.to_board), (board, self.to_pc)):
            if end in ready:
                data = end.recv(512)
                if not data:
                    raise OSError("the other end is gone")
                line.carry(data)
        self._out["board"] += self.to_board.due()
        self._out["pc"] += self.to_pc.due()
        for name, end in (("pc", pc), ("board", board)):
            if self._out[name]:
                try:
                    sent = end.send(self._out[name])
                except BlockingIOError:
                    continue
                self._out[name] = self._out[name][sent:]

    def _welcome(self) -> None:
        if not select.select([self._listener], [], [], 0.02)[0]:
            return
        pc, _ = self._listener.accept()
        if not self.open:
            pc.close()
            return
        pc.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        board = socket.create_connection(self._board_at, 2)
        for end in (pc, board):
            end.setblocking(False)
            end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._pc, self._board = pc, board


def until(done: Callable[[], Any], what: str, seconds: float = PATIENCE_S) -> Any:
    """What `done` gives as soon as it is true; AssertionError if it never is."""
    end = time.monotonic() + seconds
    while not (found := done()):
        assert time.monotonic() < end, f"{what}: never came to be"
        time.sleep(0.03)
    return found


def journals(flash: Path) -> dict[str, tuple[str, list[str]]]:
    """Game id -> (position, records as the wire has them, without the id), of every game on a flash."""
    found: dict[str, tuple[str, list[str]]] = {}
    for path in sorted((flash / "games").glob("*.log")):
        start, records = "", list[str]()
        for line in path.read_bytes().split(b"\n"):
            body, star, crc = line.rpartition(b"*")
            if not star or crc != b"%04x" % crc16(body, 0, len(body)):
                continue
            kind, seq, rest = body.decode().split(" ", 2)
            if kind == "G":
                start = rest
            elif kind in "PUREWY" and int(seq) == len(records) + 1:
                records.append(f"{kind} {seq} {rest}")
        found[path.stem] = (start, records)
    return found


def stored(library: Path) -> dict[str, list[str]]:
    """The same of a library; AssertionError if anything in it is marked, or a stray, or another edition."""
    if not library.exists():
        return {}
    found: dict[str, list[str]] = {}
    with Library(library) as shelf:
        for game in shelf.games():
            assert MARK not in game.board_game, f"{game.board_game}: kept as another game"
            assert not shelf.strays(game.id), f"{game.board_game}: strays {shelf.strays(game.id)}"
            events = shelf.events(game.id)
            assert not any(event.flag for event in events), [event for event in events if event.flag]
            found[game.board_game] = [" ".join((e.raw[0], e.raw.split(" ", 2)[2])) for e in events]
    return found


class Table:
    """The board, its hands, the man in the middle, and the PC's program."""

    def __init__(self, seed: int, folder: Path) -> None:
        self.dice = random.Random(seed)
        self.folder = folder
        self.board = SimulatedBoard("pico-8x8", folder / "flash", port="socket", say=lambda _: None)
        self.flash = folder / "flash"
        self.library = folder / "library.db"
        self.middle = Middle(self.board.port, seed)
        self.pc: subprocess.Popen[bytes] | None = None
        self.happened: Counter[str] = Counter()
        self.plies = 0
        self._stopped = threading.Event()
        self._stopped.set()

    def close(self) -> None:
        self.kill()
        self.middle.close()
        self.board.close()

    # The PC

    def begin(self) -> None:
        """`crossboard play`, at the man in the middle."""
        words = ["play", "--board", self.middle.url, "--library", str(self.library)]
        environment = {**os.environ, "CROSSBOARD_HOME": str(self.folder / "home")}
        self.said = self.folder / "play.txt"
        with self.said.open("ab") as output:
            self.pc = subprocess.Popen(
                [sys.executable, "-m", "crossboard", *words],
                stdin=subprocess.PIPE,
                stdout=output,
                stderr=subprocess.STDOUT,
                env=environment,
            )

    def kill(self) -> None:
        """kill -9."""
        pc, self.pc = self.pc, None
        if pc:
            pc.kill()
            pc.wait()
            if pc.stdin:
                pc.stdin.close()

    # The hands

    def position(self) -> tuple[str, Any, bool]:
        """The newest game's id, where its records lead to, and whether it is over."""
        found = journals(self.flash)
        if not found:
            return "", None, False
        name = max(found)
        start, records = found[name]
        if not start:
            return "", None, False
        game = game_at(start, 1024)
        over = False
        for record in records:
            kind, _, _, *rest = record.split(" ")
            over = kind == "E"
            if kind == "P":
                game.push(game.parse_ply(rest[1]))
            elif kind == "U":
                for _ in range(int(rest[1])):
                    game.pop()
        return name, game, over

    def set_up(self) -> Any:
        """Put all pieces as the board's journal has them, and wait until it plays on from there."""

        def standing() -> Any:
            name, game, over = self.position()
            if game is None:
                return None
            if over:  # pieces at home begin the next one
                game = game_at(journals(self.flash)[name][0], 4)
                game.reset("")
            self.board.set_squares(
                square_name(game, square) for square, value in enumerate(game.board) if value and value != HOLE
            )
            time.sleep(0.5)
            again, now, over = self.position()
            return now if (again, over) == (name, False) else None

        game = until(standing, "a game")
        time.sleep(0.4)
        return game

    def play(self) -> None:
        """A ply by hand, or an attempt that is not legal, or the last one put back."""
        name, game, over = self.position()
        if over or game is None or game.result:
            self.set_up()
            return
        plies = legal_plies(game)
        ply = self.dice.choice(plies)
        touches = ply_touches(game, ply)
        before = len(journals(self.flash)[name][1])
        simple = len(touches) == 2
        if simple and self.dice.random() < 0.1:
            touches = [touches[0], touches[0]._replace(closed=True)]  # lifted and put back
        for touch in touches:
            self.board.set_square(square_name(game, touch.square), touch.closed)
            time.sleep(STEP_S)
        time.sleep(REST_S)
        if simple and self.dice.random() < 0.15:
            for touch in reversed(touches):
                self.board.set_square(square_name(game, touch.square), not touch.closed)
                time.sleep(STEP_S)
            time.sleep(REST_S)
            self.happened["put back"] += 1
        now = journals(self.flash).get(name, ("", []))[1]
        self.plies += len(now) > before
        standing = {square_name(game, s) for s, v in enumerate(self.position()[1].board) if v and v != HOLE}
        if standing != self.board.squares():
            self.set_up()

    # Faults

    def trouble(self, seconds: float) -> None:
        """What befalls cable and PC, until the time is over."""
        dice = random.Random(self.dice.random())
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            time.sleep(dice.random() * 1.2)
            what = dice.choice(("pull", "pull", "pause", "pause", "kill", "rate", "rate"))
            self.happened[what] += 1
            if what == "pull":
                self.middle.pull()
            elif what == "rate":
                self.middle.set_rate(dice.choice(RATES))
            elif what == "kill":
                self.kill()
                self.begin()
            elif self.pc:
                pc = self.pc
                pc.send_signal(signal.SIGSTOP)
                time.sleep(dice.choice((0.3, 1.0, 3.0)))
                pc.send_signal(signal.SIGCONT)

    def power_cut(self) -> None:
        """Off, wherever the board is, and on again."""
        self.happened["power cut"] += 1
        self.board.power_cut()
        time.sleep(self.dice.random() * 0.3)
        self.board.start()
        self.set_up()

    # A run

    def run(self, seconds: float) -> None:
        """Faults all at once while plies go on; then all that was played is where it should be, whichever way it came."""
        if self.pc is None:
            self.begin()
        self.middle.set_rate(self.dice.choice(RATES))
        troubles = threading.Thread(target=self.trouble, args=(seconds,))
        troubles.start()
        while troubles.is_alive():
            if self.dice.random() < 0.1:
                self.power_cut()
            else:
                self.play()
        troubles.join()
        self.middle.set_rate(0.0)
        self.play()  # the last ply comes on a line that is good again
        if self.dice.random() < 0.3:
            self.power_cut()
        self.check()

    def settled(self) -> dict[str, list[str]]:
        """The records on the flash, once none has been added for a while: a ply may still be waited for."""
        said: dict[str, list[str]] = {}
        while (now := {game: records for game, (_, records) in journals(self.flash).items()}) != said:
            said = now
            time.sleep(1.5)
        return said

    def check(self) -> None:
        """Live, with a new connection, and by `sync`."""
        said = self.settled()
        newest = max(said)

        def complete() -> bool:
            if self.pc and self.pc.poll() is not None:  # it ends, with a word, if no hello comes through in 15 s
                assert self.pc.returncode == 2
                self.happened["gave up"] += 1
                self.kill()
                self.begin()
            return stored(self.library).get(newest, []) == said[newest]

        self._agree(complete, said, "live")
        self.middle.pull()
        time.sleep(0.7)
        self._agree(complete, said, "after a reconnection")
        self.middle.open = False
        self.middle.pull()
        try:
            self.fetch(self.library)
            fresh = self.folder / f"fresh-{time.monotonic_ns()}.db"
            self.fetch(fresh)
        finally:
            self.middle.open = True
        have = {game: records for game, records in said.items() if records}
        for path in (self.library, fresh):
            found = {game: records for game, records in stored(path).items() if records}
            assert found == have, f"sync into {path.name}: {_difference(found, have)}"
        fresh.unlink()

    def _agree(self, complete: Callable[[], bool], said: dict[str, list[str]], how: str) -> None:
        try:
            until(complete, how)
        except AssertionError as error:
            difference = _difference(stored(self.library), said)
            raise AssertionError(f"{error}: {difference}") from error

    def fetch(self, library: Path) -> None:
        """`crossboard sync`."""
        with Library(library) as shelf:
            link = Link(SerialPort(self.board.port))
            until(lambda: (link.step(), link.hello)[1], "hello")
            assert link.hello
            sync = Sync(link, shelf, link.hello.board, lambda brought: None)
            until(lambda: (sync.step(), sync.done and link.drained())[1], "the end of the sync")
            link.close()
            assert not sync.problems, sync.problems


def _difference(found: dict[str, list[str]], wanted: dict[str, list[str]]) -> str:
    """Where they differ first."""
    for game in sorted(wanted):
        have = found.get(game, [])
        if have != wanted[game]:
            at = next((i for i, (a, b) in enumerate(zip(have, wanted[game], strict=False)) if a != b), len(have))
            return f"game {game}: {len(have)} records against {len(wanted[game])}, from {at + 1} on: {wanted[game][at : at + 2]}"
    return f"there are {sorted(set(found) - set(wanted))} besides"


def runs(
    seed: int, count: int, seconds: float = 5.0, say: Callable[[str], None] = lambda _: None
) -> tuple[int, Counter[str]]:
    """So many runs at one table; plies played, and how often what happened. AssertionError names seed and run."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as place:
        table = Table(seed, Path(place))
        try:
            table.set_up()
            for number in range(count):
                begun = time.monotonic()
                try:
                    table.run(seconds)
                except (AssertionError, CrossboardError) as error:
                    said = table.said.read_text()[-1500:]
                    raise AssertionError(
                        f"python -m tests.support.middle {seed}, run {number + 1}: {error}; {said}"
                    ) from error
                say(f"run {number + 1}: {table.plies} plies, {time.monotonic() - begun:.1f} s")
            return table.plies, table.happened + table.middle.to_pc.faults + table.middle.to_board.faults
        finally:
            table.close()


if __name__ == "__main__":
    print(*runs(int(sys.argv[1]), int(sys.argv[2]) if sys.argv[2:] else 10, say=lambda line: print(line, flush=True)))
