"""When the records of the game being played were made: the board's clock, and what the game's file says of it.

The board tells its clock when it is asked, and with it in which of its starts what part of the game was played
(WIRE.md, Clocks). So a ply that was played while the PC was away gets the time at which it was played, also if the
board was switched off in between.
"""

from __future__ import annotations

from crossboard.boards.clock import ASK_MS, BoardClock, Dating, GameClock, Mark, read_mark
from crossboard.boards.link import CONNECTED, Link
from crossboard.boards.numbers import read_ms, read_wall
from crossboard.library import wall_ms


class LiveDates:
    """Asks over `link`."""

    def __init__(self, link: Link) -> None:
        self.clock = BoardClock()
        self._link = link
        self._game = ""  # the board's id of the game
        self._asked = 0
        self._marks: list[Mark] = []
        self._present: Mark | None = None

    def forget(self) -> None:
        """The connection is gone."""
        self._present = None

    def begin(self, game: str) -> None:
        """The board plays that game; its answer comes before the records."""
        self._game = game
        self._present = None
        self._marks.clear()
        self._ask()

    def step(self) -> None:
        """Ask again now and then: clocks drift."""
        if self._present is not None and self._link.state == CONNECTED and wall_ms() - self._asked > ASK_MS:
            self._ask()

    def _ask(self) -> None:
        self._asked = wall_ms()
        self._link.send("T", str(self._asked))

    def take(self, payload: str) -> None:
        """What the board says of its clock; ValueError or IndexError if it makes no sense."""
        fields = payload.split(" ")
        if len(fields) == 6:
            if fields[0] == self._game:
                self._marks.append(read_mark(fields[1:]))
            return
        sent, boot, up, game, t = fields
        here = Mark(read_ms(t), boot, read_ms(up), None)
        self.clock.add(boot, here.up, read_wall(sent), wall_ms())
        if game == self._game and boot == self.clock.boot:
            self._present = here

    def at(self, t: int) -> Dating:
        """The wall time at which the playing time was `t`; while that is unknown, now."""
        now = wall_ms()
        present = self._present
        if present is None:
            return Dating(now, False)
        # A game's file may say of the same moment, and more, what the answer says: of two the later one holds.
        found = GameClock([*self._marks, present], self.clock, max(t, present.t), now).at(t)
        return Dating(min(found.wall, now), found.estimated)
