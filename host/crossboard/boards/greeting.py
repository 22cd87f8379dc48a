"""The first words with a board, and the last; and what it says besides."""

from __future__ import annotations

import re
import time
from collections import deque
from collections.abc import Callable, Iterator

from crossboard.boards.link import CONNECTED, LOST, require_protocol
from crossboard.boards.session import Session
from crossboard.errors import LinkError

FIRST_HELLO_S = 15.0  # a simulated board takes a few seconds to start on a slow machine
GONE_S = 3.0  # a cable that has a loose contact is looked for again
PROMPT_S = 3.0  # without a hello the board may be at its prompt, where mpremote has left it
TO_PROMPT = b"\r\x02"  # Ctrl-B: leaves the raw prompt, and the banner appears; a board that plays ignores it
PROMPT_SAYS = "MicroPython v"
ERROR_SAYS = re.compile(
    r"(?!SyntaxError)\w+(Error|Exception|Interrupt)\b"
)  # SyntaxErrors are what a prompt says to our frames
START_OVER = b"\r\x04"  # an empty line (our hellos may stand on it), then Ctrl-D: soft reset
CONSOLE_LINES = 12  # a prompt answers every word of ours with the same few lines: once is enough
FAREWELL_S = 1.0  # for the last acknowledgements to go out


class Complaint:
    """Listens to a board's console for the error that its program ended with: `error` is its last line."""

    def __init__(self) -> None:
        self.error = ""
        self.traceback: list[str] = []  # the lines before it
        self._lines: list[str] = []

    def hear(self, line: str) -> None:
        """A line of the console, without its line end."""
        if line.startswith("Traceback"):
            self._lines = [line]
        elif self._lines and line.startswith(" "):
            self._lines.append(line)
        else:
            if ERROR_SAYS.match(line):
                self.error, self.traceback = line, self._lines
            self._lines = []


def await_hello(session: Session, say: Callable[[str], None]) -> None:
    """Wait for the board's first hello; a board that sits at its prompt is started."""
    link = session.link
    end = time.monotonic() + FIRST_HELLO_S
    ask_at = time.monotonic() + PROMPT_S
    gone_at = time.monotonic() + GONE_S
    started = False
    program = Complaint()
    while link.hello is None:
        session.step()
        if time.monotonic() > ask_at:
            ask_at = end
            link.type(TO_PROMPT)
        while session.console:
            line = session.console.popleft().rstrip()
            if PROMPT_SAYS in line and not started:
                started = True
                say("the board is at its MicroPython prompt; starting the firmware")
                link.type(START_OVER)
            else:
                program.hear(line)
        if link.state != LOST:
            gone_at = time.monotonic() + GONE_S
        elif time.monotonic() > min(gone_at, end):
            raise LinkError("the port has disappeared", link.port_name)
        if time.monotonic() > end:
            for line in program.traceback:
                say(f"console: {line}")
            ended = f"; its program ended with {program.error}" if program.error else ""
            raise LinkError("no board answers on this port" + ended, link.port_name)
        time.sleep(0.01)
    require_protocol(link.hello)


def fresh_notes(session: Session, shown: deque[str]) -> Iterator[str]:
    """What is to be said now: notices, and lines of the board's console that are not among those `shown` lately."""
    while session.notices:
        yield session.notices.popleft()
    while session.console:
        line = session.console.popleft().rstrip()
        if not line or line in shown or line == ">>>":
            continue
        shown.append(line)
        yield f"console: {line}"
        if PROMPT_SAYS in line:
            yield "the board is at its MicroPython prompt and does not play; quit and run play again to start it"


def farewell(session: Session) -> None:
    """Let what was said last go out."""
    end = time.monotonic() + FAREWELL_S
    while session.link.state == CONNECTED and not session.link.drained() and time.monotonic() < end:
        session.step()
        time.sleep(0.01)
