"""The recognizer: debounced edges in, plies out. One for all games, by footprints alone.

It keeps the edges since the anchor, the position that can no longer change (touch_log.py), has them explained at every change
(explain.py), shows the cheapest line, tells what all lines nearly as cheap agree on, and asks where they differ. That a ply
is put back, replaced, gone on with or answered at once are no cases of their own: another line is the cheapest then.

After construction nothing here allocates. Times given are ms modulo 2**30; inside, `_clock` runs on.
"""

from array import array

from shared_rules.codes import (
    ARRIVE,
    HOLE,
    MAYBE,
    NOWHERE,
    PATH,
    STACK,
    SWAP,
    WHY_FINE,
    WHY_NOT_YOURS,
    WHY_OPPONENTS,
    WHY_UNEXPLAINED,
    WHY_WITHDRAWN,
    const,
)
from shared_rules.protocol.signals import (
    BUTTON_BACK,
    BUTTON_NEXT,
    BUTTON_OK,
    EV_ASK,
    EV_CLEAR,
    EV_OVER,
    EV_PLY,
    EV_REFUSED,
    EV_SHOWN,
    EV_TAKEBACK,
    EV_UNASKED,
)
from shared_rules.recognition.card import Card
from shared_rules.recognition.debounce import WRAP
from shared_rules.recognition.events import Events
from shared_rules.recognition.explain import DONE, Explainer, Told, must_pass
from shared_rules.recognition.gestures import (
    ASK_MS,
    CARD_MS,
    DOUBT,
    DOUBTFUL_MS,
    GOING_ON_MS,
    HELD_MS,
    LAST_MS,
    LIFTED_MS,
    LIMIT,
    LIMIT_ASKED,
    LIMIT_TOLD,
    MARGIN,
    MARGIN_ADJUSTED,
    MARGIN_TOLD,
    MARGIN_WHOLE,
    MOST,
    PASSING_MS,
    QUIET_MS,
    STAYS_MS,
    SWIFT_MS,
    TROUBLE_MS,
)
from shared_rules.recognition.lines import (
    ADJUSTED,
    ARRIVED,
    BEFORE,
    BEGUN,
    COST,
    FIRST,
    LAST,
    ORDER,
    PLY,
    SECOND,
    STRAY_AT,
    UNSEEN,
    UNSETTLED,
)
from shared_rules.recognition.lines import LOOSE as LOOSE_SQUARES
from shared_rules.recognition.placement import NOTHING
from shared_rules.recognition.position import Position
from shared_rules.recognition.question import Question
from shared_rules.recognition.touch_log import NEVER, NONE, TouchLog

NOBODY = const(-1)  # no side
OTHERWISE = const(-2)  # no ply: the line contradicts what is told
START = const(1000)  # of the clock: a change is told a little after it was
MOST_TURNS = const(6)  # of telling after one edge: a few are many
MOST_MS = const(5000)
LATE = const(0x20000000)  # when the clock is turned back
LISTING = const(4)  # work for a square with plies
WHOLE = const(100)  # work for a step of somebody who has no need of short ones

# What the lines say, a bit each. `near` lines cost less than the margin more than the best one.
AS_TOLD = const(1)  # the best line is what is told, and nothing more
LOOSE = const(2)  # not all stands as the best line has it
MOVING = const(4)  # nor do its own plies' squares; or it costs too much to contradict what is told
AGREED = const(8)  # all near lines go on with the same ply, in an order and at a pace that leave no doubt
AGAINST = const(16)  # no near line has what is told
OPEN = const(32)  # a question is open
SAME = const(64)  # it asks for what the near lines go on with
ALIKE = const(128)  # they cost the same and all stands: no waiting will tell them apart
OFFERED = const(512)  # one of them goes on with what is asked
DOUBTED = const(256)  # the best line's ply came in an order or at a pace that leaves doubt
CERTAIN = const(1024)  # a ply stands after what is told, without which no line is to be thought of
RIVAL = const(2048)  # another line explains all that stands, and the best one does not, or says that nothing was played
DEAR = const(4096)  # the best line costs too much to take the place of what is told unasked

# What is done; each gives in how many ms to look again, 0 for not before an edge.
REST = const(0)
HOLD = const(1)
CONFIRM = const(2)
TAKE_BACK = const(3)
KEEP_ASKING = const(4)
PERHAPS_UNASK = const(5)
WAIT = const(6)
ASK = const(7)
ASK_LATER = const(8)
GO_ON = const(9)

# The first row that fits counts: all of these facts, none of those, what is done.
DECISIONS = (
    (AS_TOLD, LOOSE, REST),
    (AS_TOLD, 0, HOLD),
    (MOVING, 0, HOLD),
    (CERTAIN, 0, GO_ON),
    (AGREED, 0, CONFIRM),
    (OPEN | SAME, 0, KEEP_ASKING),
    (AGAINST | DEAR, LOOSE, ASK_LATER),
    (AGAINST, LOOSE, TAKE_BACK),
    (OPEN | OFFERED | LOOSE, 0, KEEP_ASKING),
    (OPEN, 0, PERHAPS_UNASK),
    (RIVAL, 0, ASK_LATER),
    (LOOSE, 0, WAIT),
    (ALIKE, 0, ASK),
    (0, 0, ASK_LATER),
)


