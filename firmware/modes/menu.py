"""What players choose with the three buttons and the lights, without a PC (firmware/GESTURES.md).

A button held for a second opens a menu: OK the games, BACK what may be done about the game being played, NEXT the
teaching lights, and held once more how bright they are. In a menu NEXT goes on, OK takes, BACK leaves; so does a touched
piece, or half a minute without a button. While one is open it has all the lights (`Display.cover`). What is not possible
is refused by a notice, and the PC is told why. Buttons may allocate; `step` does not.
"""

from firmware.game.actions import Actions, claimable
from firmware.lights.display import DONE, EDGE
from shared_rules.codes import DRAWN, END_AGREED, END_RESIGNED, FIRST_WON, NOWHERE, SECOND, const
from shared_rules.protocol.signals import (
    BUTTON_BACK,
    BUTTON_NEXT,
    BUTTON_OK,
    MARK_CAPTURE,
    MARK_LAST_FROM,
    MARK_LIFTED,
    MARK_MOVE,
    MARK_OFFER,
)

CLOSED = const(0)
GAMES = const(1)  # which game; behind them those that were interrupted and can go on
VARIANTS = const(2)  # which of its variants
ACTIONS = const(3)  # what is to be done about this game
ANSWER = const(4)  # the other player's turn to agree
TEACHING = const(5)
BRIGHTNESS = const(6)
LEVEL = const(7)  # at which the board is to play
SIDE = const(8)  # and which side
CONSENT = const(9)  # a player far away asks; the PC is told the answer

# The actions, in their order.
RESIGN = const(0)  # the side to move gives up
DRAW = const(1)
TAKE_BACK = const(2)
OTHER_RESIGNS = const(3)
OPPONENT = const(4)  # who plays
ACTION_COUNT = const(5)

PATIENCE_MS = const(30000)
AMOUNTS = const(3)  # of teaching (settings.py)
LEVELS = const(8)  # of the search
INTERRUPTED = const(8)  # games that are offered
SEATS = const(3)  # the second side, the first, both
STEPS = (10, 25, 50, 75, 100)  # of brightness, in percent
WRAP = const(0x3FFFFFFF)


