"""What `play` needs of a user interface, and the plain one: lines, for pipes, logs and simple terminals.

The other, with a drawn board, is in play_app.py.
"""

from __future__ import annotations

import contextlib
import queue
import sys
import threading
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Protocol, Self

from crossboard.games.draw import console, draw_board
from crossboard.games.words import clean, clock_text
from crossboard.library import Event
from crossboard.library.timeline import event_words
from crossboard.terminal.view import Shown, expected_line, game_words, link_line, on_show, question_line, status

LEAVE = "quit"


class Leave(Exception):
    """The user wants to leave at once."""


class Interface(Protocol):
    """How `play` tells the user something and hears from him."""

    paced: bool  # whether lines are to be taken one by one, each when the one before has had its effect
    dirty: bool  # whether `show` has to be called although nothing has changed on the board

    def __enter__(self) -> Self: ...
    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...
    def say(self, text: str) -> None:
        """Tell the user something, once."""
        ...

    def show(self, shown: Shown) -> None:
        """Show how things are."""
        ...

    def read(self, seconds: float) -> list[str]:
        """The lines typed by then; `quit` at the end of input. Leave if the user wants to leave at once."""
        ...

    def wake(self) -> None:
        """End a `read` that waits: there is something to be done. From any thread."""
        ...

    def drive(self, go_on: Callable[[], bool]) -> None:
        """Call `go_on`, a round of the session, until it says that it was the last."""
        ...


def fresh_events(events: Sequence[Event], seq: int) -> list[Event]:
    """Those after that record."""
    count = 0
    while count < len(events) and events[-1 - count].seq > seq:
        count += 1
    return list(events[len(events) - count :])


class LineInterface:
    """Events as lines, for pipes, logs and simple terminals. Commands are read from `stdin` or given as a script."""

    paced = True
    dirty = False

    def __init__(self, script: list[str] | None = None, boards: bool = False) -> None:
        self._out = console()
        self._boards = boards  # whether the board is drawn after every event
        self._lines: queue.Queue[str] = (
            queue.Queue()
        )  # a SimpleQueue may wait for longer than it is told, for ever on a busy PC
        self._woken = threading.Event()
        self._game = ("", 0)  # the board's id, and the number in the library
        self._seq = 0
        self._told: dict[str, str] = {}
        if script is None:
            threading.Thread(target=self._listen, daemon=True).start()
        else:
            for line in [*script, LEAVE]:
                self._lines.put(line)

    def _listen(self) -> None:
        with contextlib.suppress(OSError, ValueError):
            for line in sys.stdin:
                self._lines.put(line)
        self._lines.put(LEAVE)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        sys.stdout.flush()

    def say(self, text: str) -> None:
        self._out.print(text)
        sys.stdout.flush()

    def read(self, seconds: float) -> list[str]:
        try:
            line = self._lines.get(timeout=seconds)
        except queue.Empty:
            return []
        if line:
            return [line.strip()]
        self._woken.clear()
        return []

    def wake(self) -> None:
        if not self._woken.is_set():
            self._woken.set()
            self._lines.put("")

    def drive(self, go_on: Callable[[], bool]) -> None:
        while go_on():
            pass

    def show(self, shown: Shown) -> None:
        session = shown.session
        self._tell("link", link_line(session, shown.place).partition(", ")[0])
        if shown.lead:
            self._tell("game", f"replay of {shown.lead.story.heading}")
            self._tell("status", clean(shown.lead.words()))
            return
        played, game, line = session.played, session.game, session.timeline()
        if played is None or game is None or line is None or shown.passing:
            return
        known, self._game = self._game, (played.board_game, played.number)
        if known[0] != played.board_game:
            self._seq = played.last
            self._tell("game", f"{game_words(played.number)}: {clean(game.text())}")
            self._draw(shown)
        elif known != self._game:
            self.say(f"this is {game_words(played.number)}")
        fresh = fresh_events(played.events, self._seq)
        latest = len(fresh) + 1  # turns that may have begun meanwhile
        names = {t.seqs[0]: name for t, name in zip(line.turns[-latest:], line.labels[-latest:], strict=True)}
        as_read = {step.event.seq: step.shown for step in line.steps[-latest:] if step.event}
        for event in fresh:
            self._seq = event.seq
            at = clock_text(event.board_ms or 0)
            words = clean(event_words(game, as_read.get(event.seq) or event))
            self.say(f"{at}  {names.get(event.seq, ''):5} {words}".rstrip())
        if fresh and self._boards:
            self._draw(shown)
        self._tell("status", status(session, game, shown.standing is not None))
        self._tell("expected", expected_line(session))
        self._tell("question", question_line(session))

    def _draw(self, shown: Shown) -> None:
        text, marks = on_show(shown)
        if text:
            self._out.print(draw_board(text, marks, shown.lights))

    def _tell(self, what: str, text: str) -> None:
        """Say something when it has changed."""
        if text and text != self._told.get(what):
            self.say(text)
        self._told[what] = text
