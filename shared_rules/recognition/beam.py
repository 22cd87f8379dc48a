"""A beam of hypotheses: each edge is taken in by every one, and makes of it one with a ply more where it may be that ply's last.

The work on an edge is done in stretches, by a generator: resuming it allocates nothing, nor does anything else here after
construction.
"""

from array import array

from shared_rules.codes import NOWHERE, const
from shared_rules.recognition.candidates import ANSWERS, ANY_PLY, LOOKED_AT, NEXT_PLY, Candidates, Legal
from shared_rules.recognition.costs import MOST_KEPT, PASSING_MS, SPREAD, VARIANTS
from shared_rules.recognition.edges import Edges
from shared_rules.recognition.hypotheses import EVENTS, FREE, OCCUPIED, Hypotheses, earlier
from shared_rules.recognition.hypotheses import ROOM as HYPOTHESES
from shared_rules.recognition.match import Match
from shared_rules.recognition.positions import BEFORE, NONE, NOTHING, PASS, Positions
from shared_rules.recognition.weigh import Weigh
from shared_rules.recognition.work import LISTING, LONG, LOOKING, MAKING, MOVES, PASSED, SHORT, TOUCHED, TRYING

BACKWARDS = const(4)  # positions that are remembered before what all hypotheses share
TO_COME = const(8)  # an event that is open may come to cost so much more,
TO_PASS = const(28)  # and one of what has only passed over where the ply ends
TIMES = const(0x3FFFFF)  # so much of a time, in ms, is told apart: over an hour


class Asked:
    """The open question, or the one that was denied: `answers[0:count]` are the positions after the plies offered in `before`.

    `before` is NONE if nothing is asked.
    """

    def __init__(self, positions: Positions) -> None:
        self.positions = positions
        self.answers = bytearray(ANSWERS)
        self.begin()

    def begin(self) -> None:
        """Nothing was asked."""
        self.before = NONE
        self.at = 0  # when it was asked, or denied
        self.count = 0

    def is_answer(self, node: int) -> bool:
        """Whether `node` is among the answers, be they denied."""
        for i in range(self.count):
            if self.answers[i] == node:
                return True
        return False

    def has_answer(self, node: int) -> bool:
        """Whether an answer is on the way to `node`."""
        for i in range(self.count):
            if self.positions.has(node, self.answers[i]):
                return True
        return False

    def instead(self, node: int) -> int:
        """What leads on to `node` from where it is asked; NONE if nothing does, or nothing is asked."""
        return NONE if self.before == NONE else self.positions.after(node, self.before)

    def is_denied(self, node: int, arrived: int) -> bool:
        """Whether a player has said that the ply to `node`, whose piece arrived then, was not played."""
        return self.before == NONE and arrived <= self.at and self.is_answer(node)

    def forget_denied(self) -> None:
        """Play has gone on after a question to which the answer was none."""
        if self.before == NONE:
            self.count = 0


