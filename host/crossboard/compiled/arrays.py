"""shared_rules/arrays.py for the compiled rules: plain bytes and machine words, which C reads best."""

from __future__ import annotations

from array import array

cells = bytearray


def table(values: bytes) -> bytes:
    """What is looked up as it is."""
    return values


view = flags = table


def words(size: int) -> array[int]:
    """So many numbers below 2**30, all 0."""
    return array("i", bytes(4 * size))
