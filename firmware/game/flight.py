"""The flight recorder: raw changes of the sensors, with their times, beside the plies in the journal.

From them a game can be inferred again (`crossboard export ID --format trace`, `crossboard infer`). Lines are not records, so
their number is 0, as in

    F 0 12040 - 0-a4 3+a4 5-a4 470+b5 900!ok*CCCC

time of the first change (ms of playing time); time of the last change before it, `-` if this line begins a stretch, the
pieces standing as the position has them; then the changes, each with the ms since the one before. They are written
with the turn, or when a line is full; a game keeps `MOST` bytes of them. Memory is taken at construction; nothing
else is allocated but what a flash write costs.
"""

from shared_rules.codes import NOWHERE, const
from shared_rules.protocol.frames import SPACE, T_FLIGHT, put_bytes, put_number
from shared_rules.writing import write_square

ROOM = const(116)  # bytes of changes in a line: to put more on the flash would be too much for a round
MUCH = const(48)  # bytes of changes that are worth a write of their own, when there is time for it
AT_ONCE = const(6)  # changes taken in a round: more of them are a board that was swept or bumped
LONGEST = const(20)  # bytes of a change
MOST = const(24576)
NAMES = (b"", b"ok", b"next", b"back")  # by BUTTON_ code, as in signals.py


class Flight:
    """Writes into `journal`, and tells `link`; `count` sensors."""

    def __init__(self, journal, link, count):
        self.on = False
        self.stirred = False  # whether `look` has just found a change
        self.raw = bytearray(count)
        self._journal = journal
        self._link = link
        self._line = bytearray(ROOM + LONGEST)
        self._end = 0
        self._first = 0  # time of the first change in the line
        self._last = 0  # of the last
        self._before = -1  # of the last in the line before, -1 if this one begins a stretch
        self._kept = 0

    def new_game(self):
        """Nothing is kept of it yet; what was not written of the last one is dropped."""
        self.on = False
        self._end = self._kept = 0

    def begin(self, raw):
        """The pieces stand as the position has them, the sensors read `raw`: a stretch begins."""
        for sensor in range(len(raw)):
            self.raw[sensor] = raw[sensor]
        self._end = 0
        self._before = -1
        self.on = self._kept < MOST

    def stop(self):
        """Play is interrupted."""
        self.flush()
        self.on = False

    def look(self, raw, current):
        """The sensors read `raw` now in the current game; False if the line had to be written first, and the changes are left."""
        self.stirred = self.on and raw != self.raw
        if self.stirred:
            if self._end > ROOM - LONGEST:
                self.flush()
                return False
            table = current.table
            self._jot(raw, current.t, table.layout.square_of, table.game.columns)
        return True

    def _jot(self, raw, t, square_of, columns):
        """They read something else than before; of many changes some are left for the next time."""
        known = self.raw
        left = AT_ONCE
        for sensor in range(len(raw)):
            if raw[sensor] != known[sensor]:
                if not left or self._end > ROOM - LONGEST:
                    return
                left -= 1
                known[sensor] = raw[sensor]
                square = square_of[sensor]
                if square != NOWHERE:
                    at = self._change(t)
                    self._line[at] = 43 if raw[sensor] else 45  # + -
                    self._end = write_square(square, columns, self._line, at + 1)

    def much(self):
        """Whether enough was gathered to be put on the flash in a round of its own."""
        return self._end > MUCH

    def button(self, button, t):
        """A button answered a question."""
        if self.on:
            at = self._change(t)
            self._line[at] = 33  # !
            self._end = put_bytes(self._line, at + 1, NAMES[button], len(NAMES[button]))

    def _change(self, t):
        if self._end > ROOM - LONGEST:
            self.flush()
        if not self._end:
            self._first = self._last = t
        line = self._line
        line[self._end] = SPACE
        at = put_number(line, self._end + 1, t - self._last)
        self._last = t
        return at

    def flush(self):
        """Put what has been gathered on the flash."""
        if not self._end:
            return
        journal = self._journal
        self._link.stream.tell_flight()
        line = journal.begin_aside(T_FLIGHT)
        at = self.put(line, 2)
        journal.finish_aside(at, False)
        self._kept += at
        self._before = self._last
        self._end = 0
        if self._kept >= MOST:
            self.on = False

    def put(self, out, at):
        """Write `0 t before changes` as it stands into `out` from `at`; give the index after it."""
        out[at] = 48
        out[at + 1] = SPACE
        at = put_number(out, at + 2, self._first)
        out[at] = SPACE
        at += 1
        if self._before < 0:
            out[at] = 45
            at += 1
        else:
            at = put_number(out, at, self._before)
        return put_bytes(out, at, self._line, self._end)
