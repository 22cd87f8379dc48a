"""The live page: time from a drop to its light on the page, with 1 to 50 pages open; in a long game; the page's size.

A piece is dropped by a page's message; the clock stops when that page has been sent the board's own answer, the changed
light of the square: in between lie the play loop, the real firmware's scan, debounce and verdict, and the way back.
The other pages run in a process of their own. "Slowest page" is when the last of them has the ply.

In a long game the clock runs from a ply's record on a fake board to the snapshot that pages are sent: channel, rules,
library and sections, but no firmware and no network.
"""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import json
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from statistics import median
from typing import Any

from websockets.asyncio.client import connect as connect_many
from websockets.sync.client import ClientConnection, connect

from crossboard.boards.attach import own_board
from crossboard.library import Event, Library
from crossboard.play.play import Play
from crossboard.terminal.interface import LineInterface
from crossboard.terminal.view import Shown
from crossboard.web import Address, serve
from crossboard.web.app import static_files
from crossboard.web.sections import LONGEST
from tests.benchmarks.tables import show, thousands

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from web_rig import Rig  # noqa: E402

PAGES = (1, 10, 50)
MOVES = ((24, 25), (31, 30), (25, 26), (30, 29), (26, 27), (29, 28), (32, 33), (39, 38), (33, 34), (38, 37))
"""King's knights walking towards each other: Charing Cross plies from square to square, all legal."""
REST_S = 0.6
LENGTHS = (300, 3_000, 30_000)  # plies of a long game
ROUND = ("c2-c3", "c5-c4", "c3-c2", "c4-c5")  # of Card Chess, as often as one likes
MEASURED = 60


class Quiet(LineInterface):
    """An interface that says nothing and never leaves by itself."""

    paced = False

    def __init__(self) -> None:
        super().__init__([])

    def say(self, text: str) -> None:
        pass

    def show(self, shown: Shown) -> None:
        pass

    def read(self, seconds: float) -> list[str]:
        time.sleep(seconds)
        return []


class Page:
    """A page without a browser: keeps the state that it was sent."""

    def __init__(self, url: str) -> None:
        self.closing = contextlib.ExitStack()
        opened = connect(url.replace("http", "ws") + "live", origin=url.rstrip("/"))  # type: ignore[arg-type]
        self.socket: ClientConnection = self.closing.enter_context(opened)
        self.state: dict[str, Any] = {}

    def take(self) -> None:
        message = json.loads(self.socket.recv(timeout=30))
        if "number" in message:
            self.socket.send(json.dumps({"op": "seen", "number": message["number"]}))
        self.state.update(message)

    def until(self, condition: Any) -> float:
        while not condition(self.state):
            self.take()
        return time.monotonic()

    def say(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))


def light(state: dict[str, Any], square: int) -> str:
    return str((state.get("lights") or {}).get(str(square), ""))


def drop_and_wait(page: Page, origin: int, target: int, turns: int) -> tuple[float, float, float]:
    """Seconds from lift to light and from drop to light, and when the ply was among the turns."""
    before = light(page.state, origin)
    begun = time.monotonic()
    page.say(op="lift", hand=0, square=origin, whole=False)
    lifted = page.until(lambda state: light(state, origin) != before) - begun
    page.say(op="carry", hand=0, square=target)
    page.until(lambda state: light(state, target))
    time.sleep(0.3)
    green = light(page.state, target)
    begun = time.monotonic()
    page.say(op="drop", hand=0, square=target)
    dropped = page.until(lambda state: light(state, target) != green) - begun
    told = page.until(lambda state: len(state["turns"]["turns"]) == turns)
    return lifted, dropped, told


def sit(pages: int) -> list[str]:
    """One line of the table."""
    with tempfile.TemporaryDirectory() as folder:
        attached = own_board(lambda line: None, Path(folder) / "flash")
        with Library(Path(folder) / "library.db") as library:
            play = Play(attached, library, Quiet(), "charing-cross")
            play.web = serve(attached, play.session, library.path, Address())
            threading.Thread(target=act, args=(play.web.url, pages, found := [], play), daemon=True).start()
            play.run()
            play.web.close()
        attached.close()
    lifted, dropped, lags = (median(column) * 1000 for column in zip(*found, strict=True))
    return [
        str(pages),
        thousands(lifted),
        thousands(dropped),
        thousands(max(row[1] for row in found) * 1000),
        thousands(lags),
    ]


