"""Which board to play on: the one that `--board` names, an attached one, or a simulated one of our own.

A simulated board of our own keeps its flash in the user's data folder, so that an unfinished game goes on the next
time; two programs never share one.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from crossboard.boards.link import CONNECTED, Link, open_link
from crossboard.boards.ports import SerialPort, candidates
from crossboard.errors import CrossboardError, LinkError
from crossboard.folders import lock
from crossboard.games.gestures import Hand
from crossboard.games.rules import name_of
from crossboard.language import tr
from crossboard.output import warn
from crossboard.profiles import known_here, load, names
from crossboard.simulator import SimulatedBoard
from crossboard.simulator.control import RemoteBoard
from crossboard.simulator.endpoint import is_terminal
from crossboard.simulator.flash_folder import board_id, flash_folder
from crossboard.simulator.running import running_at, running_ports, work_at

PROFILE = "pico-8x8"
RETRY_S = 1.0

T = TypeVar("T")


@dataclass
class Attached:
    """A board to play on. `hand` moves its pieces if it is a simulated one; `profile` says where each game lies on it."""

    link: Link
    hand: Hand | None = None
    profile: dict[str, Any] = field(default_factory=dict[str, Any])
    note: str = ""
    work: Callable[[], float] = lambda: 0.0  # what a simulated board has computed so far (link.require_hello)
    tell: Callable[[Callable[[], None]], None] | None = (
        None  # has that called when a simulated board's squares or lights change
    )
    another: Callable[[str, Callable[[str], None]], Attached] | None = (
        None  # starts a board of ours that has a game; whatever there is to say of it is said by the second
    )
    closing: contextlib.ExitStack = field(default_factory=contextlib.ExitStack)

    def origin(self, game: str) -> str:
        """The board's square under the game's a1."""
        place: dict[str, str] = self.profile.get("games", {}).get(game, {})
        return place.get("origin", "a1")

    def close(self) -> None:
        """Release everything."""
        self.link.close()
        self.closing.close()


def attach(board: str, control: str, say: Callable[[str], None], game: str = "") -> Attached:
    """The board that `board` names ("": an attached one, else a simulated one that has `game`, as it was typed)."""
    if control and board in ("", "sim", "auto"):
        raise CrossboardError("--control is the workbench of the simulated board at --board PORT: give both")
    profile = profile_for(game)
    if board == "sim" or (not board and not candidates()):
        return own_board(say, profile=profile)
    if not board:
        try:
            return Attached(open_link("auto"))
        except LinkError as error:
            say(f"{error}; starting a simulated board instead")
            return own_board(say, profile=profile)
    link = open_link(board, reopen=_ports_of_lost, others=running_ports, work=work_at)
    attached = Attached(link, work=partial(work_at, link.port_name))
    with contextlib.ExitStack() as stack:
        stack.callback(attached.close)
        found = running_at(attached.link.port_name)
        control = control or (found.control if found else "")
        if control:
            bench = RemoteBench(control, attached.link)
            attached.closing.callback(bench.close)
            attached.hand, attached.profile = Hand(bench), bench.profile
        stack.pop_all()
    return attached


def attach_for(board: str) -> Attached:
    """As `attach`, for a command that shows no board; says so if it starts a simulated one unasked."""
    attached = attach(board, "", warn)
    if attached.note and not board:
        warn("no board is attached: this is your simulated board")
    return attached


def _ports_of_lost(name: str) -> list[str]:
    """Where to look for a board that was at `name`. A pseudo-terminal's name alone is not to be trusted."""
    simulated = running_ports()
    return simulated if is_terminal(name) else [name, *candidates(), *simulated]


def profile_for(game: str) -> str:
    """The profile for a simulated board that has the game (`GAME[:VARIANT]` or a position): the usual one if it can."""
    name = name_of(game)
    having = (profile for profile in (PROFILE, *names()) if not name or name in load(profile)["games"])
    return next(having, PROFILE)


def own_board_for(game: str, say: Callable[[str], None]) -> Attached:
    """The simulated board of our own that has the game."""
    return own_board(say, profile=profile_for(game))


def own_board(say: Callable[[str], None], flash: Path | None = None, profile: str = PROFILE) -> Attached:
    """A simulated board of our own, ended by `close`. With a `flash` it is the only one."""
    with contextlib.ExitStack() as stack:
        another = own_board_for if flash is None else None
        if flash is None:
            kept = flash_folder("play", profile)
            flash = kept if lock(kept, stack) else None
            if flash is None:
                say("another program is using your simulated board; this one will forget its games when it ends")
        identity = board_id(flash)
        board = stack.enter_context(SimulatedBoard(profile, flash, board_id=identity, say=say))
        link = Link(SerialPort(board.port), lambda: [board.port])
        closing = stack.pop_all()
        note = tr("a simulated board")
        return Attached(link, Hand(board), board.profile, note, board.work, board.tell, another, closing)


class RemoteBench:
    """The workbench of a simulated board that another program runs. While that program is gone nothing stands and
    nothing shines; when it is back, at another control endpoint perhaps, it is found again by the link's port.
    """

    def __init__(self, control: str, link: Link) -> None:
        self._link = link
        self._remote: RemoteBoard | None = RemoteBoard(control)
        self._again = 0.0
        with contextlib.ExitStack() as stack:
            stack.callback(self.close)
            self.profile = known_here(self._remote.profile())
            stack.pop_all()

    def close(self) -> None:
        """Disconnect; the board goes on."""
        if self._remote:
            self._remote.close()
        self._remote = None

    def _ask(self, ask: Callable[[RemoteBoard], T], otherwise: T) -> T:
        if self._remote is None and time.monotonic() >= self._again and self._link.state == CONNECTED:
            self._again = time.monotonic() + RETRY_S
            found = running_at(self._link.port_name)
            with contextlib.suppress(CrossboardError):
                self._remote = RemoteBoard(found.control) if found else None
        if self._remote is None:
            return otherwise
        try:
            return ask(self._remote)
        except CrossboardError:
            self.close()
            return otherwise

    def set_square(self, square: str, closed: bool) -> None:
        self._ask(lambda remote: remote.set_square(square, closed), None)

    def squares(self) -> set[str]:
        return self._ask(lambda remote: remote.squares(), set[str]())

    def press(self, button: str) -> None:
        self._ask(lambda remote: remote.press(button), None)

    def lights(self) -> dict[str, tuple[int, int, int]]:
        return self._ask(lambda remote: remote.lights(), {})

    def own_ms(self) -> float:
        return self._ask(lambda remote: remote.own_ms(), 0.0)
