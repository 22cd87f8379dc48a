"""Draughts as the search sees it: men, kings, how far men have come, who guards the row where the enemy's men are crowned."""

from array import array

from shared_rules.draughts.game import JUMP, STEPS, WAY
from shared_rules.keys import KINDS_A, KINDS_B, SQUARES_A, SQUARES_B
from shared_rules.search.evaluation import NOISY, Evaluation

WEIGHTS = {
    # A man, by which all else is measured.
    "man": 100,
    # Twice as many directions, and the only piece that can come back.
    "king": 140,
    # For each row that a man has come forward. On its first it keeps the enemy from being crowned.
    "man_row": (12, 0, 2, 5, 9, 14, 30),
    # For a square in the middle four columns and rows, which men and kings hold or leave from.
    "middle": 3,
    "king_middle": 8,
    # With fewer pieces on the board a man more is worth more: this share of the difference, over the pieces that are left.
    "exchange": 240,
    "turn": 2,
    # A man and a half: what a quiet ply can hardly gain.
    "margin": 150,
}


class DraughtsEvaluation(Evaluation):
    """The evaluation of draughts."""

    def __init__(self, game):
        super().__init__(game)
        self.duty = True
        self._worth = array(
            "h", bytes(768)
        )  # of each board value on each square, by value << 6 | square, seen from Black
        self.weigh(WEIGHTS)

    def weigh(self, weights):
        """Set the weights from a table like WEIGHTS."""
        super().weigh(weights)
        self._exchange = weights["exchange"]
        rows = weights["man_row"]
        for square in range(64):
            row = square >> 3
            middle = 1 if 1 < row < 6 and 1 < square & 7 < 6 else 0
            man = weights["man"] + middle * weights["middle"]
            king = weights["king"] + middle * weights["king_middle"]
            if row < 7:
                self._worth[128 | square] = man + rows[row]
            if row:
                self._worth[256 | square] = -man - rows[7 - row]
            self._worth[192 | square] = king
            self._worth[320 | square] = -king

    def look(self):
        game = self.game
        board = game.board
        worth = self._worth
        score = 0
        pieces = 0
        lead = 0
        key_a = key_b = 0
        for square in range(64):
            value = board[square]
            if value:
                score += worth[value << 6 | square]
                pieces += 1
                lead += 1 if value < 4 else -1
                key_a ^= KINDS_A[value] * SQUARES_A[square]
                key_b ^= KINDS_B[value] * SQUARES_B[square]
        if lead:
            score += self._exchange * lead // pieces
        self.hold(game.side, score, key_a, key_b)
        return 0

    def mark(self, plies, marks, n, end):
        board = self.game.board
        worth = self._worth
        side = self.game.side
        for i in range(n, end):
            ply = plies[i]
            square = ply & 255
            rest = ply >> 8 & WAY
            if ply >= JUMP:
                gain = NOISY
                while rest > 1:
                    gain += 100
                    rest >>= 2
                marks[i] = gain
            else:
                kind = board[square] << 6
                gain = worth[kind | square + STEPS[rest & 3]] - worth[kind | square]
                marks[i] = (-gain if side else gain) + 60 >> 1