class Beam:
    """The hypotheses of a game; `rank[0:count]` of `hyps` are those that are left, the cheapest first.

    `squares` are those of the game, `now` says how each stands and `changed` since when; `edges` wait to be taken in.
    """

    def __init__(self, game, squares: bytes, now: bytearray, changed: array, edges: Edges, hyps: Hypotheses) -> None:
        self.game = game
        self.squares = squares
        self.now = now
        self.edges = edges
        self.hyps = hyps
        self.positions = Positions(game)
        self.asked = Asked(self.positions)
        self.legal = Legal(self.positions)
        self.match = Match(squares, now, changed, self.legal, hyps)
        self.weighing = Weigh(self.match)
        self._candidates = Candidates(self.legal, len(now), hyps)
        self.begun = False  # the oldest edge is being taken in, or all hypotheses are looked at anew
        self.anew = False  # it is to be looked at which plies stand: a hypothesis has begun, or others may be played
        self._looking = False  # that is what has begun
        self._taking = bytearray(HYPOTHESES)  # the hypotheses there were before the edge
        self._made = -1
        self._root = 0  # the last position that is on the way of all hypotheses
        self._working = self._work()

    def begin(self, plies: array, count: int) -> None:
        """There is one hypothesis: that nothing was played after `plies[0:count]`, which were committed, but for a pass.

        The sensors stand as the game's position has it.
        """
        positions = self.positions
        positions.begin(plies, count)
        self.hyps.clear()
        h = self._begin_hypothesis(positions.committed, count, BEFORE)
        if count:
            self.match.pass_on(h)
        else:
            self.hyps.node[h] = positions.passed(positions.committed)
        positions.go(positions.committed)
        self.begun = False
        self.forget_edges()
        self.asked.begin()
        self.positions.chosen_at = 0
        self.anew = False
        self._working = self._work()

    def _begin_hypothesis(self, node: int, known: int, time: int) -> int:
        """One more hypothesis: that `node` is the position, its last `known` plies played at that time."""
        hyps = self.hyps
        h = hyps.new()
        hyps.node[h] = node
        hyps.cost[h] = hyps.total[h] = hyps.unexplained[h] = hyps.todo[h] = 0
        hyps.back_from[h] = hyps.undid[h] = NONE
        hyps.undid_at[h] = hyps.back_at[h] = hyps.fee[h] = 0
        hyps.know(h, known, time)
        hyps.rank[hyps.count] = h
        hyps.count += 1
        return h

    def start(self, node: int, clock: int) -> int:
        """One more hypothesis: nothing is known but how the squares stand, and that `node` is the position; returns it."""
        hyps = self.hyps
        positions = self.positions
        h = self._begin_hypothesis(node, 0 if positions.parent[node] == NONE else 1, clock)
        positions.go(node)
        board = self.game.board
        for square in self.squares:
            if (board[square] != 0) != self.now[square] and hyps.end[h] - hyps.first[h] < EVENTS:
                hyps.begin(h, square, OCCUPIED if board[square] else 0, clock)
        positions.go(positions.proposed)
        self.anew = True
        return h

    def start_anew(self, node: int, clock: int) -> None:
        """There is that one hypothesis."""
        self.hyps.clear()
        self.start(node, clock)

    def learn(self, base: bytearray, clock: int) -> None:
        """The game knows more of its position. All that was committed has been played, or a ply more; the last may be put back.

        `base` is the occupancy after what is committed.
        """
        self.asked.forget_denied()
        positions = self.positions
        committed = positions.committed
        ply = positions.ply[committed]
        again = ply != NOTHING and not positions.facts[committed] & PASS
        for square in self.squares:
            again = again and (self.game.board[square] != 0) == base[square]
        listed = self._candidates.listed
        listed[0] = ply
        positions.begin(listed, 1 if again else 0)
        self.start_anew(positions.committed, clock)

    def turn_back(self, ms: int) -> None:
        """All times are to be `ms` less."""
        self.edges.turn_back(ms)
        self.hyps.turn_back(ms)
        self.asked.at = earlier(self.asked.at, ms)
        self.legal.turn_back(ms)
        positions = self.positions
        positions.chosen_at = earlier(positions.chosen_at, ms)
        for i in range(len(positions.committed_at)):
            positions.committed_at[i] = earlier(positions.committed_at[i], ms)

    # Edges

    def works(self) -> bool:
        """Whether anything is left to do."""
        return self.begun or self.anew or self.edges.count > 0

    def forget_edges(self) -> None:
        """None waits, but that which is being taken in."""
        self.edges.forget(1 if self.begun and not self._looking else 0)

    def step(self) -> int:
        """Do a stretch of the work on the oldest edge; returns how much it was. There is one that waits, or `anew`."""
        self.positions.moves = 0
        work = next(self._working)
        while not work and self.begun:  # there was nothing to do
            work = next(self._working)
        return work + self.positions.moves // MOVES

    def _work(self):
        """Takes in one edge after the other, a stretch at a time."""
        hyps = self.hyps
        rank = hyps.rank
        match = self.match
        candidates = self._candidates
        while True:
            square = self._begin_work()
            for i in range(self._begin_taking()):
                h = self._taking[i]
                yield self._put_back(h, square)
                yield self._take(self._made, square, ANY_PLY)  # its piece may have slid on before it opened this square
                yield self._take(h, square, NEXT_PLY)
            while (first := candidates.next()) < hyps.count:
                node = hyps.node[rank[first]]
                candidates.begin()
                for i in range(first, hyps.count):
                    yield candidates.note(rank[i], node)
                for i in range(candidates.origin_count):
                    while work := candidates.judge(node):
                        yield work
                    plies = candidates.list(node, candidates.origins[i], square)
                    yield LOOKING if plies < 0 else LISTING
                    for n in range(plies):
                        able = candidates.look(node, n, square)
                        yield LOOKING
                        for k in range(able):
                            made = match.match(candidates.able[k], candidates.foot)
                            if made < 0:
                                yield TRYING
                                continue
                            yield MAKING
                            made = match.go_on(candidates.able[k], made, candidates.listed[n], candidates.foot)
                            yield LONG
                            self._add(made)
                            yield LONG + hyps.count // PASSED
                candidates.end()
            for i in range(hyps.count):
                yield LOOKING + self._place(i) // PASSED
            for i in range(self._begin_pruning()):
                yield self._prune(rank[i])
            self._charge_less()
            self._sweep()
            yield SHORT
            yield self._end_work()

    def _begin_work(self) -> int:
        """Begin with the square of the oldest edge; with NOWHERE if all hypotheses are to be looked at anew."""
        self.begun = True
        self._looking = self.anew
        self.anew = False
        return NOWHERE if self._looking else self.edges.square[0]

    def _end_work(self) -> int:
        """The edge has been taken in; returns how much work that was."""
        self.begun = False
        if not self._looking:
            self.edges.drop_first()
        return LOOKING + self.edges.count // TOUCHED

    def _put_back(self, h: int, square: int) -> int:
        """`_made` is the hypothesis in which the last turn of `h` is being put back, or -1; returns how much work that was."""
        self._made = -1 if square == NOWHERE else self.match.put_back(h, square, self.edges.time[0])
        return MAKING if self._made >= 0 else LOOKING

    def _begin_taking(self) -> int:
        """How many hypotheses are to take in the edge."""
        hyps = self.hyps
        count = hyps.count
        for i in range(count):
            self._taking[i] = hyps.rank[i]
        hyps.count = 0
        return count

    def _take(self, h: int, square: int, todo: int) -> int:
        """The hypothesis, if it is one, takes in the edge on `square`, or is looked at anew; returns how much work that was."""
        if h < 0:
            return 0
        hyps = self.hyps
        if square == NOWHERE:
            todo = ANY_PLY
        else:
            self.match.take(h, square, self.edges.closed[0], self.edges.time[0])
        hyps.todo[h] = todo
        self._put(h)
        return LISTING + (hyps.end[h] - hyps.first[h]) // TOUCHED + hyps.count // PASSED

    # Merge

    def _put(self, h: int) -> bool:
        """One more hypothesis, unless one that says the same costs no more; one that says the same and costs more goes."""
        hyps = self.hyps
        rank = hyps.rank
        self._sum_up(h)
        for i in range(hyps.count):
            other = rank[i]
            if hyps.lifts[other] == hyps.lifts[h] and self._are_alike(other, h):
                if hyps.total[h] >= hyps.total[other]:
                    hyps.drop(h)
                    return False
                hyps.drop(other)
                rank[i] = h
                return True
        rank[hyps.count] = h
        hyps.count += 1
        return True

    def _sum_up(self, h: int) -> None:
        """What it costs and may come to cost, and a number for the pieces lifted and put back, with their times and squares.

        That of others is another, but for a rare chance.
        """
        hyps = self.hyps
        promised = hyps.cost[h]
        passed = hyps.arrived[h] + PASSING_MS if hyps.known[h] else 0
        to = self.positions.to[hyps.node[h]]
        lifts = 0
        for e in range(hyps.first[h], hyps.end[h]):
            if hyps.until[e] < 0:
                if not hyps.facts[e] & FREE:
                    promised += TO_PASS if hyps.square[e] == to and hyps.since[e] <= passed else TO_COME
            elif hyps.facts[e] & OCCUPIED and hyps.gesture[e]:
                lifts ^= (hyps.since[e] & TIMES) << 8 | hyps.square[e]
        hyps.total[h] = promised
        hyps.lifts[h] = lifts

    def _are_alike(self, one: int, other: int) -> bool:
        """Whether two hypotheses lead to one position, and have the same turn put back, and played again, or in neither."""
        hyps = self.hyps
        if hyps.node[one] != hyps.node[other] or hyps.undid[one] != hyps.undid[other]:
            return False
        committed = self.positions.committed
        since = self.positions.committed_at[committed]
        return hyps.node[one] != committed or (hyps.arrived[one] > since) == (hyps.arrived[other] > since)

    def _add(self, made: int) -> None:
        """One more hypothesis with a ply more, unless it is none."""
        if made < 0:
            return
        hyps = self.hyps
        if self.asked.is_denied(self.positions.played(hyps.node[made]), hyps.arrived[made]):
            hyps.drop(made)
            return
        hyps.todo[made] = 0
        if self._put(made) and hyps.end[made] > hyps.first[made]:
            hyps.todo[made] = ANY_PLY
        if not hyps.vacant:
            self._make_room()

    def _make_room(self) -> None:
        """Drop the hypothesis that costs most, but for those that are being looked at."""
        hyps = self.hyps
        worst = most = -1
        for i in range(hyps.count):
            h = hyps.rank[i]
            if not hyps.todo[h] & LOOKED_AT and hyps.total[h] > most:
                most = hyps.total[h]
                worst = h
        if worst >= 0:
            hyps.drop(worst)
            hyps.close()

    # Prune

    def _begin_pruning(self) -> int:
        """Of how many hypotheses few are to be kept: the cheapest, and their positions."""
        count = self.hyps.count
        self.hyps.count = 0
        self._root = self.positions.committed
        self.positions.unmark()
        return count

    def _prune(self, h: int) -> int:
        """Keep the hypothesis, or drop it; those kept so far cost no more. Returns how much work that was."""
        hyps = self.hyps
        positions = self.positions
        alike = 0
        for i in range(hyps.count):
            if self._are_alike(hyps.rank[i], h):
                alike += 1
        if hyps.count < MOST_KEPT and alike < VARIANTS and hyps.total[h] <= hyps.total[hyps.rank[0]] + SPREAD:
            hyps.rank[hyps.count] = h
            hyps.count += 1
            positions.keep(hyps.node[h])
            positions.keep(hyps.back_from[h])
            positions.keep(hyps.undid[h])
            self._root = positions.meet(self._root, hyps.node[h])
        else:
            hyps.drop(h)
        return SHORT

    def _charge_less(self) -> None:
        """The hypothesis that costs least costs nothing."""
        hyps = self.hyps
        low = hyps.cost[hyps.rank[0]]
        for i in range(hyps.count):
            low = min(low, hyps.cost[hyps.rank[i]])
        for i in range(hyps.count):
            hyps.cost[hyps.rank[i]] -= low

    def weigh(self, i: int, now: int) -> None:
        """What the i-th hypothesis costs as all stands at `now`; it is put among those before it."""
        self.weighing.weigh(self.hyps.rank[i], now)
        self._place(i)

    def _place(self, i: int) -> int:
        """Put the i-th hypothesis among those before it by its total, the lowest first; returns how many it passed."""
        hyps = self.hyps
        rank = hyps.rank
        h = rank[i]
        place = i
        while place and hyps.total[rank[place - 1]] > hyps.total[h]:
            rank[place] = rank[place - 1]
            place -= 1
        rank[place] = h
        return i - place

    def _sweep(self) -> None:
        """Forget what was played long before what is committed, and the positions that nobody needs."""
        positions = self.positions
        root = self._root
        if self.asked.before != NONE:
            root = positions.meet(root, self.asked.before)
        for _ in range(BACKWARDS):
            if positions.parent[root] != NONE:
                root = positions.parent[root]
        positions.keep(positions.committed)
        positions.keep(positions.proposed)
        if positions.depth[root]:
            self._forget_before(root)
        positions.keep(positions.retracted)
        positions.keep(self.asked.before)
        for i in range(self.asked.count):
            positions.keep(self.asked.answers[i])
        positions.go(positions.committed)
        if positions.depth[root]:
            positions.cut(root)
        positions.sweep()

    def _forget_before(self, root: int) -> None:
        """Nobody remembers a turn that was put back, or a ply that was proposed, if it does not come after `root`."""
        positions = self.positions
        hyps = self.hyps
        if positions.retracted != NONE and not positions.has(positions.retracted, root):
            positions.retracted = NONE
        for i in range(hyps.count):
            h = hyps.rank[i]
            if hyps.undid[h] != NONE and not positions.has(hyps.undid[h], root):
                hyps.undid[h] = NONE
                hyps.fee[h] = 0
