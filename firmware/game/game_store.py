"""The games on the flash as a whole: listed, acknowledged, and the oldest of them removed when the flash fills.

That the PC has a game is noted in the game's own file, in lines `K 0 records`, of which the last one counts. Only a game
that was acknowledged to its last record is ever removed, the oldest first, and never the one being played. Which one that
would be is looked for a little at a time while nobody waits, so that removing it takes no longer than the flash does.
Loaded for that, when the board is switched on, and when a PC asks for the list of games. Allocates.
"""

import os

from firmware import SUFFIX
from firmware.game.reader import Tail, last_of
from shared_rules.codes import const
from shared_rules.protocol.frames import crc16

COUNTER = const(4)  # digits of an id that count this board's games: the first ones
SIZE = const(12)  # digits of an id
OLD_SIZE = const(8)  # of one that an older firmware made: of the chip's number, and then the counter
NAMES = const(4)  # of a folder, looked at in a step


def age_of(name):
    """A text by which files of games sort by age, "" for another file: their counter comes first in it."""
    size = len(name) - len(SUFFIX)
    if not name.endswith(SUFFIX) or size != SIZE and size != OLD_SIZE:
        return ""
    return name[:size] if size == SIZE else name[COUNTER:size] + name[:COUNTER]


def id_of(age):
    """The game's id of which `age_of` has made that."""
    return age if len(age) == SIZE else age[COUNTER:] + age[:COUNTER]


def is_id(text):
    """Whether this looks like a game's id, and not like a path to another file."""
    return len(text) in (SIZE, OLD_SIZE) and all([digit in "0123456789abcdef" for digit in text])


def games_in(folder):
    """The ids of all games in a folder, oldest first."""
    try:
        found = [age_of(name) for name in os.listdir(folder)]
    except OSError:
        return []
    found.sort()
    return [id_of(age) for age in found if age]


def newest(folder):
    """The id of the game that was played last in a folder, "" if there is none: the newest, unless another one was resumed; and how
    many games this board has begun."""
    games = games_in(folder)
    game = games[-1] if games else ""
    counter = counter_of(game)
    try:
        with open(folder + "/counter") as file:
            count, _, resumed = file.read().partition(" ")
        counter = max(counter, int(count))
        game = resumed if resumed in games else game
    except (OSError, ValueError):
        pass
    return game, counter


def counter_of(game):
    """How many games a board had begun when it began that one, 0 for no game."""
    try:
        return int(age_of(game + SUFFIX)[:COUNTER], 16)
    except ValueError:
        return 0


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


class GameStore:
    """The games of `journal`."""

    def __init__(self, journal):
        self.spare = ""  # the oldest game that may go, "" as long as none is known
        self._journal = journal
        self._search = None

    def acknowledge(self, game, records):
        """Keep that the PC has so many records of a game that is not being played; False if the flash does not take it, or
        `game` is not an id."""
        if not is_id(game):
            return False
        path = self._journal.path(game)
        text = b"K 0 %d" % records
        try:
            os.stat(path)  # a game that is not there is not to be made
            with open(path, "ab") as file:
                # A line end on both sides: what a power cut has left of another line ends there.
                file.write(b"\n%s*%04x\n" % (text, crc16(text, 0, len(text))))
        except OSError:
            return self._let_go(game, records)
        return True

    def _let_go(self, game, records):
        """There is no room to note that a game may go: it goes now. False if it may not, or is not there."""
        tail = last_of(self._journal.path(game))
        return tail is not None and 0 < tail.records <= records and self._remove(game)

    def search(self):
        """Look a little further for the oldest game that may go; True when it is `spare`, or there is none."""
        if self.spare:
            return True
        search = self._search
        if search is None:
            search = self._search = Catalogue(self._journal)
        if search.step():
            tail = search.tail
            if 0 < tail.acknowledged >= tail.records and search.game != self._journal.id():
                self.spare = search.game
        if self.spare or search.done:
            search.stop()
            self._search = None
            return True
        return False

    def remove(self):
        """Remove the oldest game that may go; False if none may."""
        while not self.search():
            pass
        game = self.spare
        self.spare = ""
        return game != "" and game != self._journal.id() and self._remove(game)

    def _remove(self, game):
        try:
            os.remove(self._journal.path(game))
        except OSError:
            return False
        self.forget_secret(game)
        return True

    def forget_secret(self, game):
        """Remove what a game that is gone may have kept secret (sealing.py)."""
        try:
            os.remove("%s/%s.key" % (self._journal.folder, game))
        except OSError:
            pass
