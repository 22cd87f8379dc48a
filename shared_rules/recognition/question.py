"""Questions: which plies are offered, and what becomes of the hypotheses when one of them is chosen, or none.

After construction nothing allocates.
"""

from array import array

from shared_rules.codes import WHY_WITHDRAWN
from shared_rules.protocol.signals import EV_ASK, EV_UNASKED
from shared_rules.recognition.beam import Beam
from shared_rules.recognition.candidates import ANSWERS
from shared_rules.recognition.clock import Clock
from shared_rules.recognition.committed import Committed
from shared_rules.recognition.costs import MARGIN, MOST_COST, ODD
from shared_rules.recognition.events import Events
from shared_rules.recognition.positions import ALIKE, CHOSEN, NAMED, NONE, NOTHING
from shared_rules.recognition.refused import Refused


class Question:
    """`offers[0:offer_count]` are the answers to the open question, `offers[offered]` is the one offered."""

    def __init__(self, events: Events, clock: Clock, beam: Beam, committed: Committed, refused: Refused) -> None:
        self.game = beam.game
        self.events = events
        self.clock = clock
        self.beam = beam
        self.asked = beam.asked
        self.positions = beam.positions
        self.hyps = beam.hyps
        self.committed = committed
        self.refused = refused
        self.offers = array("i", [0] * ANSWERS)
        self._found = bytearray(ANSWERS)
        self.begin()

    def begin(self) -> None:
        """Nothing is asked, and nothing was."""
        self.offer_count = self.offered = 0
        self._found_count = 0
        self._asked_last = 0  # the digest of the position after which was asked,
        self._offered_last = NOTHING  # and what was offered then

    def find_none(self) -> None:
        self._found_count = 0

    def find(self, node: int) -> None:
        """What leads to `node` is among what is to be asked."""
        for i in range(self._found_count):
            if self._found[i] == node:
                return
        if self._found_count < ANSWERS:
            self._found[self._found_count] = node
            self._found_count += 1

    def has_found_more(self) -> bool:
        """Whether anything of what was found is not among the answers to the open question."""
        for i in range(self._found_count):
            if not self.asked.is_answer(self._found[i]):
                return True
        return False

    def ask(self, before: int) -> None:
        """Ask which of what was found was played after `before`, in the order of the rules; one may be offered there already."""
        legal = self.beam.legal
        asked = self.asked
        if asked.before != NONE:
            self._offered_last = self.offers[self.offered]
        self.committed.propose(before, False)
        count = 0
        for i in range(self._found_count):
            alike = legal.alike(self._found[i])
            if alike > 1:
                self.positions.facts[self._found[i]] |= ALIKE
            self.positions.go(before)
            for j in range(alike):
                if count < ANSWERS and not self._is_offered(count, legal.found[j]):
                    self._offer(count, self._found[i], legal.found[j])
                    count += 1
        self.offer_count = asked.count = count
        digest = self.game.digest()
        last = self._offered_last if digest == self._asked_last else NOTHING
        self._asked_last = digest
        self.offered = 0
        for i in range(count):
            if self.offers[i] == last:
                self.offered = i
        asked.before = before
        asked.at = self.clock.now
        self.refused.clear()
        self.events.tell(EV_ASK, self.offers[self.offered], 0, 0, 0)

    def _is_offered(self, count: int, ply: int) -> bool:
        """Whether `ply` is among the first answers: by a cheaper hypothesis, as what was chosen before, put down anew, may be."""
        for i in range(count):
            if self.offers[i] == ply:
                return True
        return False

    def _offer(self, count: int, node: int, ply: int) -> None:
        """One more answer: `ply`, as in hypotheses by `node`."""
        offers = self.offers
        answers = self.asked.answers
        rank = self.game.rank(ply)
        j = count
        while j > 0 and self.game.rank(offers[j - 1]) > rank:
            offers[j] = offers[j - 1]
            answers[j] = answers[j - 1]
            j -= 1
        offers[j] = ply
        answers[j] = node

    def withdraw(self) -> None:
        self._offered_last = self.offers[self.offered]
        self.events.tell(EV_UNASKED, self.offers[self.offered], 0, 0, 0)
        self.asked.before = NONE
        self.asked.count = 0

    def offer_next(self) -> None:
        """Offer the next answer."""
        self.offered = (self.offered + 1) % self.offer_count
        self.events.tell(EV_ASK, self.offers[self.offered], 0, 0, 0)

    # Answers

    def answer(self, index: int) -> None:
        """Take the answer offers[index] of the open question: the hypotheses without it go."""
        positions = self.positions
        before = self.asked.before
        self.offered = index
        chosen = self.asked.answers[index]
        self.withdraw()
        if positions.has(positions.committed, chosen) and positions.ply[chosen] != self.offers[index]:
            self.committed.retract(before, NONE)
        self.rename(chosen, self.offers[index])
        self.beam.anew = True  # it may have gone on meanwhile as no other piece would
        positions.facts[chosen] |= CHOSEN | (NAMED if positions.facts[chosen] & ALIKE else 0)
        positions.go(positions.proposed)
        positions.chosen_at = self.clock.now
        self._keep_chosen(chosen)
        if not positions.has(positions.committed, chosen):
            self.committed.retract(before, NONE)
            self.committed.commit(chosen)
            self.committed.note()

    def _keep_chosen(self, chosen: int) -> None:
        """Keep the hypotheses by `chosen`."""
        positions = self.positions
        hyps = self.hyps
        alone = False
        low = MOST_COST
        known = positions.has(positions.committed, chosen)
        for i in range(hyps.count):
            h = hyps.rank[i]
            if not positions.has(hyps.node[h], chosen):
                hyps.drop(h)
                continue
            reply = positions.after(hyps.node[h], chosen)
            if reply != NONE and not known and positions.returns(reply, chosen):
                # Its squares have more events than one ply makes, perhaps all for what was chosen: it is asked about, too.
                hyps.order[self.beam.match.step_of(h, reply)] += ODD + 1
            alone = alone or positions.played(hyps.node[h]) == chosen
            low = min(low, hyps.cost[h])
        hyps.close()
        if not alone:  # perhaps nothing else was played, though all hypotheses that were left say so
            h = self.beam.start(positions.passed(chosen), self.clock.now)
            hyps.cost[h] = low + MARGIN - 1

    def deny(self) -> None:
        """The answers offered are not what was played: their hypotheses go, and do not come back by what happened until now."""
        asked = self.asked
        positions = self.positions
        hyps = self.hyps
        before = asked.before
        ply = self.offers[self.offered]
        to = self.game.destination(ply)
        for i in range(hyps.count):
            h = hyps.rank[i]
            if asked.has_answer(hyps.node[h]):
                hyps.drop(h)
        hyps.close()
        if not hyps.count:
            self.beam.start(before, self.clock.now)
        for i in range(hyps.count):
            h = hyps.rank[i]
            if hyps.node[h] == before:
                hyps.back_from[h] = NONE
        known = asked.has_answer(positions.committed)
        denied = asked.count
        self.withdraw()
        asked.count = denied
        asked.at = self.clock.now
        self._asked_last = 0
        if known:
            self.committed.retract(before, NONE)
        for i in range(hyps.count):
            self.beam.weigh(i, self.clock.now)
        if hyps.unexplained[hyps.rank[0]] and self._is_to_be_put_back():
            self.refused.refuse(ply & 255, to, WHY_WITHDRAWN)

    def _is_to_be_put_back(self) -> bool:
        """Whether a square of what was offered stands otherwise than in the committed position: another piece may be in a hand."""
        self.committed.settle()
        for square in self.beam.squares:
            if self.beam.now[square] != self.committed.base[square]:
                for i in range(self.asked.count):
                    if self.positions.effect(self.asked.answers[i], square):
                        return True
        return False

    # What something was

    def rename(self, node: int, ply: int) -> None:
        """What leads to `node` was `ply`: hypotheses go on with that, but for those that can't."""
        positions = self.positions
        hyps = self.hyps
        if positions.ply[node] == ply:
            return
        positions.go(positions.parent[node])
        positions.play(node, ply)
        for i in range(hyps.count):
            h = hyps.rank[i]
            if not self._is_legal(self.hyps.node[h], node):
                hyps.drop(h)
        hyps.close()
        if positions.has(positions.proposed, node):
            positions.go(positions.proposed)
            self.committed.list_again()

    def _is_legal(self, at: int, node: int) -> bool:
        """Whether all plies on the way from `node` to `at` are legal, or others in their places that look alike."""
        positions = self.positions
        if at == node or not positions.has(at, node):
            return True
        parent = positions.parent[at]
        if not self._is_legal(parent, node):
            return False
        if not self.beam.legal.may_play(parent, positions.ply[at]):
            if not self.beam.legal.alike(at):
                return False
            positions.go(parent)
            positions.play(at, self.beam.legal.found[0])
        return True
