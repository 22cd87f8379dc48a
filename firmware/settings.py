"""What players have set: kept on the flash, so that it holds until it is set again. At the board (menu.py) or from the PC (O).

Allocates, but reading a value does not.
"""

import os

FILE = "/settings"
# Name, least, most, and what holds until it is set.
TABLE = (
    ("teaching", 0, 2, 1),  # lights: none; where a lifted piece may go; also what has to capture
    ("brightness", 5, 100, 100),  # percent of the profile's, which the power supply was reckoned for
    ("patterns", 0, 1, 0),  # 1: every meaning has a blink pattern of its own, for eyes that tell colours apart badly
)


class Settings:
    """`folder` is the journal's; `display` shows what was set."""

    def __init__(self, folder, display):  # seldom
        self.teaching = self.brightness = self.patterns = 0
        self._path = folder + FILE
        self._display = display
        for name, _, _, usual in TABLE:
            setattr(self, name, usual)
        self._load()
        self.show()

    def show(self, brightness=0):  # seldom
        """Let the lights be as set; for a while with another brightness, to try it."""
        self._display.adjust(brightness or self.brightness, self.patterns)

    def set(self, name, value):  # seldom
        """Set it from now on; "" or what is wrong with it."""
        for known, least, most, _ in TABLE:
            if known == name:
                if not least <= value <= most:
                    return "%s runs from %d to %d" % (name, least, most)
                setattr(self, name, value)
                self._save()
                self.show()
                return ""
        return "no such setting"

    def text(self):  # seldom
        """`name value least most` of each, with commas between them."""
        return ",".join(["%s %d %d %d" % (name, getattr(self, name), least, most) for name, least, most, _ in TABLE])

    def _load(self):  # seldom
        try:
            with open(self._path) as file:
                lines = file.read().split("\n")
        except (OSError, ValueError):
            return
        for name, least, most, _ in TABLE:
            for line in lines:
                word, _, value = line.partition(" ")
                if word == name and value.isdigit() and len(value) < 4 and least <= int(value) <= most:
                    setattr(self, name, int(value))

    def _save(self):  # seldom
        try:
            with open(self._path + ".new", "w") as file:
                for name, _, _, _ in TABLE:
                    file.write("%s %d\n" % (name, getattr(self, name)))
            os.rename(self._path + ".new", self._path)
        except OSError:
            pass  # it holds until the board is switched off
