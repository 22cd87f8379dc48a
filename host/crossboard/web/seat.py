"""The seat page: whoever has its link plays one side of a match, without a board of their own.

The page says what its player does, and at which length of the match's log; the program at the board takes that as it takes
what a far-away board's program says (hub/remote.py). So a page may be lost, doubled or opened twice. Everything here but
`submit` and `leave` runs in the thread that plays.
"""

from __future__ import annotations

import contextlib
import queue
from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from crossboard.errors import CrossboardError
from crossboard.games.names import cut_name
from crossboard.games.words import clean
from crossboard.web.commands import Message
from crossboard.web.roles import SEATS, SocketWay, Way
from crossboard.web.snapshot import Snapshot
from crossboard.web.sockets import Pages
from crossboard.web.static_files import static_file
from crossboard.web.view import Actions, GameView


class Seat:
    """What the seat's pages see of the match of `view`, and what they send. `watched` says whether any is open."""

    def __init__(
        self, view: GameView, actions: Actions, woken: Callable[[], None], watched: Callable[[], bool]
    ) -> None:
        self.snapshot = Snapshot()
        self.rounds = 0
        self._view = view
        self._actions = actions
        self._woken = woken
        self._watched = watched
        self._proposed: queue.Queue[Message] = queue.Queue(1)
        self._name = ""
        self.may = dict.fromkeys(["name", *actions.proposals], SEATS)
        view.events.clock.subscribe(lambda: self.snapshot.put("clock", view.clock_value) and woken())
        view.events.round.subscribe(self.step)

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

    # In the playing thread

    def step(self, now: int) -> None:
        """Process what pages send, and show the state of the match."""
        del now
        self.rounds += 1
        match = self._view.guest
        if match is None:
            return
        with contextlib.suppress(queue.Empty, CrossboardError):  # no page of ours says what can't be read
            self._actions.propose(self._proposed.get_nowait())
        if self._watched():
            match.seat_guest(self._name)
        if self.snapshot.put("seat", match.seat_section()):
            self._woken()


def seat_routes(pages: Pages) -> list[BaseRoute]:
    """The page and its socket."""

    async def page(request: Request) -> Response:
        del request
        if pages.player is None:
            return Response("No match is being played here.\n", 404, media_type="text/plain")
        return Response(static_file("seat.html"), media_type="text/html")

    return [Way("/seat", page, SEATS), SocketWay("/seat/live", pages.serve, SEATS)]


def seat_url(url: str, code: str) -> str:
    """The link of the seat, beside that of the page."""
    return f"{url.partition('?')[0].rstrip('/')}/seat?token={code}"
