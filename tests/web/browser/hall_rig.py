"""A hub that runs in a thread of its own, with its own broker, and boards that report games to it as their PCs do."""

from __future__ import annotations

import threading
import time
from pathlib import Path

from crossboard.hub import topics
from crossboard.hub.access import Access
from crossboard.hub.bus import Bus, BusUrl
from crossboard.hub.command import Hub
from crossboard.hub.messages import GameRecord, Hello, Records, encode
from crossboard.web.server import Address
from tests.support.unended import unended

PATIENCE_S = 60.0


class RunningHall:
    """A hub in `folder`; without a token whoever is at this machine may change things."""

    def __init__(self, folder: Path, token: str = "") -> None:
        self.access = Access(folder)
        self._ended = threading.Event()
        self._begun = threading.Event()
        self._boards: dict[str, Bus] = {}
        self.hub: Hub | None = None

        def run() -> None:  # the library is the thread's
            self.hub = Hub(folder, folder / "library.db", "hub", Address(token=token), None, ("127.0.0.1", 0))
            self._begun.set()
            while not self._ended.is_set():
                self.hub.step(time.monotonic())
            self.hub.close()

        self._thread = threading.Thread(target=run, name="hall", daemon=True)
        self._thread.start()
        assert self._begun.wait(PATIENCE_S)
        assert self.hub
        self.url = self.hub.server.url

    def pair(self, text: str) -> None:
        """Have the hub take these pairings: lines of a CSV file with results."""
        assert self.hub
        assert self.hub._ask("pairings", {"csv": "round,table,white,black,result\n" + text}) == ""  # type: ignore[reportPrivateUsage]

    def board(self, name: str, plies: int, spec: str = "charing-cross", seed: int = 1, end: str = "") -> None:
        """A board that is there and has played so many plies of a game by chance; `end`: the record of its end, as `2 11`."""
        assert self.hub and self.hub.broker
        if name not in self._boards:
            url = BusUrl("mqtt", "127.0.0.1", self.hub.broker.port, name, self.access.give(topics.BOARD, name))
            self._boards[name] = Bus(url, [], (topics.board_topic(name, topics.HELLO), encode(Hello(False))))
        bus = self._boards[name]
        until = time.monotonic() + PATIENCE_S
        while not bus.connected:
            assert time.monotonic() < until
            time.sleep(0.01)
        start, texts = unended(spec, plies, seed)
        game = f"{seed:012x}"
        raws = [f"P {game} {n} {n * 4000} {text}" for n, text in enumerate(texts, 1)]
        raws += [f"E {game} {len(raws) + 1} {(len(raws) + 1) * 4000} {end}"] if end else []
        records = tuple(GameRecord(n, raw, 0) for n, raw in enumerate(raws, 1))
        bus.publish(topics.board_topic(name, topics.HELLO), encode(Hello(True, 1)), True)
        for at in range(0, max(1, len(records)), 40):
            told = Records(game, start, len(records), "", "", "", records[at : at + 40])
            bus.publish(topics.board_topic(name, topics.RECORDS), encode(told))

    def viewer(self) -> str:
        """The URL for somebody who only looks, once the hub knows of it."""
        token = self.access.give(topics.VIEWER, "wall")
        until = time.monotonic() + PATIENCE_S
        while self.hub and not self.hub._role(token):  # type: ignore[reportPrivateUsage]
            assert time.monotonic() < until
            time.sleep(0.05)
        return f"{self.url.partition('?')[0]}?token={token}"

    def drop(self, name: str) -> None:
        """A board's PC says goodbye."""
        self._boards[name].publish(topics.board_topic(name, topics.HELLO), encode(Hello(False)), True)

    def close(self) -> None:
        """The boards go, and the hub ends."""
        for bus in self._boards.values():
            bus.close()
        self._ended.set()
        self._thread.join(PATIENCE_S)
