"""What the PC may ask that is no part of the game: squares to light, settings. Loaded for that. Allocates."""

from shared_rules.codes import const
from shared_rules.errors import RulesError
from shared_rules.notation import read_square

WORDS = const(12)  # marks read in a step
MARKS = const(13)  # kinds of marks that the lights know


class Marks:
    """Reads `square:mark square:mark …` for the board of `game`; `wanted[square]` is the mark, empty if there are none."""

    def __init__(self, game, text):
        self.wanted = bytearray(len(game.board) if text else 0)
        self._game = game
        self._words = text.split(" ") if text else []
        self._words.reverse()

    def step(self):
        """Read some; True if that was all. RulesError tells what is wrong with them."""
        game = self._game
        words = self._words
        for _ in range(min(WORDS, len(words))):
            name, _, mark = words.pop().partition(":")
            square = read_square(name, game.columns, game.rows)
            if not mark.isdigit() or len(mark) > 2 or int(mark) >= MARKS or square >= len(self.wanted):
                raise RulesError("no such mark")
            self.wanted[square] = int(mark)
        return not words


def option(app, text):
    """`name value` is a setting; empty asks for all of them. Gives "" if it was done, else what is wrong with it."""
    name, _, value = text.partition(" ")
    if not text:
        app.link.tell_settings()
        return ""
    if not value.isdigit() or len(value) > 3:
        return "no such setting"
    return app.set(name, int(value))
