"""What is told next: what all lines nearly as cheap as the best agree on, when it has stood; where they differ, a question.

That a ply is put back, replaced, gone on with or answered at once are no cases of their own: another line is the cheapest then.
After construction nothing allocates.
"""

from shared_rules.codes import LEAVE, NOWHERE, STACK, const
from shared_rules.recognition.beam import Beam
from shared_rules.recognition.clock import Clock
from shared_rules.recognition.gestures import (
    ADJUSTED,
    ASK_MS,
    BRUSH_MS,
    CARD_MS,
    DEAR,
    GOING_ON_MS,
    HELD_MS,
    LAST_MS,
    LIFTED_MS,
    MARGIN,
    ODD,
    ODD_MS,
    PAST,
    PROOF,
    QUIET_MS,
    QUIET_SPREAD,
    RENAMED_MS,
    REST_MS,
    RETURN_MS,
    STAYS_MS,
    SWOOP_MS,
    TOLD,
    TROUBLE_MS,
    WHOLE_MARGIN,
)
from shared_rules.recognition.lines import (
    ARRIVED,
    BEGUN,
    CHARGE,
    COST,
    COUNT,
    DONE,
    FACTS,
    FREE,
    GONE,
    HOPE,
    LEFT,
    LOOSE,
    OCCUPIED,
    OLD,
    ORDER,
    PACE,
    PAID,
    RED,
    REST,
    ROOM,
    SINCE,
    SIZE,
    TOTAL,
    TOUCH,
    UNDID,
    UNDID_AT,
    UNTIL,
    WIDTH,
)
from shared_rules.recognition.matching import cost_of_pace
from shared_rules.recognition.positions import ANSWERED, FROM_HAND, NONE, PASS, TAKES
from shared_rules.recognition.prices import cheaper, cost, find
from shared_rules.recognition.question import Question
from shared_rules.recognition.told import Told
from shared_rules.recognition.trouble import Trouble
from shared_rules.recognition.untold import Untold

MOST_TURNS = const(1)  # so often what is told is taken back after one edge


