"""Reads a game's file on the board's flash, and passes over what a power cut has left of a line.

`Reader` goes through it line by line, `Tail` looks from its end only as far back as its last record. Both allocate; what a
call of either may cost a Pico is bounded by the length of a line (some 5 ms for the longest).
"""

from shared_rules.codes import const
from shared_rules.protocol.frames import (
    MAX_LINE,
    SPACE,
    STAR,
    T_COMMITTED,
    T_END,
    T_FLIGHT,
    T_GAME,
    T_PLY,
    T_TIME,
    T_UNDO,
    crc16,
    get_hex,
    get_number,
    text_of,
)

CHUNK = const(128)  # bytes read from a file at once
ENOUGH = const(48)  # bytes of lines that are read in one step: with the line that goes beyond, 7 ms of a Pico
QUICK = const(5)  # as many of which take as long as a line that is passed over
BLOCK = const(160)  # the same from its end
ASIDES = bytes((T_COMMITTED, T_FLIGHT, T_GAME, T_TIME))  # kinds of lines that are not records


def star_of(line, n):
    """The index of the `*` before the CRC of a whole line, line[0:n] without its end; 0 if it is not one."""
    star = n - 5
    if star < 4 or line[star] != STAR or line[1] != SPACE or get_hex(line, star + 1, 4) != crc16(line, 0, star):
        return 0
    return star


def field(line, start, end):
    """The index of the space (or the end) after the field that begins at `start`."""
    while start < end and line[start] != SPACE:
        start += 1
    return start


class Reader:
    """The whole lines of one game's file: `kind`, `seq`, and line[start:end], which begins with `seq`."""

    def __init__(self):
        self.line = bytearray(MAX_LINE)
        self.kind = 0
        self.seq = 0
        self.start = 2
        self.end = 0
        self.first = (
            0  # records before that number are passed over quickly: `end` and what is before it mean nothing then
        )
        self.flights = (
            True  # whether what the flight recorder has before those (all that it has, if `first` is 0) is wanted
        )
        self.read = 0  # bytes of the file, so far
        self._passed = 0  # the last record
        self._chunk = b""
        self._file = None
        self._at = 0
        self._done = 0  # bytes of the file, up to the end of the last whole line

    def open(self, path):
        """Begin with the first line of a file; OSError if there is none."""
        self.close()
        self._done = 0
        self._file = open(path, "rb")
        self._chunk = b""
        self._at = self._passed = self.read = 0

    def open_again(self, path):
        """Go on behind the last line that ended: an open file does not show what was written since it was opened."""
        done = self._done
        self.close()
        self._file = open(path, "rb")
        self._file.seek(done)
        self._chunk = b""
        self._at = 0
        self.read = done

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
            if self._at == len(self._chunk):
                self._chunk = self._file.read(CHUNK)
                self.read += len(self._chunk)
                self._at = 0
                if not self._chunk:
                    if not n:
                        return False
                    # Without its line end, yet perhaps whole: whoever appends ends the line, so it must count now.
                    return n < MAX_LINE and self._whole(n)
            end = self._chunk.find(b"\n", self._at)
            stop = len(self._chunk) if end < 0 else end
            size = stop - self._at
            if n + size < MAX_LINE:
                line[n : n + size] = self._chunk[self._at : stop]
                n += size
            else:
                n = MAX_LINE  # no line of ours
            self._at = stop
            if end >= 0:
                self._at += 1
                self._done = self.read - len(self._chunk) + self._at
                if n < MAX_LINE and self._whole(n):
                    return True
                n = 0

    def _whole(self, n):
        line = self.line
        self.seq = get_number(line, 2, field(line, 2, n))
        if self.seq < 0:
            return False
        self.kind = line[0]
        aside = self.kind == T_FLIGHT and not self.flights and (not self.first or self._passed < self.first - 1)
        if aside:
            self.seq = 0
        if aside or 0 < self.seq < self.first:
            self._passed = self.seq or self._passed
            self.end = QUICK
            return True
        self.end = star_of(line, n)
        if self.end:
            self._passed = self.seq or self._passed
        return self.end > 0

    def texts(self):
        """The fields of the line from `seq` on, as a list of str. Allocates."""
        return text_of(self.line, self.start, self.end).split(" ")


class Tail:
    """What the last lines of a game's file say, once `step` has given True: its last record, 0 if there is none; whether the
    game is over; and how many records the PC has said it has, if it said so after the last one, else 0.
    """

    def __init__(self, path):
        self.records = 0
        self.over = False
        self.result = 0  # if it is over
        self.acknowledged = 0
        self._file = open(path, "rb")
        self._at = self._file.seek(0, 2)
        self._rest = b""  # of a line that begins before `_at`

    def step(self):
        """Look a block further back; True when that was enough. OSError if the file can't be read."""
        before = max(0, self._at - BLOCK)
        self._file.seek(before)
        lines = (self._file.read(self._at - before) + self._rest).split(b"\n")
        self._at = before
        first = 1 if before else 0
        self._rest = lines[0] if first and len(lines[0]) < MAX_LINE else b""
        i = len(lines)
        while i > first:
            i -= 1
            if self._take(lines[i]):
                before = 0
                break
        if not before:
            self.close()
        return not before

    def close(self):
        """Done, or given up."""
        self._file.close()

    def _take(self, line):
        """A line; True if those before it do not matter any more."""
        if not line or line[0] in ASIDES and (line[0] != T_COMMITTED or self.records or self.acknowledged):
            return False
        star = star_of(line, len(line))
        if not star:
            return False
        at = field(line, 2, star)
        number = get_number(line, 2, at)
        if line[0] == T_COMMITTED:
            self.acknowledged = max(0, get_number(line, at + 1, star))
            return False
        if number < 1:
            return False
        self.records = self.records or number
        self.over = line[0] == T_END
        if self.over:
            at = field(line, at + 1, star)  # behind the time
            self.result = get_number(line, at + 1, field(line, at + 1, star))
        return self.over or line[0] == T_PLY or line[0] == T_UNDO


def last_of(path):
    """The `Tail` of a file, looked at to the end; None if there is no such file."""
    try:
        tail = Tail(path)
        while not tail.step():
            pass
    except OSError:
        return None
    return tail
