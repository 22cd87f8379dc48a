"""What the Textual apps have in common: a board that has its room, and they end when their terminal is closed.

A closed terminal fails every write. Textual's writer thread would die of that, its bounded queue fill up, and the shutdown
wait for room in it for ever: so what nobody can see any more is dropped.
"""

from __future__ import annotations

import contextlib
from typing import IO, Any, cast

from textual.app import App
from textual.driver import Driver

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

    def _leave_if_gone(self) -> None:
        if is_gone():
            self.action_leave()

    def on_resize(self) -> None:
        self.query_one(Beside).make_room(self.query_one(BoardView), self.size.width)

    def on_board_view_resized(self) -> None:
        self.on_resize()

    def action_leave(self) -> None:
        self.exit()


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
