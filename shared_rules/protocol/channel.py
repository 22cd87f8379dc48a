"""The reliable channel over a serial line: both ends run this same state machine, which WIRE.md describes.

Promises that numbered messages arrive complete, once and in order as long as one connection lasts, whatever the line
drops, repeats or garbles; that a connection ends for both ends as soon as either was restarted (`connections` then
counts up, unacknowledged messages are gone, and the owner sends again what matters); that a frame from another
connection never has an effect.

No I/O and no clock: bytes go in by `receive`, frames come out of `transmit`, `now` is an argument (ms modulo 2**30).
After construction nothing allocates, except `text`, which serves the PC and the board's rare commands.

How a connection is made: an end has a session number, taken from `seed` and changed whenever an established
connection breaks. A frame names its sender's session and the one that it takes its reader to have. Hellos go out until a
frame arrives that names both correctly; from then on the connection is established, and numbers on both sides count
from 1. A hello of another session, or one that shows that the peer has forgotten us, breaks it.
"""

from array import array

from shared_rules.codes import const
from shared_rules.protocol.frames import (
    CRC_START,
    CRC_TABLE,
    HEAD,
    MAX_LINE,
    MAX_PAYLOAD,
    NEWLINE,
    SPACE,
    STAR,
    T_ACK,
    T_HELLO,
    TILDE,
    crc16,
    get_hex,
    put_bytes,
    put_frame,
    text_of,
)

WRAP = const(0x3FFFFFFF)

WINDOW = const(8)  # numbered messages under way at most, each way
LOOSE = const(2)  # unnumbered messages waiting at most
STORE = const(1840)  # bytes for the numbered ones' payloads: as many as the window allows, each of the greatest length

# Times in ms. A board may be deaf for 400 ms while its flash erases a block.
RETRY_FIRST = const(500)
RETRY_LAST = const(800)
HELLO_EVERY = const(1000)  # while nobody is known at the other end
HELLO_AGAIN = const(500)  # while someone is known who does not know us yet
HELLO_GAP = const(100)  # between two hellos at least
HEARTBEAT = const(2000)  # of silence, then a bare acknowledgement
SILENCE = const(6000)  # without a frame from the peer: it is gone, or its cable

# What `receive` returns.
NOTHING = const(0)
MESSAGE = const(1)  # `kind` and line[start:end] hold a message, until the next `receive`
CONSOLE = const(2)  # line[start:end] is text that is not a frame, without its line end

# The reader's states.
_LINE = const(0)
_FRAME = const(1)
_SKIP = const(2)


