"""The board's scheduler: rounds, 200 a second, tasks that take many of them, and how the board goes on after an error.

A round allocates nothing, except for writing the journal and in the rare moments when a game begins, a command comes from the
PC, or something has failed. What is done most often is done with the heap locked: else MicroPython puts the variables of its
larger functions there, and collects garbage ten times a second. It never raises: an internal error is shown by the lights and
reported to the PC, and the game goes on from the journal. Where memory is too short for what is wanted, that is refused, and all
else goes on as it was. Times are in ms modulo 2**30, as `time.ticks_ms` counts.
"""

import time

import machine

from firmware.clock import sooner
from firmware.lights.display import REFUSED
from firmware.memory import TOO_LITTLE, collect, heap_lock, heap_unlock, make_room
from shared_rules.codes import const
from shared_rules.recognition.debounce import WRAP

PERIOD_MS = const(5)
LONGEST_MS = const(2000)  # without a round
MEND = (None,)  # in place of a task: the game is to be read from the journal again

PUT_OFF = const(4)  # rounds that lights and link wait for sensors that bounce
SWEPT_OFF = const(6)  # and for many that are not yet debounced
QUICK = const(4)  # edges that are taken in a round where they cost little
FAULT_MS = const(1000)  # between two attempts to go on after an error
MOST_MENDS = const(5)  # of which none has brought the game back
FEW_MENDS = const(2)  # the same where a soft reset would change nothing
LEAVE_MS = const(500)  # for the last words before the REPL


