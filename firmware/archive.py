"""The games on the flash for a PC that asks (J): the listing, and the lines of one game.

A few file lines or one game's end at a time, so that the board goes on scanning in between. Allocates.
"""

from firmware.reader import Reader, last_record
from shared_rules.codes import const
from shared_rules.wire import MAX_PAYLOAD, T_END, T_PLY, T_UNDO, text_of

LINES = const(6)  # read from a file at once: about 4 ms of a Pico


class Archive:
    """What the PC has asked for and not yet been told."""

    def __init__(self, journal):
        self._journal = journal
        self._listing = None
        self._known = None
        self._game = None

    def stop(self):
        """The PC is gone, or wants something else."""
        if self._game:
            self._game.reader.close()
        self._game = self._listing = self._known = None

    def busy(self):
        """Whether there is something left to say."""
        return self._game is not None or self._listing is not None

    def want(self, text):
        """A J from the PC: empty for the listing, or `game seq`. Gives what is wrong with it, "" if nothing."""
        self.stop()
        journal = self._journal
        if not text:
            self._listing = journal.games()
            self._known = journal.shelf.acknowledged()
            return ""
        fields = text.split(" ")
        if len(fields) != 2 or len(fields[0]) != 8 or not fields[1].isdigit() or len(fields[1]) > 9:
            return "no such game"
        try:
            self._game = StoredGame(journal, fields[0], int(fields[1]))
        except (OSError, ValueError):
            return "no such game"
        return ""

    def next(self):
        """The next payload of type J, as a str; "" if there is none yet."""
        if self._game:
            text = self._game.next()
            if not self._game.reading:
                self._game = None
            return text
        if not self._listing:
            self.stop()
            return "-"
        game = self._listing.pop(0)
        last, over = last_record(self._journal.path(game), False)
        return summary(game, last, self._acknowledged(game), over)

    def _acknowledged(self, game):
        journal = self._journal
        known = self._known.get(game, 0)
        return max(known, journal.acked) if game == journal.id() else known


def summary(game, last, acknowledged, over):
    """`game records acknowledged o` (over) or `… u` (unfinished)."""
    return "%s %d %d %s" % (game, last, acknowledged, "o" if over else "u")


class StoredGame:
    """The lines of a game on the flash: its position and its clock, then every record from number `first` on.

    OSError if there is no such game.
    """

    def __init__(self, journal, game, first):
        self.reading = True
        self.reader = Reader()
        self.reader.open(journal.path(game))
        self._acknowledged = max(
            journal.shelf.acknowledged().get(game, 0), journal.acked if game == journal.id() else 0
        )
        self._game = game
        self._first = first
        self._last = 0
        self._over = False
        self._kept = ""  # a line that found no room

    def next(self):
        """The next payload, "" if there is none yet; the one after which `reading` is False is the last."""
        text = self._game
        line = self._kept or self._line()
        self._kept = ""
        left = LINES
        while line is not None:
            if line:
                if len(text) + 1 + len(line) > MAX_PAYLOAD and len(text) > len(self._game):
                    self._kept = line
                    return text
                text += (" " if len(text) == len(self._game) else "|") + line
            left -= 1
            if not left:
                return text if len(text) > len(self._game) else ""
            line = self._line()
        if len(text) > len(self._game):
            return text
        self.reading = False
        self.reader.close()
        return summary(self._game, self._last, self._acknowledged, self._over)

    def _line(self):
        """The next line, "" if it is not wanted, None at the end."""
        reader = self.reader
        try:
            if not reader.next():
                return None
        except (OSError, ValueError):  # it was removed, or the file is closed
            return None
        if reader.seq > self._last:
            self._last = reader.seq
        if reader.kind == T_END:
            self._over = True
        elif reader.kind == T_PLY or reader.kind == T_UNDO:
            self._over = False
        if reader.seq and reader.seq < self._first:
            return ""
        return "%s %s" % (chr(reader.kind), text_of(reader.line, reader.start, reader.end))
