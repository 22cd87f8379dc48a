"""The chess clock of the game on the board: it goes on with its game, is kept in the library, and rests while the game does.

The board's lights show the time left of the player to move, along that player's edge of the board: a row of dark blue lights, all
of them at the beginning; bright blue when ten seconds or less are left, the whole row when the time is up. These marks ask nobody
to do anything. The first side's edge is row 1. The lights of a move come first: what they need of the row shows the move.
"""

from __future__ import annotations

from collections.abc import Callable

from crossboard.boards.link import CONNECTED
from crossboard.boards.session import Played, Session
from crossboard.events import Events
from crossboard.games.chess_clock import LOW_MS, STOPPED, ChessClock, Kind, Ply, time_up
from crossboard.games.marks import LAST_FROM, LAST_TO
from crossboard.games.rules import HOLE, Game, side_names, square_name
from crossboard.guided_replay.in_play import Leader
from crossboard.language import tr
from crossboard.library import Library
from crossboard.play.remote_side import RemoteSide

CLOCK_MS = 5000  # between two corrections of the clock of a match
KEEP_CLOCK_MS = 5000  # between two writings of a clock that runs: so much is nobody's time if the program is killed
IN_PLAY = ("p", "t", "o")  # the session's modes in which a clock runs: also while a refused ply is put right


def marks_for(clock: ChessClock, game: Game) -> dict[str, int]:
    """The lights of a clock, by square; none while it rests."""
    side = clock.running if clock.flag == STOPPED else clock.flag
    if side == STOPPED:
        return {}
    first = (game.rows - 1) * game.columns if side else 0
    row = [square for square in range(first, first + game.columns) if game.board[square] != HOLE]
    left = clock.left[side]
    count = len(row) if clock.flag == side else min(len(row), -(-len(row) * left // clock.kind.base_ms))
    mark = LAST_TO if left <= LOW_MS else LAST_FROM
    return {square_name(game, square): mark for square in row[:count]}


class ClockKeeper:
    """`clock` is None while the game has none. What `match` finds, None if there is none, has a clock
    of its own, which is shown. Feed it with `step`."""

    def __init__(
        self, session: Session, library: Library, leader: Leader, match: Callable[[], RemoteSide | None], events: Events
    ) -> None:
        self.clock: ChessClock | None = None
        self._session = session
        self._library = library
        self._leader = leader
        self._find_match = match
        self._events = events
        self._lit: dict[
            str, int
        ] = {}  # by the clock on the board, and of which game, after which record and connection
        self._lit_after = ("", -1, -1)
        self._of = ("", -1)  # the game that the clock is for, and what was told and written of it
        self._next: tuple[str, Kind | None] | None = None  # for the game after the board's of that id
        self._kept_at = 0
        self._plies: tuple[tuple[str, int], list[Ply]] = ("", -1), []  # that stand, after so many events of that game
        self._match_told = (STOPPED, STOPPED), -CLOCK_MS  # what was told of a match's, and when

    @property
    def _match(self) -> RemoteSide | None:
        return self._find_match()

    def step(self, now: int, settled: bool) -> None:
        """One round; not `settled`: the game on the board is only on its way to another one, and has no time."""
        played = self._session.played
        if self._session.refused_game:
            self._next = None
        if self._match and self._match.holds_board:
            self._show(self._match, now)
        elif settled and played and not self._session.awaiting:
            self._run(played, now)
        if played:
            self._light(played)

    def set(self, kind: Kind | None) -> None:
        """Another clock, or none, for the game on the board."""
        self.clock = ChessClock(kind) if kind else None
        if played := self._session.played:
            self._session.keep(played)
            self._of = (played.board_game, -1)
        self.keep()
        self._events.clock()

    def set_next(self, kind: Kind | None) -> None:
        """The game that was just asked of the board begins with that clock, or with none; else it has that of the last one."""
        played = self._session.played
        self._next = (played.board_game if played else "", kind)

    def want(self, kind: Kind) -> None:
        """The game that is found next, whichever, has that clock: its own if it is of that kind."""
        self._next = ("", kind)

    def keep(self) -> None:
        """Store the clock as it stands, if the game is stored."""
        played, match = self._session.played, self._match
        if played and played.number and not (match and match.holds_board) and played.board_game == self._of[0]:
            self._library.keep_clock(played.number, self.clock.text() if self.clock else "")

    def words(self) -> str:
        """What both sides have left, "" without a clock."""
        game = self._session.game
        return self.clock.words(side_names(game)) if self.clock and game else ""

    def _run(self, played: Played, now: int) -> None:
        """Let it run for whoever has to act; it rests while the lights lead hands."""
        if played.board_game != self._of[0]:
            self._find(played)
        session, clock = self._session, self.clock
        if clock is None:
            return
        game, flag = played.mirror, clock.flag
        led = self._leader.lead or session.thought and session.thought.led and not session.gone_on
        playing = session.mode in IN_PLAY and not played.ended and not led
        clock.step(self._standing(played), game.side, playing and session.link.state == CONNECTED, now)
        if clock.flag != flag:
            self._events.said(time_up(side_names(game)[clock.flag]), "")
        fresh = clock.changed != self._of[1]
        if fresh or clock.running != STOPPED and now - self._kept_at >= KEEP_CLOCK_MS:
            self._of, self._kept_at = (played.board_game, clock.changed), now
            self.keep()
        if fresh:
            self._events.clock()

    def _find(self, played: Played) -> None:
        """Another game is on the board: its clock goes on if it has one; a new one after a game with a clock has the same, set
        anew, and the players are told."""
        before, wanted = self.clock, self._next
        self._of = (played.board_game, -1)
        own = ChessClock.read(self._library.clock(played.number)) if played.number else None
        if wanted and wanted[0] != played.board_game:
            self._next = None
            if own is None or own.kind != wanted[1]:
                self.set(wanted[1])
                return
        self.clock = own
        if self.clock:
            self._events.said(tr("the clock goes on: {times}", times=self.words()), "")
        elif before and not played.events:
            self.clock = ChessClock(before.kind)
            self._events.said(
                tr("the new game has the same clock as the last: {clock}", clock=before.kind.text), " (clock off: none)"
            )
        else:
            self._events.clock()

    def _standing(self, played: Played) -> list[Ply]:
        """The plies that stand."""
        key = (played.board_game, len(played.events))
        line = self._session.timeline()
        if key != self._plies[0] and line:
            self._plies = key, [Ply(seq, turn.side) for turn in line.turns for seq in turn.seqs]
        return self._plies[1]

    def _light(self, played: Played) -> None:
        """Tell the board when its lights are to change, and again after a record or a new connection, which end what was lit.
        Not while it is asked for a new game, which may have other squares."""
        wanted = marks_for(self.clock, played.mirror) if self.clock else {}
        after = (played.board_game, len(played.events), self._session.link.connections)
        if after != self._lit_after:
            self._lit_after, self._lit = after, {}
        if wanted != self._lit and not self._session.awaiting and self._session.set_marks(wanted):
            self._lit = wanted

    def _show(self, match: RemoteSide, now: int) -> None:
        """Pages count down by themselves: they are told when a match's clock begins to run or stops, and every few seconds."""
        self.clock = clock = match.clock()
        if clock is None:
            return
        state = (clock.running, clock.flag)
        if state != self._match_told[0] or now - self._match_told[1] >= CLOCK_MS:
            self._match_told = state, now
            self._events.clock()
