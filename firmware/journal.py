"""The journal on the board's flash: every record of every game, one file a game, append only.

Promises that a record is on the flash when `finish` returns (unless `failed` is set), and that whatever a power cut
leaves of a file reads as the records before the cut: each line has a CRC, each record its number, and what
fits neither is passed over. A game's file is

    G 0 position*CCCC
    P 1 2044 0f3a9c a4-b5*CCCC

the rest of each line being what WIRE.md says of the message with that letter, from `seq` on. Game ids are made of a
counter that is kept apart, so that an id is not used again when files are deleted.

`start` and `finish` allocate nothing but what writing to a file costs; the rest is for times when nobody waits.
"""

import os

from shared_rules.codes import END_NONE, FIRST, ONGOING, const
from shared_rules.errors import RulesError
from shared_rules.wire import (
    MAX_LINE,
    NEWLINE,
    SPACE,
    STAR,
    T_END,
    T_GAME,
    T_PLY,
    T_UNDO,
    crc16,
    get_hex,
    get_number,
    put_bytes,
    put_hex,
    put_number,
    text_of,
)

SUFFIX = ".log"
CHUNK = const(64)  # bytes read from a file at once


class Reader:
    """The whole lines of one game's file: `kind`, `seq`, and line[start:end], which begins with `seq`."""

    def __init__(self):
        self.line = bytearray(MAX_LINE)
        self.kind = 0
        self.seq = 0
        self.start = 2
        self.end = 0
        self.torn = False  # at the end: the last line has no line end
        self._chunk = bytearray(CHUNK)
        self._file = None
        self._at = self._filled = 0

    def open(self, path):
        """Begin with the first line of a file; OSError if there is none."""
        self.close()
        self._file = open(path, "rb")
        self._at = self._filled = 0
        self.torn = False

    def close(self):
        """Done with this file."""
        if self._file:
            self._file.close()
            self._file = None

    def next(self):
        """Go to the next whole line; False at the end of the file. Lines that a power cut left are passed over."""
        line = self.line
        n = 0
        while True:
            if self._at == self._filled:
                self._filled = self._file.readinto(self._chunk)
                self._at = 0
                if not self._filled:
                    if not n:
                        return False
                    # Without its line end, yet perhaps whole: whoever appends ends the line, so it must count now.
                    self.torn = True
                    return n < MAX_LINE and self._whole(n)
            c = self._chunk[self._at]
            self._at += 1
            if c == NEWLINE:
                if n < MAX_LINE and self._whole(n):
                    return True
                n = 0
            elif n < MAX_LINE - 1:
                line[n] = c
                n += 1
            else:
                n = MAX_LINE  # no line of ours

    def _whole(self, n):
        line = self.line
        star = n - 5
        if star < 4 or line[star] != STAR or get_hex(line, star + 1, 4) != crc16(line, 0, star) or line[1] != SPACE:
            return False
        at = self.field(2, star)
        self.seq = get_number(line, 2, at)
        self.kind = line[0]
        self.end = star
        return self.seq >= 0

    def field(self, start, end):
        """The index of the space (or the end) after the field that begins at `start`."""
        line = self.line
        while start < end and line[start] != SPACE:
            start += 1
        return start

    def texts(self):
        """The fields of the line from `seq` on, as a list of str. Allocates."""
        return text_of(self.line, self.start, self.end).split(" ")


