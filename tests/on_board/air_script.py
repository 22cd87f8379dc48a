"""A PC that is joined by Wi-Fi: what `network`, `socket` and `select` are to the firmware, and the PC's end of the sealed lines.

Runs beside heap_script, and is imported before link/wifi.py. What the PC does it does between two rounds (`between`), so nothing
is allocated here while the board is played on.
"""

import sys
import time

from heap_script import Port

TOKEN = "00112233445566778899aabbccddeeff"
NONCE = b"0" * 32  # the PC's
ROOM = 2048  # bytes on their way
POLLIN = 1


class Pipe:
    """Bytes on their way in one direction."""

    def __init__(self):
        self.data = bytearray(ROOM)
        self.start = self.end = 0

    def put(self, data, size):
        if self.start == self.end:
            self.start = self.end = 0
        for i in range(size):
            self.data[self.end + i] = data[i]
        self.end += size

    def take(self, out, size):
        size = min(size, self.end - self.start)
        for i in range(size):
            out[i] = self.data[self.start + i]
        self.start += size
        return size


class Air:
    """The only connection: `waiting` until the board accepts it, and it may hang up."""

    to_board = Pipe()
    to_pc = Pipe()
    waiting = False
    open = False
    joined = False


class Station:
    PM_PERFORMANCE = 0
    IF_STA = 0

    def __init__(self, interface=0):
        pass

    def active(self, on):
        pass

    def config(self, **values):
        pass

    def connect(self, ssid, password):
        Air.joined = True

    def disconnect(self):
        Air.joined = False

    def isconnected(self):
        return Air.joined


class Connection:
    def setblocking(self, blocking):
        pass

    def readinto(self, view):
        if Air.open:
            return Air.to_board.take(view, len(view)) or None
        return 0

    def write(self, view):
        Air.to_pc.put(view, len(view))
        return len(view)

    def close(self):
        Air.open = False


class Listener(Connection):
    accepted = (Connection(), ("192.168.1.9", 50000))

    def setsockopt(self, level, option, value):
        pass

    def bind(self, address):
        pass

    def listen(self, backlog):
        pass

    def accept(self):
        if not Air.waiting:
            raise OSError(11)
        Air.waiting = False
        return self.accepted

    def close(self):
        pass


class Poll:
    some = ((None, POLLIN),)

    def register(self, listener, events):
        pass

    def ipoll(self, timeout):
        return self.some if Air.waiting else ()


class Network:
    STA_IF = 0
    WLAN = Station

    @staticmethod
    def hostname(name):
        pass


class Socket:
    SOL_SOCKET = SO_REUSEADDR = 0
    socket = Listener

    @staticmethod
    def getaddrinfo(host, port):
        return ((host, port),)


class Select:
    POLLIN = POLLIN
    poll = Poll


class AirPort(Port):
    """The board's port with a PC by Wi-Fi, in the place of `Port`, whose PC it is."""

    def __init__(self):
        super().__init__()
        for name, module in (("network", Network), ("socket", Socket), ("select", Select)):
            sys.modules[name] = module  # type: ignore
        from firmware.link import wifi

        class Clock:
            ticks_ms = staticmethod(lambda: self.now)
            ticks_add = staticmethod(time.ticks_add)
            ticks_diff = staticmethod(time.ticks_diff)

        wifi.time = Clock  # type: ignore
        self._wifi = wifi
        self._board = wifi.WifiPort(
            {"ssid": "a", "password": "", "name": "b", "token": TOKEN}, lambda count: bytes(count)
        )
        self._line = bytearray(400)
        self._size = 0
        self._seal = bytearray(wifi.MAC)
        self._in = self._out = None
        self._key = b""

    def read(self):
        return self._board.read()

    def write(self, byte):
        return self._board.write(byte)

    def ask(self, message):
        """As Port; `!` hangs up and comes again."""
        if message[0] == 33:
            Air.open = False
            return True
        return super().ask(message)

    def between(self):
        """What the PC does between two rounds."""
        if not Air.open:
            Air.to_board.start = Air.to_board.end = Air.to_pc.start = Air.to_pc.end = self._size = 0
            self._in = self._out = None
            Air.open = Air.waiting = True
        while Air.to_pc.start < Air.to_pc.end:
            Air.to_pc.take(self._seal, 1)
            self._line[self._size] = self._seal[0]
            self._size += 1
            if self._seal[0] == 10:
                self._hear(self._size - 1)
                self._size = 0
        if self._in and Air.to_board.start == Air.to_board.end:
            size = self.pc.transmit(self.now, self.frame)
            if size:
                self._out.make(self.frame, size - 1, self._seal, 0)
                Air.to_board.put(self.frame, size - 1)
                Air.to_board.put(b" " + self._seal + b"\n", self._wifi.MAC + 2)

    def _hear(self, size):
        """A line from the board: of the greeting, or a sealed frame."""
        wifi = self._wifi
        token = TOKEN.encode()
        if self._in:
            size -= wifi.MAC + 1
            self._in.make(self._line, size, self._seal, 0)
            assert self._seal == self._line[size + 1 : size + 1 + wifi.MAC]
            self._line[size] = 10
            for i in range(size + 1):
                super().write(self._line[i])
        elif size == 45:
            self._key = bytes(self._line[13:45]) + b" " + NONCE
            line = NONCE + b" " + wifi.hexlify(wifi.hmac(token, b"pc " + self._key))[:32] + b"\n"
            Air.to_board.put(line, len(line))
        else:
            assert self._line[:size] == wifi.hexlify(wifi.hmac(token, b"board " + self._key))[:32]
            self._in = wifi.Seal(wifi.hmac(token, b"to pc " + self._key))
            self._out = wifi.Seal(wifi.hmac(token, b"to board " + self._key))

    def wait(self):
        return -1 if self.idle() and self.pc.deadline(self.now) else 0

    def idle(self):
        here = Air.to_board.start == Air.to_board.end and Air.to_pc.start == Air.to_pc.end
        return bool(self._in) and here and super().idle()
