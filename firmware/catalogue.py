"""Every game on the flash, for a PC that asks and for finding one that may be removed: looked at a little at a time. Allocates."""

import os

from firmware.game_store import age_of, id_of
from firmware.reader import Tail
from shared_rules.codes import const

NAMES = const(4)  # of a folder, looked at in a step


def entries(folder):
    """The names in a folder, as an iterator of tuples that begin with them."""
    try:
        return iter(os.ilistdir(folder))  # reads a few at a time
    except AttributeError:
        return iter([(name,) for name in os.listdir(folder)])


class Catalogue:
    """Every game on the flash, the oldest first; `step` until `done`. `tail` describes the one looked at last."""

    def __init__(self, journal):
        self.done = False
        self.game = ""
        self.tail = None
        self._journal = journal
        self._found = []
        self._sorted = False
        self._told = False  # `tail` is of a game that the caller has had
        try:
            self._names = entries(journal.folder)
        except OSError:
            self._names = iter(())

    def step(self):
        """Look a little further; True if another game has been looked at: `game` and `tail` are of that one."""
        if not self._sorted:
            self._look()
            return False
        if self._told:
            self._told = False
            self.tail = None
        if self.tail is None and not self._open():
            return False
        try:
            self._told = self.tail.step()
        except OSError:
            self.tail = None
        return self._told

    def stop(self):
        """Give up."""
        if self.tail:
            self.tail.close()
        self.done = True

    def _look(self):
        """Some more names; after the last one they are sorted."""
        left = NAMES
        for entry in self._names:
            age = age_of(entry[0])
            if age:
                self._found.append(age)
            left -= 1
            if not left:
                return
        self._found.sort(reverse=True)
        self._sorted = True

    def _open(self):
        """The next game's file; False if there is none."""
        if not self._found:
            self.done = True
            return False
        age = self._found.pop()
        self.game = id_of(age)
        try:
            self.tail = Tail(self._journal.path(self.game))
        except OSError:  # it has been removed since
            return False
        return True
