"""When what is shown may be told: hands need time, and what they do next may say that it was another ply.

Times are ms of the recognizer's clock. After construction nothing allocates.
"""

from shared_rules.codes import ARRIVE, NOWHERE, STACK
from shared_rules.recognition.explain import Explainer
from shared_rules.recognition.gestures import (
    ASK_MS,
    DOUBTFUL_MS,
    GOING_ON_MS,
    HELD_MS,
    LAST_MS,
    LIFTED_MS,
    PASSING_MS,
    QUIET_MS,
    STAYS_MS,
    TROUBLE_MS,
)
from shared_rules.recognition.lines import ARRIVED, BEGUN, LAST, ORDER, PLY, SECOND, STRAY_AT, UNSEEN
from shared_rules.recognition.placement import NOTHING
from shared_rules.recognition.position import Position
from shared_rules.recognition.touch_log import NEVER, NONE
from shared_rules.recognition.verdict import LOOSE, Verdict


class Timing:
    """How long to wait with what `verdict` says."""

    def __init__(self, game, explainer: Explainer, position: Position, verdict: Verdict) -> None:
        self.game = game
        self.log = explainer.log
        self.lines = explainer.lines
        self.explainer = explainer
        self.position = position
        self.verdict = verdict
        self._foot = bytearray(2 * game.max_footprint + 2)

    def due(self, since: int) -> int:
        """When what is shown may be told if nothing changes after `since`; NEVER or later for not before something does."""
        lines = self.lines
        log = self.log
        verdict = self.verdict
        last = verdict.get(LAST)
        replied = lines.get(0, ARRIVED + PLY) if verdict.is_answered() else 0
        due = self._in_hand_until() if verdict.facts & LOOSE and not replied else 0
        if verdict.contradicts:
            due = max(due, (since if verdict.next == NOTHING else last) + self.patience())
            if replied:  # what proves it must have come to stay
                due = max(due, replied + GOING_ON_MS)
        if verdict.get(ORDER) and (verdict.goes_on or lines.get(0, SECOND) == NOTHING) and verdict.takes():
            # While something else is passed over, the card may be in a hand.
            return max(due, DOUBTFUL_MS + (since if verdict.get(UNSEEN) else last))
        due = max(due, self._left_again())
        if replied and lines.get(0, BEGUN + PLY) <= lines.get(0, ARRIVED):
            due = max(due, replied + TROUBLE_MS)  # what was lifted so early may come back
        square = self.game.destination(verdict.next)
        if square != NOWHERE and log.now[square] and log.last[square] != NONE:
            due = max(due, log.time[log.last[square]] + STAYS_MS)  # it may be another piece passing over
        due = max(due, since + HELD_MS)
        return max(due, verdict.get(ARRIVED) + GOING_ON_MS, last + LAST_MS, lines.get(0, STRAY_AT) + GOING_ON_MS)

    def _in_hand_until(self) -> int:
        """For how long a piece may be in the hand of who plays what is shown, on whose way it may be; 0 if there is none.

        It was lifted before the opponent could reply: what is shown may but rest, on its way to where that piece was.
        """
        log = self.log
        verdict = self.verdict
        until = 0
        for n in range(log.touches):
            square = log.touched[n]
            lifted = log.time[log.last[square]]
            if self.position.base[square] and not log.now[square] and lifted < verdict.get(LAST) + GOING_ON_MS:
                until = max(until, max(lifted, verdict.get(ARRIVED)) + LIFTED_MS)
        return until

    def _left_again(self) -> int:
        """When it is clear that the piece of what is shown is not that which was on its first square until lately; or 0.

        Something was there since the last of the ply's edges, for longer than a piece that passes over.
        """
        log = self.log
        verdict = self.verdict
        square = verdict.next & 255
        if square == NOWHERE or log.now[square] or log.last[square] == NONE or verdict.is_answered():
            return 0
        opened = log.time[log.last[square]]
        if opened <= verdict.get(LAST) or opened - log.changed_last(square, 1) < PASSING_MS:
            return 0
        return opened + DOUBTFUL_MS

    def pause(self) -> int:
        """In how many ms all will have rested for so long that something else may be to be done; 0 for not before an edge."""
        still = self.verdict.still
        if still < QUIET_MS:
            return (ASK_MS if still < ASK_MS else QUIET_MS) - still
        return max(0, (TROUBLE_MS if still < TROUBLE_MS else DOUBTFUL_MS) - still)

    def patience(self) -> int:
        """For how many ms all must have rested before the best line takes the place of what is told."""
        lines = self.lines
        position = self.position
        verdict = self.verdict
        foot = self._foot
        more = verdict.next
        told = position.told
        position.go_back()
        self.game.footprint(told, foot, 0)
        first = foot[1]
        last = ARRIVE
        if more != NOTHING and self.game.footprint(more, foot, 0) > 2 and foot[1] != ARRIVE:
            last = foot[3]
        position.return_()
        if more == NOTHING:
            if first == ARRIVE:
                # A piece from hand keeps its name while it is put straight, and its player may go on with it.
                return NEVER if position.may_be_moved(told) else LIFTED_MS
            return DOUBTFUL_MS if first == STACK else GOING_ON_MS  # or the card below is to cover it
        # Where it ends is occupied before and after: what is told may still be true, its piece in a hand.
        proved = lines.get(0, SECOND) != NOTHING
        return DOUBTFUL_MS if last != ARRIVE and not proved and verdict.may_be(told) else GOING_ON_MS
