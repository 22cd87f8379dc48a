"""The latest state of all that pages show, shared between the thread that plays and the thread that serves.

There are no queues: a reader asks for what has changed since it last asked, so one that is slow sees fewer states and
never older ones, and costs the others nothing.
"""

from __future__ import annotations

import json
import threading
from dataclasses import dataclass
from typing import Any

from crossboard.language import frozen, in_language
from crossboard.language.catalogues import ENGLISH


def as_json(value: Any) -> str:
    """A value as it is sent."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


@dataclass
class Section:
    """A section as it was last put: its number, its value, and what that is in the languages that pages have asked for."""

    number: int
    value: Any
    texts: dict[str, str]

    def said(self, language: str) -> str:
        """It as JSON, in that language."""
        if language not in self.texts:
            self.texts[language] = as_json(in_language(self.value, language))
        return self.texts[language]


class Snapshot:
    """Sections by name, each with the number of its last change. For any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._sections: dict[str, Section] = {}
        self._number = 0

    def put(self, name: str, value: Any) -> bool:
        """Set a section; whether that changed anything."""
        text = as_json(value)
        with self._lock:
            if name in self._sections and self._sections[name].texts[ENGLISH] == text:
                return False
            self._number += 1
            self._sections[name] = Section(self._number, frozen(value), {ENGLISH: text})
            return True

    def since(self, seen: int, language: str = ENGLISH) -> tuple[int, str]:
        """The number now, and a JSON object of the sections changed after `seen` (0: of all), in that language; "" if there are
        none."""
        with self._lock:
            if self._number <= seen:
                return seen, ""
            fresh = [f'"{name}":{one.said(language)}' for name, one in self._sections.items() if one.number > seen]
            return self._number, f'{{"number":{self._number},{",".join(fresh)}}}'
