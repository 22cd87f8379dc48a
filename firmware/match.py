"""A game's beginning, its end, and what comes in between when plies are not played but taken back or read back.

The half of the app (app.py has the loop) that speaks with the journal about whole games. Allocates: nobody is in the
middle of a turn when it is used, but for `record_end`, `_record_ply` and `_record_undo`, which allocate what a flash
write costs; and what the end of a game with secret kings costs.

In such a game (secret.py) `game`, which referee, lights, journal and link see, hides the kings; `secret` has the true one.
"""

from shared_rules.codes import END_UNFINISHED, FIRST, FIRST_WON, NOWHERE, ONGOING, SECOND, SECOND_WON, const

GUIDE = const(0)  # the pieces are to be put as the position has them
PLAY = const(1)
OVER = const(2)  # until the pieces stand at home again
PICK = const(3)  # secret kings are being picked
STOPPED_MS = const(350)  # a piece that passes over a square is there for 250 at most


class Match:
    """One game after the other, on `table`, kept in `journal`, told by `link`."""

    def _record_ply(self, ply, digest):
        secret = self.secret
        if secret:
            ply = secret.play(ply)
            if secret.game.result:
                self._reveal()
                digest = self.digest
        self.digest = digest
        self.plies += 1
        self.recorder.ply(self.t, self.game, ply, digest)
        self.link.announce()
        if secret and not self.secret:
            self.record_end(self.game.result, self.game.reason)

    def _record_undo(self, count, digest):
        if self.secret:
            for _ in range(count):
                self.secret.undo()
        self.digest = digest
        self.plies -= count
        self.recorder.undo(self.t, count, digest)
        self.link.announce()

    def record_end(self, result, reason):
        """The game is over; also by the players' will, told by the PC."""
        if self.secret:
            self._reveal()
        self.recorder.end(self.t, result, reason)
        self.link.announce()
        self._set_mode(OVER)

    # Games

    def _open(self):  # seldom
        """When switched on: the game that was being played, or the next one."""
        if not self.journal.open() or not self._load():
            self.begin(self._first_game, FIRST)
        elif self.journal.over:
            self._next_game()

    def _load(self):  # seldom
        """Bring the table to where the journal stands; False if there is nothing to go on from."""
        journal = self.journal
        self.secret = self.picker = None
        try:
            self.table.seat(journal.header())
        except ValueError:
            return False
        if not journal.replay(self.game):
            return False
        journal.resume()
        if getattr(self.game, "hidden", False):
            from firmware.secret import resume

            resume(self)
        elif self.game.result and not journal.over:
            self._finish_late()
        self._enter_guide()
        return True

    def _finish_late(self):  # seldom
        """The power went between the last ply and the record of the game's end."""
        self.t = self.journal.t
        self.record_end(self.game.result, self.game.reason)

    def begin(self, text, side, kings=None):  # seldom
        """A new game from `text` (`GAME:VARIANT` or a position); `side` begins, if the game leaves that open.

        `kings` are secret, on those squares of a position that hides them. PositionError, and nothing has changed, if
        there is no such game here.
        """
        self.table.seat(text)
        if self.picker:
            self.picker.dim()
        self.secret = self.picker = None
        self.to_pick = " " not in text and hasattr(self.game, "may_pick") and self.game.may_pick()  # type: ignore
        if self.to_pick:
            self.game.set_text(self.game.public_text())  # type: ignore
        if side == SECOND and getattr(self.game, "loser_starts", False):
            self.table.let_second_begin()
        self.flight.new_game()
        self.journal.begin(self.game.text(), self.game.side)
        self._display.full(self.journal.full)
        self._enter_guide()
        if kings:
            from firmware.secret import keep

            keep(self, kings)

    def give_up(self):  # seldom
        """The game being played will not be finished."""
        if self.mode != OVER:
            if self.journal.seq:
                self.record_end(ONGOING, END_UNFINISHED)
            else:
                self.journal.discard()

    def undo(self, count):  # seldom
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

    def fork(self):  # seldom
        """Go on from here as another game: this one's numbers are taken by records that are lost."""
        kings = None
        if self.secret:
            kings = bytes((self.secret.game.king(FIRST), self.secret.game.king(SECOND)))
        if not self.journal.seq:
            self.journal.discard()
        if self.to_pick:
            self.begin(self.game.text().split(" ")[0], FIRST)
        else:
            self.begin(self.table.position(), FIRST, kings)

    def _next_game(self):  # seldom
        """After a game: the loser begins the next, after a draw whoever began the last (RULES, Match)."""
        journal = self.journal
        side = journal.first_side
        if journal.result == FIRST_WON or journal.result == SECOND_WON:
            side = SECOND if journal.result == FIRST_WON else FIRST
        self.begin(self.game.text().split(" ")[0], side)

    def _enter_guide(self):  # seldom
        """The game's position is to be set up on the board."""
        self.t = self.journal.t
        self.plies = self.journal.plies
        self.digest = self.game.digest()
        referee = self.referee
        square_of = self.table.layout.square_of
        for sensor in range(len(square_of)):
            if square_of[sensor] != NOWHERE:
                referee.now[square_of[sensor]] = self.debounce.closed[sensor]
        referee.begin(self._now)
        self.menu.close()
        self.table.stand_outside(self.debounce.closed)
        self._set_mode(GUIDE)
        self.link.new_game()

    # Secret kings (pick.py and secret.py have most of it: they are loaded for such games only)

    def _begin_pick(self):  # seldom
        """The pieces stand: the players pick their kings."""
        from firmware.pick import Picker

        self.picker = Picker(self.game, self.referee.now, self._display, self.table.layout.light_of)
        self._set_mode(PICK)

    def _picked(self):  # seldom
        """Both have confirmed: seal what they picked, and play."""
        from firmware.secret import keep

        kings = self.picker.kings
        self.picker = None
        self.to_pick = False
        keep(self, kings)
        self._set_mode(GUIDE)

    def _reveal(self):  # seldom
        """Tell the kings. From now on `game` knows them."""
        secret = self.secret
        self.secret = None
        secret.reveal(self)
        self.digest = self.game.digest()

    def _watch_king(self):
        """A jump that has taken the king is over, though to everybody it is one that is to go on."""
        referee = self.referee
        if referee.resting() and not referee.asking and referee.slot == referee.final:
            ply = self.secret.stopped(referee)
            if ply >= 0:
                self._reveal()
                referee.insist(ply)

    def _king_wait(self, now):
        """Ms until `_watch_king` has something to look at, -1 if never."""
        if not self.secret or self.mode != PLAY or not self.secret.unseen(self.referee):
            return -1
        return max(0, STOPPED_MS - ((now - self._edge_at) & 0x3FFFFFFF))

    def recover(self):  # seldom
        """Go on from what the journal has, with the sensors as they stand."""
        self._started = False
        if not self._load():
            self.begin(self._first_game, FIRST)
        elif self.journal.over:
            self._next_game()
