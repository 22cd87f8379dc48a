"""What every writer of `crossboard export` is given."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from crossboard.library import Library


@dataclass(frozen=True, slots=True)
class Options:
    """The options of an export: `at` a turn (None: the last), how fast, pixels across (None: the usual)."""

    at: int | None = None
    speed: float | None = None
    size: int | None = None
    flipped: bool = False


Writer = Callable[[Library, list[int], Options], Iterable[bytes] | bytes]
"""Takes the games' numbers in that library, gives the file: whole, or part by part as it is made."""
