"""The chess clock of a game, at one board or between two far apart: Fischer, delay or sudden death.

    5+3     five minutes each, three seconds more after every turn (Fischer)
    5d3     five minutes each, of which the first three seconds of every turn are not counted (delay)
    10      ten minutes each (sudden death)

It runs from the first ply on, for the side that has to act, and rests while the game does. A takeback returns no time, nor any
of a delay, and takes back what the plies that went had earned. When a side has used up its time, that is told, and the clock
stands still; what it means is up to the players: they go on, or the side resigns. Nothing here reads a clock.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, cast

from crossboard.errors import CrossboardError
from crossboard.games.words import clean
from crossboard.language import join, tr

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
    """What was typed, `5+3`, `5d3` or `10`; CrossboardError if it is not a clock."""
    found = KIND.fullmatch(text)
    base = round(float(found[1]) * 60_000) if found else 0
    if not found or not base:
        raise CrossboardError(
            f"'{clean(text)}' is not a clock; use 5+3 (Fischer), 5d3 (delay) or 10 (sudden death), in minutes and seconds, "
            "at most 999 of each"
        )
    more = int(found[3] or 0) * 1000
    return Kind(text, base, more if found[2] == "+" else 0, more if found[2] == "d" else 0)


class Ply(NamedTuple):
    """A ply that stands: a `number` that no other ply of the game has or had, and the side that made it."""

    number: int
    side: int


class ChessClock:
    """`left` is each side's time in ms, `running` the side whose time runs, `flag` the one that has used it up. `changed` counts up
    when anything but the time has changed.

    Tell it the plies that stand (`stand`) and the time taken (`spend`), or both every round (`step`). Plies that were played before
    it was set, or while nobody kept it, cost and earn nothing.
    """

    def __init__(self, kind: Kind) -> None:
        self.kind = kind
        self.left = [kind.base_ms, kind.base_ms]
        self.running = STOPPED
        self.flag = STOPPED
        self.changed = 0
        self.turn = STOPPED  # whose turn it is, also while the clock rests; STOPPED before that was told
        self._plies: list[Ply] = []  # that stand
        self._paid: list[int] = []  # what each of them earned, in ms
        self._free = [kind.delay_ms]  # by how many plies stand: what is left of the delay there, in ms
        self._at = 0  # when `left` was true

    @property
    def delay(self) -> int:
        """What is left of this turn's delay, in ms."""
        return self._free[len(self._plies)]

    def step(self, plies: Sequence[Ply], turn: int, playing: bool, now: int) -> None:
        """Let time pass until `now` (ms); `plies` are those that stand then, `turn` whose turn it is, `playing` whether the
        game goes on."""
        spent, self._at = now - self._at, now
        if self.running != STOPPED:
            self.spend(spent)
        self.stand(plies, turn)
        runs = turn if playing and plies and self.flag == STOPPED else STOPPED
        if runs != self.running:
            self.running = runs
            self.changed += 1

    def stand(self, plies: Sequence[Ply], turn: int) -> None:
        """These plies stand, and it is that side's turn."""
        if self.flag != STOPPED:
            return
        if turn != self.turn:
            self.changed += 1
        kept = self.turn != STOPPED  # when the plies that are new were played
        same = 0
        while same < min(len(plies), len(self._plies)) and plies[same] == self._plies[same]:
            same += 1
        while len(self._plies) > same:
            self.left[self._plies.pop().side] -= self._paid.pop()
        for at in range(same, len(plies)):
            after = plies[at + 1].side if at + 1 < len(plies) else turn
            self._made(plies[at], after, kept)
        self.turn = turn
        self._see_flag()

    def _made(self, ply: Ply, after: int, kept: bool) -> None:
        """A ply more, after which it is the turn of `after`. The game's first turn is free, and earns nothing."""
        before = self._free[len(self._plies)]
        first = all(one.side == ply.side for one in self._plies)
        ends = after != ply.side
        self._paid.append(self.kind.bonus_ms if kept and ends and not first else 0)
        self.left[ply.side] += self._paid[-1]
        self._plies.append(ply)
        free = self.kind.delay_ms if ends else before
        if len(self._free) == len(self._plies):
            self._free.append(free)
        else:  # a ply stood here before: what was used of the delay stays used
            self._free[len(self._plies)] = min(free, self.delay)

    def spend(self, ms: int) -> None:
        """Whoever has to act has taken so much time."""
        if self.flag != STOPPED or self.turn == STOPPED or not self._plies:
            return
        waited = min(self.delay, ms)
        self._free[len(self._plies)] -= waited
        self.left[self.turn] -= ms - waited
        self._see_flag()

    def _see_flag(self) -> None:
        for side in (self.turn, 1 - self.turn):
            if self.left[side] <= 0 and self.flag == STOPPED:
                self.left[side] = 0
                self.flag, self.running = side, STOPPED
                self.changed += 1

    def text(self) -> str:
        """All of it, as a line for `read`."""
        value = {
            "kind": self.kind.text, "left": self.left, "flag": self.flag, "free": self._free,
            "plies": [[*ply, paid] for ply, paid in zip(self._plies, self._paid, strict=True)],
        }  # fmt: skip
        return json.dumps(value, separators=(",", ":"))

    @classmethod
    def read(cls, text: str) -> ChessClock | None:
        """The clock in `text`, stopped until `step` or `stand`; None if there is none."""
        try:
            value = cast("dict[str, Any]", json.loads(text))
            clock = cls(read_kind(value["kind"]))
            rows = [[int(cell) for cell in row] for row in value["plies"]]
            clock._plies = [Ply(number, (0, 1)[side]) for number, side, _ in rows]
            clock._paid = [paid for _, _, paid in rows]
            clock._free = [int(ms) for ms in value["free"]]
            clock.left[0], clock.left[1] = (int(ms) for ms in value["left"])
            clock.flag = (STOPPED, 0, 1)[int(value["flag"]) + 1]
        except (CrossboardError, ValueError, KeyError, TypeError, IndexError):
            return None
        return clock if len(clock._free) > len(rows) else None

    def value(self) -> dict[str, object]:
        """The clock as JSON for pages, which count down by themselves."""
        return {
            "kind": self.kind.text, "left": list(self.left), "running": self.running, "delay": self.delay, "flag": self.flag,
        }  # fmt: skip

    def words(self, names: tuple[str, str]) -> str:
        """Both times in a line: `White 4:58 - Black 5:00`."""
        times = join(" - ", [join(" ", (name, time_text(ms))) for name, ms in zip(names, self.left, strict=True)])
        return times if self.flag == STOPPED else join("; ", (times, time_up(names[self.flag])))


def time_up(side: str) -> str:
    """Whose time is up."""
    return tr("{side}'s time is up", side=side)


def time_text(ms: int) -> str:
    """`4:58`, below ten seconds `9.4`."""
    if ms < LOW_MS:
        return f"{ms // 100 / 10:.1f}"
    s = ms // 1000
    return f"{s // 3600}:{s // 60 % 60:02d}:{s % 60:02d}" if s >= 3600 else f"{s // 60}:{s % 60:02d}"
