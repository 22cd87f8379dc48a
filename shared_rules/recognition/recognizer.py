"""The recognizer: debounced edges in, plies out. One for all games, by footprints alone.

Each edge is taken in by a beam of lines (beam.py): guesses at what was played, each with what it costs that the hands did so. What
they say is weighed (untold.py) and decided (deciding.py); what is told and shown is told.py, questions are question.py, what
nothing explains is trouble.py, and a board that was bumped or swept is restoring.py.

After construction nothing here allocates. Times given are ms modulo 2**30.
"""

from array import array

from shared_rules.codes import HOLE, NOWHERE, const
from shared_rules.protocol.signals import BUTTON_BACK, BUTTON_NEXT, BUTTON_OK
from shared_rules.recognition.beam import Beam
from shared_rules.recognition.clock import TURN_BACK_AT, Clock
from shared_rules.recognition.deciding import Deciding
from shared_rules.recognition.edges import Edges
from shared_rules.recognition.events import Events
from shared_rules.recognition.gestures import CARD_MS
from shared_rules.recognition.lines import COUNT, LOOSE, Lines, earlier
from shared_rules.recognition.positions import NONE, NOTHING
from shared_rules.recognition.question import Question
from shared_rules.recognition.restoring import Restoring
from shared_rules.recognition.told import Told
from shared_rules.recognition.trouble import REPORT, Trouble
from shared_rules.recognition.work import (
    COMPARED,
    DECIDING,
    JUDGING,
    LISTING,
    MAKING,
    TELLING,
    TOUCHED,
    WEIGHING,
    WHOLE,
)

# Ms after an edge when prices change, or something is to be told.
WAKE = (40, 150, 266, 301, 351, 551, 701, 1501, 2001, 3001, 6001)

# What happened on a square.
OPENED = const(1)
CLOSED = const(2)


