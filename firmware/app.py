"""The board's program: sensors and buttons in; lights, journal and link out.

`step(now)` is one round of the loop and allocates nothing, but for what writing the journal costs and in the rare
moments when a game begins, a command comes from the PC, or something has failed. It never raises: an error inside
is shown by the lights, told to the PC, and the game goes on from the journal.

Modes: GUIDE until the pieces stand as the position wants them (lights say where one is missing or too many), PLAY, and
OVER until the pieces stand at home again, which begins the next game. `now` is in ms modulo 2**30, as `time.ticks_ms`
counts.
"""

from firmware.commands import Commands
from firmware.recorder import Recorder
from firmware.table import Table
from shared_rules.codes import END_UNFINISHED, FIRST, FIRST_WON, NOWHERE, ONGOING, SECOND, SECOND_WON, const
from shared_rules.debounce import WRAP, Debounce
from shared_rules.guide import paint, paint_differences
from shared_rules.signals import (
    BUTTON_OK,
    EV_ASK,
    EV_NONE,
    EV_OVER,
    EV_PLY,
    EV_REFUSED,
    EV_TAKEBACK,
    EV_UNASKED,
)

GUIDE = const(0)
PLAY = const(1)
OVER = const(2)
LETTERS = b"gpo"

WORK = const(10)  # plies the referee may look at in a step
STANDING_MS = const(300)  # pieces must stand as the position wants for this long before play begins
HOME_MS = const(1000)  # and at home before the next game begins
SETTING_UP = const(6)  # changes after a game's end that show that it is being set up anew
FAULT_MS = const(1000)  # between two attempts to go on after an error
LEAVE_MS = const(500)  # for the last words before the REPL


