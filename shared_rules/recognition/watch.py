"""Watching a position: what the sensors show, the legal plies, and which of them fit.

The lower half of the referee (resolver.py has the upper): time and edges come in, and in slices the legal plies are
listed, compared with the squares, and so are the alternatives to the last ply. Nothing here decides. After
construction nothing allocates.
"""

from array import array

from shared_rules.codes import ARRIVE, HOLE, KIND_PASS, NOWHERE, STACK, SWAP, const
from shared_rules.recognition.alternatives import PLAIN, Alternatives
from shared_rules.recognition.debounce import WRAP
from shared_rules.recognition.events import Events
from shared_rules.recognition.seen import WEAK, Seen

MAX_OFFERS = const(16)
NOTHING = const(-1)

# What the next step does.
IDLE = const(0)  # nothing, but for what is due
LISTING = const(1)  # list the legal plies of the position, a few squares a step
COMPARING = const(2)  # compare the squares with them, a few plies a step
LOOKING = const(3)  # compare them with what the last piece could have done instead
DECIDING = const(4)
GOING_ON_MS = const(350)  # after so long a piece has arrived: passing over takes up to 250
LIST_WORK = const(8)  # listing the plies of one square counts like comparing this many
ONE_ASTRAY = const(64)  # in the score of a ply that fits, a square touched that it does not explain
HIT_WORK = const(4)  # and so does weighing one that fits
WHOLE = const(100)  # work for a step of somebody who has no need of short ones
RIVALS = const(16)  # kept plies that the search for a rival looks at for the price of comparing one


