"""The policy: after each edge and each timer one of eight actions, by what the hypotheses cost.

| action | when |
|---|---|
| restore | many pieces are astray, and no hypothesis explains them (restoring.py) |
| refuse | the best hypothesis leaves events unexplained that cost more than LIMIT, for REFUSE_MS |
| retract | no hypothesis within its margin has the ply committed last |
| propose | all hypotheses within their margins have one ply more than is committed; or the cheapest has |
| commit | that ply has stood for COMMIT_MS, or for HAND_MS where a piece in a hand might change it |
| ask | hypotheses within their margins differ, or the ply itself costs more than ODD |
| withdraw | no hypothesis within its margin has an answer to the open question |
| forget | all has been quiet for FORGET_MS, and the best hypothesis leaves nothing unexplained |

Nothing here allocates after construction.
"""

from shared_rules.codes import LEAVE, const
from shared_rules.recognition.beam import Beam
from shared_rules.recognition.clock import Clock
from shared_rules.recognition.committed import Committed
from shared_rules.recognition.costs import (
    CARD_MS,
    COMMIT_MS,
    FORGET_MS,
    HAND_MS,
    LIMIT,
    MARGIN,
    ODD,
    OFF,
    OTHER_MARGIN,
    PAST,
    PROOF,
    REFUSE_MS,
    RETRACT_MARGIN,
    SETTLE_MS,
    SPREAD,
    STAYS_MS,
    TRIED,
)
from shared_rules.recognition.hypotheses import (
    FREE,
    GONE,
    NO_EVENT,
    OCCUPIED,
    OLD,
    REST,
    ROOM,
    cheaper,
    cost,
    cost_of_pace,
    find,
)
from shared_rules.recognition.positions import CHOSEN, FROM_HAND, NONE, PASS
from shared_rules.recognition.question import Question
from shared_rules.recognition.refused import Refused
from shared_rules.recognition.restoring import Restoring
from shared_rules.recognition.work import ACTING, COMPARED, DECIDING, LISTING, LONG, MAKING, WEIGHING

# Ms after an edge when costs change, or something is to be done.
WAKE = (40, 150, 266, 301, 351, 551, 701, 1501, 2001, 3001, 6001)

NOTHING = const(0)
COMMIT = const(1)
RETRACT = const(2)
ASK = const(3)
WITHDRAW = const(4)
FORGET = const(5)
MOST_RETRACTED = const(2)  # so often something is retracted after one edge


