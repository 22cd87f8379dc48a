"""All near lines agree on a ply more than is told: it is shown, and told when it has stood. Nothing here allocates."""

from shared_rules.recognition.beam import Beam
from shared_rules.recognition.clock import Clock
from shared_rules.recognition.gestures import (
    ASK_MS,
    BRUSH_MS,
    GOING_ON_MS,
    HELD_MS,
    LAST_MS,
    LIFTED_MS,
    ODD,
    ODD_MS,
    RETURN_MS,
    STAYS_MS,
    SWOOP_MS,
    TROUBLE_MS,
)
from shared_rules.recognition.lines import (
    ARRIVED,
    DONE,
    FREE,
    GONE,
    LEFT,
    LOOSE,
    OCCUPIED,
    ORDER,
    PACE,
    REST,
    SINCE,
    UNDID,
)
from shared_rules.recognition.matching import cost_of_pace
from shared_rules.recognition.near import Near
from shared_rules.recognition.positions import CHOSEN, NONE, TAKES
from shared_rules.recognition.verdict import Verdict


class Confirming:
    """It is asked about instead if no sensor tells it from another, or its order or pace is hardly that of a ply."""

    def __init__(self, clock: Clock, beam: Beam, near: Near, verdict: Verdict) -> None:
        self.clock = clock
        self.positions = beam.positions
        self.lines = beam.lines
        self.row = beam.row
        self.touching = beam.touching
        self.asked = beam.asked
        self.legal = beam.legal
        self.now = beam.now
        self.changed = beam.touching.changed
        self.near = near
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
        if late or not self.now[to] and self._gone_on(row[best], node) == NONE:
            self.told.show(before, False)
            return False
        if not row[best + LOOSE]:
            self.trouble.clear()
        if self.legal.is_ambiguous(node):
            self.told.show(before, False)
            if not self.clock.wait_still(BRUSH_MS):
                return False
            return self.verdict.ask_about(node, before)
        step = self.touching.step_of(best, node)
        if self._is_odd(best, node, step) and not (followed and self.is_proved(best, node)):
            return self._ask_about_odd(best, node, before, step, followed)
        self.verdict.show(node)
        due = self._due(best, node, step, followed)
        if not due or self.clock.now < due:
            return self.clock.wait(due)
        if not followed and self._may_be_put_back(best, node):
            return self.verdict.ask_about(node, before)
        return self.verdict.tell(node)

    def _ask_about_odd(self, best: int, node: int, before: int, step: int, followed: bool) -> bool:
        """Ask about the ply to `node`, in time, even if the opponent holds a piece by then."""
        row = self.row
        early = self.touching.is_covered_early(node, step)
        wait = ODD_MS if early else TROUBLE_MS
        if row[best + LOOSE]:
            wait = LIFTED_MS  # by then it is a piece with which to reply
        elif followed and early:
            wait = ASK_MS  # play goes on
        if not self.clock.wait_still(wait):
            return False
        self.verdict.ask_about(node, before)
        if self._displaces(node):
            self.question.find(self.positions.displaced)
        return True

    def _is_odd(self, best: int, node: int, step: int) -> bool:
        """Whether its order or pace is hardly that of a ply; or that of what went on from its end, if only that says so."""
        positions = self.positions
        row = self.row
        if positions.facts[node] & CHOSEN or self.legal.is_led(node):
            return False
        if self.asked.is_answer(node) and positions.facts[node] & TAKES:
            return True  # what it takes or covers may only have been put right since
        to = positions.to[node]
        if row[step + ORDER] > ODD or self.touching.is_covered_early(node, step) or self._displaces(node):
            return True
        onward = self._gone_on(row[best], node)
        if onward == NONE:
            return False
        next_step = self.touching.step_of(best, onward)
        if row[next_step + LEFT] <= row[step + ARRIVED] + SWOOP_MS:
            return True  # it may only have passed over there
        if cost_of_pace(row[next_step + PACE]) <= ODD:
            return False
        return self.now[to] != 0

    def _displaces(self, node: int) -> bool:
        """Whether another piece's ply was shown before that to `node`, and none of its squares was touched since."""
        positions = self.positions
        before = positions.displaced
        if before == NONE or positions.parent[before] != positions.parent[node]:
            return False
        return positions.origin(before) != positions.origin(node) and self.told.displaced_stands()

    def _may_be_put_back(self, best: int, node: int) -> bool:
        """Whether a line that puts back a ply on the squares of that to `node` may come near by what is in a hand."""
        if self.legal.is_led(node):
            return False
        lines = self.lines
        for i in range(lines.count):
            line = lines.rank[i]
            undid = self.row[line + UNDID]
            if undid != NONE and self.positions.returns(node, undid) and self.near.may_come(best, line, node):
                return True
        return False

    # Until when it may change

    def _due(self, best: int, node: int, step: int, followed: bool) -> int:
        """When the ply to `node` is to be told; 0 for not before an edge."""
        row = self.row
        positions = self.positions
        to = positions.to[node]
        due = max(
            self.clock.edge_at + HELD_MS,
            self.clock.closed_at + STAYS_MS,
            row[step + ARRIVED] + GOING_ON_MS,
            row[step + DONE] + LAST_MS,
        )
        due = max(due, self._rival_until(best, node))
        if followed:
            return due
        hands = self.hands_until(best, step, to)
        if hands < 0:
            return 0
        due = max(due, hands)
        if cost_of_pace(row[step + PACE]) and positions.facts[node] & TAKES:
            due = max(due, row[step + DONE] + ODD_MS)
        return due

    def hands_until(self, best: int, step: int, to: int) -> int:
        """Until when what is in hands may belong to the ply of `step`, the last one, or stand on `to`, where that ends.

        -1 if something stands in the way.
        """
        row = self.row
        until = 0
        done = max(row[step + DONE], self.changed[to])
        i = 0
        while i := self.touching.next_lasting(best, i, FREE):
            if not row[i] & OCCUPIED:
                return -1
            if row[i + SINCE] < done + GOING_ON_MS:
                until = max(until, max(row[i + SINCE], row[step + ARRIVED]) + LIFTED_MS)
        return until

    def _rival_until(self, best: int, node: int) -> int:
        """Until when a line without the ply to `node` may come near because a piece is put back that is in a hand now; or 0."""
        lines = self.lines
        until = 0
        for i in range(lines.count):
            line = lines.rank[i]
            if self.near.may_come(best, line, node):
                until = max(until, self.touching.last_lifted(line) + RETURN_MS)
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
        row = self.row
        reply = self.touching.step_of(best, self.positions.after(row[best], node))
        if self.clock.now < row[reply + ARRIVED] + TROUBLE_MS or cost_of_pace(row[reply + PACE]) > ODD:
            return False
        return self.near.is_alone(best, node)
