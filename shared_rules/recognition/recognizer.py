"""The recognizer: debounced edges in, plies out. One for all games, by footprints alone.

Each edge is taken in by a beam of hypotheses (beam.py), which are weighed (weigh.py); then a policy decides what is proposed,
committed, asked, retracted or refused (policy.py). README.md says how.

After construction nothing here allocates. Times given are ms modulo 2**30.
"""

from array import array

from shared_rules.codes import HOLE, NOWHERE, const
from shared_rules.protocol.signals import BUTTON_BACK, BUTTON_NEXT, BUTTON_OK
from shared_rules.recognition.beam import Beam
from shared_rules.recognition.clock import TURN_BACK_AT, Clock
from shared_rules.recognition.committed import Committed
from shared_rules.recognition.costs import CARD_MS
from shared_rules.recognition.edges import Edges
from shared_rules.recognition.events import Events
from shared_rules.recognition.hypotheses import Hypotheses, earlier
from shared_rules.recognition.policy import Policy
from shared_rules.recognition.positions import NONE, NOTHING
from shared_rules.recognition.question import Question
from shared_rules.recognition.refused import Refused
from shared_rules.recognition.restoring import Restoring
from shared_rules.recognition.work import (
    WHOLE,
)

WAKE = (40, 150, 266, 301, 351, 551, 701, 1501, 2001, 3001, 6001)

# What happened on a square.
OPENED = const(1)
CLOSED = const(2)


