"""A beam of lines: each edge is taken in by every line, and makes of it one with a ply more where it may be that ply's last.

The work on an edge is done in stretches, by one generator that is made once: resuming it allocates nothing, nor does anything
else here after construction.
"""

from array import array

from shared_rules.codes import ARRIVE, LEAVE, NOWHERE, PATH, STACK, SWAP, const
from shared_rules.recognition.gestures import (
    BACK,
    CARRIED_MS,
    EXTRA,
    HAND,
    HELD,
    HELD_MS,
    LATE,
    MOST_COST,
    MOST_LINES,
    MOST_WHOLE,
    NEAR,
    OWN,
    PASSING_MS,
    SAME,
    SPREAD,
    VARIANTS,
)
from shared_rules.recognition.lines import (
    AGAIN,
    ARRIVED,
    BACK_AT,
    BACK_FROM,
    BEGUN,
    CHARGE,
    COST,
    COUNT,
    DONE,
    DUE,
    FEE,
    FREE,
    GONE,
    HALF,
    HOPE,
    KNOWN,
    LEFT,
    LOOSE,
    OCCUPIED,
    OLD,
    REST,
    SINCE,
    SIZE,
    STEP,
    TOTAL,
    TOUCH,
    TOUCHES,
    UNDID,
    UNDID_AT,
    UNDO,
    UNTIL,
    WIDTH,
    Lines,
    earlier,
)
from shared_rules.recognition.lines import ROOM as LINES
from shared_rules.recognition.matching import Matching
from shared_rules.recognition.positions import FROM_HAND, NONE, NOTHING, PASS, TAKES, Positions
from shared_rules.recognition.prices import cost, find, limit
from shared_rules.recognition.putting_back import PuttingBack
from shared_rules.recognition.touching import Touching

EDGES = const(32)
HANDS = const(2)  # so many pieces may be put back at once
MESS = const(8)  # so many touches may last of a line in which a ply more is looked for
ANSWERS = const(16)  # to a question, at most
EACH_ANSWER = const(3)  # lines that are kept of each
FEW = const(4)  # lines of which the position before the last ply keeps one, too
BACKWARDS = const(4)  # positions before the best line's, each of which keeps a line

# What a line is yet to be looked at for.
NEXT_PLY = const(1)  # a ply of which the edge is the last
ANY_PLY = const(2)
LOOKED_AT = const(4)  # it is being looked at

BITS = const(15)  # so many lines to one position are looked at together
EACH = const(0x7FFF)

# How much work a stretch is, in half a ms of a Pico or so.
LOOKING = const(1)
SHORT = const(2)
TRYING = const(3)
LISTING = const(4)
LONG = const(5)
MAKING = const(10)
MOVES = const(3)  # so many plies on the way to a position, and later back from it, are 1 more,
TOUCHED = const(4)  # and so many touches of the line,
PASSED = const(8)  # and so many lines that it is compared with


