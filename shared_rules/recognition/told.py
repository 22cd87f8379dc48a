"""What is told since the anchor, and what must not be in a line. After construction nothing allocates."""

from array import array

from shared_rules.recognition.gestures import MOST
from shared_rules.recognition.placement import NOTHING
from shared_rules.recognition.question import MAX_OFFERS, Question, is_among


class Told:
    """What the recognizer has told since the anchor, and what must not be in a line."""

    def __init__(self) -> None:
        self.withdrawn = array("i", [NOTHING] * MAX_OFFERS)
        self.offers = array("i", [NOTHING] * MAX_OFFERS)
        self.count = 0
        self.held = 0  # sides of which only `expected` may be played after what is told, a bit each
        self.expected_ply = NOTHING
        self.expected_at = 0  # the digest of the position in which it is
        self.clear()

    def clear(self) -> None:
        """Nothing is told."""
        self.let_stand()
        self.withdrawals = self.withdrawn_at = 0
        self.expected = NOTHING

    def let_stand(self) -> None:
        """Nothing is told since the anchor, which is the position now."""
        self.ply = NOTHING
        self.at = 0
        self.done = 0  # when the last of its edges came
        self.order = 0  # what their order and pace cost
        self.locked = False  # the opponent has touched a piece since, and that is forgotten
        self.answered = False  # a player chose it
        self.undone = NOTHING  # it was told and taken back,
        self.again = NOTHING  # and is told again only if it is made again after that
        self.undone_at = 0

    def tell(self, ply: int, at: int, done: int, order: int) -> None:
        """`ply` is told; what comes after the time `at` comes after that.

        The last of its edges came at `done`; their order and pace cost `order`.
        """
        self.ply = ply
        self.at = at
        self.done = done
        self.order = order
        self.locked = self.answered = False
        self.count = self.withdrawals = 0
        for i in range(MAX_OFFERS):
            self.withdrawn[i] = NOTHING

    def choose(self, question: Question) -> None:
        """It was chosen among these offers, and perhaps among others before."""
        self.answered = True
        self.order = MOST
        for i in range(question.count):
            if self.count < MAX_OFFERS and not self.is_rejected(question.offers[i]):
                self.offers[self.count] = question.offers[i]
                self.count += 1

    def is_rejected(self, ply: int) -> bool:
        """Whether `ply` was offered beside what is told, and not chosen."""
        return self.answered and ply != self.ply and is_among(self.offers, self.count, ply)

    def untell(self, at: int) -> None:
        """It is taken back."""
        self.undone = self.again = self.ply
        self.undone_at = at
        self.ply = NOTHING
        self.done = 0
        self.locked = self.answered = False

    def stand(self, digest: int) -> None:
        """The position after what is told has this digest: what is expected there?"""
        self.expected = self.expected_ply if digest == self.expected_at else NOTHING

    def turn_back(self, ms: int) -> None:
        """Times are to be `ms` less."""
        self.at = max(0, self.at - ms)
        self.done = max(0, self.done - ms)
        self.undone_at = max(0, self.undone_at - ms)
        self.withdrawn_at = max(0, self.withdrawn_at - ms)

    def withdraw(self, ply: int, at: int) -> None:
        """At the time `at`, `ply` was withdrawn: until it is begun anew, or another is told, it is not to be in a line."""
        self.withdrawn_at = at
        if self.withdrawals < MAX_OFFERS:
            self.withdrawn[self.withdrawals] = ply
            self.withdrawals += 1

    def was_withdrawn(self, ply: int) -> bool:
        """Whether `ply` was withdrawn since another was told, though it may be begun anew; not if what was told was put back."""
        return self.withdrawn_at > self.undone_at and is_among(self.withdrawn, MAX_OFFERS, ply)

    def is_withdrawn(self, ply: int) -> bool:
        """Whether `ply` was withdrawn."""
        return is_among(self.withdrawn, self.withdrawals, ply)
