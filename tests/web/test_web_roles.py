"""Who may do what: every route and every operation of a socket, asked by everybody there is."""

from __future__ import annotations

import json
from collections.abc import Generator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from crossboard.events import Events
from crossboard.hub.wall import Wall, hall_routes
from crossboard.library import Library
from crossboard.play.actions import ACTIONS, Actions
from crossboard.web import Address, Server
from crossboard.web.roles import ALL, MANAGER, MANAGERS, SEAT, SEATS, VIEWER, VIEWERS
from crossboard.web.seat import Seat
from crossboard.web.snapshot import Snapshot
from tests.support.web_rig import Rig, get, own

TOKENS = {"printed-by-the-program": MANAGER, "of-a-hub": MANAGER, "of-a-viewer": VIEWER, "of-a-seat": SEAT}
NO_TOKENS = ("", "of-a-player", "of-a-board", "wrong")  # what none of them opens, or nothing
CHANGES = {
    "/api/try": ALL,  # computes, and changes nothing
    "/api/position": ALL,  # the same
    "/api/games/{number:game}/edit": MANAGERS,
    "/api/analysis": MANAGERS,
    "/api/games/{number:game}/analysis": MANAGERS,
    "/api/action": MANAGERS,
    "/api/hall/{what:str}": MANAGERS,
}
LOOKS = {
    "/static/{name}": ALL,
    "/seat": SEATS,
    "/api/invite": MANAGERS,  # whoever has that plays
    "/lesson/{spec}": ALL,  # the rules of the game that a seat plays
    "/lesson/{spec}/{number:game}.svg": ALL,
    "/lesson/{spec}/start.svg": ALL,
}  # the rest is for those who may look
SOCKETS = {"/live": VIEWERS, "/seat/live": SEATS}
UNSAID = ("/new", "/api/new", "/new/live")


async def nothing(request: Request) -> Response:
    del request
    return Response("done")


async def unheard(socket: WebSocket) -> None:
    await socket.accept()


class Heard:
    """What plays, with two operations; writes down what it is told."""

    def __init__(self) -> None:
        self.snapshot = Snapshot()
        self.rounds = 0
        self.may = {"play": MANAGERS, "propose": SEATS}
        self.told: list[str] = []

    def submit(self, page: int, message: dict[str, Any]) -> bool:
        del page
        self.told.append(message["op"])
        return True

    def leave(self, page: int) -> None: ...


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Generator[Server, None, None]:
    library = tmp_path_factory.mktemp("roles") / "library.db"
    Library(library).close()
    unsaid: list[BaseRoute] = [
        Route("/new", nothing),
        Route("/api/new", nothing, methods=["POST", "PUT", "DELETE"]),
        WebSocketRoute("/new/live", unheard),
    ]
    hall = hall_routes(Wall(), lambda what, fields: "", lambda name: None)
    token = next(iter(TOKENS))
    made = Server(library, Address(token=token), [*unsaid, *hall], lambda shown: TOKENS.get(shown, ""))
    made.offer_seat("of-a-seat", SimpleNamespace(events=Events(), guest=None), SimpleNamespace(proposals=()))
    made.pages.player = Heard()
    yield made
    made.close()


def asked(server: Server, token: str, method: str, path: str) -> int:
    headers = {"Origin": own(server), "Authorization": f"Bearer {token}"}
    return get(server, path, None if method in ("GET", "HEAD") else b"{", method, **headers)[0]


def opened(server: Server, token: str, path: str) -> ClientConnection:
    where, bearer = own(server), {"Authorization": f"Bearer {token}"}
    return connect(where.replace("http", "ws") + path, origin=where, additional_headers=bearer)  # type: ignore[arg-type]


def filled(route: str) -> str:
    return route.replace("{number:game}", "1").replace("{what:str}", "x").replace("{game}", "x").replace("{name}", "x")


def test_every_route_is_open_to_those_whom_it_names_and_to_nobody_else(server: Server) -> None:
    changes: set[str] = set()
    sockets: set[str] = set()
    for route in server.routes:
        assert isinstance(route, Route | WebSocketRoute)
        for token in (*TOKENS, *NO_TOKENS):
            role = TOKENS.get(token, "")
            if isinstance(route, WebSocketRoute):
                sockets.add(route.path)
                if role in SOCKETS.get(route.path, ()):
                    with opened(server, token, route.path):
                        continue
                with pytest.raises(InvalidStatus):
                    opened(server, token, route.path)
                continue
            for method in route.methods or ():
                looks = method in ("GET", "HEAD")
                may = LOOKS.get(route.path, VIEWERS) if looks else CHANGES.get(route.path, ())
                status = asked(server, token, method, filled(route.path))
                denied = role not in may or route.path in UNSAID
                assert (status == 403) is denied, (method, route.path, token, status)
                changes |= set() if looks else {route.path}
    assert changes == {*CHANGES, "/api/new"}, "say in CHANGES who may do that"
    assert sockets == {*SOCKETS, "/new/live"}, "say in SOCKETS who may open that"


def test_other_methods_change_nothing(server: Server) -> None:
    for method in ("POST", "PUT", "PATCH", "DELETE", "OPTIONS"):
        for path in ("/", "/api/games/1", "/api/games/1/edit/", "/nowhere", "/static/live.js"):
            for token in TOKENS:
                assert asked(server, token, method, path) == 403, (method, path, token)


def test_a_viewer_neither_changes_nor_deletes_a_game(server: Server) -> None:
    headers = {"Origin": own(server), "Authorization": "Bearer of-a-viewer"}
    for path, body in (("/api/games/3/edit", {"deleted": True, "first": "x"}), ("/api/analysis", {"do": "begin"})):
        status, text = get(server, path, body, **headers)
        assert status == 403 and "for looking" in json.loads(text)["error"]


def test_every_operation_of_a_socket_is_open_to_those_whom_it_names(server: Server) -> None:
    for path, pages, ops in (
        ("/live", server.pages, ("play", "propose", "leave", "new")),
        ("/seat/live", server._seat_pages, ("play", "propose", "leave", "new")),
    ):
        for token in TOKENS:
            role = TOKENS[token]
            if role not in SOCKETS[path]:
                continue
            for op in ops:
                heard = pages.player = Heard()
                with opened(server, token, path) as page, pytest.raises(ConnectionClosed):
                    page.send(json.dumps({"op": op}))
                    page.send("[]")  # which ends it, if that has not
                    while True:
                        page.recv(timeout=60)
                may = role in heard.may.get(op, ())
                assert heard.told == ([op] if may else []), (path, token, op)


def test_what_plays_says_who_may_what(tmp_path: Path) -> None:
    rig = Rig(tmp_path)
    live = rig.server.live
    seat = Seat(rig.context, Actions(rig.context), lambda: None, lambda: True)
    try:
        assert live and set(live.may.values()) == {MANAGERS} and "new" in live.may and "leave" not in live.may
        assert {*live.may} > {*ACTIONS}
        assert set(seat.may.values()) == {SEATS}
        assert {*seat.may} == {"name", "ply", "takeback", "draw", "resign", "accept", "decline"}
    finally:
        rig.close()
    assert Wall().may == {}
