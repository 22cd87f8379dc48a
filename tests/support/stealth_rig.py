"""The whole of a game with secret kings in virtual time: the firmware on fake pins, a cable, link, session, library and page."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

from crossboard.boards.stream import event_text
from crossboard.play.actions import Actions
from crossboard.play.context import assemble
from crossboard.web.live import Live
from tests.support.firmware_on_pins import FakeBoard
from tests.support.pins_rig import PinsRig

SPEC = "kings-crossing:stealth"
PIECES = [f"{c}{r}" for c in "abgh" for r in "1234"]
ROWS_UP = 2  # on this board the game lies on rows 3 to 6
LINE = ("b4-d4", "g2-d2", "d4-e4", "g4-f4")
"""After these White must jump with e4 over f4 and on over g3, unless f4, which came from g4, is the king."""


class Rig(PinsRig):
    """Somebody plays on a page: `shown` is every state that a page was sent, `streamed` every event for other programs."""

    def __init__(self, board: FakeBoard, folder: Path) -> None:
        board.profile["game"] = SPEC
        super().__init__(board, folder, "Ada", "Bob")
        for name in PIECES:
            self.bench.set_square(f"{name[0]}{int(name[1]) + ROWS_UP}", True)
        self.context = assemble(self.session, self.library, self.attached)
        self.live = Live(self.attached, self.context, Actions(self.context), lambda: None, lambda: None, lambda: True)
        self.shown: list[str] = []
        self.streamed: list[str] = []
        self.context.events.streamed.subscribe(lambda event: self.streamed.append(event_text(event)))
        self.seen = 0
        self.said: list[str] = []
        self.run(2000)

    def round(self) -> None:
        super().round()
        self.context.leader.step(self.board.now)
        while self.session.notices:
            note = self.session.notices.popleft()
            self.said.append(note)
            self.live.say(note)
        self.context.events.round(self.board.now)
        self.seen, text = self.live.snapshot.since(self.seen)
        if text:
            self.shown.append(text)

    def state(self) -> dict[str, Any]:
        return json.loads(self.live.snapshot.since(0)[1])

    def want(self, **message: Any) -> None:
        """What a page wants."""
        assert self.live.submit(1, message)
        self.run(200)

    def drag(self, origin: str, target: str, over: int = 0) -> None:
        self.want(op="lift", hand=over, square=number(origin))
        self.want(op="drop", hand=over, square=number(target) if target else -1)

    def pick(self, white: str, black: str) -> None:
        for name in (white, black):
            assert self.session.mode == "k"
            self.drag(name, name)
            self.want(op="ok")
        self.run(1000)
        assert self.session.mode == "p"

    def play(self, *plies: str) -> None:
        for ply in plies:
            self.drag(*ply.split("-"))
            self.run(1500)

    def dump(self) -> str:
        """All that the library holds."""
        with sqlite3.connect(self.library.path) as db:
            return "\n".join(db.iterdump())


def number(name: str) -> int:
    return ord(name[0]) - 97 + 8 * (int(name[1:]) - 1)
