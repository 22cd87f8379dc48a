"""The stream of the game (boards/stream.py) as server-sent events: `/api/events`.

Who comes is told how things are, then what happens. A program that does not read as fast as things happen is disconnected; when it
comes again, it is told how things are.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import BaseRoute

from crossboard.boards.stream import STATES, event_text
from crossboard.web.roles import VIEWERS, Way

LISTENERS = 64  # at once
WAITING = 200  # events that wait for a listener
BEAT_S = 15.0  # after so much silence a comment, so that both ends see whether the other is there
BEAT = ": still here\n\n"
NO_BOARD = "no board is attached here; what happens at a hub's boards is told by its broker, mqtt://NAME:TOKEN@HOST"


class Streaming:
    """All listeners. `publish` may be called from any thread once `loop` is known; the rest runs in the loop."""

    def __init__(self) -> None:
        self.loop: asyncio.AbstractEventLoop | None = None
        self.shown = False  # whether there is a board
        self._states: dict[str, str] = {}
        self._listeners: set[asyncio.Queue[str]] = set()

    def publish(self, event: Mapping[str, Any]) -> None:
        """Something has happened."""
        kind, data = str(event["event"]), event_text(event)
        if self.loop:
            with contextlib.suppress(RuntimeError):  # the loop has ended
                self.loop.call_soon_threadsafe(self._take, kind, f"event: {kind}\ndata: {data}\n\n")

    def _take(self, kind: str, text: str) -> None:
        if kind in STATES:
            self._states[kind] = text
        for listener in list(self._listeners):
            if listener.qsize() < WAITING:
                listener.put_nowait(text)
            else:
                self._listeners.discard(listener)

    async def _tell(self, listener: asyncio.Queue[str]) -> AsyncGenerator[bytes, None]:
        try:
            while listener in self._listeners or listener.qsize():
                text = BEAT
                with contextlib.suppress(TimeoutError):
                    text = await asyncio.wait_for(listener.get(), BEAT_S)
                yield text.encode("utf-8", "replace")
        finally:
            self._listeners.discard(listener)

    async def serve(self, request: Request) -> Response:
        """One listener, from its coming to its end."""
        del request
        if not self.shown:
            return JSONResponse({"error": NO_BOARD}, 400)
        if len(self._listeners) >= LISTENERS:
            return JSONResponse({"error": f"{LISTENERS} programs listen already"}, 503)
        listener: asyncio.Queue[str] = asyncio.Queue()
        for text in self._states.values():
            listener.put_nowait(text)
        self._listeners.add(listener)
        return StreamingResponse(self._tell(listener), media_type="text/event-stream")

    def routes(self) -> list[BaseRoute]:
        """Its address."""
        return [Way("/api/events", self.serve, VIEWERS)]
