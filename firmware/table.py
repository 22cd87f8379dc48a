"""The game on the table: its rules, its referee, where it lies on the board, and how its pieces stand at the start.

`check`, `seat` and the texts allocate; the rest does not.
"""

import gc

from firmware.profile import Layout
from shared_rules.codes import HOLE
from shared_rules.errors import PositionError
from shared_rules.games import game_at, game_class, new_game
from shared_rules.resolver import Referee
from shared_rules.signals import MARK_EXTRA, MARK_MISSING, MARK_NONE, MARK_OFFER


class Table:
    """Empty until `seat`."""

    def __init__(self, profile, display):
        self._profile = profile
        self._display = display
        self.game = None
        self.referee = None
        self.layout = None
        self.marks = b""
        self.home = b""  # occupancy of the game's start position

    def check(self, text):
        """Whether `seat` could take `text`, and the game goes on there; RulesError says why not."""
        name = text.split(" ")[0].partition(":")[0]
        if name not in self._profile["games"]:
            raise PositionError("game", 1, "this board has no game '%s'" % name)
        game = game_at(text, 1) if " " in text else new_game(text, 1)
        if game.result:
            raise PositionError("placement", 0, "the game is over there")

    def seat(self, text):
        """Make ready for the game that `text` (`GAME:VARIANT`, or a position) names, at that start or position.

        PositionError if there is no such game here or the text is wrong; then everything is as it was.
        """
        spec = text.split(" ")[0]
        name, _, variant = spec.partition(":")
        if name not in self._profile["games"]:
            raise PositionError("game", 1, "this board has no game '%s'" % name)
        fresh = self.game is None or self.game.name != name
        game = game_class(name)() if fresh else self.game
        before = "" if fresh else game.text()
        try:
            game.reset(variant)
            home = _occupancy(game)
            if text != spec:
                game.set_text(text)
        except PositionError:
            if not fresh:
                game.set_text(before)
            raise
        self.home = home
        if fresh:
            self.referee = None
            gc.collect()
            self.referee = Referee(game)
            self.layout = Layout(self._profile, name)
            self.marks = bytearray(len(home))
            self.game = game
            self._display.lay(self.layout.light_of)

    def let_second_begin(self):
        """In the start position that has been seated, the second side is to move."""
        fields = self.game.text().split(" ")
        fields[2] = "b"
        self.game.set_text(" ".join(fields))

    def shown(self):
        """The ply that stands on the board but is not final, -1 if there is none."""
        referee = self.referee
        return referee.slot if referee.slot != referee.final else -1

    def position(self):
        """The text of the position after the last final ply: the referee may be a ply ahead of it, or behind."""
        referee = self.referee
        game = self.game
        if referee.slot == referee.final:
            return game.text()
        if referee.slot >= 0:
            game.pop()
        if referee.final >= 0:
            game.push(referee.final)
        text = game.text()
        if referee.final >= 0:
            game.pop()
        if referee.slot >= 0:
            game.push(referee.slot)
        return text

    def astray(self):
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
