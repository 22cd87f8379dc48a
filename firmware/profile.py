"""The board's profile as the PC compiled it (/profile.json), and where a game lies on the board.

No pin is touched before `load` has found the profile whole (its checksum) and made for this port: a pin that is driven by a wrong
profile can harm what hangs on it. Used when the firmware starts and when another game begins; allocates.
"""

import json
from binascii import unhexlify

from shared_rules.codes import NOWHERE
from shared_rules.wire import crc16

FORMAT = 1
CRC = ',"crc":"'  # begins the last value: the CRC (shared_rules/wire.py) of all before it, in 4 hexadecimal digits


def load(path="/profile.json", port=""):
    """The profile as a dict, if it is for `port` ("" takes any).

    ValueError if it is damaged, this firmware does not read its format, or it is for another port; OSError if it is missing.
    """
    with open(path) as file:
        text = file.read()
    profile = json.loads(text)
    if profile.get("format") != FORMAT:
        raise ValueError("%s: format %s; this firmware reads %d" % (path, profile.get("format"), FORMAT))
    end = text.rfind(CRC)
    if end < 0 or "%04x" % crc16(text.encode(), 0, end) != profile["crc"]:
        raise ValueError("%s: damaged, its checksum does not match; install it again" % path)
    if port and profile["port"] != port:
        raise ValueError("%s: for port %s; this board's is %s" % (path, profile["port"], port))
    return profile


class Profile:
    """The profile for those who want something of it now and then: read anew each time, for as a dict it takes 2 KB of heap."""

    def __init__(self, known=None, path="/profile.json", port=""):  # seldom
        self._known = known  # a dict as `load` gives it, which is not read from a file then
        self._path = path
        self._port = port

    def read(self):  # seldom
        """The profile as a dict; raises what `load` raises."""
        return self._known or load(self._path, self._port)


class Layout:
    """A game's frame on the board. `square_of[sensor]` and `light_of[square]` are NOWHERE where there is none.

    `outside[sensor]` is the light of a square that the game does not use, else NOWHERE; `edge` the lights around those
    that it uses.
    """

    def __init__(self, profile, game):  # seldom
        board = unhexlify(profile["games"][game])
        sensors = unhexlify(profile["sensors"]["squares"])
        lights = unhexlify(profile["lights"]["lights"])
        under = bytearray([NOWHERE] * 256)
        for square in range(len(board)):
            under[board[square]] = square
        under[NOWHERE] = NOWHERE
        self.square_of = bytearray(len(sensors))
        self.outside = bytearray(len(sensors))
        for sensor in range(len(sensors)):
            square = sensors[sensor]
            self.square_of[sensor] = under[square]
            used = square >= len(lights) or under[square] != NOWHERE
            self.outside[sensor] = NOWHERE if used else lights[square]
        self.light_of = bytearray(len(board))
        for square in range(len(board)):
            self.light_of[square] = NOWHERE if board[square] == NOWHERE else lights[board[square]]
        self.edge = bytes(_edge(profile, under, lights))


def _edge(profile, under, lights):
    """The lights of squares beside those that are used, diagonally too."""
    columns = profile["columns"]
    found = []
    for square in range(len(lights)):
        if lights[square] == NOWHERE or under[square] != NOWHERE:
            continue
        near = False
        for row in range(square // columns - 1, square // columns + 2):
            for column in range(square % columns - 1, square % columns + 2):
                if 0 <= column < columns and 0 <= row * columns + column < len(lights):
                    near = near or under[row * columns + column] != NOWHERE
        if near:
            found.append(lights[square])
    return found


def corners(profile):
    """The lights of the board's four corners, for what concerns the whole board."""
    return unhexlify(profile["lights"]["corners"])
