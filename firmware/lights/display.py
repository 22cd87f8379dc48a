"""What the lights show: a colour and a blink pattern for every mark of signals.py, and notices for the whole board.

colours.py has the colours and patterns; they are loaded when brightness or patterns are set. Memory is taken at construction;
`show` allocates nothing and sends only when something looks different. Where many lights change at once it takes some of them,
and the rest in the next calls: as long as a call is `due`, nothing of it has been sent.
"""

from firmware.clock import sooner
from firmware.lights.colours import STEADY
from shared_rules.codes import NOWHERE, const
from shared_rules.protocol.signals import MARK_MOVE, MARK_SHOWN

PHASE_BITS = const(7)  # a blink phase lasts 128 ms, a pattern has 8
CORNERS = const(4)

# What the lights can mean besides the marks, and their numbers; colours.py has their looks.
MEANT = const(16)  # meanings; notices come after them
LOOKS = const(22)  # both
GROUND = const(13)  # and the side
EDGE = const(15)
# Notices, at those of the four corners that tell nothing that is wanted now.
CALM = const(0)
FULL = const(1)  # the flash takes no more: games are no longer kept
FAULT = const(2)  # an error inside: it was survived
REFUSED = const(3)  # what the buttons asked for is not possible now
DONE = const(4)  # what they asked for was done
THINKING = const(5)  # the board thinks: it is its turn, or a hint was asked for
UNKNOWN = const(255)
PUTS = const(16)  # lights that change in one `show`
NOTICE_MS = const(3000)
WRAP = const(0x3FFFFFFF)


