"""What plays a side of the board's game from elsewhere: a person far away, an engine, or whoever plays on a server.

The board keeps that side at the level REMOTE: it asks for its plies (message Z of the protocol), and its lights lead hands through
them. Whoever has something to ask of that side, such as the actions (actions.py), asks here.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import Protocol

from crossboard.boards.opponents import Levels
from crossboard.boards.session import Session
from crossboard.games.chess_clock import ChessClock
from crossboard.opponent.thinker import MakeSearcher
from crossboard.web import view


class Guest(view.Guest, Protocol):
    """A match whose other side may be played on a page (web/seat.py)."""

    def hear_guest(self, at: int, kind: str, text: str) -> None:
        """What that page's player wants, when the match's log had `at` entries."""
        ...


class RemoteSide(Protocol):
    """Feed it with `step`, in every round; `notices` collects what is to be shown once.

    `binding`: somebody waits at the other end, with whom everything is agreed. So there is no other game meanwhile, nobody is
    helped or replaced, and the clock is theirs too. Where it is not, players do as they like.
    `searcher` makes what finds its plies and hints; None where somebody else does. `guest`: see there; None where no page plays.
    `seat`: the link of that page, once there is one.
    """

    notices: deque[str]
    seat: str

    @property
    def binding(self) -> bool: ...
    @property
    def searcher(self) -> MakeSearcher | None: ...
    @property
    def guest(self) -> Guest | None: ...

    @property
    def links(self) -> Sequence[str]:
        """What somebody takes the other side up with, as long as nobody has."""
        ...

    @property
    def side(self) -> int:
        """The side of the local player."""
        ...

    @property
    def levels(self) -> Levels:
        """The levels of both sides, for the board."""
        ...

    @property
    def on_board(self) -> bool:
        """Whether it plays in the board's game."""
        ...

    @property
    def over(self) -> bool:
        """Whether that is over for good."""
        ...

    @property
    def holds_board(self) -> bool:
        """Whether what players want of the board's game goes by it."""
        ...

    @property
    def plies(self) -> int:
        """How many plies can be taken back."""
        ...

    @property
    def offered(self) -> object:
        """What it wants the local player to agree to, None if nothing."""
        ...

    def step(self) -> None: ...

    def take_back(self, count: int) -> None: ...
    def offer_draw(self) -> None: ...
    def resign(self) -> None: ...
    def answer(self, yes: bool) -> None: ...
    def go_on(self) -> None:
        """Bring it back to the board, which plays something else or without it."""
        ...

    @property
    def no_rematch(self) -> str:
        """Why it can't be asked for the same game once more, "" if it can."""
        ...

    def rematch(self) -> None:
        """Ask for that."""
        ...

    def clock(self) -> ChessClock | None:
        """That of both sides, if it is agreed."""
        ...

    def section(self) -> dict[str, object] | None:
        """What pages show of it."""
        ...


class SideWish(Protocol):
    """Such a side that is to be begun, and then closed. `code`: what lets a page play it, "" if none may."""

    @property
    def code(self) -> str: ...
    def begin(self, session: Session, say: Callable[[str], None]) -> RemoteSide:
        """Begin it; CrossboardError if it can't be."""
        ...

    def close(self) -> None: ...
