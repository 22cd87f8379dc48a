"""Picking the secret kings at the board: each player taps a piece while the other looks away.

The pieces of the side that is asked glow, on the lights and for the PC. That player lifts the piece that is to be king
and puts it back; its square is lit for a moment. Another tap changes that; OK confirms, and without a tap it is the usual
piece. BACK begins again with the first side. For a side that it plays itself the board picks: any piece, as likely as the
other. Nothing of this is told to anyone: while it goes on, the sensors are seen here alone, and only the lights (not the
marks that the PC gets) answer.

Imported only when kings are to be picked. `edge` and `step` allocate nothing.
"""

import os

from firmware.modes import Mode
from shared_rules.codes import FIRST, NOWHERE, SECOND, const
from shared_rules.protocol.signals import BUTTON_BACK, BUTTON_OK, MARK_MOVE, MARK_NONE, MARK_OFFER

CONFIRM_MS = const(900)
WRAP = const(0x3FFFFFFF)


def sealing(current, modes, kings):
    """Task: what the players have picked is sealed; then play."""
    from firmware.game.sealing import keeping

    yield from keeping(current, kings)
    modes.set_up()


class Picking(Mode):
    """`kings` are the squares picked. The pieces stand as the position has them; it ends once both sides have confirmed."""

    letter = 107  # k
    quick = True
    hidden = True

    def __init__(self, current, modes):
        table = current.table
        display = current.display
        game = table.game
        now = table.recognizer.now
        self.side = FIRST
        self._modes = modes
        self._current = current
        self._table = table
        self._loop = current.loop
        self._done = False
        self._played = 0  # sides that the board plays, bit 0 the first
        self._usual = type(game)(game.variant, 1)
        self.kings = bytearray((self._usual.king(FIRST), self._usual.king(SECOND)))
        self._game = game
        self._now = bytearray(now)  # 1 = closed
        self._base = bytearray(now)  # how they stand: as the position has them
        self._display = display
        self._cover = bytearray(display.lights.count)
        self._light_of = table.layout.light_of
        self._lit = False
        self._lit_at = 0

    def seat(self, sides):
        """The board plays those sides from now on, bit 0 the first; nothing is to be thought of yet."""
        self._played = sides
        self.side = FIRST
        self._done = False
        self._pass_over()
        return True

    def _pass_over(self):
        """The board picks for the sides from this one on that it plays; then it is a player's turn, or all is done."""
        while not self._done and self._played >> self.side & 1:
            pieces = [square for square in range(len(self._now)) if self._game.piece_side(square) == self.side]
            self.kings[self.side] = pieces[os.urandom(1)[0] % len(pieces)]
            self._next()
        if self._done:
            self.dim()
            self._loop.do(sealing(self._current, self._modes, self.kings))
        else:
            self._modes.repaint()

    def _next(self):
        self._done = self.side == SECOND
        self.side = SECOND

    def edge(self, square, closed):
        """A piece put back is a tap, and nobody else's business: no light, no message."""
        if self._now[square] == closed:
            return True
        self._now[square] = closed
        if closed and self._base[square] and self._game.piece_side(square) == self.side:
            self.kings[self.side] = square
            self._confirm(square)
        return True

    def tap(self, button):
        """OK or BACK; both are refused while a piece is off its square."""
        self.dim()
        if self._now != self._base:
            self._modes.refuse("all pieces must stand on their squares first")
        elif button == BUTTON_OK:
            self._next()
            self._pass_over()
        elif button == BUTTON_BACK:
            for side in (FIRST, SECOND):
                self.kings[side] = self._usual.king(side)
            self.seat(self._played)

    def step(self, now):
        """The light goes out."""
        if self._lit and (now - self._lit_at) & WRAP >= CONFIRM_MS:
            self.dim()
        return False

    def deadline(self, now):
        """Ms until `step` puts a light out, -1 if none is on."""
        return max(0, CONFIRM_MS - ((now - self._lit_at) & WRAP)) if self._lit else -1

    def paint(self):
        """The pieces among which one is to be picked, whichever it is."""
        marks = self._table.marks
        for square in range(len(marks)):
            mine = self._game.piece_side(square) == self.side
            marks[square] = MARK_OFFER if mine else MARK_NONE

    def _confirm(self, square):
        cover = self._cover
        for light in range(len(cover)):
            cover[light] = 0
        if self._light_of[square] != NOWHERE:
            cover[self._light_of[square]] = MARK_MOVE
        self._display.set_cover(cover)
        self._lit = True
        self._lit_at = self._loop.now

    def dim(self):
        """No tap is shown any more."""
        if self._lit:
            self._lit = False
            self._display.set_cover(None)
