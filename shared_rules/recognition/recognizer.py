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
    NOWHERE,
    PATH,
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
from shared_rules.recognition.explain import DONE, Explainer, must_pass
from shared_rules.recognition.gestures import (
    ASK_MS,
    CARD_MS,
    DOUBT,
    DOUBTFUL_MS,
    GOING_ON_MS,
    LAST_MS,
    LIFTED_MS,
    LIMIT,
    MARGIN_TOLD,
    PASSING_MS,
    QUIET_MS,
    STAYS_MS,
    TROUBLE_MS,
)
from shared_rules.recognition.halfway import Halfway
from shared_rules.recognition.keeping import Keeping
from shared_rules.recognition.lines import (
    ARRIVED,
    COST,
    FIRST,
    LAST,
    ORDER,
    PLY,
    SECOND,
)
from shared_rules.recognition.lines import LOOSE as LOOSE_SQUARES
from shared_rules.recognition.placement import NOTHING
from shared_rules.recognition.position import NOBODY, Position
from shared_rules.recognition.question import Question
from shared_rules.recognition.timing import Timing
from shared_rules.recognition.told import Told
from shared_rules.recognition.touch_log import NEVER, NONE, TouchLog, Unread
from shared_rules.recognition.verdict import (
    AGAINST,
    AGREED,
    ALIKE,
    AS_TOLD,
    CERTAIN,
    DEAR,
    DOUBTED,
    LOOSE,
    MOVING,
    OFFERED,
    OPEN,
    RIVAL,
    SAME,
    Verdict,
)

START = const(1000)  # of the clock: a change is told a little after it was
WORRY = const(-1)  # see whether what stands can be explained at all
MOST_TURNS = const(6)  # of telling after one edge: a few are many
MOST_MS = const(5000)
LATE = const(0x20000000)  # when the clock is turned back
FEW = const(3)  # pieces whose plies are listed at a time
LISTING = const(4)  # work for a square with a piece or plies
WHOLE = const(100)  # work for a step of somebody who has no need of short ones

# What is done; each gives in how many ms to look again, 0 for not before an edge.
REST = const(0)
HOLD = const(1)
CONFIRM = const(2)
TAKE_BACK = const(3)
KEEP = const(4)
PERHAPS_UNASK = const(5)
ASK = const(6)
ASK_LATER = const(7)
GO_ON = const(8)
PERHAPS_TAKE_BACK = const(9)