class Loop:
    """Makes the rounds: sensors, buttons and menus, recognizer, lights, link. For others it has the time and does tasks."""

    def __init__(self):
        self.now = 0  # the time of this round
        self.task = ()  # what takes many rounds, while play rests: a generator
        self.leave_at = -1  # since when it is to leave to the REPL
        self.leaving = False  # there is nothing more to say before that
        self._restarts = False  # and then the board starts anew, instead of leaving to the REPL
        self.faults = 0
        self.fault = None  # the last error, for whoever looks from the REPL
        self.worn = False  # memory is too cut up for the game that was played in it: only a soft reset helps
        self._in_round = False
        self._rested = False  # whether the last round has found nothing but the link to be seen to
        self._put_off = 0  # rounds that lights and link have waited for sensors
        self._think = False  # whether thinking comes before the link
        self._fault_at = 0
        self._mended_at = -1  # when that was last done
        self._mends = 0  # how often it has been tried in vain,
        self._entered = 0  # which is since this mode has been entered
        self._short_at = -1  # when memory was last too short for something

    def begin(self, sensing, flight, modes, playing, current, table, link, display, journal, extras):
        """What the rounds are made of; `extras` are drivers of what a board may have besides (extras/)."""
        self.extras = extras
        self._sensing = sensing
        self._flight = flight
        self._modes = modes
        self._playing = playing
        self._current = current
        self._table = table
        self._link = link
        self._display = display
        self._journal = journal

    def do(self, task):
        """Carry out a task, a generator: a slice of it in each of the next rounds; all of it if no round is under way."""
        if self._in_round:
            self.task = _both(self.task, task) if self.task else task
        else:
            for _ in task:
                pass

    def replace(self, task):
        """Let that be the task, whatever was under way."""
        self.task = task

    def leave(self):
        """Stop playing and leave to the REPL, once the last words are said."""
        self.leave_at = self.now

    def restart(self):
        """Stop playing, and let the board start anew once the last words are said."""
        self._restarts = True
        self.leave()

    def run(self):
        """Rounds until somebody wants the REPL; then lights off and files closed."""
        calm = False
        wait_for_input = getattr(machine, "wait_for_input", None)  # a real board has to look
        try:
            while not self.leaving:
                now = time.ticks_ms()
                self.step(now)
                if (self._modes.plays() and not self.task) != calm:
                    calm = not calm
                    collect(calm)
                rest = PERIOD_MS - time.ticks_diff(time.ticks_ms(), now)
                if rest > 0:
                    time.sleep_ms(rest)
                if wait_for_input:
                    wait_for_input(self._idle(now))
        except KeyboardInterrupt:
            pass
        try:
            self.stop()
        except KeyboardInterrupt:  # mpremote sends Ctrl-C more than once
            self.stop()
        if self._restarts:
            machine.reset()
        if self.worn:
            machine.soft_reset()

    def _idle(self, now):
        """Ms after the round at `now` for which there is no round to make, but for what changes at pins and port."""
        wait = sooner(self.deadline(now), self._display.deadline(now))
        for extra in self.extras:
            wait = sooner(wait, extra.deadline(now))
        return (LONGEST_MS if wait < 0 else min(wait, LONGEST_MS)) - PERIOD_MS

    def stop(self):
        """Lights off, files closed: the REPL follows."""
        for extra in self.extras:
            extra.stop()
        self._display.off()
        self._flight.stop()
        self._journal.close()

    def step(self, now):
        """One round at the time `now`."""
        self._in_round = True
        try:
            self._step(now)
            for extra in self.extras:
                extra.step(now)
        except Exception as error:
            self._survive(error, now)
        self._in_round = False

    def _step(self, now):
        passed = (now - self.now) & WRAP
        self.now = now
        self._rested = False
        if self._modes.probe and self.task is not MEND:
            self._test(now)
        elif self.task:
            self._go_on(now)
        elif not self._sensing.settled:
            from firmware.game.beginning import guiding

            self._sensing.settle()
            self._modes.feel()
            self.do(guiding(self._current))
        else:
            if passed < 1 << 29 and self._modes.mode.timed:
                self._current.pass_time(passed)
            self._round(now)
        if self.leave_at >= 0 and (self._link.idle() or (now - self.leave_at) & WRAP >= LEAVE_MS):
            self.leaving = True

    def _round(self, now):
        modes = self._modes
        told = modes.mode.watches and self._table.recognizer.waiting()
        edges = self._sense(now)
        if edges < 0:
            pass  # that was enough
        elif told:
            self._playing.take_events()  # records take long: nothing else is done in this round
        else:
            pressed = modes.read_buttons(now)
            if not modes.step(now, edges or pressed):
                self._work(now, modes.mode.watches)

    def _sense(self, now):
        """Scan, and take a change or, where it costs little, some; returns how many, -1 if something had to be written first."""
        sensing = self._sensing
        sensing.scan(now)
        if not self._flight.look(sensing.raw, self._current):
            return -1
        debounce = sensing.debounce
        count = 0
        sensor = debounce.next()
        while sensor >= 0:
            self._modes.edge(sensor, debounce.closed[sensor], debounce.when)
            count += 1
            if count == (QUICK if self._modes.mode.quick and not sensing.swept else 1):
                break
            sensor = debounce.next()
        return count

    def _work(self, now, watches):
        """One thing a round, the most urgent first, so that no round is long: recognizer, marks, lights, link or what thinks."""
        modes = self._modes
        flight = self._flight
        if watches and self._playing.work(now):
            return
        if self._put_off < (PUT_OFF if flight.stirred else SWEPT_OFF if self._sensing.swept else 0):
            self._put_off += 1
            return
        self._put_off = 0
        if modes.changed:
            modes.paint()
        elif self._display.due(now):
            heap_lock()
            try:
                self._display.show(self._table.marks, now)
            finally:
                heap_unlock()
        elif flight.much() and not flight.stirred:
            flight.flush()
        elif self._think and watches and self._playing.think(now):
            self._think = False
        else:
            self._think = self._rested = True
            self._link.step(now)
            self._display.say_full(self._journal.full)

    def _go_on(self, now):
        """A round of the task: sensors are debounced, and told when it is done; what is lit goes on blinking."""
        self._sensing.scan(now)
        display = self._display
        if not display.dirty and display.due(now):
            display.show(self._table.marks, now)
        elif self.task is MEND:
            self._mend(now)
        else:
            task = self.task
            for _ in task:
                return
            if self.task is task:  # it may have begun another
                self.task = ()

    def _test(self, now):
        """A round while the PC tests the board."""
        if not self._modes.probe.step(now):
            self._link.step(now)
        if self.leave_at < 0 and not self._link.channel.alive(now):
            from firmware.game.beginning import end_test

            end_test(self._current)

    def deadline(self, now):
        """Ms until `step` has something to do even if no pin changes and no byte comes, -1 if never; lights do not count."""
        if self.task or not self._rested or self._flight.much() or self.leave_at >= 0:
            return 0
        wait = sooner(self._sensing.debounce.deadline(now), self._link.deadline(now))
        if self._modes.mode.watches:
            wait = sooner(wait, self._playing.watching_deadline(now))
        return sooner(wait, self._modes.deadline(now))

    # Trouble inside

    def _survive(self, error, now):
        """Show that something went wrong, say what, and go on: from the journal, unless memory was too short for something and
        the game stands as the journal has it. Memory may be short here, too: what is to be said then follows."""
        self.fault = error
        if isinstance(error, MemoryError):  # the same object may stand for several: its traceback has no end
            again = 0 <= self._short_at and (now - self._short_at) & WRAP < FAULT_MS
            self._short_at = now
            self._display.notice(REFUSED, now)
            if self._give_up() and not again:
                return
        else:
            self._display.alarm(now)
            self._link.give_up()
            if not self.faults or (now - self._fault_at) & WRAP >= FAULT_MS:
                self._fault_at = now
                try:
                    self._link.log_error(error)
                except Exception as another:
                    self.fault = another
        self.faults += 1
        self.task = MEND

    def _mend(self, now):
        """Go on from what the journal has, not too soon after the last time. In the end with a heap that is new; or, if it is
        still as good as that, with another game."""
        if self._mended_at >= 0 and (now - self._mended_at) & WRAP < FAULT_MS:
            return
        current = self._current
        modes = self._modes
        modes.drop_test()
        self._mended_at = now
        if self._entered != modes.entered:
            self._entered = modes.entered
            self._mends = 0
        self._mends += 1
        tried = self._mends - (MOST_MENDS if current.used else FEW_MENDS)
        if tried > 0 and current.used and isinstance(self.fault, MemoryError):
            self.leaving = self.worn = True
            return
        current.dismiss()
        make_room()
        if self._mends > 1:
            from firmware.heap import before_game

            self._table.clear()
            before_game()
            make_room()
        from firmware.game.beginning import falling_back, recovering

        if tried > 0 and isinstance(self.fault, MemoryError):
            self.task = falling_back(current, tried - 1)
        else:
            self.task = recovering(current)

    def _give_up(self):
        """Memory was short for what has just been done: it is not done, and its room is free again. False if the game may not
        stand as the journal has it."""
        try:
            self._link.give_up(TOO_LITTLE)
            self._modes.close_menu()
        except MemoryError:
            return False
        make_room()
        return not (self.task or self._journal.writing)


def _both(first, second):
    """One task after the other."""
    yield from first
    yield from second
