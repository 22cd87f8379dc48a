"""Which lines are near: those that cost hardly more than the best one, and not for a ply to which hands are led.

Of such a ply there is nothing to ask, as its side may play no other: the best line is right. After construction nothing allocates.
"""

from shared_rules.recognition.beam import Beam
from shared_rules.recognition.gestures import HIDDEN, MARGIN, OTHER_MARGIN, PROOF, WHOLE_MARGIN
from shared_rules.recognition.lines import DONE, HOPE, LOOSE, ROOM, TOTAL, UNDID
from shared_rules.recognition.positions import NONE, TAKES
from shared_rules.recognition.trouble import Trouble


class Near:
    """`is_near[i]` says it of the i-th line of the beam, since `find`."""

    def __init__(self, beam: Beam, trouble: Trouble) -> None:
        self.positions = beam.positions
        self.lines = beam.lines
        self.row = beam.row
        self.touching = beam.touching
        self.legal = beam.legal
        self.trouble = trouble
        self.is_near = bytearray(ROOM)

    def best(self) -> int:
        """The line that is likeliest: the cheapest, or one that costs hardly more with the ply to which hands are led."""
        rank = self.lines.rank
        row = self.row
        positions = self.positions
        for i in range(self.lines.count if self.legal.held else 0):
            line = rank[i]
            if row[line + TOTAL] >= row[rank[0] + TOTAL] + WHOLE_MARGIN:
                break
            if not row[line + LOOSE] and positions.has(row[line], positions.told):
                if self.legal.has_led(row[line], positions.told):
                    return line
        return rank[0]

    def find(self, best: int) -> int:
        """Find the lines that cost hardly more than the best one; gives the last position that is on the way of all."""
        positions = self.positions
        lines = self.lines
        row = self.row
        common = row[best]
        for i in range(lines.count):
            line = lines.rank[i]
            more = row[line + TOTAL] - row[best + TOTAL]
            near = more < MARGIN or more < HIDDEN and more < self.reach(best, line)
            if near and self.legal.held:
                near = not self._differ_in_led(row[best], row[line])
            self.is_near[i] = 1 if near else 0
            if near:
                common = positions.meet(common, row[line])
        return common

    def _differ_in_led(self, one: int, other: int) -> bool:
        """Whether only one of these positions comes after a ply to which hands are led."""
        before = self.positions.meet(one, other)
        return self.legal.has_led(one, before) or self.legal.has_led(other, before)

    def reach(self, best: int, line: int) -> int:
        """By how much more than the best one the line has to cost not to be near: by MARGIN at least, by HIDDEN at most."""
        return self.reach_if(best, line, self.row[line + LOOSE])

    def reach_if(self, best: int, line: int, loose: int) -> int:
        """The same, if so many touches of the line are loose."""
        positions = self.positions
        row = self.row
        node = row[line]
        if loose > row[best + LOOSE]:
            return MARGIN
        if positions.has(row[best], node):
            return WHOLE_MARGIN if self._looks_alike(best, line) else MARGIN
        told = positions.has(node, positions.told)
        if not positions.has(node, row[best]):
            if told:
                return WHOLE_MARGIN
            return HIDDEN if self._is_hidden(line) else OTHER_MARGIN
        if told and row[best + UNDID] != NONE:
            return WHOLE_MARGIN  # rather than put back and made again it may have been replied to from the same squares
        return MARGIN

    def _is_hidden(self, line: int) -> bool:
        """Whether no sensor tells what is told from the line's ply, done since that was told: one of them takes or covers.

        But not if something was refused since: what was lifted for that has been put right.
        """
        positions = self.positions
        node = self.row[line]
        before = positions.meet(positions.told, node)
        instead = positions.after(node, before)
        since = positions.told_at[positions.told]
        if instead == NONE or self.trouble.refused_at > since:
            return False
        facts = positions.facts[instead] | positions.facts[positions.after(positions.told, before)]
        done = self.row[self.touching.step_of(line, instead) + DONE]
        return facts & TAKES != 0 and done > since

    def _looks_alike(self, best: int, line: int) -> bool:
        """Whether the line has put back what the best one has with a reply from its squares, or the other way round.

        Hands do the same then.
        """
        positions = self.positions
        undid = self.row[line + UNDID]
        node = self.row[best]
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
        """Whether all near lines lead there."""
        lines = self.lines
        for i in range(lines.count):
            if self.is_near[i] and self.row[lines.rank[i]] != node:
                return False
        return True

    def is_alone(self, best: int, node: int) -> bool:
        """Whether all lines that are to be thought of lead by `node`."""
        row = self.row
        most = row[best + TOTAL] + PROOF
        for i in range(self.lines.count):
            line = self.lines.rank[i]
            if row[line + TOTAL] > most:
                return True
            if not self.positions.has(row[line], node):
                return False
        return True

    def may_come(self, best: int, line: int, node: int) -> bool:
        """Whether the line, without the ply to `node`, is near once what is in hands is put back."""
        row = self.row
        more = row[line + HOPE] - row[best + TOTAL]
        if not row[line + LOOSE] or more >= WHOLE_MARGIN or self.positions.has(row[line], node):
            return False
        if self.legal.held and self._differ_in_led(row[best], row[line]):
            return False
        return more < self.reach_if(best, line, 0)
