"""Whether what stands may be a ply half done: its piece rests on its way, or has arrived, and what it takes stands yet.

After construction nothing allocates.
"""

from array import array

from shared_rules.codes import ARRIVE, NOWHERE, const
from shared_rules.recognition.explain import Explainer
from shared_rules.recognition.gestures import LIMIT_ASKED, MARGIN_WHOLE
from shared_rules.recognition.lines import COST, FIRST, LOOSE, SECOND, STRANGE, UNSETTLED
from shared_rules.recognition.placement import NOTHING
from shared_rules.recognition.position import NOBODY, Position
from shared_rules.recognition.touch_log import NEVER
from shared_rules.recognition.verdict import Verdict

HANDS = const(2)  # so many pieces may be in hands beside a ply half done
MOST_LOOSE = const(3)  # more squares than a ply has, and so many: a mess


class Halfway:
    """Plies that are not yet complete, of `game`, by what `position` and `verdict` say."""

    def __init__(self, game, explainer: Explainer, position: Position, verdict: Verdict) -> None:
        self.game = game
        self.log = explainer.log
        self.told = explainer.told
        self.lines = explainer.lines
        self.aftermath = explainer.aftermath
        self.position = position
        self.verdict = verdict
        self._plies = explainer.plies  # scratch
        self._foot = bytearray(2 * game.max_footprint + 2)

    def is_under_way(self, plies: "array[int]", count: int, stands: int) -> bool:
        """Whether all that does not stand as after what is told is a part of one of `plies`, so many, legal there.

        Its piece rests on its way (`stands` is PATH), or has arrived (ARRIVE).
        """
        return self.position.is_told() and self._is_begun(plies, count, stands, 0)

    def is_half_done(self, to: int, plies: "array[int]", count: int) -> bool:
        """Whether all that stands can: a line explains it, or a ply of which something is yet to be taken off.

        `to` is the square where something came to stand last, if anything stands where nothing is after what is told, and
        `plies`, so many, are legal there.
        """
        log = self.log
        lines = self.lines
        verdict = self.verdict
        going_on = log.now != log.base
        back = going_on and verdict.contradicts and self.aftermath.back_until < NEVER
        if to == NOWHERE or log.base[to] and (back or to != self.told.ply & 255):
            return True  # is in a hand, or put back
        if not going_on and lines.get(0, COST) < verdict.cost_of(NOTHING) < lines.get(0, COST) + MARGIN_WHOLE:
            return True  # it may all be put back
        explained = verdict.next == NOTHING or not verdict.is_dear()
        if explained and not lines.get(0, STRANGE) and going_on:
            return True
        if lines.get(0, LOOSE) > self.game.max_footprint + MOST_LOOSE:
            return False
        if self.told.held and self.is_under_way(plies, count, ARRIVE):
            return True
        position = self.position
        standing = position.standing
        shown = position.shown
        position.show(position.told != NOTHING, NOTHING)
        # Where a side is held, only what is expected counts.
        found = self._goes_on(to) or not self.told.held and self._takes_later(back)
        position.show(standing, shown)
        return found

    def _goes_on(self, to: int) -> bool:
        """Whether what stands on `to` may but rest there, on its way to what was lifted to be captured or covered."""
        lines = self.lines
        told = self.told.ply
        for i in range(lines.count):
            ply = lines.get(i, FIRST)
            if told != NOTHING:
                ply = lines.get(i, SECOND) if ply == told else NOTHING
            if ply < 0 or self.game.destination(ply) != to:
                continue
            if not (lines.get(i, STRANGE) or lines.get(i, UNSETTLED)) and lines.get(i, COST) < LIMIT_ASKED:
                lifted = self.position.changed_last(1 - self.game.side)
                if lifted == NOWHERE:
                    lifted = self.position.changed_last(self.game.side)
                if self.position.could_take(ply, lifted):
                    return True
        return False

    def _takes_later(self, back: bool) -> bool:
        """Whether a piece has arrived where a ply of it ends, but what it takes stands.

        After what is told, or in its place, if that was put `back` or its piece has gone on.
        """
        position = self.position
        if self._has_arrived(position.changed_last(self.game.side)):
            return True
        if not (back or self._has_moved_on()):
            return False
        position.show(False, NOTHING)
        origin = position.changed_last(self.game.side) if back else NOWHERE
        return self._has_arrived(self.told.ply & 255 if origin == NOWHERE else origin)

    def _has_arrived(self, origin: int) -> bool:
        """Whether the piece from `origin` stands where a ply of it ends, in the position shown."""
        count = self.game.plies_from(origin, self._plies, 0)
        return self._is_begun(self._plies, count, ARRIVE, HANDS)

    def _has_moved_on(self) -> bool:
        """Whether something came to stand after the piece of what is told had left where that ended."""
        log = self.log
        landing = self.position.changed_last(NOBODY)
        if self.told.ply == NOTHING or landing == NOWHERE:
            return False
        target = self.game.destination(self.told.ply)
        return not log.now[target] and log.time[log.last[landing]] >= log.changed_last(target, 0)

    def _is_begun(self, plies: "array[int]", count: int, stands: int, limit: int) -> bool:
        """Whether all that does not stand as in the position shown is a part of one of `plies`, so many, legal there.

        But for pieces that are missing besides, up to the `limit`.
        """
        log = self.log
        now = log.now
        base = self.position.base
        opened = closed = 0
        landing = NOWHERE
        for n in range(log.touches):
            square = log.touched[n]
            opened += now[square] < base[square]
            if now[square] > base[square]:
                closed += 1
                landing = square
        if closed != 1 or not opened or opened > self.game.max_footprint + limit:
            return False
        for i in range(count):
            ply = plies[i]
            origin = ply & 255
            if origin == NOWHERE or now[origin] or not base[origin]:
                continue
            if stands == ARRIVE and self.game.destination(ply) != landing:
                continue
            if self._is_part(self.game.footprint(ply, self._foot, 0), opened - limit, stands):
                return True
        return False

    def _is_part(self, end: int, opened: int, stands: int) -> bool:
        """Whether the ply of the footprint just written has so many squares that have `opened`; its piece `stands` on one."""
        now = self.log.now
        base = self.position.base
        landed = False
        for i in range(0, end, 2):
            square = self._foot[i]
            opened -= now[square] < base[square]
            landed = landed or now[square] > base[square] and self._foot[i + 1] == stands
        return opened <= 0 and landed
