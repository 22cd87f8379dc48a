"""Wakes a program that sleeps when something arrives at a port."""

from __future__ import annotations

import contextlib
import select
import socket
import threading
from collections.abc import Callable


class PortWatch:
    """Calls `wake`, on a thread of its own, once after each `look`: when there is something to read at that file number."""

    def __init__(self, wake: Callable[[], None]) -> None:
        self._wake = wake
        self._file = -1
        self._inner, self._outer = socket.socketpair()
        threading.Thread(target=self._run, name="port-watch", daemon=True).start()

    def look(self, file: int) -> None:
        """Watch only that file number from now on, -1 for none."""
        self._file = file
        with contextlib.suppress(OSError):
            self._outer.send(b"!")

    def close(self) -> None:
        """Stop watching."""
        self._outer.close()

    def _run(self) -> None:
        watched = -1
        with self._inner:
            while True:
                try:
                    ready, _, _ = select.select([self._inner, *([watched] if watched >= 0 else [])], [], [])
                except (OSError, ValueError):  # it was closed meanwhile
                    watched = -1
                    continue
                if self._inner in ready:
                    if not self._inner.recv(4096):
                        return
                    watched = self._file
                else:
                    watched = -1
                    self._wake()
