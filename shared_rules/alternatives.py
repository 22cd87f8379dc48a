"""What the piece that made a ply could have done instead, kept with footprints after the position has moved on.

Pure, allocates nothing after construction.
"""

from array import array

from shared_rules.codes import ARRIVE, KIND_PASS, LEAVE, MAYBE, PATH, STACK, SWAP, TAKEN, const
from shared_rules.seen import YES

MOST_BYTES = const(4096)  # of footprints; a piece with more can go on only to the first of its plies


class Alternatives:
    """The plies of one piece from one position, and of those one, `ply`, that was played."""

    def __init__(self, game):
        self._plies = array("i", [0] * game.max_plies)
        self._end = array("H", [0] * game.max_plies)
        self._foot = bytearray(min(MOST_BYTES, 2 * game.max_footprint * game.max_plies))
        self._room = 2 * game.max_footprint
        self.clear()

    def clear(self):
        """None."""
        self._count = 0
        self._mine = self._mine_end = 0
        self.ply = -1
        self.hit = -1
        self.hits = 0
        self.going_on = False
        self.from_hand = False  # whether the ply put a piece from hand on the board

    def keep(self, game, ply, plies, count):
        """Take from plies[0:count], legal in the position of `game`, those of the piece that makes `ply`.

        All placements from hand are one piece's; and where stacks are lifted, the ply between the same two squares
        the other way round may be what the hands are about.
        """
        self.clear()
        self.ply = ply
        foot = self._foot
        game.footprint(ply, foot, 0)
        if game.kind(ply) == KIND_PASS:
            return
        from_hand = self.from_hand = foot[1] == ARRIVE
        target = game.destination(ply)
        end = self._mine_end = game.footprint(ply, foot, 0)
        self._plies[0] = ply
        self._end[0] = end
        n = 1
        for i in range(count):
            other = plies[i]
            if other == ply or game.kind(other) == KIND_PASS or end + self._room > len(foot):
                continue
            turned = other & 255 == target and game.destination(other) == ply & 255
            if from_hand or turned or other & 255 == ply & 255:
                after = game.footprint(other, foot, end)
                if turned and foot[1] != LEAVE:
                    continue  # the same footprint, which only an answer tells apart, or one that comes before
                if from_hand == (foot[end + 1] == ARRIVE):
                    end = after
                    self._plies[n] = other
                    self._end[n] = end
                    n += 1
        self._count = n

    def look(self, seen, now, differs, lifted):
        """Find those that are complete, `seen` from the position before: `hits` and the last `hit`; `going_on` if one
        other than the ply that was played is under way. `lifted` says whether the piece has left its new square."""
        self.hit = -1
        self.hits = 0
        self.going_on = False
        start = self._mine_end
        for i in range(1, self._count):
            end = self._end[i]
            if not lifted and self._plies[i] & 255 == self.ply & 255:
                pass
            elif seen.complete(now, differs, self._foot, start, end) == YES:
                self.hit = self._plies[i]
                self.hits += 1
            elif differs and not self.going_on and seen.under_way(now, differs, self._foot, start, end):
                self.going_on = True
            start = end

    def touch(self, square):
        """Whether any of the footprints has `square`."""
        end = self._end[self._count - 1] if self._count else 0
        for i in range(0, end, 2):
            if self._foot[i] == square:
                return True
        return False

    def stands(self, now):
        """Whether the squares of the ply's own footprint are as it leaves them."""
        foot = self._foot
        for i in range(0, self._mine_end, 2):
            effect = foot[i + 1]
            if effect == LEAVE or effect == TAKEN or effect == PATH:
                if now[foot[i]]:
                    return False
            elif effect != MAYBE and not now[foot[i]]:
                return False
        return self._mine_end > 0

    def since(self, seen):
        """When the last of those squares changed, `seen` from the position before."""
        time = 0
        for i in range(0, self._mine_end, 2):
            if self._foot[i + 1] != PATH:
                time = max(time, seen.opened[self._foot[i]], seen.closed[self._foot[i]])
        return time

    def forget_others(self, seen):
        """Let `seen`, from the position before, forget what was touched besides the ply's own squares."""
        for square in range(seen.size):
            if seen.opened[square] or seen.closed[square]:
                i = 0
                while i < self._mine_end and self._foot[i] != square:
                    i += 2
                if i >= self._mine_end:
                    seen.opened[square] = seen.closed[square] = 0

    def put_back(self, here):
        """Whether what the ply covered or captured has been lifted again; the squares stand as before the ply."""
        foot = self._foot
        for i in range(0, self._mine_end, 2):
            if (foot[i + 1] == SWAP or foot[i + 1] == STACK) and not here.opened[foot[i]]:
                return False
        return True

    def loosen(self, here, now):
        """Pieces that no longer matter may stand or be taken away."""
        for i in range(0, self._mine_end, 2):
            if self._foot[i + 1] == MAYBE:
                here.loosen(self._foot[i], now[self._foot[i]])

    def may_go_on(self):
        """Whether the piece can still go on to another ply that takes or covers all that this one has."""
        start = self._mine_end
        for i in range(1, self._count):
            end = self._end[i]
            if self._reaches(start, end):
                return True
            start = end
        return False

    def _reaches(self, start, end):
        foot = self._foot
        for i in range(2, self._mine_end, 2):
            effect = foot[i + 1]
            if effect != ARRIVE and effect != PATH:
                j = start
                while j < end and foot[j] != foot[i]:
                    j += 2
                if j >= end:
                    return False
        return True
