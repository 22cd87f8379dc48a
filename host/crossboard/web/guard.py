"""Who may use the pages: hosts, origins, the token; and the headers that keep a page to itself.

On loopback every program of the machine's user may look, but no page of another site: the Host header has to name this
machine (against rebinding of names), and whatever changes something or opens a socket has to come from our own pages
(Origin). At any other address a token is wanted besides; it is shown once, in the URL, and then kept in a cookie.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qs, urlencode

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse, RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

COOKIE = "crossboard-{port}"  # a browser gives a cookie to every port of a machine
LOOPBACK = ("127.0.0.1", "localhost", "[::1]", "::1")
LONGEST_BODY = 64 * 1024
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-cache",
}


def is_loopback(host: str) -> bool:
    """Whether an address is this machine's own and nobody else's."""
    return host in LOOPBACK or host.startswith("127.")


@dataclass(frozen=True)
class Guard:
    """An ASGI middleware. `token` is "" where none is wanted (loopback)."""

    app: ASGIApp
    host: str
    port: int
    token: str

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        refusal = self._refusal(scope)
        if refusal:
            await _refuse(scope, receive, send, refusal)
        elif scope["type"] == "http" and self.token and self._given(scope):
            await self._take_token(scope, receive, send)
        elif scope["type"] == "http":
            await self.app(scope, _limited(receive), _with_headers(send))
        else:
            await self.app(scope, receive, send)

    def _refusal(self, scope: Scope) -> str:
        """Why this request is not answered, "" if it may be."""
        headers = Headers(scope=scope)
        if not self._is_ours(headers.get("host", "")):
            return "This address is not the one that the pages are served at."
        careful = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD")
        origin = headers.get("origin", "")
        if (careful or origin) and not (origin.startswith("http://") and self._is_ours(origin[7:])):
            return "This came from another site's page."
        if headers.get("content-length", "0").isdecimal() and int(headers.get("content-length", "0")) > LONGEST_BODY:
            return "That is too much."
        if self.token and not self._has_token(scope, headers):
            return "The address has to end in the token that crossboard play has printed."
        return ""

    def _is_ours(self, host: str) -> bool:
        name, _, port = host.rpartition(":")
        if not name or name.endswith(":"):
            name, port = host, "80"
        known = LOOPBACK if is_loopback(self.host) else (*LOOPBACK, self.host, f"[{self.host}]")
        # Served at every address of the machine: its name can't be known, and the token stands guard.
        return port == str(self.port) and (name in known or self.host in ("0.0.0.0", "::"))

    def _given(self, scope: Scope) -> str:
        found = parse_qs(scope["query_string"].decode("latin-1")).get("token", [""])
        return found[0]

    def _has_token(self, scope: Scope, headers: Headers) -> bool:
        try:
            kept = SimpleCookie(headers.get("cookie", "")).get(COOKIE.format(port=self.port))
        except CookieError:
            kept = None
        tries = [self._given(scope), kept.value if kept else ""]
        return any(secrets.compare_digest(one.encode(), self.token.encode()) for one in tries)

    async def _take_token(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Keep the token in a cookie and take it out of the address."""
        query = parse_qs(scope["query_string"].decode("latin-1"))
        query.pop("token", None)
        rest = urlencode(query, doseq=True)
        path = "/" + scope["path"].lstrip("/")
        answer = RedirectResponse(path + (f"?{rest}" if rest else ""), 303, HEADERS)
        answer.set_cookie(COOKIE.format(port=self.port), self.token, httponly=True, samesite="strict")
        await answer(scope, receive, send)


async def _refuse(scope: Scope, receive: Receive, send: Send, why: str) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1008, "reason": why})
    else:
        await PlainTextResponse(why + "\n", 403, HEADERS)(scope, receive, send)


def _limited(receive: Receive) -> Receive:
    """No more of a body than is allowed, whatever its header said."""
    taken = 0

    async def take() -> Message:
        nonlocal taken
        message = await receive()
        taken += len(message.get("body", b""))
        return message if taken <= LONGEST_BODY else {"type": "http.disconnect"}

    return take


def _with_headers(send: Send) -> Send:
    async def give(message: Message) -> None:
        if message["type"] == "http.response.start":
            given = message.setdefault("headers", [])
            given += [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
        await send(message)

    return give
