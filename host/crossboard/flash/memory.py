"""Estimates what fits into a board's memory, before anything is written; the board itself tries it (firmware/heap.py).

Where modules run in place, from a ROM partition, every board has room.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from crossboard.board_files.build import path_of_game
from crossboard.games.about import about

KB = 1024

# Measured on an emulated Pico with stock MicroPython 1.26.1 (firmware/README.md): in play 163 to 176 KB, of the first game.
BASE = 151 * KB
"""Bytes of heap in play besides what is the game's own."""

HEAP_PER_BYTE = 2.1
"""Bytes of heap that a byte of the game's code comes to."""

BEGINNING = 36 * KB
"""Bytes more while a game begins, in pieces as they lie then."""

SEARCH = 44 * KB
"""Bytes more while the board searches."""

ONLY_NOW_AND_THEN = ("evaluation.mpy", "reading.mpy", "text.mpy", "worlds.mpy")
"""Modules of a game that are not loaded in play."""


def in_play(files: Mapping[str, bytes], game: str) -> float:
    """The bytes of heap that a game takes in play, of the board's files."""
    package = f"/{path_of_game(game)}/"
    own = (len(data) for path, data in files.items() if path.startswith(package))
    later = (len(files[package + name]) for name in ONLY_NOW_AND_THEN if package + name in files)
    return BASE + HEAP_PER_BYTE * (sum(own) - sum(later))


def what_fits(files: Mapping[str, bytes], games: Iterable[str], heap: int) -> str:
    """What a board with so many bytes of heap has memory for with these files, as a sentence; "" if that is not known."""
    if not heap:
        return ""
    in_place = not any(path.startswith("/firmware/") for path in files)
    needs = {} if in_place else {game: in_play(files, game) for game in games}
    large = [about(game).title for game, need in needs.items() if need + BEGINNING > heap]
    board = "the board's own play" if any(need + SEARCH > heap for need in needs.values()) else ""
    if not large and not board:
        return f"its memory ({heap // KB} KB) has room for all its games and for the board's own play"
    return (
        f"this board has too little memory ({heap // KB} KB) for {', '.join([*large, *([board] if board else [])])}; "
        "a Pico 2 has room, and so has MicroPython with a ROM partition (firmware/README.md)"
    )
