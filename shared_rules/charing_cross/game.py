"""Charing Cross: eight pieces, two kinds of move; the first piece in its goal wins.

Promises the game interface of README.md beside this file. The constructor allocates all memory; after that
`plies`, `plies_from`, `push`, `pop`, `footprint`, `why_not`, `write_ply` and `digest` allocate nothing.

The moves are in moves.py, which also says what a ply's number and a board value mean; reading.py reads positions and plies
from text.
"""

from array import array

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
    WHY_EMPTY,
    WHY_FINE,
    WHY_GAME_OVER,
    WHY_MUST_PASS,
    WHY_NO_SUCH_MOVE,
    WHY_NOT_YOURS,
    WHY_NOTHING_TO_JUMP,
    WHY_NOTHING_TO_PLACE,
    WHY_OCCUPIED,
    WHY_PLACE_FIRST,
)
from shared_rules.errors import IllegalPlyError, PositionError
from shared_rules.writing import write_square

START = "charing-cross 3RR3/8/8/N6n/N6n/8/8/3rr3 w -"
SLOT_LETTERS = ".NNRRnnrr"  # by board value


class CharingCross(Moves):
    """A position of Charing Cross and the way back from it (the last `history` plies, a power of two)."""

    name = "charing-cross"
    columns = 8
    rows = 8
    variants = ("",)
    max_plies = 44  # four pieces with three forward squares and eight jumps each
    max_plies_from = 44  # `plies_from` lists all of them first
    max_footprint = 3
    loser_starts = True  # the next game of a match, its pieces standing as ever

    def __init__(self, variant: str = "", history: int = 256) -> None:
        super().__init__(history)
        self.reset(variant)

    def reset(self, variant: str = "") -> None:
        """The start position; `variant` can only be ""."""
        if variant not in self.variants:
            raise PositionError("game", 0, "charing-cross has no variant '%s'" % variant)
        self.set_text(START)

    # Text

    def set_text(self, text: str) -> None:
        """Set the position from a text; PositionError, and the position stays as it was, if the text is malformed or impossible."""
        from shared_rules.charing_cross.reading import read_position

        board = bytearray(64)
        at = bytearray(b"\xff" * 9)
        side, won, due, due_next = read_position(text, board, at)
        self.board[:] = board
        self.at[:] = at
        self.side = side
        self._depth = 0
        self._full = self.history
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

    def ply_text(self, ply: int) -> str:
        """The ply as text: `a4-b5`, `d3xb5`, `@a4`, `pass`."""
        out = bytearray(8)
        return bytes(out[: self.write_ply(ply, out)]).decode()

    def parse_ply(self, text: str) -> int:
        """The legal ply that `text` names; PlyError if unreadable, IllegalPlyError if the position does not allow it."""
        from shared_rules.charing_cross.reading import read_ply

        ply, frm, to = read_ply(text)
        legal = array("i", [0] * self.max_plies_from)
        for i in range(self.plies_from(ply & 255, legal, 0)):
            if legal[i] == ply:
                return ply
        why = self.why_not(frm, to) or WHY_NO_SUCH_MOVE
        raise IllegalPlyError("'%s' is not legal in %s" % (text, self.text()), why)

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

    def destination(self, ply: int) -> int:
        """The square on which the moved or placed piece ends, NOWHERE for a pass."""
        return ply >> 8 & 255

    def piece_side(self, square: int) -> int:
        """The side whose piece stands on `square`, -1 if none does."""
        value = self.board[square]
        return -1 if not value else (value - 1) >> 2

    def draw_allowed(self) -> bool:
        """Whether the players may agree on a draw now: always."""
        return True

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
        """WHY_FINE if a legal ply leads from `frm` to `to`, else the code of the first thing wrong.

        `frm` is NOWHERE for a placement; `to` then is the square to place on. Both NOWHERE ask about a pass.
        """
        if self.result:
            return WHY_GAME_OVER
        if self.due:
            return self._why_not_place(frm, to)
        if frm == NOWHERE:
            if to != NOWHERE:
                return WHY_NOTHING_TO_PLACE
            return WHY_FINE if self._must_pass() else WHY_NO_SUCH_MOVE
        value = self.board[frm]
        if not value:
            return WHY_EMPTY
        if (value - 1) >> 2 != self.side:
            return WHY_NOT_YOURS
        if self._must_pass():
            return WHY_MUST_PASS
        if to == NOWHERE:
            return WHY_NO_SUCH_MOVE
        return self._why_not_move((value - 1) >> 1, frm, to)

    def _why_not_place(self, frm: int, to: int) -> int:
        if frm != NOWHERE or to == NOWHERE:
            return WHY_PLACE_FIRST
        i = (self.due - 1) >> 1 << 1
        if to != HOMES[i] and to != HOMES[i + 1]:
            return WHY_NOT_HOME
        return WHY_OCCUPIED if self.board[to] else WHY_FINE

    def _why_not_move(self, kind: int, frm: int, to: int) -> int:
        if self.board[to]:
            return WHY_OCCUPIED
        right = (to & 7) - (frm & 7)
        up = (to >> 3) - (frm >> 3)
        wide = max(abs(right), abs(up))
        if wide == 2 and abs(right) != 1 and abs(up) != 1:
            return WHY_FINE if self.board[(frm + to) >> 1] else WHY_NOTHING_TO_JUMP
        if wide != 1:
            return WHY_NO_SUCH_MOVE
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
