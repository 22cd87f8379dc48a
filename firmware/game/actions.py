"""What players may ask for, by the menus or from the PC. Each gives "" if it was done, else what is wrong with it. Allocates."""

from firmware.game.table import REMOTE
from firmware.heap import without_game
from firmware.memory import TOO_LITTLE, make_room
from shared_rules.codes import (
    DRAWN,
    END_ABANDONED,
    END_AGREED,
    END_NONE,
    END_RESIGNED,
    END_TIME,
    END_UNFINISHED,
    FIRST_WON,
    ONGOING,
    SECOND_WON,
    const,
)
from shared_rules.errors import RulesError

POPS = const(16)  # plies taken back in a round
NO_DRAW = "a draw cannot be agreed now"


def claimable(game):
    """Why a side may claim a draw now, an END_ code; 0 if it may not."""
    return game.claim() if hasattr(game, "claim") else END_NONE


class Actions:
    """Carried out on the game being played, between two rounds."""

    def __init__(self, current):
        self._current = current
        self._table = current.table
        self._journal = current.journal

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
        from firmware.game.beginning import another
        from firmware.game.seating import checking

        current = self._current
        current.used = True
        if current.opponent:
            current.opponent.make_room()
        yield
        try:
            text = yield from checking(self._table, text)
        except RulesError as error:
            self._forget(text)
            return str(error)
        except MemoryError:  # beside the game being played; in its place there may be room
            self._forget(text)
            if " " in text:
                return TOO_LITTLE
        yield
        return (yield from another(current, text))

    def _forget(self, text):
        """Nothing is left of the game that `text` names, if it is another one than that on the table."""
        name = text.split(" ")[0].partition(":")[0]
        game = self._table.game
        if game and game.name != name:
            without_game(name)
        make_room()

    def no_takeback(self, count):
        """Why so many plies can't be taken back, "" if they can."""
        most = min(self._current.plies, self._table.game.undoable)
        if count < 1 or not most:
            return "there is no ply to take back"
        if count > most:
            return "the plies to take back are %d at most" % most
        return "the flash is full" if self._journal.failed else ""

    def take_back(self, count):
        """That many plies, from the last one on; the lights then show how the pieces are to stand."""
        problem = self.no_takeback(count)
        if not problem:
            self._current.loop.do(self.undoing(count))
        return problem

    def undoing(self, count):
        """Task: take back that many final plies, of those that the game can: `undoable` of them; against the board, and so many
        more that it is the player's turn."""
        from firmware.game.beginning import guiding

        current = self._current
        game = self._table.game
        self._table.recognizer.settle()
        for i in range(count):
            if i % POPS == POPS - 1:
                yield
            game.pop()
        yield
        if current.against_player() and not current.remote():
            while self._journal.levels[game.side] and count < current.plies and game.undoable:
                game.pop()
                count += 1
        current.record_undo(count, game.digest())
        self._journal.plies = current.plies
        yield from guiding(current)

    def not_playing(self):
        """Why no game is under way that players could end or be helped in, "" if there is one."""
        if self._journal.over:
            return "the game is over"
        return "the kings must be picked first" if self._current.to_pick else ""

    def no_draw(self):
        """Why no draw can be agreed or claimed, "" if one can."""
        game = self._table.game
        return self.not_playing() or ("" if claimable(game) or game.draw_allowed() else NO_DRAW)

    def end(self, result, reason):
        """The game ends: resigned, agreed, claimed, out of time, abandoned (which says nothing of the result) or unfinished."""
        current = self._current
        problem = self.not_playing()
        if problem:
            return problem
        won = result == FIRST_WON or result == SECOND_WON
        if not (
            reason == END_RESIGNED
            and won
            or result == DRAWN
            and (reason == END_AGREED or reason and reason == claimable(self._table.game))
            or reason == END_TIME
            and (won or result == DRAWN)
            or reason == END_ABANDONED
            or reason == END_UNFINISHED
            and result == ONGOING
        ):
            return "no such result"
        if reason == END_AGREED and not self._table.game.draw_allowed():
            return NO_DRAW
        if current.against_player() and not current.remote():
            if reason == END_AGREED and not current.opponent.agrees():
                return "Crossboard declines the draw"
            if reason == END_RESIGNED and self._journal.levels[SECOND_WON - result]:
                return "Crossboard plays that side and does not resign yet"
        current.record_end(result, reason)
        return ""

    def seat(self, side, level):
        """The board plays `side` at `level` from now on, also in the next game, at 0 a player does."""
        from firmware.game.beginning import sit

        current = self._current
        journal = self._journal
        if journal.failed:
            return "the flash is full"
        if level == REMOTE and (current.to_pick or current.is_secret()):
            return "a remote player can't play with secret kings"
        if journal.levels[side] != level:
            if level:
                current.thinker()  # if memory is too short for it, nothing has changed
            current.recorder.seated(current.t, side, level)
            current.link.announce()
            if not journal.over:  # else it is for the next game
                sit(current)
                if not current.modes.mode.seat(current.sides()) and level:
                    current.opponent.prepare()
        return ""
