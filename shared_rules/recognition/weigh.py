"""What a hypothesis costs as all stands now, the more the longer it lasts, and what it costs to contradict what is committed.

After construction nothing allocates.
"""

from shared_rules.codes import NOWHERE, PATH
from shared_rules.recognition.costs import (
    ANSWERED,
    BACK,
    CONTRADICTED,
    ELSEWHERE,
    EXTRA,
    HAND,
    HELD,
    LATE,
    LOCKED,
    OWN,
    PLAYER,
    RENAMED,
    SAME,
    STANDS,
    STOOD,
)
from shared_rules.recognition.hypotheses import (
    DUE,
    FREE,
    GONE,
    NO_EVENT,
    NO_ROW,
    OCCUPIED,
    REST,
    STEP,
    UNDO,
    cost,
    find,
)
from shared_rules.recognition.match import Match
from shared_rules.recognition.positions import CHOSEN, FROM_HAND, GOES_ON, NONE, PASS, TAKES


class Weigh:
    """Reads the hypotheses of `match`."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.legal = match.legal
        self.positions = match.positions
        self.hyps = match.hyps
        self.changed = match.changed

    def weigh(self, h: int, now: int) -> None:
        """What the hypothesis costs with all that is open at `now`, and how many of those events it leaves unexplained."""
        hyps = self.hyps
        total = hyps.cost[h] + self.contradiction(h)
        unexplained = 0
        lifted = hyps.first_lifted(h)
        for e in range(hyps.first[h], hyps.end[h]):  # of each again and again: quicker than `next_open`
            if hyps.until[e] < 0 and not hyps.facts[e] & FREE:
                unexplained += 1
                total += cost(self.gesture(h, e, now, lifted))
        hyps.unexplained[h] = unexplained
        hyps.total[h] = total

    def gesture(self, h: int, e: int, now: int, lifted: int) -> int:
        """The row of costs for an open event at `now`; `lifted` is what `first_lifted` gives of the hypothesis."""
        hyps = self.hyps
        facts = hyps.facts[e]
        since = hyps.since[e]
        node = hyps.node[h]
        if facts & UNDO:
            if facts & (OCCUPIED | DUE) == OCCUPIED:
                return find(HELD, now - since, BACK)
            origin = self.match.returned_to(hyps.undid[h], hyps.square[e])
            return find(EXTRA, now - since, LATE) if origin == NONE else find(EXTRA, now - self.changed[origin], 0)
        if facts & GONE:  # what it takes, or where its second piece is to stand
            if facts & OCCUPIED or self.legal.is_led(node):
                return find(HELD, 0, 0)
            return find(EXTRA, now - since, LATE)
        if facts & OCCUPIED:
            if self.positions.is_lit(node, hyps.square[e]):
                return find(HELD, 0, 0)  # the lights ask for it, and wait
            bits = OWN if facts & REST else 0
            if hyps.left[h] < since < hyps.arrived[h] and self.positions.leaves_stack(node):
                bits |= HAND
            elif self.positions.facts[node] & FROM_HAND and since < hyps.arrived[h]:
                bits |= HAND | SAME
            elif not bits and hyps.known[h] > 1 and since < hyps.arrived[h + STEP]:
                bits = LOCKED
            return find(HELD, now - since, bits)
        bits = HAND if self.match.may_be_held(h, hyps.square[e], since, lifted) else 0
        return find(EXTRA, now - since, bits)

    def may_rest(self, h: int, square: int) -> bool:
        """Whether a piece in a hand may rest on `square` on its way."""
        legal = self.legal
        e = NO_EVENT
        while legal.lands and (e := self.hyps.next_open(h, e, OCCUPIED, OCCUPIED)):
            for n in range(legal.list_from(self.hyps.node[h], self.hyps.square[e])):
                if legal.effect_of(n, square) == PATH:
                    return True
        return False

    def lifted_stack(self, h: int, after: int) -> int:
        """The stack lifted and put back last, after that time; NOWHERE if there is none."""
        hyps = self.hyps
        for e in range(hyps.end[h] - 1, hyps.first[h] - 1, -1):
            square = hyps.square[e]
            if hyps.facts[e] & OCCUPIED and hyps.until[e] > after and self.legal.is_stack(hyps.node[h], square):
                return square
        return NOWHERE

    # What contradicts what is committed

    def contradiction(self, h: int) -> int:
        """What it costs that what is committed did not happen, but for what was paid for putting it back."""
        hyps = self.hyps
        lost = cost(self.contradicted(h))
        if lost and hyps.undid[h] != NONE and self.positions.has(self.positions.committed, hyps.undid[h]):
            return max(0, lost - cost(hyps.fee[h]))
        return lost

    def contradicted(self, h: int) -> int:
        """The row of costs for what the hypothesis says: that what is committed did not happen; NO_ROW if it did."""
        positions = self.positions
        committed = positions.committed
        node = self.hyps.node[h]
        if positions.has(node, committed):
            return NO_ROW
        before = positions.meet(committed, node)
        lost = positions.after(committed, before)
        instead = positions.after(node, before)
        bits = self._circumstances(committed, lost)
        if instead != NONE and positions.is_part(lost, instead):
            bits &= ~(STOOD | HAND)  # as it would after the first of two pieces
        away = 0
        if instead != NONE:
            bits |= ELSEWHERE
            if positions.facts[lost] & positions.facts[instead] & FROM_HAND:
                bits |= SAME if positions.ply[lost] >> 16 == positions.ply[instead] >> 16 else RENAMED
                away = self.away(lost, instead)
            elif bits & ANSWERED and self._is_exchanged(lost, instead):
                bits |= STANDS
            elif bits & STOOD and not self.match.stacks:
                away = self.away(lost, instead)
            elif bits & PLAYER:
                away = max(0, self.changed[positions.to[lost]] - positions.committed_at[lost])
        return find(CONTRADICTED, away, bits)

    def _circumstances(self, committed: int, lost: int) -> int:
        """How what is committed has stood since `lost`."""
        positions = self.positions
        facts = positions.facts
        bits = 0
        later = committed
        while later != lost:
            if facts[later] & PASS:
                bits |= PLAYER
            later = positions.parent[later]
        if self.is_followed(lost) or self.legal.has_replied(positions.side[committed]) or self.legal.is_led(lost):
            bits |= LOCKED  # or the board has replied, or the lights led to it
        if facts[lost] & CHOSEN:
            bits |= ANSWERED
        if self.stood(lost, positions.committed_at[lost]):
            bits |= STOOD | HAND if facts[lost] & TAKES else STOOD
        return bits

    def is_followed(self, lost: int) -> bool:
        """Whether a ply that is neither part of the same turn nor a pass, was committed after the one to `lost`."""
        positions = self.positions
        later = positions.committed
        while later != lost and positions.facts[later] & (PASS | GOES_ON):
            later = positions.parent[later]
        return later != lost

    def stood(self, node: int, since: int) -> bool:
        """Whether none of the squares of the ply that leads to `node`, which is not a pass, was touched after `since`."""
        positions = self.positions
        i = node * positions.width
        stood = positions.feet[i + 1] != 0
        while positions.feet[i + 1]:
            stood = stood and self.changed[positions.feet[i]] <= since
            i += 2
        return stood

    def _is_exchanged(self, lost: int, instead: int) -> bool:
        """Whether both are of the same squares, and of those only the last was touched since: the piece there was exchanged."""
        positions = self.positions
        origin = positions.origin(lost)
        same = origin == positions.origin(instead) and positions.to[lost] == positions.to[instead]
        return same and self.changed[origin] <= positions.committed_at[lost]

    def away(self, lost: int, instead: int) -> int:
        """For how long the piece from hand that was committed was in the hand before it, or another, came to stand elsewhere."""
        to = self.positions.to
        return max(0, self.changed[to[instead]] - self.changed[to[lost]])
