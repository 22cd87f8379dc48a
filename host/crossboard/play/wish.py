"""What is asked for when play begins, on the command line, and how the board comes to it."""

from __future__ import annotations

from dataclasses import dataclass

from crossboard.boards.board_search import THINK_S
from crossboard.boards.link import require_game_on
from crossboard.boards.opponents import Levels
from crossboard.boards.session import Played
from crossboard.errors import CrossboardError
from crossboard.guided_replay.story import Story
from crossboard.play.context import Context, sent

Tale = tuple[Story, int, bool]
"""What to lead through, from which position on, and whether it goes on by itself."""


@dataclass(frozen=True)
class Wish:
    """`game`: the one that is wanted, "" for whatever is on the board; `names` of its players; at which `levels` Crossboard is to
    play (None: as the board's game has it), and the longest that it may think about a ply, in seconds. Instead: a `puzzle` of
    `game`, the game of the library `resumed`, or a `tale` to be replayed on the board, which has that `profile` ("": it says).
    """

    game: str = ""
    names: tuple[str, str] = ("", "")
    levels: Levels | None = None
    think_s: float = THINK_S
    puzzle: int = 0
    resumed: int = 0
    tale: Tale | None = None
    profile: str = ""

    @property
    def spec(self) -> str:
        """The game that is to be on the board, "" if that is not known or needed."""
        return "" if self.tale or self.puzzle or self.resumed else self.game


class Granting:
    """Begins the game that was wanted, once the board has said what is on it. `open` while the game on the board is only on its way
    to that one."""

    def __init__(self, wish: Wish, context: Context) -> None:
        self._context = context
        self._session = context.session
        self._wish = wish
        self._due: Wish | None = wish
        self._resuming = 0  # the game that the board has been asked to go on with
        self.open = bool(wish.spec or wish.resumed)

    def step(self) -> None:
        """One round; CrossboardError if what is wanted can't be."""
        played = self._session.played
        if played is None or not played.caught_up or self._session.awaiting:
            return
        if self._resuming and self._session.refused_game:
            raise CrossboardError(f"game {self._resuming} can't go on: {self._session.refused_game}")
        self._resuming = 0
        wish, self._due = self._due, None
        if wish is None:
            self.open = False
            return
        if wish.resumed:
            self._resume(played, wish.resumed)
        elif wish.puzzle:
            self._context.puzzling.begin(wish.game, wish.puzzle)
        elif wish.spec:
            self._begin(played, wish)
        else:
            self._session.name_sides(*wish.names)
            self._seat(wish)

    def _seat(self, wish: Wish) -> None:
        """Let Crossboard play in the game that is on the board."""
        if wish.levels:
            self._session.play_sides(wish.levels)

    def _resume(self, played: Played, number: int) -> None:
        if played.number != number or played.ended:
            sent(self._session.resume(number))
            self._resuming = number
        else:
            self._context.events.said(f"game {number} is on the board already", "")

    def _begin(self, played: Played, wish: Wish) -> None:
        require_game_on(self._session.link.hello, wish.spec)
        another = played.start.partition(" ")[0] != wish.spec and played.start != wish.spec or played.ended
        self._session.name_sides(*wish.names, later=another)
        if another:
            self._session.new_game(wish.spec, wish.levels or (0, 0))
            return
        number = self._session.keep(played)
        self._seat(wish)
        if played.events:
            self._context.events.said(f"game {number} continues", "; type new to begin another")
