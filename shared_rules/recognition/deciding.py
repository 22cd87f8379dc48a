"""What is told next: what all lines nearly as cheap as the best agree on, when it has stood; where they differ, a question.

That a ply is put back, replaced, gone on with or answered at once are no cases of their own: another line is the cheapest then.
After construction nothing allocates.
"""

from shared_rules.recognition.beam import Beam
from shared_rules.recognition.clock import Clock
from shared_rules.recognition.confirming import Confirming
from shared_rules.recognition.differing import Differing
from shared_rules.recognition.gestures import QUIET_MS
from shared_rules.recognition.lines import LOOSE, WIDTH
from shared_rules.recognition.near import Near
from shared_rules.recognition.pending import Pending
from shared_rules.recognition.positions import NONE
from shared_rules.recognition.question import Question
from shared_rules.recognition.taking_back import TakingBack
from shared_rules.recognition.tidying import Tidying
from shared_rules.recognition.told import Told
from shared_rules.recognition.trouble import Trouble
from shared_rules.recognition.untold import Untold
from shared_rules.recognition.verdict import Verdict


class Deciding:
    """Decides by the lines of the beam, which are sorted: the cheapest first."""

    def __init__(
        self, clock: Clock, beam: Beam, told: Told, untold: Untold, trouble: Trouble, question: Question
    ) -> None:
        self.clock = clock
        self.positions = beam.positions
        self.lines = beam.lines
        self.row = beam.row
        self.standing = beam.standing
        self.asked = beam.asked
        self.told = told
        self.trouble = trouble
        self.near = Near(beam)
        self.verdict = Verdict(told, trouble, question)
        self.tidying = Tidying(clock, beam)
        pending = Pending(clock, beam, self.near)
        self._confirming = Confirming(clock, beam, pending, self.verdict)
        self._taking_back = TakingBack(clock, beam, pending, self.verdict, self.tidying, untold)
        self._differing = Differing(clock, beam, pending, self.verdict)
        self.begin()

    def begin(self) -> None:
        """Nothing has been decided."""
        self.verdict.begin()
        self.tidying.begin(0)

    def decide(self) -> bool:
        """One thing is told, or nothing; gives whether to look again at once."""
        positions = self.positions
        rank = self.lines.rank
        best = rank[0] * WIDTH
        told = positions.told
        common = self.near.find(best)
        if self.asked.before != NONE:
            return self._differing.settle(best, common)
        if not self.trouble.explains(best):
            self.told.settle()
            return False
        if common != told and positions.has(common, told):
            return self._confirming.confirm(best, positions.after(common, told), told)
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
        if self.row[best + LOOSE]:
            return False
        self.trouble.clear()
        if self.clock.still() >= QUIET_MS:
            self.standing.steady = 0
            self.tidying.begin(self.lines.count)
        return False
