"""Debounce: raw sensor readings in, stable changes out; policy by time, not by number of samples.

A change counts once the reading has stood unchanged for `close_ms` or `open_ms`; its time is that of the last raw
edge. Opening takes longer, for a piece that rattles or a weak magnet opens its switch for up to 15 ms although nobody
lifted it. Pure (no clock: the caller says what time it is), allocates nothing after construction.

Times are ms modulo 2**30, as `ticks_ms` counts on a board.
"""

from array import array

from shared_rules.codes import const

WRAP = const(0x3FFFFFFF)
LATELY = const(0xFFFF)
CLOSE_MS = const(12)  # bounce lasts up to 10 ms
OPEN_MS = const(25)  # a flicker up to 15 ms, as seen by a scan every 5 ms, with its bounce


class Debounce:
    """`size` sensors, all open at first."""

    def __init__(self, size: int, close_ms: int = CLOSE_MS, open_ms: int = OPEN_MS) -> None:
        self.size = size
        self.closed = bytearray(size)  # 1 where the stable state is closed
        # For finding weak sensors: edges that came to nothing, and changes that stood. Both stop at 65535.
        self.flickers = array("H", [0] * size)
        self.changes = array("H", [0] * size)
        self.counting = True
        self._raw = bytearray(size)
        self._edge = array("H", [0] * size)  # time of the last raw edge, as far as it is within a minute
        self.close_ms = close_ms
        self.open_ms = open_ms
        self.unstable = 0  # sensors whose raw state is not the stable one
        self._now = 0
        self.when = 0  # time of the change that `next` gave

    def preset(self, sensor: int, closed: int) -> None:
        """Take `closed` as the stable state without reporting a change: how the board stands when switched on."""
        if self._raw[sensor] != self.closed[sensor]:
            self.unstable -= 1
        self._raw[sensor] = self.closed[sensor] = 1 if closed else 0

    def feed(self, sensor: int, closed: int, now: int) -> None:
        """One reading of one sensor at `now`."""
        if self._raw[sensor] == closed:
            return
        self._raw[sensor] = closed
        self._edge[sensor] = now & LATELY
        if closed == self.closed[sensor]:
            self.unstable -= 1
            if self.counting and self.flickers[sensor] < 65535:
                self.flickers[sensor] += 1
        else:
            self.unstable += 1

    def scan(self, closed: bytearray, now: int) -> None:
        """One reading of every sensor: `closed` is a bytearray of 0 and 1."""
        raw = self._raw
        if closed != raw:  # mostly nothing has changed, and this is told at once
            for sensor in range(self.size):
                if closed[sensor] != raw[sensor]:
                    self.feed(sensor, closed[sensor], now)
        self._now = now

    def step(self, now: int) -> None:
        """Let time pass to `now` without a reading."""
        self._now = now

    def next(self) -> int:
        """The next sensor whose stable state has changed by now, oldest edge first; -1 if none.

        `closed[sensor]` is its new state and `when` the time of the change.
        """
        if not self.unstable:
            return -1
        raw = self._raw
        closed = self.closed
        best = -1
        longest = -1
        left = self.unstable
        for sensor in range(self.size):
            if raw[sensor] != closed[sensor]:
                stood = (self._now - self._edge[sensor]) & LATELY
                if stood >= (self.close_ms if raw[sensor] else self.open_ms) and stood > longest:
                    best = sensor
                    longest = stood
                left -= 1
                if not left:
                    break
        if best >= 0:
            closed[best] = raw[best]
            self.unstable -= 1
            if self.counting and self.changes[best] < 65535:
                self.changes[best] += 1
            self.when = (self._now - longest) & WRAP
        return best

    def deadline(self, now: int) -> int:
        """Milliseconds until `next` may have something without a new reading; -1 if nothing is under way."""
        if not self.unstable:
            return -1
        soonest = 1000
        for sensor in range(self.size):
            if self._raw[sensor] != self.closed[sensor]:
                left = (self.close_ms if self._raw[sensor] else self.open_ms) - ((now - self._edge[sensor]) & LATELY)
                if left < soonest:
                    soonest = left
        return soonest if soonest > 0 else 0
