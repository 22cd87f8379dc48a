"""Greeting a board, saying goodbye, and what it prints in between."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator

from crossboard.boards.faults import PROMPT_SAYS
from crossboard.boards.link import CONNECTED, require_hello, require_protocol
from crossboard.boards.session import Session
from crossboard.language import tr

CONSOLE_LINES = 12  # a prompt answers every word of ours with the same few lines: once is enough
FAREWELL_S = 1.0  # for the last acknowledgements to go out


def await_hello(session: Session, say: Callable[[str], None], work: Callable[[], float] = lambda: 0.0) -> None:
    """Wait for the board's first hello; a board that sits at its prompt is started. A PortFault says why none comes."""

    def hear() -> list[str]:
        session.step()
        lines = list(session.console)
        session.console.clear()
        return lines

    require_protocol(require_hello(session.link, hear, say, work), session.link.port_name)


def fresh_notes(session: Session, shown: deque[str]) -> Iterator[str]:
    """What to show now: notices, and lines of the board's console that are not among those `shown` lately."""
    while session.notices:
        yield session.notices.popleft()
    while session.console:
        line = session.console.popleft().rstrip()
        if not line or line in shown or line == ">>>":
            continue
        shown.append(line)
        yield f"console: {line}"
        if PROMPT_SAYS in line:
            yield tr("the board is at its MicroPython prompt and does not play; quit and run play again to start it")


def farewell(session: Session) -> None:
    """Send what is still queued."""
    end = time.monotonic() + FAREWELL_S
    while session.link.state == CONNECTED and not session.link.drained() and time.monotonic() < end:
        session.step()
        time.sleep(0.01)
