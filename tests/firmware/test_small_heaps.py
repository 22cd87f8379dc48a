"""A board with little memory: what does not fit is refused in words, and the game goes on.

MicroPython's heap does not grow here. It collects garbage only between two rounds, a real board whenever it must: so a board
gets by with some KB less than here. Where a module can't be loaded for lack of memory, this MicroPython itself may end with a
memory access out of bounds, or go on for ever, on some heaps and not on others a few KB larger or smaller (3 of the 14 below in
which a first game begins), so no size is a limit; and a board that starts anew with a new heap ends here, too. Such a heap can't
be tried here: a warning names it, and more than MOST_CRASHES of a board are a failure. An emulated board can
(test_emulated_small.py).
"""

from __future__ import annotations

import contextlib
import warnings
from collections.abc import Iterable
from pathlib import Path

import pytest

from crossboard import profiles
from crossboard.simulator.micropython import HEAP, MicroPythonError
from tests.support.pico_heap import BOOT_MS, Measured, going_on

ASK_MS = 100
SPARE = 8000  # as in heap_script.py
GAME_MS = 20_000
BUTTONS = (
    *("B ok hold", "B next", "B ok", "B ok", "B next", "B ok", "B ok"),  # another game, a level, a side
    *("B back hold", "B next", "B back", "B next hold", "B next", "B ok"),
)
MISC = ("I 1 1", "Z hint", "J", "O", "D flickers", "S", "U 2", *BUTTONS, "I 1 0", "M a1:1")
SHORT = "this board has too little memory for "
REFUSED = "3"
STUCK_S = 90.0  # what takes seconds otherwise
MOST_CRASHES = 4  # heaps of one board that can't be tried
START_MS = 70_000  # until all games have been tried


class CantBeTriedError(Exception):
    """This MicroPython, or the script that plays, can't go on with such a heap."""


class Small:
    """A board that has so much more heap than a game takes in play, with a PC and hands; it begins with that game."""

    def __init__(self, name: str, begins: str, folder: Path) -> None:
        self.games = list(profiles.load(name)["games"])
        self._measured = Measured(profiles.load(name), begins, folder)
        self._play = self._measured.heap().play
        bare = self._measured.run([], 2 * self._play)
        self._crashed: list[int] = []
        self._others = bare["bare"][0] + bare["script"][0] - bare["without"][0] + SPARE

    def run(self, spare_kb: int, until: int, first: str = "", hands: bool = True) -> tuple[list[str], str, str, bool]:
        """What the board said, and in the end its mode, its game, and whether plies were played in it. No task is under way."""
        pieces = [
            f"session.tolerant = True; session.hands = {hands}; session.ask_at, session.ask_ms = {BOOT_MS}, {ASK_MS}",
            *going_on(until),
            "app = session.app",
            "print('end', session.letter(), app.table.game and app.table.game.name, session.turns, app.display.noticed)",
            "port.tell()",
        ]
        heap = self._play + (spare_kb << 10) + self._others
        try:
            lines = self._measured.printed(pieces, heap, fixed=True, first=first, timeout=STUCK_S).splitlines()
        except MicroPythonError as error:
            reasons = ("memory access out of bounds", "AssertionError: leaving", "still running after")
            if any(reason in str(error) for reason in reasons):
                self._crashed.append(spare_kb)
                warnings.warn(f"not tried: {spare_kb} KB to spare; {str(error).splitlines()[0]}", stacklevel=2)
                assert len(self._crashed) <= MOST_CRASHES, self._crashed
                raise CantBeTriedError from error
            raise
        heard = [line.removeprefix("heard ") for line in lines if line.startswith("heard ")]
        ((mode, game, turns, notice),) = [line.split()[1:] for line in lines if line.startswith("end ")]
        assert not [line for line in heard if line.startswith("L error")], heard
        assert notice == REFUSED or game != "None", notice  # the corners say so still
        return heard, mode, game, turns != "0"


@pytest.mark.parametrize(
    ("name", "begins", "heaps", "short"),
    [
        ("pico-8x8", "charing-cross", [250], False),
        ("pico-8x8", "charing-cross", range(75, 65, -1), True),
        ("pico-cross", "card-chess", [250], False),
        ("pico-cross", "card-chess", range(90, 80, -1), True),
    ],
    ids=["pico-8x8", "pico-8x8-short", "pico-cross", "pico-cross-short"],
)
def test_an_evening(
    micropython: object, tmp_path: Path, name: str, begins: str, heaps: Iterable[int], short: bool
) -> None:
    """All games, menus, a level, hints and requests; in the end the first game again. Each game begins or is refused in words, and
    play goes on in the last that began. `heaps`: KB to spare, of which the first that can be tried is."""
    board = Small(name, begins, tmp_path)
    games = [*board.games, begins]
    end = BOOT_MS + GAME_MS * len(games)
    wishes = (
        f"port.games = list(zip(range({BOOT_MS}, {end}, {GAME_MS}), heap_script.messages(*{[f'N {g}' for g in games]})))\n"
        f"port.wishes = heap_script.messages(*{MISC})\nport.quiet_at = {end - GAME_MS}"
    )
    for spare_kb in heaps:
        with contextlib.suppress(CantBeTriedError):
            heard, mode, game, played = board.run(spare_kb, end, wishes)
            break
    else:
        pytest.fail("no heap could be tried")
    answers = [line.removeprefix("C N ") for line in heard if line.startswith("C N ")]
    assert len(answers) == len(games) and all(a == "ok" or a.startswith(f"error {SHORT}") for a in answers), heard
    assert any("too little memory" in line for line in heard) == short, heard
    assert (mode, played) == ("p", True) and (game == begins or answers[-1] != "ok"), (mode, game, played, heard)