class Recognizer(Events):
    """Reads one game; memory is taken for that game's frame and bounds.

    `hypotheses` may have been those of another recognizer, which is not used any more: they are as large for every game, and the
    largest piece of memory by far.
    """

    def __init__(self, game, hyps: Hypotheses | None = None) -> None:
        super().__init__()
        self.game = game
        size = game.columns * game.rows
        board = game.board
        self.squares = bytes([square for square in range(size) if board[square] != HOLE])
        self.now = bytearray(size)  # occupancy as the sensors have it
        self.changed = array("i", [0] * size)  # when each square changed last, of the clock's time
        self.foot = bytearray(2 * game.max_footprint + 2)
        self.clock = Clock()
        self.edges = Edges(size)
        self.beam = Beam(game, self.squares, self.now, self.changed, self.edges, hyps or Hypotheses())
        self.committed = Committed(self, self.clock, self.beam, self.changed)
        self._refused = Refused(self, self.clock, self.beam, self.committed)
        self.question = Question(self, self.clock, self.beam, self.committed, self._refused)
        self._restoring = Restoring(self.clock, self.beam, self.committed)
        self.policy = Policy(self.clock, self.beam, self.committed, self._refused, self.question, self._restoring)
        self.base = self.committed.base  # occupancy in the position proposed,
        self.anchor_base = self.committed.anchor_base  # and in the one before the last ply committed
        self.plies = self.committed.plies  # plies[0:count] are legal in the position proposed
        self.offers = self.question.offers
        self.judge = self.committed.judge
        self.begin(0)

    def begin(self, now: int, plies: array | None = None, count: int = 0) -> None:
        """The game's position is the one to play from, and `now[]` as that has it. Events are forgotten.

        `plies[0:count]` were played last, before that: they may still be put back. More than STEPS are of no use.
        """
        self.begin_beam(now, plies, count)
        self.begin_policy()

    def begin_beam(self, now: int, plies: array | None = None, count: int = 0) -> None:
        """The first half of `begin`, for who needs short steps."""
        self.clock.begin(now)
        self.beam.begin(plies or self.committed.plies, count)

    def begin_policy(self) -> None:
        """The second half of `begin`."""
        self._refused.begin()
        self.question.begin()
        self.committed.begin()
        self._restoring.begin()
        self.policy.begin()
        self.forget_events()

    def _weigh_again(self) -> None:
        """The hypotheses have changed."""
        self.policy.look_again()

    # What others want to know

    @property
    def asking(self) -> bool:
        """Whether a question is open: `offers[0:offer_count]` are its answers, offers[offered] is offered."""
        return self.beam.asked.before != NONE

    @property
    def offer_count(self) -> int:
        """How many answers the open question has."""
        return self.question.offer_count

    @property
    def offered(self) -> int:
        """Which of them is offered."""
        return self.question.offered

    @property
    def asks_again(self) -> bool:
        """Whether what is offered is a reply that begins and ends where the last ply did: the lights are those of that."""
        if not self.asking or self.beam.asked.before != self.beam.positions.committed or self.last_ply < 0:
            return False
        ply = self.offers[self.offered]
        return ply & 255 == self.last_ply & 255 and self.game.destination(ply) == self.game.destination(self.last_ply)

    @property
    def trouble(self) -> bool:
        """Whether something was refused that is to be put right: from `refused_from` to `refused_to`."""
        return self._refused.open

    @property
    def refused_from(self) -> int:
        """The square of a piece that was refused, NOWHERE, or -1 where nothing is refused."""
        return self._refused.refused_from

    @property
    def refused_to(self) -> int:
        """Where it stands, NOWHERE, or -1 where nothing is refused."""
        return self._refused.refused_to

    @property
    def restoring(self) -> bool:
        """Whether so much is off or strange that nothing is a ply until the committed position stands again."""
        return self._restoring.open

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.committed.over

    @property
    def last_ply(self) -> int:
        """The ply committed last, -1 if there is none."""
        return self.committed.last_ply

    @property
    def count(self) -> int:
        """How many plies are legal in the position proposed, as far as they are listed."""
        return self.committed.count

    @property
    def lists(self) -> int:
        """Goes up (modulo 2**16) whenever the list begins anew."""
        return self.committed.lists

    def settled(self) -> bool:
        """Whether nothing is proposed: the game's position is the committed one."""
        return self.beam.positions.proposed == self.beam.positions.committed

    def resting(self) -> bool:
        """Whether all has been looked at."""
        return not (self.committed.listing or self._works())

    def _works(self) -> bool:
        """Whether there is something to look at but the legal plies."""
        if self._restoring.open:
            return False
        return self.policy.busy or self._restoring.due or self.beam.works()

    def shown(self) -> int:
        """The ply that is proposed, -1 if there is none."""
        positions = self.beam.positions
        return positions.ply[positions.proposed] if self.committed.is_proposed else NOTHING

    def can_go_back(self) -> bool:
        """Whether the last ply committed may still be put back: to the occupancy `anchor_base`."""
        positions = self.beam.positions
        return positions.parent[positions.committed] != NONE

    def settle(self) -> None:
        """Propose nothing: the game's position is to be the committed one."""
        self.committed.settle()

    def lifted_stack(self) -> int:
        """The stack whose top card may be in a hand, NOWHERE if there is none."""
        positions = self.beam.positions
        best = self.beam.hyps.rank[0]
        if self.beam.hyps.node[best] != positions.proposed or self.clock.still() >= CARD_MS:
            return NOWHERE
        square = self.beam.weighing.lifted_stack(best, self.beam.asked.at)
        positions.go(positions.proposed)
        return square

    def did(self, square: int) -> int:
        """What happened on `square` since the last ply committed: OPENED and CLOSED."""
        return self.committed.deeds[square]

    def touched(self) -> bool:
        """Whether anything happened since the last ply committed."""
        for square in self.squares:
            if self.committed.deeds[square]:
                return True
        return False

    def told_text(self) -> str:
        """The text of the committed position. Allocates."""
        positions = self.beam.positions
        positions.go(positions.committed)
        text = self.game.text()
        positions.go(positions.proposed)
        return text

    # What others want

    def learn(self, game) -> None:
        """The game becomes `game`, which has played all that was committed and knows more. What was not committed is dropped."""
        while self.beam.begun:
            self.beam.step()
        self.committed.settle()
        self.game.take_over(game)
        self.beam.learn(self.base, self.clock.edge_at)
        self.committed.list_again()
        self._weigh_again()

    def hold(self, sides: int) -> None:
        """From now on these sides (bit 0 the first, bit 1 the second) may only play what `expect` says."""
        self.beam.legal.hold(sides)
        self.expect(NOTHING, 0)

    def expect(self, ply: int, digest: int) -> None:
        """Of a side that is held, `ply` may be played in the position with that digest: the committed one."""
        self.beam.legal.expect(ply, digest, self.clock.real)
        self.committed.forget_deeds()
        self.beam.anew = True  # it may stand already
        self.committed.list_again()

    def insist(self, ply: int) -> None:
        """`ply`, legal and performed, is committed at once."""
        positions = self.beam.positions
        before = positions.committed
        self._catch_up()
        self._restoring.begin()
        if before != positions.committed and positions.ply[positions.committed] == ply:
            return  # it has been read by now
        self._refused.clear()
        positions.go(positions.committed)
        self.foot[self.game.footprint(ply, self.foot, 0) + 1] = 0
        node = positions.child(positions.committed, ply, self.foot)
        if node != NONE:
            self.committed.commit(node)
            self.committed.note()
            self.beam.start_anew(node, self.clock.now)
        self._weigh_again()

    # Edges and time

    def deadline(self, now: int) -> int:
        """Milliseconds until a step is wanted although no sensor changes: 0 at once, -1 never."""
        return self.clock.left(now) if self._restoring.open or self.resting() else 0

    def edge(self, square: int, closed: int, now: int) -> None:
        """A debounced change at `now` of the sensor under `square` of the game's frame."""
        time = self.clock.pass_to(now)
        edges = self.edges
        if self._restoring.open:
            self._note(square, closed, time)
            self.changes = (self.changes + 1) & 0xFFFF
            return
        if edges.is_full():
            self._lose_edges()
        if self.now[square] ^ edges.changes[square] != closed:
            edges.add(square, closed, time, self.clock.real)

    def step(self, now: int, work: int) -> bool:
        """Let time pass to `now`, doing `work` of what is to be done, half a ms of a Pico each; returns whether there was any."""
        if self._rests(now):
            return False
        clock = self.clock
        beam = self.beam
        edges = self.edges
        while work > 0 and not self.crowded():
            if self._restoring.due and not beam.begun:
                self._restore()
                return True
            elif self.policy.busy:
                work -= self.policy.step()
            elif beam.begun or beam.anew:
                work -= max(1, beam.step())
                if not beam.begun:
                    self.policy.look_again()
            elif edges.count and not (clock.due and clock.due < edges.known_at[0]):
                work -= self._begin_edge()
            elif clock.due and clock.real >= clock.due:
                clock.now = max(clock.now, clock.due)
                self.policy.busy = True
            else:
                clock.now = clock.real
                beam.positions.go(beam.positions.proposed)
                if not self.committed.listing:
                    return True
                work -= self.committed.list(work)
        beam.positions.go(beam.positions.proposed)
        return True

    def _rests(self, now: int) -> bool:
        """Let time pass to `now`; returns whether nothing is to be done but to wait."""
        clock = self.clock
        clock.pass_to(now)
        if clock.real >= TURN_BACK_AT and not self.beam.begun:
            self._turn_back(clock.turn_back())
        if not self._restoring.open and (not self.resting() or 0 < clock.due <= clock.real):
            return False
        clock.now = clock.real
        if self._restoring.open and self._restoring.is_over():
            self._go_on()
        return True

    def _turn_back(self, ms: int) -> None:
        """All times are to be `ms` less."""
        self.beam.turn_back(ms)
        for square in self.squares:
            self.changed[square] = earlier(self.changed[square], ms)
        self._restoring.since = earlier(self._restoring.since, ms)
        self._refused.refused_at = earlier(self._refused.refused_at, ms)

    def _lose_edges(self) -> None:
        """None waits any more: nothing is known of them but how the squares stand after them."""
        edges = self.edges
        for i in range(edges.count):
            self._note(edges.square[i], edges.closed[i], edges.time[i])
        self.beam.forget_edges()
        self._restoring.due = True

    def _restore(self) -> None:
        """The committed position is to stand again before anything is a ply."""
        self._lose_edges()
        if self.asking:
            self.question.withdraw()
        self.committed.settle()
        if not self.committed.over:
            self._refused.report_mess()
        self._restoring.enter()

    def _go_on(self) -> None:
        """The committed position stands again: what happened before is forgotten."""
        self._restoring.begin()
        self._refused.clear()
        self.committed.forget()
        self.beam.start_anew(self.beam.positions.committed, self.clock.now)
        self._weigh_again()

    def _note(self, square: int, closed: int, time: int) -> None:
        """That square stands so since that time."""
        clock = self.clock
        clock.edge_at = max(clock.edge_at, time)
        self.now[square] = closed
        self.changed[square] = time
        self.committed.deeds[square] |= CLOSED if closed else OPENED
        if closed:
            clock.closed_at = max(clock.closed_at, time)

    def _begin_edge(self) -> int:
        """Begin to take in the oldest edge; returns how much work that was."""
        edges = self.edges
        self.clock.now = max(self.clock.now, edges.known_at[0])
        self._note(edges.square[0], edges.closed[0], edges.time[0])
        edges.changes[edges.square[0]] ^= 1
        self.committed.retracted = 0
        self.changes = (self.changes + 1) & 0xFFFF
        return self.beam.step()

    # Answers

    def button(self, button: int, now: int) -> None:
        """A button was pressed; it means something only while a question is open."""
        if not self.asking:
            return
        if button == BUTTON_NEXT:
            self.question.offer_next()
        elif button == BUTTON_OK:
            self.answer(self.question.offered, now)
        elif button == BUTTON_BACK and self._is_asking(now):
            self.question.deny()
            self._weigh_again()

    def answer(self, index: int, now: int) -> None:
        """Take the answer offers[index] of the open question: the hypotheses without it go."""
        if self._is_asking(now) and 0 <= index < self.question.offer_count:
            self.question.answer(index)
            self._weigh_again()

    def _is_asking(self, now: int) -> bool:
        """Whether a question is open at `now`, all edges before that being taken in."""
        self.clock.pass_to(now)
        self._catch_up()
        return self.asking

    def _catch_up(self) -> None:
        """Take in all edges that came before now."""
        while self._works() and not self.crowded():
            self.step(self.clock.last, WHOLE)
        self.clock.now = self.clock.real
