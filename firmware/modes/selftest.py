"""The board's test of itself, for a maker without a PC: hold *ok* while the board is switched on.

All lights red, then green, then blue; then one after the other, a1 first. Then sensors: a square is green while its
sensor is closed, faintly blue once it has been closed and opened again, red if it was closed from the start and never
opened, yellow if it has changed more often than hands do (bouncing, weak or loose). A button that is down lights a corner:
*ok* lower left, *next* lower right, *back* upper left. *ok* held for 2 s ends it, and play begins. Allocates freely.
"""

import time
from binascii import unhexlify

from firmware.profile import corners, load
from shared_rules.codes import NOWHERE, const
from shared_rules.protocol.signals import BUTTON_BACK, BUTTON_NEXT, BUTTON_OK

HELD_MS = const(300)  # of holding ok that begin it
LEAVE_MS = const(2000)  # that end it
COLOUR_MS = const(800)
WALK_MS = const(60)  # on each light
PERIOD_MS = const(5)
OFTEN = const(30)  # changes of one sensor
RECENT_MS = const(500)  # within this time after each other

RED = (70, 0, 0)
GREEN = (0, 70, 0)
BLUE = (0, 0, 70)
FAINT = (0, 0, 12)
YELLOW = (60, 40, 0)
WHITE = (50, 50, 50)
DARK = (0, 0, 0)


def wanted(buttons):
    """Whether ok is held down as the board is switched on."""
    for _ in range(HELD_MS // PERIOD_MS):
        buttons.read(time.ticks_ms())
        if not buttons.held() >> BUTTON_OK & 1:
            return False
        time.sleep_ms(PERIOD_MS)
    return True


def begin(sensors, lights, buttons):
    """Test, if ok is held."""
    if wanted(buttons):
        SelfTest(sensors, lights, buttons, load()).run()


class SelfTest:
    """One run; `profile` as profile.load gives it."""

    def __init__(self, sensors, lights, buttons, profile):
        self._sensors = sensors
        self._lights = lights
        self._buttons = buttons
        self._corners = corners(profile)
        light_of = unhexlify(profile["lights"]["lights"])
        squares = unhexlify(profile["sensors"]["squares"])
        self._walk = [light for light in light_of if light != NOWHERE]
        # The light over each sensor.
        self._light = bytes([NOWHERE if square == NOWHERE else light_of[square] for square in squares])
        self._raw = bytearray(self._sensors.count)
        self._last = bytearray(self._sensors.count)
        self._opened = bytearray(self._sensors.count)  # 1: was open at some time, 2: and has been closed too
        self._changes = bytearray(self._sensors.count)
        self._changed_at = [0] * self._sensors.count
        self._held_since = -1

    def run(self):
        """Until ok has been held long enough."""
        try:
            for colour in (RED, GREEN, BLUE):
                self._fill(colour)
                time.sleep_ms(COLOUR_MS)
            for light in self._walk:
                self._fill(DARK, light)
                time.sleep_ms(WALK_MS)
            self._sensors.scan(self._last)
            for sensor in range(len(self._last)):
                self._opened[sensor] = 0 if self._last[sensor] else 1
            shown = b""
            while not self._ends():
                self._scan()
                frame = self._frame()
                if frame != shown:
                    shown = frame
                    self._show(frame)
                time.sleep_ms(PERIOD_MS)
        finally:
            self._fill(DARK)

    def _fill(self, colour, light=-1):
        """All lights in one colour, and one of them white."""
        for i in range(self._lights.count):
            self._lights.put(i, colour[0], colour[1], colour[2])
        if light >= 0:
            self._lights.put(light, WHITE[0], WHITE[1], WHITE[2])
        self._lights.show()

    def _ends(self):
        now = time.ticks_ms()
        self._buttons.read(now)
        if not self._buttons.held() >> BUTTON_OK & 1:
            self._held_since = now
            return False
        # ok is still down from the beginning until it has been let go once.
        return self._held_since >= 0 and time.ticks_diff(now, self._held_since) >= LEAVE_MS  # type: ignore

    def _scan(self):
        now = time.ticks_ms()
        self._sensors.scan(self._raw)
        for sensor in range(len(self._raw)):
            closed = self._raw[sensor]
            if closed == self._last[sensor]:
                continue
            self._last[sensor] = closed
            if not closed:
                self._opened[sensor] = 2
            if time.ticks_diff(now, self._changed_at[sensor]) > RECENT_MS:
                self._changes[sensor] = 0
            self._changed_at[sensor] = now
            if self._changes[sensor] < OFTEN:
                self._changes[sensor] += 1

    def _colour(self, sensor):
        if self._changes[sensor] == OFTEN:
            return YELLOW
        if self._last[sensor]:
            return GREEN if self._opened[sensor] else RED
        return FAINT if self._opened[sensor] == 2 else DARK

    def _frame(self):
        """Red, green and blue of every light."""
        frame = bytearray(3 * self._lights.count)
        for sensor in range(len(self._light)):
            if self._light[sensor] != NOWHERE:
                self._put(frame, self._light[sensor], self._colour(sensor))
        held = self._buttons.held()
        i = 0
        for code in (BUTTON_OK, BUTTON_NEXT, BUTTON_BACK):
            if held >> code & 1:
                self._put(frame, self._corners[i], WHITE)
            i += 1
        return frame

    def _put(self, frame, light, colour):
        for part in range(3):
            frame[3 * light + part] = colour[part]

    def _show(self, frame):
        for light in range(self._lights.count):
            self._lights.put(light, frame[3 * light], frame[3 * light + 1], frame[3 * light + 2])
        self._lights.show()