class Journal:
    """The games in `folder`; `prefix` (0 to 65535) makes this board's game ids."""

    def __init__(self, folder, prefix):
        self.folder = folder
        self.prefix = prefix
        self.game = bytearray(8)  # id of the game being played, as text; spaces before there is one
        self.seq = 0  # its last record
        self.t = 0  # time of that record, ms of playing time
        self.failed = False  # the flash takes no more: this game goes on without it
        self.line = bytearray(MAX_LINE)  # the last record: line[2:end] is what goes over the wire
        self.end = 0
        self.position = bytearray(MAX_LINE)  # the position before the first record, position[0:position_size]
        self.position_size = 0
        # What `replay` found.
        self.plies = 0  # played and not taken back
        self.first_side = FIRST
        self.result = ONGOING
        self.reason = END_NONE
        self.over = False
        self._view = memoryview(self.line)
        self._file = None
        self._counter = 0

    def path(self, game):
        """The file of a game id (text)."""
        return "%s/%s%s" % (self.folder, game, SUFFIX)

    def id(self):
        """The id of the game being played, as a str."""
        return bytes(self.game).decode()

    def games(self):
        """The ids of all games on the flash, oldest first."""
        try:
            names = os.listdir(self.folder)
        except OSError:
            return []
        found = [name[: -len(SUFFIX)] for name in names if name.endswith(SUFFIX) and len(name) == 8 + len(SUFFIX)]
        found.sort(key=self._age)
        return found

    def open(self):
        """Look what is on the flash; True if there is a game, the newest of which is then the one being played."""
        try:
            os.mkdir(self.folder)
        except OSError:
            pass  # it is there; or nothing can be written, which `begin` will find
        games = self.games()
        self._counter = self._number_of(games[-1]) if games else 0
        try:
            with open(self.folder + "/counter") as file:
                self._counter = max(self._counter, int(file.read()))
        except (OSError, ValueError):
            pass
        if not games:
            return False
        self.game[:] = games[-1].encode()
        self.seq = self.t = 0
        return True

    def _number_of(self, game):
        try:
            return int(game[4:], 16)
        except ValueError:
            return 0

    def _age(self, game):
        return self._number_of(game)

    # Reading back

    def header(self):
        """The position text before the first record of the game being played, "" if its file has none."""
        reader = Reader()
        try:
            reader.open(self.path(self.id()))
            if reader.next() and reader.kind == T_GAME:
                return text_of(reader.line, reader.start + 2, reader.end)
        except OSError:
            pass
        finally:
            reader.close()
        return ""

    def replay(self, game):
        """Bring `game` to where the game being played stands; False if its file does not make sense.

        Sets seq, t, plies, position, first_side, and over, result, reason if it is over.
        """
        reader = Reader()
        self.close()
        self.seq = self.t = self.end = self.plies = 0
        self.over = False
        try:
            reader.open(self.path(self.id()))
            return self._replay(reader, game)
        except (OSError, RulesError, ValueError, IndexError):
            return False
        finally:
            reader.close()

    def _replay(self, reader, game):
        if not reader.next() or reader.kind != T_GAME:
            return False
        text = text_of(reader.line, reader.start + 2, reader.end)
        game.set_text(text)
        self._keep_position(text, game.side)
        while reader.next():
            if reader.kind == T_GAME or reader.seq != self.seq + 1:
                continue
            if not self._apply(reader, game):
                return False
            self.seq = reader.seq
        return True

    def _apply(self, reader, game):
        fields = reader.texts()
        self.t = int(fields[1])
        if reader.kind == T_PLY:
            game.push(game.parse_ply(fields[3]))
            self.plies += 1
        elif reader.kind == T_UNDO:
            for _ in range(int(fields[3])):
                if not game.undoable:
                    return False
                game.pop()
                self.plies -= 1
        elif reader.kind == T_END:
            self.over = True
            self.result = int(fields[2])
            self.reason = int(fields[3])
            return True
        else:
            return True
        self.over = False
        return game.digest() == int(fields[2], 16)

    def _keep_position(self, text, side):
        data = text.encode()
        self.position_size = put_bytes(self.position, 0, data, len(data))
        self.first_side = side

    # Writing

    def begin(self, text, side):
        """A new game from the position `text`, in which `side` begins."""
        self.close()
        self._counter = (self._counter + 1) & 0xFFFF
        self.game[:] = ("%04x%04x" % (self.prefix, self._counter)).encode()
        self.seq = self.t = self.end = self.plies = 0
        self.over = False
        self.result = ONGOING
        self.reason = END_NONE
        self.failed = False
        self._keep_position(text, side)
        try:
            with open(self.folder + "/counter.new", "w") as file:
                file.write(str(self._counter))
            os.rename(self.folder + "/counter.new", self.folder + "/counter")
            self._file = open(self.path(self.id()), "wb")
            line = self.line
            line[0] = T_GAME
            line[1] = SPACE
            line[2] = 48
            line[3] = SPACE
            self._write(put_bytes(line, 4, self.position, self.position_size))
        except OSError:
            self.failed = True

    def discard(self):
        """Forget the game being played; for one without records."""
        self.close()
        try:
            os.remove(self.path(self.id()))
        except OSError:
            pass

    def resume(self):
        """Get ready to append to the game that `replay` has read."""
        self.close()
        self.failed = False
        try:
            reader = Reader()
            reader.open(self.path(self.id()))
            while reader.next():
                pass
            reader.close()
            self._file = open(self.path(self.id()), "ab")
            if reader.torn:
                self._file.write(b"\n")
        except OSError:
            self.failed = True

    def start(self, kind, t):
        """Begin a record of type `kind`; gives the index in `line` from which the caller writes its own fields."""
        line = self.line
        line[0] = kind
        line[1] = SPACE
        at = put_number(line, 2, self.seq + 1)
        line[at] = SPACE
        at = put_number(line, at + 1, t)
        line[at] = SPACE
        self.t = t
        return at + 1

    def finish(self, end):
        """End the record at index `end` and put it on the flash. It has the number `seq` then."""
        self.seq += 1
        self.end = end
        if self.failed:
            return
        try:
            self._write(end)
        except OSError:
            self.failed = True

    def _write(self, end):
        line = self.line
        crc = crc16(line, 0, end)
        line[end] = STAR
        put_hex(line, end + 1, crc, 4)
        line[end + 5] = NEWLINE
        self._file.write(self._view[: end + 6])
        self._file.flush()

    def close(self):
        """Nothing is written until `begin` or `resume`."""
        if self._file:
            try:
                self._file.close()
            except OSError:
                self.failed = True
            self._file = None
