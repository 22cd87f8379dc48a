"""The board's program: sensors and buttons in; lights, journal and link out.

`step(now)` is one round of the loop. It allocates nothing, except for writing the journal and in the rare moments when a
game begins, a command comes from the PC, or something has failed. What is done most often is done with the heap locked: else
MicroPython puts the variables of its larger functions there, and collects garbage ten times a second. It never raises: an
internal error is shown by the lights and reported to the PC, and the game goes on from the journal. Where memory is too short for
what is wanted, that is refused, and all else goes on as it was.

Modes: GUIDE until the pieces stand as the position wants them (lights say where one is missing or too many), PLAY, and
OVER until the pieces stand at home again, which begins the next game; before PLAY comes PICK where kings are secret.
`now` is in ms modulo 2**30, as `time.ticks_ms` counts.
"""

from firmware.buttons import HOLD
from firmware.clock import sooner
from firmware.flight import Flight
from firmware.lights.display import REFUSED
from firmware.match import GUIDE, OVER, PICK, PLAY, Match
from firmware.modules import TOO_LITTLE, heap_lock, heap_unlock, let_go, let_go_games, make_room, tidy, tidy_up
from firmware.settings import COUNT, TEACHING
from firmware.table import Table
from shared_rules.codes import END_RESIGNED, NOWHERE, WHY_OUTSIDE, const
from shared_rules.protocol.signals import (
    BUTTON_NEXT,
    BUTTON_OK,
    EV_ASK,
    EV_NONE,
    EV_OVER,
    EV_PLY,
    EV_REFUSED,
    EV_TAKEBACK,
    EV_UNASKED,
)
from shared_rules.recognition.debounce import WRAP, Debounce
from shared_rules.recognition.guide import paint, paint_differences

LETTERS = b"gpok"
MEND = (None,)  # in place of a task: the game is to be read from the journal again

PUT_OFF = const(4)  # rounds that lights and link wait for sensors that bounce
SPARED = const(3)  # of so many in which they change the recognizer works in one: to note what they read is as much work
SWEPT_OFF = const(6)  # and for so MANY that are not yet debounced
MANY = const(8)
WORK = const(7)  # of the recognizer in a step, in half a ms of a Pico or so
SWEPT_WORK = const(3)  # while many sensors change
STANDING_MS = const(300)  # pieces must stand as the position wants for this long before play begins
HOME_MS = const(1000)  # and at home before the next game begins
SETTING_UP = const(6)  # changes after a game's end that show that it is being set up anew
FAULT_MS = const(1000)  # between two attempts to go on after an error
MOST_MENDS = const(5)  # of which none has brought the game back
FEW_MENDS = const(2)  # the same where a soft reset would change nothing
OUTSIDE_MS = const(700)  # a piece that stands this long where the game has no square is reported
LEAVE_MS = const(500)  # for the last words before the REPL


