"""All near lines agree that what is told did not happen: it is taken back. Nothing here allocates."""

from shared_rules.codes import LEAVE, NOWHERE, STACK, const
from shared_rules.recognition.beam import Beam
from shared_rules.recognition.clock import Clock
from shared_rules.recognition.confirming import Confirming
from shared_rules.recognition.gestures import (
    DEAR,
    GOING_ON_MS,
    HELD_MS,
    LAST_MS,
    LIFTED_MS,
    NUDGE_MS,
    ODD,
    ODD_MS,
    RENAMED_MS,
    REST_MS,
    TROUBLE_MS,
    WHOLE_MARGIN,
)
from shared_rules.recognition.lines import (
    ARRIVED,
    BACK_AT,
    BEGUN,
    CHARGE,
    COST,
    COUNT,
    DONE,
    GONE,
    LOOSE,
    OCCUPIED,
    ORDER,
    REST,
    SINCE,
    SIZE,
    TOTAL,
    TOUCH,
    UNDID,
)
from shared_rules.recognition.positions import CHOSEN, FROM_HAND, NAMED, NONE, PASS, TAKES
from shared_rules.recognition.prices import cost
from shared_rules.recognition.verdict import Verdict

MOST_TURNS = const(1)  # so often what is told is taken back after one edge


