"""The kings of a game of stealth while only the board knows them, and the true game, which is played along.

Everything else on the board plays the public game, whose kings are hidden among the men: lights, recognizer, journal and link
can't give away what they don't know. Here is the true game; every final ply is played in it too, and when it is over, the
kings are revealed and the public game becomes the true one (sealing.py).

Imported only for such a game. `play` and `undo` allocate nothing, nor does `stopped`.
"""

from array import array

from shared_rules.codes import ARRIVE, MAYBE, PATH, STACK, SWAP, const

MOST_FROM_SQUARE = const(32)  # plies of one piece
STOPPED_MS = const(350)  # a piece that passes over a square is there for 250 at most


class Secret:
    """`kings` and `salts` by side; `game` is the true game, at the start from `start` until plies are played in it."""

    def __init__(self, hidden, history, kings, salts):
        self.kings = bytes(kings)
        self.salts = salts
        self.game = type(hidden)(hidden.variant, history)
        self._columns = hidden.columns
        self._plies = array("i", [0] * MOST_FROM_SQUARE)
        self._foot = bytearray(2 * hidden.max_footprint)
        self._changes = -1
        self.opened = bytearray(2)  # by side: 1 where the journal has the reveal

    def start(self, position):
        """That is the position, kings and all."""
        self.game.set_text(position)

    def play(self, ply):
        """Play a ply of the public game; give what it comes to: a jump ends where it takes the king."""
        game = self.game
        ply = game.legal_part(ply)
        game.push(ply)
        return ply

    def undo(self):
        """Take the last ply back."""
        self.game.pop()

    def wait(self, recognizer, still):
        """Ms until `stopped` has something to look at in play, -1 if not before something happens: also while a question is open, a
        ply is shown or the position is to be restored. No square has changed for `still` ms."""
        if self._changes == recognizer.changes or recognizer.asking or recognizer.restoring or not recognizer.settled():
            return -1
        return max(0, STOPPED_MS - still)

    def stopped(self, recognizer):
        """The ply that has been performed and that only the true game has, -1 if none: a jump that takes the king.

        To everybody else it is one that is to go on. For when `wait` says 0 and the recognizer rests; then `wait` gives -1 until
        something changes.
        """
        self._changes = recognizer.changes
        game = self.game
        for square in recognizer.squares:
            if recognizer.base[square] and not recognizer.now[square] and game.piece_side(square) == game.side:
                n = game.plies_from(square, self._plies, 0)
                for i in range(n):
                    ply = self._plies[i]
                    end = game.footprint(ply, self._foot, 0)
                    if self._stands(recognizer, end) and self._takes_king(ply):
                        return ply
        return -1

    def _stands(self, recognizer, end):
        """Whether the squares stand, and were touched after what is told, as a ply of the footprint _foot[0:end] has it."""
        base = recognizer.base
        now = recognizer.now
        foot = self._foot
        differing = 0
        for i in range(0, end, 2):
            square = foot[i]
            effect = foot[i + 1]
            if effect != MAYBE and now[square] != (effect == ARRIVE or effect == SWAP or effect == STACK):
                return False
            if effect != MAYBE and effect != PATH and not recognizer.did(square):
                return False
            differing += now[square] != base[square]
        for square in recognizer.squares:
            differing -= now[square] != base[square]
        return differing == 0

    def _takes_king(self, ply):
        game = self.game
        game.push(ply)
        taken = game.took_king
        game.pop()
        return taken
