"""Which lines say the same, so that the cheapest of them is enough. After construction nothing allocates."""

from shared_rules.codes import const
from shared_rules.recognition.lines import (
    ARRIVED,
    COUNT,
    DUE,
    LEFT,
    LIFTS,
    OLD,
    SINCE,
    SIZE,
    TOUCH,
    UNDID,
    Lines,
)
from shared_rules.recognition.positions import Positions
from shared_rules.recognition.touching import Touching, is_lift

TIMES = const(0x3FFFFF)  # so much of a time, in ms, is told apart: over an hour


class Likeness:
    """Compares lines: where they lead, which turn was put back, and which pieces were lifted and put back."""

    def __init__(self, positions: Positions, lines: Lines, touching: Touching) -> None:
        self.positions = positions
        self.row = lines.row
        self.rank = lines.rank
        self.touching = touching

    def note(self, line: int) -> None:
        """Look at the line before it is compared: it has changed."""
        self.row[line + LIFTS] = self._sum_up_lifts(line)

    def are_alike(self, one: int, other: int) -> bool:
        """Whether two lines lead to one position, and have the same pieces lifted and put back."""
        return (
            self.row[one] == self.row[other]
            and self.row[one + LEFT] == self.row[other + LEFT]
            and self.row[one + LIFTS] == self.row[other + LIFTS]
            and self._are_of_a_kind(one, other)
        )

    def count_like(self, line: int, count: int) -> int:
        """How many of the first `count` lines lead to its position and are of its kind."""
        row = self.row
        like = 0
        for i in range(count):
            other = self.rank[i]
            if row[other] == row[line] and self._are_of_a_kind(line, other):
                like += 1
        return like

    def _are_of_a_kind(self, one: int, other: int) -> bool:
        """Whether in both lines the same turn was put back, if any, and what is told was made again, or in neither."""
        row = self.row
        if row[one + UNDID] != row[other + UNDID] or self._is_again(one) != self._is_again(other):
            return False
        # What is put back in the one may be yet to be lifted in the other.
        return self.touching.lasts(one, DUE, DUE) == self.touching.lasts(other, DUE, DUE)

    def _is_again(self, line: int) -> bool:
        """Whether the line ends with what is told, played since that was told."""
        positions = self.positions
        told = positions.told
        return self.row[line] == told and self.row[line + ARRIVED] > positions.told_at[told]

    def _sum_up_lifts(self, line: int) -> int:
        """A number for the lifts of the line, with their times and squares: that of others is another, but for a rare chance."""
        row = self.row
        total = 0
        i = line + TOUCH
        for _ in range(row[line + COUNT]):
            if is_lift(row[i] & ~OLD):
                total ^= (row[i + SINCE] & TIMES) << 8 | row[i] & 255
            i += SIZE
        return total
