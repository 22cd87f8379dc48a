"""Chess as the search sees it: pieces and where they stand, pawns as they stand together, open files at rooks and kings.

Every score is one for the middle game and one for the ending, mixed by what is left on the board. What the pawns are worth is kept
for the last arrangements of them that were met, as most plies change none.
"""

from array import array

from shared_rules.chess.moves import BESIDE, CAPTURE, PAWN, PROMOTION, ROOK
from shared_rules.codes import const
from shared_rules.keys import SQUARES_A, SQUARES_B
from shared_rules.search.evaluation import NOISY, Evaluation

WEIGHTS = {
    # King, queen, rook, bishop, knight, pawn: in the middle game and in the ending, where pawns and lines count for more.
    "kinds": ((0, 960, 480, 330, 320, 90), (0, 950, 520, 330, 300, 115)),
    # By column, from the edge to the middle. Knights reach little from the edge; a king hides there, until the ending. Of a pawn
    # it is half of this for each row that it has come: a centre is made of pawns that have left home.
    "columns": (
        ((24, 26, -4, -14), (-6, 0, 3, 4), (-2, 0, 3, 6), (-8, 4, 5, 6), (-26, -3, 7, 11), (-8, -3, 2, 11)),
        ((-22, -4, 10, 16), (-10, 0, 6, 10), (0, 0, 1, 1), (-6, 0, 3, 5), (-20, -5, 5, 9), (6, 2, 0, -2)),
    ),
    # By row, from the own side's. A rook likes the seventh, a pawn to get on; a king stays behind its pawns, until the ending.
    "rows": (
        (
            (20, 2, -30, -50, -60, -60, -60, -60),
            (-4, 2, 2, 1, 0, -2, -4, -6),
            (0, -2, -2, 0, 0, 4, 18, 6),
            (-8, 4, 5, 5, 6, 4, -2, -6),
            (-9, -2, 8, 13, 16, 12, 2, -10),
            (0, 0, 4, 12, 20, 34, 58, 0),
        ),
        (
            (-24, -8, 4, 14, 18, 14, 6, -10),
            (-10, -5, 2, 8, 10, 8, 5, 0),
            (-2, -2, 0, 2, 4, 4, 6, 2),
            (-6, -2, 2, 5, 5, 3, 0, -4),
            (-12, -5, 3, 9, 10, 5, -2, -10),
            (0, 0, 4, 9, 20, 38, 66, 0),
        ),
    ),
    # A pawn that no enemy pawn can stop or capture any more, by row.
    "passed": ((0, 4, 6, 12, 26, 48, 80, 0), (0, 12, 16, 30, 56, 95, 145, 0)),
    # Another pawn of its side on its column; none on those beside it.
    "doubled": (-8, -16),
    "isolated": (-11, -13),
    "pair": (24, 42),  # of bishops
    # A rook on a column without pawns of its side; without any.
    "half_open": (10, 5),
    "open": (23, 9),
    # In the middle game, for each column at the king without a pawn of its side; and more if there is no other either.
    "bare": (-13, -9),
    # For each step that the king of who is ahead by a rook or more is nearer to the other's: they mate together.
    "near": 6,
    # Scores may be so far off in the first moves, that of this number included: less than what tells a sound opening from another.
    "variety": 20,
    "opening": 6,
    "turn": 12,
    "margin": 140,
}
PHASES = (0, 4, 2, 1, 1, 0, 0)  # by kind, how much of the middle game it makes: 24 at the start
CHEAP = (0, 10, 40, 60, 64, 90, 90)  # by kind, how little one gives up with it
CACHED = const(64)  # arrangements of pawns, a power of two
AHEAD = const(400)  # without pawns a lead of less does not win
SMALL = ("doubled", "isolated", "pair", "half_open", "open", "bare")
NOTHING = const(12)  # after them


