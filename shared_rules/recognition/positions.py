"""The positions that may have come about: a tree of those after the plies that the edges allow.

A position is a number, an index into the arrays here. The one game object is taken from one to another (`go`) as it is needed.
After construction nothing allocates.
"""

from array import array

from shared_rules.codes import ARRIVE, NOWHERE, PLACED, STACK, SWAP, TAKEN, const

ROOM = const(40)
NONE = const(255)  # no position
NOTHING = const(-1)  # no ply

BEFORE = const(1)  # when all was played that was committed before this recognizer began: the first time there is

# What is known of the ply that leads to a position.
FROM_HAND = const(1)  # it puts a piece on the board
BETWEEN_STACKS = const(2)  # it goes from one stack to another
TAKES = const(4)  # it ends where a piece was, or goes round to where it began
PASS = const(8)
GOES_ON = const(16)  # it is the second one of a turn: what was picked up is placed
CHOSEN = const(32)  # a player chose it
PASSED = const(64)  # a pass is the only ply after it
USED = const(128)  # a hypothesis leads there, or somebody else remembers it
NAMED = const(256)  # a player chose it among those that no sensor tells apart
ALIKE = const(512)  # there are others that no sensor tells from it, so it was asked
MOVES_TWO = const(1024)  # it moves two pieces of the player


def effect_in(feet: bytearray, i: int, square: int) -> int:
    """What the footprint that begins in `feet` at `i` does to `square`; 0 for nothing."""
    while feet[i + 1]:
        if feet[i] == square:
            return feet[i + 1]
        i += 2
    return 0


def is_same(foot: bytearray, feet: bytearray, i: int) -> bool:
    """Whether the footprint that begins in `feet` at `i` is `foot`."""
    n = 0
    while foot[n + 1] and foot[n] == feet[i + n] and foot[n + 1] == feet[i + n + 1]:
        n += 2
    return not (foot[n + 1] or feet[i + n + 1])


