"""The game being played: its records and digests; how it begins, ends, is taken back, or is read back from the journal.

`record_ply`, `record_undo`, `record_end` and `record_refusal` allocate what a flash write costs, and the end of a game with
secret kings more. All else allocates: nobody is in the middle of a turn when it is used. What takes long is a task: a
generator, of which a slice is done in each round (`Loop.do`).

In a game with secret kings (secret.py) `table.game`, which recognizer, lights, journal and link see, hides them; `secret` has
the true one. pick.py and sealing.py are loaded when they are picked, sealed and told.
"""

from firmware.game.recorder import Recorder
from firmware.game.table import REMOTE


class Current:
    """One game after the other, on `table`, kept in `journal`, told by `link`. What beginning.py, resuming.py, actions.py and
    sealing.py have of it is loaded when it is needed."""

    def __init__(self, loop, sensing, modes, table, journal, flight, link, display, first_game):
        self.t = 0  # ms of playing time in this game: setting up the pieces does not count
        self.plies = 0  # played and not taken back in it
        self.digest = 0  # of the position after the last record
        self.secret = None  # the kings that only the board knows
        self.to_pick = False  # whether they are still to be picked
        self.incoming = None  # a game that a PC brings (resuming.py)
        self.used = False  # whether a ply was played or another game wanted since the board was switched on
        self.opponent = None  # once a side is seated or a hint asked (see `thinker`)
        self.loop = loop
        self.sensing = sensing
        self.modes = modes
        self.table = table
        self.journal = journal
        self.flight = flight
        self.link = link
        self.display = display
        self.recorder = Recorder(journal, flight)
        self.first_game = first_game

    def pass_time(self, ms):
        """Playing time has passed."""
        self.t += ms

    # Records

    def record_ply(self, ply, digest):
        """A ply has been played on the table, which has that digest now."""
        self.used = True
        secret = self.secret
        if secret:
            ply = secret.play(ply)
            if secret.game.result:
                self.loop.do(self.revealing(ply))
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
        """What the hands did is not a ply: WHY_ `why`, of those squares."""
        self.recorder.refusal(self.t, frm, to, why, self.table.game.columns)
        self.link.announce()

    def record_end(self, result, reason):
        """The game is over; also by the players' will, told by the PC."""
        if self.secret:
            self.loop.do(self.ending(result, reason))
        else:
            self.write_end(result, reason)

    def write_end(self, result, reason):
        """The same, the kings being known."""
        self._gone_on(-1)
        self.recorder.ended(self.t, result, reason)
        self.link.announce()
        self.modes.end()

    def ending(self, result, reason):
        """Task: the same, with what it takes to reveal the kings."""
        if self.secret:
            from firmware.game.sealing import telling

            yield from telling(self)
        self.write_end(result, reason)

    def revealing(self, ply):
        """Task: the kings are told, and `ply`, by which the game is over."""
        from firmware.game.sealing import ending

        yield from ending(self, ply)

    def take_king(self, ply):
        """`ply` has been performed, which only the true game has: it takes a king, and the kings are told."""
        from firmware.game.sealing import stopping

        self.loop.do(stopping(self, ply))

    def _gone_on(self, ply):
        """What the board has thought is of no more use: `ply` was played, or -1."""
        if self.opponent:
            self.opponent.gone_on(ply)

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

    def thinker(self):
        """The board as a player or adviser; its code is loaded when it is first wanted."""
        if not self.opponent:
            from firmware.game.opponent import Opponent

            self.opponent = Opponent(self)
        return self.opponent

    def dismiss(self):
        """Nobody plays against the board, or another game is to come: let go of what it thinks with, and of the code for that."""
        if self.opponent:
            from firmware.heap import without_opponent

            self.opponent.gone_on(-1)
            self.opponent.put_away()
            self.opponent = None
            without_opponent()
