"""Both real ends of the link on a bad line, in virtual time.

The board's end is the firmware's Link, Journal and Recorder with a player in place of sensors and recognizer, on a flash as
flash_model.py has it (an open file does not show what is written later); the PC's end is Link, Session and Library.
Between them is a line that does whatever a serial line and its cable can do. All that happens follows from a seed.
"""

from __future__ import annotations

import contextlib
import os
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from crossboard.boards import dating, earlier
from crossboard.boards import link as pc_link
from crossboard.boards import session as pc_session
from crossboard.boards.session import Session
from crossboard.boards.sync import Sync
from crossboard.errors import LinkError
from crossboard.library import Library
from tests.support.board_end import Player
from tests.support.flash_model import Flash
from tests.support.journal_faults import on_flash

STEP = 5  # ms, a round of the board
WRAP = 0x3FFFFFFF
ROOM = 1280  # bytes that the line holds towards a PC that does not read
BOARD_ID = "ends0001"
HELLO = "1 %s 0.1.0 pico-8x8 1.27.0 charing-cross sync,time"
RECOVERY_MS = 2000  # within this of a fault's end everything must be there
EPOCH = 1_800_000_000_000  # wall time at the beginning, ms


class Line:
    """The bytes under way in one direction; `fault` is the name of what happens to each frame, with that chance."""

    def __init__(self, dice: random.Random, text: bool) -> None:
        self.dice = dice
        self.text = text  # whether rubbish may hold any byte: a Ctrl-C would stop the board
        self.fault = ""
        self.chance = 0.4
        self.raw = bytearray()  # as written, perhaps half a frame
        self.arrived = bytearray()
        self.kept = b""
        self.frames = 0

    def clear(self) -> None:
        self.raw.clear()
        self.arrived.clear()
        self.kept = b""

    def carry(self) -> None:
        """Whole frames go on, perhaps not as they were."""
        if self.fault == "stall":
            return
        end = self.raw.rfind(b"\n") + 1
        if not end:
            return
        data = bytes(self.raw[:end])
        del self.raw[:end]
        self.frames += data.count(b"\n")
        if not self.fault:
            self.arrived += self.kept + data
            self.kept = b""
            return
        for frame in data.splitlines(keepends=True):
            self.arrived += self._spoil(frame) if self.dice.random() < self.chance else frame

    def _spoil(self, frame: bytes) -> bytes:
        dice, at = self.dice, self.dice.randrange(len(frame))
        match self.fault:
            case "drop":
                return b""
            case "repeat":
                return frame * dice.randrange(2, 4)
            case "swap":  # a driver's buffer that comes too late
                late, self.kept = self.kept, frame
                return late
            case "corrupt":
                spoilt = bytearray(frame)
                spoilt[at] ^= 1 << dice.randrange(8)
                return bytes(spoilt).replace(b"\x03", b"") if self.text else bytes(spoilt)
            case "cut":
                return frame[:at] if dice.random() < 0.5 else frame[at:]
            case _:
                noise = bytes(dice.randrange(256) for _ in range(dice.randrange(1, 40)))
                return frame[:at] + noise.replace(b"\x03", b"") + frame[at:]


LINE_FAULTS = ("drop", "repeat", "swap", "corrupt", "cut", "noise", "stall")
OTHER_FAULTS = ("unplug", "board reset", "pc reset", "board deaf", "pc deaf", "restarts")
FAULTS = LINE_FAULTS + OTHER_FAULTS


class BoardPort:
    """The board's side of the cable."""

    def __init__(self, world: World) -> None:
        self._world = world

    def read(self) -> int:
        data = self._world.to_board.arrived
        return data.pop(0) if data else -1

    def write(self, byte: int) -> bool:
        line = self._world.to_pc
        if self._world.plugged and len(line.raw) + len(line.arrived) >= ROOM:
            return False
        assert byte != 3
        line.raw.append(byte)
        return True


