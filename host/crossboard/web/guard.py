"""Who may use the pages: hosts, origins, the token; and the headers that keep a page to itself.

On loopback every program of the machine's user may look, but no page of another site: the Host header has to name this
machine (against rebinding of names), and whatever changes something or opens a socket has to come from our own pages
(Origin). At any other address a token is wanted besides; it is shown once, in the URL, and then kept in a cookie. Whoever
passes is no stranger to the gate (gate.py) any more; whoever doesn't is hung up on.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qs, quote, unquote, urlencode

from starlette.datastructures import Headers
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import BaseRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from crossboard.language import LANGUAGE, said, tr
from crossboard.web.gate import Gate
from crossboard.web.roles import MANAGER, ROLE, ROLES, SEAT, who_may
from crossboard.web.spoken import language_of

COOKIE = "crossboard-{port}"  # a browser gives a cookie to every port of a machine
LOOPBACK = ("127.0.0.1", "localhost", "[::1]", "::1")
API = "/api/"  # programs ask there: their tokens stay in the URL, and the answer comes at once
LONGEST_BODY = 64 * 1024
DRAINED = 8 << 20  # bytes of one that is too long that are taken, so that its sender gets to read the answer
BODY_S = 10.0  # between two parts of a body
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-cache",
}

SECURE = {"Cross-Origin-Opener-Policy": "same-origin"}
"""What browsers heed from this machine, or by TLS; from elsewhere they log an error."""


def answer_headers(scope: Scope) -> dict[str, str]:
    """The headers of every answer to such a request."""
    name, _ = _name_and_port(Headers(scope=scope).get("host", ""))
    return {**HEADERS, **SECURE} if name in LOOPBACK else HEADERS


def _name_and_port(host: str) -> tuple[str, str]:
    """A Host header's name in lower case, and its port: 80 where it says none."""
    name, _, port = host.lower().rpartition(":")
    return (host.lower(), "80") if not name or name.endswith(":") else (name, port)


def is_loopback(address: str) -> bool:
    """Whether an IP address is this machine's own and nobody else's."""
    return ipaddress.ip_address(address.partition("%")[0]).is_loopback


def is_every(address: str) -> bool:
    """Whether an IP address stands for all of the machine's (0.0.0.0, ::)."""
    return ipaddress.ip_address(address.partition("%")[0]).is_unspecified


