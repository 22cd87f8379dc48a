"""What the PC may ask of the board (WIRE.md). Each gives "" if it was done, else what is wrong with it. Allocates."""

from firmware.match import REMOTE
from firmware.modules import TOO_LITTLE, let_go_all, make_room, package_of
from shared_rules.codes import (
    DRAWN,
    END_ABANDONED,
    END_AGREED,
    END_RESIGNED,
    END_UNFINISHED,
    FIRST_WON,
    ONGOING,
    SECOND_WON,
    const,
)
from shared_rules.errors import RulesError
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
from shared_rules.protocol.signals import BUTTON_NAMES

POPS = const(16)  # plies taken back in a round
LEVELS = const(8)  # of the search (shared_rules/search/levels.py)


def number(text):
    """A small decimal number, -1 if `text` is none."""
    return int(text) if text.isdigit() and len(text) < 6 else -1


def undoing(match, count):
    """Task: take back that many final plies, of those that the game can: `undoable` of them; against the board, and so many
    more that it is the player's turn."""
    from firmware.beginning import guiding

    game = match.table.game
    match.table.recognizer.settle()
    for i in range(count):
        if i % POPS == POPS - 1:
            yield
        game.pop()
    yield
    if match.against_player() and not match.remote():
        while match.journal.levels[game.side] and count < match.plies and game.undoable:
            game.pop()
            count += 1
    match.record_undo(count, game.digest())
    match.journal.plies = match.plies
    yield from guiding(match)


def look_again(match):
    """Go on with the game, whatever has become of its pieces meanwhile."""
    match.table.recognizer.settle()
    match.journal.plies = match.plies
    match.app.restart()
    if match.journal.over:
        match.next_game()


class Commands:
    """Carried out on the app between two of its rounds."""

    def __init__(self, app):
        self._app = app

    def obey(self, kind, text):
        """Carry out a message of that type: "" or what is wrong with it, None if the answer comes later."""
        app = self._app
        if app.probe and kind != T_DOCTOR and kind != T_QUESTION and kind != T_THOUGHT:
            return "a test is under way"  # and play rests: nothing of the game may change
        if kind == T_NEW:
            app.do(self.new_game(text, lambda problem: app.link.answer(T_NEW, problem)))
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
        self._app.push(BUTTON_NAMES.index(name), how == "hold")
        return ""

    def _answer(self, text):
        """A ply that the open question offers, whichever is offered now."""
        app = self._app
        recognizer = app.table.recognizer
        if app.asking():
            for i in range(recognizer.offer_count):
                if app.table.game.ply_text(recognizer.offers[i]) == text:
                    app.answer(i)
                    return ""
        return "no question offers that move"

    def new_game(self, text, then):
        """Task: `GAME[:VARIANT]` or a position text; the game being played is given up. `then` gets "" or what is wrong."""
        try:
            problem = yield from self._beginning(text)
        except MemoryError:
            self._forget(text)
            then("this board has too little memory for %s" % text.split(" ")[0])
            raise
        then(problem)

    def _beginning(self, text):
        """Task: the same, and gives what is wrong; MemoryError if it does not fit, and the game being played may be gone."""
        from firmware.seating import checking

        app = self._app
        app.used = True
        if app.opponent:
            app.opponent.make_room()
        yield
        try:
            text = yield from checking(app.table, text)
        except RulesError as error:
            self._forget(text)
            return str(error)
        except MemoryError:  # beside the game being played; in its place there may be room
            self._forget(text)
            if " " in text:
                return TOO_LITTLE
        yield
        return (yield from app.match.another(text))

    def _forget(self, text):
        """Nothing is left of the game that `text` names, if it is another one than that on the table."""
        name = text.split(" ")[0].partition(":")[0]
        game = self._app.table.game
        if game and game.name != name:
            let_go_all(package_of(name))
        make_room()

    def resume(self, text):
        """A game that was interrupted goes on as itself, see resuming.py."""
        from firmware.resuming import obey

        return obey(self._app, text)

    def take_back(self, text):
        """That many plies, from the last one on; the lights then show how the pieces are to stand."""
        app = self._app
        count = number(text)
        most = min(app.match.plies, app.table.game.undoable)
        if not 0 < count <= most:
            return "the plies to take back are %d at most" % most
        if app.journal.failed:
            return "the flash is full"
        app.do(undoing(app.match, count))
        return ""

    def seat(self, text):
        """`side level`: the board plays that side from now on, at level 0 a player, at 9 one far away by way of the PC."""
        side, _, level = text.partition(" ")
        if number(side) not in (0, 1) or not 0 <= number(level) <= REMOTE:
            return "the level must be from 1 to %d, or 0 for a player" % LEVELS
        return self._app.match.seat(number(side), number(level))

    def thought(self, text):
        """`hint`; or `game seq -`, the PC will think, and `game seq ply score`, what it has found: for the board."""
        app = self._app
        if text == "hint":
            return app.thinker().hint(app.now)
        game, _, rest = text.partition(" ")
        seq, _, answer = rest.partition(" ")
        if game == app.journal.id() and app.opponent:
            if answer == "-":
                app.opponent.promised(number(seq))
            else:
                app.opponent.answered(number(seq), answer)
        return ""

    def consent(self, text):
        """`draw` or `takeback`: the player far away asks for that, the lights show it, and OK or BACK answers; "": not any more."""
        if text not in ("", "draw", "takeback"):
            return "no such question"
        if not self._app.match.remote():
            return "no remote player plays in this game"
        self._app.consent(text)
        return ""

    def doctor(self, text):
        """`memory`, `flickers`, or a request to the bench between `begin` and `end` (probe.py)."""
        app = self._app
        if text == "memory":
            from firmware.heap import measuring

            app.do(measuring(app.link.bench.append))
        elif text == "begin" and app.picker:
            return "the kings are being picked"  # the sensors would tell which
        elif text == "flickers":
            from firmware import probe

            probe.flickers(app.debounce, app.drivers[1].read()["sensors"]["squares"], app.table.columns, app.link)
        elif text == "begin":
            from firmware import probe

            if app.probe:
                app.probe.end()
            if app.menu:
                app.menu.close()
            app.probe = probe.Probe(*app.drivers, app.link.bench)  # type: ignore
        elif text == "end":
            self.end_test()
        elif app.probe:
            return app.probe.command(text)
        else:
            return "no test is under way"
        return ""

    def end_test(self):
        """Play goes on."""
        probe = self._app.probe
        if probe:
            self._app.probe = None  # whatever comes of the rest: play goes on
            probe.end()
            look_again(self._app.match)

    def end(self, text):
        """`result reason`: resigned, agreed, abandoned or unfinished."""
        app = self._app
        fields = text.split(" ")
        result = number(fields[0])
        reason = number(fields[1]) if len(fields) == 2 else -1
        if app.journal.over:
            return "the game is over"
        if app.match.to_pick:
            return "the kings must be picked first"
        won = result == FIRST_WON or result == SECOND_WON
        if not (
            reason == END_RESIGNED
            and won
            or reason == END_AGREED
            and result == DRAWN
            or (reason == END_ABANDONED or reason == END_UNFINISHED)
            and result == ONGOING
        ):
            return "no such result"
        if reason == END_AGREED and not app.table.game.draw_allowed():
            return "a draw cannot be agreed now"
        if app.match.against_player() and not app.match.remote():
            if reason == END_AGREED and not app.opponent.agrees():
                return "Crossboard declines the draw"
            if reason == END_RESIGNED and app.journal.levels[SECOND_WON - result]:
                return "Crossboard plays that side and does not resign yet"
        app.match.record_end(result, reason)
        return ""
