"""The board as a bench for the PC (`crossboard doctor`, `replay --board`): raw sensors and buttons out, lights in (WIRE.md, D).

Play rests while a probe runs: nothing is judged, nothing is written to the journal, and afterwards the game goes on
from there. Sensors are scanned as fast as the loop allows, undebounced, and every change is counted. Allocates freely.
"""

from array import array

from firmware.drivers import make
from shared_rules.codes import NOWHERE, const

DIGITS = "0123456789abcdef"
SCANS = const(4)  # in a step
REPORT_MS = const(20)  # between two reports at least
MOST = const(65535)  # changes counted of a sensor
PART = const(24)  # sensors told of in one message
FULL = const(200)  # bytes of a message to which nothing more is added
WRAP = const(0x3FFFFFFF)


def flickers(debounce, under, columns, link):
    """The answer to `flickers`: which sensors have changed or flickered in play since this start of the board.

    `under`: the board's square over each sensor, two hexadecimal digits each; `columns` of the board.
    """
    start = "flickers %06x" % link.clock.boot
    text = start
    for sensor in range(debounce.size):
        square = int(under[2 * sensor : 2 * sensor + 2], 16)
        count = debounce.flickers[sensor]
        changes = debounce.changes[sensor]
        if square != NOWHERE and (count or changes):
            text += " %s%d:%d:%d" % (chr(97 + square % columns), square // columns + 1, count, changes)
            if len(text) > FULL:
                link.bench.append(text.encode())
                text = start
    link.bench.append((text + " -").encode())


class Probe:
    """Runs between `begin` and `end`. `profile` (a Profile) tells how to scan the other way round; `out` takes messages for
    the PC."""

    def __init__(self, sensors, profile, buttons, display, out):
        self._sensors = sensors
        self._settings = settings = profile.read()["sensors"]
        self._swapped = False
        self._lights = display.lights
        self._buttons = buttons
        self._display = display
        self._held = 0
        self._out = out
        self._clear()
        display.off()
        self._say("begin %d %d %s" % (sensors.count, self._lights.count, settings["driver"]))

    def _clear(self):
        count = self._sensors.count
        self._raw = bytearray(count)
        self._last = bytearray(count)
        self._changes = array("H", bytearray(2 * count))
        self._sensors.scan(self._last)
        self._due = True
        self._reported = 0

    def _say(self, text):
        self._out.append(text.encode())

    # What the PC wants

    def command(self, text):
        """Carry out `text`; give "" or what is wrong with it."""
        words = text.split(" ")
        what = words[0]
        if what == "paint" and len(words) == 2:
            return self._paint(words[1])
        try:
            numbers = [int(word) for word in words[1:]]
            if what == "light" and len(numbers) == 4:
                self._light(numbers)
            elif what == "lights" and len(numbers) == 3:
                self._fill(numbers)
            elif what == "counts" and not numbers:
                self._counts()
            elif what == "clear" and not numbers:
                self._clear()
            elif what == "swap" and not numbers:
                return self._swap()
            else:
                return "no such request"
        except ValueError:
            return "no number"
        return ""

    def _light(self, numbers):
        """Light one more: number, red, green, blue."""
        if not 0 <= numbers[0] < self._lights.count:
            raise ValueError
        self._lights.put(numbers[0], numbers[1] & 255, numbers[2] & 255, numbers[3] & 255)
        self._lights.show()

    def _paint(self, digits):
        """Each light, from the first on, means what display.py has under that hexadecimal digit, and blinks so."""
        cover = bytearray(self._lights.count)
        if len(digits) != len(cover):
            return "this board has %d lights" % len(cover)
        try:
            for light in range(len(cover)):
                cover[light] = int(digits[light], 16)
        except ValueError:
            return "no number"
        self._display.set_cover(cover)
        return ""

    def _fill(self, numbers):
        for light in range(self._lights.count):
            self._lights.put(light, numbers[0] & 255, numbers[1] & 255, numbers[2] & 255)
        self._lights.show()

    def dark(self):
        """All lights off."""
        self._fill((0, 0, 0))

    def _counts(self):
        """How often each sensor has changed since `clear`, those that have."""
        parts = []
        for sensor in range(len(self._changes)):
            if self._changes[sensor]:
                parts.append("%d:%d" % (sensor, self._changes[sensor]))
            if len(parts) == PART:
                self._say("counts " + " ".join(parts))
                parts = []
        self._say(" ".join(["counts"] + parts + ["-"]))

    def _swap(self):
        """Drive the columns and read the rows from now on, or the other way round again."""
        if self._settings["driver"] != "matrix":
            return "these sensors are not a matrix"
        settings = dict(self._settings)
        self._swapped = not self._swapped
        if self._swapped:
            settings["rows"] = self._settings["columns"]
            settings["columns"] = self._settings["rows"]
        self._sensors = make("sensors", settings)
        self._clear()
        self._say("swap %d" % self._swapped)
        return ""

    # The loop

    def step(self, now):
        """One round at the time `now`; True if it was enough for a round."""
        raw = self._raw
        last = self._last
        for _ in range(SCANS):
            self._sensors.scan(raw)
            if raw != last:
                self._count()
        self._buttons.read(now)
        held = self._buttons.held()
        if held != self._held:
            self._held = held
            self._say("buttons %d" % held)
        if self._due and (now - self._reported) & WRAP >= REPORT_MS and len(self._out) < 4:
            self._due = False
            self._reported = now
            self._say("raw %d %s" % (now, _hex(last)))
            return True
        if self._display.cover and self._display.due(now):
            self._display.show(b"", now)
            return True
        return False

    def _count(self):
        """Take the changes that the last scan has found."""
        raw = self._raw
        last = self._last
        for sensor in range(len(raw)):
            if raw[sensor] != last[sensor]:
                last[sensor] = raw[sensor]
                self._due = True
                if self._changes[sensor] < MOST:
                    self._changes[sensor] += 1

    def end(self):
        """Lights off, pins as they were."""
        self._display.set_cover(None)
        self.dark()
        if self._swapped:
            make("sensors", self._settings)


def _hex(bits):
    """A digit for 4 sensors, bit 0 first."""
    padded = bits + bytes(3)
    found = ""
    for i in range(0, len(bits), 4):
        found += DIGITS[padded[i] | padded[i + 1] << 1 | padded[i + 2] << 2 | padded[i + 3] << 3]
    return found
