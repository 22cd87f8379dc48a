"""What of the touch log is kept when something is told, and when all has stood as told for long.

What the told ply made is marked in `log.kept` first (`mark`). After construction nothing allocates.
"""

from shared_rules.recognition.card import Card
from shared_rules.recognition.explain import Explainer
from shared_rules.recognition.gestures import CARD_MS, MARGIN, SWIFT_MS
from shared_rules.recognition.lines import ARRIVED, BEGUN, COST, FIRST, LAST, PLY, SECOND
from shared_rules.recognition.placement import NOTHING
from shared_rules.recognition.position import Position
from shared_rules.recognition.touch_log import NEVER, NONE


class Keeping:
    """Takes from the log of `explainer` what means nothing any more; `squares` are all that the game has."""

    def __init__(self, game, squares: bytes, explainer: Explainer, position: Position, card: Card) -> None:
        self.game = game
        self.squares = squares
        self.log = explainer.log
        self.told = explainer.told
        self.explainer = explainer
        self.position = position
        self.card = card
        self._foot = bytearray(2 * game.max_footprint + 2)

    def clear(self) -> None:
        """Nothing is told since the anchor, and nothing refused."""
        prices = self.explainer.prices
        prices.refuse(NOTHING, NOTHING, 0)
        told_on = prices.told_on
        for square in self.squares:
            told_on[square] = 0

    def mark(self) -> None:
        """Mark the entries that what is told made."""
        self.position.go_back()
        self.explainer.mark(self.told.ply)
        log = self.log
        for i in range(log.count):
            if log.kept[i]:
                log.past[i] = 0
        self.position.return_()

    def let_stand(self, clock: int) -> None:
        """What is told, and shown, can no longer change: the anchor is the position after it.

        What came before the next ply is forgotten.
        """
        log = self.log
        lines = self.explainer.lines
        told = self.told
        position = self.position
        begun = NEVER
        arrived = 0
        done = told.done
        for i in range(lines.count):
            if lines.get(i, FIRST) == told.ply and lines.get(i, SECOND) != NOTHING:
                if lines.get(i, COST) < lines.get(0, COST) + MARGIN:
                    begun = min(begun, lines.get(i, BEGUN + PLY))
                    if not i:
                        done = min(done, lines.get(i, LAST))  # what seemed to be its last edges may be the next ply's
                        arrived = lines.get(i, ARRIVED)  # what passed over squares before that was in its hand
        if begun == NEVER:
            begun = told.done
        told_on = self.explainer.prices.told_on
        for i in range(log.count):
            square = log.square[i]
            since = done + 1 if told_on[square] else begun if log.base[square] else arrived
            log.kept[i] = 1 if log.time[i] >= since and log.time[i] >= begun else 0
        self.keep_past(done, clock)
        position.advance()
        log.keep_marked()
        told.let_stand()
        self.clear()

    def forget(self, whole: bool = False) -> None:
        """Forget what was touched besides what is told (which is marked): the `whole` of it, or not what could prove it wrong."""
        told = self.told
        log = self.log
        if told.ply != NOTHING and not (told.answered or whole):
            self._keep_rivals()
        if self.explainer.prices.clock > told.withdrawn_at:
            told.withdrawals = 0
        told.undone = NOTHING
        told_on = self.explainer.prices.told_on
        i = 0
        while i < log.count and not told.locked:
            j = log.next[i]
            if j != NONE and not (log.kept[i] or log.closed[i]) and log.time[i] > told.at:
                square = log.square[i]
                if log.time[j] - log.time[i] >= SWIFT_MS and not told_on[square]:
                    if self.game.piece_side(square) == self.game.side and not self.position.could_have_taken(square):
                        told.locked = True
            i += 1
        self.clear()
        log.keep_marked()
        self.note_told()

    def keep_after(self, time: int) -> None:
        """Mark what was touched after that time, too."""
        log = self.log
        for i in range(log.count):
            if log.time[i] > time:
                log.kept[i] = 1

    def keep_past(self, since: int, clock: int, first: int = 0, most: int = 0) -> int:
        """What was lifted and put back since then means nothing by itself, but a card may leave its square to cover it.

        Or it is a piece that went round and came back, and what it took goes only now. Looks at the entries from `first` on, but
        at what so many pieces may do at most (0: all); gives where to go on, the log's count if nowhere.
        """
        log = self.log
        if not self.card.puts_back:
            return log.count
        base = self.position.told_base
        prices = self.explainer.prices
        told = self.told
        since = max(since, clock - CARD_MS, told.withdrawn_at)  # that was asked, and answered
        for i in range(first, log.count):
            j = log.next[i]
            square = log.square[i]
            if j == NONE or not base[square] or log.kept[i] or log.kept[j] or log.closed[i]:
                continue
            if log.time[j] <= since and square != self.card.stack:
                continue
            if prices.is_refused(square, log.time[j]):
                continue
            if told.ply == NOTHING != told.undone and log.time[i] <= told.at < log.time[j]:
                continue  # it was played, and put back
            if log.past[i] or self.card.stacks or self.card.is_stack(square):
                log.past[i] = log.past[j] = log.kept[i] = log.kept[j] = 1
            most -= 1
            if not most:
                return i + 1
        return log.count

    def _keep_rivals(self) -> None:
        """Mark what may yet prove that it was not played: what happened on its squares and to other stacks of its side."""
        log = self.log
        told_on = self.explainer.prices.told_on
        self.position.go_back()
        for n in range(log.touches):
            square = log.touched[n]
            if log.base[square] and (told_on[square] or self.card.puts_back and self.card.is_stack(square)):
                i = log.first[square]
                while i != NONE and log.time[i] <= self.told.at:
                    log.kept[i] = 1
                    i = log.next[i]
        self.position.return_()

    def note_told(self) -> None:
        """Note the squares of what is told."""
        if self.told.ply != NOTHING:
            told_on = self.explainer.prices.told_on
            for i in range(0, self.position.write_told(self._foot), 2):
                told_on[self._foot[i]] = 1
