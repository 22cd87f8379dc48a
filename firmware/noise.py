"""Random bytes. A module of its own, as the journal keeps it: with a function, MicroPython keeps the whole module. Allocates."""

import os
import time

from shared_rules.protocol.frames import crc16


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