class Deciding:
    """Decides by the lines of the beam, which are sorted: the cheapest first."""

    def __init__(
        self, clock: Clock, beam: Beam, told: Told, untold: Untold, trouble: Trouble, question: Question
    ) -> None:
        self.clock = clock
        self.beam = beam
        self.positions = beam.positions
        self.lines = beam.lines
        self.row = beam.row
        self.touching = beam.touching
        self.asked = beam.asked
        self.puts_back = beam.touching.puts_back
        self.told = told
        self.changed = told.changed
        self.untold = untold
        self.trouble = trouble
        self.question = question
        self.now = beam.now
        self.near = bytearray(ROOM)
        self.begin()

    def begin(self) -> None:
        """Nothing has been decided."""
        self.telling = NONE  # what is to be told,
        self.asks = NONE  # or asked,
        self.untells = NONE  # or after what is to be taken back what is told,
        self.instead = NONE  # and this to be shown then
        self.untidy = 0  # lines that are yet to be tidied

    def decided(self) -> bool:
        """Whether something is to be told, asked or taken back."""
        return self.telling != NONE or self.asks != NONE or self.untells != NONE

    def tell(self) -> bool:
        """Tell, ask or take back that; gives whether to look again at once."""
        if self.untells != NONE:
            self.told.untell(self.untells, self.instead)
            self.untells = NONE
            return True
        if self.telling == NONE:
            self.question.ask(self.asks)
            self.asks = NONE
            return False
        self.told.tell(self.telling)
        self.telling = NONE
        return True

    def decide(self) -> bool:
        """One thing is told, or nothing; gives whether to look again at once."""
        positions = self.positions
        rank = self.lines.rank
        best = rank[0] * WIDTH
        told = positions.told
        common = self._find_near(best)
        if self.asked.before != NONE:
            return self._asking(best, common)
        if not self.trouble.explains(best):
            self.told.settle()
            return False
        if common != told and positions.has(common, told):
            return self._confirm(best, positions.after(common, told), told)
        before = positions.meet(common, told)
        if before != told:
            follows = positions.after(common, before)
            if follows != NONE or self._are_all(before):
                return self._take_back(best, before, follows)
            return self._ask_which(best, before)
        if self._are_all(told):
            return self._rest(best)
        return self._ask_which(best, told)

    def _find_near(self, best: int) -> int:
        """Find the lines that cost hardly more than the best one; gives the last position that is on the way of all."""
        positions = self.positions
        lines = self.lines
        row = self.row
        common = row[best]
        for i in range(lines.count):
            line = lines.rank[i] * WIDTH
            more = row[line + TOTAL] - row[best + TOTAL]
            near = more < WHOLE_MARGIN and more < self.reach(best, line)
            self.near[i] = 1 if near else 0
            if near:
                common = positions.meet(common, row[line])
        return common

    def reach(self, best: int, line: int) -> int:
        """By how much more than the best one the line has to cost not to be near."""
        return self._reach(best, line, self.row[line + LOOSE])

    def _reach(self, best: int, line: int, loose: int) -> int:
        """The same, if so many touches of the line are loose."""
        positions = self.positions
        row = self.row
        node = row[line]
        if loose > row[best + LOOSE]:
            return MARGIN
        if positions.has(row[best], node):
            return WHOLE_MARGIN if self._looks_alike(best, line) else MARGIN
        told = positions.has(node, positions.told)
        if not positions.has(node, row[best]):
            return WHOLE_MARGIN if told or self._looks_alike(best, line) else TOLD
        if told and not positions.has(row[best], positions.told):
            return WHOLE_MARGIN
        if told and row[best + UNDID] != NONE and row[line + UNDID] == NONE:
            return WHOLE_MARGIN  # rather than put back and made again it may have been replied to from the same squares
        return (ADJUSTED if told else TOLD) if self._is_adjusted(best) else MARGIN

    def _looks_alike(self, best: int, line: int) -> bool:
        """Whether the line has put back what the best one has with a reply from its squares, or the other way round.

        Hands do the same then.
        """
        positions = self.positions
        undid = self.row[line + UNDID]
        node = self.row[best]
        if undid == NONE:
            return False
        before = positions.parent[undid]
        if before == NONE or node == before or node == undid:
            return False
        if not positions.has(node, before):
            return False
        other = positions.after(node, before)
        if other == undid:
            other = positions.after(node, undid)
        return positions.returns(other, undid)

    def _are_all(self, node: int) -> bool:
        """Whether all near lines lead there."""
        lines = self.lines
        for i in range(lines.count):
            if self.near[i] and self.row[lines.rank[i] * WIDTH] != node:
                return False
        return True

    def _is_adjusted(self, line: int) -> bool:
        """Whether a piece was adjusted beside what the line has."""
        row = self.row
        i = line + TOUCH
        for _ in range(row[line + COUNT]):
            if row[i] & (OCCUPIED | OLD) == OCCUPIED and row[i] >> CHARGE:
                return True
            i += SIZE
        return False

    def _rest(self, best: int) -> bool:
        """The best line is what is told."""
        self.told.settle()
        if self.row[best + LOOSE]:
            return False
        self.trouble.clear()
        if self.clock.still() >= QUIET_MS:
            self.beam.standing.steady = 0
            self.untidy = self.lines.count
        return False

    def tidy(self) -> None:
        """All has stood for a while as it is told: one line more forgets what meant nothing; after the last, the dear lines go."""
        positions = self.positions
        lines = self.lines
        self.untidy -= 1
        line = lines.rank[self.untidy] * WIDTH
        self._forget(line)
        if not positions.has(positions.told, self.row[line]):
            self._keep_cost(line)
        if not self.untidy:
            self._drop_dear(self.row[lines.rank[0] * WIDTH + TOTAL] + QUIET_SPREAD)

    def _drop_dear(self, most: int) -> None:
        """Drop the lines that cost more than `most`."""
        lines = self.lines
        for i in range(lines.count):
            line = lines.rank[i] * WIDTH
            if self.row[line + TOTAL] > most:
                lines.drop(line)
        lines.close()

    def _keep_cost(self, line: int) -> None:
        """If the line is right, the pieces have stood like that: what that costs is kept, but where a piece may be in a hand."""
        row = self.row
        lifted = self.touching.first_lifted(line)
        i = line + TOUCH
        for _ in range(row[line + COUNT]):
            if row[i + UNTIL] < 0 and not row[i] & (FREE | PAID):
                if not row[i] & OCCUPIED or self.clock.now - row[i + SINCE] >= ODD_MS:
                    row[line + COST] += cost(self.beam.standing.gesture(line, i, self.clock.now, lifted))
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

    # A ply more

    def _confirm(self, best: int, node: int, before: int) -> bool:
        """All agree on the ply to `node`: show it, and tell it when it has stood."""
        positions = self.positions
        row = self.row
        to = positions.to[node]
        later = positions.played(row[best])
        followed = later != node
        late = not followed and (self.touching.lasts(best, GONE, GONE) or self.touching.lasts(best, REST, REST))
        if late or to != NOWHERE and not self.now[to] and self._gone_on(row[best], node) == NONE:
            self.told.show(before, False)
            return False
        if not row[best + LOOSE]:
            self.trouble.clear()
        if self._is_ambiguous(node, before):
            self.told.show(before, False)
            wait = ASK_MS if row[best + LOOSE] else BRUSH_MS
            if not self.clock.wait_still(wait):
                return False
            return self._ask_about(node, before)
        step = self.touching.step_of(best, node)
        if self._is_odd(best, node, step) and not (followed and self._is_proved(best, node)):
            if row[best + LOOSE]:
                return False
            early = self.touching.is_covered_early(node, step)
            wait = ODD_MS if early else TROUBLE_MS
            if followed and (early or self._has_replied(best, node)):
                wait = ASK_MS  # play goes on, and that has proved nothing
            if not self.clock.wait_still(wait):
                return False
            self._ask_about(node, before)
            if self._displaces(node):
                self.question.find(positions.displaced)
            return True
        self._show(node)
        due = self._due(best, node, step, followed)
        if not due or self.clock.now < due:
            return self.clock.wait(due)
        if not followed and self._may_be_put_back(best, node):
            return self._ask_about(node, before)
        self.telling = node
        return True

    def _is_odd(self, best: int, node: int, step: int) -> bool:
        """Whether its order or pace is hardly that of a ply; or that of what went on from its end, if only that says so."""
        positions = self.positions
        row = self.row
        if positions.facts[node] & ANSWERED:
            return False
        to = positions.to[node]
        if row[step + ORDER] > ODD or self.touching.is_covered_early(node, step) or self._displaces(node):
            return True
        onward = self._gone_on(row[best], node) if to != NOWHERE else NONE
        if onward == NONE:
            return False
        next_step = self.touching.step_of(best, onward)
        if positions.origin(onward) == to and row[next_step + LEFT] <= row[step + ARRIVED] + SWOOP_MS:
            return True  # it may only have passed over there
        if not self.now[to] and self._is_alone(best, node):
            return False
        return cost_of_pace(row[next_step + PACE]) > ODD

    def _displaces(self, node: int) -> bool:
        """Whether another piece's ply was shown before that to `node`, and none of its squares was touched since."""
        positions = self.positions
        before = positions.displaced
        if before == NONE or before == node or positions.parent[before] != positions.parent[node]:
            return False
        return positions.origin(before) != positions.origin(node) and self.told.displaced_stands()

    def _has_replied(self, best: int, node: int) -> bool:
        """Whether the ply after that to `node` has stood for so long that it would have proved that."""
        step = self.touching.step_of(best, self.positions.after(self.row[best], node))
        return self.clock.now >= self.row[step + ARRIVED] + TROUBLE_MS

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
        due = max(due, positions.chosen_at + GOING_ON_MS)  # what followed may have been resting on its way
        due = max(due, self._rival_until(best, node))
        if self._stands(node):
            due = max(due, self.changed[to] + STAYS_MS)
        elif to != NOWHERE:  # its piece may only have passed over there
            onward = self._gone_on(row[best], node)
            if onward == row[best] and not self._stands(onward):
                return 0
            due = max(due, row[self.touching.step_of(best, onward) + ARRIVED] + STAYS_MS)
        if not followed and to != NOWHERE:
            due = max(due, self.changed[positions.ply[node] & 255] + STAYS_MS)
        if followed:
            reply = positions.after(row[best], node)
            replied = self.touching.step_of(best, reply)
            due = self._rests_until(best, due)
            if row[replied + ORDER] and positions.facts[reply] & TAKES and row[best] == reply:
                return max(due, row[replied + DONE] + ODD_MS)
            return due
        hands = self._hands_until(best, step, to)
        if hands < 0:
            return 0
        due = max(due, hands)
        if cost_of_pace(row[step + PACE]) and positions.facts[node] & TAKES:
            due = max(due, row[step + DONE] + ODD_MS)
        return due

    def _hands_until(self, best: int, step: int, to: int) -> int:
        """Until when what is in hands may belong to the ply of `step`, the last one, or stand on `to`, where that ends.

        -1 if something stands in the way.
        """
        row = self.row
        until = 0
        done = max(row[step + DONE], self.changed[to]) if to != NOWHERE else row[step + DONE]
        i = best + TOUCH
        for _ in range(row[best + COUNT]):
            if row[i + UNTIL] < 0 and not row[i] & FREE:
                if not row[i] & OCCUPIED:
                    return -1
                if row[i + SINCE] < done + GOING_ON_MS:
                    until = max(until, max(row[i + SINCE], row[step + ARRIVED]) + LIFTED_MS)
            i += SIZE
        return until

    def _rival_until(self, best: int, node: int) -> int:
        """Until when a line without the ply to `node` may come near because a piece is put back that is in a hand now; or 0."""
        lines = self.lines
        until = 0
        for i in range(lines.count):
            line = lines.rank[i] * WIDTH
            if self._may_come_near(best, line, node):
                until = max(until, self.touching.last_lifted(line) + RETURN_MS)
        return until

    def _may_be_put_back(self, best: int, node: int) -> bool:
        """Whether such a line is putting back a ply on the squares of that to `node`, the rest in a hand."""
        lines = self.lines
        for i in range(lines.count):
            line = lines.rank[i] * WIDTH
            undid = self.row[line + UNDID]
            if undid != NONE and self.positions.returns(node, undid) and self._may_come_near(best, line, node):
                return True
        return False

    def _may_come_near(self, best: int, line: int, node: int) -> bool:
        """Whether the line, without the ply to `node`, is near once what is in hands is put back."""
        row = self.row
        more = row[line + HOPE] - row[best + TOTAL]
        if not row[line + LOOSE] or more >= WHOLE_MARGIN or self.positions.has(row[line], node):
            return False
        return more < self._reach(best, line, 0)

    def _rests_until(self, line: int, due: int) -> int:
        """`due`, or when the rest of a stack has been in the hand for long, if it is: a reply is not whole before."""
        row = self.row
        i = line + TOUCH
        for _ in range(row[line + COUNT]):
            if row[i] & REST:
                due = max(due, row[i + SINCE] + LIFTED_MS)
            i += SIZE
        return due

    def _gone_on(self, at: int, node: int) -> int:
        """The last position on the way to `at` after a ply that begins, or took something, where that to `node` ends; or NONE."""
        positions = self.positions
        while at != node:
            if positions.effect(at, positions.to[node]):
                return at
            at = positions.parent[at]
        return NONE

    def _stands(self, node: int) -> bool:
        """Whether a piece stands where the ply to `node` ends; not for a pass."""
        to = self.positions.to[node]
        return to != NOWHERE and self.now[to] != 0

    def _is_ambiguous(self, node: int, before: int) -> bool:
        """Whether no sensor tells the ply to `node` from another one, and nobody has said which it is."""
        positions = self.positions
        if positions.facts[node] & (ANSWERED | PASS) or self.beam.legal.is_held(positions.side[before]):
            return False
        return self.beam.legal.alike(node) > 1

    def _keeps_kind(self, node: int) -> bool:
        """Whether the piece from hand that was answered is put elsewhere soon: it keeps its kind."""
        positions = self.positions
        told = positions.told
        if not positions.facts[told] & positions.facts[node] & FROM_HAND or not positions.facts[told] & ANSWERED:
            return False
        if positions.parent[told] != positions.parent[node] or self.told.was_off:
            return False
        if self.untold.away(told, node) >= RENAMED_MS:
            return False
        for i in range(self.beam.legal.alike(node)):
            if self.beam.legal.found[i] >> 16 == positions.ply[told] >> 16:
                self.question.rename(node, self.beam.legal.found[i])
                positions.facts[node] |= ANSWERED
                self.untold.chosen = node
                self.beam.standing.steady = 0
                return True
        return False

    def _ask_about(self, node: int, before: int) -> bool:
        """It is to be asked whether that to `node` was played after `before`."""
        self.question.find_none()
        self.question.find(node)
        return self._ask(before)

    def _ask(self, before: int) -> bool:
        """It is to be asked which of what was found was played after `before`."""
        self.asks = before
        return True

    def _show(self, node: int) -> None:
        """Show the ply to `node`, though it is not told yet; but not while red says what is wrong."""
        if not self.trouble.is_told():
            self.told.show(node, True)

    # What is told did not happen

    def _take_back(self, best: int, before: int, follows: int) -> bool:
        """What is told after `before` did not happen; the ply to `follows` did, if that is not NONE."""
        positions = self.positions
        if self.told.turns > MOST_TURNS:
            return False
        lost = positions.after(positions.told, before)
        if follows == NONE:
            if self._is_going_on(best, lost):
                return False
            wait = self._patience(lost, self.row[best + LOOSE] != 0)
            if not self.clock.wait_still(wait):
                return False
            if self.trouble.is_told():
                return False
            if not self.row[best + LOOSE] and self._is_out_of_question(best, lost):
                if self.clock.wait_still(TROUBLE_MS):
                    self.trouble.report(best)
                return False
        elif not self._is_instead(best, before, lost, follows):
            return self.asks != NONE
        for i in range(self.lines.count):
            line = self.lines.rank[i] * WIDTH
            if positions.has(self.row[line], lost):
                self._keep_cost(line)
        if follows == NONE and not self.row[best + LOOSE]:
            self._drop_halves(lost)
        self.untells = before
        self.instead = follows if self.told.is_shown else NONE
        return True

    def _is_out_of_question(self, best: int, lost: int) -> bool:
        """Whether something was touched as it can't be, since the ply to `lost` or what was refused: it may be lifted once more."""
        row = self.row
        since = max(self.positions.begun_at[lost], self.trouble.refused_at)
        i = best + TOUCH
        for _ in range(row[best + COUNT]):
            if row[i + SINCE] >= since and cost(row[i] >> CHARGE) > WHOLE_MARGIN:
                return True
            i += SIZE
        return False

    def _drop_halves(self, lost: int) -> None:
        """Drop the lines in which the ply to `lost` is yet to be put back: it is."""
        lines = self.lines
        for i in range(lines.count):
            line = lines.rank[i] * WIDTH
            if self.row[line + LOOSE] and self.row[line + UNDID] == lost:
                lines.drop(line)
        lines.close()

    def _is_going_on(self, best: int, lost: int) -> bool:
        """Whether the ply to `lost` is being put back yet, or only pieces of who did not play it are in a hand."""
        row = self.row
        positions = self.positions
        positions.go(positions.told)
        player = positions.side[positions.parent[lost]]
        mine = theirs = False
        i = best + TOUCH
        for _ in range(row[best + COUNT]):
            square = row[i] & 255
            if row[i + UNTIL] < 0:
                if not row[i] & OCCUPIED or positions.effect(lost, square):
                    return True
                if self.beam.game.piece_side(square) == player:
                    mine = True
                else:
                    theirs = True
            i += SIZE
        return theirs and not mine

    def _patience(self, lost: int, loose: bool) -> int:
        """For how many ms all must have rested before the ply to `lost` is taken back."""
        positions = self.positions
        if loose:
            return GOING_ON_MS
        if positions.facts[lost] & FROM_HAND:
            return RETURN_MS if positions.facts[lost] & ANSWERED else LIFTED_MS  # another kind may come in its place
        return ODD_MS if positions.leaving(lost) == STACK else GOING_ON_MS

    def _is_instead(self, best: int, before: int, lost: int, follows: int) -> bool:
        """Whether the ply to `follows` takes the place of that to `lost` now; it may be asked about instead."""
        positions = self.positions
        row = self.row
        if self._stands(follows) and not self.touching.lasts(best, GONE, GONE):
            self._show(follows)
        step = self.touching.step_of(best, follows)
        # What passes over squares afterwards takes nothing back.
        arrived = max(row[step + ARRIVED], row[best + ARRIVED])
        due = max(arrived + GOING_ON_MS, row[step + DONE] + LAST_MS, self.clock.edge_at + HELD_MS)
        if positions.facts[follows] & TAKES and row[best] == follows:
            due = max(due, row[step + DONE] + ODD_MS)  # what is told may still be true, its piece in a hand
        odd = row[step + ORDER] > ODD
        if not odd and row[best + LOOSE]:
            hands = self._hands_until(best, step, positions.to[follows])
            if hands < 0 or row[best] != follows or self.touching.lasts(best, REST, REST):
                return False
            due = max(due, hands, self.clock.edge_at + ODD_MS)
        if odd:
            due = self.clock.edge_at + TROUBLE_MS
        if self.clock.now < due:
            return self.clock.wait(due)
        remains = self._may_remain(best, lost, follows)
        if odd or remains or self._is_dear(best):
            self._ask_about(follows, before)
            if remains:
                self.question.find(lost)
            return False
        if self._is_ambiguous(follows, before):
            self._keeps_kind(follows)
        return True

    def _may_remain(self, best: int, lost: int, follows: int) -> bool:
        """Whether the ply to `lost` may stand all the same, and that to `follows` be no ply or an illegal one, or the reply."""
        positions = self.positions
        stood = self.untold.stood(lost)
        if positions.origin(follows) != positions.origin(lost):
            late = self.row[self.touching.step_of(best, follows) + BEGUN] - positions.told_at[lost] >= REST_MS
            return stood or not self._is_back(best, lost, follows, late)
        return stood and self.row[best] != follows or self._may_be_captured(lost, stood)

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
        return not positions.facts[lost] & TAKES or row[best + UNDID_AT] - positions.told_at[lost] < REST_MS

    def _may_be_captured(self, lost: int, stood: bool) -> bool:
        """Whether an opponent's stack was touched since the ply to `lost`, or since its piece is in a hand: that may capture it."""
        positions = self.positions
        to = positions.to[lost]
        since = positions.told_at[lost] + REST_MS
        if not stood:
            if to == NOWHERE or self.now[to] or self.changed[to] < since:
                return False
            since = self.changed[to]
        if not self.puts_back:
            return False
        positions.go(lost)
        for square in self.beam.squares:
            if self.changed[square] > since and self.beam.game.piece_side(square) == positions.side[lost]:
                if self.beam.legal.is_stack(lost, square):
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

    # Lines differ

    def _ask_which(self, best: int, before: int) -> bool:
        """Near lines differ after `before`: ask."""
        positions = self.positions
        row = self.row
        rank = self.lines.rank
        self.question.find_none()
        likeliest = NONE
        found = False
        whole = False  # a line explains all squares;
        early = True  # and all of those have no more than a card that may go on
        alike = True
        for i in range(self.lines.count):
            line = rank[i] * WIDTH
            if self.near[i]:
                played = positions.after(row[line], before)
                likeliest = played if likeliest == NONE else likeliest
                if played != NONE and not self._is_reply(played, before):
                    self.question.find(played)
                    found = True
                if not row[line + LOOSE]:
                    whole = True
                    early = early and (played == NONE or self._may_go_on(line, played))
                alike = (
                    alike and not row[line + LOOSE] and row[line + TOTAL] == row[best + TOTAL] and row[line] != before
                )
        if not found:  # each may be the reply to the other
            self.question.find(likeliest)
        if not whole:
            self.told.settle()
            return False
        if not alike:
            wait = ODD_MS if early else self._ask_when(best, before)
            first = positions.after(row[best], before)
            if first != NONE and not row[best + LOOSE] and self._stands(first):
                if row[self.touching.step_of(best, first) + ORDER] <= ODD and not positions.has(positions.told, first):
                    self._show(first)
            elif before == positions.told:
                self.told.settle()
            if not self.clock.wait_still(wait):
                return False
        return self._ask(before)

    def _may_go_on(self, line: int, node: int) -> bool:
        """Whether the ply to `node` is a card that has left, and may be in a hand, what it covers but straightened before."""
        if self.positions.leaving(node) != LEAVE:
            return False
        return self.touching.is_covered_early(node, self.touching.step_of(line, node))

    def _is_reply(self, node: int, before: int) -> bool:
        """Whether what leads to `node` after `before` is, by another near line, the reply to another ply from there.

        Then it is only asked whether that one was played: both may have been.
        """
        positions = self.positions
        lines = self.lines
        for i in range(lines.count):
            at = self.row[lines.rank[i] * WIDTH]
            first = positions.after(at, before) if self.near[i] and positions.has(at, before) else NONE
            if first != NONE and at != first and first != node:
                reply = positions.after(at, first)
                if positions.origin(reply) == positions.origin(node) and positions.to[reply] == positions.to[node]:
                    return True
        return False

    def _ask_when(self, best: int, before: int) -> int:
        """For how many ms all must have rested before it is asked what was played after `before`."""
        positions = self.positions
        told = positions.told
        if not self.row[best + LOOSE] and positions.depth[self.row[best]] > positions.depth[before] + 1:
            return ASK_MS  # play goes on
        if before != told and positions.facts[positions.after(told, before)] & FROM_HAND and self.row[best] == before:
            return LIFTED_MS
        to = positions.to[told]
        if to != NOWHERE and not self.now[to] and self._go_back_or_on(before):
            return LIFTED_MS if positions.facts[told] & FROM_HAND else ODD_MS
        if self.row[best + LOOSE]:
            return TROUBLE_MS if positions.depth[told] <= positions.depth[before] + 1 else ODD_MS
        return LIFTED_MS if not self.puts_back and self._are_in_hand(best) else ASK_MS

    def _are_in_hand(self, best: int) -> bool:
        """Whether all near lines that lead elsewhere than the best have something in a hand, and nothing where it can't stand."""
        lines = self.lines
        row = self.row
        for i in range(lines.count):
            line = lines.rank[i] * WIDTH
            if self.near[i] and row[line] != row[best]:
                if not row[line + LOOSE] or self.touching.lasts(line, OCCUPIED, 0):
                    return False
        return True

    def _go_back_or_on(self, before: int) -> bool:
        """Whether all near lines lead to `before`, or have what is told."""
        lines = self.lines
        for i in range(lines.count):
            node = self.row[lines.rank[i] * WIDTH]
            if self.near[i] and node != before and not self.positions.has(node, self.positions.told):
                return False
        return True

    def _asking(self, best: int, common: int) -> bool:
        """A question is open: it stays, unless its answers are out of the question, or what followed has proved one."""
        positions = self.positions
        row = self.row
        before = self.asked.before
        node = row[best]
        new = positions.after(node, before) if positions.has(node, before) else NONE
        answered = False
        for i in range(self.lines.count):
            answered = answered or self.near[i] and self.asked.has_answer(row[self.lines.rank[i] * WIDTH])
        if not answered:
            if (row[best + LOOSE] or node != before) and not self.clock.wait_still(TROUBLE_MS):
                return False
            self.question.unask()
            return True
        if common != before and positions.has(common, before):
            if positions.has(positions.told, new) and self._is_alone(best, new):
                self.question.unask()  # what was told is out of the question
                return True
            if node != new and not row[best + LOOSE]:
                if self._is_proved(best, new) and self.question.offer_count == 1:
                    self.question.unask()
                    if not positions.has(positions.told, new):
                        self.untells = before
                        self.instead = NONE
                        self.telling = new
                    return True
                self.clock.wait(row[best + ARRIVED] + TROUBLE_MS)
        known = new == NONE or self.asked.is_answer(new) or self.asked.has_answer(positions.told)
        if not known and not row[best + LOOSE] and not self.asked.is_since(best):
            if not self.clock.wait_still(TROUBLE_MS):
                return False
            self.question.unask()
            return True
        return False

    def _is_proved(self, best: int, node: int) -> bool:
        """Whether the opponent's reply says that `node` came about, and nothing else is to be thought of."""
        positions = self.positions
        row = self.row
        reply = positions.after(row[best], node)
        if reply == NONE or positions.side[node] == positions.side[positions.parent[node]]:
            return False
        step = self.touching.step_of(best, reply)
        if self.clock.now < row[step + ARRIVED] + TROUBLE_MS or cost_of_pace(row[step + PACE]) > ODD:
            return False
        return self._is_alone(best, node)

    def _is_alone(self, best: int, node: int) -> bool:
        """Whether all lines that are to be thought of lead by `node`."""
        row = self.row
        for i in range(self.lines.count):
            line = self.lines.rank[i] * WIDTH
            if row[line + TOTAL] <= row[best + TOTAL] + PROOF and not self.positions.has(row[line], node):
                return False
        return True