class App:
    """The loop, the modes, and what is done with sensors, buttons and lights; `match` is the game being played.

    The drivers are given to it (see builder.py for what they are).
    """

    def __init__(self, profile, sensors, display, buttons, link, journal):
        self.mode = GUIDE
        self.now = 0  # the time of this round
        self.faults = 0
        self.fault = None  # the last error, for whoever looks from the REPL
        self.leaving = False  # main is to leave to the REPL
        self.probe = None  # the PC's bench, while play rests
        self.picker = None  # of PICK
        self.task = ()  # what takes many rounds, while play rests (a generator)
        self._in_round = False
        self._rested = False  # whether the last round has found nothing but the link to be seen to
        self.journal = journal
        self.link = link
        self.display = display
        self.table = Table(profile, display)
        self.flight = Flight(journal, link, sensors.count)
        known = profile.read()
        self.drivers = (sensors, profile, display.lights, buttons, display)  # for the probe
        self.sensors = sensors
        self.buttons = buttons
        self._raw = bytearray(sensors.count)
        self.debounce = Debounce(sensors.count, known["debounce"]["close_ms"], known["debounce"]["open_ms"])
        self._started = False
        self._stirred = False  # a sensor has just changed: looking at all of them took its time
        self._put_off = 0  # rounds that lights and link have waited for that
        self._spared = 0  # and the recognizer
        self._edge_at = 0
        self._edges = 0  # since the game was over
        self._astray = 1  # squares that keep GUIDE or OVER from ending
        self._answered = False  # whether the button that went down last was an answer
        self._offer = False  # GUIDE, or trouble in PLAY: the pieces stand at home, OK would begin a new game
        self._dirty = True
        self._teach = False  # whether the teacher comes before the link
        self._changes = 0
        self._outside_at = -1  # when a piece came to stand outside the game's squares, until that is reported
        self._fault_at = 0
        self._mended_at = -1  # when that was last done
        self._mends = 0  # how often it has been tried in vain
        self.used = False  # whether a ply was played or another game wanted since the board was switched on
        self.worn = False  # memory is too cut up for the game that was played in it: only a soft reset helps
        self._short_at = -1  # when memory was last too short for something
        self._leave_at = -1
        self._values = bytearray(COUNT)  # of the settings
        self.settings.load()
        self.opponent = None  # once a side is seated or a hint asked (see `thinker`)
        self.menu = None  # the one that is open
        self.match = Match(self, known["game"])
        link.attach(self)
        self.match.open()

    # The loop

    def step(self, now):
        """One round at the time `now`."""
        self._in_round = True
        try:
            self._step(now)
        except Exception as error:
            self._survive(error, now)
        self._in_round = False

    def _step(self, now):
        passed = (now - self.now) & WRAP
        self.now = now
        self._rested = False
        if self.probe and self.task is not MEND:
            self._test(now)
            return
        if self.task:
            self._go_on(now)
            if self._leave_at >= 0:
                self._part(now)
            return
        if not self._started:
            self._start(now)
            return
        if passed < 1 << 29 and (self.mode == PLAY or self.mode == OVER):
            self.match.t += passed
        told = self._watched() and self.table.recognizer.waiting()
        edges = self._sense(now)
        if edges < 0:
            pass  # that was enough
        elif told:
            self._take_events()  # records take long: nothing else is done in this round
        else:
            pressed = self._read_buttons(now)
            if self.menu:
                self.menu.wait(now)
            if self.picker:
                self.picker.step(now)
            if not (edges or pressed or self._guide(now)):
                self._work(now)
        if self._leave_at >= 0:
            self._part(now)

    def _work(self, now):
        """One thing a round, the most urgent first, so that no round is long: recognizer, marks, lights, link or teacher."""
        playing = self._watched()
        if playing:
            if self._stirred:
                self._spared = (self._spared + 1) % SPARED
                if self._spared:
                    return
            recognizer = self.table.recognizer
            heap_lock()
            try:
                busy = recognizer.step(now, SWEPT_WORK if self._stirred or self.debounce.unstable > MANY else WORK)
            finally:
                heap_unlock()
            if recognizer.changes != self._changes:
                self._changes = recognizer.changes
                self._dirty = True
            if busy or recognizer.waiting():
                return
            secret = self.match.secret
            if secret and self.mode == PLAY and secret.wait(recognizer, (now - self._edge_at) & WRAP) == 0:
                secret.watch(self.match)
                return
        if self._put_off < (PUT_OFF if self._stirred else SWEPT_OFF if self.debounce.unstable > MANY else 0):
            self._put_off += 1
            return
        self._put_off = 0
        if self._dirty:
            self._paint()
        elif self.display.due(now):
            self._show(now)
        elif self.flight.much() and not self._stirred:
            self.flight.flush()
        elif self._teach and playing and self.mode == PLAY and self.opponent and self.opponent.step(now):
            self._teach = False
        elif self._teach and playing and not recognizer.trouble and self.table.teacher.busy():
            self._teach = False
            if self.table.teacher.study():
                self._dirty = True
        else:
            self._teach = self._rested = True
            self.link.step(now)
            self.display.say_full(self.journal.full)

    def _show(self, now):
        """Light what is marked."""
        heap_lock()
        try:
            self.display.show(self.table.marks, now)
        finally:
            heap_unlock()

    def _watched(self):
        """Whether the recognizer watches: in play, and when the rules ended the game, as its last ply may be put back."""
        return self.mode == PLAY or self.mode == OVER and self.journal.reason < END_RESIGNED

    def _read_buttons(self, now):
        """Do what a button wants; what it was, 0 if nothing: that is enough for a round."""
        button = self.buttons.read(now)
        if button:
            self.press(button)
        gesture = self.buttons.gesture(now)
        if gesture & HOLD:
            if self.picker:
                self.picker.dim()
            self.hold(gesture & 15)
        elif gesture:
            self.tap(gesture & 15)
        return button or gesture

    def do(self, task):
        """Carry out a task, a generator: a slice of it in each of the next rounds; all of it if no round is under way."""
        if self._in_round:
            self.task = _both(self.task, task) if self.task else task
        else:
            for _ in task:
                pass

    def _go_on(self, now):
        """A round of the task: sensors are debounced, and told when it is done; what is lit goes on blinking."""
        self.sensors.scan(self._raw)
        self.debounce.scan(self._raw, now)
        display = self.display
        if not display.dirty and display.due(now):
            display.show(self.table.marks, now)
            return
        task = self.task
        if task is MEND:
            self._mend(now)
            return
        for _ in task:
            return
        if self.task is task:  # it may have begun another
            self.task = ()

    def _test(self, now):
        """A round while the PC tests the board."""
        if not self.probe.step(now):
            self.link.step(now)
        if self._leave_at >= 0:
            self._part(now)
        elif not self.link.channel.alive(now):
            self.commands.end_test()

    def deadline(self, now):
        """Ms until `step` has something to do even if no pin changes and no byte comes, -1 if never; lights do not count."""
        if self.task or not self._rested or self.flight.much():
            return 0
        wait = self.debounce.deadline(now)
        wait = sooner(wait, self.buttons.deadline(now))
        wait = sooner(wait, self.link.deadline(now))
        if self.menu:
            wait = sooner(wait, self.menu.deadline(now))
        if self.picker:
            wait = sooner(wait, self.picker.deadline(now))
        if self._dirty:
            wait = 0
        if self._watched():
            wait = 0 if self.table.recognizer.waiting() else sooner(wait, self.table.recognizer.deadline(now))
            if not self.table.recognizer.trouble and self.table.teacher.busy():
                wait = 0
            if self.mode == PLAY and self.opponent:
                wait = sooner(wait, self.opponent.deadline(now))
        if self.mode != PLAY and not self._astray:
            left = (STANDING_MS if self.mode == GUIDE else HOME_MS) - ((now - self._edge_at) & WRAP)
            wait = sooner(wait, left if left > 0 else 0)
        if self.mode == PLAY and self.match.secret:
            wait = sooner(wait, self.match.secret.wait(self.table.recognizer, (now - self._edge_at) & WRAP))
        if self._outside_at >= 0:
            wait = sooner(wait, max(0, OUTSIDE_MS - ((now - self._outside_at) & WRAP)))
        if self._leave_at >= 0:
            wait = sooner(wait, 0)
        return wait

    def stop(self):
        """Lights off, files closed: the REPL follows."""
        self.display.off()
        self.flight.stop()
        self.journal.close()

    def restart(self):
        """Begin the next round as if just switched on: the sensors are taken as they stand."""
        self._started = False

    def _start(self, now):
        """The first round: the sensors are taken as they stand."""
        from firmware.beginning import guiding

        self._started = True
        self._edge_at = now
        self.sensors.scan(self._raw)
        for sensor in range(len(self._raw)):
            self.debounce.preset(sensor, self._raw[sensor])
        self.do(guiding(self.match))

    def _sense(self, now):
        """Scan, and take a change or, where it costs little, some; gives how many, -1 if something had to be written first."""
        raw = self._raw
        debounce = self.debounce
        debounce.counting = self.picker is None  # the PC may ask for the counts, and they would tell the king
        heap_lock()
        try:
            self.sensors.scan(raw)
            debounce.scan(raw, now)
        finally:
            heap_unlock()
        flight = self.flight
        self._stirred = flight.on and raw != flight.raw
        if self._stirred:
            if flight.is_full():
                flight.flush()
                return -1
            flight.jot(raw, self.match.t, self.table.layout.square_of, self.table.game.columns)
        most = 4 if debounce.unstable <= MANY and (self.mode == GUIDE or self.mode == PICK) else 1
        count = 0
        while count < most:
            sensor = debounce.next()
            if sensor < 0:
                break
            self._edge(sensor, debounce.closed[sensor], debounce.when)
            count += 1
        return count

    def _edge(self, sensor, closed, when):
        square = self.table.layout.square_of[sensor]
        if self.menu:
            self.menu.close()
        if square == NOWHERE:
            self._edge_outside(closed)
            return
        self._edge_at = self.now
        if self.picker:
            self.picker.edge(square, closed, self.now)  # and nobody else: no light, no message
            return
        self._dirty = True
        if self._watched():
            self.table.recognizer.edge(square, closed, when)
        else:
            self.table.recognizer.now[square] = closed
        if self.mode == OVER:
            self._edges += 1

    def _edge_outside(self, closed):
        """A piece came to or left a square that the game does not use."""
        before = self.table.outside
        self.table.stand_outside(self.debounce.closed)
        if self.table.outside != before:
            self.display.dirty = True
            self._outside_at = self.now if closed else -1

    def press(self, button):
        """A button went down: it answers the question, if there is one."""
        self._answered = self.asking()
        if self._answered and not self.menu:
            self.flight.button(button, self.match.t)
            self.table.recognizer.button(button, self.now)

    def answer(self, index):
        """The PC answers the open question with offers[index]; the flight recorder has the buttons that would say so."""
        if self.menu:
            self.menu.close()
        recognizer = self.table.recognizer
        for _ in range((index - recognizer.offered) % recognizer.offer_count):
            self.flight.button(BUTTON_NEXT, self.match.t)
        self.flight.button(BUTTON_OK, self.match.t)
        recognizer.answer(index, self.now)

    def tap(self, button):
        """A button was let go again before it was held."""
        if self.menu:
            self.menu.tap(button, self.now)
        elif self.picker:
            self.picker.tap(button)
        elif button == BUTTON_OK:
            if self.mode == OVER:
                self.match.next_game()
            elif self._offer:
                self.do(self.match.another(self.table.game.text().split(" ")[0]))
        elif button == BUTTON_NEXT and self.mode == PLAY and not self._answered:
            problem = self.thinker().hint(self.now)
            if problem:
                self.refuse(problem)

    def refuse(self, why):
        """Never silent: red corners here, the words on the PC."""
        self.display.notice(REFUSED, self.now)
        self.link.log(why)

    def hold(self, button):
        """A button has been held for a second: its menu opens, or the one that is open is asked."""
        self.any_menu().hold(button, self.now)

    def any_menu(self):
        """The menu that is open, or one that is to be opened."""
        if not self.menu:
            from firmware.menu import Menu

            self.menu = Menu(self, self.display, self.drivers[1])
        return self.menu

    def push(self, button, hold):
        """A button on the PC: down, and let go or held."""
        asked = self.asking() and not self.menu
        self.press(button)
        if hold:
            self.hold(button)
        elif not asked:
            self.tap(button)

    def _guide(self, now):
        """End GUIDE when all stands as it should, OVER when all stands at home; report a piece outside. True if so."""
        if self._outside_at >= 0 and (now - self._outside_at) & WRAP >= OUTSIDE_MS:
            self._outside_at = -1
            if self.mode == PLAY and not self.table.recognizer.trouble:
                self.match.record_refusal(self.table.lifted(), NOWHERE, WHY_OUTSIDE)
                return True
        if self.mode == PLAY or self._astray:
            return False
        still = (now - self._edge_at) & WRAP
        if self.mode == GUIDE and still >= STANDING_MS:
            if self.match.to_pick:
                from firmware.pick import picking

                picking(self)
            else:
                self.flight.begin(self._raw)
                self.do(self._beginning_play())
            return True
        if self.mode == OVER and still >= HOME_MS:
            self.match.next_game()
            return True
        return False

    def _beginning_play(self):
        """Task: the pieces stand as the position wants."""
        yield
        tidy()
        yield
        recognizer = self.table.recognizer
        recognizer.begin_beam(self.now, self.journal.last_plies, min(self.journal.kept, self.table.game.undoable))
        yield
        recognizer.begin_policy()
        yield
        self.enter(PLAY)
        self.link.stamp()

    def _paint(self):
        self._dirty = False
        self.link.view_due = True
        self.display.dirty = True
        table = self.table
        guides = self.mode == GUIDE
        if guides:
            self._astray = paint_differences(table.recognizer, table.marks)
        astray = self._astray > 0 if guides else self.mode == PLAY and table.recognizer.trouble
        self._offer = astray and self.journal.seq > 0 and table.at_home()
        if self._offer:
            table.paint_offer()
        if self._offer or guides:
            return
        if self.picker:
            self.picker.paint(table.marks)
            return
        if self.mode == OVER:
            self._astray = 1
            if self._edges:
                self._astray = table.misplaced()
            if self._edges >= SETTING_UP or not self._watched():
                table.paint_home()
                return
        paint(table.recognizer, table.marks, self._values[TEACHING], table.teacher)
        if self.mode == PLAY and self.opponent:
            self.opponent.paint(table.marks)
        self.link.paint_marked(table.marks)

    def enter(self, mode):
        """Begin a mode. Kings that are being picked in another one are forgotten."""
        if mode == GUIDE:
            self.flight.stop()
        if self.picker and mode != PICK:
            self.picker.dim()
            self.picker = None
        self.mode = mode
        self._mends = 0
        self._edges = 0
        self._astray = 1
        self._offer = False
        self._dirty = True

    # What the recognizer saw

    def _take_events(self):
        """All that the recognizer has told; what comes after a ply put back is left for the next round."""
        if self.flight.much():
            self.flight.flush()
            return
        recognizer = self.table.recognizer
        event = recognizer.next_event()
        while event != EV_NONE:
            self.journal.writing = True
            if event == EV_PLY:
                self.used = True
                self.match.record_ply(recognizer.ev_ply, recognizer.ev_digest)
                tidy_up()
            elif event == EV_TAKEBACK:
                self.match.record_undo(1, recognizer.ev_digest)
                if self.mode == OVER:
                    self.enter(PLAY)
                self.journal.writing = False
                break
            elif event == EV_REFUSED:
                lost = recognizer.ev_b == NOWHERE and self.table.outside
                self.match.record_refusal(recognizer.ev_a, recognizer.ev_b, WHY_OUTSIDE if lost else recognizer.ev_why)
            elif event == EV_ASK or event == EV_UNASKED:
                self.link.question_due = True
            elif event == EV_OVER:
                self.match.record_end(self.table.game.result, self.table.game.reason)
            self.journal.writing = False
            if self.task:
                break
            event = recognizer.next_event()

    # Trouble inside

    def _survive(self, error, now):
        """Show that something went wrong, say what, and go on: from the journal, unless memory was too short for something and
        the game stands as the journal has it. Memory may be short here, too: what is to be said then follows."""
        self.fault = error
        if isinstance(error, MemoryError):  # the same object may stand for several: its traceback has no end
            again = 0 <= self._short_at and (now - self._short_at) & WRAP < FAULT_MS
            self._short_at = now
            self.display.notice(REFUSED, now)
            if self._give_up() and not again:
                return
        else:
            self.display.alarm(now)
            self.link.give_up()
            if not self.faults or (now - self._fault_at) & WRAP >= FAULT_MS:
                self._fault_at = now
                try:
                    self.link.log_error(error)
                except Exception as another:
                    self.fault = another
        self.faults += 1
        self.task = MEND

    def _mend(self, now):
        """Go on from what the journal has, not too soon after the last time. In the end with a heap that is new; or, if it is
        still as good as that, with another game."""
        if self._mended_at >= 0 and (now - self._mended_at) & WRAP < FAULT_MS:
            return
        if self.probe:
            self.probe.end()
            self.probe = None
        self._mended_at = now
        self._mends += 1
        tried = self._mends - (MOST_MENDS if self.used else FEW_MENDS)
        if tried > 0 and self.used and isinstance(self.fault, MemoryError):
            self.leaving = self.worn = True
            return
        if self.opponent:
            self.opponent.put_away()
            self.dismiss()
        make_room()
        if self._mends > 1:
            self.table.clear()
            let_go_games()
            make_room()
        if tried > 0 and isinstance(self.fault, MemoryError):
            self.task = self.match.falling_back(tried - 1)
        else:
            self.task = self.match.recovering()

    def _give_up(self):
        """Memory was short for what has just been done: it is not done, and its room is free again. False if the game may not
        stand as the journal has it."""
        try:
            self.link.give_up(TOO_LITTLE)
            if self.menu:
                self.menu.close()
        except MemoryError:
            return False
        make_room()
        return not (self.task or self.journal.writing)

    def leave(self):
        """Stop playing and leave to the REPL, once the last words are said."""
        self._leave_at = self.now

    def _part(self, now):
        if self.link.idle() or (now - self._leave_at) & WRAP >= LEAVE_MS:
            self.leaving = True

    # What the link says

    @property
    def commands(self):
        """What the PC and the menus may ask for; its code is loaded with the first command."""
        from firmware.commands import Commands

        return Commands(self)

    @property
    def settings(self):
        """What players have set; its code is loaded where something is set."""
        from firmware.settings import Settings

        return Settings(self._values, self.journal.folder, self.display)

    def thinker(self):
        """The board as a player or adviser; its code is loaded when it is first wanted."""
        if not self.opponent:
            from firmware.opponent import Opponent

            self.opponent = Opponent(self)
        return self.opponent

    def dismiss(self):
        """Nobody plays against the board: let go of the code for that, too."""
        self.opponent = None
        let_go("firmware.opponent")
        let_go("firmware.leader")

    def repaint(self):
        """Other lights are wanted."""
        self._dirty = True

    def settled(self):
        """Whether plies are being played and nothing takes many rounds: no code is loaded now, but for menus and messages."""
        return self.mode == PLAY and not self.task

    def in_play(self):
        """Whether plies are being played, and no trouble has to be put right first."""
        return self.mode == PLAY and not self.table.recognizer.trouble

    def offer_draw(self):
        """The board offers a draw: OK accepts it, everything else declines."""
        if not self.menu:
            self.any_menu().offer_draw(self.now)

    def consent(self, what):
        """The player far away asks for `draw` or `takeback`, "" for nothing any more. The PC asks again as long as that holds,
        so what comes at an unsuitable moment is left.
        """
        if self.menu and self.menu.consenting():
            if what:
                self.menu.wait_on(self.now)
            else:
                self.menu.close()
        elif what and not self.menu and self.in_play() and not self.asking():
            if not (self.table.recognizer.settled() and self.table.recognizer.resting()):
                return
            self.any_menu().consent(what, self.now)

    def set(self, name, value):
        """A setting, from the buttons or the PC; "" or what is wrong with it. The PC is told. Allocates."""
        problem = self.settings.set(name, value)
        if not problem:
            self._dirty = True
            self.link.tell_settings()
        return problem

    def letter(self):
        """The mode as a letter's code."""
        if self._leave_at >= 0:
            return 109  # m
        if self.mode == PLAY and self.table.recognizer.trouble:
            return 114 if self.table.recognizer.restoring else 116  # r, t
        return LETTERS[self.mode]

    def asking(self):
        """Whether a question is open."""
        return self.mode == PLAY and self.table.recognizer.asking


def _both(first, second):
    """One task after the other."""
    yield from first
    yield from second