class Positions:
    """Of each position: where it comes from (`parent`), by which `ply`, how many before it (`depth`), who plays there (`side`)."""

    def __init__(self, game) -> None:
        self.game = game
        self.width = 2 * game.max_footprint + 2
        self.moves_two = getattr(game, "moves_two", False)
        self.parent = bytearray(ROOM)
        self.depth = bytearray(ROOM)
        self.ply = array("i", [0] * ROOM)
        self.side = bytearray(ROOM)
        self.facts = array("H", [0] * ROOM)
        self.to = bytearray(ROOM)  # where its ply ends
        self.feet = bytearray(ROOM * self.width)  # the footprint of each ply, ended by a 0 in the place of an effect
        self.end = 1  # no position is known from this number on
        self.at = 0  # where the game is,
        self.moves = 0  # and how many plies were played and taken back to get there
        self.committed_at = array("i", [0] * ROOM)  # when the last edge came of each ply committed
        self.committed = self.proposed = 0  # the positions after the plies committed, and after the one proposed
        self.retracted = NONE  # what was committed before it was retracted
        self.chosen_at = 0  # when a player last said what had been played
        self.lit = bytearray(self.width)  # the footprint of the ply to which the lights lead
        self._foot = bytearray(self.width)
        self._way = bytearray(ROOM)
        self.most = getattr(game, "max_plies_from", game.max_plies)
        self.plies = array("i", [0] * self.most)  # from one square: for whoever looks at them next

    def begin(self, plies: array, count: int) -> None:
        """Of the positions those are known that `plies[0:count]` lead to, played last and committed; 0 is the first.

        The game is in the last one. `plies` is not that of this object.
        """
        for _ in range(count):
            self.game.pop()
        for node in range(ROOM):
            self.facts[node] = 0
        self.end = 1
        self.parent[0] = NONE
        self.ply[0] = NOTHING
        self.depth[0] = 0
        self.to[0] = NOWHERE
        self.feet[1] = 0
        self.facts[0] = USED
        self._look(0)
        self.at = self.committed = 0
        self.retracted = NONE
        self.lit[1] = 0
        for i in range(count):
            foot = self._foot
            foot[self.game.footprint(plies[i], foot, 0) + 1] = 0
            self.committed = self.child(self.committed, plies[i], foot)
            self.committed_at[self.committed] = BEFORE
        self.proposed = self.committed

    # The way from one to another

    def was_retracted(self, node: int) -> bool:
        """Whether what was retracted is on the way to `node`."""
        return self.retracted != NONE and self.has(node, self.retracted)

    def has(self, node: int, before: int) -> bool:
        """Whether `before` is on the way to `node`, or is it."""
        depth = self.depth
        least = depth[before]
        while depth[node] > least:
            node = self.parent[node]
        return node == before

    def after(self, node: int, before: int) -> int:
        """The first position after `before` on the way to `node`; NONE if `node` is `before`, or does not come after it."""
        next_to = self.depth[before] + 1
        while self.depth[node] > next_to:
            node = self.parent[node]
        return node if self.parent[node] == before else NONE

    def meet(self, one: int, other: int) -> int:
        """The last position that is on the way to both."""
        depth = self.depth
        parent = self.parent
        while one != other:
            if depth[one] < depth[other]:
                other = parent[other]
            else:
                one = parent[one]
        return one

    def go(self, node: int) -> None:
        """Take the game there."""
        if self.at == node:
            return
        game = self.game
        depth = self.depth
        parent = self.parent
        way = self._way
        at = self.at
        to = node
        steps = 0
        while at != to:
            if depth[at] < depth[to]:
                way[steps] = to
                steps += 1
                to = parent[to]
            else:
                game.pop()
                at = parent[at]
                self.moves += 1
        self.moves += steps
        while steps:
            steps -= 1
            game.push(self.ply[way[steps]])
        self.at = node

    # What is known of one

    def played(self, node: int) -> int:
        """The position after the last ply on the way to `node` that is not a pass."""
        return self.parent[node] if self.facts[node] & PASS else node

    def note_effects(self, node: int, effects: bytearray) -> None:
        """Write what the ply that leads to `node` does to each of its squares."""
        i = node * self.width
        while self.feet[i + 1]:
            effects[self.feet[i]] = self.feet[i + 1]
            i += 2

    def origin(self, node: int) -> int:
        """Where the ply that leads to `node` begins."""
        return self.feet[node * self.width]

    def leaving(self, node: int) -> int:
        """What it does there, as footprints say; 0 for a pass."""
        return self.feet[node * self.width + 1]

    def leaves_stack(self, node: int) -> bool:
        """Whether the ply that leads to `node` takes a stack's top card to an empty square."""
        i = node * self.width
        return self.feet[i + 1] == STACK and self.feet[i + 3] == ARRIVE

    def effect(self, node: int, square: int) -> int:
        """What the ply that leads to `node` does to `square`, as footprints say; 0 for nothing."""
        return effect_in(self.feet, node * self.width, square)

    def took(self, node: int) -> bool:
        """Whether the ply that leads to `node` takes a piece off a square where nothing comes."""
        i = node * self.width
        while self.feet[i + 1]:
            if self.feet[i + 1] == TAKEN:
                return True
            i += 2
        return False

    def captures(self, node: int) -> bool:
        """Whether the ply that leads to `node` ends where it captured: what it took was off before."""
        return self.effect(node, self.to[node]) == SWAP

    def is_foot(self, node: int, foot: bytearray) -> bool:
        """Whether the ply that leads to `node` has that footprint."""
        return is_same(foot, self.feet, node * self.width)

    def returns(self, node: int, before: int) -> bool:
        """Whether the ply that leads to `node` begins and ends on squares of the one that leads to `before`; a pass does not."""
        return self.effect(before, self.origin(node)) != 0 and self.effect(before, self.to[node]) != 0

    def exchanges(self, node: int) -> bool:
        """Whether the ply that leads to `node` is that two pieces exchange their squares."""
        return self.facts[node] & MOVES_TWO != 0 and self.leaving(node) == SWAP and self.captures(node)

    def is_part(self, part: int, whole: int) -> bool:
        """Whether the ply that leads to `part` is what one of the two pieces does that the one to `whole` moves."""
        i = part * self.width
        while self.feet[i + 1]:
            if not self.effect(whole, self.feet[i]):
                return False
            i += 2
        return self.facts[whole] & MOVES_TWO != 0

    def is_lit(self, node: int, square: int) -> bool:
        """Whether hands are led to touch `square` in `node`."""
        return node == self.committed and effect_in(self.lit, 0, square) != 0

    # More of them

    def child(self, node: int, ply: int, foot) -> int:
        """The position after `ply`, of that footprint, in `node`, where the game is; NONE if there is no room.

        What a player has named was played then: played anew, it may be another one of those that look alike.
        """
        parent = self.parent
        for i in range(self.end):
            if parent[i] == node and self.ply[i] == ply and self.facts[i] and not self.facts[i] & NAMED:
                return i
        free = 0
        while free < self.end and self.facts[free]:
            free += 1
        if free == ROOM:
            return NONE
        if free == self.end:
            self.end += 1
        self._add(free, node, ply, foot)
        return free

    def _add(self, new: int, node: int, ply: int, foot: bytearray) -> None:
        feet = self.feet
        at = new * self.width
        n = 0
        while foot[n + 1]:
            feet[at + n] = foot[n]
            feet[at + n + 1] = foot[n + 1]
            n += 2
        feet[at + n + 1] = 0
        self.parent[new] = node
        self.depth[new] = self.depth[node] + 1
        self.to[new] = self.game.destination(ply)
        self.facts[new] = USED | self._facts(node, foot, n)
        self.play(new, ply)

    def _facts(self, node: int, foot: bytearray, n: int) -> int:
        if not n:
            return PASS
        if n == 2:
            return TAKES if foot[1] != ARRIVE else FROM_HAND | GOES_ON if self.took(node) else FROM_HAND
        facts = MOVES_TWO if self.moves_two and self._moves_two(foot) else 0
        if foot[3] == ARRIVE:
            return facts
        return facts | TAKES | BETWEEN_STACKS if foot[1] == foot[3] == STACK else facts | TAKES

    def _moves_two(self, foot: bytearray) -> bool:
        """Whether the footprint is of two pieces: the second one comes where none was, or from where the first one leaves."""
        if foot[1] == SWAP and (foot[3] == ARRIVE or foot[3] == SWAP):
            return True
        n = 0
        while foot[n + 1] and foot[n + 1] != PLACED:
            n += 2
        return foot[n + 1] == PLACED

    def passed(self, node: int) -> int:
        """The position after the pass that is the only ply there; `node` if there is another, or no room."""
        if not self.facts[node] & PASSED:
            return node
        self.go(node)
        self.game.plies_from(NOWHERE, self.plies, 0)
        passed = self.child(node, self.plies[0], b"\x00\x00")
        return node if passed == NONE else passed

    def play(self, node: int, ply: int) -> None:
        """What leads to `node` is `ply`, which no sensor tells from what it was. The game is in the position before it."""
        self.ply[node] = ply
        self.go(node)
        self._look(node)

    def _look(self, node: int) -> None:
        """Note who is to play in `node`, where the game is, and whether that is a pass."""
        self.side[node] = self.game.side
        self.facts[node] &= ~PASSED
        if self.game.plies_from(NOWHERE, self.plies, 0) == 1:
            self.facts[node] |= PASSED

    # Fewer

    def keep(self, node: int) -> None:
        """Mark `node`, and those before it: `sweep` leaves them."""
        facts = self.facts
        while node != NONE and not facts[node] & USED:
            facts[node] |= USED
            node = self.parent[node]

    def cut(self, root: int) -> None:
        """What comes before `root` is forgotten; all that is marked comes after it."""
        less = self.depth[root]
        self.parent[root] = NONE
        for node in range(self.end):
            if self.facts[node]:
                if self.depth[node] < less:
                    self.facts[node] = 0
                else:
                    self.depth[node] -= less

    def unmark(self) -> None:
        """Nothing is marked."""
        for node in range(self.end):
            self.facts[node] &= ~USED

    def sweep(self) -> None:
        """What is not marked is forgotten."""
        end = 0
        for node in range(self.end):
            if self.facts[node] & USED:
                end = node + 1
            else:
                self.facts[node] = 0
        self.end = end
