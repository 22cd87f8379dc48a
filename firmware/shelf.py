"""Which stored games the PC has, and which of them may go when the flash fills.

The acknowledgements are kept in one file beside the games, appended to: lines `game records*CCCC` (CRC), of which the
last whole one of a game counts. Only a game that was acknowledged to its last record is ever removed, the oldest first, and
never the one being played. Allocates; used when a game begins or ends, for the PC, and when a write failed.
"""

import os

from shared_rules.codes import const
from shared_rules.wire import crc16

FILE = "/acked"
LEAST_FREE = const(64)  # KB that must be free when a game begins: the longest games take half of that
MOST = const(4096)  # bytes of the file of acknowledgements; then it is written anew


class Shelf:
    """`folder` is the journal's; `last_record` tells (records, over) of a game's file (reader.py)."""

    def __init__(self, folder, suffix, last_record):
        self._folder = folder
        self._suffix = suffix
        self._last_record = last_record
        self._most = MOST

    def acknowledged(self):
        """Game id -> up to which record the PC has it."""
        found = {}
        try:
            with open(self._folder + FILE, "rb") as file:
                for line in file:
                    text = _text(line)
                    if text:
                        found[text[:8]] = int(text[9:])
        except (OSError, ValueError):
            pass
        return found

    def acknowledge(self, game, records):
        """Keep that the PC has so many records of a game; False if the flash does not take it."""
        try:
            path = self._folder + FILE
            with open(path, "ab") as file:
                file.write(_line(game, records))
                full = file.tell() > self._most
            if full:
                self._rewrite(path)
        except OSError:
            return False
        return True

    def _rewrite(self, path):
        """Leave out games that are gone, and all but the last word on the others."""
        known = self.acknowledged()
        size = 0
        with open(path + ".new", "wb") as file:
            for game in known:
                try:
                    os.stat("%s/%s%s" % (self._folder, game, self._suffix))
                except OSError:
                    continue
                size += file.write(_line(game, known[game]))
        os.rename(path + ".new", path)
        self._most = 2 * size + MOST

    def low(self):
        """Whether there is less free than a game may take."""
        try:
            found = os.statvfs(self._folder)
        except (AttributeError, OSError):
            return False
        return found[0] * found[3] < LEAST_FREE * 1024

    def remove_oldest(self, games, current):
        """Remove the first of `games` that may go; False if none may."""
        known = self.acknowledged()
        for game in games:
            if game == current or game not in known:
                continue
            path = "%s/%s%s" % (self._folder, game, self._suffix)
            if self._last_record(path, True)[0] > known[game]:
                continue
            try:
                os.remove(path)
                return True
            except OSError:
                pass
        return False


def _line(game, records):
    """A line of the file, with a line end on both sides: what a power cut leaves of another ends there."""
    text = ("%s %d" % (game, records)).encode()
    return b"\n%s*%04x\n" % (text, crc16(text, 0, len(text)))


def _text(line):
    """`game records` of a line, "" if it is none."""
    line = line.strip()
    star = len(line) - 5
    if star < 10 or line[star] != 42 or line[star + 1 :] != b"%04x" % crc16(line, 0, star):
        return ""
    try:
        text = line[:star].decode()
    except UnicodeError:
        return ""
    return text if text[8] == " " and text[9:].isdigit() and len(text) < 19 else ""
