"""What the heap needs in play: which modules are let go of, how often garbage is collected, and the lock. heap.py has the rest.

Modules that are needed now and then are imported in the functions that use them, and go when play begins and with each ply:
MicroPython keeps a module for as long as `sys.modules` or its package names it; an object of it that somebody holds stays.
A module that runs in place from a ROM partition leaves its names and functions on the heap. On a PC all modules stay, as others
share them. Letting go allocates, but for `after_ply` where there is nothing to let go of.
"""

import gc
import sys

from shared_rules.codes import const

try:
    from micropython import heap_lock, heap_unlock
except ImportError:  # CPython has no heap to lock

    def heap_lock() -> int:
        return 0

    heap_unlock = heap_lock

FORGETS = sys.implementation.name == "micropython"
TOO_LITTLE = "this board has too little memory for that"
# Collecting garbage after so many bytes lets a module that is loaded fill the room that the last one's file took. Without it the
# first collection comes when the heap is full, and modules lie scattered: of 100 KB free on a Pico the largest piece was 5 KB,
# with it 95 KB.
COLLECT_AFTER = const(8000)
COLLECT_CALMLY = const(32000)  # in play, where collecting stops all for 25 ms, and hardly anything is loaded
NOW_AND_THEN = (
    "firmware.app",
    "firmware.builder",
    "firmware.drivers",
    "firmware.game.actions",
    "firmware.game.beginning",
    "firmware.game.game_store",
    "firmware.game.reader",
    "firmware.game.replaying",
    "firmware.game.resuming",
    "firmware.game.sealing",
    "firmware.game.seating",
    "firmware.heap",
    "firmware.lights.colours",
    "firmware.lights.settings",
    "firmware.link.archive",
    "firmware.link.commands",
    "firmware.link.requests",
    "firmware.modes.menu",
    "firmware.modes.picking",
    "firmware.modes.probe",
    "firmware.modes.selftest",
    "firmware.modes.setting_up",
    "firmware.modes.updating",
    "firmware.profile",
    "firmware.trial",
    "shared_rules.games",
    "shared_rules.notation",
    "shared_rules.reading",
)


# When modules go


def before_play():
    """Play begins, or something that takes much: forget what is needed only now and then, as what reads positions of any game."""
    from shared_rules.games import GAMES

    for _, module, _ in GAMES:
        package = module.rpartition(".")[0]
        let_go(package + ".reading")
        let_go(package + ".text")
    after_ply()


def after_ply():
    """The same, but for what reads and writes positions."""
    for name in NOW_AND_THEN:
        let_go(name)


def make_room():
    """Memory was short: forget what can be loaded again, as much as there is memory to do so, and collect garbage."""
    gc.collect()
    try:
        before_play()
    except MemoryError:
        pass
    gc.collect()


def let_go(name):
    """Forget the module of that name, if it is loaded."""
    if FORGETS and name in sys.modules:
        del sys.modules[name]
        package, _, last = name.rpartition(".")
        if package in sys.modules:
            delattr(sys.modules[package], last)


def collect(calm):
    """Collect garbage after so many bytes from now on: `calm` in play, where modules hardly come and go."""
    if hasattr(gc, "threshold"):  # a PC's Python has another one
        gc.threshold(COLLECT_CALMLY if calm else COLLECT_AFTER)  # type: ignore
