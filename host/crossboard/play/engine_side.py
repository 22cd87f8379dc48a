"""An engine in the place of one of the players: a side that this PC plays by a program of somebody else's.

Its plies come from boards/board_search.py, as hints do. If the engine fails, Crossboard's own search plays on in its place;
`remote` brings it back.
"""

from __future__ import annotations

import argparse
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from crossboard.boards.opponents import REMOTE, Levels, levels_against, require_playable
from crossboard.boards.session import Session
from crossboard.engines.chosen import Chosen, choose, remember
from crossboard.errors import CrossboardError, LibraryError
from crossboard.games.reasons import claimed
from crossboard.games.rules import by_colour, name_of, played, read_side
from crossboard.language import tr

if TYPE_CHECKING:  # python-chess is loaded only when an engine is asked for
    from crossboard.engines.uci import Engine


@dataclass
class EngineWish:
    """An engine that is to play against `side`, in the game `spec` ("": whatever is on the board)."""

    chosen: Chosen
    side: int
    spec: str
    code = ""

    def begin(self, session: Session, say: Callable[[str], None]) -> EngineSide:
        """Begin it; CrossboardError if it can't be, or does not play that game."""
        engine = self.chosen.begin()
        try:
            if self.spec:
                engine.require(self.spec)
            remember(self.chosen, name_of(self.spec))
        except BaseException:
            engine.close()
            raise
        return EngineSide(session, engine, self.chosen.called(engine.name), self.side)

    @property
    def levels(self) -> Levels:
        """Who plays."""
        return levels_against(self.side)

    def close(self) -> None:
        """It ends with the search (play/play.py)."""


def read_engine(args: argparse.Namespace) -> EngineWish:
    """What --engine asks for; CrossboardError if that can't be."""
    others = {"--against": args.against, "--invite": args.invite, "--remote": args.remote, "--broker": args.broker}
    if also := next((name for name, value in others.items() if value), None):
        raise CrossboardError(f"the engine is the opponent: leave out {also}")
    if args.game:
        require_playable(args.game, remote=True)
    side = read_side(args.side, args.game) if args.side else 0
    names = by_colour(args.game, (("--white", args.white), ("--black", args.black)))
    option, name = names[1 - side]
    if name:
        raise CrossboardError(f"{option} {name}: the engine plays that side")
    spec = args.game.partition(" ")[0]
    return EngineWish(choose(args, name_of(spec)), side, spec)


class EngineSide:
    """`engine` plays in the games at the board of `session`, `side` a player; a RemoteSide. `name` is what it is called there."""

    binding = False
    links = ()
    seat = ""
    guest = None
    over = False
    offered = None
    no_rematch = tr("type new to play the engine once more")

    def __init__(self, session: Session, engine: Engine, name: str, side: int) -> None:
        self.notices: deque[str] = deque()
        self.side = side
        self.searcher = engine.searcher
        self._session = session
        self._engine = engine
        self._name = name
        self._last = ("", "")  # the board's game that it has played in last, and what that began with
        session.in_match = True

    @property
    def levels(self) -> Levels:
        """Who plays."""
        return levels_against(self.side)

    @property
    def on_board(self) -> bool:
        """Whether it plays in the board's game."""
        now = self._session.played
        return now is not None and now.levels[1 - self.side] == REMOTE

    @property
    def holds_board(self) -> bool:
        """The same."""
        return self.on_board

    @property
    def plies(self) -> int:
        """How many plies can be taken back."""
        now = self._session.played
        return min(len(now.standing()), now.mirror.undoable) if now else 0

    def step(self) -> None:
        """Name it in the game that it plays in, and let it play in the next one."""
        now = self._session.played
        if now is None or not now.caught_up or self._session.awaiting:
            return
        if self.on_board:
            if self._last[0] != now.board_game and now.names[1 - self.side] != self._name and not now.ended:
                with suppress(LibraryError):  # that side has been played by Crossboard, and keeps that name
                    self._session.name_players({1 - self.side: self._name}, lasting=False)
            self._last = now.board_game, name_of(now.start)
        elif self._last[0]:
            (game, name), self._last = self._last, ("", "")
            others = any(now.levels) or any(self._session.begun_with)
            if game != now.board_game and name == name_of(now.start) and not others and not now.ended:
                self.go_on()

    def take_back(self, count: int) -> None:
        """So many plies, and those before them until it is the player's turn."""
        now = self._session.played
        if now is None:
            return
        plies = now.standing()
        game = played(now.start, plies, len(plies) + 1)
        for _ in range(count):
            game.pop()
        while game.side != self.side and count < len(plies):
            game.pop()
            count += 1
        self._session.take_back(count)

    def offer_draw(self) -> None:
        """Claim one that the rules give; engines agree to none."""
        game = self._session.game
        if game is None or not (reason := claimed(game)):
            raise CrossboardError(
                tr("{engine} agrees to no draw; one that the rules give can be claimed", engine=self._name)
            )
        self._session.end(3, reason)

    def resign(self) -> None:
        """The player gives up."""
        self._session.end(2 - self.side, "resigned")

    def answer(self, yes: bool) -> None:
        """It asks for nothing."""

    def go_on(self) -> None:
        """Let it play in the board's game."""
        now = self._session.played
        if now and now.ended:
            raise CrossboardError(tr("this game is over: type new"))
        if now:
            self._engine.require(now.start.partition(" ")[0])
        self._session.play_sides(self.levels)

    def rematch(self) -> None:
        """It plays in each game that is begun."""

    def clock(self) -> None:
        """The board's is its own."""

    def section(self) -> None:
        """Nothing but the name."""
