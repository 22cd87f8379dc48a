"""Push buttons to ground, with the chip's pull-ups.

A press counts once the button has been down for 20 ms, and again only after it has been up for 20 ms. `read` allocates
nothing.
"""

from machine import Pin

from shared_rules.codes import const
from shared_rules.signals import BUTTON_NAMES

STABLE_MS = const(20)
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
                else:
                    self._unstable += 1
            i += 1
        return pressed

    def held(self):
        """The buttons that were down at the last `read`, debounced or not: bit n for BUTTON_ code n."""
        bits = 0
        for i in range(len(self._pins)):
            if self._raw[i]:
                bits |= 1 << self._codes[i]
        return bits

    def deadline(self, now):
        """Ms until `read` may give something although no pin changes, -1 if never."""
        if not self._unstable:
            return -1
        soonest = STABLE_MS
        for i in range(len(self._pins)):
            if self._raw[i] != self._down[i]:
                left = STABLE_MS - ((now - self._since[i]) & WRAP)
                if left < soonest:
                    soonest = left
        return soonest if soonest > 0 else 0