@dataclass(frozen=True)
class Guard:
    """An ASGI middleware. `names` are those that the pages are served under (lower case), none if they can't be known: at every
    address of the machine; then the token stands guard. It is "" where none is wanted. `role` says what other tokens are good for
    ("": nothing), `routes` what each role may (roles.py).
    """

    app: ASGIApp
    names: frozenset[str]
    port: int
    token: str
    gate: Gate
    routes: Sequence[BaseRoute]
    role: Callable[[str], str] | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        LANGUAGE.set(language_of(scope))
        role = self._role(scope, headers) if self.token else MANAGER
        refusal = self._refusal(scope, headers, role)
        if refusal:
            if scope["type"] == "http":
                await _body(receive)
            await _refuse(scope, receive, send, said(refusal, LANGUAGE.get()))
            return
        self.gate.know(scope.get("client"))
        scope[ROLE] = role
        if scope["type"] == "http" and self.token and self._given(scope) and not scope["path"].startswith(API):
            await self._take_token(scope, receive, send)
        elif scope["type"] == "http":
            body, status = await _body(receive)
            if status:
                await _refuse(scope, receive, send, WORDS[status], status)
            else:
                await self._answer(scope, _whole(body, receive), send)
        else:
            await self.app(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """An error inside is an answer, too."""
        begun = False

        async def give(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self.app(scope, receive, _with_headers(give, answer_headers(scope)))
        except Exception as error:
            if not begun:
                text = f"Internal error in Crossboard: {error!r}\n".encode("ascii", "backslashreplace")
                await Response(text, 500, answer_headers(scope), "text/plain")(scope, receive, send)

    def _refusal(self, scope: Scope, headers: Headers, role: str) -> str:
        """Why this request is refused, "" if it is not."""
        host = headers.get("host", "")
        if not self._is_ours(host):
            return tr("The pages are not served at this address.")
        careful = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD")
        origin = headers.get("origin", "")
        if (careful or origin) and origin.lower() != f"http://{host}".lower():
            return tr("Requests from another site's page are not allowed.")
        if role not in ROLES:
            return tr("Open the page by the URL that this program printed: it ends with the token that is wanted here.")
        may = who_may(self.routes, scope)
        if role in may:
            return ""
        if role == SEAT:
            return tr("This link is good for one side of a match, and for nothing else.")
        if not may:
            return tr("There is nothing at this address that could be changed.")
        return tr(
            "This token is for looking: changing anything takes a hub's token, or the URL that this program printed."
        )

    def _is_ours(self, host: str) -> bool:
        name, port = _name_and_port(host)
        return port == str(self.port) and (not self.names or name in self.names)

    def _given(self, scope: Scope) -> str:
        found = parse_qs(scope["query_string"].decode("latin-1")).get("token", [""])
        return found[0]

    def _role(self, scope: Scope, headers: Headers) -> str:
        """The role that the request's token gives, "" if there is none or it is wrong."""
        try:
            kept = SimpleCookie(headers.get("cookie", "")).get(COOKIE.format(port=self.port))
        except CookieError:
            kept = None
        bearer = headers.get("authorization", "").removeprefix("Bearer ")
        found = [self._worth(one) for one in (self._given(scope), unquote(kept.value) if kept else "", bearer) if one]
        return MANAGER if MANAGER in found else next(filter(None, found), "")

    def _worth(self, token: str) -> str:
        """The role that a token gives, "" if none."""
        if secrets.compare_digest(token.encode(), self.token.encode()):
            return MANAGER
        return self.role(token) if self.role else ""

    async def _take_token(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Take the token out of the address, and keep it in a cookie unless the browser has a better one."""
        query = parse_qs(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        query.pop("token", None)
        rest = urlencode(query, doseq=True)
        path = "/" + scope["path"].lstrip("/")
        answer = RedirectResponse(path + (f"?{rest}" if rest else ""), 303, answer_headers(scope))
        given = self._given(scope)
        if self._worth(given) == scope[ROLE]:  # an inviter who opens a seat's link goes on managing the page
            answer.set_cookie(COOKIE.format(port=self.port), quote(given, safe=""), httponly=True, samesite="strict")
        await answer(scope, receive, send)


async def _refuse(scope: Scope, receive: Receive, send: Send, why: str, status: int = 403) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1008, "reason": why})
        return
    headers = {**answer_headers(scope), "Connection": "close"}
    refused = JSONResponse({"error": why}, status, headers) if scope["path"].startswith(API) else None
    await (refused or PlainTextResponse(why + "\n", status, headers))(scope, receive, send)


WORDS = {
    408: f"Nothing more came of the request for {BODY_S:.0f} seconds.",
    413: f"The request is too large: at most {LONGEST_BODY >> 10} KB.",
}


async def _body(receive: Receive) -> tuple[bytes, int]:
    """A request's body, and 0 or the status that refuses it: it is too long, or does not come."""
    body, size, more = bytearray(), 0, True
    while more and size <= DRAINED:
        message: Message = {"type": "http.disconnect"}
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(BODY_S):
                message = await receive()
        if message["type"] == "http.disconnect":
            return b"", 408
        part = message.get("body", b"")
        size += len(part)
        if size <= LONGEST_BODY:
            body += part
        more = message.get("more_body", False)
    return bytes(body), 413 if size > LONGEST_BODY else 0


def _whole(body: bytes, receive: Receive) -> Receive:
    """A request whose body has come."""
    messages: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def take() -> Message:
        return messages.pop() if messages else await receive()

    return take


def _with_headers(send: Send, headers: dict[str, str]) -> Send:
    async def give(message: Message) -> None:
        if message["type"] == "http.response.start":
            given = message.setdefault("headers", [])
            given += [(name.lower().encode(), value.encode()) for name, value in headers.items()]
        await send(message)

    return give
