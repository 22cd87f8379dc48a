"""How much of the heap is used in play, and whether that leaves enough. Allocates."""

import gc

from firmware.modules import tidy
from shared_rules.codes import const

EXACT = const(64)  # bytes: so exactly the largest piece is found
LARGEST = const(262144)  # bytes: play needs no piece as large
# What a game has to leave for what comes and goes beside it, as menus, answers to a PC, and how the next one begins; beside the
# code that has begun it, some 12 KB that go then.
PIECES = const(8)
PIECE = const(1024)  # bytes: as much as code needs at a time


def requiring_room():
    """Task: MemoryError if the game that has just come to the table leaves too little for what comes and goes beside it."""
    tidy()
    gc.collect()
    yield
    pieces = []
    for _ in range(PIECES):
        pieces.append(bytearray(PIECE))


def measuring(told):
    """Task: `told` gets `memory free used largest`: bytes free and in use, and the largest free piece to within 64 bytes.

    All that play needs is loaded before the pieces have been set up, and what it does not need is let go of here as when
    play begins. So this is the heap in play, with this module (1 KB), whatever the board is doing.

    A piece larger than LARGEST is not looked for: where the heap grows with what is asked of it (ESP32, the simulated
    board), everything that the system has would be taken from it.
    """
    yield  # whoever asked has returned
    tidy()
    gc.collect()
    free = gc.mem_free()
    used = gc.mem_alloc()
    yield
    largest = 0
    beyond = min(free, LARGEST)
    while beyond - largest > EXACT:
        size = (largest + beyond) // 2
        try:
            bytearray(size)
            largest = size
        except MemoryError:
            beyond = size
    gc.collect()
    told(b"memory %d %d %d" % (free, used, largest))
