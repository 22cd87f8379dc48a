"""A server that speaks the protocol of DGT's LiveChess: WebSocket on port 1982 of this machine, `/api/v1.0`.

A call is `{"call": NAME, "id": ID, "param": …}`, its answer `{"response": "call", "id": ID, "param": …, "time": MS}` or, with a
message, "error"; what a feed says comes as "feed" with the feed's id. `GET /api/v1.0/eboards` has the boards, too.

Web pages of other sites reach this port from a browser, so a page is let in only if its site is one that is known or was named;
programs, which say no origin, are let in.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import socket
import threading
from collections.abc import Callable, Collection
from http import HTTPStatus
from typing import Any, TypeGuard, cast

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response

from crossboard.dgt.feed import Feed, Value, boards
from crossboard.dgt.seen import Seen
from crossboard.dgt.sites import KNOWN, OWN, SITE
from crossboard.errors import CrossboardError, reason_of
from crossboard.library import wall_ms

PORT = 1982
PATH = "/api/v1.0"
HOST = "127.0.0.1"
HOSTS = re.compile(r"(localhost|127\.0\.0\.1|\[::1\])(:\d+)?", re.IGNORECASE)
PROGRAMS = 16  # at once
FEEDS = 8  # of a program
LONGEST = 4096
START_S = 10.0
EBOARDS, SUBSCRIBE, UNSUBSCRIBE, CALL = "eboards", "subscribe", "unsubscribe", "call"
FEED = "eboardevent"


class LiveChess:
    """Runs from its making to `close`; CrossboardError if the port is taken. `sites` are let in besides; `say` is told, in another
    thread, what the players should know. `show` may be called from any thread."""

    def __init__(self, seen: Seen, sites: Collection[str], say: Callable[[str], object], port: int = PORT) -> None:
        self._sites = {*KNOWN, *sites}
        self._say = say
        self._seen = seen
        self._wakes: set[asyncio.Event] = set()
        try:
            self._socket = socket.create_server((HOST, port))
        except OSError as error:
            why = reason_of(error).partition(" (")[0]  # what follows says the address again
            raise CrossboardError(f"{why}; does LiveChess run already?", f"{HOST}:{port}") from error
        self.port = int(self._socket.getsockname()[1])
        self.url = f"ws://localhost:{self.port}{PATH}"
        self._loop = asyncio.new_event_loop()
        self._ended = asyncio.Event()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, name="livechess", daemon=True)
        self._thread.start()
        if not self._ready.wait(START_S):
            raise CrossboardError("LiveChess can't be served", f"{HOST}:{self.port}")

    def show(self, seen: Seen) -> None:
        """From now on the board is so."""
        self._seen = seen
        with contextlib.suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(self._wake)

    def close(self) -> None:
        """Disconnect everybody, and stop."""
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._ended.set)
        self._thread.join(START_S)

    # In its thread

    def _run(self) -> None:
        with contextlib.closing(self._loop):
            self._loop.run_until_complete(self._main())

    async def _main(self) -> None:
        server: Server
        async with serve(
            self._serve, sock=self._socket, process_request=self._look, max_size=LONGEST, compression=None
        ) as server:
            self._ready.set()
            await self._ended.wait()
            server.close()

    def _wake(self) -> None:
        for wake in self._wakes:
            wake.set()

    def _look(self, connection: ServerConnection, request: Request) -> Response | None:
        """Who may in, and who only wants the list of boards."""
        hosts, origins = request.headers.get_all("Host"), request.headers.get_all("Origin")
        origin = ", ".join(origins)
        if len(hosts) != 1 or not HOSTS.fullmatch(hosts[0]):
            return connection.respond(HTTPStatus.FORBIDDEN, "LiveChess is not served at this address.\n")
        if origin and origin not in self._sites and not OWN.fullmatch(origin):
            self._say(
                f"a page of {origin} wants to read the board as a DGT board; --dgt-site {origin} lets it"
                if SITE.fullmatch(origin)
                else "a page that names no site wanted to read the board as a DGT board, and was turned away"
            )
            return connection.respond(HTTPStatus.FORBIDDEN, "This site is not let in: --dgt-site names others.\n")
        if request.path == f"{PATH}/{EBOARDS}":
            answer = connection.respond(HTTPStatus.OK, json.dumps(boards(self._seen)))
            del answer.headers["Content-Type"]
            answer.headers["Content-Type"] = "application/json"
            return answer
        if request.path != PATH:
            return connection.respond(HTTPStatus.NOT_FOUND, f"There is {PATH} here, and {PATH}/{EBOARDS}.\n")
        if len(self._wakes) >= PROGRAMS:
            return connection.respond(HTTPStatus.SERVICE_UNAVAILABLE, f"{PROGRAMS} programs are connected already.\n")
        return None

    async def _serve(self, connection: ServerConnection) -> None:
        """One program, from its coming to its end."""
        feeds: dict[Any, Feed] = {}
        wake, order = asyncio.Event(), asyncio.Lock()  # a call is answered before the feed that it has changed says so
        self._wakes.add(wake)
        feeding = asyncio.create_task(self._feed(connection, feeds, wake, order))
        try:
            async for text in connection:
                async with order:
                    await connection.send(_message(*self._answer(text, feeds)))
                wake.set()
        except ConnectionClosed:
            pass
        finally:
            self._wakes.discard(wake)
            feeding.cancel()

    async def _feed(
        self, connection: ServerConnection, feeds: dict[Any, Feed], wake: asyncio.Event, order: asyncio.Lock
    ) -> None:
        with contextlib.suppress(ConnectionClosed):
            while True:
                await wake.wait()
                wake.clear()
                async with order:
                    for number, feed in list(feeds.items()):
                        if (news := feed.news(self._seen)) is not None:
                            await connection.send(_message("feed", number, news))

    def _answer(self, text: str | bytes, feeds: dict[Any, Feed]) -> tuple[str, Any, Any]:
        """Obey a call; the response's kind, id and what it says."""
        call: Value = {}
        try:
            call = _object(json.loads(text), "a call")
            return "call", _id(call), self._obey(call.get("call"), call.get("param"), feeds)
        except (ValueError, RecursionError):
            return "error", None, {"message": "not JSON"}
        except CrossboardError as error:
            return "error", call.get("id") if _is_id(call.get("id")) else None, {"message": str(error)}

    def _obey(self, name: object, param: object, feeds: dict[Any, Feed]) -> Any:
        if name == EBOARDS:
            return boards(self._seen)
        if name not in (SUBSCRIBE, UNSUBSCRIBE, CALL):
            raise CrossboardError("unknown call")
        given = {"id": param} if _is_id(param) else _object(param, "param")
        number = _id(given)
        if name == SUBSCRIBE:
            self._subscribe(given, number, feeds)
        elif number not in feeds:
            raise CrossboardError("no such feed")
        elif name == UNSUBSCRIBE:
            del feeds[number]
        else:
            feeds[number].call(given.get("method"), _object(given.get("param", {}), "param of the method"))
            if fen := feeds[number].waits(self._seen):
                self._say(
                    f"a program waits for a position that does not stand on the board; `new {fen}` begins a game with it"
                )
        return None

    def _subscribe(self, given: Value, number: Any, feeds: dict[Any, Feed]) -> None:
        if given.get("feed") != FEED:
            raise CrossboardError("unknown feed")
        if _object(given.get("param"), "param of the feed").get("serialnr") != self._seen.serial:
            raise CrossboardError("no board with that serialnr")
        if number not in feeds and len(feeds) >= FEEDS:
            raise CrossboardError(f"at most {FEEDS} feeds")
        feeds[number] = Feed()


def _message(kind: str, number: Any, param: Any) -> str:
    return json.dumps({"response": kind, "id": number, "param": param, "time": wall_ms()})


def _object(given: object, what: str) -> Value:
    if not isinstance(given, dict):
        raise CrossboardError(f"{what} is not an object")
    return cast(Value, given)


def _is_id(found: object) -> TypeGuard[int | str]:
    return isinstance(found, int | str) and not isinstance(found, bool)


def _id(given: Value) -> int | str:
    """The id of a call or a feed."""
    found = given.get("id")
    if not _is_id(found):
        raise CrossboardError("id is neither a number nor a text")
    return found
