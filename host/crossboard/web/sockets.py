"""The WebSockets of the live page.

Each page is sent what has changed, and then nothing more until it says that it has taken that in: so a slow page never
has more than one state on the way, and what it missed is left out. Pages are limited in number and in what they send.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections.abc import Mapping
from typing import Protocol

from starlette.websockets import WebSocket, WebSocketDisconnect

from crossboard.errors import CrossboardError
from crossboard.language import LANGUAGE, said, tr
from crossboard.web.commands import Message, read_message
from crossboard.web.roles import NOBODY, ROLE, VIEWER
from crossboard.web.snapshot import Snapshot

PROGRAM = secrets.token_hex(8)
"""This run of the program. A page that was loaded from another one is loaded anew (live.js): it may be another version."""

PAGES = 64  # open at once
PER_SECOND = 120  # messages of a page, on the average
BURST = 240
PATIENCE_S = 60.0  # for a page that does not take what it was sent
GAP_S = 0.015  # between two states to a page
BEAT_S = 3.0  # a page to which nothing else is to be said is told that play goes on (live.js)
BEAT = '{"beat":1}'
FULL = 1013  # close code: try again later
TOO_MUCH = 1008
NO_TEXT = 1003


class Player(Protocol):
    """What plays. `may`: the roles to which each operation of a page is open; any other is open to nobody."""

    snapshot: Snapshot
    rounds: int  # goes up while play goes on

    @property
    def may(self) -> Mapping[str, frozenset[str]]: ...

    def submit(self, page: int, message: Message) -> bool: ...
    def leave(self, page: int) -> None: ...


class Page:
    """One open page."""

    def __init__(self, number: int, socket: WebSocket) -> None:
        self.number = number
        self.socket = socket
        self.language = LANGUAGE.get()
        self.wake = asyncio.Event()
        self.taken = asyncio.Event()
        self.ended = asyncio.Event()
        self._allowance = float(BURST)
        self._at = time.monotonic()

    def may_send(self) -> bool:
        """Whether the page has not sent too much lately."""
        now = time.monotonic()
        self._allowance = min(BURST, self._allowance + (now - self._at) * PER_SECOND)
        self._at = now
        self._allowance -= 1
        return self._allowance >= 0


class Pages:
    """All open pages. `wake` may be called from any thread once `loop` is known. `nothing` is what a page hears before there is a
    player."""

    def __init__(self, nothing: str = tr("nothing is being played here")) -> None:
        self._nothing = nothing
        self.player: Player | None = None  # another one may follow it: pages are greeted anew then, and see that
        self.loop: asyncio.AbstractEventLoop | None = None
        self._open: dict[int, Page] = {}
        self._last = 0

    @property
    def watched(self) -> bool:
        """Whether any page is open."""
        return bool(self._open)

    def wake(self) -> None:
        """The snapshot has changed."""
        if self.loop and self._open:
            with contextlib.suppress(RuntimeError):  # the loop has ended
                self.loop.call_soon_threadsafe(self._wake_all)

    def close_all(self) -> None:
        """Disconnect all pages, which connect again: who may look has changed."""

        def close() -> None:
            for page in self._open.values():
                page.ended.set()
                page.taken.set()  # nobody waits for it to say that it has seen what it was sent
                page.wake.set()

        if self.loop:
            with contextlib.suppress(RuntimeError):
                self.loop.call_soon_threadsafe(close)

    def _wake_all(self) -> None:
        for page in self._open.values():
            page.wake.set()

    async def serve(self, socket: WebSocket) -> None:
        """One page, from its opening to its end."""
        await socket.accept()
        if len(self._open) >= PAGES or self.player is None:
            why = self._nothing if self.player is None else tr("too many pages are open")
            await socket.close(FULL, said(why, LANGUAGE.get()))
            return
        self._last += 1
        page = Page(self._last, socket)
        self._open[page.number] = page
        feeding = asyncio.create_task(self._feed(page))
        try:
            watching = socket.query_params.get("watch") is not None
            await self._listen(page, VIEWER if watching else str(socket.scope[ROLE]))
        except (WebSocketDisconnect, RuntimeError):
            pass
        finally:
            feeding.cancel()
            del self._open[page.number]
            self.player.leave(page.number)

    async def _listen(self, page: Page, role: str) -> None:
        while True:
            frame = await page.socket.receive()
            if frame["type"] == "websocket.disconnect":
                return
            text = frame.get("text")
            if text is None:
                await page.socket.close(NO_TEXT, "not a text message")
                return
            if not page.may_send():
                await page.socket.close(TOO_MUCH, "too many messages")
                return
            try:
                message = read_message(text)
            except CrossboardError as error:
                await page.socket.close(TOO_MUCH, str(error))
                return
            player = self.player
            if message["op"] == "seen":
                page.taken.set()
            elif player and role in player.may.get(message["op"], NOBODY):
                player.submit(page.number, message)
            else:
                await page.socket.close(TOO_MUCH, said(tr("that is not for this page to do"), page.language))
                return

    async def _feed(self, page: Page) -> None:
        player: Player | None = None
        seen = 0
        try:
            while True:
                if self.player is not player:
                    player, seen = self.player, 0
                    page.wake.set()
                    await page.socket.send_text(f'{{"you":{page.number},"program":"{PROGRAM}"}}')
                if player is None:
                    return
                rounds = player.rounds
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(page.wake.wait(), BEAT_S)
                page.wake.clear()
                if page.ended.is_set():
                    await page.socket.close(FULL, "connect again")
                    return
                if self.player is not player:
                    continue
                seen, text = player.snapshot.since(seen, page.language)
                if not text:
                    if player.rounds != rounds:
                        await page.socket.send_text(BEAT)
                    continue
                page.taken.clear()
                async with asyncio.timeout(PATIENCE_S):
                    await page.socket.send_text(text)
                    await page.taken.wait()
                await asyncio.sleep(GAP_S)
        except (TimeoutError, WebSocketDisconnect, RuntimeError):
            with contextlib.suppress(RuntimeError):
                await page.socket.close(TOO_MUCH, "the page is too slow")
