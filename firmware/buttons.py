"""Push buttons to ground, with the chip's pull-ups.

A press counts once the button has been down for 20 ms, and again only after it has been up for 20 ms. When it is let go it
was a tap, and after a second it is held: `gesture` tells. Nothing here allocates after construction.
"""

from machine import Pin

from shared_rules.codes import const
from shared_rules.protocol.signals import BUTTON_NAMES

STABLE_MS = const(20)
HOLD_MS = const(1000)
# What `gesture` gives, besides the BUTTON_ code.
TAP = const(16)
HOLD = const(32)
WRAP = const(0x3FFFFFFF)


class Buttons:
    """The buttons of a profile, `{"ok": pin, "next": pin, "back": pin}`; any may be missing."""

    def __init__(self, settings):
        self._pins = []
        self._codes = bytearray(len(settings))
        for name in BUTTON_NAMES:
            if name in settings:
                self._codes[len(self._pins)] = BUTTON_NAMES.index(name)
                self._pins.append(Pin(settings[name], Pin.IN, Pin.PULL_UP))
        self._raw = bytearray(len(self._pins))
        self._down = bytearray(len(self._pins))
        self._since = [0] * len(self._pins)
        self._unstable = 0
        self._watched = -1  # the button that is down, until it is a tap or held
        self._pressed_at = 0

    def read(self, now):
        """The BUTTON_ code of a button that was pressed, 0 if none was."""
        pressed = 0
        self._unstable = 0
        i = 0
        for pin in self._pins:
            down = 1 - pin.value()
            if down != self._raw[i]:
                self._raw[i] = down
                self._since[i] = now
            if down != self._down[i]:
                if (now - self._since[i]) & WRAP >= STABLE_MS:
                    self._down[i] = down
                    if down:
                        pressed = self._codes[i]
                        self._watched = i
                        self._pressed_at = now
                else:
                    self._unstable += 1
            i += 1
        return pressed

    def gesture(self, now):
        """TAP | code when a button has been let go, HOLD | code once it has been down for a second, else 0; after `read`."""
        i = self._watched
        if i < 0:
            return 0
        if not self._down[i]:
            self._watched = -1
            return TAP | self._codes[i]
        if (now - self._pressed_at) & WRAP >= HOLD_MS:
            self._watched = -1
            return HOLD | self._codes[i]
        return 0

    def held(self):
        """The buttons that were down at the last `read`, debounced or not: bit n for BUTTON_ code n."""
        bits = 0
        for i in range(len(self._pins)):
            if self._raw[i]:
                bits |= 1 << self._codes[i]
        return bits

    def deadline(self, now):
        """Ms until `read` may give something although no pin changes, -1 if never."""
        soonest = 1 << 20
        if self._watched >= 0:
            soonest = HOLD_MS - ((now - self._pressed_at) & WRAP)
        elif not self._unstable:
            return -1
        for i in range(len(self._pins)):
            if self._raw[i] != self._down[i]:
                left = STABLE_MS - ((now - self._since[i]) & WRAP)
                if left < soonest:
                    soonest = left
        return soonest if soonest > 0 else 0
