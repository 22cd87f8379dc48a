"""What a game at a board consists of: actions (actions.py) change it; the terminal and the pages see it and hear its events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from crossboard.boards.attach import Attached
from crossboard.boards.board_search import THINK_S, BoardSearch
from crossboard.boards.session import Session
from crossboard.boards.stream import Stream
from crossboard.errors import CrossboardError
from crossboard.events import Events
from crossboard.games.rules import Game
from crossboard.games.words import clean
from crossboard.guided_replay.guided_replay import Lead
from crossboard.guided_replay.in_play import Leader
from crossboard.language import tr
from crossboard.library import Library
from crossboard.play.another_board import AnotherBoard
from crossboard.play.board_puzzle import Puzzling
from crossboard.play.clock import ClockKeeper
from crossboard.play.far_away import FarAway
from crossboard.play.remote_side import Guest, RemoteSide
from crossboard.play.typed_hand import OVER, TypedHand

NO_MATCH = tr("no remote player plays in this game")


def sent(ok: bool) -> None:
    """CrossboardError if the request did not reach the board."""
    if not ok:
        raise CrossboardError(tr("the board is not connected"))


@dataclass(frozen=True)
class Context:
    """The parts of play at a board."""

    session: Session
    library: Library
    leader: Leader
    search: BoardSearch
    puzzling: Puzzling
    clock: ClockKeeper
    hand: TypedHand
    far: FarAway
    events: Events
    another: AnotherBoard

    @property
    def lead(self) -> Lead | None:
        """The replay on the board, None while it plays."""
        return self.leader.lead

    @property
    def remote(self) -> RemoteSide | None:
        """What plays a side from elsewhere, None if nothing does."""
        return self.far.side

    @property
    def match(self) -> RemoteSide | None:
        """The remote side with which everything is agreed, None if there is none."""
        return self.remote if self.remote and self.remote.binding else None

    @property
    def guest(self) -> Guest | None:
        """What a page in the other player's place sees of the match, None if there is no such place."""
        return self.remote.guest if self.remote else None

    @property
    def holding(self) -> RemoteSide | None:
        """The remote side by which everything goes that players want of the board's game, None if there is none."""
        return self.remote if self.remote and self.remote.holds_board else None

    @property
    def game(self) -> Game:
        """The game that is being played; CrossboardError if none is."""
        game = self.session.game
        if game is None or self.lead:
            raise CrossboardError(in_game(self))
        return game

    @property
    def moment(self) -> tuple[object, ...]:
        """Changes whenever the game or the replay looks different."""
        return self.session.changed, self.leader.changed, self.lead is None

    @property
    def sections(self) -> Mapping[str, object]:
        """The search's clock, the puzzle and the match, as pages get them, and whether a remote player could be brought back."""
        puzzle = self.puzzling.puzzle
        return {
            "thinking": self.thinking,
            "puzzle": {"number": puzzle.number, "words": clean(self.puzzling.words)} if puzzle else None,
            "match": self.far.section(),
            "left": not (remote_left(self) or in_game(self)),
        }

    @property
    def thinking(self) -> str:
        """What is awaited, in a line: a board that starts, or what the search finds."""
        return self.another.words or self.search.words()

    @property
    def elsewhere(self) -> Sequence[str]:
        """The games that may be asked for although the board does not play them: then another one is started."""
        return self.another.games

    @property
    def links(self) -> Sequence[str]:
        """What the other player of a match takes it up with, as long as nobody has."""
        return self.far.links

    @property
    def clock_value(self) -> object:
        """The chess clock as pages get it: they count down by themselves. None for none."""
        return self.clock.clock.value() if self.clock.clock else None


def in_game(context: Context) -> str:
    """Why there is no game to be played on, "" if there is one."""
    if context.lead:
        return tr("no game is in progress: this is a replay")
    return "" if context.session.game else tr("no game is in progress")


def remote_left(context: Context) -> str:
    """Why no remote player can be brought back, "" if there is one, and a game without it on the board."""
    if context.remote is None:
        return NO_MATCH
    already = tr("the match is on the board") if context.match else tr("the engine plays already")
    on_board = already if context.remote.on_board else ""
    return tr("the match is over") if context.remote.over else on_board


def over(context: Context) -> str:
    """Why the game on the board can't be played on, "" if it can."""
    return OVER if context.session.played and context.session.played.ended else ""


def assemble(
    session: Session,
    library: Library,
    attached: Attached,
    remote: RemoteSide | None = None,
    think_s: float = THINK_S,
    profile: str = "",
    barred: str = "",
) -> Context:
    """Build all parts of play. The caller closes the search, `far` and `another`; `barred` says why no other board may be taken."""
    events = Events()
    leader = Leader(session, library, attached, profile)
    search = BoardSearch(session, think_s, remote.searcher if remote else None)
    puzzling = Puzzling(session, search, events.said)
    another = AnotherBoard(attached, library, barred)
    far = FarAway(session, another, remote)
    clock = ClockKeeper(session, library, leader, lambda: far.side if far.side and far.side.binding else None, events)
    hand = TypedHand(session, leader, attached)
    stream = Stream(session, events.streamed, lambda: clock.clock.value() if clock.clock else None)
    events.clock.subscribe(stream.clock_changed)
    events.round.subscribe(lambda now: stream.step())
    return Context(session, library, leader, search, puzzling, clock, hand, far, events, another)
