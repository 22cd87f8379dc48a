"""The wire over Wi-Fi: a TCP port for one PC that knows the board's token, each line sealed (WIRE.md, Over a network).

    stranger --a line that proves it knows the token--> PC, if the one before is gone, or has been silent for 4 s
        `--3 s, anything else, or a fourth one--> gone

When a fourth stranger comes the oldest goes, of those from one address if there are several. So nobody keeps the PC out by coming
again and again. One is let in every 20 ms at most, which keeps nobody from playing. `read` and `write` never wait: sockets do not
block, and the station joins by itself, again and again. Buffers of the PC and of all strangers are taken at construction; a sealed
line costs some 400 bytes of heap, which are garbage at once, and a connection its socket. On a Pico W starting the radio takes a
second, before the first round.
"""

import json
import socket
import time
from binascii import hexlify
from hashlib import sha256
from select import POLLIN, poll

import network

from shared_rules.codes import const

SETTINGS = "/wifi.json"  # ssid, password, name, token: `crossboard flash --wifi` puts it there
PORT = const(8379)
LOOK_MS = const(500)  # between two looks at the station
JOIN_MS = const(15000)  # for which it may try to join before it is told to anew
PROVE_MS = const(3000)  # for a stranger
ALIVE_MS = const(4000)  # a PC that has said something within so long keeps its place
STRANGERS = const(3)  # at once; of lwIP's 5 connections (its default) one is the PC's
REST_MS = const(20)  # between two who are let in
SHORT = const(80)  # bytes of a line of the greeting, and more
LONGEST = const(280)  # bytes of a line: a frame and its seal
CHUNK = const(48)  # bytes taken from a socket at once
MAC = const(16)  # hex digits of a seal
ROOM = const(262)  # bytes of a frame that a line has room for
NEWLINE = const(10)
SPACE = const(32)
DIGITS = b"0123456789abcdef"
BLOCK = const(64)  # bytes of SHA-256's


def with_wifi(usb, path, noise):
    """The port of `usb` and of Wi-Fi beside it, with the settings in the file `path`; `noise(count)` makes random bytes."""
    from firmware.link.either import EitherPort

    return EitherPort(usb, WifiPort(load_settings(path), noise))


def load_settings(path=SETTINGS):
    """What the board was told, None if nothing; ValueError if the file is damaged."""
    try:
        with open(path) as file:
            found = json.load(file)
    except OSError:
        return None
    for name in ("ssid", "password", "name", "token"):
        if not isinstance(found.get(name), str):
            raise ValueError("%s: '%s' is missing; run crossboard flash --wifi again" % (path, name))
    return found


def pads(key):
    """The two blocks that HMAC begins with (RFC 2104); `key` has at most 64 bytes."""
    inner = bytearray([0x36] * BLOCK)
    outer = bytearray([0x5C] * BLOCK)
    for i in range(len(key)):
        inner[i] ^= key[i]
        outer[i] ^= key[i]
    return inner, outer


def hmac(key, text):
    """HMAC-SHA256, 32 bytes."""
    inner, outer = pads(key)
    first = sha256(inner)
    first.update(text)
    second = sha256(outer)
    second.update(first.digest())
    return second.digest()


