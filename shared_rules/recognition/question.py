"""A question: plies between which the sensors can't tell, and the one that is offered. Allocates nothing after construction."""

from array import array

from shared_rules.codes import const

MAX_OFFERS = const(16)
NONE = const(-2)  # no ply, nor that none was played


class Question:
    """`offers[0:count]` in the order of offering; `open` while it is asked."""

    def __init__(self, game) -> None:
        self._game = game
        self.open = False
        self.offers = array("i", [0] * MAX_OFFERS)
        self.count = 0
        self.offered = 0
        self.follows = False  # what is asked about follows what is told
        self.waits = False  # what is played now waits for the answer; not open yet: it is to be asked before that
        self.at = 0  # when it was asked,
        self.done = array("i", [0] * MAX_OFFERS)  # and when the last edge of each answer had come then
        self._digest = 0
        self._found = array("i", [0] * MAX_OFFERS)
        self._done = array("i", [0] * MAX_OFFERS)
        self._found_count = 0

    def clear(self) -> None:
        """Nothing was asked."""
        self.open = self.follows = self.waits = False
        self.count = self.offered = self._digest = self._found_count = 0

    def turn_back(self, ms: int) -> None:
        """Times are to be `ms` less."""
        self.at = max(0, self.at - ms)
        for i in range(self.count):
            self.done[i] = max(0, self.done[i] - ms)

    def find_none(self) -> None:
        """Nothing is to be asked so far."""
        self._found_count = 0

    def find(self, ply: int, done: int) -> None:
        """`ply` is one that may have been played, its last edge at `done`."""
        found = self._found
        n = self._found_count
        if n < MAX_OFFERS and not is_among(found, n, ply):
            found[n] = ply
            self._done[n] = done
            self._found_count = n + 1

    def found(self) -> int:
        """How many were found."""
        return self._found_count

    def is_offered(self, ply: int) -> bool:
        """Whether `ply` is among the offers."""
        return is_among(self.offers, self.count, ply)

    def is_same(self) -> bool:
        """Whether what was found is what is offered."""
        if self._found_count != self.count:
            return False
        for i in range(self.count):
            if not self.is_offered(self._found[i]):
                return False
        return True

    def ask(self, at: int, last: int) -> None:
        """Offer what was found, legal in the game's position, at `at`; the last edge came at `last`.

        A question that asked the same there goes on with the answer it offered.
        """
        self.at = at
        game = self._game
        digest = game.digest()
        self.open = True
        self.waits = False
        offers = self.offers
        done = self.done
        offered = offers[self.offered] if digest == self._digest and self.is_same() else NONE
        self._digest = digest
        self.count = self._found_count
        self.offered = 0
        for i in range(self._found_count):
            ply = self._found[i]
            rank = game.rank(ply)
            j = i
            while j > 0 and game.rank(offers[j - 1]) > rank:
                offers[j] = offers[j - 1]
                done[j] = done[j - 1]
                j -= 1
            offers[j] = ply
            done[j] = min(self._done[i], last)
        while self.offered < self.count - 1 and offers[self.offered] != offered != NONE:
            self.offered += 1


def is_among(plies: "array[int]", count: int, ply: int) -> bool:
    """Whether `ply` is one of the first so many of `plies`."""
    for i in range(count):
        if plies[i] == ply:
            return True
    return False
