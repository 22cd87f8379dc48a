"""Which hypotheses are near: those that cost hardly more than the best one, and not for a ply to which hands are led.

Of such a ply there is nothing to ask, as its side may play no other: the best is right. After construction nothing allocates.
"""

from shared_rules.recognition.beam import Beam
from shared_rules.recognition.costs import HIDDEN, MARGIN, OTHER_MARGIN, PROOF, WHOLE_MARGIN
from shared_rules.recognition.hypotheses import ROOM
from shared_rules.recognition.positions import NONE, TAKES
from shared_rules.recognition.trouble import Trouble


class Near:
    """`is_near[i]` says it of the i-th hypothesis of the beam, since `find`."""

    def __init__(self, beam: Beam, trouble: Trouble) -> None:
        self.positions = beam.positions
        self.hyps = beam.hyps
        self.match = beam.match
        self.legal = beam.legal
        self.trouble = trouble
        self.is_near = bytearray(ROOM)

    def best(self) -> int:
        """The hypothesis that is likeliest: the cheapest, or one that costs hardly more with the ply to which hands are led."""
        rank = self.hyps.rank
        hyps = self.hyps
        positions = self.positions
        for i in range(self.hyps.count if self.legal.held else 0):
            h = rank[i]
            if hyps.total[h] >= hyps.total[rank[0]] + WHOLE_MARGIN:
                break
            if not hyps.unexplained[h] and positions.has(hyps.node[h], positions.committed):
                if self.legal.has_led(hyps.node[h], positions.committed):
                    return h
        return rank[0]

    def find(self, best: int) -> int:
        """Find the hypotheses that cost hardly more than the best one; gives the last position that is on the way of all."""
        positions = self.positions
        hyps = self.hyps
        common = hyps.node[best]
        for i in range(hyps.count):
            h = hyps.rank[i]
            more = hyps.total[h] - hyps.total[best]
            near = more < MARGIN or more < HIDDEN and more < self.reach(best, h)
            if near and self.legal.held:
                near = not self._differ_in_led(hyps.node[best], hyps.node[h])
            self.is_near[i] = 1 if near else 0
            if near:
                common = positions.meet(common, hyps.node[h])
        return common

    def _differ_in_led(self, one: int, other: int) -> bool:
        """Whether only one of these positions comes after a ply to which hands are led."""
        before = self.positions.meet(one, other)
        return self.legal.has_led(one, before) or self.legal.has_led(other, before)

    def reach(self, best: int, h: int) -> int:
        """By how much more than the best one the hypothesis has to cost not to be near: by MARGIN at least, by HIDDEN at most."""
        positions = self.positions
        hyps = self.hyps
        node = hyps.node[h]
        if hyps.unexplained[h] > hyps.unexplained[best]:
            return MARGIN
        if positions.has(hyps.node[best], node):
            return WHOLE_MARGIN if self._looks_alike(best, h) else MARGIN
        told = positions.has(node, positions.committed)
        if not positions.has(node, hyps.node[best]):
            if told:
                return WHOLE_MARGIN
            return HIDDEN if self._is_hidden(h) else OTHER_MARGIN
        if told and hyps.undid[best] != NONE:
            return WHOLE_MARGIN  # rather than put back and made again it may have been replied to from the same squares
        return MARGIN

    def _is_hidden(self, h: int) -> bool:
        """Whether no sensor tells what is told from the hypothesis's ply, done since that was told: one of them takes or covers.

        But not if something was refused since: what was lifted for that has been put right.
        """
        positions = self.positions
        node = self.hyps.node[h]
        before = positions.meet(positions.committed, node)
        instead = positions.after(node, before)
        since = positions.committed_at[positions.committed]
        if instead == NONE or self.trouble.refused_at > since:
            return False
        facts = positions.facts[instead] | positions.facts[positions.after(positions.committed, before)]
        done = self.hyps.done[self.match.step_of(h, instead)]
        return facts & TAKES != 0 and done > since

    def _looks_alike(self, best: int, h: int) -> bool:
        """Whether the hypothesis has put back what the best one has with a reply from its squares, or the other way round.

        Hands do the same then.
        """
        positions = self.positions
        undid = self.hyps.undid[h]
        node = self.hyps.node[best]
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

    def are_all(self, node: int) -> bool:
        """Whether all near hypotheses lead there."""
        hyps = self.hyps
        for i in range(hyps.count):
            if self.is_near[i] and self.hyps.node[hyps.rank[i]] != node:
                return False
        return True

    def is_alone(self, best: int, node: int) -> bool:
        """Whether all hypotheses that are to be thought of lead by `node`."""
        hyps = self.hyps
        most = hyps.total[best] + PROOF
        for i in range(self.hyps.count):
            h = self.hyps.rank[i]
            if hyps.total[h] > most:
                return True
            if not self.positions.has(hyps.node[h], node):
                return False
        return True