# The first row that fits counts: all of these facts, none of those, what is done.
DECISIONS = (
    (AS_TOLD, LOOSE, REST),
    (AS_TOLD, 0, HOLD),
    (MOVING, 0, HOLD),
    (CERTAIN, 0, GO_ON),
    (AGREED, 0, CONFIRM),
    (OPEN | SAME, 0, KEEP),
    (AGAINST | DEAR, LOOSE, ASK_LATER),
    (AGAINST, LOOSE, TAKE_BACK),
    (OPEN | OFFERED | LOOSE, 0, KEEP),
    (OPEN, 0, PERHAPS_UNASK),
    (RIVAL, 0, ASK_LATER),
    (AGAINST | LOOSE, 0, PERHAPS_TAKE_BACK),
    (LOOSE, 0, KEEP),
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
        self.squares = bytes([square for square in range(size) if game.board[square] != HOLE])
        self.log = TouchLog(size)
        self.now = self.log.now  # occupancy as the sensors have it,
        self.unread = Unread()
        self.told = Told()
        self.explainer = Explainer(game, self.log, self.told)
        self.lines = self.explainer.lines
        self.position = Position(game, self.log, self.explainer.plies)
        self.base = self.position.base  # in the position shown,
        self.anchor_base = self.log.base  # and at the anchor
        self.card = Card(game, self.log, self.explainer.plies)
        self.question = Question(game)
        self.verdict = Verdict(self.explainer, self.position, self.question)
        self.halfway = Halfway(game, self.explainer, self.position, self.verdict)
        self.timing = Timing(game, self.explainer, self.position, self.verdict)
        self.keeping = Keeping(game, self.squares, self.explainer, self.position, self.card)
        self.plies = array("i", [0] * game.max_plies)  # legal in the position shown
        self.foot = bytearray(2 * game.max_footprint + 2)
        self.count = self.lists = 0
        self._actions = (
            self._rest,
            self._hold,
            self._confirm,
            self._take_back,
            self._settle_trouble,
            self._perhaps_unask,
            self._ask,
            self._ask_later,
            self._go_on,
            self._perhaps_take_back,
        )
        self.begin(0)

    def begin(self, now: int) -> None:
        """The game's position is the one to play from, and `now[]` as that has it. Events are forgotten."""
        self._last = now
        self._clock = self._edge_at = START
        self._behind = 0  # for so many ms it has been set back, to read again what is unread,
        self._late = False  # or to look first at what came before that
        self.last_ply = self._ply_before = NOTHING
        self.trouble = self.over = self._ended = False
        self.refused_from = self.refused_to = NOTHING
        self._due_at = self._turns = 0
        self.verdict.clear()
        self._explaining = False
        self._listed = 0
        self._committing = False  # what has been decided is to be told,
        self._keeps = False  # with the name that was answered
        self._afterwards = 0  # WORRY, or all has stood as told for long: from which entry on to forget, and one more
        self._concluding = True  # what follows from what is told: the game is over, or a pass
        self._listing = True
        self.log.clear()
        self.unread.count = 0
        self.position.begin()
        self.told.clear()
        self.card.clear()
        self.question.clear()
        self.explainer.phase = DONE
        self.keeping.clear()
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
        return not (self._concluding or self._committing or self._afterwards or self._explaining or self._listing)

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
        self.keeping.mark()
        self.keeping.forget()
        self._again()

    # Time

    def _time(self, now: int) -> int:
        passed = (now - self._last) & WRAP
        if passed >= 0x20000000:
            return self._clock + self._behind - ((self._last - now) & WRAP)
        self._last = now
        if not self._behind:
            self._clock += passed
            return self._clock
        if self._is_reading():
            self._behind += passed
        else:
            self._clock += passed
        return self._clock + self._behind

    def turn_back(self, ms: int) -> None:
        """Let all times be `ms` less, so that they stay small; what is older than that was at the beginning."""
        self._clock -= ms
        self._edge_at = max(0, self._edge_at - ms)
        if self._due_at:
            self._due_at = max(1, self._due_at - ms)
        self.told.turn_back(ms)
        self.question.turn_back(ms)
        self.log.turn_back(ms)
        self.unread.turn_back(ms)
        self.explainer.prices.turn_back(ms)

    def deadline(self, now: int) -> int:
        """Milliseconds until a step is wanted although no sensor changes: 0 at once, -1 never."""
        if not self.resting():
            return 0
        if not self._due_at:
            return -1
        if self._is_reading():
            return 0
        return max(0, self._due_at - self._clock - ((now - self._last) & WRAP))

    # Input

    def edge(self, square: int, closed: int, now: int) -> None:
        """A debounced change at `now` of the sensor under `square` of the game's frame."""
        time = self._time(now)
        if self.card.stacks and not self._behind and time - self._edge_at >= LAST_MS and not self.resting():
            self._late = True  # what came before is to be looked at first: it may decide what this is
            self._behind = 1
            self._due_at = self._due_at or NEVER
        if self._behind:
            if self.unread.stands(square, self.now[square]) != closed:
                self.unread.add(square, closed, time)
        elif self.now[square] != closed:
            self._read(square, closed, time)

    def _read(self, square: int, closed: int, time: int) -> None:
        """What happened on `square` at `time` goes into the log, unless it has to wait for the answer to a question."""
        if time - self._edge_at >= LAST_MS and self.resting():
            if self.is_turn_back():
                if time - self._edge_at >= PASSING_MS or square != self.log.square[self.log.count - 1]:
                    self._put_back_turn()
            elif not closed and self._is_back(square, time):
                self._untell()  # and another is begun
                self.told.undone_at = min(self.told.undone_at, self.explainer.aftermath.back_until)
            elif not closed and self._decide_first(square, time):
                self.unread.insert(0, square, closed, time)
                self._behind = max(1, self._behind)
                self._late = False
                return
        self.log.add(square, closed, time, self.told.done)
        self._edge_at = max(self._edge_at, time)
        self._turns = 0
        self._again()

    def _is_reading(self) -> bool:
        """Whether something is unread, and no question keeps it so."""
        return self._behind > 0 and not (self.question.open and self.question.waits)

    def _read_on(self) -> None:
        """Let time pass to the next edge that is unread, or to now, if nothing is to be done before; read that edge."""
        unread = self.unread
        count = unread.count
        until = max(self._clock, unread.time[0]) if count else self._clock + self._behind
        due = self._due_at
        if due and due <= until:
            until = max(due, self._clock)
        self._behind = max(1 if count else 0, self._behind + self._clock - until)
        self._clock = until
        if due and due <= until:
            self._due_at = 0
            self._again()  # prices change as time goes by
        elif count:
            square = unread.square[0]
            closed = unread.closed[0]
            time = unread.time[0]
            unread.remove(0)
            if self.now[square] != closed:
                self._read(square, closed, time)
        elif due >= NEVER:
            self._due_at = 0

    def _read_again(self, since: int) -> None:
        """What came after the time `since` is to be read again, at the times at which it came."""
        self.unread.take(self.log, since)
        self._late = False
        if self.unread.count and since < self._clock:
            self._behind += self._clock - since
            self._clock = self._edge_at = since

    def _again(self) -> None:
        """Have everything explained anew."""
        self.changes = (self.changes + 1) & 0xFFFF
        self._explaining = True
        self._committing = False
        self._afterwards = 0
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
        if not question.follows and ply == self.told.ply:
            self._read_again(question.at)
            self._read_made_again()
            if self.position.differs():
                self._let_stand()  # it was told, and now it is confirmed: there is room for what follows
            else:
                self.keeping.mark()
                self.keeping.keep_past(self.told.done, self._clock)
                self.keeping.forget()  # it stands, what else was touched meant nothing
                self.told.choose(question)
        else:
            self._choose(index)
            self.told.choose(question)
        if self.told.ply != NOTHING and self._is_followed():
            self._let_stand()
        else:
            self.told.at = max(self.told.at, question.at)  # what was touched before that has not put it back
        if not self.position.is_from_hand(ply):
            question.count = 0  # made anew, it is asked about from the first offer on; a piece from hand keeps its kind
        self._again()

    def _read_made_again(self) -> None:
        """If what is told, and asked about, was put back and only then made again, that is read at once: it is to be told still."""
        unread = self.unread
        told_on = self.explainer.prices.told_on
        base = self.position.told_base
        ply = self.told.ply
        to = self.game.destination(ply)
        edges = differing = 0
        left = arrived = False
        for square in self.squares:
            differing += self.now[square] != base[square]
        for i in range(unread.count):
            square = unread.square[i]
            if base[square] and not told_on[square]:
                break  # another piece
            right = unread.closed[i] == base[square]
            differing += -1 if right else 1
            left = left or right and square == ply & 255
            arrived = arrived or right and square == to
            if left and arrived and not differing:
                edges = i + 1
        if not edges:
            return
        time = unread.time[edges - 1]
        unread.flush(self.log, edges, self.told.done)
        self._behind = max(1 if unread.count else 0, self._behind + self._clock - time)
        self._clock = self._edge_at = self.told.done = time

    def _choose(self, index: int) -> None:
        """The answer offers[index] is told. What came after its last edge is what was played since."""
        question = self.question
        ply = question.offers[index]
        done = question.done[index]
        follows = question.follows
        if not follows:
            lines = self.lines
            limit = NEVER
            for i in range(lines.count):
                if lines.get(i, FIRST) == ply:
                    limit = min(limit, lines.get(i, COST) + MARGIN_TOLD)
                    if self.verdict.is_replied(i) or lines.get(i, SECOND) >= 0 and lines.get(i, COST) < limit:
                        done = min(done, lines.get(i, LAST))  # what seemed to be its last edge may be the reply's first
            self._untell()
        self._read_again(max(done, question.at))
        self._tell_until(ply, done)
        if follows:
            self.lines.count = 0  # they are of the position before what was told before
        self.keeping.mark()
        self.keeping.keep_after(done)
        self.log.keep_marked()

    def _tell_until(self, ply: int, done: int) -> None:
        """`ply` is told, of which the last edge came at `done`: there are more in the log."""
        told = self.told
        self._tell(ply)
        told.at = min(told.at, done)
        told.done = min(told.done, done)

    def _is_followed(self) -> bool:
        """Whether the opponent has lifted a piece since what is told: where that began or ended, none that was but straightened."""
        log = self.log
        told_on = self.explainer.prices.told_on
        differs = self.position.differs() or self.unread.differs(self.position.told_base)
        for i in range(log.count):
            square = log.square[i]
            if log.time[i] > self.told.at and not log.closed[i] and (differs or not told_on[square]):
                if self.game.piece_side(square) == self.game.side:
                    return True
        return False

    def _withdraw(self) -> None:
        """The answers offered are not what was played."""
        question = self.question
        self._unask()
        put_back = (
            question.follows and self.verdict.cost_of(NOTHING) < self.verdict.cost_of(self.told.ply) + MARGIN_TOLD
        )
        put_back = put_back or not question.follows and question.is_offered(self.told.ply)
        ply = question.offers[question.offered]
        done = 0
        for i in range(question.count):
            done = max(done, question.done[i])
        self.unread.flush(self.log, self.unread.count)
        since = done
        withdrawn_at = max(done, question.at)
        if self.told.was_withdrawn(question.offers[0]):
            withdrawn_at = self._clock + self._behind  # for the second time: what was touched since is not it, either
        if put_back:
            since = self.explainer.aftermath.all_back_at()
            if since == NEVER:
                since = max(done, question.at)
            withdrawn_at = since  # it may be played again
            self._untell()
            self.told.undone_at = since
        for i in range(question.count):
            self.told.withdraw(question.offers[i], withdrawn_at)
        question.count = 0
        explained = self._stands_otherwise()
        self.unread.take(self.log, since)
        if self.position.differs():
            self.unread.flush(self.log, self.unread.count)  # perhaps all has been put back since
            if self.log.count:
                self._edge_at = max(self._edge_at, self.log.time[self.log.count - 1])
        if self.position.differs():
            if not explained:
                self._refuse(ply & 255, self.game.destination(ply), WHY_WITHDRAWN)
        else:
            self.keeping.mark()
            if not put_back:
                self.card.look()  # the card on top may be in a hand all the same
                self.keeping.keep_after(done)  # that was played meanwhile
                self.keeping.keep_past(0, self._clock)
            self.card.square = NOWHERE
            self.keeping.forget(True)  # what can't be seen need not be put back
            if self.unread.count:
                self._read_again(since)
        self._again()

    def _stands_otherwise(self) -> bool:
        """Whether something else than what was withdrawn explains all that stands."""
        lines = self.lines
        told = self.told
        for i in range(lines.count):
            ply = lines.get(i, FIRST)
            if ply == told.ply:
                ply = lines.get(i, SECOND)
            if (
                ply >= 0
                and not told.is_withdrawn(ply)
                and not lines.get(i, LOOSE_SQUARES)
                and lines.get(i, COST) <= LIMIT
            ):
                return True
        return False

    # The slices

    def step(self, now: int, work: int) -> None:
        """Let time pass to `now`, doing a slice of what is to be done; all of it where `work` is much."""
        if self._time(now) > LATE:
            self.turn_back(LATE - START)
        if self._concluding:
            self._conclude(work)
        elif self._committing:
            self._commit_more()
        elif self._afterwards:
            self._finish()
        elif self._explaining:
            self._explain(work)
        elif self._listing:
            self._list(work)
        elif self._due_at and (self._clock >= self._due_at or self._is_reading()):
            self._read_on()

    def _finish(self) -> None:
        """Worry, or forget some more of what else was touched."""
        if self._afterwards == WORRY:
            self._afterwards = 0
            wait = self._worry()
            if wait and not (self._explaining or self._committing):
                self._due_at = sooner(self._due_at, self._clock + wait)
            return
        at = self.keeping.keep_past(0, self._clock, self._afterwards - 1, FEW)
        self._afterwards = at + 1
        if at >= self.log.count:
            self._afterwards = 0
            self.keeping.forget()

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
                work -= LISTING if count != self.count or side >= 0 else 1
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
        verdict = self.verdict
        self._due_at = NEVER if self._behind else 0  # not 0 as long as anything is unread
        if not self.question.open:
            self.question.waits = False
        if not self.log.count:
            return
        verdict.find(self._clock, self._clock - self._edge_at)
        if not self.is_turn_back():
            wait = self._decide()
        elif verdict.still < STAYS_MS:
            wait = STAYS_MS - verdict.still
        else:
            self._put_back_turn()
            wait = 0
        if self._explaining or self._committing:
            return
        # What rests hardly looks different later: with edges that wait for this, there is no time to see.
        hurried = self._late and self.unread.count
        if verdict.facts & (LOOSE | AS_TOLD) and not hurried:
            wait = sooner(wait, self.timing.pause())
        if not self._afterwards and (wait == 0 or verdict.still < TROUBLE_MS or verdict.facts & LOOSE):
            self._afterwards = WORRY
        if self.explainer.prices.change_in < MOST_MS and not hurried:
            wait = sooner(wait, self.explainer.prices.change_in)
        if wait:
            self._due_at = self._clock + wait

    def _decide(self) -> int:
        facts = self.verdict.facts
        i = 0
        while facts & DECISIONS[i][0] != DECISIONS[i][0] or facts & DECISIONS[i][1]:
            i += 1
        return self._actions[DECISIONS[i][2]]()

    # What is done

    def _rest(self) -> int:
        """All stands as told."""
        verdict = self.verdict
        self.settle()
        if self.question.open:
            self._unask()
        if self.trouble:
            self.told.withdrawals = 0  # it is put right
            if self.lines.get(0, COST) > LIMIT:
                if verdict.still < STAYS_MS:
                    return STAYS_MS - verdict.still
                self._start_anew()  # so much was touched that it can't have been a ply
                return 0
        self._clear()
        self.keeping.mark()
        card = self.card.look(self.question.at)
        if verdict.still >= CARD_MS:
            card = NOWHERE
        if self.card.square != card:
            self.card.square = card
            self.changes = (self.changes + 1) & 0xFFFF
        # Where a ply was replaced, what was touched may be of the one that was told first, and its reply.
        quiet = LIFTED_MS if self.told.undone != NOTHING != self.told.ply else QUIET_MS
        if verdict.still < quiet:
            return quiet - verdict.still
        self._afterwards = 1  # what else was touched meant nothing
        return 0 if card == NOWHERE else CARD_MS - verdict.still

    def _hold(self) -> int:
        """Something is in a hand.

        When the opponent's piece has come to stand, what is told can no longer change: what it took may be on its way off yet,
        and the next ply begun, for which a line has no room.
        """
        self.settle()
        told = self.told.ply
        if (
            told == NOTHING
            or self.verdict.facts & OPEN
            or self.lines.get(0, FIRST) != told
            or self.verdict.is_without(0)
        ):
            return 0
        to = self.position.changed_last(NOBODY)
        if to == NOWHERE or self.game.piece_side(self.game.destination(told)) == self.game.side:
            return 0
        wait = self.log.time[self.log.last[to]] + STAYS_MS - self._clock
        if wait > 0 or self._listing:
            return max(1, wait)
        return self._commit() if self.halfway.is_under_way(self.plies, self.count, ARRIVE) else 0

    def _confirm(self) -> int:
        """Show what all agree on, and tell it when it has stood."""
        verdict = self.verdict
        self._settle_trouble()
        self._show(verdict.goes_on, verdict.next)
        question = self.question
        loose = verdict.facts & LOOSE
        if question.open:
            if verdict.next == NOTHING or not question.is_offered(verdict.next):
                if loose and verdict.still < LIFTED_MS:
                    return LIFTED_MS - verdict.still  # what is in a hand may yet be the reply to what is asked about
                self._unask()
            elif not verdict.is_proved():
                return 0
            else:
                doubtful = self.lines.get(0, ORDER + PLY) > DOUBT
                wait = self.lines.get(0, ARRIVED + PLY) + (DOUBTFUL_MS if doubtful else TROUBLE_MS) - self._clock
                if self._is_lifted_next(self.lines.get(0, SECOND)):
                    return 0
                if wait > 0:
                    return wait
                self._unask()
                return self._commit()
        if loose and verdict.contradicts:
            return self._perhaps_take_back()
        due = self.timing.due(self._edge_at)
        if self._clock < due:
            return 0 if due >= NEVER else due - self._clock
        self._commit()
        return 0

    def _take_back(self) -> int:
        """What is told is not what happened, whatever was meant instead."""
        verdict = self.verdict
        self._settle_trouble()
        wait = self.timing.patience()
        if verdict.still < wait:
            return wait - verdict.still
        verdict.next = NOTHING
        self._commit()
        return 0

    def _perhaps_take_back(self) -> int:
        """Take back what is told if it is put back, its player has lifted another piece, and nothing stands where it can't.

        Else it is not yet all back, or a reply may prove it: what stands where it began may be the opponent's, resting there.
        """
        self._settle_trouble()
        if self._listing:
            return 1
        log = self.log
        told_on = self.explainer.prices.told_on
        begun = False
        back = self.verdict.next == NOTHING
        self.position.go_back()
        for n in range(log.touches):
            square = log.touched[n]
            if log.now[square] != log.base[square]:
                begun = begun or self.game.piece_side(square) == self.game.side
                back = back and not (log.now[square] or told_on[square])
        self.position.return_()
        if not (begun and back) or self.halfway.is_under_way(self.plies, self.count, PATH):
            return 0
        return self._take_back()

    def _go_on(self) -> int:
        """What is told can no longer change, if what follows has come to stay."""
        verdict = self.verdict
        self._settle_trouble()
        if self.question.open and not self.question.follows:
            self._unask()
        if not verdict.facts & DOUBTED:
            self._show(True, verdict.next)
        since = verdict.get(LAST if verdict.facts & DOUBTED else ARRIVED)
        wait = since + STAYS_MS - self._clock
        return wait if wait > 0 else self._commit()

    def _perhaps_unask(self) -> int:
        """What is asked is no more what is near; perhaps but for a moment."""
        verdict = self.verdict
        self._settle_trouble()
        if verdict.facts & LOOSE and verdict.still < ASK_MS:
            return ASK_MS - verdict.still
        self._unask()
        verdict.facts &= ~OPEN
        return self._decide()

    def _ask(self) -> int:
        """Open a question: what the near lines go on with.

        If that is certain to follow what is told, the reply to it has to have room in a line: unless a player chose what is
        told, and it may be that nothing followed.
        """
        verdict = self.verdict
        if verdict.goes_on and verdict.is_certain() and not (verdict.facts & RIVAL and self.told.answered):
            self._let_stand()
            self._again()
            return 0
        if self._is_lifted_next(verdict.next):
            return 0
        self._show(verdict.goes_on, NOTHING)
        self._clear()
        question = self.question
        question.ask(self._clock, self._edge_at)
        question.follows = verdict.goes_on
        self.tell(EV_ASK, question.offers[question.offered], 0, 0, 0)
        return 0

    def _ask_later(self) -> int:
        verdict = self.verdict
        self._settle_trouble()
        doubted = verdict.facts & DOUBTED
        if not (verdict.contradicts or doubted or verdict.facts & RIVAL):
            self._show(verdict.goes_on, verdict.next)
        wait = TROUBLE_MS if doubted else ASK_MS
        if verdict.still < wait:
            if not self.question.open:
                undone = self.explainer.back or self.told.ply != NOTHING and not verdict.goes_on
                self.question.waits = undone and self.now == self.anchor_base
            wait -= verdict.still
            if verdict.is_answered():
                wait = sooner(wait, max(0, self.lines.get(0, ARRIVED + PLY) + GOING_ON_MS - self._clock))
            return wait
        if self.question.found():
            self._ask()
        return 0

    def _unask(self) -> None:
        question = self.question
        question.open = question.waits = False
        self.tell(EV_UNASKED, question.offers[question.offered], 0, 0, 0)

    def _is_lifted_next(self, ply: int) -> bool:
        """Whether the piece of `ply` is lifted again in what is yet to be read: then it is too early to say what it did."""
        unread = self.unread
        return unread.count > 0 and ply >= 0 and unread.square[0] == self.game.destination(ply)

    def _settle_trouble(self) -> int:
        """A line explains what stood wrong; a question stays."""
        if not self.verdict.facts & LOOSE:
            self._clear()
        return 0

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
            ply = self.verdict.next
            # The piece from hand that was told, put elsewhere: what it is was answered.
            same = ply != NOTHING and told.ply >> 16 == ply >> 16 and self.position.is_from_hand(ply)
            self._keeps = self.verdict.contradicts and told.answered and same
            self._committing = True
        return 0

    def _commit_more(self) -> None:
        """First what is told goes, or can no longer change; then the ply is told."""
        verdict = self.verdict
        ply = verdict.next
        if verdict.contradicts:
            self._untell()
            verdict.contradicts = False
        elif verdict.goes_on:
            self._let_stand()
            self._again()
        else:
            if ply != NOTHING:
                replied = verdict.is_answered()
                self._tell_until(ply, verdict.get(LAST) if replied else self._edge_at)
                self.told.answered = self._keeps
            self._again()

    def _tell(self, ply: int) -> None:
        """`ply` is told: it is committed. What was told before can no longer change."""
        verdict = self.verdict
        told = self.told
        if self._concluding:
            self._conclude(WHOLE)
        if told.ply != NOTHING:
            self._let_stand()
        done = self._edge_at if verdict.get(LAST) > self._edge_at else verdict.get(LAST)
        self.position.tell(ply)
        self.card.stack = NOWHERE
        told.tell(ply, self._edge_at, done, verdict.get(ORDER))  # the debounce may still bring an edge from before now
        digest = self.game.digest()
        told.stand(digest)
        self._ply_before = self.last_ply
        self.last_ply = ply
        self.tell(EV_PLY, ply, 0, 0, digest)
        self._concluding = True
        self.keeping.note_told()
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

    def is_turn_back(self) -> bool:
        """Whether the plies of a whole turn are put back, of which one player makes two: the first can't change any more."""
        return self.position.is_turn_back() and self.verdict.facts & LOOSE != 0 and not self.question.open

    def _is_back(self, square: int, time: int) -> bool:
        """Whether what is told is put back for all that can be seen, and at `time` its player lifts a piece from `square`.

        What closed where the told ply began may be the other player's piece, which slides over; and it may be if it is lifted
        there at once. Not if what was captured or covered is back, too.
        """
        verdict = self.verdict
        if (
            not (verdict.facts & AGREED and verdict.contradicts)
            or verdict.facts & (LOOSE | OPEN)
            or verdict.next != NOTHING
        ):
            return False
        if self.game.piece_side(square) != self.game.side:
            return False
        patience = self.timing.patience()
        aftermath = self.explainer.aftermath
        if patience == GOING_ON_MS and not aftermath.took:
            return time - aftermath.back_until >= (STAYS_MS if square == self.told.ply & 255 else PASSING_MS)
        return patience <= DOUBTFUL_MS

    def _is_third(self) -> bool:
        """Whether a ply and a reply stand by the best line, so that one that begins now is a third, for which it has no room."""
        lines = self.lines
        verdict = self.verdict
        if not lines.count or lines.get(0, LOOSE_SQUARES):
            return False
        if verdict.goes_on:
            return verdict.facts & DOUBTED != 0 and verdict.takes()
        # Where cards stand on one another, all may stand as it did before what is told.
        alone = self.told.ply == NOTHING or verdict.contradicts and not (self.card.stacks or self.question.open)
        return alone and verdict.is_answered()

    def _is_over(self, square: int) -> bool:
        """Whether the reply to a ply not told yet is under way, and who played that lifts another piece, from `square`: a third."""
        foot = self.foot
        if not self.verdict.lines.count or not self.verdict.is_replying():
            return False
        self.position.go_back()
        own = self.game.piece_side(square) == self.game.side
        for i in range(0, self.game.footprint(self.verdict.next, foot, 0), 2):
            own = own and foot[i] != square
        self.position.return_()
        return own

    def _decide_first(self, square: int, time: int) -> bool:
        """What stands is told, or asked about, before a piece is lifted from `square` at `time`.

        Gives whether a question is open, for whose answer that has to wait.
        """
        verdict = self.verdict
        question = self.question
        log = self.log
        last = log.last[square]
        if not question.open and self._is_over(square):
            return self._tell_first()
        if self._is_third():
            if time - self.lines.get(0, ARRIVED + PLY) < GOING_ON_MS:
                return False
            if not question.open and verdict.compare(self.told.ply) & AGREED and not verdict.goes_on:
                return self._tell_first()
            if verdict.contradicts:
                return False
        elif not log.base[square] or not (verdict.find_back() or question.waits and not question.open):
            return False
        elif last != NONE and time - log.time[last] < PASSING_MS and not self.explainer.back:
            return False  # what stands there may but pass over
        if not question.open and question.found():
            self._ask()
        question.waits = question.open
        return question.open

    def _tell_first(self) -> bool:
        """Tell the best line's first ply, which can no longer change; nothing has to wait for that."""
        verdict = self.verdict
        self._untell()
        self._tell_until(verdict.next, verdict.get(LAST))
        self._let_stand()
        return False

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
        self.keeping.clear()
        self.last_ply = self._ply_before = NOTHING
        self.told.stand(self.game.digest())
        self.verdict.facts = 0
        self._stood()

    def _let_stand(self) -> None:
        """What is told can no longer change."""
        if not self.position.standing:
            self.settle()
        self.keeping.let_stand(self._clock)
        self.question.follows = False

    def _start_anew(self) -> None:
        """All stands as told, so nothing has to be put right, though no line explains what was touched: it is forgotten."""
        self.log.clear()
        if self.told.ply != NOTHING:
            self._let_stand()
        self.card.clear()
        self.told.withdrawals = 0
        self.verdict.facts = AS_TOLD
        self._clear()

    # Trouble

    def _worry(self) -> int:
        """Nothing explains the squares as they stand: after a while that is told. Gives in how many ms to look again."""
        verdict = self.verdict
        dear = verdict.is_dear()
        fine = verdict.facts & AGREED and not verdict.contradicts or not (verdict.facts & LOOSE or dear)
        if fine or self.question.open or self._ended:
            return 0
        to = self.position.changed_last(NOBODY)
        wait = TROUBLE_MS
        rested = to == NOWHERE or verdict.still >= TROUBLE_MS
        right = (dear or self.trouble) and not self.position.differs()
        if rested and self.halfway.is_half_done(to, self.plies, self.count) and not right:
            wait = LIFTED_MS  # what is missing may be in a hand, or yet to be taken off
        if verdict.still < wait:
            return wait - verdict.still
        if not self.position.differs() and (
            self.told.withdrawals or self.trouble or not dear and verdict.still >= CARD_MS
        ):
            self._start_anew()  # it is put right, or was but a piece from hand that is off the board again
            return 0
        if (to != NOWHERE or dear or self.position.changed_last(self.game.side) == NOWHERE) and not (
            self.told.withdrawals or self.halfway.is_under_way(self.plies, self.count, PATH)
        ):
            if self._has_moved_on():
                verdict.goes_on = True
                self._commit()  # then there is room for another ply, which may explain it
            elif dear and not self.trouble and verdict.find_dear():
                self._ask()
            elif wait == LIFTED_MS and verdict.still < CARD_MS:
                return CARD_MS - verdict.still
            else:
                self._report(to)
                if dear and not self.position.differs():
                    self._start_anew()
        return 0

    def _has_moved_on(self) -> bool:
        """Whether no line is to be thought of without what is told, and who plays next has lifted a piece, which is not back."""
        told = self.told.ply
        if told == NOTHING or self.lines.get(0, FIRST) != told or not self.verdict.is_certain():
            return False
        self.settle()
        return self.position.changed_last(self.game.side) != NOWHERE

    def _report(self, to: int) -> None:
        """Find the wish behind what stands, and why it is refused."""
        self.settle()
        game = self.game
        frm = self.position.changed_last(game.side)
        theirs = frm == NOWHERE
        if theirs:
            frm = self.position.changed_last(1 - game.side)
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
