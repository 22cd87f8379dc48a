"""A stack that was lifted and put back: its top card may be in a hand, for long. After construction nothing allocates."""

from shared_rules.codes import NOWHERE, STACK, SWAP
from shared_rules.recognition.touch_log import NONE, TouchLog


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
        self.stack = NOWHERE  # the one lifted last since what is told

    def clear(self) -> None:
        """No stack was lifted."""
        self.square = self.stack = NOWHERE

    def look(self, when: int = 0) -> int:
        """Find and remember the stack of the side to move that was put back last, after that time, but not for a ply (log.kept).

        Gives its square, or NOWHERE.
        """
        if not self.puts_back:
            return NOWHERE
        log = self.log
        best = NOWHERE
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
                    self.stack = best = square
                    when = log.time[last]
        return best

    def is_stack(self, square: int) -> bool:
        """Whether a ply lifts what is on `square` and puts it, or the rest of it, back."""
        count = self._game.plies_from(square, self._plies, 0)
        for i in range(min(count, 1) if self.stacks else count):  # all from a stack begin alike
            self._game.footprint(self._plies[i], self._foot, 0)
            if self._foot[1] == STACK or self._foot[1] == SWAP:
                return True
        return False