@pytest.mark.parametrize("step", [4, pytest.param(2, marks=pytest.mark.soak)])  # KB from one heap to the next
def test_a_first_game_that_does_not_fit(micropython: object, tmp_path: Path, step: int) -> None:
    """With less and less memory the board begins with that game; with another one, and says so; or says that none fits. It does
    all that without a reset."""
    name = "kings-crossing"
    board = Small("pico-8x8", name, tmp_path)
    seen: set[str] = set()
    for spare_kb in range(46, 18, -step):
        try:
            heard, mode, game, _ = board.run(spare_kb, START_MS, hands=False)
        except CantBeTriedError:
            continue
        words = [
            line.removeprefix("L ") for line in heard if line.startswith(f"L {SHORT}") and not line.endswith(" that")
        ]
        if game == "None":
            # Without the memory to talk to a PC, too, lights alone say it.
            assert mode == "g" and (not heard or any(SHORT in line for line in heard)), (spare_kb, mode, heard)
        else:
            assert mode == "p", (spare_kb, mode, heard)
            assert set(words) <= (set() if game == name else {f"{SHORT}{name}, so {game} begins"}), (spare_kb, heard)
            assert game == name or any(SHORT in line for line in heard), (spare_kb, heard)
        seen.add("it" if game == name else "none" if game == "None" else "another")
    assert seen == {"it", "another", "none"}


MOMENTS: dict[str, tuple[str, ...]] = {
    "a ply": (),
    "another game": ("N card-chess",),
    "the same game again": ("N charing-cross",),
    "a menu": ("B ok hold",),
    "an item of a menu": ("B ok hold", "B next"),
    "interrupted games": ("B ok hold", *["B next"] * 3),
    "resigning in a menu": ("B back hold", "B ok"),
    "the end of a game": ("E 1 2",),
    "taking back": ("U 1",),
    "a hint": ("I 1 1", "I 1 0", "Z hint"),
    "the board at both sides": ("I 0 0", "I 1 0", "I 0 1", "I 1 1"),
    "people again": ("I 0 0", "I 1 0"),
    "earlier games": ("J",),
    "lights": ("M a1:1",),
    "settings": ("O brightness 50",),
    "a snapshot": ("S",),
    "the time": ("T 1700000000001",),
    "flickers": ("D flickers",),
    "the heap": ("D memory",),
    "a test": ("D begin",),
    "the end of a test": ("D begin", "D end"),
    "a test's lights": ("D begin", "D lights 9 9 9"),
    "a test's counts": ("D begin", "D counts"),
    "sensors the other way round": ("D begin", "D swap"),
    "a replay's lights": ("D begin", "D paint " + "3" * 64),
    "play after that": ("D end",),
    "teaching": ("O teaching 1", "O teaching 2"),
    "a ply with it": (),
    "a takeback with it": ("U 1",),
}
TIMES = 8  # that memory lacks in one of them, each time a little later


@pytest.mark.parametrize(
    ("first", "moments"),
    [("", MOMENTS), ("import air_script\nport = air_script.AirPort()", {**MOMENTS, "a PC that comes": ("!",)})],
    ids=["usb", "wifi"],
)
def test_a_moment_without_memory(
    micropython: object, tmp_path: Path, first: str, moments: dict[str, tuple[str, ...]]
) -> None:
    """Whatever a round needs memory for, once there is none: that is said in words, and play goes on without a reset."""
    measured = Measured(profiles.load("pico-8x8"), "charing-cross", tmp_path)
    pieces = ["session.tolerant = True", *going_on(BOOT_MS)]
    for what, asked in moments.items():
        pieces.append(f"print('moment', {what!r})\nmoment = heap_script.messages(*{asked})\nsince = 0")
        pieces += ["if since >= 0:\n    since = session.lack(moment, since)"] * TIMES
    for moment in measured.printed(pieces, HEAP, first=first).split("\nmoment ")[1:]:
        what, _, rest = moment.partition("\n")
        for found in rest.split("lacked ")[1:]:
            mattered, state = found.splitlines()[0].split()
            assert state in ("p", "o"), (what, found)
            assert mattered == "-1" or SHORT in found, (what, found)
        assert "lacked" in rest and not rest.startswith("lacked -1"), (what, rest)
