"""What is asked for when play begins, on the command line, and how the board comes to it."""

from __future__ import annotations

from dataclasses import dataclass

from crossboard.boards.board_search import THINK_S
from crossboard.boards.link import require_game_on
from crossboard.boards.opponents import Levels, read_against
from crossboard.boards.session import Played
from crossboard.errors import CrossboardError
from crossboard.games.chess_clock import Kind
from crossboard.games.rules import by_colour
from crossboard.guided_replay.story import Story
from crossboard.language import tr
from crossboard.play.context import Context, sent

Tale = tuple[Story, int, bool]
"""What to lead through, from which position on, and whether it goes on by itself."""


@dataclass(frozen=True)
class Wish:
    """`game`: the one that is wanted, "" for whatever is on the board; `names` of White's and Black's player; the levels that
    Crossboard is to play at, `against` the player of `side`, as typed ("": as the board's game has it), or the `levels` themselves,
    and the longest that it may think about a ply, in seconds; the game's `clock`, unless it has that already. Instead: a `puzzle`
    of `game`, the game of the library `resumed`, or a `tale` to be replayed on the board, which has that `profile` ("": it says).
    """

    game: str = ""
    names: tuple[str, str] = ("", "")
    against: str = ""
    side: str = ""
    levels: Levels | None = None
    think_s: float = THINK_S
    clock: Kind | None = None
    puzzle: int = 0
    resumed: int = 0
    tale: Tale | None = None
    profile: str = ""

    @property
    def spec(self) -> str:
        """The game that is to be on the board, "" if that is not known or needed."""
        return "" if self.tale or self.puzzle or self.resumed else self.game

    def players(self, game: str) -> tuple[tuple[str, str], Levels | None]:
        """The names and levels of the first and the second side of a game; CrossboardError if they can't be."""
        names = by_colour(game, self.names)
        levels = read_against(self.against, self.side, game) if self.against else self.levels
        for level, name, option in zip(levels or (0, 0), names, by_colour(game, ("--white", "--black")), strict=True):
            if level and name:
                raise CrossboardError(f"{option} {name}: Crossboard plays that side, at level {level}")
        return names, levels


class Granting:
    """Begins the game that was wanted, once the board has said what is on it. `open` while the game on the board is only on its way
    to that one."""

    def __init__(self, wish: Wish, context: Context) -> None:
        self._context = context
        self._session = context.session
        self._wish = wish
        self._due: Wish | None = wish
        self._resuming = 0  # the game that the board has been asked to go on with
        self.open = bool(wish.spec or wish.resumed or wish.clock)

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
        if wish.clock:
            self._context.clock.want(wish.clock)
        if wish.resumed:
            self._resume(played, wish.resumed)
        elif wish.puzzle:
            self._context.puzzling.begin(wish.game, wish.puzzle)
        elif wish.spec:
            self._begin(played, wish)
        else:
            names, levels = wish.players(played.start)
            self._session.name_sides(*names)
            self._seat(levels)

    def _seat(self, levels: Levels | None) -> None:
        """Let Crossboard play in the game that is on the board."""
        if levels:
            self._session.play_sides(levels)

    def _resume(self, played: Played, number: int) -> None:
        if played.number != number or played.ended:
            sent(self._session.resume(number))
            self._resuming = number
        else:
            self._context.events.said(tr("game {number} is on the board already", number=number), "")

    def _begin(self, played: Played, wish: Wish) -> None:
        require_game_on(self._session.link.hello, wish.spec)
        another = played.start.partition(" ")[0] != wish.spec and played.start != wish.spec or played.ended
        names, levels = wish.players(wish.spec)
        self._session.name_sides(*names, later=another)
        if another:
            self._session.new_game(wish.spec, levels or (0, 0))
            return
        number = self._session.keep(played)
        self._seat(levels)
        if played.events:
            self._context.events.said(tr("game {number} continues", number=number), "; type new to begin another")
