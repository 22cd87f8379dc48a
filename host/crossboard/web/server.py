"""The server of the pages, in a thread of its own beside whatever plays."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import secrets
import socket
import threading
from collections.abc import AsyncGenerator, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

import uvicorn
from starlette.applications import Starlette
from starlette.routing import BaseRoute

from crossboard.boards.attach import Attached
from crossboard.errors import CrossboardError, reason_of
from crossboard.games.words import clean
from crossboard.language import tr
from crossboard.web.analysing import Analysing
from crossboard.web.app import routes
from crossboard.web.gate import CONNECTIONS, Gate
from crossboard.web.guard import LOOPBACK, Guard, is_every, is_loopback
from crossboard.web.live import Live
from crossboard.web.roles import SEAT
from crossboard.web.seat import Seat, seat_routes, seat_url
from crossboard.web.sockets import Pages
from crossboard.web.streaming import Streaming
from crossboard.web.view import Actions, GameView

PORT = 8377  # tried first, so that a page's address stays the same from one game to the next
LONGEST_MESSAGE = 4096
START_S = 10.0
SHORTEST_TOKEN = 16
BEYOND = {
    socket.AF_INET: "192.0.2.1",
    socket.AF_INET6: "2001:db8::1",
}  # RFC 5737, RFC 3849: nobody's, but routed as the rest


@dataclass(frozen=True)
class Address:
    """Where to serve: `port` 0 for the usual one, or any other if that is taken. `token` "": one is made if wanted.

    CrossboardError if host or token can't be meant.
    """

    host: str = "127.0.0.1"
    port: int = 0
    token: str = ""

    def __post_init__(self) -> None:
        if not self.host.strip():
            raise CrossboardError(
                "--host must be an address of this machine: 127.0.0.1 for this machine only, 0.0.0.0 for its whole network"
            )
        if self.token and len(self.token) < SHORTEST_TOKEN:
            raise CrossboardError(f"--token must have {SHORTEST_TOKEN} characters or more, so that nobody can guess it")
        if not self.token.isprintable():
            raise CrossboardError("--token must be printable text")


class Server:
    """Serves the library at `library`, and what `play` gives it. Runs from its making to `close`.

    `more` comes before the usual routes; `role` as in Guard.
    """

    def __init__(
        self,
        library: Path,
        address: Address | None = None,
        more: Sequence[BaseRoute] = (),
        role: Callable[[str], str] | None = None,
    ) -> None:
        wish = address or Address()
        self._socket = _listen(wish)
        bound, port = str(self._socket.getsockname()[0]), int(self._socket.getsockname()[1])
        self.token = wish.token or ("" if is_loopback(bound) else secrets.token_urlsafe(24))
        self.pages = Pages()
        self.streaming = Streaming()
        self.live: Live | None = None
        self._seat_pages = Pages(tr("no match for this page is being played here"))
        shown = outside_address(self._socket) if is_every(bound) else wish.host
        shown = f"[{shown}]" if ":" in shown else shown
        self.url = f"http://{shown}:{port}/" + (f"?token={quote(self.token, safe='')}" if self.token else "")
        own = [shown, f"[{bound}]" if ":" in bound else bound]
        names = frozenset[str]() if is_every(bound) else frozenset(name.lower() for name in (*LOOPBACK, *own))
        gate = Gate()
        self._ready = threading.Event()
        self._analysing = Analysing(library)
        found = routes(self.pages, library, lambda: self.live, self._analysing)
        self.routes = [*more, *seat_routes(self._seat_pages), *self.streaming.routes(), *found]
        app = Starlette(routes=self.routes, lifespan=self._lifespan)
        config = uvicorn.Config(
            Guard(app, names, port, self.token, gate, self.routes, role or self._seat_role),
            http=gate.protocol(),
            log_config=None,
            access_log=False,
            server_header=False,
            ws="websockets-sansio",
            ws_max_size=LONGEST_MESSAGE,
            ws_per_message_deflate=False,
            limit_concurrency=CONNECTIONS,
            h11_max_incomplete_event_size=32 * 1024,
            timeout_graceful_shutdown=1,
        )
        for name in ("uvicorn", "uvicorn.error", "websockets"):  # what outsiders send is nothing for the terminal
            logging.getLogger(name).addHandler(logging.NullHandler())
            logging.getLogger(name).propagate = False
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._run, name="web", daemon=True)
        self._thread.start()
        if not self._ready.wait(START_S):
            raise CrossboardError("the page can't be served")

    def _run(self) -> None:
        self._server.run([self._socket])

    @contextlib.asynccontextmanager
    async def _lifespan(self, app: Starlette) -> AsyncGenerator[None, None]:
        del app
        self.pages.loop = self._seat_pages.loop = self.streaming.loop = asyncio.get_running_loop()
        self._ready.set()
        yield

    def show(self, attached: Attached, view: GameView, actions: Actions, wake: Callable[[], None]) -> None:
        """Show a game from now on, and let pages take actions in it; `wake` ends the rest of the loop that plays."""
        self.live = Live(attached, view, actions, wake, self.pages.wake, lambda: self.pages.watched)
        self.pages.player = self.live
        self.streaming.shown = True
        view.events.streamed.subscribe(self.streaming.publish)
        self.pages.wake()

    def offer_seat(self, code: str, view: GameView, actions: Actions) -> str:
        """From now on whoever has the link that is given back plays the other side of the match; `code` is its token."""
        self._seat_pages.player = Seat(view, actions, self._seat_pages.wake, lambda: self._seat_pages.watched)
        self._seat_code = code
        return seat_url(self.url, code)

    _seat_code = ""

    def _seat_role(self, token: str) -> str:
        code = self._seat_code
        return SEAT if code and secrets.compare_digest(token.encode(), code.encode()) else ""

    def close(self) -> None:
        """Stop serving."""
        self._analysing.close()
        self._server.should_exit = True
        self._thread.join(3.0)
        self._socket.close()


def outside_address(listening: socket.socket) -> str:
    """The address under which other devices reach this machine, 127.0.0.1 if it has no network."""
    families = [listening.family] if listening.family == socket.AF_INET else [socket.AF_INET, socket.AF_INET6]
    for family in families:
        with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as asking:
            asking.connect((BEYOND[family], 9))  # sends nothing
            return str(asking.getsockname()[0])
    return "127.0.0.1"


def own_address() -> str:
    """This machine's address for other devices, 127.0.0.1 if it has no network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_of_ours:
        return outside_address(any_of_ours)


def _listen(wish: Address) -> socket.socket:
    """A listening socket; CrossboardError if there can be none."""
    tries = [wish.port] if wish.port else [PORT, 0]
    family = socket.AF_INET6 if ":" in wish.host else socket.AF_INET
    for port in tries:
        found = socket.socket(family, socket.SOCK_STREAM)
        if os.name == "posix":  # elsewhere it would let two programs have one port
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            found.bind((wish.host, port))
            found.listen()  # so that nobody is turned away before the server runs
        except (OSError, ValueError, TypeError) as error:  # and UnicodeError, a ValueError
            found.close()
            if port == tries[-1]:
                what = reason_of(error) if isinstance(error, OSError) else "that is not an address"
                raise CrossboardError(what, clean(wish.host) + (f":{port}" if port else "")) from error
            continue
        return found
    raise AssertionError
