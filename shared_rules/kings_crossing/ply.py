"""A ply of King's Crossing as a number: what it tells without a position.

A ply is  origin | kind  and, from bit 10 on, for a slide or a trap capture the landing square, for a jump its
directions (0 east, 1 north, 2 west, 3 south; two bits each, the first in the lowest) with a 1 behind the last.
A piece jumps at most nine times (RULES.md, "How long it can get"), so these take 19 bits; above them a bit says
that it is a jump. So the kinds are told apart by comparing: slide < TRAP <= trap capture < PASS < JUMP.

Nothing here allocates.
"""

from shared_rules.codes import ARRIVE, KIND_CAPTURE, KIND_MOVE, KIND_PASS, LEAVE, NOWHERE, PATH, SWAP, TAKEN, const
from shared_rules.writing import write_square

TRAP = const(0x8000)
PASS = const(0x10000)
JUMP = const(0x20000000)
THE_PASS = const(0x100FF)  # NOWHERE | PASS
WAY = const(0x7FFFF)  # mask of a jump's directions, once the ply is shifted down
MOST_JUMPS = const(9)

STEPS = (1, 8, -1, -8)  # square differences of the directions
ORDER = b"\x03\x02\x00\x01"  # of the directions by the name of the square they lead to


def kind(ply: int) -> int:
    """KIND_MOVE (a slide), KIND_CAPTURE or KIND_PASS."""
    if ply < TRAP:
        return KIND_MOVE
    return KIND_PASS if ply == THE_PASS else KIND_CAPTURE


def destination(ply: int) -> int:
    """The square on which the piece ends, NOWHERE for a pass."""
    if ply == THE_PASS:
        return NOWHERE
    if ply < JUMP:
        return ply >> 10 & 31
    square = ply & 255
    rest = ply >> 10 & WAY
    while rest > 1:
        square += 2 * STEPS[rest & 3]
        rest >>= 2
    return square


def rank(ply: int) -> int:
    """The order of the plies of one position by text, below 2**23. (Of two jumps neither begins with the other.)"""
    frm = ply & 255
    rest = ply >> 10 & WAY
    order = (frm & 7) << 2 | frm >> 3 & 3
    if ply < JUMP:
        return order << 18 | (0 if ply & TRAP else 1) << 17 | ((rest & 7) << 2 | rest >> 3 & 3) << 12
    for _ in range(MOST_JUMPS):
        order <<= 2
        if rest > 1:
            order |= ORDER[rest & 3]
            rest >>= 2
    return order


def footprint(ply: int, out: bytearray, n: int) -> int:
    """Write what the ply does to each square as pairs (square, effect) into the bytearray `out` from index `n`.

    Seventeen pairs at most, the moving piece's squares first; returns the index after the last. Effects: see codes.py.
    A square on the way where the piece also starts or ends is not listed again.
    """
    if ply == THE_PASS:
        return n
    start = n
    frm = ply & 255
    to = destination(ply)
    out[n] = frm
    out[n + 1] = LEAVE if frm != to else SWAP
    n += 2
    if frm != to:
        out[n] = to
        out[n + 1] = ARRIVE if ply < TRAP or ply >= JUMP else SWAP
        n += 2
    if ply < JUMP:
        return n
    rest = ply >> 10 & WAY
    while rest > 1:
        step = STEPS[rest & 3]
        out[n] = frm + step
        out[n + 1] = TAKEN
        n += 2
        frm += 2 * step
        rest >>= 2
        i = start
        while i < n and out[i] != frm:
            i += 2
        if i == n:
            out[n] = frm
            out[n + 1] = PATH
            n += 2
    return n


def lands_on(ply: int, square: int) -> bool:
    """Whether the piece ends on `square` or touches down there on its way."""
    if ply < JUMP:
        return ply != THE_PASS and ply >> 10 & 31 == square
    at = ply & 255
    rest = ply >> 10 & WAY
    while rest > 1:
        at += 2 * STEPS[rest & 3]
        rest >>= 2
        if at == square:
            return True
    return False


def cut_at(ply: int, square: int) -> int:
    """The jump cut off after it has jumped over `square`; the ply itself if it never does."""
    if ply < JUMP:
        return ply
    at = ply & 255
    rest = ply >> 10 & WAY
    shift = 12
    while rest > 1:
        step = STEPS[rest & 3]
        if at + step == square:
            return ply & ((1 << shift) - 1) | 1 << shift | JUMP
        at += 2 * step
        rest >>= 2
        shift += 2
    return ply


def write_ply(ply: int, out: bytearray, at: int = 0) -> int:
    """Put a ply's text as ASCII into the bytearray `out` from `at` (29 bytes at most); return the index after it."""
    if ply == THE_PASS:
        for letter in b"pass":
            out[at] = letter
            at += 1
        return at
    square = ply & 255
    at = write_square(square, 8, out, at)
    rest = ply >> 10 & WAY
    if ply < JUMP:
        out[at] = 42 if ply & TRAP else 45  # * -
        return write_square(rest & 31, 8, out, at + 1)
    while rest > 1:
        square += 2 * STEPS[rest & 3]
        rest >>= 2
        out[at] = 120  # x
        at = write_square(square, 8, out, at + 1)
    return at
