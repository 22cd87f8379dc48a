"""The game being played: its records and digests; how it begins, ends, is taken back, or is read back from the journal.

`record_ply`, `record_undo`, `record_end` and `record_refusal` allocate what a flash write costs, and the end of a game with
secret kings more. All else allocates: nobody is in the middle of a turn when it is used. What takes long is a task: a
generator, of which the app takes a slice a round (`App.do`).

In a game with secret kings (secret.py) `table.game`, which recognizer, lights, journal and link see, hides them; `secret` has
the true one. pick.py and sealing.py are loaded when they are picked, sealed and told.
"""

from firmware.recorder import Recorder
from shared_rules.codes import FIRST, FIRST_WON, SECOND, SECOND_WON, const

# The app's modes.
GUIDE = const(0)  # the pieces are to be put as the position has them
PLAY = const(1)
OVER = const(2)  # until the pieces stand at home again
PICK = const(3)  # secret kings are being picked
NOBODY = b"\0\0"  # levels at which the board plays neither side
REMOTE = const(9)  # a level that is none: a remote player has that side in this game, by way of the PC


class Match:
    """One game after the other, on `table`, kept in `journal`, told by `link`; the app has the loop, the modes and the sensors."""

    def __init__(self, app, first_game):
        self.t = 0  # ms of playing time in this game: setting up the pieces does not count
        self.plies = 0  # played and not taken back in it
        self.digest = 0  # of the position after the last record
        self.secret = None  # the kings that only the board knows
        self.to_pick = False  # whether they are still to be picked
        self.incoming = None  # a game that a PC brings (resuming.py)
        self.table = app.table
        self.journal = app.journal
        self.link = app.link
        self.recorder = Recorder(app.journal, app.flight)
        self.app = app
        self.first_game = first_game

    # Records

    def record_ply(self, ply, digest):
        """A ply has been played on the table, which has that digest now."""
        secret = self.secret
        if secret:
            ply = secret.play(ply)
            if secret.game.result:
                self.app.do(self.revealing(ply))
                return
        self.write_ply(ply, digest)

    def write_ply(self, ply, digest):
        """The same, the kings being known or going to be secret for longer."""
        self.digest = digest
        self.plies += 1
        self.journal.keep_ply(ply)
        self._gone_on(ply)
        self.recorder.played(self.t, self.table.game, ply, digest)
        self.link.announce()

    def record_undo(self, count, digest):
        """The last plies have been taken back on the table, which has that digest now."""
        if self.secret:
            for _ in range(count):
                self.secret.undo()
        self.digest = digest
        self.plies -= count
        self.journal.forget_plies(count)
        self._gone_on(-1)
        self.recorder.taken_back(self.t, count, digest)
        self.link.announce()

    def record_refusal(self, frm, to, why):
        """What the hands did is no ply: WHY_ `why`, of those squares."""
        self.recorder.refusal(self.t, frm, to, why, self.table.game.columns)
        self.link.announce()

    def record_end(self, result, reason):
        """The game is over; also by the players' will, told by the PC."""
        if self.secret:
            self.app.do(self.ending(result, reason))
        else:
            self.write_end(result, reason)

    def write_end(self, result, reason):
        """The same, the kings being known."""
        self._gone_on(-1)
        self.recorder.ended(self.t, result, reason)
        self.link.announce()
        self.app.enter(OVER)

    def ending(self, result, reason):
        """Task: the same, with what it takes to reveal the kings."""
        if self.secret:
            from firmware.sealing import telling

            yield from telling(self)
        self.write_end(result, reason)

    def revealing(self, ply):
        """Task: the kings are told, and `ply`, by which the game is over."""
        from firmware.sealing import ending

        yield from ending(self, ply)

    def _gone_on(self, ply):
        """What the board has thought is of no more use: `ply` was played, or -1."""
        if self.app.opponent:
            self.app.opponent.gone_on(ply)

    # Who plays

    def sides(self):
        """The sides that the board plays, bit 0 the first and bit 1 the second."""
        levels = self.journal.levels
        return (1 if levels[0] else 0) | (2 if levels[1] else 0)

    def against_player(self):
        """Whether the board plays one side and a player the other."""
        return self.sides() == 1 or self.sides() == 2

    def remote(self):
        """Whether a player far away plays a side."""
        return self.journal.levels[0] == REMOTE or self.journal.levels[1] == REMOTE

    def is_secret(self):
        """Whether there are secret kings in the game being played."""
        return getattr(self.table.game, "hidden", False)

    def seat(self, side, level):
        """The board plays `side` at `level` from now on, also in the next game, at 0 a player does; "" or why that can't be.
        Allocates."""
        if self.journal.failed:
            return "the flash is full"
        if level == REMOTE and (self.to_pick or self.is_secret()):
            return "a remote player can't play with secret kings"
        if self.journal.levels[side] != level:
            if level:
                self.app.thinker()  # if memory is too short for it, nothing has changed
            self.recorder.seated(self.t, side, level)
            self.link.announce()
            if not self.journal.over:  # else it is for the next game
                self.sit()
                if self.app.picker:
                    self.app.picker.seat(self.sides())
                elif level:
                    self.app.opponent.prepare()
        return ""

    def sit(self):
        """Another game stands, or the board plays other sides. Allocates."""
        app = self.app
        sides = self.sides()
        self.table.recognizer.hold(sides)
        if sides:
            app.thinker()
        if app.opponent:
            app.opponent.sit()
            if not sides:
                app.dismiss()

    # Games (how they begin is in beginning.py, which is loaded for that only)

    def open(self):
        """When switched on: the game that was being played, or the next one."""
        from firmware.beginning import opening

        self.app.task = opening(self)

    def begin(self, text, side, kings=None, levels=NOBODY):
        """A new game from `text` (`GAME:VARIANT` or a position); `side` begins, if the game leaves that open.

        `kings` are secret, on those squares of a position that hides them; at `levels` the board plays. PositionError if there is
        no such game here: who is not sure asks `seating.checking`.
        """
        from firmware.beginning import beginning

        self.app.do(beginning(self, text, side, kings, levels))

    def another(self, text):
        """Task: the game being played is given up for a new one from `text`; gives "" or why it can't be."""
        from firmware.beginning import another

        return another(self, text)

    def resume(self, game, then):
        """That game of the journal, which was interrupted, goes on; `then` gets "" or what is wrong."""
        from firmware.resuming import resuming

        self.app.do(resuming(self, game, then))

    def recovering(self):
        """Task: go on from what the journal has, with the sensors as they stand."""
        from firmware.beginning import recovering

        return recovering(self)

    def falling_back(self, number):
        """Task: the game that is to be played does not fit, so the `number`th of the others begins."""
        from firmware.beginning import falling_back

        return falling_back(self, number)

    def next_game(self):
        """After a game: the loser begins the next, after a draw whoever began the last (RULES, Match)."""
        journal = self.journal
        side = journal.first_side
        if journal.result == FIRST_WON or journal.result == SECOND_WON:
            side = SECOND if journal.result == FIRST_WON else FIRST
        self.begin(self.table.game.text().split(" ")[0], side, None, journal.levels)
