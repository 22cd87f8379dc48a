"""What the lights tell: one mark per square (signals.py) from the state of the referee.

`paint` is for play, `paint_differences` for setting up and for putting things right. Both write into a bytearray of
the frame's size and allocate nothing.
"""

from shared_rules.codes import ARRIVE, KIND_CAPTURE, KIND_PASS, MAYBE, NOWHERE, PATH, TAKEN
from shared_rules.signals import (
    MARK_CAPTURE,
    MARK_EXTRA,
    MARK_LAST_FROM,
    MARK_LAST_TO,
    MARK_LIFTED,
    MARK_MISSING,
    MARK_MOVE,
    MARK_NONE,
    MARK_OFFER,
    MARK_PLACE,
    MARK_SHOWN,
    MARK_TAKE_OFF,
    MARK_WIN,
)


def paint_differences(referee, marks):
    """Squares where a piece is missing or one too many; gives their number, 0 if all stands as it should."""
    base = referee.here.base
    now = referee.now
    count = 0
    for square in range(referee.size):
        if now[square] == base[square]:
            marks[square] = MARK_NONE
        else:
            marks[square] = MARK_MISSING if base[square] else MARK_EXTRA
            count += 1
    return count


def paint(referee, marks):
    """All that a player wants to see now: trouble, the question, where the lifted piece may go, the last ply."""
    if referee.trouble:
        paint_differences(referee, marks)
        return
    for square in range(referee.size):
        marks[square] = MARK_NONE
    slot = referee.slot
    if referee.over:
        _mark_ends(referee, slot if slot >= 0 else referee.last_ply, marks, MARK_LAST_FROM, MARK_WIN)
        return
    if slot >= 0 and slot != referee.final:
        _mark_ends(referee, slot, marks, MARK_SHOWN, MARK_SHOWN)
    elif referee.last_ply >= 0:
        _mark_ends(referee, referee.last_ply, marks, MARK_LAST_FROM, MARK_LAST_TO)
    if referee.asking:
        _mark_offer(referee, marks)
    else:
        _mark_wishes(referee, marks)


def _mark_ends(referee, ply, marks, origin, end):
    if ply < 0:
        return
    if ply & 255 != NOWHERE:
        marks[ply & 255] = origin
    square = referee.game.destination(ply)
    if square != NOWHERE:
        marks[square] = end


def _mark_offer(referee, marks):
    foot = referee.foot
    end = referee.game.footprint(referee.offers[referee.offered], foot, 0)
    for i in range(0, end, 2):
        if foot[i + 1] != PATH:
            marks[foot[i]] = MARK_OFFER


def _mark_wishes(referee, marks):
    """The lifted pieces, where they may go, what is still to be taken off, and where a piece from hand may be put."""
    game = referee.game
    now = referee.now
    base = referee.here.base
    foot = referee.foot
    for square in range(referee.size):
        if base[square] and not now[square]:
            marks[square] = MARK_LIFTED
    for i in range(referee.count):
        ply = referee.plies[i]
        origin = ply & 255
        kind = game.kind(ply)
        if kind == KIND_PASS or (base[origin] and now[origin]):
            continue
        end = game.footprint(ply, foot, 0)
        if foot[1] == ARRIVE:
            if not now[origin] and marks[origin] == MARK_NONE:
                marks[origin] = MARK_PLACE
            continue
        to = game.destination(ply)
        if marks[to] != MARK_LIFTED:
            marks[to] = MARK_CAPTURE if kind == KIND_CAPTURE else MARK_MOVE
        if now[to] and not base[to]:
            for j in range(2, end, 2):
                if (foot[j + 1] == TAKEN or foot[j + 1] == MAYBE) and now[foot[j]]:
                    marks[foot[j]] = MARK_TAKE_OFF