class Policy:
    """Decides by the hypotheses of the beam. `busy` while a pass is not at its end."""

    def __init__(
        self,
        clock: Clock,
        beam: Beam,
        committed: Committed,
        refused: Refused,
        question: Question,
        restoring: Restoring,
    ) -> None:
        self.clock = clock
        self.beam = beam
        self.positions = beam.positions
        self.hyps = beam.hyps
        self.match = beam.match
        self.weighing = beam.weighing
        self.asked = beam.asked
        self.legal = beam.legal
        self.now = beam.now
        self.committed = committed
        self.refused = refused
        self.question = question
        self.restoring = restoring
        self._near = bytearray(ROOM)  # whether each hypothesis, by rank, is within its margin
        self._node = self._before = NONE  # what an action is about

    def begin(self) -> None:
        """Nothing has been looked at."""
        self.busy = True
        self._stale = False  # the hypotheses have changed since the pass began
        self._passes = self._pass()

    def look_again(self) -> None:
        """The hypotheses have changed."""
        self.busy = self._stale = True

    def step(self) -> int:
        """Do a stretch of a pass; returns how much work the next one is."""
        return next(self._passes)

    def _pass(self):
        """Weigh all hypotheses, and take an action; again and again, a stretch at a time."""
        hyps = self.hyps
        rank = hyps.rank
        committed = self.committed
        restoring = self.restoring
        while True:
            self._stale = False
            for i in range(hyps.count):
                self.beam.weigh(i, self.clock.now)
                yield WEIGHING + hyps.unexplained[rank[i]] * (2 if self.match.stacks else 1)
            restoring.begin_look()
            while restoring.look():
                yield LONG
            committed.begin_judging()
            while committed.judging:
                yield MAKING  # as long as a round may be
                committed.judge_on(self.positions.committed)
                yield MAKING
            self._wake()
            yield DECIDING + hyps.count // COMPARED
            if restoring.waits():
                committed.settle()
                self.busy = self._stale
                yield ACTING
                continue
            action = self.decide()
            committed.begin_judging()
            while action == COMMIT and committed.judging:
                yield MAKING
                committed.judge_on(self._node)
                yield MAKING
            if action == FORGET:
                for i in range(hyps.count):
                    self._forget(rank[i])
                    yield LISTING
                self._prune()
            elif action:
                yield ACTING
                self._act(action)
                if action == COMMIT:
                    yield ACTING
                    committed.note()
            elif self.asked.before == NONE:
                yield ACTING
                self._refuse()
            self.busy = self._stale or action != NOTHING and action != FORGET
            yield ACTING if action else LISTING

    def _wake(self) -> None:
        """Look again when costs change next."""
        clock = self.clock
        clock.due = 0
        for wait in WAKE:
            if wait > clock.still():
                clock.due = clock.edge_at + wait
                break

    def _act(self, action: int) -> None:
        """Do it, unless something has changed since it was decided."""
        if self._stale:
            return
        if action == COMMIT:
            self.committed.commit(self._node)
        elif action == RETRACT:
            self.committed.retract(self._before, self._node)
        elif action == ASK:
            self.question.ask(self._before)
        else:
            self.question.withdraw()

    # Which hypotheses count

    def _best(self) -> int:
        """The cheapest hypothesis, or one that costs hardly more with a ply to which the lights lead."""
        hyps = self.hyps
        rank = hyps.rank
        committed = self.positions.committed
        for i in range(hyps.count if self.legal.held else 0):
            h = rank[i]
            if hyps.total[h] >= hyps.total[rank[0]] + RETRACT_MARGIN:
                break
            if not hyps.unexplained[h] and self.positions.has(hyps.node[h], committed):
                if self.legal.has_led(hyps.node[h], committed):
                    return h
        return rank[0]

    def _agree(self, best: int) -> int:
        """Find the hypotheses within their margins; returns the last position that is on the way of all."""
        hyps = self.hyps
        common = hyps.node[best]
        for i in range(hyps.count):
            h = hyps.rank[i]
            self._near[i] = h == best or self._is_rival(best, h)
            if self._near[i]:
                common = self.positions.meet(common, hyps.node[h])
        return common

    def _is_rival(self, best: int, h: int) -> bool:
        """Whether a hypothesis is within its margin.

        Of a ply to which the lights lead there is no doubt: its side may play no other.
        """
        hyps = self.hyps
        if hyps.total[h] - hyps.total[best] >= self.margin(best, h):
            return False
        if not self.legal.held:
            return True
        before = self.positions.meet(hyps.node[best], hyps.node[h])
        return not (self.legal.has_led(hyps.node[best], before) or self.legal.has_led(hyps.node[h], before))

    def margin(self, best: int, h: int) -> int:
        """By how much more than the best hypothesis another one has to cost to count no more."""
        hyps = self.hyps
        fewer = hyps.undid[h] == NONE and self.positions.has(hyps.node[best], hyps.node[h])
        if fewer or hyps.unexplained[h] > hyps.unexplained[best]:
            return MARGIN
        return RETRACT_MARGIN if self.positions.has(hyps.node[h], self.positions.committed) else OTHER_MARGIN

    def _are_all(self, node: int) -> bool:
        """Whether all hypotheses within their margins lead there."""
        for i in range(self.hyps.count):
            if self._near[i] and self.hyps.node[self.hyps.rank[i]] != node:
                return False
        return True

    def _is_alone(self, best: int, node: int) -> bool:
        """Whether all hypotheses that cost less than PROOF more lead by `node`."""
        hyps = self.hyps
        for i in range(hyps.count):
            h = hyps.rank[i]
            if hyps.total[h] > hyps.total[best] + PROOF:
                break
            if not self.positions.has(hyps.node[h], node):
                return False
        return True

    # The decision

    def decide(self) -> int:
        """What is to be done, as all stands: one of the actions."""
        positions = self.positions
        best = self._best()
        common = self._agree(best)
        committed = positions.committed
        if self.asked.before != NONE:
            return self._reconsider(best, common)
        if not self.hyps.unexplained[best]:
            self.refused.clear()
        if not positions.has(committed, self.hyps.node[best]) and self._unexplained(best) > LIMIT:
            self.committed.settle()
            return NOTHING
        before = positions.meet(common, committed)
        follows = positions.after(common, before)
        if before != committed:
            if follows != NONE or self._are_all(before):
                return self._retract(best, before, follows)
        elif follows != NONE:
            return self._propose(best, follows)
        elif self._are_all(committed):
            self.committed.settle()
            return self._rest(best)
        return self._differ(best, before)

    def _take(self, action: int, node: int, before: int) -> int:
        self._node = node
        self._before = before
        return action

    def _rest(self, best: int) -> int:
        return FORGET if not self.hyps.unexplained[best] and self.clock.still() >= FORGET_MS else NOTHING

    def _propose(self, best: int, node: int) -> int:
        """All agree on the ply to `node`: propose it, and commit it when it has stood; or ask."""
        positions = self.positions
        hyps = self.hyps
        before = positions.committed
        if positions.facts[node] & PASS:
            return self._take(COMMIT, node, before)
        followed = positions.played(hyps.node[best]) != node
        late = not followed and (hyps.has_open(best, GONE) or hyps.has_open(best, REST))
        if late or not self.now[positions.to[node]] and self._onward(hyps.node[best], node) == NONE:
            self.committed.settle()
            return NOTHING
        step = self.match.step_of(best, node)
        ambiguous = self.legal.is_ambiguous(node)
        if ambiguous or self._is_odd(best, node) and not self._is_proved(best, node):
            self.committed.settle()
            self.question.find_none()
            self.question.find(node)
            held = hyps.unexplained[best] or self.match.may_be_straight(node, step)  # or its card may be
            wait = SETTLE_MS if ambiguous else HAND_MS if held else REFUSE_MS
            return self._take(ASK, node, before) if self.clock.wait_still(wait) else NOTHING
        self._show(node)
        due = self._due(best, step, followed)
        if not due or self.clock.now < due:
            self.clock.wait(due)
            return NOTHING
        return self._take(COMMIT, node, before)

    def _show(self, node: int) -> None:
        """Propose the ply to `node`; but not while red says what is wrong."""
        if not self.refused.is_told():
            self.committed.propose(node, True)

    def _onward(self, at: int, node: int) -> int:
        """The last position on the way to `at` after a ply that begins, or takes something, where that to `node` ends; or NONE."""
        positions = self.positions
        while at != node:
            if positions.effect(at, positions.to[node]):
                return at
            at = positions.parent[at]
        return NONE

    def _is_odd(self, best: int, node: int) -> bool:
        """Whether its order and pace, or those of what goes on from its end, cost more than that the hands did something else."""
        if self.positions.facts[node] & CHOSEN or self.legal.is_led(node):
            return False
        hyps = self.hyps
        step = self.match.step_of(best, node)
        if hyps.order[step] > ODD or self.match.may_be_straight(node, step):
            return True
        onward = self._onward(hyps.node[best], node)
        return onward != NONE and cost_of_pace(hyps.pace[self.match.step_of(best, onward)]) > ODD

    def _is_proved(self, best: int, node: int) -> bool:
        """Whether the reply has stood for long, and nothing else explains it."""
        reply = self.positions.after(self.hyps.node[best], node)
        if reply == NONE or self.legal.is_ambiguous(node):
            return False
        stands = self.clock.now >= self.hyps.arrived[self.match.step_of(best, reply)] + REFUSE_MS
        return stands and self._is_alone(best, node)

    def _due(self, best: int, step: int, followed: bool) -> int:
        """When the ply of `step` is to be committed; 0 for not before an edge."""
        hyps = self.hyps
        clock = self.clock
        due = max(
            clock.closed_at + STAYS_MS,
            hyps.arrived[step] + COMMIT_MS,
            hyps.done[step] + SETTLE_MS,
        )
        e = NO_EVENT
        while not followed and (e := hyps.next_open(best, e, FREE)):
            since = hyps.since[e]
            if not hyps.facts[e] & OCCUPIED or cost(self.weighing.gesture(best, e, clock.now, since)) > OFF:
                return 0
            if since < hyps.done[step] + COMMIT_MS:
                due = max(due, max(since, hyps.arrived[step]) + HAND_MS)
        return due

    def _retract(self, best: int, before: int, follows: int) -> int:
        """All agree that what is committed after `before` was not played; the ply to `follows` was, if that is not NONE."""
        positions = self.positions
        if self.committed.retracted >= MOST_RETRACTED:
            return NOTHING
        lost = positions.after(positions.committed, before)
        if follows == NONE:
            if self.hyps.unexplained[best]:
                return NOTHING
            wait = COMMIT_MS if positions.leaving(lost) == LEAVE else HAND_MS
            return self._take(RETRACT, NONE, before) if self.clock.wait_still(wait) else NOTHING
        odd = self._is_odd(best, follows)
        doubt = (odd or self._may_stand(best, lost, follows)) and not self._is_proved(best, follows)
        if not odd:
            self._show(follows)
        step = self.match.step_of(best, follows)
        due = self.clock.edge_at + REFUSE_MS if doubt else self._due(best, step, self.hyps.node[best] != follows)
        if not due or self.clock.now < due:
            self.clock.wait(due)
            return NOTHING
        if doubt:
            self.question.find_none()
            self.question.find(follows)
            self.question.find(lost)
            return self._take(ASK, follows, before)
        return self._take(RETRACT, follows if self.committed.is_proposed else NONE, before)

    def _may_stand(self, best: int, lost: int, follows: int) -> bool:
        """Whether the ply to `lost`, which is committed, may stand all the same.

        Nobody saw it put back, or gone on with, or another one was committed after it.
        """
        positions = self.positions
        facts = positions.facts[lost]
        if positions.is_part(lost, follows):
            return self.weighing.is_followed(lost)
        if self.weighing.stood(lost, positions.committed_at[lost]) or self.weighing.is_followed(lost):
            return True
        if facts & FROM_HAND & positions.facts[follows]:
            return False
        origin = positions.origin(lost)
        seen = self.hyps.undid[best] == lost and positions.leaving(lost) == LEAVE and positions.to[follows] != origin
        return not seen and (facts & CHOSEN != 0 or positions.origin(follows) != origin)

    def _differ(self, best: int, before: int) -> int:
        """Hypotheses within their margins differ after `before`: ask, if one of them explains all squares."""
        hyps = self.hyps
        whole = tied = held = False
        for i in range(hyps.count):
            h = hyps.rank[i]
            if self._near[i] and hyps.unexplained[h]:
                held = True
            elif self._near[i]:
                whole = True
                tied = tied or hyps.total[h] == hyps.total[best] and hyps.node[h] != hyps.node[best]
        first = self.positions.after(hyps.node[best], before)
        if tied or first == NONE or hyps.unexplained[best] or self.positions.has(self.positions.committed, first):
            if before == self.positions.committed:
                self.committed.settle()
        elif not self._is_odd(best, first):
            self._show(first)
        in_hand = HAND_MS if self.match.stacks else 2 * HAND_MS  # without stacks the sensors say what is in a hand
        if not whole or not self.clock.wait_still(in_hand if held else SETTLE_MS if tied else COMMIT_MS):
            return NOTHING
        self._find_answers(before)
        return self._take(ASK, NONE, before)

    def _find_answers(self, before: int) -> None:
        """What hypotheses within their margins have after `before` is to be asked about."""
        self.question.find_none()
        for i in range(self.hyps.count):
            if self._near[i]:
                played = self.positions.after(self.hyps.node[self.hyps.rank[i]], before)
                if played != NONE:
                    self.question.find(played)

    def _reconsider(self, best: int, common: int) -> int:
        """A question is open: it stays, unless no answer is within its margin, or what followed has proved one."""
        positions = self.positions
        hyps = self.hyps
        before = self.asked.before
        node = hyps.node[best]
        answers = False
        for i in range(hyps.count):
            answers = answers or self._near[i] and self.asked.has_answer(hyps.node[hyps.rank[i]])
        if not answers:
            return WITHDRAW if node == before or self.clock.wait_still(REFUSE_MS) else NOTHING
        if hyps.unexplained[best]:
            return NOTHING
        if common != before and positions.has(common, before):
            new = self.asked.instead(node)
            if self._is_proved(best, new) or positions.has(positions.committed, new) and self._is_alone(best, new):
                return WITHDRAW
            if node != new:
                self.clock.wait(hyps.arrived[best] + REFUSE_MS)
        if self.clock.edge_at > self.asked.at and not self.asked.has_answer(positions.committed):
            self._find_answers(before)
            if self.question.has_found_more() and self.clock.wait_still(REFUSE_MS):
                return self._take(ASK, NONE, before)
        return self._rest(best)

    # Refusing and forgetting

    def _refuse(self) -> None:
        """If what the best hypothesis leaves unexplained costs too much for a while, say so."""
        best = self.hyps.rank[0]
        if not self.hyps.unexplained[best] or self.committed.over:
            return
        since = max(self.clock.edge_at, self.positions.chosen_at)
        if self.clock.now - since < REFUSE_MS:
            self.clock.wait(since + REFUSE_MS)
        elif self._unexplained(best) > LIMIT:
            self.refused.report(best)

    def _unexplained(self, h: int) -> int:
        """What the events cost that the hypothesis leaves unexplained, but for pieces that are in a hand for a few seconds."""
        hyps = self.hyps
        lifted = hyps.first_lifted(h)
        total = 0
        for e in range(hyps.first[h], hyps.end[h]):
            facts = hyps.facts[e]
            if hyps.until[e] >= 0:
                if facts & OCCUPIED and hyps.until[e] > lifted:
                    tried = not self.match.stacks and self._is_opponents(hyps.node[h], hyps.square[e])
                    if tried or hyps.since[e] > lifted:
                        total += cost(hyps.gesture[e]) * (TRIED if tried else 1)
            elif not facts & (FREE | GONE):
                price = cost(self.weighing.gesture(h, e, self.clock.now, lifted))
                if not facts & OCCUPIED:
                    total += 0 if self.weighing.may_rest(h, hyps.square[e]) else price
                elif price > OFF:
                    total += 2 * price if self._is_opponents(hyps.node[h], hyps.square[e]) else price
        return total

    def _is_opponents(self, node: int, square: int) -> bool:
        """Whether the piece on `square` is not of the side to move after what is committed, which leads to `node`."""
        if node != self.positions.committed:
            return False
        self.positions.go(node)
        game = self.positions.game
        return game.piece_side(square) != game.side

    def _forget(self, h: int) -> None:
        """Closed events meant nothing; but what was lifted may be in a hand again, or its card, or be covered yet."""
        hyps = self.hyps
        if self.asked.before != NONE and self.asked.has_answer(hyps.node[h]):
            return
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

    def _prune(self) -> None:
        """Drop the hypotheses that cost much more than the best, unless a question is open."""
        hyps = self.hyps
        if self.asked.before != NONE:
            return
        most = hyps.total[hyps.rank[0]] + SPREAD
        for i in range(hyps.count):
            h = hyps.rank[i]
            if hyps.total[h] > most and not self.positions.was_retracted(hyps.node[h]):
                hyps.drop(h)
        hyps.close()
