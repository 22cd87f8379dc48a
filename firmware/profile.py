"""Reads the board's profile as the PC compiled it, and finds where a game lies on the board.

It lies beside the modules in the ROM partition where a UF2 file has brought all of them, else at /profile.json.

No pin is touched before `load` has found the profile whole (its checksum) and made for this port: a pin that is driven by a wrong
profile can damage what is connected to it. Used when the firmware starts and when another game begins; allocates.
"""

import json
import os
from binascii import unhexlify

from shared_rules.codes import NOWHERE, const
from shared_rules.protocol.frames import crc16

FORMAT = const(1)
CRC = ',"crc":"'  # begins the last value: the CRC (shared_rules/protocol/frames.py) of all before it, in 4 hexadecimal digits


def place():
    """The path of the board's profile."""
    path = "/rom/profile.json"
    try:
        os.stat(path)
        return path
    except OSError:
        return "/profile.json"


def load(path="", port="", again=False):
    """The profile in a file ("": the board's own) as a dict, if it is for `port` ("" takes any); if it is read `again`, its
    checksum is not computed.

    ValueError if it is damaged, this firmware does not read its format, or it is for another port; OSError if it is missing.
    """
    path = path or place()
    with open(path) as file:
        text = file.read()
    profile = json.loads(text)
    if not isinstance(profile, dict):
        raise ValueError("%s: not a board profile; install it again" % path)
    if profile.get("format") != FORMAT:
        raise ValueError("%s: format %s; this firmware reads %d" % (path, profile.get("format"), FORMAT))
    if again:
        return profile
    end = text.rfind(CRC)
    if end < 0 or "%04x" % crc16(text.encode(), 0, end) != profile.get("crc"):
        raise ValueError("%s: damaged, its checksum does not match; install it again" % path)
    if port and profile["port"] != port:
        raise ValueError("%s: for port %s; this board's is %s" % (path, profile["port"], port))
    return profile


def layout_of(profile, game):
    """`square_of`, `light_of` and `outside` of a game on the board with that profile, a dict, as table.py's Layout has them."""
    board = unhexlify(profile["games"][game])
    sensors = unhexlify(profile["sensors"]["squares"])
    lights = unhexlify(profile["lights"]["lights"])
    under = bytearray([NOWHERE] * 256)
    for square in range(len(board)):
        under[board[square]] = square
    under[NOWHERE] = NOWHERE
    square_of = bytearray(len(sensors))
    outside = bytearray(len(sensors))
    for sensor in range(len(sensors)):
        square = sensors[sensor]
        square_of[sensor] = under[square]
        used = square >= len(lights) or under[square] != NOWHERE
        outside[sensor] = NOWHERE if used else lights[square]
    return square_of, lights_of(profile, game), outside


def edge_of(profile, game):
    """The lights of squares beside those that a game uses, diagonally too."""
    columns = profile["columns"]
    lights = unhexlify(profile["lights"]["lights"])
    rows = [0] * (len(lights) // columns + 2)  # bit c + 1: the square of column c is used; a row more on either side
    for square in unhexlify(profile["games"][game]):
        if square != NOWHERE:
            rows[square // columns + 1] |= 2 << square % columns
    found = []
    for row in range(1, len(rows) - 1):
        near = rows[row - 1] | rows[row] | rows[row + 1]
        near = (near << 1 | near | near >> 1) & ~rows[row]
        if near:
            for column in range(columns):
                light = lights[(row - 1) * columns + column]
                if near & 2 << column and light != NOWHERE:
                    found.append(light)
    return bytes(found)


def lights_of(profile, game):
    """The light of every square of a game's frame, NOWHERE where there is none."""
    lights = unhexlify(profile["lights"]["lights"])
    return bytearray([lights[square] if square != NOWHERE else NOWHERE for square in unhexlify(profile["games"][game])])


def corners(profile):
    """The lights of the board's four corners, for what concerns the whole board."""
    return unhexlify(profile["lights"]["corners"])
