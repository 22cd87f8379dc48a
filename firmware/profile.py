"""The board's profile as the PC compiled it (/profile.json), and where a game lies on the board.

Used when the firmware starts and when another game begins; allocates.
"""

import json
from binascii import unhexlify

from shared_rules.codes import NOWHERE

FORMAT = 1


def load(path="/profile.json"):
    """The profile as a dict; ValueError if this firmware does not read its format, OSError if it is missing."""
    with open(path) as file:
        profile = json.load(file)
    if profile.get("format") != FORMAT:
        raise ValueError("%s: format %s; this firmware reads %d" % (path, profile.get("format"), FORMAT))
    return profile


class Layout:
    """A game's frame on the board. `square_of[sensor]` and `light_of[square]` are NOWHERE where there is none."""

    def __init__(self, profile, game):
        board = unhexlify(profile["games"][game])
        sensors = unhexlify(profile["sensors"]["squares"])
        lights = unhexlify(profile["lights"]["lights"])
        self.square_of = bytearray(len(sensors))
        for sensor in range(len(sensors)):
            self.square_of[sensor] = NOWHERE
            for square in range(len(board)):
                if board[square] == sensors[sensor] and board[square] != NOWHERE:
                    self.square_of[sensor] = square
        self.light_of = bytearray(len(board))
        for square in range(len(board)):
            self.light_of[square] = NOWHERE if board[square] == NOWHERE else lights[board[square]]


def corners(profile):
    """The lights of the board's four corners, for what concerns the whole board."""
    lights = unhexlify(profile["lights"]["lights"])
    columns = profile["columns"]
    last = len(lights) - 1
    return bytes((lights[0], lights[columns - 1], lights[last - columns + 1], lights[last]))
