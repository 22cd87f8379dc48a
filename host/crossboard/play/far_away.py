"""Who plays a side of the board's game from elsewhere, and a match with somebody far away that is begun while play runs.

It is begun as `crossboard play --invite` and `--remote` begin it (remote.py). Until the broker is reached, and whoever takes up an
invite has heard of the match, the game on the board goes on; if it comes to nothing, nothing has changed.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from crossboard.boards.link import OtherBoardError
from crossboard.boards.opponents import REMOTE
from crossboard.boards.session import Session
from crossboard.errors import CrossboardError
from crossboard.events import Event
from crossboard.games.chess_clock import read_kind
from crossboard.games.rules import draw_start, read_game
from crossboard.language import tr
from crossboard.play.another_board import AnotherBoard
from crossboard.play.remote_side import RemoteSide

if TYPE_CHECKING:  # the hub is loaded only when it is asked for
    from crossboard.hub.remote import RemoteGame
    from crossboard.play.remote import RemoteWish


class FarAway:
    """`side` is what plays from elsewhere, None if nothing does: what play began with, or the match that was begun here.
    `begun`: a match was, which has that code for a page that plays its other side ("": ours). Feed it with `step`.
    """

    def __init__(self, session: Session, another: AnotherBoard, side: RemoteSide | None) -> None:
        self.side = side
        self.begun = Event[[str]]()
        self._session = session
        self._another = another
        self._first = side
        self._wish: RemoteWish | None = None
        self._fresh = False  # whether nothing was kept of it before
        self._game: RemoteGame | None = None
        self._taken_up: tuple[str, str, str] = ("", "", "")

    @property
    def tied(self) -> str:
        """Why no match can be begun here, "" if one can."""
        words = tr("this program was started for a match or with an engine: start it anew for another match")
        return words if self._first else ""

    @property
    def alone(self) -> bool:
        """Whether nobody has come to the match that was begun here: it can be called off."""
        return self._game is not None and self._game.alone

    @property
    def coming(self) -> bool:
        """Whether such a match is on its way to the board."""
        return self._game is not None and self._game is not self.side

    @property
    def notices(self) -> deque[str]:
        """What is to be shown once."""
        shown = self._game or self.side
        return shown.notices if shown else deque[str]()

    @property
    def links(self) -> Sequence[str]:
        """What the other player takes up the match with; none if somebody is there."""
        shown = self._game or self.side
        return shown.links if shown else ()

    def section(self) -> dict[str, object] | None:
        """What pages show of the match."""
        shown = self._game if self.coming else self.side
        offers = shown is not None and shown.binding and shown.offered  # perhaps a game that is still to begin
        section = shown.section() if shown and (self.coming or shown.holds_board or offers) else None
        return section and {**section, "coming": self.coming, "alone": self.alone}

    def invite(self, spec: str, mine: int, clock: str, broker: str, name: str) -> None:
        """Invite somebody to a match in which the side `mine` is played here; with a `spec` of "" to the last such match, which
        is gone on with. CrossboardError if it can't be."""
        from crossboard.play.remote import ask_again, ask_in

        if not spec:
            self._begin(ask_again(broker, name))
            return
        kind = "" if clock in ("", "off") else read_kind(clock).text
        game = read_game(spec)
        if " " not in spec:
            draw_start(game)
        self._begin(ask_in(game, mine, kind, broker, name))

    def join(self, invite: str, broker: str, name: str) -> None:
        """Take up an invite; CrossboardError if it is none."""
        from crossboard.play.remote import take_up

        self._taken_up = invite, broker, name
        self._begin(take_up(invite, broker, name))

    def _begin(self, wish: RemoteWish) -> None:
        self.close()
        self._wish, self._fresh = wish, not wish.kept.path.exists()
        try:
            self._game = wish.begin(self._session, lambda line: None)
        except CrossboardError:
            self.close()
            raise

    def step(self) -> str:
        """One round; why what was begun here comes to nothing, "" if it does not. What play began with raises that."""
        game, wish = self._game, self._wish
        if game is None or wish is None:
            if self.side:
                self.side.step()
            elif self._session.in_match and not self._kept:
                self._session.in_match = False
            return ""
        try:
            if self.coming and not game.reached:
                return ""
            game.step()
        except OtherBoardError as error:
            self.close()
            return self._elsewhere(error)
        except CrossboardError as error:
            if self._fresh:
                game.call_off()
            self.close()
            return str(error)
        if self.coming and game.log:
            self.side = game
            self.begun(wish.code)
        return ""

    @property
    def _kept(self) -> bool:
        """Whether the board keeps a side for somebody far away."""
        played = self._session.played
        return played is not None and REMOTE in played.levels

    def _elsewhere(self, error: OtherBoardError) -> str:
        """The match that was taken up is of another board's game; what is to be said."""

        def join(there: Any) -> str:  # its play.context.Context
            there.far.join(*self._taken_up)
            return ""

        try:
            return self._another.begin(error, join)
        except CrossboardError as refusal:
            return str(refusal)

    def call_off(self) -> None:
        """End what was begun here: people play on at the board."""
        game = self._game
        if game is None:
            return
        on_board = game.on_board
        if game.alone:
            game.call_off()
        self.close()
        if on_board:  # until the board has heard of it, the match counts as played here
            self._session.play_sides((0, 0))

    def close(self) -> None:
        """Leave the match that was begun here, which can be gone on with."""
        if self._wish:
            self._wish.close()
        if self._game:
            self.side = None
        self._wish = self._game = None
