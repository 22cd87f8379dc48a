"""Near lines differ: a question is asked, and stays open until they don't. Nothing here allocates."""

from array import array

from shared_rules.codes import LEAVE
from shared_rules.recognition.beam import Beam
from shared_rules.recognition.clock import Clock
from shared_rules.recognition.confirming import Confirming
from shared_rules.recognition.gestures import ASK_MS, LIFTED_MS, ODD, ODD_MS, TROUBLE_MS
from shared_rules.recognition.lines import ARRIVED, LOOSE, OCCUPIED, ORDER, ROOM, TOTAL
from shared_rules.recognition.positions import NONE
from shared_rules.recognition.verdict import Verdict


class Differing:
    """Says what is asked, and when; and what becomes of the open question without an answer."""

    def __init__(self, clock: Clock, beam: Beam, confirming: Confirming, verdict: Verdict) -> None:
        self.clock = clock
        self.positions = beam.positions
        self.lines = beam.lines
        self.row = beam.row
        self.touching = beam.touching
        self.asked = beam.asked
        self.near = confirming.near
        self.confirming = confirming
        self.verdict = verdict
        self.told = verdict.told
        self.trouble = verdict.trouble
        self.question = verdict.question
        self._after = array("h", [0] * ROOM)  # what each near line has after the position that is asked about, by rank

    def ask_which(self, best: int, before: int) -> bool:
        """Near lines differ after `before`: ask."""
        positions = self.positions
        row = self.row
        rank = self.lines.rank
        self._look_after(before)
        whole = False  # a line explains all squares;
        early = True  # and all of those have no more than a card that may go on
        alike = True
        for i in range(self.lines.count):
            line = rank[i]
            if self.near.is_near[i]:
                played = self._after[i]
                if not row[line + LOOSE]:
                    whole = True
                    early = early and (played == NONE or self._may_go_on(line, played))
                alike = (
                    alike and not row[line + LOOSE] and row[line + TOTAL] == row[best + TOTAL] and row[line] != before
                )
        if not whole:
            self.told.settle()
            return False
        if not alike:
            wait = ODD_MS if early else self._ask_when(best, before)
            first = positions.after(row[best], before)
            if first != NONE and not row[best + LOOSE]:
                if row[self.touching.step_of(best, first) + ORDER] <= ODD and not positions.has(positions.told, first):
                    self.verdict.show(first)
            elif before == positions.told:
                self.told.settle()
            if not self.clock.wait_still(wait):
                return False
        self._find_answers(before)
        return self.verdict.ask(before)

    def _look_after(self, before: int) -> None:
        """Find what near lines have after `before`."""
        lines = self.lines
        for i in range(lines.count):
            near = self.near.is_near[i]
            self._after[i] = self.positions.after(self.row[lines.rank[i]], before) if near else NONE

    def _find_answers(self, before: int) -> None:
        """What near lines have after `before` is to be asked about."""
        self._look_after(before)
        likeliest = NONE
        found = False
        self.question.find_none()
        lines = self.lines
        after = self._after
        for i in range(lines.count):
            if self.near.is_near[i]:
                played = after[i]
                likeliest = played if likeliest == NONE else likeliest
                if played != NONE and not self._is_reply(played):
                    self.question.find(played)
                    found = True
        if not found:  # each may be the reply to the other
            self.question.find(likeliest)

    def _may_go_on(self, line: int, node: int) -> bool:
        """Whether the ply to `node` is a card that has left, and may be in a hand, what it covers but straightened before."""
        if self.positions.leaving(node) != LEAVE:
            return False
        return self.touching.is_covered_early(node, self.touching.step_of(line, node))

    def _is_reply(self, node: int) -> bool:
        """Whether what leads to `node`, after what is asked about, is by another near line the reply to another ply from there.

        Then it is only asked whether that one was played: both may have been.
        """
        positions = self.positions
        lines = self.lines
        for i in range(lines.count):
            first = self._after[i]
            if first != NONE and first != node and self.row[lines.rank[i]] != first:
                reply = positions.after(self.row[lines.rank[i]], first)
                if positions.origin(reply) == positions.origin(node) and positions.to[reply] == positions.to[node]:
                    return True
        return False

    def _ask_when(self, best: int, before: int) -> int:
        """For how many ms all must have rested before it is asked what was played after `before`."""
        row = self.row
        if row[best + LOOSE]:
            return TROUBLE_MS
        if self.positions.depth[row[best]] > self.positions.depth[before] + 1:
            return ASK_MS  # play goes on
        return LIFTED_MS if not self.touching.stacks and self._are_in_hand(best) else ASK_MS

    def _are_in_hand(self, best: int) -> bool:
        """Whether all near lines that lead elsewhere than the best have something in a hand, and nothing where it can't stand."""
        lines = self.lines
        row = self.row
        for i in range(lines.count):
            line = lines.rank[i]
            if self.near.is_near[i] and row[line] != row[best]:
                if not row[line + LOOSE] or self.touching.lasts(line, OCCUPIED, 0):
                    return False
        return True

    def _is_answer_near(self) -> bool:
        for i in range(self.lines.count):
            if self.near.is_near[i] and self.asked.has_answer(self.row[self.lines.rank[i]]):
                return True
        return False

    def _may_be_answer(self, loose: int) -> bool:
        """Whether a line with an answer leaves no more than `loose` touches unexplained; or only what may rest on its way."""
        row = self.row
        for i in range(self.lines.count):
            line = self.lines.rank[i]
            if self.asked.has_answer(row[line]):
                if row[line + LOOSE] <= loose:
                    return True
                if not self.touching.lasts(line, OCCUPIED, OCCUPIED) and self.trouble.explains(line):
                    return True
        return False

    def _give_up(self, best: int, new: int) -> bool:
        """No answer is near: the question goes; but if one may be true yet, the ply to `new` is asked about, too."""
        row = self.row
        before = self.asked.before
        loose = row[best + LOOSE]
        if row[best] != before and not self.clock.wait_still(TROUBLE_MS):
            return False
        if new == NONE:
            if not self._ask_what_went_before(row[best], before):
                self.question.unask()
            return True
        if not self._may_be_answer(loose):
            self.question.unask()
            return True
        if loose:
            return False
        self._find_answers(before)
        for i in range(self.asked.count):
            self.question.find(self.asked.answers[i])
        return self.verdict.ask(before)

    def _ask_what_went_before(self, node: int, before: int) -> bool:
        """If `node` has another ply in the place of one that was played before the question: ask which of them it was."""
        earlier = self.positions.meet(before, node)
        instead = self.positions.after(node, earlier)
        if earlier == before or instead == NONE:
            return False
        self.verdict.ask_about(instead, earlier)
        self.question.find(self.positions.after(before, earlier))
        return True

    def settle(self, best: int, common: int) -> bool:
        """A question is open: it stays, unless its answers are out of the question, or what followed has proved one."""
        positions = self.positions
        row = self.row
        before = self.asked.before
        node = row[best]
        new = self.asked.instead(node)
        if not self._is_answer_near():
            return self._give_up(best, new)
        if common != before and positions.has(common, before):
            if positions.has(positions.told, new) and self.near.is_alone(best, new):
                self.question.unask()  # what was told is out of the question
                return True
            if node != new and not row[best + LOOSE]:
                if self.confirming.is_proved(best, new) and self.question.offer_count == 1:
                    self.question.unask()
                    self.verdict.take_back(before, NONE, False)
                    self.verdict.tell(new)
                    return True
                self.clock.wait(row[best + ARRIVED] + TROUBLE_MS)
        if self.clock.edge_at <= self.asked.at or row[best + LOOSE] or self.asked.has_answer(positions.told):
            return False
        self._find_answers(before)
        return self.question.has_found_more() and self.clock.wait_still(TROUBLE_MS) and self.verdict.ask(before)
