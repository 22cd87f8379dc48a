"""Candidates: the plies that hypotheses may have after an edge, by the squares of their events.

What may be played in a position: the rules' plies, and of a side that is held only the one that is expected. Hypotheses that lead
to one position are looked at together, so that the plies there are listed once for all. After construction nothing allocates.
"""

from array import array

from shared_rules.codes import ARRIVE, LEAVE, NOWHERE, STACK, SWAP, const
from shared_rules.recognition.hypotheses import GONE, OCCUPIED, Hypotheses, earlier
from shared_rules.recognition.positions import CHOSEN, NOTHING, PASS, Positions, effect_in, is_same
from shared_rules.recognition.work import JUDGING, LOOKING, MAKING, TOUCHED

ANSWERS = const(16)  # plies that no sensor tells apart, or that are offered, at most

# What a hypothesis is yet to be looked at for.
NEXT_PLY = const(1)  # a ply of which the edge is the last
ANY_PLY = const(2)
LOOKED_AT = const(4)  # it is being looked at

MESS = const(7)  # of a hypothesis with more open events no ply more is looked for, unless plies have more squares
BITS = const(15)  # so many hypotheses for one position are looked at together
EACH = const(0x7FFF)


class Legal:
    """Asks the one game object, which it takes to the position in question."""

    def __init__(self, positions: Positions) -> None:
        self.positions = positions
        self.game = game = positions.game
        self.wide = game.max_footprint > 2  # plies may be of other squares than where they begin and end,
        self.lands = game.max_footprint > 3  # and land on the way (where they land, they take something there)
        self.found = array("i", [0] * ANSWERS)  # plies that no sensor tells apart
        self._plies = positions.plies
        self._foot = bytearray(positions.width)
        self.held = 0  # sides that may only play what is expected, a bit each
        self._expected = NOTHING
        self._expected_at = 0  # the digest of the position in which it is,
        self._expected_since = 0  # and since when

    def hold(self, sides: int) -> None:
        """From now on these sides (bit 0 the first, bit 1 the second) may only play what `expect` says."""
        self.held = sides

    def expect(self, ply: int, digest: int, since: int) -> None:
        """Of a side that is held, `ply` may be played in the committed position, which has that digest and where the game is.

        The lights lead to it `since` then. It is NOTHING if that is not known yet.
        """
        self._expected = ply
        self._expected_at = digest
        self._expected_since = since
        end = self.game.footprint(ply, self.positions.lit, 0) if self.has_replied(self.game.side) else 0
        self.positions.lit[end + 1] = 0

    def turn_back(self, ms: int) -> None:
        """All times are to be `ms` less."""
        self._expected_since = earlier(self._expected_since, ms)

    def is_led_by(self, time: int) -> bool:
        """Whether the lights led to the ply that is expected by `time`."""
        return time >= self._expected_since

    def is_held(self, side: int) -> bool:
        """Whether that side may only play what is expected."""
        return self.held >> side & 1 != 0

    def has_replied(self, side: int) -> bool:
        """Whether that side is held, and it is known what it plays."""
        return self._expected >= 0 and self.is_held(side)

    def is_led(self, node: int) -> bool:
        """Whether the lights led to the ply to `node`, not the first position: its side could play no other, but for a pass."""
        positions = self.positions
        return not positions.facts[node] & PASS and self.is_held(positions.side[positions.parent[node]])

    def has_led(self, node: int, before: int) -> bool:
        """Whether any ply after `before` on the way to `node` is such a one."""
        while node != before:
            if self.is_led(node):
                return True
            node = self.positions.parent[node]
        return False

    def plies_from(self, square: int, out: array, n: int) -> int:
        """As the game's, where it is; of a side that is held only the ply that is expected there."""
        end = self.game.plies_from(square, out, n)
        if not self.is_held(self.game.side):
            return end
        for i in range(n, end):
            if out[i] == self._expected and self.game.digest() == self._expected_at:
                out[n] = self._expected
                return n + 1
        return n

    def list_from(self, node: int, square: int) -> int:
        """List the rules' plies from `square` in `node` into `positions.plies`; returns how many."""
        self.positions.go(node)
        return self.game.plies_from(square, self._plies, 0)

    def alike(self, node: int) -> int:
        """Find the plies that no sensor tells from the one that leads to `node`; returns how many."""
        positions = self.positions
        found = 0
        for n in range(self.list_from(positions.parent[node], positions.ply[node] & 255)):
            ply = self._plies[n]
            if found < ANSWERS and self.game.destination(ply) == positions.to[node]:
                self._foot[self.game.footprint(ply, self._foot, 0) + 1] = 0
                if positions.is_foot(node, self._foot):
                    self.found[found] = ply
                    found += 1
        return found

    def is_ambiguous(self, node: int) -> bool:
        """Whether no sensor tells the ply to `node` from another one, and nobody has said which it is."""
        return not (self.positions.facts[node] & (CHOSEN | PASS) or self.is_led(node)) and self.alike(node) > 1

    def may_play(self, node: int, ply: int) -> bool:
        """Whether `ply` is legal in `node`."""
        for n in range(self.list_from(node, ply & 255)):
            if self._plies[n] == ply:
                return True
        return False

    def effect_of(self, n: int, square: int) -> int:
        """What the n-th of the plies listed does to `square`."""
        self._foot[self.game.footprint(self._plies[n], self._foot, 0) + 1] = 0
        return effect_in(self._foot, 0, square)

    def is_stack(self, node: int, square: int) -> bool:
        """Whether the plies from `square` leave the rest of a stack."""
        if not self.list_from(node, square):
            return False
        self.game.footprint(self._plies[0], self._foot, 0)
        return self._foot[1] == STACK


