"""A stack that was lifted and put back: its top card may be in a hand, for long. After construction nothing allocates."""

from shared_rules.codes import NOWHERE, STACK, SWAP
from shared_rules.recognition.touch_log import AGAIN, NONE, TouchLog


class Card:
    """The stack on `square` (NOWHERE: none) may lack its top card; the lights show where that may go."""

    def __init__(self, game, log: TouchLog, plies) -> None:
        self._game = game
        self.puts_back = getattr(game, "puts_back", False)
        self.stacks = getattr(game, "stacks", False)
        self.log = log
        self._plies = plies  # scratch
        self._foot = bytearray(2 * game.max_footprint + 2)
        self.square = NOWHERE
        self.opened = self.closed = 0  # when the stack was lifted, and put back; 0: nothing is remembered
        self._stack = NOWHERE

    def clear(self) -> None:
        """No stack was lifted."""
        self.square = NOWHERE
        self.opened = 0

    def look(self) -> int:
        """Find the stack of the side to move that was put back last, but not for a ply (log.kept); gives its square, or NOWHERE."""
        if not self.puts_back:
            return NOWHERE
        log = self.log
        best = NOWHERE
        when = 0
        for i in range(log.touches):
            square = log.touched[i]
            last = log.last[square]
            if (
                log.closed[last]
                and not log.kept[last]
                and log.time[last] > when
                and log.next[log.first[square]] != NONE
            ):
                if self.is_stack(square):
                    best = square
                    when = log.time[last]
        return best

    def remember(self, square: int) -> None:
        """Remember when the stack on `square` was lifted last."""
        if square != NOWHERE:
            self._stack = square
            self.opened = self.log.changed_last(square, 0)
            self.closed = self.log.time[self.log.last[square]]

    def is_stack(self, square: int) -> bool:
        """Whether a ply lifts what is on `square` and puts it, or the rest of it, back."""
        for i in range(self._game.plies_from(square, self._plies, 0)):
            self._game.footprint(self._plies[i], self._foot, 0)
            if self._foot[1] == STACK or self._foot[1] == SWAP:
                return True
        return False

    def may_cover(self) -> bool:
        """Whether the card of the stack remembered could go to one that was lifted and put back after that."""
        if not self.opened:
            return False
        log = self.log
        for i in range(self._game.plies_from(self._stack, self._plies, 0)):
            square = self._game.destination(self._plies[i])
            if log.base[square] and log.did[square] & AGAIN and log.time[log.last[square]] > self.closed:
                return True
        return False

    def recall(self, base: bytearray) -> bool:
        """Have the log remember that the stack was lifted long ago; gives whether there was one."""
        square = self._stack
        opened = self.opened
        if not opened:
            return False
        self.opened = 0
        log = self.log
        if not base[square]:
            return False
        stood = log.base[square]
        i = log.first[square]
        while i != NONE and log.time[i] < opened:
            stood = log.closed[i]
            i = log.next[i]
        if not stood or i != NONE and log.time[i] <= self.closed:
            return False  # it is not forgotten, or was not there to be lifted
        log.recall(square, opened, self.closed)
        return True

    def turn_back(self, ms: int) -> None:
        """Times are to be `ms` less."""
        if self.opened:
            self.closed = max(2, self.closed - ms)
            self.opened = max(1, self.opened - ms)
