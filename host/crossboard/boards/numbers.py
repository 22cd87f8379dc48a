"""Reads the numbers in a board's messages, strictly, so that no other code meets one out of range."""

from __future__ import annotations

MOST_RECORDS = (1 << 30) - 1  # in a game
MOST_PLAYED_MS = (1 << 40) - 1  # playing time, or time since the board was switched on: 35 years
MOST_WALL_MS = (1 << 47) - 1  # since 1970: until the year 6429


def read_number(text: str, most: int = MOST_RECORDS, least: int = 0) -> int:
    """The number in these decimal digits; ValueError unless it is from `least` to `most`."""
    if not (text.isascii() and text.isdecimal() and len(text) < 16 and least <= int(text) <= most):
        raise ValueError(f"no number from {least} to {most}: {text!r}")
    return int(text)


def read_seq(text: str) -> int:
    """The number of a record, 1 or higher; ValueError otherwise."""
    return read_number(text, least=1)


def read_ms(text: str) -> int:
    """A playing time, or a time since the board was switched on, in ms; ValueError if it is not one."""
    return read_number(text, MOST_PLAYED_MS)


def read_wall(text: str) -> int:
    """A wall time, ms since 1970; ValueError if it is not one."""
    return read_number(text, MOST_WALL_MS)
