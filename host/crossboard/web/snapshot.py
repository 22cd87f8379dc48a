"""The latest state of all that pages show, shared between the thread that plays and the thread that serves.

There are no queues: a reader asks for what has changed since it last asked, so one that is slow sees fewer states and
never older ones, and costs the others nothing.
"""

from __future__ import annotations

import json
import threading
from typing import Any


class Snapshot:
    """Sections by name, each with the number of its last change. For any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._sections: dict[str, tuple[int, str]] = {}
        self._number = 0

    def put(self, name: str, value: Any) -> bool:
        """Set a section; whether that changed anything."""
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
        with self._lock:
            if name in self._sections and self._sections[name][1] == text:
                return False
            self._number += 1
            self._sections[name] = (self._number, text)
            return True

    def since(self, seen: int) -> tuple[int, str]:
        """The number now, and a JSON object of the sections changed after `seen` (0: of all); "" if there are none."""
        with self._lock:
            if self._number <= seen:
                return seen, ""
            fresh = [f'"{name}":{text}' for name, (number, text) in self._sections.items() if number > seen]
            return self._number, f'{{"number":{self._number},{",".join(fresh)}}}'
