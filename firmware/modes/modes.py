"""Which mode is current: what squares, buttons, lights and the PC's requests mean now; and what is the same in all of them.

    SettingUp --the pieces stand as the position wants--> Playing --the game is over--> Over
         ^    `--kings are secret--> Picking --picked--.    |  ^                          |
         |<--------------------------------------------'    |  `--the last ply put back---|
         `<--a game begins, goes on, or plies are taken back-+<---------------------------'

In front of a mode a menu may be open, which has buttons and lights then; and while the PC tests or updates the board (probe.py,
updating.py), nothing of the game is looked at. Nothing here allocates but menus, tests, and what a button or the PC asks for.
"""

from firmware.buttons import HOLD
from firmware.clock import sooner
from firmware.lights.display import REFUSED
from firmware.modes import Mode
from shared_rules.codes import NOWHERE, WHY_OUTSIDE, const
from shared_rules.protocol.signals import BUTTON_OK
from shared_rules.recognition.debounce import WRAP

OUTSIDE_MS = const(700)  # a piece that stands this long where the game has no square is reported
# Letters of what is not a mode of its own.
LEAVING = const(109)  # m
RESTORE = const(114)  # r
TROUBLE = const(116)  # t


class Modes:
    """Leads from one mode to another; `current` is the game being played."""

    def __init__(self, loop, sensing, flight, table, journal, link, display, buttons, values):
        self.mode = Mode()
        self.menu = None  # the one that is open
        self.probe = None  # the PC's test or update, while play rests
        self.changed = True  # whether the lights have to show something else
        self.entered = 0  # how often a mode has been entered
        self._loop = loop
        self._sensing = sensing
        self._flight = flight
        self._table = table
        self._journal = journal
        self._link = link
        self._display = display
        self._buttons = buttons
        self._values = values  # of the settings
        self._current = self._playing = self._over = None
        self._edge_at = 0
        self._outside_at = -1  # when a piece came to stand outside the game's squares, until that is reported
        self._answered = False  # whether the button that went down last was an answer
        self._offer = False  # the pieces stand at home though they should not: OK would begin a new game

    def begin(self, current, playing, over):
        """The game that the modes are of, and those that are not loaded when they are needed."""
        self._current = current
        self._playing = playing
        self._over = over

    # From one to another

    def set_up(self):
        """The pieces are to be put as the position has them."""
        from firmware.modes.setting_up import SettingUp

        self._flight.stop()
        self._enter(SettingUp(self._current, self))

    def pick(self):
        """The players pick their secret kings."""
        from firmware.modes.picking import Picking

        mode = Picking(self._current, self)
        self._enter(mode)
        mode.seat(self._current.sides())

    def play(self):
        """Plies are played."""
        self._enter(self._playing)

    def end(self):
        """The game is over, until the pieces stand at home again."""
        self._over.begin()
        self._enter(self._over)

    def _enter(self, mode):
        self.mode.dim()
        self.mode = mode
        self._sensing.hide(mode.hidden)
        self.entered += 1
        self._offer = False
        self.changed = True

    def leave(self):
        """Stop playing and leave to the REPL, once the last words are said."""
        self._loop.leave()

    def plays(self):
        """Whether plies are being played."""
        return self.mode is self._playing

    def in_play(self):
        """The same, and no trouble has to be put right first."""
        return self.mode is self._playing and not self._table.recognizer.trouble

    def is_over(self):
        """Whether the game is."""
        return self.mode is self._over

    def letter(self):
        """The mode as a letter's code."""
        recognizer = self._table.recognizer
        if self._loop.leave_at >= 0:
            return LEAVING
        if self.mode is self._playing and recognizer.trouble:
            return RESTORE if recognizer.restoring else TROUBLE
        return self.mode.letter

    def asking(self):
        """Whether a question is open."""
        return self.mode is self._playing and self._table.recognizer.asking

    # Squares

    def feel(self):
        """The pieces have been felt anew."""
        self._edge_at = self._loop.now

    def still(self, now):
        """Ms since a piece of the game was moved."""
        return (now - self._edge_at) & WRAP

    def edge(self, sensor, closed, when):
        """A debounced change."""
        square = self._table.layout.square_of[sensor]
        self.close_menu()
        if square == NOWHERE:
            self._edge_outside(closed)
            return
        self.feel()
        if self.mode.edge(square, closed):
            return
        self.changed = True
        if self.mode.watches:
            self._table.recognizer.edge(square, closed, when)
        else:
            self._table.recognizer.now[square] = closed

    def _edge_outside(self, closed):
        """A piece came to or left a square that the game does not use."""
        before = self._table.outside
        self._table.stand_outside(self._sensing.debounce.closed)
        if self._table.outside != before:
            self._display.redraw()
            self._outside_at = self._loop.now if closed else -1

    # Buttons

    def read_buttons(self, now):
        """Do what a button wants; what it was, 0 if nothing: that is enough for a round."""
        button = self._buttons.read(now)
        if button:
            self.press(button)
        gesture = self._buttons.gesture(now)
        if gesture & HOLD:
            self.hold(gesture & 15)
        elif gesture:
            self.tap(gesture & 15)
        return button or gesture

    def press(self, button):
        """A button went down: it answers the question, if there is one."""
        self._answered = self.asking()
        if self._answered and not self.menu:
            self._flight.button(button, self._current.t)
            self._table.recognizer.button(button, self._loop.now)

    def tap(self, button):
        """A button was let go again before it was held."""
        if self.menu:
            self.menu.tap(button, self._loop.now)
        elif self._offer and button == BUTTON_OK:
            self.another(self._table.game.text().split(" ")[0])
        elif not self._answered:
            self.mode.tap(button)

    def another(self, text):
        """The game being played is given up for a new one."""
        from firmware.game.beginning import another

        self._loop.do(another(self._current, text))

    def hold(self, button):
        """A button has been held for a second: its menu opens, or the one that is open is asked."""
        self.mode.dim()
        self.any_menu().hold(button, self._loop.now)

    # Menus

    def any_menu(self):
        """The menu that is open, or one that is to be opened."""
        if not self.menu:
            from firmware.modes.menu import Menu

            self.menu = Menu(self._current, self)
        return self.menu

    def show_menu(self, menu):
        """Let that be open, or none."""
        self.menu = menu

    def close_menu(self):
        """Close the one that is open."""
        if self.menu:
            self.menu.close()

    def settings(self):
        """What players have set; its code is loaded where something is set."""
        from firmware.lights.settings import Settings

        return Settings(self._values, self._journal.folder, self._display, self, self._link)

    # Tests

    def begin_test(self):
        """The PC tests the board from now on, and play rests."""
        from firmware.modes.probe import Probe

        self.drop_test()
        self.close_menu()
        self.probe = Probe(self._sensing.sensors, self._table.profile, self._buttons, self._display, self._link.bench)

    def begin_update(self):
        """The PC brings another firmware from now on, and play rests: "", or why it can't."""
        from firmware.modes.updating import Updating
        from firmware.trial import on_trial

        if on_trial():
            return "the update before this one is still on trial"
        self.drop_test()
        self.close_menu()
        self.probe = Updating(self._loop, self._link, self._display)
        return ""

    def drop_test(self):
        """Nothing is tested any more."""
        probe = self.probe
        self.probe = None  # whatever comes of the rest
        if probe:
            probe.end()

    # Lights

    def repaint(self):
        """Other lights are wanted."""
        self.changed = True

    def paint(self):
        """Mark what they are to show."""
        self.changed = False
        self._link.tell_view()
        self._display.redraw()
        self._offer = self.mode.astray() and self._journal.seq > 0 and self._table.at_home()
        if self._offer:
            self._table.paint_offer()
        else:
            self.mode.paint()

    def refuse(self, why):
        """Never silent: red corners here, the words on the PC."""
        self._display.notice(REFUSED, self._loop.now)
        self._link.log(why)

    # Time

    def step(self, now, busy):
        """What comes of time alone; True if that was enough for a round, or it is `busy` already."""
        if self.menu:
            self.menu.wait(now)
        if busy:
            return True
        if self._outside_at >= 0 and (now - self._outside_at) & WRAP >= OUTSIDE_MS:
            self._outside_at = -1
            if self.in_play():
                self._current.record_refusal(self._table.lifted(), NOWHERE, WHY_OUTSIDE)
                return True
        return self.mode.step(now)

    def deadline(self, now):
        """Ms until something is to be done although no pin changes, -1 if never."""
        if self.changed:
            return 0
        wait = sooner(self._buttons.deadline(now), self.mode.deadline(now))
        if self.menu:
            wait = sooner(wait, self.menu.deadline(now))
        if self._outside_at >= 0:
            wait = sooner(wait, max(0, OUTSIDE_MS - ((now - self._outside_at) & WRAP)))
        return wait
