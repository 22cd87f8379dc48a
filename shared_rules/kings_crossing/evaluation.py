"""King's Crossing as the search sees it: men, how far they and the king have come, and a king that waits in the back row."""

from array import array

from shared_rules.keys import KINDS_A, KINDS_B, SQUARES_A, SQUARES_B
from shared_rules.kings_crossing.play import WAITING
from shared_rules.kings_crossing.ply import JUMP, STEPS, TRAP, WAY
from shared_rules.search.evaluation import NOISY, WINNING, Evaluation

WEIGHTS = {
    # A man, by which all else is measured.
    "man": 100,
    # For each column that a man has come forward: men never go back, so what has come far has little left to do.
    "man_column": (0, 2, 4, 6, 6, 4, 2, 0),
    # For each column of the king. Men in front of it are its shelter; the last column starts the count that wins.
    "king_column": (20, 18, 6, 0, 0, 10, 40, 130),
    # For each turn that a king has waited in the enemy's column, of the ten that win.
    "waiting": 25,
    # The turn: forced jumps make it worth little.
    "turn": 4,
    # A man and a half.
    "margin": 150,
}


class KingsCrossingEvaluation(Evaluation):
    """The evaluation of King's Crossing."""

    def __init__(self, game):
        super().__init__(game)
        self.duty = True
        # Of each board value (4, 5 white's, 8, 9 black's) on each square, by value << 5 | square, seen from White.
        self._worth = array("h", bytes(640))
        self.weigh(WEIGHTS)

    def weigh(self, weights):
        """Set the weights from a table like WEIGHTS."""
        men = weights["man_column"]
        kings = weights["king_column"]
        super().weigh(weights)
        self._waiting = weights["waiting"]
        for square in range(32):
            column = square & 7
            self._worth[128 | square] = weights["man"] + men[column]
            self._worth[160 | square] = kings[column]
            self._worth[256 | square] = -weights["man"] - men[7 - column]
            self._worth[288 | square] = -kings[7 - column]

    def look(self):
        game = self.game
        board = game.board
        worth = self._worth
        score = 0
        backs = game._backs
        key_a = backs << 17
        key_b = backs << 9
        for square in range(32):
            value = board[square]
            if value:
                score += worth[value << 5 | square]
                key_a ^= KINDS_A[value] * SQUARES_A[square]
                key_b ^= KINDS_B[value] * SQUARES_B[square]
        if backs:
            white = backs & 15
            black = backs >> 4
            if 0 < white < WAITING:
                score += white * self._waiting
            if 0 < black < WAITING:
                score -= black * self._waiting
        self.hold(game.side, score, key_a, key_b)
        return game._end & 3

    def mark(self, plies, marks, n, end):
        game = self.game
        board = game.board
        side = game.side
        enemy = 5 if side else 9
        home = game._kings[side] | game._goals[side] << 10  # the king's slide there
        for i in range(n, end):
            ply = plies[i]
            if ply < TRAP:
                marks[i] = WINNING if ply == home else 0
            elif ply >= JUMP:
                gain = NOISY
                square = ply & 255
                rest = ply >> 10 & WAY
                while rest > 1:
                    step = STEPS[rest & 3]
                    if board[square + step] == enemy:
                        gain = WINNING
                    gain += 100
                    square += step + step
                    rest >>= 2
                marks[i] = gain
            elif ply & TRAP:
                marks[i] = WINNING if board[ply >> 10 & 31] == enemy else NOISY + 50
            else:
                marks[i] = 0
