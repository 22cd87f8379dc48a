"""What the Textual apps have in common: a board that has its room, a line to type in, and they end when their terminal is closed.

A closed terminal fails every write. Textual's writer thread would die of that, its bounded queue fill up, and the shutdown
wait for room in it for ever: so what nobody can see any more is dropped.
"""

from __future__ import annotations

import contextlib
import re
from typing import IO, Any, cast

from textual.app import App
from textual.driver import Driver
from textual.events import Event, Key, Paste
from textual.widgets import Input

from crossboard.terminal.board import Beside, BoardView
from crossboard.terminal.keys import is_gone, is_interactive

LOOK_S = 0.5
"""Between two looks whether the terminal is still there."""


class FullScreen(App[None]):
    """A screen with a board and what stands beside it. It is left when the terminal is closed; `action_leave` leaves it."""

    ENABLE_COMMAND_PALETTE = False

    def get_driver_class(self) -> type[Driver]:
        return lasting(super().get_driver_class())

    def on_mount(self) -> None:
        """Textual calls this one and that of each class below."""
        if is_interactive():
            self.set_interval(LOOK_S, self._leave_if_gone)

    async def on_event(self, event: Event) -> None:
        """Enter that was pressed before the terminal was told to give single keys arrives as a line feed."""
        await super().on_event(Key("enter", "\r") if isinstance(event, Key) and event.key == "ctrl+j" else event)

    def _leave_if_gone(self) -> None:
        if is_gone():
            self.action_leave()

    def on_resize(self) -> None:
        self.query_one(Beside).make_room(self.query_one(BoardView), self.size.width)

    def on_board_view_resized(self) -> None:
        self.on_resize()

    def action_leave(self) -> None:
        self.exit()


class Line(Input):
    """A line to type in: Enter hands it over and leaves it empty, so that keys which wait already begin the next one."""

    async def on_key(self, event: Key) -> None:
        """Enter at once: as a binding it would act only after the keys that wait."""
        if event.key == "enter":
            event.stop()
            event.prevent_default()
            await self.action_submit()

    async def action_submit(self) -> None:
        await super().action_submit()
        self.clear()

    async def on_paste(self, event: Paste) -> None:
        """Each line that is pasted with its end counts as typed; Textual would take the first one alone."""
        event.prevent_default()
        event.stop()
        *lines, rest = re.split(r"\r\n?|\n", event.text)
        for line in lines:
            self.replace(line, *self.selection)
            await self.action_submit()
        self.replace(rest, *self.selection)


def lasting(driver: type[Driver]) -> type[Driver]:
    """That driver, whose writer outlives the terminal."""

    class Lasting(driver):
        def __init__(self, *given: Any, **named: Any) -> None:
            super().__init__(*given, **named)
            if file := getattr(self, "_file", None):
                self._file = cast(IO[str], Dropping(file))

    return Lasting


class Dropping:
    """A terminal's file; what can't be written is dropped."""

    def __init__(self, file: IO[str]) -> None:
        self._file = file

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)

    def write(self, text: str) -> int:
        with contextlib.suppress(OSError, ValueError):
            self._file.write(text)
        return len(text)

    def flush(self) -> None:
        with contextlib.suppress(OSError, ValueError):
            self._file.flush()
