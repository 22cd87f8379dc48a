"""One frame of the link: letters of the message types, CRC, and numbers as text in byte buffers.

A frame is one line of printable ASCII (WIRE.md beside this file has the whole page):

    ~SSSS RRRR QQ AA T payload*CCCC\\n

Everything works in bytearrays of the caller; nothing here allocates after import, except `text_of`.
All hexadecimal is lower case.
"""

from array import array

from shared_rules.codes import const

PROTOCOL = const(1)

# Bytes of a frame from ~ to the line feed, both included, and of its payload.
MAX_LINE = const(256)
MAX_PAYLOAD = const(230)
HEAD = const(19)  # bytes before the payload, ~ included

TILDE = const(126)
STAR = const(42)
SPACE = const(32)
NEWLINE = const(10)

# Message types: the letter's code.
T_ACK = const(65)  # A: nothing but the header (channel's own; also the heartbeat)
T_BUTTON = const(66)  # B
T_ANSWER = const(67)  # C: what became of a command
T_DOCTOR = const(68)  # D: the bench, for crossboard doctor
T_END = const(69)  # E
T_FLIGHT = const(70)  # F: raw changes of the sensors
T_GAME = const(71)  # G
T_HELLO = const(72)  # H
T_OPPONENT = const(73)  # I: who plays a side
T_JOURNAL = const(74)  # J
T_COMMITTED = const(75)  # K
T_LOG = const(76)  # L
T_MARK = const(77)  # M: lights that the PC wants
T_NEW = const(78)  # N
T_OPTION = const(79)  # O: a setting
T_PLY = const(80)  # P
T_QUESTION = const(81)  # Q
T_REFUSED = const(82)  # R
T_SNAPSHOT = const(83)  # S
T_TIME = const(84)  # T: what the clocks say
T_UNDO = const(85)  # U
T_VIEW = const(86)  # V
T_SEAL = const(87)  # W: a commitment ("my word")
T_MAINTENANCE = const(88)  # X
T_OPEN = const(89)  # Y: what was committed to
T_THOUGHT = const(90)  # Z: what the search is asked for, and has found


def _crc_table() -> "array[int]":
    table = array("H", bytearray(512))
    for i in range(256):
        value = i << 8
        for _ in range(8):
            value = (value << 1 ^ 0x1021 if value & 0x8000 else value << 1) & 0xFFFF
        table[i] = value
    return table


# What stands in a frame for each byte of a payload: printable ASCII but ~ for itself, `?` for all else.
CLEAN = bytes([c if 32 <= c < 126 else 63 for c in range(256)])
# CRC-16/CCITT-FALSE: polynomial 1021, start FFFF, not reflected; check value 29B1 over "123456789".
CRC_START = const(0xFFFF)
CRC_TABLE = _crc_table()


def crc16(data: bytes | bytearray, start: int, end: int, crc: int = CRC_START) -> int:
    """The CRC over data[start:end], continuing from `crc`."""
    table = CRC_TABLE
    for i in range(start, end):
        crc = (crc << 8 & 0xFF00) ^ table[crc >> 8 ^ data[i]]
    return crc


def put_hex(out: bytearray, at: int, value: int, digits: int) -> int:
    """Write `value` in `digits` hexadecimal digits; return the index after them."""
    i = at + digits
    while i > at:
        i -= 1
        digit = value & 15
        out[i] = digit + (48 if digit < 10 else 87)
        value >>= 4
    return at + digits


def get_hex(data: bytes | bytearray, at: int, digits: int) -> int:
    """The number in data[at:at + digits], or -1 if one of them is not a lower case hexadecimal digit."""
    value = 0
    for i in range(at, at + digits):
        c = data[i]
        if 48 <= c <= 57:
            c -= 48
        elif 97 <= c <= 102:
            c -= 87
        else:
            return -1
        value = value << 4 | c
    return value


def put_number(out: bytearray, at: int, value: int) -> int:
    """Write `value` (0 or more) in decimal; return the index after it."""
    end = at + 1
    rest = value
    while rest > 9:
        rest //= 10
        end += 1
    i = end
    while i > at:
        i -= 1
        out[i] = 48 + value % 10
        value //= 10
    return end


def get_number(data: bytes | bytearray, start: int, end: int) -> int:
    """The decimal number in data[start:end], or -1 if there is none (empty, other characters, more than 9 digits)."""
    if not 0 < end - start < 10:
        return -1
    value = 0
    for i in range(start, end):
        c = data[i]
        if not 48 <= c <= 57:
            return -1
        value = value * 10 + c - 48
    return value


def put_bytes(out: bytearray, at: int, data: bytes | bytearray, n: int) -> int:
    """Copy data[0:n] to `out` from `at`; return the index after it."""
    for i in range(n):
        out[at + i] = data[i]
    return at + n


def put_frame(
    out: bytearray,
    session: int,
    peer: int,
    number: int,
    ack: int,
    kind: int,
    payload: bytes | bytearray,
    n: int,
    first: int = 0,
) -> int:
    """Write a whole frame with payload[first:first + n] into `out` from 0; return its length in bytes.

    What a payload may not hold (anything but printable ASCII, and ~) is written as `?`.
    """
    out[0] = TILDE
    at = put_hex(out, 1, session, 4)
    out[at] = SPACE
    at = put_hex(out, at + 1, peer, 4)
    out[at] = SPACE
    at = put_hex(out, at + 1, number, 2)
    out[at] = SPACE
    at = put_hex(out, at + 1, ack, 2)
    out[at] = SPACE
    out[at + 1] = kind
    out[at + 2] = SPACE
    at += 3
    crc = crc16(out, 1, at)
    clean = CLEAN
    table = CRC_TABLE
    end = at + n
    first -= at
    for at in range(at, end):
        c = clean[payload[first + at]]
        out[at] = c
        crc = (crc << 8 & 0xFF00) ^ table[crc >> 8 ^ c]
    out[end] = STAR
    at = put_hex(out, end + 1, crc, 4)
    out[at] = NEWLINE
    return at + 1


def text_of(data: bytes | bytearray, start: int, end: int) -> str:
    """data[start:end] as a str. Allocates."""
    return bytes(memoryview(data)[start:end]).decode()
