"""The referee: debounced sensor changes in, plies out. One for all games, by footprints alone.

It holds the last ply loosely. `slot` is the ply that leads from the position `before` to the position `here`; it is
shown at once, final (`slot == final`) when its squares have stood long enough, and still replaced or put back while the
opponent has touched nothing. A ply is only ever found by the squares standing as it leaves them and the touched squares
agreeing; where two would do, a question is asked; where none does, trouble is reported until the squares fit again.

Work is done in slices of `work` plies a step, so that no step is long on a slow board. After construction nothing here
allocates. Times given are ms modulo 2**30; inside, `_clock` runs on, and begins anew in a quiet moment once it has got there.
"""

from shared_rules.codes import NOWHERE, const
from shared_rules.recognition.debounce import WRAP
from shared_rules.recognition.doubt import Doubt
from shared_rules.recognition.seen import PASSING_MS, WEAK, YES
from shared_rules.recognition.signs import BACK_MS
from shared_rules.recognition.touch_log import CLOSED, OPENED
from shared_rules.recognition.watch import COMPARING, DECIDING, GOING_ON_MS, IDLE, LISTING, LOOKING, NOTHING, ONE_ASTRAY

START = const(1000)  # of the clock: 0 is never, and a change is told a little after it was
WEAK_MS = const(1500)  # a stack handled in an order that hands hardly manage
TROUBLE_MS = const(700)  # a piece where none belongs is reported after this long without a change
LIFTED_MS = const(3000)  # pieces lifted and none put anywhere: perhaps adjusting
MOST_TURNS = const(40)  # of deciding after one change; five are many
QUIET_MS = const(550)  # all in place and nothing touched for this long: what was touched was only adjusted


