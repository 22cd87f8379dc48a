"""`socket` as on a board with Wi-Fi: a port to listen at, connections that do not block; real TCP on the PC (node/radio.mjs)."""

import io

import _board
from uctypes import addressof

AF_INET = 2
SOCK_STREAM = 1
SOL_SOCKET = 0xFFF
SO_REUSEADDR = 4

_POLL = 3  # MP_STREAM_POLL
_POLLIN = 1
_POLLOUT = 4
_EAGAIN = 11
_ECONNRESET = 104

_read = _board.radio_read
_write = _board.radio_write
_waiting = _board.radio_waiting


def getaddrinfo(host, port, *rest):
    return [(AF_INET, SOCK_STREAM, 0, "", (host, port))]


class socket(io.IOBase):
    """A listening socket until `accept` makes others."""

    def __init__(self, family=AF_INET, kind=SOCK_STREAM, protocol=0, slot=-1):
        self._slot = slot

    def setsockopt(self, level, option, value):
        pass

    def setblocking(self, blocking):
        if blocking:
            raise OSError(22)

    def bind(self, address):
        pass

    def listen(self, backlog=1):
        _board.radio_listen(1)

    def accept(self):
        slot = _waiting()
        if slot < 0:
            raise OSError(_EAGAIN)
        return socket(slot=slot), (_board.radio_accept(slot), 50000)

    def readinto(self, buf, size=-1):
        """How much was read, 0 at the end, None if nothing is there now."""
        count = _read(self._slot, addressof(buf), len(buf) if size < 0 else min(size, len(buf)))
        return None if count < 0 else count

    def write(self, data):
        """How much was taken, None if there is no room now."""
        count = _write(self._slot, addressof(data), len(data))
        if count == -2:
            raise OSError(_ECONNRESET)
        return None if count < 0 else count

    def close(self):
        if self._slot >= 0:
            _board.radio_close(self._slot)
        self._slot = -1

    def ioctl(self, request, argument):
        if request != _POLL:
            return 0
        return (_POLLIN if _waiting() >= 0 else 0) & argument
