"""A chess clock by the board's lights: the time left of the player to move, along that player's edge of the board.

A row of dark blue lights, all of them at the beginning; bright blue when ten seconds or less are left, the whole row when the time
is up. These marks ask nobody to do anything. The first side's edge is row 1. The lights of a move come first: what they need of
the row shows the move.
"""

from __future__ import annotations

from crossboard.boards.session import Session
from crossboard.games.chess_clock import LOW_MS, STOPPED, ChessClock
from crossboard.games.marks import LAST_FROM, LAST_TO
from crossboard.games.rules import HOLE, Game, square_name

Marks = dict[str, int]


def marks_for(clock: ChessClock, game: Game) -> Marks:
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


class ClockLights:
    """Tells the board when its lights are to change, and again after a record or a new connection, which end what was lit."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._lit: Marks = {}
        self._after = ("", -1, -1)

    def step(self, clock: ChessClock | None, game: Game, board_game: str, records: int) -> None:
        """Light what the clock says now; None for no clock. `records` counts those of that game."""
        wanted = marks_for(clock, game) if clock else {}
        after = (board_game, records, self._session.link.connections)
        if after != self._after:
            self._after, self._lit = after, {}
        if wanted != self._lit and self._session.set_marks(wanted):
            self._lit = wanted
