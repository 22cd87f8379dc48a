"""A variation: turns tried out from a position, by the rules."""

from __future__ import annotations

from crossboard.errors import CrossboardError
from crossboard.games.formats import ply_notation
from crossboard.games.reasons import end_words, ply_problem
from crossboard.games.rules import KIND_CAPTURE, NOWHERE, RulesError, footprint, game_at, legal_plies
from crossboard.games.turns import play_turn, split_turns

MARK_LIFTED, MARK_MOVE, MARK_CAPTURE = 3, 4, 5  # shared_rules/protocol/signals.py; a test holds them to it
HISTORY = 1024


class Branch:
    """A line that begins at a position. `chosen` is the square whose plies are shown, -1 for none."""

    def __init__(self, position: str) -> None:
        self.game = game_at(position, HISTORY)
        self.tried: list[str] = []
        self._plies: list[int] = []  # how many each token was
        self.chosen = -1

    def play(self, text: str) -> None:
        """Play a turn or ply; CrossboardError if it is not legal."""
        try:
            plies = play_turn(self.game, text)
        except RulesError as error:
            raise CrossboardError(ply_problem(self.game, error, text)) from error
        for _ in plies:
            self.game.pop()
        self.tried += [turn.notation for turn in split_turns(self.game, plies)]
        self._plies.append(len(plies))
        self.chosen = -1

    def undo(self) -> bool:
        """Take the last one back; False if there is none."""
        self.chosen = -1
        if not self.tried:
            return False
        self.tried.pop()
        for _ in range(self._plies.pop()):
            self.game.pop()
        return True

    def click(self, square: int) -> list[str]:
        """Choose a piece, or play to a square: returns the plies if several go there."""
        plies = legal_plies(self.game)
        if self.chosen >= 0:
            meant = [ply for ply in plies if ply & 255 == self.chosen and self.game.destination(ply) == square]
        else:
            meant = [ply for ply in plies if self._from_hand(ply) and self.game.destination(ply) == square]
        if len(meant) == 1:
            self.play(self.game.ply_text(meant[0]))
            return []
        if meant:
            return [ply_notation(self.game, ply) for ply in meant]
        own = any(ply & 255 == square and not self._from_hand(ply) for ply in plies)
        self.chosen = square if own and square != self.chosen else -1
        return []

    def _from_hand(self, ply: int) -> bool:
        """Whether the ply puts a piece that comes from beside the board."""
        start = ply & 255
        return start == self.game.destination(ply) and start != NOWHERE and self.game.piece_side(start) < 0

    def marks(self) -> bytes:
        """The chosen square, and where its piece may go."""
        marks = bytearray(self.game.columns * self.game.rows)
        for ply in legal_plies(self.game):
            end = self.game.destination(ply)
            if ply & 255 == NOWHERE or end == NOWHERE:
                continue
            if ply & 255 == self.chosen or (self.chosen < 0 and self._from_hand(ply) and footprint(self.game, ply)):
                marks[end] = MARK_CAPTURE if self.game.kind(ply) == KIND_CAPTURE else MARK_MOVE
        if self.chosen >= 0:
            marks[self.chosen] = MARK_LIFTED
        return bytes(marks)

    def words(self) -> str:
        """The line so far, and how it ended if it did."""
        line = " ".join(self.tried) or "type a move, or click a piece and then a square"
        return f"{line}  {end_words(self.game, self.game.result, self.game.reason)}" if self.game.result else line
