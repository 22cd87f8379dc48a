"""Cross-Eyed Chess: two kings a side on a cross of 84 squares; kings may stand in attack, be captured or mated.

Promises the game interface of README.md beside this file. The constructor allocates all memory; after that
`plies`, `plies_from`, `push`, `pop`, `result`, `footprint`, `why_not`, `write_ply` and `digest` allocate nothing.

A ply is  origin | destination << 8 | capture << 16 | promotion << 17  with promotion 1 to 5 for R B N C M. Board values
are places in the piece list: 1 to 24 White's, 25 to 48 Black's, the first two of each the kings; `at` has the square
of each, `kinds` what it is. Square a1 does not exist: the tables lead there where a step leaves the board.

Whether a ply has ended the game is judged when asked for (`result`, `plies`), once for each position: a ply that is
only tried costs nothing for it. mate.py has the work.
"""

from array import array

from shared_rules.arrays import words
from shared_rules.codes import (
    ARRIVE,
    DRAWN,
    END_STALEMATE,
    HOLE,
    KIND_CAPTURE,
    KIND_MOVE,
    LEAVE,
    SWAP,
    const,
)
from shared_rules.cross_eyed.board import CAPTURE, FOES, PAWN
from shared_rules.cross_eyed.codes import END_KINGS_CAPTURED
from shared_rules.cross_eyed.mate import Judge
from shared_rules.errors import PositionError
from shared_rules.writing import write_square

PROMOTIONS = b".RBNCM.rbncm"  # letters by promotion, second side 6 on
GOES_ON = const(1)  # the game is judged, and is not over

PROMOTED = const(
    0o521436
)  # the kinds that promotions give, a digit each, from the last: 0, staying a pawn, gives a pawn


