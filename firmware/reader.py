"""Reads a game's file on the board's flash, line by line, and passes over what a power cut has left of one.

Allocates its buffers when it is made, and what opening a file costs.
"""

from shared_rules.codes import const
from shared_rules.wire import MAX_LINE, NEWLINE, SPACE, STAR, T_END, T_PLY, T_UNDO, crc16, get_hex, get_number, text_of

CHUNK = const(64)  # bytes read from a file at once
TAIL = const(384)  # bytes at the end of a file in which its last lines are looked for


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

    def open_tail(self, path):
        """Begin with the first whole line among the last few; True if there may be lines before it."""
        self.open(path)
        size = self._file.seek(0, 2)
        if size <= TAIL:
            self._file.seek(0)
            return False
        self._file.seek(size - TAIL)
        return True

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


def last_record(path, whole):
    """(number of the last record, whether the game is over) of a file, (0, False) if there is none.

    With `whole` every line is looked at, else only the last ones if there is a record among them.
    """
    reader = Reader()
    last = 0
    over = False
    try:
        if whole:
            reader.open(path)
        elif reader.open_tail(path):
            whole = None
        while reader.next():
            if reader.seq > last:
                last = reader.seq
            if reader.kind == T_END:
                over = True
            elif reader.kind == T_PLY or reader.kind == T_UNDO:
                over = False
    except OSError:
        pass
    finally:
        reader.close()
    return last_record(path, True) if whole is None and not last else (last, over)
