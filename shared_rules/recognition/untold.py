"""What it costs lines that what is told did not happen.

After construction nothing allocates.
"""

from shared_rules.recognition.gestures import (
    ANSWERED,
    ELSEWHERE,
    HAND,
    LOCKED,
    PLAYER,
    RENAMED,
    SAME,
    STACKED,
    STOOD,
    UNTOLD,
)
from shared_rules.recognition.legal import Legal
from shared_rules.recognition.lines import BEGUN, FEE, UNDID, UNDID_AT, Lines
from shared_rules.recognition.positions import BETWEEN_STACKS, CHOSEN, FROM_HAND, GOES_ON, NONE, PASS, TAKES
from shared_rules.recognition.prices import NO_ROW, cost, find
from shared_rules.recognition.touching import Touching


class Untold:
    """Compares `lines` with what is told."""

    def __init__(self, legal: Legal, lines: Lines, touching: Touching) -> None:
        self.legal = legal
        self.positions = legal.positions
        self.row = lines.row
        self.touching = touching
        self.changed = touching.changed  # when each square changed last

    def price(self, line: int) -> int:
        """What it costs that what is told did not happen, but for what was paid for that."""
        row = self.row
        positions = self.positions
        lost = cost(self.untold(line))
        if lost and row[line + UNDID] != NONE and positions.has(positions.told, row[line + UNDID]):
            return max(0, lost - cost(row[line + FEE]))
        return lost

    def untold(self, line: int) -> int:
        """The row of the table of gestures for what the line says: that what is told did not happen; NO_ROW if it did."""
        positions = self.positions
        row = self.row
        told = positions.told
        if positions.has(row[line], told):
            return NO_ROW
        before = positions.meet(told, row[line])
        lost = positions.after(told, before)
        instead = positions.after(row[line], before)
        bits = self._circumstances(told, lost)
        away = 0
        if instead != NONE and not self._comes_later(line, instead, lost):
            bits |= ELSEWHERE
            if bits & STOOD and positions.to[instead] == positions.to[lost]:
                bits |= HAND  # it may have been another piece that arrived there
            if positions.facts[lost] & positions.facts[instead] & FROM_HAND:
                bits |= SAME if positions.ply[lost] >> 16 == positions.ply[instead] >> 16 else RENAMED
                away = self.away(lost, instead)
            elif bits & STOOD and not self.touching.stacks:
                away = self.away(lost, instead)  # later a piece was lifted to see where it may go
        elif positions.facts[lost] & BETWEEN_STACKS:
            bits |= STACKED
        return find(UNTOLD, away, bits)

    def _comes_later(self, line: int, instead: int, lost: int) -> bool:
        """Whether the line has the ply to `lost` put back, and that to `instead` begun then; not both of pieces from hand."""
        facts = self.positions.facts
        if self.row[line + UNDID] != lost or facts[lost] & facts[instead] & FROM_HAND:
            return False
        return self.row[self.touching.step_of(line, instead) + BEGUN] > self.row[line + UNDID_AT]

    def _circumstances(self, told: int, lost: int) -> int:
        """How what is told has stood since `lost`."""
        positions = self.positions
        facts = positions.facts
        bits = 0
        later = told
        while later != lost:
            if facts[later] & PASS:
                bits |= PLAYER
            elif not facts[later] & GOES_ON:
                bits |= LOCKED
            later = positions.parent[later]
        if self.legal.has_replied(positions.side[told]) or self.legal.is_led(lost):
            bits |= LOCKED  # the board has replied, or hands were led to it
        if facts[lost] & CHOSEN:
            bits |= ANSWERED
        if self.stood(lost):
            bits |= STOOD | HAND if facts[lost] & TAKES else STOOD
        return bits

    def stood(self, node: int) -> bool:
        """Whether none of the squares of the ply that leads to `node`, which was told, was touched since."""
        return self.touching.stood(node, self.positions.told_at[node])

    def away(self, lost: int, instead: int) -> int:
        """For how long the piece from hand that was told was in the hand before it, or another, came to stand elsewhere."""
        to = self.positions.to
        return max(0, self.changed[to[instead]] - self.changed[to[lost]])
