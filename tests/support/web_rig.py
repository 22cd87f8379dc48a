"""A session on a fake board with its pages, and how to talk to them without a browser."""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from crossboard.play.actions import Actions
from crossboard.play.context import assemble
from crossboard.web import Server
from tests.support.fake_board import LIBRARY, SessionRig

PATIENCE_S = 60.0


def get(server: Server, path: str, body: Any = None, method: str | None = None, **headers: str) -> tuple[int, str]:
    """Status and text of an answer."""
    data = None if body is None else json.dumps(body).encode() if not isinstance(body, bytes) else body
    request = urllib.request.Request(server.url.partition("?")[0] + path.lstrip("/"), data, headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def own(server: Server) -> str:
    return server.url.partition("?")[0].rstrip("/")


class Rig(SessionRig):
    """A session on a fake board, shown."""

    ms = 50

    def __init__(self, folder: Path, simulated: bool = True) -> None:
        super().__init__(folder, simulated)
        self.context = assemble(self.session, self.library, self.attached)
        self.server = Server(folder / LIBRARY)
        self.server.show(self.attached, self.context, Actions(self.context), lambda: None)
        self.board.begin("charing-cross")
        self.run(20)

    def round(self) -> None:
        super().round()
        self.context.leader.step(self.clock.ms)
        self.context.events.round(self.clock.ms)

    def connect(self, watch: bool = False) -> ClientConnection:
        url = own(self.server)
        return connect(url.replace("http", "ws") + "/live" + ("?watch" if watch else ""), origin=url)  # type: ignore[arg-type]

    def close(self) -> None:
        self.server.close()
        self.context.search.close()
        super().close()


def take(page: ClientConnection, timeout: float = 60.0) -> dict[str, Any]:
    """The next state, taken in; TimeoutError if none comes for so many seconds."""
    message = json.loads(page.recv(timeout=timeout))
    if "number" in message:
        page.send(json.dumps({"op": "seen", "number": message["number"]}))
    return message


def until(rig: Rig, condition: Any) -> None:
    """Play on until something holds, which may take another thread some time on a busy machine."""
    end = time.monotonic() + PATIENCE_S
    rig.run(1)
    while not condition():
        assert time.monotonic() < end, "that never came"
        time.sleep(0.01)
        rig.run(1)
