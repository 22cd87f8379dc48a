"""What the PC may ask of the board (WIRE.md). Each gives "" if it was done, else what is wrong with it. Allocates."""

from firmware.game.actions import Actions
from firmware.game.table import REMOTE
from shared_rules.codes import const
from shared_rules.protocol.frames import (
    T_BUTTON,
    T_DOCTOR,
    T_END,
    T_GAME,
    T_NEW,
    T_OPPONENT,
    T_QUESTION,
    T_THOUGHT,
    T_UNDO,
)
from shared_rules.protocol.signals import BUTTON_NAMES, BUTTON_NEXT, BUTTON_OK

LEVELS = const(8)  # of the search (shared_rules/search/levels.py)


def number(text):
    """A small decimal number, -1 if `text` is none."""
    return int(text) if text.isdigit() and len(text) < 6 else -1


class Commands:
    """Carried out between two rounds; `link` has the answers."""

    def __init__(self, link, current, modes):
        self._link = link
        self._current = current
        self._modes = modes
        self._table = current.table
        self._loop = current.loop
        self._sensing = current.sensing

    def obey(self, kind, text):
        """Carry out a message of that type: "" or what is wrong with it, None if the answer comes later."""
        if self._modes.probe and kind != T_DOCTOR and kind != T_QUESTION and kind != T_THOUGHT:
            return "a test is under way"  # and play rests: nothing of the game may change
        if kind == T_NEW:
            link = self._link
            self._loop.do(Actions(self._current).new_game(text, lambda problem: link.answer(T_NEW, problem)))
            return None
        for known, obey in (
            (T_BUTTON, self.button),
            (T_DOCTOR, self.doctor),
            (T_END, self.end),
            (T_GAME, self.resume),
            (T_OPPONENT, self.seat),
            (T_QUESTION, self.consent),
            (T_THOUGHT, self.thought),
            (T_UNDO, self.take_back),
        ):
            if kind == known:
                return obey(text)
        return "no such command"

    def button(self, text):
        """`ok`, `next` or `back`, one of them held (`ok hold`), or `answer PLY`, where they would lead to."""
        name, _, how = text.partition(" ")
        if name == "answer":
            return self._answer(how)
        if not name or name not in BUTTON_NAMES or how not in ("", "hold"):
            return "no such button"
        self.push(BUTTON_NAMES.index(name), how == "hold")
        return ""

    def push(self, button, hold):
        """A button on the PC: down, and let go or held."""
        modes = self._modes
        asked = modes.asking() and not modes.menu
        modes.press(button)
        if hold:
            modes.hold(button)
        elif not asked:
            modes.tap(button)

    def _answer(self, text):
        """A ply that the open question offers, whichever is offered now."""
        recognizer = self._table.recognizer
        if self._modes.asking():
            for i in range(recognizer.offer_count):
                if self._table.game.ply_text(recognizer.offers[i]) == text:
                    self._give(i)
                    return ""
        return "no question offers that move"

    def _give(self, index):
        """Answer the open question with offers[index]; the flight recorder has the buttons that would say so."""
        self._modes.close_menu()
        recognizer = self._table.recognizer
        for _ in range((index - recognizer.offered) % recognizer.offer_count):
            self._current.flight.button(BUTTON_NEXT, self._current.t)
        self._current.flight.button(BUTTON_OK, self._current.t)
        recognizer.answer(index, self._loop.now)

    def resume(self, text):
        """A game that was interrupted goes on as itself, see resuming.py."""
        from firmware.game.resuming import obey

        return obey(self._current, text)

    def take_back(self, text):
        """That many plies."""
        return Actions(self._current).take_back(number(text))

    def end(self, text):
        """`result reason`."""
        result, _, reason = text.partition(" ")
        return Actions(self._current).end(number(result), number(reason))

    def seat(self, text):
        """`side level`: the board plays that side from now on, at level 0 a player, at 9 one far away by way of the PC."""
        side, _, level = text.partition(" ")
        if number(side) not in (0, 1) or not 0 <= number(level) <= REMOTE:
            return "the level must be from 1 to %d, or 0 for a player" % LEVELS
        return Actions(self._current).seat(number(side), number(level))

    def thought(self, text):
        """`hint`; or `game seq -`, the PC will think, and `game seq ply score`, what it has found: for the board."""
        current = self._current
        if text == "hint":
            return current.thinker().hint(self._loop.now)
        game, _, rest = text.partition(" ")
        seq, _, answer = rest.partition(" ")
        if game == current.journal.id() and current.opponent:
            if answer == "-":
                current.opponent.promised(number(seq))
            else:
                current.opponent.answered(number(seq), answer)
        return ""

    def consent(self, text):
        """`draw` or `takeback`: the player far away asks for that; or `win`: has left, and the game can be claimed. The lights
        show it, and OK or BACK answers; "": not any more. The PC asks again as long as that holds, so what comes at an unsuitable
        moment is left."""
        if text not in ("", "draw", "takeback", "win"):
            return "no such question"
        if not self._current.remote():
            return "no remote player plays in this game"
        modes = self._modes
        now = self._loop.now
        recognizer = self._table.recognizer
        if modes.menu and modes.menu.consenting():
            if text:
                modes.menu.wait_on(now)
            else:
                modes.menu.close()
        elif text and not modes.menu and modes.in_play() and not recognizer.asking:
            if recognizer.settled() and recognizer.resting():
                modes.any_menu().consent(text, now)
        return ""

    def doctor(self, text):
        """`memory`, `flickers`, or a request to the bench between `begin` or `update` and `end` (modes/probe.py, updating.py)."""
        if text == "memory":
            from firmware.heap import measuring

            self._loop.do(measuring(self._link.bench.append))
        elif text == "flickers":
            from firmware.modes.probe import flickers

            squares = self._table.profile.read()["sensors"]["squares"]
            flickers(self._sensing.debounce, squares, self._table.columns, self._link)
        elif text in ("begin", "update"):
            if self._modes.mode.hidden:
                return "the kings are being picked"  # the sensors would tell which
            if text == "begin":
                self._modes.begin_test()
            else:
                return self._modes.begin_update()
        elif text == "end":
            from firmware.game.beginning import end_test

            end_test(self._current)
        elif self._modes.probe:
            return self._modes.probe.command(text)
        else:
            return "no test is under way"
        return ""