class ChessEvaluation(Evaluation):
    """The evaluation of Chess."""

    def __init__(self, game):
        super().__init__(game)
        # [phase * 384 + kind * 64 + square] as White sees it, phase 0 of the middle game and 1 of the ending.
        self._places = array("h", bytes(1536))
        self._small = array("h", bytes(28))  # the weights of two numbers, in the order of SMALL
        self._passed = array("h", bytes(32))
        self._near = self._variety = self._opening = 0
        self._pawn_keys = array("i", bytes(4 * CACHED))
        self._pawn_checks = array("i", bytes(4 * CACHED))
        self._pawn_scores = array("h", bytes(4 * CACHED))  # of the middle game and of the ending
        self._pawn_columns = array(
            "H", bytes(2 * CACHED)
        )  # a bit for each with pawns: White's, and from bit 8 on Black's
        self._counts = bytearray(20)  # pawns by column, with one column more on each side, by side
        self._rear = bytearray(20)  # the row of the last of them, as they see it
        self.weigh(WEIGHTS)

    def weigh(self, weights):
        """Set the weights from a table like WEIGHTS."""
        super().weigh(weights)
        for phase in range(2):
            for kind in range(6):
                for square in range(64):
                    column = square & 7
                    worth = weights["columns"][phase][kind][column if column < 4 else 7 - column]
                    if kind == PAWN:
                        worth = worth * (square >> 3) // 2
                    worth += weights["kinds"][phase][kind] + weights["rows"][phase][kind][square >> 3]
                    self._places[phase * 384 + kind * 64 + square] = worth
            for row in range(8):
                self._passed[phase * 8 + row] = weights["passed"][phase][row]
            for i in range(6):
                self._small[i * 2 + phase] = weights[SMALL[i]][phase]
        self._near = weights["near"]
        self._variety = weights["variety"]
        self._opening = weights["opening"]
        for i in range(CACHED):
            self._pawn_keys[i] = -1

    def variety(self):
        game = self.game
        return self._variety if game.move_number() <= self._opening else 0

    def look(self):
        game = self.game
        at = game.at
        kinds = game.kinds
        places = self._places
        middle = ending = phase = bishops = key = check = 0
        for value in range(1, 33):
            square = at[value]
            if square == 255:
                continue
            kind = kinds[value]
            if kind >= PAWN:
                key += SQUARES_A[square] if value < 17 else SQUARES_B[square] << 8
                check += SQUARES_B[square] if value < 17 else SQUARES_A[square] << 8
            elif value < 17:
                middle += places[kind << 6 | square]
                ending += places[384 + (kind << 6 | square)]
                phase += PHASES[kind]
                if kind == 3:
                    bishops += 1
            else:
                middle -= places[kind << 6 | square ^ 56]
                ending -= places[384 + (kind << 6 | square ^ 56)]
                phase += PHASES[kind]
                if kind == 3:
                    bishops += 16
        i = (key ^ key >> 8) >> 1 & CACHED - 1
        if self._pawn_keys[i] != key or self._pawn_checks[i] != check:
            self._pawn_keys[i] = key
            self._pawn_checks[i] = check
            self._weigh_pawns(i)
        small = self._small
        middle += self._pawn_scores[i * 2]
        ending += self._pawn_scores[i * 2 + 1]
        columns = self._pawn_columns[i]
        if bishops & 15 > 1:
            middle += small[4]
            ending += small[5]
        if bishops > 31:
            middle -= small[4]
            ending -= small[5]
        for value in range(2, 16):
            if kinds[value] == ROOK and at[value] != 255:
                rooks = self._open(at[value] & 7, columns)
                middle += small[rooks]
                ending += small[rooks + 1]
            if kinds[value + 16] == ROOK and at[value + 16] != 255:
                rooks = self._open(at[value + 16] & 7, columns >> 8 | columns << 8)
                middle -= small[rooks]
                ending -= small[rooks + 1]
        middle += self._bare(at[1] & 7, columns) - self._bare(at[17] & 7, columns >> 8 | columns << 8)
        if phase > 24:
            phase = 24
        score = (middle * phase + ending * (24 - phase)) // 24
        if not columns & 255 and score > 0 or not columns >> 8 and score < 0:
            score = self._without_pawns(score, columns)
        self.hold(game.side, score, game.key_a, game.key_b)
        return 0

    def _open(self, column, columns):
        """The place in the small weights for a rook on a column; White's columns with pawns come first in `columns`."""
        if columns >> column & 1:
            return NOTHING
        return 6 if columns >> 8 + column & 1 else 8

    def _bare(self, column, columns):
        """For the middle game: what columns without pawns at a king on `column` are worth."""
        found = 0
        for near in range(column - 1 if column else 0, (column + 1 if column < 7 else 7) + 1):
            if not columns >> near & 1:
                found += self._small[10]
                if not columns >> 8 + near & 1:
                    found += self._small[11]
        return found

    def _without_pawns(self, score, columns):
        """The score where the side that is ahead has no pawns: it may not be enough, and if it is the kings are near."""
        if -AHEAD < score < AHEAD:
            return score // 8
        game = self.game
        one = game.at[1]
        other = game.at[17]
        across = abs((one & 7) - (other & 7))
        up = abs((one >> 3) - (other >> 3))
        near = (7 - (across if across > up else up)) * self._near
        return score + (near if score > 0 else -near)

    def _weigh_pawns(self, place):
        """Put into the cache at `place` what the pawns are worth."""
        game = self.game
        at = game.at
        kinds = game.kinds
        counts = self._counts
        rear = self._rear
        for i in range(20):
            counts[i] = 0
            rear[i] = 7
        columns = 0
        for value in range(1, 33):
            if kinds[value] >= PAWN and at[value] != 255:
                side = value - 1 >> 4
                square = at[value] ^ 56 * side
                i = side * 10 + 1 + (square & 7)
                counts[i] += 1
                columns |= 1 << side * 8 + (square & 7)
                if square >> 3 < rear[i]:
                    rear[i] = square >> 3
        for phase in range(2):
            total = 0
            for value in range(1, 33):
                if kinds[value] >= PAWN and at[value] != 255:
                    side = value - 1 >> 4
                    square = at[value] ^ 56 * side
                    i = side * 10 + 1 + (square & 7)
                    j = 10 - side * 10 + 1 + (square & 7)
                    worth = self._places[phase * 384 + 320 + square]
                    if counts[i] > 1:
                        worth += self._small[phase]
                    if not counts[i - 1] and not counts[i + 1]:
                        worth += self._small[2 + phase]
                    if min(rear[j - 1], rear[j], rear[j + 1]) >= 7 - (square >> 3):  # it is past the last of them
                        worth += self._passed[phase * 8 + (square >> 3)]
                    total += -worth if side else worth
            self._pawn_scores[place * 2 + phase] = total
        self._pawn_columns[place] = columns

    def mark(self, plies, marks, n, end):
        game = self.game
        board = game.board
        kinds = game.kinds
        places = self._places
        side = game.side
        turn = 56 * side
        for i in range(n, end):
            ply = plies[i]
            frm = ply & 255
            to = ply >> 8 & 255
            kind = kinds[board[frm]]
            if ply & CAPTURE:
                victim = kinds[board[to]] if board[to] else PAWN
                gain = places[(victim if victim < PAWN else PAWN) << 6]
                if places[(kind if kind < PAWN else PAWN) << 6] > gain + 150 and self._guarded(to, side):
                    marks[i] = 0  # a greater piece for a smaller one
                else:
                    marks[i] = NOISY + gain * 4 + CHEAP[kind]
            elif ply >> PROMOTION:
                marks[i] = NOISY + 3500 if ply >> PROMOTION == 1 else 0
            else:
                kind = (kind if kind < PAWN else PAWN) << 6
                gain = 400 + 4 * (places[kind | to ^ turn] - places[kind | frm ^ turn])
                marks[i] = 0 if gain < 0 else 999 if gain > 999 else gain

    def _guarded(self, square, side):
        """Whether a pawn of the other side guards the square."""
        game = self.game
        for step in BESIDE[side]:
            if step[square] != 255 and game.kinds[game.board[step[square]]] == PAWN + 1 - side:
                return True
        return False
