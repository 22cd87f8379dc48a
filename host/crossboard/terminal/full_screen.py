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
        """Keys take effect here, each before the next one is looked at. Textual would hand them on from widget to widget, so that
        one which edits or opens something acts after those that wait behind it.
        """
        if isinstance(event, Key) and not event.is_forwarded:
            self.app_focus = True
            # Enter that was pressed before the terminal was told to give single keys arrives as a line feed.
            await self._press(Key("enter", "\r") if event.key == "ctrl+j" else event)
        elif isinstance(event, Paste) and isinstance(self.focused, Line):
            self._paste(self.focused, event.text)
        else:
            await super().on_event(event)

    async def _press(self, event: Key) -> None:
        field = self.focused
        if await self._check_bindings(event.key, priority=True) or self.take_key(event):
            return
        if isinstance(field, Line) and event.is_printable and event.character:
            field.replace(event.character, *field.selection)
        elif isinstance(field, Line) and event.key == "enter":
            self.take_line(field.taken())
        else:
            await self._check_bindings(event.key)

    def _paste(self, field: Line, text: str) -> None:
        """Each line that is pasted with its end counts as typed."""
        *lines, rest = re.split(r"\r\n?|\n", text)
        for line in lines:
            field.replace(line, *field.selection)
            self.take_line(field.taken())
        field.replace(rest, *field.selection)

    def take_key(self, event: Key) -> bool:
        """A key that is pressed, whatever is in focus; False if it means nothing."""
        return False

    def take_line(self, text: str) -> None:
        """A line that was typed."""

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
    """A line to type in."""

    def taken(self) -> str:
        """What stands there; it is empty then."""
        text = self.value
        self.clear()
        return text.strip()


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
