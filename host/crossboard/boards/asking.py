"""The board's questions as the library keeps them: which plies a gesture could have been, and which one it was."""

from __future__ import annotations

from collections.abc import Sequence

from crossboard.library import Library
from crossboard.library.stored import QUESTION, Event


class Inquiry:
    """The question that is open, if one is. The board repeats it when another answer is offered, and after a new connection."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._where = (0, 0, 0)  # game, the event before it, its place there
        self._offers: list[str] = []
        self._count = 0

    def ask(self, game: int, after: int, count: int, offers: Sequence[str], board_ms: int, wall_ms: int) -> None:
        """Store the question asked after event `after`; `offers` are as many of its `count` answers as fit into a message."""
        known = set(self._offers)
        if known and self._where[:2] == (game, after) and self._count == count and known & set(offers):
            self._offers += [offer for offer in offers if offer not in known]
            return
        self.close("")
        self._offers, self._count = list(dict.fromkeys(offers)), count
        question = Event(0, QUESTION, " ".join(self._offers), board_ms=board_ms, wall_ms=wall_ms)
        self._where = (game, after, self._library.ask(game, after, question))

    def close(self, ply: str) -> None:
        """A ply was played, or ("") the question was withdrawn."""
        if not self._offers:
            return
        answer = ply if ply in self._offers or len(self._offers) < self._count else ""
        self._library.settle_question(*self._where, " ".join(self._offers), answer)
        self._offers = []
