"""What may be played in the positions: the rules' plies, and of a side that is held only the one that is expected.

After construction nothing allocates.
"""

from array import array

from shared_rules.codes import STACK
from shared_rules.recognition.asked import ANSWERS
from shared_rules.recognition.lines import earlier
from shared_rules.recognition.positions import CHOSEN, NOTHING, PASS, Positions


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

    # A side that is held

    def hold(self, sides: int) -> None:
        """From now on these sides (bit 0 the first, bit 1 the second) may only play what `expect` says."""
        self.held = sides

    def expect(self, ply: int, digest: int, since: int) -> None:
        """Of a side that is held, `ply` may be played after what is told, in the position with that digest, where the game is.

        Hands are led to it `since` then. It is NOTHING if that is not known yet.
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
        """Whether hands were led to the ply that is expected by `time`."""
        return time >= self._expected_since

    def is_held(self, side: int) -> bool:
        """Whether that side may only play what is expected."""
        return self.held >> side & 1 != 0

    def has_replied(self, side: int) -> bool:
        """Whether that side is held, and it is known what it plays."""
        return self._expected >= 0 and self.is_held(side)

    def is_led(self, node: int) -> bool:
        """Whether hands were led to the ply to `node`, not the first position: its side could play no other, but for a pass."""
        positions = self.positions
        return not positions.facts[node] & PASS and self.is_held(positions.side[positions.parent[node]])

    def has_led(self, node: int, before: int) -> bool:
        """Whether any ply after `before` on the way to `node` is such a one."""
        while node != before:
            if self.is_led(node):
                return True
            node = self.positions.parent[node]
        return False

    # Plies

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
                self._foot[game.footprint(ply, self._foot, 0) + 1] = 0
                if positions.is_foot(node, self._foot):
                    self.found[found] = ply
                    found += 1
        return found

    def is_ambiguous(self, node: int) -> bool:
        """Whether no sensor tells the ply to `node` from another one, and nobody has said which it is."""
        positions = self.positions
        return not (positions.facts[node] & (CHOSEN | PASS) or self.is_led(node)) and self.alike(node) > 1

    def may_play(self, node: int, ply: int) -> bool:
        """Whether `ply` is legal in `node`."""
        self.positions.go(node)
        for n in range(self.game.plies_from(ply & 255, self._plies, 0)):
            if self._plies[n] == ply:
                return True
        return False

    def may_go(self, node: int, origin: int, to: int) -> bool:
        """Whether a ply from `origin` to `to` is legal in `node`."""
        self.positions.go(node)
        for n in range(self.game.plies_from(origin, self._plies, 0)):
            if self.game.destination(self._plies[n]) == to:
                return True
        return False

    def is_stack(self, node: int, square: int) -> bool:
        """Whether the plies from `square` leave the rest of a stack."""
        self.positions.go(node)
        if not self.game.plies_from(square, self._plies, 0):
            return False
        self.game.footprint(self._plies[0], self._foot, 0)
        return self._foot[1] == STACK
