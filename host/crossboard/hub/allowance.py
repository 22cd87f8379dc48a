"""Limits how much each board sends: messages, the hub's time for them, and bytes on its disk, so that none crowds out the
others."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from crossboard.calling import command

PER_S = 40.0  # messages of one board, on the average
BURST = 800.0
MESSAGE_S = 0.002  # of the processor, which a message of a board may cost; who costs more may send fewer
A_DAY = 16 << 20  # bytes on the disk that a board may fill in a day: five times a ply every 5 s around the clock
DAY_S = 24 * 3600.0
WARN_S = 3600.0  # between two words about one board
BOARDS = 4000


@dataclass
class Allowance:
    """What a board may still send: messages, and bytes for the disk. `warned`: when a word was said of it."""

    left: float
    at: float
    disk: float
    warned: float = -WARN_S


class Allowances:
    """The allowances of all boards. `clock` gives seconds; `say` gets messages to show once."""

    def __init__(self, clock: Callable[[], float], say: Callable[[str], None]) -> None:
        self._clock = clock
        self._say = say
        self.boards: dict[str, Allowance] = {}

    def may(self, board: str) -> bool:
        """Whether the board has not sent too much lately; counts this message."""
        now = self._clock()
        known = self.boards.get(board)
        if known is None:
            if len(self.boards) >= BOARDS:
                return False
            known = self.boards[board] = Allowance(BURST, now, A_DAY)
        known.left = min(BURST, known.left + (now - known.at) * PER_S)
        known.disk = min(float(A_DAY), known.disk + (now - known.at) * A_DAY / DAY_S)
        known.at = now
        if known.left < 1:
            self.warn(board, "sends more than a board does; some of it is dropped")
            return False
        known.left -= 1
        return True

    def disk_full(self, board: str) -> bool:
        """Whether the board has filled its share of the disk."""
        return self.boards[board].disk < 0

    def charge(self, board: str, processor_s: float, disk: int) -> None:
        """Charge a message's cost; a board that owes much is ignored for a while."""
        known = self.boards[board]
        known.left = max(known.left - processor_s / MESSAGE_S, -BURST)
        known.disk -= disk

    def warn(self, board: str, what: str) -> None:
        """Say something about a board, at most once an hour."""
        known, now = self.boards[board], self._clock()
        if now - known.warned >= WARN_S:
            known.warned = now
            self._say(f"{board} {what} ({command('hub', 'revoke', board)} locks it out)")
