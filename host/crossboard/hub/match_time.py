"""The chess clock of a match between players far apart: the same clock (games/chess_clock.py), told what both have agreed on.

Each player's own program measures what that player takes for a ply, and the log keeps it with the ply, or with the takeback
that came instead of one. So both ends reckon the same, whatever was off or under way meanwhile: that time is nobody's. Between
two entries an end says every few seconds how much its player has taken so far, for the other to show.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy

from crossboard.games.chess_clock import STOPPED, ChessClock, Ply, read_kind
from crossboard.hub import match as m
from crossboard.hub.match_file import MatchFile

SAVE_S = 5.0  # between two writings of the time that a player has taken


class MatchTime:
    """The time of the match in `kept`, which may have no clock. `clock` gives seconds."""

    def __init__(self, kept: MatchFile, clock: Callable[[], float]) -> None:
        self._kept = kept
        self._clock = clock
        self._stepped_at = self._saved_at = clock()
        self._theirs: m.Spent | None = None  # what the other end has said of its player's time
        self._theirs_at = 0.0
        self._seat_at = -1.0  # when a page last sat in the guest's place
        self._here = False  # whether the other player is connected
        self._agreed: tuple[m.Log, ChessClock] | None = None
        self._flags: set[int] = set()  # whose time is up, as far as that was told

    def hear(self, spent: m.Spent) -> None:
        """What the other end says of its player's time."""
        self._theirs, self._theirs_at = spent, self._clock()

    def seat(self) -> None:
        """A page sits in the guest's place now: its player's time is measured here."""
        self._seat_at = self._clock()

    def shown(self, log: m.Log) -> ChessClock | None:
        """What both have left, None if the match has no clock."""
        if not log.clock:
            return None
        known = self._known(log)
        spent = self._kept.spent if known.turn == self._kept.side else self._their_time()
        return shown(log, known, spent, m.is_over(log))

    def _known(self, log: m.Log) -> ChessClock:
        """The clock as the log has it."""
        if self._agreed is None or self._agreed[0] is not log:
            self._agreed = log, agreed(log)
        return self._agreed[1]

    def taken(self, log: m.Log) -> int:
        """What our player has taken since the last entry, in ms."""
        return _since(log, self._kept.spent) if log.clock else 0

    def taken_by_mover(self, log: m.Log) -> int:
        """What the side to move has taken since the last entry, in ms."""
        if not log.clock:
            return 0
        return _since(log, self._kept.spent if self._known(log).turn == self._kept.side else self._their_time())

    def _their_time(self) -> m.Spent | None:
        """What the other player has taken: what was said of it, and while it runs, what has passed since."""
        theirs = self._theirs
        if theirs is None or not theirs.runs:
            return theirs
        if not self._here:
            return theirs._replace(runs=False)
        return theirs._replace(ms=theirs.ms + int((self._clock() - self._theirs_at) * 1000))

    def step(self, log: m.Log, here: bool, ready: bool) -> int | None:
        """Let time pass: our player's while the board is `ready` for a ply, and that of a page in the guest's place. Returns the
        side whose time is up, once. `here`: the other player is connected."""
        now = self._clock()
        passed, self._stepped_at = round((now - self._stepped_at) * 1000), now
        self._here = here
        if not log.clock:
            return None
        kept, at = self._kept, len(log.entries)
        turn = self._known(log).turn
        goes_on = at > 0 and not m.is_over(log)
        spent = kept.spent if kept.spent.at == at else m.Spent(at, 0, False)
        waits = goes_on and turn == kept.side and ready
        kept.spent = m.Spent(at, spent.ms + (passed if spent.runs else 0), waits)
        if waits != spent.runs or waits and now - self._saved_at >= SAVE_S:
            self._saved_at = now
            kept.save()
        if self._seat_at >= 0 and now - self._seat_at < 1:
            theirs = self._theirs if self._theirs and self._theirs.at == at else m.Spent(at, 0, False)
            self.hear(m.Spent(at, theirs.ms + (passed if theirs.runs else 0), goes_on and turn != kept.side))
        clock = self.shown(log)
        if clock and clock.flag != STOPPED and clock.flag not in self._flags:
            self._flags.add(clock.flag)
            return clock.flag
        return None


def _since(log: m.Log, spent: m.Spent | None) -> int:
    return min(spent.ms, m.LONGEST_MS) if spent and spent.at == len(log.entries) else 0


def agreed(log: m.Log) -> ChessClock:
    """The clock as the log has it."""
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