def act(url: str, pages: int, found: list[tuple[float, float, float]], play: Play) -> None:
    """The page that moves the pieces, and the process of the others."""
    try:
        command = [sys.executable, "-m", "tests.benchmarks.web", url, str(pages - 1)]
        others = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        page = Page(url)
        page.until(lambda state: state.get("status", {}).get("mode") == "p")
        time.sleep(2)
        rows: list[tuple[float, float, float]] = []
        for turns, (origin, target) in enumerate(MOVES, 1):
            rows.append(drop_and_wait(page, origin, target, turns))
            time.sleep(REST_S)
        said = others.communicate(timeout=30)[0] if pages > 1 else "{}"
        had = json.loads(said)
        found += [(a, b, max(0.0, had.get(str(i), told) - told)) for i, (a, b, told) in enumerate(rows, 1)]
        page.closing.close()
    finally:
        play._leaving = True  # type: ignore[reportPrivateUsage]


async def watch(url: str, pages: int) -> None:
    """Other pages: print when the last of them had each turn."""
    had: dict[int, list[float]] = {}

    async def one() -> None:
        async with connect_many(url.replace("http", "ws") + "live?watch", origin=url.rstrip("/")) as socket:  # type: ignore[arg-type]
            async for text in socket:
                message = json.loads(text)
                if "number" in message:
                    await socket.send(json.dumps({"op": "seen", "number": message["number"]}))
                turns = len(message.get("turns", {}).get("turns", []))
                if turns:
                    had.setdefault(turns, []).append(time.monotonic())
                if turns == len(MOVES):
                    return

    await asyncio.gather(*(one() for _ in range(pages)))
    print(json.dumps({turns: max(times) for turns, times in had.items() if len(times) == pages}))


def long_game(plies: int) -> float:
    """Seconds from a ply to the page after so many plies, the least of some: the rest is what else the machine does."""
    with tempfile.TemporaryDirectory() as folder:
        rig = Rig(Path(folder))
        board, session = rig.board, rig.session
        board.begin("card-chess:plain")
        rig.run(20)
        assert session.played
        events: list[Event] = []
        for n in range(1, plies + 1):  # they were played earlier: the board and the library have them
            text = ROUND[n % 4 - 1]
            board.game.push(board.game.parse_ply(text))
            board.journal.append(f"P {n} {n * 1000} {board.game.digest():06x} {text}")
            raw = f"P {board.game_id} {n} {n * 1000} {board.game.digest():06x} {text}"
            events.append(Event(n, "ply", text, board_ms=n * 1000, digest=f"{board.game.digest():06x}", raw=raw))
        rig.library.append(session.played.number, events)
        rig.clock.ms += plies * 1000
        session.link.renew()
        rig.run(40)
        took: list[float] = []
        for n in range(plies, plies + MEASURED):
            began = time.perf_counter()
            board.play(ROUND[n % 4])
            while session.played.last <= n:
                rig.run(1)
            rig.run(1)
            took.append(time.perf_counter() - began)
        shown = json.loads(rig.server.live.snapshot.since(0)[1]) if rig.server.live else {}
        assert shown["game"]["plies"] and shown["turns"]["turns"][-1]["text"] == ROUND[(plies + MEASURED - 1) % 4]
        assert not any(event.flag for event in session.played.events)
        rig.close()
    return min(took)


def run() -> None:
    """Print the tables."""
    times = [long_game(plies) for plies in LENGTHS]
    show(
        "A ply in a long game: ms from the board's record to the page",
        ("plies before", "a ply", f"to {LENGTHS[0]} plies"),
        [[thousands(n), f"{t * 1000:.1f}", f"{t / times[0]:.2f}"] for n, t in zip(LENGTHS, times, strict=True)],
        f"the quickest of {MEASURED} plies; a page is sent the last {LONGEST} turns",
    )
    rows = [sit(pages) for pages in PAGES]
    show(
        "The live page: ms from hand to light, on a simulated board",
        ("pages open", "lift to light", "drop to light", "the longest", "slowest page later by"),
        rows,
        "medians of 10 plies; drop to light includes the board's own verdict",
    )
    files = static_files()
    live = ["live.html", "base.css", "board.css", "live.css", "icon.svg", *(n for n in files if n in LIVE_MODULES)]
    sizes = [
        [name, str(len(names)), thousands(sum(len(files[n]) for n in names)), thousands(sum(map(packed, names)))]
        for name, names in (("live page", live), ("everything", list(files)))
    ]
    show("Size of the pages", ("what", "files", "bytes", "gzipped"), sizes)


LIVE_MODULES = {"live.js", "board.js", "hands.js", "panel.js", "dialogs.js", "page.js", "games.js", "pieces.js"}


def packed(name: str) -> int:
    return len(gzip.compress(static_files()[name], mtime=0))


if __name__ == "__main__":
    asyncio.run(watch(sys.argv[1], int(sys.argv[2])))
