"""The last turn of a line is put back: another line, of the position before that turn, whose squares are touched free of charge.

After construction nothing allocates.
"""

from shared_rules.codes import ARRIVE, PATH, STACK, SWAP, const
from shared_rules.recognition.gestures import BACK, STACKED, UNTOLD
from shared_rules.recognition.lines import (
    ARRIVED,
    BACK_AT,
    BACK_FROM,
    COST,
    COUNT,
    DUE,
    FEE,
    FREE,
    GONE,
    KNOWN,
    LEFT,
    OCCUPIED,
    REST,
    SINCE,
    SIZE,
    STEP,
    TOUCH,
    UNDID,
    UNDID_AT,
    UNDO,
    UNTIL,
    Lines,
)
from shared_rules.recognition.positions import BETWEEN_STACKS, GOES_ON, PASS, Positions
from shared_rules.recognition.prices import cost, find
from shared_rules.recognition.touching import Touching

SPARE = const(8)  # rows that are left for plies


class PuttingBack:
    """Makes of a line of `lines` the one in which its last turn is being put back; `now` is how the sensors stand."""

    def __init__(self, squares: bytes, now: bytearray, positions: Positions, lines: Lines, touching: Touching) -> None:
        self.squares = squares
        self.now = now
        self.positions = positions
        self.lines = lines
        self.row = lines.row
        self.touching = touching
        self._effects = bytearray(len(now))  # of the first ply of the turn that has one on the square

    def put_back(self, line: int, square: int, time: int) -> int:
        """The row of that line, if the edge on `square` touches the turn's first square; else -1. The edge is not taken in."""
        row = self.row
        touching = self.touching
        steps = self._turn(line, square)
        i = touching.lasting(line, square)
        if not steps or i and row[i] & (GONE | REST | FREE) or not self._leads_back(row[line], steps, square):
            return -1
        if self.lines.vacant <= SPARE:
            return -1
        made = self.lines.new()
        positions = self.positions
        at = row[line]
        for _ in range(steps):
            undid = at
            self._mark(at)
            at = positions.parent[at]
        for i in range(LEFT, TOUCH):
            known = i + steps * STEP
            row[made + i] = row[line + known] if known < TOUCH else 0
        row[made] = at
        row[made + KNOWN] = row[line + KNOWN] - steps
        row[made + UNDID] = undid
        row[made + UNDID_AT] = time
        row[made + BACK_FROM] = row[line]
        row[made + BACK_AT] = 0
        row[made + FEE] = find(
            UNTOLD, time - row[line + ARRIVED], BACK | STACKED if positions.facts[undid] & BETWEEN_STACKS else BACK
        )
        row[made + COST] = row[line + COST] + cost(row[made + FEE])
        self._touch_turn(made, line, square, time)
        return made

    def _leads_back(self, node: int, steps: int, square: int) -> bool:
        """Whether the edge on `square` may begin to put back the last `steps` plies on the way to `node`.

        Not if a piece came down where they had put one on an empty square.
        """
        effect = 0
        for _ in range(steps):
            effect = self.positions.effect(node, square) or effect
            node = self.positions.parent[node]
        return effect != ARRIVE or not self.now[square]

    def _mark(self, node: int) -> None:
        """Note what the ply that leads to `node` does to each of its squares."""
        feet = self.positions.feet
        i = node * self.positions.width
        while feet[i + 1]:
            self._effects[feet[i]] = feet[i + 1]
            i += 2

    def _turn(self, line: int, square: int) -> int:
        """How many plies the line's last turn has, or the part of it that touches `square`; 0 if none does or is known."""
        positions = self.positions
        at = self.row[line]
        touches = False
        for steps in range(1, self.row[line + KNOWN] + 1):
            touches = touches or positions.effect(at, square) != 0
            facts = positions.facts[at]
            at = positions.parent[at]
            if not facts & PASS and (touches or not facts & GOES_ON):
                return steps if touches else 0
        return 0

    def _touch_turn(self, made: int, line: int, square: int, time: int) -> None:
        """Its squares, before the edge on `square`, in the place of all touches of them."""
        row = self.row
        effects = self._effects
        touching = self.touching
        row[made + COUNT] = 0
        i = line + TOUCH
        for _ in range(row[line + COUNT]):
            if not effects[row[i] & 255]:
                touching.add(made, row[i], row[i + SINCE], row[i + UNTIL])
            elif row[i + UNTIL] < 0 and row[i] & 255 == self.positions.to[row[made + UNDID]]:
                row[made + UNDID_AT] = row[i + SINCE]
            i += SIZE
        for at in self.squares:
            effect = effects[at]
            if effect:
                effects[at] = 0
                stands = 0 if effect == ARRIVE or effect == PATH else 1
                closed = self.now[at] ^ 1 if at == square else self.now[at]
                if closed != stands:
                    since = time if at == square else row[line + LEFT] if stands else row[line + ARRIVED]
                    touching.add(made, at | (OCCUPIED | UNDO if stands else UNDO), since, -1)
                elif self._is_stack(row[made + UNDID], at):
                    touching.add(made, at | OCCUPIED | UNDO | DUE, row[line + LEFT], -1)

    def _is_stack(self, undid: int, square: int) -> bool:
        """Whether something stood on `square` before that ply, and does after it, so that it has to be lifted to be put back.

        Not before the ply was told: then what it takes may have been put back rather than taken.
        """
        positions = self.positions
        effect = positions.effect(undid, square)
        if square != positions.origin(undid) and not (self.touching.stacks and positions.has(positions.told, undid)):
            return False
        return effect == STACK or effect == SWAP
