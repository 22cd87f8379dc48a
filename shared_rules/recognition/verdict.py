"""What the cheapest lines say: which ply was played, if they agree, or what stands against it.

Nothing here decides or tells: the recognizer does, by the facts. After construction nothing allocates.
"""

from shared_rules.codes import NOWHERE, const
from shared_rules.recognition.explain import Explainer
from shared_rules.recognition.gestures import (
    ASK_MS,
    DOUBT,
    DOUBTFUL_MS,
    GOING_ON_MS,
    LIMIT,
    LIMIT_ASKED,
    LIMIT_TOLD,
    MARGIN,
    MARGIN_ADJUSTED,
    MARGIN_TOLD,
    MARGIN_WHOLE,
    MOST,
    QUIET_MS,
    TROUBLE_MS,
)
from shared_rules.recognition.lines import (
    ADJUSTED,
    ARRIVED,
    BEFORE,
    BEGUN,
    COST,
    EARLY,
    FIRST,
    LAST,
    ORDER,
    PLY,
    SECOND,
    UNSETTLED,
)
from shared_rules.recognition.lines import LOOSE as LOOSE_SQUARES
from shared_rules.recognition.placement import NOTHING
from shared_rules.recognition.position import Position
from shared_rules.recognition.question import Question
from shared_rules.recognition.touch_log import NONE

OTHERWISE = const(-2)  # no ply: the line contradicts what is told

# The facts, a bit each. `near` lines cost less than the margin more than the best one.
AS_TOLD = const(1)  # the best line is what is told, and nothing more
LOOSE = const(2)  # not all stands as the best line has it
MOVING = const(4)  # nor do its own plies' squares; or it costs too much to contradict what is told
AGREED = const(8)  # all near lines go on with the same ply, in an order and at a pace that leave no doubt
AGAINST = const(16)  # no near line has what is told
OPEN = const(32)  # a question is open
SAME = const(64)  # it asks for what the near lines go on with
ALIKE = const(128)  # they cost the same and all stands: no waiting will tell them apart
DOUBTED = const(256)  # the best line's ply came in an order or at a pace that leaves doubt
OFFERED = const(512)  # one of them goes on with what is asked
CERTAIN = const(1024)  # a ply stands after what is told, without which no line is to be thought of
RIVAL = const(2048)  # another line explains all that stands, and the best one does not, or says that nothing was played
DEAR = const(4096)  # the best line costs too much to take the place of what is told unasked


