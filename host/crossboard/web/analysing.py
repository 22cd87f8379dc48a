"""Analyses games for pages: one after the other, in a thread of its own, at low priority."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

from crossboard.analysis import Analyst, Progress, Stopped
from crossboard.errors import CrossboardError
from crossboard.games.words import clean
from crossboard.library import Library

MOST_WAITING = 100_000  # games; a library that is larger is analysed by the command
IDLE, WAITING, RUNNING, FAILED = "idle", "waiting", "running", "failed"


class Analysing:
    """The games to be analysed. Its methods may be called from any thread; `close` ends the work."""

    def __init__(self, library: Path) -> None:
        self._library = library
        self._lock = threading.Lock()
        self._waiting: list[int] = []
        self._now: Progress | None = None
        self._stopping = False
        self._problems: dict[int, str] = {}
        self._thread: threading.Thread | None = None
        self._closed = False

    def begin(self, numbers: list[int]) -> None:
        """Analyse these games, too."""
        with self._lock:
            for number in numbers:
                self._problems.pop(number, None)
                if number not in self._waiting and len(self._waiting) < MOST_WAITING:
                    self._waiting.append(number)
            if self._waiting and self._thread is None and not self._closed:
                self._thread = threading.Thread(target=self._work, name="analysing", daemon=True)
                self._thread.start()

    def stop(self, number: int | None = None) -> None:
        """Stop analysing that game, or all; what has been found is kept."""
        with self._lock:
            self._waiting = [one for one in self._waiting if number not in (None, one)]
            if self._now and number in (None, self._now.game):
                self._stopping = True

    def close(self) -> None:
        """End all work."""
        self._closed = True
        self.stop()
        thread = self._thread
        if thread:
            thread.join(10.0)

    def state(self, number: int) -> dict[str, Any]:
        """The progress with a game: `state`, `done` of `count` positions, `problem` in words."""
        with self._lock:
            if self._now and self._now.game == number:
                return {"state": RUNNING, "done": self._now.done, "count": self._now.count, "problem": ""}
            waits = number in self._waiting
            problem = self._problems.get(number, "")
            state = WAITING if waits else FAILED if problem else IDLE
            return {"state": state, "done": 0, "count": 0, "problem": problem}

    def all_state(self) -> dict[str, Any]:
        """The game that is analysed now (0: none), and how many wait."""
        with self._lock:
            return {"game": self._now.game if self._now else 0, "waiting": len(self._waiting)}

    # In the thread

    def _work(self) -> None:
        with Analyst() as analyst:
            while number := self._next():
                try:
                    with Library(self._library) as library:
                        analyst.analyse(library, number, self._told, lambda: self._stopping)
                except Stopped:
                    pass
                except CrossboardError as error:
                    with self._lock:
                        self._problems[number] = clean(error.what)

    def _next(self) -> int:
        """The game that is next, 0 if there is none: then the thread ends."""
        with self._lock:
            self._stopping = False
            if self._closed or not self._waiting:
                self._now = self._thread = None
                return 0
            number = self._waiting.pop(0)
            self._now = Progress(number, 0, 0)
            return number

    def _told(self, progress: Progress) -> None:
        with self._lock:
            self._now = progress
