"""A small OLED screen, SSD1306 with 128 x 64 pixels, by I2C: the game, whose turn it is, the last ply, a question, the result.

Eight lines of 16 characters. After a round one line at most is drawn and sent, 3 ms at 400 kHz. A screen that does not answer is
tried again now and then, and play goes on without it. The constructor allocates all memory, 1 KB; what a new game is called, and
its sides, allocate when it comes.
"""

from framebuf import MONO_VLSB, FrameBuffer
from machine import I2C, Pin

from shared_rules.codes import DRAWN, FIRST_WON, SECOND_WON, const
from shared_rules.protocol.frames import SPACE, T_PLY, T_REFUSED, put_bytes

LINES = const(8)
COLUMNS = const(16)  # characters in a line
WIDE = const(8)  # pixels of a character, either way
AGAIN_MS = const(3000)  # between two attempts to reach a screen that does not answer
TIMEOUT_US = const(5000)  # of a transfer while somebody else holds the clock
WRAP = const(0x3FFFFFFF)
ALL = " !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~"
# The set-up of the data sheet's application note: 64 lines, charge pump on, pages one by one, dark until it is drawn.
BEGIN = b"\x00\xae\x20\x02\xd5\x80\xa8\x3f\xd3\x00\x40\x8d\x14\xa1\xc8\xda\x12\x81\x7f\xd9\xf1\xdb\x40\xa4\xa6\x2e"
ON = b"\x00\xaf"
OFF = b"\x00\xae"
# What stands in the third line, by the mode's letter (modes/).
WORDS = {
    103: b"Set up pieces",
    107: b"Pick the kings",
    114: b"See the lights",
    116: b"See the lights",
}


