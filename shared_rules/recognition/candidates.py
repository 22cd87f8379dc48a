"""Candidates: the plies that lines may have after an edge, by the squares they touched. After construction nothing allocates.

Lines to one position are looked at together, so that the plies there are listed once for all of them.
"""

from array import array

from shared_rules.codes import ARRIVE, LEAVE, NOWHERE, STACK, SWAP, const
from shared_rules.recognition.legal import Legal
from shared_rules.recognition.lines import COUNT, GONE, OCCUPIED, SIZE, TODO, TOUCH, UNTIL, Lines
from shared_rules.recognition.positions import is_same
from shared_rules.recognition.touching import Touching
from shared_rules.recognition.work import LOOKING, MAKING, TOUCHED

# What a line is yet to be looked at for.
NEXT_PLY = const(1)  # a ply of which the edge is the last
ANY_PLY = const(2)
LOOKED_AT = const(4)  # it is being looked at

MESS = const(8)  # so many touches may last of a line in which a ply more is looked for, or one for each square of a ply
BITS = const(15)  # so many lines to one position are looked at together
EACH = const(0x7FFF)


class Candidates:
    """For a position: the squares `origins[0:origin_count]`, the plies `listed` from one, the lines `able` that may have one."""

    def __init__(self, legal: Legal, size: int, lines: Lines, touching: Touching) -> None:
        self.legal = legal
        self.game = legal.game
        self.positions = legal.positions
        self.lines = lines
        self.row = lines.row
        self.touching = touching
        self.listed = array("i", [0] * self.positions.most)  # from one origin, while an edge is taken in
        self.foot = bytearray(self.positions.width)  # of the ply that is looked at
        self.able = array("H", [0] * BITS)  # the lines that may have it
        self.origins = bytearray(size)
        self.origin_count = 0
        self._here = array("H", [0] * BITS)  # the lines to the position that is looked at
        self._here_count = 0
        # For each square which of `_here` touched it, a bit each, and BITS further up for which of them that lasts.
        self._touched = array("i", [0] * size)
        self._any = 0  # those of `_here` of which all plies are to be looked at
        self._other = bytearray(self.positions.width)
        self._judges = hasattr(self.game, "judge")
        self._mess = max(MESS, self.game.max_footprint)

    def next(self) -> int:
        """The next line that is to be looked at, by its place in `rank`; the number of lines if there is none."""
        rank = self.lines.rank
        row = self.row
        count = self.lines.count
        for i in range(count):
            if row[rank[i] + TODO]:
                return i
        return count

    def begin(self) -> None:
        """Begin with another position."""
        for i in range(self.origin_count):
            self._touched[self.origins[i]] = 0
        self._any = self._here_count = self.origin_count = 0

    def note(self, line: int, node: int) -> int:
        """Note where plies of the line may begin or end, if it is to be looked at in `node`; gives how much work that was."""
        row = self.row
        if row[line] != node or not row[line + TODO] or self._here_count == BITS:
            return 0
        if self.touching.count_lasting(line) > self._mess:
            row[line + TODO] = 0  # no ply more makes sense of that
            return LOOKING
        bit = 1 << self._here_count
        if row[line + TODO] & ANY_PLY:
            self._any |= bit
        row[line + TODO] |= LOOKED_AT
        self._here[self._here_count] = line
        self._here_count += 1
        self._note_touched(line, bit)
        return LOOKING + row[line + COUNT] // TOUCHED

    def end(self) -> None:
        """The lines to the position have been looked at."""
        for i in range(self._here_count):
            self.row[self._here[i] + TODO] = 0

    def judge(self, node: int) -> int:
        """Do a part of judging the position, where that is to be done before plies are listed; gives how much work it was.

        MAKING: it is to be called again.
        """
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
                    self.origins[self.origin_count] = square
                    self.origin_count += 1
                touched[square] |= bit
                if row[i + UNTIL] < 0:
                    touched[square] |= bit << BITS
            i += SIZE

    def list(self, node: int, origin: int, edge: int) -> int:
        """List the plies from `origin` in `node` that a line there may have; gives how many, -1 if none was looked for."""
        game = self.game
        listed = self.listed
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
        """Find the lines that may have the n-th of the plies listed, by where that begins and ends; gives how many."""
        ply = self.listed[n]
        foot = self.foot
        self.positions.go(node)
        foot[self.game.footprint(ply, foot, 0) + 1] = 0
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
        """Which of the lines have touched the squares of `foot`, and those that are still touched, as their effects say."""
        foot = self.foot
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
