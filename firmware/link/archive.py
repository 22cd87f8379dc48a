"""The games on the flash for a PC that asks (J): the listing, and the lines of one game.

A few file lines or one game's end at a time, so that the board goes on scanning in between. Allocates.
"""

from firmware.game.game_store import Catalogue, is_id
from firmware.game.reader import ENOUGH, Reader
from shared_rules.codes import const
from shared_rules.protocol.frames import T_COMMITTED, T_END, T_PLY, T_UNDO, get_number, text_of

ROOM = const(220)  # bytes of a payload with more than one line


class Archive:
    """What the PC has asked for and not yet been told."""

    def __init__(self, journal):
        self._journal = journal
        self._listing = None
        self._game = None

    def stop(self):
        """The PC is gone, or wants something else."""
        if self._game:
            self._game.reader.close()
        if self._listing:
            self._listing.stop()
        self._game = self._listing = None

    def at_work(self):
        """Whether there is something left to say."""
        return self._game is not None or self._listing is not None

    def want(self, text):
        """A J from the PC: empty for the listing, or `game seq`. Returns what is wrong with it, "" if nothing."""
        self.stop()
        if not text:
            self._listing = Catalogue(self._journal)
            return ""
        fields = text.split(" ")
        if len(fields) != 2 or not is_id(fields[0]) or not fields[1].isdigit() or len(fields[1]) > 9:
            return "no such game"
        try:
            self._game = StoredGame(self._journal, fields[0], int(fields[1]))
        except (OSError, ValueError):
            return "no such game"
        return ""

    def next(self):
        """The next payload of type J, as a str; "" if there is none yet."""
        game = self._game
        if game:
            text = game.next()
            if not game.reading:
                self._game = None
            return text
        listing = self._listing
        if listing.step():
            tail = listing.tail
            return summary(self._journal, listing.game, tail.records, tail.acknowledged, tail.over)
        if listing.done:
            self.stop()
            return "-"
        return ""


def summary(journal, game, last, acknowledged, over):
    """`game records acknowledged o` (over) or `… u` (unfinished)."""
    if game == journal.id():
        acknowledged = max(acknowledged, journal.acked)
    return "%s %d %d %s" % (game, last, acknowledged, "o" if over else "u")


class StoredGame:
    """The lines of a game on the flash: its position and its clock, then every record from number `first` on.

    OSError if there is no such game.
    """

    def __init__(self, journal, game, first):
        self.reading = True
        self.reader = Reader()
        self.reader.open(journal.path(game))
        self.reader.first = first
        self._journal = journal
        self._game = game
        self._first = first
        self._last = 0
        self._acknowledged = 0
        self._over = False
        self._text = game  # the payload as far as it goes
        self._kept = ""  # a line that found no room

    def next(self):
        """The next payload, "" if there is none yet; the one after which `reading` is False is the last."""
        if self._kept:
            text = self._text_done()
            self._add(self._kept)
            self._kept = ""
            return text
        left = ENOUGH
        while left > 0:
            line = self._line()
            if line is None:
                return self._text_done() or self._end()
            left -= self.reader.end
            if line and not self._add(line):
                self._kept = line
                break  # to read it was enough
        return ""

    def _add(self, line):
        """Put a line into the payload; False if there is no room."""
        empty = len(self._text) == len(self._game)
        if not empty and len(self._text) + 1 + len(line) > ROOM:
            return False
        self._text += (" " if empty else "|") + line
        return True

    def _text_done(self):
        """The payload, and another one begins; "" if there is nothing in it."""
        text = self._text
        self._text = self._game
        return text if len(text) > len(self._game) else ""

    def _end(self):
        self.reading = False
        self.reader.close()
        return summary(self._journal, self._game, self._last, self._acknowledged, self._over)

    def _line(self):
        """The next line, "" if it is not wanted, None at the end."""
        reader = self.reader
        try:
            if not reader.next():
                return None
        except (OSError, ValueError, AttributeError):  # it was removed, or the file is closed
            return None
        if reader.kind == T_COMMITTED:
            self._acknowledged = get_number(reader.line, reader.start + 2, reader.end)
            return ""
        if reader.seq > self._last:
            self._last = reader.seq
        if reader.kind == T_END:
            self._over = True
        elif reader.kind == T_PLY or reader.kind == T_UNDO:
            self._over = False
        if reader.seq and reader.seq < self._first:
            return ""
        return "%s %s" % (chr(reader.kind), text_of(reader.line, reader.start, reader.end))