class Recognizer(Events):
    """Reads one game; memory is taken for that game's frame and bounds."""

    def __init__(self, game) -> None:
        super().__init__()
        self.game = game
        size = game.columns * game.rows
        self.judge = getattr(game, "judge", None)
        self.now = bytearray(size)
        self.squares = bytes([square for square in range(size) if game.board[square] != HOLE])
        self.log = TouchLog(size)
        self.told = Told()
        self.explainer = Explainer(game, self.log, self.told)
        self.lines = self.explainer.lines
        self.position = Position(game, self.log.base, self.explainer.plies)
        self.base = self.position.base  # occupancy in the position shown
        self.anchor_base = self.log.base
        self.card = Card(game, self.log, self.explainer.plies)
        self._puts_back = getattr(game, "puts_back", False)
        self._stacks = getattr(game, "stacks", False)
        self.question = Question(game)
        self.plies = array("i", [0] * game.max_plies)  # legal in the position shown
        self.foot = bytearray(2 * game.max_footprint + 2)
        self.count = self.lists = 0
        self._actions = (
            self._rest,
            self._hold,
            self._confirm,
            self._take_back,
            self._keep_asking,
            self._perhaps_unask,
            self._wait,
            self._ask,
            self._ask_later,
            self._go_on,
        )
        self.begin(0)

    def begin(self, now: int) -> None:
        """The game's position is the one to play from, and `now[]` as that has it. Events are forgotten."""
        self._last = now
        self._clock = self._edge_at = START
        self.last_ply = self._ply_before = NOTHING
        self.trouble = self.over = self._ended = False
        self.refused_from = self.refused_to = NOTHING
        self._due_at = self._turns = self._still = 0
        self._followed = NOTHING  # what has stood after what is told, without which no line was to be thought of
        self._next = NOTHING  # what the best line goes on with,
        self._goes_on = self._contradicts = False  # after what is told, or in its place
        self._whole = True
        self._facts = 0
        self._asked_on = False  # what is asked about follows what is told
        self._explaining = False
        self._listed = 0
        self._committing = False  # what has been decided is to be told,
        self._keeps = False  # with the name that was answered
        self._forgetting = False  # all has stood as told for long
        self._concluding = True  # what follows from what is told: the game is over, or a pass
        self._listing = True
        self.log.clear()
        self.position.begin()
        self.told.clear()
        self.card.clear()
        self.question.clear()
        self.explainer.phase = DONE
        self._forget_squares()
        self.forget_events()
        self.count = 0
        self.lists = (self.lists + 1) & 0xFFFF

    # What others want to know

    @property
    def asking(self) -> bool:
        """Whether a question is open: `offers[0:offer_count]` are its answers, offers[offered] is offered."""
        return self.question.open

    @property
    def offers(self) -> "array[int]":
        """The answers to the question."""
        return self.question.offers

    @property
    def offer_count(self) -> int:
        """How many they are."""
        return self.question.count

    @property
    def offered(self) -> int:
        """Which of them is offered."""
        return self.question.offered

    def settled(self) -> bool:
        """Whether the game's position is that after what is told."""
        return self.position.is_told()

    def resting(self) -> bool:
        """Whether all has been looked at: `plies` are complete."""
        return not (self._concluding or self._committing or self._forgetting or self._explaining or self._listing)

    def shown(self) -> int:
        """The ply that stands on the board but is not told, -1 if there is none."""
        return self.position.shown

    def lifted_stack(self) -> int:
        """The stack whose top card may be in a hand, NOWHERE if there is none."""
        return self.card.square

    def can_go_back(self) -> bool:
        """Whether what is told may still be put back: to the occupancy `anchor_base`."""
        return self.told.ply != NOTHING and not self.told.locked

    def did(self, square: int) -> int:
        """What happened on `square` after what is told: OPENED, CLOSED and AGAIN as in touch_log."""
        return self.log.did_after(square, self.told.done)

    def touched(self) -> bool:
        """Whether anything was touched after what is told."""
        return self.log.count > 0 and self.log.time[self.log.count - 1] > self.told.done

    def stands_as(self, foot: bytearray, end: int) -> bool:
        """Whether the squares stand, and were lifted from, as a ply of the footprint foot[0:end] from here has it."""
        differing = 0
        for i in range(0, end, 2):
            square = foot[i]
            effect = foot[i + 1]
            stands = effect == ARRIVE or effect == SWAP or effect == STACK
            if self.now[square] != stands and effect != MAYBE:
                return False
            if not self.did(square) and effect != PATH and effect != MAYBE:
                return False
            differing += self.now[square] != self.base[square]
        for square in self.squares:
            differing -= self.now[square] != self.base[square]
        return differing == 0

    def told_text(self) -> str:
        """The text of the position after what is told. Allocates."""
        position = self.position
        standing = position.standing
        shown = position.shown
        position.show(position.told != NOTHING, NOTHING)
        text = self.game.text()
        position.show(standing, shown)
        return text

    # What others want

    def settle(self) -> None:
        """Show what is told, and nothing else: the game's position is to be the one after it."""
        self._show(self.told.ply != NOTHING, NOTHING)

    def learn(self, game) -> None:
        """The game becomes `game`, which has played all that was told and knows more. What was not told is dropped."""
        self.settle()
        self.game.take_over(game)
        self._ended = self.game.result != 0
        self._concluding = self._concluding and not self._ended
        self._stood()

    def hold(self, sides: int) -> None:
        """From now on these sides (bit 0 the first, bit 1 the second) may only play what `expect` says."""
        self.told.held = sides
        self.expect(NOTHING, 0)

    def expect(self, ply: int, digest: int) -> None:
        """Of a side that is held, `ply` may be played in the position with that digest: the one after what is told."""
        self.told.expected_ply = ply
        self.told.expected_at = digest
        if self.position.is_told():
            self.told.stand(self.game.digest())
            self._stood()

    def insist(self, ply: int) -> None:
        """`ply`, legal and performed, is told at once."""
        self._clear()
        self._tell(ply)
        self._mark()
        self._forget()
        self._again()

    # Time

    def _time(self, now: int) -> int:
        passed = (now - self._last) & WRAP
        if passed < 0x20000000:
            self._last = now
            self._clock += passed
            return self._clock
        return self._clock - ((self._last - now) & WRAP)

    def _turn_back(self, ms: int) -> None:
        """Let all times be `ms` less, so that they stay small; what is older than that was at the beginning."""
        self._clock -= ms
        self._edge_at = max(0, self._edge_at - ms)
        if self._due_at:
            self._due_at = max(1, self._due_at - ms)
        self.told.turn_back(ms)
        self.card.turn_back(ms)
        self.log.turn_back(ms)
        self.explainer.prices.turn_back(ms)

    def deadline(self, now: int) -> int:
        """Milliseconds until a step is wanted although no sensor changes: 0 at once, -1 never."""
        if not self.resting():
            return 0
        if not self._due_at:
            return -1
        return max(0, self._due_at - self._clock - ((now - self._last) & WRAP))

    # Input

    def edge(self, square: int, closed: int, now: int) -> None:
        """A debounced change at `now` of the sensor under `square` of the game's frame."""
        time = self._time(now)
        if self.now[square] == closed:
            return
        if time - self._edge_at >= LAST_MS and self.resting():
            if self._turn_is_back():
                self._put_back_turn()
            elif not closed and self._is_back(square, time):
                self._untell()  # and another is begun
                self.told.undone_at = min(self.told.undone_at, self.explainer.prices.back_until)
        self.now[square] = closed
        if self._puts_back and self.told.ply == NOTHING:
            self.log.forget_past(time - CARD_MS)
        self.log.add(square, closed, time, self.told.done)
        self._edge_at = max(self._edge_at, time)
        self._turns = 0
        self._again()

    def _again(self) -> None:
        """Have everything explained anew."""
        self.changes = (self.changes + 1) & 0xFFFF
        self._explaining = True
        self._committing = self._forgetting = False
        self.explainer.begin(self._clock)

    def button(self, button: int, now: int) -> None:
        """A button was pressed; it means something only while a question is open."""
        self._time(now)
        question = self.question
        if not question.open:
            return
        if button == BUTTON_NEXT:
            question.offered = (question.offered + 1) % question.count
            self.tell(EV_ASK, question.offers[question.offered], 0, 0, 0)
        elif button == BUTTON_OK:
            self.answer(question.offered, now)
        elif button == BUTTON_BACK:
            self._withdraw()

    def answer(self, index: int, now: int) -> None:
        """Take the answer offers[index] of the open question."""
        self._time(now)
        question = self.question
        if not question.open or not 0 <= index < question.count:
            return
        question.offered = index
        ply = question.offers[index]
        self._unask()
        if not self._asked_on and ply == self.told.ply:
            if not self._differs():
                self._mark()
                self._keep_past(self.told.done)
                self._forget()  # it stands, what else was touched meant nothing
            else:
                self._forget_before()
        else:
            at = self._stood_at(ply)  # since then the next ply may have begun
            if not self._asked_on:
                self._untell()
            self._tell(ply)
            self.told.at = min(self.told.at, at)
            self.told.done = min(self.told.done, at)
            self._forget_before()
        self.told.choose(question)
        if not self._is_from_hand(ply):
            question.count = 0  # made anew, it is asked about from the first offer on; a piece from hand keeps its kind
        self._again()

    def _stood_at(self, ply: int) -> int:
        """When the last edge of `ply`, which is asked about, came."""
        lines = self.lines
        game = self.game
        after = PLY if self._asked_on else 0
        for i in range(lines.count):
            found = lines.get(i, SECOND if self._asked_on else FIRST)
            if found >= 0 and found & 255 == ply & 255 and game.destination(found) == game.destination(ply):
                return lines.get(i, LAST + after)
        return self._edge_at

    def _is_from_hand(self, ply: int) -> bool:
        return ply & 255 == self.game.destination(ply)

    def _withdraw(self) -> None:
        """The answers offered are not what was played."""
        question = self.question
        self._unask()
        put_back = self._asked_on and self._cost_of(NOTHING) < self._cost_of(self.told.ply) + MARGIN_TOLD
        if put_back or not self._asked_on and question.is_offered(self.told.ply):
            self._untell()
        for i in range(question.count):
            self.told.withdraw(question.offers[i])
        ply = question.offers[question.offered]
        question.count = 0
        if self._differs():
            self._refuse(ply & 255, self.game.destination(ply), WHY_WITHDRAWN)
        else:
            self._mark()
            self.card.remember(self.card.look())  # the card on top may be in a hand all the same
            self.card.square = NOWHERE
            self._forget(True)  # what can't be seen need not be put back
        self._again()

    def _cost_of(self, ply: int) -> int:
        """What it costs that `ply`, or nothing, was played and nothing else."""
        lines = self.lines
        for i in range(lines.count):
            if lines.get(i, FIRST) == ply and lines.get(i, SECOND) == NOTHING:
                return lines.get(i, COST)
        return MOST

    def _differs(self) -> bool:
        """Whether the squares stand otherwise than after what is told."""
        base = self.position.told_base
        for square in self.squares:
            if self.now[square] != base[square]:
                return True
        return False

    # The slices

    def step(self, now: int, work: int) -> None:
        """Let time pass to `now`, doing a slice of what is to be done; all of it where `work` is much."""
        self._time(now)
        if self._clock > LATE:
            self._turn_back(LATE - START)
        if self._concluding:
            self._conclude(work)
        elif self._committing:
            self._commit_more()
        elif self._forgetting:
            self._forgetting = False
            self._keep_past(0)
            self._forget()
        elif self._explaining:
            self._explain(work)
        elif self._listing:
            self._list(work)
        elif self._due_at and self._clock >= self._due_at:
            self._due_at = 0
            self._again()  # prices change as time goes by

    def _explain(self, work: int) -> None:
        explainer = self.explainer
        if explainer.phase == DONE:
            self._explaining = False
            self._judge()
            return
        self.position.go_back()
        work -= explainer.step()
        while explainer.phase != DONE and work >= explainer.least():
            work -= explainer.step()
        self.position.return_()

    def _conclude(self, work: int) -> None:
        """What follows from what was told last: the game is over, or the only ply is a pass, which is told too."""
        game = self.game
        if work < WHOLE and self.judge and self.judge():
            return
        self._concluding = False
        self._ended = game.result != 0
        if self._ended:
            self.over = True
            if self.told.ply != NOTHING:
                self.tell(EV_OVER, self.told.ply, 0, 0, 0)
        elif must_pass(game, self.plies):
            ply = self.plies[0]
            self.position.tell_pass(ply)
            self.last_ply = ply
            self.tell(EV_PLY, ply, 0, 0, game.digest())
            self.told.stand(game.digest())
            self._stood()

    def _list(self, work: int) -> None:
        """List the legal plies, square by square."""
        game = self.game
        if not self._listed and work < WHOLE and self.judge and self.judge():
            return
        while self._listed < len(self.squares):
            square = self.squares[self._listed]
            self._listed += 1
            side = game.piece_side(square)
            if side == game.side or side < 0:
                count = game.plies_from(square, self.plies, self.count)
                work -= LISTING if count != self.count else 1
                self.count = count
                if work <= 0:
                    return
        if self.told.held >> game.side & 1:
            self._keep_expected()
        self._listing = False
        self.changes = (self.changes + 1) & 0xFFFF

    def _keep_expected(self) -> None:
        """Of the plies listed only the one that is expected counts."""
        ply = self.told.expected if self.position.is_told() else NOTHING
        i = 0
        while i < self.count and self.plies[i] != ply:
            i += 1
        self.count = 1 if i < self.count else 0
        self.plies[0] = ply

    # Deciding

    def _judge(self) -> None:
        """All lines are priced: what is to be told?"""
        self._due_at = 0
        if not self.log.count:
            return
        self._still = self._clock - self._edge_at
        self._facts = self._weigh()
        if self._recall_card():
            return
        if not self._turn_is_back():
            wait = self._decide()
        elif self._still < STAYS_MS:
            wait = STAYS_MS - self._still
        else:
            self._put_back_turn()
            wait = 0
        if self._explaining or self._committing:
            return
        pause = ASK_MS if self._still < ASK_MS else QUIET_MS if self._still < QUIET_MS else DOUBTFUL_MS
        if self._still < pause and self._facts & (LOOSE | AS_TOLD):
            wait = sooner(wait, pause - self._still)
        if wait == 0 or self._still < TROUBLE_MS or self._facts & LOOSE:
            wait = sooner(wait, self._worry())
        if self.explainer.prices.change_in < MOST_MS:
            wait = sooner(wait, self.explainer.prices.change_in)
        if wait:
            self._due_at = self._clock + wait

    def _recall_card(self) -> bool:
        """Where something stands on an empty square it may be a card that was held for long; gives whether there is one."""
        if (
            self._still < PASSING_MS
            or not (self._contradicts or self._facts & LOOSE)
            or self._changed_last(NOBODY) == NOWHERE
        ):
            return False
        if not self.card.recall(self.position.told_base):
            return False
        self._again()
        return True

    def _decide(self) -> int:
        facts = self._facts
        i = 0
        while facts & DECISIONS[i][0] != DECISIONS[i][0] or facts & DECISIONS[i][1]:
            i += 1
        return self._actions[DECISIONS[i][2]]()

    def _weigh(self) -> int:
        """What the lines say."""
        lines = self.lines
        told = self.told.ply
        self._goes_on = told != NOTHING and lines.get(0, FIRST) == told
        self._contradicts = told != NOTHING and not self._goes_on
        self._next = lines.get(0, SECOND) if self._goes_on else lines.get(0, FIRST)
        facts = LOOSE if lines.get(0, LOOSE_SQUARES) else 0
        if self.question.open:
            facts |= OPEN
        followed = self._followed
        self._followed = NOTHING
        if self._is_still_asked():
            self._goes_on = False
            self._next = lines.get(0, FIRST)
            return facts | RIVAL | self._compare(told) & ~AGREED
        rival = self._rival()
        if rival and (facts & OPEN or self._still >= (QUIET_MS if facts & LOOSE else ASK_MS)):
            if lines.get(rival, FIRST) != told != NOTHING:
                self._goes_on = False
                self._next = lines.get(0, FIRST)
            facts |= RIVAL | self._compare(told) & ~AGREED
            if self._follows(rival) >= 0:
                self.question.find(self._follows(rival))
            return facts
        if self._next == NOTHING and not self._contradicts:
            return facts | AS_TOLD
        unsettled = lines.get(0, UNSETTLED)
        if unsettled and self._next != followed:
            return facts | MOVING
        if unsettled and not self._takes(followed, self.now):
            self._followed = followed  # it is put straight
            return facts | MOVING
        if self._get(ORDER) > DOUBT:
            facts |= DOUBTED
        if self._goes_on and self._is_certain():
            self._followed = self._next
            return facts | CERTAIN
        if unsettled or lines.get(0, BEFORE) or self._is_dear():
            return facts | MOVING
        return facts | self._compare(told)

    def _is_still_asked(self) -> bool:
        """Whether a question is open to which the best line and another one have different answers, and a reply to each."""
        lines = self.lines
        question = self.question
        first = lines.get(0, FIRST)
        if not question.open or self._asked_on or not question.is_offered(first) or lines.get(0, SECOND) == NOTHING:
            return False
        for i in range(1, lines.count):
            other = lines.get(i, FIRST)
            if other != first and question.is_offered(other) and lines.get(i, COST) < lines.get(0, COST) + LIMIT:
                return not lines.get(i, LOOSE_SQUARES)
        return False

    def _is_dear(self) -> bool:
        """Whether the best line costs too much to explain anything: pieces adjusted beside it don't count."""
        lines = self.lines
        return lines.get(0, COST) - lines.get(0, ADJUSTED) > LIMIT

    def _rival(self) -> int:
        """The line that explains all that stands nearly as cheaply as the best one, which does not or says that nothing was played.

        0 if there is none.
        """
        lines = self.lines
        undone = lines.get(0, UNSETTLED) or lines.get(0, LOOSE_SQUARES) and self._still >= DOUBTFUL_MS
        if self._is_dear() or not (undone or self._next == NOTHING and not self._contradicts):
            return 0
        for i in range(1, lines.count):
            if self.told.is_rejected(lines.get(i, FIRST)):
                continue  # that was asked, and answered
            margin = MARGIN
            if lines.get(i, FIRST) != self.told.ply != NOTHING:
                margin = MARGIN_TOLD if self.told.answered else MARGIN_WHOLE
            if lines.get(0, LOOSE_SQUARES) and self._still >= DOUBTFUL_MS:
                margin = LIMIT
            if lines.get(i, COST) < lines.get(0, COST) + margin and not lines.get(i, LOOSE_SQUARES):
                return i
        return 0

    def _compare(self, told: int) -> int:
        """What the near lines say."""
        lines = self.lines
        question = self.question
        question.find_none()
        cost = lines.get(0, COST)
        agreed = self._get(ORDER) <= DOUBT or self._is_proved()
        followed = not agreed and self._is_answered() and self._is_followed()
        agreed = agreed or followed
        agreed = agreed and not (self._contradicts and cost > LIMIT_TOLD) and not self._leaves_missing()
        self._whole = alike = True
        facts = self._against(cost)
        for i in range(lines.count):
            ply = self._follows(i)
            as_told = self._contradicts and ply == told
            if lines.get(i, COST) >= cost + self._margin(i, as_told):
                continue
            if as_told:
                facts &= ~AGAINST
            if question.open and question.is_offered(ply) and self._asked_on == self._goes_on:
                facts |= OFFERED
            alike = alike and lines.get(i, COST) == cost
            if followed and ply != self._next:
                agreed = False
            if not lines.get(i, UNSETTLED):
                agreed = agreed and ply == self._next
                self._whole = self._whole and not lines.get(i, LOOSE_SQUARES)
                if ply >= 0:
                    question.find(ply)
        if agreed:
            facts |= AGREED
        if question.open and question.is_same():
            facts |= SAME
        if alike and self._whole and question.found() > 1:
            facts |= ALIKE
        return facts

    def _leaves_missing(self) -> bool:
        """Whether the best line leaves something to come, and another one explains all as it stands, not out of the question."""
        lines = self.lines
        if not lines.get(0, LOOSE_SQUARES):
            return False
        for i in range(1, lines.count):
            if not lines.get(i, LOOSE_SQUARES) and self._follows(i) != self._next:
                return lines.get(i, COST) < lines.get(0, COST) + LIMIT
        return False

    def _against(self, cost: int) -> int:
        """Whether the best line, which costs that, is in the place of what is told, and may not be without a question."""
        if not self._contradicts:
            return 0
        return AGAINST | DEAR if self._next != NOTHING and cost > LIMIT_TOLD else AGAINST

    def _margin(self, i: int, told: bool) -> int:
        """By how much more than the best one the i-th line may cost and still be near; `told` where it has what is told.

        Wider if it leaves nothing that stands: what the best one takes for adjusted may have been a part of what was played.
        """
        lines = self.lines
        margin = MARGIN_TOLD if told else MARGIN
        if self._is_answered() and lines.get(0, ORDER + PLY) > DOUBT:
            margin = MARGIN_WHOLE  # the reply may be none
        if lines.get(i, LOOSE_SQUARES) or lines.get(i, COST) > LIMIT:
            return margin
        reply = lines.get(0, SECOND)
        if (
            self.told.ply == NOTHING
            and lines.get(i, FIRST) != NOTHING
            and (reply == NOTHING or self._is_from_hand(reply))
        ):
            return max(margin, MARGIN_WHOLE)
        return max(margin, MARGIN + min(lines.get(0, ADJUSTED), MARGIN_ADJUSTED))

    def _is_followed(self) -> bool:
        """Whether the reply of the best line to its first ply began after that, and has come to stay."""
        lines = self.lines
        if lines.get(0, BEGUN + PLY) <= lines.get(0, ARRIVED):
            return False
        return self._clock >= lines.get(0, ARRIVED + PLY) + GOING_ON_MS

    def _is_proved(self) -> bool:
        """Whether the one answer to the question has been replied to."""
        question = self.question
        if not question.open or question.count != 1 or self._goes_on or question.offers[0] != self._next:
            return False
        return self.lines.get(0, SECOND) != NOTHING

    def _get(self, what: int) -> int:
        """What is known of the best line's ply that is `_next`."""
        return self.lines.get(0, what + PLY if self._goes_on else what)

    def _follows(self, i: int) -> int:
        """The ply of the i-th line after what is told, or in its place; OTHERWISE if it contradicts what is told."""
        if not self._goes_on:
            return self.lines.get(i, FIRST)
        if self.lines.get(i, FIRST) != self.told.ply:
            return OTHERWISE
        return self.lines.get(i, SECOND)

    # What is done

    def _rest(self) -> int:
        """All stands as told."""
        self.settle()
        if self.question.open:
            self._unask()
        if self.trouble:
            self.told.withdrawals = 0  # it is put right
        self._clear()
        self._mark()
        card = self.card.look()
        self.card.remember(card)
        if self._still >= CARD_MS:
            card = NOWHERE
        if self.card.square != card:
            self.card.square = card
            self.changes = (self.changes + 1) & 0xFFFF
        # Where a ply was replaced, what was touched may be of the one that was told first, and its reply.
        quiet = LIFTED_MS if self.told.undone != NOTHING != self.told.ply else QUIET_MS
        if self._still < quiet:
            return quiet - self._still
        self._forgetting = True  # what else was touched meant nothing
        return 0 if card == NOWHERE else CARD_MS - self._still

    def _hold(self) -> int:
        """Something is in a hand.

        When the opponent's piece has come to stand, what is told can no longer change: what it took may be on its way off yet,
        and the next ply begun, for which a line has no room.
        """
        self.settle()
        told = self.told.ply
        if told == NOTHING or self._facts & OPEN or self.lines.get(0, FIRST) != told or self._is_without(0):
            return 0
        to = self._changed_last(NOBODY)
        if to == NOWHERE or self.game.piece_side(self.game.destination(told)) == self.game.side:
            return 0
        wait = self.log.time[self.log.last[to]] + STAYS_MS - self._clock
        if wait > 0 or self._listing:
            return max(1, wait)
        if self._is_under_way(ARRIVE):
            self._let_stand()
            self._again()
        return 0

    def _confirm(self) -> int:
        """Show what all agree on, and tell it when it has stood."""
        self._settle_trouble()
        self._show(self._goes_on, self._next)
        question = self.question
        loose = self._facts & LOOSE
        if question.open:
            if self._next == NOTHING or not question.is_offered(self._next):
                if loose and self._still < LIFTED_MS:
                    return LIFTED_MS - self._still  # what is in a hand may yet be the reply to what is asked about
                self._unask()
            elif not self._is_proved():
                return 0
            else:
                doubtful = self.lines.get(0, ORDER + PLY) > DOUBT
                wait = self.lines.get(0, ARRIVED + PLY) + (DOUBTFUL_MS if doubtful else STAYS_MS) - self._clock
                if wait > 0:
                    return wait
                self._unask()
                return self._commit()
        if loose and self._contradicts:
            return 0  # what is put back is not yet all back, or a reply proves what is told
        due = self._due()
        if (loose or self._is_answered()) and self._may_go_on():
            due = max(due, self._replied_at() if self._get(UNSEEN) else self._get(ARRIVED) + LIFTED_MS)
            if due >= NEVER:
                return 0
        if loose:
            lifted = self._lifted_at()
            early = 0 < lifted < self._get(LAST) + GOING_ON_MS  # then it is more than this ply
            due = max(due, lifted + (LIFTED_MS if early else GOING_ON_MS))
        if self._clock < due:
            return due - self._clock
        self._commit()
        return 0

    def _is_answered(self) -> bool:
        """Whether the best line has a reply to what is shown."""
        return not self._goes_on and self.lines.get(0, SECOND) != NOTHING

    def _lifted_at(self) -> int:
        """When who plays what is shown lifted a piece last that is still in a hand; 0 if there is none.

        What is lifted so soon after the last of the ply's edges is in that player's hand, whose piece it may be. What the
        reply has lifted, or the ply after that, is not.
        """
        log = self.log
        end = self._write_reply()
        until = self.lines.get(0, ARRIVED + PLY) + GOING_ON_MS if end else NEVER
        latest = 0
        for n in range(log.touches):
            square = log.touched[n]
            time = log.time[log.last[square]]
            if not self.base[square] or self.now[square] or time >= until or self._is_among(square, end):
                continue
            if self.game.piece_side(square) != self.game.side or time < self._get(LAST) + GOING_ON_MS:
                latest = max(latest, time)
        return latest

    def _write_reply(self) -> int:
        """Write the footprint of the best line's reply to what is shown, if all of it stands; gives its length, 0 for none."""
        if not self._is_answered() or self.lines.get(0, UNSETTLED):
            return 0
        return self.game.footprint(self.lines.get(0, SECOND), self.foot, 0)

    def _is_among(self, square: int, end: int) -> bool:
        """Whether `square` is one of the footprint foot[0:end]."""
        for i in range(0, end, 2):
            if self.foot[i] == square:
                return True
        return False

    def _may_go_on(self) -> bool:
        """Whether the piece of what is shown may but rest, on its way to where a piece was lifted before it came there.

        If it covers a stack that was not lifted any more since it left, nobody saw it come.
        """
        position = self.position
        ply = self._next
        if ply == NOTHING or self._contradicts or self._is_from_hand(ply):
            return False
        log = self.log
        before = NEVER if self._get(UNSEEN) else self._get(ARRIVED)
        end = self._write_reply()
        if end and self._takes(self.lines.get(0, SECOND), self.base):
            end = 0
        resting = NOWHERE
        for n in range(log.touches):
            square = log.touched[n]
            if self.base[square] and not self.now[square] and log.time[log.last[square]] < before:
                if square != ply & 255 and not self._is_among(square, end):
                    resting = square
        if resting == NOWHERE:
            return False
        position.show(self._goes_on, NOTHING)
        found = self._could_take(ply, resting)
        position.show(self._goes_on, ply)
        return found

    def _replied_at(self) -> int:
        """When the reply of the best line has come to stay; NEVER if there is none.

        Where it takes something, its piece may itself be taken by what is shown, and the one it takes adjusted: that is waited for.
        """
        lines = self.lines
        if not self._is_answered() or lines.get(0, UNSETTLED):
            return NEVER
        wait = LIFTED_MS if self._takes(lines.get(0, SECOND), self.base) else DOUBTFUL_MS
        return lines.get(0, ARRIVED + PLY) + wait

    def _due(self) -> int:
        """When what is shown has stood long enough to be told."""
        last = self._get(LAST)
        due = 0
        if self._contradicts:
            since = self._edge_at if self._next == NOTHING else max(last, self.explainer.touched_told())
            due = self._patience() + since
            if self._is_answered():  # what proves it must have come to stay
                due = max(due, self.lines.get(0, ARRIVED + PLY) + GOING_ON_MS)
        if self._get(ORDER) and (self._goes_on or self.lines.get(0, SECOND) == NOTHING):
            if self._takes(self._next, self.position.told_base if self._goes_on else self.anchor_base):
                # While something else is passed over, the card may be in a hand.
                return max(due, DOUBTFUL_MS + (self._edge_at if self._get(UNSEEN) else last))
        due = max(due, self._left_again())
        if self._is_answered() and self.lines.get(0, BEGUN + PLY) <= self.lines.get(0, ARRIVED):
            due = max(due, self.lines.get(0, ARRIVED + PLY) + TROUBLE_MS)  # what was lifted so early may come back
        square = self.game.destination(self._next)
        if square != NOWHERE and self.now[square] and self.log.last[square] != NONE:
            due = max(due, self.log.time[self.log.last[square]] + STAYS_MS)  # it may be another piece passing over
        due = max(due, self._edge_at + HELD_MS)
        return max(due, self._get(ARRIVED) + GOING_ON_MS, last + LAST_MS, self.lines.get(0, STRAY_AT) + GOING_ON_MS)

    def _left_again(self) -> int:
        """When it is clear that the piece of what is shown is not that which was on its first square until lately; or 0.

        Something was there since the last of the ply's edges, for longer than a piece that passes over.
        """
        log = self.log
        square = self._next & 255
        if square == NOWHERE or self.now[square] or log.last[square] == NONE or self._is_answered():
            return 0
        opened = log.time[log.last[square]]
        if opened <= self._get(LAST) or opened - log.changed_last(square, 1) < PASSING_MS:
            return 0
        return opened + DOUBTFUL_MS

    def _takes(self, ply: int, base: bytearray) -> bool:
        """Whether `ply` ends where a piece was before it, by the occupancy `base`."""
        square = self.game.destination(ply)
        return square != NOWHERE and base[square] == 1

    def _take_back(self) -> int:
        """What is told is not what happened, whatever was meant instead."""
        self._settle_trouble()
        wait = self._patience()
        if self._still < wait:
            return wait - self._still
        self._next = NOTHING
        self._commit()
        return 0

    def _go_on(self) -> int:
        """What is told can no longer change, if what follows has come to stay."""
        self._settle_trouble()
        if self.question.open and not self._asked_on:
            self._unask()
        if not self._facts & DOUBTED:
            self._show(True, self._next)
        since = self._get(LAST if self._facts & DOUBTED else ARRIVED)
        # What seems to be back may be another piece passing over.
        back = self.log.closed_last(self.explainer.prices.told_on, self.position.told_base)
        wait = max(since + STAYS_MS, back + PASSING_MS) - self._clock
        return wait if wait > 0 else self._commit()

    def _keep_asking(self) -> int:
        self._settle_trouble()
        return 0

    def _perhaps_unask(self) -> int:
        """What is asked is no more what is near; perhaps but for a moment."""
        self._settle_trouble()
        if self._facts & LOOSE and self._still < ASK_MS:
            return ASK_MS - self._still
        self._unask()
        self._facts &= ~OPEN
        return self._decide()

    def _wait(self) -> int:
        """Not all stands as the best line has it."""
        return 0 if self._whole or self._still >= ASK_MS else ASK_MS - self._still

    def _ask(self) -> int:
        """Open a question: what the near lines go on with.

        If that is certain to follow what is told, the reply to it has to have room in a line.
        """
        if self._goes_on and self._is_certain():
            self._let_stand()
            self._again()
            return 0
        self._show(self._goes_on, NOTHING)
        self._clear()
        question = self.question
        question.ask()
        self._asked_on = self._goes_on
        self.tell(EV_ASK, question.offers[question.offered], 0, 0, 0)
        return 0

    def _ask_later(self) -> int:
        self._settle_trouble()
        doubted = self._facts & DOUBTED
        if not (self._contradicts or doubted or self._facts & RIVAL):
            self._show(self._goes_on, self._next)
        wait = TROUBLE_MS if doubted else ASK_MS
        if self._still < wait:
            wait -= self._still
            if self._is_answered():
                wait = sooner(wait, max(0, self.lines.get(0, ARRIVED + PLY) + GOING_ON_MS - self._clock))
            return wait
        if self.question.found():
            self._ask()
        return 0

    def _unask(self) -> None:
        self.question.open = False
        self.tell(EV_UNASKED, self.question.offers[self.question.offered], 0, 0, 0)

    def _settle_trouble(self) -> None:
        """A line explains what stood wrong."""
        if not self._facts & LOOSE:
            self._clear()

    def _patience(self) -> int:
        """For how many ms all must have rested before the best line takes the place of what is told."""
        foot = self.foot
        more = self._next
        told = self.told.ply
        position = self.position
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
                return NEVER if self._may_be_moved(told) else LIFTED_MS
            return DOUBTFUL_MS if first == STACK else GOING_ON_MS  # or the card below is to cover it
        # Where it ends is occupied before and after: what is told may still be true, its piece in a hand.
        proved = self.lines.get(0, SECOND) != NOTHING
        return DOUBTFUL_MS if last != ARRIVE and not proved and self._may_be(told) else GOING_ON_MS

    def _may_be_moved(self, ply: int) -> bool:
        """Whether who put down a piece with `ply`, from the anchor, may move it next."""
        position = self.position
        game = self.game
        position.go_back()
        side = game.side
        game.push(ply)
        found = game.side == side and game.plies_from(game.destination(ply), self.explainer.plies, 0) > 0
        game.pop()
        position.return_()
        return found

    def _may_be(self, ply: int) -> bool:
        """Whether a line that begins with `ply` is not out of the question."""
        lines = self.lines
        for i in range(lines.count):
            if lines.get(i, FIRST) == ply:
                return lines.get(i, COST) < lines.get(0, COST) + LIMIT
        return False

    def _may_not_be(self, told: int) -> bool:
        """Whether a line without what is told explains anything, or would if its piece went on to where it could capture."""
        lines = self.lines
        if not self._is_dear():
            return lines.get(0, SECOND) == NOTHING or not self._is_certain()
        if lines.get(0, BEFORE) and self._could_have_taken(self._next & 255):
            return True
        return self._is_without(max(LIMIT - lines.get(0, COST), MARGIN_TOLD) + 1)

    def _is_without(self, limit: int) -> bool:
        """Whether a line without what is told costs less than `limit` above the best, or LIMIT if it alone leaves nothing loose."""
        lines = self.lines
        for i in range(lines.count):
            if lines.get(i, FIRST) != self.told.ply:
                whole = lines.get(0, LOOSE_SQUARES) and not lines.get(i, LOOSE_SQUARES)
                if lines.get(i, COST) < lines.get(0, COST) + (LIMIT if whole else limit):
                    return True
        return False

    # Showing and telling

    def _show(self, standing: bool, ply: int) -> None:
        """Show `ply` (NOTHING: none), after what is told if that is `standing`, else in its place."""
        position = self.position
        if standing == position.standing and ply == position.shown:
            return
        position.show(standing, ply)
        if ply != NOTHING:
            self.tell(EV_SHOWN, ply, 0, 0, 0)
        self._stood()

    def _stood(self) -> None:
        """The position shown has changed."""
        self.over = self._ended and self.position.is_told()
        self.count = self._listed = 0
        self._listing = True
        self.lists = (self.lists + 1) & 0xFFFF

    def _commit(self) -> int:
        """Tell the best line's ply, in the place of what is told if it contradicts that: with the next slices.

        If it goes on from there, what is told is let stand, and all is explained anew.
        """
        if self._turns < MOST_TURNS:
            self._turns += 1
            told = self.told
            ply = self._next
            # The piece from hand that was told, put elsewhere: what it is was answered.
            same = ply != NOTHING and told.ply >> 16 == ply >> 16 and self._is_from_hand(ply)
            self._keeps = self._contradicts and told.answered and same
            self._committing = True
        return 0

    def _commit_more(self) -> None:
        """First what is told goes, or can no longer change; then the ply is told."""
        ply = self._next
        if self._contradicts:
            self._untell()
            self._contradicts = False
        elif self._goes_on:
            self._let_stand()
            self._again()
        else:
            if ply != NOTHING:
                self._tell(ply)
                self.told.answered = self._keeps
            self._again()

    def _tell(self, ply: int) -> None:
        """`ply` is told: it is committed. What was told before can no longer change."""
        told = self.told
        if self._concluding:
            self._conclude(WHOLE)
        if told.ply != NOTHING:
            self._let_stand()
        done = self._edge_at if self._get(LAST) > self._edge_at else self._get(LAST)
        self.position.tell(ply)
        self.card.opened = 0
        told.tell(ply, self._edge_at, done, self._get(ORDER))  # the debounce may still bring an edge from before now
        digest = self.game.digest()
        told.stand(digest)
        self._ply_before = self.last_ply
        self.last_ply = ply
        self.tell(EV_PLY, ply, 0, 0, digest)
        self._concluding = True
        self._mark_told()
        self._stood()

    def _untell(self) -> None:
        """Take back what is told, if anything is."""
        told = self.told
        position = self.position
        ply = told.ply
        if ply == NOTHING:
            return
        self._concluding = self._ended = False
        position.show(True, NOTHING)
        if position.passed:
            position.untell_pass()
            self.tell(EV_TAKEBACK, self.last_ply, 0, 0, self.game.digest())
        position.untell()
        digest = self.game.digest()
        self.tell(EV_TAKEBACK, ply, 0, 0, digest)
        told.untell(self._edge_at)
        told.stand(digest)
        self.last_ply = self._ply_before
        self._ply_before = NOTHING
        self._stood()

    def _is_certain(self) -> bool:
        """Whether all lines that are to be thought of begin with what is told.

        If its piece has been lifted again those are more: it may be put back, or take the one that seems to have replied. So
        they are if the next ply came as hands hardly play.
        """
        lines = self.lines
        if lines.get(0, BEFORE):
            return not (self._could_have_taken(self._next & 255) or self._is_without(LIMIT))
        return not self._is_without(LIMIT if lines.get(0, ORDER + PLY) > LIMIT_TOLD else MARGIN_TOLD)

    def _let_stand(self) -> None:
        """What is told can no longer change: the anchor is the position after it. What came before the next ply is forgotten."""
        log = self.log
        lines = self.lines
        told = self.told
        position = self.position
        begun = NEVER
        done = told.done
        for i in range(lines.count):
            if lines.get(i, FIRST) == told.ply and lines.get(i, SECOND) != NOTHING:
                if lines.get(i, COST) < lines.get(0, COST) + MARGIN:
                    begun = min(begun, lines.get(i, BEGUN + PLY))
                    if not i:
                        done = min(done, lines.get(i, LAST))  # what seemed to be its last edges may be the next ply's
        if begun == NEVER:
            begun = told.done
        told_on = self.explainer.prices.told_on
        for i in range(log.count):
            since = done + 1 if told_on[log.square[i]] else begun
            log.kept[i] = 1 if log.time[i] >= since and log.time[i] >= begun else 0
        self._keep_past(done)
        if not position.standing:
            self.settle()
        position.advance()
        self._keep_marked()
        told.let_stand()
        self._asked_on = False
        self._forget_squares()

    def _turn_is_back(self) -> bool:
        """Whether the plies of a whole turn are put back, of which one player makes two: the first can't change any more."""
        if self.position.turn_begun == NOTHING or not self._facts & LOOSE or self.question.open:
            return False
        base = self.position.turn_base
        for square in self.squares:
            if self.now[square] != base[square]:
                return False
        return True

    def _is_back(self, square: int, time: int) -> bool:
        """Whether what is told is put back for all that can be seen, and at `time` its player lifts a piece from `square`.

        If it is the other one's, what closed where the told ply began may be that piece, which slides over. So it may if it is
        lifted there at once, but for a capture, of which the captured piece is back, too.
        """
        if not (self._facts & AGREED and self._contradicts) or self._facts & (LOOSE | OPEN) or self._next != NOTHING:
            return False
        ply = self.told.ply
        slides = square == ply & 255 and not self._takes(ply, self.anchor_base)
        if time - self.explainer.prices.back_until < (STAYS_MS if slides else PASSING_MS):
            return False
        return self.game.piece_side(square) == self.game.side and self._patience() == GOING_ON_MS

    def _put_back_turn(self) -> None:
        """Take back what is told of the turn, and its first ply."""
        position = self.position
        ply = position.turn_begun
        self._clear()
        self._untell()
        self.settle()
        self._concluding = self._ended = False
        position.go_back_a_turn()
        self.tell(EV_TAKEBACK, ply, 0, 0, self.game.digest())
        self.told.clear()
        self.log.clear()
        self.card.clear()
        self._forget_squares()
        self.last_ply = self._ply_before = NOTHING
        self.told.stand(self.game.digest())
        self._facts = 0
        self._stood()

    # What is forgotten

    def _keep_marked(self) -> None:
        """Forget all entries but those marked, and those without which a square would stand otherwise."""
        log = self.log
        for n in range(log.touches):
            log.alternate(log.touched[n])
        log.keep()

    def _forget_squares(self) -> None:
        self.explainer.prices.refuse(NOTHING, NOTHING, 0)
        told_on = self.explainer.prices.told_on
        for square in self.squares:
            told_on[square] = 0

    def _mark_told(self) -> None:
        """Note the squares of what is told."""
        if self.told.ply != NOTHING:
            told_on = self.explainer.prices.told_on
            for i in range(0, self.position.write_told(self.foot), 2):
                told_on[self.foot[i]] = 1

    def _mark(self) -> None:
        """Mark the entries that what is told made."""
        self.position.go_back()
        self.explainer.mark(self.told.ply, NOTHING)
        self.log.revive()
        self.position.return_()

    def _keep_rivals(self) -> None:
        """Mark what may yet prove that it was not played: what happened on its squares and to other stacks of its side."""
        log = self.log
        told_on = self.explainer.prices.told_on
        self.position.go_back()
        for n in range(log.touches):
            square = log.touched[n]
            if log.base[square] and (told_on[square] or self._puts_back and self.card.is_stack(square)):
                i = log.first[square]
                while i != NONE and log.time[i] <= self.told.at:
                    log.kept[i] = 1
                    i = log.next[i]
        self.position.return_()

    def _forget(self, whole: bool = False) -> None:
        """Forget what was touched besides what is told (which is marked): the `whole` of it, or not what could prove it wrong."""
        told = self.told
        log = self.log
        if told.ply != NOTHING:
            told.make_again(self.explainer.one.done)
            if not (told.answered or whole):
                self._keep_rivals()
        told.withdrawals = 0
        told.undone = NOTHING
        told_on = self.explainer.prices.told_on
        for i in range(log.count):
            j = log.next[i]
            if j != NONE and not (log.kept[i] or log.closed[i]) and log.time[i] > told.at:
                square = log.square[i]
                if log.time[j] - log.time[i] >= SWIFT_MS and not told_on[square]:
                    if self.game.piece_side(square) == self.game.side and not self._could_have_taken(square):
                        told.locked = True
        self._forget_squares()
        self._keep_marked()
        self._mark_told()

    def _start_anew(self) -> None:
        """All stands as told, so nothing has to be put right, though no line explains what was touched: it is forgotten."""
        if self.told.ply != NOTHING:
            self._let_stand()
        self.log.clear()
        self.card.clear()
        self.told.withdrawals = 0
        self._facts = AS_TOLD
        self._clear()

    def _forget_before(self) -> None:
        """Forget what was touched before what is told had come to stand, and besides it."""
        log = self.log
        self._mark()
        for i in range(log.count):
            if log.time[i] > self.told.at:
                log.kept[i] = 1
        self._keep_marked()

    def _keep_past(self, since: int) -> None:
        """What was lifted and put back since then means nothing by itself, but a card may leave its square to cover it.

        Or it is a piece that went round and came back, and what it took goes only now.
        """
        if not self._puts_back:
            return
        log = self.log
        base = self.position.told_base
        prices = self.explainer.prices
        since = max(since, self._clock - CARD_MS)
        for i in range(log.count):
            j = log.next[i]
            square = log.square[i]
            if j == NONE or not base[square] or log.kept[i] or log.kept[j] or log.closed[i] or log.time[j] <= since:
                continue
            if prices.is_refused(square, log.time[j]):
                continue
            if prices.told_on[square] and (self.told.ply == NOTHING or log.time[i] <= self.told.done):
                continue  # it was lifted to be played, or played and put back
            if log.past[i] or self._stacks or self.card.is_stack(square):
                log.past[i] = log.past[j] = log.kept[i] = log.kept[j] = 1

    def _could_have_taken(self, square: int) -> bool:
        """Whether the piece of what is told could have captured the one on `square` instead."""
        told = self.told.ply
        if told == NOTHING:
            return False
        self.position.go_back()
        found = self._could_take(told, square)
        self.position.return_()
        return found

    def _could_take(self, ply: int, square: int) -> bool:
        """Whether the piece that plays `ply` could capture or cover the one on `square` instead."""
        game = self.game
        plies = self.explainer.plies
        for i in range(game.plies_from(ply & 255, plies, 0)):
            for j in range(2, game.footprint(plies[i], self.foot, 0), 2):
                if self.foot[j] == square and self.foot[j + 1] != ARRIVE:
                    return True
        return False

    # Trouble

    def _worry(self) -> int:
        """Nothing explains the squares as they stand: after a while that is told. Gives in how many ms to look again."""
        dear = self._is_dear()
        if self._facts & AGREED and not self._contradicts:
            return 0
        if not (self._facts & LOOSE or dear) or self.question.open or self._ended:
            return 0
        to = self._changed_last(NOBODY)
        wait = TROUBLE_MS if to != NOWHERE or dear else LIFTED_MS
        if self._still < wait:
            return wait - self._still
        if dear and self._is_whole():
            return self._commit()  # and what else was touched comes after it
        if dear and self.told.withdrawals and not self._differs():
            self._start_anew()  # it is put right
            return 0
        if (to != NOWHERE or dear or self._changed_last(self.game.side) == NOWHERE) and not (
            self.told.withdrawals or self._is_under_way(PATH)
        ):
            if self._has_moved_on():
                self._let_stand()  # then there is room for another ply, which may explain it
                self._again()
            elif self.trouble or not (dear and self._ask_dearly()):
                self._report(to)
                if dear and not self._differs():
                    self._start_anew()
        return 0

    def _is_whole(self) -> bool:
        """Whether all that the best line goes on with was seen to come and stands, and no near line goes on otherwise."""
        if self._next == NOTHING or self._contradicts or self.lines.get(0, UNSETTLED) or self.lines.get(0, BEFORE):
            return False
        if self._get(ORDER) or self._takes(self._next, self.position.told_base if self._goes_on else self.anchor_base):
            return False
        return self._compare(self.told.ply) & AGREED != 0

    def _ask_dearly(self) -> bool:
        """Ask about the cheapest line that explains all that stands, though hands hardly play so; gives whether there is one."""
        lines = self.lines
        told = self.told.ply
        for i in range(lines.count):
            doubted = lines.get(i, ORDER) > DOUBT or lines.get(i, ORDER + PLY) > DOUBT
            if lines.get(i, COST) < LIMIT_ASKED and not lines.get(i, LOOSE_SQUARES) and not doubted:
                self._goes_on = told != NOTHING and lines.get(i, FIRST) == told
                self._next = lines.get(i, SECOND if self._goes_on else FIRST)
                if self._next < 0:
                    return False
                self.question.find_none()
                self.question.find(self._next)
                self._ask()
                return True
        return False

    def _has_moved_on(self) -> bool:
        """Whether who plays next has lifted a piece, which is not back, and what is told can be taken for certain.

        It can if nobody has touched it, or if the best line has it and no line without it explains anything.
        """
        told = self.told.ply
        lines = self.lines
        if told == NOTHING or lines.get(0, FIRST) != told:
            return False
        if not self.explainer.is_told_untouched() and self._may_not_be(told):
            return False
        self.settle()
        return self._changed_last(self.game.side) != NOWHERE

    def _is_under_way(self, stands: int) -> bool:
        """Whether all that does not stand as after what is told is a part of some ply.

        Its piece rests on its way (`stands` is PATH), or has arrived (ARRIVE).
        """
        if not self.position.is_told():
            return False
        base = self.base
        differing = 0
        for square in self.squares:
            differing += self.now[square] != base[square]
        if differing > self.game.max_footprint:
            return False
        for i in range(self.count):
            origin = self.plies[i] & 255
            if origin != NOWHERE and base[origin] and not self.now[origin]:
                if self._is_part(self.game.footprint(self.plies[i], self.foot, 0), differing, stands):
                    return True
        return False

    def _is_part(self, end: int, count: int, stands: int) -> bool:
        """Whether the ply of the footprint just written has all squares that differ, so many; its piece `stands` on one."""
        landings = 0
        for i in range(0, end, 2):
            square = self.foot[i]
            if self.now[square] != self.base[square]:
                count -= 1
                if self.now[square]:
                    landings += 1
                    if self.foot[i + 1] != stands:
                        return False
        return not count and landings == 1

    def _changed_last(self, side: int) -> int:
        """The square that changed last of those where a piece of `side` (NOBODY: none) belongs but that stand otherwise."""
        log = self.log
        base = self.position.told_base
        for i in range(log.count - 1, -1, -1):
            square = log.square[i]
            if log.next[i] == NONE and self.now[square] != base[square]:
                if not base[square]:
                    if side == NOBODY:
                        return square
                elif side != NOBODY and self.game.piece_side(square) == side:
                    return square
        return NOWHERE

    def _report(self, to: int) -> None:
        """Find the wish behind what stands, and why it is refused."""
        self.settle()
        game = self.game
        frm = self._changed_last(game.side)
        theirs = frm == NOWHERE
        if theirs:
            frm = self._changed_last(1 - game.side)
        if frm == NOWHERE and to != NOWHERE:
            self.log.keep_none()
            frm = self.card.look()
        why = game.why_not(frm, to)
        if why == WHY_FINE:
            why = WHY_OPPONENTS if self.told.held >> game.side & 1 else WHY_UNEXPLAINED
        if to == NOWHERE and frm != NOWHERE and theirs:
            why = WHY_NOT_YOURS
        self._refuse(frm, to, why)

    def _refuse(self, frm: int, to: int, why: int) -> None:
        if self.trouble and frm == self.refused_from and to == self.refused_to:
            return
        self.trouble = True
        self.settle()
        self.refused_from = frm
        self.refused_to = to
        self.explainer.prices.refuse(frm, to, self._clock)
        self.tell(EV_REFUSED, NOTHING, frm | to << 8, why, 0)

    def _clear(self) -> None:
        """The trouble is over, if there was any."""
        if self.trouble:
            self.trouble = False
            self.refused_from = self.refused_to = NOTHING
            self.tell(EV_CLEAR, 0, 0, 0, 0)


def sooner(one: int, other: int) -> int:
    """The smaller of two waits, of which 0 is none."""
    if not one or not other:
        return one or other
    return min(one, other)
