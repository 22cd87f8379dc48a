"""A beam of lines: each edge is taken in by every line, and makes of it one with a ply more where it may be that ply's last.

The work on an edge is done in stretches, by a generator: resuming it allocates nothing, nor does anything
else here after construction.
"""

from array import array

from shared_rules.codes import NOWHERE, const
from shared_rules.recognition.asked import Asked
from shared_rules.recognition.candidates import ANY_PLY, LOOKED_AT, NEXT_PLY, Candidates
from shared_rules.recognition.edges import Edges
from shared_rules.recognition.gestures import MOST_LINES, MOST_WHOLE, SPREAD, VARIANTS
from shared_rules.recognition.legal import Legal
from shared_rules.recognition.likeness import Likeness
from shared_rules.recognition.lines import (
    ARRIVED,
    BACK_AT,
    BACK_FROM,
    BEGUN,
    COST,
    COUNT,
    DONE,
    FEE,
    GONE,
    HOPE,
    KNOWN,
    LEFT,
    OCCUPIED,
    SINCE,
    SIZE,
    STEP,
    TODO,
    TOTAL,
    TOUCH,
    TOUCHES,
    UNDID,
    UNTIL,
    Lines,
    earlier,
)
from shared_rules.recognition.lines import ROOM as LINES
from shared_rules.recognition.matching import Matching
from shared_rules.recognition.positions import BEFORE, NONE, NOTHING, PASS, Positions
from shared_rules.recognition.putting_back import PuttingBack
from shared_rules.recognition.standing import Standing
from shared_rules.recognition.touching import Touching
from shared_rules.recognition.untold import Untold
from shared_rules.recognition.work import JUDGING, LISTING, LONG, LOOKING, MAKING, MOVES, PASSED, SHORT, TOUCHED, TRYING

FEW = const(4)  # lines of which the position before the last ply keeps one, too
BACKWARDS = const(4)  # positions before the best line's, each of which keeps a line


