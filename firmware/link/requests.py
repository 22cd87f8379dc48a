"""What is not part of the game: squares that the PC wants lit, settings, errors that it is told of. Loaded for that. Allocates."""

import io
import sys

from shared_rules.codes import const
from shared_rules.errors import RulesError
from shared_rules.notation import read_square

WORDS = const(12)  # marks read in a step
LOG_LINE = const(150)  # characters of a line in the PC's log, at most
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


def option(link, modes, text):
    """`name value` is a setting; empty asks for all of them. Returns "" if it was done, else what is wrong with it."""
    name, _, value = text.partition(" ")
    if not text:
        link.tell_settings()
        return ""
    if not value.isdigit() or len(value) > 3:
        return "no such setting"
    return modes.settings().set(name, int(value))


def lines_of(error):
    """What the PC's log is to have of an error inside, with its traceback: lines of bytes."""
    lines = ["error: %r" % (error,)]
    if hasattr(sys, "print_exception"):
        out = io.StringIO()
        sys.print_exception(error, out)  # type: ignore
        lines += [line for line in out.getvalue().split("\n") if line.startswith("  ")]  # type: ignore
    return [line[:LOG_LINE].encode() for line in lines]
