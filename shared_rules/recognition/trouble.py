"""Trouble: nothing explains the squares as they stand. That is told with its reason; it is over when all is put right.

After construction nothing allocates.
"""

from shared_rules.codes import NOWHERE, WHY_FINE, WHY_NOT_YOURS, WHY_OPPONENTS, WHY_UNEXPLAINED, const
from shared_rules.protocol.signals import EV_CLEAR, EV_REFUSED
from shared_rules.recognition.beam import Beam
from shared_rules.recognition.clock import Clock
from shared_rules.recognition.events import Events
from shared_rules.recognition.gestures import (
    CARD_MS,
    LIMIT,
    ODD_MS,
    OFF,
    TROUBLE_MS,
    WHOLE_MARGIN,
)
from shared_rules.recognition.lines import (
    COUNT,
    FREE,
    GONE,
    LOOSE,
    OCCUPIED,
    SINCE,
    SIZE,
    TOTAL,
    TOUCH,
    UNTIL,
)
from shared_rules.recognition.positions import NOTHING
from shared_rules.recognition.prices import cost
from shared_rules.recognition.told import Told

NOBODY = const(2)  # in the place of a side
REPORT = const(255)  # the last step of `worry`


class Trouble:
    """Whether there is trouble, and the squares of what was refused last: `refused_from`, `refused_to`, -1 for none."""

    def __init__(self, events: Events, clock: Clock, beam: Beam, told: Told) -> None:
        self.game = beam.game
        self.events = events
        self.clock = clock
        self.beam = beam
        self.positions = beam.positions
        self.lines = beam.lines
        self.row = beam.row
        self.told = told
        self._wrong = bytearray(3)  # squares, one for each side and NOBODY
        self.begin()

    def begin(self) -> None:
        """There is none."""
        self.open = self.reddens = False
        self.refused_from = self.refused_to = NOTHING
        self.refused_at = 0

    def is_told(self) -> bool:
        """Whether it has been told how the squares stand."""
        return self.open and self.clock.edge_at <= self.refused_at

    def worry(self, since: int, step: int) -> int:
        """Nothing explains the squares as they stand: after a while that is told.

        A step looks at one line, the last, REPORT, finds what is to be told. Gives the next one, 0 after the last.
        """
        lines = self.lines
        best = lines.rank[0]
        if not self.row[best + LOOSE] or self.told.over:
            return 0
        if step == REPORT:
            self.report(best)
            return 0
        wait = TROUBLE_MS
        if self.clock.now - since >= wait:
            wait = self._patience(lines.rank[step - 1], best)
            if not wait and step < lines.count:
                return step + 1
            wait = wait or TROUBLE_MS
        if self.clock.now - since < wait:
            self.clock.wait(since + wait)
            return 0
        return 0 if self._is_held() else REPORT

    def _patience(self, line: int, best: int) -> int:
        """For how many ms all has to rest before trouble is told, as by this line it may be a part of a ply; 0 if it is none."""
        row = self.row
        if row[line] == self.positions.told and self.beam.standing.may_take(line):
            return CARD_MS
        if row[line + TOTAL] < row[best + TOTAL] + WHOLE_MARGIN and not self._is_strange(line):
            return CARD_MS if self.explains(line) else ODD_MS
        return 0

    def explains(self, line: int) -> bool:
        """Whether the line is worth thinking of: with a ply more than is told, what is loose costs no more than LIMIT.

        What a ply took may be left standing as long as the players like, and pieces be in hands: too many are for restoring.py.
        """
        row = self.row
        if self.positions.has(self.positions.told, row[line]):
            return True
        total = i = 0
        lifted = self.beam.touching.first_lifted(line)
        while i := self.beam.touching.next_lasting(line, i, FREE | GONE):
            price = cost(self.beam.standing.gesture(line, i, self.clock.now, lifted))
            if price > OFF or not row[i] & OCCUPIED:
                total += price
        return total <= LIMIT

    def _is_held(self) -> bool:
        """Whether nothing but pieces is missing which may be in the hand of who plays next for long, or are what was told last."""
        lines = self.lines
        for n in range(lines.count):
            line = lines.rank[n]
            if self.row[line] == self.positions.told:
                return self._are_held(line) and self._swapped(line) == NOWHERE
        return False

    def _are_held(self, line: int) -> bool:
        """The same of the pieces alone; the line leads to what is told."""
        row = self.row
        positions = self.positions
        positions.go(positions.told)
        side = self.game.side
        i = 0
        while i := self.beam.touching.next_lasting(line, i, FREE):
            square = row[i] & 255
            if not row[i] & OCCUPIED:
                return False
            if not positions.effect(positions.told, square) and self.game.piece_side(square) != side:
                return False
        return True

    def _swapped(self, line: int) -> int:
        """The square that was lifted and closed last since a piece came off that is off yet; NOWHERE if there is none."""
        row = self.row
        square = NOWHERE
        closed = -1
        i = line + TOUCH + (row[line + COUNT] - 1) * SIZE
        for _ in range(row[line + COUNT]):
            if row[i + UNTIL] < 0 and row[i] & OCCUPIED:
                return square if closed > row[i + SINCE] else NOWHERE
            if row[i] & OCCUPIED and row[i + UNTIL] > closed and self._may_be_taken(row[i] & 255):
                square = row[i] & 255
                closed = row[i + UNTIL]
            i -= SIZE
        return NOWHERE

    def _may_be_taken(self, square: int) -> bool:
        """Whether whoever is to play may think that what stands on `square` can be captured or covered."""
        return self.beam.touching.stacks or self.game.piece_side(square) != self.game.side

    def _is_strange(self, line: int) -> bool:
        """Whether something stands where none of its plies puts it."""
        i = 0
        while i := self.beam.touching.next_lasting(line, i, OCCUPIED | FREE | GONE):
            if not self.beam.standing.may_rest(line, self.row[i] & 255):
                return True
        return False

    def report(self, best: int) -> None:
        """Find the wish behind what stands, and why it is refused."""
        if self.is_told():
            return
        self.told.settle()
        game = self.game
        side = game.side
        if not self._find_wrong():
            return
        frm = self._wrong[side]
        theirs = frm == NOWHERE
        if theirs:
            frm = self._wrong[1 - side]
        to = self._wrong[NOBODY]
        if to == NOWHERE:
            to = self._swapped(best)
        elif frm == NOWHERE:
            frm = self.beam.standing.lifted_stack(best)
        self.positions.go(self.positions.told)
        why = game.why_not(frm, to)
        if why == WHY_FINE:
            why = WHY_OPPONENTS if self.beam.legal.is_held(side) else WHY_UNEXPLAINED
        if to == NOWHERE and frm != NOWHERE and theirs:
            why = WHY_NOT_YOURS
        self.refuse(frm, to, why)

    def report_mess(self) -> None:
        """Refuse how the squares stand, without saying whose attempt that is: nobody's."""
        if self._find_wrong():
            self.refuse(NOWHERE, NOWHERE, WHY_UNEXPLAINED)

    def _find_wrong(self) -> bool:
        """Find the squares that changed last of those from which a piece of each side is missing, and where something stands.

        False if all stands as after what is told.
        """
        found = False
        base = self.told.base
        now = self.beam.now
        changed = self.told.changed
        wrong = self._wrong
        for whose in range(3):
            wrong[whose] = NOWHERE
        for square in self.beam.squares:
            if now[square] != base[square]:
                found = True
                whose = self.game.piece_side(square) if base[square] else NOBODY
                if 0 <= whose <= NOBODY and (wrong[whose] == NOWHERE or changed[square] >= changed[wrong[whose]]):
                    wrong[whose] = square
        return found

    def refuse(self, frm: int, to: int, why: int) -> None:
        """Refuse what was lifted from `frm` and stands on `to`, unless it has been refused."""
        again = frm == self.refused_from and to == self.refused_to
        if self.is_told() or self.open and again:
            return
        self.refused_at = self.clock.edge_at
        self.open = True
        self.refused_from = frm
        self.refused_to = to
        self.reddens = True
        self.events.tell(EV_REFUSED, NOTHING, frm | to << 8, why, 0)

    def redden(self) -> None:
        """Mark what was refused, before anything else is looked at: as long a step as to find it."""
        self.reddens = False
        self.beam.touching.redden(self.told.base)

    def clear(self) -> None:
        """The trouble is over, if there was any."""
        self.reddens = False
        if self.open:
            self.open = False
            self.refused_from = self.refused_to = NOTHING
            self.events.tell(EV_CLEAR, 0, 0, 0, 0)