class Verdict:
    """What the lines say, in `facts`, the bits above; and what the best one goes on with.

    That is the ply `next`, NOTHING for none: after what is told (`goes_on`), or in its place (`contradicts`).
    """

    def __init__(self, explainer: Explainer, position: Position, question: Question) -> None:
        self.game = explainer.game
        self.explainer = explainer
        self.log = explainer.log
        self.told = explainer.told
        self.lines = explainer.lines
        self.position = position
        self.question = question
        self.clear()

    def clear(self) -> None:
        """No line says anything."""
        self.facts = 0
        self.next = NOTHING
        self.goes_on = self.contradicts = False
        self.still = 0  # for how many ms nothing has changed
        self._clock = 0
        self._followed = NOTHING  # what has stood after what is told, without which no line was to be thought of

    def find(self, clock: int, still: int) -> None:
        """What do the lines say at the time `clock`, when nothing has changed for `still` ms?"""
        self._clock = clock
        self.still = still
        self.facts = self._weigh()

    def _weigh(self) -> int:
        """What the lines say."""
        lines = self.lines
        told = self.told.ply
        facts = self._begin()
        followed = self._followed
        self._followed = NOTHING
        if self._is_still_asked():
            return facts | SAME
        rival = self._rival()
        unsettled = lines.get(0, UNSETTLED)
        quiet = TROUBLE_MS if unsettled else QUIET_MS if facts & LOOSE else ASK_MS
        if rival and (facts & OPEN or self.still >= quiet):
            if lines.get(rival, FIRST) != told != NOTHING:
                self.goes_on = False
                self.next = lines.get(0, FIRST)
            facts |= RIVAL | self.compare(told) & ~AGREED
            if self._follows(rival) >= 0:
                self._ask(rival, self._follows(rival))
            return facts
        if self.next == NOTHING and not self.contradicts:
            return facts | AS_TOLD
        if unsettled and self.next != followed:
            return facts | MOVING
        if unsettled and not self.position.takes(followed, self.log.now):
            self._followed = followed  # it is put straight
            return facts | MOVING
        if self._is_unanswered():
            return facts | SAME
        facts |= DOUBTED if self.get(ORDER) > DOUBT or self._is_reversed() else 0
        if self.goes_on and self.is_certain():
            self._followed = self.next
            return facts | CERTAIN
        if unsettled or lines.get(0, BEFORE) or self.is_dear():
            return facts | MOVING
        return facts | self.compare(told)

    def _begin(self) -> int:
        """What the best line goes on with, and whether all stands so and a question is open."""
        lines = self.lines
        told = self.told.ply
        self.goes_on = told != NOTHING and lines.get(0, FIRST) == told
        self.contradicts = told != NOTHING and not self.goes_on
        self.next = lines.get(0, SECOND if self.goes_on else FIRST)
        facts = LOOSE if lines.get(0, LOOSE_SQUARES) else 0
        return facts | OPEN if self.question.open else facts

    def _ask(self, i: int, ply: int) -> None:
        """`ply`, which the i-th line goes on with, may have been played: it is among what is asked, if anything is."""
        self.question.find(ply, self.lines.get(i, LAST + PLY if self.goes_on else LAST))

    def _is_reversed(self) -> bool:
        """Whether the best line's ply goes from stack to stack, and what is told in its place, or asked, goes the other way.

        Or it was withdrawn: what was touched since may have made it again, or put it back.
        """
        ply = self.next
        if ply < 0 or not self.takes():
            return False
        if self.contradicts and self._is_reverse(ply, self.told.ply):
            return True
        question = self.question
        if not question.open:
            return self.told.was_withdrawn(ply)
        for i in range(question.count):
            if self._is_reverse(ply, question.offers[i]):
                return not question.is_offered(ply)
        return False

    def _is_reverse(self, ply: int, other: int) -> bool:
        """Whether one of two plies ends where the other begins."""
        game = self.game
        return ply & 255 == game.destination(other) and other & 255 == game.destination(ply)

    def _is_unanswered(self) -> bool:
        """Whether a question is open that the best line leaves aside, though what follows does not answer it.

        Nothing was touched on its squares since, and the best line does without them, too; or an answer and a reply to it stand,
        and the best line has a third ply, for which there is no room.
        """
        question = self.question
        lines = self.lines
        if not question.open or question.is_offered(lines.get(0, FIRST)) or question.is_offered(self.next):
            return False
        if not self.is_replied(0):
            for i in range(1, lines.count):
                if question.is_offered(lines.get(i, FIRST)) and self.is_replied(i):
                    return True
        for i in range(question.count):
            ply = question.offers[i]
            if self._is_touched(ply & 255) or self._is_touched(self.game.destination(ply)):
                return False
        return True

    def is_replied(self, i: int) -> bool:
        """Whether the i-th line has two plies, and both stand."""
        lines = self.lines
        return lines.get(i, SECOND) >= 0 and not (lines.get(i, UNSETTLED) or lines.get(i, BEFORE))

    def _is_touched(self, square: int) -> bool:
        """Whether something happened on `square` since the question was asked, or the best line's ply begins or ends there."""
        if square == NOWHERE:
            return False
        last = self.log.last[square]
        if square == self.next & 255 or square == self.game.destination(self.next):
            return True
        return last != NONE and self.log.time[last] > self.question.at

    def _is_still_asked(self) -> bool:
        """Whether a question is open to which the best line and another one have different answers, and a reply to each."""
        lines = self.lines
        question = self.question
        first = lines.get(0, FIRST)
        if not question.open or question.follows or not question.is_offered(first) or lines.get(0, SECOND) == NOTHING:
            return False
        for i in range(1, lines.count):
            other = lines.get(i, FIRST)
            if other != first and question.is_offered(other) and lines.get(i, COST) < lines.get(0, COST) + LIMIT:
                return not lines.get(i, LOOSE_SQUARES)
        return False

    def _rival(self) -> int:
        """The line that explains all that stands nearly as cheaply as the best one, which does not or says that nothing was played.

        0 if there is none.
        """
        lines = self.lines
        undone = lines.get(0, UNSETTLED) or lines.get(0, LOOSE_SQUARES) and self.still >= DOUBTFUL_MS
        if self.is_dear() or not (undone or self.next == NOTHING and not self.contradicts):
            return 0
        for i in range(1, lines.count):
            if self.told.is_rejected(lines.get(i, FIRST)):
                continue  # that was asked, and answered
            margin = MARGIN
            if lines.get(i, FIRST) != self.told.ply != NOTHING:
                margin = MARGIN_TOLD if self.told.answered else MARGIN_WHOLE
            if lines.get(0, LOOSE_SQUARES) and self.still >= DOUBTFUL_MS:
                margin = LIMIT
            if lines.get(i, COST) < lines.get(0, COST) + margin and not lines.get(i, LOOSE_SQUARES):
                return i
        return 0

    def compare(self, told: int) -> int:
        """What the near lines say."""
        lines = self.lines
        question = self.question
        question.find_none()
        cost = lines.get(0, COST)
        self._step_back(told)
        reverse = self._is_reversed()
        agreed = self.get(ORDER) <= DOUBT and not reverse or self.is_proved()
        followed = not (agreed or reverse) and cost <= LIMIT_TOLD and self.is_answered() and self._is_followed()
        agreed = agreed or followed
        dear = self.contradicts and cost > LIMIT_TOLD
        agreed = agreed and not dear
        whole = alike = True
        facts = AGAINST if self.contradicts else 0
        facts |= DEAR if dear and self.next != NOTHING else 0
        for i in range(lines.count):
            ply = self._follows(i)
            as_told = self.contradicts and ply == told
            if lines.get(i, COST) >= cost + self._margin(i, as_told):
                continue
            if as_told:
                facts &= ~AGAINST
            if question.open and question.is_offered(ply) and question.follows == self.goes_on:
                facts |= OFFERED
            alike = alike and lines.get(i, COST) == cost
            if followed and ply != self.next:
                agreed = False
            if not lines.get(i, UNSETTLED):
                agreed = agreed and ply == self.next
                whole = whole and not lines.get(i, LOOSE_SQUARES)
                if ply >= 0:
                    self._ask(i, ply)
        if reverse and self.contradicts:
            question.find(told, self.told.done)
        if agreed:
            facts |= AGREED
        if question.open and question.is_same():
            facts |= SAME
        if alike and whole and question.found() > 1:
            facts |= ALIKE
        return facts

    def _margin(self, i: int, told: bool) -> int:
        """By how much more than the best one the i-th line may cost and still be near; `told` where it has what is told.

        Wider if it leaves no more loose than the best one: what that takes for adjusted may have been a part of what was played.
        """
        lines = self.lines
        margin = MARGIN_TOLD if told else MARGIN
        if self.is_answered() and lines.get(0, ORDER + PLY) > DOUBT:
            margin = MARGIN_WHOLE  # the reply may be none
        if lines.get(i, LOOSE_SQUARES) > lines.get(0, LOOSE_SQUARES) or lines.get(i, COST) > LIMIT:
            return margin
        if self.is_answered() and self.get(ORDER) > DOUBT and not (self.question.open and self.question.count == 1):
            margin = MARGIN_WHOLE  # it proves the one answer to a question, but nothing that nobody asked
        reply = lines.get(0, SECOND)
        if (
            self.told.ply == NOTHING
            and lines.get(i, FIRST) != NOTHING
            and (reply == NOTHING or self.position.is_from_hand(reply))
        ):
            return max(margin, MARGIN_WHOLE)
        return max(margin, MARGIN + min(lines.get(0, ADJUSTED), MARGIN_ADJUSTED))

    def _step_back(self, told: int) -> None:
        """If a near line has another ply in the place of what is told, and a reply, and both stand: that is to be asked first."""
        if not self.goes_on:
            return
        lines = self.lines
        for i in range(1, lines.count):
            if lines.get(i, FIRST) != told and self.is_replied(i):
                if lines.get(i, COST) < lines.get(0, COST) + self._margin(i, False):
                    self.goes_on = False
                    self.next = told
                    return

    def _is_followed(self) -> bool:
        """Whether the reply of the best line to its first ply began after that, and has come to stay."""
        lines = self.lines
        if lines.get(0, BEGUN + PLY) <= lines.get(0, ARRIVED):
            return False
        return self._clock >= lines.get(0, ARRIVED + PLY) + GOING_ON_MS

    def _follows(self, i: int) -> int:
        """The ply of the i-th line after what is told, or in its place; OTHERWISE if it contradicts what is told."""
        if not self.goes_on:
            return self.lines.get(i, FIRST)
        if self.lines.get(i, FIRST) != self.told.ply:
            return OTHERWISE
        return self.lines.get(i, SECOND)

    # What is known of the best line

    def is_replying(self) -> bool:
        """Whether its reply is under way, not to take the piece that is shown, and no line is near without the ply before that."""
        lines = self.lines
        if not self.is_answered() or not lines.get(0, UNSETTLED) or lines.get(0, BEFORE) or self.is_dear():
            return False
        if lines.get(0, SECOND) & 255 == self.game.destination(self.next):
            return False  # it may be put back
        for i in range(1, lines.count):
            if lines.get(i, FIRST) != self.next and lines.get(i, COST) < lines.get(0, COST) + MARGIN_WHOLE:
                return False
        return self.get(ORDER) <= DOUBT and not self._is_reversed()

    def get(self, what: int) -> int:
        """What is known of its ply that is `next`."""
        return self.lines.get(0, what + PLY if self.goes_on else what)

    def takes(self) -> bool:
        """Whether the ply `next` ends where a piece was before it."""
        base = self.position.told_base if self.goes_on else self.log.base
        return self.position.takes(self.next, base)

    def is_answered(self) -> bool:
        """Whether it has a reply to the ply that is shown."""
        return not self.goes_on and self.lines.get(0, SECOND) != NOTHING

    def is_proved(self) -> bool:
        """Whether the one answer to the question has been replied to."""
        question = self.question
        if not question.open or question.count != 1 or self.goes_on or question.offers[0] != self.next:
            return False
        return self.lines.get(0, SECOND) != NOTHING

    def is_dear(self) -> bool:
        """Whether it costs too much to explain anything.

        Pieces adjusted beside it don't count, nor what passed over before it began.
        """
        lines = self.lines
        return lines.get(0, COST) - lines.get(0, ADJUSTED) - lines.get(0, EARLY) > LIMIT

    # What is known of all lines

    def is_certain(self) -> bool:
        """Whether all lines that are to be thought of begin with what is told.

        If its piece has been lifted again those are more: it may be put back, or take the one that seems to have replied. So
        they are if the next ply came as hands hardly play.
        """
        lines = self.lines
        if lines.get(0, BEFORE):
            return not (self.position.could_have_taken(self.next & 255) or self.is_without(LIMIT))
        return not self.is_without(LIMIT if lines.get(0, ORDER + PLY) > LIMIT_TOLD else MARGIN_TOLD)

    def is_without(self, limit: int) -> bool:
        """Whether a line without what is told costs less than `limit` above the best, or LIMIT if it alone leaves nothing loose."""
        lines = self.lines
        for i in range(lines.count):
            if lines.get(i, FIRST) != self.told.ply:
                whole = lines.get(0, LOOSE_SQUARES) and not lines.get(i, LOOSE_SQUARES)
                if lines.get(i, COST) < lines.get(0, COST) + (LIMIT if whole else limit):
                    return True
        return False

    def may_be(self, ply: int) -> bool:
        """Whether a line that begins with `ply` is not out of the question."""
        lines = self.lines
        for i in range(lines.count):
            if lines.get(i, FIRST) == ply:
                return lines.get(i, COST) < lines.get(0, COST) + LIMIT
        return False

    def cost_of(self, ply: int) -> int:
        """What it costs that `ply`, or nothing, was played and nothing else."""
        i = self.lines.find(ply)
        return self.lines.get(i, COST) if i < self.lines.count else MOST

    def find_back(self) -> bool:
        """Find whether it is asked, or to be asked, if a ply was put back: a line has no room for that and another ply."""
        told = self.told
        question = self.question
        if not self.explainer.back or self.log.now != self.log.base:
            return False
        if question.open:
            return True
        # What follows seems to be under way.
        if not self.goes_on or self.cost_of(NOTHING) >= self.lines.get(0, COST) + MARGIN:
            return False
        self.goes_on = False
        question.find_none()
        question.find(told.ply, told.done)
        return True

    def find_dear(self) -> bool:
        """Find the cheapest line that explains all that stands, though hardly a hand plays so, to be asked about."""
        lines = self.lines
        told = self.told.ply
        for i in range(lines.count):
            doubted = lines.get(i, ORDER) > DOUBT or lines.get(i, ORDER + PLY) > DOUBT
            if lines.get(i, COST) < LIMIT_ASKED and not lines.get(i, LOOSE_SQUARES) and not doubted:
                self.goes_on = told != NOTHING and lines.get(i, FIRST) == told
                self.next = lines.get(i, SECOND if self.goes_on else FIRST)
                if self.next < 0:
                    return False
                self.question.find_none()
                self._ask(i, self.next)
                return True
        return False
