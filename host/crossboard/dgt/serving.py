"""`play --dgt`: the board's game, shown by both of DGT's ways."""

from __future__ import annotations

import contextlib
from collections import deque
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import Any

from crossboard.boards.stream import POSITION
from crossboard.dgt.live_chess import PORT, LiveChess
from crossboard.dgt.port import DgtPort
from crossboard.dgt.seen import Seen, follow, no_fen, serial_of

NOTICES = 10
MOST_SAID = 100  # things in a game that programs are the reason of


class Dgt:
    """The board of that id, from its making to `close`; CrossboardError if LiveChess' port is taken. `take` gets the stream, `step`
    comes in each round."""

    def __init__(self, board: str, sites: Collection[str] = (), port: int = PORT) -> None:
        self._notices: deque[str] = deque(maxlen=NOTICES)
        self._said: set[str] = set()
        self._seen = Seen(serial_of(board))
        self._told = ""  # the game of which it was said that it has no FEN
        with contextlib.ExitStack() as closing:
            self.live_chess = LiveChess(self._seen, sites, self._say_once, port)
            closing.callback(self.live_chess.close)
            self.port = DgtPort(self._seen.serial)
            closing.callback(self.port.close)
            self._closing = closing.pop_all()

    def take(self, event: Mapping[str, Any]) -> None:
        """What has happened on the board."""
        seen = follow(self._seen, event)
        if event["event"] == POSITION and not seen.fens and event["number"] and event["game"] != self._told:
            self._told = event["game"]
            self._notices.append(f"no program sees a DGT board meanwhile: {no_fen(seen.spec)}")
        if seen.game != self._seen.game:
            self._said.clear()
        if seen != self._seen:
            self._seen = seen
            self.port.show(seen.serial, seen.placement)
            self.live_chess.show(seen)

    def step(self, say: Callable[[str, str], object], here: bool) -> None:
        """Say what is to be said, in the thread that plays; `here`: the board is connected."""
        if here != self._seen.here:
            self._seen = replace(self._seen, here=here)
            self.live_chess.show(self._seen)
        while self._notices:
            say(self._notices.popleft(), "")

    def _say_once(self, text: str) -> None:
        if text not in self._said and len(self._said) < MOST_SAID:
            self._said.add(text)
            self._notices.append(text)

    def close(self) -> None:
        """Stop."""
        self._closing.close()
