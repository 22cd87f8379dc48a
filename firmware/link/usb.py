"""The USB serial port, shared with the REPL: sys.stdin and sys.stdout.

Never blocks and allocates nothing: a byte is read only when one is there, and written only when there is room for it.
On the Pico "room" means at least one byte, so bytes go out one at a time. Ctrl-C keeps its meaning (mpremote needs
it): it is never written, and arrives here only if it came while MicroPython compiled main.py, when it interrupts nothing.
"""

import sys
from select import POLLIN, POLLOUT, poll

from shared_rules.codes import const

CTRL_C = const(3)


class UsbPort:
    """`read` and `write` single bytes."""

    def __init__(self):
        self._input = sys.stdin.buffer
        self._output = sys.stdout.buffer
        self._byte = bytearray(1)
        self._readable = poll()
        self._readable.register(sys.stdin, POLLIN)
        self._writable = poll()
        self._writable.register(sys.stdout, POLLOUT)

    def read(self):
        """The next byte, -1 if there is none yet."""
        for _, events in self._readable.ipoll(0):
            if events & POLLIN and self._input.readinto(self._byte):
                if self._byte[0] == CTRL_C:
                    raise KeyboardInterrupt
                return self._byte[0]
        return -1

    def write(self, byte):
        """Write a byte; False if there is no room now."""
        for _, events in self._writable.ipoll(0):
            if events & POLLOUT:
                self._byte[0] = byte
                self._output.write(self._byte)
                return True
        return False
