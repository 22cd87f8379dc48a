"""What the PC may ask that is no part of the game: squares to light, settings, games that need not be kept any longer.

Gives "" if it was done, else what is wrong with it. Allocates, `paint` and `forget_marks` excepted.
"""

from shared_rules.errors import RulesError
from shared_rules.notation import read_square
from shared_rules.signals import MARK_NONE

MARKS = 13  # kinds of marks that the lights know


class Requests:
    """`marks` is None as long as the PC has asked for none."""

    def __init__(self, journal):
        self.app = None
        self.marks = None
        self._journal = journal

    def mark(self, text):
        """`square:mark square:mark …` lights squares that show nothing else, until the next record; "" ends it."""
        game = self.app.game
        marks = bytearray(len(game.board))
        for word in text.split(" ") if text else ():
            name, _, mark = word.partition(":")
            try:
                square = read_square(name, game.columns, game.rows)
            except RulesError as error:
                return str(error)
            if not mark.isdigit() or len(mark) > 2 or int(mark) >= MARKS:
                return "no such mark"
            marks[square] = int(mark)
        self.marks = marks if text else None
        self.app.repaint()
        return ""

    def forget_marks(self):
        """The game has gone on."""
        self.marks = None

    def paint(self, marks):
        """Lay what was asked for over squares that are not marked."""
        wanted = self.marks
        if wanted is not None and len(wanted) == len(marks):
            for square in range(len(marks)):
                if marks[square] == MARK_NONE:
                    marks[square] = wanted[square]

    def option(self, text):
        """`teaching 0`, `1` or `2`: a setting."""
        name, _, value = text.partition(" ")
        if name != "teaching" or not value.isdigit() or len(value) > 3:
            return "no such setting"
        return self.app.menu.teach(int(value))

    def acknowledge(self, text):
        """`game records`: the PC has so many records of a game that is not being played now."""
        game = text[:8]
        records = text[9:]
        if not records.isdigit() or len(records) > 9 or game not in self._journal.games():
            return
        self._journal.shelf.acknowledge(game, int(records))
