"""Modules that are needed now and then: imported where they are used, and let go of when play begins and with each ply.

MicroPython keeps a module for as long as `sys.modules` or its package names it; an object of it that somebody holds stays.
On a PC all modules stay, as others share them, and where MicroPython runs them in place from a ROM partition, as there is
room for what they have on the heap.
"""

import gc
import sys

try:
    from micropython import heap_lock, heap_unlock
except ImportError:  # CPython has no heap to lock

    def heap_lock() -> int:
        return 0

    heap_unlock = heap_lock

FORGETS = sys.implementation.name == "micropython" and not __file__.startswith("/rom/")
TOO_LITTLE = "this board has too little memory for that"
NOW_AND_THEN = (
    "firmware.archive",
    "firmware.beginning",
    "firmware.builder",
    "firmware.colours",
    "firmware.commands",
    "firmware.drivers",
    "firmware.game_store",
    "firmware.heap",
    "firmware.menu",
    "firmware.pick",
    "firmware.probe",
    "firmware.profile",
    "firmware.reader",
    "firmware.replaying",
    "firmware.requests",
    "firmware.resuming",
    "firmware.sealing",
    "firmware.seating",
    "firmware.selftest",
    "firmware.settings",
    "shared_rules.games",
    "shared_rules.notation",
    "shared_rules.reading",
)


def package_of(name):
    """The package that holds the code of the game of that name."""
    return "shared_rules." + name.replace("-", "_")


def let_go(name):
    """Forget the module of that name, if it is loaded."""
    if FORGETS and name in sys.modules:
        del sys.modules[name]
        package, _, last = name.rpartition(".")
        if package in sys.modules:
            delattr(sys.modules[package], last)


def let_go_all(package):
    """Forget a package with its modules. Allocates."""
    if FORGETS:
        within = package + "."
        for name in list(sys.modules):
            if name.startswith(within):
                let_go(name)
        let_go(package)


def let_go_games():
    """Forget the code of all games, also of one that memory was too short for. Allocates."""
    from shared_rules.games import GAMES

    for _, module, _ in GAMES:
        let_go_all(module.rpartition(".")[0])


def tidy():
    """Forget what is needed only now and then, as what reads and writes positions of any game. Allocates."""
    from shared_rules.games import GAMES

    for _, module, _ in GAMES:
        package = module.rpartition(".")[0]
        let_go(package + ".reading")
        let_go(package + ".text")
    tidy_up()


def make_room():
    """Memory was short: forget what can be loaded again, as much as there is memory to do so, and collect garbage."""
    gc.collect()
    try:
        tidy()
    except MemoryError:
        pass
    gc.collect()


def tidy_up():
    """The same, but for what reads and writes positions. Allocates if there is something to forget."""
    for name in NOW_AND_THEN:
        let_go(name)
