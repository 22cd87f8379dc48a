"""The journal on the board's flash: every record of every game, one file a game, append only.

Promises that a record is on the flash when `finish` returns (unless `failed` is set), and that whatever a power cut
leaves of a file reads as the records before the cut: each line has a CRC and each record its number, and lines that
match neither are skipped. A game's file is

    G 0 position*CCCC
    P 1 2044 0f3a9c a4-b5*CCCC

the rest of each line being what WIRE.md says of the message with that letter, from `seq` on. Between them stand lines
`T 0 t boot up wall`, which are not records: they tell when the playing time `t` was, by the board's clock; and `K 0 records`:
so many the PC has. A game's id is 4 hex digits that count this board's games, and 8 random ones, which keep it
apart from any other game, also of a board whose flash was erased. The counter is kept apart, so that it goes on when files
are deleted. When the flash is full, the oldest games that the PC has acknowledged make room (game_store.py).

`start` and `finish` allocate nothing but what writing to a file costs; the rest is for times when nobody waits.
"""

import os
from array import array

from firmware import SUFFIX
from shared_rules.codes import END_NONE, FIRST, ONGOING, const
from shared_rules.protocol.frames import (
    MAX_LINE,
    NEWLINE,
    SPACE,
    STAR,
    T_COMMITTED,
    T_GAME,
    T_TIME,
    crc16,
    put_bytes,
    put_hex,
    put_number,
)
from shared_rules.recognition.hypotheses import STEPS

LEAST_FREE = const(64)  # KB that must be free when a game begins: the longest games take half of that
MARKS = const(8)  # lines T that are kept in memory: one for each start of the board, and when a PC tells the time


