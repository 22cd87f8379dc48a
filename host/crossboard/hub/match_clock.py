"""The chess clock of a match between players far apart: what each has left, from times that both have agreed on.

Each player's own program measures what that player takes for a ply, and the log keeps it with the ply. So both ends reckon the
same, whatever was off or under way meanwhile: that time is nobody's. Between two plies an end says every few seconds how much
its player has taken so far, for the other to show.

The first ply of a match is free, as with the clock of a board (games/chess_clock.py). A takeback returns no time, and the
turns that it undoes earn no bonus.
"""

from __future__ import annotations

from dataclasses import dataclass

from crossboard.games.chess_clock import STOPPED, ChessClock, Kind, read_kind
from crossboard.hub import match as m


@dataclass(frozen=True, slots=True)
class Agreed:
    """After a log: `left` of each side (ms, maybe negative), whose `turn` it is, and what of this turn is still free (delay)."""

    left: tuple[int, int]
    turn: int
    free: int


def agreed(log: m.Log) -> Agreed:
    """What the log says."""
    kind = read_kind(log.clock)
    charged = [0, 0]
    line: list[int] = []  # who made the plies that stand
    free = kind.delay_ms
    for entry in log.entries:
        if entry.kind == m.UNDO:
            del line[int(entry.text) :]
            free = kind.delay_ms
        elif entry.kind == m.PLY:
            if not line or line[-1] != entry.side:
                free = kind.delay_ms
            waited = min(free, entry.ms)
            free -= waited
            charged[entry.side] += entry.ms - waited
            line.append(entry.side)
    turn = log.position()[1].side
    if line and line[-1] != turn:
        free = kind.delay_ms
    return Agreed(_left(kind, charged, line, turn), turn, free)


def _left(kind: Kind, charged: list[int], line: list[int], turn: int) -> tuple[int, int]:
    """Each finished turn but the match's first earns the bonus."""
    earned = [0, 0]
    ends = [*line, turn][1:]
    first = True
    for side, after in zip(line, ends, strict=True):
        if side != after:
            earned[side] += 0 if first else kind.bonus_ms
            first = False
    left = [kind.base_ms + earned[side] - charged[side] for side in (0, 1)]
    return left[0], left[1]


def shown(log: m.Log, known: Agreed, spent: m.Spent | None, over: bool) -> ChessClock:
    """The clock at this moment: `spent` is what the side to move has taken beyond the log."""
    left = list(known.left)
    taken = spent.ms if spent and spent.at == len(log.entries) and not over else 0
    waited = min(known.free, taken)
    left[known.turn] -= taken - waited
    flag = next((side for side in (known.turn, 1 - known.turn) if left[side] <= 0), STOPPED)
    runs = spent is not None and spent.at == len(log.entries) and spent.runs and not over and flag == STOPPED
    clock = ChessClock(read_kind(log.clock))
    clock.left = [max(0, ms) for ms in left]
    clock.running = known.turn if runs else STOPPED
    clock.delay = known.free - waited
    clock.flag = flag
    return clock
