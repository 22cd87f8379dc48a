"""A game's beginning, its end, and what comes in between when plies are not played but taken back or read back.

The half of the app (app.py has the loop) that speaks with the journal about whole games. Allocates: nobody is in the
middle of a turn when it is used, but for `record_end`, `_record_ply` and `_record_undo`, which allocate what a flash
write costs; and what the end of a game with secret kings costs. What takes long is a task: a generator, of which the app
takes a slice a round (`App.do`).

In such a game (secret.py) `game`, which referee, lights, journal and link see, hides the kings; `secret` has the true one.
"""

from firmware.journal import PARTS
from shared_rules.codes import END_UNFINISHED, FIRST, FIRST_WON, NOWHERE, ONGOING, SECOND, SECOND_WON, const
from shared_rules.protocol.signals import MARK_LAST_TO

GUIDE = const(0)  # the pieces are to be put as the position has them
PLAY = const(1)
OVER = const(2)  # until the pieces stand at home again
PICK = const(3)  # secret kings are being picked
POPS = const(16)  # plies taken back in a round
NOBODY = b"\0\0"  # levels at which the board plays neither side
STOPPED_MS = const(350)  # a piece that passes over a square is there for 250 at most


class Match:
    """One game after the other, on `table`, kept in `journal`, told by `link`."""

    def _record_ply(self, ply, digest):
        secret = self.secret
        if secret:
            ply = secret.play(ply)
            if secret.game.result:
                self.do(self._revealed(ply))
                return
        self._write_ply(ply, digest)

    def _write_ply(self, ply, digest):
        self.digest = digest
        self.plies += 1
        self.opponent.gone_on(ply)
        self.recorder.played(self.t, self.game, ply, digest)
        self.link.announce()

    def _record_undo(self, count, digest):
        if self.secret:
            for _ in range(count):
                self.secret.undo()
        self.digest = digest
        self.plies -= count
        self.opponent.gone_on(-1)
        self.recorder.taken_back(self.t, count, digest)
        self.link.announce()

    def record_end(self, result, reason):
        """The game is over; also by the players' will, told by the PC."""
        if self.secret:
            self.do(self.ending(result, reason))
        else:
            self._write_end(result, reason)

    def _write_end(self, result, reason):
        self.opponent.gone_on(-1)
        self.recorder.ended(self.t, result, reason)
        self.link.announce()
        self._set_mode(OVER)

    def ending(self, result, reason):
        """Task: the same, with what it takes to reveal the kings."""
        if self.secret:
            yield from self._revealing()
        self._write_end(result, reason)

    # Games

    def _open(self):
        """When switched on: the game that was being played, or the next one."""
        if self.journal.open():
            self.task = self._recovering()
        else:
            self.begin(self._first_game, FIRST)

    def _loading(self):
        """Task: bring the table to where the journal stands; False if there is nothing to go on from."""
        journal = self.journal
        self.secret = self.picker = None
        self.opponent.put_away()
        try:
            yield from self.table.seating(journal.header())
        except ValueError:
            return False
        if not (yield from self._reading()):
            return False
        journal.resume()
        yield
        if getattr(self.game, "hidden", False):
            from firmware.secret import resuming

            yield from resuming(self)
        elif self.game.result and not journal.over:
            self.t = journal.t  # the power went between the last ply and the record of the game's end
            self._write_end(self.game.result, self.game.reason)
        yield from self._guiding()
        return True

    def _reading(self):
        """Task: the game as the journal has it, more and more lights showing how far it is read; False if that makes no sense."""
        display = self._display
        cover = display.covering()
        display.dirty = True
        reading = self.journal.replaying(self.game)
        lit = 0
        try:
            while True:
                yield
                wanted = (self.journal.part + 1) * len(cover) // PARTS
                if lit < wanted:
                    while lit < wanted:
                        cover[lit] = MARK_LAST_TO
                        lit += 1
                    display.dirty = True
                elif display.due(self._now):
                    display.show(self.table.marks, self._now)
                else:
                    next(reading)
        except StopIteration as end:
            return end.value
        finally:
            display.cover = None
            display.dirty = True

    def begin(self, text, side, kings=None, levels=NOBODY):
        """A new game from `text` (`GAME:VARIANT` or a position); `side` begins, if the game leaves that open.

        `kings` are secret, on those squares of a position that hides them; at `levels` the board plays. PositionError, and nothing
        has changed, if there is no such game here.
        """
        self.do(self._beginning(text, side, kings, levels))

    def another(self, text):
        """Task: the game being played is given up for a new one from `text`."""
        if self.mode != OVER:
            if self.journal.seq:
                yield from self.ending(ONGOING, END_UNFINISHED)
            else:
                self.journal.discard()
        yield
        yield from self._beginning(text, FIRST)

    def _beginning(self, text, side, kings=None, levels=NOBODY):
        """Task: see `begin`."""
        levels = bytes(levels)  # the journal's own will be those of the new game
        self.opponent.put_away()
        yield from self.table.seating(text)
        if self.picker:
            self.picker.dim()
        self.secret = self.picker = None
        self.to_pick = " " not in text and hasattr(self.game, "may_pick") and self.game.may_pick()  # type: ignore
        if self.to_pick:
            self.game.set_text(self.game.public_text())  # type: ignore
        if side == SECOND and getattr(self.game, "loser_starts", False):
            self.table.let_second_begin()
        self.flight.new_game()
        text = self.game.text()
        yield
        self.journal.begin(text, self.game.side)
        for player in range(2):
            if levels[player]:
                self.recorder.seated(0, player, levels[player])
        self._display.say_full(self.journal.full)
        yield from self._guiding()
        if kings:
            from firmware.secret import keeping

            yield from keeping(self, kings)

    def undoing(self, count):
        """Task: take back that many final plies, of those that the game can: `undoable` of them; against the board, and so many
        more that it is the player's turn."""
        self.table.settle()
        for i in range(count):
            if i % POPS == POPS - 1:
                yield
            self.game.pop()
        yield
        if self.opponent.against_player():
            while self.journal.levels[self.game.side] and count < self.plies and self.game.undoable:
                self.game.pop()
                count += 1
        self._record_undo(count, self.game.digest())
        self.journal.plies = self.plies
        yield from self._guiding()

    def fork(self):
        """Go on from here as another game: this one's numbers are taken by records that are lost. A test ends."""
        if self.probe:
            self.commands.end_test()
        kings = None
        if self.secret:
            kings = bytes((self.secret.game.king(FIRST), self.secret.game.king(SECOND)))
        if not self.journal.last and not self.journal.seq:
            self.journal.discard()
        if self.to_pick:
            self.begin(self.game.text().split(" ")[0], FIRST)
        else:
            self.begin(self.table.position(), FIRST, kings, self.journal.levels)

    def _next_game(self):
        """After a game: the loser begins the next, after a draw whoever began the last (RULES, Match)."""
        journal = self.journal
        side = journal.first_side
        if journal.result == FIRST_WON or journal.result == SECOND_WON:
            side = SECOND if journal.result == FIRST_WON else FIRST
        self.begin(self.game.text().split(" ")[0], side, None, journal.levels)

    def _guiding(self):
        """Task: the game's position is to be set up on the board."""
        yield
        self.t = self.journal.t
        self.plies = self.journal.plies
        self.digest = self.game.digest()
        yield
        referee = self.referee
        square_of = self.table.layout.square_of
        for sensor in range(len(square_of)):
            if square_of[sensor] != NOWHERE:
                referee.now[square_of[sensor]] = self.debounce.closed[sensor]
        yield
        referee.begin(self._now)
        yield
        self.opponent.sit()
        yield
        if self.menu:
            self.menu.close()
        self.table.stand_outside(self.debounce.closed)
        self._set_mode(GUIDE)
        self.link.new_game()

    # Secret kings (pick.py and secret.py have most of it: they are loaded for such games only)

    def _begin_pick(self):
        """The pieces stand: the players pick their kings."""
        from firmware.pick import Picker

        self.picker = Picker(self.game, self.referee.now, self._display, self.table.layout.light_of)
        self._set_mode(PICK)

    def _picked(self):
        """Both have confirmed: seal what they picked, and play."""
        kings = self.picker.kings
        self.picker = None
        self.to_pick = False
        self.do(self._sealing(kings))

    def _sealing(self, kings):
        """Task: what was picked is sealed."""
        from firmware.secret import keeping

        yield from keeping(self, kings)
        self._set_mode(GUIDE)

    def _revealing(self):
        """Task: tell the kings. From then on `game` knows them."""
        secret = self.secret
        self.secret = None
        yield from secret.revealing(self)
        self.digest = self.game.digest()

    def _revealed(self, ply):
        """Task: the kings are told, and `ply`, by which the game is over."""
        yield from self._revealing()
        self._write_ply(ply, self.digest)
        yield
        self._write_end(self.game.result, self.game.reason)

    def _stopping(self, ply):
        """Task: the kings are told, for `ply` has taken one of them."""
        yield from self._revealing()
        self.referee.insist(ply)

    def _watch_king(self):
        """A jump that has taken the king is over, though to everybody it is one that is to go on."""
        referee = self.referee
        if referee.resting() and not referee.asking and referee.slot == referee.final:
            ply = self.secret.stopped(referee)
            if ply >= 0:
                self.do(self._stopping(ply))

    def _king_wait(self, now):
        """Ms until `_watch_king` has something to look at, -1 if never."""
        if not self.secret or self.mode != PLAY or not self.secret.unseen(self.referee):
            return -1
        return max(0, STOPPED_MS - ((now - self._edge_at) & 0x3FFFFFFF))

    def look_again(self):
        """Go on with the game, whatever has become of its pieces meanwhile."""
        self.table.settle()
        self.journal.plies = self.plies
        self._started = False
        if self.journal.over:
            self._next_game()

    def _recovering(self):
        """Task: go on from what the journal has, with the sensors as they stand."""
        self._started = False
        if not (yield from self._loading()):
            yield from self._beginning(self._first_game, FIRST)
        elif self.journal.over:
            self._next_game()
        elif self.journal.last > self.journal.seq:
            self.link.log("a record of this game is damaged: it goes on as another one from the position before it")
            if not self.secret:  # else that would tell the kings
                self.journal.seq = self.journal.last
                self._write_end(ONGOING, END_UNFINISHED)
            self.fork()
