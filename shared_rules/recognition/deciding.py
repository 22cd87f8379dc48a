"""What is told next: what all lines nearly as cheap as the best agree on, when it has stood; where they differ, a question.

That a ply is put back, replaced, gone on with or answered at once are no cases of their own: another line is the cheapest then.
After construction nothing allocates.
"""

from shared_rules.recognition.beam import Beam
from shared_rules.recognition.clock import Clock
from shared_rules.recognition.confirming import Confirming
from shared_rules.recognition.differing import Differing
from shared_rules.recognition.gestures import CARD_MS, PAST, QUIET_MS, SPREAD
from shared_rules.recognition.lines import (
    CHARGE,
    COUNT,
    DONE,
    FACTS,
    LOOSE,
    OCCUPIED,
    OLD,
    SINCE,
    SIZE,
    TOTAL,
    TOUCH,
    UNTIL,
)
from shared_rules.recognition.near import Near
from shared_rules.recognition.positions import NONE, PASS
from shared_rules.recognition.prices import cheaper, cost, find
from shared_rules.recognition.question import Question
from shared_rules.recognition.taking_back import TakingBack
from shared_rules.recognition.told import Told
from shared_rules.recognition.trouble import Trouble
from shared_rules.recognition.verdict import Verdict


class Deciding:
    """Decides by the lines of the beam, which are sorted: the cheapest first."""

    def __init__(self, clock: Clock, beam: Beam, told: Told, trouble: Trouble, question: Question) -> None:
        self.clock = clock
        self.positions = beam.positions
        self.lines = beam.lines
        self.row = beam.row
        self.standing = beam.standing
        self.asked = beam.asked
        self.told = told
        self.trouble = trouble
        self.near = Near(beam, trouble)
        self.verdict = Verdict(told, trouble, question)
        self._confirming = Confirming(clock, beam, self.near, self.verdict)
        self._taking_back = TakingBack(clock, beam, self._confirming, self.verdict)
        self._differing = Differing(clock, beam, self._confirming, self.verdict)
        self.begin()

    def begin(self) -> None:
        """Nothing has been decided."""
        self.verdict.begin()
        self.untidy = 0  # lines that are yet to be tidied

    def decide(self) -> bool:
        """One thing is told, or nothing; gives whether to look again at once."""
        positions = self.positions
        best = self.near.best()
        told = positions.told
        common = self.near.find(best)
        if self.asked.before != NONE:
            if self._differing.settle(best, common):
                return True
            return self._note_quiet(best)
        if not self.trouble.explains(best):
            self.told.settle()
            return False
        if common != told and positions.has(common, told):
            node = positions.after(common, told)
            if positions.facts[node] & PASS:  # play began with one
                return self.verdict.tell(node)
            return self._confirming.confirm(best, node, told)
        before = positions.meet(common, told)
        if before != told:
            follows = positions.after(common, before)
            if follows != NONE or self.near.are_all(before):
                return self._taking_back.take_back(best, before, follows)
            return self._differing.ask_which(best, before)
        if self.near.are_all(told):
            return self._rest(best)
        return self._differing.ask_which(best, told)

    def _rest(self, best: int) -> bool:
        """The best line is what is told."""
        self.told.settle()
        if not self.row[best + LOOSE]:
            self.trouble.clear()
        return self._note_quiet(best)

    def _note_quiet(self, best: int) -> bool:
        """If all has stood for a while, the lines are to be tidied; gives False."""
        if not self.row[best + LOOSE] and self.clock.still() >= QUIET_MS:
            self.untidy = self.lines.count
        return False

    def tidy(self) -> None:
        """All has stood for a while: one line more forgets what meant nothing; after the last, the dear lines go.

        While a question is open no line goes, and those with an answer to it forget nothing.
        """
        positions = self.positions
        lines = self.lines
        self.untidy -= 1
        line = lines.rank[self.untidy]
        asks = self.asked.before != NONE
        if not (asks and self.asked.has_answer(self.row[line])):
            self._forget(line)
        if asks:
            return
        if not positions.has(positions.told, self.row[line]):
            self.standing.keep_cost(line, self.clock.now)
        if not self.untidy:
            self._drop_dear(self.row[lines.rank[0] + TOTAL] + SPREAD)

    def _drop_dear(self, most: int) -> None:
        """Drop the lines that cost more than `most`."""
        lines = self.lines
        for i in range(lines.count):
            line = lines.rank[i]
            if self.row[line + TOTAL] > most and not self.positions.was_withdrawn(self.row[line]):
                lines.drop(line)
        lines.close()

    def _forget(self, line: int) -> None:
        """What else was touched meant nothing; but what was lifted may be in a hand again, or its card, or be covered yet."""
        row = self.row
        i = kept = line + TOUCH
        for _ in range(row[line + COUNT]):
            until = row[i + UNTIL]
            recent = until > row[line + DONE] or self.clock.now - until < CARD_MS
            if until < 0 or row[i] & OCCUPIED and recent:
                if until >= 0 and not row[i] & OLD:
                    gesture = cheaper(row[i] >> CHARGE, find(PAST, cost(row[i] >> CHARGE), 0))
                    row[i] = row[i] & FACTS | OLD | gesture << CHARGE
                row[kept] = row[i]
                row[kept + SINCE] = row[i + SINCE]
                row[kept + UNTIL] = until
                kept += SIZE
            i += SIZE
        row[line + COUNT] = (kept - line - TOUCH) // SIZE
