"""The seat page: whoever has its link plays one side of a match, without a board of their own.

The page says what its player does, and at which length of the match's log; the program at the board takes that as it takes
what a far-away board's program says (hub/remote.py). So a page may be lost, doubled or opened twice. Everything here but
`submit` and `leave` runs in the thread that plays.
"""

from __future__ import annotations

import contextlib
import queue
from collections.abc import Callable
from typing import Protocol

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from crossboard.errors import CrossboardError
from crossboard.games.names import cut_name
from crossboard.games.words import clean
from crossboard.web.commands import Message, number, word
from crossboard.web.roles import SEATS, SocketWay, Way
from crossboard.web.snapshot import Snapshot
from crossboard.web.sockets import Pages
from crossboard.web.static_files import STATIC

KINDS = ("ply", "undo", "resign", "draw", "accept", "decline")


class Table(Protocol):
    """The match that the seat is at."""

    def seat_section(self) -> dict[str, object] | None: ...
    def seat_guest(self, name: str) -> None: ...
    def hear_guest(self, at: int, kind: str, text: str) -> None: ...


class Seat:
    """What the seat's pages see, and what they send. `watched` says whether any is open."""

    def __init__(self, woken: Callable[[], None], watched: Callable[[], bool]) -> None:
        self.snapshot = Snapshot()
        self.rounds = 0
        self._woken = woken
        self._watched = watched
        self._proposed: queue.Queue[Message] = queue.Queue(1)
        self._name = ""
        self.may = {"name": SEATS, "propose": SEATS}

    # From other threads

    def submit(self, page: int, message: Message) -> bool:
        """A message of a page; False, and it is dropped, if it proposes something while another proposal waits."""
        del page
        if message["op"] == "name":
            given = message.get("name")
            self._name = cut_name(clean(given)) if isinstance(given, str) else ""
            return True
        try:
            self._proposed.put_nowait(message)
        except queue.Full:
            return False
        return True

    def leave(self, page: int) -> None:
        del page

    def games(self) -> list[str]:
        return []

    # In the playing thread

    def step(self, match: Table) -> None:
        """Process what pages send, and show the state of the match."""
        self.rounds += 1
        with contextlib.suppress(queue.Empty, CrossboardError):  # no page of ours says what can't be read
            self._propose(match, self._proposed.get_nowait())
        if self._watched():
            match.seat_guest(self._name)
        if self.snapshot.put("seat", match.seat_section()):
            self._woken()

    def put_clock(self, value: object) -> None:
        """What both have left."""
        if self.snapshot.put("clock", value):
            self._woken()

    def _propose(self, match: Table, message: Message) -> None:
        kind = word(message, "kind", 10)
        text = word(message, "text", 60) if message.get("text") else ""
        if kind in KINDS:
            match.hear_guest(number(message, "at", 0, 1 << 20), kind, text)


def seat_routes(pages: Pages) -> list[BaseRoute]:
    """The page and its socket."""

    async def page(request: Request) -> Response:
        del request
        if pages.player is None:
            return Response("No match is being played here.\n", 404, media_type="text/plain")
        return Response((STATIC / "seat.html").read_bytes(), media_type="text/html")

    return [Way("/seat", page, SEATS), SocketWay("/seat/live", pages.serve, SEATS)]


def seat_url(url: str, code: str) -> str:
    """The link of the seat, beside that of the page."""
    return f"{url.partition('?')[0].rstrip('/')}/seat?token={code}"
