"""Card Chess as the search sees it: the cards on top, which alone can move, and the kings that lie under enemy cards."""

from array import array

from shared_rules.keys import KINDS_A, KINDS_B, SQUARES_A, SQUARES_B
from shared_rules.search.evaluation import NOISY, Evaluation

WEIGHTS = {
    # King, queen, jack, ten on top of their square. Only what is on top moves, so a covered card is a lost one for a while.
    "top": (120, 200, 90, 110),
    # The same in hand: not yet in play, but free to choose its square.
    "hand": (110, 180, 80, 100),
    # The same under a card of its own side: it may be freed, and meanwhile can't be covered.
    "under_own": (60, 40, 20, 25),
    # A king under an enemy card. The second one loses the game.
    "king_covered": -350,
    # For each step nearer to the middle, from 0 to 4.
    "centre": (0, 3, 7, 10, 12),
    "turn": 12,
    "margin": 200,
}


class CardChessEvaluation(Evaluation):
    """The evaluation of Card Chess."""

    def __init__(self, game):
        super().__init__(game)
        self._top = array("h", bytes(8))
        self._hand = array("h", bytes(8))
        self._under = array("h", bytes(8))
        self._near = array("h", bytes(72))
        self.weigh(WEIGHTS)

    def weigh(self, weights):
        """Set the weights from a table like WEIGHTS."""
        super().weigh(weights)
        self._covered = weights["king_covered"]
        for kind in range(4):
            self._top[kind] = weights["top"][kind]
            self._hand[kind] = weights["hand"][kind]
            self._under[kind] = weights["under_own"][kind]
        for square in range(36):
            column = square % 6
            row = square // 6
            self._near[square] = weights["centre"][min(column, 5 - column) + min(row, 5 - row)]

    def look(self):
        game = self.game
        at = game.at
        board = game.board
        below = game.below
        key_a = key_b = 0
        score = 0
        for card in range(8, 24):
            square = at[card]
            kind = card >> 1 & 3
            if square == 255:
                worth = self._hand[kind]
            else:
                under = below[card] >> 1
                key_a ^= KINDS_A[card >> 1] * (SQUARES_A[square] ^ under << 5)
                key_b ^= KINDS_B[card >> 1] * (SQUARES_B[square] ^ under << 7)
                top = board[square]
                if top == card:
                    worth = self._top[kind] + self._near[square]
                elif kind:
                    worth = self._under[kind] if top >> 4 == card >> 4 else 0
                else:
                    worth = self._under[0]
                    foe = 16 >> (card >> 4)
                    while top != card:
                        if top & foe:
                            worth = self._covered
                            break
                        top = below[top]
            score += worth if card < 16 else -worth
        self.hold(game.side, score, key_a, key_b)
        return game.result

    def mark(self, plies, marks, n, end):
        game = self.game
        board = game.board
        below = game.below
        top = self._top
        for i in range(n, end):
            ply = plies[i]
            if ply >> 16 & 7 == 1:
                frm = ply & 255
                value = board[ply >> 8 & 255]
                mark = NOISY + 300 + 2 * top[value >> 1 & 3] - (top[board[frm] >> 1 & 3] >> 2)
                if not value & 6:  # a king
                    mark += 1000
                value = below[board[frm]]
                if value and value >> 4 != board[frm] >> 4:  # what it leaves is free again
                    mark -= top[value >> 1 & 3]
                marks[i] = mark
            else:
                marks[i] = 0
