"""A board with little memory: what does not fit is refused in words, and the game goes on.

MicroPython's heap does not grow here. It collects garbage only between two rounds, a real board whenever it must: so a board
gets by with some KB less than here.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from crossboard import profiles
from tests.benchmarks.board import BOOT_MS, Measured, going_on

ASK_MS = 100
SPARE = 8000  # as in heap_script.py
GAME_MS = 20_000
BUTTONS = (
    *("B ok hold", "B next", "B ok", "B ok", "B next", "B ok", "B ok"),  # another game, a level, a side
    *("B back hold", "B next", "B back", "B next hold", "B next", "B ok"),
)
MISC = ("I 1 1", "Z hint", "J", "O", "D flickers", "S", "U 2", *BUTTONS, "I 1 0", "M a1:1")


def evening(name: str, spare_kb: int, folder: Path, begins: str) -> tuple[list[str], list[str]]:
    """What the board said, and its state in the end: mode, game, whether plies were played in it, whether a task is under way."""
    board = profiles.load(name)
    measured = Measured(board, begins, folder)
    play = measured.heap().play
    bare = measured.run([], 2 * play)
    others = bare["bare"][0] + bare["script"][0] - bare["without"][0]
    games = [f"N {game}" for game in (*board["games"], begins)]
    end = BOOT_MS + GAME_MS * len(games)
    first = (
        f"port.games = list(zip(range({BOOT_MS}, {end}, {GAME_MS}), heap_script.messages(*{games})))\n"
        f"port.wishes = heap_script.messages(*{MISC})\nport.quiet_at = {end - GAME_MS}"
    )
    pieces = [
        f"session.hands = session.tolerant = True; session.ask_at, session.ask_ms = {BOOT_MS}, {ASK_MS}",
        *going_on(end),
        "print('end', session.letter(), session.app.table.game.name, session.turns > 0, bool(session.app.task))",
        "port.tell()",
    ]
    lines = measured.printed(pieces, play + (spare_kb << 10) + others + SPARE, fixed=True, first=first).splitlines()
    heard = [line.removeprefix("heard ") for line in lines if line.startswith("heard ")]
    (end,) = [line.split()[1:] for line in lines if line.startswith("end ")]
    return heard, end


@pytest.mark.parametrize(
    ("name", "begins", "spare_kb", "short"),
    [
        ("pico-8x8", "charing-cross", 250, False),
        ("pico-8x8", "charing-cross", 63, True),
        ("pico-cross", "card-chess", 250, False),
    ],
)
def test_an_evening(micropython: object, tmp_path: Path, name: str, begins: str, spare_kb: int, short: bool) -> None:
    """All games, menus, a level, hints and requests, with so much more than play takes; then play goes on."""
    heard, end = evening(name, spare_kb, tmp_path, begins)
    assert any("too little memory" in line for line in heard) == short, heard
    assert not [line for line in heard if line.startswith("L error")], heard
    mode, game, *rest = end
    assert (mode, rest) == ("p", ["True", "False"]) and (game == begins or short), (end, heard)
