"""What the search asks of a position: its score, a key for it, and which plies to try first.

`Evaluation` works for any game of the rules interface, and knows only whether a side has won. A game brings a better one in
`evaluation.py` of its package, with a table of weights as data; evaluations.py finds it. Scores are in hundredths
of the game's plain piece, from the point of view of the side to move, and stay well below 10,000.

The constructor allocates all memory; `look` and `mark` allocate nothing.
"""

from shared_rules.codes import KIND_CAPTURE, SECOND, const

# Marks of plies, by which they are tried: quiet ones up to QUIETEST, above that what changes the score at once.
NOISY = const(1000)
WINNING = const(20000)  # ends the game in favour of the side to move

# In a key, for the second side's turn.
SIDE_A = const(0x2A5B3C61)
SIDE_B = const(0x1D3E9A97)


class Evaluation:
    """The score of positions of `game`: made once for a game object, whose position it reads."""

    def __init__(self, game):
        self.game = game
        # Whether captures may be compulsory: then nobody may stand pat before all plies are known.
        self.duty = False
        # A quiet ply just before the horizon is not tried where the score is so far below what is hoped for.
        self.margin = 150
        self._turn = 0  # what having the turn is worth
        self.score = 0  # of the side to move
        self.key_a = 0  # two halves of a key, below 2**30 each
        self.key_b = 0
        self.side = 0  # the side to move
        self.due = False  # whether the turn that the last ply began goes on with this one, a placement

    def weigh(self, weights):
        """Set the weights from a table, which has `turn` and `margin` besides the game's own."""
        self._turn = weights["turn"]
        self.margin = weights["margin"]

    def hold(self, side, score, key_a, key_b):
        """Store what `look` has found: the side to move, the score of all pieces as the first side sees it, and their key."""
        self.side = side
        if side:
            key_a ^= SIDE_A
            key_b ^= SIDE_B
            score = -score
        self.score = score + self._turn
        self.key_a = key_a
        self.key_b = key_b
        return 0

    def look(self):
        """Read the position; return the result (codes.py) if a side has won, as far as that is known at once."""
        game = self.game
        self.side = side = game.side
        digest = game.digest()
        self.key_a = digest * 61 & 0x3FFFFFFF
        self.key_b = digest ^ SIDE_B if side == SECOND else digest
        self.score = 0
        return game.result

    def variety(self):
        """How far scores may be off now, either way, so that games against the same opponent do not all begin alike."""
        return 0

    def mark(self, plies, marks, n, end):
        """Put into `marks[n:end]` how promising each of `plies[n:end]` is: 0 for quiet ones, NOISY and more for others."""
        game = self.game
        for i in range(n, end):
            marks[i] = NOISY if game.kind(plies[i]) == KIND_CAPTURE else 0
