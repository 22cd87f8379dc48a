"""Charing Cross: eight pieces, two kinds of move; the first piece in its goal wins.

Promises the game interface of README.md beside this file. The constructor allocates all memory; after that
`plies`, `plies_from`, `push`, `pop`, `footprint`, `why_not`, `write_ply` and `digest` allocate nothing.

The moves are in moves.py, which also says what a ply's number and a board value mean; reading.py reads positions and plies
from text.
"""

from shared_rules.charing_cross.codes import END_GOAL, WHY_EDGE, WHY_NOT_HOME
from shared_rules.charing_cross.moves import (
    FORWARD,
    FORWARD_MOVE,
    GOAL,
    HOMES,
    JUMP,
    PASS,
    PLACE,
    Moves,
)
from shared_rules.codes import (
    ARRIVE,
    FIRST_WON,
    KIND_CAPTURE,
    KIND_MOVE,
    KIND_PASS,
    LEAVE,
    MAYBE,
    NOWHERE,
    SECOND_WON,
    TAKEN,
    WHY_BACKWARD,
    WHY_FINE,
    WHY_NO_SUCH_MOVE,
    WHY_NOTHING_TO_JUMP,
    WHY_OCCUPIED,
    WHY_PLACE_FIRST,
)
from shared_rules.writing import write_square

SLOT_LETTERS = ".NNRRnnrr"  # by board value


class CharingCross(Moves):
    """A position of Charing Cross and the way back from it (the last `history` plies, a power of two)."""

    name = "charing-cross"
    columns = 8
    rows = 8
    start = "charing-cross 3RR3/8/8/N6n/N6n/8/8/3rr3 w -"
    max_plies = 44  # four pieces with three forward squares and eight jumps each
    max_plies_from = 44  # `plies_from` lists all of them first
    max_footprint = 3
    loser_starts = True  # the next game of a match, its pieces standing as ever

    def __init__(self, variant: str = "", history: int = 256) -> None:
        super().__init__(history)
        self.reset(variant)

    # Text

    def set_text(self, text: str) -> None:
        """Set the position from a text; PositionError, and the position stays as it was, if the text is malformed or impossible."""
        from shared_rules.charing_cross.reading import read_position

        board = bytearray(64)
        at = bytearray(b"\xff" * 9)
        side, won, due, due_next = read_position(text, board, at)
        self._begin(0)
        self.board[:] = board
        self.at[:] = at
        self.side = side
        self.due = due
        self.due_next = due_next
        self._end = (FIRST_WON if won == 1 else SECOND_WON) | END_GOAL << 2 if won else 0

    def text(self) -> str:
        """The position as text."""
        from shared_rules.notation import placement_text

        due = "-"
        if self.due:
            due = SLOT_LETTERS[self.due] + "wb"[self.due_next]
        return "%s %s %s %s" % (self.name, placement_text(self.board, 8, 8, SLOT_LETTERS), "wb"[self.side], due)

    def write_ply(self, ply: int, out: bytearray, at: int = 0) -> int:
        """Put a ply's text as ASCII into the bytearray `out` from `at` (7 bytes at most); return the index after it."""
        kind = ply >> 16
        if kind == PASS:
            for letter in b"pass":
                out[at] = letter
                at += 1
            return at
        if kind == PLACE:
            out[at] = 64  # @
            return write_square(ply & 255, 8, out, at + 1)
        at = write_square(ply & 255, 8, out, at)
        out[at] = 120 if kind == JUMP else 45  # x -
        return write_square(ply >> 8 & 255, 8, out, at + 1)

    def parse_ply(self, text: str) -> int:
        """The legal ply that `text` names: `a4-b5`, `d3xb5`, `@a4`, `pass`; PlyError or IllegalPlyError if there is none."""
        from shared_rules.charing_cross.reading import read_ends
        from shared_rules.reading import find_ply

        return find_ply(self, text, read_ends(text))

    # For the board under the pieces

    def kind(self, ply: int) -> int:
        """KIND_MOVE, KIND_CAPTURE (a jump) or KIND_PASS."""
        kind = ply >> 16
        if kind == JUMP:
            return KIND_CAPTURE
        return KIND_PASS if kind == PASS else KIND_MOVE

    def rank(self, ply: int) -> int:
        """The order in which plies with the same footprint are offered: by text."""
        jump = 64 if ply >> 16 == JUMP else 0
        return (ply & 7) << 10 | (ply & 56) << 4 | jump | (ply >> 8 & 7) << 3 | (ply >> 11 & 7)

    def piece_side(self, square: int) -> int:
        """The side whose piece stands on `square`, -1 if none does."""
        value = self.board[square]
        return -1 if not value else (value - 1) >> 2

    def footprint(self, ply: int, out: bytearray, n: int) -> int:
        """Write what the ply, legal here, does to each square as pairs (square, effect) into the bytearray `out`.

        From index `n`, three pairs at most; returns the index after the last. Effects: see codes.py.
        """
        kind = ply >> 16
        if kind == PASS:
            return n
        frm = ply & 255
        if kind == PLACE:
            out[n] = frm
            out[n + 1] = ARRIVE
            return n + 2
        to = ply >> 8 & 255
        out[n] = frm
        out[n + 1] = LEAVE
        out[n + 2] = to
        out[n + 3] = ARRIVE
        if kind == FORWARD_MOVE:
            return n + 4
        out[n + 4] = (frm + to) >> 1
        out[n + 5] = MAYBE if GOAL[to] >> (self.board[frm] - 1 >> 1) & 1 else TAKEN
        return n + 6

    def why_not(self, frm: int, to: int) -> int:
        """As for all games; where a placement is due, `frm` has to be NOWHERE, and `to` a home square."""
        return self._why_not_place(frm, to) if self.due else super().why_not(frm, to)

    def _why_not_place(self, frm: int, to: int) -> int:
        if frm != NOWHERE or to == NOWHERE:
            return WHY_PLACE_FIRST
        i = (self.due - 1) >> 1 << 1
        if to != HOMES[i] and to != HOMES[i + 1]:
            return WHY_NOT_HOME
        return WHY_OCCUPIED if self.board[to] else WHY_FINE

    def _why_not(self, frm: int, to: int) -> int:
        if to == NOWHERE:
            return WHY_NO_SUCH_MOVE
        if self.board[to]:
            return WHY_OCCUPIED
        right = (to & 7) - (frm & 7)
        up = (to >> 3) - (frm >> 3)
        wide = max(abs(right), abs(up))
        if wide == 2 and abs(right) != 1 and abs(up) != 1:
            return WHY_FINE if self.board[(frm + to) >> 1] else WHY_NOTHING_TO_JUMP
        if wide != 1:
            return WHY_NO_SUCH_MOVE
        kind = self.board[frm] - 1 >> 1
        ahead = right if kind == 0 else -up if kind == 1 else -right if kind == 2 else up
        if ahead != 1:
            return WHY_BACKWARD
        i = ((kind << 6) + frm) * 3
        if to == FORWARD[i] or to == FORWARD[i + 1] or to == FORWARD[i + 2]:
            return WHY_FINE
        return WHY_EDGE

    def digest(self) -> int:
        """A number below 2**24, the same for equal positions; it covers what the position text holds."""
        digest = 0
        for square in range(64):
            value = self.board[square]
            digest = (digest * 61 + ((value + 1) >> 1) + 1) & 0xFFFFFF
        due = (self.due + 1) >> 1
        return (digest * 61 + (due << 2 | self.due_next << 1 | self.side) + 1) & 0xFFFFFF