class Candidates:
    """For a position: the squares `origins[0:origin_count]`, the plies `listed` from one, the hypotheses `able` to have one."""

    def __init__(self, legal: Legal, size: int, hyps: Hypotheses) -> None:
        self.legal = legal
        self.game = legal.game
        self.positions = legal.positions
        self.hyps = hyps
        self.listed = array("i", [0] * self.positions.most)  # from one origin, while an edge is taken in
        self.foot = bytearray(self.positions.width)  # of the ply that is looked at
        self.able = bytearray(BITS)  # the hypotheses that may have it
        self.origins = bytearray(size)
        self.origin_count = 0
        self._here = bytearray(BITS)  # the hypotheses of the position that is looked at
        self._here_count = 0
        # For each square which of `_here` have events there, a bit each, and BITS further up which of them have an open one.
        self._touched = array("i", [0] * size)
        self._any = 0  # those of `_here` of which all plies are to be looked at
        self._other = bytearray(self.positions.width)
        self._mess = max(MESS, self.game.max_footprint)
        self._judges = JUDGING if hasattr(self.game, "judge") else 0
        self._to_judge = (
            0  # so many parts of judging the position are left, before plies from the next square are listed
        )

    def next(self) -> int:
        """The next hypothesis that is to be looked at, by its place in `rank`; their number if there is none."""
        hyps = self.hyps
        for i in range(hyps.count):
            if hyps.todo[hyps.rank[i]]:
                return i
        return hyps.count

    def begin(self) -> None:
        """Begin with another position."""
        for i in range(self.origin_count):
            self._touched[self.origins[i]] = 0
        self._any = self._here_count = self.origin_count = 0
        self._to_judge = self._judges

    def note(self, h: int, node: int) -> int:
        """Note where plies of the hypothesis may begin or end, if it is looked at in `node`; returns how much work that was."""
        hyps = self.hyps
        if hyps.node[h] != node or not hyps.todo[h] or self._here_count == BITS:
            return 0
        if hyps.end[h] - hyps.first[h] > self._mess and hyps.count_open(h) > self._mess:
            hyps.todo[h] = 0  # no ply more makes sense of that
            return LOOKING
        bit = 1 << self._here_count
        if hyps.todo[h] & ANY_PLY:
            self._any |= bit
        hyps.todo[h] |= LOOKED_AT
        self._here[self._here_count] = h
        self._here_count += 1
        touched = self._touched
        for e in range(hyps.first[h], hyps.end[h]):
            if hyps.facts[e] & OCCUPIED or hyps.until[e] < 0 and not hyps.facts[e] & GONE:
                square = hyps.square[e]
                if not touched[square]:
                    self.origins[self.origin_count] = square
                    self.origin_count += 1
                touched[square] |= bit | bit << BITS if hyps.until[e] < 0 else bit
        return LOOKING + (hyps.end[h] - hyps.first[h]) // TOUCHED

    def end(self) -> None:
        """The hypotheses of the position have been looked at."""
        for i in range(self._here_count):
            self.hyps.todo[self._here[i]] = 0

    def judge(self, node: int) -> int:
        """Do a part of judging the position, where that is to be done before plies are listed; returns how much work it was."""
        if not self._to_judge:
            return 0
        self.positions.go(node)
        judged = self.game.judge()
        self._to_judge = self._to_judge - 1 if judged else 0
        return MAKING if judged else LOOKING

    def list(self, node: int, origin: int, edge: int) -> int:
        """List the plies from `origin` in `node` that a hypothesis may have; returns how many, -1 if none was looked for."""
        game = self.game
        listed = self.listed
        self._to_judge = self._judges
        able = self._touched[origin] & EACH
        concerned = self.legal.wide or origin == edge
        ends = self._any if edge == NOWHERE else self._any | self._touched[edge]
        if not concerned and not able & ends:
            return -1
        self.positions.go(node)
        count = 0
        for n in range(self.legal.plies_from(origin, listed, 0)):
            ply = listed[n]
            to = game.destination(ply)
            if able & self._touched[to] & (EACH if concerned or to == edge else self._any):
                listed[count] = ply
                count += 1
        return count

    def look(self, node: int, n: int, edge: int) -> int:
        """Find the hypotheses that may have the n-th of the plies listed, by where that begins and ends; returns how many."""
        foot = self.foot
        self.positions.go(node)
        foot[self.game.footprint(self.listed[n], foot, 0) + 1] = 0
        if self._is_repeated(n):
            return 0
        able = self._fitting(edge)
        count = 0
        for i in range(self._here_count):
            if able >> i & 1:
                self.able[count] = self._here[i]
                count += 1
        return count

    def _fitting(self, edge: int) -> int:
        """Which of the hypotheses have events on the squares of `foot`, and open ones, as the effects say."""
        foot = self.foot
        able = EACH
        concerned = False
        k = 0
        while foot[k + 1]:
            effect = foot[k + 1]
            concerned = concerned or foot[k] == edge
            touched = self._touched[foot[k]]
            if effect == LEAVE or effect == ARRIVE:
                able &= touched >> BITS
            elif effect == SWAP or effect == STACK:
                able &= touched & ~(touched >> BITS) if k else touched
            k += 2
        return able if concerned else able & self._any

    def _is_repeated(self, n: int) -> bool:
        """Whether no sensor tells the n-th ply listed from one before it."""
        game = self.game
        other = self._other
        to = game.destination(self.listed[n])
        for i in range(n):
            if game.destination(self.listed[i]) == to:
                other[game.footprint(self.listed[i], other, 0) + 1] = 0
                if is_same(self.foot, other, 0):
                    return True
        return False
