"""Writes the kinds of records (WIRE.md) into the journal, each after what the flight recorder has.

Allocates nothing but what a flash write costs.
"""

from shared_rules.codes import NOWHERE, const
from shared_rules.protocol.frames import (
    SPACE,
    T_END,
    T_OPPONENT,
    T_PLY,
    T_REFUSED,
    T_UNDO,
    put_hex,
    put_number,
)
from shared_rules.writing import write_square

DASH = const(45)


class Recorder:
    """Times `t` are ms of playing time."""

    def __init__(self, journal, flight):
        self._journal = journal
        self.flight = flight

    def played(self, t, game, ply, digest):
        """P: a ply of `game`, and the digest of the position after it."""
        self.flight.flush()
        journal = self._journal
        line = journal.line
        at = put_hex(line, journal.start(T_PLY, t), digest, 6)
        line[at] = SPACE
        journal.finish(game.write_ply(ply, line, at + 1))

    def taken_back(self, t, count, digest):
        """U: the last `count` plies were taken back, and the digest of the position after that."""
        self.flight.flush()
        journal = self._journal
        journal.over = False
        at = put_hex(journal.line, journal.start(T_UNDO, t), digest, 6)
        journal.line[at] = SPACE
        journal.finish(put_number(journal.line, at + 1, count))

    def refusal(self, t, frm, to, why, columns):
        """R: what was tried (squares, or NOWHERE) and the WHY_ code."""
        self.flight.flush()
        journal = self._journal
        line = journal.line
        at = put_square(line, journal.start(T_REFUSED, t), frm, columns)
        line[at] = SPACE
        at = put_square(line, at + 1, to, columns)
        line[at] = SPACE
        journal.finish(put_number(line, at + 1, why))

    def seated(self, t, side, level):
        """I: from now on the board plays a side at that level; 0: a player does."""
        journal = self._journal
        at = put_number(journal.line, journal.start(T_OPPONENT, t), side)
        journal.line[at] = SPACE
        journal.finish(put_number(journal.line, at + 1, level))
        journal.levels[side] = level

    def ended(self, t, result, reason):
        """E: the game is over."""
        self.flight.flush()
        journal = self._journal
        at = put_number(journal.line, journal.start(T_END, t), result)
        journal.line[at] = SPACE
        journal.finish(put_number(journal.line, at + 1, reason))
        journal.over = True
        journal.result = result
        journal.reason = reason


def put_square(out, at, square, columns):
    """A square's name, `-` for NOWHERE; the index after it."""
    if square == NOWHERE:
        out[at] = DASH
        return at + 1
    return write_square(square, columns, out, at)
