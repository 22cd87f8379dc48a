"""The game on the table: its rules, its recognizer, where it lies on the board, and how its pieces stand at the start.

Reading the profile allocates; the rest does not. seating.py brings another game to it.
"""

from firmware.lights.display import EDGE
from shared_rules.codes import NOWHERE, const
from shared_rules.protocol.signals import MARK_EXTRA, MARK_MISSING, MARK_NONE, MARK_OFFER
from shared_rules.recognition.hypotheses import Hypotheses

NOBODY = b"\0\0"  # levels at which the board plays neither side
REMOTE = const(9)  # a level that is none: a remote player has that side in this game, by way of the PC


class Table:
    """Empty until `seating.seating`."""

    def __init__(self, profile, display):
        self.profile = profile
        self.columns = profile.read()["columns"]  # of the board
        self.display = display
        self.game = None
        # Those of every game: the largest piece of memory, taken while there is much in one piece.
        self.hypotheses = Hypotheses()
        self.recognizer = None
        self.layout = None
        self.marks = bytearray()
        self.home = b""  # occupancy of the game's start position
        self.outside = 0  # pieces on squares of the board that the game does not use
        self.teacher = None

    def clear(self):
        """No game is on the table."""
        self.recognizer = self.teacher = self.game = None

    def stand_outside(self, standing):
        """Light the pieces on squares that the game does not use; `standing[sensor]` is 1 where one stands."""
        outside = self.layout.outside
        beside = self.display.beside
        self.outside = 0
        for sensor in range(len(outside)):
            light = outside[sensor]
            if light != NOWHERE:
                if standing[sensor]:
                    beside[light] = MARK_EXTRA
                    self.outside += 1
                elif beside[light] == MARK_EXTRA:
                    beside[light] = 0
        if not self.outside:
            for light in self.layout.edge:
                beside[light] = EDGE

    def lifted(self):
        """The first square that a piece is missing from, NOWHERE if there is none."""
        recognizer = self.recognizer
        for square in recognizer.squares:
            if recognizer.base[square] and not recognizer.now[square]:
                return square
        return NOWHERE

    def misplaced(self):
        """How many squares do not stand as in the game's start position."""
        home = self.home
        now = self.recognizer.now
        count = 0
        for square in range(len(home)):
            if home[square] != now[square]:
                count += 1
        return count

    def at_home(self):
        """Whether all pieces stand as in the game's start position, if that has any."""
        for occupied in self.home:
            if occupied:
                return not self.misplaced()
        return False

    def paint_home(self):
        """Mark what is missing or too many for the start position."""
        home = self.home
        now = self.recognizer.now
        marks = self.marks
        for square in range(len(home)):
            if home[square] == now[square]:
                marks[square] = MARK_NONE
            else:
                marks[square] = MARK_MISSING if home[square] else MARK_EXTRA

    def paint_offer(self):
        """Mark the start position as something that OK would choose."""
        for square in range(len(self.home)):
            self.marks[square] = MARK_OFFER if self.home[square] else MARK_NONE


class Profile:
    """The profile for those who want something of it now and then: read anew each time, for as a dict it takes 2 KB of heap."""

    def __init__(self, known=None, path="", port=""):
        self._known = known  # a dict as `load` gives it, which is not read from a file then
        self._path = path
        self._port = port
        self._whole = False  # it has been found so

    def read(self):
        """The profile as a dict; raises what `load` raises."""
        if self._known:
            return self._known
        from firmware.profile import load

        profile = load(self._path, self._port, self._whole)
        self._whole = True
        return profile


class Layout:
    """A game's frame on the board. `square_of[sensor]` and `light_of[square]` are NOWHERE where there is none.

    `outside[sensor]` is the light of a square that the game does not use, else NOWHERE; `edge` the lights around those
    that it uses, once they have been found.
    """

    def __init__(self, square_of, light_of, outside):
        self.square_of = square_of
        self.light_of = light_of
        self.outside = outside
        self.edge = b""
