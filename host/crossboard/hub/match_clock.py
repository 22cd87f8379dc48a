"""The chess clock of a match between players far apart: the same clock (games/chess_clock.py), told what both have agreed on.

Each player's own program measures what that player takes for a ply, and the log keeps it with the ply, or with the takeback
that came instead of one. So both ends reckon the same, whatever was off or under way meanwhile: that time is nobody's. Between
two entries an end says every few seconds how much its player has taken so far, for the other to show.
"""

from __future__ import annotations

from copy import deepcopy

from crossboard.games.chess_clock import STOPPED, ChessClock, Ply, read_kind
from crossboard.hub import match as m


def agreed(log: m.Log) -> ChessClock:
    """What the log says."""
    clock = ChessClock(read_kind(log.clock))
    game = m.game_at(log.start, m.HISTORY)
    plies: list[Ply] = []
    clock.stand(plies, game.side)
    for at, entry in enumerate(log.entries):
        clock.spend(entry.ms)
        if entry.kind == m.UNDO:
            while len(plies) > int(entry.text):
                plies.pop()
                game.pop()
        elif entry.kind == m.PLY:
            plies.append(Ply(at, game.side))
            game.push(game.parse_ply(entry.text))
        clock.stand(plies, game.side)
    return clock


def shown(log: m.Log, known: ChessClock, spent: m.Spent | None, over: bool) -> ChessClock:
    """The clock at this moment: `spent` is what the side to move has taken beyond the log."""
    clock = deepcopy(known)
    if spent and spent.at == len(log.entries) and not over:
        clock.spend(spent.ms)
        clock.running = clock.turn if spent.runs and clock.flag == STOPPED else STOPPED
    return clock
