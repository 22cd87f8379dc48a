"""What the piece that made a ply could have done instead, kept with footprints after the position has moved on.

They are collected while the squares are compared with the legal plies: all plies whose origin was touched, and all
placements from hand. Once one of them is chosen, the others of the same piece are its alternatives. Pure, allocates
nothing after construction.
"""

from array import array

from shared_rules.codes import ARRIVE, KIND_PASS, LEAVE, MAYBE, NOWHERE, PATH, STACK, SWAP, TAKEN, const
from shared_rules.recognition.seen import NO, YES

APART_MS = const(300)  # one piece closes two sensors at once for up to 250
BESIDE_MS = const(30)  # which close within this
GLANCES = const(24)  # looked at at once: 5 ms of a Pico
MOST = const(72)  # plies kept, of all pieces touched; what finds no room is only not known as an alternative
PLAIN = const(4)  # bytes of a footprint that takes nothing off: from a square to a square
MOST_BYTES = const(480)  # of their footprints; below 512, for half of where one ends is kept in a byte


class Alternatives:
    """The plies of one piece from one position, and of those one, `ply`, that was played."""

    def __init__(self, game) -> None:
        self._game = game
        most = min(MOST, game.max_plies)
        self._plies = array("i", [0] * most)
        self._to = bytearray(most)
        self._half = bytearray(most)  # half of where each footprint ends
        self._room = 2 * game.max_footprint
        self.foot = bytearray(min(MOST_BYTES, self._room * most) + self._room)
        self.clear()

    def clear(self) -> None:
        """None."""
        self._count = 0
        self.top = 0  # where in `foot` the next footprint goes
        self._mine = self._mine_end = 0
        self.ply = -1
        self.to = NOWHERE  # where its piece ended
        self.look_anew()
        self._trades = False  # whether any other moves a piece that the ply takes, or takes the one it moves
        self.from_hand = False  # whether the ply put a piece from hand on the board

    def kept(self) -> int:
        """How many there are, of all pieces touched."""
        return self._count

    def add(self, ply: int, end: int) -> None:
        """Keep a ply whose footprint has been written into foot[top:end]."""
        n = self._count
        if end + self._room <= len(self.foot) and n < len(self._plies):
            self._plies[n] = ply
            self._to[n] = self._game.destination(ply)
            self._half[n] = end >> 1
            self._count = n + 1
            self.top = end

    def choose(self, ply: int) -> None:
        """`ply`, one of those kept and legal in the game's position, is the one that was played."""
        self.ply = ply
        self.look_anew()
        if self._game.kind(ply) == KIND_PASS:
            self.clear()
            return
        i = 0
        while i < self._count and self._plies[i] != ply:
            i += 1
        if i == self._count:
            # Only when an answer comes before the squares have been compared again: it stands alone then.
            self.clear()
            self.ply = ply
            self.add(ply, self._game.footprint(ply, self.foot, 0))
            i = 0
        self.to = self._to[i]
        self._mine = 2 * self._half[i - 1] if i else 0
        self._mine_end = 2 * self._half[i]
        self.from_hand = self.foot[self._mine + 1] == ARRIVE
        self._trades = False
        start = 0
        plain = self._mine_end - self._mine <= PLAIN
        for i in range(self._count):
            end = 2 * self._half[i]
            if not (plain and end - start <= PLAIN) and self._traded(start, end, True):
                self._trades = True
            start = end

    def _turned(self, i: int) -> bool:
        """Whether the i-th goes between the same squares the other way round: stacks lifted, one card left its own."""
        return self._plies[i] & 255 == self.to and self._to[i] == self.ply & 255 and self.foot[self._mine + 1] == LEAVE

    def _unturned(self, i: int, start: int) -> bool:
        """Whether the i-th is of a single card between the same squares, whose own was closed but for a while."""
        return self.foot[start + 1] == LEAVE and self._plies[i] & 255 == self.to and self._to[i] == self.ply & 255

    def _traded(self, start: int, end: int, lifted: int) -> int:
        """Whether in the footprint foot[start:end] the piece that moves and the own one it jumps over are the other way round.

        If it is the other that does not jump, the piece must have been `lifted` since it arrived: the square where a jump
        began may be closed for many reasons.
        """
        return self._takes(start, end, self._mine) or (lifted and self._takes(self._mine, self._mine_end, start))

    def _takes(self, start: int, end: int, other: int) -> bool:
        """Whether the footprint foot[start:end] takes what the one that begins at `other` moves."""
        foot = self.foot
        for i in range(start + 2, end, 2):
            if foot[i + 1] == TAKEN and foot[i] == foot[other]:
                return True
        return False

    def _is_apart(self, seen, here, square: int) -> bool:
        """Whether `square` closed well after the ply's own did, and long before the piece was lifted from there."""
        closed = seen.closed[square]
        return closed > seen.closed[self.to] + BESIDE_MS and here.opened[self.to] - closed > APART_MS

    def _same_piece(self, i: int, start: int) -> int:
        """Whether the i-th, whose footprint begins at `start`, is of the piece that made the ply."""
        from_hand = self.foot[start + 1] == ARRIVE
        if self.from_hand:
            # Above the two squares, the ply of a piece from hand says which piece it is.
            return from_hand and self._plies[i] >> 16 == self.ply >> 16
        return not from_hand and self._plies[i] & 255 == self.ply & 255

    def look_anew(self) -> None:
        """`look` is to begin with the first."""
        self._looked = 0
        self.hit = -1
        self.hits = self._hit_from = self._hit_until = 0
        self.going_on = False
        self.turned = -1  # the ply that goes the other way, which what looks put back may as well be

    def look(self, seen, now: bytearray, differs: int, here, final: int, relaid: int) -> bool:
        """Find those that are complete, `seen` from the position before: `hits` and the last `hit`; `going_on` if one
        other than the ply that was played is under way. `here` is seen from the position after the ply. The ply `final`
        alone if it is among them: it was the last that stood for long enough. A stack that was lifted again (`relaid`: and
        that was forgotten) may be put back as well as on the way to the turned ply.

        Looks at a few and gives True when it has looked at all."""
        to = self.to
        lifted = to != NOWHERE and here.opened[to] > 0
        free = lifted or self.from_hand or self.in_hand(seen)
        first = self._looked
        last = min(first + GLANCES, self._count)
        start = 2 * self._half[first - 1] if first else 0
        for i in range(first, last):
            end = 2 * self._half[i]
            if start != self._mine:
                same = self._same_piece(i, start)
                turned = not same and (self._turned(i) or (self.ply != final and self._unturned(i, start)))
                if same or turned or (self._trades and self._traded(start, end, lifted)):
                    sure = seen.complete(now, differs, self.foot, start, end) if not same or free else NO
                    if sure == YES or (sure and self._plies[i] == final):
                        if turned and (lifted or relaid):
                            self.turned = self._plies[i]
                            start = end
                            continue
                        if same and lifted and now[to] and here.stray(self.foot, start, end, here.opened[to]):
                            start = end
                            continue  # the stack it stands on is back, and another piece was lifted since
                        if same and lifted and self._is_apart(seen, here, self._to[i]):
                            start = end
                            continue  # another piece was put there
                        self.hit = self._plies[i]
                        self.hits += 1
                        self._hit_from = start
                        self._hit_until = end
                        if self.hit == final:
                            self.hits = 1
                            self._looked = self._count
                            return True
                    elif differs and not self.going_on and (lifted or not same):
                        self.going_on = seen.under_way(now, differs, self.foot, start, end)
            start = end
        self._looked = last
        return last == self._count

    def rival(self, seen, now: bytearray, ply: int) -> int:
        """A ply of the same piece onto a square that was lifted from and closed again after the piece had left its own;
        the empty square where `ply` ends may be closed by the piece's edge, or its opening was missed. -1: none.

        An opponent's piece counts if both squares closed at once, for the opponent may touch it later; one of its own
        side if it closed later, for a card may be put down just when the rest of its stack is back.
        """
        game = self._game
        origin = ply & 255
        to = game.destination(ply)
        if to == NOWHERE or to == origin or seen.base[to] or not seen.base[origin]:
            return -1
        left = seen.opened[origin]
        arrived = seen.closed[to]
        for i in range(self._count):
            square = self._to[i]
            if self._plies[i] & 255 == origin and square != to and square != origin and square != NOWHERE:
                if seen.base[square] and now[square] and seen.opened[square] > 0 and 0 < left <= seen.closed[square]:
                    later = seen.closed[square] - arrived
                    if later > BESIDE_MS if game.piece_side(square) == game.side else abs(later) <= BESIDE_MS:
                        return self._plies[i]
        return -1

    def reach(self, origin: int, square: int) -> bool:
        """Whether a ply of the piece from `origin` has `square` in its footprint."""
        start = 0
        for i in range(self._count):
            end = 2 * self._half[i]
            if self._plies[i] & 255 == origin:
                for j in range(start + 2, end, 2):
                    if self.foot[j] == square:
                        return True
            start = end
        return False

    def touch(self, square: int) -> bool:
        """Whether any of the piece's footprints has `square`."""
        start = 0
        for i in range(self._count):
            if self._same_piece(i, start):
                for j in range(start, 2 * self._half[i], 2):
                    if self.foot[j] == square:
                        return True
            start = 2 * self._half[i]
        return False

    def may_go_on(self) -> bool:
        """Whether the piece can still go on to another ply that takes or covers all that this one has.

        Or the other way round: of two cards that are both lifted one is closed but for a while.
        """
        if self.has(self.to, self.ply & 255):
            return True
        start = 0
        for i in range(self._count):
            end = 2 * self._half[i]
            if start != self._mine and self._same_piece(i, start) and self._reaches(start, end):
                return True
            start = end
        return False

    def _reaches(self, start: int, end: int) -> bool:
        foot = self.foot
        for i in range(self._mine + 2, self._mine_end, 2):
            effect = foot[i + 1]
            if effect != ARRIVE and effect != PATH:
                j = start
                while j < end and foot[j] != foot[i]:
                    j += 2
                if j >= end:
                    return False
        return True

    def turns(self, other: int) -> bool:
        """Whether the ply goes between the same squares as `other`, one of those kept, the other way round."""
        for i in range(self._count):
            if self._plies[i] == other:
                return self._turned(i)
        return False

    def astray(self, seen, since: int) -> int:
        """How many squares besides its own were lifted from after the time `since`."""
        return seen.stray(self.foot, self._mine, self._mine_end, since)

    def hit_astray(self, seen, since: int) -> int:
        """The same for the squares of the last ply that `look` found."""
        return seen.stray(self.foot, self._hit_from, self._hit_until, since)

    def hit_begun(self, seen, time: int) -> int:
        """When something that the last ply that `look` found takes or covers was first lifted, `time` if not before that."""
        for i in range(self._hit_from + 2, self._hit_until, 2):
            opened = seen.opened[self.foot[i]]
            if self.foot[i + 1] != PATH and 0 < opened < time:
                time = opened
        return time

    def adds_to(self, other: int, base: bytearray) -> bool:
        """Whether the ply has a piece on a square that is empty after `other`, one of those kept; `base` before both."""
        i = 0
        while i < self._count and self._plies[i] != other:
            i += 1
        if i == self._count:
            return False
        foot = self.foot
        start = 2 * self._half[i - 1] if i else 0
        for j in range(self._mine, self._mine_end, 2):
            if foot[j + 1] == ARRIVE or foot[j + 1] == SWAP or foot[j + 1] == STACK:
                closed = base[foot[j]]
                for k in range(start, 2 * self._half[i], 2):
                    if foot[k] == foot[j]:
                        closed = foot[k + 1] != LEAVE and foot[k + 1] != TAKEN
                if not closed:
                    return True
        return False

    # The ply's own squares

    def stands(self, now: bytearray) -> bool:
        """Whether the squares of the ply's own footprint are as it leaves them."""
        foot = self.foot
        for i in range(self._mine, self._mine_end, 2):
            effect = foot[i + 1]
            if effect == LEAVE or effect == TAKEN or effect == PATH:
                if now[foot[i]]:
                    return False
            elif effect != MAYBE and not now[foot[i]]:
                return False
        return self._mine_end > 0

    def undone(self, seen, now: bytearray, begun: int) -> int:
        """Since when, after the time `begun`, the ply's own squares have stood as before it, `seen` from there; 0 if not."""
        return seen.undone(now, self.foot, self._mine, self._mine_end, begun)

    def owns(self, square: int) -> bool:
        """Whether `square` is one of them."""
        for i in range(self._mine, self._mine_end, 2):
            if self.foot[i] == square:
                return True
        return False

    def since(self, seen) -> int:
        """When the last of those squares changed, `seen` from the position before."""
        time = 0
        for i in range(self._mine, self._mine_end, 2):
            if self.foot[i + 1] != PATH:
                time = max(time, seen.opened[self.foot[i]], seen.closed[self.foot[i]])
        return time

    def arrived(self, seen) -> int:
        """When its piece closed the square where it ended; when the last of its squares changed, if that is not known."""
        time = seen.closed[self.to] if self.to != NOWHERE else 0
        return time if time > 0 else self.since(seen)

    def in_hand(self, seen) -> bool:
        """Whether the piece left its square after that where the ply ended was closed: unless it slid, it is in the hand."""
        if self.to == NOWHERE or self.foot[self._mine + 1] != LEAVE:
            return False
        return seen.opened[self.ply & 255] > seen.closed[self.to] > 0

    def covers(self) -> bool:
        """Whether the ply puts its piece on a stack or lifts one."""
        for i in range(self._mine, self._mine_end, 2):
            if self.foot[i + 1] == STACK:
                return True
        return False

    def put_back(self, here) -> bool:
        """Whether what the ply covered or captured has been lifted again; the squares stand as before the ply."""
        foot = self.foot
        for i in range(self._mine, self._mine_end, 2):
            if (foot[i + 1] == SWAP or foot[i + 1] == STACK) and here.opened[foot[i]] <= 0:
                return False
        return True

    def is_other(self, here) -> bool:
        """Whether the piece that now stands where the ply's came from stood there long before that was lifted."""
        origin = self.foot[self._mine]
        return self.foot[self._mine + 1] == LEAVE and here.closed[origin] + APART_MS < here.opened[self.to]

    def holds(self, here) -> bool:
        """Whether after the ply a piece may be in a hand: one that it captured, or of a stack that was lifted again."""
        for i in range(self._mine, self._mine_end, 2):
            effect = self.foot[i + 1]
            if effect == TAKEN or effect == MAYBE or effect == SWAP:
                return True
            if effect == STACK and here.opened[self.foot[i]]:
                return True
        return False

    def has(self, origin: int, to: int) -> bool:
        """Whether a ply between these squares is kept."""
        for i in range(self._count):
            if self._plies[i] & 255 == origin and self._to[i] == to:
                return True
        return False

    def stacked_back(self, here) -> bool:
        """Whether the card moved from a stack was lifted again and the stack after it, as when it is put back on it."""
        foot = self.foot
        origin = foot[self._mine]
        if not self._mine_end or foot[self._mine + 1] != STACK:
            return False
        lifted = here.opened[self.to]
        closed = here.closed[self.to]
        return 0 < lifted < here.closed[origin] and (closed < lifted or 0 < here.opened[origin] < closed)

    def loosen(self, here, now: bytearray) -> None:
        """Pieces that no longer matter may stand or be taken away."""
        for i in range(self._mine, self._mine_end, 2):
            if self.foot[i + 1] == MAYBE:
                here.loosen(self.foot[i], now[self.foot[i]])

    def forget_others(self, seen) -> None:
        """Let `seen`, from the position before, forget what was touched besides the ply's own squares."""
        seen.forget_but(self.foot, self._mine, self._mine_end)