class Journal:
    """The games in `folder`; `noise(n)` gives n random bytes, for the ids of games."""

    def __init__(self, folder, noise):
        self.folder = folder
        self.game = b""  # id of the game being played, as text; empty before there is one
        self.seq = 0  # its last record
        self.last = (
            0  # the last record in its file, as `replaying` found it: later than `seq` if one between is damaged
        )
        self.t = 0  # time of that record, ms of playing time
        self.acked = 0  # up to which record the PC has said that it has this game
        self.failed = False  # the flash takes no more: this game goes on without it
        self.full = False  # so it is, or will be soon, and there is nothing that may be removed
        self._store = None
        self.crowded = False  # there is little room, and perhaps something that may go
        self.line = bytearray(MAX_LINE)  # the last record: line[2:end] is what goes over the wire
        self.end = 0
        self.position = b""  # the position before the first record
        self.marks = []  # the last lines T of its file: `t boot up wall`
        # What `replaying` found; before it is done, how much of the file it has read, in PARTS.
        self.part = 0
        self.plies = 0  # played and not taken back,
        self.last_plies = array("i", [0] * STEPS)  # the last of them, of which so many
        self.kept = 0  # are known: what may be put back by hand
        self.first_side = FIRST
        self.levels = bytearray(2)  # at which the board plays each side, 0: a player does
        self.result = ONGOING
        self.reason = END_NONE
        self.over = False
        self._view = memoryview(self.line)
        self._file = None
        self._gathering = False  # a write need not reach the flash yet
        self.writing = False  # a record is under way: what is played and what the file has may differ
        self._counter = 0
        self.noise = noise

    @property
    def game_store(self):
        """The games on the flash as a whole; its code is loaded where there is little room, or a PC has an earlier game."""
        if self._store is None:
            from firmware.game.game_store import GameStore

            self._store = GameStore(self)
        return self._store

    def low(self):
        """Whether less is free on the flash than a game may take."""
        try:
            found = os.statvfs(self.folder)
        except (AttributeError, OSError):
            return False
        return found[0] * found[3] < LEAST_FREE * 1024

    def path(self, game):
        """The file of a game id (text)."""
        return "%s/%s%s" % (self.folder, game, SUFFIX)

    def id(self):
        """The id of the game being played, as a str."""
        return self.game.decode()

    def open(self):
        """Look what is on the flash; True if there is a game, the newest of which is then the one being played."""
        from firmware.game.game_store import newest

        try:
            os.mkdir(self.folder)
        except OSError:
            pass  # it is there; or nothing can be written, which `begin` will find
        game, self._counter = newest(self.folder)
        self.game = game.encode()
        self.seq = self.t = self.acked = 0
        return game != ""

    # Reading back

    def header(self):
        """The position text before the first record of the game being played, "" if its file has none."""
        from firmware.game.replaying import header

        return header(self.path(self.id()))

    def replaying(self, game, kings=None):
        """Task, a line at a time: bring `game` to where the game being played stands; False if its file does not make sense.

        If the file's position hides the kings, they are on the squares `kings`, or else where the file reveals them.
        Records behind one that is damaged, or that the rules do not allow, are passed over; `last` is more than `seq` then.

        Sets seq, last, t, plies, position, first_side, levels, and over, result, reason if it is over.
        """
        from firmware.game.replaying import Replay

        self.close()
        self.writing = False
        self.seq = self.last = self.t = self.end = self.plies = self.kept = self.part = 0
        self.over = False
        self.levels[0] = self.levels[1] = 0
        self.marks = []
        return Replay(self, game).reading(kings)

    def mark(self, text):
        """Keep what a line T of the file says."""
        self.marks.append(text)
        if len(self.marks) > MARKS:
            self.marks.pop(0)

    def keep_position(self, text, side):
        """Remember the position before the first record."""
        self.position = text.encode()
        self.first_side = side

    def keep_ply(self, ply):
        """Remember that it was played."""
        last = self.last_plies
        if self.kept < STEPS:
            self.kept += 1
        else:
            for i in range(1, STEPS):
                last[i - 1] = last[i]
        last[self.kept - 1] = ply

    def forget_plies(self, count):
        """The last ones were taken back."""
        self.kept = max(0, self.kept - count)

    # Writing

    def begin(self, text, side):
        """A new game from the position `text`, in which `side` begins."""
        self.close()
        self.writing = False
        self._counter = (self._counter + 1) & 0xFFFF
        noise = self.noise(4)
        self.game = ("%04x%02x%02x%02x%02x" % (self._counter, noise[0], noise[1], noise[2], noise[3])).encode()
        self.seq = self.last = self.t = self.acked = self.end = self.plies = self.kept = 0
        self.over = False
        self.levels[0] = self.levels[1] = 0
        self.marks = []
        self.result = ONGOING
        self.reason = END_NONE
        self.failed = False
        self.keep_position(text, side)
        self.failed = not self._begin_file()
        while self.failed and self.game_store.remove():
            self.failed = not self._begin_file()
        self.full = self.failed
        self._make_room()

    def _make_room(self):
        """Look whether room is to be made; what does so goes as long as it is not needed."""
        self.crowded = self.low()
        if not self.crowded:
            self._store = None

    def _begin_file(self):
        """The game's file with its first line; False if the flash does not take it."""
        try:
            self._count("")
            self._file = open(self.path(self.id()), "wb")
            self._write(put_bytes(self.begin_aside(T_GAME), 4, self.position, len(self.position)))
        except OSError:
            return False
        return True

    def _count(self, game):
        """Keep the counter, and which game is being played if it is not the newest; OSError if the flash does not take it."""
        with open(self.folder + "/counter.new", "w") as file:
            file.write("%d %s" % (self._counter, game))
        os.rename(self.folder + "/counter.new", self.folder + "/counter")

    def choose(self, game):
        """That game of the folder is played from now on, also after a power cut. It is still to be read."""
        from firmware.game.game_store import counter_of

        self.close()
        self.game = game.encode()
        self.acked = 0
        self._counter = max(self._counter, counter_of(game))  # what is begun later is newer
        try:
            self._count(game)
        except OSError:
            self.full = True

    def tidy(self):
        """Make room, if there is little, by a step of some ms; `full` when nothing may go any more."""
        if not self.crowded or not self.game_store.search():
            return
        if self.game_store.remove():
            self._make_room()
        else:
            self.crowded = False
            self._store = None
            self.full = True

    def acknowledge(self, game, records):
        """The PC has so many records of a game (its id as text) that is not being played."""
        if self.game_store.acknowledge(game, records) and self.full:
            self.full = self.failed
            self.crowded = True  # perhaps it may go now

    def acknowledge_end(self):
        """The PC has the game being played to its end."""
        self.finish_aside(put_number(self.begin_aside(T_COMMITTED), 4, self.seq), True)

    def discard(self):
        """Forget the game being played; for one without records."""
        self.close()
        try:
            os.remove(self.path(self.id()))
        except OSError:
            pass
        self.game_store.forget_secret(self.id())

    def resume(self):
        """Get ready to append to the game that `replay` has read."""
        self.close()
        self.failed = False
        path = self.path(self.id())
        try:
            with open(path, "rb") as file:
                size = file.seek(0, 2)
                file.seek(max(0, size - 1))
                torn = size and file.read(1) != b"\n"
            self._file = open(path, "ab")
            if torn:
                self._file.write(b"\n")
        except OSError:
            self.failed = self.full = True

    def start(self, kind, t):
        """Begin a record of type `kind`; returns the index in `line` from which the caller writes its own fields."""
        self.writing = True
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
        if not self.failed:
            try:
                self._write(end)
            except OSError:
                self._write_again(end)
        self.writing = False

    def _write_again(self, end):
        """The flash did not take a record: what may go makes room for it."""
        while self.game_store.remove():
            self.resume()
            try:
                self._write(end)
                return
            except (OSError, AttributeError):  # AttributeError: there is no file
                pass
        self.failed = self.full = True

    def stamp(self, t, clock):
        """Note what the board's clock (text `boot up wall`) says at the playing time `t`. Allocates."""
        text = "%d %s" % (t, clock)
        if self.marks and self.marks[-1] == text:
            return
        self.mark(text)
        if self.failed:
            return
        data = text.encode()
        try:
            self._write(put_bytes(self.begin_aside(T_TIME), 4, data, len(data)))
        except OSError:
            self.resume()  # what it may have left of the line ends there

    def begin_aside(self, kind):
        """Begin a line that is not a record, `kind 0 `; returns the buffer, whose index 4 is the first that the caller writes."""
        line = self.line
        line[0] = kind
        line[1] = SPACE
        line[2] = 48
        line[3] = SPACE
        self.end = 0  # the last record is now to be read from the file
        return line

    def finish_aside(self, end, now):
        """End that line at index `end`. It is on the flash at once (`now`), or with the next record."""
        if self.failed:
            return
        self._gathering = not now
        try:
            self._write(end)
        except OSError:
            self._end_line()
        self._gathering = False

    def set_writing(self, yes):
        """A record of what has been played is under way, or it is done."""
        self.writing = yes

    def _end_line(self):
        """End what a write that failed may have left of a line, so that the next one is whole."""
        try:
            self._file.write(b"\n")
        except OSError:
            pass

    def _write(self, end):
        line = self.line
        crc = crc16(line, 0, end)
        line[end] = STAR
        put_hex(line, end + 1, crc, 4)
        line[end + 5] = NEWLINE
        self._file.write(self._view[: end + 6])
        if not self._gathering:
            self._file.flush()

    def close(self):
        """Nothing is written until `begin` or `resume`."""
        if self._file:
            try:
                self._file.close()
            except OSError:
                self.failed = self.full = True
            self._file = None
