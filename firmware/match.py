"""A game's beginning, its end, and what comes in between when plies are not played but taken back or read back.

The half of the app (app.py has the loop) that speaks with the journal about whole games. Allocates: nobody is in the
middle of a turn when it is used, but for `record_end` and `_record_undo`, which allocate what a flash write costs.
"""

from shared_rules.codes import END_UNFINISHED, FIRST, FIRST_WON, NOWHERE, ONGOING, SECOND, SECOND_WON, const

GUIDE = const(0)  # the pieces are to be put as the position has them
PLAY = const(1)
OVER = const(2)  # until the pieces stand at home again


class Match:
    """One game after the other, on `table`, kept in `journal`, told by `link`."""

    def _record_undo(self, count, digest):
        self.digest = digest
        self.plies -= count
        self._recorder.undo(self.t, count, digest)
        self.link.announce()

    def record_end(self, result, reason):
        """The game is over; also by the players' will, told by the PC."""
        self._recorder.end(self.t, result, reason)
        self.link.announce()
        self._set_mode(OVER)

    # Games

    def _open(self):
        """When switched on: the game that was being played, or the next one."""
        if not self.journal.open() or not self._load():
            self.begin(self._first_game, FIRST)
        elif self.journal.over:
            self._next_game()

    def _load(self):
        """Bring the table to where the journal stands; False if there is nothing to go on from."""
        journal = self.journal
        try:
            self.table.seat(journal.header())
        except ValueError:
            return False
        if not journal.replay(self.game):
            return False
        journal.resume()
        if self.game.result and not journal.over:
            self._finish_late()
        self._enter_guide()
        return True

    def _finish_late(self):
        """The power went between the last ply and the record of the game's end."""
        self.t = self.journal.t
        self.record_end(self.game.result, self.game.reason)

    def begin(self, text, side):
        """A new game from `text` (`GAME:VARIANT` or a position); `side` begins, if the game leaves that open.

        PositionError, and nothing has changed, if there is no such game here.
        """
        self.table.seat(text)
        if side == SECOND and getattr(self.game, "loser_starts", False):
            self.table.let_second_begin()
        self.flight.new_game()
        self.journal.begin(self.game.text(), self.game.side)
        self._display.full(self.journal.full)
        self._enter_guide()

    def give_up(self):
        """The game being played will not be finished."""
        if self.mode != OVER:
            if self.journal.seq:
                self.record_end(ONGOING, END_UNFINISHED)
            else:
                self.journal.discard()

    def undo(self, count):
        """Take back that many plies; False if the journal cannot be read."""
        if not self.journal.replay(self.game):
            return False
        self.journal.resume()
        for _ in range(count):
            self.game.pop()
        self._record_undo(count, self.game.digest())
        self.journal.plies = self.plies
        self._enter_guide()
        return True

    def fork(self):
        """Go on from here as another game: this one's numbers are taken by records that are lost."""
        if not self.journal.seq:
            self.journal.discard()
        self.begin(self.table.position(), FIRST)

    def _next_game(self):
        """After a game: the loser begins the next, after a draw whoever began the last (RULES, Match)."""
        journal = self.journal
        side = journal.first_side
        if journal.result == FIRST_WON or journal.result == SECOND_WON:
            side = SECOND if journal.result == FIRST_WON else FIRST
        self.begin(self.game.text().split(" ")[0], side)

    def _enter_guide(self):
        """The game's position is to be set up on the board."""
        self.t = self.journal.t
        self.plies = self.journal.plies
        self.digest = self.game.digest()
        referee = self.referee
        square_of = self.table.layout.square_of
        for sensor in range(len(square_of)):
            if square_of[sensor] != NOWHERE:
                referee.now[square_of[sensor]] = self._debounce.closed[sensor]
        referee.begin(self._now)
        self.menu.close()
        self.table.stand_outside(self._debounce.closed)
        self._set_mode(GUIDE)
        self.link.new_game()

    def recover(self):
        """Go on from what the journal has, with the sensors as they stand."""
        self._started = False
        if not self._load():
            self.begin(self._first_game, FIRST)
        elif self.journal.over:
            self._next_game()
