"""From position to position: the ply in the slot, put there, replaced, put back, made final.

The middle of the referee (resolver.py says when which of these is to happen). After construction nothing allocates.
"""

from shared_rules.codes import ARRIVE, KIND_PASS, LEAVE, NOWHERE, STACK, const
from shared_rules.protocol.signals import EV_CLEAR, EV_OVER, EV_PLY, EV_SHOWN, EV_TAKEBACK
from shared_rules.recognition.seen import PASSING_MS, YES
from shared_rules.recognition.signs import Signs
from shared_rules.recognition.watch import GOING_ON_MS, LISTING, NOTHING, ONE_ASTRAY

ONLY_MS = const(150)  # a ply is final after this where nothing else is possible, else after GOING_ON_MS
CARD_MS = const(6000)  # a card is in the hand, the rest of its stack is back
DOUBT_MS = const(1500)  # the piece went on, or the opponent is about to capture it: wait and see


class Line(Signs):
    """The line of plies of one game, its end still soft."""

    # Showing

    def _accept(self, ply: int) -> None:
        # What moved may be on its way off the board, jumped over or captured by the last ply's piece, which goes on.
        self._carried = self.carried or self.slot != NOTHING and self._alternatives.touch(ply & 255)
        self._next_slot(ply)
        self._strayed = self._score >= ONE_ASTRAY
        self._push(ply, True)
        self._show()

    def _show(self) -> None:
        self._clear()
        self._shown_at = self._edge_at
        self._arrived_at = self._alternatives.since(self.before)
        self.tell(EV_SHOWN, self.slot, 0, 0, 0)
        self._set_due()

    def _set_due(self) -> None:
        """When the slot's ply will have stood long enough."""
        time = self._standing_time()
        # While it is doubtful, or where it takes a final one's place and something was back where its piece came from, whatever
        # is touched shows that hands are still busy.
        since = max(self._stood_from, self._alternatives.since(self.before))
        if time == DOUBT_MS or self.final != NOTHING and self._is_origin_touched():
            since = self._edge_at
        self._due_at = max(self._clock, since + time)

    def _is_origin_touched(self) -> bool:
        """Whether the square that the slot's ply began on was closed since."""
        origin = self.slot & 255
        return origin != NOWHERE and self.before.closed[origin] > self.before.opened[origin] > 0

    def _standing_time(self) -> int:
        if self.final != NOTHING:
            # Instead of it the opponent's reply to the final ply may be under way. Its shadows are soon gone; but
            # pieces that were lifted for it may be held for long.
            alternatives = self._alternatives
            if alternatives.turns(self.final):
                return DOUBT_MS
            if self._doubtful and (self._astray or not alternatives.adds_to(self.final, self.before.base)):
                return DOUBT_MS
            return GOING_ON_MS
        alternatives = self._alternatives
        slid = alternatives.in_hand(self.before)  # or it is lifted, and what it captures or covers was but put straight
        if slid and alternatives.covers():
            return DOUBT_MS
        return GOING_ON_MS if self._carried or slid or alternatives.may_go_on() else ONLY_MS

    # Making final

    def _settle(self) -> None:
        """The slot's ply (or its being put back) is final."""
        if self.final != NOTHING and self.final != self.slot:
            self.tell(EV_TAKEBACK, self.final, 0, 0, self._digest_before)
        self._passed = self._guess = NOTHING
        self._doubtful = self._dubious = self._none = False
        differs = self._differs if self._differs >= 0 else self.here.differing(self.now)
        if self.slot == NOTHING:
            if differs == 0:
                self.here.forget()
            self.final = self._older_ply = NOTHING
            self.last_ply = self._ply_before
            self._ply_before = NOTHING
            self._digest = self._digest_before
        elif self.final != self.slot:
            if self.final == NOTHING:
                self._ply_before = self.last_ply
            if self._kept:
                self._older_ply = NOTHING
            self.final = self.last_ply = self.slot
            self._final_at = self._edge_at
            if self._trying:
                self._locked = self._has_opponent_begun()
            if differs == 0 and not (self._trying and self._hits):
                self._rest()
            self._digest = self.game.digest()
            self.tell(EV_PLY, self.slot, 0, 0, self._digest)
            if self.game.result:
                self.over = True
                self.tell(EV_OVER, self.slot, 0, 0, 0)

    def _forget(self) -> None:
        """All stands as it should: what was touched besides the slot's ply meant nothing."""
        self._doubtful = False
        self.here.forget()
        if self.slot != NOTHING and not self._strayed:
            self._alternatives.forget_others(self.before)

    def _rest(self) -> None:
        """All stands as it should: what was touched meant nothing, but for a card that may be in a hand.

        Or a captured piece is back, and the captor is still to come.
        """
        self._ignored_at = 0
        self._rested_at = self._clock
        if self._alternatives.put_back(self.here):
            self._relaid = True
        if self.slot != NOTHING:
            astray = self._alternatives.astray(self.here, self._final_at)
            if astray > 1 or astray and not self._alternatives.touch(self.here.strayed):
                self._disturbed = True  # it was not what the piece might go on to capture
        card = self.card
        until = (self._card_at if card == NOWHERE else max(self._card_at, self.here.closed[card])) + CARD_MS
        if card == NOWHERE or self._clock >= until:
            if card != NOWHERE and card != self._last_card:
                self._last_card = card if self._last_card == NOWHERE else NOTHING
            self.changes = (self.changes + 1) & 0xFFFF
            self.card = NOWHERE
            self._forget()
        else:
            self.here.keep(card)
            if self.slot != NOTHING and not self._strayed:
                self._alternatives.forget_others(self.before)
            self._due_at = until

    def _recall_card(self) -> bool:
        """Remember the one stack that was lifted and put back since the position stood, if one was: a card of it may have been
        in a hand for long. Whether there was one."""
        card = self._last_card
        if card == NOTHING or card == NOWHERE:
            return False
        self._last_card = NOWHERE
        self.here.opened[card] = 1
        self.here.closed[card] = 2
        self._restart()
        return True

    def _must_pass(self) -> bool:
        return self._phase != LISTING and self.count == 1 and self.game.kind(self.plies[0]) == KIND_PASS

    def _pass(self) -> None:
        """The only ply is to pass: it is final by itself."""
        ply = self.plies[0]
        self._next_slot(ply)
        self._push(ply, True)
        self._settle()

    def _clear(self) -> None:
        if self.trouble:
            self.trouble = False
            self._rested_at = self._clock
            self.refused_from = self.refused_to = NOTHING
            self.tell(EV_CLEAR, 0, 0, 0, 0)

    # Moving between positions

    def _stand(self) -> None:
        """The game's position is `here`, with nothing touched."""
        self.here.stand(self.game.board)
        self._trying = self._relaid = False
        self._ignored_at = 0
        self._last_card = (
            NOWHERE  # the stack whose card may have been in a hand too long; NOTHING if there were several
        )
        self._stood_from = 0
        self._ghost = NOWHERE
        self._list_anew()

    def _list_anew(self) -> None:
        """The position has changed: its plies are to be listed, and the squares compared with them."""
        self.count = 0
        self._at = NOTHING
        self.lists = (self.lists + 1) & 0xFFFF
        self._phase = LISTING
        self._restart()

    def _push(self, ply: int, fresh: int) -> None:
        """Play `ply` from `here`, which becomes `before`; the slot holds the ply.

        `fresh` if it was found among the candidates from here, not among the alternatives to what was here before.
        """
        game = self.game
        self._mover = game.side
        if fresh:
            self._digest_before = self._digest
            candidates = self._alternatives
            self._alternatives = self._candidates
            self._candidates = candidates
        self._alternatives.choose(ply)
        seen = self.before
        self.before = self.here
        self.here = seen
        game.push(ply)
        self.slot = ply
        self._locked = self._disturbed = False
        self._stand()
        self._alternatives.loosen(self.here, self.now)

    def _pop(self) -> None:
        """Undo the slot's ply: `before` is `here` again, with all that was touched since it stood."""
        self.game.pop()
        seen = self.before
        self.before = self.here
        self.here = seen
        self.slot = NOTHING
        self.over = False
        self._list_anew()

    def _next_slot(self, ply: int) -> None:
        """The final ply in the slot gives way to `ply`.

        It can still be put back together with that, if that touches no piece of the opponent's: a ply of the same
        side, a pass, or a placement (which looks just like putting back a piece that was taken off).
        """
        self._doubtful = self._dubious = False
        if self.slot == NOTHING:
            return
        game = self.game
        self._older_ply = NOTHING
        passes = game.kind(ply) == KIND_PASS
        if not passes:
            game.footprint(ply, self.foot, 0)
        follows = passes or self._mover == game.side or self.foot[1] == ARRIVE
        self._kept = not follows  # only until `ply` is final
        if follows or not self._locked:
            self._older_ply = self.slot
            self._older_digest = self._digest_before
            for square in self.squares:
                self._older[square] = self.before.base[square]
        self.slot = self.final = NOTHING

    def _is_bumped(self) -> bool:
        """Whether what looks like another ply instead of the final one comes of a board that is put right, piece by piece."""
        return self.slot == self.final and self._alternatives.hit_astray(self.before, self._final_at) > 1

    def _replace(self) -> None:
        """The piece of the slot went on to another ply from `before`; of several, `_decide` asks."""
        ply = self._alternatives.hit
        hits = self._alternatives.hits
        if hits == 1 and ply == self._passed and self._tried_at != self._edge_at:
            self._try_passed()
            return
        if ply == self.final:  # what took its place was a shadow
            self._return()
            return
        was_final = self.slot == self.final
        disturbed = was_final and self._disturbed
        lifted = self.here.opened[self._alternatives.to] if was_final and self._alternatives.to != NOWHERE else 0
        if self.final != NOTHING and self.under_way:
            self._doubtful = True
        dubious = lifted > 0 and self.here.crossed(
            abs(self.before.closed[self._alternatives.to]) + PASSING_MS,
            self._alternatives.hit_begun(self.before, lifted),
        )
        dubious = dubious or ply == self._guess
        self._pop()
        # Something went over the board while the piece stood, nothing taken off yet; one from hand that is lifted is that one.
        self._dubious = (dubious or disturbed) and not self._alternatives.from_hand
        if hits == 1 and (self.final != NOTHING or not self._stacks(ply)):
            self._push(ply, False)
            self._strayed = True
            if was_final:
                self._astray = lifted > 0 and self._alternatives.astray(self.before, lifted) > 0
                self._stood_from = self._edge_at
            self._show()

    def _stacks(self, ply: int) -> bool:
        """Whether a stack is lifted for `ply`: then a ply of another piece may look the same."""
        foot = self.foot
        end = self.game.footprint(ply, foot, 0)
        for i in range(1, end, 2):
            if foot[i] == STACK:
                return True
        return False

    def _return(self) -> None:
        """What was shown was only passed through: back to the last final ply, or to the position before any."""
        if self.slot != NOTHING:
            self._pop()
        self._trying = self._dubious = self._none = False
        if self.final != NOTHING:
            self._push(self.final, False)
            self.before.recall(self.before, 0)  # all that was hidden when it seemed to be put back
            self.here.recall(self.before, self._final_at)
        self._restart()

    def _suppose(self, ply: int) -> None:
        """The question that asked for `ply` alone may be answered by the opponent's reply: it may be tried.

        The last ply is then no more to be put back.
        """
        if self.slot == self.final:
            if self.slot != NOTHING and not self._locked:
                return
            self._next_slot(ply)
            self._digest_before = self._digest
            alternatives = self._candidates
            self._candidates = self._alternatives
            self._alternatives = alternatives
            alternatives.look_anew()
        self._passed = self._guess = ply
        self._passed_at = self._asked_at

    def _try_passed(self) -> None:
        """Nothing else explains the squares: did the ply that was shown last stand, and the opponent reply?"""
        ply = self._passed
        if self.slot != NOTHING:
            self._pop()
        self._push(ply, False)
        self.here.recall(self.before, self._passed_at)
        self._doubtful = self.final != NOTHING
        self._restart()
        self._trying = True

    def _take_back(self) -> None:
        explained = self._differs == 0 or not (self._strayed or self._alternatives.turned >= 0)
        self._pop()
        self._trying = False
        if self.final != NOTHING:
            if explained:
                self.here.hide()  # for good when this is final
            self._clear()

    def _go_elsewhere(self) -> None:
        """Instead of the last ply, final and answered in vain, its piece made another, if just one explains the squares."""
        game = self.game
        last = self.last_ply
        to = game.destination(last)
        self._backed_at = self._edge_at
        found = NOTHING
        foot = self.foot
        game.pop()
        digest = game.digest()
        if not (game.board[to] or self._held >> game.side & 1):
            game.footprint(last, foot, 0)
            from_hand = foot[1] == ARRIVE
            count = 0
            for square in self.squares:
                if from_hand or square == last & 255:
                    count = game.plies_from(square, self.plies, count)
            for i in range(count):
                ply = self.plies[i]
                target = game.destination(ply)
                if target == NOWHERE or self.here.closed[target] <= self.here.opened[to]:
                    continue
                if ply >> 16 == last >> 16 or not from_hand:
                    end = game.footprint(ply, foot, 2)
                    start = 0 if from_hand else 2
                    foot[start] = to
                    foot[start + 1] = LEAVE
                    if self.here.complete(self.now, self._differs, foot, start, end) == YES:
                        found = ply if found == NOTHING else last
        game.push(last)
        if found == NOTHING or found == last:
            self._list_anew()  # they were overwritten
            return
        self._older_ply = last
        self._older_digest = digest
        self._take_back_older()
        self._push(found, True)
        self._settle()

    def _take_back_older(self) -> None:
        if self.final != NOTHING:
            self.tell(EV_TAKEBACK, self.final, 0, 0, self._digest_before)
        if self.slot != NOTHING:
            self.game.pop()
        self.game.pop()
        self._digest = self._older_digest
        self.tell(EV_TAKEBACK, self._older_ply, 0, 0, self._digest)
        self.slot = self.final = self._older_ply = self.last_ply = self._ply_before = self._passed = NOTHING
        self.over = False
        self._clear()
        self._stand()