class Seal:
    """Seals the lines of one direction, or checks their seals: each with its number, from 0 on."""

    def __init__(self, key):
        self._inner, self._outer = pads(key)
        self._count = bytearray(4)

    def make(self, line, size, out, at):
        """The seal of the first `size` bytes of a line as hex digits, into `out` from `at` on."""
        first = sha256(self._inner)
        first.update(self._count)
        first.update(memoryview(line)[:size])
        second = sha256(self._outer)
        second.update(first.digest())
        found = second.digest()
        for i in range(MAC // 2):
            out[at + 2 * i] = DIGITS[found[i] >> 4]
            out[at + 2 * i + 1] = DIGITS[found[i] & 15]
        i = 3
        while i >= 0:
            self._count[i] = (self._count[i] + 1) & 255
            if self._count[i]:
                break
            i -= 1


class Peer:
    """A place for a connection: lines of up to so many bytes in and out."""

    def __init__(self, longest):
        self.since = 0
        self.nonce = b""  # that a stranger was given
        self.address = ""
        self.line = bytearray(longest + CHUNK)  # what has come
        self.size = 0  # of the line at its beginning, once it is whole, without the line feed
        self.out = bytearray(longest)  # a line that goes out
        self.open = False
        self._longest = longest
        self._socket = None
        self._filled = 0  # bytes of `line`
        self._seen = 0  # of them without a line feed
        self._out_size = self._out_at = 0

    def begin(self, connection, address, now):
        """A connection has come."""
        connection.setblocking(False)
        self._socket = connection
        self.address = address
        self.since = now
        self.size = self._filled = self._seen = self._out_size = self._out_at = 0
        self.open = True

    def take_over(self, other):
        """The connection of another place, which has room for less, and what is under way there."""
        self.begin(other._socket, other.address, other.since)
        while self._filled < other._filled:
            self.line[self._filled] = other.line[self._filled]
            self._filled += 1
        while self._out_size < other._out_size:
            self.out[self._out_size] = other.out[self._out_size]
            self._out_size += 1
        self._out_at = other._out_at
        other._socket = None
        other.open = False

    def take(self):
        """Whether a whole line is there; it stays until `next`. Takes a chunk at most, so that no round of the loop is long."""
        if self.size or not self.open:
            return self.size > 0
        at = self._seen
        end = self._filled
        line = self.line
        if at == end:
            try:
                count = self._socket.readinto(memoryview(line)[end : end + CHUNK])
            except OSError:
                count = 0
            if count is None:
                return False
            if not count:
                self.close()
                return False
            end += count
            self._filled = end
        while at < end and line[at] != NEWLINE:
            at += 1
        self._seen = at
        if at < end:
            self.size = at
        if at >= self._longest or at < end and not at:
            self.close()  # that is not a line of ours
        return self.size > 0

    def next(self):
        """The line has been read: what came after it moves to the front."""
        line = self.line
        at = self.size + 1
        end = self._filled
        self._filled = self._seen = self.size = 0
        while at < end:
            line[self._filled] = line[at]
            self._filled += 1
            at += 1

    def sent(self):
        """Send on what is in `out`; whether all of it has been sent."""
        while self.open and self._out_at < self._out_size:
            try:
                count = self._socket.write(memoryview(self.out)[self._out_at : self._out_size])
            except OSError:
                self.close()
                return False
            if not count:
                return False
            self._out_at += count
        return self.open

    def send(self, size):
        """Send so many bytes of `out`, which has been filled anew."""
        self._out_at = 0
        self._out_size = size
        self.sent()

    def say(self, text):
        """Send a line of the greeting."""
        self.out[: len(text) + 1] = text + b"\n"
        self.send(len(text) + 1)

    def close(self):
        """Hang up."""
        self.open = False
        self.size = 0
        if self._socket:
            try:
                self._socket.close()
            except OSError:
                pass
        self._socket = None


class WifiPort:
    """`read` and `write` single bytes, as UsbPort. `settings` as `load_settings` gives them; `noise(count)` makes random bytes."""

    def __init__(self, settings, noise):
        self.busy = False  # a PC is there by USB: nobody else is let in
        self._noise = noise
        self._token = settings["token"].encode()
        self._ssid = settings["ssid"]
        self._password = settings["password"]
        self._peer = Peer(LONGEST)
        self._strangers = [Peer(SHORT) for _ in range(STRANGERS)]
        self._rest_until = self._looked_at = self._joined_at = self._heard_at = time.ticks_ms()
        self._in = self._out = None  # seals
        self._seal = bytearray(MAC)
        self._line = b""  # the peer's, whose bytes from `_at` to `_end` are still to be read
        self._at = self._end = 0
        self._size = 0  # of the line that is being written
        self._listener = None
        self._poll = poll()
        self._station = self._radio(settings["name"])
        self._join()

    def _radio(self, name):
        try:
            network.hostname(name)  # also the name that others find it by, NAME.local (mDNS)
        except (AttributeError, ValueError):
            pass
        station = network.WLAN(network.STA_IF)
        station.active(True)
        try:
            station.config(pm=network.WLAN.PM_PERFORMANCE)  # else a ply takes a tenth of a second longer
        except (AttributeError, ValueError, OSError, TypeError):
            pass
        return station

    def _join(self):
        self._joined_at = time.ticks_ms()
        try:
            self._station.connect(self._ssid, self._password)
        except OSError:
            pass  # it is trying already

    def _look(self, now):
        """Every now and then: is the station there, is there a port to listen at?"""
        if time.ticks_diff(now, self._looked_at) < LOOK_MS:
            return
        self._looked_at = now
        if self._station.isconnected():
            self._joined_at = now
            if self._listener is None:
                self._listen()
        elif time.ticks_diff(now, self._joined_at) >= JOIN_MS:
            try:
                self._station.disconnect()
            except OSError:
                pass
            self._join()

    def _listen(self):
        listener = socket.socket()
        try:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.setblocking(False)
            listener.bind(socket.getaddrinfo("0.0.0.0", PORT)[0][-1])
            listener.listen(2)
        except OSError:
            listener.close()
            return
        self._listener = listener
        self._poll.register(listener, POLLIN)

    def ready(self):
        """Whether a PC is connected that knows the token."""
        return self._peer.open

    def hang_up(self):
        """Let nobody be connected."""
        self._peer.close()
        self._at = self._end = self._size = 0

    def step(self):
        """Join, let in, look at whoever has come; allocates nothing while nobody comes."""
        now = time.ticks_ms()
        self._look(now)
        for stranger in self._strangers:
            if stranger.open and self._examine(stranger, now):
                return  # one is enough work for a round
        if self._listener and time.ticks_diff(now, self._rest_until) >= 0:
            for _, events in self._poll.ipoll(0):
                if events & POLLIN:
                    self._let_in(now)
                    break

    def _let_in(self, now):
        nonce = hexlify(
            self._noise(16)
        )  # first, as memory may be short for it: nobody is to stand here with an earlier one's
        greeting = b"busy" if self.busy else b"crossboard 1 " + nonce
        try:
            connection, where = self._listener.accept()
        except OSError:
            return
        self._rest_until = time.ticks_add(now, REST_MS)
        stranger = self._place()
        stranger.begin(connection, where[0], now)
        stranger.nonce = nonce
        stranger.say(greeting)
        if self.busy:
            stranger.close()

    def _place(self):
        """A free place for a stranger; if there is none, the oldest of those who have the most from one address goes."""
        found = None
        most = 0
        for one in self._strangers:
            if not one.open:
                return one
            beside = 0
            for other in self._strangers:
                beside += other.address == one.address
            if beside > most or beside == most and time.ticks_diff(one.since, found.since) < 0:
                found = one
                most = beside
        found.close()
        return found

    def _examine(self, stranger, now):
        """Whether it has said something that had to be thought about."""
        if not stranger.take():
            if stranger.open and time.ticks_diff(now, stranger.since) >= PROVE_MS:
                stranger.close()
            return False
        line = bytes(memoryview(stranger.line)[: stranger.size])
        stranger.next()
        nonce = line[:32]
        both = stranger.nonce + b" " + nonce
        proof = hexlify(hmac(self._token, b"pc " + both))[:32]
        if line != nonce + b" " + proof or self.busy:
            stranger.close()
        elif self.ready() and time.ticks_diff(now, self._heard_at) < ALIVE_MS:
            stranger.say(b"taken")
            stranger.close()
        else:
            stranger.say(hexlify(hmac(self._token, b"board " + both))[:32])
            self.hang_up()
            self._heard_at = now
            self._in = Seal(hmac(self._token, b"to board " + both))
            self._out = Seal(hmac(self._token, b"to pc " + both))
            self._peer.take_over(stranger)
        return True

    def read(self):
        """The next byte, -1 if there is none yet."""
        at = self._at
        if at < self._end:
            self._at = at + 1
            return self._line[at]
        if self._end:
            self._end = self._at = 0
            self._peer.next()
        self.step()
        peer = self._peer
        if not peer.take():
            if not peer.open:
                self.hang_up()
            return -1
        if not self._is_sealed(peer.line, peer.size - MAC - 1):
            self.hang_up()  # nothing of what comes can be trusted any more
            return -1
        self._heard_at = time.ticks_ms()
        self._line = peer.line
        self._end = peer.size - MAC
        self._line[self._end - 1] = NEWLINE  # where the seal began
        self._at = 1
        return self._line[0]

    def _is_sealed(self, line, size):
        """Whether the first `size` bytes of a line are followed by their seal."""
        if size <= 0 or line[size] != SPACE:
            return False
        seal = self._seal
        self._in.make(line, size, seal, 0)
        differs = 0
        for i in range(MAC):
            differs |= seal[i] ^ line[size + 1 + i]
        return not differs

    def write(self, byte):
        """Write a byte; False if there is no room now. A line goes out when it is whole."""
        size = self._size
        if byte != NEWLINE and 0 < size < ROOM:
            self._peer.out[size] = byte
            self._size = size + 1
            return True
        peer = self._peer
        if not peer.open or not (size or peer.sent()):
            return False
        if byte != NEWLINE:
            if not size:
                peer.out[0] = byte
                self._size = 1
            return True  # of a line that is too long the rest is dropped: it is not a frame
        self._size = 0
        self._out.make(peer.out, size, peer.out, size + 1)
        peer.out[size] = SPACE
        peer.out[size + 1 + MAC] = NEWLINE
        peer.send(size + MAC + 2)
        return True
