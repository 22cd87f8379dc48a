"""The port of a board with Wi-Fi: USB, and the network as long as nobody is there by USB.

A byte that comes by USB makes it the port, at once; a PC by Wi-Fi is hung up on. After 6 s of silence there the network has its
turn again: a PC that is connected says something every 2 s (WIRE.md, Connection). While nobody is there at all, hellos go to USB.
"""

import time

from shared_rules.codes import const

SILENT_MS = const(6000)


class EitherPort:
    """`read` and `write` single bytes. `usb` and `wifi` are ports; `wifi` as firmware/link/wifi.py has it."""

    def __init__(self, usb, wifi):
        self.usb = usb
        self.wifi = wifi
        self._heard_at = 0

    def read(self):
        """The next byte, -1 if there is none yet."""
        wifi = self.wifi
        byte = self.usb.read()
        if byte >= 0:
            self._heard_at = time.ticks_ms()
            if not wifi.busy:
                wifi.busy = True
                wifi.hang_up()
            return byte
        if not wifi.busy:
            return wifi.read()
        wifi.step()
        wifi.busy = time.ticks_diff(time.ticks_ms(), self._heard_at) < SILENT_MS
        return -1

    def write(self, byte):
        """Write a byte; False if there is no room now."""
        if self.wifi.ready():
            return self.wifi.write(byte)
        return self.usb.write(byte)
