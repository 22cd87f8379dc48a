"""The first words with a board, and the last."""

from __future__ import annotations

import time
from collections.abc import Callable

from crossboard.errors import LinkError
from crossboard.link import CONNECTED, LOST, require_protocol
from crossboard.session import Session

FIRST_HELLO_S = 15.0  # a simulated board takes a few seconds to start on a slow machine
PROMPT_S = 3.0  # without a hello the board may be at its prompt, where mpremote has left it
TO_PROMPT = b"\r\x02"  # Ctrl-B: leaves the raw prompt, and the banner appears; a board that plays ignores it
PROMPT_SAYS = "MicroPython v"
START_OVER = b"\r\x04"  # an empty line (our hellos may stand on it), then Ctrl-D: soft reset
FAREWELL_S = 1.0  # for the last acknowledgements to go out


def await_hello(session: Session, say: Callable[[str], None]) -> None:
    """Wait for the board's first hello; a board that sits at its prompt is started."""
    link = session.link
    end = time.monotonic() + FIRST_HELLO_S
    ask_at = time.monotonic() + PROMPT_S
    while link.hello is None:
        session.step()
        if time.monotonic() > ask_at:
            ask_at = end
            link.type(TO_PROMPT)
        if any(PROMPT_SAYS in line for line in session.console):
            session.console.clear()
            say("the board is at its prompt and is started")
            link.type(START_OVER)
        if link.state == LOST:
            raise LinkError("the port is gone", link.port_name)
        if time.monotonic() > end:
            raise LinkError("no board answers there", link.port_name)
        time.sleep(0.01)
    require_protocol(link.hello)


def farewell(session: Session) -> None:
    """Let what was said last go out."""
    end = time.monotonic() + FAREWELL_S
    while session.link.state == CONNECTED and not session.link.drained() and time.monotonic() < end:
        session.step()
        time.sleep(0.01)
