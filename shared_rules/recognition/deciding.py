"""What is told next: what all hypotheses nearly as cheap as the best agree on, when it has stood; where they differ, a question.

That a ply is put back, replaced, gone on with or answered at once are no cases of their own: another one is the cheapest then.
After construction nothing allocates.
"""

from shared_rules.recognition.beam import Beam
from shared_rules.recognition.clock import Clock
from shared_rules.recognition.confirming import Confirming
from shared_rules.recognition.costs import CARD_MS, PAST, QUIET_MS, SPREAD
from shared_rules.recognition.differing import Differing
from shared_rules.recognition.hypotheses import OCCUPIED, OLD, cheaper, cost, find
from shared_rules.recognition.near import Near
from shared_rules.recognition.positions import NONE, PASS
from shared_rules.recognition.question import Question
from shared_rules.recognition.taking_back import TakingBack
from shared_rules.recognition.told import Told
from shared_rules.recognition.trouble import Trouble
from shared_rules.recognition.verdict import Verdict


class Deciding:
    """Decides by the hypotheses of the beam, which are sorted: the cheapest first."""

    def __init__(self, clock: Clock, beam: Beam, told: Told, trouble: Trouble, question: Question) -> None:
        self.clock = clock
        self.positions = beam.positions
        self.hyps = beam.hyps
        self.weighing = beam.weighing
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
        self.untidy = 0  # hypotheses that are yet to be tidied

    def decide(self) -> bool:
        """One thing is told, or nothing; gives whether to look again at once."""
        positions = self.positions
        best = self.near.best()
        told = positions.committed
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
        """The best hypothesis is what is told."""
        self.told.settle()
        if not self.hyps.unexplained[best]:
            self.trouble.clear()
        return self._note_quiet(best)

    def _note_quiet(self, best: int) -> bool:
        """If all has stood for a while, the hypotheses are to be tidied; gives False."""
        if not self.hyps.unexplained[best] and self.clock.still() >= QUIET_MS:
            self.untidy = self.hyps.count
        return False

    def tidy(self) -> None:
        """All has stood for a while: one hypothesis more forgets what meant nothing; after the last, the dear hypotheses go.

        While a question is open no hypothesis goes, and those with an answer to it forget nothing.
        """
        hyps = self.hyps
        self.untidy -= 1
        h = hyps.rank[self.untidy]
        asks = self.asked.before != NONE
        if not (asks and self.asked.has_answer(self.hyps.node[h])):
            self._forget(h)
        if asks:
            return
        if not self.untidy:
            self._drop_dear(self.hyps.total[hyps.rank[0]] + SPREAD)

    def _drop_dear(self, most: int) -> None:
        """Drop the hypotheses that cost more than `most`."""
        hyps = self.hyps
        for i in range(hyps.count):
            h = hyps.rank[i]
            if self.hyps.total[h] > most and not self.positions.was_retracted(self.hyps.node[h]):
                hyps.drop(h)
        hyps.close()

    def _forget(self, h: int) -> None:
        """What else was touched meant nothing; but what was lifted may be in a hand again, or its card, or be covered yet."""
        hyps = self.hyps
        kept = hyps.first[h]
        for e in range(hyps.first[h], hyps.end[h]):
            until = hyps.until[e]
            recent = until > hyps.done[h] or self.clock.now - until < CARD_MS
            if until < 0 or hyps.facts[e] & OCCUPIED and recent:
                if until >= 0 and not hyps.facts[e] & OLD:
                    hyps.facts[e] |= OLD
                    hyps.gesture[e] = cheaper(hyps.gesture[e], find(PAST, cost(hyps.gesture[e]), 0))
                hyps.copy_event(e, kept)
                kept += 1
        hyps.end[h] = kept
