"""Two clocks: the board's, which counts ms since it was switched on, and the PC's.

A sample is an exchange: the PC tells its time, the board answers with its own, and the truth lies between sending and
receiving. From samples of one start of the board follow the offset and, once they are far enough apart, the drift (a
crystal is off by some 30 ppm: 2.5 s a day). Nothing here reads a clock itself.
"""

from __future__ import annotations

from typing import NamedTuple

from crossboard.boards.numbers import MOST_WALL_MS, read_ms, read_wall

TRIP_MS = 2000  # an answer that took longer tells nothing
DRIFT_SPAN_MS = 600_000  # samples this far apart tell the drift
DRIFT_MOST = 500e-6  # more than any crystal; then a sample is wrong
ASK_MS = 60_000  # between two samples


class Sample(NamedTuple):
    """At `up` ms of the board it was `wall` ms since 1970, to within `error` ms."""

    up: int
    wall: int
    error: int


class BoardClock:
    """The offset and drift of one board's clock; they are measured again after a restart of the board."""

    def __init__(self) -> None:
        self.boot = ""
        self._first: Sample | None = None
        self._last: Sample | None = None

    @property
    def known(self) -> bool:
        """Whether there is a sample of the board's present start."""
        return self._last is not None

    @property
    def drift(self) -> float:
        """How much slower than ours the board's clock runs, as a fraction; 0 while that is unknown."""
        first, last = self._first, self._last
        if first is None or last is None or last.up - first.up < DRIFT_SPAN_MS:
            return 0.0
        found = (last.wall - first.wall) / (last.up - first.up) - 1
        return found if abs(found) <= DRIFT_MOST else 0.0

    def add(self, boot: str, up: int, sent: int, received: int) -> bool:
        """A sample: the board's `up` in answer to a message sent and answered at these wall times; returns whether it is of
        use."""
        if not 0 <= received - sent <= TRIP_MS:
            return False
        sample = Sample(up, (sent + received) // 2, (received - sent + 1) // 2)
        last = self._last
        if boot != self.boot or last is None or up < last.up:
            self.boot, self._first = boot, sample
        elif self._first and self._first.error > sample.error and up - self._first.up < ASK_MS:
            self._first = sample  # soon after the first one, and better
        self._last = sample
        return True

    def wall(self, up: int) -> int | None:
        """The wall time at the board's `up`, ms since 1970; None if unknown."""
        last = self._last
        return None if last is None else last.wall + round((up - last.up) * (1 + self.drift))


class Mark(NamedTuple):
    """From playing time `t` on a game ran in the start `boot` of the board, whose clock said `up` then.

    `wall` is the wall time at that moment as a PC had told it, None if none had.
    """

    t: int
    boot: str
    up: int
    wall: int | None


class Dating(NamedTuple):
    """Wall time of a playing time, and whether it is only the latest that it can have been."""

    wall: int
    estimated: bool


class GameClock:
    """When a game was played, from the marks of its file (WIRE.md, Clocks).

    `anchor` is a wall time that all of the game came before. Parts of it of which no clock tells are dated as late as
    they can have been: such times are estimates, and what they keep is the order.
    """

    def __init__(self, marks: list[Mark], clock: BoardClock, last_t: int, anchor: int) -> None:
        self._parts: list[tuple[int, int, bool]] = []  # (t, wall at t, estimated), the last part first
        walls = {mark.boot: mark.wall - mark.up for mark in marks if mark.wall is not None}
        end_t, latest = last_t, anchor
        backwards = list(reversed(marks))  # of two at the same playing time the later one holds
        backwards.sort(key=lambda mark: -mark.t)
        if not backwards or backwards[-1].t:
            backwards.append(Mark(0, "", 0, None))
        for mark in backwards:
            start: int | None = None
            if mark.boot and mark.boot == clock.boot:
                start = clock.wall(mark.up)
            if start is None and mark.boot in walls:
                start = walls[mark.boot] + mark.up
            estimated = start is None
            if start is None:
                start = latest - max(0, end_t - mark.t)
            self._parts.append((mark.t, start, estimated))
            end_t, latest = mark.t, start

    @property
    def began(self) -> Dating:
        """When the game began."""
        t, wall, estimated = self._parts[-1]
        return _dating(wall - t, estimated)

    def at(self, t: int) -> Dating:
        """When the playing time was `t`. A record at the very `t` of a mark was there before it."""
        for start, wall, estimated in self._parts:
            if t > start:
                return _dating(wall + t - start, estimated)
        t0, wall, estimated = self._parts[-1]
        return _dating(wall + t - t0, estimated)


def _dating(wall: int, estimated: bool) -> Dating:
    """A time that can be stored and written as a date, whatever the board's clocks say."""
    return Dating(min(max(wall, 0), MOST_WALL_MS), estimated)


def read_mark(fields: list[str]) -> Mark:
    """The mark of a line `0 t boot up wall`; ValueError or IndexError if it is not one."""
    if fields[0] != "0":
        raise ValueError("no clock line")
    return Mark(read_ms(fields[1]), fields[2], read_ms(fields[3]), None if fields[4] == "-" else read_wall(fields[4]))
