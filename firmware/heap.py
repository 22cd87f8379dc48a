"""What the heap needs when games change: the code of one goes before another's comes, which has to leave enough.

Also how much is in use. memory.py has what the heap needs in play. Allocates.
"""

import gc
import sys

from firmware.memory import FORGETS, after_ply, before_play, let_go
from shared_rules.codes import const

EXACT = const(64)  # bytes: so exactly the largest piece is found
LARGEST = const(262144)  # bytes: play needs no piece as large
# What a game has to leave for what comes and goes beside it, as menus, answers to a PC, and how the next one begins; beside the
# code that has begun it, some 12 KB that go then.
PIECES = const(8)
PIECE = const(1024)  # bytes: as much as code needs at a time


def before_game():
    """Another game is to come to the table: forget the code of all, also of one that memory was too short for."""
    from shared_rules.games import GAMES

    after_ply()
    for _, module, _ in GAMES:
        _let_go_all(module.rpartition(".")[0])
    gc.collect()


def without_game(name):
    """It does not come to the table: forget its code."""
    _let_go_all(_package_of(name))


def without_search(name):
    """The board does not think about that game ("" for none) for now."""
    _let_go_all("shared_rules.search")
    let_go("shared_rules.keys")
    if name:
        package = _package_of(name)
        let_go(package + ".evaluation")
        let_go(package + ".worlds")


def without_opponent():
    """Nobody plays against the board."""
    let_go("firmware.game.opponent")
    let_go("firmware.game.leader")


def _package_of(name):
    """The package that holds the code of the game of that name."""
    return "shared_rules." + name.replace("-", "_")


def _let_go_all(package):
    """Forget a package with its modules."""
    if FORGETS:
        within = package + "."
        for name in list(sys.modules):
            if name.startswith(within):
                let_go(name)
        let_go(package)


def requiring_room():
    """Task: MemoryError if the game that has just come to the table leaves too little for what comes and goes beside it."""
    before_play()
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
    before_play()
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
