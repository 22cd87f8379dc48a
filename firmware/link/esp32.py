"""The USB serial port of an ESP32-S3.

Its console says that there is room for a byte when there is none (MicroPython, ports/esp32/mphalport.c), and a byte for a PC that
keeps the port open without reading is waited for: half a second, each. So after one such wait nothing is written until the
PC sends something, or for 20 s. The byte is lost, and with it its frame, which the link sends again. Nothing here allocates after
construction.
"""

import time

from firmware.link.usb import UsbPort
from shared_rules.codes import const

STUCK_MS = const(100)  # longer than any write to a PC that reads, the start-up UART's copy included
REST_MS = const(20000)


class Esp32Port:
    """`read` and `write` single bytes."""

    def __init__(self):
        self._usb = UsbPort()
        self._stuck = False
        self._since = 0

    def read(self):
        """The next byte, -1 if there is none yet."""
        byte = self._usb.read()
        if byte >= 0:
            self._stuck = False
        return byte

    def write(self, byte):
        """Write a byte; False if there is no room now."""
        now = time.ticks_ms()
        if self._stuck and time.ticks_diff(now, self._since) < REST_MS:
            return False
        written = self._usb.write(byte)
        self._stuck = time.ticks_diff(time.ticks_ms(), now) >= STUCK_MS
        self._since = now
        return written
