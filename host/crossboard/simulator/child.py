"""The process of a simulated board, and the JSON lines it speaks (listed in board.mjs).

The process ends when its standard input closes, so none is left behind even when this program is killed.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import subprocess
import threading
from collections.abc import Callable, Sequence
from typing import Any

from crossboard.simulator.wiring import SimulatorError

ANSWER_S = 120.0
"""Seconds without an answer after which a process that lives counts as dead: where many run, each has to wait its turn."""

Message = dict[str, Any]


class Child:
    """Runs `command`, gives it `description`, and calls `hear` (on a thread) with all it says but answers."""

    def __init__(self, command: Sequence[str], description: Message, hear: Callable[[Message], None]) -> None:
        self._hear = hear
        self._numbers = itertools.count(1)
        self._writing = threading.Lock()
        self._answered = threading.Condition()
        self._answers: dict[int, Message] = {}
        self._over = False
        self._process = subprocess.Popen(
            list(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8", bufsize=1
        )
        self._thread = threading.Thread(target=self._read, name="simulated-board", daemon=True)
        self._thread.start()
        self.tell(description)

    @property
    def alive(self) -> bool:
        """Whether the process still runs."""
        return not self._over

    @property
    def pid(self) -> int:
        """The process's id."""
        return self._process.pid

    def tell(self, message: Message) -> None:
        """Sends a line; does nothing once the process has ended."""
        assert self._process.stdin is not None
        line = json.dumps(message, separators=(",", ":")) + "\n"
        with self._writing:
            try:
                self._process.stdin.write(line)
                self._process.stdin.flush()
            except (OSError, ValueError):
                self._over = True

    def ask(self, operation: str) -> Message:
        """Sends a request and waits for its answer; SimulatorError if there is none."""
        number = next(self._numbers)
        self.tell({"op": operation, "id": number})
        with self._answered:
            self._answered.wait_for(lambda: number in self._answers or self._over, ANSWER_S)
            if number in self._answers:
                return self._answers.pop(number)
        raise SimulatorError("the simulated board has ended" if self._over else "the simulated board does not answer")

    @property
    def status(self) -> int:
        """The process's exit status; waits for its end."""
        return self._process.wait()

    def kill(self) -> None:
        """Ends the process at once, as a power cut ends a board."""
        self._process.kill()

    def close(self) -> None:
        """Ends the process."""
        assert self._process.stdin is not None
        with self._writing, contextlib.suppress(OSError):
            self._process.stdin.close()
        try:
            self._process.wait(2)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        if threading.current_thread() is not self._thread:
            self._thread.join(2)

    def _read(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as lines:
            for line in lines:
                message: Message = json.loads(line)
                if "reply" in message:
                    with self._answered:
                        self._answers[message["reply"]] = message
                        self._answered.notify_all()
                else:
                    self._hear(message)
        with self._answered:
            self._over = True
            self._answered.notify_all()
        self._hear({"ended": True})