class Beam:
    """The lines of a game; `rank[0:count]` of `lines` are those that are left, the cheapest first."""

    def __init__(self, game, squares: bytes, now: bytearray, changed: array, lines: Lines) -> None:
        self.game = game
        self.squares = squares
        self.now = now  # occupancy as the sensors have it
        self.positions = Positions(game)
        self.lines = lines
        self.row = self.lines.row
        self.touching = Touching(game, now, changed, self.positions, self.lines)
        self.matching = Matching(self.positions, self.lines, self.touching)
        self.putting_back = PuttingBack(squares, now, self.positions, self.lines, self.touching)
        self.steady = 0  # until then the lines cost what they do, if nothing happens
        self.held = 0  # sides that may only play what is expected, a bit each
        self.expected = -1
        self.expected_at = 0
        self.asked = NONE  # the position after which the answers to a question differ
        self.asked_at = 0
        self.answers = bytearray(ANSWERS)  # the positions after each
        self.answer_count = 0
        self.denied_at = 0  # when a player said that none of them was played, if nothing is asked
        self.found = array("i", [0] * ANSWERS)  # plies that no sensor tells apart
        self.begun = False  # the oldest edge is being taken in, or all lines are looked at anew
        self.anew = False  # it is to be looked at which plies stand: a line has begun, or others may be played
        self._looking = False  # that is what has begun
        self.edges = 0  # waiting, the oldest first
        self.waiting = bytearray(len(now))  # whether each square is to change by them
        self.edge_time = array("i", [0] * EDGES)
        self.edge_told = array("i", [0] * EDGES)  # when it was known
        self.edge_square = bytearray(EDGES)
        self.edge_closed = bytearray(EDGES)
        self._todo = bytearray(LINES)
        self._is_new = bytearray(LINES)  # whether the line was made by the edge that is being taken in
        self._taking = bytearray(LINES)  # the lines there were before the edge
        self._lifts = array("i", [0] * LINES)  # of each line put since then: a number for its lifts
        self._listed = array("i", [0] * self.positions.most)  # from one origin, while an edge is taken in
        self._plies = self.positions.plies
        self._foot = bytearray(2 * game.max_footprint + 2)  # of the ply that is looked at
        self._other = bytearray(2 * game.max_footprint + 2)
        self._judges = hasattr(game, "judge")
        self.wide = game.max_footprint > 2  # plies may be of other squares than where they begin and end,
        self._lands = game.max_footprint > 3  # and land on the way (where they land, they take something there)
        self._origins = bytearray(len(squares) + 1)
        self._root = 0  # the last position that is on the way of all lines
        self._here = bytearray(LINES)  # the lines to the position that is looked at,
        self._able = bytearray(LINES)  # and those of them that may have the ply that is looked at
        self._here_count = self._origin_count = 0
        # For each square which of `_here` touched it, a bit each, and BITS further up for which of them that lasts.
        self._touched = array("i", [0] * len(now))
        self._any = 0  # those of `_here` of which all plies are to be looked at
        self._working = self._work()

    def begin(self) -> None:
        """There is one line: that nothing was played. The sensors stand as the game's position has it."""
        self.positions.begin()
        self.lines.clear()
        self._begin_line(0)
        self.begun = False
        self.forget_edges()
        self.asked = NONE
        self.asked_at = self.denied_at = self.positions.chosen_at = 0
        self.answer_count = 0
        self.anew = False
        self._working = self._work()

    def _begin_line(self, node: int) -> int:
        """One more line, of which nothing is known but that `node` is the position; -1 if there is no room."""
        lines = self.lines
        row = self.row
        line = lines.new()
        if line >= 0:
            for i in range(TOUCH):
                row[line + i] = 0
            row[line] = node
            row[line + BACK_FROM] = row[line + UNDID] = NONE
            lines.rank[lines.count] = line // WIDTH
            lines.count += 1
        return line

    def start(self, node: int, clock: int) -> int:
        """One more line: nothing is known but how the squares stand, and that `node` is the position; gives its row, or -1."""
        line = self._begin_line(node)
        if line < 0:
            return line
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
            row[line + KNOWN] = 1
            row[line + LEFT] = row[line + ARRIVED] = row[line + BEGUN] = row[line + DONE] = clock
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
        self.forget_denied()
        positions = self.positions
        told = positions.told
        ply = positions.ply[told]
        again = ply != NOTHING and not positions.facts[told] & PASS
        for square in self.squares:
            again = again and (self.game.board[square] != 0) == base[square]
        if again:
            self.game.pop()
        positions.begin()
        if again:
            self._foot[self.game.footprint(ply, self._foot, 0) + 1] = 0
            positions.told = positions.shown = positions.child(0, ply, self._foot)
        self.start_anew(positions.told, clock)

    def turn_back(self, ms: int) -> None:
        """All times are to be `ms` less."""
        self.lines.turn_back(ms)
        self.asked_at = earlier(self.asked_at, ms)
        self.denied_at = earlier(self.denied_at, ms)
        self.steady = 0
        for i in range(self.edges):
            self.edge_time[i] = earlier(self.edge_time[i], ms)
            self.edge_told[i] = earlier(self.edge_told[i], ms)
        positions = self.positions
        positions.chosen_at = earlier(positions.chosen_at, ms)
        for i in range(len(positions.told_at)):
            positions.told_at[i] = earlier(positions.told_at[i], ms)
            positions.begun_at[i] = earlier(positions.begun_at[i], ms)

    # Edges

    def works(self) -> bool:
        """Whether anything is left to do."""
        return self.begun or self.anew or self.edges > 0

    def is_full(self) -> bool:
        """Whether there is no room for an edge more."""
        return self.edges == EDGES

    def edge(self, square: int, closed: int, time: int, now: int) -> None:
        """The sensor under `square` changed at `time`, as is known `now`: that is taken in with the next steps."""
        self.waiting[square] ^= 1
        self.edge_time[self.edges] = time
        self.edge_told[self.edges] = now
        self.edge_square[self.edges] = square
        self.edge_closed[self.edges] = closed
        self.edges += 1

    def step(self) -> int:
        """Do a stretch of the work on the oldest edge; gives how much it was, 0 when nothing is left to do."""
        self.positions.moves = 0
        work = next(self._working)
        while not work and self.begun:  # there was nothing to do
            work = next(self._working)
        return work + self.positions.moves // MOVES

    def _work(self):
        """Takes in one edge after the other, a stretch at a time."""
        rank = self.lines.rank
        matching = self.matching
        while True:
            if not (self.edges or self.anew):
                yield 0
                continue
            self.begun = True
            self._looking = self.anew
            self.anew = False
            square = NOWHERE if self._looking else self.edge_square[0]
            time = self.edge_time[0]
            for i in range(self._begin_taking()):
                yield self._put_back(self._taking[i], square, time)
                work = self._take(self._taking[i], square, time) + self.row[self._taking[i] * WIDTH + COUNT] // TOUCHED
                yield work + self.lines.count // PASSED
            while (first := self._next()) < self.lines.count:
                node = self.row[rank[first] * WIDTH]
                self._forget_origins()
                for i in range(first, self.lines.count):
                    yield self._note_origins(rank[i], node)
                for i in range(self._origin_count):
                    yield self._judge(node)
                    yield self._judge(node)
                    plies = self._list(node, self._origins[i], square)
                    yield LISTING if plies else LOOKING
                    for n in range(plies):
                        able = self._look(node, n, square)
                        yield LOOKING
                        for k in range(able):
                            made = self._try(self._able[k], n, square)
                            if made < 0:
                                yield TRYING
                                continue
                            yield MAKING
                            made = matching.go_on(self._able[k] * WIDTH, made, self._listed[n], self._foot)
                            yield LONG
                            self._add(made)
                            yield TRYING + self.lines.count // PASSED
                self._done()
            for i in range(self.lines.count):
                self.row[rank[i] * WIDTH + TOTAL] = self.touching.promise(rank[i] * WIDTH)
                yield LOOKING + self.place(i, False) // PASSED
            for i in range(self._begin_pruning()):
                yield self._prune(rank[i])
            self._charge_less()
            self._sweep()
            yield SHORT
            yield self._forget_edge()
            self.begun = False
            yield LOOKING

    def _begin_taking(self) -> int:
        """How many lines are to take in the edge."""
        lines = self.lines
        count = lines.count
        for i in range(count):
            self._taking[i] = lines.rank[i]
            self._is_new[lines.rank[i]] = 0
        lines.count = 0
        return count

    def _put_back(self, one: int, square: int, time: int) -> int:
        """The line in which the last turn of that line is being put back takes in the edge, too; gives how much work that was."""
        if square == NOWHERE:
            return 0
        made = self.putting_back.put_back(one * WIDTH, square, time)
        if made < 0:
            return LOOKING
        self.touching.take(made, square, self.edge_closed[0], time)
        self._todo[made // WIDTH] = ANY_PLY  # its piece may have slid on before it opened this square
        self._is_new[made // WIDTH] = 0
        self.put(made)
        return MAKING

    def _take(self, one: int, square: int, time: int) -> int:
        """The line takes in the edge; gives how much work that was. Of lines that are alike the cheapest is kept."""
        line = one * WIDTH
        if square == NOWHERE:
            self._todo[one] = ANY_PLY
            self.put(line)
            return SHORT
        i = self.touching.lasting(line, square)
        gone = i and self.row[i] & GONE  # what was taken leaves the board: it may have been placed before
        self.touching.take(line, square, self.edge_closed[0], time)
        self._todo[one] = ANY_PLY if gone else NEXT_PLY
        self.put(line)
        return SHORT

    def forget_edges(self) -> None:
        """None waits, but that which is being taken in."""
        begun = 1 if self.begun and not self._looking else 0
        for i in range(begun, self.edges):
            self.waiting[self.edge_square[i]] = 0
        self.edges = min(self.edges, begun)

    def _forget_edge(self) -> int:
        """It has been taken in; gives how much work it is to forget it."""
        if self._looking:
            return LOOKING
        self.edges -= 1
        for i in range(self.edges):
            self.edge_time[i] = self.edge_time[i + 1]
            self.edge_told[i] = self.edge_told[i + 1]
            self.edge_square[i] = self.edge_square[i + 1]
            self.edge_closed[i] = self.edge_closed[i + 1]
        return LOOKING + self.edges // TOUCHED

    # Which lines are like others

    def is_since(self, line: int) -> bool:
        """Whether what the line has in the place of what is asked about came about after that was asked."""
        positions = self.positions
        node = self.row[line]
        if self.asked == NONE or node == self.asked or not positions.has(node, self.asked):
            return False
        answer = positions.after(node, self.asked)
        return self._came_at(self.step_of(line, answer), answer) > self.asked_at

    def _came_at(self, step: int, node: int) -> int:
        """When the ply to `node`, whose times stand at `step`, came about; if it takes something, when it was begun."""
        return self.row[step + (BEGUN if self.positions.facts[node] & TAKES else ARRIVED)]

    def is_answer(self, node: int) -> bool:
        """Whether `node` is among the answers to the open question, or those that were denied."""
        for i in range(self.answer_count):
            if self.answers[i] == node:
                return True
        return False

    def forget_denied(self) -> None:
        """Play has gone on after a question to which the answer was none."""
        if self.asked == NONE:
            self.answer_count = 0

    def _is_denied(self, line: int) -> bool:
        """Whether a player said that the line's last ply was not played, after all of it, or what it takes, was touched."""
        node = self.positions.played(self.row[line])
        return self.asked == NONE and self.is_answer(node) and self._came_at(line, node) <= self.denied_at

    def step_of(self, line: int, node: int) -> int:
        """Where the times of the ply that leads to `node`, on the line's way, stand: so far before LEFT as `line`."""
        positions = self.positions
        at = self.row[line]
        known = self.row[line + KNOWN]
        while at != node and known > 1:
            at = positions.parent[at]
            line += STEP
            known -= 1
        return line

    def _are_alike(self, one: int, other: int) -> bool:
        """Whether two lines lead to one position, and have the same pieces lifted and put back."""
        return (
            self.row[one] == self.row[other]
            and self.row[one + LEFT] == self.row[other + LEFT]
            and self._lifts[one // WIDTH] == self._lifts[other // WIDTH]
            and self._are_of_a_kind(one, other)
            and self._have_same_lifts(one, other)
        )

    def _are_of_a_kind(self, one: int, other: int) -> bool:
        """Whether in both lines the same turn was put back, if any, and both came about before, or after, the open question.

        And whether in both that was, or what is told was made again, since that was told.
        """
        row = self.row
        if row[one + UNDID] != row[other + UNDID] or self.is_since(one) != self.is_since(other):
            return False
        told_at = self.positions.told_at[self.positions.told]
        if (row[one + UNDID_AT] > told_at) != (row[other + UNDID_AT] > told_at):
            return False
        return self._is_again(one) == self._is_again(other)

    def _is_again(self, line: int) -> bool:
        """Whether the line ends with what is told, played since that was told."""
        positions = self.positions
        told = positions.told
        return self.row[line] == told and self.row[line + ARRIVED] > positions.told_at[told]

    def _sum_up_lifts(self, line: int) -> int:
        """A number for the pieces that were lifted and put back lately in the line: where it differs, they do."""
        row = self.row
        total = 0
        i = line + TOUCH
        for _ in range(row[line + COUNT]):
            if row[i] & (OCCUPIED | OLD) == OCCUPIED and row[i] >> CHARGE:
                total ^= row[i + SINCE] + (row[i] & 255)
            i += SIZE
        return total

    def _have_same_lifts(self, one: int, other: int) -> bool:
        """Whether in both lines the same pieces were lifted and put back lately, but for a ply that was put back."""
        row = self.row
        more = 0
        i = other + TOUCH
        for _ in range(row[other + COUNT]):
            if row[i] & (OCCUPIED | OLD) == OCCUPIED and row[i] >> CHARGE:
                more += 1
                if not self._has_lift(one, row[i] & 255, row[i + SINCE]):
                    return False
            i += SIZE
        i = one + TOUCH
        for _ in range(row[one + COUNT]):
            if row[i] & (OCCUPIED | OLD) == OCCUPIED and row[i] >> CHARGE:
                more -= 1
            i += SIZE
        return not more

    def _has_lift(self, line: int, square: int, since: int) -> bool:
        row = self.row
        i = line + TOUCH
        for _ in range(row[line + COUNT]):
            if row[i + SINCE] == since and row[i] & 255 == square:
                if row[i] & (OCCUPIED | OLD) == OCCUPIED and row[i] >> CHARGE:
                    return True
            i += SIZE
        return False

    def put(self, line: int) -> bool:
        """One more line, unless one that is like it costs no more; one that is like it and costs more goes."""
        lines = self.lines
        rank = lines.rank
        self._lifts[line // WIDTH] = self._sum_up_lifts(line)
        for i in range(lines.count):
            other = rank[i] * WIDTH
            if self._are_alike(other, line):
                more = self.touching.promise(line) - self.touching.promise(other)
                if more > 0 or not more and self.row[other + COUNT] >= self.row[line + COUNT]:
                    lines.drop(line)
                    return False
                lines.drop(other)
                rank[i] = line // WIDTH
                return True
        rank[lines.count] = line // WIDTH
        lines.count += 1
        return True

    # Plies

    def _next(self) -> int:
        """The next line that is to be looked at, by its place in `rank`; the number of lines if there is none."""
        rank = self.lines.rank
        todo = self._todo
        for i in range(self.lines.count):
            if todo[rank[i]]:
                return i
        return self.lines.count

    def _forget_origins(self) -> None:
        """Begin with another position."""
        for i in range(self._origin_count):
            self._touched[self._origins[i]] = 0
        self._any = self._here_count = self._origin_count = 0

    def _note_origins(self, one: int, node: int) -> int:
        """Note where plies of the line `one` may begin or end, if it leads to `node`; gives how much work that was."""
        if not self._todo[one] or self.row[one * WIDTH] != node or self._here_count == BITS:
            return 0
        if self.touching.count_lasting(one * WIDTH) > MESS:
            self._todo[one] = 0  # no ply more makes sense of that
            return LOOKING
        bit = 1 << self._here_count
        if self._todo[one] & ANY_PLY:
            self._any |= bit
        self._todo[one] |= LOOKED_AT
        self._here[self._here_count] = one
        self._here_count += 1
        self._note_touched(one * WIDTH, bit)
        return LOOKING + self.row[one * WIDTH + COUNT] // TOUCHED

    def _judge(self, node: int) -> int:
        """Do a half of judging the position, where that is to be done before plies are listed; gives how much work it was."""
        if not self._judges:
            return 0
        self.positions.go(node)
        return MAKING if self.game.judge() else LOOKING

    def _note_touched(self, line: int, bit: int) -> None:
        """Note on which squares a ply of the line, which has this bit, may begin or end."""
        row = self.row
        touched = self._touched
        i = line + TOUCH
        for _ in range(row[line + COUNT]):
            if row[i] & OCCUPIED or row[i + UNTIL] < 0 and not row[i] & GONE:
                square = row[i] & 255
                if not touched[square]:
                    self._origins[self._origin_count] = square
                    self._origin_count += 1
                touched[square] |= bit
                if row[i + UNTIL] < 0:
                    touched[square] |= bit << BITS
            i += SIZE

    def _list(self, node: int, origin: int, edge: int) -> int:
        """List the plies from `origin` in `node` that a line there may have; gives how many."""
        game = self.game
        listed = self._listed
        able = self._touched[origin] & EACH
        concerned = self.wide or origin == edge
        ends = self._any if edge == NOWHERE else self._any | self._touched[edge]
        if not concerned and not able & ends:
            return 0
        self.positions.go(node)
        held = self.held >> self.positions.side[node] & 1
        count = 0
        for n in range(game.plies_from(origin, listed, 0)):
            ply = listed[n]
            to = game.destination(ply)
            if able & self._touched[to] & (EACH if concerned or to == edge else self._any):
                if not held or self._is_expected(ply):
                    listed[count] = ply
                    count += 1
        return count

    def _is_expected(self, ply: int) -> bool:
        return ply == self.expected and self.game.digest() == self.expected_at

    def _look(self, node: int, n: int, edge: int) -> int:
        """Find the lines that may have the n-th of the plies listed, by where that begins and ends; gives how many."""
        ply = self._listed[n]
        foot = self._foot
        self.positions.go(node)
        foot[self.game.footprint(ply, foot, 0) + 1] = 0
        if not foot[1] or self._is_repeated(n):
            return 0
        able = self._fitting(edge)
        count = 0
        for i in range(self._here_count):
            if able >> i & 1:
                self._able[count] = self._here[i]
                count += 1
        return count

    def _fitting(self, edge: int) -> int:
        """Which of the lines have touched the squares of `_foot`, and those that are still touched, as their effects say."""
        foot = self._foot
        able = EACH
        concerned = False
        k = 0
        while foot[k + 1]:
            square = foot[k]
            effect = foot[k + 1]
            concerned = concerned or square == edge
            if effect == LEAVE or effect == ARRIVE:
                able &= self._touched[square] >> BITS
            elif effect == SWAP or effect == STACK:
                touched = self._touched[square]
                able &= touched & ~(touched >> BITS) if k else touched
            k += 2
        return able if concerned else able & self._any

    def _done(self) -> None:
        """The lines to the position have been looked at."""
        for i in range(self._here_count):
            self._todo[self._here[i]] = 0

    def _is_repeated(self, n: int) -> bool:
        """Whether no sensor tells the n-th ply listed from one before it."""
        game = self.game
        foot = self._foot
        other = self._other
        to = game.destination(self._listed[n])
        for i in range(n):
            if game.destination(self._listed[i]) == to:
                other[game.footprint(self._listed[i], other, 0) + 1] = 0
                k = 0
                while foot[k + 1] and foot[k] == other[k] and foot[k + 1] == other[k + 1]:
                    k += 2
                if not (foot[k + 1] or other[k + 1]):
                    return True
        return False

    def _try(self, one: int, n: int, edge: int) -> int:
        """The row of a line with the n-th of the plies listed, if the touches of the line are those of that ply; else -1."""
        return self.matching.match(
            one * WIDTH, self._listed[n], self._foot, edge if self._todo[one] & NEXT_PLY else NOWHERE
        )

    def _add(self, made: int) -> None:
        """One more line, unless it is none."""
        if made < 0:
            return
        if self._is_denied(made):
            self.lines.drop(made)
            return
        self._todo[made // WIDTH] = 0
        self._is_new[made // WIDTH] = 1
        self.row[made + TOTAL] = self.touching.promise(made)
        if self.put(made) and self.row[made + COUNT]:
            self._todo[made // WIDTH] = ANY_PLY
        if not self.lines.vacant:
            self._make_room()

    def _make_room(self) -> None:
        """Drop the line that costs most of those that the edge has made, but for those that are being looked at."""
        lines = self.lines
        worst = NONE
        most = -1
        for i in range(lines.count):
            one = lines.rank[i]
            if self._is_new[one] and not self._todo[one] & LOOKED_AT and self.row[one * WIDTH + TOTAL] > most:
                most = self.row[one * WIDTH + TOTAL]
                worst = one
        if worst != NONE:
            lines.drop(worst * WIDTH)
            lines.close()

    # The beam

    def _begin_pruning(self) -> int:
        """Of how many lines few are to be kept: the cheapest, the cheapest to each position that is wanted, and their positions."""
        count = self.lines.count
        self.lines.count = 0
        self._root = self.positions.told
        self.positions.unmark()
        return count

    def _prune(self, one: int) -> int:
        """Keep the line `one`, or drop it; those kept so far cost no more. Gives how much work that was."""
        lines = self.lines
        row = self.row
        positions = self.positions
        line = one * WIDTH
        best = lines.rank[0] * WIDTH
        same = self._count_like(line)
        most = MOST_LINES if self.touching.lasts(line) else MOST_WHOLE
        near = row[line + TOTAL] <= row[best + TOTAL] + SPREAD and lines.count < most and same < VARIANTS
        undid = row[line + UNDID]
        back = row[line + BACK_AT] > 0 and undid != NONE and positions.has(positions.told, undid)
        wanted = (
            not same
            and (undid == NONE or back)
            and (self._is_wanted(row[line], row[best]) or self._leads_to_others(row[line]))
        )
        if near or wanted or self._is_answer(line):
            lines.rank[lines.count] = one
            lines.count += 1
            positions.keep(row[line])
            positions.keep(row[line + BACK_FROM])
            positions.keep(row[line + UNDID])
            self._root = positions.meet(self._root, row[line])
            work = self._note_half(line)
        else:
            lines.drop(line)
            work = 0
        return work + (SHORT if self.asked == NONE else LONG + lines.count // TOUCHED)

    def _charge_less(self) -> None:
        """The line that costs least costs nothing."""
        rank = self.lines.rank
        row = self.row
        low = row[rank[0] * WIDTH + COST]
        for i in range(self.lines.count):
            low = min(low, row[rank[i] * WIDTH + COST])
        for i in range(self.lines.count):
            row[rank[i] * WIDTH + COST] -= low

    def place(self, i: int, deepest: bool) -> int:
        """Put the i-th line among those before it by its total, the lowest first; gives how many it passed.

        Of those alike it is the last, or, if `deepest` says so, the longest is the first.
        """
        count = i
        rank = self.lines.rank
        row = self.row
        depth = self.positions.depth
        one = rank[i]
        total = row[one * WIDTH + TOTAL]
        deep = depth[row[one * WIDTH]]
        while i:
            other = rank[i - 1] * WIDTH
            more = row[other + TOTAL] - total
            if more < 0 or not more and not (deepest and depth[row[other]] < deep):
                break
            rank[i] = rank[i - 1]
            i -= 1
        rank[i] = one
        return count - i

    def _count_like(self, line: int) -> int:
        """How many of the lines kept so far lead to the same position, with its last ply at the same time, and are of its kind."""
        rank = self.lines.rank
        row = self.row
        count = 0
        for i in range(self.lines.count):
            other = rank[i] * WIDTH
            if row[other] == row[line] and row[other + ARRIVED] == row[line + ARRIVED]:
                if self._are_of_a_kind(other, line):
                    count += 1
        return count

    def _is_wanted(self, node: int, best: int) -> bool:
        """Whether what was played before the best line's position `best`, or what is told, may come about again in `node`."""
        parent = self.positions.parent
        for i in range(BACKWARDS):
            if best == node:
                return True
            best = parent[best] if best != NONE else NONE
        told = self.positions.told
        for i in range(BACKWARDS - 1):
            if told == node:
                return True
            told = parent[told] if told != NONE else NONE
        return False

    def _leads_to_others(self, node: int) -> bool:
        """Whether the last ply of one of the cheapest lines was played in `node`: its piece may go on from where it is."""
        lines = self.lines
        for i in range(min(lines.count, FEW)):
            if self.positions.parent[self.row[lines.rank[i] * WIDTH]] == node:
                return True
        return False

    def _is_answer(self, line: int) -> bool:
        """Whether the line has an answer to the question that few of the lines kept so far have, or nothing after it."""
        positions = self.positions
        row = self.row
        if self.asked == NONE or row[line] == self.asked or not positions.has(row[line], self.asked):
            return False
        answer = positions.after(row[line], self.asked)
        more = EACH_ANSWER
        alone = positions.played(row[line]) == answer
        for i in range(self.lines.count):
            node = row[self.lines.rank[i] * WIDTH]
            alone = alone and node != row[line]
            if positions.has(node, answer):
                more -= 1
        return (more > 0 or alone) and self.is_answer(answer)

    def _sweep(self) -> None:
        """Forget what was played long before what is told, and the positions that nobody needs."""
        positions = self.positions
        root = self._root
        if self.asked != NONE:
            root = positions.meet(root, self.asked)
        for _ in range(BACKWARDS):
            if positions.parent[root] != NONE:
                root = positions.parent[root]
        positions.keep(positions.told)
        positions.keep(positions.shown)
        if positions.depth[root]:
            self._forget_before(root)
        positions.keep(positions.displaced)
        positions.keep(self.asked)
        for i in range(self.answer_count):
            positions.keep(self.answers[i])
        positions.go(positions.told)
        if positions.depth[root]:
            positions.cut(root)
        positions.sweep()

    def _forget_before(self, root: int) -> None:
        """Nobody remembers a turn that was put back, or a ply that was shown, if it does not come after `root`."""
        positions = self.positions
        if positions.displaced != NONE and not positions.has(positions.displaced, root):
            positions.displaced = NONE
        row = self.row
        for i in range(self.lines.count):
            line = self.lines.rank[i] * WIDTH
            if row[line + UNDID] != NONE and not positions.has(row[line + UNDID], root):
                row[line + UNDID] = NONE
                row[line + FEE] = 0
            if row[line + BACK_FROM] != NONE and not positions.has(row[line + BACK_FROM], root):
                row[line + BACK_FROM] = NONE

    # How all stands now

    def stand(self, line: int, clock: int) -> None:
        """What it costs how all stands at `clock`, what it might, and how many touches are loose."""
        row = self.row
        total = row[line + COST]
        less = 0
        hopes = HANDS if self.touching.stacks else 0
        loose = 0
        lifted = self.touching.first_lifted(line)
        i = line + TOUCH
        for _ in range(row[line + COUNT]):
            if row[i + UNTIL] < 0 and not row[i] & FREE:
                loose += 1
                gesture = self.standing(line, i, clock, lifted)
                total += cost(gesture)
                self.steady = min(self.steady, row[i + SINCE] + limit(gesture))
                if row[i] & (OCCUPIED | REST) == OCCUPIED and loose <= hopes:
                    less += cost(gesture) - cost(self.touching.lifted(line, i, clock))
                else:
                    hopes = 0
            i += SIZE
        row[line + LOOSE] = loose
        row[line + TOTAL] = total
        row[line + HOPE] = total - less if hopes else MOST_COST

    def standing(self, line: int, i: int, clock: int, lifted: int) -> int:
        """The row of the table of gestures for a touch of the line that lasts, and begins in `row` at `i`, at `clock`.

        `lifted` is what `first_lifted` gives of the line.
        """
        row = self.row
        what = row[i]
        since = row[i + SINCE]
        if what & UNDO:
            bits = BACK if what & (OCCUPIED | DUE) == OCCUPIED else LATE
            return find(HELD if bits == BACK else EXTRA, clock - since, bits)
        if what & OCCUPIED:
            bits = OWN | LATE if row[line + HALF] else OWN if what & REST else 0
            if self._is_card(line, since):
                bits |= HAND
            elif self.positions.facts[row[line]] & FROM_HAND and since < row[line + ARRIVED]:
                bits |= HAND | SAME
            return find(HELD, clock - since, bits)
        if what & (GONE | AGAIN) or row[line + HALF]:
            return find(EXTRA, clock - since, LATE)
        if self._is_beside(line, what & 255, since):
            return find(EXTRA, clock - since, NEAR)
        return find(EXTRA, clock - since, HAND if self._is_held(line, what & 255, since, lifted) else 0)

    def _is_held(self, line: int, square: int, since: int, lifted: int) -> bool:
        """Whether what closed `square` at `since` may be in a hand, the first piece that is off having been lifted then."""
        touching = self.touching
        if lifted <= since or lifted <= since + PASSING_MS and touching.slides(line, square, since):
            return True
        return touching.may_hold_card(line, since) or touching.may_carry_off(line, square, since)

    def _is_beside(self, line: int, square: int, since: int) -> bool:
        """Whether `square` was closed just when the piece of the line's last ply arrived beside it."""
        row = self.row
        if not row[line + KNOWN] or abs(since - row[line + ARRIVED]) > HELD_MS:
            return False
        touching = self.touching
        to = self.positions.to[self.positions.played(row[line])]
        return touching.are_near(square, to) and not touching.came_from(line, square)

    def _is_card(self, line: int, since: int) -> bool:
        """Whether a piece lifted then may be what arrived, rather than the top card of the stack from which the last ply came."""
        positions = self.positions
        row = self.row
        i = row[line] * positions.width
        feet = positions.feet
        if not row[line + KNOWN] or feet[i + 1] != STACK or feet[i + 3] != ARRIVE or feet[i + 5]:
            return False
        return row[line + LEFT] < since < row[line + ARRIVED]

    def _note_half(self, line: int) -> int:
        """Note whether all that is loose is a part of one ply, which is under way; gives how much work that was."""
        self.row[line + HALF] = 0
        if self._lands:
            return LISTING + self._find_half(line)
        return self._find_card(line) if self.touching.puts_back else 0

    def _find_half(self, line: int) -> int:
        """Note whether a piece rests on its way; gives how many plies were tried."""
        row = self.row
        i = line + TOUCH
        loose = held = 0
        for _ in range(row[line + COUNT]):
            if row[i + UNTIL] < 0 and not row[i] & (FREE | GONE | REST):
                loose += 1
                held += 1 if row[i] & OCCUPIED else 0
            i += SIZE
        if loose < 2 or held == loose:
            return 0
        count = 0
        i = line + TOUCH
        for _ in range(row[line + COUNT]):
            if row[i + UNTIL] < 0 and row[i] & (FREE | GONE | REST | OCCUPIED) == OCCUPIED:
                self.positions.go(row[line])
                for n in range(self.game.plies_from(row[i] & 255, self._plies, 0)):
                    count += 1
                    self._other[self.game.footprint(self._plies[n], self._other, 0) + 1] = 0
                    if self._is_half(line, self._other):
                        row[line + HALF] = 1
                        return count
            i += SIZE
        return count

    def _find_card(self, line: int) -> int:
        """Note whether all that is loose is a stack that is off, for the card of another that is back; gives the work."""
        row = self.row
        off = self._only_loose(line)
        if not off or row[off] & (OCCUPIED | REST) != OCCUPIED:
            return 0
        to = row[off] & 255
        since = max(0, row[off + SINCE] - CARRIED_MS)
        arrived = row[line + ARRIVED] if row[line + KNOWN] else 0
        work = 0
        i = line + TOUCH
        for _ in range(row[line + COUNT]):
            if row[i] & (OCCUPIED | OLD | UNDO) == OCCUPIED and row[i + UNTIL] >= since and row[i + SINCE] >= arrived:
                work += LISTING
                if row[i] & 255 != to and self._may_go(row[line], row[i] & 255, to):
                    row[line + HALF] = 1
                    return work
            i += SIZE
        return work

    def _only_loose(self, line: int) -> int:
        """Where in `row` the touch begins that is the only one to be loose; 0 if none or more are."""
        row = self.row
        found = 0
        i = line + TOUCH
        for _ in range(row[line + COUNT]):
            if row[i + UNTIL] < 0 and not row[i] & FREE:
                if found:
                    return 0
                found = i
            i += SIZE
        return found

    def _may_go(self, node: int, origin: int, to: int) -> bool:
        """Whether a ply from `origin` to `to` is legal in `node`."""
        self.positions.go(node)
        for n in range(self.game.plies_from(origin, self._plies, 0)):
            if self.game.destination(self._plies[n]) == to:
                return True
        return False

    def _is_half(self, line: int, foot: bytearray) -> bool:
        """Whether all that is loose is on squares of the footprint: closed on the way, open elsewhere but where its piece ends."""
        row = self.row
        i = line + TOUCH
        for _ in range(row[line + COUNT]):
            if row[i + UNTIL] < 0 and not row[i] & (FREE | GONE | REST):
                n = 0
                while foot[n + 1] and foot[n] != row[i] & 255:
                    n += 2
                effect = foot[n + 1]
                if not effect or effect == ARRIVE or (effect == PATH) == (row[i] & OCCUPIED != 0):
                    return False
            i += SIZE
        return True

    # What plies may do

    def alike(self, node: int) -> int:
        """Find the plies that no sensor tells from the one that leads to `node`; gives how many."""
        positions = self.positions
        game = self.game
        positions.go(positions.parent[node])
        count = game.plies_from(positions.ply[node] & 255, self._plies, 0)
        found = 0
        for n in range(count):
            ply = self._plies[n]
            if found < ANSWERS and game.destination(ply) == positions.to[node]:
                self._other[game.footprint(ply, self._other, 0) + 1] = 0
                if positions.is_foot(node, self._other):
                    self.found[found] = ply
                    found += 1
        return found

    def may_play(self, node: int, ply: int) -> bool:
        """Whether `ply` is legal in `node`."""
        self.positions.go(node)
        for n in range(self.game.plies_from(ply & 255, self._plies, 0)):
            if self._plies[n] == ply:
                return True
        return False

    def is_on_way(self, line: int, square: int) -> bool:
        """Whether a piece in a hand may rest on `square` on its way."""
        row = self.row
        i = line + TOUCH
        for _ in range(row[line + COUNT] if self._lands else 0):
            if row[i + UNTIL] < 0 and row[i] & OCCUPIED:
                self.positions.go(row[line])
                for n in range(self.game.plies_from(row[i] & 255, self._plies, 0)):
                    self._other[self.game.footprint(self._plies[n], self._other, 0) + 1] = 0
                    k = 0
                    while self._other[k + 1]:
                        if self._other[k] == square and self._other[k + 1] == PATH:
                            return True
                        k += 2
            i += SIZE
        return False

    def is_under_way(self, line: int) -> bool:
        """Whether one square stands closed, and one open that the piece from another may take or cover: it may be at rest."""
        touching = self.touching
        row = self.row
        lasting = touching.count_lasting(line)
        i = line + TOUCH
        for _ in range(row[line + COUNT]):
            ended = 0 if row[i + UNTIL] < 0 else 1  # the rest of its stack is back
            if row[i] & (OCCUPIED | OLD) == OCCUPIED and lasting + ended == 3 and (not ended or touching.puts_back):
                self.positions.go(row[line])
                for n in range(self.game.plies_from(row[i] & 255, self._plies, 0)):
                    j = touching.lasting(line, self.game.destination(self._plies[n]))
                    if j and j != i and row[j] & OCCUPIED:
                        return True
            i += SIZE
        return False

    def lifted_stack(self, line: int) -> int:
        """The stack lifted and put back last, by the line; NOWHERE if there is none."""
        row = self.row
        for n in range(row[line + COUNT] - 1, -1, -1):
            i = line + TOUCH + n * SIZE
            if row[i] & OCCUPIED and row[i + UNTIL] > self.asked_at and self.is_stack(row[line], row[i] & 255):
                return row[i] & 255
        return NOWHERE

    def is_stack(self, node: int, square: int) -> bool:
        """Whether the plies from `square` leave the rest of a stack."""
        self.positions.go(node)
        if not self.game.plies_from(square, self._plies, 0):
            return False
        self.game.footprint(self._plies[0], self._other, 0)
        return self._other[1] == STACK
