"""Random bytes. A module of its own, as the journal keeps it: with a function, MicroPython keeps the whole module. Allocates.

MicroPython for RP2040, RP2350 and ESP32 has `os.urandom`. Builds for chips without a random number generator have none (SAMD21,
nRF51, STM32F401 and F411, say), nor has a build that leaves it out. There what comes of `noise` can be guessed: it tells
games apart and starts of the board, and keeps no secret.
"""

import os
import time

from shared_rules.protocol.frames import crc16

NO_SECRETS = "this board has no os.urandom, so its secret kings could be guessed: play another variant"


def keeps_secrets():
    """Whether `os.urandom` gives bytes that nobody can guess."""
    try:
        return len(os.urandom(1)) == 1
    except (AttributeError, OSError):
        return False


def noise(count):
    """So many random bytes: of the chip, or where it has none to give, of when somebody did something."""
    try:
        return os.urandom(count)
    except (AttributeError, OSError):
        import machine

        unique = machine.unique_id()
        found = bytearray(count)
        for i in range(count):
            now = ("%d %d" % (i, time.ticks_us())).encode()  # type: ignore
            found[i] = crc16(now, 0, len(now), crc16(unique, 0, len(unique))) & 255
        return bytes(found)
