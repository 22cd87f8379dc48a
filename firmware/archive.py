"""The games on the flash for a PC that asks (J): the listing, and the lines of one game. One file line or one game at a
time, so that the board can go on scanning in between. Allocates."""

from firmware.journal import Reader
from shared_rules.codes import const
from shared_rules.wire import T_END, T_GAME, T_UNDO, text_of

NONE = const(1 << 29)  # a number that no record has


class Archive:
    """What the PC has asked for and not yet been told."""

    def __init__(self, journal):
        self._journal = journal
        self._listing = None
        self._game = None

    def stop(self):
        """The PC is gone."""
        if self._game:
            self._game.reader.close()
        self._game = self._listing = None

    def busy(self):
        """Whether there is something left to say."""
        return self._game is not None or self._listing is not None

    def want(self, text):
        """A J from the PC: empty for the listing, or `game seq`. Gives what is wrong with it, "" if nothing."""
        self.stop()
        if not text:
            self._listing = self._journal.games()
            return ""
        fields = text.split(" ")
        if len(fields) != 2 or not fields[1].isdigit() or fields[0] not in self._journal.games():
            return "no such game"
        self._game = StoredGame(self._journal, fields[0], int(fields[1]))
        return ""

    def next(self):
        """The next payload of type J, as a str."""
        if self._game:
            if self._game.next():
                return self._game.line()
            text = self._game.summary()
            self._game = None
            return text
        if not self._listing:
            self._listing = None
            return "-"
        game = StoredGame(self._journal, self._listing.pop(0), NONE)
        while game.next():
            pass
        return game.summary()


class StoredGame:
    """The lines of a game on the flash: its position, then the records from number `first` on."""

    def __init__(self, journal, game, first):
        self.game = game
        self.first = first
        self.last = 0
        self.over = False
        self.reader = Reader()
        self.reader.open(journal.path(game))

    def next(self):
        """Go to the next line that is to be sent; False at the end."""
        reader = self.reader
        while reader.next():
            if reader.kind == T_GAME:
                if self.first != NONE:
                    return True
            elif reader.seq == self.last + 1:
                self.last = reader.seq
                if reader.kind == T_END:
                    self.over = True
                elif reader.kind == T_UNDO:
                    self.over = False
                if reader.seq >= self.first:
                    return True
        reader.close()
        return False

    def line(self):
        """`game T seq …`: one line."""
        reader = self.reader
        return "%s %s %s" % (self.game, chr(reader.kind), text_of(reader.line, reader.start, reader.end))

    def summary(self):
        """`game records acknowledged o` (over) or `… u` (unfinished)."""
        return "%s %d 0 %s" % (self.game, self.last, "o" if self.over else "u")
