"""Access by role: each route and each operation of a socket names the roles; without any it is denied."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Match, Route, WebSocketRoute
from starlette.types import Scope
from starlette.websockets import WebSocket

from crossboard.errors import brief

MANAGER = "manager"  # has the token that was printed, or a hub's, or sits at this machine where none is wanted
VIEWER = "viewer"
SEAT = "seat"  # plays one side of a match (seat.py)
ROLES = (MANAGER, VIEWER, SEAT)

NOBODY = frozenset[str]()
MANAGERS = frozenset({MANAGER})
VIEWERS = frozenset({MANAGER, VIEWER})
SEATS = frozenset({MANAGER, SEAT})
ALL = frozenset(ROLES)

TOKEN = "token"  # in a query: who asks (guard.py)
ROLE = "crossboard.role"  # in a request's scope: the role of who asks


class Way(Route):
    """A route for those with one of the roles `may`; `method` is the only one, beside HEAD where it is GET. Below /api/ `query`
    are the parameters that it knows; others are refused, so that nobody takes their being passed over for an answer."""

    def __init__(
        self,
        path: str,
        endpoint: Callable[[Request], Awaitable[Response]],
        may: frozenset[str],
        method: str = "GET",
        query: Sequence[str] = (),
    ) -> None:
        async def asked(request: Request) -> Response:
            strange = next((name for name in request.query_params if name not in (*query, TOKEN)), None)
            if strange is None:
                return await endpoint(request)
            known = f"known are {', '.join(query)}" if query else "there are none here"
            return JSONResponse({"error": f"there is no parameter '{brief(strange)}': {known}"}, 400)

        super().__init__(path, asked if path.startswith("/api/") else endpoint, methods=[method])
        self.may = may


class SocketWay(WebSocketRoute):
    """The same for a WebSocket; what may be said there is another matter (sockets.py)."""

    def __init__(self, path: str, endpoint: Callable[[WebSocket], Awaitable[Any]], may: frozenset[str]) -> None:
        super().__init__(path, endpoint)
        self.may = may


def who_may(routes: Sequence[BaseRoute], scope: Scope) -> frozenset[str]:
    """The roles that a request is open to. Where nothing is, those who may look are told so."""
    for route in routes:
        if route.matches(scope)[0] is Match.FULL:
            return getattr(route, "may", NOBODY)
    return VIEWERS if scope.get("method") in ("GET", "HEAD") else NOBODY
