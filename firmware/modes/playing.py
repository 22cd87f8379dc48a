"""Plies are played, and then the game is over. Nothing here allocates but what a flash write, a hint and another game cost."""

from firmware.clock import sooner
from firmware.lights.settings import TEACHING
from firmware.memory import after_ply, heap_lock, heap_unlock
from firmware.modes import Mode
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
from shared_rules.recognition.guide import paint

HOME_MS = const(1000)  # pieces must stand at home for this long before the next game begins
SPARED = const(
    3
)  # of so many rounds in which sensors change the recognizer works in one: to note what they read is as much work
WORK = const(7)  # of the recognizer in a step, in half a ms of a Pico or so
SWEPT_WORK = const(3)  # while many sensors change
SETTING_UP = const(6)  # changes after a game's end that show that it is being set up anew


class Playing(Mode):
    """Hands play, and the recognizer watches them, as it does in any mode that `watches`; `values` are the settings'."""

    letter = 112  # p
    watches = True
    timed = True

    def __init__(self, modes, current, table, journal, flight, sensing, link, loop, values):
        self._modes = modes
        self._current = current
        self._table = table
        self._journal = journal
        self._flight = flight
        self._sensing = sensing
        self._link = link
        self._loop = loop
        self._values = values
        self._spared = 0  # rounds
        self._changes = 0  # of the recognizer, that the lights show

    def tap(self, button):
        """A hint is wanted. Where a remote player plays, the PC knows whether there are any."""
        if button == BUTTON_NEXT:
            if not self._current.remote():
                problem = self._current.thinker().hint(self._loop.now)
            elif self._link.tell_choice("hint"):
                problem = ""
            else:
                problem = "no PC is connected, and only a PC has hints against a remote player"
            if problem:
                self._modes.refuse(problem)

    def astray(self):
        """Whether there is trouble."""
        return self._table.recognizer.trouble

    def paint(self):
        """What the recognizer and the teacher know, what the board has thought, and where that is nothing, what the PC wants."""
        table = self._table
        paint(table.recognizer, table.marks, self._values[TEACHING], table.teacher)
        if self._current.opponent:
            self._current.opponent.paint(table.marks)
        self._link.paint_marked(table.marks)

    # What every mode does that watches

    def take_events(self):
        """All that the recognizer has told; what comes after a ply put back is left for the next round."""
        if self._flight.much():
            self._flight.flush()
            return
        current = self._current
        journal = self._journal
        recognizer = self._table.recognizer
        event = recognizer.next_event()
        while event != EV_NONE:
            journal.set_writing(True)
            if event == EV_PLY:
                current.record_ply(recognizer.ev_ply, recognizer.ev_digest)
                after_ply()
            elif event == EV_TAKEBACK:
                current.record_undo(1, recognizer.ev_digest)
                if not self._modes.plays():
                    self._modes.play()
            elif event == EV_REFUSED:
                lost = recognizer.ev_b == NOWHERE and self._table.outside
                current.record_refusal(recognizer.ev_a, recognizer.ev_b, WHY_OUTSIDE if lost else recognizer.ev_why)
            elif event == EV_ASK or event == EV_UNASKED:
                self._link.tell_question()
            elif event == EV_OVER:
                current.record_end(self._table.game.result, self._table.game.reason)
            journal.set_writing(False)
            if event == EV_TAKEBACK or self._loop.task:
                break
            event = recognizer.next_event()

    def work(self, now):
        """A slice of the recognizer, or where kings are secret, whether one has been taken; True if that was enough for a round."""
        stirred = self._flight.stirred
        if stirred:
            self._spared = (self._spared + 1) % SPARED
            if self._spared:
                return True
        recognizer = self._table.recognizer
        heap_lock()
        try:
            busy = recognizer.step(now, SWEPT_WORK if stirred or self._sensing.swept else WORK)
        finally:
            heap_unlock()
        if recognizer.changes != self._changes:
            self._changes = recognizer.changes
            self._modes.repaint()
        if busy or recognizer.waiting():
            return True
        secret = self._current.secret
        if not secret or secret.wait(recognizer, self._modes.still(now)):
            return False
        ply = secret.stopped(recognizer)
        if ply >= 0:
            self._current.take_king(ply)
        return True

    def think(self, now):
        """A slice of thinking, or of what the lights teach; True if there was one."""
        opponent = self._current.opponent
        if opponent and opponent.step(now):
            return True
        table = self._table
        if table.recognizer.trouble or not table.teacher.busy():
            return False
        if table.teacher.study():
            self._modes.repaint()
        return True

    def watching_deadline(self, now):
        """Ms until one of them has something to do."""
        current = self._current
        recognizer = self._table.recognizer
        if recognizer.waiting() or not recognizer.trouble and self._table.teacher.busy():
            return 0
        wait = recognizer.deadline(now)
        if current.opponent:
            wait = sooner(wait, current.opponent.deadline(now))
        if current.secret:
            wait = sooner(wait, current.secret.wait(recognizer, self._modes.still(now)))
        return wait


class Over(Mode):
    """The game is over, though if the rules ended it its last ply may be put back. When all stands at home, the next one begins."""

    letter = 111  # o
    timed = True

    def __init__(self, modes, current, table, journal, playing):
        self.watches = False
        self._modes = modes
        self._current = current
        self._table = table
        self._journal = journal
        self._playing = playing
        self._edges = 0  # since the game was over
        self._astray = 1  # squares that keep this from ending

    def begin(self):
        """Nothing has been moved yet."""
        self.watches = self._journal.reason < END_RESIGNED
        self._edges = 0
        self._astray = 1

    def edge(self, square, closed):
        """Is it being set up anew?"""
        self._edges += 1
        return False

    def tap(self, button):
        """The next game."""
        if button == BUTTON_OK:
            self._go_on()

    def paint(self):
        """The end of the game, or what is missing or too many for the next one."""
        if self._edges:
            self._astray = self._table.misplaced()
        if self._edges >= SETTING_UP or not self.watches:
            self._table.paint_home()
        else:
            self._playing.paint()

    def step(self, now):
        """The next game begins when all stands at home."""
        if self._astray or self._modes.still(now) < HOME_MS:
            return False
        self._go_on()
        return True

    def _go_on(self):
        from firmware.game.beginning import next_game

        next_game(self._current)

    def deadline(self, now):
        """Ms until it may."""
        return -1 if self._astray else max(0, HOME_MS - self._modes.still(now))
