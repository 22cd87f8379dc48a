"""The names that modules of a board use, and a module that brings them.

MicroPython keeps each name that it meets for ever, in pieces of 128 bytes of heap wherever there is room. Modules that come and
go would leave those all over the heap, and no large piece free between them. So a board first loads a module that brings the
names of all others: then they lie together. In a MicroPython with a ROM partition they are frozen (flash/frozen.py), and take no
heap at all.
"""

from __future__ import annotations

from collections.abc import Mapping

_HEAD = 4  # bytes before the first number of an .mpy (MicroPython, py/persistentcode.c)


def names_in(files: Mapping[str, bytes]) -> set[str]:
    """The names that the .mpy among these files bring, but for those that they know by number; path on the board -> content."""
    return set[str]().union(*(_names_of(data) for path, data in files.items() if path.endswith(".mpy")))


def made_in_play(files: Mapping[str, bytes]) -> set[str]:
    """The names that MicroPython makes while those modules run: strings of one character, modules and their packages."""
    found = {chr(code) for code in range(ord(" "), 0x7F)}
    for path in files:
        if path.endswith(".mpy"):
            parts = path[1:].removesuffix(".mpy").split("/")
            found.update(parts)
            found.update(".".join(parts[: count + 1]) for count in range(len(parts)))
    return found


def bringing(names: set[str], mpy: bytes) -> bytes:
    """A module that does as `mpy` does and brings these names too, whether or not its code uses them."""
    count, at = _number(mpy, _HEAD)
    constants, start = _number(mpy, at)
    brought = [_number_as(len(name) << 1) + name + b"\0" for name in sorted(text.encode() for text in names)]
    own = _end(mpy, start, count)
    head = mpy[:_HEAD] + _number_as(count + len(brought)) + _number_as(constants)
    return head + mpy[start:own] + b"".join(brought) + mpy[own:]


def _names_of(mpy: bytes) -> set[str]:
    count, at = _number(mpy, _HEAD)
    _, at = _number(mpy, at)
    found: set[str] = set()
    for _ in range(count):
        length, start = _number(mpy, at)
        at = _end(mpy, at, 1)
        if length & 1 == 0:
            found.add(mpy[start : at - 1].decode())
    return found


def _end(mpy: bytes, at: int, count: int) -> int:
    """Where so many names from there end."""
    for _ in range(count):
        length, at = _number(mpy, at)
        if length & 1 == 0:  # else it is the number of one that MicroPython has
            at += (length >> 1) + 1
    return at


def _number(mpy: bytes, at: int) -> tuple[int, int]:
    """A number there, seven bits a byte with the highest first, and where it ends."""
    found = 0
    while True:
        found = found << 7 | mpy[at] & 0x7F
        at += 1
        if mpy[at - 1] < 0x80:
            return found, at


def _number_as(number: int) -> bytes:
    found = bytes((number & 0x7F,))
    while number := number >> 7:
        found = bytes((number & 0x7F | 0x80,)) + found
    return found
