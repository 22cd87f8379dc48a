"""What players have set: kept on the flash, so that it holds until it is set again. At the board (menu.py) or from the PC (O).

Loaded for that; the app keeps the values. Allocates.
"""

import os

from shared_rules.codes import const

FILE = "/settings"
# Name, least, most, and the value until it is set.
TEACHING = const(0)
BRIGHTNESS = const(1)
PATTERNS = const(2)
SOUND = const(3)  # the last, as only a board with a buzzer has it
COUNT = const(4)
TABLE = (
    ("teaching", 0, 2, 1),  # lights: none; where a lifted piece may go; also what has to capture
    ("brightness", 5, 100, 100),  # percent of the profile's, for which the power supply was chosen
    ("patterns", 0, 1, 0),  # 1: every meaning has a blink pattern of its own, for people who can't tell colours apart
    ("sound", 0, 2, 2),  # of the buzzer: none, quiet, loud
)


class Settings:
    """`values` are what is set, in the order of TABLE, as many as the board has; `folder` is the journal's; `display` shows
    what was set, and `modes` and `link` are told."""

    def __init__(self, values, folder, display, modes, link):
        self.values = values
        self._modes = modes
        self._link = link
        self._path = folder + FILE
        self._display = display

    @property
    def teaching(self):
        """How much the lights teach."""
        return self.values[TEACHING]

    @property
    def brightness(self):
        """Percent of the profile's."""
        return self.values[BRIGHTNESS]

    def show(self, brightness=0):
        """Let the lights be as set; for a while with another brightness, to try it."""
        self._display.adjust(brightness or self.values[BRIGHTNESS], self.values[PATTERNS])

    def set(self, name, value):
        """Set it from now on; "" or what is wrong with it."""
        for i in range(len(self.values)):
            known, least, most, _ = TABLE[i]
            if known == name:
                if not least <= value <= most:
                    return "%s must be from %d to %d" % (name, least, most)
                self.values[i] = value
                self._save()
                self.show()
                self._modes.repaint()
                self._link.tell_settings()
                return ""
        return "no such setting"

    def text(self):
        """`name value least most` of each, with commas between them."""
        found = []
        for i in range(len(self.values)):
            name, least, most, _ = TABLE[i]
            found.append("%s %d %d %d" % (name, self.values[i], least, most))
        return ",".join(found)

    def load(self):
        """When switched on: from now on that holds which was set before."""
        for i in range(len(self.values)):
            self.values[i] = TABLE[i][3]
        self._read()
        self.show()

    def _read(self):
        try:
            with open(self._path) as file:
                lines = file.read().split("\n")
        except (OSError, ValueError):
            return
        for i in range(len(self.values)):
            name, least, most, _ = TABLE[i]
            for line in lines:
                word, _, value = line.partition(" ")
                if word == name and value.isdigit() and len(value) < 4 and least <= int(value) <= most:
                    self.values[i] = int(value)

    def _save(self):
        try:
            with open(self._path + ".new", "w") as file:
                for i in range(len(self.values)):
                    file.write("%s %d\n" % (TABLE[i][0], self.values[i]))
            os.rename(self._path + ".new", self._path)
        except OSError:
            pass  # it holds until the board is switched off
