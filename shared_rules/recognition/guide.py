"""What the lights show: one mark per square (signals.py) from the state of the recognizer.

`paint` is for play, `paint_differences` for setting up and for putting right what stands wrong. Both write into a bytearray of
the frame's size and allocate nothing.
"""

from shared_rules.codes import ARRIVE, KIND_CAPTURE, MAYBE, NOWHERE, PATH, PLACED, TAKEN, const
from shared_rules.protocol.signals import (
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

WINS = const(2)  # a teacher's verdict: the ply wins at once


def paint_differences(recognizer, marks: bytearray) -> int:
    """Squares where a piece is missing or one too many; returns their number, 0 if all stands as it should.

    The way back is the shortest: to the position, or to the one before the last ply while that may still be put back; not while the
    position is restored.
    """
    base = recognizer.base
    now = recognizer.now
    back = recognizer.can_go_back() and not recognizer.restoring
    if back and _to_touch(recognizer, recognizer.anchor_base) < _to_touch(recognizer, base):
        base = recognizer.anchor_base
    count = 0
    for square in range(len(recognizer.now)):
        if now[square] == base[square]:
            marks[square] = MARK_NONE
        else:
            marks[square] = MARK_MISSING if base[square] else MARK_EXTRA
            count += 1
    return count


def _to_touch(recognizer, base: bytearray) -> int:
    """How many pieces have to be touched until the squares stand like `base`."""
    now = recognizer.now
    missing = extra = 0
    for square in recognizer.squares:
        if now[square] != base[square]:
            if now[square]:
                extra += 1
            else:
                missing += 1
    return max(missing, extra)


def paint(recognizer, marks: bytearray, teaching: int = 1, teacher=None) -> None:
    """All that a player wants to see now: trouble, the question, where the lifted piece may go, the last ply.

    `teaching`: 0 leaves out where a lifted piece may go, 2 also lights the pieces that have to capture. `teacher`
    (None: nobody) has `verdicts`, two bits for each ply, 2 for one that wins, and `forced` if every ply captures.
    """
    if recognizer.trouble:
        if not paint_differences(recognizer, marks) and not recognizer.restoring:
            if 0 <= recognizer.refused_from < NOWHERE:
                marks[recognizer.refused_from] = MARK_EXTRA
            if 0 <= recognizer.refused_to < NOWHERE:
                marks[recognizer.refused_to] = MARK_EXTRA
        return
    for square in range(len(recognizer.now)):
        marks[square] = MARK_NONE
    shown = recognizer.shown()
    if recognizer.over:
        _mark_ends(recognizer, shown if shown >= 0 else recognizer.last_ply, marks, MARK_LAST_FROM, MARK_WIN)
        return
    if shown >= 0:
        _mark_ends(recognizer, shown, marks, MARK_SHOWN, MARK_SHOWN)
    elif recognizer.last_ply >= 0:
        _mark_ends(recognizer, recognizer.last_ply, marks, MARK_LAST_FROM, MARK_LAST_TO)
    if recognizer.asking:
        _mark_offer(recognizer, marks)
    else:
        lifted = _mark_lifted(recognizer, marks)
        if teaching > 1 and teacher and teacher.forced and not lifted:
            for i in range(recognizer.count):
                marks[recognizer.plies[i] & 255] = MARK_CAPTURE
        else:
            _mark_wishes(recognizer, marks, teaching, teacher)


def _mark_ends(recognizer, ply: int, marks: bytearray, first: int, end: int) -> None:
    if ply < 0:
        return
    if ply & 255 != NOWHERE:
        marks[ply & 255] = first
    square = recognizer.game.destination(ply)
    if square != NOWHERE:
        marks[square] = end


def _mark_offer(recognizer, marks: bytearray) -> None:
    """The squares of the ply offered, white where it begins; and as many lights from the first square on as its number.

    Two for the only answer say that it is the last ply a second time, by the opponent.
    """
    game = recognizer.game
    foot = recognizer.foot
    ply = recognizer.offers[recognizer.offered]
    end = game.footprint(ply, foot, 0)
    for i in range(0, end, 2):
        if foot[i + 1] != PATH:
            marks[foot[i]] = MARK_OFFER
    if ply & 255 != game.destination(ply):
        marks[ply & 255] = MARK_LIFTED
    left = recognizer.offered + 1 if recognizer.offer_count > 1 else 2 if recognizer.asks_again else 0
    for square in recognizer.squares:
        if not left:
            break
        if marks[square] != MARK_OFFER and marks[square] != MARK_LIFTED:
            marks[square] = MARK_PLACE
            left -= 1


def _mark_lifted(recognizer, marks: bytearray) -> int:
    now = recognizer.now
    base = recognizer.base
    count = 0
    for square in recognizer.squares:
        if base[square] and not now[square]:
            marks[square] = MARK_LIFTED
            count += 1
    return count


def _mark_wishes(recognizer, marks: bytearray, teaching: int, teacher) -> None:
    """Where the lifted pieces may go, what is still to be taken off, and where a piece from hand may be put."""
    game = recognizer.game
    now = recognizer.now
    base = recognizer.base
    foot = recognizer.foot
    plies = recognizer.plies
    stack = recognizer.lifted_stack()
    still = -1  # the last square whose plies are of no interest: those of a square follow one another
    for i in range(recognizer.count):
        ply = plies[i]
        origin = ply & 255
        if origin == still:
            continue
        if origin == NOWHERE or (base[origin] and now[origin] and origin != stack):
            still = origin
            continue
        to = game.destination(ply)
        if to == origin:
            game.footprint(ply, foot, 0)
            if foot[1] == ARRIVE:
                if not now[origin]:
                    marks[origin] = MARK_PLACE
                continue
        if marks[to] == MARK_MISSING:
            continue  # a second piece goes there
        if teaching and (marks[to] != MARK_LIFTED or game.piece_side(to) != game.side):  # it may be off already
            if teacher and teacher.verdicts[i >> 2] >> (i & 3) * 2 & 3 == WINS:
                marks[to] = MARK_WIN
            elif marks[to] != MARK_WIN:
                marks[to] = MARK_CAPTURE if game.kind(ply) == KIND_CAPTURE else MARK_MOVE
        if now[to] and not base[to]:
            _mark_taken(recognizer, ply, marks)


def _mark_taken(recognizer, ply: int, marks: bytearray) -> None:
    """What `ply`, whose piece has arrived, takes and is still on the board, and where its second piece is to stand."""
    foot = recognizer.foot
    for i in range(2, recognizer.game.footprint(ply, foot, 0), 2):
        if (foot[i + 1] == TAKEN or foot[i + 1] == MAYBE) and recognizer.now[foot[i]]:
            marks[foot[i]] = MARK_TAKE_OFF
        elif foot[i + 1] == PLACED and not recognizer.now[foot[i]]:
            marks[foot[i]] = MARK_MISSING
