"""Plies that are under way: what a piece that is in a hand, or rests on its way, may come to. Nothing here allocates."""

from shared_rules.codes import ARRIVE, NOWHERE, PATH
from shared_rules.recognition.asked import Asked
from shared_rules.recognition.gestures import CARRIED_MS
from shared_rules.recognition.legal import Legal
from shared_rules.recognition.lines import (
    ARRIVED,
    COUNT,
    FREE,
    GONE,
    HALF,
    KNOWN,
    OCCUPIED,
    OLD,
    REST,
    SINCE,
    SIZE,
    TOUCH,
    UNDO,
    UNTIL,
    Lines,
)
from shared_rules.recognition.touching import Touching
from shared_rules.recognition.work import LISTING


class UnderWay:
    """Looks in the touches of a line for parts of plies that are legal in its position."""

    def __init__(self, legal: Legal, lines: Lines, touching: Touching, asked: Asked) -> None:
        self.legal = legal
        self.game = legal.game
        self.positions = legal.positions
        self.row = lines.row
        self.touching = touching
        self.asked = asked
        self._plies = self.positions.plies
        self._foot = bytearray(self.positions.width)

    # All that is loose is a part of one ply

    def note(self, line: int) -> int:
        """Note whether all that is loose is a part of one ply, which is under way; gives how much work that was."""
        self.row[line + HALF] = 0
        if self.legal.lands:
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
                    self._foot[self.game.footprint(self._plies[n], self._foot, 0) + 1] = 0
                    if self._is_half(line):
                        row[line + HALF] = 1
                        return count
            i += SIZE
        return count

    def _is_half(self, line: int) -> bool:
        """Whether all that is loose is on squares of the footprint: closed on the way, open elsewhere but where its piece ends."""
        row = self.row
        foot = self._foot
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
                if row[i] & 255 != to and self.legal.may_go(row[line], row[i] & 255, to):
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

    # One piece

    def may_rest(self, line: int, square: int) -> bool:
        """Whether a piece in a hand may rest on `square` on its way."""
        row = self.row
        i = line + TOUCH
        for _ in range(row[line + COUNT] if self.legal.lands else 0):
            if row[i + UNTIL] < 0 and row[i] & OCCUPIED:
                self.positions.go(row[line])
                for n in range(self.game.plies_from(row[i] & 255, self._plies, 0)):
                    self._foot[self.game.footprint(self._plies[n], self._foot, 0) + 1] = 0
                    k = 0
                    while self._foot[k + 1]:
                        if self._foot[k] == square and self._foot[k + 1] == PATH:
                            return True
                        k += 2
            i += SIZE
        return False

    def may_take(self, line: int) -> bool:
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
            if row[i] & OCCUPIED and row[i + UNTIL] > self.asked.at and self.legal.is_stack(row[line], row[i] & 255):
                return row[i] & 255
        return NOWHERE