class CrossEyed(Judge):
    """A position of Cross-Eyed Chess and the way back from it (the last `history` plies, a power of two)."""

    name = "cross-eyed"
    columns = 12
    rows = 12
    variants = ("",)
    max_plies = 428  # 8 of each king, 22 of each of four rooks, 18 of 18 other pieces (RULES.md says why)
    max_plies_from = 22  # a rook
    max_footprint = 2
    scratch = ("_reached", "_checks", "_finders", "_goals", "safe")  # while a mate is looked for

    def __init__(self, variant: str = "", history: int = 256) -> None:
        super().__init__(history)
        self._plies = words(history)
        self._lost = bytearray(history)  # the board value captured by each ply that has a mark above its squares
        self._mask = history - 1
        self.reset(variant)

    def reset(self, variant: str = "") -> None:
        """The start position; `variant` can only be ""."""
        if variant not in self.variants:
            raise PositionError("game", 0, "cross-eyed has no variant '%s'" % variant)
        from shared_rules.cross_eyed.reading import start_position

        self._stand(start_position())

    # Text

    def set_text(self, text: str) -> None:
        """Set the position from a text; PositionError, and the position stays as it was, if the text is malformed or impossible.

        A position in which a side has no king is a finished game, whoever is to move.
        """
        from shared_rules.cross_eyed.reading import read_position

        self._stand(read_position(text))

    def _stand(self, position) -> None:
        side, board, at, kinds = position
        before = self.board[:], self.at[:], self.kinds[:]
        self._judged = (
            -1
        )  # the depth before the ply that `judge` was asked about last, -1 if another one was judged since
        self._judged_by = 0  # that ply, or ~ply while no more is known than that the side to move is attacked
        self._judged_end = 0  # what `_ended` returned there, 0 while half of the work is still to be done
        self._stand_so(board, at, kinds)
        lost = side
        reason = self.verdict(side)
        if not at[25 - side * 24]:
            if reason:
                self._stand_so(before[0], before[1], before[2])
                raise PositionError("placement", 0, "both sides have won")
            lost = side ^ 1
            reason = END_KINGS_CAPTURED
        self._begin(side)
        self._begun = self._end(reason, lost)  # how it stands at depth 0

    def text(self) -> str:
        """The position as text."""
        from shared_rules.cross_eyed.text import position_text

        return position_text(self.side, self.board, self.at, self.kinds)

    def write_ply(self, ply: int, out: bytearray, at: int = 0) -> int:
        """Put a ply's text as ASCII into the bytearray `out` from `at` (9 bytes at most); return the index after it."""
        at = write_square(ply & 255, 12, out, at)
        out[at] = 120 if ply & CAPTURE else 45  # x -
        at = write_square(ply >> 8 & 255, 12, out, at + 1)
        if ply >> 17:
            column = (ply >> 8 & 255) % 12
            out[at] = 61  # =
            out[at + 1] = PROMOTIONS[(ply >> 17) + (0 if column == 0 or column == 11 else 6)]
            at += 2
        return at

    def parse_ply(self, text: str) -> int:
        """The legal ply that `text` names: `e3-e4`, `e4xd5`, `k6-l6=R`; PlyError or IllegalPlyError if there is none."""
        from shared_rules.cross_eyed.reading import read_ends
        from shared_rules.reading import find_ply

        return find_ply(self, text, read_ends(text))

    # Plies

    def plies(self, out: "array[int]", n: int) -> int:
        """Write every legal ply into the array `out` from index `n`; return the index after the last."""
        if self._ended() != GOES_ON:
            return n
        side = self.side
        return self._list(side, side * 24 + 1, self.ends[side], out, n)

    def plies_from(self, square: int, out: "array[int]", n: int) -> int:
        """As `plies`, but only those whose low byte is `square`, an origin."""
        side = self.side
        if square > 143 or not FOES[side ^ 1][self.board[square]] or self._ended() != GOES_ON:
            return n
        value = self.board[square]
        return self._list(side, value, value + 1, out, n)

    def push(self, ply: int) -> None:
        """Play a legal ply; the caller guarantees that it is legal."""
        board = self.board
        i = self._depth
        self._depth = i + 1
        if i == self._full:
            self._full = i + 1
        i &= self._mask
        self._plies[i] = ply
        frm = ply & 255
        to = ply >> 8 & 255
        value = board[frm]
        board[frm] = 0
        self.at[value] = to
        if ply > 0xFFFF:
            lost = board[to]
            self._lost[i] = lost
            self.at[lost] = 0
            if ply > 0x1FFFF:
                self.kinds[value] = PROMOTED >> (ply >> 17) * 3 & 7
        board[to] = value

    def pop(self) -> None:
        """Take back the last ply: every byte is as before it. The caller keeps to `undoable`."""
        board = self.board
        i = self._depth - 1
        self._depth = i
        if i < self._judged:
            self._judged = -1
        i &= self._mask
        ply = self._plies[i]
        frm = ply & 255
        to = ply >> 8 & 255
        value = board[to]
        board[frm] = value
        self.at[value] = frm
        if ply & 0xF0000:
            lost = self._lost[i]
            board[to] = lost
            if lost:
                self.at[lost] = to
            if ply & 0xE0000:
                self.kinds[value] = PAWN
        else:
            board[to] = 0

    # The end of the game: computed when asked for, then kept beside the ply that led here

    @property
    def result(self) -> int:
        """ONGOING, FIRST_WON, SECOND_WON or DRAWN."""
        return self._ended() >> 1 & 3

    @property
    def reason(self) -> int:
        """Why it is over (END_ codes), END_NONE while it is not."""
        return self._ended() >> 3

    def judge(self) -> bool:
        """Do a part of the work of `result`; True if a caller with short steps should leave the rest to its next one.

        `result` goes on from there, even if the last ply was taken back and played again meanwhile.
        """
        ply = self._plies[self._depth - 1 & self._mask]
        if self._depth == self._full - self.history or ply >> 20:
            return False
        by = ply
        if self._is_begun(~ply):
            self.safe = self.escapes(self.side)
            self._judged_end = 0
        elif not self._is_begun(ply):
            if not self.attacked(self.side):
                return False
            by = ~ply
        elif self._judged_end:
            return False
        else:
            self._judged_end = self._end(self.verdict(self.side, True), self.side)
        self._judged = self._depth - 1
        self._judged_by = by
        return True

    def _is_begun(self, ply: int) -> bool:
        """Whether this position, reached by `ply`, has been judged, at least by half."""
        return self._judged == self._depth - 1 and self._judged_by == ply

    def _ended(self) -> int:
        """GOES_ON, or 1 | result << 1 | reason << 3 of a game that is over."""
        i = self._depth
        if i == self._full - self.history:  # no ply is kept
            return self._begun if not i else self._end(self.verdict(self.side), self.side)
        i = i - 1 & self._mask
        ply = self._plies[i]
        if ply >> 20:
            return ply >> 20
        begun = self._is_begun(ply)
        end = self._judged_end if begun else 0
        if not end:
            side = self.side
            end = self._end(self.verdict(side, begun), side)
        self._plies[i] = ply | end << 20
        return end

    def _end(self, reason: int, lost: int) -> int:
        """As `_ended`: the side `lost` has lost by `reason`; without a reason, the side to move may be stalemated."""
        self._judged = -1
        if reason:
            return 1 | 2 - lost << 1 | reason << 3
        side = self.side
        for value in range(self.ends[side] - 1, side * 24, -1):  # pawns first: they are quick to test
            if self._list(side, value, value + 1, self._found, 0):
                return GOES_ON
        return 1 | DRAWN << 1 | END_STALEMATE << 3

    # For the board under the pieces

    def kind(self, ply: int) -> int:
        """KIND_MOVE or KIND_CAPTURE."""
        return KIND_CAPTURE if ply & CAPTURE else KIND_MOVE

    def rank(self, ply: int) -> int:
        """The order in which plies are offered: by text, promotions R B N C M and then staying a pawn."""
        origin = _text_order(ply & 255) << 2
        if ply & CAPTURE:
            origin += 14 if ply & 255 < 12 else 1  # e1x comes after e12x
        return (origin * 144 + _text_order(ply >> 8 & 255)) * 6 + ((ply >> 17) + 5) % 6

    def piece_side(self, square: int) -> int:
        """The side whose piece stands on `square`, -1 if none does."""
        value = self.board[square]
        if not value or value == HOLE:
            return -1
        return 1 if value > 24 else 0

    def footprint(self, ply: int, out: bytearray, n: int) -> int:
        """Write what the ply does to each square as pairs (square, effect) into the bytearray `out`.

        From index `n`, two pairs; returns the index after the last. Effects: see codes.py.
        """
        out[n] = ply & 255
        out[n + 1] = LEAVE
        out[n + 2] = ply >> 8 & 255
        out[n + 3] = SWAP if ply & CAPTURE else ARRIVE
        return n + 4

    def digest(self) -> int:
        """A number below 2**24, the same for equal positions; it covers what the position text holds."""
        at = self.at
        kinds = self.kinds
        digest = self.side
        letter = 1  # of the first kind of the side
        for first in (1, 25):
            for value in range(first, first + 24):
                piece = at[value]
                if piece:  # a sum, so that it does not matter which place in the list a piece has
                    piece = (kinds[value] + letter << 8 | piece) * 20077 & 0x7FFF  # its square stays below 2**30
                    digest += piece * piece >> 6
            letter = 8
        return digest & 0xFFFFFF


def _text_order(square: int) -> int:
    """The rank of a square's name among all names in text order: in a column 1, 10, 11, 12, 2, 3, …"""
    row = square // 12
    return square % 12 * 12 + (row and (row + 3 if row < 9 else row - 8))
