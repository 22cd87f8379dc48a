"""All near hypotheses agree on a ply more than is told: it is shown, and told when it has stood. Nothing here allocates."""

from shared_rules.recognition.beam import Beam
from shared_rules.recognition.clock import Clock
from shared_rules.recognition.costs import (
    ASK_MS,
    BRUSH_MS,
    GOING_ON_MS,
    HELD_MS,
    LAST_MS,
    LIFTED_MS,
    ODD,
    ODD_MS,
    STAYS_MS,
    SWOOP_MS,
    TROUBLE_MS,
)
from shared_rules.recognition.hypotheses import FREE, GONE, OCCUPIED, REST, cost_of_pace
from shared_rules.recognition.near import Near
from shared_rules.recognition.positions import CHOSEN, NONE, TAKES
from shared_rules.recognition.verdict import Verdict


class Confirming:
    """It is asked about instead if no sensor tells it from another, or its order or pace is hardly that of a ply."""

    def __init__(self, clock: Clock, beam: Beam, near: Near, verdict: Verdict) -> None:
        self.clock = clock
        self.positions = beam.positions
        self.hyps = beam.hyps
        self.match = beam.match
        self.asked = beam.asked
        self.legal = beam.legal
        self.now = beam.now
        self.changed = beam.weighing.changed
        self.near = near
        self.verdict = verdict
        self.told = verdict.told
        self.trouble = verdict.trouble
        self.question = verdict.question

    def confirm(self, best: int, node: int, before: int) -> bool:
        """All agree on the ply to `node`: show it, and tell it when it has stood."""
        positions = self.positions
        hyps = self.hyps
        to = positions.to[node]
        later = positions.played(hyps.node[best])
        followed = later != node
        late = not followed and (self.hyps.has_open(best, GONE) or self.hyps.has_open(best, REST))
        if late or not self.now[to] and self._gone_on(hyps.node[best], node) == NONE:
            self.told.show(before, False)
            return False
        if not hyps.unexplained[best]:
            self.trouble.clear()
        if self.legal.is_ambiguous(node):
            self.told.show(before, False)
            if not self.clock.wait_still(BRUSH_MS):
                return False
            return self.verdict.ask_about(node, before)
        step = self.match.step_of(best, node)
        if self._is_odd(best, node, step) and not (followed and self.is_proved(best, node)):
            return self._ask_about_odd(best, node, before, step, followed)
        self.verdict.show(node)
        due = self._due(best, node, step, followed)
        if not due or self.clock.now < due:
            return self.clock.wait(due)
        return self.verdict.tell(node)

    def _ask_about_odd(self, best: int, node: int, before: int, step: int, followed: bool) -> bool:
        """Ask about the ply to `node`, in time, even if the opponent holds a piece by then."""
        hyps = self.hyps
        early = self.match.is_covered_early(node, step)
        wait = ODD_MS if early else TROUBLE_MS
        if hyps.unexplained[best]:
            wait = LIFTED_MS  # by then it is a piece with which to reply
        elif followed and early:
            wait = ASK_MS  # play goes on
        if not self.clock.wait_still(wait):
            return False
        self.verdict.ask_about(node, before)
        if self._displaces(node):
            self.question.find(self.positions.replaced)
        return True

    def _is_odd(self, best: int, node: int, step: int) -> bool:
        """Whether its order or pace is hardly that of a ply; or that of what went on from its end, if only that says so."""
        positions = self.positions
        hyps = self.hyps
        if positions.facts[node] & CHOSEN or self.legal.is_led(node):
            return False
        if self.asked.is_answer(node) and positions.facts[node] & TAKES:
            return True  # what it takes or covers may only have been put right since
        to = positions.to[node]
        if hyps.order[step] > ODD or self.match.is_covered_early(node, step) or self._displaces(node):
            return True
        onward = self._gone_on(hyps.node[best], node)
        if onward == NONE:
            return False
        next_step = self.match.step_of(best, onward)
        if hyps.left[next_step] <= hyps.arrived[step] + SWOOP_MS:
            return True  # it may only have passed over there
        if cost_of_pace(hyps.pace[next_step]) <= ODD:
            return False
        return self.now[to] != 0

    def _displaces(self, node: int) -> bool:
        """Whether another piece's ply was shown before that to `node`, and none of its squares was touched since."""
        positions = self.positions
        before = positions.replaced
        if before == NONE or positions.parent[before] != positions.parent[node]:
            return False
        return positions.origin(before) != positions.origin(node) and self.told.displaced_stands()

    # Until when it may change

    def _due(self, best: int, node: int, step: int, followed: bool) -> int:
        """When the ply to `node` is to be told; 0 for not before an edge."""
        hyps = self.hyps
        positions = self.positions
        to = positions.to[node]
        due = max(
            self.clock.edge_at + HELD_MS,
            self.clock.closed_at + STAYS_MS,
            hyps.arrived[step] + GOING_ON_MS,
            hyps.done[step] + LAST_MS,
        )
        if followed:
            return due
        hands = self.hands_until(best, step, to)
        if hands < 0:
            return 0
        due = max(due, hands)
        if cost_of_pace(hyps.pace[step]) and positions.facts[node] & TAKES:
            due = max(due, hyps.done[step] + ODD_MS)
        return due

    def hands_until(self, best: int, step: int, to: int) -> int:
        """Until when what is in hands may belong to the ply of `step`, the last one, or stand on `to`, where that ends.

        -1 if something stands in the way.
        """
        hyps = self.hyps
        until = 0
        done = max(hyps.done[step], self.changed[to])
        i = 0
        while i := self.hyps.next_open(best, i, FREE):
            if not hyps.facts[i] & OCCUPIED:
                return -1
            if hyps.since[i] < done + GOING_ON_MS:
                until = max(until, max(hyps.since[i], hyps.arrived[step]) + LIFTED_MS)
        return until

    def _gone_on(self, at: int, node: int) -> int:
        """The last position on the way to `at` after a ply that begins, or took something, where that to `node` ends; or NONE."""
        positions = self.positions
        while at != node:
            if positions.effect(at, positions.to[node]):
                return at
            at = positions.parent[at]
        return NONE

    def is_proved(self, best: int, node: int) -> bool:
        """Whether the reply, which has stood for long, says that the ply to `node` came about, and nothing else may have."""
        hyps = self.hyps
        reply = self.match.step_of(best, self.positions.after(hyps.node[best], node))
        if self.clock.now < hyps.arrived[reply] + TROUBLE_MS or cost_of_pace(hyps.pace[reply]) > ODD:
            return False
        return self.near.is_alone(best, node)
