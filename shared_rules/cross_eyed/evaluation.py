"""Cross-Eyed Chess as the search sees it: pieces, how near they are to the centre, and how far pawns have come."""

from array import array

from shared_rules.codes import FIRST_WON, SECOND_WON
from shared_rules.cross_eyed.reading import HOLES
from shared_rules.keys import KINDS_A, KINDS_B, SQUARES_A, SQUARES_B
from shared_rules.search.evaluation import NOISY, WINNING, Evaluation

WEIGHTS = {
    # King, knight, camel, rook, bishop, Nahbi, pawn. A king may be captured, but the one that is left can then be mated: the
    # first is worth two rooks. Sliders stop at the holes, so a rook has less than in chess.
    "kinds": (900, 310, 250, 430, 300, 360, 100),
    # For each step that a piece other than king and pawn is nearer to the middle of the centre, from 0 to 6: the way from
    # board to board leads through it.
    "centre": (0, 4, 9, 15, 20, 24, 24),
    # For each step of a pawn on its way through the centre to an enemy's outer row, from 0 to 9.
    "pawn": (0, 2, 5, 9, 11, 15, 20, 45, 90, 0),
    # A king in the centre is attacked from everywhere.
    "king_centre": (0, 0, -10, -25, -40, -50, -50),
    "turn": 10,
    "margin": 180,
}
# By kind, how little one gives up with it: the order in which captures are tried.
CHEAP = (0, 60, 70, 30, 62, 50, 95)


class CrossEyedEvaluation(Evaluation):
    """The evaluation of Cross-Eyed Chess."""

    def __init__(self, game):
        super().__init__(game)
        self._kinds = array("h", bytes(28))  # of the first side and of the second
        # By square, for pieces, kings, and the pawns of each side.
        self._near = array("h", bytes(288))
        self._kings = array("h", bytes(288))
        self._pawns = array("h", bytes(576))
        self.weigh(WEIGHTS)

    def weigh(self, weights):
        """Set the weights from a table like WEIGHTS."""
        super().weigh(weights)
        for kind in range(7):
            self._kinds[kind] = self._kinds[kind + 7] = weights["kinds"][kind]
        pawn = weights["pawn"]
        all_near = self._near
        kings = self._kings
        pawns = self._pawns
        for up in range(6):
            for across in range(6):
                left = 12 * up + across
                if HOLES[left]:
                    continue
                steps = max(0, across + up - 4)  # towards the centre
                near = weights["centre"][steps]
                king = self._kinds[0] + weights["king_centre"][steps]
                first = pawn[pawn_steps(across, up)]
                second = pawn[pawn_steps(up, across)]
                right = 12 * up + 11 - across
                for square in (left, right, 143 - left, 143 - right):
                    all_near[square] = near
                    kings[square] = king
                    pawns[square] = first
                    pawns[144 + square] = second

    def look(self):
        game = self.game
        at = game.at
        kinds = game.kinds
        worths = self._kinds
        near = self._near
        pawns = self._pawns
        kings = self._kings
        key_a = key_b = 0
        score = 0
        for value in range(1, 3):  # each side's first two are its kings
            square = at[value]
            if square:
                key_a ^= KINDS_A[0] * SQUARES_A[square]
                key_b ^= KINDS_B[0] * SQUARES_B[square]
                score += kings[square]
            square = at[value + 24]
            if square:
                key_a ^= KINDS_A[7] * SQUARES_A[square]
                key_b ^= KINDS_B[7] * SQUARES_B[square]
                score -= kings[square]
        for value in range(3, game.ends[0]):
            square = at[value]
            if square:
                kind = kinds[value]
                key_a ^= KINDS_A[kind] * SQUARES_A[square]
                key_b ^= KINDS_B[kind] * SQUARES_B[square]
                score += worths[kind] + (pawns[square] if kind == 6 else near[square])
        for value in range(27, game.ends[1]):
            square = at[value]
            if square:
                kind = kinds[value] + 7
                key_a ^= KINDS_A[kind] * SQUARES_A[square]
                key_b ^= KINDS_B[kind] * SQUARES_B[square]
                score -= worths[kind] + (pawns[144 + square] if kind == 13 else near[square])
        self.hold(game.side, score, key_a, key_b)
        if not at[1] and not at[2]:
            return SECOND_WON
        return FIRST_WON if not at[25] and not at[26] else 0

    def mark(self, plies, marks, n, end):
        game = self.game
        board = game.board
        kinds = game.kinds
        at = game.at
        worths = self._kinds
        foe = 1 if game.side else 25
        last = not at[foe] or not at[foe + 1]
        for i in range(n, end):
            ply = plies[i]
            if ply < 0x10000:
                marks[i] = 0
                continue
            mark = NOISY
            if ply & 0x10000:
                value = board[ply >> 8 & 255]
                kind = kinds[value]
                if not kind and last:
                    mark = WINNING
                mark += worths[kind] * 4 + CHEAP[kinds[board[ply & 255]]]
            if ply >> 17:
                mark = mark + 500 if ply >> 17 == 1 else 1
            marks[i] = mark


def pawn_steps(across, up):  # of a white pawn: from row 1 or 12 to the centre, then to column a or l
    """How many steps, from 0 to 9, a pawn has come; `across` is from the outer column it goes to, `up` from its own outer row."""
    if up < 3:
        return up
    if across < 3:
        return 9 - across
    return 3 + min(3, 5 - across)