class TakingBack:
    """It is asked about instead if another ply takes its place, but that to be taken back may stand all the same."""

    def __init__(self, clock: Clock, beam: Beam, confirming: Confirming, verdict: Verdict) -> None:
        self.clock = clock
        self.positions = beam.positions
        self.lines = beam.lines
        self.row = beam.row
        self.touching = beam.touching
        self.standing = beam.standing
        self.legal = beam.legal
        self.game = beam.game
        self.squares = beam.squares
        self.now = beam.now
        self.changed = beam.touching.changed
        self.confirming = confirming
        self.verdict = verdict
        self.told = verdict.told
        self.untold = beam.untold
        self.trouble = verdict.trouble
        self.question = verdict.question

    def take_back(self, best: int, before: int, follows: int) -> bool:
        """What is told after `before` did not happen; the ply to `follows` did, if that is not NONE."""
        positions = self.positions
        if self.told.turns > MOST_TURNS:
            return False
        lost = positions.after(positions.told, before)
        if follows == NONE:
            if self._is_going_on(best, lost):
                return False
            wait = self._patience(lost)
            if not self.clock.wait_still(wait):
                return False
            if self._is_out_of_question(best):
                if self.clock.wait_still(TROUBLE_MS):
                    self.trouble.report(best)
                return False
        elif not self._is_instead(best, before, lost, follows):
            return self.verdict.is_open()
        return self.verdict.take_back(before, follows if self.told.is_shown else NONE, self.touching.stacks)

    def _is_out_of_question(self, best: int) -> bool:
        """Whether something was touched as it can't be since something was refused: it may be lifted once more."""
        row = self.row
        since = self.trouble.refused_at
        i = best + TOUCH
        for _ in range(row[best + COUNT]):
            if row[i + SINCE] >= since and cost(row[i] >> CHARGE) > WHOLE_MARGIN:
                return True
            i += SIZE
        return False

    def _is_going_on(self, best: int, lost: int) -> bool:
        """Whether the ply to `lost` is being put back yet; or only who did not play it holds a piece, or one lifted before that."""
        row = self.row
        positions = self.positions
        positions.go(positions.told)
        player = positions.side[positions.parent[lost]]
        mine = theirs = False
        i = 0
        while i := self.touching.next_lasting(best, i):
            square = row[i] & 255
            if not row[i] & OCCUPIED or positions.effect(lost, square):
                return True
            if self.game.piece_side(square) == player:
                mine = True
            elif row[i + SINCE] < row[best + BACK_AT]:
                return True
            else:
                theirs = True
        return theirs and not mine

    def _patience(self, lost: int) -> int:
        """For how many ms all must have rested before the ply to `lost` is taken back."""
        positions = self.positions
        if positions.facts[lost] & FROM_HAND:
            return NUDGE_MS if positions.facts[lost] & CHOSEN else LIFTED_MS  # another kind may come in its place
        return ODD_MS if positions.leaving(lost) == STACK else GOING_ON_MS

    def _is_instead(self, best: int, before: int, lost: int, follows: int) -> bool:
        """Whether the ply to `follows` takes the place of that to `lost` now; it may be asked about instead."""
        positions = self.positions
        row = self.row
        if not self.touching.lasts(best, GONE, GONE):
            self.verdict.show(follows)
        step = self.touching.step_of(best, follows)
        # What passes over squares afterwards takes nothing back.
        arrived = max(row[step + ARRIVED], row[best + ARRIVED])
        due = max(arrived + GOING_ON_MS, row[step + DONE] + LAST_MS, self.clock.edge_at + HELD_MS)
        remains = self._may_remain(best, lost, follows)
        if self._may_go_on(best, lost, follows, remains):
            due = max(due, row[step + DONE] + ODD_MS)
        odd = row[step + ORDER] > ODD
        if not odd and row[best + LOOSE]:
            hands = self.confirming.hands_until(best, step, positions.to[follows])
            if hands < 0 or row[best] != follows or self.touching.lasts(best, REST, REST):
                return False
            due = max(due, hands)
        if odd:
            due = self.clock.edge_at + TROUBLE_MS
        if self.clock.now < due:
            return self.clock.wait(due)
        if odd or remains or self._is_dear(best):
            self.verdict.ask_about(follows, before)
            if remains:
                self.question.find(lost)
            return False
        if self.legal.is_ambiguous(follows):
            self._keep_kind(follows)
        return True

    def _may_go_on(self, best: int, lost: int, follows: int, remains: bool) -> bool:
        """Whether what is told may still be true, its piece in a hand; or the card of the ply to `follows` rest on its way."""
        positions = self.positions
        facts = positions.facts[follows]
        beside = positions.origin(follows) != positions.origin(lost) and not self._is_home(lost)
        if facts & TAKES and self.row[best] == follows and (remains or beside):
            return True
        return self.touching.stacks and not (remains or facts & FROM_HAND) and (beside or positions.told != lost)

    def _is_home(self, lost: int) -> bool:
        """Whether the piece of the ply to `lost` is back where it came from."""
        positions = self.positions
        origin = positions.origin(lost)
        return self.now[origin] != 0 and self.changed[origin] > self.changed[positions.to[lost]]

    def _may_remain(self, best: int, lost: int, follows: int) -> bool:
        """Whether the ply to `lost` may stand all the same, and that to `follows` be no ply or an illegal one, or the reply."""
        positions = self.positions
        stood = self.untold.stood(lost)
        if positions.origin(follows) != positions.origin(lost):
            late = self.row[self.touching.step_of(best, follows) + BEGUN] - positions.told_at[lost] >= REST_MS
            return stood or not self._is_back(best, lost, follows, late)
        if self._may_be_next_card(lost) or self._may_be_captured(lost, stood) or self._is_overtaken(best, follows):
            return True
        if (
            stood
            and positions.captures(lost)
            and self.changed[positions.to[follows]] < positions.told_at[lost] + ODD_MS
        ):
            return True  # what was captured may rest there on its way off
        return stood and (self.row[best] != follows or self.row[best + LOOSE] != 0)

    def _may_be_next_card(self, lost: int) -> bool:
        """Whether what that ply took or covered stood since, so that it may be the next card of its stack that is in a hand."""
        positions = self.positions
        if positions.leaving(lost) != STACK or not positions.facts[lost] & TAKES:
            return False
        return self.touching.stands(lost) and self.changed[positions.to[lost]] <= positions.told_at[lost]

    def _is_overtaken(self, best: int, follows: int) -> bool:
        """Whether the reply to the ply to `follows` had begun before that was done."""
        reply = self.positions.after(self.row[best], follows)
        if reply == NONE or self.positions.facts[reply] & PASS:
            return False
        begun = self.row[self.touching.step_of(best, reply) + BEGUN]
        return begun < self.row[self.touching.step_of(best, follows) + ARRIVED]

    def _is_back(self, best: int, lost: int, follows: int, late: bool) -> bool:
        """Whether the line has the ply to `lost` put back, and it can't be a reply from the same stacks that looks like that."""
        positions = self.positions
        row = self.row
        origin = positions.origin(lost)
        if positions.to[follows] == origin and positions.origin(follows) != positions.to[lost]:
            return False  # where it came from something else came
        if not late:
            return True  # the other ply was begun before it was told
        if positions.leaving(lost) == LEAVE:
            return self.now[origin] != 0
        if row[best + UNDID] != lost:
            return False
        return not positions.facts[lost] & TAKES

    def _may_be_captured(self, lost: int, stood: bool) -> bool:
        """Whether an opponent's stack was touched since the ply to `lost`, or since its piece is in a hand: that may capture it."""
        positions = self.positions
        to = positions.to[lost]
        since = positions.told_at[lost] + REST_MS
        if not stood:
            if to == NOWHERE or self.now[to] or self.changed[to] < since:
                return False
            since = self.changed[to]
        if not self.touching.stacks:
            return False
        positions.go(lost)
        for square in self.squares:
            if self.changed[square] > since and self.game.piece_side(square) == positions.side[lost]:
                if self.legal.is_stack(lost, square):
                    return True
        return False

    def _is_dear(self, best: int) -> bool:
        """Whether it costs too much to take back what is told unasked."""
        row = self.row
        total = row[best + TOTAL] - row[best + COST]
        i = best + TOUCH
        for _ in range(row[best + COUNT]):
            if row[i + SINCE] >= self.positions.begun_at[self.positions.told]:
                total += cost(row[i] >> CHARGE)
            i += SIZE
        return total > DEAR

    def _keep_kind(self, node: int) -> None:
        """The piece from hand that was answered keeps its kind, if it is put elsewhere soon."""
        positions = self.positions
        told = positions.told
        if not positions.facts[told] & positions.facts[node] & FROM_HAND or not positions.facts[told] & CHOSEN:
            return
        if positions.parent[told] != positions.parent[node] or self.told.was_off:
            return
        if self.untold.away(told, node) >= RENAMED_MS:
            return
        for i in range(self.legal.alike(node)):
            if self.legal.found[i] >> 16 == positions.ply[told] >> 16:
                self.question.rename(node, self.legal.found[i])
                positions.facts[node] |= CHOSEN | NAMED
                return
