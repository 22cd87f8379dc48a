"""Charing Cross as the search sees it: a race in which a piece that is jumped begins anew."""

from array import array

from shared_rules.charing_cross.moves import GOAL, HOMES
from shared_rules.codes import const
from shared_rules.keys import KINDS_A, KINDS_B, SQUARES_A, SQUARES_B
from shared_rules.search.evaluation import NOISY, WINNING, Evaluation

WEIGHTS = {
    # A piece that still has so many steps to its goal, from 0 to 7. It rises ever faster: who is two steps away threatens to
    # come to where only being jumped stops it.
    "steps": (400, 190, 120, 78, 50, 30, 14, 0),
    # A piece on the board at all: without one there is less to jump over and less to threaten with.
    "piece": 60,
    # Having the turn: about half a step in a race.
    "turn": 14,
    # Two steps and some for one piece: what a quiet ply can hardly gain.
    "margin": 130,
}
JUMP = const(0x10000)


class CharingCrossEvaluation(Evaluation):
    """The evaluation of Charing Cross."""

    def __init__(self, game):
        super().__init__(game)
        # Of each kind on each square, by kind << 6 | square, seen from White.
        self._worth = array("h", bytes(512))
        self.weigh(WEIGHTS)

    def weigh(self, weights):
        """Set the weights from a table like WEIGHTS."""
        steps = weights["steps"]
        piece = weights["piece"]
        super().weigh(weights)
        for square in range(64):
            column = square & 7
            row = square >> 3
            self._worth[square] = piece + steps[7 - column]
            self._worth[64 + square] = piece + steps[row]
            self._worth[128 + square] = -piece - steps[column]
            self._worth[192 + square] = -piece - steps[7 - row]

    def look(self):
        game = self.game
        at = game.at
        worth = self._worth
        score = 0
        key_a = key_b = game.due << 4
        for value in range(1, 9):
            square = at[value]
            if square != 255:
                kind = value - 1 >> 1
                score += worth[kind << 6 | square]
                key_a ^= KINDS_A[kind] * SQUARES_A[square]
                key_b ^= KINDS_B[kind] * SQUARES_B[square]
        if game.due:
            key_a ^= game.due_next + 1
            self.due = True
        else:
            self.due = False
        self.hold(game.side, score, key_a, key_b)
        return game._end & 3

    def mark(self, plies, marks, n, end):
        game = self.game
        board = game.board
        worth = self._worth
        side = game.side
        for i in range(n, end):
            ply = plies[i]
            frm = ply & 255
            to = ply >> 8 & 255
            if ply >= 0x20000:
                marks[i] = 0
                continue
            kind = board[frm] - 1 >> 1
            gain = worth[kind << 6 | to] - worth[kind << 6 | frm]
            if GOAL[to] >> kind & 1:
                marks[i] = WINNING
                continue
            if ply >= JUMP:
                over = frm + to >> 1
                value = board[over] - 1
                gain -= worth[value >> 1 << 6 | over] - worth[value >> 1 << 6 | HOMES[value >> 1 << 1]]
                if side:
                    gain = -gain
                marks[i] = NOISY + 300 + gain if value >> 2 != side and gain > 0 else 300 + gain >> 1
            else:
                if side:
                    gain = -gain
                marks[i] = gain >> 1
