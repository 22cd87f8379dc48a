"""The lights that lead hands through a ply: which piece to lift, where it lands, what to take off, where it ends.

They replace the lights for where a lifted piece may go, and keep up with the hands. White: lift this piece. Green: the next
landing of a jump. Blue: a piece goes here: that one, one from hand, or what was left of a stack. Orange: lift what stands here,
it is captured or covered. Pink: take this piece off. So many turquoise lights from the game's first square on: which piece it
becomes, or is put here, counted as in a question. A second piece is lit once the first has arrived. Allocates nothing.
"""

from shared_rules.codes import ARRIVE, LEAVE, NOWHERE, PATH, PLACED, STACK, SWAP, TAKEN
from shared_rules.protocol.signals import (
    MARK_CAPTURE,
    MARK_LAST_TO,
    MARK_LIFTED,
    MARK_MISSING,
    MARK_MOVE,
    MARK_NONE,
    MARK_PLACE,
    MARK_TAKE_OFF,
)
from shared_rules.recognition.recognizer import CLOSED, OPENED


def lead(recognizer, ply, number, marks):
    """Lay over `marks` what is to be done for `ply`, legal in the recognizer's position, of which nothing but a part is done."""
    game = recognizer.game
    foot = recognizer.foot
    base = recognizer.base
    now = recognizer.now
    end = game.footprint(ply, foot, 0)
    origin = foot[0]
    from_hand = foot[1] == ARRIVE
    begun = from_hand or recognizer.did(origin) & OPENED or not now[origin]
    landing = False  # whether the next one has been shown
    for square in recognizer.squares:
        if base[square] and not now[square]:
            marks[square] = MARK_MISSING  # unless the ply says otherwise: it belongs where it was
        elif marks[square] > MARK_LAST_TO:
            marks[square] = MARK_NONE
    for i in range(0, end, 2):
        square = foot[i]
        effect = foot[i + 1]
        if i == 0 and not from_hand:
            if effect == LEAVE or not begun:
                marks[square] = MARK_LIFTED
            else:
                marks[square] = MARK_NONE if now[square] else MARK_MISSING  # the rest of its stack belongs here
        elif effect == PATH:
            if begun and not landing and not recognizer.did(square) & CLOSED and not now[square]:
                marks[square] = MARK_MOVE
                landing = True
        elif effect == ARRIVE:
            if not now[square]:
                marks[square] = MARK_MISSING
        elif effect == SWAP or effect == STACK:
            marks[square] = MARK_CAPTURE if now[square] and not recognizer.did(square) & OPENED else MARK_MISSING
        elif effect == TAKEN:
            marks[square] = MARK_TAKE_OFF if now[square] and begun else MARK_NONE
        elif effect == PLACED:
            _lead_second(recognizer, foot[i - 2], square, marks)
    if foot[1] == SWAP and end > 2 and foot[3] != TAKEN:
        second = foot[2] if foot[3] == SWAP else foot[4]
        _lead_second(recognizer, second, origin, marks)
        if not recognizer.did(origin) & OPENED or now[origin] and now[second]:
            marks[origin] = MARK_LIFTED  # it has not gone yet
    count_out(recognizer, number, marks)


def _lead_second(recognizer, frm, square, marks):
    """The second piece of a ply, which stands on `frm`, belongs on `square` once the first has arrived."""
    foot = recognizer.foot
    now = recognizer.now
    to = foot[2]
    arrived = now[to] and (foot[3] == ARRIVE or recognizer.changed[to] > recognizer.changed[foot[0]])
    if foot[3] == SWAP and now[to]:
        marks[to] = MARK_NONE if arrived else MARK_CAPTURE
    marks[square] = MARK_MISSING if arrived and not now[square] and (frm == to or not now[frm]) else MARK_NONE


def count_out(recognizer, number, marks):
    """So many turquoise lights, on the first squares that show nothing else."""
    for square in recognizer.squares:
        if not number:
            return
        if marks[square] == MARK_NONE:
            marks[square] = MARK_PLACE
            number -= 1


def advise(recognizer, ply, marks):
    """A hint, as long as nothing or its own piece is lifted: white where it begins, blue where it ends."""
    game = recognizer.game
    base = recognizer.base
    now = recognizer.now
    for square in recognizer.squares:
        if base[square] and not now[square] and square != ply & 255:
            return
    to = game.destination(ply)
    if ply & 255 != NOWHERE:
        marks[ply & 255] = MARK_LIFTED
    if to != NOWHERE and to != ply & 255:
        marks[to] = MARK_MISSING
    elif to != NOWHERE:
        marks[to] = MARK_PLACE
