"""What has happened to what is told since: whether it was touched, put back, or never happened, and what that costs.

All of it follows from the touch log. After construction nothing allocates.
"""

from shared_rules.codes import ARRIVE, NOWHERE, STACK
from shared_rules.recognition.gestures import (
    ANSWERED,
    BACK,
    ELSEWHERE,
    HAND,
    INSTEAD,
    LOCKED,
    PASSING_MS,
    REJECTED,
    RENAMED,
    SAME,
    STACKED,
    STOOD,
    UNTOLD,
)
from shared_rules.recognition.placement import NOTHING, Placement
from shared_rules.recognition.prices import Prices
from shared_rules.recognition.told import Told
from shared_rules.recognition.touch_log import NEVER, NONE, OPENED, TouchLog


class Aftermath:
    """Of what is told, or was told and taken back; `back_until` is when it was put back, NEVER if it was not.

    `one` and `two` are the plies of the line that is priced; `one` is written over when anything is looked for.
    """

    def __init__(self, game, log: TouchLog, told: Told, prices: Prices, one: Placement, two: Placement) -> None:
        self.game = game
        self.log = log
        self.told = told
        self.prices = prices
        self.one = one
        self.two = two
        self.target = NOWHERE  # where it ends
        self.stands = False  # nothing has happened there since
        self.stood_until = 0  # when something happened first on its squares, NEVER if nothing has
        self.back_until = NEVER
        self.left_at = NEVER  # when its piece was lifted from where it had arrived
        self.stack_to_stack = False  # it goes from one stack to another,
        self.took = False  # or at least to an occupied square
        self._stays = False  # it left a stack, onto which nothing was put back

    def find(self) -> None:
        """Find all that out."""
        log = self.log
        told = self.told
        target = self.target = self.game.destination(told.ply) if told.ply != NOTHING else NOWHERE
        last = NONE if target == NOWHERE else log.last[target]
        untouched = last == NONE or log.closed[last] == 1 and log.time[last] <= told.at
        self.stands = target != NOWHERE and untouched
        self.stood_until = NEVER
        for i in range(log.count - 1, -1, -1):
            if log.time[i] > told.at and self.prices.told_on[log.square[i]]:
                self.stood_until = log.time[i]
        self.find_put_back()

    def find_put_back(self) -> None:
        """When the ply told, or told and taken back, was put back, if it was."""
        log = self.log
        told = self.told
        placed = self.one
        undone = told.ply if told.ply != NOTHING else told.undone
        back_at = self.left_at = NEVER
        self.stack_to_stack = self.took = self._stays = False
        if undone != NOTHING:
            origin = undone & 255
            target = self.game.destination(undone)
            placed.take(undone)
            # Where it ends there was a piece before, too: its own may have been in the hand all the time.
            covers = target == NOWHERE or placed.on[target] != ARRIVE
            self.took = target != NOWHERE and covers
            self.left_at = told.at if covers else log.changed_first(target, 0, told.at)
            if origin != NOWHERE and origin != target and self.left_at != NEVER:
                on_stack = placed.on[origin] == STACK
                back_at = log.changed_first(origin, 1, told.at if on_stack else self.left_at - PASSING_MS)
                self.stack_to_stack = on_stack and covers
                self._stays = on_stack and back_at == NEVER
                if covers and log.changed_first(origin, 0, told.at) != NEVER:
                    self._stays = False  # it is in the hand, perhaps to be put back
        self.back_until = back_at

    def all_back_at(self) -> int:
        """When the last of its squares was closed again that was before it and was lifted from since; NEVER if one has not been."""
        log = self.log
        latest = 0
        for n in range(log.touches):
            square = log.touched[n]
            if self.prices.told_on[square] and log.base[square]:
                opened = log.changed_first(square, 0, self.told.at)
                latest = max(latest, NEVER if opened == NEVER else log.changed_first(square, 1, opened))
        return latest or NEVER

    def price(self, locked: bool) -> int:
        """What it costs that the line's first ply happened in the place of what is told, or of what was told and taken back.

        Or that it was put back.
        """
        told = self.told
        first = self.one.ply
        if self.two.back:
            bits = self.one.stacked
            if told.ply != NOTHING and (locked or told.locked or self._has_begun_expected()):
                bits |= LOCKED
            return self.prices.of(UNTOLD, 0, bits | ANSWERED if told.answered else bits)
        if told.ply != NOTHING:
            return self._untold(first, locked) if told.ply != first else 0
        if told.undone == NOTHING or first == NOTHING or first == told.undone or self.one.begun > told.undone_at:
            return 0
        return self.prices.of(INSTEAD, 0, 0)  # it had begun when that was taken back

    def _untold(self, ply: int, locked: bool) -> int:
        """What it costs that the told ply did not happen, but `ply` or nothing."""
        told = self.told
        game = self.game
        bits = LOCKED if locked or told.locked or self._was_replied() or self._has_begun_expected() else 0
        away = 0
        if ply == NOTHING and self._stays:
            bits |= STOOD
        if ply != NOTHING:
            bits |= ELSEWHERE
            if told.ply & 255 == game.destination(told.ply) and ply & 255 == game.destination(ply):
                bits |= SAME if told.ply >> 16 == ply >> 16 else RENAMED
                away = max(0, self.one.arrived - self.left_at)
        if told.answered:
            bits |= ANSWERED
        if told.is_rejected(ply):
            bits |= REJECTED
        if self._stood_still(ply) and not self.one.leaves(self.target):
            bits |= STOOD
            if ply != NOTHING and self.took and ply & 255 == told.ply & 255:
                bits |= HAND  # it may never have been put down: where it seemed to arrive, what was lifted was put back
            else:
                bits |= BACK
        if self._stood_meanwhile(ply):
            bits |= STOOD
        if self.stack_to_stack and told.expected == NOTHING and ply == NOTHING:
            bits |= STACKED
        return self.prices.of(UNTOLD, away, bits)

    def _was_replied(self) -> bool:
        """Whether the line's second ply is a reply that began before the told ply's piece was lifted again, or put elsewhere."""
        two = self.two
        if two.ply == NOTHING or two.side == self.one.side or two.begun <= self.told.at:
            return False
        return two.begun < self.left_at or self.one.ply != NOTHING and two.begun < self.one.arrived

    def _has_begun_expected(self) -> bool:
        """Whether the piece of the ply that is expected after what is told has been lifted since."""
        expected = self.told.expected
        if expected == NOTHING or expected & 255 == self.game.destination(expected):
            return False
        return self.log.did_after(expected & 255, self.told.at) & OPENED != 0

    def _stood_still(self, ply: int) -> bool:
        """Whether nothing had happened where the told ply ends, at least until `ply` was made in its place."""
        if self.stands or ply == NOTHING or not self.took:
            return self.stands
        return self.told.at < self.one.arrived < self.log.changed_first(self.target, 0, self.told.at)

    def _stood_meanwhile(self, ply: int) -> bool:
        """Whether the told ply's piece still stood where it had arrived when it should have been somewhere else."""
        told = self.told
        left = self.left_at - PASSING_MS
        origin = told.ply & 255
        if ply != NOTHING and self.one.arrived < left and not self.one.is_unseen():
            same = ply & 255 == origin and self.game.destination(ply) != self.target
            if same or self.one.arrived > told.at:
                return True
        if origin == NOWHERE or origin == self.target or ply != NOTHING and ply & 255 == origin:
            return False
        last = self.log.last[origin]
        return last != NONE and self.log.closed[last] == 1 and told.at < self.log.time[last] < left
