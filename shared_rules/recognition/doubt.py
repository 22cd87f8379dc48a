"""Doubt: the questions that the referee asks, and the trouble that it tells.

Above line.py, below resolver.py, which says when. After construction nothing allocates.
"""

from shared_rules.codes import NOWHERE, WHY_FINE, WHY_NOT_YOURS, WHY_OPPONENTS, WHY_UNEXPLAINED, WHY_WITHDRAWN
from shared_rules.protocol.signals import BUTTON_BACK, BUTTON_NEXT, BUTTON_OK, EV_ASK, EV_REFUSED, EV_UNASKED
from shared_rules.recognition.alternatives import BESIDE_MS
from shared_rules.recognition.line import Line
from shared_rules.recognition.watch import NOTHING, ONE_ASTRAY


class Doubt(Line):
    """One question at most is open; trouble lasts until the squares fit again."""

    def button(self, button: int, now: int) -> None:
        """A button was pressed; it means something only while a question is open."""
        self._time(now)
        if not self.asking:
            return
        if button == BUTTON_NEXT:
            self.offered = (self.offered + 1) % self.offer_count
            self.tell(EV_ASK, self.offers[self.offered], 0, 0, 0)
        elif button == BUTTON_OK:
            self.answer(self.offered, now)
        elif button == BUTTON_BACK:
            self._unask()
            self.offer_count = 0
            if self._differs == 0:
                self.here.forget()  # what can't be seen need not be put back
                self._restart()
                return
            self._withdrawn = True
            ply = self.offers[self.offered]
            self._refuse(ply & 255, self.game.destination(ply), WHY_WITHDRAWN)

    def answer(self, index: int, now: int) -> None:
        """Take the answer offers[index] of the open question."""
        self._time(now)
        if self.asking and 0 <= index < self.offer_count:
            self.offered = index
            self._unask()
            self._next_slot(self.offers[index])
            self._push(self.offers[index], True)
            if not self._alternatives.from_hand:
                self.offer_count = 0  # made anew, it is asked about from the first answer on
            self._settle()
            self._disturbed = not self._alternatives.from_hand  # a piece placed keeps the kind that was chosen

    def _ask(self) -> None:
        """Open a question: the plies found, in the order in which they are offered.

        One that asked the same before goes on where it was: a piece was but nudged, or the ply put back and made again.
        """
        if self._digest != self._asked or not self._is_same_question():
            self._offer()
        self.asking = True
        self._asked_at = self._edge_at
        self._answerable = self._score < ONE_ASTRAY
        if self._guess != NOTHING:
            self._passed = self._guess = NOTHING  # the older question is answered by none of this
        self._clear()
        self.tell(EV_ASK, self.offers[self.offered], 0, 0, 0)

    def _offer(self) -> None:
        game = self.game
        for i in range(self._hits):
            ply = self._found[i]
            j = i
            while j > 0 and game.rank(self.offers[j - 1]) > game.rank(ply):
                self.offers[j] = self.offers[j - 1]
                j -= 1
            self.offers[j] = ply
        self.offer_count = self._hits
        self.offered = 0
        self._asked = self._digest

    def _is_same_question(self) -> int:
        """Whether what fits now is what is being asked, or nothing yet fits better."""
        if self._hits == 0:
            return self.under_way
        if self._hits != self.offer_count:
            return False
        for i in range(self._hits):
            j = 0
            while j < self.offer_count and self.offers[j] != self._found[i]:
                j += 1
            if j == self.offer_count:
                return False
        return True

    def _unask(self) -> None:
        self.asking = False
        self.tell(EV_UNASKED, self.offers[self.offered], 0, 0, 0)

    def _has_extra(self) -> bool:
        """Whether a piece stands where the position has none."""
        base = self.here.base
        for square in self.squares:
            if self.now[square] and not base[square]:
                return True
        return False

    def _report(self) -> None:
        """Nothing explains the squares: find the wish behind them and why it is refused."""
        game = self.game
        base = self.here.base
        frm = to = NOWHERE
        latest = -self._clock
        for square in self.squares:
            if self.now[square] and not base[square] and self.here.closed[square] >= latest:
                to = square
                latest = self.here.closed[square]
        latest = -self._clock
        mine = False
        for square in self.squares:
            if base[square] and not self.now[square]:
                own = game.piece_side(square) == game.side
                if (own and not mine) or (own == mine and self.here.opened[square] >= latest):
                    frm = square
                    latest = self.here.opened[square]
                    mine = own
        if frm == NOWHERE and to != NOWHERE:
            frm = self.card  # the card is in the hand, its stack stands
        why = game.why_not(frm, to)
        if why == WHY_FINE:
            why = WHY_OPPONENTS if self._held >> game.side & 1 else WHY_UNEXPLAINED
        if to == NOWHERE and frm != NOWHERE and not mine:
            why = WHY_NOT_YOURS
        self._refuse(frm, to, why)

    def _report_amiss(self, frm: int, to: int) -> None:
        """All stands as it should, but perhaps something else was meant, or a ply that is not legal and leaves no trace."""
        game = self.game
        why = WHY_UNEXPLAINED
        if to != NOWHERE:
            if game.piece_side(frm) != game.side:
                frm, to = to, frm
            why = game.why_not(frm, to)
        self._refuse(frm, to, why if why != WHY_FINE else WHY_UNEXPLAINED)

    def _refuse(self, frm: int, to: int, why: int) -> None:
        if self.trouble and frm == self.refused_from and to == self.refused_to:
            return
        self.trouble = True
        stands = self._alternatives.to
        if stands != NOWHERE and self.now[stands] and not self.before.base[stands]:
            # What its square does from now on is hardly the last ply's piece going on, unless that closed two at once.
            if to == NOWHERE or self.here.closed[to] > self._alternatives.arrived(self.before) + BESIDE_MS:
                self._disturbed = True
        self.refused_from = frm
        self.refused_to = to
        self.tell(EV_REFUSED, NOTHING, frm | to << 8, why, 0)