class App:
    """Owns the loop; the drivers are given to it (see builder.py for what they are)."""

    def __init__(self, profile, sensors, display, buttons, link, journal):
        self.mode = GUIDE
        self.t = 0  # ms of playing time in this game
        self.plies = 0  # played and not taken back in it
        self.digest = 0  # of the position after the last record
        self.faults = 0
        self.fault = None  # the last error, for whoever looks from the REPL
        self.leaving = False  # main is to leave to the REPL
        self.probe = None  # the PC's bench, while play rests
        self.journal = journal
        self.link = link
        self.table = Table(profile, display)
        self._recorder = Recorder(journal)
        self._first_game = profile["game"]
        self.drivers = (sensors, profile["sensors"], display.lights, buttons)  # for the probe
        self._sensors = sensors
        self._display = display
        self._buttons = buttons
        self._raw = bytearray(sensors.count)
        self._debounce = Debounce(sensors.count, profile["debounce"]["close_ms"], profile["debounce"]["open_ms"])
        self._started = False
        self._now = 0
        self._edge_at = 0
        self._edges = 0  # since the game was over
        self._astray = 1  # squares that keep GUIDE or OVER from ending
        self._offer = False  # GUIDE: the pieces stand at home, OK would begin a new game
        self._dirty = True
        self._changes = 0
        self._fault_at = 0
        self._leave_at = -1
        self.commands = Commands(self)
        link.attach(self)
        self._open()

    # The loop

    def step(self, now):
        """One round at the time `now`."""
        try:
            self._step(now)
        except Exception as error:
            self._survive(error, now)

    def _step(self, now):
        passed = (now - self._now) & WRAP
        self._now = now
        if self.probe:
            self._test(now)
            return
        if not self._started:
            self._start(now)
        elif passed < 1 << 29:
            self.t += passed
        self._sense(now)
        button = self._buttons.read(now)
        if button:
            self.press(button)
        if self.mode == PLAY or self.mode == OVER and self.game.result:
            self.referee.step(now, WORK)
            if self.referee.changes != self._changes:
                self._changes = self.referee.changes
                self._dirty = True
        self._guide(now)
        if self._dirty:
            self._paint()
        self._display.show(self.table.marks, now)
        self._take_events()
        self.link.step(now)
        if self._leave_at >= 0:
            self._part(now)

    def _test(self, now):
        """A round while the PC tests the board."""
        self.probe.step(now)
        self.link.step(now)
        if self._leave_at >= 0:
            self._part(now)
        elif not self.link.channel.alive(now):
            self.commands.end_test()

    def deadline(self, now):
        """Ms until `step` has something to do although no pin and no byte changes, -1 if never; lights do not count."""
        wait = self._debounce.deadline(now)
        wait = sooner(wait, self._buttons.deadline(now))
        wait = sooner(wait, self.link.deadline(now))
        if self.mode == PLAY or self.mode == OVER and self.game.result:
            wait = sooner(wait, self.referee.deadline(now))
        if self.mode != PLAY and not self._astray:
            left = (STANDING_MS if self.mode == GUIDE else HOME_MS) - ((now - self._edge_at) & WRAP)
            wait = sooner(wait, left if left > 0 else 0)
        if self._leave_at >= 0:
            wait = sooner(wait, 0)
        return wait

    def stop(self):
        """Lights off, files closed: the REPL follows."""
        self._display.off()
        self.journal.close()

    def _start(self, now):
        """The first round: the sensors are taken as they stand."""
        self._started = True
        self._edge_at = now
        self._sensors.scan(self._raw)
        for sensor in range(len(self._raw)):
            self._debounce.preset(sensor, self._raw[sensor])
        self._enter_guide()

    def _sense(self, now):
        debounce = self._debounce
        self._sensors.scan(self._raw)
        debounce.scan(self._raw, now)
        sensor = debounce.next()
        while sensor >= 0:
            self._edge(sensor, debounce.closed[sensor], debounce.when)
            sensor = debounce.next()

    def _edge(self, sensor, closed, when):
        square = self.table.layout.square_of[sensor]
        if square == NOWHERE:
            return
        self._edge_at = self._now
        self._dirty = True
        if self.mode == PLAY or self.mode == OVER and self.game.result:
            self.referee.edge(square, closed, when)
        else:
            self.referee.now[square] = closed
        if self.mode == OVER:
            self._edges += 1

    def press(self, button):
        """A button was pressed, here or on the PC."""
        if self.mode == PLAY:
            self.referee.button(button, self._now)
        elif button == BUTTON_OK:
            if self.mode == OVER:
                self._next_game()
            elif self._offer:
                self.give_up()
                self.begin(self.game.text().split(" ")[0], FIRST)

    def _guide(self, now):
        """End GUIDE when all stands as it should, OVER when all stands at home."""
        if self.mode == PLAY or self._astray:
            return
        still = (now - self._edge_at) & WRAP
        if self.mode == GUIDE and still >= STANDING_MS:
            self.referee.begin(now)
            self._set_mode(PLAY)
        elif self.mode == OVER and still >= HOME_MS:
            self._next_game()

    def _paint(self):
        self._dirty = False
        self.link.view_due = True
        self._display.dirty = True
        table = self.table
        if self.mode == GUIDE:
            self._astray = paint_differences(table.referee, table.marks)
            self._offer = self._astray > 0 and self.journal.seq > 0 and table.astray() == 0
            if self._offer:
                table.paint_offer()
            return
        if self.mode == OVER:
            self._astray = table.astray() if self._edges else 1
            if self._edges >= SETTING_UP or not self.game.result:
                table.paint_home()
                return
        paint(table.referee, table.marks)

    def _set_mode(self, mode):
        self.mode = mode
        self._edges = 0
        self._astray = 1
        self._offer = False
        self._dirty = True

    # What the referee saw

    def _take_events(self):
        if self.mode == GUIDE:
            return
        referee = self.referee
        event = referee.next_event()
        while event != EV_NONE:
            if event == EV_PLY:
                self.digest = referee.ev_digest
                self.plies += 1
                self._recorder.ply(self.t, self.game, referee.ev_ply, self.digest)
                self.link.announce()
            elif event == EV_TAKEBACK:
                self._record_undo(1, referee.ev_digest)
                if self.mode == OVER:
                    self._set_mode(PLAY)
            elif event == EV_REFUSED:
                self._recorder.refusal(self.t, referee.ev_a, referee.ev_b, referee.ev_why, self.game.columns)
                self.link.announce()
            elif event == EV_ASK or event == EV_UNASKED:
                self.link.question_due = True
            elif event == EV_OVER:
                self.record_end(self.game.result, self.game.reason)
            event = referee.next_event()
        self._display.full(self.journal.failed)

    def _record_undo(self, count, digest):
        self.digest = digest
        self.plies -= count
        self._recorder.undo(self.t, count, digest)
        self.link.announce()

    def record_end(self, result, reason):
        """The game is over; also by the players' will, told by the PC."""
        self._recorder.end(self.t, result, reason)
        self.link.announce()
        self._set_mode(OVER)

    # Games

    def _open(self):
        """When switched on: the game that was being played, or the next one."""
        if not self.journal.open() or not self._load():
            self.begin(self._first_game, FIRST)
        elif self.journal.over:
            self._next_game()

    def _load(self):
        """Bring the table to where the journal stands; False if there is nothing to go on from."""
        journal = self.journal
        try:
            self.table.seat(journal.header())
        except ValueError:
            return False
        if not journal.replay(self.game):
            return False
        journal.resume()
        if self.game.result and not journal.over:
            self._finish_late()
        self._enter_guide()
        return True

    def _finish_late(self):
        """The power went between the last ply and the record of the game's end."""
        self.t = self.journal.t
        self.record_end(self.game.result, self.game.reason)

    def begin(self, text, side):
        """A new game from `text` (`GAME:VARIANT` or a position); `side` begins, if the game leaves that open.

        PositionError, and nothing has changed, if there is no such game here.
        """
        self.table.seat(text)
        if side == SECOND and getattr(self.game, "loser_starts", False):
            self.table.let_second_begin()
        self.journal.begin(self.game.text(), self.game.side)
        self._display.full(self.journal.failed)
        self._enter_guide()

    def give_up(self):
        """The game being played will not be finished."""
        if self.mode != OVER:
            if self.journal.seq:
                self.record_end(ONGOING, END_UNFINISHED)
            else:
                self.journal.discard()

    def undo(self, count):
        """Take back that many plies; False if the journal cannot be read."""
        if not self.journal.replay(self.game):
            return False
        self.journal.resume()
        for _ in range(count):
            self.game.pop()
        self._record_undo(count, self.game.digest())
        self.journal.plies = self.plies
        self._enter_guide()
        return True

    def fork(self):
        """Go on from here as another game: this one's numbers are taken by records that are lost."""
        if not self.journal.seq:
            self.journal.discard()
        self.begin(self.table.position(), FIRST)

    def _next_game(self):
        """After a game: the loser begins the next, after a draw whoever began the last (RULES, Match)."""
        journal = self.journal
        side = journal.first_side
        if journal.result == FIRST_WON or journal.result == SECOND_WON:
            side = SECOND if journal.result == FIRST_WON else FIRST
        self.begin(self.game.text().split(" ")[0], side)

    def _enter_guide(self):
        """The game's position is to be set up on the board."""
        self.t = self.journal.t
        self.plies = self.journal.plies
        self.digest = self.game.digest()
        referee = self.referee
        square_of = self.table.layout.square_of
        for sensor in range(len(square_of)):
            if square_of[sensor] != NOWHERE:
                referee.now[square_of[sensor]] = self._debounce.closed[sensor]
        referee.begin(self._now)
        self._set_mode(GUIDE)
        self.link.new_game()

    # Trouble inside

    def _survive(self, error, now):
        """Show that something went wrong, say what, and go on from the journal."""
        self.faults += 1
        self.fault = error
        self._display.fault(now)
        if self.faults > 1 and (now - self._fault_at) & WRAP < FAULT_MS:
            return
        self._fault_at = now
        try:
            self.link.log("error: %r" % (error,))
            self.recover()
        except Exception as another:
            self.fault = another

    def recover(self):
        """Go on from what the journal has, with the sensors as they stand."""
        self._started = False
        if not self._load():
            self.begin(self._first_game, FIRST)
        elif self.journal.over:
            self._next_game()

    def leave(self):
        """Stop playing and leave to the REPL, once the last words are said."""
        self._leave_at = self._now

    def _part(self, now):
        if self.link.channel.idle() or (now - self._leave_at) & WRAP >= LEAVE_MS:
            self.leaving = True

    # What the link says

    @property
    def game(self):
        """The rules and position of the game being played."""
        return self.table.game

    @property
    def referee(self):
        """Who watches it."""
        return self.table.referee

    def letter(self):
        """The mode as a letter's code."""
        if self._leave_at >= 0:
            return 109  # m
        if self.mode == PLAY and self.referee.trouble:
            return 116  # t
        return LETTERS[self.mode]

    def asking(self):
        """Whether a question is open."""
        return self.mode == PLAY and self.referee.asking


def sooner(a, b):
    """The sooner of two waits in ms, of which either may be -1 (never)."""
    if a < 0 or 0 <= b < a:
        return b
    return a
