"""What else was touched is forgotten once all has stood for a while as it is told. After construction nothing allocates."""

from shared_rules.recognition.beam import Beam
from shared_rules.recognition.clock import Clock
from shared_rules.recognition.gestures import CARD_MS, ODD_MS, PAST, QUIET_SPREAD
from shared_rules.recognition.lines import (
    CHARGE,
    COST,
    COUNT,
    DONE,
    FACTS,
    FREE,
    OCCUPIED,
    OLD,
    PAID,
    RED,
    SINCE,
    SIZE,
    TOTAL,
    TOUCH,
    UNTIL,
    WIDTH,
)
from shared_rules.recognition.prices import cheaper, cost, find


class Tidying:
    """Goes over the lines one by one: `left` are yet to be tidied."""

    def __init__(self, clock: Clock, beam: Beam) -> None:
        self.clock = clock
        self.positions = beam.positions
        self.lines = beam.lines
        self.row = beam.row
        self.touching = beam.touching
        self.standing = beam.standing
        self.puts_back = beam.touching.puts_back
        self.begin(0)

    def begin(self, lines: int) -> None:
        """So many lines are to be tidied."""
        self.left = lines

    def tidy(self) -> None:
        """All has stood for a while as it is told: one line more forgets what meant nothing; after the last, the dear lines go."""
        positions = self.positions
        lines = self.lines
        self.left -= 1
        line = lines.rank[self.left] * WIDTH
        self._forget(line)
        if not positions.has(positions.told, self.row[line]):
            self.keep_cost(line)
        if not self.left:
            self._drop_dear(self.row[lines.rank[0] * WIDTH + TOTAL] + QUIET_SPREAD)

    def _drop_dear(self, most: int) -> None:
        """Drop the lines that cost more than `most`."""
        lines = self.lines
        for i in range(lines.count):
            line = lines.rank[i] * WIDTH
            if self.row[line + TOTAL] > most:
                lines.drop(line)
        lines.close()

    def keep_cost(self, line: int) -> None:
        """If the line is right, the pieces have stood like that: what that costs is kept, but where a piece may be in a hand."""
        row = self.row
        lifted = self.touching.first_lifted(line)
        i = line + TOUCH
        for _ in range(row[line + COUNT]):
            if row[i + UNTIL] < 0 and not row[i] & (FREE | PAID):
                if not row[i] & OCCUPIED or self.clock.now - row[i + SINCE] >= ODD_MS:
                    row[line + COST] += cost(self.standing.gesture(line, i, self.clock.now, lifted))
                    row[i] |= PAID
            i += SIZE

    def _forget(self, line: int) -> None:
        """What else was touched meant nothing; but a stack's card may be in a hand, or what was lifted be covered yet.

        Not of what was refused: it has been put right.
        """
        row = self.row
        i = kept = line + TOUCH
        for _ in range(row[line + COUNT]):
            until = row[i + UNTIL]
            recent = until > row[line + DONE] or self.clock.now - until < CARD_MS
            if until < 0 or row[i] & (OCCUPIED | RED) == OCCUPIED and self.puts_back and recent:
                if until >= 0 and not row[i] & OLD:
                    gesture = cheaper(row[i] >> CHARGE, find(PAST, cost(row[i] >> CHARGE), 0))
                    row[i] = row[i] & FACTS | OLD | gesture << CHARGE
                row[kept] = row[i]
                row[kept + SINCE] = row[i + SINCE]
                row[kept + UNTIL] = until
                kept += SIZE
            i += SIZE
        row[line + COUNT] = (kept - line - TOUCH) // SIZE
