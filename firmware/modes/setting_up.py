"""The pieces are to be put as the position has them: the lights say where one is missing or too many, until all is right.

Then play begins, or first kings are picked, where they are secret.
"""

from firmware.memory import before_play
from firmware.modes import Mode
from firmware.noise import NO_SECRETS, keeps_secrets
from shared_rules.codes import const
from shared_rules.recognition.guide import paint_differences

STANDING_MS = const(300)  # pieces must stand as the position wants for this long


class SettingUp(Mode):
    """Of the game being played. Loaded for that, and let go of when play begins."""

    letter = 103  # g
    quick = True

    def __init__(self, current, modes):
        self._modes = modes
        self._current = current
        self._table = current.table
        self._journal = current.journal
        self._flight = current.flight
        self._sensing = current.sensing
        self._link = current.link
        self._loop = current.loop
        self._astray = 1  # squares that keep it from ending

    def astray(self):
        """Mark what is missing or too many; whether anything is."""
        self._astray = paint_differences(self._table.recognizer, self._table.marks)
        return self._astray > 0

    def step(self, now):
        """End it when all stands as it should."""
        if self._astray or self._modes.still(now) < STANDING_MS:
            return False
        if not self._current.to_pick:
            self._flight.begin(self._sensing.raw)
            self._loop.do(self._beginning_play())
        elif keeps_secrets():
            self._modes.pick()
        else:  # where they could be guessed, the game is played without
            self._modes.refuse(NO_SECRETS)
            self._modes.another(self._table.game.name)
        return True

    def _beginning_play(self):
        """Task: the pieces stand as the position wants."""
        yield
        before_play()
        yield
        recognizer = self._table.recognizer
        journal = self._journal
        recognizer.begin_beam(self._loop.now, journal.last_plies, min(journal.kept, self._table.game.undoable))
        yield
        recognizer.begin_policy()
        yield
        self._modes.play()
        self._link.stamp()

    def deadline(self, now):
        """Ms until it may end."""
        return -1 if self._astray else max(0, STANDING_MS - self._modes.still(now))
