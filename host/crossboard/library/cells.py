"""What the cells of a row hold, whatever a damaged or a strange database says."""

from __future__ import annotations

import json
import math
from typing import Any, cast

from crossboard.library.stored import QUESTION, Event, StoredGame


def damaged_text(data: bytes) -> str:
    """Text as far as it is UTF-8."""
    return data.decode("utf-8", "replace")


def text(value: object) -> str:
    """Text; "" for NULL."""
    if isinstance(value, str):
        return value
    return "" if value is None else damaged_text(value) if isinstance(value, bytes) else str(value)


def blob(value: object) -> bytes:
    """Bytes; none if it is anything else."""
    return value if isinstance(value, bytes) else b""


def whole(value: object) -> int:
    """A whole number; 0 if it is not one."""
    if isinstance(value, int):
        return value
    return int(value) if isinstance(value, float) and math.isfinite(value) else 0


def time(value: object) -> int | None:
    """A time in ms, None if it is not known."""
    return value if value is None or isinstance(value, int) else whole(value)


def tags(value: object) -> dict[str, str]:
    """A record's tags; what can't be read of them is left out."""
    if value == "{}":
        return {}
    try:
        found = json.loads(text(value))
    except (ValueError, RecursionError):
        return {}
    pairs = cast("dict[str, object]", found) if isinstance(found, dict) else {}
    return {name: text for name, text in pairs.items() if isinstance(text, str)}


def event(row: tuple[Any, ...]) -> Event:
    """The event of a row of `events`, without the game's number."""
    seq, kind, said, origin, target, reason, board_ms, wall, digest, flag, raw = row
    return Event(
        whole(seq), text(kind), text(said), text(origin), text(target), text(reason), time(board_ms), time(wall),
        text(digest), text(flag), text(raw),
    )  # fmt: skip


def question(row: tuple[Any, ...]) -> Event:
    """The event of a row of `questions`."""
    _, offers, answer, board_ms, wall = row
    return Event(0, QUESTION, text(offers), reason=text(answer), board_ms=time(board_ms), wall_ms=time(wall))


def stored_game(row: tuple[Any, ...]) -> StoredGame:
    """The game of a row that GAMES (games.py) finds."""
    (
        number,
        serial,
        board_game,
        spec,
        start,
        first,
        second,
        tagged,
        result,
        termination,
        began,
        changed,
        plies,
        dating,
    ) = row
    return StoredGame(
        number, text(serial), text(board_game), text(spec), text(start), text(first), text(second), tags(tagged),
        text(result), text(termination), whole(began), whole(changed), whole(plies), text(dating),
    )  # fmt: skip