class Watch(Events):
    """The squares and the plies of one game; memory is taken for that game's frame and bounds.

    `slot` is the ply that leads from the position `before` to the position `here` (NOTHING: none), `final` is the
    one that was told, `plies[0:count]` are legal from `here`.
    """

    def __init__(self, game) -> None:
        super().__init__()
        self.game = game
        size = game.columns * game.rows
        self.judge = getattr(game, "judge", None)  # what to ask first where telling the result takes long
        self.now = bytearray(size)  # 1 = closed, debounced
        self.squares = bytes([square for square in range(size) if game.board[square] != HOLE])
        self.here = Seen(size, self.squares, game.columns)
        self.before = Seen(size, self.squares, game.columns)
        self.plies = array("i", [0] * game.max_plies)  # legal from `here`
        self.count = 0
        self.lists = 0  # goes up (modulo 2**16) whenever they are listed anew
        self.foot = bytearray(2 * game.max_footprint + 2)
        self.offers = array("i", [0] * MAX_OFFERS)
        self.offer_count = 0
        self.offered = 0
        self._alternatives = Alternatives(game)  # to the slot's ply
        self._candidates = Alternatives(game)  # to whatever is played from `here`
        self._found = array("i", [0] * MAX_OFFERS)
        self._older = bytearray(size)  # occupancy one ply further back, if `_older_ply` can still be put back
        # The stack that was lifted last and is back, its top card perhaps in a hand (or a piece back from a round trip).
        self.card = NOWHERE
        self._card_at = 0
        self._clock = 0
        self._last = 0
        self._held = 0  # sides whose plies are expected, a bit each
        self._expected = NOTHING
        self._expected_at = 0  # the digest of the position in which it is
        self._slid = (
            NOTHING  # a ply that is complete but for a piece taken off, which is being pushed to another square
        )
        self._score = self._differs_before = 0  # an attribute born in play could make its table grow

    # Time

    def _time(self, now: int) -> int:
        passed = (now - self._last) & WRAP
        if passed < 0x20000000:
            self._last = now
            self._clock += passed
            return self._clock
        return self._clock - ((self._last - now) & WRAP)

    def deadline(self, now: int) -> int:
        """Milliseconds until a step is wanted although no sensor changes: 0 at once, -1 never."""
        if self._phase != IDLE:
            return 0
        if not self._due_at:
            return -1
        return max(0, self._due_at - self._clock - ((now - self._last) & WRAP))

    def resting(self) -> bool:
        """Whether all has been looked at: `plies` are complete, and the game is in the position `here`."""
        return self._phase == IDLE

    def can_go_back(self) -> bool:
        """Whether the slot's ply may still be put back as it was."""
        return self.slot != NOTHING and not self._locked

    # Looking for what was played

    def _restart(self) -> None:
        """Look at all plies again from the first."""
        self.changes = (self.changes + 1) & 0xFFFF
        if self._phase != LISTING:
            self._phase = COMPARING
            self._at = 0
        self._hits = 0
        self._slid = NOTHING
        self.under_way = self.rivalled = self.carried = self._again = False
        self._differs = NOTHING

    def _list(self, work: int) -> None:
        """List the legal plies, square by square; a pass only if there is nothing else."""
        game = self.game
        if self._at < 0:
            if work < WHOLE and self.judge and self.judge():
                return
            self._at = 0
            if game.result or work < WHOLE:
                return  # `result` is known from now on: that was enough for this step
        while self._at < len(self.squares):
            if work <= 0:
                return
            square = self.squares[self._at]
            self._at += 1
            side = game.piece_side(square)
            if side == game.side or side < 0:
                count = game.plies_from(square, self.plies, self.count)
                work -= LIST_WORK if count != self.count or side >= 0 else 1
                self.count = count
        if not self.count:
            self.count = game.plies_from(NOWHERE, self.plies, 0)
        if self._held >> game.side & 1:
            self._keep_expected()
        self._phase = COMPARING
        self._restart()

    def _keep_expected(self) -> None:
        """Of the plies listed only the one that is expected counts, and a pass, which nobody has to choose."""
        game = self.game
        if self.count == 1 and game.kind(self.plies[0]) == KIND_PASS:
            return
        ply = self._expected if game.digest() == self._expected_at else NOTHING
        i = 0
        while i < self.count and self.plies[i] != ply:
            i += 1
        self.count = 1 if i < self.count else 0
        self.plies[0] = ply

    def _measure(self) -> None:
        self._differs = self.here.differing(self.now)
        self._differs_before = self.before.differing(self.now) if self.slot != NOTHING else 0

    def _compare(self, work: int) -> None:
        """Compare the squares with the footprints of the legal plies."""
        here = self.here
        candidates = self._candidates
        if self._differs < 0:
            self._measure()
            candidates.clear()
            self.card = NOWHERE
            self._card_at = 0
            if self._differs == 0 and not here.touched:
                self._at = self.count
            return
        now = self.now
        foot = candidates.foot
        game = self.game
        differs = self._differs
        most = work
        while self._at < self.count:
            if work <= 0:
                return
            work -= 1
            ply = self.plies[self._at]
            self._at += 1
            if game.kind(ply) == KIND_PASS:
                continue
            square = ply & 255
            start = candidates.top
            end = game.footprint(ply, foot, start)
            if now[square] != here.base[square] or here.opened[square] > 0 or foot[start + 1] == ARRIVE:
                candidates.add(ply, end)
                effect = foot[start + 1]
                if (effect == STACK or effect == SWAP) and now[square] and here.opened[square] > self._card_at:
                    self.card = square
                    self._card_at = here.opened[square]
                sure = here.complete(now, differs, foot, start, end)
                if not sure and end - start > PLAIN:
                    other = here.slid(now, foot, start, end)
                    if other != NOWHERE:
                        now[other] = 0  # as if it were still in the hand
                        sure = here.complete(now, differs + 2 * here.base[other] - 1, foot, start, end)
                        now[other] = 1
                        if sure:
                            self._slid = ply
                if sure:
                    self._hit(ply, sure, start, end)
                    work -= HIT_WORK
                    continue
            elif end - start > PLAIN and here.taken(now, foot, start, end):
                self.carried = True
            if differs and not self.under_way and here.under_way(now, differs, foot, start, end):
                self.under_way = True
        if self._hits == 1 and self.slot == self.final:
            if work < most and work * RIVALS < candidates.kept():
                return  # in the next step, which has nothing else to do
            rival = candidates.rival(here, now, self._found[0])
            if rival != NOTHING:
                self._found[1] = rival
                self._hits = 2
                self.rivalled = True
        self._phase = LOOKING
        self._alternatives.look_anew()

    def _look(self) -> None:
        """Could the last ply's piece have gone on instead?"""
        if self.slot != NOTHING and not self._locked:
            if not self._alternatives.look(
                self.before, self.now, self._differs_before, self.here, self.final, self._relaid
            ):
                return
        self._phase = DECIDING

    def _hit(self, ply: int, sure: int, start: int, end: int) -> None:
        """One more ply that fits, its footprint among the candidates'; those that leave the least unexplained are kept."""
        if ply == self._passed:
            self._again = True
        foot = self._candidates.foot
        stray = self.here.stray(foot, start, end)
        score = stray * ONE_ASTRAY - self.here.landings(foot, start, end)
        if stray and foot[start + 1] == STACK and not (stray == 1 and self._is_after(foot[start + 2], foot[start + 3])):
            sure = WEAK  # a stack that was put straight before something else was lifted
        if self._hits and score > self._score:
            return
        if not self._hits or score < self._score:
            self._hits = 0
            self._score = score
            self._sure = sure
        self._sure = max(self._sure, sure)
        if self._hits < MAX_OFFERS:
            self._found[self._hits] = ply
            self._hits += 1

    def _is_after(self, square: int, effect: int) -> bool:
        """Whether what strayed was lifted when a piece had come to stand on the empty `square`."""
        here = self.here
        return effect == ARRIVE and 0 < here.closed[square] < here.opened[here.strayed]
