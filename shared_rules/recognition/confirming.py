"""All near lines agree on a ply more than is told: it is shown, and told when it has stood. Nothing here allocates."""

from shared_rules.codes import NOWHERE
from shared_rules.recognition.beam import Beam
from shared_rules.recognition.clock import Clock
from shared_rules.recognition.gestures import ASK_MS, BRUSH_MS, ODD, ODD_MS, SWOOP_MS, TROUBLE_MS
from shared_rules.recognition.lines import ARRIVED, GONE, LEFT, LOOSE, ORDER, PACE, REST, UNDID, WIDTH
from shared_rules.recognition.matching import cost_of_pace
from shared_rules.recognition.pending import Pending
from shared_rules.recognition.positions import ANSWERED, NONE
from shared_rules.recognition.verdict import Verdict


class Confirming:
    """It is asked about instead if no sensor tells it from another, or its order or pace is hardly that of a ply."""

    def __init__(self, clock: Clock, beam: Beam, pending: Pending, verdict: Verdict) -> None:
        self.clock = clock
        self.positions = beam.positions
        self.lines = beam.lines
        self.row = beam.row
        self.touching = beam.touching
        self.legal = beam.legal
        self.now = beam.now
        self.near = pending.near
        self.pending = pending
        self.verdict = verdict
        self.told = verdict.told
        self.trouble = verdict.trouble
        self.question = verdict.question

    def confirm(self, best: int, node: int, before: int) -> bool:
        """All agree on the ply to `node`: show it, and tell it when it has stood."""
        positions = self.positions
        row = self.row
        to = positions.to[node]
        later = positions.played(row[best])
        followed = later != node
        late = not followed and (self.touching.lasts(best, GONE, GONE) or self.touching.lasts(best, REST, REST))
        if late or to != NOWHERE and not self.now[to] and self.pending.gone_on(row[best], node) == NONE:
            self.told.show(before, False)
            return False
        if not row[best + LOOSE]:
            self.trouble.clear()
        if self.legal.is_ambiguous(node):
            self.told.show(before, False)
            wait = ASK_MS if row[best + LOOSE] else BRUSH_MS
            if not self.clock.wait_still(wait):
                return False
            return self.verdict.ask_about(node, before)
        step = self.touching.step_of(best, node)
        if self._is_odd(best, node, step) and not (followed and self.pending.is_proved(best, node)):
            if row[best + LOOSE]:
                return False
            early = self.touching.is_covered_early(node, step)
            wait = ODD_MS if early else TROUBLE_MS
            if followed and (early or self.pending.has_replied(best, node)):
                wait = ASK_MS  # play goes on, and that has proved nothing
            if not self.clock.wait_still(wait):
                return False
            self.verdict.ask_about(node, before)
            if self._displaces(node):
                self.question.find(positions.displaced)
            return True
        self.verdict.show(node)
        due = self.pending.due(best, node, step, followed)
        if not due or self.clock.now < due:
            return self.clock.wait(due)
        if not followed and self._may_be_put_back(best, node):
            return self.verdict.ask_about(node, before)
        return self.verdict.tell(node)

    def _is_odd(self, best: int, node: int, step: int) -> bool:
        """Whether its order or pace is hardly that of a ply; or that of what went on from its end, if only that says so."""
        positions = self.positions
        row = self.row
        if positions.facts[node] & ANSWERED:
            return False
        to = positions.to[node]
        if row[step + ORDER] > ODD or self.touching.is_covered_early(node, step) or self._displaces(node):
            return True
        onward = self.pending.gone_on(row[best], node) if to != NOWHERE else NONE
        if onward == NONE:
            return False
        next_step = self.touching.step_of(best, onward)
        if positions.origin(onward) == to and row[next_step + LEFT] <= row[step + ARRIVED] + SWOOP_MS:
            return True  # it may only have passed over there
        if cost_of_pace(row[next_step + PACE]) <= ODD:
            return False
        return self.now[to] != 0 or not self.near.is_alone(best, node)

    def _displaces(self, node: int) -> bool:
        """Whether another piece's ply was shown before that to `node`, and none of its squares was touched since."""
        positions = self.positions
        before = positions.displaced
        if before == NONE or before == node or positions.parent[before] != positions.parent[node]:
            return False
        return positions.origin(before) != positions.origin(node) and self.told.displaced_stands()

    def _may_be_put_back(self, best: int, node: int) -> bool:
        """Whether a line that puts back a ply on the squares of that to `node` may come near by what is in a hand."""
        lines = self.lines
        for i in range(lines.count):
            line = lines.rank[i] * WIDTH
            undid = self.row[line + UNDID]
            if undid != NONE and self.positions.returns(node, undid) and self.near.may_come(best, line, node):
                return True
        return False
