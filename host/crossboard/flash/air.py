"""A board by Wi-Fi, for `crossboard flash`: what on_board.py's Repl has by cable, said in the sealed lines of the game's link.

The board writes to /update and nowhere else (firmware/modes/updating.py); each file's hash is its own.
"""

from __future__ import annotations

import base64
import contextlib
import json
import time
from collections.abc import Callable

from crossboard import profiles
from crossboard.boards.link import CONNECTED, Link, require_hello, require_protocol
from crossboard.boards.wifi import open_proven, read_url
from crossboard.flash.find import Heap, read_heap
from crossboard.flash.on_board import PATIENCE_S, BoardError, Facts, Lost, Repl
from crossboard.flash.plan import FOLDERS, MAIN, PREVIOUS, UPDATE, Inventory, sha
from crossboard.games.words import clean

ABLE = "update"  # what a board says that takes updates
CHUNK = 168  # bytes of a file in a message: 224 in base64
AHEAD = 8  # messages that wait for room in the link
STEPS = f"{UPDATE}/steps"
WENT_BACK = "an update did not come up"  # how a board says that (firmware/builder.py)
LOCAL = ("127.0.0.1", "::1", "localhost")
ROM_MAIN = "/rom/main.py"
TRIAL = "still on trial"  # what a board answers whose last update has not come up for good


class OnTrial(BoardError):
    """The board has not yet decided whether it keeps its last update."""


class Air(Repl):
    """The board at `url`, its play paused, until `close`. Lost if the connection breaks off or the board says nothing for so long;
    also, if that is `waits`, when a trial ends, as the board starts anew then. OnTrial else."""

    def __init__(self, url: str, patience: float = PATIENCE_S, waits: bool = False) -> None:
        self._port = url
        self._patience = patience
        self.lost = False
        self.news = ""  # what the board has to say of its last update
        self.rom_size = self.rom_block = 0  # bytes of its ROM partition, if it has one
        self._link = Link(open_proven(url))
        try:
            self.hello = require_hello(self._link, self._hear)
            require_protocol(self.hello, url)
            if ABLE not in self.hello.able:
                raise BoardError("this board's firmware takes no update by Wi-Fi yet: flash it by cable once", url)
            self._facts = self._begin(waits)
        except BaseException:
            self.close()
            raise

    # The link

    def _hear(self) -> list[str]:
        """A round of the link: what came outside frames; the board's news are kept."""
        return [self._note(kind, text) for kind, text in self._link.step() if kind in ("", "L")]

    def _note(self, kind: str, text: str) -> str:
        if kind == "L" and text.startswith(WENT_BACK):
            self.news = clean(text)
        return "" if kind else text

    def _step(self) -> list[str]:
        """The same, in a conversation: the D messages that came."""
        found: list[str] = []
        for kind, text in self._link.step():
            self._note(kind, text)
            if kind == "D":
                found.append(text)
            elif kind == "C" and text.startswith("D error "):
                words = clean(text.removeprefix("D error "))
                raise (OnTrial if words.endswith(TRIAL) else BoardError)(f"the board: {words}", self._port)
        if self._link.state != CONNECTED or self._link.connections != 1:
            self.lost = True
            raise Lost(self._link.problem or "the board stopped answering", self._port)
        if not found:
            time.sleep(0.005)
        return found

    def _ask(self, text: str, last: str) -> list[str]:
        """Say a D; the answers up to the one that begins with `last`."""
        self._say(text)
        found: list[str] = []
        end = time.monotonic() + self._patience
        while not (found and found[-1].startswith(last)):
            for line in self._step():
                end = time.monotonic() + self._patience
                if line.startswith(last.split(" ")[0]):
                    found.append(line)
            if time.monotonic() > end:
                raise Lost("the board stopped answering", self._port)
        return found

    def _say(self, text: str) -> None:
        self._link.send("D", text)
        end = time.monotonic() + self._patience
        while self._link.waiting > AHEAD:
            waiting = self._link.waiting
            self._step()
            if self._link.waiting < waiting:
                end = time.monotonic() + self._patience
            elif time.monotonic() > end:
                raise Lost("the board stopped answering", self._port)

    # As Repl

    def facts(self) -> Facts:
        return self._facts

    def _begin(self, waits: bool) -> Facts:
        try:
            (answer,) = self._ask("update", "update ")
        except OnTrial:
            while waits:
                self._step()
            raise
        try:
            _, version, mpy, port, *sizes, machine = answer.split(" ", 9)
            free, size, heap, self.rom_size, self.rom_block = map(int, sizes)
            numbers = tuple(map(int, version.split(".")))
            simulated = read_url(self._port)[1] in LOCAL  # no other board listens there
            return Facts(
                "micropython", numbers, int(mpy), port, clean(machine), self.hello.board, free, size, heap, simulated
            )
        except ValueError:
            raise BoardError("the board's answer can't be understood", self._port) from None

    def inventory(self, others: tuple[str, ...] = (MAIN, "/profile.json", ROM_MAIN)) -> Inventory:
        files: dict[str, str] = {}
        folders: set[str] = set()
        for root in (*FOLDERS, *others, UPDATE, PREVIOUS):
            for line in self._ask(f"list {root}", "list -")[:-1]:
                _, what, path = line.split(" ", 2)
                if what == "D":
                    folders.add(path)
                else:
                    files[path] = what
        return Inventory(files, frozenset(folders))

    def read(self, path: str) -> bytes | None:
        """Of a profile that is none of ours the board's hello tells as much as is asked for."""
        if path != "/profile.json":
            return None
        games = dict.fromkeys(self.hello.games, "")
        return json.dumps({"format": profiles.FORMAT, "name": self.hello.profile, "games": games}).encode()

    def make_folder(self, path: str) -> None:
        """The board makes the folders of what it is sent."""

    def write(self, path: str, data: bytes, written: Callable[[int], None]) -> None:
        text = f"put {path} {len(data)}"
        for at in range(0, len(data), CHUNK):
            self._say(text)
            part = data[at : at + CHUNK]
            text = f"data {base64.b64encode(part).decode()}"
            written(len(part))
        if self._ask(text, "put ") != [f"put {sha(data)}"]:
            raise BoardError("arrived damaged; run the command again", path)

    def tidy(self, files: tuple[str, ...], folders: tuple[str, ...]) -> None:
        for path in (*files, *folders):
            self._say(f"drop {path}")

    def commit(self, steps: tuple[str, ...], main: str = "") -> None:
        """Let the board do these steps when it starts next."""
        del main
        self.write(STEPS, "".join(f"{step}\n" for step in steps).encode(), lambda _count: None)
        self._ask("ready", "ready")

    def rom_holds(self, image: bytes) -> bool:
        """Whether the ROM partition holds that image."""
        return self._ask(f"rom {len(image)}", "rom ") == [f"rom {sha(image)}"]

    def keep_rom(self, path: str) -> str:
        """Let the board copy the image in its ROM partition to that file; its hash."""
        return self._ask(f"keep {path}", "rom ")[0].removeprefix("rom ")

    def heap(self) -> Heap | None:
        """End the pause; the heap in play."""
        self._say("end")
        return read_heap(self._ask("memory", "memory ")[-1])

    def restart(self) -> None:
        """Let the board start anew; the connection is of no use then."""
        self._say("restart")
        with contextlib.suppress(Lost):
            while not self._link.drained():
                self._step()

    def close(self) -> None:
        self._link.close()
