"""Times, dates, sizes and counts as people read them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from typing import Literal

from crossboard.language import join, tr
from crossboard.output import clean as clean

NAMED = 4  # things that are named in a sentence; more are counted
DAY = re.compile(r"([0-9?]{4})\.(\d\d|\?\?)\.(\d\d|\?\?)", re.ASCII)
"""A date in a record, as far as it is known."""


def clock_text(ms: int) -> str:
    """A time spent, `h:mm:ss.t`, cut to tenths of a second."""
    tenths = max(0, ms) // 100
    return f"{tenths // 36000}:{tenths // 600 % 60:02d}:{tenths // 10 % 60:02d}.{tenths % 10}"


def date_text(ms: int) -> str:
    """A wall time (ms since 1970) as people here read it; one that no calendar has is `????-??-?? ??:??`."""
    try:
        return datetime.fromtimestamp(ms / 1000).isoformat(" ", "minutes")
    except (OverflowError, OSError, ValueError):
        return "????-??-?? ??:??"


def first_day(date: str) -> datetime | None:
    """The first day that a record's date (`2026.03.??`) may mean, in a leap year if that is not known; None if it is not a date."""
    if not (found := DAY.fullmatch(date)):
        return None
    try:
        year, month, day = found[1].replace("?", "4"), found[2].replace("??", "1"), found[3].replace("??", "1")
        return datetime(int(year), int(month), int(day))
    except ValueError:
        return None


def day_text(date: str) -> str:
    """A record's date (`2026.03.??`) as `date_text` has its day; what is none is a day that nobody knows."""
    return date.replace(".", "-") if first_day(date) else "????-??-??"


def size_text(size: int) -> str:
    """Bytes as people read them: `48 KB`, `1.9 MB`, `128 MB`."""
    kb = (size + 512) // 1024
    if kb < 1024:
        return f"{kb} KB"
    mb = kb / 1024
    return f"{mb:.1f} MB" if mb < 9.95 else f"{mb:.0f} MB"


def listed(names: Sequence[str], last: Literal["or", "and"] = "or") -> str:
    """`a4`, `a4 or a5`, `a4, a5 or a6`; with "and" for `last`, `a4, a5 and a6`."""
    if len(names) < 2:
        return names[0] if names else ""
    if len(names) > NAMED:
        values = {"names": join(", ", names[:NAMED]), "count": len(names) - NAMED}
        return tr("{names} or {count} more", **values) if last == "or" else tr("{names} and {count} more", **values)
    values = {"names": join(", ", names[:-1]), "last": names[-1]}
    return tr("{names} or {last}", **values) if last == "or" else tr("{names} and {last}", **values)


def plural(count: int, one: str) -> str:
    """`1 game`, `2 games`, `2 replies`, `2 passes`."""
    stem = re.sub(r"(s|x|ch|sh)$", r"\1e", re.sub(r"(?<![aeo])y$", "ie", one))
    return f"{count} {one if count == 1 else stem + 's'}"