class Driver:
    """Shows what it finds after a round."""

    def __init__(self, settings):
        self._bus = I2C(
            settings["i2c"],
            sda=Pin(settings["sda"]),
            scl=Pin(settings["scl"]),
            freq=settings["freq"],
            timeout=TIMEOUT_US,
        )
        self._address = settings["address"]
        self._font = bytearray(WIDE * len(ALL))
        FrameBuffer(self._font, WIDE * len(ALL), WIDE, MONO_VLSB).text(ALL, 0, 0)
        self._text = bytearray(b" " * (LINES * COLUMNS))
        self._late = 0  # bit n: line n is to be sent
        self._place = bytearray(b"\x00\xb0\x00\x10")  # line and column 0
        self._pixels = bytearray(1 + WIDE * COLUMNS)
        self._pixels[0] = 0x40  # what follows is drawn
        self._answers = self._lit = False
        self._tried_at = -1
        self._out = bytearray(3 * COLUMNS)
        self._last = bytearray(COLUMNS)  # the last ply,
        self._last_end = 0  # so long
        self._game = None  # what is shown of: the game,
        self._names = (b"", b"")  # its sides,
        self._seq = self._letter = self._side = self._offer = -1  # the record, mode, turn and answer

    def begin(self, journal, table, modes, display, values):
        """Look at these."""
        self._table = table
        self._journal = journal
        self._modes = modes

    def step(self, now):
        """After a round: a line that has changed."""
        self._look()
        try:
            if self._answers:
                self._send()
            elif self._tried_at < 0 or (now - self._tried_at) & WRAP >= AGAIN_MS:
                self._tried_at = now
                self._bus.writeto(self._address, BEGIN)
                self._answers = True
                self._lit = False
                self._late = (1 << LINES) - 1
        except OSError:
            self._answers = False

    def deadline(self, now):
        """Ms until there is something to send, -1 if there is nothing."""
        if self._answers:
            return 0 if self._late or not self._lit else -1
        return max(0, AGAIN_MS - ((now - self._tried_at) & WRAP)) if self._tried_at >= 0 else 0

    def stop(self):
        """Dark."""
        if self._answers:
            self._answers = False
            try:
                self._bus.writeto(self._address, OFF)
            except OSError:
                pass  # it is

    def _send(self):
        """The first line that has changed; once all have been sent, the screen is switched on."""
        late = self._late
        if not late:
            if not self._lit:
                self._bus.writeto(self._address, ON)
                self._lit = True
            return
        line = 0
        while not late >> line & 1:
            line += 1
        pixels = self._pixels
        font = self._font
        at = 1
        for i in range(line * COLUMNS, (line + 1) * COLUMNS):
            glyph = WIDE * (self._text[i] - SPACE)
            for j in range(glyph, glyph + WIDE):
                pixels[at] = font[j]
                at += 1
        self._place[1] = 0xB0 | line
        self._bus.writeto(self._address, self._place)
        self._bus.writeto(self._address, pixels)
        self._late = late & ~(1 << line)

    # What is shown

    def _look(self):
        """Write what has changed since it was last looked at."""
        game = self._table.game
        recognizer = self._table.recognizer
        if not game or not recognizer:
            return  # one comes
        if self._journal.seq != self._seq:
            self._seq = self._journal.seq
            self._note()
            self._letter = -1  # so that it is shown
        modes = self._modes
        letter = modes.letter()
        offer = recognizer.offered if modes.asking() else -1
        if offer < 0 and letter == 112 and not recognizer.settled():
            return  # it is looking at what hands may have played
        side = game.side
        if game is not self._game:
            self._meet(game)
        elif letter == self._letter and side == self._side and offer == self._offer:
            return
        self._letter = letter
        self._side = side
        self._offer = offer
        self._line(2, self._out, self._turn(letter, side))
        if offer < 0:
            self._line(4, b"", 0)
            self._line(5, self._last, self._last_end)
            self._line(6, b"", 0)
            self._line(7, b"", 0)
        else:
            out = self._out
            end = game.write_ply(recognizer.offers[offer], out, 0)
            out[end] = 63  # ?
            self._line(4, b"Was it", 6)
            self._line(5, out, end + 1)
            self._line(6, b"OK    yes", 9)
            self._line(7, b"NEXT  another", 13)

    def _meet(self, game):
        """Another game. Allocates."""
        self._game = game
        first, second = getattr(game, "side_names", ("White", "Black"))
        self._names = (first.encode(), second.encode())
        name = game.name.encode()
        self._line(0, name, len(name))

    def _note(self):
        """The last record: a ply, a refusal, or what is no longer to be shown."""
        journal = self._journal
        line = journal.line
        end = journal.end  # 0 if it is not in `line`
        self._last_end = 0
        if end and line[0] == T_REFUSED:
            self._last_end = put_bytes(self._last, 0, b"not possible", 12)
        elif end and line[0] == T_PLY:
            start = end
            while line[start - 1] != SPACE:
                start -= 1
            while start < end and self._last_end < COLUMNS:
                self._last[self._last_end] = line[start]
                self._last_end += 1
                start += 1

    def _turn(self, letter, side):
        """Write whose turn it is, the result, or what is to be done; returns how long that is."""
        out = self._out
        journal = self._journal
        if not journal.over:
            if letter in WORDS:
                return put_bytes(out, 0, WORDS[letter], len(WORDS[letter]))
            return put_bytes(out, self._put_name(side), b" to move", 8)
        if journal.result == DRAWN:
            return put_bytes(out, 0, b"Draw", 4)
        if journal.result == FIRST_WON or journal.result == SECOND_WON:
            return put_bytes(out, self._put_name(journal.result - FIRST_WON), b" has won", 8)
        return put_bytes(out, 0, b"Not finished", 12)

    def _put_name(self, side):
        return put_bytes(self._out, 0, self._names[side], min(len(self._names[side]), COLUMNS))

    def _line(self, line, text, end):
        """Let that stand in a line."""
        own = self._text
        for i in range(COLUMNS):
            letter = text[i] if i < end else SPACE
            if not SPACE <= letter < SPACE + len(ALL):
                letter = 63  # a game of somebody's own may have other letters
            at = line * COLUMNS + i
            if own[at] != letter:
                own[at] = letter
                self._late |= 1 << line