class PcPort:
    """The PC's side of it."""

    def __init__(self, world: World, name: str = "cable") -> None:
        self.name = name
        self._world = world
        self._closed = False
        self._plug = world.plugs
        if not world.plugged:
            raise LinkError("there is no such port", name)

    def _check(self) -> None:
        if self._closed or self._plug != self._world.plugs or not self._world.plugged:
            raise LinkError("the port has disappeared", self.name)

    def read(self) -> bytes:
        self._check()
        data = bytes(self._world.to_pc.arrived)
        self._world.to_pc.arrived.clear()
        return data

    def write(self, data: bytes) -> int:
        self._check()
        assert b"\x03" not in data
        self._world.to_board.raw += data
        return len(data)

    def close(self) -> None:
        self._closed = True


class World:
    """A board, a cable, a PC. `period` ms of play between two records."""

    def __init__(
        self,
        seed: int,
        folder: Path,
        period: int = 50,
        library: Path | None = None,
        board: str = BOARD_ID,
        flash: Flash | None = None,
    ) -> None:
        """`flash` is shared by worlds of one process; None: one of its own."""
        self._closing = contextlib.ExitStack()
        self.flash = flash or Flash()
        if not flash:
            self._closing.enter_context(on_flash(self.flash))
        self.dice = random.Random(seed)
        self.board_id = board
        self.hello = (HELLO % board).encode()
        self.folder = folder
        self.period = period
        self.ms = self.dice.randrange(1 << 30)
        self.passed = 0
        self.records = 0
        self.announced: dict[str, list[str]] = {}  # what the board said it has, game by game
        self.to_board, self.to_pc = Line(self.dice, True), Line(self.dice, False)
        self.plugged = True
        self.plugs = 0
        self.fault = ""
        self.faults: Counter[str] = Counter()
        self.recovered: dict[str, list[int]] = {}  # fault -> ms from its end until the PC had everything
        self.board_port = BoardPort(self)
        self.library = Library(library or folder / "library.db")
        self.board = Player(self)
        self.board_deaf = self.pc_deaf = False
        self.next_act = 0
        self.join()

    def clock(self) -> int:
        return self.ms & WRAP

    def wall(self) -> int:
        return EPOCH + self.passed

    def join(self) -> None:
        """A new program on the PC."""
        try:
            port: Any = PcPort(self)
        except LinkError:
            self.session = None
            return
        link = pc_link.Link(port, lambda: ["cable"], lambda name: PcPort(self, name), self.clock)
        self.session: Session | None = Session(link, self.library)

    def restart_board(self) -> None:
        """Power off and on: the flash is all that is left, and what is under way to the PC."""
        self.flash.power_cut(f"{self.folder}/")
        self.board = Player(self)
        if self.dice.random() < 0.5:
            self.to_board.clear()

    def set_plugged(self, plugged: bool) -> None:
        self.plugged = plugged
        self.plugs += 1
        self.to_board.clear()
        self.to_pc.clear()

    # Faults

    def begin_fault(self, fault: str) -> None:
        self.fault = fault
        self.faults[fault] += 1
        if fault in LINE_FAULTS:
            which = self.dice.randrange(3)
            self.to_board.fault = fault if which != 1 else ""
            self.to_pc.fault = fault if which != 2 else ""
        elif fault == "unplug":
            self.set_plugged(False)
        elif fault == "board reset":
            self.restart_board()
        elif fault == "pc reset":
            self.join()
        elif fault == "board deaf":
            self.board_deaf = True
        elif fault == "pc deaf":
            self.pc_deaf = True

    def end_fault(self) -> None:
        self.to_board.fault = self.to_pc.fault = self.fault = ""
        self.board_deaf = self.pc_deaf = False
        if not self.plugged:
            self.set_plugged(True)

    # Time

    def step(self, play: bool = True) -> None:
        """5 ms of everybody."""
        self.ms += STEP
        self.passed += STEP
        self.next_act -= STEP
        if self.fault == "restarts" and self.dice.random() < 0.01:
            self.restart_board() if self.dice.random() < 0.5 else self.join()
        if not self.board_deaf:
            if play and self.next_act <= 0:
                self.next_act = self.dice.randrange(2 * self.period)
                self.board.act()
            self.board.step(self.clock())
        self.to_pc.carry()
        if not self.plugged:
            self.to_pc.clear()
        if self.session is None:
            self.join()
        if self.session and not self.pc_deaf:
            self.session.step()
        self.to_board.carry()

    def run(self, ms: int, play: bool = True) -> None:
        for _ in range(ms // STEP):
            self.step(play)

    def episode(self, fault: str) -> None:
        """A fault for a while, then 2 s to recover, then everything must be there."""
        self.begin_fault(fault)
        self.run(self.dice.randrange(100, 3000))
        self.end_fault()
        mended = self.passed
        recovered = -1
        for _ in range(RECOVERY_MS // STEP):
            self.step(play=False)
            if recovered < 0 and self.caught_up():
                recovered = self.passed - mended
        self.check(complete=True)
        self.recovered.setdefault(fault, []).append(recovered)
        self.run(self.dice.randrange(500))

    def caught_up(self) -> bool:
        """Whether the PC has what was announced of the game being played."""
        played = self.session.played if self.session else None
        journal = self.board.journal
        return played is not None and (played.board_game, played.last) == (journal.id(), journal.seq)

    # What must hold

    @property
    def frames(self) -> int:
        return self.to_board.frames + self.to_pc.frames

    def stored(self, game: str) -> list[str]:
        """What the library has of a game, as the board's journal has it."""
        number = self.library.find_game(self.board_id, game)
        found: list[str] = []
        for event in self.library.events(number) if number else ():
            kind, _, rest = event.raw.split(" ", 2)
            assert event.flag == "", event
            found.append(f"{kind} {rest}")
        assert not number or not self.library.strays(number)
        return found

    def check(self, complete: bool = False) -> None:
        """Of every game the library has a beginning of what was announced.

        `complete`: all of the one being played, and of those that began while the PC was there. Games that are
        complete are looked at once.
        """
        current = self.board.journal.id()
        for game, said in list(self.announced.items()):
            have = self.stored(game)
            assert have == said[: len(have)], f"game {game}: {have} against {said}"
            if complete and (have or game == current):
                assert have == said, f"game {game}: {len(said) - len(have)} records missing"
            if game != current and have == said:
                del self.announced[game]

    def fetch_all(self) -> None:
        """`crossboard sync`, for games that were begun and ended while nobody listened."""
        self.run(500, play=False)
        assert self.session
        sync = Sync(self.session.link, self.library, self.board_id, lambda brought: None)
        self.session = None
        link = sync._link  # type: ignore[reportPrivateUsage]
        for _ in range(200_000):
            self.ms += STEP
            self.board.step(self.clock())
            self.to_pc.carry()
            sync.step()
            self.to_board.carry()
            if sync.done and link.drained():
                break
        assert sync.done and not sync.problems
        for game, said in self.announced.items():
            assert self.stored(game) == said, game
        self.join()

    def close(self) -> None:
        self.board.journal.close()
        self.library.close()
        self._closing.close()


def in_virtual_time(world: Callable[[], int], patch: Callable[[Any, str, Any], None]) -> None:
    """Let the PC's end read the world's wall clock."""
    patch(earlier, "wall_ms", world)
    patch(pc_session, "wall_ms", world)
    patch(pc_link, "wall_ms", world)
    patch(dating, "wall_ms", world)


class Outcome(NamedTuple):
    """What a world went through."""

    frames: int
    records: int
    passed: int
    faults: dict[str, int]
    recovered: dict[str, list[int]]


def live(seed: int, episodes: int = 100) -> Outcome:
    """Faults at random, and everything is there; AssertionError names the seed."""
    folder = "/dev/shm" if os.path.isdir("/dev/shm") else None  # many small commits: a disk would be what is measured
    with tempfile.TemporaryDirectory(dir=folder) as place:
        world = World(seed, Path(place))
        try:
            for _ in range(episodes):
                world.episode(world.dice.choice(FAULTS))
            world.fetch_all()
        except Exception as error:
            raise AssertionError(f"python -m tests.support.ends {seed} {episodes}: {error!r}") from error
        finally:
            world.close()
        return Outcome(world.frames, world.records, world.passed, dict(world.faults), world.recovered)


if __name__ == "__main__":
    print(live(int(sys.argv[1]), int(sys.argv[2]) if sys.argv[2:] else 100))
