"""The boards of a hall: many MQTT clients in one process, each playing a game and telling the hub, as docs/hub.md says.

`python -m tests.benchmarks.hall_boards FOLDER PORT BOARDS EVERY_S SECONDS`: writes sent.json (board/number -> when), played.json
(board -> records) and, when nobody plays any more, playing-ended; ends when the hub has acknowledged everything, or gives up.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import sys
import time
from pathlib import Path
from typing import Any

from paho.mqtt import client as paho
from paho.mqtt.enums import CallbackAPIVersion

from crossboard.hub import messages
from crossboard.hub.messages import GameRecord, Records
from crossboard.hub.topics import ACK, RECORDS, ROOT, board_topic
from tests.support.unended import unended

SPECS = ("card-chess:plain", "cross-eyed")  # games by chance go on long enough
GAMES = 30
PLIES = 200
GIVE_UP_S = 100.0
AGAIN_S = 3.0


def play(spec: str, seed: int) -> tuple[str, list[str]]:
    """A game by chance of PLIES plies: its start, and of each ply the digest after it and the text."""
    start, plies = unended(spec, PLIES, seed)
    while len(plies) < PLIES:
        seed += GAMES
        start, plies = unended(spec, PLIES, seed)
    return start, plies


class Board:
    """One client."""

    def __init__(
        self, name: str, token: str, port: int, game: tuple[str, list[str]], loop: asyncio.AbstractEventLoop
    ) -> None:
        self.name, self.port, self.loop = name, port, loop
        self.start, self.plies = game
        self.game = f"{random.randrange(1 << 48):012x}"
        self.records: list[str] = []
        self.acked = 0
        self.said_at = 0.0
        self.up = False
        made: Any = paho.Client(CallbackAPIVersion.VERSION2, client_id=name, protocol=paho.MQTTv5)
        made.username_pw_set(name, token)
        made.on_connect, made.on_disconnect, made.on_message = self._connected, self._lost, self._heard
        made.on_socket_open = lambda client, data, sock: loop.add_reader(sock, client.loop_read)
        made.on_socket_close = lambda client, data, sock: loop.remove_reader(sock)
        made.on_socket_register_write = lambda client, data, sock: loop.add_writer(sock, client.loop_write)
        made.on_socket_unregister_write = lambda client, data, sock: loop.remove_writer(sock)
        self.client = made

    def connect(self) -> None:
        with contextlib.suppress(OSError):
            self.client.connect("127.0.0.1", self.port, 30)

    def _connected(self, client: Any, data: object, flags: object, reason: Any, properties: object) -> None:
        if reason.is_failure:
            raise SystemExit(f"{self.name}: {reason}")
        client.subscribe([(board_topic(self.name, ACK), 1), (f"{ROOT}/hubs/+", 1)])
        self.up = True
        self.say(())

    def _lost(self, *_: object) -> None:
        self.up = False

    def _heard(self, client: object, data: object, message: Any) -> None:
        if "/hubs/" in message.topic:
            self.acked = 0 if messages.read_hub(message.payload).here else self.acked
            self.say(())
            return
        ack = messages.read_ack(message.payload)
        if ack.game == self.game:
            self.acked = ack.seq
            if len(self.records) - ack.seq > 1:
                self.catch_up()

    def say(self, numbers: tuple[int, ...]) -> None:
        if not self.up:
            return
        found = tuple(GameRecord(n, self.records[n - 1], 0) for n in numbers)
        told = Records(self.game, self.start, len(self.records), "", "", "", found)
        self.client.publish(board_topic(self.name, RECORDS), messages.encode(told), 1)
        self.said_at = time.monotonic()

    def catch_up(self) -> None:
        last = min(len(self.records), self.acked + messages.MOST_RECORDS)
        self.say(tuple(range(self.acked + 1, last + 1)))

    def move(self) -> float:
        number = len(self.records) + 1
        self.records.append(f"P {self.game} {number} {number * 1000} {self.plies[(number - 1) % PLIES]}")
        now = time.monotonic()
        self.say((number,))
        return now

    def mind(self) -> None:
        if not self.up:
            self.connect()
            return
        self.client.loop_misc()
        if self.acked < len(self.records) and time.monotonic() - self.said_at > AGAIN_S:
            self.catch_up()


def starting_s(count: int) -> float:
    """Seconds in which so many boards connect one after the other, 12 ms apart, and settle."""
    return max(1.0, 0.018 * count)


async def hall(folder: Path, port: int, count: int, every: float, seconds: float) -> None:
    loop = asyncio.get_running_loop()
    tokens: dict[str, str] = json.loads((folder / "tokens.json").read_text())
    games = [play(SPECS[n % len(SPECS)], n) for n in range(min(GAMES, count))]
    names = [f"table-{n}" for n in range(1, count + 1)]
    boards = [Board(name, tokens[name], port, games[n % len(games)], loop) for n, name in enumerate(names)]
    began = time.monotonic()
    for board in boards:
        board.connect()
        await asyncio.sleep(0.012)
    await asyncio.sleep(max(0.0, starting_s(count) - (time.monotonic() - began)))
    sent: dict[str, float] = {}
    rng = random.Random(0)
    first = time.monotonic()
    due = [(first + rng.random() * every, board) for board in boards]
    due.sort(key=lambda one: one[0])
    minded = 0
    end = first + seconds
    while due and time.monotonic() < end:
        at, board = due.pop(0)
        while (wait := at - time.monotonic()) > 0:
            await asyncio.sleep(min(wait, 0.01))
            minded = mind(boards, minded)
        if len(board.records) < PLIES:
            told = board.move()
            sent[f"{board.name}/{len(board.records)}"] = told
            due.append((at + every, board))
        await asyncio.sleep(0)
    (folder / "playing-ended").touch()
    end = time.monotonic() + GIVE_UP_S
    while any(board.acked < len(board.records) for board in boards) and time.monotonic() < end:
        minded = mind(boards, minded)
        await asyncio.sleep(0.005)
    (folder / "sent.json").write_text(json.dumps(sent))
    (folder / "played.json").write_text(json.dumps({board.name: board.records for board in boards if board.records}))


def mind(boards: list[Board], place: int) -> int:
    """See to a few of them, so that all have their turn in a second or two."""
    few = max(1, len(boards) // 100)
    for n in range(few):
        boards[(place + n) % len(boards)].mind()
    return (place + few) % len(boards)


if __name__ == "__main__":
    asyncio.run(hall(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4]), float(sys.argv[5])))