class Menu:
    """One visit to the menus, from a held button until it is closed."""

    def __init__(self, current, modes):
        self.open = CLOSED
        self._modes = modes
        self._current = current
        self._table = current.table
        self._display = current.display
        self._link = current.link
        self._loop = current.loop
        self._board = current.table.profile.read()
        self._item = 0  # of what is open, the one shown
        self._game = 0  # chosen among the games
        self._level = 0  # chosen for the board
        self._looked = False  # for games that can go on
        self._stored = []  # their ids, the newest first
        self._at = 0

    # Buttons

    def hold(self, button, now):
        """A button is held: open its menu."""
        if self.open == TEACHING and button == BUTTON_NEXT:
            self._show(BRIGHTNESS, self._step(), now)
        elif self.open and self.open != CONSENT:
            self.close()
        elif button == BUTTON_OK:
            name = self._table.game.name
            self._show(GAMES, self._names().index(name), now)
        elif button == BUTTON_NEXT:
            self._show(TEACHING, self._modes.settings().teaching, now)
        elif self._current.journal.over:
            self._refuse("the game is over")
        else:
            self._show(ACTIONS, RESIGN, now)

    def tap(self, button, now):
        """A button was tapped while a menu is open."""
        if button == BUTTON_NEXT:
            if self.open == GAMES and not self._looked and self._item + 1 == self._count():
                self._look(now)
            elif self.open != ANSWER and self.open != CONSENT:
                self._show(self.open, (self._item + 1) % self._count(), now)
        elif button == BUTTON_BACK:
            self._go_back(now)
        else:
            self._choose(now)

    def _go_back(self, now):
        if self.open == VARIANTS:
            self._show(GAMES, self._game, now)
        elif self.open == SIDE:
            self._show(LEVEL, self._level, now)
        elif self.open == CONSENT:
            self._tell("decline", now)
        else:
            self.close()

    def _choose(self, now):
        """Do what the item shown stands for."""
        if self.open == CONSENT:
            self._tell("accept", now)
        elif self.open == GAMES and self._item >= len(self._names()):
            game = self._stored[self._item - len(self._names())]
            self._resume(game, now)
        elif self.open == GAMES:
            self._choose_game(now)
        elif self.open == VARIANTS:
            self._begin(self._item, now)
        elif self.open == TEACHING:
            self._set("teaching", self._item, now)
        elif self.open == BRIGHTNESS:
            self._set("brightness", STEPS[self._item], now)
        elif self.open == LEVEL:
            self._choose_level(now)
        elif self.open == SIDE:
            self._seat(self._item != 0, self._item != 1, now)
        elif self.open == ACTIONS and self._item == OPPONENT:
            self._show_level(now)
        elif self.open == ACTIONS and (self._item == DRAW or self._item == TAKE_BACK):
            self._ask(now)
        else:
            self._act(now)

    def _resume(self, game, now):
        from firmware.game.resuming import resuming

        self._loop.do(resuming(self._current, game, lambda problem: self._finish(problem, now)))

    def _set(self, name, value, now):
        self._modes.settings().set(name, value)
        self._done(now)

    def _step(self):
        """The step of brightness that is nearest to what holds, from below."""
        item = len(STEPS) - 1
        while item and STEPS[item] > self._modes.settings().brightness:
            item -= 1
        return item

    def wait(self, now):
        """Leave if nobody goes on."""
        if self.open and (now - self._at) & WRAP >= PATIENCE_MS:
            self.close()

    def deadline(self, now):
        """Ms until `wait` leaves, -1 if nothing is open."""
        return PATIENCE_MS - ((now - self._at) & WRAP) if self.open else -1

    def close(self):
        """Leave."""
        if self.open == BRIGHTNESS:
            self._modes.settings().show()
        if self.open:
            self._display.set_cover(None)
        self.open = CLOSED
        self._modes.show_menu(None)

    def _count(self):
        if self.open == GAMES:
            return len(self._names()) + len(self._stored)
        if self.open == VARIANTS:
            return 1 << len(self._variant_words())
        if self.open == BRIGHTNESS:
            return len(STEPS)
        if self.open == LEVEL:
            return LEVELS + 1
        if self.open == SIDE:
            return SEATS
        return AMOUNTS if self.open == TEACHING else ACTION_COUNT

    def _show(self, what, item, now):
        self.open = what
        self._item = item
        self._at = now
        self._paint()

    # Doing

    def _names(self):
        """The games, in their order."""
        return sorted(self._board["games"])

    def _look(self, now):
        """Look for interrupted games, and show what comes next."""
        from firmware.game.resuming import interrupted

        self._looked = True
        self._loop.do(interrupted(self._current, INTERRUPTED, self._stored))
        self._loop.do(self._next_game(now))

    def _next_game(self, now):
        """Task: the next item after the last of the games."""
        self._show(GAMES, (self._item + 1) % self._count(), now)
        yield

    def _variant_words(self):
        return self._board.get("variants", {}).get(self._names()[self._game], "").split()

    def _choose_game(self, now):
        self._game = self._item
        if not self._variant_words():
            self._begin(0, now)
            return
        played = self._table.game
        item = 0
        if played.name == self._names()[self._game]:
            chosen = played.variant.split("+")
            for i, word in enumerate(self._variant_words()):
                if word in chosen:
                    item |= 1 << i
        self._show(VARIANTS, item, now)

    def _begin(self, chosen, now):
        """Begin the game with the words of which `chosen` has the bits."""
        words = [word for i, word in enumerate(self._variant_words()) if chosen >> i & 1]
        name = self._names()[self._game]
        name = name + ":" + "+".join(words) if words else name
        self._loop.do(Actions(self._current).new_game(name, self._begun))

    def _begun(self, problem):
        """The game has begun: who plays it?"""
        now = self._loop.now
        if problem:
            self._finish(problem, now)
            return
        self._done(now)
        self._modes.show_menu(self)
        self._show(LEVEL, 0, now)

    def _show_level(self, now):
        levels = self._current.journal.levels
        level = levels[1] or levels[0]
        self._show(LEVEL, level if level <= LEVELS else 0, now)

    def _choose_level(self, now):
        self._level = self._item
        if not self._level:
            self._seat(0, 0, now)
            return
        sides = self._current.sides()
        self._show(SIDE, sides - 1 if sides == 1 or sides == 3 else 0, now)

    def _seat(self, first, second, now):
        """Let the board play those sides at the level that was chosen, and players the others."""
        actions = Actions(self._current)
        problem = actions.seat(0, self._level if first else 0) or actions.seat(1, self._level if second else 0)
        self._finish(problem, now)

    def offer_draw(self, now):
        """The board offers a draw."""
        self._show(ANSWER, DRAW, now)

    def consent(self, what, now):
        """The player far away asks for `draw` or `takeback`, or has left, to move: a `win`."""
        self._show(CONSENT, DRAW if what == "draw" else RESIGN if what == "win" else TAKE_BACK, now)

    def consenting(self):
        """Whether that is open."""
        return self.open == CONSENT

    def wait_on(self, now):
        """It is asked still."""
        self._at = now

    def _tell(self, choice, now):
        """The PC passes it on to the player far away."""
        self._finish(
            "" if self._link.tell_choice(choice) else "no PC is connected, and only a PC reaches the other player",
            now,
        )

    def _ask(self, now):
        """A takeback needs the other player, and so does a draw that can't be claimed."""
        current = self._current
        actions = Actions(current)
        problem = actions.no_draw() if self._item == DRAW else actions.no_takeback(1)
        claims = self._item == DRAW and claimable(self._table.game)
        if problem:
            self._refuse(problem)
        elif current.remote():
            self._tell("draw" if self._item == DRAW else "takeback", now)
        elif claims or current.against_player():
            self._act(now)  # the board answers at once
        else:
            self._show(ANSWER, self._item, now)

    def _act(self, now):
        current = self._current
        game = self._table.game
        item = self._item
        if item == DRAW:
            problem = Actions(current).end(DRAWN, claimable(game) or END_AGREED)
        elif item == TAKE_BACK:
            problem = Actions(current).take_back(1)
        else:
            loser = game.side if item == RESIGN else 1 - game.side
            if current.remote() and current.journal.levels[loser]:
                problem = "only the other player can resign for that side"
            else:
                problem = Actions(current).end(FIRST_WON + 1 - loser, END_RESIGNED)
        self._finish(problem, now)

    def _finish(self, problem, now):
        if problem:
            self._refuse(problem)
        else:
            self._done(now)

    def _done(self, now):
        self.close()
        self._display.notice(DONE, now)

    def _refuse(self, why):
        """Never silent: red corners here, the words on the PC."""
        self.close()
        self._modes.refuse(why)

    # Lights

    def _paint(self):
        self._display.covering()
        names = self._names()
        if self.open == GAMES and self._item >= len(names):
            number = self._item - len(names)
            self._paint_game(self._name_of(self._stored[number]), MARK_LIFTED, number + 1)
        elif self.open == GAMES:
            self._paint_game(names[self._item], MARK_OFFER, self._item + 1)
        elif self.open == VARIANTS:
            self._paint_game(self._names()[self._game], MARK_MOVE, self._game + 1)
            self._paint_words()
        elif self.open == TEACHING:
            self._paint_bar(self._table.layout.light_of, 0, self._item + 1, MARK_OFFER)
        elif self.open == LEVEL:
            self._paint_level()
        elif self.open == SIDE:
            self._paint_seat()
        elif self.open == BRIGHTNESS:
            self._paint_bar(self._table.layout.light_of, 0, self._item + 1, MARK_LIFTED)
            self._modes.settings().show(STEPS[self._item])
        else:
            self._paint_action(MARK_OFFER if self.open == ACTIONS else MARK_CAPTURE)
        self._display.redraw()

    def _name_of(self, game):
        """Which game one of the journal is."""
        from firmware.game.replaying import header

        return header(self._current.journal.path(game)).split(" ")[0].split(":")[0]

    def _lights_of(self, name):
        """The lights of a game's frame; allocates."""
        from firmware.profile import lights_of

        return lights_of(self._board, name)

    def _paint_bar(self, light_of, square, count, mark):
        """Light that many squares, the first that there are from `square` on."""
        while count and square < len(light_of):
            if light_of[square] != NOWHERE:
                self._display.cover[light_of[square]] = mark
                count -= 1
            square += 1

    def _paint_game(self, name, mark, number):
        """The area that the game uses, and which of the games it is: so many lights from a1 on."""
        light_of = self._lights_of(name)
        self._paint_bar(light_of, 0, len(light_of), EDGE)
        self._paint_bar(light_of, 0, number, mark)

    def _paint_words(self):
        """A light for each word of the variant, from the game's last square back: winking if it is chosen."""
        light_of = self._lights_of(self._names()[self._game])
        square = len(light_of)
        for i in range(len(self._variant_words())):
            square -= 1
            while square > 0 and light_of[square] == NOWHERE:
                square -= 1
            self._display.cover[light_of[square]] = MARK_CAPTURE if self._item >> i & 1 else MARK_LAST_FROM

    def _paint_level(self):
        """As many lights as there are levels; those up to the one shown are violet, of two players none."""
        light_of = self._table.layout.light_of
        self._paint_bar(light_of, 0, LEVELS, MARK_LAST_FROM)
        self._paint_bar(light_of, 0, self._item, MARK_OFFER)

    def _paint_seat(self):
        """The pieces of the side, or sides, that the board would play; where none stand yet, that side's half."""
        light_of = self._table.layout.light_of
        pieces = self._table.game.piece_side
        size = len(light_of)
        for side in range(2):
            if self._item != 2 and self._item == side:
                continue
            stands = False
            for square in range(size):
                stands = stands or pieces(square) == side
            for square in range(size):
                mine = pieces(square) == side if stands else square * 2 // size == side
                if mine and light_of[square] != NOWHERE:
                    self._display.cover[light_of[square]] = MARK_OFFER

    def _paint_action(self, mark):
        """Resigning: the pieces of who gives up. A draw: all pieces. Taking back: the last ply's squares, or all free ones.

        Who plays: the levels.
        """
        table = self._table
        if self._item == OPPONENT:
            self._paint_bar(table.layout.light_of, 0, LEVELS, mark)
            return
        game = table.game
        item = self._item
        last = table.recognizer.last_ply
        for square in range(len(table.marks)):
            light = table.layout.light_of[square]
            if light == NOWHERE:
                continue
            side = game.piece_side(square)
            if item == TAKE_BACK:
                lit = square == last & 255 or square == game.destination(last) if last >= 0 else side < 0
            elif item == DRAW:
                lit = side >= 0
            else:
                lit = side == (game.side if item == RESIGN else SECOND - game.side)
            if lit:
                self._display.cover[light] = mark
