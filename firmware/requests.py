"""What the PC may ask that is no part of the game: squares to light, settings, games that need not be kept any longer.

Gives "" if it was done, else what is wrong with it. Allocates, `paint` and `forget_marks` excepted.
"""

from firmware.journal import is_id
from shared_rules.codes import const
from shared_rules.errors import RulesError
from shared_rules.notation import read_square
from shared_rules.protocol.signals import MARK_NONE

WORDS = const(12)  # marks read in a step
MARKS = const(13)  # kinds of marks that the lights know


class Requests:
    """`marks` is None as long as the PC has asked for none."""

    def __init__(self, journal):
        self.app = None
        self.marks = None
        self._journal = journal
        self._reading = False
        self._words = []  # of marks that are being read
        self._wanted = b""  # what they have come to

    def mark(self, text):
        """`square:mark square:mark …` lights squares that show nothing else, until the next record; "" ends it.

        To be read by `step` as long as there are some `unread`.
        """
        self._reading = True
        self._words = text.split(" ") if text else []
        self._words.reverse()
        self._wanted = bytearray(len(self.app.table.game.board) if text else 0)

    def unread(self):
        """Whether there are marks to be read."""
        return self._reading

    def step(self):
        """Read some marks; "" or what is wrong with them. The last ones light all of them."""
        game = self.app.table.game
        words = self._words
        for _ in range(min(WORDS, len(words))):
            name, _, mark = words.pop().partition(":")
            try:
                square = read_square(name, game.columns, game.rows)
            except RulesError as error:
                self._reading = False
                return str(error)
            if not mark.isdigit() or len(mark) > 2 or int(mark) >= MARKS or square >= len(self._wanted):
                self._reading = False
                return "no such mark"
            self._wanted[square] = int(mark)
        if not words:
            self._reading = False
            self.marks = self._wanted or None
            self.app.repaint()
        return ""

    def forget_marks(self):
        """The game has gone on."""
        self.marks = None

    def paint_marked(self, marks):
        """Lay what was asked for over squares that are not marked."""
        wanted = self.marks
        if wanted is not None and len(wanted) == len(marks):
            for square in range(len(marks)):
                if marks[square] == MARK_NONE:
                    marks[square] = wanted[square]

    def option(self, text):
        """`name value` is a setting; empty asks for all of them."""
        name, _, value = text.partition(" ")
        if not text:
            self.app.link.tell_settings()
            return ""
        if not value.isdigit() or len(value) > 3:
            return "no such setting"
        return self.app.set(name, int(value))

    def acknowledge(self, game, records):
        """The PC has so many records of a game (its id) that is not being played now."""
        if is_id(game):
            self._journal.acknowledge(game, records)
