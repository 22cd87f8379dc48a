"""Reads the messages of pages: JSON objects, strictly. A malformed one is refused with a reason and has no effect."""

from __future__ import annotations

import json
from typing import Any, cast

from crossboard.errors import CrossboardError

LONGEST = 2000  # bytes of a message
HANDS = 10  # of one page: fingers
RIM = 256  # and more: squares of the board beside the game's, by their own number
HIGHEST = 2 * RIM - 1  # no frame has more squares than RIM, nor has a board


Message = dict[str, Any]


def read_message(text: str) -> dict[str, Any]:
    """The message of a page, with an `op`; CrossboardError if it is malformed."""
    try:
        message: object = json.loads(text) if len(text) <= LONGEST else None
    except (ValueError, RecursionError):
        message = None
    if not isinstance(message, dict):
        raise CrossboardError("malformed message")
    found = cast("dict[str, Any]", message)
    if not isinstance(found.get("op"), str):
        raise CrossboardError("a message without an operation")
    return found


def number(message: dict[str, Any], key: str, low: int, high: int) -> int:
    """A whole number of a message, within its bounds."""
    value = message.get(key)
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise CrossboardError(f"'{key}' is a whole number from {low} to {high}")
    return value


def word(message: dict[str, Any], key: str, longest: int = 300) -> str:
    """Some printable ASCII of a message."""
    value = message.get(key)
    if not isinstance(value, str) or not 0 < len(value) <= longest or not (value.isascii() and value.isprintable()):
        raise CrossboardError(f"'{key}' is a text of 1 to {longest} printable characters")
    return value


def square(message: dict[str, Any]) -> int:
    """The square of a message, -1 for the table beside the board."""
    return number(message, "square", -1, HIGHEST)