class Referee(Doubt):
    """Decides what was played; see shared_rules/README.md for its part among the others."""

    def __init__(self, game) -> None:
        super().__init__(game)
        self.begin(0)

    def begin(self, now: int) -> None:
        """The game's position is the one to play from; `now[]` says how the sensors stand. Events are forgotten."""
        self._last = now
        self._clock = START
        self.slot = self.final = self._older_ply = self._passed = self._guess = NOTHING
        self.last_ply = self._ply_before = NOTHING
        self._locked = self._disturbed = self._carried = False
        self._strayed = self._astray = self._none = self._kept = self._answerable = False
        self._shown_at = self._arrived_at = self._rested_at = self._passed_at = self._tried_at = self._backed_at = 0
        self._asked_at = self._ignored_at = self._turns = 0
        self._mover = self._score = self._sure = self._differs_before = 0
        self._ghost = NOWHERE
        self._digest_before = self._older_digest = 0
        self._phase = IDLE
        self.trouble = self.asking = self._withdrawn = self._doubtful = self._dubious = False
        self.over = self.game.result != 0
        self.refused_from = self.refused_to = NOTHING
        self.offer_count = self._asked = 0
        self._due_at = 0
        self._edge_at = self._final_at = self._clock
        self._digest = self.game.digest()
        self._alternatives.clear()
        self.forget_events()
        self._stand()

    # What others want to know; the recognizer has the same

    @property
    def base(self) -> bytearray:
        """Occupancy in the position shown."""
        return self.here.base

    @property
    def anchor_base(self) -> bytearray:
        """Occupancy before the last ply."""
        return self.before.base

    def shown(self) -> int:
        """The ply that stands on the board but is not final, -1 if there is none."""
        return self.slot if self.slot != self.final else NOTHING

    def settled(self) -> bool:
        """Whether the game's position is that after the last final ply."""
        return self.slot == self.final

    def lifted_stack(self) -> int:
        """The stack whose top card may be in a hand, NOWHERE if there is none."""
        return self.card

    def touched(self) -> bool:
        """Whether anything was touched since the position stands."""
        return self.here.touched

    def did(self, square: int) -> int:
        """What happened on `square` since: OPENED, CLOSED."""
        did = OPENED if self.here.opened[square] > 0 else 0
        return did | CLOSED if self.here.closed[square] else did

    def stands_as(self, foot: bytearray, end: int) -> bool:
        """Whether the squares stand, and were lifted from, as a ply of the footprint foot[0:end] from here has it."""
        differing = self.here.differing(self.now)
        return differing > 0 and self.here.complete(self.now, differing, foot, 0, end) == YES

    def settle(self) -> None:
        """Let the game stand after the last final ply."""
        if self.slot != self.final:
            if self.slot != NOTHING:
                self.game.pop()
            if self.final != NOTHING:
                self.game.push(self.final)
            self.slot = self.final

    def told_text(self) -> str:
        """The text of the position after the last final ply. Allocates."""
        game = self.game
        if self.slot == self.final:
            return game.text()
        if self.slot != NOTHING:
            game.pop()
        if self.final != NOTHING:
            game.push(self.final)
        text = game.text()
        if self.final != NOTHING:
            game.pop()
        if self.slot != NOTHING:
            game.push(self.slot)
        return text

    # Input

    def edge(self, square: int, closed: int, now: int) -> None:
        """A debounced change at `now` of the sensor under `square` of the game's frame."""
        time = self._time(now)
        if self.now[square] == closed:
            return
        self.now[square] = closed
        if not closed and self._is_ghost(square):
            self._ghost = square
        self.here.edge(square, closed, time)
        if self.slot != NOTHING:
            self.before.edge(square, closed, time)
            if not closed and not self._locked and self.slot == self.final and self._is_opponents(square):
                self._locked = True
        self._edge_at = max(self._edge_at, time)
        self._turns = 0
        self._restart()

    def learn(self, game) -> None:
        """The game becomes `game`, which has played all that was told and knows more: digests and plies are worked out anew.

        What was not yet final is dropped.
        """
        if self.slot != self.final:
            self._return()
        mine = self.game
        mine.take_over(game)
        self._digest = mine.digest()
        if self.slot != NOTHING:
            mine.pop()
            self._digest_before = mine.digest()
            if self._older_ply != NOTHING:
                mine.pop()
                self._older_digest = mine.digest()
                mine.push(self._older_ply)
            mine.push(self.slot)
        self.over = mine.result != 0
        self._list_anew()

    def hold(self, sides: int) -> None:
        """From now on these sides (bit 0 the first, bit 1 the second) may only play what `expect` says."""
        self._held = sides
        self._expected = NOTHING
        self._list_anew()

    def expect(self, ply: int, digest: int) -> None:
        """Of a side that is held, `ply` may be played in the position with that digest: the one after the last final ply."""
        self._expected = ply
        self._expected_at = digest
        if self.slot == self.final:
            self._list_anew()

    def insist(self, ply: int) -> None:
        """`ply`, legal and performed, is played at once, though it was not among those expected."""
        self._clear()
        self._next_slot(ply)
        self._push(ply, True)
        self._settle()

    def step(self, now: int, work: int) -> None:
        """Let time pass to `now`, looking at no more than `work` plies."""
        self._time(now)
        if self._phase == LISTING:
            self._list(work)
        elif self._phase == COMPARING:
            self._compare(work)
        elif self._phase == LOOKING:
            self._look()
        elif self._phase == DECIDING:
            self._phase = IDLE
            self._decide()
        elif self._due_at and self._clock >= self._due_at:
            self._due_at = 0
            self._due()
        elif self._clock > WRAP and self.slot == self.final and not (self.here.touched or self.trouble or self.asking):
            self.begin(now)  # after twelve days, so that times stay small; the last ply can't be put back then

    # Deciding

    def _decide(self) -> None:
        """All plies have been looked at: what do the squares say?"""
        self._due_at = 0
        self._turns += 1
        if self._turns > MOST_TURNS:
            if self._differs:
                self._report()
            return
        if self.asking and not self._is_same_question():
            if self._clock < self._edge_at + GOING_ON_MS and (self._differs or not self._hits):
                self._due_at = self._edge_at + GOING_ON_MS  # perhaps but a shadow
                return
            self._unask()
            if self.offer_count == 1 and self._passed == NOTHING and self._answerable:
                self._suppose(self.offers[0])
            if not self._ignored_at:
                self._ignored_at = self._asked_at
        if self._none and not (self.asking or self._hits and self._backed_at == self._edge_at):
            self._return()
            return
        if self._differs == 0:
            self._withdrawn = False
        elif self.under_way and self.final != NOTHING and self.slot == self.final:
            self._doubtful = True  # the opponent may have begun: what looks like another ply may be on its way
        if self._differs and (self.under_way or self._hits):
            since = self._back_since()
            if since and self._clock >= since + GOING_ON_MS:
                self._settle()  # the last ply was put back, and its side goes on
        if self.slot != NOTHING and self.slot != self.final:
            self._decide_shown()
        elif self._must_pass():
            self._pass()
        elif self._hits and self._is_better_tried():
            self._try_passed()
        elif self._hits and not self._withdrawn and not self._is_put_right():
            self._decide_hits()
        elif self._differs == 0 and not self._is_put_back():
            self._fits()
        elif self._alternatives.hits and not self._is_bumped():
            self._replace()
        elif self._is_put_back():
            if self._passed != NOTHING and self._tried_at != self._edge_at and self.slot == self.final:
                self._try_passed()
            elif self._alternatives.from_hand:
                self._due_at = self._edge_at + LIFTED_MS
            else:
                self._take_back()
        elif self._differs and self._back_since():
            self._due_at = (self._back_since() if self.under_way else self._edge_at) + GOING_ON_MS
        elif self.slot != self.final:
            self._return()
        elif self._is_older_put_back() or self._went_on():
            self._due_at = self._edge_at + GOING_ON_MS
        elif self._may_be_elsewhere():
            self._due_at = self._edge_at + GOING_ON_MS
        elif self._passed != NOTHING and self._tried_at != self._edge_at:
            if self.under_way:
                self._due_at = self._edge_at + GOING_ON_MS
            else:
                self._try_passed()
        elif self._alternatives.turned >= 0 and self._tried_at != self._edge_at:
            self._passed = self._alternatives.turned  # unless what it covered is put back too
            self._passed_at = self._edge_at
            self._try_passed()
        elif self.slot != NOTHING and not self._differs_before and self._alternatives.stacked_back(self.here):
            self._due_at = self._edge_at + BACK_MS  # to be put back, unless the opponent's hands go on
        elif self._may_be_back():
            self._backed_at = self._edge_at
            self._pop()
        elif not self.over:
            wait = LIFTED_MS
            if self._has_extra():
                wait = GOING_ON_MS if self._last_card != NOWHERE or self._is_back_alone() else TROUBLE_MS
            self._due_at = self._edge_at + wait

    def _decide_shown(self) -> None:
        """The slot's ply is not yet final: it stands, gives way to another, or was only passed through."""
        if self._differs and self._alternatives.hits and not (self.slot == self._guess and self._is_proved()):
            self._replace()
        elif not (self._trying and self._hits) and self._is_put_back():
            self._take_back()
        elif self._is_placed():
            self._settle()
            self._restart()
        elif self._slot_stands():
            if self._differs and self.final != NOTHING and not self._trying:
                # Something else moved: perhaps the final ply had not gone on after all.
                self._pass_by()
            else:
                self._set_due()
                if self._is_vain() or self._hits and self._sure == YES:
                    self._due_at = min(
                        self._due_at, self._edge_at + GOING_ON_MS
                    )  # the reply proves it, or what is no reply
        elif self._trying and self._hits:
            self._due_at = self._edge_at + GOING_ON_MS
        elif self._trying or not self.under_way or self._hits:
            self._pass_by()
        else:
            self._due_at = self._edge_at + GOING_ON_MS

    def _pass_by(self) -> None:
        """What was shown was only passed through, as far as is known: it may be tried again."""
        if self._trying:
            self._tried_at = self._edge_at
            self._return()
            return
        self._passed = NOTHING if self._dubious else self.slot
        self._passed_at = self._shown_at
        self._pop()
        if not self._back_since():
            self._return()

    def _slot_stands(self) -> bool:
        return self._alternatives.stands(self.now)

    def _is_better_tried(self) -> bool:
        """Whether what fits leaves something unexplained, and a ply that was passed by or asked about may explain more."""
        if self._passed == NOTHING or self._tried_at == self._edge_at:
            return False
        if self.final == NOTHING and self._passed != self._guess:
            return False
        return self._hits > 1 or self._score >= ONE_ASTRAY

    def _is_put_right(self) -> int:
        """Whether trouble has ended as a bumped board is put right: more was touched than what a ply could explain."""
        return self.trouble and self._differs == 0 and self._score >= ONE_ASTRAY

    def _decide_hits(self) -> None:
        if self._hits > 1:
            if self.rivalled and not self.asking:
                self._due_at = self._edge_at + GOING_ON_MS  # the sensor that a piece closes beside its own opens
            elif not self.asking:
                self._ask()
        elif self._differs == 0 and self._may_be_nothing(self._found[0]):
            if not self.asking:
                self._due_at = self._edge_at + TROUBLE_MS
        elif self._sure != YES:
            if not self.asking:
                self._due_at = self._edge_at + WEAK_MS
        elif self._is_doubtful_hit():
            if not self.asking:
                self._due_at = self._edge_at + GOING_ON_MS  # too much was lifted that it does not explain: not a guess
        elif self._is_same_card():
            self._return()
        else:
            slid = self._slid == self._found[0]
            self._accept(self._found[0])
            if slid:
                self._settle()  # its owner already puts the piece elsewhere

    def _is_doubtful_hit(self) -> int:
        return self._score > ONE_ASTRAY or self._dubious or self._is_doubtful(self._found[0])

    def _fits(self) -> None:
        """The squares stand as the position has them."""
        if self.trouble:
            self._clear()
            if self.slot == self.final:
                self._put_right()
        if self.slot != self.final:
            self._due_at = self._edge_at + GOING_ON_MS
        elif self.here.touched:
            self._due_at = self._edge_at + QUIET_MS

    def _put_right(self) -> None:
        """What was touched in trouble is forgotten, but not the opponent's piece that ended it: another may be pushed onto it."""
        here = self.here
        last = NOWHERE
        closed = self._edge_at - PASSING_MS
        for square in self.squares:
            if here.base[square] and here.opened[square] > 0 and here.closed[square] > closed:
                if self.game.piece_side(square) != self.game.side:
                    last = square
                    closed = here.closed[square]
        opened = here.opened[last] if last != NOWHERE else 0
        self._rest()
        if last != NOWHERE:
            here.opened[last] = opened
            here.closed[last] = closed
            here.touched = True

    def _may_be_nothing(self, ply: int) -> bool:
        """Whether `ply`, from stack to stack, may as well be stacks that were put straight, or the last ply put back."""
        here = self.here
        to = self.game.destination(ply)
        if self.slot == NOTHING and self.final != NOTHING:
            return True
        if ply == self._passed:
            return False
        if self.slot != NOTHING and not self._differs_before and self.slot & 255 == ply & 255:
            if (
                self._alternatives.to == to
                and here.closed[ply & 255] > here.opened[to]
                and self._alternatives.put_back(here)
            ):
                return True
        back = here.closed[ply & 255]
        return here.opened[to] - back > QUIET_MS and not here.crossed(back, here.opened[to])

    def _is_vain(self) -> bool:
        """Whether trying a ply that was passed by explains nothing; one that was asked about is proved by a reply alone."""
        if not self._trying or self.slot == self.final:
            return False
        if self.slot == self._guess and not self._hits:
            return True
        return self._differs != 0 and not self._is_proved()

    def _is_proved(self) -> bool:
        """Whether a reply to the ply that is tried explains all that was touched since."""
        return self._hits > 0 and self._sure != WEAK and self._score < ONE_ASTRAY and not self._has_passed()

    def _due(self) -> None:
        """The squares have stood unchanged for the time that was set."""
        if self.asking and not self._is_same_question():
            self._decide()
        elif self.slot != NOTHING and self.slot != self.final and not (self._trying or self._slot_stands()):
            self._pass_by()
        elif self._is_vain():
            if self._clock < self._edge_at + GOING_ON_MS:
                self._due_at = self._edge_at + GOING_ON_MS  # it may be but a shadow that does not fit
                return
            self._tried_at = self._edge_at  # what was tried explains nothing either, as yet
            self._return()
        elif self._is_hasty():
            self._pass_by()
        elif self._is_overtaken() or self._is_rushed():
            if self._trying:
                self._tried_at = self._edge_at
            self._return()  # which of its pieces was meant is yet to be seen
        elif self._has_stranger():
            if self._clock < self._edge_at + TROUBLE_MS:
                self._due_at = self._edge_at + TROUBLE_MS
            elif self._alternatives.covers():
                self._return()  # what looked covered or left may only have been put straight
            else:
                self._report()
        elif self._dubious and self.slot != NOTHING and self.slot != self.final:
            self._pop()  # to ask about it
        elif self.slot != NOTHING and self.slot != self.final:
            hits = self._hits if self._sure == YES else 0
            found = self._found[0]
            self._settle()
            if self._trying and hits == 1 and self.slot == self.final:
                self._trying = False
                self._accept(found)
            elif self._differs or hits or self._must_pass():
                self._restart()
        elif self._hits and not self._withdrawn:
            if self._differs == 0 and self.slot == NOTHING and self.final != NOTHING:
                self._settle()  # whatever the answer, the last ply was put back
            if self._held >> self.game.side & 1:
                self._accept(self._found[0])  # the only one that can be meant: nobody has to say so
            else:
                self._ask()
        elif self._is_put_back() or self._is_back_alone():
            self._take_back()
        elif self._differs and self._back_since():
            if self.under_way:
                self._settle()
                self._restart()
            else:
                self._return()
        elif self._is_older_put_back() or self._went_on():
            self._take_back_older()
        elif self._differs == 0:
            if self.slot != self.final:
                self._settle()
            frm = self._touched_amiss()
            self._passed = NOTHING
            self._ghost = NOWHERE
            to = self.here.strayed
            self._rest()
            if frm != NOWHERE:
                self._report_amiss(frm, to)
        elif self._may_be_elsewhere():
            self._go_elsewhere()
        elif self._passed != NOTHING and self._tried_at != self._edge_at:
            self._try_passed()
        elif not (self.under_way or self._alternatives.going_on or self._recall_card()):
            if self._may_be_none():
                self._backed_at = self._edge_at
                self._pop()
                self._none = self._dubious = True  # to ask about what explains them
            else:
                self._report()
