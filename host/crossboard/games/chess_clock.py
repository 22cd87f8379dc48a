"""A chess clock for a game on a board, kept by the PC: Fischer, delay or sudden death.

    5+3     five minutes each, three seconds more after every turn (Fischer)
    5d3     five minutes each, of which the first three seconds of every turn are not counted (delay)
    10      ten minutes each (sudden death)

It runs from the first ply on, for the side that has to act, and rests while the game does. Who has used up their time is told; what
that means is up to the players: they go on, or the side resigns.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from crossboard.errors import CrossboardError

KIND = re.compile(r"(\d{1,3}(?:\.\d)?)(?:([+d])(\d{1,3}))?")
STOPPED = -1
LOW_MS = 10_000  # left, when tenths are worth showing


@dataclass(frozen=True)
class Kind:
    """Time for each side, and what a turn adds (Fischer) or leaves out (delay), in ms."""

    text: str
    base_ms: int
    bonus_ms: int = 0
    delay_ms: int = 0


def read_kind(text: str) -> Kind:
    """What was typed, `5+3`, `5d3` or `10`; CrossboardError if it is no clock."""
    found = KIND.fullmatch(text)
    base = round(float(found[1]) * 60_000) if found else 0
    if not found or not base:
        raise CrossboardError(
            f"'{text}' is no clock: 5+3 (Fischer), 5d3 (delay), 10 (sudden death), in minutes and seconds"
        )
    more = int(found[3] or 0) * 1000
    return Kind(text, base, more if found[2] == "+" else 0, more if found[2] == "d" else 0)


class ChessClock:
    """`left` is each side's time in ms, `running` the side whose time runs, `flag` the one that has used it up. `changed` counts up
    when anything but the time has changed.
    """

    def __init__(self, kind: Kind) -> None:
        self.kind = kind
        self.left = [kind.base_ms, kind.base_ms]
        self.running = STOPPED
        self.flag = STOPPED
        self.changed = 0
        self._side = STOPPED  # whose turn it is, also while the clock rests
        self.delay = 0  # of this turn, what is left of it in ms
        self._at = 0  # when `left` was true

    def step(self, side: int, playing: bool, now: int) -> None:
        """Let time pass until `now` (ms): `side` has to act, `playing` says whether the game goes on at this moment."""
        self._spend(now)
        if playing and self._side != side:
            if self._side != STOPPED and self.flag == STOPPED:
                self.left[self._side] += self.kind.bonus_ms
            self._side, self.delay = side, self.kind.delay_ms
            self.changed += 1
        runs = side if playing and self.flag == STOPPED else STOPPED
        if runs != self.running:
            self.running = runs
            self.changed += 1

    def _spend(self, now: int) -> None:
        spent, self._at = now - self._at, now
        if self.running == STOPPED:
            return
        waited = min(self.delay, spent)
        self.delay -= waited
        self.left[self.running] -= spent - waited
        if self.left[self.running] <= 0:
            self.left[self.running] = 0
            self.flag, self.running = self.running, STOPPED
            self.changed += 1

    def value(self) -> dict[str, object]:
        """What a page is told: it counts down by itself."""
        return {
            "kind": self.kind.text, "left": list(self.left), "running": self.running, "delay": self.delay, "flag": self.flag,
        }  # fmt: skip

    def words(self, names: tuple[str, str]) -> str:
        """Both times in a line: `White 4:58 - Black 5:00`."""
        times = [f"{name} {time_text(ms)}" for name, ms in zip(names, self.left, strict=True)]
        over = f"; {names[self.flag]}'s time is up" if self.flag != STOPPED else ""
        return " - ".join(times) + over


def time_text(ms: int) -> str:
    """`4:58`, below ten seconds `9.4`."""
    if ms < LOW_MS:
        return f"{ms // 100 / 10:.1f}"
    s = ms // 1000
    return f"{s // 3600}:{s // 60 % 60:02d}:{s % 60:02d}" if s >= 3600 else f"{s // 60}:{s % 60:02d}"
