"""The game on the table: its rules, its referee, where it lies on the board, and how its pieces stand at the start.

`check`, `seat` and the texts allocate; the rest does not.
"""

import gc
import os
import sys

from firmware.lights.display import EDGE, GROUND
from firmware.profile import Layout
from firmware.teacher import Teacher
from shared_rules.codes import HOLE, NOWHERE, const
from shared_rules.errors import PositionError
from shared_rules.games import game_class, new_game
from shared_rules.protocol.signals import MARK_EXTRA, MARK_MISSING, MARK_NONE, MARK_OFFER
from shared_rules.recognition.resolver import Referee

HISTORY = const(64)  # plies that can be taken back


class Table:
    """Empty until `seat`."""

    def __init__(self, profile, display):
        self._profile = profile
        self.columns = profile.read()["columns"]  # of the board
        self._display = display
        self.game = None
        self.referee = None
        self.layout = None
        self.marks = bytearray()
        self.home = b""  # occupancy of the game's start position
        self.outside = 0  # pieces on squares of the board that are none of the game's
        self.teacher = None

    def checking(self, text):
        """Task: whether `seating` could take `text`, and the game goes on there; RulesError says why not. Gives what to seat.

        A start position that hides the kings is one in which they are picked; of others nobody knows them.
        """
        name, _, variant = text.split(" ")[0].partition(":")
        if name not in self._profile.read()["games"]:
            raise PositionError("game", 1, "this board has no game '%s'" % name)
        kind = game_class(name)
        yield
        game = kind("", 1)
        yield
        if variant in game.variants and text == (name + ":" + variant if variant else name):
            return text
        if " " in text:
            game.set_text(text)
        else:
            new_game(text, 1)
        if game.result:
            raise PositionError("placement", 0, "the game is over there")
        if getattr(game, "hidden", False):
            if not game.may_pick():  # type: ignore
                raise PositionError("placement", 0, "nobody knows which pieces are the kings")
            return text.split(" ")[0]
        return text

    def seating(self, text):
        """Task: make ready for the game that `text` (`GAME:VARIANT`, or a position) names, at that start or position.

        PositionError if there is no such game here or the text is wrong; then everything is as it was.
        """
        spec = text.split(" ")[0]
        name, _, variant = spec.partition(":")
        if name not in self._profile.read()["games"]:
            raise PositionError("game", 1, "this board has no game '%s'" % name)
        fresh = self.game is None or self.game.name != name
        game = game_class(name)("", HISTORY) if fresh else self.game
        yield
        before = "" if fresh else game.text()
        yield
        try:
            if hasattr(game, "terrain_side"):
                game.reset(variant, _seed())  # type: ignore
            else:
                game.reset(variant)
            yield
            home = _occupancy(game)
            yield
            if text != spec and game.text() != text:
                yield
                game.set_text(text)
        except PositionError:
            if not fresh:
                game.set_text(before)
            raise
        self.home = home
        yield
        if fresh:
            before = self.game.name if self.game else ""
            self.referee = self.teacher = self.game = None
            _forget(before)
            gc.collect()
            self.referee = Referee(game)
            yield
            self.teacher = Teacher(self.referee)
            profile = self._profile.read()
            yield
            self.layout = Layout(profile, name)
            self.marks = bytearray(len(home))
            self.game = game
            yield
            self.layout.find_edge(profile, name)
        yield
        self.teacher.discreet = hasattr(game, "public_text") and game.public_text() != game.text()  # type: ignore
        yield
        self._display.lay(self.layout.light_of, self.layout.edge, _ground(game))
        yield

    def stand_outside(self, standing):
        """Light the pieces on squares that are none of the game's; `standing[sensor]` is 1 where one stands."""
        outside = self.layout.outside
        beside = self._display.beside
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
        referee = self.referee
        for square in referee.squares:
            if referee.base[square] and not referee.now[square]:
                return square
        return NOWHERE

    def let_second_begin(self):
        """In the start position that has been seated, the second side is to move."""
        fields = self.game.text().split(" ")
        fields[2] = "b"
        self.game.set_text(" ".join(fields))

    def misplaced(self):
        """How many squares do not stand as in the game's start position."""
        home = self.home
        now = self.referee.now
        count = 0
        for square in range(len(home)):
            if home[square] != now[square]:
                count += 1
        return count

    def paint_home(self):
        """Mark what is missing or too many for the start position."""
        home = self.home
        now = self.referee.now
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


def _occupancy(game):
    board = game.board
    found = bytearray(len(board))
    for square in range(len(board)):
        found[square] = 1 if board[square] and board[square] != HOLE else 0
    return found


def _ground(game):
    """What each square shows while it is not marked: terrain."""
    if not hasattr(game, "terrain_side"):
        return b""
    ground = bytearray(len(game.board))
    for square in range(len(ground)):
        side = game.terrain_side(square)
        if side >= 0:
            ground[square] = GROUND + side
    return bytes(ground)


def _seed():
    """A number from 1 to 65535."""
    try:
        noise = os.urandom(2)
    except (AttributeError, OSError):
        return 1
    return noise[0] << 8 | noise[1] or 1


def _forget(name):
    """Let go of a game's modules: a board has no room for all of them. (A PC has, and shares them with others.)"""
    if not name or sys.implementation.name != "micropython":
        return
    name = name.replace("-", "_")
    for module in list(sys.modules):
        if module.startswith("shared_rules." + name):
            del sys.modules[module]
    package = sys.modules["shared_rules"]
    if hasattr(package, name):
        delattr(package, name)