class Channel:
    """One end. `seed` (0 to 65535) should differ from one start of this end to the next; `store` is the number of bytes
    for payloads of numbered messages under way: with less than STORE, fewer long ones fit."""

    def __init__(self, seed: int, store=STORE) -> None:
        self.session = self._next_session(seed & 0xFFFF)
        self.peer = 0  # the peer's session, 0 as long as none is known
        self.established = False
        self.connections = 0  # counts up with each connection established
        self.hello = bytearray(MAX_PAYLOAD)  # payload of our hellos, written or replaced by the owner
        self.hello_size = 0
        # Receiving.
        self.line = bytearray(MAX_LINE)
        self.start = 0
        self.end = 0
        self.kind = 0
        self.number = 0  # of the message received, 0 if it has none
        self.bad = 0  # lines that were not valid frames: CRC, form, too long
        self.stale = 0  # frames of another connection
        self.repeated = 0  # numbered frames that had been taken before, or came too early
        self._reading = _LINE
        self._at = 0
        self._crc = CRC_START
        self._star = 0
        self._star_crc = 0
        self._taken = 0  # number of the last message taken, 0 for none
        self._heard = 0
        # Sending.
        self.resent = 0
        self._store = bytearray(store)  # payloads of numbered messages, one behind the other, round and round
        self._place = array("H", [0] * WINDOW)  # where in it each slot's payload begins
        self._waiting = (bytearray(MAX_PAYLOAD), bytearray(MAX_PAYLOAD))  # payloads of the loose ones
        self._size = bytearray(WINDOW + LOOSE)
        self._kind = bytearray(WINDOW + LOOSE)
        self._oldest = 0  # slot of the oldest message under way
        self._first = 1  # its number
        self._queued = 0
        self._sent = 0  # of these, sent since the last time-out
        self._most = 0  # of these, sent at all
        self._timer = 0
        self._retry = RETRY_FIRST
        self._loose = 0  # slot after WINDOW of the older loose message
        self._loose_count = 0
        self._ack_due = False
        self._hello_due = True
        self._hello_at = 0
        self._spoken = 0
        self._silent = True  # nothing sent yet

    # Receiving

    def receive(self, byte: int, now: int) -> int:
        """Take one byte from the line; NOTHING, MESSAGE or CONSOLE."""
        if byte == TILDE:
            text = self._reading == _LINE and self._at
            if self._reading == _FRAME:
                self.bad += 1
            self.start = 0
            self.end = self._at
            self._reading = _FRAME
            self._at = 0
            self._crc = CRC_START
            self._star = 0
            return CONSOLE if text else NOTHING
        if self._reading == _FRAME:
            if byte == NEWLINE:
                self._reading = _LINE
                at = self._at
                self._at = 0
                return self._frame(at, now)
            if byte == 13:
                return NOTHING
            at = self._at
            if byte < 32 or byte > 126 or at >= MAX_LINE - 2:
                self.bad += 1
                self._reading = _SKIP
                self._at = 0
                return NOTHING
            self.line[at] = byte
            if byte == STAR:
                self._star = at
                self._star_crc = self._crc
            crc = self._crc
            self._crc = (crc << 8 & 0xFF00) ^ CRC_TABLE[crc >> 8 ^ byte]
            self._at = at + 1
            return NOTHING
        if byte == NEWLINE:
            self.start = 0
            self.end = self._at
            self._at = 0
            text = self._reading == _LINE
            self._reading = _LINE
            return CONSOLE if text else NOTHING
        if self._reading == _SKIP or byte == 13:
            return NOTHING
        self.line[self._at] = byte if byte < 127 else 63
        self._at += 1
        if self._at == MAX_LINE:
            self.start = 0
            self.end = MAX_LINE
            self._at = 0
            return CONSOLE
        return NOTHING

    def text(self) -> str:
        """The message's payload, or the console text, as a str. Allocates."""
        return text_of(self.line, self.start, self.end)

    def _frame(self, n: int, now: int) -> int:
        """Handle a whole line, without ~ and line end."""
        line = self.line
        star = self._star
        if (
            star != n - 5
            or star < HEAD - 1
            or get_hex(line, star + 1, 4) != self._star_crc
            or line[4] != SPACE
            or line[9] != SPACE
            or line[12] != SPACE
            or line[15] != SPACE
            or line[17] != SPACE
        ):
            self.bad += 1
            return NOTHING
        sender = get_hex(line, 0, 4)
        reader = get_hex(line, 5, 4)
        number = get_hex(line, 10, 2)
        ack = get_hex(line, 13, 2)
        kind = line[16]
        if sender <= 0 or reader < 0 or number < 0 or ack < 0:
            self.bad += 1
            return NOTHING
        if sender == self.session:  # our own words, echoed by a REPL, or the peer has the same number by chance
            if kind == T_HELLO:
                self._step_aside()
            return NOTHING
        self.kind = kind
        self.number = number
        self.start = HEAD - 1
        self.end = star
        if sender != self.peer:
            if kind != T_HELLO:
                self.stale += 1
                self._hello_due = True
                return NOTHING
            self._break_off()
            self.peer = sender
        self._heard = now
        if reader != self.session:
            if kind != T_HELLO:
                self.stale += 1
            elif self.established:  # it has forgotten us
                self._break_off()
            self._hello_due = True
            return MESSAGE if kind == T_HELLO else NOTHING
        if not self.established:
            self.established = True
            self.connections += 1
            self._ack_due = True
        if kind == T_HELLO:  # it may be waiting for a word that names both sessions
            self._ack_due = True
        self._acknowledged(ack, now)
        if number:
            self._ack_due = True
            if number != self._taken % 255 + 1:
                self.repeated += 1
                return NOTHING
            self._taken = number
        return NOTHING if kind == T_ACK else MESSAGE

    def _break_off(self) -> None:
        """Drop whatever was under way; a session that was established is not used again."""
        if self.established:
            self.session = self._next_session(self.session)
        self.established = False
        self._taken = 0
        self._first = 1
        self._oldest = self._queued = self._sent = self._most = 0
        self._loose_count = 0
        self._retry = RETRY_FIRST
        self._ack_due = False
        self._hello_due = True

    def _step_aside(self) -> None:
        """Change the session, to another one than a peer with the same number would."""
        if self.established:
            self._break_off()
        else:
            self.session = self._next_session(self.session + crc16(self.hello, 0, self.hello_size) & 0xFFFF)

    def _next_session(self, session: int) -> int:
        session = (session * 4005 + 12345) & 0xFFFF  # runs through all 65536 values
        return session if session else 12345

    def _acknowledged(self, ack: int, now: int) -> None:
        """The peer has taken everything up to number `ack` (0: nothing yet)."""
        if not ack:
            return
        done = (ack - self._first) % 255 + 1
        if done > self._most:
            return
        self._oldest = (self._oldest + done) % WINDOW
        self._first = (self._first + done - 1) % 255 + 1
        self._queued -= done
        self._most -= done
        self._sent = self._sent - done if self._sent > done else 0
        self._timer = now
        self._retry = RETRY_FIRST

    # Sending

    def room(self) -> int:
        """How many more numbered messages `queue` takes now, even of the greatest length."""
        if not self.established or self._queued == WINDOW:
            return 0
        size = len(self._store)
        end = self._end()
        first = self._place[self._oldest]
        if end < first:
            free = (first - end - 1) // MAX_PAYLOAD
        else:
            free = (size - end) // MAX_PAYLOAD + max(first - 1, 0) // MAX_PAYLOAD
        return min(WINDOW - self._queued, free)

    def _end(self) -> int:
        """Where in the store the newest payload ends: before the oldest begins, if they go round. An empty store begins at 0."""
        if not self._queued:
            self._place[self._oldest] = 0
            return 0
        newest = (self._oldest + self._queued - 1) % WINDOW
        return self._place[newest] + self._size[newest]

    def _place_for(self, n: int) -> int:
        """Where in the store there is room for `n` bytes, -1 if nowhere."""
        end = self._end()
        first = self._place[self._oldest]
        if end < first:
            return end if end + n < first else -1
        if end + n <= len(self._store):
            return end
        return 0 if n < first else -1

    def idle(self) -> bool:
        """Whether everything queued has been acknowledged."""
        return self._queued == 0

    def queue(self, kind: int, payload: bytes | bytearray, n: int) -> bool:
        """Take payload[0:n] as a numbered message of that type; False, and nothing is taken, without `room`."""
        if not self.established or self._queued == WINDOW:
            return False
        n = min(n, MAX_PAYLOAD)
        at = self._place_for(n)
        if at < 0:
            return False
        slot = (self._oldest + self._queued) % WINDOW
        self._place[slot] = at
        self._fill(slot, kind, self._store, at, payload, n)
        self._queued += 1
        return True

    def post(self, kind: int, payload: bytes | bytearray, n: int) -> bool:
        """Take an unnumbered message, sent once and perhaps lost; False if two are waiting or nobody is connected."""
        if not self.established or self._loose_count == LOOSE:
            return False
        slot = (self._loose + self._loose_count) % LOOSE
        self._fill(WINDOW + slot, kind, self._waiting[slot], 0, payload, min(n, MAX_PAYLOAD))
        self._loose_count += 1
        return True

    def _fill(self, slot: int, kind: int, out: bytearray, at: int, payload: bytes | bytearray, n: int) -> None:
        put_bytes(out, at, payload, n)
        self._size[slot] = n
        self._kind[slot] = kind

    def greet(self) -> None:
        """Send a hello as soon as possible."""
        self._hello_due = True

    def alive(self, now: int) -> bool:
        """Whether a connection is established and its peer was heard within the last 6 s."""
        return self.established and (now - self._heard) & WRAP < SILENCE

    def transmit(self, now: int, out: bytearray) -> int:
        """Write the next frame that is due into `out` (MAX_LINE bytes); its length, 0 if nothing is due.

        Call it again once that frame is on the line.
        """
        if self._sent and (now - self._timer) & WRAP >= self._retry:
            self._sent = 0  # from the oldest on, all again
            self._retry = min(self._retry * 2, RETRY_LAST)
        if self._hello_wait(now) == 0:
            self._hello_due = False
            self._hello_at = now
            return self._write(now, out, 0, T_HELLO, self.hello, self.hello_size)
        if not self.established:
            return 0
        if self._sent < self._queued:
            slot = (self._oldest + self._sent) % WINDOW
            number = (self._first + self._sent - 1) % 255 + 1
            if self._sent == 0:
                self._timer = now
            self._sent += 1
            if self._sent > self._most:
                self._most = self._sent
            else:
                self.resent += 1
            return self._write(now, out, number, self._kind[slot], self._store, self._size[slot], self._place[slot])
        if self._loose_count:
            payload = self._waiting[self._loose]
            slot = WINDOW + self._loose
            self._loose = (self._loose + 1) % LOOSE
            self._loose_count -= 1
            return self._write(now, out, 0, self._kind[slot], payload, self._size[slot])
        if self._ack_due or (now - self._spoken) & WRAP >= HEARTBEAT:
            return self._write(now, out, 0, T_ACK, self.hello, 0)
        return 0

    def deadline(self, now: int) -> int:
        """Ms until `transmit` has something to send although nothing arrives; 0 = now, -1 = never."""
        wait = self._hello_wait(now)
        if not self.established:
            return wait
        if wait == 0 or self._loose_count or self._ack_due or self._sent < self._queued:
            return 0
        rest = HEARTBEAT - ((now - self._spoken) & WRAP)
        if wait < 0 or rest < wait:
            wait = rest
        if self._sent:
            rest = self._retry - ((now - self._timer) & WRAP)
            if rest < wait:
                wait = rest
        return wait if wait > 0 else 0

    def _hello_wait(self, now: int) -> int:
        """Ms until the next hello, -1 if none is planned."""
        if self._silent:
            return 0
        if self._hello_due:
            every = HELLO_GAP
        elif self.established:
            return -1
        else:
            every = HELLO_AGAIN if self.peer else HELLO_EVERY
        rest = every - ((now - self._hello_at) & WRAP)
        return rest if rest > 0 else 0

    def _write(
        self, now: int, out: bytearray, number: int, kind: int, payload: bytes | bytearray, n: int, first: int = 0
    ) -> int:
        self._silent = False
        self._spoken = now
        self._ack_due = False
        return put_frame(out, self.session, self.peer, number, self._taken, kind, payload, n, first)
