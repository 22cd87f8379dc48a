"""Which board to play on: the one that `--board` names, an attached one, or a simulated one of our own.

A simulated board of our own keeps its flash in the user's data folder, so that an unfinished game goes on the next
time; two programs never share one.
"""

from __future__ import annotations

import contextlib
import importlib
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

import platformdirs

from crossboard.errors import CrossboardError, LinkError
from crossboard.gestures import Hand
from crossboard.link import Link, open_link
from crossboard.ports import SerialPort, candidates
from crossboard.simulator import SimulatedBoard

PROFILE = "pico-8x8"


@dataclass
class Attached:
    """A board to play on. `hand` moves its pieces if it is a simulated one; `profile` says where each game lies on it."""

    link: Link
    hand: Hand | None = None
    profile: dict[str, Any] = field(default_factory=dict[str, Any])
    note: str = ""
    closing: contextlib.ExitStack = field(default_factory=contextlib.ExitStack)

    def origin(self, game: str) -> str:
        """The board's square under the game's a1."""
        place: dict[str, str] = self.profile.get("games", {}).get(game, {})
        return place.get("origin", "a1")

    def close(self) -> None:
        """Let go of everything."""
        self.link.close()
        self.closing.close()


def attach(board: str, control: str, say: Callable[[str], None]) -> Attached:
    """The board that `board` names ("": an attached one, else a simulated one)."""
    if board == "sim" or (not board and not candidates()):
        return own_board(say)
    if not board:
        try:
            return Attached(open_link("auto"))
        except LinkError as error:
            say(f"{error}; a simulated board is started")
            return own_board(say)
    return with_control(Attached(open_link(board)), control)


def own_board(say: Callable[[str], None], flash: Path | None = None) -> Attached:
    """A simulated board of our own, ended by `close`."""
    with contextlib.ExitStack() as stack:
        if flash is None:
            folder = Path(platformdirs.user_data_dir("crossboard", False)) / "simulated" / PROFILE
            flash = folder / "flash" if _lock(folder, stack) else None
            if flash is None:
                say("another program plays on your simulated board; this one forgets its games when it ends")
        board = stack.enter_context(SimulatedBoard(PROFILE, flash, say=say))
        link = Link(SerialPort(board.port), lambda: [board.port])
        return Attached(link, Hand(board), board.profile, "a simulated board", stack.pop_all())


def _lock(folder: Path, stack: contextlib.ExitStack) -> bool:
    """Hold a lock on the folder until `stack` is closed; False if another program holds it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        file = stack.enter_context((folder / "lock").open("a+b"))
        _lock_file(file)
    except OSError:
        return False
    return True


def _lock_file(file: IO[bytes]) -> None:
    """Lock a file or raise OSError; closing it, or the end of the program however it ends, unlocks it."""
    try:
        fcntl: Any = importlib.import_module("fcntl")
    except ImportError:
        msvcrt: Any = importlib.import_module("msvcrt")
        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def with_control(attached: Attached, control: str) -> Attached:
    """Join the control endpoint of a simulated board that was started elsewhere."""
    if control:
        attached.close()
        raise CrossboardError("no control endpoint can be joined yet", control)
    return attached
