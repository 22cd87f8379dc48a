"""Goes over to another simulated board of ours while a session of play runs: for a game that the board there has no squares for.

The other board starts in a thread, beside the one that is played at. Only when it has said which game is on it does play go over
to it; if it can't be started, nothing has changed.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from crossboard.boards.attach import Attached
from crossboard.boards.link import OtherBoardError
from crossboard.boards.session import Session
from crossboard.errors import CrossboardError
from crossboard.games.about import about
from crossboard.games.rules import game_names
from crossboard.language import tr
from crossboard.library import Library

START_S = 120.0  # a board that has said nothing for so long will not: it takes 2 s, and a busy PC ten times as much
Then = Callable[[Any], str]
"""What is to be done at the other board (in its play.context.Context), and what is to be said about it."""


@dataclass
class Start:
    """A board that is being started for `game`. `attached` once it runs, `problem` if it can't."""

    game: str
    then: Then
    until: float
    attached: Attached | None = None
    session: Session | None = None
    problem: str = ""
    said: list[str] = field(default_factory=list[str])
    thread: threading.Thread | None = None


class AnotherBoard:
    """For play at `attached`; `barred` says why its board is not to be left, "" if it may. Feed it with `step`."""

    def __init__(self, attached: Attached, library: Library, barred: str = "") -> None:
        self._library = library
        self._attached = attached
        self._barred = barred
        self._start: Start | None = None

    @property
    def games(self) -> Sequence[str]:
        """The games for which another simulated board may be started."""
        return () if self._attached.another is None or self._barred else game_names()

    @property
    def words(self) -> str:
        """What is going on, "" if nothing is."""
        return tr("The board for {game} is being started.", game=about(self._start.game).title) if self._start else ""

    def begin(self, wanted: OtherBoardError, then: Then) -> str:
        """Start a board that has the game, and act there; returns what to say. CrossboardError if no board can be started."""
        if self._attached.another is None:
            raise wanted
        if self._barred:
            raise CrossboardError(self._barred)
        if self._start:
            raise CrossboardError(tr("one moment: {what}", what=self.words))
        self._start = start = Start(wanted.game, then, time.monotonic() + START_S)
        start.thread = threading.Thread(target=self._run, args=(start, self._attached.another), daemon=True)
        start.thread.start()
        return self.words

    @staticmethod
    def _run(start: Start, begin: Callable[[str, Callable[[str], None]], Attached]) -> None:
        try:
            start.attached = begin(start.game, start.said.append)
        except CrossboardError as error:
            start.problem = str(error)

    def step(self, names: tuple[str, str]) -> Start | None:
        """One round; the board, its session and what is to be done there once it is ready. `names` are the players'.
        CrossboardError if it can't be started.
        """
        start = self._start
        if start is None:
            return None
        if start.attached and start.session is None:
            start.session = Session(start.attached.link, self._library, *names)
        if start.session:
            start.session.step()
            if start.session.played and start.session.played.caught_up:
                self._start = None
                return start
        if not start.problem and time.monotonic() > start.until:
            start.problem = tr("it has said nothing")
        if start.problem:
            self.close()
            raise CrossboardError(
                tr("the board for {game} can't be started: {why}", game=about(start.game).title, why=start.problem)
            )
        return None

    def close(self) -> None:
        """Put away a board that has not been gone over to."""
        start, self._start = self._start, None
        if start and start.thread:
            start.thread.join()
            if start.attached:
                start.attached.close()