class Recognizer(Events):
    """Reads one game; memory is taken for that game's frame and bounds.

    `lines` may have been those of another recognizer, which is not used any more: they are as large for every game, and the
    largest piece of memory by far.
    """

    def __init__(self, game, lines: Lines | None = None) -> None:
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
        self.beam = Beam(game, self.squares, self.now, self.changed, self.edges, lines or Lines())
        self.told = Told(self, self.clock, self.beam, self.changed)
        self._trouble = Trouble(self, self.clock, self.beam, self.told)
        self.question = Question(self, self.clock, self.beam, self.told, self._trouble)
        self.deciding = Deciding(self.clock, self.beam, self.told, self._trouble, self.question)
        self._restoring = Restoring(self.clock, self.beam, self.told)
        self.base = self.told.base  # occupancy in the position shown,
        self.anchor_base = self.told.anchor_base  # and in the one before what is told
        self.plies = self.told.plies  # plies[0:count] are legal in the position shown
        self.offers = self.question.offers
        self.judge = self.told.judge
        self.begin(0)

    def begin(self, now: int, plies: array | None = None, count: int = 0) -> None:
        """The game's position is the one to play from, and `now[]` as that has it. Events are forgotten.

        `plies[0:count]` were played last, before that: they may still be put back. More than STEPS are of no use.
        """
        self.begin_lines(now, plies, count)
        self.begin_telling()

    def begin_lines(self, now: int, plies: array | None = None, count: int = 0) -> None:
        """The first half of `begin`, for who needs short steps."""
        self.clock.begin(now)
        self.beam.begin(plies or self.told.plies, count)

    def begin_telling(self) -> None:
        """The second half of `begin`."""
        self._trouble.begin()
        self.question.begin()
        self.told.begin()
        self._restoring.begin()
        self._weigh_again()
        self.forget_events()

    def _weigh_again(self) -> None:
        """The lines have changed."""
        self._dirty = True  # what they cost is to be looked at,
        self._weighed = 0  # so many have been
        self._to_judge = JUDGING  # so many steps may be spent on judging what is told, before it is decided,
        self._worries = 0  # and, if nothing was, what is the next step to find what is wrong
        self.deciding.begin()
        self._restoring.look_anew()

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
        if not self.asking or self.beam.asked.before != self.beam.positions.told or self.last_ply < 0:
            return False
        ply = self.offers[self.offered]
        return ply & 255 == self.last_ply & 255 and self.game.destination(ply) == self.game.destination(self.last_ply)

    @property
    def trouble(self) -> bool:
        """Whether something was refused that is to be put right: from `refused_from` to `refused_to`."""
        return self._trouble.open

    @property
    def refused_from(self) -> int:
        """The square of a piece that was refused, NOWHERE, or -1 where there is no trouble."""
        return self._trouble.refused_from

    @property
    def refused_to(self) -> int:
        """Where it stands, NOWHERE, or -1 where there is no trouble."""
        return self._trouble.refused_to

    @property
    def restoring(self) -> bool:
        """Whether so much is off or strange that nothing is a ply until all stands as after what is told."""
        return self._restoring.open

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.told.over

    @property
    def last_ply(self) -> int:
        """The ply told last, -1 if there is none."""
        return self.told.last_ply

    @property
    def count(self) -> int:
        """How many plies are legal in the position shown, as far as they are listed."""
        return self.told.count

    @property
    def lists(self) -> int:
        """Goes up (modulo 2**16) whenever the list begins anew."""
        return self.told.lists

    def settled(self) -> bool:
        """Whether the game's position is that after what is told."""
        return self.beam.positions.shown == self.beam.positions.told

    def resting(self) -> bool:
        """Whether all has been looked at."""
        return not (self.told.listing or self._works())

    def _works(self) -> bool:
        """Whether there is something to look at but the legal plies."""
        if self._restoring.open:
            return False
        return self._dirty or self._trouble.reddens or self._restoring.due or self.beam.works()

    def shown(self) -> int:
        """The ply that stands on the board but is not told, -1 if there is none."""
        positions = self.beam.positions
        return positions.ply[positions.shown] if self.told.is_shown else NOTHING

    def can_go_back(self) -> bool:
        """Whether what is told may still be put back: to the occupancy `anchor_base`."""
        positions = self.beam.positions
        return positions.parent[positions.told] != NONE

    def settle(self) -> None:
        """Show what is told, and nothing else: the game's position is to be the one after it."""
        self.told.settle()

    def lifted_stack(self) -> int:
        """The stack whose top card may be in a hand, NOWHERE if there is none."""
        positions = self.beam.positions
        best = self.beam.lines.rank[0]
        if self.beam.row[best] != positions.shown or self.clock.still() >= CARD_MS:
            return NOWHERE
        square = self.beam.standing.lifted_stack(best)
        positions.go(positions.shown)
        return square

    def did(self, square: int) -> int:
        """What happened on `square` after what is told: OPENED and CLOSED."""
        return self.told.deeds[square]

    def touched(self) -> bool:
        """Whether anything was touched after what is told."""
        for square in self.squares:
            if self.told.deeds[square]:
                return True
        return False

    def told_text(self) -> str:
        """The text of the position after what is told. Allocates."""
        positions = self.beam.positions
        positions.go(positions.told)
        text = self.game.text()
        positions.go(positions.shown)
        return text

    # What others want

    def learn(self, game) -> None:
        """The game becomes `game`, which has played all that was told and knows more. What was not told is dropped."""
        while self.beam.begun:
            self.beam.step()
        self.told.settle()
        self.game.take_over(game)
        self.beam.learn(self.base, self.clock.edge_at)
        self.told.list_again()
        self._weigh_again()

    def hold(self, sides: int) -> None:
        """From now on these sides (bit 0 the first, bit 1 the second) may only play what `expect` says."""
        self.beam.legal.hold(sides)
        self.expect(NOTHING, 0)

    def expect(self, ply: int, digest: int) -> None:
        """Of a side that is held, `ply` may be played in the position with that digest: the one after what is told."""
        self.beam.legal.expect(ply, digest, self.clock.real)
        self.told.forget_deeds()
        self.beam.anew = True  # it may stand already
        self.told.list_again()

    def insist(self, ply: int) -> None:
        """`ply`, legal and performed, is told at once."""
        positions = self.beam.positions
        told = positions.told
        self._catch_up()
        self._restoring.begin()
        if told != positions.told and positions.ply[positions.told] == ply:
            return  # it has been read by now
        self._trouble.clear()
        positions.go(positions.told)
        self.foot[self.game.footprint(ply, self.foot, 0) + 1] = 0
        node = positions.child(positions.told, ply, self.foot)
        if node != NONE:
            self.told.tell(node)
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
        """Let time pass to `now`, doing `work` of what is to be done, half a ms of a Pico each; gives whether there was any."""
        clock = self.clock
        clock.pass_to(now)
        if clock.real >= TURN_BACK_AT and not self.beam.begun:
            self._turn_back(clock.turn_back())
        if self._restoring.open:
            clock.now = clock.real
            if self._restoring.is_over():
                self._go_on()
            return False
        if self.resting() and not 0 < clock.due <= clock.real:
            clock.now = clock.real
            return False
        beam = self.beam
        edges = self.edges
        whole = work
        while work > 0 and not self.crowded():
            if self._trouble.reddens:
                if work < whole < WHOLE:
                    break
                self._trouble.redden()
                work = 0
            elif self._restoring.due and not beam.begun:
                self._restore()
                return True
            elif beam.begun or beam.anew:
                work -= max(1, beam.step())
                if not beam.begun:
                    self._weigh_again()
            elif self._dirty and not (edges.count and edges.known_at[0] <= clock.now):
                if work < whole < WHOLE and self._is_long():
                    break
                work -= self._judge()
            elif edges.count and not (clock.due and clock.due < edges.known_at[0]):
                work -= self._begin_edge()
            elif clock.due and clock.real >= clock.due:
                clock.now = max(clock.now, clock.due)
                self._dirty = True
            else:
                clock.now = clock.real
                beam.positions.go(beam.positions.shown)
                if not self.told.listing:
                    return True
                work -= self.told.list(work)
        beam.positions.go(beam.positions.shown)
        return True

    def _turn_back(self, ms: int) -> None:
        """All times are to be `ms` less."""
        self.beam.turn_back(ms)
        for square in self.squares:
            self.changed[square] = earlier(self.changed[square], ms)
        self.told.shown_at = earlier(self.told.shown_at, ms)
        self.told.displaced_at = earlier(self.told.displaced_at, ms)
        self._restoring.since = earlier(self._restoring.since, ms)
        self._trouble.refused_at = earlier(self._trouble.refused_at, ms)

    def _lose_edges(self) -> None:
        """None waits any more: nothing is known of them but how the squares stand after them."""
        edges = self.edges
        for i in range(edges.count):
            self._note(edges.square[i], edges.closed[i], edges.time[i])
        self.beam.forget_edges()
        self._restoring.due = True

    def _restore(self) -> None:
        """What is told is to stand again before anything is a ply."""
        self._lose_edges()
        if self.asking:
            self.question.unask()
        self.told.settle()
        if not self.told.over:
            self._trouble.report_mess()
        self._restoring.enter()

    def _go_on(self) -> None:
        """All stands as after what is told: what happened before is forgotten."""
        self._restoring.begin()
        self._trouble.clear()
        self.told.forget()
        self.beam.start_anew(self.beam.positions.told, self.clock.now)
        self._weigh_again()

    def _note(self, square: int, closed: int, time: int) -> None:
        """That square stands so since that time."""
        clock = self.clock
        clock.edge_at = max(clock.edge_at, time)
        self.now[square] = closed
        self.told.note(square, time)
        self.changed[square] = time
        self.told.deeds[square] |= CLOSED if closed else OPENED
        if closed:
            clock.closed_at = max(clock.closed_at, time)

    def _begin_edge(self) -> int:
        """Begin to take in the oldest edge; gives how much work that was."""
        edges = self.edges
        self.clock.now = max(self.clock.now, edges.known_at[0])
        self._note(edges.square[0], edges.closed[0], edges.time[0])
        edges.changes[edges.square[0]] ^= 1
        self.told.turns = 0
        self.changes = (self.changes + 1) & 0xFFFF
        return self.beam.step()

    def _is_long(self) -> bool:
        """Whether the next of what `_judge` does, to decide or to tell, is as long as a step may be."""
        deciding = self.deciding
        return (
            deciding.verdict.is_open()
            or self._worries == REPORT
            or not (deciding.untidy or self._worries)
            and self._weighed > self.beam.lines.count
        )

    def _judge(self) -> int:
        """Weigh a line more; when all are weighed, decide; tell what was decided, or tidy a line. Gives how much work that was."""
        verdict = self.deciding.verdict
        if verdict.is_open():
            if verdict.judges():
                return MAKING
            self._dirty = verdict.carry_out()
            return TELLING
        if self._worries:
            self._worries = self._trouble.worry(max(self.clock.edge_at, self.beam.positions.chosen_at), self._worries)
            self._dirty = self._worries > 0 or self.deciding.untidy > 0
            return LISTING if self._worries else TELLING
        if self.deciding.untidy:
            self.deciding.tidy()
            self._dirty = self.deciding.untidy > 0
            return LISTING
        lines = self.beam.lines
        if self._weighed < lines.count:
            line = lines.rank[self._weighed]
            self.beam.weigh(self._weighed, self.clock.now)
            self._weighed += 1
            loose = self.beam.row[line + LOOSE] * (2 if self.beam.touching.stacks else 1)
            return WEIGHING + self.beam.row[line + COUNT] // TOUCHED + loose
        if self._weighed == lines.count:
            work = self._restoring.look()
            if not work:
                self._weighed += 1
            return work or LISTING
        if self._to_judge:  # what is told: it is looked at where plies are confirmed
            self._to_judge -= 1
            if self.told.judges(self.beam.positions.told):
                return MAKING
        self._weighed = 0
        clock = self.clock
        clock.due = 0
        for wait in WAKE:
            if wait > clock.still() and not clock.due:
                clock.due = clock.edge_at + wait
        changes = self.changes
        if self._restoring.waits():
            self.told.settle()
            self._dirty = False
            if self._restoring.due:
                self._restore()
            return TELLING
        self._dirty = self.deciding.decide()
        self._worries = 0 if self._dirty or self.asking else 1
        work = DECIDING + lines.count // COMPARED
        if self._dirty or self.changes != changes:
            work += TELLING
        self._dirty = self._dirty or self._worries > 0 or self.deciding.untidy > 0
        return work

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
            self.question.withdraw()
            self._weigh_again()

    def answer(self, index: int, now: int) -> None:
        """Take the answer offers[index] of the open question: the lines without it go."""
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