class Display:
    """Shows marks on `lights`; `corners` are four of them, `brightness` is in percent.

    Lights with `one_colour` tell meanings apart by pattern alone.
    """

    def __init__(self, lights, corners, brightness):
        self.lights = lights
        self.corners = corners
        self._light_of = b""
        self._lit_squares = b""  # the squares that have a light
        self._others = bytes(range(lights.count))  # lights of no square
        self._ground = b""
        self.beside = bytearray(lights.count)  # what is shown by lights that are none of the game's
        self.cover = None  # what every light shows instead of all else, while it is there
        self._frame = bytearray(lights.count)  # what every light means
        self._lit = bytearray(lights.count)  # what it shows in this phase: that, or nothing
        self.brightness = brightness
        self._colours = bytearray(3 * LOOKS)
        self._patterns = bytearray(LOOKS)
        self._seen = bytearray(LOOKS)  # every meaning in this phase: itself, or dark
        self.adjust(100, False)
        self._full = self._thinking = False
        self.noticed = CALM  # the notice that is told,
        self.noticed_at = 0  # and since when
        self._phase = 0
        self._at = 0  # the light from which `show` is to go on
        self._blinks = False
        self.dirty = True

    def adjust(self, percent, patterns):
        """Be so bright from now on, 1 to 100 percent of the profile's brightness; with `patterns` no two meanings blink alike.

        Allocates.
        """
        from firmware.lights.colours import MEANINGS, NOTICES, ONE_COLOUR

        known = MEANINGS + NOTICES
        alike = patterns or getattr(self.lights, "one_colour", False)
        brightness = self.brightness * percent
        for i in range(len(known)):
            for j in range(3):
                self._colours[3 * i + j] = (known[i][j] * brightness + 9999) // 10000
            self._patterns[i] = ONE_COLOUR[i] if alike else known[i][3]
        if hasattr(self.lights, "dim"):
            self.lights.dim(percent)
        for light in range(len(self._lit)):
            self._lit[light] = UNKNOWN  # so that every light is put anew
        self.dirty = True

    def lay(self, light_of, edge=b"", ground=b""):
        """From now on square s of the game is shown by light light_of[s]; all lights go dark until `show`.

        `edge` are the lights around the game's squares, ground[s] what a square shows while it is not marked.
        """
        self._light_of = light_of
        self._lit_squares = bytes([square for square in range(len(light_of)) if light_of[square] != NOWHERE])
        used = bytes(light_of)
        self._others = bytes([light for light in range(self.lights.count) if light not in used])
        self._ground = ground
        self._darken()
        for light in range(self.lights.count):
            self.beside[light] = 0
        for light in edge:
            self.beside[light] = EDGE

    def covering(self):
        """`cover`, dark anew. Allocates."""
        self.set_cover(bytearray(self.lights.count))
        return self.cover

    def set_cover(self, cover):
        """Let every light show what `cover` has for it instead of all else; None: no more."""
        self.cover = cover
        self.dirty = True

    def redraw(self):
        """Something else is to be shown than was."""
        self.dirty = True

    def say_full(self, yes):
        """The flash takes no more, or it does again."""
        if self._full != yes:
            self._full = yes
            self.dirty = True

    def say_thinking(self, yes):
        """The board thinks, or it does no more."""
        if self._thinking != yes:
            self._thinking = yes
            self.dirty = True

    def alarm(self, now):
        """Tell for 3 s that something went wrong inside."""
        self.notice(FAULT, now)

    def notice(self, notice, now):
        """Tell FAULT, REFUSED or DONE for 3 s."""
        self.noticed = notice
        self.noticed_at = now
        self.dirty = True

    def due(self, now):
        """Whether `show` has something to do: what is shown or the blink phase has changed."""
        if self.noticed and (now - self.noticed_at) & WRAP >= NOTICE_MS:
            self.noticed = CALM
            self.dirty = True
        return self.dirty or self._at or self._blinks and now >> PHASE_BITS & 7 != self._phase

    def deadline(self, now):
        """Ms until `show` is `due` although nothing else is to be shown, -1 if never."""
        if self.dirty or self._at:
            return 0
        wait = (1 << PHASE_BITS) - (now & (1 << PHASE_BITS) - 1) if self._blinks else -1
        if self.noticed:
            wait = sooner(wait, max(0, NOTICE_MS - ((now - self.noticed_at) & WRAP)))
        return wait

    def show(self, marks, now):
        """Light marks[square] for every square, if that is `due`; many lights in as many calls as it takes."""
        if not self.due(now):
            return
        if not self._at:
            if self.dirty:
                self._compose(marks)
                self.dirty = False
            self._phase = now >> PHASE_BITS & 7
            for meaning in range(len(self._seen)):
                self._seen[meaning] = meaning if self._patterns[meaning] >> self._phase & 1 else 0
        frame = self._frame
        lit = self._lit
        seen = self._seen
        colours = self._colours
        lights = self.lights
        left = PUTS
        for light in range(self._at, len(frame)):
            meaning = seen[frame[light]]
            if meaning != lit[light]:
                if not left:
                    self._at = light
                    return
                left -= 1
                lit[light] = meaning
                at = 3 * meaning
                lights.put(light, colours[at], colours[at + 1], colours[at + 2])
        self._at = 0
        lights.show()

    def _compose(self, marks):
        """What each light means now."""
        frame = self._frame
        cover = self.cover
        if cover:
            for light in range(len(frame)):
                frame[light] = cover[light]
        else:
            beside = self.beside
            for light in self._others:
                frame[light] = beside[light]
            light_of = self._light_of
            ground = self._ground
            for square in self._lit_squares:
                frame[light_of[square]] = marks[square] or (ground[square] if ground else 0)
        if self.noticed:
            if not self._lay_over(self.noticed, MARK_MOVE, MARK_SHOWN):
                self._lay_over(self.noticed, MEANT, MEANT)  # for these seconds it comes before all else
        elif self._thinking or self._full:
            self._lay_over(THINKING if self._thinking else FULL, MARK_MOVE, MARK_SHOWN)
        self._blinks = False
        patterns = self._patterns
        for meaning in frame:
            if patterns[meaning] != STEADY:
                self._blinks = True
                break

    def _lay_over(self, notice, low, high):
        """Show a notice at the corners that mean nothing from `low` to below `high`; returns how many."""
        frame = self._frame
        count = 0
        for i in range(CORNERS):
            light = self.corners[i]
            if not low <= frame[light] < high:
                frame[light] = MEANT + notice
                count += 1
        return count

    def off(self):
        """All dark, at once."""
        self._darken()
        self.lights.show()

    def _darken(self):
        self._at = 0
        for light in range(self.lights.count):
            self._lit[light] = 0
            self.lights.put(light, 0, 0, 0)
        self.dirty = True