class Beam:
    """The lines of a game; `rank[0:count]` of `lines` are those that are left, the cheapest first.

    `squares` are those of the game, `now` says how each stands and `changed` since when; `edges` wait to be taken in.
    """

    def __init__(self, game, squares: bytes, now: bytearray, changed: array, edges: Edges, lines: Lines) -> None:
        self.game = game
        self.squares = squares
        self.now = now  # occupancy as the sensors have it
        self.edges = edges
        self.lines = lines
        self.row = lines.row
        self.positions = Positions(game)
        self.touching = Touching(game, now, changed, self.positions, lines)
        self.asked = Asked(self.positions, lines, self.touching)
        self.legal = Legal(self.positions)
        self.standing = Standing(self.legal, lines, self.touching, self.asked)
        self.untold = Untold(self.legal, lines, self.touching)
        self._likeness = Likeness(self.positions, lines, self.touching)
        self._candidates = Candidates(self.legal, len(now), lines, self.touching)
        self._matching = Matching(self.legal, lines, self.touching)
        self._putting_back = PuttingBack(squares, now, self.positions, lines, self.touching)
        self.begun = False  # the oldest edge is being taken in, or all lines are looked at anew
        self.anew = False  # it is to be looked at which plies stand: a line has begun, or others may be played
        self._looking = False  # that is what has begun
        self._taking = array("H", [0] * LINES)  # the lines there were before the edge
        self._instead = bytearray(LINES)  # of each line kept: what `_ply_instead` gives of it
        self._root = 0  # the last position that is on the way of all lines
        self._working = self._work()

    def begin(self, plies: array, count: int) -> None:
        """There is one line: that nothing was played after `plies[0:count]`, which were told, but for a pass.

        The sensors stand as the game's position has it.
        """
        positions = self.positions
        positions.begin(plies, count)
        self.lines.clear()
        line = self._begin_line(positions.told)
        self._know(line, count, BEFORE)
        passed = positions.passed(positions.told)
        if count and passed != positions.told:
            self._matching.step_on(line, passed)
        self.row[line] = passed
        positions.go(positions.told)
        self.begun = False
        self.forget_edges()
        self.asked.begin()
        self.positions.chosen_at = 0
        self.anew = False
        self._working = self._work()

    def _begin_line(self, node: int) -> int:
        """One more line, of which nothing is known but that `node` is the position."""
        lines = self.lines
        row = self.row
        line = lines.new()
        for i in range(TOUCH):
            row[line + i] = 0
        row[line] = node
        row[line + BACK_FROM] = row[line + UNDID] = NONE
        lines.rank[lines.count] = line
        lines.count += 1
        return line

    def _know(self, line: int, count: int, time: int) -> None:
        """The last `count` plies of the line, STEPS at most, were all played at that time."""
        row = self.row
        row[line + KNOWN] = count
        i = line
        for _ in range(count):
            row[i + LEFT] = row[i + ARRIVED] = row[i + BEGUN] = row[i + DONE] = time
            i += STEP

    def start(self, node: int, clock: int) -> int:
        """One more line: nothing is known but how the squares stand, and that `node` is the position; gives its row."""
        line = self._begin_line(node)
        row = self.row
        positions = self.positions
        positions.go(node)
        board = self.game.board
        now = self.now
        i = line + TOUCH - SIZE
        touches = 0
        for square in self.squares:
            if (board[square] != 0) != now[square]:
                if touches < TOUCHES:  # else the last one is forgotten
                    touches += 1
                    i += SIZE
                row[i] = square | OCCUPIED if board[square] else square
                row[i + SINCE] = clock
                row[i + UNTIL] = -1
        row[line + COUNT] = touches
        if positions.parent[node] != NONE:  # by then its last ply has been played
            self._know(line, 1, clock)
        positions.go(positions.shown)
        self.anew = True
        return line

    def start_anew(self, node: int, clock: int) -> None:
        """There is that one line."""
        self.lines.clear()
        self.start(node, clock)

    def learn(self, base: bytearray, clock: int) -> None:
        """The game knows more of its position. All that was told has been played, or a ply more; the last may be put back.

        `base` is the occupancy after what is told.
        """
        self.asked.forget_denied()
        positions = self.positions
        told = positions.told
        ply = positions.ply[told]
        again = ply != NOTHING and not positions.facts[told] & PASS
        for square in self.squares:
            again = again and (self.game.board[square] != 0) == base[square]
        listed = self._candidates.listed
        listed[0] = ply
        positions.begin(listed, 1 if again else 0)
        self.start_anew(positions.told, clock)

    def turn_back(self, ms: int) -> None:
        """All times are to be `ms` less."""
        self.edges.turn_back(ms)
        self.lines.turn_back(ms)
        self.asked.turn_back(ms)
        self.legal.turn_back(ms)
        positions = self.positions
        positions.chosen_at = earlier(positions.chosen_at, ms)
        for i in range(len(positions.told_at)):
            positions.told_at[i] = earlier(positions.told_at[i], ms)
            positions.begun_at[i] = earlier(positions.begun_at[i], ms)

    # Edges

    def works(self) -> bool:
        """Whether anything is left to do."""
        return self.begun or self.anew or self.edges.count > 0

    def forget_edges(self) -> None:
        """None waits, but that which is being taken in."""
        self.edges.forget(1 if self.begun and not self._looking else 0)

    def step(self) -> int:
        """Do a stretch of the work on the oldest edge; gives how much it was. There is one that waits, or `anew`."""
        self.positions.moves = 0
        work = next(self._working)
        while not work and self.begun:  # there was nothing to do
            work = next(self._working)
        return work + self.positions.moves // MOVES

    def _work(self):
        """Takes in one edge after the other, a stretch at a time."""
        rank = self.lines.rank
        edges = self.edges
        candidates = self._candidates
        while True:
            square = self._begin_work()
            time = edges.time[0]
            for i in range(self._begin_taking()):
                made = self._put_back(self._taking[i], square, time)
                yield MAKING if made >= 0 else LOOKING
                if made >= 0:
                    yield self._take_put_back(made, square, time)
                work = self._take(self._taking[i], square, time) + self.row[self._taking[i] + COUNT] // TOUCHED
                yield work + self.lines.count // PASSED
            while (first := candidates.next()) < self.lines.count:
                node = self.row[rank[first]]
                candidates.begin()
                for i in range(first, self.lines.count):
                    yield candidates.note(rank[i], node)
                for i in range(candidates.origin_count):
                    for _ in range(JUDGING):
                        work = candidates.judge(node)
                        yield work
                        if work < MAKING:
                            break
                    plies = candidates.list(node, candidates.origins[i], square)
                    yield LOOKING if plies < 0 else LISTING
                    for n in range(plies):
                        able = candidates.look(node, n, square)
                        yield LOOKING
                        for k in range(able):
                            made = self._try(candidates.able[k], n, square)
                            if made < 0:
                                yield TRYING
                                continue
                            yield MAKING
                            made = self._go_on(candidates.able[k], made, n)
                            yield LONG
                            self._add(made)
                            yield LONG + self.lines.count // PASSED
                candidates.end()
            for i in range(self.lines.count):
                yield LOOKING + self.place(i, False) // PASSED
            for i in range(self._begin_pruning()):
                yield self._prune(rank[i])
            self._charge_less()
            self._sweep()
            yield SHORT
            yield self._forget_edge()
            self.begun = False
            yield LOOKING

    def _begin_work(self) -> int:
        """Begin with the square of the oldest edge; with NOWHERE if all lines are to be looked at anew."""
        self.begun = True
        self._looking = self.anew
        self.anew = False
        return NOWHERE if self._looking else self.edges.square[0]

    def _begin_taking(self) -> int:
        """How many lines are to take in the edge."""
        lines = self.lines
        count = lines.count
        for i in range(count):
            self._taking[i] = lines.rank[i]
        lines.count = 0
        return count

    def _put_back(self, line: int, square: int, time: int) -> int:
        """The row of the line in which the last turn of that line is being put back; -1 if there is none."""
        return -1 if square == NOWHERE else self._putting_back.put_back(line, square, time)

    def _take_put_back(self, made: int, square: int, time: int) -> int:
        """That line takes in the edge; gives how much work that was."""
        self.touching.take(made, square, self.edges.closed[0], time)
        self.row[made + TODO] = ANY_PLY  # its piece may have slid on before it opened this square
        self.put(made)
        return LISTING + self.lines.count // PASSED

    def _take(self, line: int, square: int, time: int) -> int:
        """The line takes in the edge; gives how much work that was. Of lines that are alike the cheapest is kept."""
        if square == NOWHERE:
            self.row[line + TODO] = ANY_PLY
            self.put(line)
            return SHORT
        i = self.touching.lasting(line, square)
        gone = i and self.row[i] & GONE  # what was taken leaves the board: it may have been placed before
        self.touching.take(line, square, self.edges.closed[0], time)
        self.row[line + TODO] = ANY_PLY if gone else NEXT_PLY
        self.put(line)
        return SHORT

    def _forget_edge(self) -> int:
        """It has been taken in; gives how much work it is to forget it."""
        if self._looking:
            return LOOKING
        self.edges.drop_first()
        return LOOKING + self.edges.count // TOUCHED

    def put(self, line: int) -> bool:
        """One more line, unless one that is like it costs no more; one that is like it and costs more goes."""
        lines = self.lines
        rank = lines.rank
        row = self.row
        self._likeness.note(line)
        row[line + TOTAL] = self.touching.promise(line) + self.untold.price(line)
        for i in range(lines.count):
            other = rank[i]
            if self._likeness.are_alike(other, line):
                more = row[line + TOTAL] - row[other + TOTAL]
                if more > 0 or not more and row[other + COUNT] >= row[line + COUNT]:
                    lines.drop(line)
                    return False
                lines.drop(other)
                rank[i] = line
                return True
        rank[lines.count] = line
        lines.count += 1
        return True

    # Plies

    def _try(self, line: int, n: int, edge: int) -> int:
        """The row of a line with the n-th of the plies listed, if the touches of the line are those of that ply; else -1."""
        candidates = self._candidates
        return self._matching.match(
            line, candidates.listed[n], candidates.foot, edge if self.row[line + TODO] & NEXT_PLY else NOWHERE
        )

    def _go_on(self, line: int, made: int, n: int) -> int:
        """Let the line `made` of that lead on to the position after the ply; gives its row, -1 if there is no room."""
        candidates = self._candidates
        return self._matching.go_on(line, made, candidates.listed[n], candidates.foot)

    def _add(self, made: int) -> None:
        """One more line, unless it is none."""
        if made < 0:
            return
        if self.asked.is_denied(made):
            self.lines.drop(made)
            return
        self.row[made + TODO] = 0
        if self.put(made) and self.row[made + COUNT]:
            self.row[made + TODO] = ANY_PLY
        if not self.lines.vacant:
            self._make_room()

    def _make_room(self) -> None:
        """Drop the line that costs most, but for those that are being looked at."""
        lines = self.lines
        worst = -1
        most = -1
        for i in range(lines.count):
            line = lines.rank[i]
            if not self.row[line + TODO] & LOOKED_AT and self.row[line + TOTAL] > most:
                most = self.row[line + TOTAL]
                worst = line
        if worst >= 0:
            lines.drop(worst)
            lines.close()

    # The beam

    def _begin_pruning(self) -> int:
        """Of how many lines few are to be kept: the cheapest, the cheapest to each position that is wanted, and their positions."""
        count = self.lines.count
        self.lines.count = 0
        self._root = self.positions.told
        self.positions.unmark()
        return count

    def _prune(self, line: int) -> int:
        """Keep the line, or drop it; those kept so far cost no more. Gives how much work that was."""
        lines = self.lines
        row = self.row
        positions = self.positions
        best = lines.rank[0]
        most = MOST_LINES if self.touching.lasts(line) else MOST_WHOLE
        ply = self._ply_instead(row[line])
        alike = self._likeness.count_like(line, lines.count)
        room = lines.count < most and alike < VARIANTS
        cheap = row[line + TOTAL] <= row[best + TOTAL] + SPREAD
        near = cheap and (room or not self._is_kept(ply))
        undid = row[line + UNDID]
        back = row[line + BACK_AT] > 0 and undid != NONE and positions.has(positions.told, undid)
        wanted = (
            not alike
            and (undid == NONE or back)
            and (self._is_wanted(row[line], row[best]) or self._leads_to_others(row[line]))
        )
        if near or wanted or self.asked.wants(line, cheap):
            lines.rank[lines.count] = line
            self._instead[lines.count] = ply
            lines.count += 1
            positions.keep(row[line])
            positions.keep(row[line + BACK_FROM])
            positions.keep(row[line + UNDID])
            self._root = positions.meet(self._root, row[line])
            work = self.standing.note_half(line)
        else:
            lines.drop(line)
            work = 0
        return work + (SHORT if self.asked.before == NONE else LONG + lines.count // TOUCHED)

    def _charge_less(self) -> None:
        """The line that costs least costs nothing."""
        rank = self.lines.rank
        row = self.row
        low = row[rank[0] + COST]
        for i in range(self.lines.count):
            low = min(low, row[rank[i] + COST])
        for i in range(self.lines.count):
            row[rank[i] + COST] -= low

    def weigh(self, i: int, now: int) -> None:
        """What the i-th line costs as all stands at `now`; it is put among those before it."""
        row = self.row
        line = self.lines.rank[i]
        self.standing.weigh(line, now)
        price = self.untold.price(line)
        row[line + TOTAL] += price
        row[line + HOPE] += price
        self.place(i, True)

    def place(self, i: int, deepest: bool) -> int:
        """Put the i-th line among those before it by its total, the lowest first; gives how many it passed.

        Of those alike it is the last, or, if `deepest` says so, the longest is the first.
        """
        count = i
        rank = self.lines.rank
        row = self.row
        depth = self.positions.depth
        line = rank[i]
        total = row[line + TOTAL]
        deep = depth[row[line]]
        while i:
            other = rank[i - 1]
            more = row[other + TOTAL] - total
            if more < 0 or not more and not (deepest and depth[row[other]] < deep):
                break
            rank[i] = rank[i - 1]
            i -= 1
        rank[i] = line
        return count - i

    def _is_wanted(self, node: int, best: int) -> bool:
        """Whether `node` is shortly before the best line's position `best` or what is told, or follows what was taken back."""
        return (
            self.positions.was_withdrawn(node)
            or self._is_shortly_before(node, best, BACKWARDS)
            or self._is_shortly_before(node, self.positions.told, BACKWARDS - 1)
        )

    def _is_shortly_before(self, node: int, later: int, plies: int) -> bool:
        """Whether fewer than so many plies lead from `node` on to `later`."""
        positions = self.positions
        return positions.has(later, node) and positions.depth[later] - positions.depth[node] < plies

    def _ply_instead(self, node: int) -> int:
        """The position after the ply that leads on to `node` from what is told, or from what is asked about; NONE without one."""
        positions = self.positions
        before = positions.told if self.asked.before == NONE else self.asked.before
        return positions.after(node, before)

    def _is_kept(self, ply: int) -> bool:
        """Whether a line kept so far has that ply, or it is none."""
        for i in range(self.lines.count):
            if self._instead[i] == ply:
                return True
        return ply == NONE

    def _leads_to_others(self, node: int) -> bool:
        """Whether the last ply of one of the cheapest lines was played in `node`: its piece may go on from where it is."""
        lines = self.lines
        for i in range(min(lines.count, FEW)):
            if self.positions.parent[self.row[lines.rank[i]]] == node:
                return True
        return False

    def _sweep(self) -> None:
        """Forget what was played long before what is told, and the positions that nobody needs."""
        positions = self.positions
        root = self._root
        if self.asked.before != NONE:
            root = positions.meet(root, self.asked.before)
        for _ in range(BACKWARDS):
            if positions.parent[root] != NONE:
                root = positions.parent[root]
        positions.keep(positions.told)
        positions.keep(positions.shown)
        if positions.depth[root]:
            self._forget_before(root)
        positions.keep(positions.displaced)
        positions.keep(positions.withdrawn)
        positions.keep(self.asked.before)
        for i in range(self.asked.count):
            positions.keep(self.asked.answers[i])
        positions.go(positions.told)
        if positions.depth[root]:
            positions.cut(root)
        positions.sweep()

    def _forget_before(self, root: int) -> None:
        """Nobody remembers a turn that was put back, or a ply that was shown, if it does not come after `root`."""
        positions = self.positions
        if positions.displaced != NONE and not positions.has(positions.displaced, root):
            positions.displaced = NONE
        if positions.withdrawn != NONE and not positions.has(positions.withdrawn, root):
            positions.withdrawn = NONE
        row = self.row
        for i in range(self.lines.count):
            line = self.lines.rank[i]
            if row[line + UNDID] != NONE and not positions.has(row[line + UNDID], root):
                row[line + UNDID] = NONE
                row[line + FEE] = 0
